"""Code shared by the solvers of PuLP and Pyomo: the solver program, its files, its time limit and its answer."""

import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import numpy as np
import numpy.typing as npt
import psutil

from ..backends import Backend, Linear
from ..errors import NotInstalledError, UnsupportedError
from ..runtime.interrupts import cancel_on_interrupt
from ..runtime.limits import LONGEST, Deadline
from .protocol import GAVE_UP, TIME_LIMIT, Outcome, Status, refused

__all__ = [
    "IN_PULP",
    "LARGEST",
    "Report",
    "is_late",
    "not_installed",
    "outcome_of",
    "program_folder",
    "refuse_large_numbers",
    "refuse_logic",
    "values_of",
    "within",
]

IN_PULP = {"cbc": "COIN_CMD", "glpk": "GLPK_CMD", "scip": "SCIP_PY"}
INSTALL = {"glpk": "GLPK (Debian: apt install glpk-utils)", "scip": "SCIP (python -m pip install pyscipopt)"}
GRACE = 0.8
"""Seconds that a program may exceed its limit before it is killed. GLPK's limit is in whole seconds, rounded up."""
LARGEST = 1e8
"""The largest number that these solvers get. Their files and answers have few digits, and their tolerances are
relative: with 123456789012 in a row, CBC reports a model with a solution as infeasible."""
TOLERANCE = 1e-6
"""Within which an incumbent must satisfy the rows."""


class Report:
    """The result of a solve in a form that is common to both libraries."""

    def __init__(
        self,
        found: bool = False,
        infeasible: bool = False,
        unbounded: bool = False,
        incumbent: npt.NDArray[np.float64] | None = None,
        bound: float | None = None,
    ) -> None:
        self.found, self.infeasible, self.unbounded = found, infeasible, unbounded
        self.incumbent, self.bound = incumbent, bound


def outcome_of(
    name: str, report: Report, rows: Sequence[Linear], m: Backend, seconds: float, limit: float | None
) -> Outcome:
    """The outcome of a solve that took `seconds`.

    A result close to the time limit may not be a proof: some solvers stop before their limit and report "infeasible",
    or report the best solution so far as "optimal". Without an objective, a solution needs no proof.
    """
    late, objective = is_late(seconds, limit), m.objective()
    proves_optimum = objective is not None and bool(objective.columns)
    size = (len(m.variables), len(rows), sum(len(row.columns) for row in rows))
    outcome = Outcome(Status.UNKNOWN, "", size=size, bound=report.bound)
    if report.found and not (late and proves_optimum):
        outcome.status, outcome.reason = Status.SOLVED, f"{name} found a solution"
    elif report.infeasible and not late and _may_be_unbounded(m):
        outcome.stopped_by = GAVE_UP
        outcome.reason = f"{name} reported that the model is infeasible or its objective unbounded, but not which"
    elif report.infeasible and not late:
        outcome.status, outcome.reason = Status.INFEASIBLE, f"{name} proved that there is no solution"
    elif late:
        outcome.stopped_by, outcome.reason = TIME_LIMIT, f"{name} reached the time limit"
    elif report.unbounded:
        outcome.stopped_by = GAVE_UP
        outcome.reason = f"{name} reported that the objective is unbounded, so no solution is the best"
    else:
        outcome.stopped_by, outcome.reason = GAVE_UP, f"{name} stopped before it had an answer"
    if outcome.status is Status.UNKNOWN and report.incumbent is not None and _holds(m, rows, report.incumbent):
        outcome.incumbent = report.incumbent
    return outcome


def _may_be_unbounded(m: Backend) -> bool:
    """Whether a variable of the objective is unbounded in the direction in which the objective improves.

    Some interfaces, PuLP's of HiGHS among them, report "infeasible or unbounded" as infeasible.
    """
    if (objective := m.objective()) is None:
        return False
    lower, upper = m.bounds()
    pairs = zip(objective.columns, objective.coefficients, strict=True)
    return any(np.isinf(lower[k] if c > 0 else upper[k]) for k, c in pairs if c)


def is_late(seconds: float, limit: float | None) -> bool:
    """Whether the time limit was reached, or nearly: CBC 2.10 stops up to 0.15 s before its limit."""
    return limit is not None and seconds >= limit - min(0.25 + 0.02 * limit, 0.6 * limit)


def _holds(m: Backend, rows: Sequence[Linear], values: npt.NDArray[np.float64]) -> bool:
    """Whether an incumbent is feasible: at a limit, some programs write the values of a relaxation."""
    lower, upper = m.bounds()
    if (values < lower - TOLERANCE).any() or (values > upper + TOLERANCE).any():
        return False
    whole = np.array([m.is_integer(k) for k in range(len(values))], dtype=bool)
    if (np.abs(values - np.round(values))[whole] > TOLERANCE).any():
        return False
    sums = [sum(c * values[k] for k, c in zip(row.columns, row.coefficients, strict=True)) for row in rows]
    return all(row.lower - TOLERANCE <= total <= row.upper + TOLERANCE for row, total in zip(rows, sums, strict=True))


def values_of(m: Backend, values: Sequence[float | None]) -> npt.NDArray[np.float64]:
    """The values of the columns; one that the solver was not passed (None) is as close to 0 as its bounds allow."""
    lower, upper = m.bounds()
    free = np.clip(0.0, lower, upper)
    pairs = zip(values, free.tolist(), strict=True)
    return np.array([other if value is None else value for value, other in pairs], dtype=float)


def refuse_large_numbers(m: Backend, rows: Sequence[Linear], solver: str) -> None:
    """Refuse numbers that the solver would not get as they are.

    Raises:
        UnsupportedError: When a bound, a coefficient or a side of a row is too large; the message names it.
        InputError: When a variable has an empty domain.
    """
    for end in m.bounds():
        for k in np.flatnonzero(np.isfinite(end) & (np.abs(end) > LARGEST)).tolist():
            raise _too_large(f"the bounds of {m.variables[k]}", solver)
    for row in rows:
        numbers = np.array([row.lower, row.upper, *row.coefficients], dtype=float)
        if (np.abs(numbers[np.isfinite(numbers)]) > LARGEST).any():
            raise _too_large(repr(row.name), solver)


def _too_large(what: str, solver: str) -> UnsupportedError:
    return UnsupportedError(
        f"{solver} takes numbers up to {LARGEST:,.0f} only, and {what} has a larger one; highs and cpsat take it"
    )


def refuse_logic(m: Backend, name: str) -> None:
    """Raise the error that names a logical constraint, if the model has one."""
    for _, constraint in m.logic():
        raise refused(name, str(constraint.name))


def not_installed(name: str, library: str) -> NotInstalledError:
    """The error for a solver that the library supports but does not find."""
    install = INSTALL.get(name)
    what = f"install {install}" if install else f"see the documentation of {library} for what it needs"
    return NotInstalledError(f"{library} does not find the solver {name!r} on this machine; {what}")


def program_folder(within: str | None = None) -> "tempfile.TemporaryDirectory[str]":
    """A temporary folder for the files of one solve, also those that a killed program does not remove."""
    return tempfile.TemporaryDirectory(prefix="sudoku-models-", dir=within, ignore_cleanup_errors=True)


@contextmanager
def within(deadline: Deadline, folder: str) -> Iterator[None]:
    """Kill the solver's program when it exceeds its time limit, or at Ctrl-C.

    The program is identified by the folder of this solve in its command line, so programs of other threads are not
    killed.
    """
    is_over, is_cancelled = threading.Event(), threading.Event()

    def guard() -> None:
        left = deadline.left()
        is_cancelled.wait(None if left is None else min(left, LONGEST) + GRACE)
        while not is_over.is_set():  # at Ctrl-C the program may not have been started yet
            _end_programs(folder)
            is_over.wait(0.05)

    thread = threading.Thread(target=guard, name="ends a solver's program", daemon=True)
    thread.start()
    try:
        # Pyomo's threads that read the program's output do not take a KeyboardInterrupt well, but its end they do.
        with cancel_on_interrupt(is_cancelled.set):
            yield
    finally:
        is_over.set()
        is_cancelled.set()
        thread.join()


def _end_programs(folder: str) -> None:
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if any(folder in argument for argument in child.cmdline()):
                child.kill()
