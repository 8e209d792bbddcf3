// The last moves before a page is left: they are kept as commands until the game that Python sends holds them.

import { Storage_ } from "./storage.js";

const MOVES = new Set(["enter", "erase", "write_marks", "clear_marks", "clear_colors", "restart", "undo", "redo",
  "take_step"]);
const MOST_MOVES = 200;
const isMoves = (value) => typeof value?.id === "string" && Array.isArray(value.moves) && value.moves.length <= MOST_MOVES
  && value.moves.every((each) => MOVES.has(each?.do));

export class Unsaved {
  constructor(page) {
    this.page = page;
    this.place = new Storage_("sessionStorage");
    this.moves = [];
    this.asked = 0; // how many of them came before the last question for the game
    const send = page.send.bind(page);
    page.send = (command, ...more) => {
      if (page.isAlone && !page.isShared) this.note(command);
      return send(command, ...more);
    };
    const leaves = () => this.keep();
    window.addEventListener("pagehide", leaves);
    page.ending.push(() => window.removeEventListener("pagehide", leaves));
  }

  note(command) {
    const { id } = this.page.get("status");
    if (this.id !== id) this.moves = [];
    this.id = id;
    if (command.do === "autosave") this.asked = this.moves.length;
    if (MOVES.has(command.do)) this.moves.push(command);
  }

  /** The game that was asked for is kept, with the moves before the question. */
  saved() {
    this.moves.splice(0, this.asked);
    this.asked = 0;
    this.place.remove("unsaved");
  }

  keep() {
    const { id } = this.page.get("status");
    if (this.id === id && this.moves.length) this.place.write("unsaved", { id, moves: this.moves.slice(-MOST_MOVES) });
  }

  /** The game is back: make the moves that came after it. */
  makeAgain() {
    const found = this.place.read("unsaved", isMoves);
    this.place.remove("unsaved");
    if (found?.id === this.page.get("status").id) found.moves.forEach((each) => this.page.send(each));
  }
}
