"""What rules have in common that are linear equations or inequalities between the digits."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from .rule import CellRule, CellView, coordinates


class Row(NamedTuple):
    """The sum of `left` is that of `right` plus a number; with `is_less`, it is smaller than that of `right`.

    >>> Row((3, 4), (9,)).gap, Row((3,), (5,), is_less=True).gap, Row((3, 4), number=7).gap
    (2, 0, 0)
    """

    left: tuple[Any, ...]
    right: tuple[Any, ...] = ()
    number: int = 0
    is_less: bool = False

    @property
    def gap(self) -> int:
        """How far digits are from it."""
        difference: int = sum(self.left) - sum(self.right) - self.number
        return max(0, difference + 1) if self.is_less else abs(difference)

    def __str__(self) -> str:
        left, right = (" + ".join(map(coordinates, side)) for side in (self.left, self.right))
        return f"{left} {'<' if self.is_less else '='} {right}"


@dataclass(frozen=True)
class LinearRule(CellRule):
    """A rule that consists of linear equations or inequalities: its `rows`, from which what it states follows.

    What it means, `holds`, is said apart, so that one is checked by the other.
    """

    def rows(self, items: tuple[Any, ...]) -> Iterable[Row]:
        """Its rows, with these in place of its cells: the cells themselves, or their digits."""
        raise NotImplementedError

    def violation(self, digits: tuple[int, ...]) -> int:
        return sum(row.gap for row in self.rows(digits))

    def define(self, m: Any, cells: CellView) -> None:
        """A linear constraint for each row."""
        rows = [*self.rows(self.cells)]
        for row in rows:
            left, right = (m.sum(map(cells.value, side)) for side in (row.left, row.right))
            constraint = left - right <= -1 if row.is_less else left - right == row.number
            m.add(constraint, self.label(str(row) if len(rows) > 1 else ""))
