"""Allowed values: for each cell the digits that it has in some solution, without listing the solutions.

One solve shows a whole grid, and with it one value of each cell. So the question is not put for each cell and digit,
but for all values that no solution has shown so far: is there a solution with any of them, and which has the most?

Sources: M. Janota, I. Lynce, J. Marques-Silva, "Algorithms for Computing Backbones of Propositional Formulae", AI
Communications 28, 2015, for asking for many at once, and for fewer when that is hard; `SolverContext.FindAllowedValues`
of the Microsoft Solver Foundation, for the use in deciding uniqueness.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from .. import solvers
from ..errors import DisagreementError, InputError, SolverError, UnknownNameError
from ..puzzles import rendering as drawing
from ..puzzles.board import Cell
from ..puzzles.puzzle import Grid, Puzzle
from ..rewrites.indicators import indicate
from ..runtime.limits import Stopwatch, check_time_limit
from ..solvers import INTERRUPTED, Outcome, Status
from .counting import count_solutions
from .sudoku_model import SudokuModel, build

__all__ = ["METHODS", "AllowedValues", "Value", "allowed_values", "value_binaries"]

METHODS: dict[str, str] = {
    "milp": "maximise the values not yet seen, by a MILP solver",
    "cpsat": "maximise the values not yet seen, by CP-SAT",
    "enumerate": "list all solutions and look at them, by CP-SAT's own enumeration",
}
DEFAULTS: dict[str, tuple[str, str, str]] = {
    "milp": ("assignment", "pulp", "highs"),
    "cpsat": ("assignment", "cpsat", "cpsat"),
    "enumerate": ("all_different", "cpsat", "cpsat"),
}
"""method -> formulation, backend, solver."""

SHARE_OF_CELLS, SHARE_OF_UNSEEN = 0.1, 0.3
"""How many new values a solve is asked to show, at most: this part of the cells, and of the values not yet seen."""

Value = tuple[Cell, int]
"""A cell and a digit, as in y[i,d]."""

Progress = Callable[[int, int], None]
"""Called with the number of solves and the number of values seen so far."""


@dataclass(frozen=True, repr=False)
class AllowedValues:
    """For each cell the digits that it has in some solution, and what is known of the others.

    Attributes:
        puzzle: The puzzle.
        values: The digits by cell, all empty when there is no solution; `plots.board(puzzle, candidates=values)` draws
            them.
        status: "complete" when it is proved that no other value occurs, "at least" when something stopped the search
            after the first solution, "unknown" when it stopped before.
        reason: The same in a sentence.
        method: One of `METHODS`.
        how: Formulation, backend and solver, as in "assignment x pulp x highs".
        grids: The solutions that were found; each showed values that the ones before had not.
        new: How many new values each solve showed; 0 for a solve that showed none.
        seconds: What each solve took (for the enumeration, each solution).
        checked_by: The solver of another kind that confirmed that there is no further value, if one was asked.
        stopped_by: "limit", "time limit", "gave up" (the solver) or "interrupted"; empty when nothing stopped it.
    """

    puzzle: Puzzle
    values: dict[Cell, frozenset[int]]
    status: Literal["complete", "at least", "unknown"]
    reason: str
    method: str
    how: str
    grids: tuple[Grid, ...]
    new: tuple[int, ...]
    seconds: tuple[float, ...]
    checked_by: str = ""
    stopped_by: str = ""

    @property
    def total(self) -> int:
        """How many values were seen, over all cells."""
        return sum(map(len, self.values.values()))

    @property
    def solves(self) -> int:
        """How many solves it took; an enumeration is one."""
        return 1 if self.method == "enumerate" else len(self.seconds)

    @property
    def is_unique(self) -> bool | None:
        """Whether the puzzle has exactly one solution: each cell has exactly one value. None when not known."""
        if self.total > len(self.values):
            return False
        return self.total == len(self.values) if self.status == "complete" else None

    def draw(self) -> str:
        """The values as text, a line for each row of the board."""
        n, (height, width) = self.puzzle.board.size, self.puzzle.board.box or (0, 0)
        shown = {i: _letters(sorted(digits), n) or "-" for i, digits in self.values.items()}
        widths = {c: max(len(shown[r, c]) for r in self.puzzle.board.digits) for c in self.puzzle.board.digits}
        lines: list[str] = []
        for r in self.puzzle.board.digits:
            parts = [f"{shown[r, c]:^{widths[c]}}" for c in self.puzzle.board.digits]
            blocks = [" ".join(parts[k : k + (width or n)]) for k in range(0, n, width or n)]
            lines.append(" | ".join(blocks).rstrip())
            if height and r % height == 0 and r < n:
                lines.append("-+-".join("-" * len(block) for block in blocks))
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """The values as plain data; times are in seconds."""
        digits = self.puzzle.board.digits
        rows = [[sorted(self.values[r, c]) for c in digits] for r in digits]
        head = {"puzzle": self.puzzle.name, "givens": self.puzzle.line(), "status": self.status, "reason": self.reason}
        tail = {"total": self.total, "solves": self.solves, "seconds": self.seconds, "new": self.new}
        plain = {name: getattr(self, name) for name in ("method", "how", "checked_by", "stopped_by")}
        return {**head, "values": rows, **tail, **plain, "grids": [grid.line() for grid in self.grids]}

    def __repr__(self) -> str:
        return f"<AllowedValues: {self.status}, {self.total} values, {self.solves} solves>"

    def __str__(self) -> str:
        return f"{self.draw()}\n\n{self.reason[:1].upper()}{self.reason[1:]}."

    def _repr_html_(self) -> str:
        return f"<pre>{self}</pre>"


def allowed_values(
    puzzle: Puzzle,
    formulation: str | None = None,
    backend: str | None = None,
    solver: str | None = None,
    method: str = "milp",
    goal: Literal["maximum", "enough"] = "maximum",
    patience: float | None = 1.0,
    limit: int | None = 10_000,
    time_limit: float | None = None,
    cross_check: bool = True,
    rewrite: str | None = None,
    progress: Progress | None = None,
) -> AllowedValues:
    """For each cell the digits that it has in some solution.

    Sets
        U, the values (i, d) that no solution has shown so far
    Repeat
        maximise    sum of y[i,d] over (i, d) in U      over the solutions of the puzzle
        take the values of the solution out of U
    until the maximum is 0: then no value in U occurs in any solution.

    On one live model only the objective changes. A solve shows at most one value a cell, so there are at least as many
    solves as some cell has values; there are never more than values, and in practice far fewer.

    A maximum is more than is needed, for any new value helps, and only the last 0 must be proved. Where maximising
    takes longer than `patience`, a row takes the place of the objective: "at least k new values". When there is no
    solution with k, or none is found in that time, k is made smaller; when there is none with 1, the maximum is 0.

    Args:
        puzzle: The puzzle.
        formulation, backend, solver, rewrite: Which model is asked; when left out, those of the method. Formulations
            over x[i] get indicators y[i,d].
        method: One of `METHODS`.
        goal: "maximum", or "enough" to state the row from the start (the one that Choco can take).
        patience: Seconds for one maximisation, or for one k > 1; None for no limit.
        limit: For the enumeration: stop after so many solutions; None for no limit.
        time_limit: Seconds for everything after building, the cross-check included; None for no limit.
        cross_check: Let a solver of another kind confirm that there is no further value.
        progress: Called after each solve with the number of solves and of values seen.

    Returns:
        The values by cell; a limit or Ctrl-C leaves "at least these", never a false "complete".

    Raises:
        UnknownNameError, NotInstalledError, UnsupportedError: When the model or the solver cannot be had.
        WrongGridError: When the solver returns a grid that breaks a rule.
        DisagreementError: When the cross-check finds one more value.

    >>> from sudoku_models import Puzzle
    >>> allowed = allowed_values(Puzzle.parse("1... ..1. ..2. ...1"))
    >>> print(allowed.draw())
     1  234 | 34 234
    234 234 | 1  234
    --------+-------
    34   1  | 2  34
    234 234 | 34  1
    >>> allowed.status, allowed.checked_by, allowed.is_unique
    ('complete', 'cpsat', False)
    """
    _check(method, goal, patience, limit, time_limit)
    names = [name or default for name, default in zip((formulation, backend, solver), DEFAULTS[method], strict=True)]
    kind = solvers.find(names[2]).paradigm
    if kind != ("MILP" if method == "milp" else "CP"):
        raise InputError(f"the method {method!r} is not for {names[2]}, which is a {kind} solver")
    search = _Search(puzzle, names, method, patience, time_limit, rewrite, progress)
    try:
        if method == "enumerate":
            _enumerate(search, limit)
        else:
            _ask(search, goal)
        if search.complete and cross_check and search.unseen:
            _cross_check(search)
    except KeyboardInterrupt:
        search.stop(INTERRUPTED, "it was interrupted")
    return search.result()


class _Search:
    """What is known so far."""

    def __init__(
        self,
        puzzle: Puzzle,
        names: list[str],
        method: str,
        patience: float | None,
        time_limit: float | None,
        rewrite: str | None,
        progress: Progress | None,
    ) -> None:
        self.puzzle, self.names, self.method = puzzle, names, method
        self.patience, self.time_limit, self.rewrite = patience, time_limit, rewrite
        self.watch = Stopwatch()
        self.unseen = dict.fromkeys((i, d) for i in puzzle.board.cells for d in puzzle.board.digits)
        self.grids: list[Grid] = []
        self.new: list[int] = []
        self.seconds: list[float] = []
        self.complete = False
        self.checked_by = self.stopped_by = self.reason = ""
        self._progress = progress

    def left(self) -> float | None:
        """Seconds left of the time limit."""
        return None if self.time_limit is None else self.time_limit - self.watch()

    def seconds_for_one(self, is_patience_limited: bool) -> float | None:
        """The limit of one solve."""
        limits = [self.left(), self.patience if is_patience_limited else None]
        return min((seconds for seconds in limits if seconds is not None), default=None)

    def has_time(self) -> bool:
        """Whether there is time for an easier question, when the patience has ended or the solver has given up."""
        left = self.left()
        return left is None or left > 0

    def build(self) -> tuple[SudokuModel, dict[Value, Any]]:
        """A new model, and its binaries by value; the clock stands still."""
        formulation, backend, solver = self.names
        rewrite = self.rewrite
        if rewrite is None and solvers.LOGIC not in solvers.find(solver).features:
            rewrite = ""  # the defaults, at once
        before = self.watch()
        model = build(self.puzzle, formulation, backend, rewrite)
        y = value_binaries(model)
        if self.time_limit is not None:
            self.time_limit += self.watch() - before
        return model, y

    def saw(self, grid: Grid | None, seconds: float) -> int:
        """Take in what one solve gave; returns how many values are new."""
        shown = [(i, grid[i]) for i in self.puzzle.board.cells if (i, grid[i]) in self.unseen] if grid else []
        for value in shown:
            del self.unseen[value]
        if grid and shown:
            self.grids.append(grid)
        self.new.append(len(shown))
        self.seconds.append(seconds)
        if self._progress:
            self._progress(len(self.seconds), self.puzzle.board.size**3 - len(self.unseen))
        return len(shown)

    def stop(self, by: str, reason: str) -> None:
        self.complete, self.stopped_by, self.reason = False, by, reason

    def result(self) -> AllowedValues:
        board, solver = self.puzzle.board, self.names[2]
        values = {i: frozenset(d for d in board.digits if (i, d) not in self.unseen) for i in board.cells}
        total = sum(map(len, values.values()))
        seen = f"{solver} showed {total} values in {len(self.grids)} solution{'s' * (len(self.grids) != 1)}"
        status: Literal["complete", "at least", "unknown"] = "complete"
        if not self.complete:
            status = "at least" if self.grids else "unknown"
            reason = f"{seen}, and then {self.reason}"
        elif not self.grids:
            reason = f"{solver} proved that there is no solution"
            reason += f"; {clashes[0]}" if (clashes := self.puzzle.clashes()) else ""
        else:
            reason = (
                f"{seen}, and proved that there are no more" if self.unseen else f"{seen}: every digit in each cell"
            )
        reason += f"; {self.checked_by} confirms it" if self.checked_by and self.complete else ""
        grids, new, seconds = tuple(self.grids), tuple(self.new), tuple(self.seconds)
        how = " x ".join(self.names)
        return AllowedValues(
            self.puzzle, values, status, reason, self.method, how, grids, new, seconds, self.checked_by, self.stopped_by
        )


def _ask(search: _Search, goal: str) -> None:
    """Ask for values not yet seen until there are none."""
    model, y = search.build()
    solver = search.names[2]
    while search.unseen and not search.complete and not search.stopped_by and goal == "maximum":
        if search.grids:  # any solution is a best one as long as nothing is seen
            model.m.minimize(model.m.dot([-1] * len(search.unseen), [y[value] for value in search.unseen]))
        watch = Stopwatch()
        outcome = model.run(solver, search.seconds_for_one(bool(search.grids)))
        if outcome.status is not Status.UNKNOWN:
            search.complete = not search.saw(model.grid_of(outcome, solver), watch())
        elif search.grids and search.has_time():
            search.saw(None, watch())
            goal = "enough"
            model, y = search.build()  # without the objective
        else:
            search.stop(outcome.stopped_by, outcome.reason)
    if goal == "enough":
        _demand(search, model, y)
    search.complete = search.complete or not search.unseen


def _demand(search: _Search, model: SudokuModel, y: dict[Value, Any]) -> None:
    """Ask for solutions with at least k new values, and let k shrink."""
    solver = search.names[2]
    row: list[Any] = []
    most = tried = int(SHARE_OF_CELLS * len(search.puzzle.board.cells))
    while search.unseen:
        watch, k = Stopwatch(), 1
        if search.grids:
            k = max(1, min(most, tried, int(SHARE_OF_UNSEEN * len(search.unseen))))
            model.m.forget(row)
            total = model.m.sum(y[value] for value in search.unseen)
            row = [model.m.add(total >= k, f"solve {len(search.seconds) + 1} shows {k} or more new values")]
        outcome = model.run(solver, search.seconds_for_one(k > 1))
        if outcome.status is Status.UNKNOWN and not (k > 1 and search.has_time()):
            return search.stop(outcome.stopped_by, outcome.reason)
        grid = model.grid_of(outcome, solver)
        shown = search.saw(grid, watch())
        if grid is not None and shown < k:
            raise SolverError(f"{solver} returned a grid with {shown} new values, where a row asks for {k}:\n{grid}")
        if outcome.status is Status.UNKNOWN:
            tried = k // 2
        elif grid is None:
            most = k // 4  # every later maximum is below k as well
        else:
            tried = 2 * k
        if grid is None and k == 1:
            break
    search.complete = True
    return None


def _enumerate(search: _Search, limit: int | None) -> None:
    formulation, backend, solver = search.names
    count = count_solutions(
        search.puzzle, formulation, backend, solver, limit, search.time_limit, False, search.rewrite, "enumerate"
    )
    for grid, seconds in zip(count.grids, count.seconds, strict=False):
        search.saw(grid, seconds)
    search.complete = count.status == "exact" or not search.unseen
    if not search.complete:
        reason = f"the limit of {limit} solutions was reached" if count.stopped_by == "limit" else count.reason
        search.stop(count.stopped_by, reason)


def _cross_check(search: _Search) -> None:
    """Ask a solver of another paradigm, with a model of its own, for any of the values that are left."""
    other = solvers.other_paradigm(search.names[2])
    checker = build(search.puzzle, "assignment", "pulp" if solvers.find(other).paradigm == "MILP" else "cpsat")
    y = checker.variables
    if search.grids:
        checker.m.add(checker.m.sum(y[value] for value in search.unseen) >= 1, "a further value")
    outcome: Outcome = checker.run(other, search.left())
    if outcome.status is Status.INFEASIBLE:
        search.checked_by = other
    elif outcome.status is Status.SOLVED:
        grid = checker.grid_of(outcome, other)
        raise DisagreementError(
            f"{search.names[2]} says that there is no value beside those it has shown, but {other} finds one:\n{grid}"
        )
    else:
        search.stop(outcome.stopped_by, f"proved that there are no more, but in the cross-check {outcome.reason}")


def value_binaries(model: SudokuModel) -> dict[Value, Any]:
    """The binary y[i,d] of each cell and digit: the model's own, or indicators that are added to it.

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
            y[i, d] = links.indicator[column, d]
    return y


def _letters(digits: list[int], n: int) -> str:
    return ("" if n < len(drawing.LETTERS) else ",").join(
        drawing.LETTERS[d] if n < len(drawing.LETTERS) else str(d) for d in digits
    )


def _check(method: str, goal: str, patience: float | None, limit: int | None, time_limit: float | None) -> None:
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    if goal not in ("maximum", "enough"):
        raise InputError(f"the goal must be 'maximum' or 'enough', not {goal!r}")
    if limit is not None and limit < 1:
        raise InputError(f"the limit must be at least 1 solution, not {limit}")
    check_time_limit(time_limit)
    check_time_limit(patience, "patience")
