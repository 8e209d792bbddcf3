"""What is drawn with the pen: lines from cell to cell, crosses and circles.

A stroke is its shape and the number of its colour. A cell keeps its cross or circle, and the lines from it to the cells
on its right and below it, so that each line has one place.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from ..errors import InputError
from ..puzzles.units import Cell

Stroke = tuple[str, int]
"""The shape of a stroke, a line or a sign, and the number of its colour."""
Pens = Mapping[Cell, frozenset[Stroke]]
"""The strokes of each cell."""
LINES = {"right": (0, 1), "down left": (1, -1), "down": (1, 0), "down right": (1, 1)}
"""The lines that a cell keeps: how many rows and columns away each ends."""
SIGNS = ("cross", "circle")
"""The signs in a cell, in the order in which they follow each other."""


def end(cell: Cell, shape: str) -> Cell:
    """The cell in which a stroke of a cell ends; that of a sign is the cell itself.

    >>> end((1, 3), "down left"), end((1, 3), "cross")
    ((2, 2), (1, 3))
    """
    down, right = LINES.get(shape, (0, 0))
    return cell[0] + down, cell[1] + right


def lines(path: Sequence[Cell]) -> list[tuple[Cell, str]]:
    """The lines of a path, each as the cell that keeps it, and its shape.

    Raises:
        InputError: When two cells that follow each other do not touch.

    >>> lines([(2, 2), (1, 3), (1, 4)])
    [((1, 3), 'down left'), ((1, 3), 'right')]
    """
    found = []
    for one, other in pairwise(path):
        first, last = sorted((one, other))
        step = last[0] - first[0], last[1] - first[1]
        shape = next((name for name, away in LINES.items() if away == step), "")
        if not shape:
            raise InputError(f"a line goes from a cell to one that touches it, not from {one} to {other}")
        found.append((first, shape))
    return found


def after_drawing(pens: Pens, path: Sequence[Cell], color: int) -> Pens:
    """The strokes of the cells after a line from cell to cell; if all of it is there in its colour, it is erased.

    In a single cell a cross is drawn, then a circle instead of it, then nothing.

    >>> nothing = {(1, 1): frozenset(), (1, 2): frozenset()}
    >>> line = after_drawing(nothing, [(1, 2), (1, 1)], 3)
    >>> line[1, 1], after_drawing(line, [(1, 1), (1, 2)], 3) == nothing
    (frozenset({('right', 3)}), True)
    """
    if len(set(path)) > 1:
        found = lines(path)
        is_there = all((shape, color) in pens[cell] for cell, shape in found)
    else:
        held = [shape for shape, _ in pens[path[0]] if shape in SIGNS]
        found = [] if "circle" in held else [(path[0], SIGNS[len(held)])]
        is_there = False
        pens = {**pens, path[0]: _without(pens[path[0]], *SIGNS)}
    after = dict(pens)
    for cell, shape in found:
        after[cell] = _without(after[cell], shape) | (frozenset() if is_there else {(shape, color)})
    return after


def after_erasing(pens: Pens, cells: Collection[Cell]) -> Pens:
    """The strokes without the crosses and circles of some cells, and without the lines that end in them."""
    return {
        i: frozenset(stroke for stroke in strokes if i not in cells and end(i, stroke[0]) not in cells)
        for i, strokes in pens.items()
    }


def _without(strokes: frozenset[Stroke], *shapes: str) -> frozenset[Stroke]:
    return frozenset(stroke for stroke in strokes if stroke[0] not in shapes)
