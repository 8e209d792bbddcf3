"""Applying an inference method to puzzles."""

import sudoku_models as sm
from sudoku_models.runtime.limits import Deadline, deadline_of


def grid_of(infer, puzzle, time_limit=None):
    """The grid to which a method fixes a puzzle, or None."""
    with deadline_of(time_limit) as deadline:
        finish = infer(puzzle, deadline)
    return None if finish is None else finish(Deadline())


def finished(infer, puzzles):
    """Which puzzles are finished; the grid of each is judged."""
    grids = {puzzle.name: (puzzle, grid_of(infer, puzzle)) for puzzle in puzzles}
    found = {name: pair for name, pair in grids.items() if pair[1] is not None}
    assert all(sm.is_solution(*pair) for pair in found.values())
    return [*found]
