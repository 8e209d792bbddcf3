"""SAT solvers, through PySAT: CaDiCaL 1.9.5 and Glucose 4.1. The model becomes clauses, see `rewrites.clauses`.

Both are incremental, and a session uses that. Constraints that were added since the last solve are added as clauses,
guarded by a literal of their own: as long as it is assumed they hold, and once its negation is a clause they are gone.
So are the cuts of an iteration. Variables whose bounds are narrower than their domain, such as the givens of a puzzle,
are assumptions, so the next puzzle on the same model adds no clause at all, and what was learnt stays. Only when a
constraint without a guard is removed, or a domain becomes larger, the session starts again.

A solve runs in slices of a number of conflicts. Between two of them the session checks the clock and Ctrl-C; nothing is
lost, because the solver continues with what it has learnt.

An objective is minimised by binary search: is there a solution that costs at most so much?

Sources: A. Biere, M. Fleury, "Gimsatul, IsaSAT and Kissat entering the SAT Competition 2022", for CaDiCaL;
G. Audemard, L. Simon, "Predicting Learnt Clauses Quality in Modern SAT Solvers", IJCAI 2009, for Glucose; A. Ignatiev,
A. Morgado, J. Marques-Silva, "PySAT: A Python Toolkit for Prototyping with SAT Oracles", SAT 2018; N. Een,
N. Sorensson, "Temporal Induction by Incremental SAT Solving", 2003, for the guards.
"""

import tempfile
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pysolvers
from pysat.formula import CNF
from pysat.solvers import Cadical195, Glucose4

from ..backends import Backend, Column, Linear, PlainModel, Term
from ..backends.numbers import exact, whole_objective
from ..errors import SolverError, UnsupportedError
from ..rewrites.clauses import linear, whole_scope
from ..runtime.interrupts import check_interrupt, defer_interrupts, garbage_collection_paused
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, check_deadline, deadline_of, deadline_suspended
from .protocol import BY_FILE, TIME_LIMIT, OnSolution, Outcome, Paradigm, SolverFacts, Status, no_time
from .registry import ENCODINGS, chosen, features_of
from .sat_posting import LARGEST, Clauses
from .separate import ended_by_caller

BLOCK = 10_000
"""Clauses that are passed between two checks of the clock."""
OBJECTIVE = "the objective"
"""Its name in messages."""
SLICE = 0.1
"""Seconds that a slice should take at most; Ctrl-C waits for its end."""


class _QuietAtExit:
    """PySAT's functions may be gone when Python deletes the last solvers, at the end of the program."""

    def __del__(self) -> None:
        try:  # noqa: SIM105  contextlib may be gone too
            self.delete()  # type: ignore[attr-defined]
        except TypeError:
            pass


class Cadical(_QuietAtExit, Cadical195):
    """CaDiCaL 1.9.5."""

    title, version = "CaDiCaL", "1.9.5"

    def solve_limited(self, assumptions: list[int], expect_interrupt: bool = True) -> bool | None:
        """As in PySAT, without its handler of Ctrl-C (the 0), after which the next call ends the process."""
        self.status = {1: True, -1: False}.get(pysolvers.cadical195_solve_lim(self.cadical, assumptions, 0))
        return self.status


class Glucose(_QuietAtExit, Glucose4):
    """Glucose 4.1. PySAT installs no handler of Ctrl-C when it is told to expect an interrupt."""

    title, version = "Glucose", "4.1"


def solve_in_slices(engine: Any, assumptions: list[int], check: Callable[[], None]) -> bool:
    """Whether the clauses of an engine can be satisfied under assumptions.

    Args:
        engine: A `Cadical` or a `Glucose`.
        assumptions: Literals.
        check: Called before each slice of conflicts; an exception that it raises ends the search.

    >>> engine = Cadical([[1, 2], [-1]])
    >>> solve_in_slices(engine, [], lambda: None), solve_in_slices(engine, [-2], lambda: None)
    (True, False)
    """
    budget = 1_000
    while True:
        check()
        watch = Stopwatch()
        engine.conf_budget(budget)
        answer: bool | None = engine.solve_limited(assumptions, expect_interrupt=True)
        if answer is not None:
            return answer
        seconds = watch()
        budget = budget * 2 if seconds < SLICE / 2 else max(budget // 2, 100) if seconds > SLICE else budget


class Sat:
    """A SAT solver; options are the encoding of its at-most-one constraints, and whether the clauses go by a file."""

    paradigm: Paradigm = "SAT"
    largest = float(LARGEST)

    def __init__(self, name: str, engine: type[Any], options: str) -> None:
        self.engine = engine
        self.encoding = chosen(options, ENCODINGS, "pairwise")
        self.by_file = BY_FILE in options.split(",")
        self.name = f"{name}:{options}" if options else name
        self.features = features_of(name)

    def facts(self, backend: str) -> SolverFacts:
        how = "by a file of DIMACS" if self.by_file else "incremental"
        interface = f"this package, PySAT: clauses, {how}, in slices of {SLICE:g} s"
        return SolverFacts(interface, self.engine.title, self.engine.version, {"at_most_one": self.encoding})

    def session(self, m: Backend | PlainModel) -> "SatSession":
        return SatSession(m, self.engine, self.encoding, self.by_file)


def cadical(options: str = "") -> Sat:
    """The solver "cadical"."""
    return Sat("cadical", Cadical, options)


def glucose(options: str = "") -> Sat:
    """The solver "glucose"."""
    return Sat("glucose", Glucose, options)


class SatSession:
    """A session of a SAT solver for one model.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "ab", 1, 3)
    >>> _ = m.add(x["a"] >= x["b"] + 2, "a is larger by two")
    >>> session = cadical().session(m)
    >>> print(*session.solve().values)
    3.0 1.0
    >>> _ = m.add(x["b"] >= 2, "b is 2 or more")
    >>> str(session.solve().status)
    'infeasible'
    """

    def __init__(self, m: Backend | PlainModel, engine: type[Any], encoding: str, by_file: bool = False) -> None:
        self.engine, self.by_file = engine, by_file
        self.clauses = Clauses(m, engine.title, encoding)
        self._propagation: _Propagation | None = None
        self._begin()

    def _begin(self) -> None:
        self.native = self.engine()
        self._kept: list[list[int]] = []  # the clauses for a file
        self._formula = self.clauses.formula
        self._passed = self._literals = 0  # the clauses that the solver has, and their literals

    def solve(self, time_limit: float | None = None) -> Outcome:
        return self._run(time_limit, None)

    def enumerate(self, found: OnSolution, time_limit: float | None = None) -> Outcome:
        """Solve, exclude the solution by a clause, solve again. Afterwards these clauses are gone."""
        return self._run(time_limit, found)

    def propagate(self) -> list[float] | None:
        """The values of the only solution if unit propagation fixes every variable, otherwise None.

        No decision is made: this measures the strength of the clauses without search.
        """
        if self._propagation is None:
            self._propagation = _Propagation(self.clauses.m, self.engine.title, self.clauses.encoding)
        return self._propagation.values()

    def _run(self, time_limit: float | None, found: OnSolution | None) -> Outcome:
        watch = Stopwatch()
        try:
            with deadline_of(time_limit) as deadline, defer_interrupts():
                with garbage_collection_paused():
                    self._take_changes()
                if self.by_file:
                    self._pass_by_file()
                translated, before = watch(), self.native.accum_stats()
                size = self._formula.size, self._passed, self._literals
                deadline.check()
                outcome = self._find(deadline) if found is None else self._enumerate(found, deadline)
        except TimeLimit:
            return no_time()
        outcome.translate_seconds, outcome.solve_seconds = translated, watch() - translated
        outcome.search = {key: number - before[key] for key, number in self.native.accum_stats().items()}
        outcome.size = size
        return outcome

    def _find(self, deadline: Deadline) -> Outcome:
        """The outcome of a search for one solution; with an objective, for a best one."""
        if (objective := self.clauses.m.objective()) is not None and objective.columns:
            return self._minimize(objective, deadline)
        return self._outcome(self._search(deadline), None)

    def _outcome(self, answer: bool | None, found: OnSolution | None) -> Outcome:
        """The outcome of a search that found a solution (True), found that there is none (False), or did not end."""
        title = self.engine.title
        if answer is None:
            return Outcome(Status.UNKNOWN, f"{title} reached the time limit", stopped_by=TIME_LIMIT)
        if not answer:
            return Outcome(Status.INFEASIBLE, f"{title} claims that there is no solution" + " left" * bool(found))
        return ended_by_caller() if found else Outcome(Status.SOLVED, f"{title} found a solution", self._solution())

    def _enumerate(self, found: OnSolution, deadline: Deadline) -> Outcome:
        """Until the caller has enough, there is no further solution, or the time is over."""
        if (objective := self.clauses.m.objective()) is not None and objective.columns:
            raise UnsupportedError(
                f"{self.engine.title} enumerates models without an objective only, and this model has one"
            )
        formula = self._formula
        guard = formula.new()
        try:
            while answer := self._search(deadline, guard):
                values = self._solution()
                if not found(values):
                    break
                if self._formula is not formula:
                    raise SolverError("the model was changed while its solutions were enumerated; change it afterwards")
                formula.guard = guard
                self.clauses.exclude(values)
                self._pass(formula.take())
        finally:
            formula.guard = 0
            formula.add([[-guard]])
            if self._formula is formula:
                self._pass(formula.take())
        return self._outcome(answer, found)

    def _search(self, deadline: Deadline, *further: int) -> bool | None:
        """Whether there is a solution under the assumptions; None when the time is over."""

        def check() -> None:
            check_interrupt()
            deadline.check()

        try:
            return solve_in_slices(self.native, [*self.clauses.assumptions, *further], check)
        except TimeLimit:
            return None

    def _solution(self) -> list[float]:
        return self.clauses.values(self.native.get_model())

    def _take_changes(self) -> None:
        """Update the clauses to the current model, and pass the new ones to the solver."""
        self.clauses.update()
        if self.clauses.formula is not self._formula:
            self._begin()
        new = self._formula.take()
        try:
            for start in range(0, len(new), BLOCK):
                check_interrupt()
                check_deadline()
                self._pass(new[start : start + BLOCK])
        except BaseException:
            self.clauses.start_again()  # the solver has a part of the clauses
            raise

    def _pass(self, clauses: list[list[int]]) -> None:
        if self.by_file:
            self._kept += clauses
        self.native.append_formula(clauses)
        self._passed += len(clauses)
        self._literals += sum(map(len, clauses))

    def _pass_by_file(self) -> None:
        """Put an engine that has read the clauses from a file in the place of this one."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            file = str(Path(folder) / "model.cnf")
            CNF(from_clauses=self._kept).to_file(file)
            self.native = self.engine(bootstrap_with=CNF(from_file=file))

    def _minimize(self, objective: Term, deadline: Deadline) -> Outcome:
        """Binary search for the least value of the objective, between a lower bound and the best known solution.

        Each step asks for a solution with at most the value in the middle. That is a constraint with a guard, so it is
        gone afterwards, and what was learnt stays.
        """
        whole, unit = whole_objective(objective)
        scope = whole_scope(whole.columns, whole.coefficients, OBJECTIVE)
        low = sum(min(self._formula.multiples(k, c), default=0) for k, c in scope.items())
        outcome = self._outcome(self._search(deadline), None)
        if outcome.status is not Status.SOLVED:
            return outcome
        while (cost := _cost(scope, outcome.values)) > low:
            middle = (low + cost - 1) // 2
            row = Linear(list(scope), list(scope.values()), -inf, middle, OBJECTIVE)
            further = self._search_with(row, deadline)
            if further.status is Status.UNKNOWN:
                further.incumbent = outcome.values
                outcome = further
                break
            if further.status is Status.SOLVED:
                outcome = further
            else:
                low = middle + 1
        outcome.bound = float(unit * low + exact(objective.constant))
        return outcome

    def _search_with(self, row: Linear, deadline: Deadline) -> Outcome:
        """Search for a solution that satisfies one more row, which is then removed."""
        formula = self._formula
        guard = formula.guard = formula.new()
        try:
            linear(formula, row)
            self._pass(formula.take())
            # The values are read at once, because the next clause makes the solver forget them.
            return self._outcome(self._search(deadline, guard), None)
        except TimeLimit:
            return self._outcome(None, None)
        finally:
            formula.guard = 0
            formula.add([[-guard]])
            self._pass(formula.take())


def _cost(scope: dict[Column, int], values: list[float] | None) -> int:
    assert values is not None
    return sum(factor * round(values[k]) for k, factor in scope.items())


class _Propagation:
    """Unit propagation of the clauses of a model, in an engine of its own that never searches."""

    def __init__(self, m: Backend | PlainModel, solver: str, encoding: str) -> None:
        self.clauses = Clauses(m, solver, encoding)
        self._begin()

    def _begin(self) -> None:
        self._engine = Glucose()
        self._formula = self.clauses.formula
        self._start = self._formula.new()

    def values(self) -> list[float] | None:
        """The values of the columns for the model as it stands, if propagation settles all of them."""
        with defer_interrupts(), deadline_suspended():
            self.clauses.update()
        if self.clauses.formula is not self._formula:
            self._begin()
        # PySAT reports what assumptions imply, so a clause of one literal becomes an implication of an assumption.
        clauses = [clause if len(clause) > 1 else [-self._start, *clause] for clause in self._formula.take()]
        self._engine.append_formula(clauses)
        is_possible, implied = self._engine.propagate([self._start, *self.clauses.assumptions])
        return self.clauses.settled_values(implied) if is_possible else None
