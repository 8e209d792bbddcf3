// The panels of the page, and the two short ones. Each function makes the content of one.

import { make, part } from "./elements.js";
import { KEYS } from "./keys.js";
import { designPanel } from "./panel_design.js";
import { explainPanel } from "./panel_explain.js";
import { gamesPanel } from "./panel_games.js";
import { modelPanel } from "./panel_model.js";
import { puzzlePanel } from "./panel_puzzle.js";
import { settingsPanel } from "./panel_settings.js";

const HELP = [
  ["Marks", "Corner marks are digits that a place may hold: several cells with the same mark in one box, row or column. Centre marks are the digits that the one cell may hold. A mark that is entered again is removed."],
  ["Colours", "Colours mean what you want: the two ends of a chain, for example. A cell can have several."],
  ["Hints", "A hint first looks for wrong digits. Then each press of Hint tells more of the easiest next step: where to look, the technique, the cells, the step with its reason; Do it carries it out. Explain shows all steps up to the solution."],
];

function helpPanel() {
  return [
    part("keys", "Keys", make("dl", { class: "smb-keys" }, ...KEYS.flatMap(([key, text]) => [make("dt", {}, key), make("dd", {}, text)]))),
    ...HELP.map(([title, text]) => part(title.toLowerCase(), title, make("p", {}, text))),
  ];
}

/**
 * The panels: a name (its icon has it, too), a title, and a function that makes the content.
 * @typedef {[string, string, (page: object) => Element[]]} Panel
 */

/** Those of the Lab. @type {Panel[]} */
export const LAB = [
  ["explain", "Explain", explainPanel],
  ["model", "Model", modelPanel],
  ["design", "Design", designPanel],
];

/** Those in the menu More. @type {Panel[]} */
export const MENU = [
  ["puzzle", "Puzzle", puzzlePanel],
  ["games", "My games", gamesPanel],
  ["settings", "Settings", settingsPanel],
  ["help", "Help", helpPanel],
];
