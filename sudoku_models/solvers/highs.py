"""HiGHS, in this process and incremental.

The sparse matrix is all that HiGHS sees, whichever library the model was written in. At each solve the session reads
the constraints that are in force: rows that have gone are deleted, new ones (cuts) are added, changed bounds (givens)
are changed. Nothing is rebuilt.

Source: https://ergo-code.github.io/HiGHS/
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any, Literal

import highspy
import numpy as np

from ..backends import Backend, Linear
from ..errors import SolverError
from ..runtime.garbage import no_collection
from ..runtime.interrupts import interrupt_calls, interrupt_waits
from ..runtime.limits import Stopwatch
from .protocol import NO_PRESOLVE, TIME_LIMIT, Outcome, Status, no_time, refused

__all__ = ["PRESOLVE_RULES_OFF", "Highs", "HighsSession", "compressed", "read_linear"]

# Aggregator, parallel rows and columns, and sparsify cost more than they bring on these models: without them the median
# solve and proof takes a fifth less on hard 9x9 puzzles, and the same on easy ones.
PRESOLVE_RULES_OFF = (1 << 12) + (1 << 13) + (1 << 14)

FINAL = {
    highspy.HighsModelStatus.kOptimal: (Status.SOLVED, "HiGHS found a solution"),
    highspy.HighsModelStatus.kInfeasible: (Status.INFEASIBLE, "HiGHS proved that there is no solution"),
    highspy.HighsModelStatus.kTimeLimit: (Status.UNKNOWN, "HiGHS reached the time limit"),
}


class Highs:
    """The solver "highs"."""

    kind = "MILP"
    paradigm = "MILP"
    features = frozenset()
    takes_logic = False

    def __init__(self, presolve: bool = True) -> None:
        self.presolve = presolve
        self.name = "highs" if presolve else f"highs:{NO_PRESOLVE}"

    def session(self, m: Backend) -> "HighsSession":
        return HighsSession(m, self.presolve)


class HighsSession:
    """HiGHS beside one model.

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
        self.highs = highspy.Highs()
        self.highs.silent()
        if not presolve:
            self.highs.setOptionValue("presolve", "off")
        self.highs.HandleUserInterrupt = True
        self.highs.setOptionValue("presolve_rule_off", PRESOLVE_RULES_OFF)
        self._rows: list[Any] = []  # in the order of HiGHS's rows; held here so that no id is used again
        self._ids: list[int] = []
        self._lower, self._upper = np.empty(0), np.empty(0)
        self._cost = np.empty(0)

    def solve(self, time_limit: float | None = None) -> Outcome:
        watch = Stopwatch()
        with no_collection(), interrupt_waits():
            self._take_changes()
        translated = watch()
        if time_limit is not None and (time_limit := time_limit - translated) <= 0:
            return no_time()
        # HiGHS counts run time over the life of the object, and the limit with it.
        limit = self.highs.inf if time_limit is None else self.highs.getRunTime() + time_limit
        self.highs.setOptionValue("time_limit", limit)
        with interrupt_calls(self.highs.cancelSolve):
            self.highs.run()
        return self._outcome(translated, watch() - translated)

    def _outcome(self, translated: float, solved: float) -> Outcome:
        highs = self.highs
        model_status = highs.getModelStatus()
        if model_status not in FINAL:
            raise SolverError(f"HiGHS ended with the status {highs.modelStatusToString(model_status)!r}")
        status, reason = FINAL[model_status]
        info = highs.getInfo()
        values = None
        # At a time limit HiGHS may still hold a solution, and a solution is a solution.
        if (
            info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
            and status is not Status.INFEASIBLE
        ):
            values = np.array(highs.getSolution().col_value)
            if status is Status.UNKNOWN and not self._cost.any():
                status, reason = FINAL[highspy.HighsModelStatus.kOptimal]
        return Outcome(
            status,
            reason,
            values if status is Status.SOLVED else None,
            TIME_LIMIT if status is Status.UNKNOWN else "",
            translated,
            solved,
            (highs.getNumCol(), highs.getNumRow(), highs.getNumNz()),
            {"nodes": max(info.mip_node_count, 0), "lp_iterations": max(info.simplex_iteration_count, 0)},
        )

    def _take_changes(self) -> None:
        """Bring HiGHS up to the model as it is now."""
        rows = self.m.constraints()
        ids = list(map(id, rows))
        known = len(self._ids)
        if ids[:known] == self._ids:
            new = rows[known:]
        else:
            current, taken = set(ids), set(self._ids)
            gone = np.array([k for k, row in enumerate(self._ids) if row not in current], dtype=np.int32)
            self.highs.deleteRows(len(gone), gone)
            self._rows = [row for row in self._rows if id(row) in current]
            new = [row for row in rows if id(row) not in taken]
        read = read_linear(self.m, new)
        if not self._rows and not len(self._lower):
            self._pass_model(read)
        else:
            self._take_columns()
            if new:
                lower, upper, starts, columns, coefficients = compressed(read)
                self.highs.addRows(len(new), lower, upper, len(columns), starts[:-1], columns, coefficients)
        self._rows = self._rows + new
        self._ids = list(map(id, self._rows))
        self._take_cost()

    def _pass_model(self, read: Sequence[Linear]) -> None:
        """The whole model at once, the first time."""
        self._lower, self._upper = self.m.bounds()
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(self._lower), len(read)
        lp.col_cost_, lp.col_lower_, lp.col_upper_ = np.zeros(lp.num_col_), self._lower, self._upper
        matrix = lp.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kRowwise
        lp.row_lower_, lp.row_upper_, matrix.start_, matrix.index_, matrix.value_ = compressed(read)
        kinds = (highspy.HighsVarType.kContinuous, highspy.HighsVarType.kInteger)
        lp.integrality_ = [kinds[self.m.is_integer(k)] for k in range(lp.num_col_)]
        self.highs.passModel(lp)
        self._cost = np.zeros(lp.num_col_)

    def _take_columns(self) -> None:
        """New variables, and bounds that have changed."""
        lower, upper = self.m.bounds()
        known, total = len(self._lower), len(lower)
        if total > known:
            self.highs.addVars(total - known, lower[known:], upper[known:])
            whole = np.array([k for k in range(known, total) if self.m.is_integer(k)], dtype=np.int32)
            self.highs.changeColsIntegrality(len(whole), whole, np.full(len(whole), highspy.HighsVarType.kInteger))
        changed = np.flatnonzero((lower[:known] != self._lower) | (upper[:known] != self._upper)).astype(np.int32)
        if len(changed):
            self.highs.changeColsBounds(len(changed), changed, lower[changed], upper[changed])
        self._lower, self._upper = lower, upper

    def _take_cost(self) -> None:
        cost = np.zeros(len(self._lower))
        if objective := self.m.objective():
            np.add.at(cost, list(objective.columns), objective.coefficients)
        if len(cost) != len(self._cost) or (cost != self._cost).any():
            self.highs.changeColsCost(len(cost), np.arange(len(cost), dtype=np.int32), cost)
        self._cost = cost


def read_linear(m: Backend, rows: Sequence[Any]) -> list[Linear]:
    """Constraints of a model in plain data, when all of them are linear.

    Raises:
        UnsupportedError: When one is not; the message names it.
    """
    read = []
    for constraint in m.read(rows):
        if not isinstance(constraint, Linear):
            raise refused("HiGHS", constraint.name)
        read.append(constraint)
    return read


def compressed(read: Sequence[Linear]) -> tuple[Any, ...]:
    """Row bounds and the compressed rows of the constraint matrix: lower, upper, starts, columns, coefficients."""
    columns, coefficients, lower, upper, _ = zip(*read, strict=True) if read else ((), (), (), (), ())
    starts = np.zeros(len(read) + 1, dtype=np.int32)
    np.cumsum(list(map(len, columns)), out=starts[1:])
    width = int(starts[-1])
    return (
        np.array(lower, dtype=float),
        np.array(upper, dtype=float),
        starts,
        np.fromiter(chain.from_iterable(columns), np.int32, width),
        np.fromiter(chain.from_iterable(coefficients), float, width),
    )
