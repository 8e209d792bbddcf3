// The chosen cells: one that has the keys, and perhaps others that are entered with it.

export class Selection {
  constructor(page) {
    this.page = page;
    this.active = 0;
    this.cells = new Set([0]);
    this.begun = false; // nothing looks chosen before the board has had the focus
    this.drag = null;
  }

  /** The chosen cells, in order. */
  get list() { return [...this.cells].sort((a, b) => a - b); }

  has(k) { return this.begun && this.cells.has(k) && !this.page.isExplained(); }

  /** Start anew on a board of another size: what is entered goes where a cell looks chosen. */
  reset() {
    this.active = 0;
    this.cells = new Set([0]);
  }

  /** A new game: its first blank cell is chosen. */
  begin() {
    const blank = this.page.get("values").findIndex((digit) => !digit);
    const isFocused = this.isFocused();
    this.active = Math.max(blank, 0);
    this.cells = new Set([this.active]);
    if (isFocused) this.page.focusBoard();
  }

  isFocused() { return Boolean(this.page.board?.grid.contains(this.page.focused())); }

  /** Choose one cell alone, or in addition to the others. */
  choose(k, { add = false, focus = true } = {}) {
    if (!add) this.cells.clear();
    this.cells.add(k);
    this.active = k;
    this.show(focus);
  }

  /** Choose several cells; the active one stays if it is among them. */
  chooseAll(cells, focus = true) {
    if (!cells.length) return;
    this.cells = new Set(cells);
    if (!this.cells.has(this.active)) this.active = cells[0];
    this.show(focus);
    this.page.announce(`${this.cells.size} cells chosen`);
  }

  toggle(k) {
    if (this.cells.has(k) && this.cells.size > 1) {
      this.cells.delete(k);
      if (this.active === k) this.active = this.list[0];
      this.show();
    } else this.choose(k, { add: true });
  }

  /** The rectangle from the active cell to another. */
  stretch(k) {
    const { n } = this.page.board;
    const [rows, columns] = [(cell) => Math.floor(cell / n), (cell) => cell % n]
      .map((of) => [of(this.active), of(k)].sort((a, b) => a - b));
    const cells = [];
    for (let r = rows[0]; r <= rows[1]; r++) for (let c = columns[0]; c <= columns[1]; c++) cells.push(r * n + c);
    this.chooseAll(cells);
  }

  /** End the choice of several cells; says whether there was one. */
  narrow(focus = true) {
    if (this.cells.size < 2) return false;
    this.choose(this.active, { focus });
    return true;
  }

  /** All cells with the digit of a cell. */
  chooseSame(k) {
    const digit = this.page.value(k);
    this.chooseAll([...this.page.board.cells.keys()].filter((j) => this.page.value(j) === digit));
  }

  show(focus = true) {
    this.begun = true;
    this.page.board.draw();
    this.page.drawing.changed();
    if (!focus) return;
    this.page.board.cells[this.active].focus({ preventScroll: true });
    this.page.fitting.bringIntoView(this.active);
  }

  // -- the pointer -----------------------------------------------------------------------------------------------

  bind(grid) {
    const cellOf = (event) => Number(event.target.closest("[data-cell]")?.dataset.cell ?? NaN);
    grid.addEventListener("pointerdown", (event) => {
      const k = cellOf(event);
      if (event.button || Number.isNaN(k)) return;
      this.drag = { cell: k, moved: false, path: [k] };
      if (event.ctrlKey || event.metaKey) this.toggle(k);
      else if (event.shiftKey) this.stretch(k);
      else this.choose(k);
    });
    // A cell that is taken out of the choice must not get the focus.
    grid.addEventListener("mousedown", (event) => { if (event.ctrlKey || event.metaKey || event.shiftKey) event.preventDefault(); });
    grid.addEventListener("pointermove", (event) => this.onMove(event, grid));
    for (const end of ["pointerup", "pointercancel"]) grid.addEventListener(end, () => { this.dragged = this.drag; this.drag = null; });
    grid.addEventListener("click", (event) => this.onClick(event, cellOf(event)));
    grid.addEventListener("focusin", (event) => {
      const k = cellOf(event);
      if (Number.isNaN(k)) return;
      if (k !== this.active) this.choose(k, { focus: false });
      else if (!this.begun) this.show(false);
    });
  }

  /** Dragging chooses the cells that are passed near their middle: a slanting path touches no neighbours. */
  onMove(event, grid) {
    if (!this.drag || !(event.buttons & 1)) return;
    const { n } = this.page.board;
    const box = grid.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.left) / box.width) * n, ((event.clientY - box.top) / box.height) * n];
    const [r, c] = [Math.floor(y), Math.floor(x)];
    if (r < 0 || c < 0 || r >= n || c >= n || Math.hypot(x - c - 0.5, y - r - 0.5) > 0.44) return;
    const k = r * n + c;
    if (k === this.drag.cell) return;
    const { drawing } = this.page;
    const way = this.way(this.drag.cell, k);
    const path = [...this.drag.path, ...way].slice(0, n * n); // as many as a command may have
    const to = path.at(-1);
    this.drag = { cell: to, moved: true, path };
    if (drawing.tool?.drawn === "path" && this.list.length > 1 && [...this.cells].at(-2) === to) this.cells.delete(this.active); // back along a line
    way.forEach((each) => this.choose(each, { add: true }));
  }

  /** The cells after one, up to another: a fast pointer leaves some out. */
  way(from, to) {
    const { n } = this.page.board;
    const path = [];
    for (let k = from; k !== to; path.push(k)) {
      k += Math.sign((to % n) - (k % n)) + n * Math.sign(Math.floor(to / n) - Math.floor(k / n));
    }
    return path;
  }

  onClick(event, k) {
    if (Number.isNaN(k) || this.page.drawing.tool || this.dragged?.moved || event.ctrlKey || event.metaKey || event.shiftKey && this.cells.size > 1) return;
    if (event.detail > 1 && this.page.value(k)) this.chooseSame(k);
    else if (k !== this.active || !this.begun) this.choose(k);
  }
}
