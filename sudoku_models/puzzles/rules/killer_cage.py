"""Killer cages."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb
from typing import Any

from ...errors import InputError
from ..graphics import Stroke
from ..units import Cell, Unit, is_connected, neighbours
from ..values import short_repr
from .little_killer import LittleKiller
from .placing import Sketch
from .rule import MOST_TRANSITIONS, CellRule, CellView, Layers, Rule, Shape, checked_number
from .shapes import Elements, outlined
from .texts import Entry, cells_of, names_of, number_of, read_cells, read_integer
from .uses import Kind, Tool

MOST_SETS = 5_000
"""The most sets of digits that the automaton of a cage remembers: enough for every cage on boards up to 12x12."""
INSET = 0.09
"""The distance of the dashed line from the sides of the cells."""


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
    variant = "killer"
    is_ordered = False
    tool = Tool("Cage", "cells", "Drag over its cells, then type its sum", "Sum", "total", optional=True)
    generated = (("killer", Kind("cages with the sums of their digits", lambda sketch, share: cages(sketch, share))),)
    iss = ("Cage", "Sum")
    fpuzzles = "killercage"

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

    @property
    def meaning(self) -> str:
        if not self.different:
            return "the digits in a dashed cage have the sum in its corner, and may repeat"
        return "the digits in a dashed cage differ, and have the sum in its corner, if there is one"

    def violation(self, digits: tuple[int, ...]) -> int:
        return 0 if self.total is None else abs(sum(digits) - self.total)

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        look = Stroke("ink", above=True, width=0.03, dashed=True)
        return outlined(self.cells, "" if self.total is None else str(self.total), look, INSET)

    @property
    def in_text(self) -> str | None:
        return str(self.total or "") if self.different else None

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
        """A cage, whose total 0, or nothing, means that it has none; or a sum, whose digits may repeat.

        A sum with coefficients, which must all be 1, is a little killer on any cells.
        """
        total, *names = arguments
        cells = read_cells(names, n)
        if name == "Cage":
            return [KillerCage(read_integer(total or 0) or None, cells)]
        number, *coefficients = total.split("_")
        if not coefficients:
            return [KillerCage(read_integer(number), cells, different=False)]
        if coefficients != ["=", *["1"] * len(cells)]:
            raise InputError(f"the coefficients {'_'.join(coefficients)} are not known; all must be 1")
        return [LittleKiller(read_integer(number), cells)]

    def write_iss(self, writing: Any) -> str:
        return str(writing.text("Cage" if self.different else "Sum", self.total or 0, self.cells))

    @classmethod
    def read_entry(cls, entry: Entry, n: int) -> list[Rule]:
        return [KillerCage(number_of(entry), cells_of(entry, n))]

    def entries(self, n: int) -> list[Entry]:
        if not self.different:
            raise InputError("the digits of its cages differ")
        return [{"cells": names_of(self.cells), **({} if self.total is None else {"value": str(self.total)})}]


# -- how cages are placed ---------------------------------------------------------------------------------------------

SIZES = (2, 2, 2, 3, 3, 3, 4, 4, 5)
"""The sizes of cages, as often as they are drawn."""


def cages(sketch: Sketch, share: float) -> list[Rule]:
    """Cages with their sums that cover a share of the cells."""
    return [_cage(sketch, cells) for cells in partition(sketch, share)]


def _cage(sketch: Sketch, cells: list[Cell]) -> KillerCage:
    return KillerCage(sum(sketch.digits(cells)), tuple(sorted(cells)))


def partition(sketch: Sketch, share: float = 1.0) -> list[list[Cell]]:
    """Connected cages of 2 to 5 cells with different digits, in random order.

    A cell that is left over joins the smallest cage beside it that lacks its digit; without one it stays alone.

    >>> import random
    >>> from sudoku_models import Puzzle
    >>> grid = Puzzle.parse("1234 3412 2143 4321").as_grid()
    >>> cages = partition(Sketch(grid, random.Random(1)))
    >>> sorted({len(cage) for cage in cages}), sum(map(len, cages))
    ([2, 3, 4], 15)
    """
    board, grid, rng = sketch.board, sketch.grid, sketch.rng
    largest = min(max(SIZES), board.size)
    open_cells = set(board.cells)
    found: list[list[Cell]] = []
    alone: list[Cell] = []
    for start in rng.sample(board.cells, len(board.cells)):
        if start not in open_cells or len(board.cells) - len(open_cells) >= share * len(board.cells):
            continue
        cage, wanted = [start], min(rng.choice(SIZES), largest)
        open_cells.discard(start)
        while len(cage) < wanted:
            digits = sketch.digits(cage)
            near = {j for i in cage for j in neighbours(board.size, i)}
            beside = sorted(j for j in near if j in open_cells and grid[j] not in digits)
            if not beside:
                break
            cage.append(rng.choice(beside))
            open_cells.discard(cage[-1])
        if len(cage) > 1:
            found.append(cage)
        else:
            alone.append(start)
    for cell in alone:
        if fitting := [cage for cage in found if _may_join(sketch, cell, cage)]:
            min(fitting, key=len).append(cell)
    return found


def _may_join(sketch: Sketch, cell: Cell, cage: list[Cell]) -> bool:
    """Whether a cell is beside a cage that is not full and does not have its digit."""
    near = neighbours(sketch.board.size, cell)
    is_full = len(cage) >= min(max(SIZES), sketch.board.size)
    return not is_full and any(i in near for i in cage) and sketch.grid[cell] not in sketch.digits(cage)


def refine(sketch: Sketch, placed: tuple[Rule, ...], other: Any) -> tuple[Rule, ...] | None:
    """The rules with two cages changed so that another grid breaks them; None when no change does.

    A cell in which the grids differ goes from its cage to one beside it: the sums of both differ then.
    """
    cells_of = {rule: list(rule.cells) for rule in placed if isinstance(rule, KillerCage)}
    changes = []
    for one, cells in cells_of.items():
        for cell in cells:
            rest = [i for i in cells if i != cell]
            if other[cell] != sketch.grid[cell] and len(rest) > 1 and is_connected(rest):
                joined = (two for two, to in cells_of.items() if two != one and _may_join(sketch, cell, to))
                changes += [(one, rest, two, [*cells_of[two], cell]) for two in joined]
    if not changes:
        return None
    one, rest, two, more = sketch.rng.choice(changes)
    changed: dict[Rule, Rule] = {one: _cage(sketch, rest), two: _cage(sketch, more)}
    return tuple(changed.get(rule, rule) for rule in placed)
