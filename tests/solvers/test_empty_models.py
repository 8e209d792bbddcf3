"""Models that only just have a solution, or only just none: nothing at all, empty sums, constants, infinite bounds."""

import numpy as np
import pytest
from any_model import model_of

from sudoku_models.backends import AllDifferent, Exclude, Linear, NotEqual, Term
from sudoku_models.solvers import Status, find, installed

SOLVERS = [name for name in ("choco", "cadical") if name in installed()]

IMPOSSIBLE = {
    "reversed bounds": model_of([5], [1]),
    "no whole number between the bounds": model_of([0.4], [0.6]),
    "an empty sum that is 1": model_of([0], [1], Linear((), (), 1, 1, "sum")),
    "a sum of zeros that is 1": model_of([0], [1], Linear((0,), (0,), 1, 1, "sum")),
    "a fraction": model_of([0], [9], Linear((0,), (1,), 2.5, 2.5, "half")),
    "beyond the sum": model_of([0, 0], [9, 9], Linear((0, 1), (1, 1), 10**18, np.inf, "large")),
    "below the sum": model_of([0, 0], [9, 9], Linear((0, 1), (1, 1), -np.inf, -(10**300), "small")),
    "x differs from x": model_of([0], [9], NotEqual(Term((0, 0), (1, -1)), "itself")),
    "0 differs from 0": model_of([0], [9], NotEqual(Term((), ()), "nothing")),
    "constants that differ": model_of([0], [1], AllDifferent((Term((), (), 3), Term((), (), 3)), "threes")),
    "none of none": model_of([0], [1], Exclude((), 1, "not this")),
    "three of two": model_of([0, 0], [1, 1], Exclude(((0, 0), (1, 0)), 3, "not this")),
    "infinitely large": model_of([0, 0], [9, 9], Linear((0, 1), (1, 1), np.inf, np.inf, "large")),
    "odd": model_of([0] * 4, [1] * 4, Linear((0, 1, 2, 3), (2, 4, 6, 8), 7, 7, "odd")),
}
POSSIBLE = {
    "nothing at all": model_of([], []),
    "no constraint": model_of([0], [1]),
    "an empty sum that is 0": model_of([0], [1], Linear((), (), 0, 0, "sum")),
    "an empty sum up to infinity": model_of([], [], Linear((), (), -np.inf, np.inf, "sum")),
    "no bound": model_of([0], [1], Linear((0,), (1,), -np.inf, np.inf, "free")),
    "an empty all-different": model_of([0], [1], AllDifferent((), "none")),
    "an all-different of one": model_of([0], [1], AllDifferent((Term((0,), (1,)),), "one")),
    "of constants": model_of([0], [1], AllDifferent((Term((), (), 3), Term((), (), 4)), "constants")),
    "a whole number and a fraction": model_of([0], [9], NotEqual(Term((0,), (1,), -0.5), "half")),
    "a difference out of reach": model_of([0], [9], NotEqual(Term((0,), (1,), -1e15), "far")),
    "a value out of reach": model_of([0], [9], Exclude(((0, 10**12),), 1, "far")),
    "at least none": model_of([0], [0], Exclude(((0, 0),), 0, "none")),
    "large bounds": model_of([0], [9], Linear((0,), (1,), -(10**300), 10**300, "wide")),
    "no constraint of three": model_of([0, 3, -2], [1, 3, 9]),
}


@pytest.mark.parametrize("model", IMPOSSIBLE)
@pytest.mark.parametrize("name", SOLVERS)
def test_what_can_never_hold_is_infeasible(name: str, model: str) -> None:
    session = find(name).session(IMPOSSIBLE[model])
    assert session.solve().status is Status.INFEASIBLE
    assert session.enumerate(lambda values: True).status is Status.INFEASIBLE
    assert session.propagate() is None


@pytest.mark.parametrize("model", POSSIBLE)
@pytest.mark.parametrize("name", SOLVERS)
def test_an_almost_empty_model_has_a_solution_within_its_bounds(name: str, model: str) -> None:
    m = POSSIBLE[model]
    outcome = find(name).session(m).solve()
    assert outcome.status is Status.SOLVED
    assert all(low <= value <= high for low, value, high in zip(m.lower, outcome.values, m.upper, strict=True))
