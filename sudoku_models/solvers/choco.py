"""Choco, a constraint-programming solver in which the strength of all-different is a choice: AC or BC.

AC is domain consistency (every value left has a support), BC is bounds consistency (the ends of each domain have).
Choco cannot take back a constraint after a search, so each solve posts the model anew, which takes about a millisecond.

Sources: https://choco-solver.org; all-different AC: J.-C. Regin 1994, Y. Zhang et al. 2018;
BC: A. Lopez-Ortiz et al. 2003.
"""

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pychoco
from pychoco import backend

from ..backends import AllDifferent, Backend, Constraint, Exclude, Linear, NotEqual, Term
from ..errors import UnknownNameError, UnsupportedError
from ..runtime.interrupts import interrupt_calls, interrupt_waits
from ..runtime.limits import Stopwatch
from .protocol import TIME_LIMIT, Outcome, Status, no_time

__all__ = ["CONSISTENCIES", "Choco", "ChocoSession"]

CONSISTENCIES = ("AC", "AC_REGIN", "BC", "DEFAULT")
FIRST_SLICE = 1.0


class Choco:
    """The solver "choco"; `consistency` is that of its all-different constraints."""

    kind = "CP"
    paradigm = "CP"
    features = frozenset({"logic","enumeration"})
    takes_logic = True

    def __init__(self, consistency: str) -> None:
        if consistency not in CONSISTENCIES:
            raise UnknownNameError("consistency of Choco's all-different", consistency, CONSISTENCIES)
        self.consistency = consistency
        self.name = "choco" if consistency == "AC" else f"choco:{consistency}"

    def session(self, m: Backend) -> "ChocoSession":
        return ChocoSession(m, self.consistency)


class ChocoSession:
    """Choco beside one model."""

    def __init__(self, m: Backend, consistency: str) -> None:
        self.m = m
        self.consistency = consistency
        self.native = pychoco.Model()

    def solve(self, time_limit: float | None = None) -> Outcome:
        # Choco holds Python's lock while it searches, so Ctrl-C is heard only between slices. Each is twice as long
        # as the last and starts afresh: the answer costs at most twice its time.
        allowed, used = FIRST_SLICE, 0.0
        while True:
            left = np.inf if time_limit is None else time_limit - used
            if left <= 0:
                return no_time()
            with interrupt_waits():  # KeyboardInterrupt would be lost in the __del__ of pychoco's objects
                outcome = self._run(min(allowed, left), None)
            used += outcome.solve_seconds
            if outcome.status is not Status.UNKNOWN or used + 1e-3 >= (time_limit or np.inf):
                return outcome
            allowed *= 2

    def enumerate(self, found: Callable[[npt.NDArray[np.float64]], bool], time_limit: float | None = None) -> Outcome:
        """Choco's own enumeration: go on from one solution to the next."""
        with interrupt_calls(lambda: None) as pressed:
            return self._run(time_limit, lambda values: not pressed and found(values))

    def search(self) -> dict[str, int]:
        """What the search of the last `solve` or `enumerate` has done so far; its callback may ask too."""
        solver = self.native.get_solver()
        return {
            # Not solver.get_node_count(), which in pychoco 0.4 gives the seconds.
            "nodes": backend.get_node_count(solver._handle),
            "backtracks": solver.get_backtrack_count(),
            "fails": solver.get_fail_count(),
        }

    def propagate(self) -> npt.NDArray[np.float64] | None:
        """The values of the only solution, when propagation fixes every variable; None when it does not.

        No decision is taken: this is what the chosen consistency is worth without a search.
        """
        variables, _ = self._post_model()
        solver = self.native.get_solver()
        solver._propagate()  # public in Choco itself; a contradiction goes unsaid
        if any(v.get_lb() != v.get_ub() for v in variables) or not solver.solve():
            return None
        return np.array([v.get_value() for v in variables], dtype=float)

    def _run(self, time_limit: float | None, found: Callable[[npt.NDArray[np.float64]], bool] | None) -> Outcome:
        watch = Stopwatch()
        variables, size = self._post_model()
        translated = watch()
        solver = self.native.get_solver()
        solver.set_min_dom_lb_search(*variables)
        if time_limit is not None:
            # Choco knows hours, minutes and seconds: it would read "300ms" as 300 minutes, and "0s" ends the process.
            solver.limit_time(f"{max(time_limit, 0.001):.3f}s")
        solved = solver.solve()
        going = solved
        while found is not None and going:
            values = np.array([v.get_value() for v in variables], dtype=float)
            going = found(values) and solver.solve()
        stopped = solver.get_search_state() == "STOPPED"
        outcome = Outcome(
            Status.UNKNOWN,
            "Choco reached the time limit",
            stopped_by=TIME_LIMIT,
            translate_seconds=translated,
            solve_seconds=watch() - translated,
            size=size,
            search=self.search(),
        )
        if found is None and solved:
            outcome.status, outcome.stopped_by, outcome.reason = Status.SOLVED, "", "Choco found a solution"
            outcome.values = np.array([v.get_value() for v in variables], dtype=float)
        elif not stopped and not going:
            outcome.status, outcome.stopped_by = Status.INFEASIBLE, ""
            outcome.reason = "Choco proved that there is no solution" + (" left" if found else "")
        return outcome

    def _post_model(self) -> tuple[list[Any], tuple[int, int, int]]:
        if self.m.objective() is not None:
            raise UnsupportedError("Choco is used here for satisfaction only, and this model has an objective")
        self.native = pychoco.Model()
        lower, upper = self.m.bounds()
        for k, x in enumerate(self.m.variables):
            if not (self.m.is_integer(k) and np.isfinite(lower[k]) and np.isfinite(upper[k])):
                raise UnsupportedError(f"Choco takes integer variables with finite bounds only, and {x} is not one")
        variables = [
            self.native.boolvar() if (low, high) == (0, 1) else self.native.intvar(int(low), int(high))
            for low, high in zip(lower, upper, strict=True)
        ]
        constraints = self.m.read(self.m.constraints())
        width = sum(self._post(constraint, variables) for constraint in constraints)
        return variables, (len(variables), len(constraints), width)

    def _post(self, constraint: Constraint, variables: list[Any]) -> int:
        """Post one constraint; returns how many variables it names."""
        model = self.native
        match constraint:
            case Linear(columns, coefficients, lower, upper, name):
                scope = [variables[k] for k in columns]
                whole = _whole([*coefficients], name)
                if lower == upper:
                    model.scalar(scope, whole, "=", round(lower)).post()
                else:
                    if lower > -np.inf:
                        model.scalar(scope, whole, ">=", int(np.ceil(lower - 1e-9))).post()
                    if upper < np.inf:
                        model.scalar(scope, whole, "<=", int(np.floor(upper + 1e-9))).post()
                return len(scope)
            case NotEqual(Term(columns, coefficients, constant), name):
                scope = [variables[k] for k in columns]
                if constant == 0 and sorted(coefficients) == [-1, 1]:
                    model.arithm(scope[0], "!=", scope[1]).post()
                else:
                    model.scalar(scope, _whole([*coefficients], name), "!=", -round(constant)).post()
                return len(scope)
            case AllDifferent(terms, name):
                model.all_different([self._view(term, variables, name) for term in terms], self.consistency).post()
                return len(terms)
            case Exclude(values, at_least, _):
                scope = [variables[k] for k in values]
                if at_least == 1:
                    model.table(scope, [list(values.values())], feasible=False).post()
                else:
                    differs = [model.boolvar() for _ in scope]
                    for x, value, literal in zip(scope, values.values(), differs, strict=True):
                        model.reify_x_ne_yc(x, model.intvar(value, value), 0, literal)
                    model.sum(differs, ">=", at_least).post()
                return len(scope)

    def _view(self, term: Term, variables: list[Any], name: str) -> Any:
        if len(term.columns) != 1:
            raise UnsupportedError(f"{name!r}: Choco takes a*x + b in an all-different, not a longer sum")
        x = variables[term.columns[0]]
        a, b = _whole([term.coefficients[0], term.constant], name)
        return x if (a, b) == (1, 0) else self.native.int_affine_view(a, x, b)


def _whole(numbers: list[float], name: str) -> list[int]:
    if any(number != round(number) for number in numbers):
        raise UnsupportedError(f"{name!r}: Choco takes whole coefficients only")
    return [round(number) for number in numbers]
