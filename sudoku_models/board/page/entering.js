// Entering: digits, marks and colours go to Python as commands; a digit is drawn at once, as a guess.

export const KINDS = [["digit", "Digit"], ["corner", "Corner"], ["centre", "Centre"], ["color", "Colour"]];
export const COLORS = ["red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "grey"];
const NUMERALS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export class Entering {
  constructor(page) {
    this.page = page;
    this.guesses = new Map(); // cell -> what was entered, until Python has received it
  }

  /** Enter a digit, a mark or a colour into cells, as one move. */
  enter(digit, kind = this.page.kind) {
    const { page } = this;
    const cells = page.selection.list;
    if (page.isComing) return;
    const id = page.send({ do: "enter", cells, digit, kind });
    if (page.isShut()) return;
    if (kind !== "digit") {
      this.tell(digit, kind, cells);
      return;
    }
    const taken = cells.filter((k) => !page.isFixed(k));
    for (const k of taken) {
      this.guesses.set(k, { digit, id });
      page.clashes.delete(k);
    }
    if (!taken.length) return;
    page.board.draw();
    this.tell(digit, kind, taken);
  }

  /** Erase what is on top in the cells: digits, else marks, else colours. */
  erase() {
    const { page } = this;
    const cells = page.selection.list;
    if (page.isComing) return;
    const id = page.send({ do: "erase", cells, kind: page.kind });
    if (page.isShut() || page.kind !== "digit") return;
    const digits = cells.filter((k) => !page.isFixed(k) && page.value(k));
    for (const k of digits) this.guesses.set(k, { digit: 0, id });
    if (!digits.length) return;
    page.board.draw();
    page.announce(`erased, ${page.where(digits)}`);
  }

  /** Python has received a command: what it made of it is in the traits. */
  received(id) {
    for (const [k, guess] of this.guesses) if (guess.id === id) this.guesses.delete(k);
  }

  /** What a screen reader says after an entry. */
  tell(digit, kind, cells) {
    const { page } = this;
    const trait = { corner: "marks", centre: "centres", color: "colors" }[kind];
    const open = trait && cells.filter((k) => !page.isFixed(k) && (kind === "color" || !page.value(k)));
    const gone = open?.length && open.every((k) => page.get(trait)?.[k]?.includes(digit));
    const what = { digit: "", corner: "corner mark ", centre: "centre mark ", color: "colour " }[kind];
    const sign = kind === "color" ? COLORS[digit - 1] : page.symbol(digit);
    page.announce(`${what}${sign}${gone ? " taken away" : ""}, ${page.where(cells)}`);
  }

  /** The digit of a key, or 0 for none. The symbol itself is tried first, then in capitals. */
  digitOf(key) {
    const symbols = this.page.get("symbols");
    const bySymbol = symbols.indexOf(key) + 1 || symbols.findIndex((symbol) => symbol.toUpperCase() === key.toUpperCase()) + 1;
    if (bySymbol) return bySymbol;
    const digit = key.length === 1 ? NUMERALS.indexOf(key.toUpperCase()) : -1;
    return digit >= 1 && digit <= this.page.board.n ? digit : 0;
  }
}
