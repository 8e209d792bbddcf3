"""What a case says of its own times is held against the clocks outside."""

import os
import time

import pytest

import sudoku_models as sm
from sudoku_models.benchmark import Case, Configuration
from sudoku_models.benchmark.observer import STARTS, STOPS, Observer, processor_seconds_of
from sudoku_models.benchmark.serialization import serialize
from sudoku_models.benchmark.worker import CaseWorker
from sudoku_models.formulations import find
from sudoku_models.runtime import limits

PUZZLE = sm.load("mccaffrey")
HIGHS = Configuration("assignment", "pulp", "highs", None, "on")
OWN = Configuration("mine", "pulp", "highs", None, "on")


@pytest.fixture(scope="module")
def worker():  # type: ignore[no-untyped-def]
    with CaseWorker() as made:
        yield made


def mine(function) -> Case:  # type: ignore[no-untyped-def]
    return Case("some", PUZZLE, 0, OWN, 10.0, "1", serialize("mine", function), is_analysed=False)


def replaces_the_clock_of_python(m, puzzle):  # type: ignore[no-untyped-def]
    time.perf_counter = lambda: 0.0
    return find("assignment")(m, puzzle)


def waits(m, puzzle):  # type: ignore[no-untyped-def]
    if puzzle.board.size == 9:
        time.sleep(0.3)
    return find("assignment")(m, puzzle)


def spins(m, puzzle):  # type: ignore[no-untyped-def]
    if puzzle.board.size == 9:
        before = time.process_time()
        while time.process_time() - before < 0.3:
            pass
    return find("assignment")(m, puzzle)


def spins_unseen(m, puzzle):  # type: ignore[no-untyped-def]
    limits.Stopwatch.__call__ = lambda self: 1e-8
    return spins(m, puzzle)


def test_a_formulation_that_stops_the_clock_is_a_failure_and_has_no_times(worker) -> None:  # type: ignore[no-untyped-def]
    row = worker.measure(mine(spins_unseen), 60)
    assert (row["status"], row["failed"], row["proved"]) == ("error", True, False)
    assert "as seen from outside" in row["reason"]
    assert row["seen_seconds"] > 0.3
    assert row["proved_seconds"] is row["build_seconds"] is row["solve_seconds"] is None


def test_replacing_the_clock_of_python_changes_nothing_that_is_measured(worker) -> None:  # type: ignore[no-untyped-def]
    row = worker.measure(mine(replaces_the_clock_of_python), 60)
    assert row["status"] == "unique"
    assert row["proved_seconds"] > 0.7 * row["seen_seconds"] - 0.02


@pytest.mark.timed
@pytest.mark.parametrize("function", [waits, spins, find("assignment")])
def test_the_clocks_inside_and_outside_agree_on_an_honest_case(worker, function) -> None:  # type: ignore[no-untyped-def]
    row = worker.measure(mine(function), 60)
    assert (row["status"], row["failed"]) == ("unique", False)
    assert row["proved_seconds"] == pytest.approx(row["seen_seconds"], rel=0.3, abs=0.03)
    assert row["seen_seconds"] > (0.3 if function in (waits, spins) else 0)
    assert (row["seen_processor_seconds"] > 0.28) == (function is spins)


@pytest.mark.timed
@pytest.mark.parametrize("solver", ["cbc", "cpsat", "choco", "cadical"])
def test_the_clocks_agree_whatever_the_solver(worker, solver: str) -> None:  # type: ignore[no-untyped-def]
    row = worker.measure(Case("some", PUZZLE, 0, Configuration("assignment", "pulp", solver, None, "on"), 10.0), 60)
    assert (row["status"], row["failed"]) == ("unique", False)
    assert row["proved_seconds"] == pytest.approx(row["seen_seconds"], rel=0.3, abs=0.03)


def seen_for(seconds: float, processor: float) -> Observer:
    """An observer that has seen a clock run for so long."""
    observer = Observer()
    observer._spans = [(0.0002, 0.0002), (seconds / 2, processor / 2), (seconds / 2, processor / 2)]
    return observer


@pytest.mark.parametrize(
    ("claimed", "own", "says"),
    [
        (1.0, 1.0, ""),
        (0.99, 1.02, ""),
        (0.55, 1.0, ""),
        (0.45, 1.0, "for all steps"),
        (0.0000001, 1.0, "for all steps"),
        (1.2, 1.0, ""),
        (2.2, 1.0, "its clock says 2.2 s"),
        (1.0, 0.5, "of processor time"),
    ],
)
def test_what_cannot_be_true_is_told(claimed: float, own: float, says: str) -> None:
    observer = seen_for(1.0, 1.0)
    row = {"proved_seconds": claimed, "processor_seconds": own, **observer.seen()}
    assert row["seen_seconds"] == pytest.approx(1.0)
    why = observer.disagreement(row)
    assert says in why
    assert bool(why) == bool(says)


def test_a_proof_that_did_not_end_has_no_time_and_none_is_missed() -> None:
    """The solution took half a second of the second that was seen."""
    observer = seen_for(1.0, 1.0)
    assert observer.disagreement({"solved_seconds": 0.5, "processor_seconds": 1.0, **observer.seen()}) == ""
    assert observer.disagreement({"solved_seconds": 0.5, **observer.seen()}) == ""  # killed in the proof
    assert "for all steps" in observer.disagreement({"solved_seconds": 0.1, **observer.seen()})


@pytest.mark.parametrize("milliseconds", [10, 17, 60])
def test_a_clock_that_stands_still_is_told_on_a_quiet_machine(milliseconds: int) -> None:
    observer = seen_for(milliseconds / 1000, milliseconds / 1000)
    row = {"proved_seconds": 0.0002, "processor_seconds": milliseconds / 1000, **observer.seen()}
    assert "for all steps" in observer.disagreement(row)


def test_a_clock_that_has_not_run_says_nothing() -> None:
    observer = Observer()
    for message in (os.getpid(), STARTS, STOPS, STARTS):
        observer.on_message(message)
    assert observer.seen() == dict.fromkeys(("seen_seconds", "seen_processor_seconds", "threads_used"))
    assert observer.disagreement({"proved_seconds": 1.0, **observer.seen()}) == ""


def test_the_processor_time_of_a_process_that_has_ended_is_nothing() -> None:
    assert processor_seconds_of(2**22 + 1) == 0.0


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="processes cannot be pinned there")
def test_a_case_runs_on_one_core_which_its_row_names(worker) -> None:  # type: ignore[no-untyped-def]
    def where(m, puzzle):  # type: ignore[no-untyped-def]
        raise ValueError(f"cores {sorted(os.sched_getaffinity(0))}")

    row = worker.measure(mine(where), 60)
    assert f"cores [{row['core']}]" in row["reason"]
    assert os.sched_getaffinity(0) >= {row["core"]}


def test_a_case_is_warmed_up_until_nothing_is_done_for_the_first_time_and_calibrated(worker) -> None:  # type: ignore[no-untyped-def]
    row = worker.measure(Case("some", PUZZLE, 0, HIGHS, 10.0), 60)
    assert row["warm_ups"] >= 2
    assert 0 < row["calibration_before_seconds"] < 1
    assert 0 < row["calibration_after_seconds"] < 1
