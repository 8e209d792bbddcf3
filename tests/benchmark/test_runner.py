"""A run continues where it stopped, however it ended, and loses and repeats no row."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pyarrow.parquet as pq
import pytest

import sudoku_models as sm
from sudoku_models import benchmark
from sudoku_models.benchmark import worker
from sudoku_models.benchmark.batches import measure_batch
from sudoku_models.benchmark.measure import failure
from sudoku_models.benchmark.rows import as_table, to_bytes
from sudoku_models.errors import InputError, SolverError

CONFIGURATIONS = benchmark.configurations(["all_different", "assignment"], None, ["pulp"], ["highs", "cpsat"])
COMMAND = [sys.executable, "-m", "sudoku_models", "bench", "run", "-c", "easy50", "-n", "2", "-b", "pulp"]
COMMAND += ["-s", "highs,cpsat", "-j", "2", "-o"]
CASES = 2 * 10


def cases(sample: int = 2) -> list[benchmark.Case]:
    return list(benchmark.cases(["easy50"], CONFIGURATIONS, 20.0, sample=sample))


def rows_in(folder: Path) -> list[Path]:
    return sorted((folder / "rows").glob("*.parquet"))


class AtOnce(Executor):
    """Answers at once, without measuring; for tests of the runner alone."""

    def __init__(self, status: str = "error") -> None:
        self.asked: list[benchmark.Case] = []
        self.status = status

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> "Future[Any]":
        assert function is measure_batch
        self.asked += arguments[0]
        done: Future[Any] = Future()
        rows = [failure(case, self.status, "not measured") for case in arguments[0]]
        done.set_result(to_bytes(as_table(rows)))
        return done


@pytest.mark.slow
def test_any_executor_gives_the_same_rows(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as threads:
        ended = [benchmark.run(cases(), tmp_path / "threads", threads)]
        worker.close_all()
    with ProcessPoolExecutor(2) as processes:
        ended += [benchmark.run(cases(), tmp_path / "processes", processes)]
    ended += [benchmark.run(cases(), tmp_path / "local", jobs=2)]
    assert [(run.done, run.left, run.failed) for run in ended] == [(8, 0, 0)] * 3
    tables = [benchmark.read(tmp_path / name) for name in ("threads", "processes", "local")]
    found = [set(table[[*benchmark.KEY, "status", "grid"]].itertuples(index=False, name=None)) for table in tables]
    assert len(found[0]) == 8
    assert found[0] == found[1] == found[2]
    assert set(tables[0]["status"]) == {"unique"}


@pytest.mark.slow
def test_the_grids_are_the_known_solutions(tmp_path: Path) -> None:
    benchmark.run(cases(1), tmp_path, jobs=2)
    for row in benchmark.read(tmp_path).itertuples():
        solution = sm.corpus("easy50").entry(row.puzzle).solution
        assert solution
        assert row.grid == solution.line()


def test_cases_that_have_a_row_are_not_measured_again(tmp_path: Path) -> None:
    first, second = AtOnce(), AtOnce()
    benchmark.run(cases()[:3], tmp_path, first)
    ended = benchmark.run(cases(), tmp_path, second)
    assert (ended.total, ended.before, ended.done, ended.left) == (8, 3, 5, 0)
    assert {case.key for case in first.asked} & {case.key for case in second.asked} == set()
    assert len(first.asked) + len(second.asked) == 8


def test_cases_that_failed_are_measured_again_on_request(tmp_path: Path) -> None:
    benchmark.run(cases(), tmp_path, AtOnce("crashed"))
    again = AtOnce("error")
    assert benchmark.run(cases(), tmp_path, again, retry_failed=True).done == 8
    assert set(benchmark.read(tmp_path)["status"]) == {"error"}


def test_failures_of_an_earlier_run_are_not_forgotten(tmp_path: Path) -> None:
    benchmark.run(cases()[:3], tmp_path, AtOnce("crashed"))
    ended = benchmark.run(cases(), tmp_path, AtOnce("error"))
    assert str(ended) == "5 cases measured; 3 were there before; 8 of all failed; 0 left"
    again = benchmark.run(cases(), tmp_path, AtOnce())
    assert (again.done, again.failed) == (0, 8)


def test_a_formulation_that_was_changed_is_measured_anew(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    own = "def mine(m, puzzle):\n    return m.int_vars('x', puzzle.board.cells, 1, 9)\n"
    done = []
    for text in (own, own, own.replace("9", "8")):
        file.write_text(text, encoding="utf-8")
        benchmark.load_plugin(file)
        some = benchmark.cases(["easy50"], benchmark.configurations(["mine"], None, ["pulp"], ["cpsat"]), sample=1)
        done.append(benchmark.run(some, tmp_path / "rows", AtOnce()).done)
        del sm.FORMULATIONS["mine"]
    assert done == [1, 0, 1]
    assert benchmark.read(tmp_path / "rows")["formulation_digest"].nunique() == 2


def test_progress_has_the_done_and_the_failed(tmp_path: Path) -> None:
    told: list[tuple[int, int, int]] = []
    benchmark.run(cases(), tmp_path, AtOnce(), progress=lambda run: told.append((run.done, run.failed, run.left)))
    assert told[0] == (0, 0, 8)
    assert told[-1] == (8, 8, 0)


def test_a_broken_pool_is_an_error_that_loses_nothing(tmp_path: Path) -> None:
    benchmark.run(cases()[:3], tmp_path, AtOnce())
    with ProcessPoolExecutor(1) as pool:
        pool.submit(os._exit, 1).exception()
        with pytest.raises(SolverError, match="run the same command"):
            benchmark.run(cases(), tmp_path, pool)
    assert benchmark.run(cases(), tmp_path, AtOnce()).done == 5


def test_no_jobs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at least 1 job"):
        benchmark.run(cases(), tmp_path, jobs=0)


@pytest.mark.timed
def test_the_runner_itself_costs_less_than_five_milliseconds_a_case(tmp_path: Path) -> None:
    many = list(benchmark.cases(["easy50"], CONFIGURATIONS, 20.0))
    started = time.process_time()
    benchmark.run(many, tmp_path, AtOnce())
    assert (time.process_time() - started) / len(many) < 0.005


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to send to one process")
@pytest.mark.parametrize(("end", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_a_run_that_is_killed_or_interrupted_continues_and_loses_no_row(
    end: signal.Signals, code: int, tmp_path: Path
) -> None:
    run = subprocess.Popen([*COMMAND, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    limit = time.monotonic() + 100
    while not rows_in(tmp_path) and time.monotonic() < limit:
        time.sleep(0.02)
    family = psutil.Process(run.pid).children(recursive=True)
    run.send_signal(end)
    said, _ = run.communicate(timeout=30)
    assert run.returncode == code
    assert psutil.wait_procs(family, timeout=10)[1] == []  # no case is still running
    before = {file: file.read_bytes() for file in rows_in(tmp_path)}
    done = sum(pq.ParquetFile(file).metadata.num_rows for file in before)
    assert 1 <= done < CASES
    assert "the same command continues" in said or end == signal.SIGKILL

    again = subprocess.run([*COMMAND, str(tmp_path)], capture_output=True, text=True, timeout=200, check=True)
    assert f"{CASES - done} cases measured; {done} were there before; 0 left" in again.stdout
    after = {file: file.read_bytes() for file in rows_in(tmp_path)}
    assert before.items() <= after.items()
    every = [row for file in after for row in pq.ParquetFile(file).read(list(benchmark.KEY)).to_pylist()]
    assert len(every) == CASES
    assert set(Counter(tuple(row.values()) for row in every).values()) == {1}
    assert set(benchmark.read(tmp_path)["status"]) == {"unique"}
