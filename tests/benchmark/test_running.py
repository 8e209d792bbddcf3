"""A run continues where it stopped, however it ended, and loses and repeats no row."""

import json
import math
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pyarrow.parquet as pq
import pytest
from result_rows import files

import sudoku_models as sm
from sudoku_models import benchmark
from sudoku_models.benchmark import running, worker
from sudoku_models.benchmark.environment import busy_seconds, free_cores, processor_seconds
from sudoku_models.benchmark.measuring import failure
from sudoku_models.benchmark.worker import close_all, measure_case
from sudoku_models.errors import InputError, NotInstalledError, SolverError, WorkerError

CONFIGURATIONS = benchmark.configurations(["all_different", "assignment"], None, ["pulp"], ["highs", "cpsat"])
COMMAND = [sys.executable, "-m", "sudoku_models", "bench", "run", "-C", "easy50", "-n", "2", "-b", "pulp"]
COMMAND += ["-f", "all_different,assignment", "-s", "highs,cpsat", "-o"]
CASES = 2 * 4 + 3 * 4  # with the controls


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


def test_the_folders_of_shards_merge_by_copying(tmp_path: Path) -> None:
    described, number, asked = study(20, repeats=2), 9, []
    for first in range(1, number + 1):
        executor = AtOnce()
        benchmark.run(described, tmp_path / str(first), executor, shard=(first, number))
        asked += [[case.key for case in executor.asked]]
    assert Counter(key for keys in asked for key in keys) == Counter(case.key for case in described)
    merged = tmp_path / "merged" / "rows"
    merged.mkdir(parents=True)
    for first in range(1, number + 1):
        for file in files(tmp_path / str(first)):
            shutil.copy(file, merged)
    benchmark.run(described, tmp_path / "whole", AtOnce())
    same = [*benchmark.KEY, "status", "reason", "versions"]
    found, whole = (
        benchmark.read(folder)[same].sort_values([*benchmark.KEY], ignore_index=True)
        for folder in (merged.parent, tmp_path / "whole")
    )
    assert len(found) == len(described)
    assert found.astype(str).equals(whole.astype(str))
    again = AtOnce()
    assert benchmark.run(described, merged.parent, again).before == len(described)
    assert not again.asked


def test_the_protocol_stays_beside_its_rows_and_another_one_is_refused(tmp_path: Path) -> None:
    described = study(1, controls=True)
    first, other = (replace(described, protocol=f"title = {name!r}\n") for name in ("first", "other"))
    for _ in range(2):
        assert benchmark.run(first, tmp_path, AtOnce()).left == 0
        assert (tmp_path / "protocol.toml").read_text(encoding="utf-8") == first.protocol
    with pytest.raises(InputError, match=r"protocol\.toml"):
        benchmark.run(other, tmp_path, AtOnce())
    assert (tmp_path / "protocol.toml").read_text(encoding="utf-8") == first.protocol
    benchmark.run(described, tmp_path / "none", AtOnce())
    assert not (tmp_path / "none" / "protocol.toml").exists()


def test_an_empty_shard_is_refused_with_the_number_of_those_that_are_not(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at most 2"):
        benchmark.run(study(2), tmp_path / "rows", AtOnce(), shard=(3, 3))
    assert not (tmp_path / "rows").exists()


class Rows:
    """In the place of `measure_case`: how each case ends, the first time and the next ones."""

    def __init__(self, ends: Callable[[benchmark.Case, int], Any]) -> None:
        self.ends, self.times = ends, Counter[Any]()

    def __call__(self, case: benchmark.Case) -> Any:
        self.times[case.key] += 1
        found = self.ends(case, self.times[case.key])
        if isinstance(found, Exception):
            raise found
        return {**failure(case, "unique", ""), "failed": False, **found}


def test_what_others_have_disturbed_and_what_was_lost_is_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every third case has others beside it once, every fifth loses its worker twice, and one always does."""
    described = replace(study(10), quiet=0.1)
    number = {case.key: k for k, case in enumerate(described)}

    def ends(case: benchmark.Case, time: int) -> Any:
        k = number[case.key]
        if k == 7 or (k % 5 == 0 and time < 3):
            return WorkerError("was lost")
        return {"outside_load": 0.9 if k % 3 == 0 and time == 1 else 0.0, "outside_seconds": 1.0}

    rows = Rows(ends)
    monkeypatch.setattr(running, "measure_case", rows)
    monkeypatch.setattr(running, "_wait_for_quiet", lambda *_: None)
    ended = benchmark.run(described, tmp_path)
    table = benchmark.read(tmp_path)
    assert (len(table), ended.done, ended.failed) == (40, 40, 1)
    expected = {key: 3 if k % 5 == 0 or k == 7 else 2 if k % 3 == 0 else 1 for key, k in number.items()}
    assert dict(rows.times) == expected
    assert ended.again == sum(expected.values()) - 40
    assert table["outside_load"].max() == 0.0
    assert table["failed"].sum() == 1


def test_rows_that_others_have_disturbed_do_not_count_when_a_run_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_wait_for_quiet", lambda *_: None)
    described = replace(study(2), quiet=0.1)
    loud = Rows(lambda case, time: {"outside_load": 0.9, "outside_seconds": 1.0})
    monkeypatch.setattr(running, "measure_case", loud)
    assert benchmark.run(described, tmp_path).done == 8
    assert set(loud.times.values()) == {running.TRIES}
    quiet = Rows(lambda case, time: {"outside_load": 0.0, "outside_seconds": 1.0})
    monkeypatch.setattr(running, "measure_case", quiet)
    assert benchmark.run(described, tmp_path).before == 0
    assert benchmark.run(described, tmp_path).before == 8
    assert benchmark.run(replace(described, quiet=None), tmp_path).before == 8


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only there a process can be bound to a core")


@linux_only
def test_a_core_is_busy_for_as_long_as_a_process_on_it_works() -> None:
    core = free_cores()[-1]
    work = f"import os, time\nos.sched_setaffinity(0, {{{core}}})\nwhile time.process_time() < 0.5: pass"
    before = busy_seconds(core)
    subprocess.run([sys.executable, "-c", work], check=True)
    assert busy_seconds(core) - before > 0.4


class SharedCore:
    """The core of a run, of which others use a share, however busy the core of this machine is; for `busy_seconds`.

    The processes that this one has started, which are those of the cases, are alone on it beside the others. These go
    away when the run has looked so many times.
    """

    def __init__(self, share: float, looks: float = math.inf) -> None:
        self.share, self.looks, self.asked = share, looks, set[Any]()
        self.others, self.seen = 0.0, time.monotonic()

    def __call__(self, core: int | None) -> float:
        self.asked.add(core)
        now = time.monotonic()
        if self.looks > 0:
            self.others += self.share * (now - self.seen)
        self.looks, self.seen = self.looks - 1, now
        return self.others + sum(processor_seconds(each.pid) for each in psutil.Process().children())


@pytest.mark.slow
@linux_only
def test_a_run_waits_until_its_core_is_quiet_and_others_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others use 0.9 of the core: for the first four looks, two of each second in which the run listens, or always."""
    ended, loads = [], []
    for name, quiet, looks in (("waits", 0.3, 4.0), ("loud", 100.0, math.inf)):
        core = SharedCore(0.9, looks)
        monkeypatch.setattr(running, "busy_seconds", core)
        monkeypatch.setattr(worker, "busy_seconds", core)
        ended.append(benchmark.run(replace(study(1), quiet=quiet), tmp_path / name))
        loads.append(benchmark.read(tmp_path / name)["outside_load"])
        assert core.asked == {free_cores()[-1]}
    assert [run.done for run in ended] == [4, 4]
    assert ended[0].waited_seconds >= 2 * running.LISTENING
    assert ended[1].waited_seconds == 0
    assert loads[0].median() < 0.1
    assert loads[1].median() > 0.8


def test_a_run_waits_for_a_quiet_machine_once_and_not_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others use 0.9 of each core all the time, by a clock that is not this machine's."""
    looks = []
    monkeypatch.setattr(running, "Stopwatch", lambda: lambda: 1.0)
    monkeypatch.setattr(running, "busy_seconds", lambda core: 0.9 * (looks.append(core) or len(looks)))
    monkeypatch.setattr(running, "LISTENING", 1e-9)
    monkeypatch.setattr(running, "SLACK", 0.0)
    monkeypatch.setattr(running, "LONGEST_WAIT", 20.0)
    monkeypatch.setattr(running, "free_cores", list)
    monkeypatch.setattr(running, "measure_case", Rows(lambda case, time: {"outside_load": 0.9, "outside_seconds": 1.0}))
    described = replace(study(40), quiet=0.1)
    blocks = len({case.block for case in described})
    with pytest.warns(UserWarning, match="20 seconds"):
        ended = benchmark.run(described, tmp_path)
    assert (ended.left, ended.waited_seconds) == (0, 20.0)
    assert len(looks) == 2 * (20 + blocks * running.TRIES)
    assert set(benchmark.read(tmp_path)["outside_load"]) == {0.9}


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
@pytest.mark.in_turn
@pytest.mark.parametrize(("end", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_a_run_that_is_killed_or_interrupted_continues_and_loses_no_row(
    end: signal.Signals, code: int, tmp_path: Path
) -> None:
    run = subprocess.Popen([*COMMAND, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    limit = time.monotonic() + 300
    while not files(tmp_path) and time.monotonic() < limit:
        time.sleep(0.02)
    family = psutil.Process(run.pid).children(recursive=True)
    run.send_signal(end)
    said, _ = run.communicate(timeout=300)
    assert run.returncode == code
    assert psutil.wait_procs(family, timeout=300)[1] == []  # no case is still running
    done = sum(pq.ParquetFile(file).metadata.num_rows for file in files(tmp_path))
    assert 1 <= done < CASES
    assert "the same command continues" in said or end == signal.SIGKILL

    again = subprocess.run([*COMMAND, str(tmp_path)], capture_output=True, text=True, timeout=600, check=True)
    assert f"{CASES - done} cases measured; {done} were there before; 0 left" in again.stdout
    (file,) = files(tmp_path)  # joined at the end
    every = Counter(tuple(row.values()) for row in pq.ParquetFile(file).read(list(benchmark.KEY)).to_pylist())
    assert len(every) == CASES
    assert set(every.values()) == {1}
    table = benchmark.read(tmp_path)
    is_control = table["corpus"] == "controls"
    assert set(table.loc[~is_control, "status"]) == {"unique"}
    assert table.loc[is_control, "status"].value_counts().to_dict() == {"several": 8, "infeasible": 4}
    log = [json.loads(line) for line in (tmp_path / "runs.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [run["measured"] for run in log] == ([done] if end == signal.SIGINT else []) + [CASES - done]
    assert log[-1]["before"] == done


@pytest.mark.slow
def test_a_dask_cluster_gives_its_executor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    from distributed import LocalCluster

    with monkeypatch.context() as patched:
        patched.setattr(running, "CONNECTING", 0.5)  # Dask tries again until then
        with pytest.raises(InputError, match="no Dask scheduler answers"), benchmark.dask_executor("tcp://127.0.0.1:1"):
            pass
    cluster = LocalCluster(processes=True, n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50)
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
