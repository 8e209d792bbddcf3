"""One solution of a puzzle: defined and solved within one time limit."""

from collections.abc import Callable

from ..puzzles.sources import PuzzleLike, as_puzzle
from ..runtime.limits import Limits
from ..solvers import Status, no_time
from .configuration import Configuration
from .opening import built_in_time, seconds_left, started
from .results import Answer, Stats
from .sudoku_model import SudokuModel

__all__ = ["no_stats", "solve"]


def solve(
    puzzle: PuzzleLike,
    formulation: str = "assignment",
    backend: str = "pyomo",
    solver: str = "highs",
    rewrite: str | None = None,
    time_limit: float | None = None,
    built: Callable[[SudokuModel], None] | None = None,
) -> Answer:
    """Build a puzzle's model and solve it.

    Args:
        puzzle: The puzzle, or its name.
        formulation, backend, rewrite: See `build`.
        solver: See `SudokuModel.solve`.
        time_limit: Seconds for everything, building included; None means no limit.
        built: Called with the model before it is solved; it may look at the model, but not change it.

    Raises:
        UnknownNameError, NotInstalledError, UnsupportedError: When the model or the solver cannot be had.
        WrongGridError: When the solver's grid breaks a rule.

    >>> print(solve("small:1", backend="pulp", time_limit=60).grid.line())
    4213312424311342
    """
    limits = Limits(time_limit)
    puzzle = as_puzzle(puzzle)
    chosen = Configuration.of(formulation, backend, solver, rewrite)  # which is built linear where it must be
    deadline = started(limits, backend)
    model = built_in_time(puzzle, chosen, deadline)
    if model is None:
        stopped = no_time()
        return Answer(Status.UNKNOWN, None, stopped.reason, no_stats(formulation, backend, solver), stopped.stopped_by)
    if built:
        built(model)
    return model.solve(solver, seconds_left(deadline))


def no_stats(formulation: str, backend: str, solver: str) -> Stats:
    """The time was up before there was a model."""
    return Stats(formulation, backend, solver, "", 0, 0, 0, 0.0, 0.0, 0.0, 0.0)
