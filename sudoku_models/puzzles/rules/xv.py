"""X and V between two cells, and the rule that all of them are given."""

from dataclasses import dataclass
from typing import Any, ClassVar

from ..graphics import Caption
from ..units import Cell
from .linear import LinearRule, Row
from .pairs import AllGiven, Pair
from .placing import marks
from .rule import Domains, Rule, Shape
from .shapes import Elements, between
from .texts import Entry, all_given
from .uses import Kind, Tool


@dataclass(frozen=True)
class SumMark(Pair, LinearRule):
    """A letter for the sum of the two digits, as a linear equation."""

    total: ClassVar[int]
    fpuzzles = "xv"

    def relates(self, d: int, e: int) -> bool:
        return d + e == self.total

    def rows(self, items: tuple[Any, ...]) -> list[Row]:
        return [Row(items, number=self.total)]

    @property
    def meaning(self) -> str:
        return f"the digits beside {'an' if self.kind == 'X' else 'a'} {self.kind} have the sum {self.total}"

    def argument(self, domains: Domains) -> str:
        return f"the two digits have the sum {self.total}"

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        line, at, _ = between(self.cells)
        return *line, Caption("black", above=True, at=at, text=self.kind, size=0.3, boxed=True)


@dataclass(frozen=True)
class XMark(SumMark, mark=True):
    """An X: the two digits have the sum 10."""

    kind, total = "X", 10
    tool = Tool("X", "pair", "Press the side between two cells, or drag from one to the other")
    iss, value = ("X",), "X"


@dataclass(frozen=True)
class VMark(SumMark, mark=True):
    """A V: the two digits have the sum 5."""

    kind, total = "V", 5
    tool = Tool("V", "pair", "Press the side between two cells, or drag from one to the other")
    iss, value = ("V",), "V"


@dataclass(frozen=True)
class AllXVGiven(AllGiven):
    """Every X and V is given: neighbours without one have neither the sum 10 nor the sum 5."""

    kind = "all X and V given"
    meaning = "all X and V are given: other neighbours have neither the sum 10 nor the sum 5"
    switch = "All X and V are given"
    iss = ("StrictXV",)
    fpuzzles = "negative"

    marks = ("X", "V")

    @classmethod
    def read_fpuzzles(cls, puzzle: Entry, n: int) -> list[Rule]:
        return [cls()] if "xv" in all_given(puzzle) else []

    def write_fpuzzles(self, puzzle: Entry, board: Shape) -> None:
        puzzle.setdefault("negative", []).append("xv")


AllXVGiven.generated = (
    ("xv", Kind("X and V between neighbours with the sums 10 and 5", marks(XMark, VMark), all_given=AllXVGiven())),
)
