"""The binaries that rewrites add, by their meaning, and the parts of their rows: labels, expressions, numbers."""

import re
from dataclasses import dataclass, field
from itertools import count
from math import floor
from typing import Any

from ..backends import Backend, Column, Term
from ..errors import UnsupportedError

__all__ = ["Links", "expression", "indicate", "number", "unused"]


@dataclass
class Links:
    """The binaries that rewrites have added, by their meaning. No-good cuts use them.

    Attributes:
        indicator: (column of x, value) -> the binary that is 1 when x takes the value.
        copies: (column of x, value, binary): further indicators, where a rewrite gives each constraint its own.
        order: (column of a, column of b) -> the binary that is 1 when a > b.
        permutations: sets of columns that take each value of their domain once; None until they are computed.
    """

    indicator: dict[tuple[Column, int], Any] = field(default_factory=dict)
    copies: list[tuple[Column, int, Any]] = field(default_factory=list)
    order: dict[tuple[Column, Column], Any] = field(default_factory=dict)
    permutations: list[tuple[Column, ...]] | None = None

    def indicators(self) -> list[tuple[Column, int, Any]]:
        """All indicators as (column of x, value, binary), copies too."""
        return [*((column, value, y) for (column, value), y in self.indicator.items()), *self.copies]

    def clear(self) -> None:
        """The constraints that gave the binaries their meaning are no longer what they were."""
        self.indicator.clear()
        self.copies.clear()
        self.order.clear()
        self.permutations = None

    def on(self, other: Backend, m: Backend) -> "Links":
        """The same links in a copy of the model, which has the same columns."""

        def same(variable: Any) -> Any:
            return other.variables[m.column(variable)]

        indicator = {place: same(y) for place, y in self.indicator.items()}
        copies = [(column, value, same(y)) for column, value, y in self.copies]
        order = {pair: same(z) for pair, z in self.order.items()}
        return Links(indicator, copies, order, self.permutations)


def unused(m: Backend, label: Any, logic: bool = False) -> Any:
    """This label, with a number appended when a constraint of the model already has it.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "a", 1, 3)
    >>> _ = m.add(x["a"] <= 2, "small")
    >>> unused(m, "small"), unused(m, "large")
    ('small (2)', 'large')
    """
    if not m.is_stated(str(label), logic):
        return label
    return next(name for k in count(2) if not m.is_stated(name := f"{label} ({k})", logic))


def indicate(m: Backend, column: Column, links: Links) -> range:
    """The values of a variable, each of which gets an indicator unless it has one."""
    low, high = m.declared(column)
    if not (low > -1e6 and high < 1e6 and m.is_integer(column)):
        raise UnsupportedError(
            f"variable {m.variables[column]} must be an integer with finite bounds before it can have indicators"
        )
    values = range(-floor(-low), floor(high) + 1)
    if (column, values.start) not in links.indicator:
        x = m.variables[column]
        y = m.bool_vars(re.sub(r"\W+", "_", f"{x}_is"), values)
        m.add(m.sum(y.values()) == 1, unused(m, f"{x} has a value"))
        m.add(m.dot([*values, -1], [*y.values(), x]) == 0, unused(m, f"{x} is its value"))
        links.indicator.update({(column, d): y[d] for d in values})
    return values


def expression(m: Backend, term: Term) -> Any:
    """A linear expression over the library's own variables."""
    total = m.dot(term.coefficients, [m.variables[k] for k in term.columns])
    return total + term.constant if term.constant else total


def number(value: float) -> float:
    """The number as an integer where it is whole: CP-SAT takes no others."""
    return round(value) if value == round(value) else value
