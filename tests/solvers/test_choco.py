"""Choco: nothing that a user writes ends the process, and a limit that was not reached is not a time limit."""

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from any_model import check_against_brute_force, model_of, records, some_bounds
from hard_models import pigeons
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.backends import AllDifferent, Cumulative, Linear, NotEqual, Table, Term, new_backend
from sudoku_models.errors import UnsupportedError
from sudoku_models.solvers import INTERRUPTED, TIME_LIMIT, Status, find, installed

pytestmark = pytest.mark.skipif("choco" not in installed(), reason="Choco is not installed")


TOO_LARGE = {
    "a coefficient": model_of([0, 0], [1, 1], Linear((0, 1), (2**40, 1), 0, 1, "c1")),
    "a sum": model_of([0] * 4, [20_000_000] * 4, Linear((0, 1, 2, 3), (1, 1, 1, 1), 1, 2, "c1")),
    "a partial sum": model_of([0, -15_000_000], [15_000_000, 0], Linear((0, 1), (1, 1), 1, 2, "c1")),
    "the end of a task": model_of([0], [20_999_999], Cumulative((Term((0,), (1,)),), (2,), (1,), 1, "c1")),
    "a bound of a variable": model_of([0], [2**33]),
    "a term": model_of([0, 0], [9, 9], AllDifferent((Term((0,), (1,), 2**40), Term((1,), (1,))), "c1")),
    "a factor": model_of([0, 0], [9, 9], AllDifferent((Term((0,), (2**40,)), Term((1,), (1,))), "c1")),
    "not equal": model_of([0, 0], [9, 9], NotEqual(Term((0, 1), (2**40, 1)), "c1")),
    "infinite": model_of([0], [9], Linear((0,), (np.inf,), 0, 1, "c1")),
    "not a number": model_of([0], [9], Linear((0,), (np.nan,), 0, 1, "c1")),
    "a sum in an all-different": model_of(
        [0, 0], [2_000_000] * 2, AllDifferent((Term((0, 1), (9, 9)), Term((0,), (1,))), "c1")
    ),
    "a fraction in an all-different": model_of([0, 0], [9, 9], AllDifferent((Term((0,), (1,), 0.5),) * 2, "c1")),
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_what_choco_cannot_count_is_refused_by_name(name: str) -> None:
    with pytest.raises(UnsupportedError, match=r"'c1'|x0"):
        find("choco").session(TOO_LARGE[name]).solve()


@pytest.mark.parametrize("backend", ["pulp", "pyomo", "cpsat"])
def test_a_model_with_an_objective_is_not_enumerated(backend: str) -> None:
    m = new_backend(backend)
    x = m.int_vars("x", "a", 0, 1)
    m.minimize(x["a"])
    with pytest.raises(UnsupportedError, match="without an objective"):
        find("choco").session(m).enumerate(lambda values: True)


NO_VARIABLES = ((), (), 2.5, 2.5), ((), (), 0.2, 0.8), ((0,), (1,), 0.2, 0.8), ((), (), -np.inf, np.inf)


TWICE = AllDifferent((Term((1,), (1,), 3), Term((), (), -1), Term((1,), (1,), 3), Term((1,), (-2,), -1)), "r")
"""Choco's AC propagator once ended the process: one variable stands in several of the terms."""


@example([(0, 0)] * 4, [Linear(*NO_VARIABLES[0], "r")])
@example([(0, 0)] * 4, [Table((Term((), (), 0),), (), True, "r")])
@example([(0, 0)] * 4, [Linear(*NO_VARIABLES[3], "r"), Linear(*NO_VARIABLES[0], "r")])
@example([(0, 0)] * 4, [Linear(*NO_VARIABLES[1], "r")])
@example([(0, 1)] * 4, [Linear(*NO_VARIABLES[2], "r")])
@example([(-1, 0), (-3, -1), (0, 0), (0, 1)], [TWICE])
@settings(max_examples=120, deadline=None)
@given(some_bounds, st.lists(records(), max_size=3))
@pytest.mark.parametrize("name", ["choco", "choco:BC", "cpsat"])
def test_cp_solvers_agree_with_brute_force_on_any_model(name: str, bounds: Any, of: Any) -> None:
    check_against_brute_force(name, bounds, of)


@pytest.mark.slow
def test_the_memory_of_choco_does_not_grow_with_the_number_of_solves() -> None:
    """Each solve kept 0.18 MB, so that 500 of them kept 90."""
    problem = sm.build("3" + "." * 80, "all_different", "pulp")

    def megabytes_after(solves: int) -> float:
        for _ in range(solves):
            assert problem.solve("choco").grid
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    assert megabytes_after(500) > megabytes_after(500) - 30


def test_a_long_proof_is_not_cut_into_slices() -> None:
    """It takes longer than the short attempt in this process."""
    watch = time.perf_counter()
    outcome = find("choco").session(pigeons(9)).solve(600)
    passed = time.perf_counter() - watch
    assert outcome.status is Status.INFEASIBLE
    assert 0 < outcome.translate_seconds + outcome.solve_seconds <= passed


@pytest.mark.parametrize("limit", [0.1, 1.0])
def test_a_limit_is_kept(limit: float, at_most: Any) -> None:
    assert find("choco").session(pigeons(2)).solve().status is Status.INFEASIBLE  # loading Choco does not count
    watch = time.perf_counter()
    with at_most(limit):
        outcome = find("choco").session(pigeons(14)).solve(limit)
    passed = time.perf_counter() - watch
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, TIME_LIMIT)
    assert 0 <= outcome.translate_seconds + outcome.solve_seconds <= passed
    assert limit <= passed


@pytest.mark.slow
@pytest.mark.parametrize("limit", [None, 3600])
@pytest.mark.parametrize("verb", ["solve", "enumerate"])
def test_ctrl_c_interrupts(verb: str, limit: float | None) -> None:
    session: Any = find("choco").session(pigeons(14))
    timer = threading.Timer(1.0, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        session.solve(limit) if verb == "solve" else session.enumerate(lambda values: True, limit)
    timer.join()


def test_solutions_come_once_each_also_from_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_models.solvers.choco.SHORT", 0.005)
    model = sm.build(sm.Puzzle.parse("1... .... .... ...."), "pairwise", "pulp")
    found: list[bytes] = []

    def slow(values: Any) -> bool:
        time.sleep(0.001)
        found.append(tuple(values))
        return True

    assert model.session("choco").enumerate(slow).status is Status.INFEASIBLE
    assert len(found) == len(set(found)) == 72


@pytest.mark.parametrize("short", [0.002, 60])
def test_an_enumeration_can_be_ended(short: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_models.solvers.choco.SHORT", short)
    model = sm.build(sm.Puzzle.parse("." * 81), "pairwise", "pulp")
    found: list[Any] = []
    outcome = model.session("choco").enumerate(lambda values: found.append(values) or len(found) < 50)
    assert (len(found), outcome.status, outcome.stopped_by) == (50, Status.UNKNOWN, INTERRUPTED)


def test_the_search_of_another_process_is_reported_at_each_solution(monkeypatch):
    """The figures at the first solution are the same wherever Choco runs, because its search is deterministic."""
    from sudoku_models.solvers import choco

    model = sm.build(sm.load("large:1"), "all_different", "pulp")

    def figures_of(session):
        figures = []
        session.enumerate(lambda _: figures.append(session.search()) or len(figures) < 2, 600)
        return figures[0], session.search()

    monkeypatch.setattr(choco, "SHORT", 600)
    here = figures_of(model.session("choco:BC"))
    monkeypatch.setattr(choco, "SHORT", 0.001)
    separate = figures_of(model.session("choco:BC"))
    assert separate == here
    assert separate[0]["backtracks"] > 0


def test_a_search_of_another_process_is_not_reported_for_the_next_one(monkeypatch):
    from sudoku_models.solvers import choco

    monkeypatch.setattr(choco, "SHORT", 0.001)
    session = sm.build(sm.load("large:1"), "all_different", "pulp").session("choco:BC")
    session.enumerate(lambda _: False, 600)
    first = session.search()
    monkeypatch.setattr(choco, "SHORT", 600)
    session.solve()
    assert session.search() != first
