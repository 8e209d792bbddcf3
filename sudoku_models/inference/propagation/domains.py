"""Domains: the values that each cell, or any other key, can still take."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ...puzzles.board import Board, Cell
from ...puzzles.puzzle import Puzzle
from ...puzzles.rules.rule import CellRule

__all__ = ["Domains", "HasCells", "RuleScope", "domains_of", "scopes_of"]

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


@dataclass(frozen=True)
class RuleScope:
    """A rule of a board that is not a unit, among the constraints to propagate."""

    rule: CellRule

    @property
    def name(self) -> str:
        """The rule in words."""
        return str(self.rule)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the rule."""
        return self.rule.cells


def scopes_of(board: Board) -> list[HasCells]:
    """All constraints of a board, for `propagate`, `steps` and `search`: its units, and its further rules.

    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> [scope.name for scope in scopes_of(Board.latin(2).with_rules(KillerCage(5, "r1c1 r1c2 r2c1", False)))]
    ['row 1', 'row 2', 'column 1', 'column 2', 'killer cage 5 on r1c1 r1c2 r2c1 with repeats']
    """
    return [*board.units, *map(RuleScope, board.cell_rules)]


def domains_of(puzzle: Puzzle) -> Domains:
    """The initial domains: the given for a given cell, every digit for a blank one.

    >>> domains = domains_of(Puzzle.parse("1... .... .... ...."))
    >>> sorted(domains[1, 1]), sorted(domains[1, 2])
    ([1], [1, 2, 3, 4])
    """
    every = frozenset(puzzle.board.digits)
    return {i: frozenset([puzzle.givens[i]]) if i in puzzle.givens else every for i in puzzle.board.cells}
