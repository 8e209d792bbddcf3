"""cumulative -> the tasks that run at each time."""

from ...backends import Cumulative
from ...errors import UnsupportedError
from ...runtime.limits import check_deadline
from .counts import between
from .formula import Formula, Values
from .partial_sums import partial_sums, within
from .sums import values_of

__all__ = ["LARGEST", "cumulative"]

LARGEST = 100_000
"""A constraint with more pairs of a task and a time is refused."""


def cumulative(formula: Formula, constraint: Cumulative) -> None:
    """From tasks that share a capacity to a count, or a sum, for each time.

    From
        at each time the tasks that run need no more than the capacity; s[i] starts, p[i] durations, d[i] demands
    To, with the literals of values of `sums`
        b[i,t] if and only if s[i] = u for some u <= t          task i has begun
        r[i,t] if b[i,t] and not b[i,t-p[i]]                    it runs
        the sum of d[i] over the r[i,t] that are true is at most the capacity, as a count when all demands are equal,
        for each time t at which a task can start and some tasks could need too much

    Strength
        What the tasks that must run at a time need is counted: the time-table of propagators. For two tasks that
        cannot run together, no more.

    Source: A. Schutt, T. Feydy, P. Stuckey, M. Wallace, "Why Cumulative Decomposition Is Not as Bad as It Sounds", CP
    2009, the time-resource decomposition.

    Raises:
        UnsupportedError: When there are too many times, or too many sums; the message names the constraint.
    """
    tasks = [(values_of(formula, start, constraint.label), p, d) for start, p, d in constraint.tasks]
    times = sorted({t for starts, _, _ in tasks for t in starts})
    if len(times) * len(tasks) > LARGEST:
        raise UnsupportedError(
            f"{constraint.name!r}: its tasks have more than {LARGEST:,} starts together; choose a CP or MILP solver"
        )
    begun = [_begun(formula, starts) for starts, _, _ in tasks]
    for t in times:
        check_deadline()
        running = []
        for has_begun, (_, duration, demand) in zip(begun, tasks, strict=True):
            if literals := _running(formula, has_begun, t, duration):
                running.append((literals[0], demand))
        _bound(formula, running, constraint)


def _begun(formula: Formula, starts: Values) -> list[tuple[int, int]]:
    """The starts in their order, each with the literal that the task has begun by then."""
    times = sorted(starts)
    begun = [(t, starts[t]) for t in times[:1]]
    for t in times[1:]:
        before, now = begun[-1][1], starts[t]
        literal = formula.new()
        formula.add([[-literal, before, now], [-before, literal], [-now, literal]])
        begun.append((t, literal))
    formula.add([literal] for _, literal in begun[-1:])  # so that the earlier ones follow from excluded starts
    return begun


def _running(formula: Formula, begun: list[tuple[int, int]], time: int, duration: int) -> list[int]:
    """The literal that a task runs at a time; none when it cannot."""
    now = [literal for t, literal in begun if t <= time]
    ended = [literal for t, literal in begun if t <= time - duration]
    if len(now) == len(ended):
        return []
    literal = formula.new()
    formula.add([[-now[-1], *ended[-1:], literal]])
    return [literal]


def _bound(formula: Formula, running: list[tuple[int, int]], constraint: Cumulative) -> None:
    demands = [demand for _, demand in running]
    capacity = constraint.capacity
    if sum(demands) <= capacity:
        return
    if len(set(demands)) == 1:
        between(formula, [literal for literal, _ in running], 0, capacity // demands[0], constraint.label)
    else:
        terms = [{0: -literal, demand: literal} for literal, demand in running]
        partial_sums(formula, terms, within(0, capacity), constraint.label)
