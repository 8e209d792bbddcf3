"""Kropki dots, white and black, and the rules that all of them are given."""

from dataclasses import dataclass
from typing import Any, ClassVar

from ...errors import InputError
from ..graphics import Disc
from ..units import Cell
from . import placing
from .pairs import AllGiven, Pair
from .placing import marks
from .rule import Rule, Shape
from .shapes import Elements, between
from .texts import Entry, all_given, is_on
from .uses import Kind, Tool


def _dot(cells: tuple[Cell, ...], color: str, edge: str) -> Elements:
    line, at, _ = between(cells)
    return *line, Disc(color, above=True, at=at, radius=0.13, edge=edge)


@dataclass(frozen=True)
class WhiteDot(Pair, mark=True):
    """A white Kropki dot, or a bar: the two digits are consecutive.

    >>> WhiteDot([(1, 1), (1, 2)]).holds((3, 4))
    True
    """

    meaning = "the digits beside a white dot are consecutive"
    tool = Tool("White dot", "pair", "Press the side between two cells, or drag from one to the other")
    reason = "the two digits are consecutive"
    iss = ("WhiteDot",)
    fpuzzles, value = "difference", "1"

    def relates(self, d: int, e: int) -> bool:
        return abs(d - e) == 1

    def violation(self, digits: tuple[int, ...]) -> int:
        return abs(abs(digits[0] - digits[1]) - 1)

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        return _dot(self.cells, "white", "black")


@dataclass(frozen=True)
class BlackDot(Pair, mark=True):
    """A black Kropki dot: one digit is twice the other.

    >>> BlackDot([(1, 1), (1, 2)]).holds((6, 3))
    True
    """

    meaning = "of the digits beside a black dot, one is twice the other"
    tool = Tool("Black dot", "pair", "Press the side between two cells, or drag from one to the other")
    reason = "one of the two digits is twice the other"
    iss = ("BlackDot",)
    fpuzzles, value = "ratio", "2"

    def relates(self, d: int, e: int) -> bool:
        return 2 * d == e or d == 2 * e

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        return _dot(self.cells, "black", "white")


@dataclass(frozen=True)
class AllDotsGiven(AllGiven):
    """All Kropki dots are given: neighbours without a dot are neither consecutive, nor is one twice the other."""

    marks: ClassVar[tuple[str, ...]] = ("white dot", "black dot")
    meaning = "all dots are given: other neighbours are not consecutive, and neither is twice the other"
    switch = "All dots are given"
    iss: ClassVar[tuple[str, ...]] = ("StrictKropki",)
    fpuzzles = "nonconsecutive"

    @classmethod
    def read_fpuzzles(cls, puzzle: Entry, n: int) -> list[Rule]:
        """What "nonconsecutive", and "ratio" in "negative", say about the dots that are not given."""
        white, black = is_on(puzzle, "nonconsecutive"), "ratio" in all_given(puzzle)
        for key, other, alone in (("nonconsecutive", "ratio", white), ("negative ratio", "difference", black)):
            if alone and not (white and black) and puzzle.get(other):
                raise InputError(
                    f"{key}: programs differ on what it says about cells with a dot of the other colour; use both "
                    "'nonconsecutive' and 'ratio' in 'negative' when all dots are given"
                )
        return [cls()] if white and black else [AllWhiteDotsGiven()] if white else [AllBlackDotsGiven()] * black

    def write_fpuzzles(self, puzzle: Entry, board: Shape) -> None:
        others = tuple(kind for kind in (WhiteDot, BlackDot) if kind.kind not in self.marks)
        is_given = "nonconsecutive" in puzzle or "ratio" in puzzle.get("negative", [])
        if is_given or any(isinstance(each, others) for each in board.rules):
            raise InputError("it cannot say which of the two kinds of dots are all given")
        if WhiteDot.kind in self.marks:
            puzzle["nonconsecutive"] = True
        if BlackDot.kind in self.marks:
            puzzle.setdefault("negative", []).append("ratio")


@dataclass(frozen=True)
class AllWhiteDotsGiven(AllDotsGiven):
    """All white dots (or bars) are given: neighbours without one are not consecutive; with none, "non-consecutive"."""

    marks = ("white dot",)
    meaning = "all white dots are given: other neighbours are not consecutive"
    switch = "All white dots are given"
    word = "nonconsecutive"
    iss = ("AntiConsecutive", "StrictWhiteDots")  # the second is of this package, for boards with white dots

    def write_iss(self, writing: Any) -> str:
        has_dots = any(isinstance(each, WhiteDot) for each in writing.board.rules)
        return ".StrictWhiteDots" if has_dots else ".AntiConsecutive"


@dataclass(frozen=True)
class AllBlackDotsGiven(AllDotsGiven):
    """All black dots are given: of neighbours without one, neither digit is twice the other."""

    marks = ("black dot",)
    meaning = "all black dots are given: of other neighbours, neither is twice the other"
    switch = "All black dots are given"
    iss = ("StrictBlackDots",)  # of this package


AllDotsGiven.generated = (
    ("kropki", Kind("black and white dots between neighbours", marks(WhiteDot, BlackDot), all_given=AllDotsGiven())),
)
AllBlackDotsGiven.generated = (
    ("ratio", Kind("black dots where a digit is twice the other", marks(BlackDot), all_given=AllBlackDotsGiven())),
)
AllWhiteDotsGiven.generated = (
    ("consecutive", Kind("white dots between consecutive neighbours", marks(WhiteDot), all_given=AllWhiteDotsGiven())),
    ("nonconsecutive", placing.board("no consecutive neighbours", AllWhiteDotsGiven())),
)
