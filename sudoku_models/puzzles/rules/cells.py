"""Rules on single cells and small squares: even, odd, quadruples."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ...errors import InputError
from ..unit import Cell
from ..values import as_tuple, is_integer, short_repr
from .rule import CellRule, CellView, Shape, cell_name, checked_cells

__all__ = ["Even", "Odd", "Quadruple"]


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
            m.table([cells.value(i)], allowed, self.label(cell_name(i)))

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

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", checked_cells(self.cells, self.kind, 2))
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
