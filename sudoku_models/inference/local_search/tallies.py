"""The shared data of both methods: how often each digit occurs in each unit."""

from collections.abc import Sequence
from typing import Protocol

from ...puzzles.board import Board

__all__ = ["Tallies", "Walk"]


class Walk(Protocol):
    """A local search that can be continued.

    `best` and `lowest` are the best grid and its cost, `cost` is that of the current grid, `round` is the number of
    steps to request at a time, and `stuck` is true when no move exists.
    """

    best: list[int]
    lowest: int
    cost: int
    round: int
    stuck: bool

    def walk(self, steps: int) -> int:
        """Try this many swaps, or fewer when a solution is found; returns how many."""


class Tallies:
    """Cells and units as numbers. `of[k]` has, for each unit of cell k, where the unit's tallies of digits begin.

    The tally of digit d in a unit is at that index + d, in one flat list for all units, so that the cost change of a
    swap takes a few look-ups.
    """

    def __init__(self, board: Board) -> None:
        self.width = board.size + 1
        self.number = {cell: k for k, cell in enumerate(board.cells)}
        self.length = self.width * len(board.units)
        of: list[list[int]] = [[] for _ in board.cells]
        for u, unit in enumerate(board.units):
            for cell in unit.cells:
                of[self.number[cell]].append(u * self.width)
        self.of = [tuple(starts) for starts in of]

    def count(self, digits: Sequence[int]) -> list[int]:
        """How often each digit occurs in each unit."""
        counted = [0] * self.length
        for k, d in enumerate(digits):
            for start in self.of[k]:
                counted[start + d] += 1
        return counted
