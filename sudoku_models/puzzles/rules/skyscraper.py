"""Skyscrapers."""

from dataclasses import dataclass
from typing import Any

from ..units import Cell
from .clues import SideClue, seen_lines
from .placing import Sketch
from .rule import CellView, Rule, checked_number, coordinates
from .uses import Kind, Tool


def _seen(digits: tuple[int, ...]) -> int:
    """How many digits are seen."""
    return sum(d > max((0, *digits[:k])) for k, d in enumerate(digits))


def _place(sketch: Sketch, share: float) -> list[Rule]:
    """Numbers of digits that are seen from the two ends of a row or column."""
    return [Skyscraper(_seen(sketch.digits(line)), line) for line in seen_lines(sketch, share)]


@dataclass(frozen=True)
class Skyscraper(SideClue):
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

    meaning = (
        "a number outside the board with an arrow into a row or column is how many digits are seen from there, where a "
        "digit hides all smaller ones behind it"
    )
    tool = Tool("Skyscraper", "line", "Drag along the row or the column, from its clue", "Seen", "visible")
    generated = (("skyscraper", Kind("numbers of digits that are seen from the side", _place)),)
    iss, fpuzzles = ("Skyscraper",), "skyscraper"

    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        length = len(self.cells)
        what = f"the clue of a skyscraper on {length} cells"
        object.__setattr__(self, "visible", checked_number(self.visible, what, 1, length))

    def holds(self, digits: tuple[int, ...]) -> bool:
        return _seen(digits) == self.visible

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

    def violation(self, digits: tuple[int, ...]) -> int:
        return abs(_seen(digits) - self.visible)
