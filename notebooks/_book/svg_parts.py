"""Small pieces of SVG for the pictures at the heads of the lessons: text, lines, dots, arrows and boards.

Ink and paper follow the colour scheme of the reader. The background is part of a picture, which can so stand
on any page.
"""

import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from sudoku_models.plots.style import INK, MUTED, PALETTE, PAPER

WIDTH, HEIGHT = 720, 200
LIGHT = {**PALETTE, "ink": INK, "muted": MUTED, "faint": "#dedede", "paper": PAPER, "black": "#000", "white": "#fff"}
DARK = {"blue": PALETTE["sky"], "ink": "#ececec", "faint": "#44474c", "paper": "#17191c"}

Point = tuple[float, float]
Cell = tuple[int, int]


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0").replace("-0", "-0" if abs(value) >= 0.05 else "0")


def tag(name: str, look: str, body: str | None = None, **attributes: Any) -> str:
    """An element. `look` are classes: f-blue is filled, t-blue tinted, s-blue drawn, and dash is dashed."""
    given = {key.replace("_", "-"): number(v) if isinstance(v, (int, float)) else v for key, v in attributes.items()}
    text = "".join(f' {key}="{value}"' for key, value in {"class": look, **given}.items())
    return f"<{name}{text}/>" if body is None else f"<{name}{text}>{body}</{name}>"


def text(x: float, y: float, words: str, look: str = "f-ink", size: int = 17, anchor: str = "middle") -> str:
    """A line of text; what follows an underscore, a character or several in braces, is an index."""
    parts = [escape(part.strip("{}"), quote=False) for part in re.split(r"_(\w|\{.*?\})", words)]
    body = parts[0]
    for index, rest in zip(parts[1::2], parts[2::2], strict=True):
        body += f'<tspan dy="4" font-size="70%">{index}</tspan>' + (f'<tspan dy="-4">{rest}</tspan>' if rest else "")
    return tag("text", f"{look} {anchor}", body, x=x, y=y, font_size=size)


def caption(x: float, words: str) -> str:
    return text(x, 188, words)


def line(points: Iterable[Point], look: str = "s-ink", end: str = "", **attributes: Any) -> str:
    d = "M" + " ".join(f"{number(x)},{number(y)}" for x, y in points) + end
    return tag("path", look, d=d, **attributes)


def strokes(pairs: Iterable[tuple[Point, Point]], look: str = "s-ink", width: float = 1.5) -> str:
    """Many lines in one element."""
    d = "".join(f"M{number(x)},{number(y)} {number(z)},{number(w)}" for (x, y), (z, w) in pairs)
    return tag("path", look, d=d, stroke_width=width)


def squares(corners: Iterable[Point], width: float, height: float, look: str) -> str:
    """Many rectangles of one size in one element."""
    across = f"h{number(width)}v{number(height)}h{number(-width)}z"
    return tag("path", look, d="".join(f"M{number(x)},{number(y)}{across}" for x, y in corners))


def dot(x: float, y: float, look: str = "f-ink", r: float = 4) -> str:
    return tag("circle", look, cx=x, cy=y, r=r)


def arrow(x: float, y: float, z: float, w: float, look: str = "muted") -> str:
    length = ((z - x) ** 2 + (w - y) ** 2) ** 0.5
    u, v = (z - x) / length, (w - y) / length
    tip = [(z, w), (z - 11 * u - 6 * v, w - 11 * v + 6 * u), (z - 11 * u + 6 * v, w - 11 * v - 6 * u)]
    return line([(x, y), (z - 9 * u, w - 9 * v)], f"s-{look}", stroke_width=2) + line(tip, f"f-{look}", "z")


def frame(x: float, y: float, w: float, h: float, words: str = "", look: str = "s-ink", size: int = 18) -> str:
    box = tag("rect", look, x=x, y=y, width=w, height=h, rx=8)
    return box + (text(x + w / 2, y + h / 2 + 0.35 * size, words, "f-ink", size) if words else "")


class Grid:
    """A board of n x n cells, or of some of its rows, whose top left corner is at (x, y)."""

    def __init__(self, x: float, y: float, size: float, n: int, box: Cell = (0, 0), rows: int = 0) -> None:
        self.x, self.y, self.a, self.n, self.box, self.rows = x, y, size / n, n, box, rows or n

    def at(self, cell: Cell) -> Point:
        """The middle of a cell; rows and columns are counted from 1."""
        return self.x + (cell[1] - 0.5) * self.a, self.y + (cell[0] - 0.5) * self.a

    def tint(self, cells: Iterable[Cell], look: str) -> str:
        return squares([(self.at(i)[0] - self.a / 2, self.at(i)[1] - self.a / 2) for i in cells], self.a, self.a, look)

    def digits(self, held: Mapping[Cell, Any], look: str = "f-ink", share: float = 0.68) -> str:
        """An element for each row, with a position for each digit."""
        found = []
        for r in sorted({r for r, _ in held}):
            row = {i: d for i, d in sorted(held.items()) if i[0] == r}
            xs = " ".join(number(self.at(i)[0]) for i in row)
            y = self.at((r, 1))[1] + 0.36 * share * self.a
            found.append(
                tag("text", f"{look} middle", "".join(map(str, row.values())), x=xs, y=y, font_size=share * self.a)
            )
        return "".join(found)

    def lines(self) -> str:
        high, wide = self.rows, self.n
        rows = {
            r: [(self.x, self.y + r * self.a), (self.x + wide * self.a, self.y + r * self.a)] for r in range(high + 1)
        }
        columns = {
            c: [(self.x + c * self.a, self.y), (self.x + c * self.a, self.y + high * self.a)] for c in range(wide + 1)
        }
        thick = [rows[r] for r in rows if r in (0, high) or (self.box[0] and r % self.box[0] == 0)]
        thick += [columns[c] for c in columns if c in (0, wide) or (self.box[1] and c % self.box[1] == 0)]
        thin = [pair for pair in [*rows.values(), *columns.values()] if pair not in thick]
        return strokes(thin, "s-faint", 1) + strokes(thick, "s-ink", 1.5)


def picture(parts: Iterable[str], title: str) -> str:
    """The whole file, with the styles that are used in it."""
    body = "\n".join(part for part in parts if part)
    used = set(re.findall(r"\b[fst]-[a-z]+", body)) | {"f-paper"}
    styles = ".middle{text-anchor:middle}.end{text-anchor:end}.bold{font-weight:bold}.dash{stroke-dasharray:6 5}"
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>\n'
        f"<title>{escape(title)}</title>\n"
        f"<style>text{{font-family:sans-serif}}path,circle,rect{{fill:none;stroke-linejoin:round}}{styles}\n"
        f"{rules(LIGHT, used)}\n@media(prefers-color-scheme:dark){{{rules(DARK, used)}}}</style>\n"
        f'<rect class="f-paper" width="{WIDTH}" height="{HEIGHT}" rx="10"/>\n{body}\n</svg>\n'
    )


def rules(colours: Mapping[str, str], used: set[str]) -> str:
    """The styles of these classes."""
    kinds = {"f": "fill:{}", "s": "stroke:{}", "t": "fill:{};fill-opacity:.28"}
    names = [
        (f"{kind}-{name}", rule.format(colour)) for name, colour in colours.items() for kind, rule in kinds.items()
    ]
    return "".join(f".{name}{{{rule}}}" for name, rule in names if name in used)
