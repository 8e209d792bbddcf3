"""Solvers that the modelling libraries run: no file and no program of theirs stays, and giving up is no time limit."""

import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from hard_models import market_split
from typer.testing import CliRunner

import sudoku_models as sm
from sudoku_models.backends import new_backend
from sudoku_models.cli import app
from sudoku_models.errors import SolverError
from sudoku_models.runtime.limits import Deadline
from sudoku_models.solvers import GAVE_UP, Feature, Outcome, Status, find, installed, separate
from sudoku_models.solvers.milp import Claim, MilpSession, MilpSolver

PROGRAMS = {"cbc": "cbc", "glpk": "glpsol"}
HERE = [name for name in PROGRAMS if name in installed(everything=True)]


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[Path]]:
    """What lies in the folder for temporary files and in the working folder, which are empty at first."""
    for name in ("temporary", "working"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.chdir(tmp_path / "working")
    return lambda: [path for path in tmp_path.rglob("*") if path.parent != tmp_path]


def programs() -> list[psutil.Process]:
    """The solver programs that this process has started, itself or through a worker."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if child.name().startswith(tuple(PROGRAMS.values())):
                found.append(child)
    return found


@contextmanager
def once_it_runs(do: Callable[[psutil.Process], None]) -> Iterator[None]:
    """Do something to the program as soon as it has been started."""

    def wait() -> None:
        while not over.wait(0.01):
            if running := programs():
                do(running[0])
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
@pytest.mark.parametrize("backend", ["pulp", "pyomo", "cpsat"])
def test_nothing_stays_after_an_answer(backend: str, name: str, places: Callable[[], list[Path]]) -> None:
    m = new_backend(backend)
    x = m.int_vars("x", "ab", 1, 3)
    m.add(x["a"] - x["b"] >= 2, "a is larger by two")
    session = find(name).session(m)
    assert session.solve(600).status is Status.SOLVED
    m.add(x["b"] >= 2, "b is 2 or more")
    assert session.solve().status is Status.INFEASIBLE
    assert places() == programs() == []


@pytest.mark.slow
@pytest.mark.parametrize("name", HERE)
def test_nothing_stays_after_a_time_limit(name: str, places: Callable[[], list[Path]]) -> None:
    outcome = find(name).session(market_split()).solve(1)
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, "time limit")
    assert places() == programs() == []


@pytest.mark.parametrize("name", HERE)
def test_a_program_that_is_killed_is_an_error_and_leaves_no_file(name: str, places: Callable[[], list[Path]]) -> None:
    session = find(name).session(market_split())
    with once_it_runs(psutil.Process.kill), pytest.raises(SolverError, match="failed"):
        session.solve()
    assert places() == []


@pytest.mark.parametrize("name", HERE)
def test_nothing_stays_after_ctrl_c(name: str, places: Callable[[], list[Path]]) -> None:
    session = find(name).session(market_split())
    with once_it_runs(lambda program: os.kill(os.getpid(), signal.SIGINT)), pytest.raises(KeyboardInterrupt):
        session.solve()
    assert places() == programs() == []


@pytest.mark.slow
def test_a_time_limit_is_called_so_though_cbc_stops_a_little_before_it() -> None:
    model = sm.build(sm.load("hardest11:1"), "all_different", "pulp", rewrite="pairwise+big_m").rewritten()
    session = find("cbc").session(model.m)
    for k in range(15):
        outcome = session.solve(0.2 + k / 60)
        assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, "time limit"), outcome.solve_seconds


def test_answers_counts_and_commands_say_that_the_solver_gave_up(
    monkeypatch: pytest.MonkeyPatch, unique4: sm.Puzzle
) -> None:
    reason = "cbc stopped before it had an answer"
    monkeypatch.setattr(MilpSession, "solve", lambda *_: Outcome(Status.UNKNOWN, reason, stopped_by=GAVE_UP))
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
    assert reason in said.stdout
    assert "time limit" not in said.stdout


class Claims(MilpSolver):
    """A solver that makes one claim of every model, after some time."""

    name = "claims"
    features = MilpSolver.features | {Feature.IN_PROCESS}

    def __init__(self, claim: Claim | Exception, values: Any = None, is_slow: bool = False) -> None:
        self.claim, self.values, self.is_slow = claim, values, is_slow

    def run(self, milp: Any, seconds: Any) -> Any:
        if self.is_slow:
            threading.Event().wait(seconds)
        if isinstance(self.claim, Exception):
            raise self.claim
        return self.claim, self.values


def outcome_of(solver: Claims, has_cost: bool, upper: int = 5) -> Outcome:
    m = new_backend("pulp")
    x = m.int_vars("x", "ab", 1, upper)
    m.add(x["a"] - x["b"] >= 2, "a is larger by two")
    if has_cost:
        m.minimize(-x["a"])
    return solver.session(m).solve(0.05 if solver.is_slow else 60)


SOLUTION, NO_SOLUTION = [4.0, 2.0], [4.0, 3.0]
SOLVED, INFEASIBLE = (Status.SOLVED, ""), (Status.INFEASIBLE, "")
STOPPED, LATE = (Status.UNKNOWN, "gave up"), (Status.UNKNOWN, "time limit")
CLAIMS = [
    (Claim.OPTIMAL, SOLVED, SOLVED),
    (Claim.FEASIBLE, SOLVED, STOPPED),
    (Claim.INFEASIBLE, INFEASIBLE, INFEASIBLE),
    (Claim.UNBOUNDED, STOPPED, STOPPED),
    (Claim.NOTHING, STOPPED, STOPPED),
]


@pytest.mark.parametrize(("claim", "without_cost", "with_cost"), CLAIMS)
def test_what_a_claim_proves(claim: Claim, without_cost: Any, with_cost: Any) -> None:
    """A claim at the time limit proves nothing, but a solution without an objective needs no proof."""
    values = list(SOLUTION) if claim in (Claim.OPTIMAL, Claim.FEASIBLE) else None
    for has_cost, expected in ((False, without_cost), (True, with_cost)):
        outcome = outcome_of(Claims(claim, values), has_cost)
        assert (outcome.status, outcome.stopped_by) == expected
        assert (outcome.values is None) == (outcome.status is not Status.SOLVED)
        late = outcome_of(Claims(claim, values, is_slow=True), has_cost)
        assert (late.status, late.stopped_by) == (SOLVED if values is not None and not has_cost else LATE)


def test_an_incumbent_is_a_solution() -> None:
    for values, is_one in ((SOLUTION, True), (NO_SOLUTION, False), ([6.0, 2.0], False), ([4.5, 2.0], False)):
        outcome = outcome_of(Claims(Claim.FEASIBLE, list(values)), has_cost=True)
        assert (outcome.incumbent is not None) == is_one


def test_infeasible_or_unbounded_is_no_proof() -> None:
    from sudoku_models.backends.pulp import PulpBackend

    m = new_backend("pulp")
    assert isinstance(m, PulpBackend)
    x = m.native.add_variable("x", 0, None, "Integer")
    m.native.addConstraint(x >= 2)
    m.minimize(-x)
    assert Claims(Claim.INFEASIBLE).session(m).solve().status is Status.UNKNOWN
    m.minimize(x)
    assert Claims(Claim.INFEASIBLE).session(m).solve().status is Status.INFEASIBLE


def test_an_error_is_one_unless_the_time_is_over() -> None:
    with pytest.raises(SolverError, match="claims failed: no licence"):
        outcome_of(Claims(RuntimeError("no licence")), has_cost=False)
    late = outcome_of(Claims(RuntimeError("killed"), is_slow=True), has_cost=False)
    assert (late.status, late.stopped_by) == LATE


def test_rows_without_columns_are_decided_without_the_solver() -> None:
    m = new_backend("pulp")
    m.int_vars("x", "a", 2, 3)
    solver = Claims(RuntimeError("it was asked"))
    assert solver.session(m).solve().values == [2]  # type: ignore[union-attr]
    m.add(m.sum([]) >= 1, "never")
    assert solver.session(m).solve().status is Status.INFEASIBLE


def test_a_solve_that_is_killed_at_its_limit_has_the_size_of_its_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(separate, "_solve", lambda post, *_: time.sleep(60))
    monkeypatch.setattr(separate, "GRACE", 0.0)
    m = sm.build(sm.load("mccaffrey"), "assignment", "pulp").m
    outcome = separate.solve_separately(find("highs"), m, Deadline(0.2))
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, "time limit")
    assert outcome.size == (729, 324, 2916)
