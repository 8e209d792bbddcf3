"""A session of HiGHS follows every change of its model, and refuses what it would not get as it is."""

import random
from math import inf
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


def equations_of_both_kinds(seed: int) -> PlainModel:
    """A small model with equations over integers and continuous variables; most have a solution."""
    rng = random.Random(seed)
    whole, others = rng.randint(2, 14), rng.randint(2, 10)
    width = whole + others
    upper = [float(rng.choice([1, 1, 1, 2, 5])) for _ in range(whole)]
    upper += [rng.choice([inf, 10.0, 50.0]) for _ in range(others)]
    point = [rng.randint(0, int(end)) for end in upper[:whole]] + [float(rng.randint(0, 5)) for _ in range(others)]
    rows: list[Any] = []
    for k in range(rng.randint(2, 14)):
        columns = rng.sample(range(width), min(width, rng.randint(2, 6)))
        factors = [float(rng.choice([1, 1, -1, 2, 3, -2, 5, 10, -20] if rng.random() < 0.8 else [1])) for _ in columns]
        side, kind = sum(c * point[j] for c, j in zip(factors, columns, strict=True)), rng.random()
        side += rng.randint(-3, 3) if rng.random() < 0.15 else 0
        if kind < 0.45:
            ends: tuple[float, float] = side, side
        else:
            ends = (side - rng.randint(0, 3), inf) if kind < 0.7 else (-inf, side + rng.randint(0, 3))
        rows.append(Linear(columns, factors, *ends, f"row {k}"))
    cost = [float(rng.randint(-5, 10)) for _ in range(whole)] + [float(rng.randint(0, 6)) for _ in range(others)]
    names, integer = [f"x{k}" for k in range(width)], [True] * whole + [False] * others
    return PlainModel(names, [0.0] * width, upper, integer, rows, Term(tuple(range(width)), tuple(cost)))


@pytest.mark.parametrize("seed", [184, 209, 6088, 6118, 6240, 6430, 7901, *range(40)])
def test_presolve_decides_nothing_beside_continuous_variables(seed: int) -> None:
    """The seven large seeds are models that the presolve of version 1.13.1 gets wrong, or at which it crashes."""
    model = equations_of_both_kinds(seed)
    found, expected = (find(name).session(model).solve() for name in ("highs", "highs:no-presolve"))
    assert found.status is expected.status
    if expected.bound is not None:
        assert found.bound == pytest.approx(expected.bound, abs=1e-4)


@pytest.mark.parametrize("seed", range(6))
def test_a_live_session_with_continuous_variables_answers_as_a_new_one(seed: int) -> None:
    """Rows, bounds, costs and their sizes change, columns become unbounded, and rows need other scales."""
    rng, model = random.Random(seed), equations_of_both_kinds(seed)
    session, rows, width = find("highs").session(model), list(model.records), len(model.lower)
    for step in range(12):
        model.records[:] = [row for row in rows if rng.random() < 0.8]
        row = rng.choice(rows)
        scale = rng.choice([1e-3, 1.0, 1e7])
        model.records.append(
            row._replace(coefficients=[c * scale for c in row.coefficients], lower=-inf, upper=abs(row.upper) * scale)
        )
        k = rng.randrange(width)
        model.upper[k] = rng.choice([inf, 1.0, 4.0])
        cost = tuple(rng.choice([1, 1, 1e-4]) * rng.randint(0, 9) for _ in range(width))
        model.minimised = Term(tuple(range(width)), cost)
        found, expected = session.solve(), find("highs").session(model).solve()
        assert found.status is expected.status, step
        if expected.bound is None:
            assert found.bound is None, step
        else:
            assert found.bound == pytest.approx(expected.bound, rel=1e-6, abs=1e-6), step
        assert found.multipliers is None or len(found.multipliers) == len(model.records)


def test_integers_without_bounds_do_not_end_the_process() -> None:
    rows = [
        ((0, 1, 2), (-8, -0.2, -0.01), -inf, 7.39),
        ((0, 2), (0.8, 4), -inf, 6.2),
        ((0, 1, 2), (-1.12, -0.2, -5), -4.08, -4.08),
        ((1,), (-1.39,), -inf, 3.78),
        ((0, 1, 2), (-6, 5, -8), -3, inf),
        ((0, 1, 2), (-6, 5, -8), -inf, 2),
        ((0, 1, 2), (0.1, -4, 2.16), 14.06, inf),
        ((0, 1, 2), (0.1, -4, 2.16), -inf, 16.06),
        ((0, 1), (4.1, -2), -5.1, inf),
    ]
    records = [Linear(*row, f"row {r}") for r, row in enumerate(rows)]
    m = PlainModel(["a", "b", "c"], [-2, -4, -inf], [inf, inf, 2], [True] * 3, records, None)
    assert find("highs").session(m).solve().status is Status.INFEASIBLE
