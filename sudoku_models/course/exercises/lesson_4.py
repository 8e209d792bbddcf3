"""Lesson 4, filter values: forward checking, a hidden Hall set, and a variant of Sudoku in CP-SAT's own interface."""

import random
import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import combinations
from typing import Any

from ...backends import import_backend
from ...inference.filters import Domains
from ...inference.propagation import propagate, steps
from ...models.validation import UserModel
from ...puzzles.board import Board
from ...puzzles.cell_names import listed
from ...puzzles.known_solutions import enumerate_by_backtracking
from ...puzzles.puzzle import Grid, Puzzle
from ...puzzles.rules import AllWhiteDotsGiven
from ...puzzles.units import Unit
from ..answers import must_fit
from ..exercise import Function, Wrong
from ..judges import function
from ..models import formulation


def checked_forward(domains: dict[Any, set[int]]) -> dict[Any, set[int]] | None:
    """Forward checking of one unit."""
    unit = Unit("the unit", tuple(domains))
    left = propagate([unit], {key: frozenset(values) for key, values in domains.items()}, "values")
    return None if left is None else {key: set(values) for key, values in left.items()}


def _units() -> list[tuple[dict[str, set[int]]]]:
    """A few chosen units, and random ones with a few fixed cells."""
    rng, units = random.Random(1994), []
    for _ in range(60):
        names = "abcdefg"[: rng.randint(2, 7)]
        units.append({name: set(rng.sample(range(1, 8), rng.choice([1, 2, 2, 3, 4]))) for name in names})
    chain = {f"c{k}": {k - 1, k} if k > 1 else {1} for k in range(17, 0, -1)}  # a pass fixes only one of its cells
    chosen = [
        {"a": {1}, "b": {1, 2}},
        {"a": {1}, "b": {1}},
        {"a": {1, 2}, "b": set()},
        chain,
        {"a": {1, 2}, "b": {1, 2}, "c": {1, 2, 3}},
        {"a": {4}},
    ]
    return [(unit,) for unit in [*chosen, *units]]


forward_checking = function(
    checked_forward,
    _units,
    "your forward checking agrees with propagate on {n} units, 60 of them random",
    "a fixed value goes from every other cell, until nothing changes; None when a cell has no value left",
)


SEEN = ({"a": {1, 3}, "b": {1, 3}, "c": {1, 2, 3, 4}, "d": {1, 3, 5}},)
"""The example of the lesson."""


def hide_from_bounds(answer: Any) -> str:
    """Any domains from which `bounds` removes nothing, but `domain` does."""
    if isinstance(answer, dict):
        answer = {key: list(values) if isinstance(values, range) else values for key, values in answer.items()}
    must_fit(answer, {object: [int]}, 'the answer must be a dict of sets of whole numbers, such as {"a": {1, 2}}')
    domains = {key: frozenset(map(int, values)) for key, values in answer.items()}
    if not 1 <= len(domains) <= 8 or not all(values and values <= set(range(1, 100)) for values in domains.values()):
        raise Wrong("take 1 to 8 cells, each with some of the values 1 to 99; a cell without a value cannot be filled")
    if _is_seen(domains):
        raise Wrong("these are domains of the lesson, perhaps with other names or other numbers; find others")
    unit = [Unit("the unit", tuple(domains))]
    if found := _removed(unit, domains, "bounds"):
        raise Wrong(f"bounds consistency does remove something, {found}")
    if not (found := _removed(unit, domains, "domain")):
        begin = "Begin with a Hall set, and give another cell one of its values"
        raise Wrong(f"domain consistency removes nothing either: every value is in a solution of the unit. {begin}")
    if propagate(unit, domains, "domain") is None:
        raise Wrong(f"the unit cannot be filled, {found}; give domains that can be filled")
    return f"bounds consistency removes nothing, but domain consistency does, {found}"


def _removed(unit: list[Unit], domains: Domains, strength: str) -> str:
    """The first removal of values, as the end of a sentence; empty when there is none."""
    for step in steps(unit, domains, strength):
        gone = "; ".join(f"{key} loses {listed(sorted(values))}" for key, values in step.removed.items())
        return f"because {step.reason.partition(': ')[2]}: {gone or 'a cell is left without a value'}"
    return ""


def _is_seen(domains: Domains) -> bool:
    """Whether an example of the lesson is among the cells, up to the names, and the numbers in the same order."""
    return any(
        _shape(cells) in (_shape(seen.values()), _shape([{-value for value in each} for each in seen.values()]))
        for seen in SEEN
        for cells in combinations(domains.values(), len(seen))
    )


def _shape(cells: Iterable[AbstractSet[int]]) -> list[list[int]]:
    """Domains with their values numbered in order, without the names of the cells."""
    every = sorted(set().union(*(cells := list(cells))))
    return sorted(sorted(map(every.index, values)) for values in cells)


THREE_GIVENS = "......5..........4.4................"
"""A 6x6 puzzle with three givens."""
NINE = "9..5....1..18..3.5........8....14...............95.....3.4..8.2194......8.2...1.."
NINE_SOLVED = "928573641641829375375146928759614283416382759283957416537491862194268537862735194"


@cache
def _without_neighbours() -> tuple[tuple[Puzzle, frozenset[Grid]], ...]:
    """Puzzles in which neighbours are not consecutive, with all their solutions; a test confirms that of the 9x9."""

    def puzzle(rows: int, columns: int, text: str, name: str) -> Puzzle:
        return Puzzle.parse(text, Board.with_boxes(rows, columns).with_rules(AllWhiteDotsGiven()), name)

    small = [
        puzzle(2, 3, THREE_GIVENS, "a 6x6 with three givens"),
        puzzle(2, 2, "." * 16, "the empty 4x4, which has no solution"),
        puzzle(3, 2, "." * 36, "the empty 6x6 with boxes of three rows"),
        puzzle(2, 3, "." * 36, "the empty 6x6"),
    ]
    large = puzzle(3, 3, NINE, "a 9x9 with 22 givens")
    solved = [(each, frozenset(enumerate_by_backtracking(each))) for each in small]
    return *solved, (large, frozenset({Grid(large.board, tuple(map(int, NINE_SOLVED)))}))


def _is_a_cp_model(user: UserModel) -> None:
    if user.m.name != "cpsat":
        raise Wrong("your model is right, but it is no CpModel: write it with cp_model, and return model, x")


_of_a_variant = formulation(
    _is_a_cp_model,
    "your CpModel accepts every solution and nothing else on five puzzles from 4x4 to 9x9",
    puzzles=_without_neighbours,
)


def not_consecutive(answer: Function) -> Any:
    """A right model of the variant, in OR-Tools' own interface."""
    import_backend("cpsat")  # an error that says so where it is not installed
    try:
        return _of_a_variant(answer)
    except Wrong as wrong:
        raise Wrong(DOT.sub(_neighbours, wrong.sentence), wrong.puzzle, wrong.grid, picture=wrong.picture) from None


DOT = re.compile(r"the rule 'no white dot on (\w+) (\w+)' does not hold: its cells hold (\d+) (\d+)")


def _neighbours(found: re.Match[str]) -> str:
    one, other, d, e = found.groups()
    return f"the neighbours {one} and {other} hold {d} and {e}"
