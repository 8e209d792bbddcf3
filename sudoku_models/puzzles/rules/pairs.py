"""What rules between two cells have in common, and the rule that there is no such mark, because all are given."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar

from ...errors import InputError
from ..cell_names import listed
from ..units import Cell, adjacent_pairs
from ..values import as_tuple, short_repr
from .rule import CellRule, Domains, Rule, Shape
from .texts import Entry, are_neighbours, cells_of, names_of, read_cells

MARKS: "dict[str, type[Pair]]" = {}
"""The marks that may all be given, by their kinds."""


@dataclass(frozen=True)
class Pair(CellRule):
    """A relation between the digits of two cells, defined as a table of pairs."""

    cells: tuple[Cell, ...]
    fewest_cells = 2
    is_ordered = False

    def __init_subclass__(cls, mark: bool = False, **options: Any) -> None:
        super().__init_subclass__(**options)
        if mark:
            MARKS[cls.kind] = cls

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.cells) > 2:
            raise InputError(f"the {self.kind} has {len(self.cells)} cells; it is between two")

    def relates(self, d: int, e: int) -> bool:
        """Whether the two digits are in the relation."""
        raise NotImplementedError

    def holds(self, digits: tuple[int, ...]) -> bool:
        return self.relates(*digits)

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
        """A mark between all neighbours among the cells; of an ordered pair the first is named first."""
        cells = read_cells(arguments, n)
        pairs = [pair for pair in combinations(cells, 2) if are_neighbours(*pair)]
        if alone := [cell for cell in cells if not any(cell in pair for pair in pairs)]:
            raise InputError(f"the cell {alone[0]} is no neighbour of another one of its cells")
        return [cls(pair) for pair in pairs]

    def write_iss(self, writing: Any) -> str:
        if not are_neighbours(*self.cells):
            raise InputError("its cells do not share a side")
        return super().write_iss(writing)

    value: ClassVar[str] = ""
    """The value of its entries in f-puzzles."""

    @classmethod
    def read_entry(cls, entry: Entry, n: int) -> list[Rule]:
        """A mark between neighbours by its value, which is the usual one when there is none."""
        text = entry.get("value")
        of_key = {kind.value: kind for kind in MARKS.values() if kind.fpuzzles == cls.fpuzzles}
        usual = cls.value if len(of_key) == 1 else None
        kind = of_key.get(str(text).upper() if text not in (None, "") else usual or "")
        if kind is None:
            raise InputError(f"its value must be {' or '.join(of_key)}, not {short_repr(text)}")
        cells = cells_of(entry, n)
        if len(cells) != 2 or not are_neighbours(*cells):
            raise InputError("it needs two cells that share a side")
        return [kind(cells)]

    def entries(self, n: int) -> list[Entry]:
        if not are_neighbours(*self.cells):
            raise InputError("its cells do not share a side")
        return [{"cells": names_of(self.cells), "value": self.value}]


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

    def argument(self, domains: Domains) -> str:
        return f"between the two there is no {listed(self.marks, 'or')}"

    @property
    def title(self) -> str:
        return f"no {' or '.join(self.marks)}"


@dataclass(frozen=True)
class AllGiven(Rule):
    """Neighbours without a mark are not in its relation, because all marks are given."""

    marks: ClassVar[tuple[str, ...]] = ()
    """The marks that are all given."""

    def parts(self, board: Shape) -> tuple[CellRule, ...]:
        """An `Unrelated` for each pair of neighbours without one of the marks."""
        kinds = tuple(MARKS[mark] for mark in self.marks)
        given = {frozenset(rule.cells) for rule in board.rules if isinstance(rule, kinds)}
        return tuple(Unrelated(pair, self.marks) for pair in adjacent_pairs(board.size) if frozenset(pair) not in given)
