"""Any problem, not only Sudoku: the same verbs, the same rewrites, the same solvers."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import rewrites, solvers
from ..backends import AllDifferent, Backend, Constraint, Exclude, Linear, NotEqual, Term, new_backend
from ..errors import InputError, SolverError, WrongGridError
from ..rewrites.no_good import no_good
from ..runtime.limits import check_time_limit
from ..solvers import INTERRUPTED, Outcome, Session, Status

__all__ = ["Problem", "Result", "broken", "holds"]

TOLERANCE = 1e-6
"""For rows whose coefficients are no whole numbers; the values are rounded before."""

State = Callable[[Backend], Mapping[Any, Any]]
"""Takes an empty model, states a problem with its verbs, and returns the variables that the answer is about."""


@dataclass(frozen=True)
class Result:
    """The answer to one solve: `values` is there exactly when `status` is SOLVED.

    With an objective, SOLVED means that the solution is proved to be optimal.

    Attributes:
        status: SOLVED, INFEASIBLE (proved) or UNKNOWN.
        values: The value of each variable, by its key.
        objective: What was minimised, at these values; None when the problem has no objective.
        reason: The status in words.
        rewrite: The rewrites that the solver needed, joined with "+"; empty when it took the problem as it is stated.
        stopped_by: "time limit", "gave up" (the solver, before any limit) or "interrupted" when the status is UNKNOWN.
        search: What the solver tells of its search, such as nodes or LP iterations.
    """

    status: Status
    values: dict[Any, int] | None
    objective: float | None
    reason: str
    rewrite: str = ""
    stopped_by: str = ""
    search: dict[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.status is Status.SOLVED


class Problem:
    """A problem on a backend. `native` is the library's real model, as it is stated.

    Args:
        state: A function of an empty model: it states the problem with the verbs of `sudoku_models.backends`, and
            returns its variables in a dict.
        backend: One of `BACKENDS`.
        rewrite: Names from `REWRITES`, joined with "+", to make it linear at once; when left out, a solver that
            needs a linear model gets a rewritten twin.

    Raises:
        InputError: When `state` does not return a dict of variables.

    >>> def three(m):
    ...     x = m.int_vars("x", "abc", 1, 3)
    ...     m.all_different(x.values(), "all differ")
    ...     m.add(x["a"] >= x["b"] + 2, "a is larger than b by two")
    ...     return x
    >>> Problem(three).solve("highs").values
    {'a': 3, 'b': 1, 'c': 2}
    >>> Problem(three).rewritten().rewrite
    'indicators'
    """

    def __init__(self, state: State, backend: str = "pulp", rewrite: str | None = None) -> None:
        self.state, self.backend = state, backend
        self.m: Backend = new_backend(backend)
        variables = state(self.m)
        if not isinstance(variables, Mapping):
            raise InputError(f"state(m) must return its variables in a dict, not {type(variables).__name__}")
        self.variables: dict[Any, Any] = dict(variables)
        self.rewrite = ""
        self.links = rewrites.Links()
        """The binaries that rewrites have added, by what they mean."""
        self._is_rewritten = rewrite is not None
        if rewrite is not None:
            self.rewrite, self.links = rewrites.apply(self.m, rewrite)
        self._stated = len(self.m.variables)

    @property
    def native(self) -> Any:
        """The library's own model: a `ConcreteModel`, an `LpProblem` or a `CpModel`."""
        return self.m.native

    def __repr__(self) -> str:
        rewrite = f", rewrite={self.rewrite!r}" if self.rewrite else ""
        return f"<Problem on {self.backend}{rewrite}: {len(self.m.variables)} variables>"

    def rewritten(self, rewrite: str | None = None) -> "Problem":
        """The same problem as a linear model of its own; this one stays as it is stated.

        Args:
            rewrite: Names joined with "+"; the defaults when left out.
        """
        return self if self._is_rewritten and rewrite is None else Problem(self.state, self.backend, rewrite or "")

    def solve(self, solver: str = "highs", time_limit: float | None = None) -> Result:
        """Look for one solution; with an objective, for a best one.

        Args:
            solver: A name from `SOLVERS`, or one that PuLP or Pyomo know.
            time_limit: Seconds; none when left out.

        Raises:
            UnknownNameError, NotInstalledError, UnsupportedError: When the solver cannot be asked.
            WrongGridError: When the solver's values break a constraint of the problem as it is stated.
        """
        check_time_limit(time_limit)
        ready = self._prepared_for(solver)
        return self._result(ready, solver, _run(solvers.find(solver).session(ready.m), time_limit))

    def solutions(
        self, limit: int | None = None, solver: str = "highs", time_limit: float | None = None
    ) -> Iterator[dict[Any, int]]:
        """Every solution: solve, yield, exclude, repeat; two solutions differ in a variable that `state` returned.

        It ends silently only when it is proved that there are no more, or after `limit` solutions.

        Raises:
            SolverError: When the time limit (seconds, for each solve) leaves open whether there are more.
        """
        check_time_limit(time_limit)
        like = self._prepared_for(solver)
        # A model of its own, so that the cuts stay on no other.
        ready = Problem(self.state, self.backend, like.rewrite if like._is_rewritten else None)
        takes_logic = solvers.LOGIC in solvers.find(solver).features
        session = solvers.find(solver).session(ready.m)
        for k in range(limit) if limit is not None else count():
            result = self._result(ready, solver, _run(session, time_limit))
            if result.status is Status.UNKNOWN:
                raise SolverError(f"whether there are more solutions is not known: {result.reason}")
            if result.values is None:
                return
            yield result.values
            ready._exclude(result.values, f"not solution {k + 1}", takes_logic)

    def _prepared_for(self, solver: str) -> "Problem":
        takes_it = self._is_rewritten or solvers.LOGIC in solvers.find(solver).features or not self.m.logic()
        return self if takes_it else self._twin

    @cached_property
    def _twin(self) -> "Problem":
        return self.rewritten()

    def _exclude(self, values: Mapping[Any, int], name: str, as_logic: bool) -> None:
        chosen = [(self.variables[key], value) for key, value in values.items()]
        if as_logic:
            self.m.exclude(chosen, name)
        else:
            no_good(self.m, [Exclude({self.m.column(x): value for x, value in chosen}, 1, name)], self.links)

    def _result(self, ready: "Problem", solver: str, outcome: Outcome) -> Result:
        values, objective = None, None
        if outcome.values is not None:
            # The twin has stated the same first, so its first columns are those of this problem.
            stated = np.rint(outcome.values[: self._stated])
            if faults := broken(self.m, stated):
                raise WrongGridError(f"{solver} returned values that break {faults[0]!r}")
            ready.m.load(outcome.values)
            values = {key: ready.m.value(x) for key, x in ready.variables.items()}
            if (term := self.m.objective()) is not None:
                objective = _value(term, stated)
        best = ", and proved that none is better" if objective is not None else ""
        reason, by = outcome.reason + best, outcome.stopped_by
        return Result(outcome.status, values, objective, reason, ready.rewrite, by, outcome.search)


def broken(m: Backend, values: npt.NDArray[np.float64]) -> list[str]:
    """The names of the constraints in force that these values break, one value a column; asks no solver.

    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "abc", 1, 3)
    >>> _ = m.all_different(x.values(), "all differ")
    >>> _ = m.add(x["a"] >= x["b"] + 2, "a is larger than b by two")
    >>> broken(m, np.array([1, 1, 3])), broken(m, np.array([3, 1, 2]))
    (['a is larger than b by two', 'all differ'], [])
    """
    return [each.name for each in m.read(m.constraints()) if not holds(each, values)]


def holds(constraint: Constraint, values: npt.NDArray[np.float64]) -> bool:
    """Whether these values, one a column, keep one constraint."""
    match constraint:
        case Linear():
            total = sum(c * values[k] for k, c in zip(constraint.columns, constraint.coefficients, strict=True))
            return bool(constraint.lower - TOLERANCE <= total <= constraint.upper + TOLERANCE)
        case NotEqual():
            return bool(_value(constraint.difference, values) != 0)
        case AllDifferent():
            return len({_value(term, values) for term in constraint.terms}) == len(constraint.terms)
        case Exclude():
            return sum(bool(values[k] != value) for k, value in constraint.values.items()) >= constraint.at_least


def _value(term: Term, values: npt.NDArray[np.float64]) -> float:
    of_terms = (c * values[k] for k, c in zip(term.columns, term.coefficients, strict=True))
    return float(sum(of_terms, start=term.constant))


def _run(session: Session, time_limit: float | None) -> Outcome:
    try:
        return session.solve(time_limit)
    except KeyboardInterrupt:
        return Outcome(Status.UNKNOWN, "it was interrupted", stopped_by=INTERRUPTED)
