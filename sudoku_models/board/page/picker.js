// The picker: the values to choose from, beside a cell.

import { button, make } from "./elements.js";

const MARKS = { corner: "Corner marks", centre: "Centre marks" };

export class Picker {
  constructor(page) {
    this.page = page;
    this.element = null;
  }

  open(k) {
    this.close();
    const { page } = this;
    const { n, shape } = page.board;
    const kind = page.kind in MARKS ? page.kind : "digit";
    this.columns = shape.marks[1]; // each value where its mark is
    this.keys = Array.from({ length: n }, (_, i) => {
      const key = button("", "pick", () => this.pick(i + 1, kind, k), { class: "smb-value", "data-digit": i + 1 });
      key.append(page.symbol(i + 1));
      return key;
    });
    this.keys.push(button("Erase", "erase", () => { page.entering.erase([k]); this.close(true); }, { class: "is-wide" }));
    const what = MARKS[kind] ?? "Values";
    this.kind = kind;
    this.element = make("div", {
      class: "smb-picker", role: "dialog", "aria-label": `${what} for ${shape.names[k]}`,
      onkeydown: (event) => this.onKey(event),
      onfocusout: (event) => { if (event.relatedTarget && !this.element?.contains(event.relatedTarget)) this.close(); },
    }, ...this.keys);
    this.place(k, n);
    page.board.element.append(this.element);
    this.draw();
    this.keys[0].focus({ preventScroll: true });
    this.outside = (event) => { if (!event.composedPath().includes(this.element)) this.close(); };
    setTimeout(() => this.outside && document.addEventListener("pointerdown", this.outside), 0);
  }

  pick(digit, kind, k) {
    this.page.entering.enter(digit, kind, [k]);
    if (kind === "digit") this.close(true);
  }

  place(k, n) {
    const [r, c] = [Math.floor(k / n), k % n];
    this.element.style.setProperty("--columns", this.columns);
    this.element.style.setProperty("--left", c / n);
    this.element.style.setProperty("--top", (r + 1) / n);
    this.element.dataset.up = r >= n / 2;
  }

  /** The buttons of the marks in the cell are pressed. */
  draw() {
    if (!this.element || this.kind === "digit") return;
    const marks = this.page.get(this.kind === "corner" ? "marks" : "centres")?.[this.page.selection.active] ?? [];
    for (const key of this.keys.slice(0, -1)) key.setAttribute("aria-pressed", marks.includes(Number(key.dataset.digit)));
  }

  close(back = false) {
    if (!this.element) return;
    const { element } = this;
    this.element = null;
    document.removeEventListener("pointerdown", this.outside);
    this.outside = null;
    element.remove();
    if (back) this.page.focusBoard();
  }

  onKey(event) {
    const at = this.keys.indexOf(event.target);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns }[event.key];
    const digit = this.page.entering.digitOf(event.key);
    if (by) this.keys[Math.min(Math.max(at + by, 0), this.keys.length - 1)].focus();
    else if (event.key === "Escape" || event.key === "Tab") this.close(true);
    else if (digit) {
      this.page.entering.enter(digit, this.kind);
      this.close(true);
    } else if (["Delete", "Backspace", "0"].includes(event.key)) { this.page.entering.erase(); this.close(true); }
    else { event.stopPropagation(); return; }
    event.preventDefault();
    event.stopPropagation();
  }
}
