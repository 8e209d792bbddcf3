// The pen: lines from cell to cell, crosses and circles, above the digits.

import { draw } from "./elements.js";
import { COLORS } from "./entering.js";

const WAYS = { right: [1, 0], "down left": [-1, 1], down: [0, 1], "down right": [1, 1] }; // where the lines of a cell end

export class Pen {
  constructor(board) {
    this.board = board;
    this.page = board.page;
    this.strokes = draw("g", {});
    this.begun = draw("polyline", { class: "smb-begun" });
    this.element = draw("svg", { class: "smb-pen", viewBox: `0 0 ${board.n} ${board.n}`, "aria-hidden": "true" }, this.strokes, this.begun);
  }

  /** What is drawn, as words for the label of each cell. */
  words() {
    const words = new Map();
    const add = (k, word) => words.set(k, [...words.get(k) ?? [], word]);
    for (const [k, shape] of this.page.get("pen") ?? []) {
      const way = WAYS[shape];
      if (!way) add(k, shape);
      else [k, k + way[0] + way[1] * this.board.n].forEach((end) => add(end, "line"));
    }
    return words;
  }

  draw() {
    const pen = this.page.get("pen") ?? [];
    const key = JSON.stringify(pen);
    if (this.drawn === key) return;
    this.drawn = key;
    this.strokes.replaceChildren(...pen.map(([k, shape, color]) => {
      const [x, y] = this.middle(k);
      const [across, down] = WAYS[shape] ?? [];
      const low = y + (this.board.margins[0] - this.board.margins[2]) / 2; // below a sum
      const d = shape === "cross" ? `M${x - 0.25} ${low - 0.25}l0.5 0.5m0 -0.5l-0.5 0.5`
        : shape === "circle" ? `M${x - 0.3} ${low}a0.3 0.3 0 1 0 0.6 0a0.3 0.3 0 1 0 -0.6 0` : `M${x} ${y}l${across} ${down}`;
      return draw("path", { d, "data-shape": shape, style: `stroke: var(--pen-${color})` });
    }));
  }

  middle(k) { return [(k % this.board.n) + 0.5, Math.floor(k / this.board.n) + 0.5]; }

  /** The cells after the last one of a path, up to another: a fast pointer leaves some out. */
  way(from, to) {
    const { n } = this.board;
    const path = [];
    for (let k = from; k !== to; path.push(k)) {
      k += Math.sign((to % n) - (k % n)) + n * Math.sign(Math.floor(to / n) - Math.floor(k / n));
    }
    return path;
  }

  /** Show a line that is being drawn, or none. */
  preview(path = []) {
    this.begun.setAttribute("points", path.map((k) => this.middle(k).join(",")).join(" "));
    this.begun.style.stroke = `var(--pen-${this.page.penColor})`;
  }

  /** Draw a line; in a single cell a cross, then a circle, then nothing. */
  write(path) {
    const { page } = this;
    this.preview();
    if (page.isShut()) return;
    page.send({ do: "draw", cells: path, color: page.penColor });
    page.announce(path.length > 1 ? `line to ${page.where(path.slice(-1))}` : `pen, ${page.where(path)}`);
  }

  choose(color) {
    this.page.penColor = color;
    this.page.pad.draw();
    this.page.announce(`pen in ${COLORS[color - 1]}`);
  }
}
