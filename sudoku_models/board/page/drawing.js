// The drawings around the digits: borders, frames and the rules of a board.

import { draw } from "./elements.js";

/** Straight pieces of border: thin between cells of one region, thick where two regions meet. */
export function borders(n, regions) {
  const pieces = { thin: "", thick: "" };
  const at = (r, c) => regions[r * n + c];
  for (let k = 1; k < n; k++) {
    for (const [line, isThick] of [
      [(a, b) => `M${a} ${k}H${b}`, (c) => at(k - 1, c) !== at(k, c)],
      [(a, b) => `M${k} ${a}V${b}`, (r) => at(r, k - 1) !== at(r, k)],
    ]) {
      let start = 0;
      for (let i = 1; i <= n; i++) {
        if (i < n && isThick(i) === isThick(i - 1)) continue;
        pieces[isThick(i - 1) ? "thick" : "thin"] += line(start, i);
        start = i;
      }
    }
  }
  pieces.thick += `M0 0H${n}V${n}H0Z`;
  return pieces;
}

/** The frame around some cells, just within them, so that no border is covered. */
export function frame(n, cells, inset = 0.05) {
  const has = new Set(cells);
  const at = (r, c) => c >= 0 && c < n && has.has(r * n + c);
  const end = (beside, across) => (!beside ? inset : across ? -inset : 0);
  return cells.map((k) => {
    const [r, c] = [Math.floor(k / n), k % n];
    const [up, down, left, right] = [at(r - 1, c), at(r + 1, c), at(r, c - 1), at(r, c + 1)];
    const level = (y, to) => `M${c + end(left, at(to, c - 1))} ${y}H${c + 1 - end(right, at(to, c + 1))}`;
    const upright = (x, to) => `M${x} ${r + end(up, at(r - 1, to))}V${r + 1 - end(down, at(r + 1, to))}`;
    return (up ? "" : level(r + inset, r - 1)) + (down ? "" : level(r + 1 - inset, r + 1))
      + (left ? "" : upright(c + inset, c - 1)) + (right ? "" : upright(c + 1 - inset, c + 1));
  }).join("");
}

/** The drawings of rules: shades, strokes, discs and captions in cells, as Python describes them.
 *  Elements of one opacity form a group, so that parts that overlap do not look darker. */
export function drawn(elements) {
  const groups = [];
  for (const each of elements) {
    if (groups.at(-1)?.opacity !== (each.opacity ?? 1)) groups.push({ opacity: each.opacity ?? 1, children: [] });
    groups.at(-1).children.push(...SHAPES[each.kind](each, `var(--drawn-${each.color ?? "ink"})`));
  }
  return groups.map(({ opacity, children }) => draw("g", { opacity }, ...children));
}

export const UNIT = 100; // the side of a cell in the drawings of rules
const place = (points) => points.map(([x, y]) => `${x * UNIT},${y * UNIT}`).join(" ");
const SHAPES = {
  shade: ({ cells, side = 1 }, fill) => cells.map(([r, c]) => draw("rect", {
    x: (c - 0.5 - side / 2) * UNIT, y: (r - 0.5 - side / 2) * UNIT, width: side * UNIT, height: side * UNIT,
    style: `fill: ${fill}`, "shape-rendering": "crispEdges",
  })),
  stroke: ({ points, width = 0.05, dashed, head }, stroke) => [points, head].filter(Boolean).map((line, k) => draw("polyline", {
    points: place(line), style: `stroke: ${stroke}`, "stroke-width": width * UNIT, "stroke-linejoin": "round",
    "stroke-linecap": dashed ? "butt" : "round", ...(dashed && !k ? { "stroke-dasharray": `${0.12 * UNIT} ${0.1 * UNIT}` } : {}),
  })),
  disc: ({ at: [cx, cy], radius = 0.4, edge, filled = true }, fill) => [draw("circle", {
    cx: cx * UNIT, cy: cy * UNIT, r: radius * UNIT, "stroke-width": 0.04 * UNIT,
    style: `fill: ${filled ? fill : "none"}; stroke: ${edge ? `var(--drawn-${edge})` : "none"}`,
  })],
  caption: ({ at: [x, y], text, size = 0.3, boxed }, fill) => {
    const half = 0.52 * size * UNIT;
    const ground = { x: x * UNIT - half, y: y * UNIT - half, width: 2 * half, height: 2 * half, rx: 0.2 * half, style: "fill: var(--drawn-white)" };
    const letters = { x: x * UNIT, y: y * UNIT, "font-size": size * UNIT, "text-anchor": "middle", "dominant-baseline": "central", style: `fill: ${fill}` };
    return [...(boxed ? [draw("rect", ground)] : []), draw("text", letters, text)];
  },
};
