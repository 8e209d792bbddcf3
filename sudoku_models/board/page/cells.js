// The cells of a board: what each of them shows.

import { UNIT, borders, drawn, frame } from "./drawing.js";
import { draw, make } from "./elements.js";
import { COLORS } from "./entering.js";
import { Links } from "./links.js";
import { centreMarks, colorsOf, cornerMarks } from "./marks.js";

/** What is left free around the marks of a cell, in cells: above, on each side, below; and how high marks of 11 pixels may be. */
const MARGINS = { usual: [0.075, 0.055, 0.035, 0.31], edge: [0.115, 0.12, 0.1, 0.31], disc: [0.19, 0.19, 0.17, 0.26], corner: [0.31, 0.14, 0.12, 0.24] };

const IN_CORNERS = 4; // with more marks in a cell, those of all cells stand as on a keypad

/** The margins on a board with these drawings: sums stand in upper left corners, dots and signs on edges, discs on corners. */
function marginsOf(elements) {
  const kinds = elements.filter((each) => each.above).map(({ kind, at, radius, points }) => {
    if (kind === "caption") return at[1] % 1 > 0.15 && at[1] % 1 < 0.35 ? "corner" : "edge";
    return kind === "disc" ? (radius > 0.2 ? "disc" : "edge") : points?.length === 3 ? "edge" : "usual";
  });
  return MARGINS[["corner", "disc", "edge"].find((kind) => kinds.includes(kind)) ?? "usual"];
}

export class Board {
  /** Cells, lines and marks for one shape of board; `page` has their content. */
  constructor(page, shape) {
    this.page = page;
    this.n = shape.size;
    this.drawn = [];
    this.cells = shape.names.map((_, k) => make("div", { role: "gridcell", "data-cell": k }));
    const rows = Array.from({ length: this.n }, (_, r) =>
      make("div", { role: "row", class: "smb-line" }, ...this.cells.slice(r * this.n, (r + 1) * this.n)));
    this.grid = make("div", { role: "grid", class: "smb-grid", "aria-label": "Sudoku board", "aria-multiselectable": "true" }, ...rows);
    const numbers = (side) => make("div", { class: `smb-numbers is-${side}`, "aria-hidden": "true" },
      ...Array.from({ length: this.n }, (_, i) => make("span", {}, `${i + 1}`)));
    this.element = make("div", { class: "smb-board" }, numbers("top"), numbers("left"), this.grid);
    this.notes = make("div", { class: "smb-rules" });
    this.reshape(shape);
    this.links = new Links(this);
    this.element.append(this.links.element);
  }

  /** Take other regions and rules on the same cells; the focus, a drag, and a question over the board stay. */
  reshape(shape) {
    this.shape = shape;
    this.peers = shape.names.map((_, k) => new Set(shape.units.filter((cells) => cells.includes(k)).flat()));
    this.peers.forEach((peers, k) => peers.delete(k));
    this.under?.remove();
    this.over?.remove();
    this.under = this.drawing("smb-under", {}, shape.elements.filter((each) => !each.above));
    this.over = this.drawing("smb-over", { ...borders(this.n, shape.regions), unit: "" }, shape.elements.filter((each) => each.above));
    this.grid.before(this.under);
    this.grid.after(this.over);
    this.unit = this.over.querySelector(".smb-unit");
    this.notes.replaceChildren(...(shape.texts ?? []).map((text) => make("p", { class: "is-text" }, text)),
      ...shape.notes.map((note) => make("p", {}, note)));
    this.element.dataset.drawn = shape.elements.length > 0;
    this.margins = marginsOf(shape.elements);
    this.element.dataset.corners = this.margins === MARGINS.corner;
    this.element.style.setProperty("--n", this.n);
    ["left", "right", "top", "bottom"].forEach((side, i) => this.element.style.setProperty(`--${side}`, shape.outside[i]));
    ["top", "side", "bottom"].forEach((side, i) => this.element.style.setProperty(`--mark-${side}`, this.margins[i]));
    this.element.style.setProperty("--mark-least", this.n > 9 ? "0px" : `min(11px, ${this.margins[3]} * var(--cell))`); // to be read on a phone
    this.element.style.setProperty("--mark-rows", shape.marks[0]);
    this.element.style.setProperty("--mark-columns", shape.marks[1]);
  }

  /** Beneath the digits: shaded cells and lines. Above them: thin and thick borders, cages, dots and numbers. */
  drawing(name, paths, elements) {
    const children = Object.entries(paths).map(([kind, d]) => draw("path", { d, class: `smb-${kind}` }));
    const rules = draw("g", { class: "smb-drawn", transform: `scale(${1 / UNIT})` }, ...drawn(elements));
    return draw("svg", { class: name, viewBox: `0 0 ${this.n} ${this.n}`, "aria-hidden": "true" }, ...children, rules);
  }

  /** Update every cell from the page; unchanged cells are skipped. */
  draw() {
    const { page } = this;
    const { selection } = page;
    const filter = page.highlighting.digit;
    const settings = page.get("settings");
    const highlights = page.highlights();
    const chosen = selection.begun && !page.isExplained(); // while a step is shown, nothing else is shaded, nor peers while rules are drawn
    const digit = chosen && settings.same !== false ? page.value(selection.active) : 0;
    const peers = chosen && selection.cells.size === 1 && settings.peers !== false && !page.drawing.tool ? this.peers[selection.active] : new Set();
    this.unit.classList.toggle("is-many", highlights.units.length > 2);
    this.unit.setAttribute("d", highlights.units.map((cells) => frame(this.n, cells)).join(""));
    this.links.draw();
    this.isFull = page.isExplained() || page.get("highlights").links?.length > 0 || page.get("marks").some((each) => each.length > IN_CORNERS);
    for (let k = 0; k < this.cells.length; k++) {
      const look = this.look(k, highlights, filter || digit);
      const can = filter > 0 && this.canHold(k, filter);
      look.classes = [
        look.given && "is-given", look.clash && "is-clash", look.wrong && "is-wrong", look.ground && "is-ground",
        look.reason && "is-reason", look.colors.length > 0 && "is-colored", look.selected && "is-selected",
        look.selected && k === selection.active && "is-active", peers.has(k) && "is-peer",
        !filter && digit && k !== selection.active && look.value === digit && "is-same",
        filter && (look.value === filter ? "is-same" : can ? "is-can" : "is-dim"),
      ].filter(Boolean).join(" ");
      const key = JSON.stringify(look);
      if (this.drawn[k] === key) continue;
      this.drawn[k] = key;
      this.fill(this.cells[k], look, k);
    }
    page.pad.press();
  }

  /** Whether a blank cell can hold a digit: by its marks, if it has any, else by the rules. */
  canHold(k, digit) {
    if (this.page.value(k)) return false;
    const marks = [...this.page.get("marks")[k], ...(this.page.get("centres")?.[k] ?? [])];
    return marks.length ? marks.includes(digit) : this.fits(k, digit);
  }

  /** The content of a cell; marks of one digit stand out. */
  look(k, highlights, digit) {
    const { page } = this;
    const value = page.value(k);
    const marks = value ? [] : page.get("marks")[k];
    const extra = value ? [] : highlights.candidates.get(k) ?? [];
    const given = page.get("givens")[k] > 0;
    const look = {
      name: this.shape.names[k], value, given,
      fixed: given && !page.get("design"),
      clash: page.clashes.has(k), wrong: highlights.wrong.has(k),
      reason: highlights.reason.has(k), ground: highlights.digits.has(k),
      puts: value ? 0 : highlights.puts.get(k) ?? 0,
      supposed: !value && highlights.supposed.has(k),
      marks: marks.length ? marks : extra,
      lent: !marks.length && extra.length > 0,
      centres: value ? [] : page.get("centres")?.[k] ?? [],
      colors: page.get("colors")?.[k] ?? [],
      removes: value ? [] : highlights.removes.get(k) ?? [],
      selected: page.selection.has(k), tab: k === page.selection.active,
    };
    const shown = [...look.marks, ...look.centres, ...look.removes];
    look.apart = look.centres.length > 0 || !this.isFull && (marks.length > 0 || !highlights.candidates.size);
    look.markSame = shown.includes(digit) ? digit : 0;
    look.symbols = [value, look.puts, ...shown].map((d) => page.symbol(d));
    return look;
  }

  fill(cell, look, k) {
    const { page } = this;
    cell.className = `smb-cell ${look.classes}`;
    cell.tabIndex = look.tab ? 0 : -1;
    cell.dataset.value = look.value;
    cell.dataset.given = look.given;
    cell.setAttribute("aria-selected", look.selected);
    cell.setAttribute("aria-readonly", look.fixed);
    cell.setAttribute("aria-invalid", look.clash || look.wrong);
    cell.setAttribute("aria-label", this.label(look));
    const digit = look.value || look.puts;
    const children = look.colors.length ? [colorsOf(look.colors)] : [];
    if (digit) {
      const symbol = page.symbol(digit);
      const length = symbol.length > 1 ? " is-long" : "";
      children.push(make("span", { class: `smb-digit${look.value ? "" : look.supposed ? " is-ghost is-supposed" : " is-ghost"}${length}` }, symbol));
    } else {
      if (look.marks.length || look.removes.length) children.push(cornerMarks(page, this.shape, look));
      if (look.centres.length) children.push(centreMarks(page, look));
    }
    cell.replaceChildren(...children);
  }

  /** What a screen reader says of a cell. */
  label(look) {
    const { page } = this;
    const written = (digits) => digits.map((d) => page.symbol(d)).join(" ");
    return [
      look.name,
      look.value ? `${look.given ? "given " : ""}${page.symbol(look.value)}` : "blank",
      look.clash && "clashes",
      look.wrong && "wrong",
      look.marks.length > 0 && `${look.lent ? "can hold" : "marks"} ${written(look.marks)}`,
      look.centres.length > 0 && `centre marks ${written(look.centres)}`,
      look.colors.length > 0 && `coloured ${look.colors.map((color) => COLORS[color - 1]).join(" ")}`,
      look.ground && "the step rests on it",
      look.puts > 0 && `${look.supposed ? "supposed:" : "the step puts"} ${page.symbol(look.puts)}`,
      look.removes.length > 0 && `the step takes away ${written(look.removes)}`,
    ].filter(Boolean).join(", ");
  }

  /** The middle of a candidate of a cell, in cells. */
  placeOf(k, digit) {
    const [rows, columns] = this.shape.marks;
    const [top, side, bottom] = this.margins;
    const [row, column] = [Math.ceil(digit / columns), ((digit - 1) % columns) + 1];
    return [(k % this.n) + side + ((1 - 2 * side) * (column - 0.5)) / columns, Math.floor(k / this.n) + top + ((1 - top - bottom) * (row - 0.5)) / rows];
  }

  /** What the board takes beyond its cells, across and down: clues outside it in cells, numbers and borders in pixels. */
  around() {
    const [left, right, top, bottom] = this.shape.outside;
    const fixed = (parseFloat(getComputedStyle(this.element).getPropertyValue("--edge-pixels")) || 0) + 6;
    return [{ cells: this.n + left + right, fixed }, { cells: this.n + top + bottom, fixed }];
  }

  /** Whether a digit clashes with nothing that is on the board. */
  fits(k, digit) {
    return ![...this.peers[k]].some((j) => this.page.value(j) === digit);
  }
}
