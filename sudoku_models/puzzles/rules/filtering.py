"""The digits that a rule leaves possible, remembered, because the methods of inference ask the same again and again."""

from collections.abc import Mapping
from functools import lru_cache

from ...errors import UnsupportedError
from ..units import Cell
from .rule import CellRule

__all__ = ["left_by", "possible_digits"]

REMEMBERED = 20_000


@lru_cache(maxsize=REMEMBERED)
def possible_digits(rule: CellRule, domains: tuple[frozenset[int], ...]) -> tuple[frozenset[int], ...]:
    """For each cell of a rule the digits that occur when the rule holds; all sets are empty when it cannot hold.

    A rule whose automaton has too many states for these domains removes nothing until they are smaller. It is not
    forgotten: with one digit in each cell it holds or does not.

    Args:
        rule: The rule.
        domains: The digits that each of its cells can still hold.

    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> every = frozenset(range(1, 10))
    >>> [sorted(left) for left in possible_digits(KillerCage(4, "r1c1 r1c2"), (every, every))]
    [[1, 3], [1, 3]]
    """
    try:
        return tuple(map(frozenset, rule.possible(domains)))
    except UnsupportedError:
        return domains


def left_by(rule: CellRule, candidates: Mapping[Cell, frozenset[int]]) -> dict[Cell, frozenset[int]]:
    """The candidates of its cells that a rule leaves possible.

    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> left = left_by(KillerCage(4, "r1c1 r1c2"), dict.fromkeys([(1, 1), (1, 2)], frozenset({1, 2})))
    >>> left[1, 1]  # no two of them have the sum 4
    frozenset()
    """
    left = possible_digits(rule, tuple(candidates[i] for i in rule.cells))
    return dict(zip(rule.cells, left, strict=True))
