"""A run continues where it stopped, however it ended, and loses and repeats no row."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from result_rows import files

import sudoku_models as sm
from sudoku_models import benchmark
from sudoku_models.benchmark import running
from sudoku_models.benchmark.measuring import failure
from sudoku_models.benchmark.worker import close_all, measure_case
from sudoku_models.errors import InputError, NotInstalledError, SolverError

CONFIGURATIONS = benchmark.configurations(["all_different", "assignment"], None, ["pulp"], ["highs", "cpsat"])
COMMAND = [sys.executable, "-m", "sudoku_models", "bench", "run", "-c", "easy50", "-n", "2", "-b", "pulp"]
COMMAND += ["-s", "highs,cpsat", "-o"]
CASES = 2 * 10


def study(sample: int = 2, **more: Any) -> benchmark.Study:
    return benchmark.study(["easy50"], CONFIGURATIONS, 20.0, sample=sample, **more)


class AtOnce(Executor):
    """Answers at once, without measuring; for tests of the runner alone. `lost` says which cases end their worker."""

    def __init__(self, status: str = "error", lost: Callable[[benchmark.Case], bool] = lambda case: False) -> None:
        self.asked: list[benchmark.Case] = []
        self.status, self.lost = status, lost

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> "Future[Any]":
        assert function is measure_case
        (case,) = arguments
        self.asked.append(case)
        done: Future[Any] = Future()
        if self.lost(case):
            done.set_exception(ConnectionError("the worker is gone"))
        else:
            done.set_result(failure(case, self.status, "not measured"))
        return done


@pytest.mark.slow
def test_any_executor_gives_the_same_rows_with_the_known_solutions(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as threads:
        ended = [benchmark.run(study(1), tmp_path / "threads", threads)]
        close_all()
    with ProcessPoolExecutor(1) as processes:
        ended += [benchmark.run(study(1), tmp_path / "processes", processes)]
    ended += [benchmark.run(study(1), tmp_path / "local", jobs=2)]
    assert [(run.done, run.left, run.failed) for run in ended] == [(4, 0, 0)] * 3
    tables = [benchmark.read(tmp_path / name) for name in ("threads", "processes", "local")]
    found = [set(table[[*benchmark.KEY, "status", "grid"]].itertuples(index=False, name=None)) for table in tables]
    assert len(found[0]) == 4
    assert found[0] == found[1] == found[2]
    assert set(tables[0]["status"]) == {"unique"}
    for row in tables[0].itertuples():
        solution = sm.corpus("easy50").entry(row.puzzle).solution
        assert solution
        assert row.grid == solution.line()


def test_cases_that_have_a_row_are_not_measured_again_and_failures_are_not_forgotten(tmp_path: Path) -> None:
    first, second = AtOnce("crashed"), AtOnce()
    benchmark.run(study(1), tmp_path, first)
    ended = benchmark.run(benchmark.study(["easy50"], CONFIGURATIONS, 20.0), tmp_path, second)
    assert (ended.total, ended.before, ended.done, ended.left) == (200, 4, 196, 0)
    assert str(ended) == "196 cases measured; 4 were there before; 200 of all failed; 0 left"
    assert {case.key for case in first.asked}.isdisjoint(case.key for case in second.asked)
    again = AtOnce("wrong")
    assert benchmark.run(study(), tmp_path, again, retry_failed=True).done == 8
    assert benchmark.read(tmp_path)["status"].value_counts().to_dict() == {"error": 192, "wrong": 8}


@settings(max_examples=20)
@given(number=st.integers(1, 9))
def test_shards_share_a_study_without_gap_or_overlap(number: int) -> None:
    from tempfile import TemporaryDirectory

    asked = []
    for first in range(1, number + 1):
        executor = AtOnce()
        with TemporaryDirectory() as folder:
            benchmark.run(study(), folder, executor, shard=(first, number))
        asked += [case.key for case in executor.asked]
    assert Counter(asked) == Counter(case.key for case in study())


def test_a_case_that_ends_its_worker_is_found_and_takes_no_other_with_it(tmp_path: Path) -> None:
    lost = list(study())[3]
    benchmark.run(study(), tmp_path, AtOnce("unsupported", lambda case: case == lost))
    table = benchmark.read(tmp_path)
    (row,) = table[table["status"] == "crashed"].to_dict("records")
    assert "ConnectionError: the worker is gone" in row["reason"]
    assert (row["puzzle"], row["solver"]) == (lost.puzzle.name, lost.configuration.solver)
    assert row["cpu"] != row["cpu"]  # where it ran is unknown
    assert len(table) == 8


def test_cases_are_submitted_as_they_are_needed_because_there_may_be_millions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Busy(AtOnce):
        def submit(self, function: Any, /, *arguments: Any, **_: Any) -> "Future[Any]":
            self.asked.append(arguments[0])
            return Future()

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "wait", interrupted)
    monkeypatch.setattr(running, "IN_FLIGHT", 20)
    executor = Busy()
    ended = benchmark.run(study(), tmp_path, executor)
    assert (ended.interrupted, ended.done, len(executor.asked)) == (True, 0, 8)
    ended = benchmark.run(benchmark.study(["easy50"], CONFIGURATIONS), tmp_path, executor)
    assert (ended.interrupted, ended.done, len(executor.asked)) == (True, 0, 28)


def test_a_formulation_that_was_changed_is_measured_anew(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    own = "def mine(m, puzzle):\n    return m.int_vars('x', puzzle.board.cells, 1, 9)\n"
    done = []
    for text in (own, own, own.replace("9", "8")):
        file.write_text(text, encoding="utf-8")
        assert benchmark.load_plugin(file) == ["mine"]
        some = benchmark.study(["easy50"], benchmark.configurations(["mine"], None, ["pulp"], ["cpsat"]), sample=1)
        done.append(benchmark.run(some, tmp_path / "rows", AtOnce()).done)
        del sm.FORMULATIONS["mine"]
    assert done == [1, 0, 1]
    assert benchmark.read(tmp_path / "rows")["formulation_digest"].nunique() == 2


@pytest.mark.slow
def test_a_formulation_of_a_file_runs_in_processes_that_do_not_see_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    mine = Path(__file__).parents[1] / "data" / "my_formulation.py"
    path.write_text("ONE = 1\n" + mine.read_text(encoding="utf-8").replace("== 1", "== ONE"), encoding="utf-8")
    benchmark.load_plugin(path)
    path.unlink()
    try:
        chosen = benchmark.configurations(["at_most_once"], solvers=["highs"])
        ended = benchmark.run(benchmark.study(["small"], chosen, sample=1), tmp_path / "results")
    finally:
        del sm.FORMULATIONS["at_most_once"]
    assert (ended.done, ended.failed) == (3, 0)
    assert set(benchmark.read(tmp_path / "results")["status"]) == {"unique"}


def test_a_broken_pool_is_an_error_that_loses_nothing(tmp_path: Path) -> None:
    benchmark.run(study(1), tmp_path, AtOnce())
    with ProcessPoolExecutor(1) as pool:
        pool.submit(os._exit, 1).exception()
        with pytest.raises(SolverError, match="run the same command"):
            benchmark.run(benchmark.study(["top95"], CONFIGURATIONS, sample=1), tmp_path, pool)
    assert len(benchmark.read(tmp_path)) == 4


def test_no_jobs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at least 1 job"):
        benchmark.run(study(), tmp_path, jobs=0)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to send to one process")
@pytest.mark.parametrize(("end", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_a_run_that_is_killed_or_interrupted_continues_and_loses_no_row(
    end: signal.Signals, code: int, tmp_path: Path
) -> None:
    run = subprocess.Popen([*COMMAND, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    limit = time.monotonic() + 100
    while not files(tmp_path) and time.monotonic() < limit:
        time.sleep(0.02)
    family = psutil.Process(run.pid).children(recursive=True)
    run.send_signal(end)
    said, _ = run.communicate(timeout=30)
    assert run.returncode == code
    assert psutil.wait_procs(family, timeout=10)[1] == []  # no case is still running
    done = sum(pq.ParquetFile(file).metadata.num_rows for file in files(tmp_path))
    assert 1 <= done < CASES
    assert "the same command continues" in said or end == signal.SIGKILL

    again = subprocess.run([*COMMAND, str(tmp_path)], capture_output=True, text=True, timeout=200, check=True)
    assert f"{CASES - done} cases measured; {done} were there before; 0 left" in again.stdout
    (file,) = files(tmp_path)  # joined at the end
    every = Counter(tuple(row.values()) for row in pq.ParquetFile(file).read(list(benchmark.KEY)).to_pylist())
    assert len(every) == CASES
    assert set(every.values()) == {1}
    assert set(benchmark.read(tmp_path)["status"]) == {"unique"}


@pytest.mark.slow
def test_a_dask_cluster_gives_its_executor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    from distributed import LocalCluster

    with monkeypatch.context() as patched:
        patched.setattr(running, "CONNECTING", 0.5)  # Dask tries again until then
        with pytest.raises(InputError, match="no Dask scheduler answers"), benchmark.dask_executor("tcp://127.0.0.1:1"):
            pass
    cluster = LocalCluster(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50)
    with cluster, benchmark.dask_executor(cluster.scheduler_address) as executor:
        ended = benchmark.run(study(1), tmp_path, executor)
    assert (ended.done, ended.failed) == (4, 0)
    assert set(benchmark.read(tmp_path)["status"]) == {"unique"}


def test_where_no_process_can_start_a_study_is_described_and_not_measured(tmp_path, monkeypatch):
    monkeypatch.setenv("SUDOKU_MODELS_WITHOUT", "threads,processes,programs")
    chosen = benchmark.configurations(["assignment"], backends=["pulp"], solvers=["highs", "cpsat"])
    assert len(chosen) == 2  # CP-SAT needs threads, and is measured elsewhere
    mine = benchmark.study([("mine", [sm.load("small:1")])], chosen, time_limit=1)
    with pytest.raises(NotInstalledError, match="cannot measure here: it needs worker processes"):
        benchmark.run(mine, tmp_path / "results")
    assert not (tmp_path / "results").exists()
