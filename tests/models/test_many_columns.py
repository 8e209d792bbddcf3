"""Models of 3,000 columns: many copies of random small problems, so that the truth is known by construction."""

from itertools import cycle, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from live_problems import Statement, Values, statements

import sudoku_models as sm
from sudoku_models.solvers import Status

COLUMNS = 3_000
pytestmark = pytest.mark.slow


def allowed(statement: Statement) -> list[Values]:
    """The solutions, by a search through all values."""
    points = product(*(range(low, high + 1) for low, high in statement.bounds.values()))
    every = (dict(zip(statement.bounds, point, strict=True)) for point in points)
    return [values for values in every if all(rule.allows(values) for rule in statement.constraints)]


class Many:
    """Independent problems side by side as one, which minimises the sum of their objectives."""

    def __init__(self, different: list[Statement]) -> None:
        self.parts: list[Statement] = []
        columns = 0
        for part in cycle(different):
            if columns >= COLUMNS:
                break
            self.parts.append(part)
            columns += len(part.bounds)
        self.truth = {id(part): allowed(part) for part in different}

    def solutions(self, k: int) -> list[Values]:
        return self.truth[id(self.parts[k])]

    def __call__(self, m: Any) -> Any:
        of_all, objective = {}, []
        for k, part in enumerate(self.parts):
            x = {key: m.int_vars(key, [k], low, high)[k] for key, (low, high) in part.bounds.items()}
            for number, rule in enumerate(part.constraints):
                rule.state(m, x, f"{type(rule).__name__} {number} of {k}")
            objective += [(c, x[key]) for c, key in part.objective]
            of_all |= {(k, key): each for key, each in x.items()}
        if objective:
            m.minimize(m.dot(*zip(*objective, strict=True)))
        return of_all

    def best(self) -> int:
        return sum(min(_cost(part, values) for values in self.solutions(k)) for k, part in enumerate(self.parts))


def _cost(part: Statement, values: Values) -> int:
    return sum(c * values[key] for c, key in part.objective)


FEASIBLE = st.lists(statements().filter(allowed), min_size=4, max_size=8)
NAMES = st.sampled_from(list(sm.BACKENDS)), st.sampled_from(["highs", "cpsat"])


@settings(max_examples=1)
@given(FEASIBLE, *NAMES)
def test_a_best_solution_is_the_best_of_each_part(different: list[Statement], backend: str, solver: str) -> None:
    many = Many(different)
    result = sm.Problem(many, backend).solve(solver, 300)
    assert result.status is Status.SOLVED
    for k, part in enumerate(many.parts):
        assert {key: result.values[k, key] for key in part.bounds} in many.solutions(k)
    if result.objective is not None:
        assert result.objective == many.best()


@settings(max_examples=1)
@given(FEASIBLE, statements().filter(lambda each: not allowed(each)), *NAMES)
def test_one_part_without_a_solution_is_enough(parts: Any, none: Statement, backend: str, solver: str) -> None:
    many = Many(parts)
    many.parts[len(many.parts) // 2] = none
    assert sm.Problem(many, backend).solve(solver, 300).status is Status.INFEASIBLE


@settings(max_examples=1)
@given(FEASIBLE, *NAMES)
def test_a_few_solutions_are_counted(different: list[Statement], backend: str, solver: str) -> None:
    """Each part is reduced to one solution, and one part to three at most."""
    few = [Statement({k: (v, v) for k, v in allowed(part)[0].items()}, part.constraints, []) for part in different]
    many = Many(few)
    widest = max(different, key=lambda part: len(allowed(part)))
    many.parts[7], many.truth[id(widest)] = Statement(widest.bounds, widest.constraints, []), allowed(widest)
    expected = len(allowed(widest))
    count = sm.Problem(many, backend).count_solutions(solver, 4, 300)
    assert count.value == min(4, expected)
    assert (count.status == "exact") == (expected < 4)
