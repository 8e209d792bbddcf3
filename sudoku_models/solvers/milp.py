"""The recipe for a MILP solver: a class with one method, `run`, which gets the model as arrays.

The session around it reads the model, refuses by name what a MILP solver would have to drop, keeps the time limit, and
decides what the solver's claim proves. Unless the solver declares the feature IN_PROCESS, `run` is called in a worker
process, which is killed at Ctrl-C and when it exceeds its limit, with the programs that it has started.
"""

from enum import StrEnum

import numpy as np
import numpy.typing as npt

from ..backends import Backend
from ..errors import SolverError, SudokuModelsError
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, deadline_of
from .protocol import (
    CONTINUOUS,
    GAVE_UP,
    IN_PROCESS,
    INTERRUPT,
    OBJECTIVE,
    PROOF,
    TIME_LIMIT,
    Outcome,
    Paradigm,
    SolverFacts,
    Status,
    no_time,
)
from .reading import Floats, Milp, check_numbers, milp_of
from .separate import is_separate, solve_separately, start_worker

__all__ = ["Claim", "MilpSession", "MilpSolver", "is_late"]


class Claim(StrEnum):
    """The claim of a MILP solver about a model; all but INFEASIBLE, UNBOUNDED and NOTHING come with values."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    """The values may not be the best."""
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    """The objective is unbounded, or the model is infeasible or unbounded, and the solver does not know which."""
    NOTHING = "nothing"


class MilpSolver:
    """A MILP solver.

    Attributes:
        name: Its name.
        largest: The largest number that it gets; larger ones are refused by name, because files and relative tolerances
            cut digits: with 123456789012 in a row, CBC reports a model with a solution as infeasible.
    """

    name: str
    paradigm: Paradigm = "MILP"
    features: frozenset[str] = frozenset({CONTINUOUS, OBJECTIVE, PROOF, INTERRUPT})
    largest: float = 1e8

    def run(self, milp: Milp, seconds: float | None) -> tuple[Claim, Floats | None]:
        """Solve a model that has at least one row or a cost.

        Args:
            milp: The model. Every row contains a column.
            seconds: The time limit; None means no limit.

        Returns:
            What the solver claims, and the values of the columns, if any. A value that is not a number stands for a
            column that the solver was not passed.
        """
        raise NotImplementedError

    def facts(self, backend: str) -> SolverFacts:
        """The facts about the solver of this backend's models."""
        return SolverFacts(type(self).__name__, self.name)

    def session(self, m: Backend) -> "MilpSession":
        """A new session for a model."""
        return MilpSession(m, self)


class MilpSession:
    """A session of a MILP solver, which gets the whole model at each solve."""

    def __init__(self, m: Backend, solver: MilpSolver) -> None:
        self.m, self.solver = m, solver
        self._is_separate = IN_PROCESS not in solver.features and not is_separate()
        if self._is_separate:
            start_worker(solver)

    def solve(self, time_limit: float | None = None) -> Outcome:
        with deadline_of(time_limit) as deadline:
            try:
                if self._is_separate:
                    return solve_separately(self.solver, self.m, deadline)
                return self._solve(deadline)
            except TimeLimit:
                return no_time()

    def _solve(self, deadline: Deadline) -> Outcome:
        watch, name = Stopwatch(), self.solver.name
        milp = milp_of(self.m, name, deadline)
        check_numbers(milp, self.solver.largest, name)
        deadline.check()
        translated, limit = watch(), deadline.left()
        try:
            claim, values = self._claim(milp, limit)
        except SudokuModelsError:
            raise
        except Exception as error:
            if not is_late(watch() - translated, limit):
                raise SolverError(f"{name} failed: {error}") from error
            claim, values = Claim.NOTHING, None
        if values is not None:
            values = np.where(np.isnan(values), np.clip(0.0, milp.lower, milp.upper), values)
        seconds = watch() - translated
        outcome = _outcome(name, milp, claim, values, is_late(seconds, limit))
        outcome.size, outcome.translate_seconds, outcome.solve_seconds = milp.size, translated, seconds
        return outcome

    def _claim(self, milp: Milp, limit: float | None) -> tuple[Claim, Floats | None]:
        """The claim of the solver; without it where the rows without columns, such as 0 = 1, decide."""
        rows = milp.rows
        is_empty = np.diff(rows.starts) == 0
        if (is_empty & ((rows.lower > 0) | (rows.upper < 0))).any() or (milp.lower > milp.upper).any():
            return Claim.INFEASIBLE, None
        if is_empty.all() and not milp.cost.any():
            return Claim.OPTIMAL, np.full(len(milp.lower), np.nan)
        return self.solver.run(milp.without_rows(is_empty), limit)


def _outcome(name: str, milp: Milp, claim: Claim, values: npt.NDArray[np.float64] | None, is_late: bool) -> Outcome:
    """The outcome that a claim proves.

    Close to the time limit it may not be a proof: some solvers stop before their limit and report "infeasible", or
    report the best solution so far as optimal. Without an objective, a solution needs no proof.
    """
    has_objective = bool(milp.cost.any())
    outcome = Outcome(Status.UNKNOWN, f"{name} stopped before it had an answer", stopped_by=GAVE_UP)
    is_best = claim is Claim.OPTIMAL and not is_late
    if claim in (Claim.OPTIMAL, Claim.FEASIBLE) and (is_best or not has_objective):
        return Outcome(Status.SOLVED, f"{name} found a solution", values)
    if is_late:
        outcome.stopped_by, outcome.reason = TIME_LIMIT, f"{name} reached the time limit"
    elif claim is Claim.INFEASIBLE and _may_be_unbounded(milp):
        outcome.reason = f"{name} reported that the model is infeasible or its objective unbounded, but not which"
    elif claim is Claim.INFEASIBLE:
        return Outcome(Status.INFEASIBLE, f"{name} proved that there is no solution")
    elif claim is Claim.UNBOUNDED:
        outcome.reason = f"{name} reported that the objective is unbounded, so no solution is the best"
    if values is not None and milp.holds(values):  # at a limit, some programs write the values of a relaxation
        outcome.incumbent = values
    return outcome


def _may_be_unbounded(milp: Milp) -> bool:
    """Whether a column is unbounded in the direction in which the objective improves.

    Some interfaces, PuLP's of HiGHS among them, report "infeasible or unbounded" as infeasible.
    """
    ends = np.where(milp.cost > 0, milp.lower, milp.upper)
    return bool(np.isinf(ends[milp.cost != 0]).any())


def is_late(seconds: float, limit: float | None) -> bool:
    """Whether the time limit was reached, or nearly: CBC 2.10 stops up to 0.15 s before its limit."""
    return limit is not None and seconds >= limit - min(0.25 + 0.02 * limit, 0.6 * limit)
