// Drawing rules on the board of a design: the chosen tool, what a drag or a press makes, and the question for a value.

import { button, make } from "./elements.js";

const GROWN = ["cells", "path", "line"]; // how rules are drawn that a press does not make
const NEAR = 0.3; // how far from a side, in cells, a press is one on that side

export class RuleDrawing {
  constructor(page) {
    this.page = page;
    this.kind = "";
    this.watchers = [];
    this.question = null;
    this.drags = false;
    this.sent = new Map(); // by the id of a command that waits for its answer: what brings back what was drawn
    this.refused = []; // what brings it back, until nothing else is drawn or asked
    page.hear(({ received }) => {
      const again = this.sent.get(received);
      this.sent.delete(received);
      const { text, tone } = page.get("status");
      if (again && tone === "bad") this.refused.push(() => again(text));
      this.bringBack();
    });
  }

  bringBack() { if (!this.question && !this.drags) this.refused.shift()?.(); }

  /** The chosen tool; none while a puzzle is played, or the board is covered. */
  get tool() { return this.page.get("design") && !this.page.isShut() ? this.page.get("choices").tools?.[this.kind] : undefined; }

  /** Choose a tool; an empty name puts it away. */
  choose(kind) {
    if (this.page.get("design")) this.takeValue();
    else this.forget();
    this.kind = kind;
    this.page.root.dataset.tool = this.tool ? kind : "";
    this.changed();
  }

  /** Call `watcher` when the tool or the chosen cells change. */
  watch(watcher) { this.watchers.push(watcher); }
  changed() { this.watchers.forEach((watcher) => watcher()); }

  // -- the pointer: the selection follows a drag; when it ends, the rule is made -----------------------------------------

  bind(grid) {
    grid.addEventListener("dblclick", (event) => {
      const k = Number(event.target.closest("[data-cell]")?.dataset.cell ?? NaN);
      const rule = this.valued.find((each) => each.cells.includes(k) && (!this.tool || each.kind === this.kind));
      if (this.page.get("design") && rule && (this.tool ? GROWN.includes(this.tool.drawn) : !this.page.value(k))) this.change(rule);
    });
    grid.addEventListener("pointerdown", (event) => {
      if (!this.tool || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
      this.takeValue();
      this.drags = true;
      const ended = (end) => {
        ["pointerup", "pointercancel"].forEach((name) => document.removeEventListener(name, ended));
        this.drags = false;
        if (end.type === "pointerup") this.drop(event, grid);
        this.bringBack();
      };
      ["pointerup", "pointercancel"].forEach((name) => document.addEventListener(name, ended));
    });
  }

  drop(start, grid) {
    const { tool, page } = this;
    if (!tool) return;
    const dragged = [...page.selection.cells];
    const cells = dragged.length > 1 ? dragged : this.pressed(start, grid, tool.drawn);
    if (!cells.length) return;
    page.selection.chooseAll(cells);
    this.make(this.kind, cells);
  }

  /** The cells of a press: the cell, those beside a side, or those around a corner. */
  pressed(event, grid, drawn) {
    const { n } = this.page.board;
    const box = grid.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.left) / box.width) * n, ((event.clientY - box.top) / box.height) * n];
    const [r, c] = [Math.floor(y), Math.floor(x)];
    const inside = (row, column) => row >= 0 && column >= 0 && row < n && column < n;
    if (!inside(r, c)) return [];
    if (drawn === "each") return [r * n + c];
    const [across, down] = [x - c - 0.5, y - r - 0.5];
    const [toSide, toEdge] = [Math.sign(across), Math.sign(down)];
    if (drawn === "pair") {
      const [row, column] = Math.abs(across) > Math.abs(down) ? [r, c + toSide] : [r + toEdge, c];
      const isNear = 0.5 - Math.max(Math.abs(across), Math.abs(down)) < NEAR;
      return isNear && inside(row, column) ? [r * n + c, row * n + column] : [];
    }
    if (drawn !== "corner") return [];
    const around = [[r, c], [r, c + toSide], [r + toEdge, c], [r + toEdge, c + toSide]];
    return around.every(([row, column]) => inside(row, column)) ? around.map(([row, column]) => row * n + column) : [];
  }

  /** The rules of the board that have a value. */
  get valued() {
    const { tools } = this.page.get("choices");
    return (this.page.get("board").rules ?? []).filter((rule) => tools[rule.kind]?.value);
  }

  // -- making a rule -------------------------------------------------------------------------------------------------

  /** Make a rule on some cells; ask for its value first, if it has one. On the cells of a rule it is that one's. */
  make(kind, cells) {
    const tool = this.page.get("choices").tools[kind];
    const order = (list) => `${tool.drawn === "path" || tool.drawn === "line" ? list : [...list].sort((a, b) => a - b)}`;
    const same = this.valued.find((rule) => rule.kind === kind && order(rule.cells) === order(cells));
    if (same) { this.change(same); return; }
    const send = (value) => this.page.send({ do: "rule", kind, cells, value });
    if (tool.value) this.ask(tool, cells, tool.usual, send);
    else this.sends(send(""), () => this.page.selection.chooseAll(cells, false));
  }

  /** A command was sent; its cells are not chosen any more, so that no digit goes into all of them. */
  sends(id, again) {
    this.sent.set(id, again);
    this.page.selection.narrow(false);
  }

  /** Give a rule of the board another value. */
  change(rule) {
    const tool = this.page.get("choices").tools[rule.kind];
    this.ask(tool, rule.cells, rule.value, (value) => this.page.send({ do: "change_rule", rule: rule.name, value }));
  }

  /** Ask for a value beside some cells, perhaps once more, because of a refusal. Enter takes it, Escape leaves everything as it was. */
  ask(tool, cells, value, take, refusal = "") {
    this.close();
    const { page } = this;
    page.selection.chooseAll(cells, false);
    const { n } = page.board;
    const name = `${tool.value} of the ${tool.label.toLowerCase()}`;
    const input = make("input", { type: "text", inputMode: "numeric", value, size: 6, "aria-label": name, autocomplete: "off", maxLength: 12 });
    const done = () => { this.close(); page.focusBoard(); };
    const leave = () => { done(); this.bringBack(); };
    const ok = () => {
      const text = input.value;
      done();
      this.sends(take(text), (why) => this.ask(tool, cells, text, take, why));
      this.bringBack();
    };
    this.question = make("div", {
      class: "smb-ask", role: "dialog", "aria-label": name,
      onkeydown: (event) => {
        if (event.key === "Enter" && event.target === input) ok();
        else if (event.key === "Escape") leave();
        else { event.stopPropagation(); return; }
        event.preventDefault();
        event.stopPropagation();
      },
    }, make("label", {}, make("span", {}, tool.optional ? `${tool.value} (or none)` : tool.value), input),
    button("OK", "take-value", ok, { class: "is-main" }), button("Cancel", "leave-value", leave),
    make("p", { "data-tone": "bad", hidden: !refusal }, refusal));
    const rows = cells.map((k) => Math.floor(k / n));
    const [first, last] = [Math.min(...rows), Math.max(...rows)];
    const up = last >= n - 2 && first > 1;
    this.question.style.setProperty("--left", `${Math.min(...cells.map((k) => k % n)) / n}`);
    this.question.style.setProperty("--top", `${(up ? first : Math.min(last, n - 2) + 1) / n}`);
    this.question.dataset.up = `${up}`;
    page.board.element.append(this.question);
    input.focus({ preventScroll: true });
    input.select();
  }

  /** Whoever draws on takes the value that was being asked for. */
  takeValue() {
    const { refused } = this;
    this.refused = [];
    this.question?.querySelector("[data-do=take-value]").click();
    this.refused = refused;
  }

  close() {
    this.question?.remove();
    this.question = null;
  }

  /** Another board: nothing is asked or brought back. */
  forget() {
    this.close();
    this.sent.clear();
    this.refused = [];
  }
}
