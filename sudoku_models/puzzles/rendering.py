"""Rendering boards as one line, as a grid of characters, and as an HTML table."""

from collections.abc import Collection

from .board import Board, Cell

__all__ = ["grid", "html", "line", "regions"]

Values = tuple[int, ...]
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BOLD, BLUE, PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[0m"


def line(board: Board, values: Values) -> str:
    """One line: a character per cell for up to 35 digits, integers separated by spaces for more."""
    if board.size < len(LETTERS):
        return "".join(LETTERS[d] if d else "." for d in values)
    return " ".join(str(d) if d else "." for d in values)


def grid(board: Board, values: Values, givens: Values | None = None, color: bool = False) -> str:
    """A grid of characters. With `givens`, these are marked by brackets, or by weight and colour."""
    n, (height, width) = board.size, board.box or (board.size, board.size)
    digit_width = len(str(n))
    plain = [f"{d or '.':>{digit_width}}" for d in range(n + 1)]
    before, after = ["|", *[""] * (width - 1)] * (n // width), [*[""] * (width - 1), " "] * (n // width)
    cell_width = digit_width + 1
    if givens is None:
        cells = [f" {plain[d]}" for d in values]
    elif color:
        cells = [f" {BOLD if g else BLUE}{plain[d]}{PLAIN}" for d, g in zip(values, givens, strict=True)]
    else:
        cells = [f"[{plain[d]}]" if g else f" {plain[d]} " for d, g in zip(values, givens, strict=True)]
        cell_width += 1
    rule = "+" + "+".join("-" * (cell_width * width + 1) for _ in range(n // width)) + "+"
    lines = []
    for r in range(n):
        if r % height == 0:
            lines.append(rule)
        row = cells[r * n : (r + 1) * n]
        lines.append("".join([part for parts in zip(before, row, after, strict=True) for part in parts]) + "|")
    return "\n".join([*lines, rule])


def html(board: Board, values: Values, givens: Values | None = None, marked: Collection[Cell] = ()) -> str:
    """An HTML table with inline styles.

    Givens are bold, other digits are not; the digits of marked cells are underlined on a darker background.
    """
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
            style += "" if given else "color:#1f77b4;"
            style += "background:#d55e0055;text-decoration:underline;" if (r + 1, c + 1) in marked else ""
            text = str(d) if d else "&nbsp;"
            cells.append(f'<td style="{style}">{f"<b>{text}</b>" if given and d else text}</td>')
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f'<table style="border-collapse:collapse;font-family:sans-serif">{"".join(rows)}</table>'


def regions(board: Board) -> dict[Cell, str]:
    """The region of each cell, if units other than rows and columns tile the board: boxes, or the pieces of a jigsaw.

    Thick lines are drawn between regions. Empty when no units tile the board.

    >>> regions(Board.of_size(4))[3, 1]
    'box 3'
    """
    found: dict[Cell, str] = {}
    for unit in board.units:
        is_line = len({r for r, _ in unit.cells}) == 1 or len({c for _, c in unit.cells}) == 1
        is_piece = len(unit.cells) == board.size and not is_line and _is_connected(unit.cells)
        if is_piece and not found.keys() & set(unit.cells):
            found.update(dict.fromkeys(unit.cells, unit.name))
    return found if len(found) == len(board.cells) else {}


def _is_connected(cells: Collection[Cell]) -> bool:
    """Whether the cells are connected through shared edges; a diagonal is not."""
    left = set(cells)
    reached = [left.pop()]
    for r, c in reached:
        near = left & {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
        left -= near
        reached += near
    return not left
