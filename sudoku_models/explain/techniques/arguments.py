"""The argument of a rule, in words: why it leaves only some of the candidates of its cells."""

from collections.abc import Callable, Mapping
from typing import Any

from ...puzzles.cell_names import cell_name, listed
from ...puzzles.rules import (
    Arrow,
    BlackDot,
    GreaterThan,
    Palindrome,
    Renban,
    Thermometer,
    VMark,
    Whisper,
    WhiteDot,
    XMark,
)
from ...puzzles.rules.marks import Unrelated
from ...puzzles.rules.rule import CellRule
from ...puzzles.units import Cell

Domains = Mapping[Cell, frozenset[int]]


def why(rule: CellRule, domains: Domains) -> str:
    """The argument of a rule, as the end of a sentence; empty for rules whose name says it, such as killer cages.

    Args:
        rule: The rule.
        domains: The digits that each of its cells can hold before.

    >>> every = frozenset(range(1, 10))
    >>> why(Thermometer("r1c1 r1c2 r1c3"), {(1, 1): every - {1, 2}, (1, 2): every, (1, 3): every})
    ', because the digits rise along its 3 cells, and (1, 1) is at least 3'
    >>> why(Arrow("r1c1 r1c2 r1c3"), {(1, 1): every, (1, 2): every - {1, 2}, (1, 3): every - {1}})
    ', because the cells of the arrow have at least 5 and at most 18 together, and its circle at least 1 and at most 9'
    """
    argument = ARGUMENTS.get(type(rule))
    if argument is None or not all(domains[i] for i in rule.cells):
        return ""
    return f", because {argument(rule, domains)}"


def _rise(rule: Any, domains: Domains) -> str:
    """The bounds of a thermometer: of the cells whose bounds are more than their place along it says."""
    cells = rule.cells
    lows = [min(domains[i]) for i in cells]
    highs = [max(domains[i]) for i in cells]
    parts = []
    for k, i in enumerate(cells):
        if lows[k] > max([k, *(low + k - j for j, low in enumerate(lows[:k]))]) + 1 or (k == 0 and lows[0] > 1):
            parts.append(f"{cell_name(i)} is at least {lows[k]}")
    top = max(highs)
    for k, i in enumerate(cells):
        later = [high - (j - k) for j, high in enumerate(highs[k + 1 :], k + 1)]
        if highs[k] < min([top - (len(cells) - 1 - k), *later]):
            parts.append(f"{cell_name(i)} is at most {highs[k]}")
    return f"the digits rise along its {len(cells)} cells{f', and {listed(parts)}' if parts else ''}"


def _circle(rule: Any, domains: Domains) -> str:
    circle, *shaft = rule.cells
    low, high = (sum(of(domains[i]) for i in shaft) for of in (min, max))
    at_circle = f"its circle at least {min(domains[circle])} and at most {max(domains[circle])}"
    cells = "the cells of the arrow have" if len(shaft) > 1 else "the cell of the arrow has"
    together = " together" if len(shaft) > 1 else ""
    return f"{cells} at least {low} and at most {high}{together}, and {at_circle}"


def _both(text: str) -> Callable[[Any, Domains], str]:
    return lambda rule, domains: text


ARGUMENTS: dict[type[CellRule], Callable[[Any, Domains], str]] = {
    Thermometer: _rise,
    Arrow: _circle,
    WhiteDot: _both("the two digits are consecutive"),
    BlackDot: _both("one of the two digits is twice the other"),
    XMark: _both("the two digits have the sum 10"),
    VMark: _both("the two digits have the sum 5"),
    GreaterThan: lambda rule, _: f"{cell_name(rule.cells[0])} is greater than {cell_name(rule.cells[1])}",
    Whisper: lambda rule, _: f"neighbours along it differ by at least {rule.least}",
    Palindrome: _both("it reads the same from both ends"),
    Renban: _both("its digits are consecutive"),
    Unrelated: lambda rule, _: f"between the two there is no {listed(rule.marks, 'or')}",
}
"""The arguments of the rules of this package; those of a user's own rules are their names."""
