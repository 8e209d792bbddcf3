"""Counting by no-good cuts: solve, check, exclude, solve again, until the solver claims that there are no more.

There are two other methods. A CP or SAT solver can enumerate: it continues after each solution, where cuts may make it
start again. And the set of solutions can be partitioned, so that no model has more than one cut.

The count is a value with a status. Only a claim that there are no more makes it exact: a time limit, a solution limit
or an interruption gives "at least" or "unknown". A solver of another paradigm confirms it, or a certificate proves it.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from .. import solvers
from ..backends import Exclude
from ..certificates import Certificate
from ..errors import (
    CertificateError,
    DisagreementError,
    InputError,
    NotInstalledError,
    SolverError,
    UnknownNameError,
    UnsupportedError,
)
from ..runtime.limits import Deadline, Limits, Stopwatch, TimeLimit, deadline_of
from ..solvers import GAVE_UP, INTERRUPTED, TIME_LIMIT, Outcome, Status, no_time, title
from .pipeline import Pipeline
from .results import Count, Stats

METHODS = ("auto", "cuts", "enumerate", "partition")
"""The methods to count: "auto" is the solver's own enumeration where it has one, and no-good cuts otherwise."""
VERBS = {"enumerate": "enumerated", "partition": "found by partition"}

WIDEST = 1000
"""The largest domain, in values, of which the partition excludes all values but one."""

CrossCheck = bool | Literal["certificate"]
"""Whether a solver of another paradigm confirms a count, or a certificate that is verified."""
Progress = Callable[[int], None]
"""Called with the number of solutions found so far."""


class CountOptions(TypedDict, total=False):
    """The options of a count; see `CountRequest`."""

    cross_check: CrossCheck
    method: str
    at_least: int
    progress: Progress | None
    certificate: bool


@dataclass(frozen=True)
class CountRequest:
    """How solutions are counted: the limits, and the options of `count_solutions`."""

    limits: Limits
    cross_check: CrossCheck = True
    method: str = "auto"
    at_least: int = 1
    progress: Progress | None = None
    certificate: bool = False

    @classmethod
    def of(cls, limits: Limits, options: Mapping[str, Any]) -> "CountRequest":
        """A request made from keyword arguments.

        Raises:
            UnknownNameError: When there is no such option.
            InputError: When an option has an invalid value.
        """
        if unknown := options.keys() - CountOptions.__annotations__:
            raise UnknownNameError("option", min(unknown), CountOptions.__annotations__)
        counting = cls(limits, **options)
        if counting.method not in METHODS:
            raise InputError(f"the method must be one of {', '.join(map(repr, METHODS))}, not {counting.method!r}")
        if not (isinstance(counting.cross_check, bool) or counting.cross_check == "certificate"):
            raise InputError(f"cross_check must be True, False or 'certificate', not {counting.cross_check!r}")
        return counting

    @property
    def is_certified(self) -> bool:
        """Whether a certificate is asked for."""
        return self.certificate or self.cross_check == "certificate"


def count_all(problem: Any, solver: str, counting: CountRequest, deadline: Deadline) -> Count:
    """Count the solutions of a `Problem` as it stands. See `count_solutions`."""
    problem.check_difference(counting.at_least, is_count=True)
    with suppress(TimeLimit), deadline_of(deadline):  # the first solve says so
        problem.check_countable(problem.columns)
    if counting.is_certified:
        problem.check_certifiable()
    method = counting.method
    if method == "auto":
        method = "enumerate" if counting.at_least == 1 and problem.is_enumerable(solver) else "cuts"
    tally = Tally(problem, solver, counting, deadline, method)
    try:
        COUNT[method](tally)
        if tally.is_proved and counting.cross_check is True:
            _cross_check(tally)
        if tally.is_proved and counting.is_certified:
            _certify(tally, confirms=counting.cross_check == "certificate")
    except KeyboardInterrupt:
        if tally.checked_by:  # only the certificate was still to come
            tally.not_certified = "it was interrupted"
        else:
            tally.stop(INTERRUPTED, "it was interrupted")
    finally:
        problem.drop_temporary_cuts()
    return tally.count()


class SolutionSearch:
    """The state of a search for solutions until the solver claims that there are no more.

    Attributes:
        seconds: The time of each solve.
        is_proved: Whether the solver claims that there are no more, and nothing contradicts it.
        checked_by: The solver of another paradigm that confirmed the claim, or "certificate".
        not_confirmed: Whether no solver of another paradigm could be asked to confirm it.
        stopped_by, reason: Why the search stopped before that.
    """

    def __init__(self, solver: str, deadline: Deadline, features: Iterable[solvers.Feature] = ()) -> None:
        self.solver, self.deadline = solver, deadline
        self.features = (solvers.Feature.PROOF, *features)
        self.seconds: list[float] = []
        self.is_proved = self.not_confirmed = False
        self.checked_by = self.stopped_by = self.reason = ""

    def stop(self, by: str, reason: str) -> None:
        """Record why the search stopped before its end."""
        self.is_proved, self.stopped_by, self.reason = False, by, reason

    @property
    def confirmation(self) -> str:
        """The end of a sentence about a claim: what confirms it, or that nothing could."""
        if not self.checked_by:
            return "; not confirmed, because no solver of another paradigm can run here" if self.not_confirmed else ""
        if self.checked_by == "certificate":
            return "; a verified certificate proves it"
        return f"; {title(self.checked_by)} confirms it"

    def cross_check(self, claim: str, ask: Callable[[str], tuple[Any, Outcome]]) -> None:
        """Let a solver of another paradigm look for one more solution, after the claim that there is none.

        Args:
            claim: What is claimed, as in "only 3 solutions".
            ask: A function of the other solver that returns the model, and the outcome of solving it.

        Raises:
            DisagreementError: When there is one.
        """
        try:
            other = solvers.other_paradigm(self.solver, self.features)
        except NotInstalledError:
            self.not_confirmed = True
            return
        checker: Any = None
        try:
            with deadline_of(self.deadline) as deadline:
                deadline.check()
                checker, outcome = ask(other)
        except TimeLimit:
            outcome = no_time()
        except UnsupportedError as error:
            outcome = Outcome(Status.UNKNOWN, str(error), stopped_by=GAVE_UP)
        if outcome.status is Status.INFEASIBLE:
            self.checked_by = other
        elif outcome.status is Status.UNKNOWN:
            by = outcome.stopped_by or GAVE_UP
            self.stop(by, f"claimed that there are no more, but in the cross-check {outcome.reason}")
        else:
            further = checker.solution_of(outcome.values, other)
            raise DisagreementError(
                f"{title(self.solver)} claims that there are {claim}, but {title(other)} found one more:\n{further}"
            )


class Tally(SolutionSearch):
    """The state of a running count."""

    def __init__(self, problem: Any, solver: str, counting: CountRequest, deadline: Deadline, method: str) -> None:
        super().__init__(solver, deadline, problem.confirmed_with)
        self.problem, self.counting, self.method = problem, counting, method
        self.pipeline: Pipeline | None = None
        self.found: dict[Hashable, Any] = {}
        self.outcomes: list[Outcome] = []
        self.prove_seconds: float | None = None
        self.check_seconds: float | None = None
        self.certificate: Certificate | None = None
        self.not_certified = ""

    def is_full(self) -> bool:
        """Whether the limit of solutions is reached, which stops the count."""
        limit = self.counting.limits.solutions
        if limit is None or len(self.found) < limit:
            return False
        self.stop("limit", f"the limit of {limit} was reached")
        return True

    def solution_of(self, outcome: Outcome) -> Any:
        """The solution of an outcome, which must be a new one.

        Raises:
            SolverError: When a cut excludes it.
        """
        solution = self.problem.solution_of(outcome.values, self.solver)
        if _key_of(solution) in self.found:
            raise SolverError(f"{title(self.solver)} returned a solution that a cut excludes:\n{solution}")
        return solution

    def add(self, solution: Any, seconds: float) -> None:
        """Add a solution."""
        self.found[_key_of(solution)] = solution
        self.seconds.append(seconds)
        if self.counting.progress:
            self.counting.progress(len(self.found))

    def count(self) -> Count:
        """The result."""
        value = len(self.found)
        solutions = f"{value} solution{'s' * (value != 1)}"
        found = f"{title(self.solver)} {VERBS.get(self.method, 'found')} {solutions}"
        status: Literal["exact", "at least", "unknown"] = "at least" if value else "unknown"
        if self.is_proved:
            status = "exact"
            reason = f"{found} and claims that there are no more{self.confirmation}"
            reason += f"; there is no certificate: {self.not_certified}" if self.not_certified else ""
            if not value and (why := self.problem.contradiction()):
                reason += f"; {why}"
        else:
            reason = f"{found}, and then {self.reason}"
        kept = ("prove_seconds", "checked_by", "stopped_by", "check_seconds", "method", "certificate")
        figures = {name: getattr(self, name) for name in kept}
        return Count(value, status, reason, tuple(self.found.values()), tuple(self.seconds), self._stats(), **figures)

    def _stats(self) -> Stats:
        """The size in the first solve, and times and search summed over all solves but the last."""
        total = Outcome(Status.UNKNOWN, "")
        if self.outcomes:
            total.size = self.outcomes[0].size
            searches = [outcome.search for outcome in self.outcomes]
            total.search = {key: sum(search.get(key, 0) for search in searches) for key in searches[0]}
            translating = [outcome.translate_seconds for outcome in self.outcomes]
            total.translate_seconds = None if None in translating else sum(filter(None, translating))
            total.solve_seconds = sum(outcome.solve_seconds for outcome in self.outcomes) - (self.prove_seconds or 0.0)
        stats: Stats = self.problem.stats(self.solver, total, self.pipeline)
        return stats


def _key_of(solution: Any) -> Hashable:
    """A hashable key that distinguishes solutions."""
    return tuple(solution.values()) if isinstance(solution, dict) else solution


def _cut(tally: Tally) -> None:
    problem = tally.problem
    cuts: list[Exclude] = []
    while not tally.is_full():
        watch = Stopwatch()
        outcome, tally.pipeline = problem.ask(tally.solver, tally.deadline, cuts)
        tally.outcomes.append(outcome)
        if outcome.status is Status.UNKNOWN:
            return tally.stop(outcome.stopped_by, outcome.reason)
        if outcome.status is Status.INFEASIBLE:
            tally.is_proved = True
            tally.seconds.append(watch())
            tally.prove_seconds = outcome.solve_seconds
            return None
        solution = tally.solution_of(outcome)
        cuts.append(problem.new_cut(solution, tally.counting.at_least))
        tally.add(solution, watch())
    return None


def _partition(tally: Tally) -> None:
    """Partition the set of solutions until each part has one.

    A part is a list of conditions, such as x = 3 or x != 3, and a solution that satisfies them. One cut, "not this
    solution", asks for another one in the same part. If there is none, the part is finished. Otherwise the two
    solutions differ in some variable, and the part is divided: in one half the variable has the value of the first, in
    the other half it has not. A count of n solutions takes 2n solves.

    After E. Lawler, "A Procedure for Computing the k Best Solutions to Discrete Optimization Problems", Management
    Science 18, 1972, and K. Murty, "An Algorithm for Ranking All the Assignments in Order of Increasing Cost",
    Operations Research 16, 1968. Here a part is divided in two, by a variable in which two known solutions differ.
    """
    problem = tally.problem
    parts: list[tuple[list[Exclude], Any]] = [([], None)]
    tally.prove_seconds, since = 0.0, Stopwatch()
    while parts:
        conditions, known = parts.pop()
        cuts = conditions if known is None else [*conditions, problem.new_cut(known, 1)]
        outcome, tally.pipeline = problem.ask(tally.solver, tally.deadline, cuts)
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
            return None
        if known is None:
            parts.append((conditions, solution))
        else:
            same, different = _alternatives(problem, known, solution)
            parts += [([*conditions, *same], known), ([*conditions, *different], solution)]
    tally.is_proved = True
    tally.seconds.append(since())
    return None


def _alternatives(problem: Any, one: Any, other: Any) -> tuple[list[Exclude], list[Exclude]]:
    """Two complementary conditions: one solution satisfies the first, the other solution the second.

    They are about a variable in which the solutions differ: it has the value of the first solution, or not. Each is
    a list of cuts, "not this value".
    """
    values = dict(problem.new_cut(other, 1).values)
    k, value = next(pair for pair in problem.new_cut(one, 1).values if values.get(pair[0]) != pair[1])
    low, high = problem.m.declared(k)
    if high - low > WIDEST:
        raise UnsupportedError(
            f"the domain {low:g}..{high:g} of {problem.m.variables[k]} is too large for the method 'partition', which "
            f"takes at most {WIDEST} values; choose 'cuts'"
        )
    others = [v for v in range(int(low), int(high) + 1) if v != value]
    return [problem.new_condition(k, v) for v in others], [problem.new_condition(k, value)]


def _enumerate(tally: Tally) -> None:
    problem = tally.problem
    if solvers.Feature.ENUMERATION not in solvers.find(tally.solver).features:
        raise InputError(
            f"{title(tally.solver)} cannot enumerate by itself; choose the method 'cuts', or a CP or SAT solver"
        )
    if problem.m.has_objective():
        raise UnsupportedError("a model with an objective cannot be enumerated; choose the method 'cuts'")
    whole = Stopwatch()
    last = 0.0
    failures: list[Exception] = []

    def on_solution(values: list[float]) -> bool:
        nonlocal last
        try:
            solution = problem.solution_of(values, tally.solver)
            if _key_of(solution) not in tally.found:  # auxiliary variables make CP-SAT repeat a solution
                now = whole()
                tally.add(solution, now - last)
                last = now
        except Exception as error:  # raised again when the solver has returned
            failures.append(error)
            return False
        return not tally.is_full()

    outcome, tally.pipeline = problem.ask(tally.solver, tally.deadline, on_solution=on_solution)
    tally.outcomes.append(outcome)
    if failures:
        raise failures[0]
    if tally.is_full():
        return
    if outcome.status is Status.INFEASIBLE:
        tally.is_proved = True
        rest = whole() - last
        tally.seconds.append(rest)
        tally.prove_seconds = min(rest, outcome.solve_seconds)
    else:
        tally.stop(outcome.stopped_by, outcome.reason)


def _cross_check(tally: Tally) -> None:
    """Ask a solver of another paradigm for one more solution; where there is none, make a certificate."""

    def ask(other: str) -> tuple[Any, Outcome]:
        checker = tally.problem.checker(other)
        try:
            cuts = [checker.new_cut(found, 1) for found in tally.found.values()]
            return checker, checker.ask(other, tally.deadline, cuts)[0]
        finally:
            checker.drop_temporary_cuts()

    watch = Stopwatch()
    tally.cross_check(f"only {len(tally.found)} solutions", ask)
    if tally.not_confirmed:
        with suppress(UnsupportedError, NotInstalledError):
            tally.problem.check_certifiable()
            _certify(tally, confirms=True)
    tally.check_seconds = watch()


def _certify(tally: Tally, confirms: bool) -> None:
    """Make a certificate of the count, and verify it."""
    watch = Stopwatch()
    try:
        tally.certificate = tally.problem.certificate(list(tally.found.values()), tally.deadline)
    except CertificateError as error:
        if confirms:
            tally.stop(TIME_LIMIT, f"claimed that there are no more, but there is no certificate: {error}")
        tally.not_certified = str(error)
        return
    if confirms:
        tally.checked_by, tally.check_seconds = "certificate", watch()


COUNT: dict[str, Callable[[Tally], None]] = {"cuts": _cut, "enumerate": _enumerate, "partition": _partition}
