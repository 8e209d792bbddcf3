"""Whatever a case does, it is one row, and the next case is not touched."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

import sudoku_models as sm
from sudoku_models.benchmark import Case, Configuration, observer
from sudoku_models.benchmark import worker as module
from sudoku_models.benchmark.serialization import serialize
from sudoku_models.benchmark.worker import CaseWorker
from sudoku_models.errors import WorkerError
from sudoku_models.formulations import find
from sudoku_models.runtime import processes
from sudoku_models.solvers import installed

CONFIGURATION = Configuration("mischief", "pulp", "cpsat", None, "on")
CHECKED = Configuration("assignment", "pulp", "highs", None, "on")
GOOD = Case("some", sm.Puzzle.parse("1... ..2. .3.. ...4"), 0, CHECKED, 10.0, "1")


def crash(m, puzzle):  # type: ignore[no-untyped-def]
    os.kill(os.getpid(), signal.SIGSEGV)


def leave(m, puzzle):  # type: ignore[no-untyped-def]
    os._exit(7)


def hang(m, puzzle):  # type: ignore[no-untyped-def]
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
    while True:
        time.sleep(1)


def print_much(m, puzzle):  # type: ignore[no-untyped-def]
    print("not a row\n" * 100_000)
    os.write(1, b"not a row either")
    raise ValueError("no model today")


def mischief(function) -> Case:  # type: ignore[no-untyped-def]
    return Case("some", GOOD.puzzle, 0, CONFIGURATION, 10.0, "1", serialize("mischief", function))


@pytest.fixture(scope="module")
def worker():  # type: ignore[no-untyped-def]
    with CaseWorker() as made:
        yield made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "status", "reason"),
    [(crash, "crashed", "SIGSEGV"), (leave, "crashed", "exit code 7"), (print_much, "error", "no model today")],
)
def test_a_case_that_fails_is_a_row_with_the_reason(worker, function, status: str, reason: str) -> None:  # type: ignore[no-untyped-def]
    row = worker.measure(mischief(function), 60)
    assert (row["status"], row["failed"]) == (status, True)
    assert reason in row["reason"]
    assert worker.measure(GOOD, 60)["status"] == "unique"


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.parametrize(("end", "status"), [(crash, "crashed"), (hang, "killed")])
def test_a_solution_that_was_found_before_the_proof_failed_is_kept(worker, end, status: str) -> None:  # type: ignore[no-untyped-def]
    def no_proof(m, puzzle):  # type: ignore[no-untyped-def]
        if puzzle.board.size == 9:  # the configuration is warmed up on a smaller one
            add = m.add
            m.add = lambda sentence, name: end(m, puzzle) if "not grid" in str(name) else add(sentence, name)
        return find("assignment")(m, puzzle)

    puzzle = sm.load("mccaffrey")
    row = worker.measure(Case("some", puzzle, 0, CONFIGURATION, 10.0, "1", serialize("mischief", no_proof)), 5.0)
    assert (row["status"], row["failed"], row["solved"], row["proved"]) == (status, True, True, False)
    assert row["reason"].startswith("a solution was found, and in the proof ")
    assert puzzle.violations(sm.Grid(puzzle.board, tuple(map(int, row["grid"])))) == []
    assert 0 < row["solved_seconds"] < 5


@pytest.mark.slow
def test_without_a_fork_each_case_has_a_new_worker(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(processes, "FORKS", False)
    with CaseWorker() as worker:
        rows = [worker.measure(case, limit) for case, limit in ((mischief(leave), 60), (mischief(hang), 2), (GOOD, 60))]
    assert [row["status"] for row in rows] == ["crashed", "killed", "unique"]
    assert "exit code 7" in rows[0]["reason"]


@pytest.mark.slow
def test_a_case_whose_relaxation_is_known_is_not_asked_again(worker, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    assert worker.measure(GOOD, 60)["lp_single_point"] is True
    monkeypatch.setitem(module._single_points, module.point_key(GOOD), False)
    assert worker.measure(GOOD, 60)["lp_single_point"] is False


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
def test_the_memory_of_a_program_is_seen_and_one_that_has_ended_has_none(worker) -> None:  # type: ignore[no-untyped-def]
    outside = Configuration("assignment", "pulp", "cbc", None, "on")
    assert 1 < worker.measure(Case("some", GOOD.puzzle, 0, outside, 10.0, "1"), 60)["program_memory_peak"] < 100
    assert worker.measure(GOOD, 60)["program_memory_peak"] is None
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert observer._largest_program(ended.pid) == 0


def test_a_worker_that_cannot_begin_a_case_claims_no_row(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(processes, "START_SECONDS", 0.01)
    with CaseWorker() as worker, pytest.raises(WorkerError, match="did not start"):
        worker.measure(GOOD, 60)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a worker is the process of its case")
def test_a_case_ends_with_its_worker() -> None:
    worker = CaseWorker()
    worker.start()
    there = psutil.Process(worker.pid)
    said: list[str] = []

    def measured() -> None:
        with pytest.raises(WorkerError) as error:
            worker.measure(mischief(hang), 100)
        said.append(str(error.value))

    at_work = threading.Thread(target=measured)
    at_work.start()
    end, found = time.monotonic() + 30, []
    while not found and time.monotonic() < end:  # until the case runs, which then starts a program
        with suppress(psutil.NoSuchProcess):  # a worker asks git for the commit first
            found = [(case, case.children()) for case in there.children() if case.cmdline() == there.cmdline()]
            found = [(case, programs) for case, programs in found if programs]
    ((case, (program,)),) = found
    there.kill()
    at_work.join(timeout=10)
    program.kill()
    assert said == ["the worker process ended by signal 9 before it answered"]
    assert psutil.wait_procs([case], timeout=10)[1] == []


@pytest.mark.timed
@pytest.mark.slow
def test_a_case_that_hangs_is_killed_with_its_programs_at_the_hard_limit(worker) -> None:  # type: ignore[no-untyped-def]
    worker.measure(GOOD, 60)  # the libraries are imported now
    started = time.monotonic()
    row = worker.measure(mischief(hang), 2.0)
    assert (row["status"], row["failed"]) == ("killed", True)
    assert 2.0 <= time.monotonic() - started < 6.0
    _, alive = psutil.wait_procs(psutil.Process(worker.pid).children(recursive=True), timeout=10)
    assert alive == []
    assert worker.measure(GOOD, 60)["status"] == "unique"


@pytest.mark.slow
def test_a_case_that_takes_too_much_memory_is_killed_and_the_next_one_runs(worker) -> None:  # type: ignore[no-untyped-def]
    def greedy(m, puzzle):  # type: ignore[no-untyped-def]
        held = [b"x" * 200 * 1024**2]
        while held:
            held.append(b"x" * 10 * 1024**2)
            time.sleep(0.1)

    row = worker.measure(replace(mischief(greedy), memory_limit=800 * 1024**2), 60)
    assert (row["status"], row["failed"]) == ("killed", True)
    assert row["reason"] == "its process was ended by signal 9: memory limit (its processes held more than 0.78 GB)"
    assert worker.measure(GOOD, 60)["status"] == "unique"


@pytest.mark.slow
def test_a_case_that_is_too_large_before_its_clock_starts_has_a_row_too(worker, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    def too_large(*_: object, **__: object) -> None:
        raise WorkerError("the worker process was stopped", limit="memory")

    monkeypatch.setattr(worker, "request", too_large)
    row = worker.measure(replace(GOOD, memory_limit=20 * 1024**2), 60)
    assert row["status"] == "killed"
    assert "memory limit" in row["reason"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is only looked at from time to time")
def test_a_case_is_refused_much_memory_at_once(worker) -> None:  # type: ignore[no-untyped-def]
    def greedy(m, puzzle):  # type: ignore[no-untyped-def]
        return bytearray(1200 * 1024**2)

    row = worker.measure(replace(mischief(greedy), memory_limit=800 * 1024**2), 60)
    assert (row["status"], row["failed"]) == ("killed", True)
    assert row["reason"] == "memory limit: the system refused it more than 0.78 GB"


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["highs", "cpsat", "choco", "cbc", "cadical"])
def test_every_solver_works_within_a_limit_of_memory(worker, solver: str) -> None:  # type: ignore[no-untyped-def]
    if solver not in installed():
        pytest.skip(f"{solver} is not installed")
    chosen = Configuration("assignment", "pulp", solver, None, "on")
    row = worker.measure(replace(GOOD, configuration=chosen, memory_limit=500 * 1024**2), 60)
    assert row["status"] == "unique", row["reason"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a worker is the process of its case")
@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (lambda: os._exit(0), "its process ended with exit code 0 before an answer"),
        (lambda: sys.exit(3), "SystemExit: 3"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "was ended by signal 9 (SIGKILL), perhaps for lack of memory"),
        (lambda: os.abort(), "was ended by signal 6 (SIGABRT)"),
    ],
)
def test_how_a_process_ended_is_reported(worker, end, reason: str) -> None:  # type: ignore[no-untyped-def]
    row = worker.measure(mischief(lambda m, puzzle: end()), 60)
    assert row["failed"] is True
    assert row["reason"].endswith(reason)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere processes that have left their session stay")
def test_a_program_in_a_session_of_its_own_ends_with_its_case(worker) -> None:  # type: ignore[no-untyped-def]
    def daemon(m, puzzle):  # type: ignore[no-untyped-def]
        if puzzle.board.size == 4 and os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(100)
            os._exit(0)
        return find("assignment")(m, puzzle)

    assert worker.measure(mischief(daemon), 60)["status"] == "unique"
    assert psutil.Process(worker.pid).children(recursive=True) == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a case leaves what its solvers leave")
def test_what_a_killed_case_leaves_behind_goes_with_it(worker, tmp_path) -> None:  # type: ignore[no-untyped-def]
    told = str(tmp_path / "told")

    def litter(m, puzzle):  # type: ignore[no-untyped-def]
        Path(told).write_text(tempfile.mkstemp()[1])
        os.kill(os.getpid(), signal.SIGKILL)

    assert worker.measure(mischief(litter), 60)["status"] == "crashed"
    folder = Path((tmp_path / "told").read_text()).parent
    assert folder.parent == Path(tempfile.gettempdir())
    assert not folder.exists()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a worker serves one case")
def test_every_case_has_a_process_of_its_own_whose_memory_is_its_own(worker) -> None:  # type: ignore[no-untyped-def]
    def hungry(m, puzzle):  # type: ignore[no-untyped-def]
        bytearray(b"x" * 200 * 1024**2)
        y = m.bool_vars("y", [(i, d) for i in puzzle.board.cells for d in puzzle.board.digits])
        for i in puzzle.board.cells:
            m.add(m.sum(y[i, d] for d in puzzle.board.digits) == 1, f"cell {i} has a digit")
        return y

    before = worker.measure(GOOD, 60)
    large = worker.measure(mischief(hungry), 60)
    after = worker.measure(GOOD, 60)
    assert large["reason"].startswith("cpsat returned a grid that breaks the rules")
    assert before["memory_peak"] - before["memory_before"] < 50
    assert abs(after["memory_peak"] - before["memory_peak"]) < 20


@pytest.mark.slow
def test_a_worker_ends_with_the_process_that_opened_it(tmp_path) -> None:  # type: ignore[no-untyped-def]
    program = f"""
import sys, time
sys.path[:] = {[os.path.dirname(__file__), *sys.path]!r}
from test_worker import hang, mischief
from sudoku_models.benchmark.worker import CaseWorker
worker = CaseWorker()
worker.start()
print(worker.pid, flush=True)
worker.measure(mischief(hang), 100)
"""
    opener = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert opener.stdout
    there = psutil.Process(int(opener.stdout.readline()))
    end = time.monotonic() + 30
    while len(there.children(recursive=True)) < 2 and opener.poll() is None and time.monotonic() < end:
        time.sleep(0.1)
    family = [there, *there.children(recursive=True)]
    opener.kill()
    opener.wait()
    opener.stdout.close()
    assert len(family) >= 3  # the worker, the case, and the program that the case has started
    _, alive = psutil.wait_procs(family, timeout=10)
    assert alive == []
