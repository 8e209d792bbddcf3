// The keys of the board.

export const KEYS = [
  ["arrows", "to the next cell; with Shift more cells are chosen"],
  ["Home, End", "to the ends of the row; with Ctrl to the corners"],
  ["Page Up, Page Down", "a box up or down"],
  ["digits, letters", "enter a value into all chosen cells; A stands for 10, or type the symbol itself"],
  ["Space", "the next kind of entry: digit, corner mark, centre mark, colour"],
  [". (full stop)", "corner marks on and off; also M, where M is no value"],
  ["Shift, Ctrl, Alt and a digit", "corner mark, centre mark, colour, where the browser leaves these keys"],
  ["Delete, Backspace, 0", "erase"],
  ["/ and a digit", "highlight the cells that can hold it; / again ends it"],
  ["Ctrl A", "choose all cells"],
  ["?", "this help"],
  ["Escape", "end the choice of several cells, the highlighting, the projector, the explanation"],
  ["Ctrl Z, Ctrl Y", "undo, redo"],
  ["Ctrl S", "save the notebook; on a page of its own, the game as a file"],
  ["mouse", "drag, Ctrl or Shift and a click choose more cells; a double click, all cells with that digit"],
];

export class Keyboard {
  constructor(page) { this.page = page; }

  onKey(event) {
    const { page } = this;
    if (page.isComing || page.paused) return;
    const handlers = event.altKey ? [this.color]
      : event.ctrlKey || event.metaKey ? [this.move, this.control] : [this.leave, this.move, this.special, this.type];
    if (!handlers.some((handler) => handler.call(this, event, page))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A key on a button, which takes no values itself: those are for the board. */
  onValue(event) {
    const { page } = this;
    if (event.defaultPrevented || event.altKey || page.isComing || page.paused || page.isExplained()) return;
    const isUndo = (event.ctrlKey || event.metaKey) && ["z", "y"].includes(event.key.toLowerCase());
    const isValue = !event.ctrlKey && !event.metaKey && page.entering.digitOf(event.key) > 0;
    if (isUndo ? this.control(event, page) : isValue && this.type(event, page)) event.preventDefault();
  }

  /** The cell that a key of movement leads to. */
  target({ key, ctrlKey, metaKey }) {
    const { n, shape } = this.page.board;
    const { active } = this.page.selection;
    const [r, c] = [Math.floor(active / n), active % n];
    const all = ctrlKey || metaKey;
    const band = Math.max(shape.marks[0], 1);
    const moves = {
      ArrowUp: [Math.max(r - 1, 0), c], ArrowDown: [Math.min(r + 1, n - 1), c],
      ArrowLeft: [r, Math.max(c - 1, 0)], ArrowRight: [r, Math.min(c + 1, n - 1)],
      Home: all ? [0, 0] : [r, 0], End: all ? [n - 1, n - 1] : [r, n - 1],
      PageUp: [Math.max(r - band, 0), c], PageDown: [Math.min(r + band, n - 1), c],
    };
    const to = moves[key];
    return to ? to[0] * n + to[1] : -1;
  }

  move(event, page) {
    const to = this.target(event);
    if (to < 0) return false;
    page.selection.choose(to, { add: event.shiftKey });
    return true;
  }

  leave(event, page) {
    return event.key === "Escape" && (page.projector.leave() || page.leavePath() || page.highlighting.end() || page.selection.narrow());
  }

  control(event, page) {
    const key = event.key.toLowerCase();
    const digit = /^Digit[1-9]$/.test(event.code) ? page.entering.digitOf(event.code.slice(5)) : 0;
    if (key === "z" || key === "y") page.send({ do: key === "y" || event.shiftKey ? "redo" : "undo" });
    else if (key === "a") page.selection.chooseAll([...page.board.cells.keys()]);
    else if (digit) page.entering.enter(digit, "centre");
    else return false;
    return true;
  }

  color(event, page) {
    if (!/^Digit[1-9]$/.test(event.code) || event.ctrlKey || event.metaKey) return false;
    page.entering.enter(Number(event.code.slice(5)), "color");
    return true;
  }

  /** Keys that are no values; a symbol of the board comes first. */
  special(event, page) {
    const { key } = event;
    if (page.entering.digitOf(key)) return false;
    if (["Delete", "Backspace", "0"].includes(key)) page.entering.erase();
    else if (key === " ") page.nextKind(event.shiftKey ? -1 : 1);
    else if ([".", "m", "M"].includes(key)) page.setKind(page.kind === "corner" ? "digit" : "corner");
    else if (key === "/") page.highlighting.ask();
    else if (key === "?") page.open("help");
    else return false;
    return true;
  }

  type(event, page) {
    const { entering } = page;
    const typed = entering.digitOf(event.key);
    const shifted = event.shiftKey && !typed && /^Digit[0-9]$/.test(event.code);
    const digit = shifted ? entering.digitOf(event.code.slice(5)) : typed;
    if (page.kind === "color" && !shifted && /^[1-9]$/.test(event.key) && !page.highlighting.asks) {
      entering.enter(Number(event.key));
      return true;
    }
    if (!digit) return false;
    if (page.highlighting.asks) {
      page.highlighting.set(digit);
      return true;
    }
    const small = event.key.toLowerCase();
    const other = shifted || (event.shiftKey && small !== event.key.toUpperCase() && entering.digitOf(small) === digit);
    const kind = page.kind === "color" ? "digit" : page.kind;
    entering.enter(digit, !other ? kind : kind === "corner" ? "digit" : "corner");
    return true;
  }
}
