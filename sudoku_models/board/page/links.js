// The arrows of a chain: from candidate to candidate. Strong links are solid lines, weak ones are dashed.

import { draw } from "./elements.js";

const HEAD = 0.13; // the length of an arrowhead, in cells

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
    const ends = new Map(links.flatMap(([a, d, b, e]) => [[`${a} ${d}`, [a, d]], [`${b} ${e}`, [b, e]]]));
    const rings = [...ends.values()].map(([k, d]) => {
      const [x, y] = this.board.placeOf(k, d);
      return draw("circle", { cx: x, cy: y, r: this.radius(), class: "smb-link-end" });
    });
    this.arrows.replaceChildren(...rings, ...links.map((link) => this.arrow(link)));
  }

  radius() { return 0.42 / Math.max(...this.board.shape.marks, 2); }

  /** A bow from one candidate to another. It begins at the ring of the first, and its head ends at the ring of the
   *  second; between candidates that are close it goes around, so that no digit is covered. */
  arrow([from, digit, to, other, kind]) {
    const [a, b] = [this.board.placeOf(from, digit), this.board.placeOf(to, other)];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy) || 1;
    const r = this.radius();
    const bend = length < 3.6 * r ? 0.87 * length : length < 6.4 * r ? 0.5 * length : Math.min(0.16 * length, 0.5);
    const middle = [(a[0] + b[0]) / 2 - (dy / length) * bend, (a[1] + b[1]) / 2 + (dx / length) * bend];
    const near = (point, away) => {
      const [vx, vy] = [middle[0] - point[0], middle[1] - point[1]];
      const far = Math.hypot(vx, vy) || 1;
      return [point[0] + (vx / far) * away, point[1] + (vy / far) * away].map((value) => value.toFixed(3));
    };
    const [start, end] = [near(a, r), near(b, r + 0.3 * HEAD)]; // the line ends within the head
    return draw("path", { d: `M${start} Q${middle.map((value) => value.toFixed(3))} ${end}`, class: `smb-link is-${kind}`,
      "marker-end": `url(#smb-head-${this.board.page.me})` });
  }
}
