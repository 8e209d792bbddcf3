"""Linear programs with two variables: vertices and optima are those that a solver finds, and none is left out."""

import random
from fractions import Fraction

import pytest

import sudoku_models.solvers.highs as of_highs
from sudoku_models.inference.vertices import around, optimum, rays, vertices, whole_points

STATUS = {"kOptimal": "optimal", "kInfeasible": "infeasible", "kUnbounded": "unbounded"}


def programs(count):
    rng = random.Random(25)
    for _ in range(count):
        rows = [(rng.randint(-4, 6), rng.randint(-4, 6), rng.randint(-9, 30)) for _ in range(rng.randint(1, 4))]
        yield rows, (rng.randint(-3, 7), rng.randint(-3, 7) or 1)


def solved(rows, gain):
    """What HiGHS says: the status and the optimum."""
    highs = of_highs.highspy.Highs()
    highs.silent()
    highs.addCols(2, [0.0] * 2, [0.0] * 2, [of_highs.highspy.kHighsInf] * 2, 0, [], [], [])
    for *row, limit in rows:
        highs.addRow(-of_highs.highspy.kHighsInf, limit, 2, [0, 1], row)
    highs.changeColsCost(2, [0, 1], gain)
    highs.changeObjectiveSense(of_highs.highspy.ObjSense.kMaximize)
    highs.run()
    return STATUS[highs.getModelStatus().name], highs.getObjectiveValue()


def test_status_and_optimum_are_those_of_a_solver():
    found = {}
    for rows, gain in programs(150):
        ours, (status, value) = optimum(rows, gain), solved(rows, gain)
        assert ours.status == status, (rows, gain)
        found[status] = found.get(status, 0) + 1
        if ours.gain is not None:
            assert float(ours.gain) == pytest.approx(value, abs=1e-6)
            assert 1 <= len(ours.points) <= 2
            assert {gain[0] * x + gain[1] * y for x, y in ours.points} == {ours.gain}
    assert min(found.values()) > 10
    assert len(found) == 3


def test_a_feasible_point_is_a_mean_of_vertices_and_rays():
    """In each direction the best feasible whole point is no better than the best vertex, unless there is a ray."""
    for rows, gain in programs(60):
        dots, best = whole_points(rows, 12), optimum(rows, gain)
        assert not dots or vertices(rows)
        if best.gain is not None:
            assert all(gain[0] * x + gain[1] * y <= best.gain for x, y in dots)
        for u, v in rays(rows):
            assert u + v == 1
            assert all(a * u + b * v <= 0 for a, b, _ in rows)


def test_corners_come_in_order_around_the_region():
    corners = vertices([(3, 2, 17), (1, 2, 10), (0, 1, 4)])
    area = sum(x * w - z * y for (x, y), (z, w) in zip(corners, [*corners[1:], corners[0]], strict=True)) / 2
    assert area == Fraction(4 * 2) + Fraction(3, 2) * (4 + Fraction(13, 4)) / 2 + Fraction(13, 6) * Fraction(13, 4) / 2
    assert around(corners[::-1]) == corners
    assert around([(Fraction(1), Fraction(2))]) == [(1, 2)]
