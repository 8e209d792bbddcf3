"""What both walks keep: how often each digit stands in each unit."""

from collections.abc import Sequence
from typing import Protocol

from ...puzzles.board import Board

__all__ = ["Tallies", "Walk"]


class Walk(Protocol):
    """A search that goes on where it stopped.

    `best` and `lowest` are the best grid and its cost, `cost` is that of the grid in hand, `round` says how many steps
    to make at once, and `stuck` whether there is no step to make.
    """

    best: list[int]
    lowest: int
    cost: int
    round: int
    stuck: bool

    def walk(self, steps: int) -> int:
        """Try so many swaps, or fewer when a solution is met; returns how many."""


class Tallies:
    """Cells and units as numbers. `of[k]` has, for each unit of cell k, where the unit's tallies of digits begin.

    The tally of digit d in a unit stands at that index + d, in one flat list for all units: this is what makes the
    change of a swap a matter of a few look-ups.
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
        """How often each digit stands in each unit."""
        counted = [0] * self.length
        for k, d in enumerate(digits):
            for start in self.of[k]:
                counted[start + d] += 1
        return counted
