"""Marks in cells, between neighbours, and around corners."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from ...puzzles.rules import (
    AllDotsGiven,
    AllWhiteDotsGiven,
    AllXVGiven,
    BlackDot,
    Even,
    GreaterThan,
    Odd,
    Quadruple,
    Rule,
    VMark,
    WhiteDot,
    XMark,
)
from ...puzzles.rules.dots import Pair
from ...puzzles.unit import adjacent_pairs, square
from .kind import Kind, Sketch

__all__ = ["CONSECUTIVE", "EVEN_ODD", "GREATER_THAN", "KROPKI", "QUADRUPLE", "XV", "sample"]

Thing = TypeVar("Thing")


def sample(sketch: Sketch, things: Iterable[Thing], share: float) -> list[Thing]:
    """A share of these, at least one, in random order."""
    every = list(things)
    return sketch.rng.sample(every, min(len(every), max(1, round(share * len(every)))))


def _marks(*kinds: type[Pair]) -> Callable[[Sketch, float], list[Rule]]:
    """A function that draws a share of the marks of these kinds that the grid has."""

    def draw(sketch: Sketch, share: float) -> list[Rule]:
        every = [
            rule
            for pair in adjacent_pairs(sketch.board.size)
            for kind in kinds
            if (rule := kind(pair)).check(sketch.grid)
        ]
        return [*sample(sketch, every, share)]

    return draw


def _greater_than(sketch: Sketch, share: float) -> list[Rule]:
    ordered = (sorted(pair, key=lambda cell: -sketch.grid[cell]) for pair in adjacent_pairs(sketch.board.size))
    every = [GreaterThan(pair) for pair in map(tuple, ordered) if sketch.grid[pair[0]] > sketch.grid[pair[1]]]
    return [*sample(sketch, every, share)]


def _even_odd(sketch: Sketch, share: float) -> list[Rule]:
    return [(Odd if sketch.grid[i] % 2 else Even)((i,)) for i in sample(sketch, sketch.board.cells, share)]


def _quadruples(sketch: Sketch, share: float) -> list[Rule]:
    span = range(1, sketch.board.size)
    found: list[Rule] = []
    for r, c in sample(sketch, ((r, c) for r in span for c in span), share):
        cells = square((r, c))
        digits = sketch.rng.sample(sketch.digits(cells), sketch.rng.randint(2, 4))
        found.append(Quadruple(tuple(digits), cells))
    return found


KROPKI = Kind("black and white dots between neighbours", _marks(WhiteDot, BlackDot), all_given=AllDotsGiven())
CONSECUTIVE = Kind(
    "white dots, or bars, between consecutive neighbours", _marks(WhiteDot), all_given=AllWhiteDotsGiven()
)
XV = Kind("X and V between neighbours with the sums 10 and 5", _marks(XMark, VMark), all_given=AllXVGiven())
GREATER_THAN = Kind("signs between neighbours", _greater_than)
EVEN_ODD = Kind("cells that are marked as even or odd", _even_odd, 0.5)
QUADRUPLE = Kind("digits that are in the four cells around a corner", _quadruples, 0.3)
