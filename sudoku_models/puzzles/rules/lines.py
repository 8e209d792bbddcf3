"""Rules on lines of cells: thermometers, whispers, renban lines, palindromes, and skyscrapers."""

from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Any

from ..units import Cell, Unit
from .rule import CellRule, CellView, Shape, checked_number, coordinates


@dataclass(frozen=True)
class Line(CellRule):
    """A rule on at least two cells in their order."""

    cells: tuple[Cell, ...]
    fewest_cells = 2


@dataclass(frozen=True)
class NeighbourLine(Line):
    """A line with a relation between the digits of neighbours along it."""

    def relates(self, d: int, e: int) -> bool:
        """Whether digit e may follow digit d."""
        raise NotImplementedError

    def holds(self, digits: tuple[int, ...]) -> bool:
        return all(self.relates(d, e) for d, e in pairwise(digits))

    start = 0

    def step(self, state: int, position: int, digit: int) -> int | None:
        """The last digit."""
        return digit if position == 0 or self.relates(state, digit) else None

    def accepts(self, state: int) -> bool:
        return True


@dataclass(frozen=True)
class Thermometer(NeighbourLine):
    """The digits rise from the bulb, which is the first cell.

    Rules
        x[i] + 1 <= x[j]    for neighbours i, j along the line

    >>> Thermometer([(1, 1), (2, 2), (3, 3)]).holds((1, 3, 4))
    True
    """

    def relates(self, d: int, e: int) -> bool:
        return d < e

    def define(self, m: Any, cells: CellView) -> None:
        """A linear inequality for each step."""
        for i, j in pairwise(self.cells):
            m.add(cells.value(i) + 1 <= cells.value(j), self.label(f"{coordinates(i)} < {coordinates(j)}"))


@dataclass(frozen=True)
class Whisper(NeighbourLine):
    """Neighbours along the line differ by at least 5 (a "German whisper"), or by another number.

    Rules
        |x[i] - x[j]| >= least    for neighbours i, j along the line, as a table of pairs

    >>> Whisper([(1, 1), (1, 2)]).holds((2, 7)), Whisper([(1, 1), (1, 2)], least=4).holds((2, 5))
    (True, False)
    """

    least: int = 5

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "least", checked_number(self.least, "the difference of a whisper", 1))

    def relates(self, d: int, e: int) -> bool:
        return abs(d - e) >= self.least

    def define(self, m: Any, cells: CellView) -> None:
        """A table for each pair of neighbours."""
        span = range(1, cells.size + 1)
        allowed = [(d, e) for d in span for e in span if self.relates(d, e)]
        for i, j in pairwise(self.cells):
            m.table([cells.value(i), cells.value(j)], allowed, self.label(f"{coordinates(i)} and {coordinates(j)}"))


@dataclass(frozen=True)
class Renban(Line):
    """The digits are consecutive, in any order.

    Rules
        all-different, which is a further unit of the board
        x[i] - x[j] <= k - 1    for all i, j of the k cells

    >>> Renban([(1, 1), (1, 2), (1, 3)]).holds((4, 2, 3))
    True
    """

    def holds(self, digits: tuple[int, ...]) -> bool:
        return len(set(digits)) == len(digits) == max(digits) - min(digits) + 1

    def units(self, board: Shape) -> tuple[Unit, ...]:
        return (Unit(str(self), self.cells, "renban"),)

    def define(self, m: Any, cells: CellView) -> None:
        """Different digits that are close to each other are consecutive."""
        for i, j in permutations(self.cells, 2):
            near = cells.value(i) - cells.value(j) <= len(self.cells) - 1
            m.add(near, self.label(f"{coordinates(i)} is near to {coordinates(j)}"))

    def step(self, state: tuple[int, ...], position: int, digit: int) -> tuple[int, ...] | None:
        """The digits so far, sorted."""
        if digit in state or (state and max(digit, state[-1]) - min(digit, state[0]) >= len(self.cells)):
            return None
        return tuple(sorted((*state, digit)))

    def accepts(self, state: tuple[int, ...]) -> bool:
        return True


@dataclass(frozen=True)
class Palindrome(Line):
    """The digits read the same from both ends.

    Rules
        x[i] = x[j]    for i and j at the same distance from the two ends

    >>> Palindrome([(1, 1), (1, 2), (2, 3)]).holds((4, 2, 4))
    True
    """

    def holds(self, digits: tuple[int, ...]) -> bool:
        return digits == digits[::-1]

    def define(self, m: Any, cells: CellView) -> None:
        """A linear equation for each pair of cells."""
        for i, j in zip(self.cells[: len(self.cells) // 2], reversed(self.cells), strict=False):
            m.add(cells.value(i) == cells.value(j), self.label(f"{coordinates(i)} = {coordinates(j)}"))

    def step(self, state: tuple[int, ...], position: int, digit: int) -> tuple[int, ...] | None:
        """The digits of the first half that have not been repeated yet."""
        length = len(self.cells)
        if position < length // 2:
            return (*state, digit)
        if length % 2 and position == length // 2:
            return state
        return state[:-1] if state[-1] == digit else None

    def accepts(self, state: tuple[int, ...]) -> bool:
        return not state


@dataclass(frozen=True)
class Skyscraper(CellRule):
    """The number of digits that are seen from before the first cell: a digit hides all smaller ones behind it.

    Rules
        t[k] = max(x[1], ..., x[k])          the tallest of the first k
        v[k] = 1  ->  x[k] >= t[k-1] + 1     digit k is seen
        v[k] = 0  ->  x[k] <= t[k-1]         digit k is hidden
        sum of v[k] = visible

    Args:
        visible: The number of digits that are seen.
        cells: A row or a column, from the side of the clue.

    >>> Skyscraper(2, [(1, 1), (1, 2), (1, 3), (1, 4)]).holds((3, 1, 4, 2))
    True
    """

    visible: int
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        length = len(self.cells)
        what = f"the clue of a skyscraper on {length} cells"
        object.__setattr__(self, "visible", checked_number(self.visible, what, 1, length))

    def holds(self, digits: tuple[int, ...]) -> bool:
        return sum(d > max((0, *digits[:k])) for k, d in enumerate(digits)) == self.visible

    def define(self, m: Any, cells: CellView) -> None:
        """The tallest digit so far is an auxiliary variable, and whether a digit is seen an auxiliary binary."""
        steps = range(1, len(self.cells))
        tallest: Any = m.int_vars(f"tallest of {self}", steps, 1, cells.size)
        seen = m.bool_vars(f"seen of {self}", steps)
        before = cells.value(self.cells[0])
        for k in steps:
            x, t, at = cells.value(self.cells[k]), tallest[k], coordinates(self.cells[k])
            m.implies([(seen[k], 1)], x - before >= 1, self.label(f"{at} is seen, so it is taller"))
            m.implies([(seen[k], 1)], t - x == 0, self.label(f"{at} is seen, so it is the tallest"))
            m.implies([(seen[k], 0)], x - before <= 0, self.label(f"{at} is hidden, so it is no taller"))
            m.implies([(seen[k], 0)], t - before == 0, self.label(f"{at} is hidden, so the tallest stays"))
            before = t
        m.add(m.sum(seen.values()) == self.visible - 1, self.label("the number that is seen"))

    start = 0, 0

    def step(self, state: tuple[int, int], position: int, digit: int) -> tuple[int, int] | None:
        """The tallest digit, and the number that was seen."""
        tallest, seen = state
        if digit > tallest:
            tallest, seen = digit, seen + 1
        return (tallest, seen) if seen <= self.visible else None

    def accepts(self, state: tuple[int, int]) -> bool:
        return state[1] == self.visible
