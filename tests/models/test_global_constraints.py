"""Element, inverse, circuit and cumulative on every backend and by every solver, against brute force."""

from random import Random
from typing import Any

import pytest
from any_model import global_constraints, solutions
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.backends import Circuit, Cumulative, Element, Global, Inverse, Term
from sudoku_models.models.problem import Problem
from sudoku_models.solvers import find

HERE = solvers.installed()
bounds = st.tuples(st.integers(-1, 0), st.integers(1, 2))
X = [Term((k,), (1,)) for k in range(3)]


def expression(m: Any, x: Any, term: Term) -> Any:
    """A term as a user writes it: a number, a variable or a sum."""
    if not term.columns:
        return round(term.constant)
    if (term.coefficients, term.constant) == ((1,), 0):
        return x[term.columns[0]]
    return m.dot(term.coefficients, [x[k] for k in term.columns]) + term.constant


def add(m: Any, x: Any, record: Global) -> Any:
    """State a constraint with its verb."""
    every = [expression(m, x, term) for term in record.terms]
    match record:
        case Element():
            index, value, *array = every
            return m.element(array, index, value, record.label)
        case Inverse(xs=xs):
            return m.inverse(every[: len(xs)], every[len(xs) :], record.label)
        case Circuit():
            return m.circuit(every, record.label)
        case Cumulative(durations=durations, demands=demands, capacity=capacity):
            return m.cumulative(every, durations, demands, capacity, record.label)


def statement(record: Global, ends: tuple[int, int]) -> Any:
    def state(m: Any) -> Any:
        x = m.int_vars("x", range(3), *ends)
        add(m, x, record)
        return x

    return state


@settings(max_examples=40)
@given(st.sampled_from(list(sm.BACKENDS)), bounds, global_constraints())
@example("pulp", (0, 2), Circuit((X[0],), "one node"))
@example("pulp", (0, 2), Cumulative((X[0], X[1], X[2]), (2, 2, 0), (1, 1, 2), 1, "one takes no time"))
@pytest.mark.parametrize("solver", [name for name in HERE if solvers.Feature.ENUMERATION in find(name).features])
def test_all_solutions_are_counted_and_each_once(solver: str, backend: str, ends: Any, record: Any) -> None:
    problem = Problem(statement(record, ends), backend)
    count = problem.count_solutions(solver, cross_check=False)
    found = [tuple(each.values()) for each in count.solutions]
    assert (count.status, len(found)) == ("exact", len(set(found)))
    assert set(found) == solutions([ends] * 3, [record])


def check_linear(problem: Problem, expected: set[Any], one: Any) -> None:
    """One of the solutions is a solution, and there is no other than the expected ones."""
    for key, value in enumerate(one or ()):
        problem.m.fix(problem.variables[key], value)
    assert (problem.solve("highs").status is sm.Status.SOLVED) == bool(expected)
    problem.m.free()
    for each in expected:
        problem.exclude(dict(enumerate(each)))
    assert problem.solve("highs").status is sm.Status.INFEASIBLE


@settings(max_examples=25)
@given(st.sampled_from(list(sm.BACKENDS)), bounds, global_constraints(), st.randoms(use_true_random=False))
@example("pulp", (0, 2), Element(X[0], X[1], (Term((), (), 2), X[2]), "a number and a variable"), Random(1))
@example("pulp", (0, 2), Element(Term((0,), (1,), 1), X[1], (X[2], X[1], Term((), (), 2)), "the next"), Random(1))
def test_highs_has_the_same_solutions_and_no_others(backend: str, ends: Any, record: Any, random: Any) -> None:
    expected = solutions([ends] * 3, [record])
    one = random.choice(sorted(expected)) if expected else None
    check_linear(Problem(statement(record, ends), backend), expected, one)


@settings(max_examples=8)
@given(st.sampled_from(list(sm.BACKENDS)), bounds, global_constraints())
@pytest.mark.skipif("cbc" not in HERE, reason="CBC is not installed")
def test_cbc_finds_a_solution_or_proves_that_there_is_none(backend: str, ends: Any, record: Any) -> None:
    result = Problem(statement(record, ends), backend).solve("cbc")
    expected = solutions([ends] * 3, [record])
    assert tuple(result.values.values()) in expected if expected else result.status is sm.Status.INFEASIBLE


@settings(max_examples=15)
@given(bounds, global_constraints(), st.randoms(use_true_random=False))
@pytest.mark.parametrize("rewrite", ["tuple_hull", "time_indexed"])
def test_a_problem_that_was_built_linear_has_them_too(rewrite: str, ends: Any, record: Any, random: Any) -> None:
    expected = solutions([ends] * 3, [record])
    one = random.choice(sorted(expected)) if expected else None
    problem = Problem(statement(record, ends), "pulp", rewrite)
    assert not problem.m.logic()
    check_linear(problem, expected, one)


@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_a_table_of_one_column_is_a_domain_with_gaps(backend: str) -> None:
    def squares(m: Any) -> Any:
        x = m.int_vars("x", "ab", 0, 30)
        for each in x.values():
            m.table([each], [(k * k,) for k in range(6)], f"{each} is a square")
        m.add(x["a"] + x["b"] == 25, "their sum")
        return x

    for solver in set(HERE) - {"cbc"}:
        found = Problem(squares, backend).count_solutions(solver, cross_check=False).solutions
        assert sorted(tuple(each.values()) for each in found) == [(0, 25), (9, 16), (16, 9), (25, 0)]
