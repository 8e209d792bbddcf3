"""SAT solvers: any small model against brute force, live changes as clauses and assumptions, limits and Ctrl-C."""

import os
import signal
import subprocess
import time
from typing import Any

import numpy as np
import pytest
from any_model import check_against_brute_force, model_of, records, solutions, some_bounds
from hard_models import pigeons
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.backends import AllDifferent, Linear, NotEqual, PlainModel, Term, new_backend
from sudoku_models.errors import SolverError, UnsupportedError
from sudoku_models.rewrites.clauses import AT_MOST_ONE
from sudoku_models.solvers import BY_FILE, INTERRUPTED, TIME_LIMIT, Status, entry, find

BOTH = ["cadical", "glucose"]
ENCODED = ["cadical", "cadical:ladder", "cadical:bitwise", "cadical:product", "cadical:commander", "glucose"]


@settings(max_examples=100, deadline=None)
@given(some_bounds, st.lists(records(), max_size=3))
@pytest.mark.parametrize("name", ENCODED)
def test_any_model_has_the_solutions_of_brute_force(name: str, bounds: Any, of: Any) -> None:
    found = check_against_brute_force(name, bounds, of)
    assert len(set(found)) == len(found)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.integers(-4, 4), st.sampled_from([(0, 1), (0, 1), (1, 2), (0, 3), (-2, 2)])), max_size=6),
    st.integers(-8, 8),
    st.integers(0, 6),
)
def test_any_linear_row_has_the_solutions_of_brute_force(terms: Any, low: int, width: int) -> None:
    row = Linear(range(len(terms)), [c for c, _ in terms], low, low + width, "row")
    check_against_brute_force("cadical", [bounds for _, bounds in terms], [row])


def test_the_options_are_the_encodings_of_at_most_one() -> None:
    for name in BOTH:
        assert entry(name).options == (*AT_MOST_ONE, BY_FILE)


# -- what is refused ---------------------------------------------------------------------------------------------------


def test_large_numbers_are_taken() -> None:
    m = model_of([2**40], [2**40 + 1], Linear((0,), (2**40,), 0, np.inf, "large"))
    assert find("cadical").session(m).solve().status is Status.SOLVED


WEIGHTS = [1000 + 37 * k * k % 997 for k in range(40)]
TOO_LARGE = {
    "a domain": model_of([0], [20_000_000]),
    "values": model_of([2.0**60], [2.0**60]),
    "partial sums": model_of([0] * 40, [1] * 40, Linear(range(40), WEIGHTS, sum(WEIGHTS) // 2, np.inf, "c1")),
    "not equal": model_of([0] * 4, [9] * 4, NotEqual(Term(range(4), (1, 1, 1, 1), -18), "c1")),
    "a sum in an all-different": model_of([0, 0], [9, 9], AllDifferent((Term((0, 1), (1, 1)), Term((1,), (1,))), "c1")),
    "its values": model_of([0, 0], [999, 9], AllDifferent((Term((0, 1), (1, 900)), Term((1,), (1,))), "c1")),
    "a fraction in an all-different": model_of([0, 0], [9, 9], AllDifferent((Term((0,), (1,), 0.5),) * 2, "c1")),
    "infinite": model_of([0], [9], Linear((0,), (np.inf,), 0, 1, "c1")),
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_what_is_too_large_as_clauses_is_refused_by_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_models.rewrites.clauses.sums.MOST_EDGES", 100)
    session = find("cadical").session(TOO_LARGE[name])
    for _ in range(2):  # the first one leaves nothing behind
        with pytest.raises(UnsupportedError, match=r"'c1'|x0"):
            session.solve()


@pytest.mark.parametrize("name", BOTH)
def test_an_objective_leaves_nothing_behind(name: str) -> None:
    """What a step of the binary search asks for holds for this step only."""
    m = new_backend("pulp")
    x = m.int_vars("x", "ab", 0, 9)
    m.add(x["a"] + x["b"] >= 5, "at least 5")
    session: Any = find(name).session(m)
    for weights, least in (([3, 2], 10), ([-1, 1], -9), ([1, 1], 5)):
        m.minimize(m.dot(weights, x.values()))
        outcome = session.solve()
        assert (outcome.status, outcome.bound) == (Status.SOLVED, least)
        with pytest.raises(UnsupportedError, match="without an objective"):
            session.enumerate(lambda values: True)
    m.minimize(0)
    found: list[Any] = []
    session.enumerate(lambda values: found.append(tuple(values)) or True)
    assert len(found) == len(set(found)) == 85


def test_a_limit_in_the_proof_leaves_the_incumbent_and_the_bound() -> None:
    """Twelve pigeons in eleven holes, or outside for 1: that none can stay inside is a proof without end."""
    m = new_backend("pulp")
    inside = m.bool_vars("inside", [(i, h) for i in range(12) for h in range(11)])
    outside = m.bool_vars("outside", range(12))
    for i in range(12):
        m.add(m.sum(inside[i, h] for h in range(11)) + outside[i] >= 1, f"pigeon {i}")
    for h in range(11):
        m.add(m.sum(inside[i, h] for i in range(12)) <= 1, f"hole {h}")
    session = find("cadical").session(m)
    assert session.solve().status is Status.SOLVED  # loading PySAT and the translation do not count
    m.minimize(m.sum(outside.values()))
    outcome = session.solve(1)
    assert (outcome.status, outcome.stopped_by, outcome.values) == (Status.UNKNOWN, TIME_LIMIT, None)
    assert sum(outcome.incumbent[-12:]) >= 1
    assert outcome.bound == 0


# -- live changes ------------------------------------------------------------------------------------------------------


class Changing(PlainModel):
    """A model whose constraints and bounds change while a session is open, with the same declared domains."""

    def declared(self, column: int) -> tuple[float, float]:
        return -3, 3


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.lists(records(), max_size=2), some_bounds, st.booleans(), st.booleans()), min_size=2, max_size=5
    )
)
@pytest.mark.parametrize("name", ["cadical:ladder", "glucose"])
def test_a_live_session_says_the_same_as_a_new_one(name: str, edits: Any) -> None:
    m = Changing([f"x{k}" for k in range(4)], [-3.0, -3, -3, 0], [3.0, 3, 3, 1], [True] * 4, [], None)
    session: Any = find(name).session(m)
    for new, bounds, drops, lists in edits:
        m.records[:] = [*m.records[1 if drops else 0 :], *new]
        m.lower[:], m.upper[:] = ([min(pair) for pair in bounds], [max(pair) for pair in bounds])
        expected = solutions([(min(pair), max(pair)) for pair in bounds], m.records)
        if lists:
            found = []
            session.enumerate(lambda values, to=found: to.append(tuple(map(int, values))) or True)
            assert sorted(found) == sorted(expected)
        else:
            outcome = session.solve()
            assert (outcome.status is Status.SOLVED) == bool(expected)
            assert not expected or tuple(map(int, outcome.values)) in expected


@pytest.mark.parametrize("formulation", ["all_different", "assignment"])
@pytest.mark.parametrize("name", BOTH)
def test_another_puzzle_on_a_live_model_adds_no_clause(name: str, formulation: str) -> None:
    puzzles = list(sm.corpus("easy50").values())[:4]
    model = sm.build(puzzles[0], formulation, "pulp")
    sizes = set()
    for puzzle in puzzles:
        model.reset(puzzle)
        answer = model.solve(name)
        assert sm.is_solution(puzzle, answer.grid)
        sizes.add((answer.stats.variables, answer.stats.constraints))
    assert len(sizes) == 1


@pytest.mark.parametrize("formulation", ["all_different", "assignment"])
def test_cuts_are_clauses_that_go_with_their_iteration(formulation: str) -> None:
    model = sm.build(sm.load("several:13"), formulation, "pulp")
    formula = model.session("cadical").clauses.formula
    found = [list(model.solutions(None, "cadical")) for _ in range(2)]
    assert len(found[0]) == len(found[1]) == model.count_solutions("cadical", cross_check=False).value > 1
    assert model.session("cadical").clauses.formula is formula, "the session has started again"


# -- limits and Ctrl-C -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_a_limit_is_kept_and_what_was_learnt_stays(name: str, at_most: Any) -> None:
    session = find(name).session(pigeons(12))
    conflicts = []
    for _ in range(2):
        watch = time.perf_counter()
        with at_most(1.0):
            outcome = session.solve(1.0)
        passed = time.perf_counter() - watch
        assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, TIME_LIMIT)
        assert passed >= 1.0
        assert 0 < outcome.translate_seconds + outcome.solve_seconds <= passed
        conflicts.append(outcome.search["conflicts"])
    assert min(conflicts) > 0
    assert session.native.accum_stats()["conflicts"] == sum(conflicts)


@pytest.mark.parametrize("limit", [None, 3600])
@pytest.mark.parametrize("name", BOTH)
def test_ctrl_c_interrupts_and_the_session_goes_on(name: str, limit: float | None) -> None:
    """It comes from another process, so that it can arrive in the middle of the solver's own code."""
    m = pigeons(12)
    session: Any = find(name).session(m)
    handler = signal.getsignal(signal.SIGINT)
    with subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -INT {os.getpid()}"]), pytest.raises(KeyboardInterrupt):
        session.solve(limit)
    assert signal.getsignal(signal.SIGINT) is handler
    m.forget(m.constraints())
    assert session.solve(limit).status is Status.SOLVED


def test_an_enumeration_can_be_ended_and_leaves_nothing_behind() -> None:
    session: Any = find("cadical").session(model_of([1, 1], [3, 3], NotEqual(Term((0, 1), (1, -1)), "differ")))
    for enough in (1, 4, 6):
        found: list[Any] = []
        outcome = session.enumerate(lambda values, n=enough, to=found: to.append(values) or len(to) < n)
        assert (len(found), outcome.stopped_by) == (enough, INTERRUPTED)
    assert session.enumerate(lambda values: True).status is Status.INFEASIBLE

    def fail(_: Any) -> bool:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        session.enumerate(fail)
    assert session.solve().status is Status.SOLVED


def test_a_model_may_be_solved_but_not_changed_during_its_enumeration() -> None:
    m = new_backend("pulp")
    x = m.int_vars("x", "ab", 1, 3)
    row = m.not_equal(x["a"], x["b"], "differ")
    session: Any = find("cadical").session(m)
    found: list[Any] = []
    session.enumerate(lambda values: found.append(values) or session.solve().status is Status.SOLVED)
    assert len(found) == 6
    with pytest.raises(SolverError, match="changed while its solutions were enumerated"):
        session.enumerate(lambda values: m.forget([row]) or session.solve().status is Status.SOLVED)
    assert session.enumerate(lambda values: found.append(values) or True).status is Status.INFEASIBLE
    assert len(found) == 6 + 9
