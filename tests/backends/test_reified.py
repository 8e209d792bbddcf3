"""Verbs made of other verbs say on every backend, and to every solver, what they say in words."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.backends import BACKENDS, Implication, new_backend
from sudoku_models.errors import InputError

SOLVERS = [name for name in ("highs", "cpsat", "choco", "cadical") if name in solvers.installed()]
SIDES = {"<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b, "==": lambda a, b: a == b}
LOW, HIGH = -1, 2
sums = st.tuples(st.lists(st.integers(-2, 2), min_size=2, max_size=2), st.integers(-1, 1))
rows = st.tuples(sums, st.sampled_from(list(SIDES)), st.integers(-3, 3))


def value(of, point):
    return np.dot(of[0], point) + of[1]


def is_true(row, point):
    return SIDES[row[1]](value(row[0], point), row[2])


def expression(m, x, of):
    return m.dot(of[0], x.values()) + of[1]


def comparison(m, x, row):
    return SIDES[row[1]](expression(m, x, row[0]), row[2])


def check(backend, solver, rewrite, define, holds):
    """Count the solutions over two integers, each once, and compare them with brute force."""

    def statement(m):
        x = m.int_vars("x", "ab", LOW, HIGH)
        define(m, x)
        return x

    count = sm.Problem(statement, backend, rewrite).count_solutions(solver, None, cross_check=False)
    expected = {point for point in product(range(LOW, HIGH + 1), repeat=2) if holds(point)}
    assert count.status == "exact"
    assert {tuple(each.values()) for each in count.solutions} == expected
    assert count.value == len(expected)


everywhere = [
    pytest.mark.parametrize("backend", BACKENDS),
    given(data=st.data(), solver=st.sampled_from(SOLVERS), rewrite=st.sampled_from([None, None, ""])),
    settings(max_examples=8, deadline=None),
]


def on_all(test):
    for decorate in reversed(everywhere):
        test = decorate(test)
    return test


@on_all
def test_either(backend, data, solver, rewrite):
    of = data.draw(st.lists(rows, min_size=1, max_size=3))
    check(
        backend,
        solver,
        rewrite,
        lambda m, x: m.either([comparison(m, x, row) for row in of], "either"),
        lambda point: any(is_true(row, point) for row in of),
    )


@on_all
def test_a_binary_that_is_1_exactly_when_a_comparison_holds(backend, data, solver, rewrite):
    one, other = data.draw(rows), data.draw(rows)
    check(
        backend,
        solver,
        rewrite,
        lambda m, x: m.add(
            m.holds(comparison(m, x, one), "one") + m.holds(comparison(m, x, other), "other") == 1, "one of the two"
        ),
        lambda point: is_true(one, point) != is_true(other, point),
    )


@on_all
def test_a_value_implies_a_row(backend, data, solver, rewrite):
    value, expected, row = data.draw(st.integers(-2, 3)), data.draw(st.integers(0, 1)), data.draw(rows)
    check(
        backend,
        solver,
        rewrite,
        lambda m, x: m.implies((m.equals(x["a"], value), expected), comparison(m, x, row), "if"),
        lambda point: (point[0] == value) != bool(expected) or is_true(row, point),
    )


@on_all
def test_absolute_maximum_and_minimum(backend, data, solver, rewrite):
    of, sense, right = data.draw(st.lists(sums, min_size=1, max_size=3)), data.draw(st.sampled_from(list(SIDES))), 2

    def define(m, x):
        a = m.absolute(expression(m, x, of[0]), "absolute")
        high = m.maximum([expression(m, x, each) for each in of], "largest")
        low = m.minimum([expression(m, x, each) for each in of], "smallest")
        m.add(SIDES[sense](a + high - low, right), "together")

    def holds(point):
        values = [value(each, point) for each in of]
        return SIDES[sense](abs(values[0]) + max(values) - min(values), right)

    check(backend, solver, rewrite, define, holds)


@pytest.fixture(params=BACKENDS)
def m(request):
    return new_backend(request.param)


def test_the_binary_of_a_value_is_added_once(m):
    x, y = m.int_vars("x", "a", 1, 3), m.bool_vars("y", "a")
    assert m.column(m.equals(x["a"], 2)) == m.column(m.equals(x["a"], 2))
    assert m.column(m.equals(x["a"], 2)) != m.column(m.equals(x["a"], 3))
    assert m.column(m.equals(y["a"], 1)) == m.column(y["a"])
    assert m.determined == set(range(2, len(m.variables)))
    copy, _ = m.copy()
    assert copy.determined == m.determined
    assert copy.column(copy.equals(copy.variables[0], 2)) == m.column(m.equals(x["a"], 2))


def test_one_binary_suffices_for_an_inequality(m):
    x = m.int_vars("x", "a", 1, 3)
    m.holds(x["a"] <= 2, "small")
    assert len(m.variables) == 2
    read = m.read(m.constraints())
    assert [(each.conditions, each.row.lower, each.row.upper) for each in read if isinstance(each, Implication)] == [
        (((1, 1),), -np.inf, 2),
        (((1, 0),), 3, np.inf),
    ]


def test_what_either_adds_can_be_forgotten(m):
    x = m.int_vars("x", "ab", 1, 3)
    m.forget(m.either([x["a"] <= 1, x["b"] == 2], "either"))
    assert m.constraints() == []
    assert not m.has_constraint("either")


REFUSED = {
    "no comparison": (lambda m, x: m.holds(x["a"], "row"), "'row'"),
    "a truth value": (lambda m, x: m.either([True], "row"), "'row: alternative 1' is True"),
    "a condition that is no binary": (lambda m, x: m.implies(x["a"], x["b"] <= 1, "row"), "'row'.*m.equals"),
    "a condition with another value": (lambda m, x: m.implies((x["y"], 2), x["b"] <= 1, "row"), "0 or 1"),
    "an implied truth value": (lambda m, x: m.implies(x["y"], False, "row"), "'row' is False"),
    "the largest of nothing": (lambda m, x: m.maximum([], "row"), "'row' is the largest or smallest of nothing"),
    "an objective that is no expression": (lambda m, x: m.minimize("x"), "x"),
    "a fraction as value": (lambda m, x: m.equals(x["a"], 1.5), "1.5"),
    "a table without terms": (lambda m, x: m.table([], [()], "row"), "'row' is a table without terms"),
    "a short tuple": (lambda m, x: m.table([x["a"], x["b"]], [(1, 2), (1,)], "row"), r"'row' has the tuple \(1,\)"),
    "a number as tuple": (lambda m, x: m.table([x["a"]], [3], "row"), r"'row' has the tuple 3; .* as in \(3,\)"),
    "a fraction in a tuple": (lambda m, x: m.table([x["a"]], [(1.5,)], "row"), r"'row' has the tuple \(1\.5,\)"),
    "a name that is taken": (lambda m, x: [m.table([x["a"]], [(1,)], "row") for _ in "12"], "already has .*'row'"),
}


@pytest.mark.parametrize(("use", "words"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused_with_a_sentence(m, use, words):
    x = m.int_vars("x", "ab", 1, 3) | m.bool_vars("y", "y")
    with pytest.raises(InputError, match=words):
        use(m, x)


def test_a_variable_without_bounds_has_no_absolute_value():
    m = new_backend("pulp")
    x = m.int_vars("x", "a", 1, 3)
    x["a"].upBound = None
    with pytest.raises(InputError, match="'distance' needs integer variables with finite bounds"):
        m.absolute(x["a"], "distance")


def test_of_a_continuous_variable_only_one_direction_can_be_stated():
    m = new_backend("pulp")
    x, y = m.int_vars("x", "a", 1, 3), m.bool_vars("y", "a")
    x["a"].cat = "Continuous"
    m.implies(y["a"], x["a"] <= 2, "small")
    with pytest.raises(InputError, match="x_a, which is not an integer"):
        m.holds(x["a"] <= 2, "row")
