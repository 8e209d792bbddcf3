"""Any other solver, through the modelling library's own interface: `pulp.getSolver` or Pyomo's `SolverFactory`.

Such a solver is started afresh at each solve, and the files that go to it and come from it lie in a folder that is
gone afterwards. What the libraries report is read with care: PuLP calls a time limit
with an incumbent "Optimal", and an "infeasible" that arrives when the time was up is not taken for a proof.

A model written in CP-SAT's API has no such interface; it is handed to PuLP's, row by row.

Sources: https://coin-or.github.io/pulp/guides/how_to_configure_solvers.html; https://pyomo.readthedocs.io
"""

import io
import math
import tempfile
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import psutil
import pulp
from pulp.apis.coin_api import pulp_cbc_path

from ..backends import Backend, Linear
from ..backends.pulp import PulpBackend
from ..errors import NotInstalledError, SolverError, UnknownNameError
from ..runtime.interrupts import interrupt_calls, interrupt_waits
from ..runtime.limits import Stopwatch
from .protocol import GAVE_UP, NO_PRESOLVE, TIME_LIMIT, Outcome, Session, Status, no_time, refused
from .registry import SOLVERS

__all__ = ["LibrarySolver", "library_solver", "others"]

IN_PULP = {"cbc": "COIN_CMD", "glpk": "GLPK_CMD", "scip": "SCIP_PY"}
IN_PYOMO = {"scip": "scip_direct"}
PROGRAMS = {"glpk": "glpsol", "GLPK_CMD": "glpsol", "COIN_CMD": "cbc"}
CBC_SWITCHES = ("presolve", "preprocess")
"""The linear program's, and the integer program's."""
EARLY = 0.1
"""Seconds by which a solver may stop before its limit on our clock. CBC 2.10 does by up to 0.05, whatever the limit."""
INSTALL = {"glpk": "GLPK (Debian: apt install glpk-utils)", "scip": "SCIP (python -m pip install pyscipopt)"}


def library_solver(name: str, presolve: bool = True) -> "LibrarySolver":
    """The solver that PuLP or Pyomo know by this name. Only CBC can be told here to leave presolve out.

    Raises:
        UnknownNameError: When neither does.
    """
    if name not in IN_PULP and name not in pulp.listSolvers():
        import pyomo.environ as pyo

        if name not in pyo.SolverFactory:
            raise UnknownNameError(
                "solver",
                name,
                [*SOLVERS, *(n for n in IN_PULP if n not in SOLVERS)],
                "So are the names that PuLP and Pyomo use",
            )
    return LibrarySolver(name, presolve)


def others() -> list[str]:
    """The further solvers that PuLP finds on this machine."""
    short = {long: name for name, long in IN_PULP.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # PuLP tries every name, its deprecated ones too
        found = {short.get(name, name) for name in pulp.listSolvers(onlyAvailable=True)}
    own = {*SOLVERS, "PULP_CBC_CMD", "HiGHS", "HiGHS_CMD"}
    return sorted(found - own)


class LibrarySolver:
    """A solver by its name in the modelling libraries."""

    kind = "MILP"
    paradigm = "MILP"
    features = frozenset()
    takes_logic = False

    def __init__(self, name: str, presolve: bool = True) -> None:
        self.name = name if presolve else f"{name}:{NO_PRESOLVE}"
        self._program, self._presolve = name, presolve

    def session(self, m: Backend) -> Session:
        kind = PyomoLibrarySession if m.name == "pyomo" else PulpLibrarySession
        return kind(m, self._program, self._presolve)

    def __repr__(self) -> str:
        return f"LibrarySolver({self.name!r})"


def _not_installed(name: str, library: str) -> NotInstalledError:
    install = INSTALL.get(name)
    what = f"install {install}" if install else f"see the documentation of {library} for what it needs"
    return NotInstalledError(f"{library} does not find the solver {name!r} on this machine; {what}")


def _without_dummy(problem: pulp.LpProblem) -> None:
    """Take out the variable that PuLP adds for an empty objective: CBC refuses a model that no longer uses it."""
    if (dummy := problem.dummyVar) is not None and problem._variable_ids.pop(dummy.hash, None) is not None:
        problem._variables[:] = [x for x in problem._variables if x is not dummy]


class PulpLibrarySession:
    """A solver that `pulp.getSolver` finds, beside one model."""

    def __init__(self, m: Backend, name: str, presolve: bool = True) -> None:
        self.m = m
        self.name = name
        self._long = IN_PULP.get(name, name)
        self._options: dict[str, Any] = {"msg": False, **({"path": pulp_cbc_path} if name == "cbc" else {})}
        if not presolve:
            self._options["options"] = [f"{switch} off" for switch in CBC_SWITCHES]
        if self._long not in pulp.listSolvers() or not pulp.getSolver(self._long, **self._options).available():
            raise _not_installed(name, "PuLP")

    def solve(self, time_limit: float | None = None) -> Outcome:
        if time_limit is not None and time_limit <= 0:
            return no_time()
        watch = Stopwatch()
        _refuse_logic(self.m, self.name)
        m = self.m if isinstance(self.m, PulpBackend) else _as_pulp(self.m)
        translated = None if m is self.m else watch()
        # GLPK counts whole seconds; none at all would mean no limit.
        whole = self._long.startswith("GLPK") and time_limit is not None
        options = {"timeLimit": math.ceil(time_limit) if whole and time_limit else time_limit}
        solver: Any = pulp.getSolver(self._long, **self._options, **(options if time_limit is not None else {}))
        objective = m.native.objective  # PuLP adds a dummy to an empty one, and leaves it there after an error
        try:
            with _folder() as solver.tmpDir, _kept_to(time_limit, self.name):
                m.native.solve(solver)
        except pulp.PulpSolverError as error:
            if _is_late(watch(), time_limit):
                return _outcome(self.name, False, False, watch(), time_limit, translated, m)
            raise SolverError(f"{self.name} failed: {error}") from error
        finally:
            m.native.objective = objective
            _without_dummy(m.native)
        seconds = watch()
        status, sol_status = m.native.status, m.native.sol_status
        found = sol_status in (pulp.LpSolutionOptimal, pulp.LpSolutionIntegerFeasible)
        proved = sol_status == pulp.LpSolutionOptimal or not m.native.objective
        outcome = _outcome(
            self.name, found and proved, status == pulp.LpStatusInfeasible, seconds, time_limit, translated, m
        )
        if outcome.status is Status.SOLVED:
            lower, _ = m.bounds()
            given = zip(m.variables, lower.tolist(), strict=True)
            values = [low if v.varValue is None else v.varValue for v, low in given]
            outcome.values = np.array(values, dtype=float)
        return outcome


class PyomoLibrarySession:
    """A solver that Pyomo's `SolverFactory` finds, beside one model."""

    def __init__(self, m: Backend, name: str, presolve: bool = True) -> None:
        import pyomo.environ as pyo
        from pyomo.common.log import LoggingIntercept

        self.m = m
        self.name = name
        # PuLP ships CBC as a program, which serves Pyomo as well.
        where = {"executable": pulp_cbc_path} if name == "cbc" else {}
        with LoggingIntercept(io.StringIO(), "pyomo"):  # Pyomo logs the traceback of a solver that it does not find
            self._solver = pyo.SolverFactory(IN_PYOMO.get(name, name), **where)
            found = self._solver.available(exception_flag=False)
        if not found:
            raise _not_installed(name, "Pyomo")
        if not presolve:
            self._solver.options.update(dict.fromkeys(CBC_SWITCHES, "off"))

    def solve(self, time_limit: float | None = None) -> Outcome:
        import pyomo.environ as pyo
        from pyomo.common.errors import ApplicationError
        from pyomo.common.log import LoggingIntercept

        if time_limit is not None and time_limit <= 0:
            return no_time()
        watch = Stopwatch()
        _refuse_logic(self.m, self.name)
        if self.m.objective() is None:
            self.m.native.no_objective = pyo.Objective(expr=0)  # Pyomo's writers ask for one
        options = {} if time_limit is None else {"timelimit": max(1, math.ceil(time_limit))}
        try:
            with LoggingIntercept(io.StringIO(), "pyomo"), _pyomo_folder(), _kept_to(time_limit, self.name):
                result = self._solver.solve(self.m.native, load_solutions=False, **options)
        except (ApplicationError, RuntimeError, ValueError) as error:
            if _is_late(watch(), time_limit):
                return _outcome(self.name, False, False, watch(), time_limit, None, self.m)
            raise SolverError(f"{self.name} failed: {error}") from error
        finally:
            self.m.native.del_component("no_objective")
        seconds = watch()
        condition = result.solver.termination_condition
        outcome = _outcome(
            self.name,
            condition == pyo.TerminationCondition.optimal,
            condition == pyo.TerminationCondition.infeasible,
            seconds,
            time_limit,
            None,
            self.m,
        )
        if outcome.status is Status.SOLVED:
            self.m.native.solutions.load_from(result)
            outcome.values = _pyomo_values(self.m)
        return outcome


def _outcome(
    name: str,
    solved: bool,
    infeasible: bool,
    seconds: float,
    time_limit: float | None,
    translated: float | None,
    m: Backend,
) -> Outcome:
    with interrupt_waits():
        rows = [row for row in m.read(m.constraints()) if isinstance(row, Linear)]
    size = (len(m.variables), len(rows), sum(len(row.columns) for row in rows))
    outcome = Outcome(Status.UNKNOWN, "", None, "", translated, seconds - (translated or 0), size)
    late = _is_late(seconds, time_limit)
    if solved:
        outcome.status, outcome.reason = Status.SOLVED, f"{name} found a solution"
    elif infeasible and not late:
        outcome.status, outcome.reason = Status.INFEASIBLE, f"{name} proved that there is no solution"
    elif late:
        outcome.stopped_by, outcome.reason = TIME_LIMIT, f"{name} reached the time limit"
    else:
        outcome.stopped_by, outcome.reason = GAVE_UP, f"{name} stopped before it had an answer"
    return outcome


def _is_late(seconds: float, time_limit: float | None) -> bool:
    """Whether the time was up, on the solver's own clock."""
    return time_limit is not None and seconds >= time_limit - EARLY


def _folder(within: str | None = None) -> "tempfile.TemporaryDirectory[str]":
    """A folder for the files of one solve: what a program that is killed or fails leaves behind goes with it."""
    return tempfile.TemporaryDirectory(prefix="sudoku-models-", dir=within, ignore_cleanup_errors=True)


@contextmanager
def _pyomo_folder() -> Iterator[None]:
    """The same for Pyomo, which has one place for all its files."""
    from pyomo.common.tempfiles import TempfileManager

    before = TempfileManager.tempdir
    try:
        with _folder(before) as TempfileManager.tempdir, TempfileManager:  # a solve that fails leaves its list of files
            yield
    finally:
        TempfileManager.tempdir = before


@contextmanager
def _kept_to(time_limit: float | None, name: str) -> Iterator[None]:
    """End the solver's program when it does not keep to its time limit, or when Ctrl-C leaves it behind."""

    def programs() -> list[psutil.Process]:
        children = psutil.Process().children(recursive=True)
        return [child for child in children if child.is_running() and child.name().startswith(PROGRAMS.get(name, name))]

    def end() -> None:
        for program in programs():
            with suppress(psutil.NoSuchProcess):
                program.kill()

    # GLPK counts whole seconds; beyond the next one and a second of grace it is not listening.
    timer = threading.Timer(math.ceil(time_limit or 0) + 1.0, end)
    timer.daemon = True
    if time_limit is not None:
        timer.start()
    try:
        # Pyomo's threads that read the program's output do not take a KeyboardInterrupt well, but its end they do.
        with interrupt_calls(end):
            yield
    except KeyboardInterrupt:
        end()
        raise
    finally:
        timer.cancel()


def _pyomo_values(m: Backend) -> npt.NDArray[np.float64]:
    lower, _ = m.bounds()
    given = zip(m.variables, lower.tolist(), strict=True)
    return np.array([low if v.value is None else v.value for v, low in given], dtype=float)


def _refuse_logic(m: Backend, name: str) -> None:
    for _, constraint in m.logic():
        raise refused(name, constraint.name)


def _as_pulp(m: Backend) -> PulpBackend:
    """The same linear model as an `LpProblem`, column by column and row by row."""
    copy = PulpBackend(pulp.LpProblem("copy", pulp.LpMinimize))
    lower, upper = m.bounds()
    x: list[Any] = []
    for k, (low, high) in enumerate(zip(lower.tolist(), upper.tolist(), strict=True)):
        x.append(copy.int_vars("c", [k], int(low), int(high))[k])
    for number, row in enumerate(m.read(m.constraints())):
        assert isinstance(row, Linear)  # logic was refused before
        body = pulp.LpAffineExpression(zip((x[k] for k in row.columns), row.coefficients, strict=True))
        if row.lower == row.upper:
            copy.add(body == row.lower, f"r{number}")
        else:
            if row.lower > -np.inf:
                copy.add(body >= row.lower, f"r{number}_low")
            if row.upper < np.inf:
                copy.add(body <= row.upper, f"r{number}_high")
    if objective := m.objective():
        terms: Any = zip((x[k] for k in objective.columns), objective.coefficients, strict=True)
        copy.minimize(pulp.LpAffineExpression(terms))
    return copy
