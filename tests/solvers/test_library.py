"""Solvers that the modelling libraries run: no file of theirs stays, and a solver that gives up met no time limit."""

import os
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pulp
import pytest
from typer.testing import CliRunner

import sudoku_models as sm
from sudoku_models.backends import new_backend
from sudoku_models.cli import app
from sudoku_models.errors import SolverError
from sudoku_models.solvers import GAVE_UP, Outcome, Status, find, installed, library_pulp

PROGRAMS = {"cbc": "cbc", "glpk": "glpsol"}
HERE = [name for name in PROGRAMS if name in installed(everything=True)]
BACKENDS = ["pulp", "pyomo"]
not_closed_by_pulp = pytest.mark.filterwarnings(
    "ignore:Exception ignored in.*/dev/null:pytest.PytestUnraisableExceptionWarning"
)
"""When GLPK fails, PuLP leaves the place for its output open, until Python collects it."""


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[Path]]:
    """What lies in the folder for temporary files and in the working folder, which are empty at first."""
    for name in ("temporary", "working"):
        (tmp_path / name).mkdir()
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.setenv(name, str(tmp_path / "temporary"))
    monkeypatch.setattr(tempfile, "tempdir", None)  # so that Python asks again
    monkeypatch.chdir(tmp_path / "working")
    return lambda: [path for path in tmp_path.rglob("*") if path.parent != tmp_path]


def endless(backend: str) -> Any:
    """A market split: no solver ends it within the time of a test."""
    m = new_backend(backend)
    y = m.bool_vars("y", range(45))
    for k in range(5):
        weights = [(37 * j * (k + 3) + 11 * k * k + j * j * (k + 7)) % 98 + 1 for j in range(45)]
        m.add(m.dot(weights, y.values()) == sum(weights) // 2, f"market {k}")
    return m


@contextmanager
def once_it_runs(program: str, do: Callable[[psutil.Process], None]) -> Iterator[None]:
    """Do something to the program as soon as this process has started it."""

    def wait() -> None:
        while not over.wait(0.01):
            for child in psutil.Process().children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    if child.name().startswith(program):  # until it is that, the child is a copy of this process
                        do(child)
                        over.set()

    over = threading.Event()
    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("name", HERE)
@pytest.mark.parametrize("backend", [*BACKENDS, "cpsat"])
def test_no_file_stays_after_an_answer(backend: str, name: str, places: Callable[[], list[Path]]) -> None:
    m = new_backend(backend)
    x = m.int_vars("x", "ab", 1, 3)
    m.add(x["a"] - x["b"] >= 2, "a is larger by two")
    session = find(name).session(m)
    assert session.solve(60).status is Status.SOLVED
    m.add(x["b"] >= 2, "b is 2 or more")
    assert session.solve().status is Status.INFEASIBLE
    assert places() == []


@pytest.mark.slow
@pytest.mark.parametrize("name", HERE)
@pytest.mark.parametrize("backend", BACKENDS)
def test_no_file_stays_after_a_time_limit(backend: str, name: str, places: Callable[[], list[Path]]) -> None:
    outcome = find(name).session(endless(backend)).solve(1)
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, "time limit")
    assert places() == []


@not_closed_by_pulp
@pytest.mark.parametrize("name", HERE)
@pytest.mark.parametrize("backend", BACKENDS)
def test_no_file_stays_of_a_program_that_is_killed(backend: str, name: str, places: Callable[[], list[Path]]) -> None:
    session = find(name).session(endless(backend))
    with once_it_runs(PROGRAMS[name], psutil.Process.kill), pytest.raises(SolverError, match=f"{name} failed"):
        session.solve()
    assert places() == []


@not_closed_by_pulp
@pytest.mark.parametrize("name", HERE)
@pytest.mark.parametrize("backend", BACKENDS)
def test_no_file_stays_after_ctrl_c(backend: str, name: str, places: Callable[[], list[Path]]) -> None:
    def press(program: psutil.Process) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    session = find(name).session(endless(backend))
    with once_it_runs(PROGRAMS[name], press), pytest.raises(KeyboardInterrupt):
        session.solve()
    assert places() == []


def test_the_place_for_pyomos_files_is_as_it_was_afterwards(tmp_path: Path) -> None:
    from pyomo.common.tempfiles import TempfileManager

    session = find("cbc").session(sm.build(sm.load("small:1"), "assignment", "pyomo").m)
    before = TempfileManager.tempdir
    try:
        TempfileManager.tempdir = str(tmp_path)
        assert session.solve().status is Status.SOLVED
        assert TempfileManager.tempdir == str(tmp_path)
    finally:
        TempfileManager.tempdir = before
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_time_limit_is_called_so_though_cbc_stops_a_little_before_it() -> None:
    model = sm.build(sm.load("hardest11:1"), "all_different", "pulp", rewrite="pairwise+big_m").rewritten()
    session = find("cbc").session(model.m)
    for k in range(15):
        outcome = session.solve(0.2 + k / 60)
        assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, "time limit"), outcome.solve_seconds


def gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """CBC may look at no node from now on."""
    real = library_pulp.pulp.getSolver
    monkeypatch.setattr(library_pulp.pulp, "getSolver", lambda *names, **options: real(*names, **options, maxNodes=0))


def test_a_solver_that_stops_early_has_given_up_and_met_no_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    gives_up(monkeypatch)
    for limit in (None, 300):
        outcome = find("cbc").session(endless("pulp")).solve(limit)
        assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, "gave up")
        assert outcome.reason == "cbc stopped before it had an answer"


def test_answers_counts_and_commands_say_that_the_solver_gave_up(
    monkeypatch: pytest.MonkeyPatch, unique4: sm.Puzzle
) -> None:
    outcome = Outcome(Status.UNKNOWN, "cbc stopped before it had an answer", stopped_by=GAVE_UP)
    monkeypatch.setattr(library_pulp.PulpLibrarySession, "solve", lambda *_: replace(outcome))
    model = sm.build(unique4, "assignment", "pulp")
    assert model.solve("cbc").as_dict()["stopped_by"] == "gave up"
    count = sm.count_solutions(unique4, "assignment", "pulp", "cbc")
    assert (str(count), count.stopped_by) == ("unknown", "gave up")
    allowed = sm.allowed_values(unique4, "assignment", "pulp", "cbc")
    assert (allowed.status, allowed.stopped_by) == ("unknown", "gave up")
    found = sm.uniqueness(unique4, ["no-good cut", "least agreement"], backend="pulp", solver="cbc")
    assert [method.stopped_by for method in found.methods] == ["gave up", "gave up"]
    said = CliRunner().invoke(app, ["solve", unique4.line(), "-b", "pulp", "-s", "cbc"])
    assert said.exit_code == 3
    assert "unknown: cbc stopped before it had an answer" in said.stdout
    assert "time limit" not in said.stdout


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of PuLP, for a variable without a problem
def test_two_variables_of_one_name_are_an_error_that_names_them():
    problem = sm.Problem(lambda m: m.int_vars("x", "ab", 1, 3), "pulp")
    twin = pulp.LpVariable("x_a", 1, 2, pulp.LpInteger)
    problem.native.addConstraint(twin + problem.variables["a"] >= problem.variables["b"], "mine")
    with pytest.raises(SolverError, match=r"Repeated variable names.*x_a"):
        problem.solve("cbc")
