"""What a cell shows has room: digits, marks, sums, dots and the lines of cages do not cover each other."""

from collections.abc import Callable
from typing import Any

import pytest

from sudoku_models.board.position import Square

COLLISIONS = """depth => {
  const board = document.querySelector(".smb-board");
  const scale = board.getBoundingClientRect().width / board.querySelector(".smb-over").viewBox.baseVal.width / 100;
  const pen = document.createElement("canvas").getContext("2d");
  const found = [];
  /** The box of the ink of a text: its line is higher than its letters. */
  const ink = (element, box) => {
    const style = getComputedStyle(element);
    pen.font = `${style.fontStyle} ${style.fontWeight} 100px ${style.fontFamily}`;
    const text = element.textContent, m = pen.measureText(text), isDrawn = element instanceof SVGElement;
    const size = parseFloat(style.fontSize) * (isDrawn ? scale : 1) / 100;
    const middle = (box.top + box.bottom) / 2, centre = (box.left + box.right) / 2;
    const baseline = middle + (m.fontBoundingBoxAscent - m.fontBoundingBoxDescent) / 2 * size;
    const left = centre - m.width / 2 * size;
    found.push({
      what: `${element.getAttribute("class") ?? element.tagName} ${text}`, is: element,
      left: left - m.actualBoundingBoxLeft * size, right: left + m.actualBoundingBoxRight * size,
      top: baseline - m.actualBoundingBoxAscent * size, bottom: baseline + m.actualBoundingBoxDescent * size,
    });
  };
  for (const each of board.querySelectorAll(".smb-digit, .smb-marks :is(span, s):not(:has(span)), .smb-centres > *")) {
    const range = document.createRange();
    range.selectNodeContents(each);
    if (each.textContent) ink(each, range.getBoundingClientRect());
  }
  for (const each of board.querySelectorAll(".smb-drawn text")) ink(each, each.getBoundingClientRect());
  const texts = found.length;
  for (const each of board.querySelectorAll(".smb-over circle")) {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    found.push({ what: "dot", is: each, left, right, top, bottom });
  }
  for (const each of board.querySelectorAll(".smb-over polyline")) {
    const corner = board.querySelector(".smb-over").getBoundingClientRect(), points = [...each.points];
    points.slice(1).forEach((to, k) => {
      const [xs, ys] = ["x", "y"].map((axis) => [points[k][axis], to[axis]].sort((a, b) => a - b));
      if (xs[1] - xs[0] && ys[1] - ys[0]) return;
      found.push({
        what: "line", is: each, left: corner.left + xs[0] * scale - 0.5, right: corner.left + xs[1] * scale + 0.5,
        top: corner.top + ys[0] * scale - 0.5, bottom: corner.top + ys[1] * scale + 0.5,
      });
    });
  }
  const collide = [];
  for (let i = 0; i < texts; i++) for (let j = i + 1; j < found.length; j++) {
    const [a, b] = [found[i], found[j]];
    if (a.is.tagName === "text" && b.is.tagName === "circle") continue; // a number in its disc
    let over = Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top);
    if (b.what === "dot") {
      const [x, y, radius] = [(b.left + b.right) / 2, (b.top + b.bottom) / 2, (b.right - b.left) / 2];
      over = radius - Math.hypot(Math.max(a.left - x, x - a.right, 0), Math.max(a.top - y, y - a.bottom, 0));
    }
    if (over > (b.what === "line" ? 0.5 : depth)) collide.push(`${a.what} and ${b.what} by ${over.toFixed(1)}`);
  }
  return [texts, collide];
}"""
BOARDS = [
    ("killer:1", 30),
    ("killer:3", 44),
    ("killer:14", 70),
    ("clues:3", 40),
    ("clues:4", 36),
    ("clues:13", 50),
    ("variants:12", 36),
    ("variants:15", 36),
    ("jigsaw:2", 34),
]


@pytest.mark.parametrize(("name", "pixels"), BOARDS)
def test_digits_marks_and_what_is_drawn_do_not_cover_each_other(
    desk: Callable[..., Any], name: str, pixels: int
) -> None:
    player = desk(name, (1700, 1400))
    player.page.add_style_tag(content=f".smb {{ --cell: {pixels}px !important; }}")
    game, size = player.board.session.game, player.size
    digits = range(1, size + 1)
    shown = {
        "digits": Square(8 if size > 8 else 4),
        "corner marks": Square(marks=frozenset(digits)),
        "both": Square(marks=frozenset(digits[:4]), centres=frozenset(digits[-4:])),
    }
    for what, square in shown.items():
        game.squares = dict.fromkeys(game.board.cells, square)
        player.board._show()
        player.show()
        texts, collisions = player.page.evaluate(COLLISIONS, 1)
        assert texts >= size * size
        assert (what, collisions) == (what, [])
