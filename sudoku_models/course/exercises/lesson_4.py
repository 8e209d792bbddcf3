"""Lesson 4, filter values: a Hall set, what each strength leaves, forward checking, all-different in plain Pyomo."""

import random
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import Any

from ...backends import AllDifferent
from ...inference.filters import Domains
from ...inference.propagation import propagate, steps
from ...models.validation import UserModel
from ...puzzles.cell_names import listed
from ...puzzles.units import Unit
from ..answers import must_fit
from ..exercise import Wrong
from ..judges import function, value
from ..models import formulation

predict_candidates = value(
    (13, 13, 9),
    {
        (
            13,
            9,
            9,
        ): "bounds consistency looks at the smallest and the largest value only: those of c and e are 1 and 5, "
        "which do not lie within 2 to 4",
        (13, 13, 13): "domain consistency also sees that a and b use up 2 and 4",
        (15, 13, 9): "forward checking does remove something: d holds 3",
        (15, 15, 15): "d holds 3, so forward checking already removes something",
        (13, 13, 11): "a and b use up 2 and 4, and both c and e lose them: count the four removals",
        (9, 9, 9): "forward checking looks at cells with one value only, and a and b have two each: it cannot see that "
        "they use up 2 and 4",
        (13, 11, 9): "bounds consistency removes a value only when it is the smallest or the largest of its cell; in c "
        "and e these are 1 and 5, and they stay",
        (2, 2, 6): "these are the removed values; the question is what is left of the 15",
    },
    praise="3 goes from c and e (13 left); bounds consistency sees no end that has to move (13); a and b use up 2 "
    "and 4, which go from c and e (9)",
    hint="count 15 minus what each strength removes; a stronger one removes at least what a weaker one does",
)


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


SEVEN_CELLS: dict[str, set[int]] = {
    "a": {1, 3, 4, 7},
    "b": {2, 5},
    "c": {1, 5, 7, 8},
    "d": {5, 6},
    "e": {3, 4, 6},
    "f": {2, 6},
    "g": {1, 2, 3, 4, 8},
}


def hall_set(answer: Any) -> str:
    """Any set of cells with as many values as cells that removes values from the others; there is one."""
    answer = list(answer) if isinstance(answer, str) else answer
    must_fit(answer, [set(SEVEN_CELLS)], 'the answer must be a set of names of cells, such as {"a", "c"}')
    inside = sorted(set(answer))
    if len(inside) < len(answer) or not inside:
        raise Wrong(f"name each cell of the set once, and one at least; your answer is {answer}")
    held = set().union(*(SEVEN_CELLS[name] for name in inside))
    if len(held) > len(inside):
        have = f"{listed(inside)} have {len(held)} values together, {listed(sorted(held))}"
        raise Wrong(f"{have}; a Hall set has as many as cells, here {len(inside)}")
    others = {name: sorted(SEVEN_CELLS[name] & held) for name in SEVEN_CELLS if name not in inside}
    lost = ", ".join(f"{name} loses {listed(gone)}" for name, gone in others.items() if gone)
    return f"{listed(inside)} use up {listed(sorted(held))}, so {lost}"


SEEN = (
    {"a": {1, 3}, "b": {1, 3}, "c": {1, 2, 3, 4}, "d": {1, 3, 5}},
    {"a": {2, 4}, "b": {2, 4}, "c": {1, 2, 3, 4, 5}, "d": {3}, "e": {1, 2, 3, 4, 5}},
)
"""The examples of the lesson."""


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


def _has_each_unit(user: UserModel) -> None:
    """The model is a Pyomo model with an all-different constraint for each unit."""
    if user.m.name != "pyomo":
        raise Wrong("your model is right, but it is not a Pyomo ConcreteModel: the function takes the puzzle alone")
    rules = [rule for _, rule in user.m.logic() if isinstance(rule, AllDifferent)]
    stated = [sorted(term.columns[0] for term in rule.terms if term.columns) for rule in rules]
    for unit in user.puzzle.board.units:
        if sorted(user.m.column(user.variables[i]) for i in unit.cells) not in stated:
            raise Wrong(f"your model is right, but it has no all_different in a LogicalConstraint for {unit}")


all_different = formulation(
    _has_each_unit,
    "your Pyomo model has one all-different for each unit, and accepts every solution and nothing else on six puzzles "
    "from 4x4 to 9x9",
)
