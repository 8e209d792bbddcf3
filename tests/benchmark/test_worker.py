"""Whatever a case does, it is one row, and the next case is not touched."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from solvers_in_cases import GOOD, bad, crash, hang, leave, no_rows, proof_that

import sudoku_models as sm
from sudoku_models.benchmark import Case, Contender, worker
from sudoku_models.benchmark.worker import close_all, measure_case
from sudoku_models.errors import WorkerError
from sudoku_models.formulations import find
from sudoku_models.runtime import processes
from sudoku_models.solvers import installed

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a worker serves one case")


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    close_all()


def short(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let every case be killed after so many seconds."""
    monkeypatch.setattr(Case, "hard_limit", seconds)


def raises(m: Any, puzzle: Any) -> Any:
    print("not a row\n" * 100_000)
    os.write(1, b"not a row either")
    raise ValueError("no model today")


def stops(m: Any, puzzle: Any) -> Any:
    sys.exit(3)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "status", "reason"),
    [
        (crash, "crashed", "signal 11 (SIGSEGV)"),
        (leave, "crashed", "exit code 7 before an answer"),
        (raises, "error", "ValueError: no model today"),
        (stops, "error", "SystemExit: 3"),
        (no_rows, "wrong", "breaks the rules"),
        (lambda m, puzzle: os.kill(os.getpid(), signal.SIGKILL), "crashed", "perhaps for lack of memory"),
    ],
    ids=["crash", "exit", "error", "SystemExit", "wrong grid", "kill"],
)
def test_a_case_that_fails_is_a_row_with_the_reason(function: Callable[..., Any], status: str, reason: str) -> None:
    row = measure_case(bad(function))
    assert (row["status"], row["failed"], row["solved"], row["proved"]) == (status, True, False, False)
    assert reason in row["reason"]
    assert measure_case(GOOD)["status"] == "unique"


@pytest.mark.slow
@pytest.mark.parametrize(("end", "status"), [(crash, "crashed"), (hang, "killed")])
def test_a_solution_that_was_found_before_the_proof_failed_is_kept(
    end: Callable[..., Any], status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure_case(GOOD)
    short(monkeypatch, 20.0)
    puzzle = sm.load("mccaffrey")
    row = measure_case(bad(proof_that(end), puzzle=puzzle))
    assert (row["status"], row["failed"], row["solved"], row["proved"]) == (status, True, True, False)
    assert row["reason"].startswith("a solution was found, and in the second search ")
    assert puzzle.violations(sm.Grid(puzzle.board, tuple(map(int, row["grid"])))) == []
    assert row["solved_seconds"] > 0


@pytest.mark.slow
def test_a_case_that_hangs_is_killed_with_its_programs_at_the_hard_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    measure_case(GOOD)  # the libraries are imported now
    short(monkeypatch, 2.0)
    started = time.monotonic()
    row = measure_case(bad(hang))
    assert (row["status"], row["failed"]) == ("killed", True)
    assert time.monotonic() - started >= 2.0
    programs = [each for each in psutil.Process().children(recursive=True) if "time.sleep(100)" in each.cmdline()]
    assert psutil.wait_procs(programs, timeout=300)[1] == []
    monkeypatch.undo()
    assert measure_case(GOOD)["status"] == "unique"


def test_a_worker_that_cannot_begin_a_case_claims_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    close_all()
    monkeypatch.setattr(processes, "START_SECONDS", 0.01)
    with pytest.raises(WorkerError):
        measure_case(GOOD)
    close_all()


@pytest.mark.slow
def test_a_case_that_takes_too_much_memory_is_killed_and_the_next_one_runs() -> None:
    def greedy(m: Any, puzzle: Any) -> Any:
        held = [b"x" * 200 * 1024**2]
        while held:
            held.append(b"x" * 20 * 1024**2)
            time.sleep(0.1)

    row = measure_case(bad(greedy, memory_limit=800 * 1024**2))
    assert (row["status"], row["failed"]) == ("killed", True)
    assert "memory limit" in row["reason"]
    assert measure_case(GOOD)["status"] == "unique"


@LINUX
@pytest.mark.slow
def test_a_case_is_refused_much_memory_at_once() -> None:
    row = measure_case(bad(lambda m, puzzle: bytearray(1200 * 1024**2), memory_limit=800 * 1024**2))
    assert (row["status"], row["failed"]) == ("killed", True)
    assert row["reason"] == "memory limit: the system refused it more than 0.78 GB"


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["highs", "cpsat", "choco", "cbc", "cadical"])
def test_every_solver_works_within_a_limit_of_memory(solver: str) -> None:
    if solver not in installed():
        pytest.skip(f"{solver} is not installed")
    chosen = Contender("assignment", "pulp", solver, None, "on")
    row = measure_case(replace(GOOD, configuration=chosen, memory_limit=600 * 1024**2))
    assert row["status"] == "unique", row["reason"]


@LINUX
@pytest.mark.slow
def test_every_case_has_a_process_of_its_own_whose_memory_is_its_own() -> None:
    def hungry(m: Any, puzzle: Any) -> Any:
        bytearray(b"x" * 200 * 1024**2)
        return find("assignment")(m, puzzle)

    before, large, after = (measure_case(case) for case in (GOOD, bad(hungry), GOOD))
    assert large["memory_peak"] - before["memory_peak"] > 150
    assert abs(after["memory_peak"] - before["memory_peak"]) < 20


@pytest.mark.slow
def test_a_late_message_or_a_case_that_had_to_wait_is_a_note_and_never_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The clocks differ because the machine is busy: here the one outside has begun late, or long ago."""
    measure_case(GOOD)
    for late in (-5.0, 5.0):
        begun = iter(
            [time.monotonic(), time.monotonic() + late]
        )  # the second is when the case has begun, as seen outside
        clock = SimpleNamespace(monotonic=lambda begun=begun: next(begun, time.monotonic()))
        with monkeypatch.context() as patched:
            patched.setattr(worker, "time", clock)
            row = measure_case(GOOD)
        assert (row["status"], row["failed"]) == ("unique", False)
        assert "by the clock outside" in row["note"]
    assert "had to wait" in worker._note({"proved_seconds": 3.0, "processor_seconds": 1.0, "outside_seconds": None})
    assert worker._note({"proved_seconds": 1.0, "processor_seconds": 1.1, "outside_seconds": None}) == ""
