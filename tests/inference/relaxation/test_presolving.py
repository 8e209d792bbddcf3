"""Presolve and probing: what they fix is true, and they say when they do not know."""

from itertools import product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.backends import Linear
from sudoku_models.inference.relaxation import only_values, only_values_with_probing, presolve, relax
from sudoku_models.runtime.limits import Deadline, TimeLimit
from sudoku_models.solvers.milp import Milp, compressed

WIDTH = 4
POINTS = np.array(list(product((0, 1), repeat=WIDTH)))


def at_most(coefficients, bounds):
    """Binaries with a row "at most" for each bound."""
    width = len(coefficients[0])
    rows = compressed(
        [Linear(range(width), row, -np.inf, b, "row") for row, b in zip(coefficients, bounds, strict=True)]
    )
    names = [str(k) for k in range(width)]
    return Milp(names, [0.0] * width, [1.0] * width, [True] * width, [0.0] * width, 0.0, rows, ["row"] * len(bounds))


def test_a_binary_that_is_at_most_one_half_is_0():
    """2a <= 1 and a + b = 1: the LP leaves a from 0 to 1/2."""
    lp = at_most([[2, 0], [1, 1], [-1, -1]], [1, 1, -1])
    assert only_values(lp, range(2), Deadline()) is None
    assert only_values_with_probing(lp, range(2), Deadline()) == pytest.approx([0, 1])


def test_an_odd_cycle_of_equations_has_one_point_that_is_no_solution():
    pairs = [[1, 1, 0], [0, 1, 1], [1, 0, 1]]
    lp = at_most(pairs + [[-c for c in row] for row in pairs], [1] * 3 + [-1] * 3)
    assert only_values_with_probing(lp, range(3), Deadline()) == pytest.approx([0.5, 0.5, 0.5])


def test_no_time_is_not_known():
    lp = at_most([[1, 1], [-1, -1]], [1, -1])
    with pytest.raises(TimeLimit):
        only_values_with_probing(lp, range(2), Deadline(1e-9))
    assert only_values_with_probing(lp, range(2), Deadline()) is None


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.tuples(st.lists(st.integers(-2, 2), min_size=WIDTH, max_size=WIDTH), st.integers(-2, 2)),
        min_size=1,
        max_size=6,
    )
)
@example([([0, 0, 0, 0], 0), ([0, 0, 0, 0], 0), ([0, 0, -1, -1], 0), ([2, -1, 0, 0], 2)])  # HiGHS 1.13.1: "Unknown"
@example([([0, 0, 0, 0], 0), ([0, 0, 0, 0], 0), ([0, -1, 0, 0], -1), ([-1, 0, 0, 0], -1)])  # also without its basis
def test_it_loses_no_solution(rows):
    coefficients, bounds = zip(*rows, strict=True)
    lp = at_most(coefficients, bounds)
    solutions = POINTS[(np.array(bounds) >= POINTS @ np.array(coefficients).T).all(axis=1)]
    point = only_values_with_probing(lp, range(WIDTH), Deadline())
    if len(solutions) > 1:
        assert point is None
    elif point is not None:
        assert len(solutions) == 0 or point == pytest.approx(solutions[0].tolist(), abs=1e-6)
    if only_values(lp, range(WIDTH), Deadline()) is not None:
        assert point is not None


def test_presolve_reports_what_is_left():
    found = presolve(sm.build(sm.load("easy50:1"), "assignment", "pulp"))
    assert (found.before.variables, found.before.rows, found.before.nonzeros) == (729, 324, 2916)
    assert found.status is sm.Status.SOLVED
    assert found.after.rows == 0
    left = presolve(sm.build(sm.load("top95:1"), "pairwise", "pulp", "big_m"))
    assert left.status is sm.Status.UNKNOWN
    assert 0 < left.after.rows < left.before.rows == 1620
    twice = sm.build(sm.Puzzle.parse("11.. .... .... ...."), "assignment", "pulp")
    assert presolve(twice).status is sm.Status.INFEASIBLE


def test_a_presolve_that_was_stopped_reports_it():
    model = sm.build(sm.load("hardest11:2"), "assignment", "pulp")
    stopped, ended = presolve(model, 1e-9), presolve(model, 600)
    assert (stopped.status, stopped.stopped_by) == (sm.Status.UNKNOWN, "time limit")
    assert stopped.after == stopped.before
    assert ended.after.rows < ended.before.rows
    assert (ended.status, ended.stopped_by) == (sm.Status.UNKNOWN, "")


def test_presolve_uses_integrality():
    """2a + 2b = 3 has a fractional solution only."""

    def halves(m):
        x = m.bool_vars("x", "ab")
        m.add(m.dot([2, 2], x.values()) == 3, "three")
        return x

    assert relax(sm.Problem(halves)).status is sm.Status.SOLVED
    assert presolve(sm.Problem(halves)).status is sm.Status.INFEASIBLE
