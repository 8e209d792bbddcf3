"""Counting by no-good cuts: solve, check, exclude, solve again, until it is proved that there are no more solutions.

There are two other methods. A CP or SAT solver can enumerate: it continues after each solution, where cuts may make it
start again. And the set of solutions can be partitioned, so that no model has more than one cut.

The count is a value with a status. Only a proof makes it exact: a time limit, a solution limit or an interruption gives
"at least" or "unknown". The proof itself can be confirmed by a solver of another paradigm.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from .. import solvers
from ..backends import Backend
from ..certificates import Certificate
from ..errors import CertificateError, DisagreementError, InputError, SolverError, UnsupportedError
from ..runtime.limits import Deadline, Limits, Stopwatch, deadline_suspended
from ..solvers import GAVE_UP, INTERRUPTED, TIME_LIMIT, Outcome, Status
from .results import Count, Stats
from .solver_model import Cut, SolverModel

__all__ = ["METHODS", "Countable", "CrossCheck", "Progress", "count_solutions_of"]

METHODS = ("auto", "cuts", "enumerate", "partition")
"""The methods to count: "auto" is the solver's own enumeration where it has one, and no-good cuts otherwise."""
VERBS = {"enumerate": "enumerated", "partition": "found by partition"}

CrossCheck = bool | Literal["certificate"]
"""Whether a solver of another paradigm confirms a count, or a certificate that is verified."""
Progress = Callable[[int], None]
"""Called with the number of solutions found so far."""


class Countable(Protocol):
    """The methods of a model that a count uses; `Problem` implements them."""

    @property
    def m(self) -> Backend: ...
    def ask(self, solver: str, deadline: Deadline, extra: Sequence[Cut] = ()) -> tuple[Outcome, SolverModel]: ...
    def enumerate_with(
        self, solver: str, on_solution: Callable[[npt.NDArray[np.float64]], bool], deadline: Deadline
    ) -> tuple[Outcome, SolverModel]: ...
    def solution_of(self, values: npt.NDArray[np.float64] | None, solver: str) -> Any: ...
    def key_of(self, solution: Any) -> Hashable: ...
    def new_cut(self, solution: Any, at_least: int) -> Cut: ...
    def alternatives(self, one: Any, other: Any) -> tuple[list[Cut], list[Cut]]: ...
    def check_difference(self, at_least: int) -> None: ...
    def drop_temporary_cuts(self) -> None: ...
    def further_solution(self, solver: str, found: Sequence[Any], deadline: Deadline) -> tuple[str, Outcome, Any]: ...
    def contradiction(self) -> str: ...
    def is_enumerable(self, solver: str) -> bool: ...
    def check_certifiable(self) -> None: ...
    def certificate(self, solutions: Sequence[Any], deadline: Deadline) -> Certificate: ...
    def stats(self, solver: str, outcome: Outcome, ready: SolverModel | None) -> Stats: ...


def count_solutions_of(
    problem: Countable,
    solver: str,
    limits: Limits,
    deadline: Deadline,
    cross_check: CrossCheck,
    method: str,
    at_least: int,
    progress: Progress | None,
    certificate: bool = False,
) -> Count:
    """Count the solutions of a model as it stands, and remove the cuts of the count. See `count_solutions`."""
    if method not in METHODS:
        raise InputError(f"the method must be one of {', '.join(map(repr, METHODS))}, not {method!r}")
    if cross_check not in (True, False, "certificate"):
        raise InputError(f"cross_check must be True, False or 'certificate', not {cross_check!r}")
    problem.check_difference(at_least)
    if certificate or cross_check == "certificate":
        problem.check_certifiable()
    if method == "auto":
        method = "enumerate" if at_least == 1 and problem.is_enumerable(solver) else "cuts"
    tally = Tally(problem, solver, limits, deadline, progress, method)
    try:
        if method == "enumerate":
            _enumerate(tally)
        elif method == "partition":
            _partition(tally)
        else:
            _cut(tally, at_least)
        if tally.is_proved and cross_check is True:
            _cross_check(tally)
        if tally.is_proved and (certificate or cross_check == "certificate"):
            _certify(tally, confirms=cross_check == "certificate")
    except KeyboardInterrupt:
        tally.stop(INTERRUPTED, "it was interrupted")
    finally:
        problem.drop_temporary_cuts()
    return tally.count()


class Tally:
    """The state of a running count."""

    def __init__(
        self,
        problem: Countable,
        solver: str,
        limits: Limits,
        deadline: Deadline,
        progress: Progress | None,
        method: str,
    ) -> None:
        self.problem, self.solver, self.limits, self.deadline = problem, solver, limits, deadline
        self.method = method
        self.ready: SolverModel | None = None
        self.found: dict[Hashable, Any] = {}
        self.seconds: list[float] = []
        self.outcomes: list[Outcome] = []
        self.is_proved = False
        self.prove_seconds: float | None = None
        self.check_seconds: float | None = None
        self.certificate: Certificate | None = None
        self.checked_by = self.stopped_by = self.reason = self.not_certified = ""
        self._progress = progress

    def is_full(self) -> bool:
        """Whether the limit of solutions is reached."""
        return self.limits.solutions is not None and len(self.found) >= self.limits.solutions

    def solution_of(self, outcome: Outcome) -> Any:
        """The solution of an outcome, which must be a new one.

        Raises:
            SolverError: When a cut excludes it.
        """
        solution = self.problem.solution_of(outcome.values, self.solver)
        if self.problem.key_of(solution) in self.found:
            raise SolverError(f"{self.solver} returned a solution that a cut excludes:\n{solution}")
        return solution

    def add(self, solution: Any, seconds: float) -> None:
        """Add a solution."""
        self.found[self.problem.key_of(solution)] = solution
        self.seconds.append(seconds)
        if self._progress:
            self._progress(len(self.found))

    def stop(self, by: str, reason: str) -> None:
        """Record why the count stopped without a proof."""
        self.is_proved, self.stopped_by, self.reason = False, by, reason

    def count(self) -> Count:
        """The result."""
        value = len(self.found)
        solutions = f"{value} solution{'s' * (value != 1)}"
        found = f"{self.solver} {VERBS.get(self.method, 'found')} {solutions}"
        status: Literal["exact", "at least", "unknown"] = "at least" if value else "unknown"
        if self.is_proved:
            status = "exact"
            reason = f"{found} and proved that there are no more"
            checker = "a verified certificate" if self.checked_by == "certificate" else self.checked_by
            reason += f"; {checker} confirms it" if checker else ""
            reason += f"; there is no certificate: {self.not_certified}" if self.not_certified else ""
            if not value and (why := self.problem.contradiction()):
                reason += f"; {why}"
        else:
            reason = f"{found}, and then {self.reason}"
        return Count(
            value,
            status,
            reason,
            tuple(self.found.values()),
            tuple(self.seconds),
            self._stats(),
            self.prove_seconds,
            self.checked_by,
            self.stopped_by,
            self.check_seconds,
            self.method,
            self.certificate,
        )

    def _stats(self) -> Stats:
        """The size in the first solve, and times and search summed over all solves, without the time of the proof."""
        if not self.outcomes:
            return self.problem.stats(self.solver, Outcome(Status.UNKNOWN, ""), self.ready)
        searches = [outcome.search for outcome in self.outcomes]
        translating = [outcome.translate_seconds for outcome in self.outcomes]
        solving = sum(outcome.solve_seconds for outcome in self.outcomes)
        total = Outcome(
            Status.UNKNOWN,
            "",
            translate_seconds=None if None in translating else sum(filter(None, translating)),
            solve_seconds=solving - (self.prove_seconds or 0.0),
            size=self.outcomes[0].size,
            search={key: sum(search.get(key, 0) for search in searches) for key in searches[0]},
        )
        return self.problem.stats(self.solver, total, self.ready)


def _cut(tally: Tally, at_least: int) -> None:
    problem = tally.problem
    cuts: list[Cut] = []
    while not tally.is_full():
        watch = Stopwatch()
        outcome, tally.ready = problem.ask(tally.solver, tally.deadline, cuts)
        tally.outcomes.append(outcome)
        if outcome.status is Status.UNKNOWN:
            return tally.stop(outcome.stopped_by, outcome.reason)
        if outcome.status is Status.INFEASIBLE:
            tally.is_proved = True
            tally.seconds.append(watch())
            tally.prove_seconds = outcome.solve_seconds
            return None
        solution = tally.solution_of(outcome)
        cuts.append(problem.new_cut(solution, at_least))
        tally.add(solution, watch())
    return tally.stop("limit", f"the limit of {tally.limits.solutions} was reached")


def _partition(tally: Tally) -> None:
    """Partition the set of solutions until each part has one.

    A part is a list of conditions, such as x = 3 or x != 3, and a solution that satisfies them. One cut, "not this
    solution", asks for another one in the same part. If there is none, the part is finished. Otherwise the two
    solutions differ in some variable, and the part is divided: in one half the variable has the value of the first, in
    the other half it has not. A count of n solutions takes 2n solves.

    Sources: E. Lawler, "A Procedure for Computing the k Best Solutions to Discrete Optimization Problems", Management
    Science 18, 1972; K. Murty, "An Algorithm for Ranking All the Assignments in Order of Increasing Cost", Operations
    Research 16, 1968.
    """
    problem = tally.problem
    parts: list[tuple[list[Cut], Any]] = [([], None)]
    tally.prove_seconds, since = 0.0, Stopwatch()
    while parts:
        conditions, known = parts.pop()
        cuts = conditions if known is None else [*conditions, problem.new_cut(known, 1)]
        outcome, tally.ready = problem.ask(tally.solver, tally.deadline, cuts)
        tally.outcomes.append(outcome)
        if outcome.status is Status.UNKNOWN:
            return tally.stop(outcome.stopped_by, outcome.reason)
        if outcome.status is Status.INFEASIBLE:
            tally.prove_seconds += outcome.solve_seconds
            continue
        solution = tally.solution_of(outcome)
        tally.add(solution, since())
        since = Stopwatch()
        if tally.is_full():
            return tally.stop("limit", f"the limit of {tally.limits.solutions} was reached")
        if known is None:
            parts.append((conditions, solution))
        else:
            same, different = problem.alternatives(known, solution)
            parts += [([*conditions, *same], known), ([*conditions, *different], solution)]
    tally.is_proved = True
    tally.seconds.append(since())
    return None


def _enumerate(tally: Tally) -> None:
    problem = tally.problem
    if solvers.ENUMERATION not in solvers.find(tally.solver).features:
        raise InputError(f"{tally.solver} cannot enumerate by itself; choose the method 'cuts', or a CP or SAT solver")
    if (objective := problem.m.objective()) is not None and objective.columns:
        raise UnsupportedError("a model with an objective cannot be enumerated; choose the method 'cuts'")
    whole = Stopwatch()
    last = 0.0
    failures: list[Exception] = []

    def on_solution(values: npt.NDArray[np.float64]) -> bool:
        nonlocal last
        try:
            with deadline_suspended():  # a solution that was found in time counts
                solution = problem.solution_of(values, tally.solver)
            if problem.key_of(solution) not in tally.found:  # auxiliary variables make CP-SAT repeat a solution
                now = whole()
                tally.add(solution, now - last)
                last = now
        except Exception as error:  # raised again when the solver has returned
            failures.append(error)
            return False
        return not tally.is_full()

    outcome, tally.ready = problem.enumerate_with(tally.solver, on_solution, tally.deadline)
    tally.outcomes.append(outcome)
    if failures:
        raise failures[0]
    if tally.is_full():
        tally.stop("limit", f"the limit of {tally.limits.solutions} was reached")
    elif outcome.status is Status.INFEASIBLE:
        tally.is_proved = True
        rest = whole() - last
        tally.seconds.append(rest)
        tally.prove_seconds = min(rest, outcome.solve_seconds)
    else:
        tally.stop(outcome.stopped_by, outcome.reason)


def _cross_check(tally: Tally) -> None:
    """Ask a solver of another paradigm for one more solution."""
    watch = Stopwatch()
    if tally.deadline.is_over:
        tally.stop(TIME_LIMIT, "proved that there are no more, but the time limit left no time for the cross-check")
        return
    other, outcome, further = tally.problem.further_solution(tally.solver, list(tally.found.values()), tally.deadline)
    tally.check_seconds = watch()
    if outcome.status is Status.INFEASIBLE:
        tally.checked_by = other
    elif outcome.status is Status.SOLVED:
        raise DisagreementError(
            f"{tally.solver} proved that there are only {len(tally.found)} solutions, but {other} found one more:"
            f"\n{further}"
        )
    else:
        by = outcome.stopped_by or GAVE_UP
        tally.stop(by, f"proved that there are no more, but in the cross-check {outcome.reason}")


def _certify(tally: Tally, confirms: bool) -> None:
    """Make a certificate of the count, and verify it."""
    watch = Stopwatch()
    try:
        tally.certificate = tally.problem.certificate(list(tally.found.values()), tally.deadline)
    except CertificateError as error:
        if confirms:
            tally.stop(TIME_LIMIT, f"proved that there are no more, but there is no certificate: {error}")
        tally.not_certified = str(error)
        return
    if confirms:
        tally.checked_by, tally.check_seconds = "certificate", watch()
