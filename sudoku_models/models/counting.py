"""Counting solutions by no-good cuts: solve, validate, exclude, solve again, until "no more" is proved.

The count is a value with a status. Only a proof makes it exact: a time limit, a solution limit or an interruption
gives "at least" or "unknown". The proof itself can be confirmed by a solver of another kind.
"""

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .. import solvers
from ..errors import DisagreementError, InputError, SolverError
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.interrupts import defer_interrupts
from ..runtime.limits import Stopwatch, check_time_limit
from ..solvers import INTERRUPTED, Outcome, Status
from .results import Count
from .sudoku_model import Model, build

__all__ = ["count_model", "count_solutions"]

Progress = Callable[[int], None]
"""Called with the number of solutions found so far."""


def count_solutions(
    puzzle: Puzzle,
    formulation: str = "assignment",
    backend: str = "pyomo",
    solver: str = "highs",
    limit: int | None = 1000,
    time_limit: float | None = None,
    cross_check: bool = True,
    rewrite: str | None = None,
    method: Literal["cuts", "enumerate"] = "cuts",
    at_least: int = 1,
    progress: Progress | None = None,
) -> Count:
    """How many solutions a puzzle has.

    Args:
        puzzle: The puzzle.
        formulation, backend, solver, rewrite: Which model is counted; see `build` and `Model.solve`.
        limit: Stop after so many solutions; None for no limit.
        time_limit: Seconds for everything after building, the cross-check included; None for no limit.
        cross_check: Let a solver of another kind confirm the last "no more" (CP-SAT for a MILP solver, HiGHS for a
            CP solver). If it cannot within the time, the count is not exact.
        method: "cuts" for no-good cuts, "enumerate" for the CP solver's own enumeration.
        at_least: In how many cells a further grid must differ: 1 is the plain no-good cut; 4 is valid too, and
            stronger, because two solutions of a Sudoku differ in at least four cells.
        progress: Called with the number of solutions found so far.

    Returns:
        The count, its status and reason, the grids, and how long each solve took.

    Raises:
        UnknownNameError, NotInstalledError, UnsupportedError: When the model or the solver cannot be had.
        WrongGridError: When the solver returns a grid that breaks a rule.
        DisagreementError: When the cross-check finds one more solution.

    >>> from sudoku_models import Puzzle
    >>> count = count_solutions(Puzzle.parse("12.. 3412 .143 432."), "all_different", "pulp", "cpsat")
    >>> count.value, count.status, count.checked_by
    (1, 'exact', 'highs')
    >>> print(count_solutions(Puzzle.parse("1... .... .... ...."), backend="pulp", limit=5))
    at least 5
    """
    _check(limit, time_limit, method, at_least)
    wanted = rewrite
    if rewrite is None and solvers.LOGIC not in solvers.find(solver).features:
        wanted = ""  # the defaults: rewrite while building, not afterwards in a twin
    model = build(puzzle, formulation, backend, wanted)
    return count_model(model, solver, limit, time_limit, cross_check, method, at_least, progress)


def count_model(
    model: Model,
    solver: str = "highs",
    limit: int | None = 1000,
    time_limit: float | None = None,
    cross_check: bool = True,
    method: Literal["cuts", "enumerate"] = "cuts",
    at_least: int = 1,
    progress: Progress | None = None,
) -> Count:
    """The same for a live model, which is left as it was found. See `count_solutions`."""
    _check(limit, time_limit, method, at_least)
    model = model.prepared_for(solver)
    tally = _Tally(model, solver, limit, time_limit, progress)
    try:
        if method == "enumerate":
            _enumerate(tally)
        else:
            _cut(tally, at_least)
        if tally.proved and cross_check:
            _cross_check(tally)
    except KeyboardInterrupt:
        tally.stop(INTERRUPTED, "it was interrupted")
    return tally.count()


class _Tally:
    """What a count knows so far."""

    def __init__(
        self, model: Model, solver: str, limit: int | None, time_limit: float | None, progress: Progress | None
    ) -> None:
        self.model, self.solver, self.limit, self.time_limit = model, solver, limit, time_limit
        self.watch = Stopwatch()
        self.grids: dict[Grid, None] = {}
        self.seconds: list[float] = []
        self.outcomes: list[Outcome] = []
        self.proved = False
        self.prove_seconds: float | None = None
        self.checked_by = ""
        self.stopped_by, self.reason = "", ""
        self._progress = progress

    def left(self) -> float | None:
        """Seconds left of the time limit."""
        return None if self.time_limit is None else self.time_limit - self.watch()

    def is_full(self) -> bool:
        return self.limit is not None and len(self.grids) >= self.limit

    def found(self, grid: Grid, seconds: float) -> None:
        self.grids[grid] = None
        self.seconds.append(seconds)
        if self._progress:
            self._progress(len(self.grids))

    def stop(self, by: str, reason: str) -> None:
        self.proved, self.stopped_by, self.reason = False, by, reason

    def count(self) -> Count:
        value = len(self.grids)
        solutions = f"{value} solution{'s' * (value != 1)}"
        if self.proved:
            status: Literal["exact", "at least", "unknown"] = "exact"
            reason = f"{self.solver} found {solutions} and proved that there are no more"
            reason += f"; {self.checked_by} confirms it" if self.checked_by else ""
            if not value and (clashes := self.model.puzzle.clashes()):
                reason += f"; {clashes[0]}"
        else:
            status = "at least" if value else "unknown"
            reason = f"{self.solver} found {solutions}, and then {self.reason}"
        total = Outcome(Status.UNKNOWN, "")
        if self.outcomes:
            total = self.outcomes[0]
            searches = [outcome.search for outcome in self.outcomes]
            total.search = {key: sum(search.get(key, 0) for search in searches) for key in total.search}
            total.solve_seconds = sum(o.solve_seconds for o in self.outcomes if o.status is not Status.INFEASIBLE)
        return Count(
            value,
            status,
            reason,
            tuple(self.grids),
            tuple(self.seconds),
            self.model.stats(self.solver, total),
            self.prove_seconds,
            self.checked_by,
            self.stopped_by,
        )


def _cut(tally: _Tally, at_least: int) -> None:
    model = tally.model
    with model.cuts_dropped_after():
        while not tally.is_full():
            watch = Stopwatch()
            outcome = model.run(tally.solver, tally.left())
            tally.outcomes.append(outcome)
            grid = model.grid_of(outcome, tally.solver)
            if outcome.status is Status.UNKNOWN:
                return tally.stop(outcome.stopped_by, outcome.reason)
            if grid is None:
                tally.proved = True
                tally.seconds.append(watch())
                tally.prove_seconds = outcome.solve_seconds
                return None
            if grid in tally.grids:
                raise SolverError(f"{tally.solver} returned a grid that a cut excludes:\n{grid}")
            with defer_interrupts():
                model.exclude(grid, at_least)
                tally.found(grid, watch())
    return tally.stop("limit", f"the limit of {tally.limit} was reached")


def _enumerate(tally: _Tally) -> None:
    model = tally.model
    session: Any = model.session(tally.solver)
    if not hasattr(session, "enumerate"):
        raise InputError(f"{tally.solver} cannot enumerate by itself; choose cpsat or choco, or the method 'cuts'")
    last, failures = tally.watch(), []

    def found(values: npt.NDArray[np.float64]) -> bool:
        nonlocal last
        try:
            grid = model.grid_from(values, tally.solver)
        except SolverError as error:  # raised once the solver has let go
            failures.append(error)
            return False
        now = tally.watch()
        if grid not in tally.grids:  # auxiliary variables make CP-SAT repeat a grid
            tally.found(grid, now - last)
            last = now
        return not tally.is_full()

    outcome = session.enumerate(found, tally.left())
    tally.outcomes.append(outcome)
    if failures:
        raise failures[0]
    if tally.is_full():
        tally.stop("limit", f"the limit of {tally.limit} was reached")
    elif outcome.status is Status.INFEASIBLE:
        tally.proved = True
        tally.prove_seconds = tally.watch() - last
        tally.seconds.append(tally.prove_seconds)
    else:
        tally.stop(outcome.stopped_by, outcome.reason)


def _cross_check(tally: _Tally) -> None:
    """Ask a solver of another kind, with a model of its own, for one more solution."""
    is_milp = solvers.find(tally.solver).paradigm == "MILP"
    other = "cpsat" if is_milp else "highs"
    checker = build(tally.model.puzzle, *(("all_different", "cpsat") if is_milp else ("assignment", "pulp")))
    for grid in tally.grids:
        checker.exclude(grid)
    outcome = checker.run(other, tally.left())
    if outcome.status is Status.INFEASIBLE:
        tally.checked_by = other
    elif outcome.status is Status.SOLVED:
        one_more = checker.grid_of(outcome, other)
        raise DisagreementError(
            f"{tally.solver} says that there are no more than {len(tally.grids)} solutions, but {other} finds one more:"
            f"\n{one_more}"
        )
    else:
        tally.stop(outcome.stopped_by, f"proved that there are no more, but in the cross-check {outcome.reason}")


def _check(limit: int | None, time_limit: float | None, method: str, at_least: int) -> None:
    if limit is not None and limit < 1:
        raise InputError(f"the limit must be at least 1 solution, not {limit}")
    check_time_limit(time_limit)
    if method not in ("cuts", "enumerate"):
        raise InputError(f"the method must be 'cuts' or 'enumerate', not {method!r}")
    if not 1 <= at_least <= 4:
        raise InputError(f"two solutions differ in at least 4 cells: at_least must be 1 to 4, not {at_least}")
