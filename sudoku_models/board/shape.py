"""The geometry of a board for the page: the names of cells, the regions, and further units."""

from itertools import pairwise
from typing import Any

from ..puzzles.board import Board, Cell, Unit
from ..puzzles.drawing import regions

__all__ = ["shape"]


def shape(board: Board) -> dict[str, Any]:
    """The board as plain data. Cells are numbered row by row from 0.

    Returns:
        size: n.
        names: For each cell "row 3, column 7, box 3": its row, its column, and the names of its other units.
        units: The cells of each unit; two cells of one unit must differ.
        regions: For each cell the number of its box or jigsaw piece; a thick line is drawn where it changes.
        lines: Units that are drawn as a line through their cells, such as diagonals.
        shades: Cells of further units, such as the extra boxes of a windoku, which have another background.
        marks: Rows and columns of pencil marks in one cell.

    >>> of = shape(Board.of_size(4))
    >>> of["names"][6], of["regions"][:4], of["lines"], of["marks"]
    ('row 2, column 3, box 2', [0, 0, 1, 1], [], [2, 2])
    """
    number = {cell: k for k, cell in enumerate(board.cells)}
    region = regions(board)
    tiles = {name: k for k, name in enumerate(dict.fromkeys(region.values()))}
    further = [unit for unit in board.units if unit.name not in tiles and not _is_row_or_column(unit)]
    return {
        "size": board.size,
        "names": [_name(board, cell) for cell in board.cells],
        "units": [[number[cell] for cell in unit.cells] for unit in board.units],
        "regions": [tiles.get(region.get(cell, ""), 0) for cell in board.cells],
        "lines": [[number[cell] for cell in _in_line(unit)] for unit in further if _in_line(unit)],
        "shades": sorted({number[cell] for unit in further if not _in_line(unit) for cell in unit.cells}),
        "marks": _marks(board),
    }


def _name(board: Board, cell: Cell) -> str:
    others = [unit.name for unit in board.units if cell in unit.cells and not _is_row_or_column(unit)]
    return ", ".join([f"row {cell[0]}", f"column {cell[1]}", *others])


def _is_row_or_column(unit: Unit) -> bool:
    return len({r for r, _ in unit.cells}) == 1 or len({c for _, c in unit.cells}) == 1


def _in_line(unit: Unit) -> list[Cell]:
    """The cells in order if they form a straight diagonal, else none."""
    cells = sorted(unit.cells)
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)}
    return cells if steps in ({(1, 1)}, {(1, -1)}) else []


def _marks(board: Board) -> list[int]:
    """A rectangle with a position for each digit: that of a box, or one that is nearly square."""
    if board.box:
        return list(board.box)
    columns = next(k for k in range(1, board.size + 1) if k * k >= board.size)
    return [-(-board.size // columns), columns]
