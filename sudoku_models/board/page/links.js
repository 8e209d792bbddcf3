// The arrows of a chain: from candidate to candidate. Strong links are solid lines, weak ones are dashed.

import { draw } from "./elements.js";

const HEAD = 0.13; // the length of an arrowhead, in cells
const BENDS = [0, -1, 1, -2, 2, -3, 3, -4, 4, -6, 6]; // how much more, or less, than usual an arrow can bend

export class Links {
  constructor(board) {
    this.board = board;
    this.arrows = draw("g", {});
    const head = draw("marker", { id: `smb-head-${board.page.me}`, viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: HEAD, markerHeight: HEAD,
      orient: "auto", markerUnits: "userSpaceOnUse" }, draw("path", { d: "M0 0 10 5 0 10 3 5Z", class: "smb-arrow-head" }));
    this.element = draw("svg", { class: "smb-links", viewBox: `0 0 ${board.n} ${board.n}`, "aria-hidden": "true" },
      draw("defs", {}, head), this.arrows);
  }

  draw() {
    const links = this.board.page.get("highlights").links ?? [];
    const key = JSON.stringify(links);
    if (this.drawn === key) return;
    this.drawn = key;
    this.shown = this.board.page.highlights();
    const ends = new Map(links.flatMap(([a, d, b, e]) => [[`${a} ${d}`, [a, d]], [`${b} ${e}`, [b, e]]]));
    const rings = [...ends.values()].map(([k, d]) => {
      const [x, y] = this.board.placeOf(k, d);
      return draw("circle", { cx: x, cy: y, r: this.radius(), class: "smb-link-end" });
    });
    this.arrows.replaceChildren(...rings, ...links.map((link) => this.arrow(link)));
  }

  radius() { return 0.42 / Math.max(...this.board.shape.marks, 2); }

  /** A bow from one candidate to another. It begins at the ring of the first, and its head ends at the ring of the
   *  second. Of several bows to both sides it is the one that covers the least of digits and of other marks. */
  arrow([from, digit, to, other, kind]) {
    const [a, b] = [this.board.placeOf(from, digit), this.board.placeOf(to, other)];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy) || 1;
    const r = this.radius();
    const usual = length < 3.6 * r ? 0.87 * length : length < 6.4 * r ? 0.5 * length : Math.min(0.16 * length, 0.5);
    const own = new Set([`${from} ${digit}`, `${to} ${other}`]);
    let [best, least] = [null, Infinity];
    for (const times of BENDS) {
      const bend = usual + times * Math.max(0.3, 0.1 * length);
      const middle = [(a[0] + b[0]) / 2 - (dy / length) * bend, (a[1] + b[1]) / 2 + (dx / length) * bend];
      const near = (point, away) => {
        const [vx, vy] = [middle[0] - point[0], middle[1] - point[1]];
        const far = Math.hypot(vx, vy) || 1;
        return [point[0] + (vx / far) * away, point[1] + (vy / far) * away];
      };
      const bow = [near(a, r), middle, near(b, r + 0.3 * HEAD)]; // the line ends within the head
      const cost = this.covers(bow, own) + 0.1 * Math.abs(times);
      if (cost < least) [best, least] = [bow, cost];
    }
    const [start, middle, end] = best.map((point) => point.map((value) => value.toFixed(3)));
    return draw("path", { d: `M${start} Q${middle} ${end}`, class: `smb-link is-${kind}`,
      "marker-end": `url(#smb-head-${this.board.page.me})` });
  }

  /** How much a bow covers: 6 for each digit of a cell, 1 for each mark, and much for what is outside the board.
   *  @param {number[][]} bow @param {Set<string>} own */
  covers(bow, own) {
    const { board } = this;
    const [[ax, ay], [mx, my], [bx, by]] = bow;
    const met = new Map();
    const steps = Math.ceil(8 * Math.hypot(bx - ax, by - ay)) + 8;
    for (let i = 0; i <= steps; i++) {
      const t = i / steps;
      const [p, q, s] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
      const [x, y] = [p * ax + q * mx + s * bx, p * ay + q * my + s * by];
      if (Math.min(x, y) < 0 || Math.max(x, y) >= board.n) { met.set("outside", 20); continue; }
      const k = Math.floor(y) * board.n + Math.floor(x);
      if (this.filled(k)) {
        if (Math.hypot(x % 1 - 0.5, y % 1 - 0.5) < 0.3) met.set(`${k}`, 6);
        continue;
      }
      for (const d of this.marksOf(k)) {
        const [u, v] = board.placeOf(k, d);
        if (!own.has(`${k} ${d}`) && Math.hypot(x - u, y - v) < 0.6 * this.radius()) met.set(`${k} ${d}`, 1);
      }
    }
    return [...met.values()].reduce((sum, each) => sum + each, 0);
  }

  filled(k) { return this.board.page.value(k) > 0 || this.shown.puts.has(k); }

  marksOf(k) {
    const marks = this.board.page.get("marks")[k];
    return marks.length ? marks : this.shown.candidates.get(k) ?? [];
  }
}
