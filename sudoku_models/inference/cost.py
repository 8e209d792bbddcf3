"""The cost of a full grid, which measures how far it is from a solution and so gives a local search its direction.

Source: T. Petit, J.-C. Regin, C. Bessiere, "Specific Filtering Algorithms for Over-Constrained Problems", CP 2001, for
violation measures of constraints.
"""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from ..errors import InputError
from ..puzzles.board import mismatch
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rules import (
    Arrow,
    Even,
    GreaterThan,
    KillerCage,
    LittleKiller,
    Palindrome,
    Quadruple,
    Renban,
    Skyscraper,
    Thermometer,
    VMark,
    Whisper,
    WhiteDot,
    XMark,
)
from ..puzzles.rules.rule import CellRule

GIVEN_WEIGHT = 8
"""The cost of a violated given, as in the article."""
RULE_WEIGHT = 2
"""The factor of the violation of a rule of the board that is not a unit."""


def cost(puzzle: Puzzle, grid: Grid) -> int:
    """The cost of a grid: missing and surplus digits over the units, 8 for each violated given, and broken rules.

    In a unit of n cells as many digits are missing as there are too many, so a swap changes the cost by an even
    number. A unit of fewer cells need not hold every digit: it counts as many missing digits as surplus ones. A
    further rule of the board, such as the sum of a killer cage, counts twice its `violation`.

    Raises:
        InputError: When the grid is for another board.

    >>> puzzle = Puzzle.parse("1... .... .... ....")
    >>> cost(puzzle, Puzzle.parse("1234 3412 2143 4321").as_grid())
    0
    >>> cost(puzzle, Puzzle.parse("1234 3412 2143 4311").as_grid())  # 2 is missing, 1 surplus: row 4, column 3, box 4
    6
    """
    if grid.board != puzzle.board:
        raise InputError(mismatch(grid.board, puzzle.board))
    surplus = sum(len(unit.cells) - len({grid[cell] for cell in unit.cells}) for unit in puzzle.board.units)
    violated = sum(grid[cell] != d for cell, d in puzzle.givens.items())
    of_rules = sum(violation(rule, tuple(grid[cell] for cell in rule.cells)) for rule in puzzle.board.cell_rules)
    return 2 * surplus + GIVEN_WEIGHT * violated + RULE_WEIGHT * of_rules


Digits = tuple[int, ...]


def violation(rule: CellRule, digits: Digits) -> int:
    """The distance of these digits from keeping a rule, 0 exactly when the rule and its units hold; by default 0 or 1.

    A function of `VIOLATIONS` gives a kind of rule a measure in which one step to the right digit counts.

    >>> cage = KillerCage(10, "r1c1 r1c2")
    >>> violation(cage, (4, 6)), violation(cage, (1, 2))
    (0, 7)
    """
    return measure(rule)(rule, digits)


def measure(rule: CellRule) -> Callable[[Any, Digits], int]:
    """The function that measures the violation of this kind of rule, or of the kind from which it is derived."""
    of_kinds = (VIOLATIONS[kind] for kind in type(rule).__mro__ if kind in VIOLATIONS)
    return next(of_kinds, lambda rule, digits: int(not rule.holds(digits)))


def _of_sum(rule: KillerCage | LittleKiller, digits: Digits) -> int:
    return 0 if rule.total is None else abs(sum(digits) - rule.total)


def _of_skyscraper(rule: Skyscraper, digits: Digits) -> int:
    return abs(sum(d > max((0, *digits[:k])) for k, d in enumerate(digits)) - rule.visible)


def _of_palindrome(_: Palindrome, digits: Digits) -> int:
    return sum(abs(a - b) for a, b in zip(digits[: len(digits) // 2], digits[::-1], strict=False))


VIOLATIONS: dict[type[CellRule], Callable[[Any, Digits], int]] = {
    KillerCage: _of_sum,
    LittleKiller: _of_sum,
    Arrow: lambda _, digits: abs(digits[0] - sum(digits[1:])),
    Thermometer: lambda _, digits: sum(max(0, a + 1 - b) for a, b in pairwise(digits)),
    Whisper: lambda rule, digits: sum(max(0, rule.least - abs(a - b)) for a, b in pairwise(digits)),
    Renban: lambda _, digits: max(0, max(digits) - min(digits) + 1 - len(digits)),
    Palindrome: _of_palindrome,
    Skyscraper: _of_skyscraper,
    GreaterThan: lambda _, digits: max(0, digits[1] + 1 - digits[0]),
    WhiteDot: lambda _, digits: abs(abs(digits[0] - digits[1]) - 1),
    XMark: lambda _, digits: abs(sum(digits) - 10),
    VMark: lambda _, digits: abs(sum(digits) - 5),
    Even: lambda rule, digits: sum(not rule.holds((d,)) for d in digits),
    Quadruple: lambda rule, digits: (Counter(rule.digits) - Counter(digits)).total(),
}
"""The measure of each kind of rule; a rule of your own is added here."""
