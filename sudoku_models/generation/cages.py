"""Killer cages: a random partition of the cells into connected cages of different digits."""

from ..puzzles.board import Cell
from ..puzzles.puzzle import Grid
from ..puzzles.rules import KillerCage, Rule
from ..puzzles.units import is_connected, neighbours
from .placing import Sketch

SIZES = (2, 2, 2, 3, 3, 3, 4, 4, 5)
"""The sizes of cages, as often as they are drawn."""


def cages(sketch: Sketch, share: float) -> list[Rule]:
    """Cages with their sums that cover a share of the cells."""
    return [_cage(sketch, cells) for cells in partition(sketch, share)]


def _cage(sketch: Sketch, cells: list[Cell]) -> KillerCage:
    return KillerCage(sum(sketch.digits(cells)), tuple(sorted(cells)))


def partition(sketch: Sketch, share: float = 1.0) -> list[list[Cell]]:
    """Connected cages of 2 to 5 cells with different digits, in random order.

    A cell that is left over joins the smallest cage beside it that lacks its digit; without one it stays alone.

    >>> import random
    >>> from sudoku_models import Puzzle
    >>> grid = Puzzle.parse("1234 3412 2143 4321").as_grid()
    >>> cages = partition(Sketch(grid, random.Random(1)))
    >>> sorted({len(cage) for cage in cages}), sum(map(len, cages))
    ([2, 3, 4], 15)
    """
    board, grid, rng = sketch.board, sketch.grid, sketch.rng
    largest = min(max(SIZES), board.size)
    open_cells = set(board.cells)
    found: list[list[Cell]] = []
    alone: list[Cell] = []
    for start in rng.sample(board.cells, len(board.cells)):
        if start not in open_cells or len(board.cells) - len(open_cells) >= share * len(board.cells):
            continue
        cage, wanted = [start], min(rng.choice(SIZES), largest)
        open_cells.discard(start)
        while len(cage) < wanted:
            digits = sketch.digits(cage)
            near = {j for i in cage for j in neighbours(board.size, i)}
            beside = sorted(j for j in near if j in open_cells and grid[j] not in digits)
            if not beside:
                break
            cage.append(rng.choice(beside))
            open_cells.discard(cage[-1])
        if len(cage) > 1:
            found.append(cage)
        else:
            alone.append(start)
    for cell in alone:
        if fitting := [cage for cage in found if _may_join(sketch, cell, cage)]:
            min(fitting, key=len).append(cell)
    return found


def _may_join(sketch: Sketch, cell: Cell, cage: list[Cell]) -> bool:
    """Whether a cell is beside a cage that is not full and does not have its digit."""
    near = neighbours(sketch.board.size, cell)
    is_full = len(cage) >= min(max(SIZES), sketch.board.size)
    return not is_full and any(i in near for i in cage) and sketch.grid[cell] not in sketch.digits(cage)


def refine(sketch: Sketch, rules: tuple[Rule, ...], other: Grid) -> tuple[Rule, ...] | None:
    """The rules with two cages changed so that another grid breaks them; None when no change does.

    A cell in which the grids differ goes from its cage to one beside it: the sums of both differ then.
    """
    cells_of = {rule: list(rule.cells) for rule in rules if isinstance(rule, KillerCage)}
    changes = []
    for one, cells in cells_of.items():
        for cell in cells:
            rest = [i for i in cells if i != cell]
            if other[cell] != sketch.grid[cell] and len(rest) > 1 and is_connected(rest):
                joined = (two for two, to in cells_of.items() if two != one and _may_join(sketch, cell, to))
                changes += [(one, rest, two, [*cells_of[two], cell]) for two in joined]
    if not changes:
        return None
    one, rest, two, more = sketch.rng.choice(changes)
    changed: dict[Rule, Rule] = {one: _cage(sketch, rest), two: _cage(sketch, more)}
    return tuple(changed.get(rule, rule) for rule in rules)
