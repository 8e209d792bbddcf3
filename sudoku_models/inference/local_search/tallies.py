"""The shared data of both methods: how often each digit occurs in each unit, and the further rules of each cell."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Protocol

from ...puzzles.board import Board
from .approximation import RULE_WEIGHT
from .violation import violation

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
    swap takes a few look-ups. `rules_of[k]` has the numbers of the further rules of cell k.
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
        self.rules = [
            (partial(violation.dispatch(type(rule)), rule), tuple(self.number[cell] for cell in rule.cells))
            for rule in board.cell_rules
        ]
        self.rules_of = [tuple(r for r, (_, cells) in enumerate(self.rules) if k in cells) for k in range(len(of))]

    def count(self, digits: Sequence[int]) -> list[int]:
        """How often each digit occurs in each unit."""
        counted = [0] * self.length
        for k, d in enumerate(digits):
            for start in self.of[k]:
                counted[start + d] += 1
        return counted

    def change_of_rules(self, digits: list[int], a: int, b: int) -> int:
        """The change of the cost of the rules when the digits of two cells are swapped; they are left as they are."""
        touched = {*self.rules_of[a], *self.rules_of[b]}
        if not touched:
            return 0
        before = self._violation(digits, touched)
        digits[a], digits[b] = digits[b], digits[a]
        after = self._violation(digits, touched)
        digits[a], digits[b] = digits[b], digits[a]
        return RULE_WEIGHT * (after - before)

    def _violation(self, digits: Sequence[int], rules: Iterable[int]) -> int:
        return sum(of(tuple(digits[k] for k in cells)) for of, cells in map(self.rules.__getitem__, rules))
