"""HiGHS, in this process and incremental.

HiGHS gets only the sparse matrix, from any modelling library. At each solve the session compares the model with what
HiGHS has: removed rows are deleted, new ones (cuts) are read and added, and changed bounds (givens) are set.

Source: https://ergo-code.github.io/HiGHS/
"""

import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import compress
from math import fsum, inf, isfinite
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..backends import Backend, Column, Linear, PlainModel
from ..errors import SolverError, UnsupportedError
from ..runtime.interrupts import cancel_on_interrupt, defer_interrupts, garbage_collection_paused
from ..runtime.limits import LONGEST, Deadline, Stopwatch
from .milp import Claim, MilpSession, SparseRows, are_small, check_linear, compressed, costs, largest_sum, outcome_of
from .mixed import COST, ContinuousRow, are_relied_on
from .protocol import BY_FILE, ENGINE_PRESOLVE, NO_PRESOLVE, TIME_LIMIT, Outcome, Paradigm, SolverFacts, Status
from .registry import chosen, features_of, find, seed_of
from .separate import can_separate
from .small_numbers import scale_of_costs, scaled

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

# Beside continuous variables these three protect from nothing, and without them some models take twice the time. What
# is wrong there is presolve itself, whatever rules are off: of 8,000 small models with equations over integers and
# continuous variables version 1.13.1 calls 5 infeasible that have a solution. Without presolve it is right about all of
# them, so that it is asked for a second time then. With forcing rows on, one of the 8,000 ends the process.
# Beside integers without bounds they are on, too: with the three off, one of such models ends the process.
FORCING_ROWS_OFF = 1 << 6

LARGE = 5_000
"""Columns from which a model with integers is solved in a process of its own. Within the linear program at the root of
its search HiGHS looks neither for an interrupt nor at the clock, for seconds or minutes; without integers it does."""

CLAIMS = {
    highspy.HighsModelStatus.kOptimal: Claim.OPTIMAL,
    highspy.HighsModelStatus.kModelEmpty: Claim.OPTIMAL,
    highspy.HighsModelStatus.kInfeasible: Claim.INFEASIBLE,
    highspy.HighsModelStatus.kTimeLimit: Claim.NOTHING,
    highspy.HighsModelStatus.kUnbounded: Claim.UNBOUNDED,
}
EITHER = highspy.HighsModelStatus.kUnboundedOrInfeasible
"""This is no claim; with integers it may remain after the second run, without presolve, too."""
EXACT = {"mip_rel_gap": 0.0, "mip_abs_gap": 0.0, "mip_feasibility_tolerance": 1e-9}
"""SOLVED means optimal. By default HiGHS stops within 0.01 % of the bound, and takes 0.999999 for 1, which is
not enough beside a large big-M. Sudoku takes no longer with these. But where a row can sum up to 1.6e7 or more, version
1.13 with this tolerance calls some models infeasible that have a solution, or ends the process: hence `largest`."""

DUAL_SIMPLEX, PRIMAL_SIMPLEX = 1, 4
"""The numbers of HiGHS's option "simplex_strategy". Where one ends as "unknown", as 1.13.1 may, the other may not."""
PLACES = 6
"""Decimal places to which values of continuous variables are rounded."""

AGAIN = {"presolve": "off"}
"""Options for a second run when HiGHS ends without a conclusive status, or calls a model infeasible that has integers
beside continuous variables. Version 1.13 ends with "Solve error" on some of the hardest puzzles, and after presolve it
may not distinguish infeasible from unbounded."""


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
        width = len(self.m.variables)
        return width >= LARGE and can_separate() and any(map(self.m.is_integer, range(width)))

    def solve(self, time_limit: float | None = None) -> Outcome:
        try:
            return super().solve(time_limit)
        except SolverError:
            self._begin()  # in WebAssembly a failure may have taken its memory
            raise

    def _solve(self, deadline: Deadline) -> Outcome:
        watch = Stopwatch()
        with garbage_collection_paused(), defer_interrupts():
            is_taken = self._take_changes()
        if not is_taken:
            return self._solve_in_small_numbers(deadline)
        translated = watch()
        outcome = self._solve_as_it_is(deadline)
        if any(row.of_integers for row in self._with_continuous) and not self._settle(outcome):
            outcome = self._solve_in_small_numbers(deadline, outcome)
        outcome.translate_seconds, outcome.solve_seconds = translated, watch() - translated
        return outcome

    def _solve_plain(self, small: PlainModel, deadline: Deadline) -> Outcome:
        session = HighsSession(small, self.solver)
        session._take_changes(is_small=True)
        return session._solve_as_it_is(deadline)

    def _solve_as_it_is(self, deadline: Deadline) -> Outcome:
        deadline.check()
        highs = self._read_from_a_file() if self.solver.by_file else self.highs
        try:
            is_continuous, rules = not all(self._integer), "presolve_rule_off"
            if (is_continuous or self._loose) and self.solver.options[rules]:
                highs.setOptionValue(rules, FORCING_ROWS_OFF)
            self._run(highs, deadline)
            is_infeasible = CLAIMS.get(status := highs.getModelStatus()) is Claim.INFEASIBLE
            if status not in CLAIMS or (is_infeasible and is_continuous and any(self._integer)):
                deadline.check()
                _set(highs, AGAIN)
                highs.clearSolver()
                self._run(highs, deadline)
        finally:
            _set(highs, self.solver.options)
        return self._outcome(highs)

    def _run(self, highs: Any, deadline: Deadline) -> None:
        set_limit(highs, deadline)
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
        claim = Claim.UNBOUNDED if model_status == EITHER else CLAIMS.get(model_status)
        if claim is None:
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
            outcome.bound = float(bound) / self._unit if isfinite(bound) else None
        if outcome.status is Status.SOLVED and has_objective and not any(self._integer):
            outcome.multipliers = self._multipliers(highs.getSolution().row_dual)
        return outcome

    def _multipliers(self, duals: Sequence[float]) -> list[float]:
        """The dual value of each record of the model, in the order of the records."""
        of = dict[int, float]()
        for row, image, y in zip(self._rows, self._images, duals, strict=True):
            pairs = zip(row.coefficients, image.coefficients, strict=True)
            factor = 1.0 if image is row else next((b / a for a, b in pairs if a), 1.0)
            of[id(row)] = float(y) * factor / self._unit
        return [of[id(row)] for row in self.m.records]

    def _settle(self, outcome: Outcome) -> bool:
        """Round the integers of the values; False when the rows may not hold then, or the cost is not as claimed.

        Where the other values do not fit exactly enough, they are rounded too, to `PLACES`.
        """
        which = "values" if outcome.values is not None else "incumbent"
        if (values := getattr(outcome, which)) is None:
            return True
        ends = list(zip(values, self._lower, self._upper, self._integer, strict=True))
        for places in (None, PLACES):
            rounded = [
                float(round(x)) if is_integer else min(max(x if places is None else round(x, places), low), high)
                for x, low, high, is_integer in ends
            ]
            if all(row.holds(rounded, self._continuous) for row in self._with_continuous):
                break
        else:
            return False
        setattr(outcome, which, rounded)
        if outcome.values is None or not any(self._cost):
            return True
        claimed, cost = (fsum(map(mul, self._cost, each)) / self._unit for each in (values, rounded))
        outcome.bound = cost + self._constant
        return cost <= claimed + float(COST) * max(1.0, abs(cost))

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
        self._images: list[Linear] = []  # these as HiGHS has them, perhaps multiplied by a power of two
        self._with_continuous: list[ContinuousRow] = []  # those rows that have continuous variables
        self._continuous, self._loose = frozenset[Column](), frozenset[Column]()  # or unbounded
        self._unit, self._constant = 1.0, 0.0  # what the costs are multiplied by, and the constant of the objective
        self._sum = 0.0  # the largest sum of coefficients in a row of bounded integers

    def _take_changes(self, is_small: bool = False) -> bool:
        """Bring the model in HiGHS up to date.

        Args:
            is_small: Whether the claims of HiGHS about these numbers are relied on.

        Returns:
            Whether they are. Otherwise HiGHS has no model.
        """
        rows, known = self.m.records, set(map(id, self._rows))
        new = check_linear([row for row in rows if id(row) not in known])
        try:
            if not self._take_columns(is_small):
                return self._take_changes(is_small)
            images = [self._image(row) if self._is_loose(row) else row for row in new]
        except UnsupportedError:  # which is worded where the model is taken apart
            self._forget()
            return False
        self._drop_all_but(rows)
        added = compressed(images)
        if not (is_small or self._is_relied_on(new, added)):
            self._forget()
            return False
        if new:
            sides, entries = (added.lower, added.upper), (added.starts[:-1], added.columns, added.coefficients)
            status = self.highs.addRows(len(new), *sides, len(added.columns), *entries)
            if status == highspy.HighsStatus.kError:
                self._forget()
                raise SolverError("HiGHS rejected the model; check for bounds that are not finite")
            self._rows = self._rows + new
            self._images = self._images + images
        return True

    def _image(self, row: Linear) -> Linear:
        """A row with continuous or unbounded variables as HiGHS gets it."""
        return scaled(row, self.solver.largest, self._continuous.isdisjoint(row.columns))

    def _is_loose(self, row: Linear) -> bool:
        """Whether a row has continuous or unbounded variables."""
        return bool(self._loose) and not self._loose.isdisjoint(row.columns)

    def _drop_all_but(self, rows: Sequence[Any]) -> None:
        """Delete the rows that are not in the model any more."""
        current = set(map(id, rows))
        kept = [id(row) in current for row in self._rows]
        if all(kept):
            return
        gone = [k for k, is_kept in enumerate(kept) if not is_kept]
        self.highs.deleteRows(len(gone), gone)
        self._rows, self._images = list(compress(self._rows, kept)), list(compress(self._images, kept))
        self._with_continuous = [each for each in self._with_continuous if id(each.row) in current]

    def _is_relied_on(self, new: list[Linear], added: SparseRows) -> bool:
        """Whether the claims about the model with these new rows are relied on."""
        largest, cost = self.solver.largest, self._cost
        if not self._loose:
            self._sum = max(self._sum, largest_sum(added))
            return are_small(self._sum, self._lower, self._upper, cost, largest)
        self._sum = max(self._sum, largest_sum(compressed([row for row in new if not self._is_loose(row)])))
        if any(self._integer) and self._continuous:
            found = (ContinuousRow.of(row, self._continuous) for row in new)
            self._with_continuous += [each for each in found if each is not None]
        firm = [k for k in range(len(cost)) if k not in self._loose]
        lower, upper = ([side[k] for k in firm] for side in (self._lower, self._upper))
        cost = [] if any(cost[k] for k in self._loose) else cost
        ends = (side[k] for side in (self._lower, self._upper) for k in self._continuous)
        is_mixed = any(row.of_integers for row in self._with_continuous)
        return are_small(self._sum, lower, upper, cost, largest) and (
            not is_mixed or are_relied_on(self._with_continuous, ends, largest)
        )

    def _take_columns(self, is_small: bool) -> bool:
        """New columns, and the bounds and costs that have changed.

        Returns:
            Whether the rows need not be looked at anew; otherwise HiGHS has no model.
        """
        highs, known = self.highs, len(self._lower)
        lower, upper = self.m.bounds()
        added = range(known, len(lower))
        integer = [*self._integer, *map(self.m.is_integer, added)]
        loose, continuous = frozenset[Column](), frozenset[Column]()
        if not (is_small or (all(integer) and isfinite(sum(lower)) and isfinite(sum(upper)))):
            continuous = frozenset(k for k, is_integer in enumerate(integer) if not is_integer)
            loose = continuous.union(
                k for k, ends in enumerate(zip(lower, upper, strict=True)) if inf in map(abs, ends)
            )
        cost, constant = costs(self.m, len(lower))
        unit = scale_of_costs(cost) if any(cost[k] for k in loose) else 1.0
        if self._rows and (unit, self._loose) != (self._unit, loose.difference(added)):
            self._forget()
            return False
        self._loose, self._continuous, self._unit, self._constant = loose, continuous, unit, constant
        cost = cost if unit == 1 else [unit * c for c in cost]
        if width := len(added):
            highs.addCols(width, [0.0] * width, lower[known:], upper[known:], 0, [], [], [])
            highs.changeColsIntegrality(width, list(added), integer[known:])
            self._integer = integer
            self._cost += [0.0] * width
        if (lower[:known], upper[:known]) != (self._lower, self._upper):
            before = zip(self._lower, self._upper, lower, upper, strict=False)
            changed = [k for k, (a, b, low, high) in enumerate(before) if a != low or b != high]
            highs.changeColsBounds(len(changed), changed, *([side[k] for k in changed] for side in (lower, upper)))
        if cost != self._cost:
            changed = [k for k, c in enumerate(cost) if c != self._cost[k]]
            highs.changeColsCost(len(changed), changed, [cost[k] for k in changed])
        highs.changeObjectiveOffset(constant * unit)
        self._lower, self._upper, self._cost = lower, upper, cost
        return True


def _new_highs() -> Any:
    highs = highspy.Highs()
    highs.silent()
    highs.HandleUserInterrupt = True
    return highs


def _set(highs: Any, options: dict[str, Any]) -> None:
    for option, value in options.items():
        highs.setOptionValue(option, value)


def set_limit(highs: Any, deadline: Deadline) -> None:
    """Limit the next run. HiGHS accumulates run time over the life of the object, and its limit is for the total."""
    left = deadline.left()
    highs.setOptionValue("time_limit", highs.inf if left is None else highs.getRunTime() + min(left, LONGEST))


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
