"""Lesson 4, filter values: a Hall set, what each strength leaves, forward checking, all-different in plain Pyomo."""

import random
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import Any

from ...backends import AllDifferent, Backend
from ...inference.propagation import Domains, Inference, propagate, steps
from ...models.validation import short
from ...puzzles.board import Unit
from ...puzzles.puzzle import Puzzle
from ..exercise import Wrong
from ..judges import formulation, function, value

predict_candidates = value(
    (13, 13, 9),
    {
        (
            13,
            9,
            9,
        ): "bounds consistency looks at the smallest and the largest value only: those of c and e are "
        "1 and 5, which do not lie within 2 to 4",
        (13, 13, 13): "domain consistency also sees that a and b use up 2 and 4",
        (15, 13, 9): "forward checking does remove something: d holds 3",
        (15, 15, 15): "d holds 3, so forward checking already removes something",
        (13, 13, 11): "a and b use up 2 and 4, and both c and e lose them: count the four removals",
        (
            9,
            9,
            9,
        ): "forward checking looks at cells with one value only, and a and b have two each: it cannot see that "
        "they use up 2 and 4",
        (
            13,
            11,
            9,
        ): "bounds consistency removes a value only when it is the smallest or the largest of its "
        "cell; in c and e these are 1 and 5, and they stay",
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


def _chain(cells: int) -> dict[str, set[int]]:
    """Cells of which each is fixed by the one after it, so that a pass in the order of the dict fixes only one."""
    return {f"c{k}": {k - 1, k} if k > 1 else {1} for k in range(cells, 0, -1)}


def _random_units(how_many: int) -> list[tuple[dict[str, set[int]]]]:
    """Small units with a few fixed cells, the same each time."""
    rng = random.Random(1994)
    units = []
    for _ in range(how_many):
        names = "abcdefg"[: rng.randint(2, 7)]
        domains = {name: set(rng.sample(range(1, 8), rng.choice([1, 2, 2, 3, 4]))) for name in names}
        units.append((domains,))
    return units


forward_checking = function(
    checked_forward,
    [
        ({"a": {1}, "b": {1, 2}},),
        ({"a": {1}, "b": {1}},),
        ({"a": {1, 2}, "b": set()},),
        (_chain(17),),
        ({"a": {1, 2}, "b": {1, 2}, "c": {1, 2, 3}},),
        ({"a": {4}},),
        *_random_units(60),
    ],
    praise="your forward checking agrees with propagate on 66 units, 60 of them random",
    hint="a fixed value goes from every other cell, until nothing changes; None when a cell has no value left",
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
    names = list(answer) if isinstance(answer, set | frozenset | list | tuple | str) else []
    if not names or any(name not in list(SEVEN_CELLS) for name in names):
        raise Wrong('the answer must be a set of names of cells, such as {"a", "c"}')
    inside = sorted(set(names))
    if twice := [name for name in inside if names.count(name) > 1]:
        raise Wrong(f"you have named the cell {twice[0]} more than once")
    held = set().union(*(SEVEN_CELLS[name] for name in inside))
    if len(held) > len(inside):
        these = f"these {len(inside)} cells have" if len(inside) > 1 else f"the cell {inside[0]} has"
        raise Wrong(f"{these} {len(held)} values together, {_listed(held)}; a Hall set has as many as cells")
    others = {name: SEVEN_CELLS[name] & held for name in SEVEN_CELLS if name not in inside}
    lost = [f"{name} loses {_listed(gone)}" for name, gone in others.items() if gone]
    return f"{_listed(inside)} use up {_listed(held)}, so {', '.join(lost)}"


MOST_CELLS = 8


SEEN = (
    {"a": {1, 3}, "b": {1, 3}, "c": {1, 2, 3, 4}, "d": {1, 3, 5}},
    {"a": {2, 4}, "b": {2, 4}, "c": {1, 2, 3, 4, 5}, "d": {3}, "e": {1, 2, 3, 4, 5}},
)


def hide_from_bounds(answer: Any) -> str:
    """Any domains from which `bounds` removes nothing, but `domain` does."""
    domains = _domains(answer)
    unit = [Unit("the unit", tuple(domains))]
    if _is_seen(domains):
        raise Wrong("these are domains of the lesson, perhaps with other names or other numbers; find others")
    for step in steps(unit, domains, "bounds"):
        if step.domains is None:
            raise Wrong(f"the unit cannot be filled, which bounds consistency detects: {_why(step)}")
        gone = "; ".join(f"{key} loses {_listed(values)}" for key, values in step.removed.items())
        raise Wrong(f"bounds consistency does remove something, because {_why(step)}: {gone}")
    for step in steps(unit, domains, "domain"):
        if step.domains is None:
            raise Wrong(f"the unit cannot be filled: {_why(step)}; give domains that can be filled")
        gone = "; ".join(f"{key} loses {_listed(values)}" for key, values in step.removed.items())
        return f"bounds consistency removes nothing, but domain consistency does, because {_why(step)}: {gone}"
    raise Wrong(
        "domain consistency removes nothing either: every value is in a solution of the unit. Begin with a Hall set, "
        "and give another cell one of its values"
    )


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


def _domains(answer: Any) -> Domains:
    """The answer as domains.

    Raises:
        Wrong: When it is no dict of sets of whole numbers.
    """
    if not isinstance(answer, Mapping) or not answer:
        raise Wrong('the answer must be a dict of sets, such as {"a": {1, 2}, "b": {2, 5}}')
    if len(answer) > MOST_CELLS:
        raise Wrong(f"take at most {MOST_CELLS} cells; yours are {len(answer)}")
    for key, values in answer.items():
        if not isinstance(values, set | frozenset | list | tuple | range) or not all(map(_is_whole, values)):
            raise Wrong(f"the domain of {key} must be a set of whole numbers, not {short(values)}")
        if not values:
            raise Wrong(f"the domain of {key} is empty, so the unit cannot be filled")
        if min(values) < 1 or max(values) > 99:
            raise Wrong(f"the values of {key} should be from 1 to 99")
    return {key: frozenset(map(int, values)) for key, values in answer.items()}


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == int(value)


def _why(step: Inference) -> str:
    """The reason without the name of the unit."""
    return step.reason.partition(": ")[2]


def _has_each_unit(m: Backend, puzzle: Puzzle, variables: dict[Any, Any]) -> None:
    """The model is a Pyomo model with an all-different constraint for each unit."""
    if m.name != "pyomo":
        raise Wrong("your model is right, but it is not a Pyomo ConcreteModel: the function takes the puzzle alone")
    stated = [
        sorted(term.columns[0] for term in each.terms if term.columns)
        for _, each in m.logic()
        if isinstance(each, AllDifferent)
    ]
    if not stated:
        raise Wrong("your model is right, but has no all-different constraint: use LogicalConstraint and all_different")
    units = puzzle.board.units
    missing = [unit for unit in units if sorted(m.column(variables[i]) for i in unit.cells) not in stated]
    if missing:
        more = f", nor for {len(missing) - 1} other units" * (len(missing) > 1)
        raise Wrong(f"your model is right, but it has no all-different constraint for {missing[0]}{more}")


all_different = formulation(
    also=_has_each_unit,
    praise="your Pyomo model has one all-different for each unit, and accepts every solution and nothing else on "
    "six puzzles from 4x4 to 9x9",
)


def _listed(things: Any) -> str:
    *most, last = map(str, sorted(things))
    return f"{', '.join(most)} and {last}" if most else last
