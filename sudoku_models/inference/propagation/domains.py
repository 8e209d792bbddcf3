"""Domains: the values that each cell, or any other key, can still take."""

from collections.abc import Sequence
from typing import Any, Protocol

from ...puzzles.puzzle import Puzzle

__all__ = ["Domains", "HasCells", "domains_of"]

Domains = dict[Any, frozenset[int]]
"""The values that each cell (or any other key) can still take."""


class HasCells(Protocol):
    """An all-different constraint: a `board.Unit`, a border of a map, or anything else with a name and keys."""

    @property
    def name(self) -> str:
        """The name of the unit."""

    @property
    def cells(self) -> Sequence[Any]:
        """Its keys in the domains."""


def domains_of(puzzle: Puzzle) -> Domains:
    """The initial domains: the given for a given cell, every digit for a blank one.

    >>> domains = domains_of(Puzzle.parse("1... .... .... ...."))
    >>> sorted(domains[1, 1]), sorted(domains[1, 2])
    ([1], [1, 2, 3, 4])
    """
    every = frozenset(puzzle.board.digits)
    return {i: frozenset([puzzle.givens[i]]) if i in puzzle.givens else every for i in puzzle.board.cells}
