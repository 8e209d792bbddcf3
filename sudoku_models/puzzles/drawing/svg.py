"""A board with its rules as an SVG picture for web pages: readable on a light and on a dark background."""

from collections.abc import Collection, Iterable
from html import escape
from itertools import groupby

from ..board import Board
from ..units import Cell
from .elements import COLOURS, Caption, Disc, Drawing, Element, Point, Shade, Stroke

__all__ = ["board_svg"]

Values = tuple[int, ...]
SIDE = 36
"""The side of a cell in units of the picture."""
PLAIN_EM, EM = 1.75, 2.4
"""The side of a cell in widths of the page's letters: on a board without rules, and on one with rules."""
ENTERED = "color-mix(in srgb,#1f77b4 70%,currentColor)"
"""The blue of digits that are no givens, mixed with the colour of the text, which is light on a dark page."""
NAMES = COLOURS | {"ink": "currentColor", "muted": "#8a8a8a", "white": "#fff", "black": "#1a1a1a", "": "none"}


def board_svg(
    board: Board, drawn: Drawing, values: Values, givens: Values | None = None, marked: Collection[Cell] = ()
) -> str:
    """The board as an SVG picture, with the meanings of its rules below.

    Args:
        board: The board.
        drawn: Its drawing.
        values: n*n digits, row by row, 0 for blank.
        givens: The digits that are givens: bold; by default all.
        marked: Cells whose digits are underlined on a darker background.

    >>> from .of_board import drawing
    >>> board = Board.jigsaw("1112 1322 3324 3444")
    >>> board_svg(board, drawing(board), (1,) * 16).count("<text")
    16
    """
    left, right, top, bottom = drawn.bounds
    width, height = right - left, bottom - top
    box = f"{left * SIDE - 2} {top * SIDE - 2} {width * SIDE + 4} {height * SIDE + 4}"
    parts = [
        *_grouped(element for element in drawn.elements if not element.above),
        *(f'<rect {_square(cell, 1.0)} fill="#d55e00" opacity=".33"/>' for cell in sorted(marked)),
        *_lines(board.size, drawn.regions),
        *_digits(board, values, givens, marked),
        *_grouped(element for element in drawn.elements if element.above),
    ]
    em = EM if board.rules else PLAIN_EM
    style = f"width:{width * em:g}em;max-width:100%;display:block;font-family:sans-serif"
    label = _label(board, values)
    picture = f'<svg viewBox="{box}" style="{style}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
    notes = "".join(f"<div>{escape(note)}</div>" for note in drawn.notes)
    return f'<div>{picture}<div style="font-size:85%;max-width:{max(width * em, 20):g}em">{notes}</div></div>'


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
    for r in range(1, n + 1):
        for c in range(1, n + 1):
            if c < n:
                parted = region.get((r, c)) != region.get((r, c + 1))
                (thick if parted else thin).append(f"M{c * SIDE} {(r - 1) * SIDE}v{SIDE}")
            if r < n:
                parted = region.get((r, c)) != region.get((r + 1, c))
                (thick if parted else thin).append(f"M{(c - 1) * SIDE} {r * SIDE}h{SIDE}")
    yield f'<path d="{"".join(thin)}" stroke="#9999" fill="none"/>'
    yield f'<path d="{"".join(thick)}" stroke="currentColor" stroke-width="2.4" stroke-linecap="square" fill="none"/>'


def _grouped(elements: Iterable[Element]) -> Iterable[str]:
    """The elements; those of one opacity form a group, so that parts that overlap do not look darker."""
    for opacity, group in groupby(elements, key=lambda element: element.opacity):
        drawn = "".join(map(_element, group))
        yield drawn if opacity == 1 else f'<g opacity="{opacity:g}">{drawn}</g>'


def _element(element: Element) -> str:
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
