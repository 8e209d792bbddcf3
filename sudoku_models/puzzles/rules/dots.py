"""Rules between two neighbouring cells: dots, X and V, greater-than signs; and "all of them are given"."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...errors import InputError
from ..unit import Cell, adjacent_pairs
from ..values import as_tuple, short_repr
from .rule import CellRule, CellView, Rule, Shape, checked_cells

__all__ = [
    "AllDotsGiven",
    "AllWhiteDotsGiven",
    "AllXVGiven",
    "BlackDot",
    "GreaterThan",
    "Pair",
    "Unrelated",
    "VMark",
    "WhiteDot",
    "XMark",
]


@dataclass(frozen=True)
class Pair(CellRule):
    """A relation between the digits of two cells, defined as a table of pairs."""

    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", checked_cells(self.cells, self.kind, 2))
        if len(self.cells) > 2:
            raise InputError(f"the {self.kind} has {len(self.cells)} cells; it is between two")

    def relates(self, d: int, e: int) -> bool:
        """Whether the two digits are in the relation."""
        raise NotImplementedError

    def holds(self, digits: tuple[int, ...]) -> bool:
        return self.relates(*digits)


@dataclass(frozen=True)
class WhiteDot(Pair):
    """A white Kropki dot, or a bar: the two digits are consecutive.

    >>> WhiteDot([(1, 1), (1, 2)]).holds((3, 4))
    True
    """

    def relates(self, d: int, e: int) -> bool:
        return abs(d - e) == 1


@dataclass(frozen=True)
class BlackDot(Pair):
    """A black Kropki dot: one digit is twice the other.

    >>> BlackDot([(1, 1), (1, 2)]).holds((6, 3))
    True
    """

    def relates(self, d: int, e: int) -> bool:
        return 2 * d == e or d == 2 * e


@dataclass(frozen=True)
class XMark(Pair):
    """An X: the two digits have the sum 10."""

    def relates(self, d: int, e: int) -> bool:
        return d + e == 10

    def define(self, m: Any, cells: CellView) -> None:
        """A linear equation."""
        one, other = map(cells.value, self.cells)
        m.add(one + other == 10, self.label())

    @property
    def kind(self) -> str:
        return "X"


@dataclass(frozen=True)
class VMark(Pair):
    """A V: the two digits have the sum 5."""

    def relates(self, d: int, e: int) -> bool:
        return d + e == 5

    def define(self, m: Any, cells: CellView) -> None:
        """A linear equation."""
        one, other = map(cells.value, self.cells)
        m.add(one + other == 5, self.label())

    @property
    def kind(self) -> str:
        return "V"


@dataclass(frozen=True)
class GreaterThan(Pair):
    """The digit in the first cell is greater than the one in the second.

    >>> str(GreaterThan([(1, 1), (1, 2)]))
    'greater-than sign on r1c1 r1c2'
    """

    @property
    def kind(self) -> str:
        return "greater-than sign"

    def relates(self, d: int, e: int) -> bool:
        return d > e

    def define(self, m: Any, cells: CellView) -> None:
        """A linear inequality."""
        one, other = map(cells.value, self.cells)
        m.add(one >= other + 1, self.label())


@dataclass(frozen=True)
class Unrelated(Pair):
    """Two neighbours without a mark, where all marks are given: none of these relations holds.

    Args:
        cells: The two cells.
        marks: Names of the marks that it does not have: "white dot", "black dot", "X", "V".

    >>> Unrelated([(1, 1), (1, 2)], ("white dot", "black dot")).holds((3, 4))
    False
    """

    marks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "marks", as_tuple(self.marks, "the marks"))
        unknown = [mark for mark in self.marks if not isinstance(mark, str) or mark not in MARKS]
        if unknown or not self.marks:
            raise InputError(f"the marks must be some of {', '.join(MARKS)}, not {short_repr(self.marks)}")

    def relates(self, d: int, e: int) -> bool:
        return not any(mark.relates(d, e) for mark in self._absent)

    @cached_property
    def _absent(self) -> tuple[Pair, ...]:
        return tuple(MARKS[mark](self.cells) for mark in self.marks)

    @property
    def title(self) -> str:
        return f"no {' or '.join(self.marks)}"


MARKS: dict[str, type[Pair]] = {"white dot": WhiteDot, "black dot": BlackDot, "X": XMark, "V": VMark}


@dataclass(frozen=True)
class AllGiven(Rule):
    """Neighbours without a mark are not in its relation, because all marks are given."""

    def marks(self) -> tuple[str, ...]:
        """The marks that are all given."""
        return ()

    def parts(self, board: Shape) -> tuple[CellRule, ...]:
        """An `Unrelated` for each pair of neighbours without one of the marks."""
        marks = self.marks()
        kinds = tuple(MARKS[mark] for mark in marks)
        given = {frozenset(rule.cells) for rule in board.rules if isinstance(rule, kinds)}
        return tuple(Unrelated(pair, marks) for pair in adjacent_pairs(board.size) if frozenset(pair) not in given)


@dataclass(frozen=True)
class AllDotsGiven(AllGiven):
    """All Kropki dots are given: neighbours without a dot are neither consecutive, nor is one twice the other."""

    def marks(self) -> tuple[str, ...]:
        return ("white dot", "black dot")


@dataclass(frozen=True)
class AllWhiteDotsGiven(AllGiven):
    """All white dots (or bars) are given: neighbours without one are not consecutive; with none, "non-consecutive"."""

    def marks(self) -> tuple[str, ...]:
        return ("white dot",)


@dataclass(frozen=True)
class AllXVGiven(AllGiven):
    """Every X and V is given: neighbours without one have neither the sum 10 nor the sum 5."""

    @property
    def kind(self) -> str:
        return "all X and V given"

    def marks(self) -> tuple[str, ...]:
        return ("X", "V")
