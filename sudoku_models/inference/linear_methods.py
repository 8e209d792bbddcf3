"""Inference methods of linear solvers: the LP relaxation of a model, with cuts or probing, and presolve.

`inference.methods` has the table; each function here prepares a method for the puzzles of a board.
"""

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any

from .. import rewrites
from ..backends import first
from ..errors import WrongGridError
from ..models.sudoku_model import build
from ..puzzles.board import Board
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import Deadline
from ..solvers import Status
from ..solvers.milp import Milp
from . import relaxation
from .methods import Finish, Infer, empty

Decide = Callable[[Any, Deadline], Any]
"""The only point that rows allow, or None."""


class _Model:
    """A model of an empty board. A new puzzle changes the bounds of the variables that its givens fix."""

    def __init__(self, board: Board, formulation: str, rewrite: str | None = None) -> None:
        of_all = frozenset.intersection(*(rewrites.entry(name).backends for name in rewrites.choose(rewrite).values()))
        backend = preferred if (preferred := first("pulp")) in of_all else min(of_all)
        self.model = build(empty(board), formulation, backend, rewrite)
        self.rows = relaxation.linear(self.model)
        self.columns = [self.model.m.column(x) for x in self.model.variables.values()]

    def rows_of(self, puzzle: Puzzle) -> Milp:
        """The constraint matrix with the givens as bounds; only the bounds depend on the puzzle."""
        self.model.reset(puzzle)
        lower, upper = self.model.m.bounds()
        return dataclasses.replace(self.rows, lower=lower, upper=upper)

    def infer_by(self, decide: Decide) -> Infer:
        """The method that finishes a puzzle when its rows have one point."""

        def infer(puzzle: Puzzle, deadline: Deadline) -> Finish | None:
            point = decide(self.rows_of(puzzle), deadline)
            return None if point is None else partial(self._grid, point)

        return infer

    def _grid(self, point: Any, _: Deadline) -> Grid | None:
        """The grid of the only point; None when that is fractional or breaks a rule, so that there is no solution."""
        try:
            return self.model.solution_of(point, "the LP relaxation")
        except WrongGridError:
            return None


def relaxed(board: Board, formulation: str, rewrite: str | None = None) -> Infer:
    """The LP relaxation of a model; it finishes a puzzle when each cell has one digit over its whole polytope."""
    of = _Model(board, formulation, rewrite)
    return of.infer_by(lambda rows, deadline: relaxation.only_values(rows, of.columns, deadline))


def cycle_cuts(board: Board) -> Infer:
    """The LP relaxation of the assignment model with the cuts of odd cycles of units."""
    of = _Model(board, "assignment")
    number = {cell: k for k, cell in enumerate(board.cells)}
    cycles = relaxation.OddCycles([[number[cell] for cell in unit.cells] for unit in board.units], len(number))
    y = of.model.variables
    groups = [[of.model.m.column(y[cell, d]) for cell in board.cells] for d in board.digits]
    return of.infer_by(lambda rows, deadline: relaxation.only_values_with_cycle_cuts(rows, groups, cycles, deadline)[0])


def probed(board: Board) -> Infer:
    """The LP relaxation of the assignment model, with probing of its binaries."""
    of = _Model(board, "assignment")
    return of.infer_by(lambda rows, deadline: relaxation.only_values_with_probing(rows, of.columns, deadline))


def presolved(board: Board) -> Infer:
    """HiGHS's presolve of the assignment model."""
    of = _Model(board, "assignment")

    def infer(puzzle: Puzzle, deadline: Deadline) -> Finish | None:
        found = relaxation.presolve_rows(of.rows_of(puzzle), deadline)
        if found.stopped_by:
            deadline.check()
        return grid if found.status is Status.SOLVED else None

    def grid(deadline: Deadline) -> Grid | None:
        """The grid, once a solver claims that it is the only one: presolve may choose among several solutions."""
        deadline.check()
        count = of.model.count_solutions(limit=2, time_limit=deadline.left(), cross_check=False)
        if count.value < 2 and count.status != "exact":
            deadline.check()
        return count.grids[0] if count.is_unique else None

    return infer
