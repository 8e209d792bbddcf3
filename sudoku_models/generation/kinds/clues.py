"""Clues around the board: sandwiches, skyscrapers, and the sums of little killers."""

from ...puzzles.board import Cell
from ...puzzles.rules import LittleKiller, Rule, Sandwich, Skyscraper
from .kind import Kind, Sketch
from .marks import sample

__all__ = ["LITTLE_KILLER", "SANDWICH", "SKYSCRAPER", "diagonals", "lines"]


def lines(size: int) -> list[tuple[Cell, ...]]:
    """The rows and the columns."""
    span = range(1, size + 1)
    return [tuple((r, c) for c in span) for r in span] + [tuple((r, c) for r in span) for c in span]


def diagonals(size: int) -> list[tuple[Cell, ...]]:
    """The diagonals of at least two cells, in both directions.

    >>> len(diagonals(9)), diagonals(9)[0]
    (30, ((1, 2), (2, 1)))
    """
    span = range(1, size + 1)
    rising = [tuple((r, k - r) for r in span if 1 <= k - r <= size) for k in range(3, 2 * size)]
    return rising + [tuple((r, size + 1 - c) for r, c in line) for line in rising]


def _sandwiches(sketch: Sketch, share: float) -> list[Rule]:
    found: list[Rule] = []
    for line in sample(sketch, lines(sketch.board.size), share):
        digits = sketch.digits(line)
        first, last = sorted((digits.index(1), digits.index(max(digits))))
        found.append(Sandwich(sum(digits[first + 1 : last]), line))
    return found


def _skyscrapers(sketch: Sketch, share: float) -> list[Rule]:
    every = lines(sketch.board.size)
    found: list[Rule] = []
    for line in sample(sketch, [*every, *(line[::-1] for line in every)], share):
        digits = sketch.digits(line)
        found.append(Skyscraper(sum(d > max((0, *digits[:k])) for k, d in enumerate(digits)), line))
    return found


def _little_killers(sketch: Sketch, share: float) -> list[Rule]:
    drawn = sample(sketch, diagonals(sketch.board.size), share)
    return [LittleKiller(sum(sketch.digits(line)), line) for line in drawn]


SANDWICH = Kind("sums of the digits between the smallest and the largest one of a line", _sandwiches)
SKYSCRAPER = Kind("numbers of digits that are seen from the side", _skyscrapers)
LITTLE_KILLER = Kind("sums of diagonals", _little_killers)
