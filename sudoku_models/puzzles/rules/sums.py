"""Rules on sums: killer cages, little killers, arrows, and the sandwich."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

from ...errors import InputError
from ..units import Cell, Unit
from ..values import short_repr
from .rule import MOST_TRANSITIONS, CellRule, CellView, Layers, Shape, checked_number, coordinates

MOST_SETS = 5_000
"""The most sets of digits that the automaton of a cage remembers: enough for every cage on boards up to 12x12."""


@dataclass(frozen=True)
class KillerCage(CellRule):
    """The digits of a cage have this sum, and are all different.

    Rules
        sum over i in the cage of x[i] = total
        all-different(x[i], i in the cage), which is a further unit of the board

    Args:
        total: The sum; None for a cage without one.
        cells: Its cells.
        different: Whether its digits must differ, as is usual.

    >>> cage = KillerCage(3, [(1, 1), (1, 2)])
    >>> str(cage), cage.holds((1, 2)), cage.holds((3, 1))
    ('killer cage 3 on r1c1 r1c2', True, False)
    """

    total: int | None
    cells: tuple[Cell, ...]
    different: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.different, bool):
            raise InputError(
                f"whether the digits of a killer cage differ must be True or False, not {short_repr(self.different)}"
            )
        if self.total is not None:
            object.__setattr__(self, "total", checked_number(self.total, f"the total of the {self.kind}", 1))
        elif not self.different:
            raise InputError("a killer cage without a total, whose digits may repeat, says nothing; give it a total")

    def holds(self, digits: tuple[int, ...]) -> bool:
        has_total = self.total is None or sum(digits) == self.total
        return has_total and not (self.different and len(set(digits)) < len(digits))

    def units(self, board: Shape) -> tuple[Unit, ...]:
        return (Unit(str(self), self.cells, "cage"),) if self.different and len(self.cells) > 1 else ()

    def define(self, m: Any, cells: CellView) -> None:
        """The sum as a linear equation; that the digits differ is a unit, which every formulation states."""
        if self.total is not None:
            m.add(m.sum(cells.value(i) for i in self.cells) == self.total, self.label("sum"))

    # The automaton: its state is the sum so far, and the digits so far as bits (none where they may repeat).
    start = 0, 0

    def step(self, state: tuple[int, int], position: int, digit: int) -> tuple[int, int] | None:
        """The state after a digit; None when the digit repeats, or the sum is too large even if only ones follow."""
        total, used = state
        cells_left = len(self.cells) - position - 1
        if used >> digit & 1:
            return None
        if self.total is not None and total + digit + cells_left > self.total:
            return None
        return total + digit, (used | 1 << digit if self.different else 0)

    def accepts(self, state: tuple[int, int]) -> bool:
        return self.total is None or state[0] == self.total

    def unfolded(self, domains: Iterable[Iterable[int]], most: int = MOST_TRANSITIONS) -> Layers:
        """The automaton; where the sets of digits are too many, that of the sum alone: that digits differ is a unit."""
        listed = [frozenset(domain) for domain in domains]
        digits = len(frozenset[int]().union(*listed))
        if not self.different or sum(comb(digits, k) for k in range(len(self.cells))) <= MOST_SETS:
            return super().unfolded(listed, most)
        if self.total is not None:
            return LittleKiller(self.total, self.cells).unfolded(listed, most)
        return [[(0, d, 0) for d in sorted(domain) if all(listed)] for domain in listed]

    @property
    def title(self) -> str:
        return self.kind if self.total is None else f"{self.kind} {self.total}"

    def __str__(self) -> str:
        return f"{super().__str__()}{'' if self.different else ' with repeats'}"


@dataclass(frozen=True)
class LittleKiller(CellRule):
    """The digits on a line of cells, usually a diagonal, have this sum; they may repeat.

    Rules
        sum over i in the line of x[i] = total

    >>> LittleKiller(4, [(1, 2), (2, 1)]).holds((2, 2))
    True
    """

    total: int
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "total", checked_number(self.total, f"the total of the {self.kind}", 1))

    def holds(self, digits: tuple[int, ...]) -> bool:
        return sum(digits) == self.total

    def define(self, m: Any, cells: CellView) -> None:
        """The sum as a linear equation."""
        m.add(m.sum(cells.value(i) for i in self.cells) == self.total, self.label())

    start = 0

    def step(self, state: int, position: int, digit: int) -> int | None:
        """The sum so far."""
        return state + digit if state + digit <= self.total else None

    def accepts(self, state: int) -> bool:
        return state == self.total


@dataclass(frozen=True)
class Arrow(CellRule):
    """The digit in the circle is the sum of the digits along the arrow; they may repeat.

    Rules
        sum over i on the shaft of x[i] = x[circle]

    Args:
        cells: The circle, then the cells of the shaft.

    >>> Arrow([(1, 1), (1, 2), (1, 3)]).holds((4, 1, 3))
    True
    """

    cells: tuple[Cell, ...]
    fewest_cells = 2

    def holds(self, digits: tuple[int, ...]) -> bool:
        return digits[0] == sum(digits[1:])

    def define(self, m: Any, cells: CellView) -> None:
        """The sum as a linear equation."""
        circle, *shaft = map(cells.value, self.cells)
        m.add(m.sum(shaft) == circle, self.label())

    start = -1

    def step(self, state: int, position: int, digit: int) -> int | None:
        """The digit in the circle minus the sum of the digits so far."""
        left = digit if position == 0 else state - digit
        return left if left >= 0 else None

    def accepts(self, state: int) -> bool:
        return state == 0


@dataclass(frozen=True)
class Sandwich(CellRule):
    """The digits between the smallest and the largest digit of a row or a column have this sum.

    Rules
        y[a,1] = 1 and y[b,n] = 1  ->  sum of x[i] over i between a and b = total,  for all a, b in the line

    Args:
        total: The sum; 0 when the two are neighbours.
        cells: The whole row or column, in which each digit occurs once.

    >>> Sandwich(5, [(1, c) for c in range(1, 5)]).holds((1, 2, 3, 4))
    True
    """

    total: int
    cells: tuple[Cell, ...]
    fewest_cells = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "total", checked_number(self.total, f"the total of the {self.kind}", 0))

    def holds(self, digits: tuple[int, ...]) -> bool:
        n = len(digits)
        if digits.count(1) != 1 or digits.count(n) != 1:
            return False
        first, last = sorted((digits.index(1), digits.index(n)))
        return sum(digits[first + 1 : last]) == self.total

    def define(self, m: Any, cells: CellView) -> None:
        """One implication for each pair of cells that may hold the two digits."""
        n = len(self.cells)
        value = {i: cells.value(i) for i in self.cells}
        for (p, a), (q, b) in combinations(enumerate(self.cells), 2):
            between = m.sum(value[i] for i in self.cells[p + 1 : q])
            for low, high in ((a, b), (b, a)):
                part = f"1 in {coordinates(low)} and {n} in {coordinates(high)}"
                cells.implies({low: 1, high: n}, between == self.total, self.label(part))

    start = 0, 0

    def step(self, state: tuple[int, int], position: int, digit: int) -> tuple[int, int] | None:
        """The end that was read first (then -1 after the second), and the sum so far between them."""
        first, total = state
        if digit in (1, len(self.cells)):
            if first == 0:
                return digit, 0
            return (-1, total) if first not in (-1, digit) and total == self.total else None
        if first > 0:
            total += digit
        return (first, total) if total <= self.total else None

    def accepts(self, state: tuple[int, int]) -> bool:
        return state[0] == -1

    def check_board(self, board: Shape) -> None:
        super().check_board(board)
        if len(self.cells) != board.size or not any(set(self.cells) == set(unit.cells) for unit in board.units):
            raise InputError(
                f"the rule {str(self)!r} needs a whole row or column, a unit of {board.size} cells on this board"
            )
