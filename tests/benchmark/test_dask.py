"""A Dask cluster, started by the command that is documented, measures the same and loses nothing."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import psutil
import pytest
from distributed import Client, LocalCluster
from typer.testing import CliRunner

import sudoku_models as sm
from sudoku_models import benchmark, formulations
from sudoku_models.benchmark import Configuration, dask
from sudoku_models.benchmark.dask import START, dask_executor
from sudoku_models.benchmark.environment import environment
from sudoku_models.benchmark.runner import Run
from sudoku_models.benchmark.storage import parts
from sudoku_models.cli import app
from sudoku_models.errors import InputError, NotInstalledError

MINE = Path(__file__).parents[1] / "data" / "my_formulation.py"
SAME = [*benchmark.KEY, "status", "grid", "variables", "constraints", "nonzeros", "proved", "failed"]


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


@contextmanager
def running(command: str) -> Iterator[None]:
    """While a documented command runs."""
    path = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    found = {"PYTHONPATH": str(Path(sm.__file__).parents[1])}
    nothing = subprocess.DEVNULL
    shell = subprocess.Popen(
        command, shell=True, stdout=nothing, stderr=nothing, env={**os.environ, **path, **found}, start_new_session=True
    )
    started = psutil.Process(shell.pid)
    try:
        yield
    finally:
        programs = [*started.children(recursive=True), started]
        for program in programs:
            program.kill()
        shell.wait()
        psutil.wait_procs(programs, timeout=10)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler and two workers, by the documented command on a free port."""
    found = f"tcp://127.0.0.1:{(port := free_port())}"
    with running(START.replace("8786", str(port))):
        with Client(found, timeout=60) as client:
            client.wait_for_workers(2, 60)
        yield found


@pytest.fixture
def cases() -> Iterator[list[benchmark.Case]]:
    """A formulation of one's own among others; so many that there are several in a batch."""
    benchmark.load_plugin(MINE)
    configurations = benchmark.configurations(["at_most_once", "all_different"], None, ["pulp"], ["highs", "cpsat"])
    yield list(benchmark.cases(["small"], configurations, seeds=range(4), sample=1))
    for name in formulations.registered():
        del sm.FORMULATIONS[name]


def rows(folder: Path) -> pd.DataFrame:
    """What must be the same wherever a case is measured."""
    table = benchmark.read(folder)[SAME]
    return table.sort_values(list(benchmark.KEY), ignore_index=True)


def written(folder: Path) -> Counter[tuple[Any, ...]]:
    """The keys of all rows in the files of a folder; none are left out because they are there twice."""
    return Counter(tuple(each.values()) for part in parts(folder) for each in part.select(benchmark.KEY).to_pylist())


@pytest.mark.slow
def test_it_gives_the_same_rows_as_this_machine_and_a_worker_that_is_killed_loses_none(
    address: str, cases: list[benchmark.Case], tmp_path: Path
) -> None:
    benchmark.run(cases, tmp_path / "here", jobs=2)
    killed: list[psutil.Process] = []

    with dask_executor(address) as executor, Client(address) as client:
        pids = client.run(os.getpid)

        def kill_a_worker(state: Run) -> None:
            if state.done and not killed:
                busy = next(worker for worker, tasks in client.processing().items() if tasks)
                killed.extend([psutil.Process(pids[busy]), *psutil.Process(pids[busy]).children(recursive=True)])
                os.kill(pids[busy], signal.SIGKILL)

        ended = benchmark.run(cases, tmp_path / "there", executor, progress=kill_a_worker)
    assert (ended.done, ended.left, ended.failed) == (len(cases), 0, 0)
    here, there = rows(tmp_path / "here"), rows(tmp_path / "there")
    assert len(there) == len(cases) == 16
    assert set(there["status"]) == {"unique"}
    assert set(there["formulation"]) == {"at_most_once", "all_different"}
    pd.testing.assert_frame_equal(here, there)
    assert written(tmp_path / "there") == Counter(case.key for case in cases)
    assert len(killed) > 1  # the worker, and what measured for it
    _, alive = psutil.wait_procs(killed, timeout=10)
    assert [process for process in alive if process.status() != psutil.STATUS_ZOMBIE] == []


@pytest.mark.slow
def test_the_command_sends_a_plugin_there_and_goes_on_where_it_stopped(address: str, tmp_path: Path) -> None:
    run = ["bench", "run", "-c", "small", "-n", "1", "-f", "assignment", "-b", "pulp", "-s", "highs", "--plugin"]
    common = [str(MINE), "--out", str(tmp_path), "--dask", address]
    try:
        first = CliRunner().invoke(app, [*run, *common])
        again = CliRunner().invoke(app, [*run, *common, "--seed", "0,1"])
    finally:
        for name in formulations.registered():
            del sm.FORMULATIONS[name]
    assert (first.exit_code, again.exit_code) == (0, 0), first.output + again.output
    assert "2 cases measured; 0 left." in first.stdout
    assert "2 cases measured; 2 were there before; 0 left." in again.stdout
    table = benchmark.read(tmp_path)
    assert sorted(zip(table["formulation"], table["seed"], strict=True)) == [
        ("assignment", 0),
        ("assignment", 1),
        ("at_most_once", 0),
        ("at_most_once", 1),
    ]


@pytest.mark.slow
def test_a_local_cluster_starts_and_ends_with_the_run(tmp_path: Path) -> None:
    before = set(psutil.Process().children(recursive=True))
    configurations = benchmark.configurations(["assignment"], None, ["pulp"], ["highs"])
    with dask_executor("local") as executor:
        ended = benchmark.run(benchmark.cases(["small"], configurations, sample=1), tmp_path, executor)
    assert (ended.done, ended.failed) == (1, 0)
    assert benchmark.read(tmp_path)["status"].tolist() == ["unique"]
    started = {each for each in psutil.Process().children(recursive=True) if "sudoku_models" in str(each.cmdline())}
    assert not psutil.wait_procs(started - before, timeout=10)[1]


@pytest.mark.slow
def test_an_interrupted_run_leaves_nothing_running_on_the_cluster_and_continues(address: str, tmp_path: Path) -> None:
    """The first rows end the run, while another case would still run for minutes."""
    small = list(benchmark.cases(["small"], benchmark.configurations(["assignment"], None, ["pulp"], ["highs"])))
    big_m = benchmark.configurations(["pairwise"], ["big_m"], ["pulp"], ["highs"], ["off"])
    (endless,) = benchmark.cases([("hardest11", [sm.load("hardest11:6")])], big_m, 600.0)

    def interrupt(state: Run) -> None:
        if state.done:
            raise KeyboardInterrupt

    with dask_executor(address) as executor:
        ended = benchmark.run([endless, *small], tmp_path, executor, progress=interrupt)
        assert ended.interrupted
        assert 0 < ended.done < ended.total
    with Client(address) as client:
        client.wait_for_workers(2, 60)
        free = [client.submit(os.getpid, workers=[each], pure=False) for each in client.nthreads()]
        assert len({each.result(timeout=60) for each in free}) == 2
    with dask_executor(address) as executor:
        again = benchmark.run(small, tmp_path, executor)
    assert again.left == 0
    assert written(tmp_path) == Counter(case.key for case in small)


@pytest.mark.slow
def test_a_cluster_without_workers_is_told_at_once_with_the_command_that_adds_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Client, "wait_for_workers", None)
    with LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0") as cluster:
        address = cluster.scheduler_address
        with pytest.raises(InputError, match="has no workers") as caught, dask_executor(address):
            pass
        monkeypatch.undo()
        command = str(caught.value).partition("Start some with: ")[2]
        with running(command), Client(address) as client:
            client.wait_for_workers(2, 60)
            with dask_executor(address) as executor:
                assert executor.submit(abs, -1).result(timeout=60) == 1


def test_workers_that_measure_several_cases_in_one_process_and_workers_of_several_kinds_are_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as changed:
        changed.setattr(Client, "nthreads", lambda self: {"tcp://there": 4})
        with pytest.raises(InputError, match=r"has 4 threads, .* --nthreads 1"), dask_executor(address):
            pass
    with monkeypatch.context() as changed:
        made = {name: {**environment(), "cpu": name} for name in ("slow", "fast")}
        changed.setattr(Client, "run", lambda self, function: made)
        with pytest.raises(InputError, match=r"of 2 kinds \(cpu: fast; slow\)"), dask_executor(address):
            pass
    with monkeypatch.context() as changed:
        versions = {**json.loads(environment()["versions"]), "highspy": "1.0"}
        other = {**environment(), "versions": json.dumps(versions), "software": "other"}
        changed.setattr(Client, "run", lambda self, function: {"tcp://there": other})
        with (
            pytest.raises(InputError, match=r"highspy 1\.0 there, .* install the same versions"),
            dask_executor(address),
        ):
            pass


@pytest.mark.slow
def test_the_error_for_an_address_without_a_scheduler_names_the_command_that_starts_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sudoku_models.benchmark.dask.SECONDS", 1)
    port = free_port()
    with (
        pytest.raises(InputError, match="no Dask scheduler answers") as caught,
        dask_executor(f"tcp://127.0.0.1:{port}"),
    ):
        pass
    assert START.replace("8786", str(port)) in str(caught.value)
    with pytest.raises(InputError, match="no Dask scheduler answers"), dask_executor("nonsense://here"):
        pass


@pytest.mark.slow
def test_the_help_names_the_command_that_starts_a_cluster() -> None:
    said = CliRunner().invoke(app, ["bench", "run", "--help"], env={"COLUMNS": "200"}).stdout
    assert START in " ".join(said.split())


def test_workers_without_a_solver_of_the_run_are_refused_with_what_to_install_there() -> None:
    asked: list[object] = []

    class Client:
        """A cluster of two workers, one of which lacks a solver."""

        def run(self, function: Callable[..., dict[str, str]], needed: list[tuple[str, str, str]]) -> dict[str, object]:
            asked.append(needed)
            return {"tcp://one": function(needed), "tcp://two": {"choco on pulp": "it is not installed; install it"}}

    highs = Configuration("assignment", "pulp", "highs", None, "on")
    with pytest.raises(NotInstalledError, match=r"choco on pulp \(worker tcp://two\): it is not installed; install it"):
        dask._check_solvers(Client(), [highs, replace(highs, presolve="off")])
    assert asked == [[("assignment", "pulp", "highs")]]
