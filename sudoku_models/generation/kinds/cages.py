"""Killer cages: a random partition of the cells into connected cages of different digits."""

from ...puzzles.board import Cell
from ...puzzles.puzzle import Grid
from ...puzzles.rules import KillerCage, Rule
from .kind import Kind, Sketch, neighbours

__all__ = ["KILLER", "partition", "refine"]

SIZES = (2, 2, 2, 3, 3, 3, 4, 4, 5)
"""The sizes of cages, as often as they are drawn."""


def partition(sketch: Sketch, share: float = 1.0) -> list[tuple[Cell, ...]]:
    """Connected cages of 2 to 5 cells with different digits, in random order.

    A cell that is left over joins a cage beside it; where its digit is in all of them, it stays without a cage.

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
    cages: list[list[Cell]] = []
    alone: list[Cell] = []
    for start in rng.sample(board.cells, len(board.cells)):
        if start not in open_cells or len(board.cells) - len(open_cells) >= share * len(board.cells):
            continue
        cage, wanted = [start], min(rng.choice(SIZES), largest)
        open_cells.discard(start)
        while len(cage) < wanted:
            digits = sketch.digits(tuple(cage))
            beside = {j for i in cage for j in neighbours(board, i) if j in open_cells and grid[j] not in digits}
            if not beside:
                break
            cage.append(rng.choice(sorted(beside)))
            open_cells.discard(cage[-1])
        if len(cage) > 1:
            cages.append(cage)
        else:
            alone.append(start)
    for cell in alone:
        _join(sketch, cell, [cage for cage in cages if len(cage) < largest])
    return [tuple(sorted(cage)) for cage in cages]


def _join(sketch: Sketch, cell: Cell, cages: list[list[Cell]]) -> None:
    """Add a cell to the smallest of these cages that is beside it and does not have its digit."""
    near = neighbours(sketch.board, cell)
    fitting = [
        cage for cage in cages if any(i in near for i in cage) and sketch.grid[cell] not in sketch.digits(tuple(cage))
    ]
    if fitting:
        min(fitting, key=len).append(cell)


def refine(sketch: Sketch, rules: tuple[Rule, ...], other: Grid) -> tuple[Rule, ...] | None:
    """The rules with two cages changed so that another grid breaks them; None when no change does.

    A cell in which the grids differ goes from its cage to one beside it: the sums of both differ then.
    """
    grid, rng = sketch.grid, sketch.rng
    cages = {rule: list(rule.cells) for rule in rules if isinstance(rule, KillerCage)}
    changes = []
    for one, cells in cages.items():
        for cell in cells:
            rest = [i for i in cells if i != cell]
            if other[cell] == grid[cell] or len(rest) < 2 or not _is_connected(sketch, rest):
                continue
            near = neighbours(sketch.board, cell)
            changes += [
                (one, rest, two, [*to, cell])
                for two, to in cages.items()
                if two != one
                and any(i in near for i in to)
                and len(to) < min(max(SIZES), sketch.board.size)
                and grid[cell] not in sketch.digits(tuple(to))
            ]
    if not changes:
        return None
    one, rest, two, more = rng.choice(changes)
    changed = {one: _cage(sketch, rest), two: _cage(sketch, more)}
    return tuple(changed.get(rule, rule) for rule in rules)  # type: ignore[call-overload]


def _is_connected(sketch: Sketch, cells: list[Cell]) -> bool:
    reached = cells[:1]
    for cell in reached:  # it grows during the loop
        reached += [i for i in neighbours(sketch.board, cell) if i in cells and i not in reached]
    return len(reached) == len(cells)


def _cage(sketch: Sketch, cells: list[Cell]) -> KillerCage:
    return KillerCage(sum(sketch.digits(tuple(cells))), tuple(sorted(cells)))


def _draw(sketch: Sketch, share: float) -> list[Rule]:
    return [_cage(sketch, list(cage)) for cage in partition(sketch, share)]


KILLER = Kind("cages of 2 to 5 cells with their sums", _draw, refine=refine)
