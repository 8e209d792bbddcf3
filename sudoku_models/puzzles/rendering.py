"""Rendering boards as one line, as a grid of characters, and for web pages."""

from collections.abc import Collection

from .board import Board, Cell
from .drawing import drawing, listed_rules, regions
from .drawing.svg import ENTERED, board_svg

__all__ = ["grid", "html", "line"]

Values = tuple[int, ...]
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BOLD, BLUE, PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[0m"


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
    before, after = ["|", *[""] * (width - 1)] * (n // width), [*[""] * (width - 1), " "] * (n // width)
    rule = "+" + "+".join("-" * (cell_width * width + 1) for _ in range(n // width)) + "+"
    lines = []
    for r in range(n):
        if r % height == 0:
            lines.append(rule)
        row = cells[r * n : (r + 1) * n]
        lines.append("".join([part for parts in zip(before, row, after, strict=True) for part in parts]) + "|")
    return [*lines, rule]


def _with_regions(board: Board, cells: list[str], cell_width: int, region: dict[Cell, str]) -> list[str]:
    """The lines of a grid with irregular regions, with a line wherever two regions meet.

    A line between two rows of cells, or between two columns, is at each boundary k = 0..n.
    """
    n, width = board.size, len(str(board.size)) + 2
    after = " " * (width - cell_width)

    def parted(one: Cell, other: Cell) -> bool:
        return region.get(one) != region.get(other)

    lines = []
    for r in range(n + 1):
        edges = ("-" * width if parted((r, c), (r + 1, c)) else " " * width for c in board.digits)
        corners = [_corner(r, c, region) for c in range(n + 1)]
        lines.append("".join([part for pair in zip(corners, edges, strict=False) for part in pair] + corners[-1:]))
        if r < n:
            bars = ["|" if parted((r + 1, c), (r + 1, c + 1)) else " " for c in range(n + 1)]
            row = [f"{bar}{cell}{after}" for bar, cell in zip(bars, cells[r * n : (r + 1) * n], strict=False)]
            lines.append("".join([*row, "|"]))
    return lines


def _corner(r: int, c: int, region: dict[Cell, str]) -> str:
    """The character where four cells meet: below row r, to the right of column c."""
    above, below = ([region.get((k, c)), region.get((k, c + 1))] for k in (r, r + 1))
    vertical = above[0] != above[1] or below[0] != below[1]
    horizontal = above[0] != below[0] or above[1] != below[1]
    return "+" if vertical and horizontal else "|" if vertical else "-" if horizontal else " "


def html(board: Board, values: Values, givens: Values | None = None, marked: Collection[Cell] = ()) -> str:
    """A table with inline styles; a picture, if the board has rules, irregular regions or further units.

    Givens are bold, other digits are not; the digits of marked cells are underlined on a darker background.
    """
    drawn = drawing(board)
    if drawn.elements or drawn.notes:
        return board_svg(board, drawn, values, givens, marked)
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
