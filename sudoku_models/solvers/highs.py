"""HiGHS, in this process and incremental.

HiGHS gets only the sparse matrix, from any modelling library. At each solve the session compares the active constraints
with the rows that it has: removed rows are deleted, only new ones (cuts) are read, and changed bounds (givens) are
updated. What the fixed variables decide is left out (`presolve.py`); HiGHS gets the rest.

Source: https://ergo-code.github.io/HiGHS/
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import highspy
import numpy as np

from ..backends import Backend, Linear
from ..errors import SolverError, UnsupportedError
from ..runtime.garbage import garbage_collection_paused
from ..runtime.interrupts import cancel_on_interrupt, defer_interrupts
from ..runtime.limits import LONGEST, Deadline, Stopwatch, TimeLimit, deadline_of
from .facts import SolverFacts, highs_version
from .plain import plain
from .presolve import SparseRows, compressed, presolve, untouched
from .protocol import (
    GAVE_UP,
    NO_PRESOLVE,
    TIME_LIMIT,
    Outcome,
    Paradigm,
    Status,
    no_time,
    read_all,
    refused,
)
from .registry import features_of
from .separate import is_separate, solve_separately

__all__ = ["PRESOLVE_RULES_OFF", "Highs", "HighsSession", "pass_matrix", "read_linear"]

# Aggregator, parallel rows and columns, and sparsify do not pay off on these models: without them the median time of
# solve and proof is a fifth shorter on hard 9x9 puzzles, and the same on easy ones.
PRESOLVE_RULES_OFF = (1 << 12) + (1 << 13) + (1 << 14)

LARGE = 5_000
"""Columns from which a solve runs in a process of its own. Within the linear program of such a model HiGHS looks
neither for an interrupt nor at the clock, for seconds or minutes."""

FINAL = {
    highspy.HighsModelStatus.kOptimal: (Status.SOLVED, "HiGHS found a solution"),
    highspy.HighsModelStatus.kModelEmpty: (Status.SOLVED, "HiGHS found a solution"),
    highspy.HighsModelStatus.kInfeasible: (Status.INFEASIBLE, "HiGHS proved that there is no solution"),
    highspy.HighsModelStatus.kTimeLimit: (Status.UNKNOWN, "HiGHS reached the time limit"),
    highspy.HighsModelStatus.kUnbounded: (
        Status.UNKNOWN,
        "HiGHS proved that the objective is unbounded, so no solution is the best",
    ),
}
EXACT = {"mip_rel_gap": 0.0, "mip_abs_gap": 0.0, "mip_feasibility_tolerance": 1e-9}
"""SOLVED means proved optimal. By default HiGHS stops within 0.01 % of the bound, and takes 0.999999 for 1, which is
not enough beside a large big-M. Sudoku takes no longer with these."""

FALLBACKS = ({"presolve_rule_off": 0}, {"presolve": "off"})
"""Options to try in this order when HiGHS ends without a conclusive status. Version 1.13 ends with "Solve error" on
some of the hardest puzzles, and after presolve it may not distinguish infeasible from unbounded."""

UNKNOWN = ([np.nan],) * 3
"""Bounds and costs that are equal to none."""


class Highs:
    """The solver "highs"."""

    paradigm: Paradigm = "MILP"
    features = features_of("highs")

    def __init__(self, option: str = "") -> None:
        self.presolve = option != NO_PRESOLVE
        self.name = f"highs:{option}" if option else "highs"

    def facts(self, backend: str) -> SolverFacts:
        fixed = ", fixed variables left out" if self.presolve else ""
        interface = f"this package, highspy: one matrix, incremental, three presolve rules off{fixed}"
        return SolverFacts(interface, "HiGHS", highs_version(), options_of(self.presolve), None)

    def session(self, m: Backend) -> "HighsSession":
        return HighsSession(m, self.presolve)


class HighsSession:
    """A HiGHS session for one model.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "ab", 1, 3)
    >>> _ = m.add(x["a"] >= x["b"] + 2, "a is larger by two")
    >>> session = HighsSession(m)
    >>> print(*session.solve().values)
    3.0 1.0
    >>> _ = m.add(x["b"] >= 2, "b is 2 or more")
    >>> str(session.solve().status)
    'infeasible'
    """

    def __init__(self, m: Backend, presolve: bool = True) -> None:
        self.m = m
        self.presolve = presolve
        self.highs = highspy.Highs()
        self.highs.silent()
        self.highs.HandleUserInterrupt = True
        self._options = options_of(presolve)
        self._set(self._options)
        self._forget()

    def solve(self, time_limit: float | None = None) -> Outcome:
        with deadline_of(time_limit) as deadline:
            try:
                if len(self.m.variables) >= LARGE and not is_separate():
                    return self._solve_separately(deadline)
                return self._solve_here(deadline)
            except TimeLimit:
                return no_time()

    def _solve_here(self, deadline: Deadline) -> Outcome:
        watch = Stopwatch()
        with garbage_collection_paused(), defer_interrupts():
            self._take_changes(deadline)
        translated = watch()
        deadline.check()
        self._run(deadline)
        try:
            for options in FALLBACKS:
                if self.highs.getModelStatus() in FINAL:
                    break
                deadline.check()
                self._set(options)
                self.highs.clearSolver()
                self._run(deadline)
        finally:
            self._set(self._options)
        return self._outcome(translated, watch() - translated)

    def _solve_separately(self, deadline: Deadline) -> Outcome:
        watch = Stopwatch()
        with garbage_collection_paused(), defer_interrupts():
            for _, constraint in self.m.logic():
                raise refused("HiGHS", str(constraint.name))
            model = plain(self.m, deadline)
        self._forget()  # the model in this process is not updated any more and would only use memory
        translated = watch()
        outcome = solve_separately(Highs("" if self.presolve else NO_PRESOLVE).name, model, deadline)
        outcome.translate_seconds = translated + (outcome.translate_seconds or 0.0)
        outcome.solve_seconds = watch() - outcome.translate_seconds
        return outcome

    def _run(self, deadline: Deadline) -> None:
        left = deadline.left()
        # HiGHS accumulates run time over the life of the object, and the limit applies to the total.
        limit = self.highs.inf if left is None else self.highs.getRunTime() + min(left, LONGEST)
        self.highs.setOptionValue("time_limit", limit)
        with cancel_on_interrupt(self.highs.cancelSolve):
            self.highs.run()

    def _set(self, options: dict[str, Any]) -> None:
        for option, value in options.items():
            self.highs.setOptionValue(option, value)

    def _forget(self) -> None:
        self.highs.clearModel()
        self._rows: list[Any] = []  # kept so that ids are not reused
        self._ids: list[int] = []
        self._matrix = compressed([])
        self._columns: tuple[Any, ...] = UNKNOWN  # their bounds and costs
        self._left = untouched(self._matrix, np.empty(0), np.empty(0))
        self._integer: list[bool] = []

    def _outcome(self, translated: float, solved: float) -> Outcome:
        highs = self.highs
        model_status = highs.getModelStatus()
        if model_status not in FINAL:
            raise SolverError(f"HiGHS ended with the status {highs.modelStatusToString(model_status)!r}")
        status, reason = FINAL[model_status]
        if model_status == highspy.HighsModelStatus.kModelEmpty and not self._is_zero_allowed():
            status, reason = FINAL[highspy.HighsModelStatus.kInfeasible]
        info = highs.getInfo()
        is_feasible = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
        left = np.array(highs.getSolution().col_value) if is_feasible or not len(self._left.columns) else None
        values = None if left is None else self._left.values(left)
        has_objective = bool(self._columns[-1].any())
        is_late = model_status == highspy.HighsModelStatus.kTimeLimit
        # At a time limit HiGHS may still hold a solution, and without an objective a solution is a solution.
        if is_late and values is not None and not has_objective:
            status, reason = FINAL[highspy.HighsModelStatus.kOptimal]
        outcome = Outcome(
            status,
            reason,
            values if status is Status.SOLVED else None,
            (TIME_LIMIT if is_late else GAVE_UP) if status is Status.UNKNOWN else "",
            translated,
            solved,
            (len(self._integer), len(self._rows), len(self._matrix.columns)),
            {"nodes": max(info.mip_node_count, 0), "lp_iterations": max(info.simplex_iteration_count, 0)},
        )
        if has_objective:
            outcome.incumbent = values if is_late else None
            outcome.bound = self._bound(info, outcome.status)
        return outcome

    def _is_zero_allowed(self) -> bool:
        """Whether the rows of a model without columns hold, which HiGHS does not check."""
        rows = self._left.rows
        return bool((rows.lower <= 0).all() and (rows.upper >= 0).all())

    def _bound(self, info: Any, status: Status) -> float | None:
        if status is Status.SOLVED:
            return float(info.objective_function_value) + self._constant
        bound = float(info.mip_dual_bound) + self._constant
        return bound if status is Status.UNKNOWN and np.isfinite(bound) else None

    def _take_changes(self, deadline: Deadline) -> None:
        """Pass what has changed to HiGHS: new rows alone, or else the whole model."""
        new = self._take_rows(deadline)
        lower, upper = self.m.bounds()
        cost, constant = np.zeros(len(lower)), 0.0
        if objective := self.m.objective():
            constant = objective.constant
            np.add.at(cost, list(objective.columns), objective.coefficients)
        columns = lower, upper, cost
        before, self._columns = self._columns, UNKNOWN  # until HiGHS has the model
        is_same = all(map(np.array_equal, before, columns))
        if new is None or not is_same or not self._has_added(new):
            self._pass_model(columns)
        self._constant = constant + float(cost @ self._left.values(np.zeros(len(self._left.columns))))
        self._columns = columns

    def _take_rows(self, deadline: Deadline) -> SparseRows | None:
        """Update the matrix to the current constraints; returns the new rows, if no others are gone."""
        rows = self.m.constraints()
        ids = list(map(id, rows))
        known = len(self._ids)
        is_grown = ids[:known] == self._ids
        taken = set() if is_grown else set(self._ids)
        new = rows[known:] if is_grown else [row for row in rows if id(row) not in taken]
        added = compressed(_linear(read_all(self.m, new, deadline)))  # before anything changes here: it may stop
        if not is_grown:
            current = set(ids)
            self._matrix = self._matrix.where(np.array([row in current for row in self._ids], dtype=bool))
            self._rows = [row for row in self._rows if id(row) in current]
        self._matrix = self._matrix.plus(added)
        self._rows = self._rows + new
        self._ids = list(map(id, self._rows))
        return added if is_grown else None

    def _has_added(self, new: SparseRows) -> bool:
        """Add rows to the model in HiGHS, if that is possible."""
        if (rows := self._left.restricted(new)) is None:
            return False
        self._left = replace(self._left, rows=self._left.rows.plus(rows))
        sides, width = (rows.lower, rows.upper), len(rows.columns)
        status = self.highs.addRows(len(rows.lower), *sides, width, rows.starts[:-1], rows.columns, rows.coefficients)
        if status == highspy.HighsStatus.kError:
            self._explain_refusal()
        return True

    def _pass_model(self, columns: tuple[Any, ...]) -> None:
        lower, upper, cost = columns
        self._integer += map(self.m.is_integer, range(len(self._integer), len(lower)))
        can_presolve = self.presolve and all(self._integer)
        self._left = left = (presolve if can_presolve else untouched)(self._matrix, lower, upper)
        matrix = left.rows.starts, left.rows.columns, left.rows.coefficients
        sides, bounds = (left.rows.lower, left.rows.upper), (left.lower, left.upper)
        integer = [self._integer[k] for k in left.columns.tolist()]
        status = pass_matrix(self.highs, matrix, sides, bounds, cost[left.columns], integer)
        if status == highspy.HighsStatus.kError:
            self._explain_refusal()

    def _explain_refusal(self) -> None:
        """Raise an error that explains why HiGHS rejected the model."""
        matrix, rows = self._matrix, self._rows
        self._forget()
        for entry in np.flatnonzero(~(np.abs(matrix.coefficients) < 1e15)).tolist():
            [row] = self.m.read([rows[matrix.row_of_entry[entry]]])
            value = f"{matrix.coefficients[entry]:g}"
            raise UnsupportedError(f"{str(row.name)!r}: HiGHS supports coefficients below 1e15 only, not {value}")
        raise SolverError("HiGHS rejected the model; check for bounds and coefficients that are not finite")


def options_of(presolve: bool) -> dict[str, Any]:
    """The options of a session; a run that ends without an answer is repeated with those of `FALLBACKS`."""
    return {**EXACT, "presolve_rule_off": PRESOLVE_RULES_OFF, "presolve": "choose" if presolve else "off"}


def pass_matrix(
    highs: Any,
    matrix: Sequence[Any],
    sides: tuple[Any, Any],
    bounds: tuple[Any, Any],
    cost: Any,
    integer: Iterable[bool] | None = None,
) -> Any:
    """Pass a whole linear model to HiGHS: minimise cost @ x with lower <= matrix @ x <= upper, and bounds on x.

    Args:
        highs: A `highspy.Highs`.
        matrix: Starts of the rows, columns and coefficients: the matrix in compressed rows.
        sides: The lower and the upper side of each row.
        bounds: The lower and the upper bound of each column.
        cost: The coefficient of each column in the objective.
        integer: Whether each column is an integer; by default all are continuous.

    Returns:
        The status that HiGHS returned.
    """
    starts, columns, coefficients = matrix
    width = len(cost)
    kinds = np.zeros(width) if integer is None else np.fromiter(integer, bool, width)
    # All arrays in one call: the attributes of a `HighsLp` take eight times as long.
    return highs.passModel(
        width,
        len(sides[0]),
        len(columns),
        int(highspy.MatrixFormat.kRowwise),
        int(highspy.ObjSense.kMinimize),
        0.0,
        cost,
        *bounds,
        *sides,
        starts,
        columns,
        coefficients,
        kinds.astype(np.int32),  # kContinuous is 0, and kInteger is 1
    )


def read_linear(m: Backend, rows: Sequence[Any]) -> list[Linear]:
    """Linear constraints of a model as plain data.

    Raises:
        UnsupportedError: When one is not linear; the message names it.
    """
    return _linear(m.read(rows))


def _linear(records: Sequence[Any]) -> list[Linear]:
    for record in records:
        if not isinstance(record, Linear):
            raise refused("HiGHS", str(record.name))
    return list(records)
