"""How rules are placed at random in a full grid.

A function that places rules takes a `Sketch` and a share, and returns rules that hold in its grid, in random order: for
a share of the cells for lines, of the possible places for marks and clues.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..units import Cell, adjacent_pairs, neighbours
from .rule import CellRule, Rule, Shape
from .uses import Kind, Place

LENGTHS = range(3, 7)
"""The lengths of lines; a line that cannot go on may be shorter, but has at least three cells."""
TRIES = 5
"""Tries to place a line, for each cell of the board."""

Thing = TypeVar("Thing")
Placed = TypeVar("Placed", bound=CellRule)


@dataclass
class Sketch:
    """A full grid in which rules are placed.

    Attributes:
        grid: The grid; the rules that are placed hold in it.
        rng: The random number generator.
        free: The cells without a line; a line that is placed takes its cells.
    """

    grid: Any
    rng: random.Random
    free: set[Cell] = field(init=False)

    def __post_init__(self) -> None:
        self.free = set(self.grid.board.cells)

    @property
    def board(self) -> Shape:
        """The board of the grid."""
        found: Shape = self.grid.board
        return found

    def digits(self, cells: Iterable[Cell]) -> tuple[int, ...]:
        """The digits in these cells."""
        return tuple(self.grid[cell] for cell in cells)

    def sample(self, things: Iterable[Thing], share: float) -> list[Thing]:
        """A share of these, at least one, in random order."""
        every = list(things)
        return self.rng.sample(every, min(len(every), max(1, round(share * len(every)))))

    def free_beside(self, line: list[Cell], end: Cell) -> list[Cell]:
        """The free cells around the end of a line that are not on it."""
        near = neighbours(self.board.size, end, diagonal=True)
        return [i for i in near if i in self.free and i not in line]

    def walk(self, start: Cell, length: int, goes_on: Callable[[tuple[int, ...], int], bool]) -> tuple[Cell, ...]:
        """A walk of up to `length` free cells to neighbours, also across corners; empty if it is too short.

        Args:
            start: Its first cell.
            length: The largest number of cells.
            goes_on: Takes the digits so far and the next one.
        """
        walk = [start]
        while len(walk) < length:
            digits = self.digits(walk)
            near = [i for i in self.free_beside(walk, walk[-1]) if goes_on(digits, self.grid[i])]
            if not near:
                break
            walk.append(self.rng.choice(near))
        return tuple(walk) if len(walk) >= LENGTHS[0] else ()

    def grown(self, line: list[Cell], length: int, fits: Callable[[int, int], bool]) -> tuple[Cell, ...]:
        """A line with free cells added at both ends, up to a length, whose digits fit together; empty if too short."""
        while len(line) + 1 < length:
            front, back = (self.free_beside(line, end) for end in (line[0], line[-1]))
            pairs = [(i, j) for i in front for j in back if i != j and fits(self.grid[i], self.grid[j])]
            if not pairs:
                break
            i, j = self.rng.choice(pairs)
            line = [i, *line, j]
        return tuple(line) if len(line) >= LENGTHS[0] else ()

    def longest(self, walk: tuple[Cell, ...], kind: Callable[[tuple[Cell, ...]], Placed]) -> Placed | None:
        """The rule on the longest part of a walk, from its start, on which it holds."""
        parts = (kind(walk[:end]) for end in range(len(walk), LENGTHS[0] - 1, -1))
        return next((rule for rule in parts if rule.check(self.grid)), None)


def lines(title: str, place_one: Callable[[Sketch, Cell], CellRule | None]) -> Kind:
    """A kind of lines, which are placed until they cover a share of the cells, or no further one is found.

    Args:
        title: What they are.
        place_one: A line that begins in this cell; None when there is none.
    """

    def place(sketch: Sketch, share: float) -> list[Rule]:
        found: list[Rule] = []
        cells, covered = sketch.board.cells, 0
        for start in sketch.rng.choices(cells, k=TRIES * len(cells)):
            if covered >= share * len(cells):
                break
            if start in sketch.free and (rule := place_one(sketch, start)):
                sketch.free.difference_update(rule.cells)
                covered += len(rule.cells)
                found.append(rule)
        return found

    return Kind(title, place, 0.5, is_line=True)


def marks(*kinds: Callable[[tuple[Cell, ...]], CellRule]) -> Place:
    """A function that places a share of the marks between neighbours of these kinds that the grid has."""

    def place(sketch: Sketch, share: float) -> list[Rule]:
        every = (kind(pair) for pair in adjacent_pairs(sketch.board.size) for kind in kinds)
        return [*sketch.sample((rule for rule in every if rule.check(sketch.grid)), share)]

    return place


def board(title: str, rule: Rule) -> Kind:
    """The kind of the boards with a rule."""
    return Kind(title, board=lambda board, _: board.with_rules(rule))
