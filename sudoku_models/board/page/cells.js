// The cells of a board: what each of them shows.

class Board {
  /** Cells, lines and marks for one shape of board; `page` has their content. */
  constructor(page, shape) {
    this.page = page;
    this.shape = shape;
    this.n = shape.size;
    this.peers = shape.names.map((_, k) => new Set(shape.units.filter((cells) => cells.includes(k)).flat()));
    this.peers.forEach((peers, k) => peers.delete(k));
    this.drawn = [];
    this.cells = shape.names.map((_, k) => make("div", { role: "gridcell", "data-cell": k }));
    const rows = Array.from({ length: this.n }, (_, r) =>
      make("div", { role: "row", class: "smb-line" }, ...this.cells.slice(r * this.n, (r + 1) * this.n)));
    this.grid = make("div", { role: "grid", class: "smb-grid", "aria-label": "Sudoku board" }, ...rows);
    const numbers = (side) => make("div", { class: `smb-numbers is-${side}`, "aria-hidden": "true" },
      ...Array.from({ length: this.n }, (_, i) => make("span", {}, `${i + 1}`)));
    this.element = make("div", { class: "smb-board" }, numbers("top"), numbers("left"),
      this.drawing("smb-under", {}, shape.elements.filter((each) => !each.above)), this.grid,
      this.drawing("smb-over", { ...borders(this.n, shape.regions), unit: "" }, shape.elements.filter((each) => each.above)));
    this.notes = make("div", { class: "smb-rules" }, ...shape.notes.map((note) => make("p", {}, note)));
    this.unit = this.element.querySelector(".smb-unit");
    this.element.dataset.drawn = shape.elements.length > 0;
    this.element.dataset.corners = shape.elements.some((each) => each.kind === "caption" && each.above);
    this.element.style.setProperty("--n", this.n);
    ["left", "right", "top", "bottom"].forEach((side, i) => this.element.style.setProperty(`--${side}`, shape.outside[i]));
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
    const { active } = page;
    const [highlights, digit] = [page.highlights(), page.value(active)];
    this.unit.setAttribute("d", frame(this.n, highlights.unit));
    for (let k = 0; k < this.cells.length; k++) {
      const look = this.look(k, highlights);
      look.classes = [
        look.given && "is-given", look.clash && "is-clash", look.wrong && "is-wrong", look.ground && "is-ground",
        look.reason && "is-reason",
        k === active && "is-active", this.peers[active].has(k) && "is-peer",
        k !== active && digit && look.value === digit && "is-same",
      ].filter(Boolean).join(" ");
      const key = JSON.stringify(look);
      if (this.drawn[k] === key) continue;
      this.drawn[k] = key;
      this.fill(this.cells[k], look, k);
    }
    page.pressMarks();
  }

  /** The content of a cell. */
  look(k, highlights) {
    const { page } = this;
    const value = page.value(k);
    const removes = highlights.removes.get(k) ?? [];
    const marks = value ? [] : page.get("marks")[k];
    const extra = value ? [] : highlights.candidates.get(k) ?? [];
    return {
      name: this.shape.names[k],
      value,
      given: page.get("givens")[k] > 0,
      fixed: page.get("givens")[k] > 0 && !page.get("design"),
      clash: page.clashes.has(k),
      wrong: highlights.wrong.has(k),
      reason: highlights.reason.has(k),
      ground: highlights.digits.has(k),
      puts: value ? 0 : highlights.puts.get(k) ?? 0,
      marks: marks.length ? marks : extra,
      lent: !marks.length && extra.length > 0,
      removes: value ? [] : removes,
      symbols: [value, highlights.puts.get(k) ?? 0, ...marks, ...extra].map((d) => page.symbol(d)),
      tab: k === page.active,
    };
  }

  fill(cell, look, k) {
    const { page } = this;
    cell.className = `smb-cell ${look.classes}`;
    cell.tabIndex = look.tab ? 0 : -1;
    cell.dataset.value = look.value;
    cell.dataset.given = look.given;
    cell.setAttribute("aria-readonly", look.fixed);
    cell.setAttribute("aria-invalid", look.clash || look.wrong);
    const written = (digits) => digits.map((d) => page.symbol(d)).join(" ");
    cell.setAttribute("aria-label", [
      look.name,
      look.value ? `${look.given ? "given " : ""}${page.symbol(look.value)}` : "blank",
      look.clash && "clashes",
      look.wrong && "wrong",
      look.marks.length > 0 && `${look.lent ? "can hold" : "marks"} ${written(look.marks)}`,
      look.ground && "the step rests on it",
      look.puts > 0 && `the step puts ${page.symbol(look.puts)}`,
      look.removes.length > 0 && `the step takes away ${written(look.removes)}`,
    ].filter(Boolean).join(", "));
    const digit = look.value || look.puts;
    if (digit) {
      const symbol = page.symbol(digit);
      const length = [...symbol].length > 1 && /^[\p{L}\p{N}]+$/u.test(symbol) ? " is-long" : "";
      cell.replaceChildren(make("span", { class: `smb-digit${look.value ? "" : " is-ghost"}${length}` }, symbol));
    } else if (look.marks.length || look.removes.length) {
      cell.replaceChildren(this.marks(look));
    } else {
      cell.replaceChildren();
    }
  }

  /** Pencil marks: each digit has a fixed position in the cell, as on a keypad. */
  marks(look) {
    const marks = make("span", { class: `smb-marks${look.lent ? " is-lent" : ""}` });
    for (let d = 1; d <= this.n; d++) {
      const gone = look.removes.includes(d);
      if (!gone && !look.marks.includes(d)) continue;
      const mark = make(gone ? "s" : "span", {}, this.page.symbol(d));
      mark.style.gridArea = `${Math.ceil(d / this.shape.marks[1])} / ${((d - 1) % this.shape.marks[1]) + 1}`;
      marks.append(mark);
    }
    return marks;
  }

  /** Whether a digit clashes with nothing that is on the board. */
  fits(k, digit) {
    return ![...this.peers[k]].some((j) => this.page.value(j) === digit);
  }
}
