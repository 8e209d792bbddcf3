"""SOLVED with an objective means proved optimal, by every solver; a limit leaves the incumbent and the bound."""

import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models import solvers
from sudoku_models.backends import Linear, PlainModel, Term, new_backend
from sudoku_models.errors import UnsupportedError
from sudoku_models.solvers import GAVE_UP, TIME_LIMIT, Feature, Status, find

HERE = solvers.installed()
OPTIMISERS = [
    *[name for name in solvers.installed(everything=True) if Feature.OBJECTIVE in find(name).features],
    "HiGHS",
    "highs:no-presolve",
]

ITEMS = {"highs": 40, "choco": 18, "cadical": 9, "glucose": 9}
"""Those without a linear relaxation see that a packing is the best only when they have tried nearly all."""


def knapsack(seed: int, items: int) -> tuple[Any, int]:
    """Weights near to values, so that many packings are within 0.01 % of the best; and the best, by a table."""
    rng = random.Random(seed)
    weights = [rng.randint(1_000, 5_000) for _ in range(items)]
    values = [100 * weight + rng.randint(0, 2_000) for weight in weights]
    room = sum(weights) // 2
    best = np.zeros(room + 1, dtype=np.int64)
    for weight, value in zip(weights, values, strict=True):
        best[weight:] = np.maximum(best[weight:], best[:-weight] + value)
    m = new_backend("pulp")
    y = m.bool_vars("y", range(items))
    m.add(m.dot(weights, y.values()) <= room, "room")
    m.minimize(m.dot([-value for value in values], y.values()))
    return m, int(best[-1])


def cost(m: Any, values: Any) -> int:
    objective = m.objective()
    terms = zip(objective.columns, objective.coefficients, strict=True)
    return round(sum(c * round(values[k]) for k, c in terms) + objective.constant)


@pytest.mark.parametrize("name", OPTIMISERS)
def test_every_solver_proves_the_best_packing(name: str) -> None:
    m, best = knapsack(1, items=ITEMS.get(name, 25))
    outcome = find(name).session(m).solve(600)
    assert (outcome.status, -cost(m, outcome.values)) == (Status.SOLVED, best)
    assert outcome.bound in (None, pytest.approx(-best))


whole = st.integers(-5, 5)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(whole, whole).map(sorted), min_size=3, max_size=3),
    st.lists(st.tuples(st.lists(whole, min_size=3, max_size=3), whole), max_size=3),
    st.lists(whole, min_size=3, max_size=3),
    whole,
)
@pytest.mark.parametrize("name", [name for name in HERE if name != "cbc"])
def test_optima_agree_with_brute_force(name: str, bounds: Any, rows: Any, costs: list[int], constant: int) -> None:
    lower, upper = ([float(pair[k]) for pair in bounds] for k in (0, 1))
    records: list[Any] = [Linear((0, 1, 2), tuple(c), -np.inf, limit, "row") for c, limit in rows]
    m = PlainModel(list("abc"), lower, upper, [True] * 3, records, Term((0, 1, 2), tuple(costs), constant))
    points = list(product(*(range(low, high + 1) for low, high in bounds)))
    held = [p for p in points if all(np.dot(c, p) <= limit for c, limit in rows)]
    outcome = find(name).session(m).solve()
    if not held:
        assert outcome.status is Status.INFEASIBLE
        return
    best = min(int(np.dot(costs, p)) for p in held) + constant
    assert (outcome.status, cost(m, outcome.values)) == (Status.SOLVED, best)
    if any(costs) and name != "choco":  # which reports no bound
        assert outcome.bound == pytest.approx(best)


def market(columns: int = 40, rows: int = 4) -> Any:
    """A market split with slack to pay for: an incumbent is easy, and a proof is out of reach."""
    rng = random.Random(3)
    m = new_backend("pulp")
    y = m.bool_vars("y", range(columns))
    over, under = m.int_vars("over", range(rows), 0, 9999), m.int_vars("under", range(rows), 0, 9999)
    for k in range(rows):
        weights = [rng.randint(0, 99) for _ in y]
        m.add(m.dot(weights, y.values()) + over[k] - under[k] == sum(weights) // 2, f"market {k}")
    m.minimize(m.sum([*over.values(), *under.values()]))
    return m


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in HERE if name not in ("cadical", "glucose")])
def test_a_limit_leaves_the_incumbent_and_the_bound(name: str) -> None:
    m = market()
    outcome = find(name).session(m).solve(5)
    assert (outcome.status, outcome.stopped_by, outcome.values) == (Status.UNKNOWN, TIME_LIMIT, None)
    for row in m.read(m.constraints()):
        total = sum(c * outcome.incumbent[k] for k, c in zip(row.columns, row.coefficients, strict=True))
        assert row.lower - 1e-6 <= total <= row.upper + 1e-6
    if name not in ("cbc", "choco"):
        assert outcome.bound is not None
        assert outcome.bound <= cost(m, outcome.incumbent)


@pytest.mark.slow
@pytest.mark.parametrize("name", [f"{name}:bounded" for name in HERE if solvers.Feature.BOUNDED in find(name).features])
def test_a_bounded_search_ends_by_itself_after_the_same_work(name: str) -> None:
    ended = [find(name).session(market()).solve() for _ in range(2)]
    assert {(each.status, each.stopped_by) for each in ended} == {(Status.UNKNOWN, GAVE_UP)}
    assert ended[0].search == ended[1].search


@pytest.mark.parametrize("name", [name for name in OPTIMISERS if solvers.Feature.CONTINUOUS in find(name).features])
@pytest.mark.parametrize("integer", [True, False])
def test_an_unbounded_objective_is_no_solution_and_no_proof(name: str, integer: bool) -> None:
    row = Linear((0, 1), (2, 2), 3, np.inf, "row")
    free = PlainModel(["a", "b"], [0.0, 0], [np.inf, 1], [True, integer], [row], Term((0, 1), (-2, 1)))
    outcome = find(name).session(free).solve(600)
    assert (outcome.status, outcome.values) == (Status.UNKNOWN, None)
    assert outcome.stopped_by == GAVE_UP
    assert name != "highs" or "unbounded" in outcome.reason


@pytest.mark.parametrize("name", ["highs", "cbc"])
def test_a_feasibility_model_without_bounds_is_infeasible_or_not(name: str) -> None:
    rows = [Linear((0, 1), (2, -2), 1, 1, "odd")]
    ends = [-np.inf] * 2, [np.inf] * 2
    m = PlainModel(["a", "b"], *ends, [False, False], rows, None)
    assert find(name).session(m).solve(600).status is Status.SOLVED
    m = PlainModel(["a", "b"], *ends, [False, False], [*rows, Linear((0, 1), (1, -1), 3, 3, "far")], None)
    assert find(name).session(m).solve(600).status is Status.INFEASIBLE


def test_a_model_without_variables_is_solved_or_not() -> None:
    for name in ("highs", "cpsat"):
        nothing = PlainModel([], [], [], [], [], None)
        outcome = find(name).session(nothing).solve()
        assert (outcome.status, len(outcome.values)) == (Status.SOLVED, 0)
        false = PlainModel([], [], [], [], [Linear((), (), 1, 1, "false")], None)
        assert find(name).session(false).solve().status is Status.INFEASIBLE


@pytest.mark.parametrize("name", ["highs", "cpsat", "choco", "cadical"])
@pytest.mark.parametrize("bounds", [(0.5, 3.7), (0.3, 0.6), (2, 1), (-3.7, -0.5)])
def test_solvers_agree_on_the_whole_numbers_between_two_bounds(name: str, bounds: tuple[float, float]) -> None:
    if name not in solvers.installed():
        pytest.skip("Choco is not installed")
    whole = [v for v in range(-9, 9) if bounds[0] <= v <= bounds[1]]
    for wanted in whole or [0]:
        row = Linear((0,), (1,), wanted - 0.4, wanted + 0.4, "near")
        m = PlainModel(["a"], *([float(b)] for b in bounds), [True], [row], None)
        outcome = find(name).session(m).solve()
        assert (outcome.status is Status.SOLVED) == bool(whole)
        assert outcome.incumbent is None


def test_numbers_that_are_too_large_are_split_or_refused_by_the_name_of_the_row() -> None:
    for row in (Linear((0, 1), (c, 1), 0, 1, "c1") for c in (10**300, 2**62, 2**60)):
        m = PlainModel(["a", "b"], [0.0, 1.0], [9.0] * 2, [True] * 2, [row], None)
        with pytest.raises(UnsupportedError, match="'c1'"):
            find("cpsat").session(m).solve()
        assert find("highs").session(m).solve().values == [0, 1]


def test_cpsat_names_what_it_cannot_hold() -> None:
    bad = PlainModel(["a"], [0.0], [1.0], [True], [], None)
    session = find("cpsat").session(bad)
    assert session.solve().status is Status.SOLVED
    bad.upper[0] = 1e19
    for each in (session, find("cpsat").session(bad)):
        with pytest.raises(UnsupportedError, match="bounds of a"):
            each.solve()
    half = PlainModel(["a"], [0.0], [1.0], [True], [], Term((0,), (0.5,)))
    with pytest.raises(UnsupportedError, match="without an objective"):
        find("cpsat").session(half).enumerate(lambda values: True)


def test_an_objective_that_has_gone_no_longer_counts() -> None:
    for name in set(HERE) - {"cbc"}:
        m = PlainModel(["a"], [0.0], [9.0] * 1, [True], [Linear((0,), (1,), 2, 5, "r")], Term((0,), (1,)))
        session: Any = find(name).session(m)
        assert session.solve().values == [2]
        object.__setattr__(m, "minimised", Term((0,), (-1,)))
        assert session.solve().values == [5]
        object.__setattr__(m, "minimised", None)
        assert session.solve().bound is None


@pytest.mark.slow
def test_highs_claims_too_early_only_with_all_of_its_presolve() -> None:
    """With all presolve rules HiGHS 1.13.1 calls this puzzle infeasible when some of its solutions are excluded."""
    import sudoku_models as sm
    from sudoku_models.solvers.highs import AGAIN, PRESOLVE_RULES_OFF

    count = sm.count_solutions(sm.load("several:28"), "assignment", "pulp", "highs", limit=None, cross_check=False)
    assert (count.value, count.status) == (88, "exact")
    assert PRESOLVE_RULES_OFF
    assert "presolve_rule_off" not in AGAIN


@pytest.mark.parametrize("puzzle", ["hardest11:10", "top95:17", "top95:24", "top95:41", "top95:43"])
def test_a_solve_error_of_highs_is_tried_again(puzzle: str) -> None:
    """Cells that hold one digit, and units with each digit at most once: HiGHS 1.13 ends with "Solve error"."""
    import sudoku_models as sm

    given = sm.load(puzzle)
    m = new_backend("pulp")
    board = given.board
    y = m.bool_vars("y", product(board.cells, range(1, 10)))
    for cell in board.cells:
        m.add(m.sum(y[cell, d] for d in range(1, 10)) == 1, f"cell {cell}")
    for unit, d in product(board.units, range(1, 10)):
        m.add(m.sum(y[cell, d] for cell in unit.cells) <= 1, f"{unit.name} {d}")
    for cell, d in given.givens.items():
        m.fix(y[cell, d], 1)
    assert find("highs").session(m).solve(600).status is Status.SOLVED
