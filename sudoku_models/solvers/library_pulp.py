"""Sessions for solvers that `pulp.getSolver` finds."""

import io
import math
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pulp
from pulp.apis.coin_api import pulp_cbc_path

from ..backends import Backend, Linear
from ..backends.pulp import PulpBackend
from ..errors import SolverError
from ..runtime.interrupts import defer_interrupts
from ..runtime.limits import LONGEST, Deadline, Stopwatch, TimeLimit, deadline_of
from .library_program import (
    IN_PULP,
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
from .protocol import Outcome, Status, no_time, read_all

__all__ = ["PulpLibrarySession", "close_pipe", "pulp_options"]

CBC_SWITCHES = ("presolve", "preprocess")
"""The linear program's, and the integer program's."""


class PulpLibrarySession:
    """A session of a solver of PuLP for one model; a model of another library is copied row by row."""

    def __init__(self, m: Backend, name: str, presolve: bool = True) -> None:
        self.m = m
        self.name = name
        self._long = IN_PULP.get(name, name)
        self._options = {**pulp_options(name, presolve), **({"path": pulp_cbc_path} if name == "cbc" else {})}
        if self._long not in pulp.listSolvers() or not pulp.getSolver(self._long, **self._options).available():
            raise not_installed(name, "PuLP")

    def solve(self, time_limit: float | None = None) -> Outcome:
        with deadline_of(time_limit) as deadline:
            try:
                return self._solve(deadline)
            except TimeLimit:
                return no_time()

    def _solve(self, deadline: Deadline) -> Outcome:
        watch = Stopwatch()
        refuse_logic(self.m, self.name)
        with defer_interrupts():
            rows: list[Any] = read_all(self.m, self.m.constraints(), deadline)
            refuse_large_numbers(self.m, rows, self.name)
            m = self.m if isinstance(self.m, PulpBackend) else _as_pulp(self.m, rows)
        translated = watch()
        deadline.check()
        limit = deadline.left()
        is_empty = m.objective() is None and not any(row.columns for row in rows)
        report = _alone(m, rows) if is_empty else self._report(m, deadline, limit)
        seconds = watch() - translated
        outcome = outcome_of(self.name, report, rows, m, seconds, limit)
        # PuLP writes the files of its own models, which is part of the solve.
        outcome.translate_seconds = None if m is self.m else translated
        outcome.solve_seconds = seconds + (translated if m is self.m else 0.0)
        if outcome.status is Status.SOLVED:
            outcome.values = _values(m)
        return outcome

    def _report(self, m: PulpBackend, deadline: Deadline, limit: float | None) -> Report:
        watch = Stopwatch()
        options = {} if limit is None else {"timeLimit": min(limit, LONGEST)}
        if self._long.startswith("GLPK") and limit is not None:
            options = {"timeLimit": math.ceil(min(limit, LONGEST))}  # whole seconds; none would mean no limit
        solver: Any = pulp.getSolver(self._long, **self._options, **options)
        objective = m.native.objective  # PuLP adds a dummy to an empty one, and leaves it there after an error
        try:
            with _only_used(m.native), program_folder() as folder, within(deadline, folder):
                solver.tmpDir = folder
                m.native.checkDuplicateVars()  # CBC would fail without saying why
                m.native.solve(solver)
        except (pulp.PulpError, OSError) as error:  # also two variables of one name, a program for another system
            close_pipe(error)
            if is_late(watch(), limit):
                return Report()
            raise SolverError(f"{self.name} failed: {error}") from error
        finally:
            m.native.objective = objective
            _without_dummy(m.native)
        status, sol_status = m.native.status, m.native.sol_status
        found = sol_status in (pulp.LpSolutionOptimal, pulp.LpSolutionIntegerFeasible)
        is_best = sol_status == pulp.LpSolutionOptimal or not objective
        return Report(
            found and is_best,
            status == pulp.LpStatusInfeasible,
            status == pulp.LpStatusUnbounded,
            _values(m) if found and objective else None,
        )


def pulp_options(name: str, presolve: bool = True) -> dict[str, Any]:
    """The options of one of PuLP's solvers, as PuLP names them.

    >>> pulp_options("cbc", presolve=False)
    {'msg': False, 'options': ['presolve off', 'preprocess off']}
    """
    options: dict[str, Any] = {"msg": False}
    if not presolve:
        options["options"] = [f"{switch} off" for switch in CBC_SWITCHES]
    if name.startswith("HiGHS"):
        options["gapRel"] = 0.0  # by default it stops within 0.01 % of the optimum
    return options


def _alone(m: PulpBackend, rows: list[Linear]) -> Report:
    """The report on rows without variables, such as 0 = 1. GLPK rejects a model that has no others."""
    for variable in m.variables:
        variable.varValue = None
    holds = all(row.lower <= 0 <= row.upper for row in rows)
    return Report(found=holds, infeasible=not holds)


def _values(m: PulpBackend) -> Any:
    return values_of(m, [variable.varValue for variable in m.variables])


@contextmanager
def _only_used(problem: pulp.LpProblem) -> Iterator[None]:
    """Pass only variables that occur in a constraint or in the objective.

    PuLP writes bounds, but no column, for the others, and CBC rejects such a file.
    """
    variables = list(problem.variables())  # which first registers those that only an expression has
    expressions = [row.expr for row in problem._constraints.values()] + [problem.objective or {}]
    used = {id(variable) for expression in expressions for variable in expression}
    problem._variables[:] = [variable for variable in variables if id(variable) in used]
    for variable in variables:
        variable.varValue = None  # a variable that is not passed would keep an earlier value
    try:
        yield
    finally:
        problem._variables[:] = variables


def close_pipe(error: BaseException) -> None:
    """Close the null device that PuLP's GLPK interface opens for the program, and leaves open when it fails."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        pipe = frame.f_locals.get("pipe")
        if isinstance(pipe, io.IOBase):
            pipe.close()


def _without_dummy(problem: pulp.LpProblem) -> None:
    """Remove the variable that PuLP adds for an empty objective: CBC rejects a model that no longer uses it."""
    if (dummy := problem.dummyVar) is not None and problem._variable_ids.pop(dummy.hash, None) is not None:
        problem._variables[:] = [x for x in problem._variables if x is not dummy]


def _as_pulp(m: Backend, rows: list[Linear]) -> PulpBackend:
    """The same linear model as an `LpProblem`, column by column and row by row."""
    native = pulp.LpProblem("copy", pulp.LpMinimize)
    lower, upper = m.bounds()
    copy = PulpBackend(native)
    x = []
    for k, (low, high) in enumerate(zip(lower.tolist(), upper.tolist(), strict=True)):
        kind = pulp.LpInteger if m.is_integer(k) else pulp.LpContinuous
        x.append(native.add_variable(f"c{k}", None if low == -np.inf else low, None if high == np.inf else high, kind))
        copy.column(x[k])
    for number, row in enumerate(rows):
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
        copy.minimize(pulp.LpAffineExpression(terms, objective.constant))
    return copy
