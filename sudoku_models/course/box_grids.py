"""Grids that keep the givens and have each digit once in each box; in rows and columns digits may clash."""

import random
from collections.abc import Iterator
from itertools import permutations, product

from ..puzzles.puzzle import Grid, Puzzle

__all__ = ["boxed_grids", "complete", "grids_with_complete_boxes"]


def complete(puzzle: Puzzle, rng: random.Random) -> Grid:
    """A random grid of this kind.

    >>> grid = complete(Puzzle.parse("1... ..2. .3.. ...4"), random.Random(1))
    >>> sorted(grid[i] for i in grid.board.units[-1].cells), grid[1, 1], grid[2, 3]
    ([1, 2, 3, 4], 1, 2)
    """
    found = dict(puzzle.givens)
    for box in puzzle.board.units[-puzzle.board.size :]:
        lacking = sorted(set(puzzle.board.digits) - {puzzle.givens.get(i) for i in box.cells})
        rng.shuffle(lacking)
        found.update(zip((i for i in box.cells if i not in puzzle.givens), lacking, strict=True))
    return Grid(puzzle.board, tuple(found[i] for i in puzzle.board.cells))


def grids_with_complete_boxes(puzzle: Puzzle) -> Iterator[Grid]:
    """Every grid of this kind.

    >>> sum(1 for _ in grids_with_complete_boxes(Puzzle.parse("1... ..2. .3.. ...4")))
    1296
    """
    boxes = puzzle.board.units[-puzzle.board.size :]
    blanks = [[i for i in box.cells if i not in puzzle.givens] for box in boxes]
    lacking = [sorted(set(puzzle.board.digits) - {puzzle.givens.get(i) for i in box.cells}) for box in boxes]
    for orders in product(*map(permutations, lacking)):
        found = dict(puzzle.givens)
        for cells, digits in zip(blanks, orders, strict=True):
            found.update(zip(cells, digits, strict=True))
        yield Grid(puzzle.board, tuple(found[i] for i in puzzle.board.cells))


def boxed_grids(puzzle: Puzzle, rng: random.Random) -> Iterator[tuple[Grid, bool]]:
    """Four random grids of this kind with True; and with False grids that break one box or one given.

    >>> [is_right for _, is_right in boxed_grids(Puzzle.parse("1... ..2. .3.. ...4"), random.Random(1))].count(False)
    8
    """
    n, cells = puzzle.board.size, puzzle.board.cells
    boxes = puzzle.board.units[-n:]
    for _ in range(4):
        yield complete(puzzle, rng), True
    for box in boxes:
        grid = complete(puzzle, rng)
        one = next(i for i in box.cells if i not in puzzle.givens)
        yield (
            Grid(puzzle.board, tuple(d % n + 1 if i == one else d for i, d in zip(cells, grid.values, strict=True))),
            False,
        )
    for given, d in puzzle.givens.items():
        grid = complete(puzzle, rng)
        box = next(box for box in boxes if given in box.cells)
        other = next(i for i in box.cells if i not in puzzle.givens)
        changed = {**dict(zip(cells, grid.values, strict=True)), given: grid[other], other: d}
        yield Grid(puzzle.board, tuple(changed.values())), False
