// The panels of the page, and the two short ones. Each function makes the content of one.

import { make } from "./elements.js";
import { KEYS } from "./keys.js";
import { designPanel } from "./panel_design.js";
import { explainPanel } from "./panel_explain.js";
import { gamesPanel } from "./panel_games.js";
import { modelPanel } from "./panel_model.js";
import { puzzlePanel } from "./panel_puzzle.js";
import { settingsPanel } from "./panel_settings.js";

/** A part of a panel with its heading. */
export function part(name, title, ...children) {
  return make("div", { class: "smb-part", "data-part": name }, make("h3", {}, title), ...children);
}

/** A text with a capital at its beginning, unless it begins with the short name of a cell. */
export const sentenceCase = (text) => (/^r\d+c\d+/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));
export const withStop = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

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
 * The panels, in the order of their buttons: a name (its icon has it, too), a title, and a function that makes the content.
 * @type {[string, string, (page: object) => Element[]][]}
 */
export const PANELS = [
  ["explain", "Explain", explainPanel],
  ["puzzle", "Puzzle", puzzlePanel],
  ["design", "Design", designPanel],
  ["settings", "Settings", settingsPanel],
  ["games", "My games", gamesPanel],
  ["help", "Help", helpPanel],
  ["model", "Model", modelPanel],
];
