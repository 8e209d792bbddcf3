"""OR-Tools CP-SAT: solves the CSP of any backend with its global constraints intact.

The constraints of a model are translated one to one: an all-different becomes one all-different, and a linear row one
linear row.

Source: https://developers.google.com/optimization/cp/cp_solver
"""

import operator
import tempfile
from fractions import Fraction
from math import inf, isfinite
from pathlib import Path
from typing import Any

import ortools
from ortools.sat.python import cp_model

from ..backends import Backend, Constraint, PlainModel
from ..backends.cpsat import CpSatBackend
from ..backends.cpsat_posting import LARGEST, Poster, check_range
from ..backends.numbers import exact, total, whole, whole_objective
from ..backends.records import Linear, Term, sums_of
from ..errors import SolverError, UnsupportedError
from ..runtime.interrupts import defer_interrupts, run_cancellable
from ..runtime.limits import LONGEST, Deadline, Stopwatch, TimeLimit, check_deadline, deadline_of
from .protocol import (
    BOUNDED,
    BY_FILE,
    ENGINE_SEARCH,
    FIRST_FAIL,
    GAVE_UP,
    INPUT_ORDER,
    INTERRUPTED,
    NO_PRESOLVE,
    SEARCH_ORDERS,
    TIME_LIMIT,
    OnSolution,
    Outcome,
    Paradigm,
    SolverFacts,
    Status,
    no_time,
    rounded_bounds,
)
from .registry import chosen, features_of, seed_of

LARGEST_CONDITIONAL = 2**30
"""With a larger sum of |coefficient * value| in a row that holds under a condition, the claims of OR-Tools 9.15 are not
relied on: it calls some models infeasible that have a solution from a sum of 5 * 10^9 on, with presolve and without."""
EFFORT = 1.0
"""The work after which "cpsat:bounded" gives up, in the engine's own unit of deterministic time, which counts steps. It
is about a second on a processor of 2020, and the same work on a slower one."""
OBJECTIVE = "the objective"
"""Its name in messages."""
OPTIONS: dict[str, Any] = {
    "num_workers": 1,
    "random_seed": 1,
    # SOLVED means optimal, so no gap is allowed.
    "relative_gap_limit": 0.0,
    "absolute_gap_limit": 0.0,
    # Its own handler of Ctrl-C would replace Python's permanently, and end the process at the next Ctrl-C.
    "catch_sigint_signal": False,
}


ORDERS = {FIRST_FAIL: cp_model.CHOOSE_MIN_DOMAIN_SIZE, INPUT_ORDER: cp_model.CHOOSE_FIRST}
"""The orders of the search that are not CP-SAT's own."""


class CpSat:
    """The solver "cpsat"; the options are joined with commas."""

    paradigm: Paradigm = "CP"
    features = features_of("cpsat")
    largest = float(LARGEST)

    def __init__(self, options: str = "") -> None:
        self.name = f"cpsat:{options}" if options else "cpsat"
        words, seed = options.split(","), seed_of(options)
        self.options = {**OPTIONS, "cp_model_presolve": NO_PRESOLVE not in words}
        self.order, self.by_file = chosen(options, SEARCH_ORDERS, ENGINE_SEARCH), BY_FILE in words
        if seed is not None:
            self.options["random_seed"] = seed
        if BOUNDED in words:
            self.options["max_deterministic_time"] = EFFORT

    def facts(self, backend: str) -> SolverFacts:
        interface = "this package, OR-Tools' CpSolver on a CpModel that is kept" + ", passed by a file" * self.by_file
        interface += f", {self.order}" * (self.order in ORDERS)
        return SolverFacts(interface, "CP-SAT", ortools.__version__, self.options, self.options["num_workers"])

    def session(self, m: Backend | PlainModel) -> "CpSatSession":
        return CpSatSession(m, self.options, self.order, self.by_file)


class CpSatSession:
    """A CP-SAT session for one model, with one worker and a fixed seed for reproducible runs.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "abc", 1, 3)
    >>> _ = m.all_different(x.values(), "a, b and c differ")
    >>> session = CpSatSession(m)
    >>> sorted(session.solve().values)
    [1.0, 2.0, 3.0]
    >>> [proto.has_all_diff() for proto in session.native.proto.constraints]
    [True]
    """

    def __init__(
        self,
        m: Backend | PlainModel,
        options: dict[str, Any] = OPTIONS,
        order: str = ENGINE_SEARCH,
        by_file: bool = False,
    ) -> None:
        self.m = m
        self.options, self.order, self.by_file = options, order, by_file
        self._forget()

    def _forget(self) -> None:
        self.native = self.m.native if isinstance(self.m, CpSatBackend) else cp_model.CpModel()
        self._posted: list[Constraint] = []
        self._variables: list[Any] = []
        self._lower, self._upper = list[int](), list[int]()
        self._scanned = self._largest = 0  # constraints, and the sum of a row under a condition
        self._poster = Poster(self.native, self._variables)

    def solve(self, time_limit: float | None = None) -> Outcome:
        return self._run(time_limit, None)

    def enumerate(self, found: OnSolution, time_limit: float | None = None) -> Outcome:
        """CP-SAT's own enumeration, which is single-worker. With auxiliary variables it may repeat a solution."""
        if (objective := self.m.objective()) and objective.columns:
            raise UnsupportedError("CP-SAT enumerates models without an objective only, and this model has one")
        return self._run(time_limit, found)

    def _run(self, time_limit: float | None, found: OnSolution | None) -> Outcome:
        watch = Stopwatch()
        try:
            with deadline_of(time_limit) as deadline, defer_interrupts():
                self._take_changes()
        except TimeLimit:
            return no_time()
        translated = watch()
        solver, model = self._solver(deadline), self._model()
        watcher = None
        if found is not None:
            solver.parameters.enumerate_all_solutions = True
            solver.parameters.cp_model_presolve = not self._has_large_row()  # see `_again`
            watcher = _Watcher(self._variables, found)
        code = run_cancellable(lambda: solver.solve(model, watcher), solver.stop_search)
        outcome = self._proved(self._outcome(solver, code, watcher, model))
        if found is None:
            outcome = self._again(outcome, deadline, model)
        outcome.translate_seconds, outcome.solve_seconds = translated, watch() - translated
        if outcome.status is Status.UNKNOWN and not outcome.stopped_by:
            spent = solver.response_proto.deterministic_time
            is_spent = spent >= 0.99 * self.options.get("max_deterministic_time", inf)
            late = deadline.seconds is not None and not is_spent
            outcome.stopped_by = TIME_LIMIT if late else GAVE_UP
            outcome.reason = "CP-SAT reached the time limit" if late else "CP-SAT stopped before it had an answer"
        return outcome

    def _model(self) -> cp_model.CpModel:
        """The model that CP-SAT gets: a copy where it goes through a file, or gets the order of the search."""
        if not self.by_file and self.order not in ORDERS:
            return self.native
        model = _through_a_file(self.native) if self.by_file else self.native.clone()
        if self.order in ORDERS:
            integer = [model.get_int_var_from_proto_index(k) for k in range(len(self.m.variables))]
            model.add_decision_strategy(integer, ORDERS[self.order], cp_model.SELECT_MIN_VALUE)
        return model

    def _solver(self, deadline: Deadline) -> cp_model.CpSolver:
        solver = cp_model.CpSolver()
        for option, value in self.options.items():
            setattr(solver.parameters, option, value)
        if self.order in ORDERS:
            solver.parameters.search_branching = cp_model.FIXED_SEARCH
        if (left := deadline.left()) is not None:
            solver.parameters.max_time_in_seconds = min(left, LONGEST)
        return solver

    def _proved(self, outcome: Outcome) -> Outcome:
        """The outcome; without its claim where that is not relied on, see `LARGEST_CONDITIONAL`."""
        if _claims(outcome) and self._has_large_condition():
            outcome.status, outcome.stopped_by, outcome.bound = Status.UNKNOWN, GAVE_UP, None
            outcome.values, outcome.incumbent = None, outcome.values
            outcome.reason = (
                "CP-SAT ended, but a row under a condition has numbers too large for its claim to be relied on; choose "
                "a MILP solver"
            )
        return outcome

    def _again(self, outcome: Outcome, deadline: Deadline, model: cp_model.CpModel) -> Outcome:
        """The outcome, when a search without presolve claims the same; otherwise without its claim.

        Presolve of OR-tools 9.15 makes rows under a condition of others, see `LARGEST_CONDITIONAL`.
        """
        if not (_claims(outcome) and self._has_large_row()):
            return outcome
        solver = self._solver(deadline)
        solver.parameters.cp_model_presolve = False
        code = run_cancellable(lambda: solver.solve(model), solver.stop_search)
        second = self._outcome(solver, code, None, model)
        goal = self.m.objective() or Term((), ())
        costs = [values and total(goal, list(map(round, values))) for values in (outcome.values, second.values)]
        if second.status is outcome.status and costs[0] == costs[1]:
            return outcome
        outcome.status, outcome.stopped_by, outcome.bound = Status.UNKNOWN, GAVE_UP, None
        outcome.values, outcome.incumbent = None, outcome.values
        outcome.reason = "CP-SAT ended, but as the numbers are large, a second search must claim the same, and did not"
        return outcome

    def _has_large_row(self) -> bool:
        """Whether the sum of a row may be beyond `LARGEST_CONDITIONAL`."""
        most = [max(abs(low), abs(high)) for low, high in zip(*self.m.bounds(), strict=True)]
        value = max(most, default=0)
        m: Any = self.m
        records = m.read(m.constraints()) if isinstance(m, CpSatBackend) else m.records
        rows = (each for each in records if isinstance(each, Linear))
        large = (row for row in rows if sum(map(abs, row.coefficients)) * value > LARGEST_CONDITIONAL)
        sizes = (sum(abs(c) * most[k] for k, c in zip(row.columns, row.coefficients, strict=True)) for row in large)
        return any(size > LARGEST_CONDITIONAL for size in sizes)

    def _has_large_condition(self) -> bool:
        """Whether a row that holds under a condition is beyond `LARGEST_CONDITIONAL`."""
        proto = self.native.proto
        for k in range(self._scanned, len(proto.constraints)):
            each = proto.constraints[k]
            if len(each.enforcement_literal) and each.has_linear():
                ends = (max(map(abs, proto.variables[v if v >= 0 else -v - 1].domain)) for v in each.linear.vars)
                self._largest = max(
                    self._largest, sum(abs(c) * x for c, x in zip(each.linear.coeffs, ends, strict=True))
                )
        self._scanned = len(proto.constraints)
        return self._largest > LARGEST_CONDITIONAL

    def _outcome(
        self, solver: cp_model.CpSolver, code: Any, watcher: "_Watcher | None", model: cp_model.CpModel
    ) -> Outcome:
        if code == cp_model.MODEL_INVALID:
            self._name_what_is_too_large()
            if not (problem := self.native.validate()):
                raise UnsupportedError("CP-SAT cannot take the numbers of this model; choose a MILP solver")
            raise SolverError(f"CP-SAT refused the model: {problem}")
        proto = self.native.proto
        outcome = Outcome(
            Status.UNKNOWN,
            "",
            size=(len(proto.variables), self._rows, self._nonzeros()),
            search={
                "branches": solver.num_branches,
                "conflicts": solver.num_conflicts,
                "propagations": solver.response_proto.num_integer_propagations,
            },
        )
        has_objective = model.has_objective()
        values = None
        if watcher is None and code in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            # Not solver.values(): pandas, which makes it, takes ten times as long and can swallow a Ctrl-C.
            solution = list(solver.response_proto.solution)
            values = [float(solution[x.index]) for x in self._variables]
        if code == cp_model.INFEASIBLE or (watcher and code == cp_model.OPTIMAL and not watcher.was_ended):
            outcome.status = Status.INFEASIBLE
            outcome.reason = "CP-SAT claims that there is no solution" + (" left" if watcher else "")
        elif watcher is not None:
            if watcher.was_ended:
                outcome.stopped_by, outcome.reason = INTERRUPTED, "the enumeration was ended before its end"
        elif code == cp_model.OPTIMAL or (code == cp_model.FEASIBLE and not has_objective):
            outcome.status, outcome.reason, outcome.values = Status.SOLVED, "CP-SAT found a solution", values
        elif has_objective:
            outcome.incumbent = values
        if has_objective and code not in (cp_model.INFEASIBLE, cp_model.UNKNOWN):
            outcome.bound = self._bound(solver.best_objective_bound)
        return outcome

    def _bound(self, bound: float) -> float | None:
        """The bound of CP-SAT in units of the objective as it is minimised."""
        if not isfinite(bound):
            return None
        objective = self.m.objective()
        assert objective is not None
        if isinstance(self.m, CpSatBackend):  # in units of the user's objective, in which all numbers are whole
            return float(objective.sign * round(bound))
        return float(whole_objective(objective)[1] * Fraction(bound) + exact(objective.constant))

    def _name_what_is_too_large(self) -> None:
        """Raise an error that names the constraint whose numbers are too large for CP-SAT, if any."""
        lower, upper = self.m.bounds()
        ends = [int(max(abs(low), abs(high))) for low, high in zip(lower, upper, strict=True)]
        for record in self.m.records:
            for term in sums_of(whole(record) if isinstance(record, Linear) else record):
                check_range(term, ends, record.name)
        if objective := self.m.objective():
            check_range(whole_objective(objective)[0], ends, OBJECTIVE)

    def _take_changes(self) -> None:
        """Update the CpModel to the current model."""
        if isinstance(self.m, CpSatBackend):
            self.native, self._variables, self._rows = self.m.native, self.m.variables, len(self.m.constraints())
            return
        present = list(self.m.records)
        lower, upper = rounded_bounds(self.m, "CP-SAT")
        grown = len(present) >= len(self._posted) and all(map(operator.is_, self._posted, present))
        if not grown or any(map(operator.gt, [*self._lower, *lower], [*self._upper, *upper])):  # an empty domain
            self._forget()
        try:
            self._change_bounds(lower, upper)
            self._add_variables(lower, upper)
            for k, record in enumerate(present[len(self._posted) :]):
                if k % 256 == 0:
                    check_deadline()
                self._poster.post(record)
        except BaseException:
            self._forget()  # a partly posted model is posted again at the next solve
            raise
        self._posted, self._lower, self._upper, self._rows = present, lower, upper, len(present)
        self.native.clear_objective()
        # A constant objective would prevent CP-SAT from enumerating.
        if (objective := self.m.objective()) and objective.columns:
            self.native.minimize(self._poster.expression(whole_objective(objective)[0], OBJECTIVE))

    def _change_bounds(self, lower: list[int], upper: list[int]) -> None:
        """Change the domains of the variables that the CpModel already has."""
        variables, before = self.native.proto.variables, zip(self._lower, self._upper, strict=True)
        for k, (variable, known) in enumerate(zip(self._variables, before, strict=True)):
            if known != (lower[k], upper[k]):
                self._check_size(k, lower[k], upper[k])
                domain = variables[variable.index].domain
                domain.clear()
                domain.extend([lower[k], upper[k]])

    def _add_variables(self, lower: list[int], upper: list[int]) -> None:
        for k in range(len(self._variables), len(lower)):
            self._check_size(k, lower[k], upper[k])
            name = str(self.m.variables[k])
            if lower[k] > upper[k]:  # an empty domain is no valid model
                variable = self.native.new_int_var(upper[k], lower[k], name)
                self.native.add_bool_or([])
            else:
                variable = self.native.new_int_var(lower[k], upper[k], name)
            self._variables.append(variable)

    def _check_size(self, k: int, lower: int, upper: int) -> None:
        if max(abs(lower), abs(upper)) >= LARGEST:
            raise UnsupportedError(f"the bounds of {self.m.variables[k]} are beyond the 64 bits that CP-SAT counts in")

    def _nonzeros(self) -> int:
        """The total number of variables in the constraints."""
        return sum(_width(proto) for proto in self.native.proto.constraints)


def _width(proto: Any) -> int:
    if proto.has_linear():
        return len(proto.linear.vars)
    return len(proto.all_diff.exprs) if proto.has_all_diff() else len(proto.table.exprs) if proto.has_table() else 0


def _through_a_file(model: cp_model.CpModel) -> cp_model.CpModel:
    """The model as it is read from a file into which it was written."""
    read = cp_model.CpModel()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "model.txt"
        model.export_to_file(str(file))
        read.proto.parse_text_format(file.read_text(encoding="utf-8"))
    return read


def _claims(outcome: Outcome) -> bool:
    """Whether it is claimed that there is no solution, or no better one."""
    return outcome.status is Status.INFEASIBLE or (outcome.status is Status.SOLVED and outcome.bound is not None)


class _Watcher(cp_model.CpSolverSolutionCallback):
    """Passes every solution to `found`, and stops the search when it returns False."""

    def __init__(self, variables: list[Any], found: OnSolution) -> None:
        super().__init__()
        self._variables, self._found = variables, found
        self.was_ended = False

    def on_solution_callback(self) -> None:
        solution = list(map(float, self.response_proto.solution))  # self.value(x) takes ten times as long
        values = [solution[x.index] for x in self._variables]
        if not self.was_ended and not self._found(values):
            self.was_ended = True
            self.stop_search()
