// A new game: its kind, its size and its level.

import { button, choose, field, make, paragraph, row, sentenceCase } from "./elements.js";

const KEY = "smb-new-game";
const ANY = { level: "", title: "Any level", about: "A new puzzle each time" };

export class NewGame {
  constructor(page, close) {
    this.page = page;
    this.close = close;
    const { games } = page.get("choices");
    this.last = remembered();
    this.kind = this.last.kind in games ? this.last.kind : Object.keys(games)[0];
    this.kinds = row(...Object.entries(games).map(([kind, { title }]) => button(title, "new-kind", () => { this.kind = kind; this.fill(); }, { "data-kind": kind })));
    this.size = choose({});
    this.size.addEventListener("change", () => this.fill());
    this.levels = make("div", { class: "smb-new-levels" });
    this.about = paragraph("");
    this.note = paragraph("");
    this.element = make("div", { class: "smb-popover smb-new", role: "dialog", "aria-label": "New game" },
      make("div", { role: "group", "aria-label": "Kind" }, this.kinds), this.about, field("Size", this.size), this.levels, this.note,
      row(button("Design your own", "design-own", () => { this.close(); this.design(); }),
        button("Open a link, a text, a file or a shipped puzzle", "collection", () => { this.close(); page.open("puzzle"); })));
    this.fill();
  }

  /** The sizes of the kind, and a button for each level that is measured on the board, with what its puzzles need. */
  fill() {
    const { games, levels: needs, in_place: inPlace } = this.page.get("choices");
    const { title: name, about: what, sizes } = games[this.kind];
    const before = this.size.value || `${this.last.size ?? 9}`;
    const isClassic = this.kind === Object.keys(games)[0];
    for (const each of this.kinds.children) each.setAttribute("aria-pressed", each.dataset.kind === this.kind);
    this.size.replaceChildren(...Object.keys(sizes).map((n) => make("option", { value: n }, `${n}×${n}`)));
    this.size.value = before in sizes ? before : "9";
    const found = sizes[this.size.value].map((level) => ({ level, title: sentenceCase(level), about: needs[level] }));
    this.levels.replaceChildren(...(isClassic ? found : [ANY, ...found]).map(({ level, title, about }) => make("button", {
      type: "button", "data-do": "new-game", "data-level": level, onclick: () => this.start(this.kind, Number(this.size.value), level),
      class: JSON.stringify(this.last) === JSON.stringify({ kind: this.kind, size: Number(this.size.value), level }) ? "is-last" : "",
    }, make("strong", {}, title), make("span", {}, about))));
    this.about.textContent = sentenceCase(what);
    const notes = [found.length < Object.keys(needs).length && `${name} ${this.size.value}×${this.size.value} has no other level.`,
      inPlace && "Python runs in this page here: it answers again when the puzzle is made."];
    this.note.textContent = notes.filter(Boolean).join(" ");
  }

  start(kind, size, level) {
    this.last = { kind, size, level };
    try { localStorage.setItem(KEY, JSON.stringify(this.last)); } catch { /* it works without */ }
    this.close();
    this.fill();
    this.page.focusBoard();
    this.page.send({ do: "random", kind, size, level, seed: "" });
  }

  /** An empty board of the chosen size, if there is one. */
  design() {
    const { page } = this;
    const size = Number(this.size.value);
    page.send({ do: "empty", size: page.get("choices").design_sizes.includes(size) ? size : 9 });
    page.open("design");
  }

  /** Another one like the last. */
  again() { this.start(this.last.kind, this.last.size, this.last.level); }
}

/** What was chosen last; without the storage of the browser nothing is kept. */
function remembered() {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { return {}; }
}
