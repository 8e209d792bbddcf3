"""An implication as inequalities with the tightest M."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import every_solution, selecting

from sudoku_models import rewrites
from sudoku_models.backends import BACKENDS, new_backend
from sudoku_models.errors import UnsupportedError

SIDES = {"<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b, "==": lambda a, b: a == b}


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(0, 1), max_size=2),
    st.lists(st.integers(-2, 2), min_size=1, max_size=3),
    st.sampled_from(list(SIDES)),
    st.integers(-5, 5),
)
@pytest.mark.parametrize("backend", BACKENDS)
def test_an_implication_keeps_exactly_its_points(backend, values, factors, sense, right):
    m = new_backend(backend)
    y, x = m.bool_vars("y", range(len(values))), m.int_vars("x", range(len(factors)), -1, 2)
    row = SIDES[sense](m.dot(factors, x.values()), right)
    m.implies(list(zip(y.values(), values, strict=True)), row, "if")
    used, _ = rewrites.apply(m)
    assert (used, m.logic()) == ("indicator_big_m", [])
    box = product(*[range(2)] * len(values), *[range(-1, 3)] * len(factors))
    expected = {
        point
        for point in box
        if list(point[: len(values)]) != values
        or SIDES[sense](sum(c * v for c, v in zip(factors, point[len(values) :], strict=True)), right)
    }
    assert every_solution(m, [*y.values(), *x.values()]) == expected


def rewritten(m):
    rewrites.apply(m)
    return [(sorted(zip(r.columns, r.coefficients, strict=True)), r.lower, r.upper) for r in m.read(m.constraints())]


def test_m_is_the_tightest():
    m = new_backend("cpsat")
    x, y = m.int_vars("x", "a", 1, 9), m.bool_vars("y", "a")
    m.implies(y["a"], x["a"] <= 3, "small")
    assert rewritten(m) == [([(0, 1), (1, 6)], float("-inf"), 9)]


def test_m_of_selectors_is_that_of_their_sum():
    m, _, sums = selecting(2, "cpsat")
    y = m.bool_vars("y", [0])[0]
    m.implies(y, sums[0] - sums[1] <= -1, "smaller")
    rewrites.apply(m)
    row = m.read(m.constraints())[-1]
    assert (dict(zip(row.columns, row.coefficients, strict=True))[m.column(y)], row.upper) == (3, 2)


def test_what_always_or_never_holds_needs_no_m():
    m = new_backend("cpsat")
    x, y = m.int_vars("x", "a", 1, 9), m.bool_vars("y", "ab")
    m.implies(y["a"], x["a"] <= 9, "always")
    m.implies([(y["a"], 0), y["b"]], x["a"] >= 10, "never")
    assert rewritten(m) == [([(1, 1), (2, -1)], 0, float("inf"))]


def test_a_row_of_a_continuous_variable_is_not_rounded():
    m = new_backend("pulp")
    x, y = m.int_vars("x", "a", 0, 3), m.bool_vars("y", "a")
    x["a"].cat = "Continuous"
    m.implies(y["a"], x["a"] >= 0.5, "half")
    assert rewritten(m) == [([(0, 1), (1, -0.5)], 0, float("inf"))]


def test_an_unbounded_row_is_refused_by_name():
    m = new_backend("pulp")
    x, y = m.int_vars("x", "a", 0, 3), m.bool_vars("y", "a")
    x["a"].upBound = None
    m.implies(y["a"], x["a"] <= 3, "small")
    with pytest.raises(UnsupportedError, match="'small'"):
        rewrites.apply(m)
