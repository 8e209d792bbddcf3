"""Counting the solutions of a puzzle, by no-good cuts or by a solver's own enumeration."""

from typing import Unpack

from ..puzzles.sources import PuzzleLike, as_puzzle
from ..runtime.limits import Limits
from ..solvers import no_time
from .configuration import Configuration
from .counting_loop import METHODS, Counting, Options, count_all
from .results import Count

__all__ = ["METHODS", "count_solutions"]


class PuzzleOptions(Options, total=False):
    """The options of `count_solutions`."""

    rewrite: str | None


def count_solutions(
    puzzle: PuzzleLike,
    formulation: str = "assignment",
    backend: str = "pyomo",
    solver: str = "highs",
    limit: int | None = 1000,
    time_limit: float | None = None,
    **options: Unpack[PuzzleOptions],
) -> Count:
    """Count the solutions of a puzzle.

    Solve, check the grid, exclude it by a no-good cut, and solve again, until it is proved that there are no more. A CP
    or SAT solver enumerates them instead, unless `method` is "cuts"; the count says so.

    Args:
        puzzle: The puzzle, or its name.
        formulation, backend, solver: The configuration; see `build` and `Problem.solve`.
        limit: The largest number of solutions to find; None means no limit.
        time_limit: Seconds for everything, including building and the cross-check; None means no limit.

    Options:
        cross_check: Let a solver of another paradigm confirm that there are no more (CP-SAT for a MILP solver, HiGHS
            otherwise); the default. If it cannot in the remaining time, the count is not exact. "certificate" lets a
            verified certificate confirm it instead.
        rewrite: The rewrites; see `build`.
        method: "cuts" for no-good cuts; "enumerate" for the CP or SAT solver's own; "partition" to divide the
            solutions into smaller and smaller sets, which is faster for many of them; "auto" for enumeration where the
            solver has it and the model has no further variables and no objective, and for cuts otherwise.
        at_least: The number of cells in which a further grid must differ; 1 is the plain no-good cut. Where rows and
            columns are units, 4 is also valid and stronger, because two solutions differ in at least four cells.
        progress: Called with the number of solutions found so far.
        certificate: Attach a certificate of an exact count, whatever confirms it; see `certify`.

    Returns:
        The count with its status and reason, the grids, and the time of each solve.

    Raises:
        UnknownNameError, NotInstalledError, UnsupportedError: When the configuration cannot be used.
        InputError: When `at_least` is more than the units of the board guarantee.
        WrongGridError: When the solver returns a grid that breaks a rule.
        DisagreementError: When the cross-check found one more solution.
        UnsupportedError: Also when a certificate is asked for, and the formulation has rules of its own.

    >>> from sudoku_models import Puzzle
    >>> count = count_solutions(Puzzle.parse("12.. 3412 .143 432."), "all_different", "pulp", "cpsat")
    >>> count.value, count.status, count.checked_by
    (1, 'exact', 'highs')
    >>> print(count_solutions(Puzzle.parse("1... .... .... ...."), backend="pulp", limit=5))
    at least 5
    """
    puzzle = as_puzzle(puzzle)
    chosen = Configuration.of(formulation, backend, solver, options.pop("rewrite", None))
    counting = Counting.of(Limits(time_limit, limit), options)
    deadline = chosen.start(counting.limits)
    model = chosen.build(puzzle, deadline)
    if model is None:
        stopped = no_time()
        reason = f"{solver} found 0 solutions, because {stopped.reason}"
        return Count(0, "unknown", reason, (), (), chosen.no_stats(), stopped_by=stopped.stopped_by)
    return count_all(model, solver, counting, deadline)
