"""How far digits are from keeping a rule: a local search that is told only "broken" has no direction.

Source: T. Petit, J.-C. Regin, C. Bessiere, "Specific Filtering Algorithms for Over-Constrained Problems", CP 2001, for
violation measures of constraints.
"""

from collections import Counter
from functools import singledispatch
from itertools import pairwise

from ...puzzles.rules import (
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
from ...puzzles.rules.rule import CellRule

__all__ = ["violation"]

Digits = tuple[int, ...]


@singledispatch
def violation(rule: CellRule, digits: Digits) -> int:
    """How far these digits are from keeping a rule, 0 exactly when the rule and its units hold; by default 0 or 1.

    `violation.register` gives a rule of your own a measure in which one step to the right digit counts.

    >>> cage = KillerCage(10, "r1c1 r1c2")
    >>> violation(cage, (4, 6)), violation(cage, (1, 2))
    (0, 7)
    """
    return int(not rule.holds(digits))


@violation.register(KillerCage)
@violation.register(LittleKiller)
def _of_sum(rule: KillerCage | LittleKiller, digits: Digits) -> int:
    return 0 if rule.total is None else abs(sum(digits) - rule.total)


@violation.register
def _of_arrow(rule: Arrow, digits: Digits) -> int:
    return abs(digits[0] - sum(digits[1:]))


@violation.register
def _of_thermometer(rule: Thermometer, digits: Digits) -> int:
    return sum(max(0, a + 1 - b) for a, b in pairwise(digits))


@violation.register
def _of_whisper(rule: Whisper, digits: Digits) -> int:
    return sum(max(0, rule.least - abs(a - b)) for a, b in pairwise(digits))


@violation.register
def _of_renban(rule: Renban, digits: Digits) -> int:
    return max(0, max(digits) - min(digits) + 1 - len(digits))


@violation.register
def _of_palindrome(rule: Palindrome, digits: Digits) -> int:
    return sum(abs(a - b) for a, b in zip(digits[: len(digits) // 2], digits[::-1], strict=False))


@violation.register
def _of_skyscraper(rule: Skyscraper, digits: Digits) -> int:
    return abs(sum(d > max((0, *digits[:k])) for k, d in enumerate(digits)) - rule.visible)


@violation.register
def _of_greater_than(rule: GreaterThan, digits: Digits) -> int:
    return max(0, digits[1] + 1 - digits[0])


@violation.register
def _of_white_dot(rule: WhiteDot, digits: Digits) -> int:
    return abs(abs(digits[0] - digits[1]) - 1)


@violation.register(XMark)
@violation.register(VMark)
def _of_mark(rule: XMark | VMark, digits: Digits) -> int:
    return abs(sum(digits) - (10 if isinstance(rule, XMark) else 5))


@violation.register
def _of_even(rule: Even, digits: Digits) -> int:
    return sum(not rule.holds((d,)) for d in digits)


@violation.register
def _of_quadruple(rule: Quadruple, digits: Digits) -> int:
    return (Counter(rule.digits) - Counter(digits)).total()
