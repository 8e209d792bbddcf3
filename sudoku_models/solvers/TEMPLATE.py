"""A template for a solver: copy it into your own package, rename the class, and fill in your engine.

It works as it is, by exhaustive search, which suffices for a 4x4 board. In your package the imports begin with
`sudoku_models.` instead of dots. The docstring of `sudoku_models.solvers` explains how to register it.

>>> from sudoku_models import Puzzle, build, solvers
>>> solvers.register("brute", BruteForce, "CP; tries everything")
>>> print(build(Puzzle.parse("12.. 3412 .143 432."), "all_different", "pulp").solve("brute").status)
solved
>>> solvers.unregister("brute")
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from ..backends import (
    AllDifferent,
    Backend,
    Constraint,
    Exclude,
    Global,
    Implication,
    Linear,
    NotEqual,
    Table,
    Term,
    columns_of,
)
from ..errors import UnsupportedError
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, deadline_of
from .facts import SolverFacts
from .plain import rounded_bounds
from .protocol import (
    ENUMERATION,
    IN_PROCESS,
    INTERRUPT,
    INTERRUPTED,
    LOGIC,
    PROOF,
    TIME_LIMIT,
    OnSolution,
    Outcome,
    Paradigm,
    Session,
    Status,
    no_time,
    read_all,
)

__all__ = ["BruteForce"]

Point = list[int]
"""The values of the first columns."""


class BruteForce:
    """The solver. It declares its features; its paradigm determines which solvers can check it."""

    name = "brute"
    paradigm: Paradigm = "CP"
    features = frozenset({LOGIC, ENUMERATION, PROOF, INTERRUPT, IN_PROCESS})

    def facts(self, backend: str) -> SolverFacts:
        return SolverFacts("this package", "brute force", version="1", options={})

    def session(self, m: Backend) -> Session:
        return BruteForceSession(m)


class BruteForceSession:
    """A session for one model. Without the feature INCREMENTAL it may read the whole model at each solve."""

    def __init__(self, m: Backend) -> None:
        self.m = m

    def solve(self, time_limit: float | None = None) -> Outcome:
        found: list[npt.NDArray[np.float64]] = []

        def keep_first(values: npt.NDArray[np.float64]) -> bool:
            found.append(values)
            return False

        outcome = self.enumerate(keep_first, time_limit)
        if found:
            outcome.status, outcome.reason, outcome.stopped_by = Status.SOLVED, "brute force found a solution", ""
            outcome.values = found[0]
        return outcome

    def enumerate(self, found: OnSolution, time_limit: float | None = None) -> Outcome:
        watch = Stopwatch()
        with deadline_of(time_limit) as deadline:
            try:
                # 1. Translate. Raise an UnsupportedError that names the constraint that the engine does not support.
                if (objective := self.m.objective()) and objective.columns:
                    raise UnsupportedError("brute force does not minimise")
                lower, upper = rounded_bounds(self.m, "brute force")
                records = read_all(self.m, self.m.constraints(), deadline)
                translated = watch()
                # 2. Solve within the deadline. Ctrl-C interrupts Python code; for a library that does not react to it,
                #    see `runtime.interrupts` and `solvers.separate`.
                outcome = self._search(found, lower, upper, records, deadline)
            except TimeLimit:
                return no_time()
        # 3. Report. INFEASIBLE is only for proofs; both times are wall clock seconds.
        outcome.translate_seconds, outcome.solve_seconds = translated, watch() - translated
        outcome.size = (len(lower), len(records), sum(len(columns_of(record)) for record in records))
        return outcome

    def _search(
        self, found: OnSolution, lower: Point, upper: Point, records: list[Constraint], deadline: Deadline
    ) -> Outcome:
        try:
            for point in _points(lower, upper, records, deadline):
                if not found(np.array(point, dtype=float)):
                    return Outcome(Status.UNKNOWN, "the enumeration was ended before its end", stopped_by=INTERRUPTED)
        except TimeLimit:
            return Outcome(Status.UNKNOWN, "brute force reached the time limit", stopped_by=TIME_LIMIT)
        return Outcome(Status.INFEASIBLE, "brute force proved that there is no solution left")


def _points(lower: Point, upper: Point, records: list[Constraint], deadline: Deadline) -> Iterator[Point]:
    """Assign values column by column; check a constraint as soon as its last column has a value."""
    ready: list[list[Constraint]] = [[] for _ in range(len(lower) + 1)]
    for record in records:
        ready[max(columns_of(record), default=-1) + 1].append(record)

    def extend(point: Point) -> Iterator[Point]:
        deadline.check()
        if not all(_holds(record, point) for record in ready[len(point)]):
            return
        if len(point) == len(lower):
            yield point
            return
        for value in range(lower[len(point)], upper[len(point)] + 1):
            yield from extend([*point, value])

    return extend([])


def _holds(record: Constraint, point: Point) -> bool:
    match record:
        case Linear(columns, coefficients, low, high, _):
            return low <= _value(Term(tuple(columns), tuple(coefficients)), point) <= high
        case NotEqual(difference, _):
            return _value(difference, point) != 0
        case AllDifferent(terms, _):
            return len({_value(term, point) for term in terms}) == len(terms)
        case Exclude(values, at_least, _):
            differs: Any = (True for k, value in values if point[k] != value)
            return len(list(islice(differs, at_least))) >= at_least
        case Table(terms, tuples, allowed, _):
            return (tuple(_value(term, point) for term in terms) in tuples) == allowed
        case Global():
            return record.allows([_value(term, point) for term in record.terms])
        case Implication(conditions, row, _):
            return any(point[k] != value for k, value in conditions) or _holds(row, point)


def _value(term: Term, point: Point) -> float:
    return sum(c * point[k] for k, c in zip(term.columns, term.coefficients, strict=True)) + term.constant
