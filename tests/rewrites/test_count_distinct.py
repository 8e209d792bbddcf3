"""As many distinct values as variables: the convex hull of one unit, and a set of indicators for each constraint."""

from operator import mul

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models import rewrites
from sudoku_models.backends import new_backend
from sudoku_models.inference.relaxation.linear_relaxation import highs_of, minimize
from sudoku_models.runtime.limits import Deadline
from sudoku_models.solvers.milp import milp_of


def least(rewrite, groups, cost):
    """The least value of a linear function of x over the relaxation of all-differents over these variables."""
    m = new_backend("pulp")
    x = m.int_vars("x", range(len(cost)), 1, 4)
    for k, group in enumerate(groups):
        m.all_different([x[i] for i in group], f"group {k}")
    rewrites.apply(m, rewrite)
    lp = milp_of(m, "HiGHS")
    point = minimize(highs_of(lp, whole=False), [*cost, *[0] * (len(lp.cost) - len(cost))], Deadline())
    return sum(map(mul, cost, point))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(-5, 5), min_size=4, max_size=4), st.integers(2, 4))
def test_on_one_unit_it_is_as_strong_as_indicators(cost, size):
    one = [range(size)]
    assert least("count_distinct", one, cost) == pytest.approx(least("indicators", one, cost))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(-5, 5), min_size=5, max_size=5))
def test_on_two_units_it_is_never_stronger(cost):
    two = [(0, 1, 2), (2, 3, 4, 0)]
    assert least("count_distinct", two, cost) <= least("indicators", two, cost) + 1e-6


def test_each_constraint_has_its_own_indicators_and_a_given_fixes_them_all(unique4):
    model = sm.build(unique4, "all_different", "pulp", "count_distinct")
    links, cells = model.links, len(unique4.board.cells)
    assert (len(links.indicator), len(links.copies)) == (cells * 4, 2 * cells * 4)
    lower, upper = model.m.bounds()
    column = model.m.column
    given = {column(model.variables[cell]): d for cell, d in unique4.givens.items()}
    for k, value, y in links.indicators():
        if k in given:
            assert lower[y] == upper[y] == (value == given[k])
        else:
            assert (lower[y], upper[y]) == (0, 1)
