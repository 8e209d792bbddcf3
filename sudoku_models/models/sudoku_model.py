"""Putting a formulation on a backend, and asking solvers about it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import formulations, rewrites, solvers
from ..backends import Backend, Exclude, new_backend
from ..errors import InputError, SolverError, WrongGridError
from ..puzzles.board import Cell
from ..puzzles.puzzle import Grid, Puzzle
from ..rewrites.no_good import no_good
from ..runtime.garbage import garbage_collection_paused
from ..runtime.limits import Stopwatch, check_time_limit
from ..solvers import INTERRUPTED, Outcome, Session, Status
from .results import Answer, Count, Stats

__all__ = ["Model", "build"]


def build(
    puzzle: Puzzle, formulation: str = "assignment", backend: str = "pyomo", rewrite: str | None = None
) -> "Model":
    """State a puzzle as a model.

    Args:
        puzzle: What to state.
        formulation: One of `formulations.FORMULATIONS`: what you state.
        backend: One of `backends.BACKENDS`: the library you state it in.
        rewrite: Names from `rewrites.REWRITES`, joined with "+", to make the model linear at once. When left out,
            the model stays as it is stated, and a solver that needs a linear one gets a rewritten twin.

    Raises:
        UnknownNameError: When a name is in no table.
        UnsupportedError: When the rewrite does not cover a constraint.

    >>> from sudoku_models import Puzzle
    >>> model = build(Puzzle.parse("1... ..2. .3.. ...4"), "all_different", "pulp")
    >>> model.solve().grid.line()
    '1243342143122134'
    >>> model.rewritten().rewrite
    'indicators'
    """
    return Model(puzzle, formulation, backend, rewrite)


class Model:
    """A puzzle, stated in one formulation on one backend. `native` is the library's real model.

    Attributes:
        puzzle: The puzzle; `reset` puts another in its place.
        formulation: Its name in the table.
        backend: Its name in the table.
        rewrite: The rewrites that made the model linear, joined with "+"; empty while it is as it was stated.
        variables: x[cell] or y[cell, digit]: the library's own variables.
        links: The binaries that rewrites have added, by what they mean.
        m: The backend, with all its verbs.
    """

    def __init__(self, puzzle: Puzzle, formulation: str, backend: str, rewrite: str | None = None) -> None:
        self.puzzle = puzzle
        self.formulation = formulation
        self.backend = backend
        state = formulations.find(formulation)
        if rewrite is not None:
            rewrites.choose(rewrite)
        # Importing a library takes far longer than building a model, so the clock starts after it.
        self.m: Backend = new_backend(backend)
        watch = Stopwatch()
        self.rewrite, self.links = "", rewrites.Links()
        with garbage_collection_paused():
            self.variables: dict[Any, Any] = check_variables(state(self.m, puzzle), puzzle, formulation)
            self.build_seconds = watch()
            if rewrite is not None:
                self.rewrite, self.links = rewrites.apply(self.m, rewrite)
            self.rewrite_seconds = watch() - self.build_seconds
        self._is_rewritten = rewrite is not None
        self._cuts: list[tuple[Grid, int]] = []
        self._cut_number = 0
        self._cut_constraints: list[Any] = []
        self._sessions: dict[str, Session] = {}
        self._twins: dict[str, Model] = {}

    @property
    def native(self) -> Any:
        """The library's own model: a `ConcreteModel`, an `LpProblem` or a `CpModel`."""
        return self.m.native

    def __repr__(self) -> str:
        rewrite = f", rewrite={self.rewrite!r}" if self.rewrite else ""
        return f"<{self.formulation} on {self.backend}{rewrite}: {len(self.m.variables)} variables>"

    # -- asking -----------------------------------------------------------------------------------------------------

    def solve(self, solver: str = "highs", time_limit: float | None = None) -> Answer:
        """Look for one solution.

        Args:
            solver: A name from `solvers.SOLVERS`, or one that PuLP or Pyomo know.
            time_limit: Seconds; none when left out.

        Returns:
            SOLVED with a grid that the validator has checked, INFEASIBLE (proved), or UNKNOWN and why.

        Raises:
            UnknownNameError, NotInstalledError, UnsupportedError: When the solver cannot be asked.
            WrongGridError: When the solver's grid breaks a rule.
        """
        check_time_limit(time_limit)
        model = self.prepared_for(solver)
        try:
            outcome = model.run(solver, time_limit)
        except KeyboardInterrupt:
            outcome = Outcome(Status.UNKNOWN, "it was interrupted", stopped_by=INTERRUPTED)
        if outcome.status is Status.SOLVED and outcome.values is not None:
            model.m.load(outcome.values)
            if model is not self:
                self.m.load(outcome.values[: len(self.m.variables)])
        grid = model.grid_of(outcome, solver)
        return Answer(outcome.status, grid, outcome.reason, model.stats(solver, outcome), outcome.stopped_by)

    def solutions(
        self, limit: int | None = None, solver: str = "highs", time_limit: float | None = None
    ) -> Iterator[Grid]:
        """Every solution: solve, yield, exclude, repeat. The cuts go when the iteration ends.

        It ends silently only when it is proved that there are no more, or after `limit` solutions.

        Raises:
            SolverError: When the time limit (seconds, for each solve) leaves open whether there are more.
        """
        model = self.prepared_for(solver)
        with model.cuts_dropped_after():
            for _ in range(limit) if limit is not None else iter(int, 1):
                answer = model.solve(solver, time_limit)
                if answer.status is Status.UNKNOWN:
                    raise SolverError(f"whether there are more solutions is not known: {answer.reason}")
                if answer.grid is None:
                    return
                yield answer.grid
                model.exclude(answer.grid)

    def count_solutions(
        self,
        solver: str = "highs",
        limit: int | None = 1000,
        time_limit: float | None = None,
        cross_check: bool = True,
        **options: Any,
    ) -> Count:
        """How many solutions there are: `counting.count_solutions` on this live model."""
        from .counting import count_model  # the count is made of models, so it is imported late

        return count_model(self, solver, limit, time_limit, cross_check, **options)

    # -- changing ---------------------------------------------------------------------------------------------------

    def exclude(self, grid: Grid, at_least: int = 1) -> None:
        """State "not this grid": at least so many cells hold another digit (4 is valid too, and stronger).

        Two solutions of a Sudoku differ in at least four cells: a row and a column in which one cell differs have
        another one that does.

        Raises:
            InputError: When the grid is of another board.
        """
        if grid.board != self.puzzle.board:
            raise InputError(f"the grid is for a {grid.board}, the model for a {self.puzzle.board}")
        self._cuts.append((grid, at_least))
        self._state_cut(grid, at_least)
        for twin in self._twins.values():
            twin.exclude(grid, at_least)

    def reset(self, puzzle: Puzzle) -> None:
        """Put another puzzle of the same board on the live model: new givens, cuts dropped, nothing rebuilt.

        Raises:
            InputError: When the board is another one.
        """
        if puzzle.board != self.puzzle.board:
            raise InputError(
                f"the model is for a {self.puzzle.board}, the puzzle for a {puzzle.board}; build a new one"
            )
        self._forget_cuts(0)
        self.m.free()
        for i, d in puzzle.givens.items():
            self.m.fix(*self._holds(i, d))
        self.puzzle = puzzle
        for twin in self._twins.values():
            twin.reset(puzzle)

    def rewritten(self, rewrite: str | None = None) -> "Model":
        """The same puzzle and cuts as a linear model of its own; this one stays as it is stated.

        Args:
            rewrite: Names joined with "+"; the defaults when left out.
        """
        if self._is_rewritten and rewrite is None:
            return self
        key = rewrite or ""
        if key not in self._twins:
            twin = Model(self.puzzle, self.formulation, self.backend, key)
            for grid, at_least in self._cuts:
                twin.exclude(grid, at_least)
            self._twins[key] = twin
        return self._twins[key]

    # -- for the count ------------------------------------------------------------------------------------------------

    def prepared_for(self, solver: str) -> "Model":
        """The model that this solver is given: this one, or its rewritten twin when the solver takes no logic."""
        if self._is_rewritten or solvers.LOGIC in solvers.find(solver).features:
            return self
        return self.rewritten() if self.m.logic() else self

    def session(self, solver: str) -> Session:
        """The live session of this solver beside this model."""
        if solver not in self._sessions:
            self._sessions[solver] = solvers.find(solver).session(self.m)
        return self._sessions[solver]

    def run(self, solver: str, time_limit: float | None) -> Outcome:
        """One solve, with its outcome in the solver's terms."""
        return self.session(solver).solve(time_limit)

    def grid_of(self, outcome: Outcome, solver: str) -> Grid | None:
        """The grid of an outcome, checked by the solver-free validator; None when there is none.

        Raises:
            WrongGridError: When it breaks a rule.
        """
        return None if outcome.values is None else self.grid_from(outcome.values, solver)

    def grid_from(self, values: npt.NDArray[np.float64], solver: str) -> Grid:
        """The same from a column of values. Here, and only here, floats become digits."""
        columns, wanted = self._places
        held = np.rint(values)[columns] == wanted
        if (held.sum(axis=1) != 1).any():
            k = int(np.argmax(held.sum(axis=1) != 1))
            digits = [int(d) + 1 for d in np.flatnonzero(held[k])]
            cell = self.puzzle.board.cells[k]
            raise WrongGridError(f"{solver} says that cell {cell} holds {digits or 'no digit'}; that is no grid")
        grid = Grid(self.puzzle.board, tuple((held.argmax(axis=1) + 1).tolist()))
        if faults := self.puzzle.faults(grid):
            raise WrongGridError(f"{solver} returned a grid that breaks the rules: {faults[0]}\n{grid}")
        return grid

    def _holds(self, i: Cell, d: int) -> tuple[Any, int]:
        """The variable, and the value of it, that say: cell i holds digit d."""
        return (self.variables[i], d) if i in self.variables else (self.variables[i, d], 1)

    @cached_property
    def _places(self) -> tuple[npt.NDArray[np.int_], npt.NDArray[np.int_]]:
        """For cell k and digit d (from 0): the column that says so, and the value with which it does."""
        board = self.puzzle.board
        holds = [[self._holds(i, d) for d in board.digits] for i in board.cells]
        columns = [[self.m.column(x) for x, _ in of_cell] for of_cell in holds]
        return np.array(columns), np.array([[value for _, value in of_cell] for of_cell in holds])

    def stats(self, solver: str, outcome: Outcome) -> Stats:
        """The size of the model and the times of one outcome."""
        return Stats(
            self.formulation,
            self.backend,
            solver,
            self.rewrite,
            *outcome.size,
            self.build_seconds,
            self.rewrite_seconds,
            outcome.translate_seconds,
            outcome.solve_seconds,
            outcome.search,
        )

    @contextmanager
    def cuts_dropped_after(self) -> Iterator[None]:
        """Leave the model as it was found: the cuts of a count do not outlive it."""
        before, stated = len(self._cuts), len(self._cut_constraints)
        try:
            yield
        finally:
            del self._cuts[before:]
            self._forget_cuts(stated)

    def _forget_cuts(self, first: int) -> None:
        if first == 0:
            self._cuts.clear()
        self.m.forget(self._cut_constraints[first:])
        del self._cut_constraints[first:]

    def _state_cut(self, grid: Grid, at_least: int) -> None:
        values = [self._holds(i, grid[i]) for i in self.puzzle.board.cells]
        self._cut_number += 1
        name = f"not grid {self._cut_number}"
        is_binary = self.puzzle.board.cells[0] not in self.variables
        if is_binary or self._is_rewritten:
            cut = Exclude({self.m.column(x): value for x, value in values}, at_least, name)
            self._cut_constraints += no_good(self.m, [cut], self.links)
        else:
            self._cut_constraints.append(self.m.exclude(values, name, at_least))


def check_variables(variables: Any, puzzle: Puzzle, formulation: str) -> dict[Any, Any]:
    """What a formulation returned, when it is x[cell] or y[cell, digit].

    Raises:
        InputError: When it is neither.
    """
    cells, digits = puzzle.board.cells, puzzle.board.digits
    if isinstance(variables, dict):
        if all(i in variables for i in cells) or all((i, d) in variables for i in cells for d in digits):
            return variables
        example: Cell = next(i for i in cells if i not in variables and (i, 1) not in variables)
        raise InputError(f"the formulation {formulation!r} returned variables, but none for cell {example}")
    raise InputError(
        f"the formulation {formulation!r} must return its variables, a dict x[cell] or y[cell, digit], "
        f"not {type(variables).__name__}"
    )
