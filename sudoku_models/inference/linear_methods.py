"""Inference methods of linear solvers: the LP relaxation of a model, with cuts or probing, and presolve.

`inference.methods` has the table; each class here is prepared for a board, see `methods.Prepared`.
"""

import dataclasses
from typing import Any

import numpy as np

from .. import rewrites
from ..errors import WrongGridError
from ..models.sudoku_model import build
from ..puzzles.board import Board
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import TimeLimit, deadline_of
from ..solvers import Status

__all__ = ["Presolve", "Relaxed", "WithCycleCuts", "WithProbing", "empty"]


def empty(board: Board) -> Puzzle:
    """The puzzle without givens on a board."""
    return Puzzle(board, (0,) * len(board.cells))


class Relaxed:
    """The LP relaxation of a model; it finishes a puzzle when each cell has one digit over its whole polytope."""

    def __init__(self, board: Board, formulation: str, rewrite: str | None) -> None:
        from . import relaxation  # here, as HiGHS need not be loaded for other methods

        self.relaxation = relaxation
        of_all = frozenset.intersection(*(rewrites.entry(name).backends for name in rewrites.choose(rewrite).values()))
        backend = "pulp" if "pulp" in of_all else min(of_all)
        self.model = build(empty(board), formulation, backend, rewrite)
        self.rows = relaxation.rows(self.model)
        self.columns = [self.model.m.column(x) for x in self.model.variables.values()]
        self.point: Any = None

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        finished, self.point = self.relaxation.only_values(self.rows_of(puzzle), self.columns, time_limit)
        return finished

    def rows_of(self, puzzle: Puzzle) -> Any:
        """The constraint matrix with the givens as bounds; only the bounds depend on the puzzle."""
        self.model.reset(puzzle)
        lower, upper = self.model.m.bounds()
        return dataclasses.replace(self.rows, column_lower=lower, column_upper=upper)

    def grid(self) -> Grid | None:
        """The grid of the only point; None when that is fractional or breaks a rule, so that there is no solution."""
        try:
            return self.model.solution_of(self.point, "the LP relaxation")
        except WrongGridError:
            return None


class WithCycleCuts(Relaxed):
    """The LP relaxation of the assignment model with the cuts of odd cycles of units."""

    def __init__(self, board: Board) -> None:
        super().__init__(board, "assignment", None)
        number = {cell: k for k, cell in enumerate(board.cells)}
        units = [[number[cell] for cell in unit.cells] for unit in board.units]
        self.cycles = self.relaxation.OddCycles(units, len(number))
        y = self.model.variables
        self.groups = np.array([[self.model.m.column(y[cell, d]) for cell in board.cells] for d in board.digits])
        self.cuts = 0
        """How many cuts were added for the last puzzle."""

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        rows = self.rows_of(puzzle)
        finished: bool | None
        try:
            with deadline_of(time_limit):
                finished, self.point, self.cuts = self.relaxation.only_values_with_cycle_cuts(
                    rows, self.groups, self.cycles, time_limit
                )
        except TimeLimit:
            return None
        return finished


class WithProbing(Relaxed):
    """The LP relaxation of the assignment model, with probing of its binaries."""

    def __init__(self, board: Board) -> None:
        super().__init__(board, "assignment", None)

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        finished: bool | None
        finished, self.point = self.relaxation.only_values_with_probing(self.rows_of(puzzle), self.columns, time_limit)
        return finished


class Presolve(Relaxed):
    """HiGHS's presolve of the assignment model."""

    def __init__(self, board: Board) -> None:
        super().__init__(board, "assignment", None)

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        presolved = self.relaxation.presolve_rows(self.rows_of(puzzle), time_limit)
        return None if presolved.stopped_by else presolved.status is Status.SOLVED

    def grid(self) -> Grid | None:
        """The grid, once it is proved unique: presolve may choose among several solutions."""
        with deadline_of(None) as deadline:
            left = deadline.left()
            seconds = None if left is None else max(left, 1e-3)
            count = self.model.count_solutions("highs", limit=2, time_limit=seconds, cross_check=False)
            if count.value < 2 and count.status != "exact":
                deadline.check()
        return count.grids[0] if count.is_unique else None
