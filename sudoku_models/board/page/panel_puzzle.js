// The panel Puzzle: open, share, save and print puzzles.

import { collectionPart } from "./collection.js";
import { button, field, make, number, part, row } from "./elements.js";
import { Copied, receiveFiles } from "./sending.js";

/** A text or a file of the player's own; a file may also be dropped on the board. */
function ownPart(page) {
  const paste = make("textarea", { rows: 3, spellcheck: false, placeholder: "53..7....6..195....98....6.… or a link, JSON, a line of HoDoKu, a file .sdk" });
  const file = make("input", { type: "file", accept: ".txt,.csv,.sdk,.sdm,.json,text/plain,application/json" });
  const open = (files) => { if (files[0]) page.take(files[0], files[0].name); };
  file.addEventListener("change", () => { open(file.files); file.value = ""; });
  const isFile = (event) => event.dataTransfer?.types.includes("Files");
  page.host.addEventListener("dragover", (event) => { if (isFile(event)) event.preventDefault(); });
  page.host.addEventListener("drop", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    event.stopPropagation();
    open(event.dataTransfer.files);
  });
  const pick = number(1, 1, 1);
  const of = make("span", { class: "smb-note" });
  const waiting = row(field("Puzzle of the file", pick), of,
    button("Show", "pick-of-file", () => page.send({ do: "pick", number: Number(pick.value) })));
  page.watch(() => {
    const count = page.get("status").waiting;
    waiting.hidden = !count;
    pick.max = count;
    of.textContent = `of ${count.toLocaleString("en")}`;
  });
  return part("own", "A puzzle that you have",
    field("Paste a puzzle, a link or a saved game", paste, true),
    row(button("Use this text", "paste", () => page.take(new Blob([paste.value]), "pasted text")),
      field("Open a file, or drop it on the board", file)),
    waiting);
}

const SITES = { "f-puzzles": "f-puzzles", sudokupad: "SudokuPad", fragment: "this page" };

const IS_LOCAL = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname); // its address opens on this computer only

/** Buttons for links that hold the whole puzzle, and the link. */
export function shareButtons(page) {
  const link = new Copied("Link or code");
  const open = make("a", { target: "_blank", rel: "noopener noreferrer", hidden: true }, "Open the link");
  link.element.querySelector(".smb-row").append(open);
  const shared = () => JSON.stringify(["board", "givens"].map((name) => page.get(name)).concat(page.get("status").about));
  let linked = "";
  page.watch(() => { if (!link.element.hidden && shared() !== linked) link.element.hidden = true; }); // it holds another puzzle
  page.hear(({ share: url, kind, page: to }) => {
    if (typeof url !== "string" || to !== page.me || !link.element.closest("section:not([hidden])")) return;
    const isSite = url.startsWith("https:");
    const whole = url.startsWith("#") && !IS_LOCAL ? `${location.href.split("#")[0]}${url}` : url;
    linked = shared();
    open.hidden = !isSite;
    if (isSite) open.href = whole;
    link.show(whole, isSite
      ? `The whole puzzle is in the link. Nothing was sent; ${SITES[kind] ?? "the site"} gets it only when somebody opens the link.`
      : IS_LOCAL ? "The whole puzzle is in this code. Nothing was sent. Paste it as a puzzle into another board, or behind a command such as `sudoku-models show`, in quotation marks."
        : "The whole puzzle is in the link. Nothing was sent. It opens when it is pasted into a board, or into the address of this window.");
  });
  const share = (text, kind) => button(text, `share-${kind}`, () => page.send({ do: "share", kind, page: page.me }));
  return [
    row(share("Link for SudokuPad", "sudokupad"), share("Link for f-puzzles", "f-puzzles"),
      ...(page.isAlone ? [share(IS_LOCAL ? "Code for another board" : "Link for this page", "fragment")] : [])),
    link.element,
  ];
}

/** The game as a file, and on paper. */
function keepPart(page) {
  receiveFiles(page);
  return part("keep", "Save and print",
    row(page.command("Save the game", "save", () => ({ do: "save", page: page.me })),
      button("Print the puzzle", "print-puzzle", () => page.printing.print()),
      button("Print with my digits", "print-all", () => page.printing.print(true))));
}

export function puzzlePanel(page) {
  return [ownPart(page), collectionPart(page), part("share", "Share this puzzle", ...shareButtons(page)), keepPart(page)];
}
