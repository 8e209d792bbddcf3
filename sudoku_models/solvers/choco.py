"""Choco, a constraint programming solver with a choice of consistency for all-different: AC or BC.

AC is domain consistency (every remaining value has a support), BC is bounds consistency (the bounds of each domain have
one). Choco cannot remove a constraint after a search, so each solve posts the model again, which takes about 1 ms.

Choco holds Python's global interpreter lock while it searches, so Ctrl-C has no effect. A solve therefore runs for at
most `SHORT` seconds in this process; if that is not enough, it starts again in a separate process with the remaining
time.

Choco's memory is that of a Java program, which keeps what pychoco has a handle of. So the arrays that pychoco makes for
each constraint, and does not release, are released here; and the state of a search is asked for only when it may have
reached its limit, because pychoco 0.4 does not release the text either, which keeps 0.2 MB.

With an objective, Choco goes on after each solution with the constraint that the next one is better. When there is no
better one, it claims that the last is a best one.

Sources: https://choco-solver.org; all-different AC: J.-C. Regin 1994, Y. Zhang et al. 2018;
BC: A. Lopez-Ortiz et al. 2003.
"""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import metadata
from typing import Any

import pychoco
from pychoco import backend

from ..backends import Backend, PlainModel
from ..errors import UnsupportedError
from ..runtime.interrupts import cancel_on_interrupt, defer_interrupts, is_interruptible
from ..runtime.limits import LONGEST, Deadline, Stopwatch, TimeLimit, deadline_of, deadline_suspended
from .choco_posting import LARGEST, Contradiction, post_model
from .protocol import (
    FIRST_FAIL,
    SEARCH_ORDERS,
    TIME_LIMIT,
    OnSolution,
    Outcome,
    Paradigm,
    SolverFacts,
    Status,
    no_time,
)
from .registry import CONSISTENCIES, chosen, features_of
from .separate import can_separate, ended_by_caller, solve_separately

SHORT = 0.2
"""Seconds for which a delayed reaction to Ctrl-C is acceptable."""


class _Made(threading.local):
    """The handles of the arrays that this thread has made, while they are noted."""

    arrays: list[Any] | None = None


_made = _Made()


def _noted(create: Callable[..., Any]) -> Callable[..., Any]:
    """A function of pychoco that makes an array; its handle is noted too."""

    def make(*arguments: Any) -> Any:
        handle = create(*arguments)
        if _made.arrays is not None:
            _made.arrays.append(handle)
        return handle

    return make


for _name in dir(backend):
    if re.fullmatch(r"create_\w+_array", _name):
        setattr(backend, _name, _noted(getattr(backend, _name)))


@contextmanager
def _released_arrays() -> Iterator[None]:
    """Release the handles of all arrays that are made meanwhile: each would keep its whole model."""
    before, arrays = _made.arrays, list[Any]()
    _made.arrays = arrays
    try:
        yield
    finally:
        _made.arrays = before
        for handle in arrays:
            backend.chocosolver_handles_destroy(handle)


class Choco:
    """The solver "choco"; options are the consistency of its all-different constraints, and the order of its search."""

    paradigm: Paradigm = "CP"
    features = features_of("choco")
    largest = float(LARGEST)

    def __init__(self, options: str = "") -> None:
        self.consistency = chosen(options, CONSISTENCIES, "AC")
        self.order = chosen(options, SEARCH_ORDERS, FIRST_FAIL)
        self.name = f"choco:{options}" if options and options != "AC" else "choco"

    def facts(self, backend: str) -> SolverFacts:
        options = {"all_different": self.consistency, "search": self.order}
        named = re.search(r"choco-solver version: (\d[\d.]*\d)", str(metadata("pychoco")))
        version = named[1] if named else ""
        return SolverFacts("this package, pychoco: posted anew at each solve", "Choco", version, options)

    def session(self, m: Backend | PlainModel) -> "ChocoSession":
        return ChocoSession(m, self)


class ChocoSession:
    """A Choco session for one model."""

    def __init__(self, m: Backend | PlainModel, solver: Choco) -> None:
        self.m = m
        self.solver = solver
        self.native = pychoco.Model()
        self._separate_search: dict[str, int] | None = None

    def solve(self, time_limit: float | None = None) -> Outcome:
        return self._solve(time_limit, None)

    def enumerate(self, found: OnSolution, time_limit: float | None = None) -> Outcome:
        """Choco's own enumeration, which continues the search after each solution."""
        if self._minimises():
            raise UnsupportedError("Choco enumerates models without an objective only, and this model has one")
        known: set[tuple[float, ...]] = set()

        def found_new(values: list[float]) -> bool:
            if (key := tuple(values)) in known:  # from the first attempt
                return True
            known.add(key)
            return found(values)

        return self._solve(time_limit, found_new)

    def search(self) -> dict[str, int]:
        """Search statistics of the last `solve` or `enumerate`; a callback can call this too."""
        if self._separate_search is not None:
            return self._separate_search
        solver = self.native.get_solver()
        return {
            # Not solver.get_node_count(), which returns seconds in pychoco 0.4.
            "nodes": backend.get_node_count(solver._handle),
            "backtracks": solver.get_backtrack_count(),
            "fails": solver.get_fail_count(),
        }

    def propagate(self) -> list[float] | None:
        """The values of the only solution if propagation fixes every variable, otherwise None.

        No decision is made: this measures the strength of the chosen consistency without search.
        """
        try:
            with deadline_suspended(), _released_arrays():
                variables, _ = self._post()
        except Contradiction:
            return None
        solver = self.native.get_solver()
        solver._propagate()  # public in Choco itself; a contradiction is not reported
        if any(v.get_lb() != v.get_ub() for v in variables) or not solver.solve():
            return None
        return [float(v.get_value()) for v in variables]

    def _solve(self, time_limit: float | None, found: OnSolution | None) -> Outcome:
        watch = Stopwatch()
        with deadline_of(time_limit) as deadline:
            try:
                if not can_separate() or not is_interruptible():
                    return self._attempt(deadline, None, found)
                outcome = self._attempt(deadline, SHORT, found)
                if outcome.stopped_by != TIME_LIMIT or deadline.is_over:
                    return outcome
                rest = solve_separately(self.solver, self.m, deadline, found, self._keep_search)
            except TimeLimit:
                return no_time()
        rest.translate_seconds = outcome.translate_seconds
        rest.solve_seconds = watch() - (outcome.translate_seconds or 0.0)
        rest.size = outcome.size
        if rest.status is Status.UNKNOWN and rest.incumbent is None:
            rest.incumbent = outcome.incumbent
        self._keep_search(rest.search)
        return rest

    def _keep_search(self, search: dict[str, int]) -> None:
        """Keep the figures of the search in the other process."""
        self._separate_search = search

    def _attempt(self, deadline: Deadline, at_most: float | None, found: OnSolution | None) -> Outcome:
        """Search in this process until the deadline, for at most `at_most` seconds."""
        watch = Stopwatch()
        self._separate_search = None
        try:
            # A KeyboardInterrupt would be lost in the __del__ of pychoco's objects.
            with defer_interrupts(), _released_arrays():
                variables, size = self._post()
        except Contradiction as contradiction:
            return Outcome(Status.INFEASIBLE, str(contradiction), translate_seconds=watch())
        translated = watch()
        deadline.check()
        solver = self.native.get_solver()
        limits = [limit for limit in (deadline.left(), at_most) if limit is not None]
        limit = min(max(min(limits), 0.001), LONGEST) if limits else None
        if limit is not None:
            # Choco parses hours, minutes and seconds only: "300ms" would mean 300 minutes, and "0s" ends the process.
            solver.limit_time(f"{limit:.3f}s")
        searched = Stopwatch()
        with cancel_on_interrupt(lambda: None) as pressed, _released_arrays():
            last, is_ended = self._search(variables, found, lambda: bool(pressed))
        is_limited = limit is not None and searched() >= limit - 0.001  # which was rounded
        outcome = self._outcome(last, is_ended, found is not None, is_limited)
        outcome.size, outcome.search = size, self.search()
        outcome.translate_seconds, outcome.solve_seconds = translated, watch() - translated
        return outcome

    def _search(
        self, variables: list[Any], found: OnSolution | None, is_stopped: Callable[[], bool]
    ) -> tuple[list[float] | None, bool]:
        """Search for one solution, for all, or for better and better ones.

        Returns:
            The last solution, and whether the search was ended before Choco had finished it.
        """
        solver, last, is_first_enough = self.native.get_solver(), None, found is None and not self._minimises()
        while solver.solve():
            last = [float(v.get_value()) for v in variables]
            if is_first_enough or is_stopped() or (found is not None and not found(last)):
                return last, True
        return last, False

    def _outcome(self, last: list[float] | None, is_ended: bool, is_enumeration: bool, is_limited: bool) -> Outcome:
        """The outcome of a search. With an objective, the last solution of a complete search is a best one."""
        if is_enumeration and is_ended:
            return ended_by_caller()
        is_complete = not (is_limited and self.native.get_solver().get_search_state() == "STOPPED")
        if last is not None and not is_enumeration and (is_complete or is_ended):
            return Outcome(Status.SOLVED, "Choco found a solution", last)
        if is_complete:
            return Outcome(Status.INFEASIBLE, "Choco claims that there is no solution" + " left" * is_enumeration)
        incumbent = None if is_enumeration else last
        return Outcome(Status.UNKNOWN, "Choco reached the time limit", stopped_by=TIME_LIMIT, incumbent=incumbent)

    def _minimises(self) -> bool:
        """Whether the model has an objective other than a constant."""
        return (objective := self.m.objective()) is not None and bool(objective.columns)

    def _post(self) -> tuple[list[Any], tuple[int, int, int]]:
        self.native, variables, size = post_model(self.m, self.solver.consistency, self.solver.order)
        return variables, size
