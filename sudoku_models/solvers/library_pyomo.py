"""A solver that Pyomo's `SolverFactory` finds, beside one model.

Pyomo keeps its temporary files, its log and the output that it captures in global variables, so one solve runs at a
time: a thread waits for another's, and its time limit counts the wait.
"""

import io
import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np
import numpy.typing as npt
from pulp.apis.coin_api import pulp_cbc_path

from ..backends import Backend
from ..errors import SolverError
from ..runtime.interrupts import defer_interrupts
from ..runtime.limits import LONGEST, Deadline, Stopwatch, TimeLimit, deadline_of
from .library_program import (
    Report,
    is_late,
    not_installed,
    outcome_of,
    program_folder,
    refuse_large_numbers,
    refuse_logic,
    values_of,
    within,
)
from .library_pulp import CBC_SWITCHES
from .protocol import Outcome, Status, no_time, read_all

__all__ = ["PyomoLibrarySession", "pyomo_options", "pyomo_version"]

_one_at_a_time = threading.RLock()


class PyomoLibrarySession:
    """A session of a solver of Pyomo for one model."""

    def __init__(self, m: Backend, name: str, presolve: bool = True) -> None:
        import pyomo.environ as pyo
        from pyomo.common.log import LoggingIntercept

        self.m = m
        self.name = name
        # PuLP ships CBC as a program, which serves Pyomo as well.
        where = {"executable": pulp_cbc_path} if name == "cbc" else {}
        # Pyomo logs the traceback of a solver that it does not find.
        with _one_at_a_time, LoggingIntercept(io.StringIO(), "pyomo"):
            self._solver = pyo.SolverFactory(name, **where)
            found = self._solver.available(exception_flag=False)
        if not found:
            raise not_installed(name, "Pyomo")
        for option, value in pyomo_options(name, presolve).items():
            self._solver.options[option] = value

    def solve(self, time_limit: float | None = None) -> Outcome:
        with deadline_of(time_limit) as deadline:
            left = deadline.left()
            if not _one_at_a_time.acquire(timeout=-1 if left is None else min(left, LONGEST)):
                return no_time()
            try:
                return self._solve(deadline)
            except TimeLimit:
                return no_time()
            finally:
                _one_at_a_time.release()

    def _solve(self, deadline: Deadline) -> Outcome:
        watch = Stopwatch()
        refuse_logic(self.m, self.name)
        with defer_interrupts():
            rows: list[Any] = read_all(self.m, self.m.constraints(), deadline)
            refuse_large_numbers(self.m, rows, self.name)
        deadline.check()
        limit, reading = deadline.left(), watch()
        report, result = self._report(deadline, limit)
        outcome = outcome_of(self.name, report, rows, self.m, watch() - reading, limit)
        outcome.translate_seconds, outcome.solve_seconds = None, watch()
        if outcome.status is Status.SOLVED:
            self.m.native.solutions.load_from(result)
            outcome.values = _values(self.m)
        return outcome

    def _report(self, deadline: Deadline, limit: float | None) -> tuple[Report, Any]:
        import pyomo.environ as pyo
        from pyomo.common.errors import ApplicationError
        from pyomo.common.log import LoggingIntercept

        watch, native = Stopwatch(), self.m.native
        has_objective = self.m.objective() is not None
        if not has_objective:
            native.no_objective = pyo.Objective(expr=0)  # Pyomo's writers ask for one
        options = {} if limit is None else {"timelimit": max(1, math.ceil(min(limit, LONGEST)))}
        try:
            with LoggingIntercept(io.StringIO(), "pyomo"), _pyomo_folder() as folder, within(deadline, folder):
                result = self._solver.solve(native, load_solutions=False, **options)
        except (ApplicationError, RuntimeError, ValueError) as error:
            if is_late(watch(), limit):
                return Report(), None
            raise SolverError(f"{self.name} failed: {error}") from error
        finally:
            if not has_objective:
                native.del_component("no_objective")
        condition, known = result.solver.termination_condition, pyo.TerminationCondition
        report = Report(
            condition == known.optimal,
            condition == known.infeasible,
            condition in (known.unbounded, known.infeasibleOrUnbounded),
        )
        return report, result


def pyomo_options(name: str, presolve: bool = True) -> dict[str, Any]:
    """The options of one of Pyomo's solvers, as the solver names them.

    >>> pyomo_options("appsi_highs")
    {'mip_rel_gap': 0.0}
    """
    options: dict[str, Any] = {} if presolve else dict.fromkeys(CBC_SWITCHES, "off")
    if "highs" in name:
        options["mip_rel_gap"] = 0.0  # by default it stops within 0.01 % of the optimum
    return options


def pyomo_version(name: str) -> str:
    """The version of a solver as Pyomo finds it; empty when it does not.

    >>> pyomo_version("appsi_highs")[:2]
    '1.'
    """
    import pyomo.environ as pyo
    from pyomo.common.log import LoggingIntercept

    with _one_at_a_time, LoggingIntercept(io.StringIO(), "pyomo"), suppress(Exception):  # a solver that is not there
        return ".".join(map(str, pyo.SolverFactory(name).version()))
    return ""


@contextmanager
def _pyomo_folder() -> Iterator[str]:
    """A folder for the files of one solve, in Pyomo's one place for all its files."""
    from pyomo.common.tempfiles import TempfileManager

    before = TempfileManager.tempdir
    try:
        with program_folder(before) as folder:
            TempfileManager.tempdir = folder
            with TempfileManager:  # a solve that fails leaves its list of files
                yield folder
    finally:
        TempfileManager.tempdir = before


def _values(m: Backend) -> npt.NDArray[np.float64]:
    # A variable that occurs nowhere is not written for the solver, and keeps an earlier value, marked as stale.
    return values_of(m, [None if v.stale and not v.fixed else v.value for v in m.variables])
