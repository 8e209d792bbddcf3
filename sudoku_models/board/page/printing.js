// The board on paper: it is copied onto a sheet of its own, with the same style sheet.

import { make } from "./elements.js";

export class Printing {
  constructor(page) { this.page = page; }

  /** Print the puzzle, with what the player has entered or without it. */
  print(all = false) {
    const focused = () => this.page.focused();
    if (focused() !== this.sheet) this.before = focused();
    this.sheet?.remove();
    this.sheet = make("iframe", { class: "smb-sheet", title: "sheet to print", tabIndex: -1, "aria-hidden": "true" });
    this.page.root.append(this.sheet);
    const paper = this.sheet.contentDocument;
    paper.title = this.page.header.title.textContent;
    const style = paper.createElement("style");
    style.textContent = this.styles();
    paper.head.append(style);
    const copy = this.page.root.cloneNode(false);
    copy.dataset.theme = "light";
    copy.classList.add("is-sheet", ...(all ? [] : ["is-puzzle"]));
    const { author } = this.page.get("status").about ?? {};
    const by = author ? [make("p", { class: "smb-author" }, `by ${author}`)] : [];
    copy.append(this.page.header.title.cloneNode(true), ...by, this.page.board.element.cloneNode(true), this.page.board.notes.cloneNode(true));
    for (const each of copy.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
    paper.body.append(copy);
    this.sheet.contentWindow.addEventListener("afterprint", () => {
      if (focused() === this.sheet) this.before?.focus({ preventScroll: true });
    });
    this.sheet.contentWindow.focus();
    this.sheet.contentWindow.print();
  }

  /** The style sheet, wherever the notebook inserted it. */
  styles() {
    const own = this.page.model.get("_css");
    const all = [...this.page.root.getRootNode().querySelectorAll("style"), ...document.querySelectorAll("style")];
    return own || (all.find((each) => each.textContent.includes(".smb-grid"))?.textContent ?? "");
  }
}
