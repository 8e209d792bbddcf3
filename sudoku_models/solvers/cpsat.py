"""OR-Tools CP-SAT: takes the stated CSP, from any backend, with its global constraints intact.

A model written in CP-SAT's own API is solved as it is. From Pyomo and PuLP the constraints are read and posted again:
an all-different arrives as one all-different, a linear row as one linear row.

Source: https://developers.google.com/optimization/cp/cp_solver
"""

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from ortools.sat.python import cp_model

from ..backends import AllDifferent, Backend, Exclude, Linear, NotEqual, Term
from ..backends.cpsat import CpSatBackend
from ..errors import SolverError, UnsupportedError
from ..runtime.interrupts import interrupt_calls_from_a_thread, interrupt_waits
from ..runtime.limits import Stopwatch
from .protocol import GAVE_UP, NO_PRESOLVE, TIME_LIMIT, Outcome, Status, no_time

__all__ = ["CpSat", "CpSatSession"]


class CpSat:
    """The solver "cpsat"."""

    kind = "CP"
    paradigm = "CP"
    features = frozenset({"logic","enumeration"})
    takes_logic = True

    def __init__(self, presolve: bool = True) -> None:
        self.presolve = presolve
        self.name = "cpsat" if presolve else f"cpsat:{NO_PRESOLVE}"

    def session(self, m: Backend) -> "CpSatSession":
        return CpSatSession(m, self.presolve)


class CpSatSession:
    """CP-SAT beside one model. One worker and a fixed seed, so that a run can be repeated.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "abc", 1, 3)
    >>> _ = m.all_different(x.values(), "a, b and c differ")
    >>> session = CpSatSession(m)
    >>> sorted(session.solve().values)
    [np.float64(1.0), np.float64(2.0), np.float64(3.0)]
    >>> [proto.has_all_diff() for proto in session.native.proto.constraints]
    [True]
    """

    def __init__(self, m: Backend, presolve: bool = True) -> None:
        self.m = m
        self.presolve = presolve
        self.native = cp_model.CpModel()
        self._posted: list[Any] = []
        self._lower, self._upper = np.empty(0), np.empty(0)

    def solve(self, time_limit: float | None = None) -> Outcome:
        return self._run(time_limit, None)

    def enumerate(self, found: Callable[[npt.NDArray[np.float64]], bool], time_limit: float | None = None) -> Outcome:
        """CP-SAT's own enumeration, which is single-worker. With auxiliary variables it may repeat a solution."""
        return self._run(time_limit, found)

    def _run(self, time_limit: float | None, found: Callable[[npt.NDArray[np.float64]], bool] | None) -> Outcome:
        watch = Stopwatch()
        with interrupt_waits():
            self._take_changes()
        translated = watch()
        if time_limit is not None and (time_limit := time_limit - translated) <= 0:
            return no_time()
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        solver.parameters.cp_model_presolve = self.presolve
        # Its own handler of Ctrl-C would stay behind in place of Python's, and end the process at the next one.
        solver.parameters.catch_sigint_signal = False
        if time_limit is not None:
            solver.parameters.max_time_in_seconds = time_limit
        variables = [self.native.get_int_var_from_proto_index(k) for k in range(len(self.m.variables))]
        watcher = None
        if found is not None:
            solver.parameters.enumerate_all_solutions = True
            watcher = _Watcher(variables, found)
        with interrupt_calls_from_a_thread(solver.stop_search):
            code = solver.solve(self.native, watcher)
        proto = self.native.proto
        outcome = Outcome(
            Status.UNKNOWN,
            "CP-SAT reached the time limit" if time_limit is not None else "CP-SAT stopped before it had an answer",
            stopped_by=GAVE_UP if time_limit is None else TIME_LIMIT,
            translate_seconds=translated,
            solve_seconds=watch() - translated,
            size=(len(proto.variables), len(self.m.constraints()), self._nonzeros()),
            search={"branches": solver.num_branches, "conflicts": solver.num_conflicts},
        )
        if code == cp_model.MODEL_INVALID:
            raise SolverError(f"CP-SAT refused the model: {self.native.validate()}")
        if code == cp_model.INFEASIBLE or (found is not None and code == cp_model.OPTIMAL):
            outcome.status, outcome.stopped_by = Status.INFEASIBLE, ""
            outcome.reason = "CP-SAT proved that there is no solution" + (" left" if found else "")
        elif found is None and (
            code == cp_model.OPTIMAL or (code == cp_model.FEASIBLE and not self.native.has_objective())
        ):
            outcome.status, outcome.stopped_by, outcome.reason = Status.SOLVED, "", "CP-SAT found a solution"
            # Not solver.values(): pandas, which makes it, takes ten times as long and can swallow a Ctrl-C.
            outcome.values = np.fromiter(solver.response_proto.solution, float)[: len(variables)]
        return outcome

    def _take_changes(self) -> None:
        """Bring the CpModel up to the model as it is now."""
        if isinstance(self.m, CpSatBackend):
            self.native = self.m.native
            return
        stated = self.m.constraints()
        lower, upper = self.m.bounds()
        grown = len(stated) >= len(self._posted) and all(a is b for a, b in zip(self._posted, stated, strict=False))
        same = np.array_equal(lower[: len(self._lower)], self._lower) and np.array_equal(
            upper[: len(self._upper)], self._upper
        )
        if not (grown and same):
            self.native, self._posted, known = cp_model.CpModel(), [], 0
        else:
            known = len(self._lower)
        for k in range(known, len(lower)):
            if not (self.m.is_integer(k) and np.isfinite(lower[k]) and np.isfinite(upper[k])):
                x = self.m.variables[k]
                raise UnsupportedError(f"CP-SAT takes integer variables with finite bounds only, and {x} is not one")
            self.native.new_int_var(int(lower[k]), int(upper[k]), str(self.m.variables[k]))
        for constraint in self.m.read(stated[len(self._posted) :]):
            self._post(constraint)
        self._posted, self._lower, self._upper = stated, lower, upper
        # A constant one, as in models that ask for any solution, would keep CP-SAT from enumerating.
        if (objective := self.m.objective()) and objective.columns:
            self.native.minimize(self._expression(objective))

    def _post(self, constraint: Any) -> None:
        match constraint:
            case Linear(columns, coefficients, lower, upper, name):
                body = self._expression(Term(tuple(columns), tuple(coefficients)))
                low = cp_model.INT_MIN if lower == -np.inf else int(np.ceil(lower - 1e-9))
                high = cp_model.INT_MAX if upper == np.inf else int(np.floor(upper + 1e-9))
                self.native.add_linear_constraint(body, low, high).with_name(name)
            case NotEqual(difference, name):
                self.native.add(self._expression(difference) != 0).with_name(name)
            case AllDifferent(terms, name):
                self.native.add_all_different([self._expression(term) for term in terms]).with_name(name)
            case Exclude(values, at_least, name):
                CpSatBackend(self.native).exclude(
                    [(self.native.get_int_var_from_proto_index(k), v) for k, v in values.items()], name, at_least
                )

    def _expression(self, term: Term) -> Any:
        if any(part != round(part) for part in (*term.coefficients, term.constant)):
            raise UnsupportedError(f"CP-SAT takes whole coefficients only: {term}")
        if len(term.columns) == 1 and term.coefficients[0] == 1 and term.constant == 0:
            return self.native.get_int_var_from_proto_index(term.columns[0])
        variables = [self.native.get_int_var_from_proto_index(k) for k in term.columns]
        coefficients = [round(c) for c in term.coefficients]
        return cp_model.LinearExpr.weighted_sum(variables, coefficients) + round(term.constant)

    def _nonzeros(self) -> int:
        """How many variables the constraints name, all together."""
        return sum(_width(proto) for proto in self.native.proto.constraints)


def _width(proto: Any) -> int:
    if proto.has_linear():
        return len(proto.linear.vars)
    return len(proto.all_diff.exprs) if proto.has_all_diff() else len(proto.table.exprs) if proto.has_table() else 0


class _Watcher(cp_model.CpSolverSolutionCallback):
    """Hands every solution on, and stops the search when it is told to."""

    def __init__(self, variables: list[Any], found: Callable[[npt.NDArray[np.float64]], bool]) -> None:
        super().__init__()
        self._variables, self._found = variables, found

    def on_solution_callback(self) -> None:
        values = np.array([self.value(variable) for variable in self._variables], dtype=float)
        if not self._found(values):
            self.stop_search()
