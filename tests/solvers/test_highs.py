"""A session of HiGHS follows every change of its model, and refuses what it would not get as it is."""

import random
from typing import Any

import numpy as np
import pytest
from any_model import solutions
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.backends import Linear, PlainModel, Term, new_backend
from sudoku_models.solvers import Status, find
from sudoku_models.solvers.highs import HighsSession

whole = st.integers(-3, 3)
lowest, highest = st.sampled_from([-np.inf, -4, -1.5, 0, 1]), st.sampled_from([0, 1, 2.5, np.inf])


@st.composite
def rows(draw: Any, width: int) -> Linear:
    columns = draw(st.lists(st.integers(0, width - 1), max_size=3, unique=True))
    coefficients = tuple(draw(whole) for _ in columns)
    return Linear(tuple(columns), coefficients, draw(lowest), draw(highest), "row")


@given(st.data())
def test_a_live_session_answers_as_a_new_one_and_as_brute_force(data: st.DataObject) -> None:
    """Rows come and go, bounds and costs change, and columns are added, between the solves of one session."""
    m = PlainModel(list("ab"), [0.0] * 2, [1.0] * 2, [True] * 2, [], None)
    session = HighsSession(m)  # type: ignore[arg-type]
    width = 2
    for _ in range(4):
        if width < 3 and data.draw(st.booleans()):
            width, m.variables[:], m.integer[:] = 3, list("abc"), [True] * 3
        bounds = [tuple(sorted((data.draw(whole), data.draw(whole)))) for _ in range(width)]
        kept = [row for row in m.records if data.draw(st.booleans())]
        new = data.draw(st.lists(rows(width), max_size=3))
        m.records[:] = [*kept, *new]
        cost = tuple(data.draw(whole) for _ in range(width))
        object.__setattr__(m, "minimised", Term(tuple(range(width)), cost, 1))
        object.__setattr__(m, "lower", [float(low) for low, _ in bounds])
        object.__setattr__(m, "upper", [float(high) for _, high in bounds])
        costs = [sum(c * v for c, v in zip(cost, point, strict=True)) + 1 for point in solutions(bounds, m.records)]
        for outcome in (session.solve(), HighsSession(m).solve()):  # type: ignore[arg-type]
            assert (outcome.status is Status.SOLVED) == bool(costs)
            assert outcome.size[:2] == (width, len(m.records))
            if outcome.values is not None:
                found = sum(c * v for c, v in zip(cost, outcome.values, strict=True)) + 1
                assert round(found, 6) == min(costs)
                assert not any(cost) or round(outcome.bound or 0.0, 6) == min(costs)


@pytest.mark.parametrize("option", ["", ":no-presolve"])
@pytest.mark.parametrize("digits", [6, 8, 9])
def test_equations_with_large_coefficients_are_solved(digits: int, option: str) -> None:
    """With a tolerance of 1e-9, HiGHS 1.13 calls some of those with eight digits or more infeasible."""
    rng = random.Random(digits)
    for _ in range(40):
        weights = [rng.randrange(10 ** (digits - 1), 10**digits) for _ in range(3)]
        chosen = [rng.randrange(2) for _ in weights]
        m = new_backend("pulp")
        y = m.bool_vars("y", range(3))
        m.add(m.dot(weights, y.values()) == sum(w for w, is_in in zip(weights, chosen, strict=True) if is_in), "sum")
        assert find(f"highs{option}").session(m).solve().status is Status.SOLVED


def test_a_session_that_was_cancelled_solves_again() -> None:
    coefficients, cost = [(3, -5, 2, 4, -1), (-2, 1, 5, -4, 3)], (-4, 3, -5, 2, -1)
    rows = [Linear(range(5), numbers, -3, 4, f"row {k}") for k, numbers in enumerate(coefficients)]
    m = PlainModel(list("abcde"), [0.0] * 5, [3.0] * 5, [True] * 5, rows, Term(range(5), cost))
    session: Any = find("highs").session(m)

    def pressed() -> None:
        session.highs.cancelSolve()
        raise KeyboardInterrupt

    session.highs.run = pressed
    with pytest.raises(KeyboardInterrupt):
        session.solve()
    vars(session.highs).pop("run", None)
    assert session.solve().status is Status.SOLVED


def test_a_row_that_was_large_and_is_gone_leaves_the_model_solvable() -> None:
    large, small = Linear((0,), (900_000,), 0, 900_000, "large"), Linear((0, 1), (1, 1), 3, 3, "small")
    m = PlainModel(["a", "b"], [0.0] * 2, [1.0] * 2, [True] * 2, [large], None)
    session: Any = find("highs").session(m)
    assert session.solve().status is Status.SOLVED
    m.records[:] = [small]
    m.upper[:] = [9.0] * 2
    assert sum(map(round, session.solve().values)) == 3
