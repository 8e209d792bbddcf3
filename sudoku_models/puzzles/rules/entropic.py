"""Entropic lines."""

from dataclasses import dataclass
from typing import Any

from ...errors import InputError
from ..units import Cell
from . import placing
from .lines import Line
from .placing import LENGTHS, Sketch
from .rule import CellView, Rule, Shape, checked_number, coordinates
from .uses import Tool


def _place(sketch: Sketch, start: Cell) -> "Entropic | None":
    n = sketch.board.size
    if n % 3:
        return None

    def goes_on(digits: tuple[int, ...], d: int) -> bool:
        return (d - 1) * 3 // n not in [(e - 1) * 3 // n for e in digits[-2:]]

    walk = sketch.walk(start, sketch.rng.choice(LENGTHS), goes_on)
    return Entropic(walk, n) if walk else None


def _windows(items: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """All three that follow each other; both of two."""
    return [items[k : k + 3] for k in range(max(1, len(items) - 2))]


@dataclass(frozen=True)
class Entropic(Line):
    """Of three digits that follow each other, one is small (1 to 3), one in the middle (4 to 6), and one large.

    Rules
        sum over i in the three of sum over d in the group of y[i,d] = 1    for all three that follow each other, and
                                                                            each of the three groups of digits

    Args:
        cells: The line.
        digits: The number of digits, a multiple of 3.

    >>> Entropic([(1, 1), (1, 2), (1, 3)]).holds((5, 1, 9)), Entropic([(1, 1), (1, 2), (1, 3)]).holds((5, 6, 9))
    (True, False)
    """

    digits: int = 9
    kind = "entropic line"
    meaning = "of three digits that follow each other on a dashed orange line, one is small, one medium, and one large"
    tool = Tool("Entropic line", "path", "Drag along the line")
    generated = (("entropic", placing.lines("lines of small, medium and large digits in turn", _place)),)
    reason = "of three digits in a row one is small, one medium and one large"
    look = "orange", 0.6, 0.14, True
    iss, iss_arguments = ("Entropic", "EntropicThirds"), (1, None)  # the second is of this package
    fpuzzles = "entropicline"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "digits", checked_number(self.digits, "the digits of an entropic line", 3))
        if self.digits % 3:
            raise InputError(f"an entropic line needs a multiple of 3 digits, not {self.digits}")

    def group(self, d: int) -> int:
        """Whether a digit is small, medium or large: 0, 1 or 2."""
        return (d - 1) * 3 // self.digits

    def holds(self, digits: tuple[int, ...]) -> bool:
        return not self.violation(digits)

    def define(self, m: Any, cells: CellView) -> None:
        """A linear inequality for each three cells that follow each other, and each group of digits."""
        parts = [range(k + 1, k + self.digits // 3 + 1) for k in range(0, self.digits, self.digits // 3)]
        for window in _windows(self.cells):
            for part in parts:
                number = m.sum(cells.holds(i, d) for i in window for d in part)
                span = f"{part[0]} to {part[-1]} in {' '.join(map(coordinates, window))}"
                m.add(number == 1 if len(window) == 3 else number <= 1, self.label(span))

    def step(self, state: tuple[int, ...], position: int, digit: int) -> tuple[int, ...] | None:
        """The groups of the last two digits."""
        group = self.group(digit)
        return None if group in state else (*state[-1:], group)

    def check_board(self, board: Shape) -> None:
        super().check_board(board)
        if board.size != self.digits:
            raise InputError(f"the rule {str(self)!r} is for {self.digits} digits, not {board.size}")

    def violation(self, digits: tuple[int, ...]) -> int:
        return sum(len(three) - len({*map(self.group, three)}) for three in _windows(digits))

    @classmethod
    def on(cls, cells: tuple[Cell, ...], n: int) -> "Entropic":
        return cls(cells, n)

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
        """The groups of .Entropic have three digits on every board, so it is this rule for nine digits only."""
        if name == "Entropic" and n != 9:
            raise InputError(f"groups of three digits are known for 9 digits, not for {n}; .EntropicThirds has thirds")
        return super().read_iss(name, arguments, n)

    def write_iss(self, writing: Any) -> str:
        return str(writing.text(self.iss[self.digits != 9], self.cells))

    @property
    def title(self) -> str:
        return self.kind
