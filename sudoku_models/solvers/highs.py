"""HiGHS, in this process and incremental.

HiGHS gets only the sparse matrix, from any modelling library. At each solve the session compares the model with what
HiGHS has: removed rows are deleted, new ones (cuts) are read and added, and changed bounds (givens) are set.

Source: https://ergo-code.github.io/HiGHS/
"""

import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..backends import Backend, PlainModel
from ..errors import SolverError
from ..runtime.interrupts import cancel_on_interrupt, defer_interrupts, garbage_collection_paused
from ..runtime.limits import LONGEST, Deadline, Stopwatch
from .milp import Claim, MilpSession, SparseRows, are_small, check_linear, compressed, costs, largest_sum, outcome_of
from .mixed import is_mixed
from .protocol import BY_FILE, ENGINE_PRESOLVE, NO_PRESOLVE, TIME_LIMIT, Outcome, Paradigm, SolverFacts, Status
from .registry import chosen, features_of, find, seed_of
from .separate import can_separate

if TYPE_CHECKING or (find_spec("highspy") and not find_spec("highs_js")):
    import highspy

    LIBRARY, THREADS = "highspy", None
else:  # in a browser tab
    from . import highs_in_page as highspy

    LIBRARY, THREADS = "npm's highs in WebAssembly", 1

# Aggregator, parallel rows and columns, and sparsify. Off they are a protection: with all of them version 1.13.1 calls
# a Sudoku infeasible that has a solution, when 25 of the 88 solutions of "several:28" are excluded; with any one of the
# three off it finds a solution. Nor do they pay off on these models: without them the median time of solve and proof is
# a fifth shorter on hard 9x9 puzzles, and the same on easy ones. The option "engine-presolve" gives this up: with it
# the count of "several:28" ends at 47, and only the cross-check finds the error.
PRESOLVE_RULES_OFF = (1 << 12) + (1 << 13) + (1 << 14)

LARGE = 5_000
"""Columns from which a solve runs in a process of its own. Within the linear program of such a model HiGHS looks
neither for an interrupt nor at the clock, for seconds or minutes."""

CLAIMS = {
    highspy.HighsModelStatus.kOptimal: Claim.OPTIMAL,
    highspy.HighsModelStatus.kModelEmpty: Claim.OPTIMAL,
    highspy.HighsModelStatus.kInfeasible: Claim.INFEASIBLE,
    highspy.HighsModelStatus.kTimeLimit: Claim.NOTHING,
    highspy.HighsModelStatus.kUnbounded: Claim.UNBOUNDED,
}
EXACT = {"mip_rel_gap": 0.0, "mip_abs_gap": 0.0, "mip_feasibility_tolerance": 1e-9}
"""SOLVED means optimal. By default HiGHS stops within 0.01 % of the bound, and takes 0.999999 for 1, which is
not enough beside a large big-M. Sudoku takes no longer with these. But where a row can sum up to 1.6e7 or more, version
1.13 with this tolerance calls some models infeasible that have a solution, or ends the process: hence `largest`."""

FALLBACKS = ({"presolve": "off"},)
"""Options to try in this order when HiGHS ends without a conclusive status. Version 1.13 ends with "Solve error" on
some of the hardest puzzles, and after presolve it may not distinguish infeasible from unbounded. None of them switches
the presolve rules on again, which may end in a false claim."""


class Highs:
    """The solver "highs"; the options are joined with commas."""

    paradigm: Paradigm = "MILP"
    features = features_of("highs")
    largest = 1e6

    def __init__(self, options: str = "") -> None:
        self.name = f"highs:{options}" if options else "highs"
        presolve, seed = chosen(options, (NO_PRESOLVE, ENGINE_PRESOLVE), ""), seed_of(options)
        self.by_file = BY_FILE in options.split(",")
        rules, switch = 0 if presolve else PRESOLVE_RULES_OFF, "off" if presolve == NO_PRESOLVE else "choose"
        self.options: dict[str, Any] = {**EXACT, "presolve_rule_off": rules, "presolve": switch}
        if seed is not None:
            self.options["random_seed"] = seed

    def is_sure(self, m: Backend | PlainModel) -> bool:
        """Whether the claims about a model with small numbers are relied on."""
        return True

    def facts(self, backend: str) -> SolverFacts:
        how = "by a file of MPS" if self.by_file else "one matrix, incremental"
        interface = f"this package, {LIBRARY}: {how}" + ", three presolve rules off" * bool(
            self.options["presolve_rule_off"]
        )
        return SolverFacts(interface, "HiGHS", highspy.Highs().version(), self.options, THREADS)

    def session(self, m: Backend | PlainModel) -> "HighsSession":
        return HighsSession(m, self)


class HighsSession(MilpSession):
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

    def __init__(self, m: Backend | PlainModel, solver: Highs | None = None) -> None:
        super().__init__(m, solver or Highs())
        self._begin()

    def _begin(self) -> None:
        """Begin with an empty HiGHS."""
        self.highs = _new_highs()
        _set(self.highs, self.solver.options)
        self._forget()

    def is_sent_away(self) -> bool:
        return len(self.m.variables) >= LARGE and can_separate()

    def solve(self, time_limit: float | None = None) -> Outcome:
        try:
            return super().solve(time_limit)
        except SolverError:
            self._begin()  # in WebAssembly a failure may have taken its memory
            raise

    def _solve(self, deadline: Deadline) -> Outcome:
        watch = Stopwatch()
        with garbage_collection_paused(), defer_interrupts():
            is_small = self._take_changes()
        if not is_small:
            return self._solve_in_small_numbers(deadline)
        translated = watch()
        outcome = self._solve_as_it_is(deadline)
        outcome.translate_seconds, outcome.solve_seconds = translated, watch() - translated
        return outcome

    def _solve_plain(self, small: PlainModel, deadline: Deadline) -> Outcome:
        session = HighsSession(small, self.solver)
        session._take_changes(is_small=True)
        return session._solve_as_it_is(deadline)

    def _solve_as_it_is(self, deadline: Deadline) -> Outcome:
        deadline.check()
        highs = self._read_from_a_file() if self.solver.by_file else self.highs
        self._run(highs, deadline)
        try:
            for options in FALLBACKS:
                if highs.getModelStatus() in CLAIMS:
                    break
                deadline.check()
                _set(highs, options)
                highs.clearSolver()
                self._run(highs, deadline)
        finally:
            _set(highs, self.solver.options)
        return self._outcome(highs)

    def _run(self, highs: Any, deadline: Deadline) -> None:
        left = deadline.left()
        # HiGHS accumulates run time over the life of the object, and the limit applies to the total.
        limit = highs.inf if left is None else highs.getRunTime() + min(left, LONGEST)
        highs.setOptionValue("time_limit", limit)
        try:
            with cancel_on_interrupt(highs.cancelSolve):
                highs.run()
        except KeyboardInterrupt:
            self._begin()  # one that was cancelled would stop at once in the next solve
            raise

    def _read_from_a_file(self) -> Any:
        """Another HiGHS, which has read the model from a file into which this one wrote it."""
        other = _new_highs()
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            file = str(Path(folder) / "model.mps")
            ended = self.highs.writeModel(file), other.readModel(file)
        if highspy.HighsStatus.kError in ended:
            raise SolverError("HiGHS could not write the model to a file and read it")
        _set(other, self.solver.options)
        return other

    def _outcome(self, highs: Any) -> Outcome:
        model_status = highs.getModelStatus()
        if (claim := CLAIMS.get(model_status)) is None:
            raise SolverError(f"HiGHS ended with the status {highs.modelStatusToString(model_status)!r}")
        if model_status == highspy.HighsModelStatus.kModelEmpty and not self._is_zero_allowed():
            claim = Claim.INFEASIBLE
        info, has_objective = highs.getInfo(), any(self._cost)
        is_late = model_status == highspy.HighsModelStatus.kTimeLimit
        is_feasible = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
        values = list(highs.getSolution().col_value) if is_feasible or not self._lower else None
        if is_late and values is not None:
            claim = Claim.FEASIBLE
        if claim is Claim.OPTIMAL and values is None:
            raise SolverError("HiGHS calls a solution optimal that it does not call feasible; choose another solver")
        outcome = outcome_of("HiGHS", claim, values, has_objective, is_late)
        outcome.size = len(self._lower), len(self._rows), highs.getNumNz()
        outcome.search = {"nodes": max(info.mip_node_count, 0), "lp_iterations": max(info.simplex_iteration_count, 0)}
        if outcome.stopped_by == TIME_LIMIT:
            outcome.incumbent = values
        if has_objective and outcome.status is not Status.INFEASIBLE:
            bound = info.objective_function_value if outcome.status is Status.SOLVED else info.mip_dual_bound
            outcome.bound = float(bound) if isfinite(bound) else None
        return outcome

    def _is_zero_allowed(self) -> bool:
        """Whether the rows of a model without columns hold, which HiGHS does not check."""
        lp = self.highs.getLp()
        return all(low <= 0 <= high for low, high in zip(lp.row_lower_, lp.row_upper_, strict=True))

    # -- keeping HiGHS up to date -------------------------------------------------------------------------------------

    def _forget(self) -> None:
        self.highs.clearModel()
        self._rows: list[Any] = []  # the constraints that HiGHS has, in its order
        self._lower, self._upper, self._cost = list[float](), list[float](), list[float]()
        self._integer: list[bool] = []
        self._sum = 0.0  # the largest sum of coefficients in a row

    def _take_changes(self, is_small: bool = False) -> bool:
        """Bring the model in HiGHS up to date.

        Args:
            is_small: Whether the claims of HiGHS about these numbers are relied on.

        Returns:
            Whether they are. Otherwise HiGHS has no model.
        """
        rows, known = self.m.records, set(map(id, self._rows))
        new = check_linear([row for row in rows if id(row) not in known])
        self._take_columns()
        current = set(map(id, rows))
        if gone := [k for k, row in enumerate(self._rows) if id(row) not in current]:
            self.highs.deleteRows(len(gone), gone)
            self._rows = [row for row in self._rows if id(row) in current]
        added = compressed(new)
        self._sum = max(
            self._sum, inf if not all(self._integer) and is_mixed(new, self._integer) else largest_sum(added)
        )
        if not (is_small or are_small(self._sum, self._lower, self._upper, self._cost, self.solver.largest)):
            self._forget()
            return False
        if new:
            sides, entries = (added.lower, added.upper), (added.starts[:-1], added.columns, added.coefficients)
            status = self.highs.addRows(len(new), *sides, len(added.columns), *entries)
            if status == highspy.HighsStatus.kError:
                self._forget()
                raise SolverError("HiGHS rejected the model; check for bounds that are not finite")
            self._rows = self._rows + new
        return True

    def _take_columns(self) -> None:
        """New columns, and the bounds and costs that have changed."""
        highs, known = self.highs, len(self._lower)
        lower, upper = self.m.bounds()
        cost, constant = costs(self.m, len(lower))
        if width := len(lower) - known:
            added = range(known, len(lower))
            highs.addCols(width, [0.0] * width, lower[known:], upper[known:], 0, [], [], [])
            integer = list(map(self.m.is_integer, added))
            highs.changeColsIntegrality(width, list(added), integer)
            self._integer += integer
            self._cost += [0.0] * width
        if (lower[:known], upper[:known]) != (self._lower, self._upper):
            before = zip(self._lower, self._upper, lower, upper, strict=False)
            changed = [k for k, (a, b, low, high) in enumerate(before) if a != low or b != high]
            highs.changeColsBounds(len(changed), changed, *([side[k] for k in changed] for side in (lower, upper)))
        if cost != self._cost:
            changed = [k for k, c in enumerate(cost) if c != self._cost[k]]
            highs.changeColsCost(len(changed), changed, [cost[k] for k in changed])
        highs.changeObjectiveOffset(constant)
        self._lower, self._upper, self._cost = lower, upper, cost


def _new_highs() -> Any:
    highs = highspy.Highs()
    highs.silent()
    highs.HandleUserInterrupt = True
    return highs


def _set(highs: Any, options: dict[str, Any]) -> None:
    for option, value in options.items():
        highs.setOptionValue(option, value)


def highs_of(lower: Sequence[float], upper: Sequence[float], rows: SparseRows, integer: Sequence[bool] = ()) -> Any:
    """A HiGHS object with a linear model that costs nothing, for a caller who changes and runs it.

    Args:
        lower, upper: The bounds of the columns.
        rows: The rows.
        integer: Whether each column is an integer; by default all are continuous.

    Raises:
        NotInstalledError: When there is no HiGHS.
    """
    find("highs")
    highs, width = highspy.Highs(), len(lower)
    highs.silent()
    highs.addCols(width, [0.0] * width, lower, upper, 0, [], [], [])
    if integer:
        highs.changeColsIntegrality(width, list(range(width)), integer)
    entries = rows.starts[:-1], rows.columns, rows.coefficients
    highs.addRows(len(rows.lower), rows.lower, rows.upper, len(rows.columns), *entries)
    return highs
