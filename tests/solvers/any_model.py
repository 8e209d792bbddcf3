"""Any small model as plain data, for property tests, and what holds in it, by brute force."""

from collections.abc import Callable
from itertools import permutations, product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from sudoku_models.backends import (
    AllDifferent,
    Circuit,
    Cumulative,
    Element,
    Exclude,
    Implication,
    Inverse,
    Linear,
    NotEqual,
    PlainModel,
    Table,
    Term,
)
from sudoku_models.solvers import Status, find

Point = tuple[int, ...]

small = st.integers(-3, 3)
some_bounds = st.lists(st.tuples(small, small), min_size=3, max_size=3).map(lambda ends: [*ends, (0, 1)])


def model_of(lower: list[float], upper: list[float], *records: Any) -> PlainModel:
    names = [f"x{k}" for k in range(len(lower))]
    return PlainModel(names, list(map(float, lower)), list(map(float, upper)), [True] * len(lower), list(records), None)


@st.composite
def terms(draw: Callable[..., Any], most: int = 3) -> Term:
    scope = draw(st.lists(st.integers(0, 2), max_size=most))
    return Term(tuple(scope), tuple(draw(small) for _ in scope), draw(small))


conditions = st.lists(st.tuples(st.sampled_from([3, 3, 0]), st.integers(0, 1)), max_size=2).map(tuple)
"""Conditions of an implication: column 3 is a binary, and column 0 an integer."""


@st.composite
def records(draw: Callable[..., Any]) -> Any:
    kinds = ["linear", "not equal", "all different", "exclude", "table", "implication", "global"]
    kind = draw(st.sampled_from(kinds))
    if kind == "global":
        return draw(global_constraints())
    if kind in ("linear", "implication"):
        term = draw(terms())
        low = draw(st.sampled_from([-np.inf, -4, -1.5, 0, 1, 2.5]))
        row = Linear(term.columns, term.coefficients, low, draw(st.sampled_from([np.inf, 4, 2.5, 1, 0])), "r")
        return row if kind == "linear" else Implication(draw(conditions), row, "r")
    if kind == "table":
        scope = draw(st.lists(terms(2), min_size=1, max_size=4))
        tuples = draw(st.lists(st.tuples(*(st.integers(-5, 5) for _ in scope)), max_size=20, unique=True))
        return Table(tuple(scope), tuple(tuples), draw(st.booleans()), "r")
    if kind == "not equal":
        return NotEqual(draw(terms()), "r")
    if kind == "all different":
        return AllDifferent(tuple(draw(st.lists(terms(), max_size=4))), "r")
    scope = draw(st.lists(st.integers(0, 2), max_size=3))
    return Exclude(tuple((k, draw(small)) for k in scope), draw(st.integers(0, 3)), "r")


@st.composite
def global_constraints(draw: Callable[..., Any]) -> Any:
    """Element, inverse, circuit or cumulative; most terms are variables, so that solutions are not too rare."""
    variable = st.integers(0, 2).map(lambda k: Term((k,), (1,)))
    some = st.one_of(variable, variable, st.integers(0, 3).map(lambda value: Term((), (), value)), terms(2))
    kind = draw(st.sampled_from(["element", "inverse", "circuit", "cumulative"]))
    if kind == "element":
        numbers = st.lists(small.map(lambda value: Term((), (), value)), max_size=4)
        array = draw(st.one_of(numbers, st.lists(some, min_size=1, max_size=3)))
        return Element(draw(some), draw(some), tuple(array), "r")
    several = draw(st.lists(some, max_size=4))
    if kind == "circuit":
        return Circuit(tuple(several), "r")
    if kind == "inverse":
        return Inverse(tuple(several[:3]), tuple(draw(some) for _ in several[:3]), "r")
    durations, demands = (tuple(draw(st.integers(0, 3)) for _ in several) for _ in range(2))
    return Cumulative(tuple(several), durations, demands, draw(st.integers(0, 4)), "r")


def value(term: Term, point: Point) -> float:
    return sum(c * point[k] for k, c in zip(term.columns, term.coefficients, strict=True)) + term.constant


def is_held(record: Any, point: Point) -> bool:
    match record:
        case Linear(scope, coefficients, lower, upper, _):
            return lower <= value(Term(scope, coefficients), point) <= upper
        case NotEqual(difference, _):
            return value(difference, point) != 0
        case AllDifferent(of, _):
            return len({value(term, point) for term in of}) == len(of)
        case Exclude(values, at_least, _):
            return sum(point[k] != v for k, v in values) >= at_least
        case Table(of, tuples, allowed, _):
            return (tuple(value(term, point) for term in of) in tuples) == allowed
        case Implication(premises, row, _):
            return not all(point[k] == v for k, v in premises) or is_held(row, point)
    return is_held_globally(record, point)


def is_held_globally(record: Any, point: Point) -> bool:
    """The definitions of global constraints, word by word."""
    values = [value(term, point) for term in record.terms]
    match record:
        case Element(array=array):
            index, chosen, *rest = values
            return any(index == i and chosen == rest[i] for i in range(len(array)))
        case Inverse(xs=of):
            span, (x, y) = range(len(of)), (values[: len(of)], values[len(of) :])
            is_inverse = all((x[i] == j) == (y[j] == i) for i in span for j in span)
            return is_inverse and all(each in span for each in values)
        case Circuit():
            tours = permutations(range(1, len(values)))
            return not values or any(
                all(values[a] == b for a, b in zip((0, *tour), (*tour, 0), strict=True)) for tour in tours
            )
        case Cumulative(durations=durations, demands=demands, capacity=capacity):
            tasks = list(zip(values, durations, demands, strict=True))
            loads = (sum(need for s, p, need in tasks if s <= time < s + p) for time in range(-50, 50))
            return all(load <= capacity for load in loads)
    raise AssertionError


def solutions(bounds: list[tuple[int, int]], of: list[Any]) -> set[Point]:
    """All points of the box that hold these constraints."""
    points = product(*(range(low, high + 1) for low, high in bounds))
    return {point for point in points if all(is_held(record, point) for record in of)}


def check_against_brute_force(name: str, bounds: list[tuple[int, int]], of: list[Any]) -> list[Point]:
    """The solver enumerates all solutions of a model, proves that there are no more, and finds one.

    What it enumerates is returned: CP-SAT may repeat a solution.
    """
    expected = solutions(bounds, of)
    found: list[Point] = []
    session: Any = find(name).session(model_of([low for low, _ in bounds], [high for _, high in bounds], *of))
    outcome = session.enumerate(lambda values: found.append(tuple(map(round, values))) or True)
    assert outcome.status is Status.INFEASIBLE
    assert set(found) == expected
    assert (session.solve().status is Status.SOLVED) == bool(expected)
    return found
