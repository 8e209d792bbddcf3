"""The search for values that no known solution has: the loops of `allowed_values`."""

from collections.abc import Callable
from typing import Any

from ..errors import SolverError
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.units import Cell
from ..rewrites import indicate
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, deadline_of
from ..solvers import TIME_LIMIT, Feature, Outcome, Status, title
from .counting import Configuration
from .counting_loop import SolutionSearch
from .sudoku_model import SudokuModel, needs_search

SHARE_OF_CELLS, SHARE_OF_UNSEEN = 0.1, 0.3
"""A solve is required to find at most this share of the cells, and of the unseen values, as new values."""

Value = tuple[Cell, int]
"""A cell and a digit, as in y[i,d]."""

Progress = Callable[[int, int], None]
"""Called with the number of solves and the number of values found so far."""


class UnseenValues(SolutionSearch):
    """The state of the search for values that no known solution has.

    Attributes:
        unseen: The values (i, d) that no known solution has.
        grids: The solutions with new values.
        new: The number of new values found by each solve.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        configuration: Configuration,
        patience: float | None,
        deadline: Deadline,
        progress: Progress | None,
    ) -> None:
        super().__init__(configuration.solver, deadline, [Feature.LOGIC] * needs_search(puzzle))
        self.puzzle, self.configuration, self.patience = puzzle, configuration, patience
        self.unseen = dict.fromkeys((i, d) for i in puzzle.board.cells for d in puzzle.board.digits)
        self.grids: list[Grid] = []
        self.new: list[int] = []
        self._progress = progress

    def build(self) -> tuple[SudokuModel, dict[Value, Any]]:
        """A new model, and its binaries by value."""
        model = self.configuration.build(self.puzzle, self.deadline)
        return model, value_binaries(model)

    def add(self, grid: Grid | None, seconds: float) -> int:
        """Remove the values of a solution from the unseen ones; returns the number of new values."""
        values = [(i, grid[i]) for i in self.puzzle.board.cells if (i, grid[i]) in self.unseen] if grid else []
        for value in values:
            del self.unseen[value]
        if grid and values:
            self.grids.append(grid)
        self.new.append(len(values))
        self.seconds.append(seconds)
        if self._progress:
            self._progress(len(self.seconds), self.puzzle.board.size**3 - len(self.unseen))
        return len(values)

    def search(self, goal: str) -> None:
        """Search for unseen values until the solver claims that there are no more."""
        try:
            with deadline_of(self.deadline):
                if goal == "maximum":
                    self._maximize()
                else:
                    self._demand()
        except TimeLimit:
            self.stop(TIME_LIMIT, "the time limit was reached while the model was built")

    def _maximize(self) -> None:
        """Maximise the number of new values; when that takes too long, search for some."""
        model, y = self.build()
        while self.unseen:
            if self.grids:  # initially every solution is optimal
                model.m.minimize(model.m.dot([-1] * len(self.unseen), [y[value] for value in self.unseen]))
            watch = Stopwatch()
            outcome = model.run(self.solver, self.patience if self.grids else None)
            if outcome.status is Status.UNKNOWN:
                if not self.grids or self.deadline.is_over:
                    return self.stop(outcome.stopped_by, outcome.reason)
                self.add(None, watch())
                return self._demand()
            if not self.add(model.solution_of(outcome.values, self.solver), watch()):
                break
        self.is_proved = True
        return None

    def _demand(self) -> None:
        """Search for solutions with at least k new values, for decreasing k."""
        model, y = self.build()
        row: list[Any] = []
        most = tried = int(SHARE_OF_CELLS * len(self.puzzle.board.cells))
        while self.unseen:
            watch, k = Stopwatch(), 1
            if self.grids:
                k = max(1, min(most, tried, int(SHARE_OF_UNSEEN * len(self.unseen))))
                model.m.forget(row)
                total = model.m.sum(y[value] for value in self.unseen)
                row = [model.m.add(total >= k, f"solve {len(self.seconds) + 1} shows {k} or more new values")]
            outcome = model.run(self.solver, self.patience if k > 1 else None)
            if outcome.status is Status.UNKNOWN and (k == 1 or self.deadline.is_over):
                return self.stop(outcome.stopped_by, outcome.reason)
            grid = model.solution_of(outcome.values, self.solver)
            new = self.add(grid, watch())
            if grid is not None and new < k:
                raise SolverError(
                    f"{title(self.solver)} returned a grid with {new} new values, but a row requires {k}:\n{grid}"
                )
            if outcome.status is Status.UNKNOWN:
                tried = k // 2
            elif grid is None:
                most = k // 4  # every later maximum is below k as well
            else:
                tried = 2 * k
            if grid is None and k == 1:
                break
        self.is_proved = True
        return None

    def further_value(self, other: str) -> tuple[SudokuModel, Outcome]:
        """Ask another solver for a solution with any of the unseen values."""
        checker = self.build()[0].checker(other, anew=True)
        y = value_binaries(checker)
        if self.grids:
            checker.m.add(checker.m.sum(y[value] for value in self.unseen) >= 1, "a further value")
        return checker, checker.run(other)


def value_binaries(model: SudokuModel) -> dict[Value, Any]:
    """The binary y[i,d] of each cell and digit: the model's own, or indicators that this function adds.

    >>> from sudoku_models import Puzzle, build
    >>> model = build(Puzzle.parse("1... ..2. .3.. ...4"), "all_different", "pulp")
    >>> len(model.m.variables), len(value_binaries(model)), len(model.m.variables)
    (16, 64, 80)
    """
    board = model.puzzle.board
    if board.cells[0] not in model.variables:
        return {(i, d): model.variables[i, d] for i in board.cells for d in board.digits}
    links, y = model.links, {}
    for i in board.cells:
        column = model.m.column(model.variables[i])
        for d in indicate(model.m, column, links):
            y[i, d] = model.m.variables[links.indicator[column, d]]
    return y
