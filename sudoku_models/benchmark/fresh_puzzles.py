"""Puzzles that were never seen before, each with all its solutions, to judge a formulation on.

A formulation could know the puzzles that ship with the package, in any orientation. These are made from a new grid.
"""

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from ..inference.singles import Positions, hidden_singles, naked_singles, to_fixpoint
from ..puzzles.board import Board
from ..puzzles.puzzle import Grid, Puzzle

__all__ = ["fresh_puzzles"]

FEW, MOST = 8, 60
"""The smallest and the largest number of solutions of the puzzle with many."""

Known = tuple[Puzzle, frozenset[Grid]]


@lru_cache(maxsize=8)
def fresh_puzzles(seed: int) -> tuple[Known, ...]:
    """9x9 puzzles with 1, 2, many and 0 solutions, each with the set of its solutions.

    Args:
        seed: The same seed makes the same puzzles.

    >>> [len(grids) for _, grids in fresh_puzzles(0)]
    [1, 2, 15, 0]
    """
    rng, attempt = random.Random(f"fresh puzzles {seed}"), None
    while attempt is None:
        attempt = _attempt(rng, seed)
    return attempt


def _attempt(rng: random.Random, seed: int) -> tuple[Known, ...] | None:
    """Remove digits of a random grid one by one; None when a number of solutions is jumped over."""
    board = Board.of_size(9)
    grid = next(_solutions(board, {}, rng))
    order = rng.sample(range(len(grid.values)), len(grid.values))
    one = _reduced(board, dict(enumerate(grid.values)), order, most=1, enough=2)
    two = _reduced(board, one, order, most=2, enough=2)
    many = _reduced(board, two, order, most=MOST, enough=FEW)
    of = {"one solution": one, "two solutions": two, "many solutions": many}
    found = {what: list(_solutions(board, values)) for what, values in of.items()}
    if len(found["two solutions"]) < 2 or len(found["many solutions"]) < FEW:
        return None
    of["no solution"], found["no solution"] = _without_solution(board, two, found["two solutions"], rng), []
    return tuple(
        (_puzzle(board, values, f"a fresh 9x9 with {what} (seed {seed})"), frozenset(found[what]))
        for what, values in of.items()
    )


def _reduced(board: Board, values: dict[int, int], order: list[int], most: int, enough: int) -> dict[int, int]:
    """Without those digits, in this order, that leave at most so many solutions, until there are enough."""
    for k in order:
        if k not in values:
            continue
        fewer = {other: d for other, d in values.items() if other != k}
        number = sum(1 for _ in islice(_solutions(board, fewer), most + 1))
        if number <= most:
            values = fewer
            if number >= enough:
                break
    return values


def _without_solution(board: Board, values: dict[int, int], found: list[Grid], rng: random.Random) -> dict[int, int]:
    """A further given that clashes with none, and that is in no solution."""
    puzzle = _puzzle(board, values, "")
    wrong = [
        (k, d)
        for k, i in enumerate(board.cells)
        for d in board.digits
        if k not in values
        and all(grid[i] != d for grid in found)
        and all(puzzle.givens.get(j) != d for j in board.peers[i])
    ]
    k, d = rng.choice(wrong)
    return {**values, k: d}


def _puzzle(board: Board, values: dict[int, int], name: str) -> Puzzle:
    return Puzzle(board, tuple(values.get(k, 0) for k in range(len(board.cells))), name)


def _solutions(board: Board, values: dict[int, int], rng: random.Random | None = None) -> Iterator[Grid]:
    """All solutions, by backtracking over the digits that singles leave; with `rng` in a random order."""
    waiting = [Positions.start(_puzzle(board, values, ""))]
    while waiting:
        positions = waiting.pop()
        if not to_fixpoint(positions, naked_singles, hidden_singles):
            continue
        if (grid := positions.grid()) is not None:
            yield grid
            continue
        open_cells = [k for k in range(len(board.cells)) if not positions.found >> k & 1]
        k = min(open_cells, key=lambda k: len(positions.digits_of(k)))
        digits = sorted(positions.digits_of(k))
        for d in rng.sample(digits, len(digits)) if rng else digits:
            waiting.append(positions.copy())
            waiting[-1].put(k, d)
