"""Marks in cells, around corners, and between two cells: even, odd, quadruples, dots, X and V, greater-than signs."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from ...errors import InputError
from ..units import Cell
from ..values import as_tuple, is_integer, short_repr
from .rule import CellRule, CellView, Shape, coordinates


@dataclass(frozen=True)
class Even(CellRule):
    """The digits are even.

    >>> Even([(1, 1)]).holds((4,))
    True
    """

    cells: tuple[Cell, ...]

    def holds(self, digits: tuple[int, ...]) -> bool:
        return all(d % 2 == 0 for d in digits)

    def define(self, m: Any, cells: CellView) -> None:
        """A domain with gaps for each cell, as a table of one column."""
        allowed = [(d,) for d in range(1, cells.size + 1) if self.holds((d,))]
        for i in self.cells:
            m.table([cells.value(i)], allowed, self.label(coordinates(i)))

    def step(self, state: Any, position: int, digit: int) -> Any:
        return state if self.holds((digit,)) else None

    def accepts(self, state: Any) -> bool:
        return True


@dataclass(frozen=True)
class Odd(Even):
    """The digits are odd.

    >>> Odd([(1, 1), (2, 2)]).holds((3, 4))
    False
    """

    def holds(self, digits: tuple[int, ...]) -> bool:
        return all(d % 2 == 1 for d in digits)


@dataclass(frozen=True)
class Quadruple(CellRule):
    """Four cells around a corner hold these digits, each as often as it is listed.

    Rules
        sum over the four cells of y[i,d] >= k    for each digit d that is listed k times

    >>> Quadruple((3, 3, 5), [(1, 1), (1, 2), (2, 1), (2, 2)]).holds((3, 5, 1, 3))
    True
    """

    digits: tuple[int, ...]
    cells: tuple[Cell, ...]
    fewest_cells = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        digits = as_tuple(self.digits, "the digits of a quadruple")
        if not digits or not all(is_integer(d) and d >= 1 for d in digits):
            raise InputError(f"the digits of a quadruple must be integers from 1, not {short_repr(digits)}")
        object.__setattr__(self, "digits", tuple(sorted(map(int, digits))))
        if len(self.digits) > len(self.cells):
            raise InputError(f"a quadruple on {len(self.cells)} cells cannot have {len(self.digits)} digits")

    def holds(self, digits: tuple[int, ...]) -> bool:
        return not Counter(self.digits) - Counter(digits)

    def define(self, m: Any, cells: CellView) -> None:
        """A linear inequality for each digit."""
        for d, times in Counter(self.digits).items():
            m.add(m.sum(cells.holds(i, d) for i in self.cells) >= times, self.label(f"a {d}"))

    @property
    def start(self) -> tuple[int, ...]:
        return self.digits

    def step(self, state: tuple[int, ...], position: int, digit: int) -> tuple[int, ...] | None:
        """The digits that are still wanted."""
        left = list(state)
        if digit in left:
            left.remove(digit)
        return tuple(left) if len(left) <= len(self.cells) - position - 1 else None

    def accepts(self, state: tuple[int, ...]) -> bool:
        return not state

    def check_board(self, board: Shape) -> None:
        super().check_board(board)
        if max(self.digits) > board.size:
            raise InputError(f"the rule {str(self)!r} has the digit {max(self.digits)}, beyond the {board.size} digits")


@dataclass(frozen=True)
class Pair(CellRule):
    """A relation between the digits of two cells, defined as a table of pairs."""

    cells: tuple[Cell, ...]
    fewest_cells = 2

    def __post_init__(self) -> None:
        super().__post_init__()
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
class SumMark(Pair):
    """A letter for the sum of the two digits, as a linear equation."""

    total: ClassVar[int]

    def relates(self, d: int, e: int) -> bool:
        return d + e == self.total

    def define(self, m: Any, cells: CellView) -> None:
        """A linear equation."""
        one, other = map(cells.value, self.cells)
        m.add(one + other == self.total, self.label())


@dataclass(frozen=True)
class XMark(SumMark):
    """An X: the two digits have the sum 10."""

    kind, total = "X", 10


@dataclass(frozen=True)
class VMark(SumMark):
    """A V: the two digits have the sum 5."""

    kind, total = "V", 5


@dataclass(frozen=True)
class GreaterThan(Pair):
    """The digit in the first cell is greater than the one in the second.

    >>> str(GreaterThan([(1, 1), (1, 2)]))
    'greater-than sign on r1c1 r1c2'
    """

    kind = "greater-than sign"

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
