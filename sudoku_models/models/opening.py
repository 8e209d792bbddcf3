"""How a call with a time limit opens: import the library, start the clock, build the model before the time is up."""

from ..backends import import_backend
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Deadline, Limits, TimeLimit, deadline_of
from .configuration import Configuration
from .sudoku_model import SudokuModel

__all__ = ["built_in_time", "seconds_left", "started"]


def started(limits: Limits, backend: str) -> Deadline:
    """The running clock of a call. Importing a library takes far longer than building a model, so it comes first."""
    import_backend(backend)
    return limits.deadline()


def built_in_time(puzzle: Puzzle, chosen: Configuration, deadline: Deadline) -> SudokuModel | None:
    """The model of a puzzle, which nobody but the caller has; None when the time was up before it was built.

    >>> from sudoku_models import Puzzle
    >>> puzzle, chosen = Puzzle.parse("1... ..2. .3.. ...4"), Configuration("pairwise", "pulp", "cpsat")
    >>> built_in_time(puzzle, chosen, Deadline(60))
    <pairwise on pulp: 16 variables>
    >>> built_in_time(puzzle, chosen, Deadline(1e-9)) is None
    True
    """
    try:
        with deadline_of(deadline):
            model = SudokuModel(puzzle, chosen.formulation, chosen.backend, chosen.rewrite, is_shared=False)
        deadline.check()
    except TimeLimit:
        return None
    return model


def seconds_left(deadline: Deadline) -> float | None:
    """The time limit for the next solve: at least a millisecond, because a limit must be positive; None for no limit.

    >>> seconds_left(Deadline(1e-9)), seconds_left(Deadline(None))
    (0.001, None)
    """
    left = deadline.left()
    return None if left is None else max(left, 1e-3)
