"""The drawing of a board as plain data, for web pages, plots, printed sheets and the interactive board."""

from collections.abc import Iterable
from itertools import cycle, pairwise

from ..board import Board
from ..graphics import Drawing, Graphic, Point, Shade, Stroke, middle
from ..units import PIECES, Cell, Unit, is_connected
from .words import meanings

SHADE = 0.18
"""The opacity of shaded regions and units."""
TINTS = ("sky", "yellow", "purple", "green", "orange", "blue", "red")


def regions(board: Board) -> dict[Cell, str]:
    """The region of each cell: its box, or the piece of a jigsaw; an empty name where a jigsaw has none yet.

    Thick lines are drawn between regions. On a board without boxes and regions, other units that tile it are taken;
    empty when there are none.

    >>> regions(Board.of_size(4))[3, 1]
    'box 3'
    """
    units = board.plain.units
    own = [unit for unit in units if unit.kind in PIECES]
    full = (unit for unit in units if len(unit.cells) == board.size and not unit.is_straight)
    found: dict[Cell, str] = {}
    for unit in own or filter(lambda unit: is_connected(unit.cells), full):
        if not found.keys() & set(unit.cells):
            found.update(dict.fromkeys(unit.cells, unit.name))
    left = [cell for cell in board.cells if cell not in found]
    return found | dict.fromkeys(left, "") if own or not left else {}


def drawing(board: Board) -> Drawing:
    """The drawing of a board; it has no elements when the board has only rows, columns and rectangular boxes.

    >>> from sudoku_models.puzzles.rules import KillerCage, Sandwich
    >>> found = drawing(Board.of_size(4).with_rules(KillerCage(3, [(1, 1), (1, 2)])))
    >>> [type(element).__name__ for element in found.elements]
    ['Stroke', 'Caption']
    >>> drawing(Board.of_size(4).with_rules(Sandwich(5, [(1, c) for c in range(1, 5)]))).bounds
    (-1, 4, 0, 4)
    """
    region = regions(board)
    further = [unit for unit in board.plain.units if not (unit.is_straight or unit.name in region.values())]
    taken: set[Cell] = set()
    found: list[Graphic] = [*_tints(board, region), *_units(further)]
    for rule in board.rules:
        found += rule.draw(board.size, taken)
    found.sort(key=lambda element: element.above)
    rows, columns = ([1, board.size, *(place[k] for place in taken)] for k in (0, 1))
    bounds = min(columns) - 1, max(columns), min(rows) - 1, max(rows)
    return Drawing(tuple(found), region, bounds, meanings(board, further))


def _tints(board: Board, region: dict[Cell, str]) -> Iterable[Graphic]:
    """Soft colours for irregular regions, so that neighbours differ; none for boxes."""
    if board.box:
        return
    beside = _touching(region)
    tint: dict[str, str] = {}
    for name in filter(None, dict.fromkeys(region.values())):
        used = {tint.get(other) for pair in beside if name in pair for other in pair}
        tint[name] = next((color for color in TINTS if color not in used), TINTS[0])
        yield Shade(tint[name], SHADE, cells=tuple(cell for cell, at in region.items() if at == name))


def _units(further: list[Unit]) -> Iterable[Graphic]:
    """Diagonals as lines, and other units shaded: in one colour, or in many where they would cover each other."""
    diagonals = {unit: path for unit in further if (path := _diagonal(unit))}
    for points in diagonals.values():
        yield Stroke("purple", 0.45, points=points, width=0.1)
    others = [unit for unit in further if unit not in diagonals]
    owner = {cell: unit.name for unit in others for cell in unit.cells}
    apart = len(owner) == sum(len(unit.cells) for unit in others) and not _touching(owner)
    for unit, color in zip(others, cycle(["muted"] if apart else TINTS), strict=False):
        yield Shade(color, SHADE, cells=unit.cells)


def _touching(owner: dict[Cell, str]) -> set[tuple[str, str]]:
    """The pairs of different owners of cells that share a side."""
    sides = ((name, owner.get(j, name)) for (r, c), name in owner.items() for j in ((r + 1, c), (r, c + 1)))
    return {(one, other) for one, other in sides if one != other}


def _diagonal(unit: Unit) -> tuple[Point, ...]:
    """The points from corner to corner if the cells form a straight diagonal of at least two, otherwise none."""
    cells = sorted(unit.cells)
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)}
    if steps not in ({(1, 1)}, {(1, -1)}):
        return ()
    (x, y), (u, v) = middle(cells[0]), middle(cells[-1])
    right = 0.5 if u > x else -0.5
    return (x - right, y - 0.5), (u + right, v + 0.5)
