"""Rendering boards as one line, as a grid of characters, and for web pages: as a table, or as an SVG picture."""

from collections.abc import Collection, Iterable, Mapping
from html import escape
from itertools import groupby

from .board import Board
from .drawing import drawing, regions
from .drawing.words import listed_rules
from .graphics import COLOURS, Caption, Disc, Graphic, Point, Shade, Stroke
from .rules import CellRule, Rule
from .units import Cell, adjacent_pairs

Values = tuple[int, ...]
EMPTY: Mapping[Cell, str] = {}
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BOLD, BLUE, PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[0m"
SIDE = 36
"""The side of a cell in units of the picture."""
PLAIN_EM, EM = 1.75, 2.4
"""The side of a cell in widths of the page's letters: on a board without rules, and on one with rules."""
ENTERED = "color-mix(in srgb,#1f77b4 70%,currentColor)"
"""The blue of digits that are no givens, mixed with the colour of the text, which is light on a dark page."""
NAMES = COLOURS | {"ink": "currentColor", "muted": "#8a8a8a", "white": "#fff", "black": "#1a1a1a", "": "none"}


def marks_shape(of: Board) -> tuple[int, int]:
    """The rows and columns of the pencil marks in a cell: those of a box, or enough for all digits."""
    rows = int(of.size**0.5)
    return of.box or (rows, -(-of.size // rows))


def line(board: Board, values: Values) -> str:
    """One line: a character per cell for up to 35 digits, integers separated by spaces for more."""
    if board.size < len(LETTERS):
        return "".join(LETTERS[d] if d else "." for d in values)
    return " ".join(str(d) if d else "." for d in values)


def grid(board: Board, values: Values, givens: Values | None = None, color: bool = False) -> str:
    """A grid of characters; below it the rules of the board, one on a line.

    With `givens`, these are marked by brackets, or by weight and colour.
    """
    cells, width = _cells(board, values, givens, color)
    region = {} if board.box else regions(board)
    lines = _with_regions(board, cells, width, region) if region else _with_boxes(board, cells, width)
    return "\n".join([*lines, *listed_rules(board)])


def cages(board: Board, values: Values, givens: Values | None = None, color: bool = False) -> str:
    """A grid of characters with a line around each killer cage and its sum in its first cell; below it the other rules.

    Where a cage crosses the line between two boxes, that is dotted. Cages that overlap others are listed below.
    """
    cage: dict[Cell, str] = {}
    sums: dict[Cell, str] = {}
    others: list[Rule] = []
    for rule in board.rules:
        if not isinstance(rule, CellRule) or rule.in_text is None or cage.keys() & {*rule.cells}:
            others.append(rule)
            continue
        first = min(rule.cells)
        cage |= dict.fromkeys(rule.cells, str(first))
        sums[first] = rule.in_text
    if not cage:
        return grid(board, values, givens, color)
    cells, width = _cells(board, values, givens, color)
    lines = _with_regions(board, cells, width, dict.fromkeys(board.cells, "") | cage, regions(board), sums)
    return "\n".join([*lines, *listed_rules(board.plain.with_rules(*others))])


def _cells(board: Board, values: Values, givens: Values | None, color: bool) -> tuple[list[str], int]:
    """The text of each cell, and the number of characters that it takes."""
    digit_width = len(str(board.size))
    plain = [f"{d or '.':>{digit_width}}" for d in range(board.size + 1)]
    if givens is None:
        return [f" {plain[d]}" for d in values], digit_width + 1
    both = zip(values, givens, strict=True)
    if color:
        return [f" {BOLD if g else BLUE}{plain[d]}{PLAIN}" for d, g in both], digit_width + 1
    return [f"[{plain[d]}]" if g else f" {plain[d]} " for d, g in both], digit_width + 2


def _with_boxes(board: Board, cells: list[str], cell_width: int) -> list[str]:
    """The lines of a grid with rectangular boxes, or in one frame."""
    n, (height, width) = board.size, board.box or (board.size, board.size)
    rule = "+" + "+".join("-" * (cell_width * width + 1) for _ in range(n // width)) + "+"
    lines = []
    for r in range(n):
        if r % height == 0:
            lines.append(rule)
        row = cells[r * n : (r + 1) * n]
        boxes = (f"{''.join(row[c : c + width])} |" for c in range(0, n, width))
        lines.append("".join(["|", *boxes]))
    return [*lines, rule]


def _with_regions(
    board: Board,
    cells: list[str],
    cell_width: int,
    region: dict[Cell, str],
    dotted: Mapping[Cell, str] = EMPTY,
    sums: Mapping[Cell, str] = EMPTY,
) -> list[str]:
    """The lines of a grid with irregular regions: a line wherever two meet, and dots where two `dotted` ones meet.

    A line between two rows of cells, or between two columns, is at each boundary k = 0..n. The line above a cell begins
    with its sum, if it has one.
    """
    n, width = board.size, len(str(board.size)) + 2
    after = " " * (width - cell_width)

    def between(one: Cell, other: Cell, line: str, dots: str, nothing: str) -> str:
        is_dotted = dotted.get(one) != dotted.get(other)
        return line if region.get(one) != region.get(other) else dots if is_dotted else nothing

    def edge(r: int, c: int) -> str:
        line = sums.get((r + 1, c), "").ljust(width, "-")
        return between((r, c), (r + 1, c), line, "-".center(width), " " * width)

    lines = []
    for r in range(n + 1):
        edges = (edge(r, c) for c in board.digits)
        corners = [_corner(r, c, region) for c in range(n + 1)]
        lines.append("".join([part for pair in zip(corners, edges, strict=False) for part in pair] + corners[-1:]))
        if r < n:
            bars = [between((r + 1, c), (r + 1, c + 1), "|", ":", " ") for c in range(n + 1)]
            row = [f"{bar}{cell}{after}" for bar, cell in zip(bars, cells[r * n : (r + 1) * n], strict=False)]
            lines.append("".join([*row, "|"]))
    return lines


def _corner(r: int, c: int, region: dict[Cell, str]) -> str:
    """The character where four cells meet: below row r, to the right of column c."""
    above, below = ([region.get((k, c)), region.get((k, c + 1))] for k in (r, r + 1))
    vertical = above[0] != above[1] or below[0] != below[1]
    horizontal = above[0] != below[0] or above[1] != below[1]
    return "+" if vertical and horizontal else "|" if vertical else "-" if horizontal else " "


def beside(*parts: str) -> str:
    """Parts of a web page next to each other, in several rows where they need them."""
    return f'<div style="display:flex;flex-wrap:wrap;gap:2em">{"".join(parts)}</div>'


def html(board: Board, values: Values, givens: Values | None = None, marked: Collection[Cell] = ()) -> str:
    """A table with inline styles; a picture, if the board has rules, irregular regions or further units.

    Givens are bold, other digits are not; the digits of marked cells are underlined on a darker background.
    """
    drawn = drawing(board)
    if drawn.elements or drawn.notes:
        return picture(board, values, givens, marked)
    return _table(board, values, givens, marked)


def _table(board: Board, values: Values, givens: Values | None, marked: Collection[Cell]) -> str:
    """The board as an HTML table."""
    n, (height, width) = board.size, board.box or (board.size, board.size)
    rows = []
    for r in range(n):
        cells = []
        for c in range(n):
            d = values[r * n + c]
            given = givens is None or givens[r * n + c]
            edges = {
                "top": r % height == 0,
                "left": c % width == 0,
                "bottom": r == n - 1,
                "right": c == n - 1,
            }
            border = "".join(f"border-{side}:2px solid;" for side, thick in edges.items() if thick)
            style = f"width:1.6em;height:1.6em;padding:0;text-align:center;border:1px solid #9995;{border}"
            style += "background:#d55e0055;text-decoration:underline;" if (r + 1, c + 1) in marked else ""
            entered = f'<span style="color:{ENTERED}">{d}</span>'  # a colour of the cell would be that of its border
            text = (f"<b>{d}</b>" if given else entered) if d else "&nbsp;"
            cells.append(f'<td style="{style}">{text}</td>')
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f'<table style="border-collapse:collapse;font-family:sans-serif">{"".join(rows)}</table>'


# -- SVG ---------------------------------------------------------------------------------------------------------------


def picture(
    board: Board, values: Values, givens: Values | None, marked: Collection[Cell] = (), more: Iterable[str] = ()
) -> str:
    """The board as an SVG picture, with the meanings of its rules below.

    `more` is drawn on top, in units of the picture: a cell has the side `SIDE`, and the board begins at (0, 0).
    """
    drawn = drawing(board)
    notes = "".join(f"<div>{escape(note)}</div>" for note in drawn.notes)
    em = EM if board.rules else PLAIN_EM
    width = max((drawn.bounds[1] - drawn.bounds[0]) * em, 20)
    shown = svg(board, values, givens, marked, more)
    return f'<div>{shown}<div style="font-size:85%;max-width:{width:g}em">{notes}</div></div>'


def svg(
    board: Board, values: Values, givens: Values | None, marked: Collection[Cell] = (), more: Iterable[str] = ()
) -> str:
    """The board as an SVG picture alone; see `picture`."""
    drawn = drawing(board)
    left, right, top, bottom = drawn.bounds
    width, height = right - left, bottom - top
    box = f"{left * SIDE - 2} {top * SIDE - 2} {width * SIDE + 4} {height * SIDE + 4}"
    parts = [
        *_grouped(element for element in drawn.elements if not element.above),
        *(f'<rect {_square(cell, 1.0)} fill="#d55e00" opacity=".33"/>' for cell in sorted(marked)),
        *_lines(board.size, drawn.regions),
        *_digits(board, values, givens, marked),
        *_grouped(element for element in drawn.elements if element.above),
        *more,
    ]
    em = EM if board.rules else PLAIN_EM
    style = f"width:{width * em:g}em;max-width:100%;display:block;font-family:sans-serif"
    label = _label(board, values)
    return f'<svg viewBox="{box}" style="{style}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def _label(board: Board, values: Values) -> str:
    """The board and its digits in words, for screen readers."""
    n = board.size
    rows = (" ".join(str(d) if d else "blank" for d in values[k : k + n]) for k in range(0, n * n, n))
    return escape("; ".join([str(board), *(f"row {r}: {row}" for r, row in enumerate(rows, 1))]))


def _digits(board: Board, values: Values, givens: Values | None, marked: Collection[Cell]) -> Iterable[str]:
    for cell, d, given in zip(board.cells, values, givens or values, strict=True):
        if d:
            look = ' font-weight="bold"' if given else f' style="fill:{ENTERED}"'
            look += ' text-decoration="underline"' if cell in marked else ""
            yield _text((cell[1] - 0.5, cell[0] - 0.5), str(d), 0.56, look)


def _lines(n: int, region: dict[Cell, str]) -> Iterable[str]:
    """Thin lines between cells, thick ones between regions and around the board."""
    thin: list[str] = []
    thick = [f"M0 0H{n * SIDE}V{n * SIDE}H0Z"]
    for (r, c), other in adjacent_pairs(n):
        is_beside = other[0] == r
        line = f"M{c * SIDE} {(r - 1) * SIDE}v{SIDE}" if is_beside else f"M{(c - 1) * SIDE} {r * SIDE}h{SIDE}"
        (thin if region.get((r, c)) == region.get(other) else thick).append(line)
    yield f'<path d="{"".join(thin)}" stroke="#9999" fill="none"/>'
    yield f'<path d="{"".join(thick)}" stroke="currentColor" stroke-width="2.4" stroke-linecap="square" fill="none"/>'


def _grouped(elements: Iterable[Graphic]) -> Iterable[str]:
    """The elements; those of one opacity form a group, so that parts that overlap do not look darker."""
    for opacity, group in groupby(elements, key=lambda element: element.opacity):
        drawn = "".join(map(_element, group))
        yield drawn if opacity == 1 else f'<g opacity="{opacity:g}">{drawn}</g>'


def _element(element: Graphic) -> str:
    color = NAMES[element.color]
    match element:
        case Shade():
            look = f'fill="{color}" shape-rendering="crispEdges"'
            return "".join(f"<rect {_square(cell, element.side)} {look}/>" for cell in element.cells)
        case Stroke():
            dash = f' stroke-dasharray="{_number(0.12)} {_number(0.1)}" ' if element.dashed else ""
            cap = "butt" if element.dashed else "round"
            look = f'stroke="{color}" stroke-width="{_number(element.width)}" fill="none" stroke-linejoin="round"'
            lines = [f'<polyline points="{_points(element.points)}" stroke-linecap="{cap}"{dash} {look}/>']
            if element.head:
                lines.append(f'<polyline points="{_points(element.head)}" stroke-linecap="round" {look}/>')
            return "".join(lines)
        case Disc():
            look = f'fill="{color if element.filled else "none"}" stroke="{NAMES[element.edge]}" stroke-width="1.4"'
            x, y = map(_number, element.at)
            return f'<circle cx="{x}" cy="{y}" r="{_number(element.radius)}" {look}/>'
        case Caption():
            text = _text(element.at, element.text, element.size, f' style="fill:{color}"')
            return f"{_ground(element)}{text}" if element.boxed else text
    return ""


def _ground(caption: Caption) -> str:
    """A white ground for letters that stand on a line."""
    x, y = caption.at
    half = caption.size * 0.52
    return (
        f'<rect x="{_number(x - half)}" y="{_number(y - half)}" width="{_number(2 * half)}" '
        f'height="{_number(2 * half)}" rx="3" fill="#fff"/>'
    )


def _text(at: Point, text: str, size: float, look: str) -> str:
    return (
        f'<text x="{_number(at[0])}" y="{_number(at[1])}" font-size="{_number(size)}" text-anchor="middle" '
        f'dominant-baseline="central" fill="currentColor"{look}>{escape(text)}</text>'
    )


def _square(cell: Cell, side: float) -> str:
    x, y, width = (_number(k) for k in (cell[1] - (1 + side) / 2, cell[0] - (1 + side) / 2, side))
    return f'x="{x}" y="{y}" width="{width}" height="{width}"'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(cells: float) -> str:
    """A length in units of the picture."""
    return f"{cells * SIDE:.1f}".removesuffix(".0")
