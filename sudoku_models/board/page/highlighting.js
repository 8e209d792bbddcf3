// Highlighting one digit: the cells that can hold it are shaded, and the others dimmed.

import { numberOf } from "./storage.js";

export class Highlighting {
  constructor(page) {
    this.page = page;
    this.digit = 0;
    this.asks = false; // whether the pad and the keys choose the digit
  }

  /** Ask for a digit; again, end it. */
  ask() {
    if (this.end()) return;
    this.asks = true;
    this.page.messages.tellHere("Choose a digit to highlight", "plain");
    this.draw();
  }

  set(digit) {
    const { page } = this;
    this.digit = this.digit === digit ? 0 : digit;
    this.draw();
    const can = [...page.board.cells.keys()].filter((k) => page.board.canHold(k, digit)).length;
    page.messages.tellHere(this.digit ? `${numberOf(can, "cell")} can hold ${page.symbol(digit)}` : "", "plain");
  }

  /** End it; says whether there was anything to end. */
  end() {
    if (!this.digit && !this.asks) return false;
    this.digit = 0;
    this.asks = false;
    this.page.messages.tellHere("", "plain");
    this.draw();
    return true;
  }

  draw() {
    const { board, pad, tools } = this.page;
    [board, pad, tools].forEach((part) => part.draw());
  }
}
