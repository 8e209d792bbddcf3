"""Region sum lines."""

from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from ...errors import InputError
from ..units import PIECES, Cell, usual_box
from ..values import as_tuple, is_integer, short_repr
from . import placing
from .linear import LinearRule, Row
from .lines import Line
from .placing import LENGTHS, Sketch
from .rule import Domains, Shape
from .texts import Entry


def _place(sketch: Sketch, start: Cell) -> "RegionSums | None":
    """A walk that is cut off where its parts in different regions have the same sum."""
    region = {cell: unit for unit in sketch.board.units if unit.kind in PIECES for cell in unit.cells}
    walk = sketch.walk(start, 2 * LENGTHS[-1], lambda digits, d: True)
    for end in range(len(walk), LENGTHS[0] - 1, -1):
        lengths = tuple(len([*part]) for _, part in groupby(walk[:end], key=region.get))
        if len(lengths) > 1 and (rule := RegionSums(walk[:end], lengths)).check(sketch.grid):
            return rule
    return None


@dataclass(frozen=True)
class RegionSums(Line, LinearRule):
    """The parts of the line in different boxes have the same sum.

    Rules
        sum over i in part k of x[i] = sum over i in part k + 1 of x[i]

    Args:
        cells: The line.
        lengths: The number of cells of each part, in their order.

    >>> RegionSums([(1, 2), (1, 3), (1, 4)], (2, 1)).holds((2, 3, 5))
    True
    """

    lengths: tuple[int, ...]
    kind = "region sum line"
    meaning = "the parts of a blue line that are in different boxes have the same sum"
    generated = (("region-sum", placing.lines("lines whose parts in the boxes have the same sum", _place)),)
    look = "blue", 0.5, 0.12
    iss, iss_arguments = ("RegionSumLine",), (2, None)
    fpuzzles = "regionsumline"

    def __post_init__(self) -> None:
        super().__post_init__()
        lengths = as_tuple(self.lengths, f"the lengths of the {self.kind}")
        if not all(is_integer(k) and k > 0 for k in lengths) or sum(lengths) != len(self.cells) or len(lengths) < 2:
            raise InputError(
                f"the lengths of the {self.kind} must be two or more integers with the sum {len(self.cells)}, not "
                f"{short_repr(lengths)}"
            )
        object.__setattr__(self, "lengths", tuple(map(int, lengths)))

    def parts_of(self, items: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """The items of each part."""
        ends = [sum(self.lengths[: k + 1]) for k in range(len(self.lengths))]
        return [items[end - length : end] for end, length in zip(ends, self.lengths, strict=True)]

    def holds(self, digits: tuple[int, ...]) -> bool:
        return len({sum(part) for part in self.parts_of(digits)}) == 1

    def rows(self, items: tuple[Any, ...]) -> list[Row]:
        return [Row(one, other) for one, other in pairwise(self.parts_of(items))]

    start = -1, 0

    def step(self, state: tuple[int, int], position: int, digit: int) -> tuple[int, int] | None:
        """The sum of the first part, -1 before its end, and the sum of the part so far."""
        total, so_far = state
        so_far += digit
        if position + 1 in [sum(self.lengths[: k + 1]) for k in range(len(self.lengths))]:
            return (so_far, 0) if total in (-1, so_far) else None
        return (total, so_far) if total < 0 or so_far < total else None

    def check_board(self, board: Shape) -> None:
        super().check_board(board)
        pieces = [{*unit.cells} for unit in board.units if len(unit.cells) == board.size and not unit.is_straight]
        inside = [[piece for piece in pieces if piece >= {*part}] for part in self.parts_of(self.cells)]
        if not all(inside) or any(one == other for one, other in pairwise(inside)):
            raise InputError(f"the parts of the rule {str(self)!r} are not those in the regions of this board")

    def argument(self, domains: Domains) -> str:
        sums = [[sum(of(domains[i]) for i in part) for of in (min, max)] for part in self.parts_of(self.cells)]
        least, most = max(low for low, _ in sums), min(high for _, high in sums)
        return f"its parts have the same sum, which is at least {least} and at most {most}"

    @classmethod
    def on(cls, cells: tuple[Cell, ...], n: int) -> "RegionSums":
        """The rule on a line of a board with the usual boxes."""
        height, width = usual_box(n)
        of_boxes = groupby(cells, key=lambda i: ((i[0] - 1) // height, (i[1] - 1) // width))
        lengths = tuple(len([*part]) for _, part in of_boxes)
        if height == 1 or len(lengths) < 2:
            raise InputError("its line has to go through several boxes")
        return cls(cells, lengths)

    def _check_boxes(self, n: int) -> None:
        """Check that its parts are those that are read from its line.

        Raises:
            InputError: When they are not.
        """
        if self != self.on(self.cells, n):
            raise InputError("its parts are not those in the usual boxes")

    def write_iss(self, writing: Any) -> str:
        self._check_boxes(writing.n)
        return super().write_iss(writing)

    def entries(self, n: int) -> list[Entry]:
        self._check_boxes(n)
        return super().entries(n)
