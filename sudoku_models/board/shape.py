"""The geometry of a board for the page: the names of cells, the units, and the drawing of regions and rules."""

from typing import Any

from ..puzzles.board import Board, Cell
from ..puzzles.drawing import as_data, drawing, rules_of_cells
from .text import readable

__all__ = ["shape"]


def shape(board: Board) -> dict[str, Any]:
    """The board as plain data. Cells are numbered row by row from 0.

    Returns:
        size: n.
        names: For each cell "row 3, column 7, box 3": its row, its column, and the names of its other units; then its
            rules, such as "in killer cage 10 with r3c8".
        units: The cells of each unit; two cells of one unit must differ.
        regions: For each cell the number of its box or jigsaw piece; a thick line is drawn where it changes.
        elements: What else is drawn, as `puzzles.drawing` describes it.
        outside: How many cells wide the clues outside the board are: on the left, right, upper and lower side.
        notes: What the rules mean, in sentences.
        marks: Rows and columns of pencil marks in one cell.

    >>> of = shape(Board.of_size(4))
    >>> of["names"][6], of["regions"][:4], of["elements"], of["marks"]
    ('row 2, column 3, box 2', [0, 0, 1, 1], [], [2, 2])
    """
    number = {cell: k for k, cell in enumerate(board.cells)}
    drawn = drawing(board)
    tiles = {name: k for k, name in enumerate(dict.fromkeys(drawn.regions.values()))}
    left, right, top, bottom = drawn.bounds
    rules = rules_of_cells(board)
    return {
        "size": board.size,
        "names": [_name(board, cell, rules.get(cell, [])) for cell in board.cells],
        "units": [[number[cell] for cell in unit.cells] for unit in board.units],
        "regions": [tiles.get(drawn.regions.get(cell, ""), 0) for cell in board.cells],
        "elements": [as_data(element) for element in drawn.elements],
        "outside": [-left, right - board.size, -top, bottom - board.size],
        "notes": [readable(note) for note in drawn.notes],
        "marks": _marks(board),
    }


def _name(board: Board, cell: Cell, rules: list[str]) -> str:
    others = [unit.name for unit in board.plain.units if cell in unit.cells and not unit.is_straight]
    return readable(", ".join([f"row {cell[0]}", f"column {cell[1]}", *others, *rules]))


def _marks(board: Board) -> list[int]:
    """A rectangle with a position for each digit: that of a box, or one that is nearly square."""
    if board.box:
        return list(board.box)
    columns = next(k for k in range(1, board.size + 1) if k * k >= board.size)
    return [-(-board.size // columns), columns]
