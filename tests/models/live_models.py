"""One live model, and beside it the truth about it, which a plain search through all grids knows.

`LiveModel` passes every call on to the model, and compares each answer with the truth.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test
from native_edits import Edited

import sudoku_models as sm
from sudoku_models.errors import DisagreementError, InputError, SudokuModelsError, WrongGridError
from sudoku_models.models import Answer, Count, SudokuModel
from sudoku_models.puzzles.board import Unit

PACKAGE = str(Path(sm.__file__).parent)
AT_ONCE = 1e-6
"""A time limit that strikes before the solver has begun."""
PATIENCE = 5.0
"""Seconds for an answer that takes a few thousandths: a search that has no end is a fault."""


def latin(size: int, columns: bool = True) -> sm.Board:
    """A board of rows and columns without boxes, or of rows alone."""
    span = range(1, size + 1)
    units = [Unit(f"row {r}", tuple((r, c) for c in span)) for r in span]
    units += [Unit(f"column {c}", tuple((r, c) for r in span)) for c in span if columns]
    return sm.Board(size, tuple(units))


BOARDS = {
    "4x4": sm.Board.of_size(4),
    "2x2 without boxes": latin(2),
    "3x3 without boxes": latin(3),
    "2x2, rows only": latin(2, columns=False),
}


@cache
def all_grids(board: sm.Board) -> tuple[sm.Grid, ...]:
    """Every grid that keeps the rules of the board: 288 of them on the 4x4 board."""
    grids: list[dict[Any, int]] = [{}]
    for cell in board.cells:
        peers = {other for unit in board.units if cell in unit.cells for other in unit.cells}
        grids = [
            {**grid, cell: digit}
            for grid in grids
            for digit in board.digits
            if all(grid.get(other) != digit for other in peers)
        ]
    return tuple(sm.Grid(board, tuple(grid.values())) for grid in grids)


@dataclass
class Limits:
    """The digits that the user has left to a cell natively, and the variables' bounds before."""

    cell: Any
    low: int
    high: int
    before: list[tuple[Any, tuple[Any, Any]]] = field(default_factory=list)

    def allows(self, grid: sm.Grid) -> bool:
        return self.low <= grid[self.cell] <= self.high


class LiveModel(Edited):
    """A model, and what is true of it: the puzzle, the grids that were excluded, and the user's native changes."""

    def __init__(self, model: SudokuModel) -> None:
        self.model = model  # first, so that a deep copy of the editor refers to the copy of its native model
        super().__init__(model.backend, model.native)
        self.puzzle = model.puzzle
        self.cuts: list[tuple[sm.Grid, int]] = []
        self.limits: dict[Any, Limits] = {}
        self.links: list[Limits] = []

    @property
    def asked(self) -> SudokuModel:
        return self.model

    # -- the truth ------------------------------------------------------------------------------------------------

    def truth(self) -> set[sm.Grid]:
        """Every solution of the model as it is now."""
        givens = [(k, d) for k, d in enumerate(self.puzzle.values) if d]
        found = {grid for grid in all_grids(self.puzzle.board) if all(grid.values[k] == d for k, d in givens)}
        for excluded, at_least in self.cuts:
            found = {grid for grid in found if differences(grid, excluded) >= at_least}
        changes = [*self.additions, *self.limits.values(), *self.links]
        return {grid for grid in found if all(change.allows(grid) for change in changes)}

    # -- asking ---------------------------------------------------------------------------------------------------

    @contextmanager
    def differences_guaranteed(self, at_least: int) -> Iterator[None]:
        """More than the units of the board guarantee is refused, and nothing else is."""
        if at_least <= max(1, self.puzzle.board.min_difference):
            yield
        else:
            with pytest.raises(InputError, match="at_least"):
                yield

    def solve(self, solver: str, time_limit: float | None = None) -> None:
        truth = self.truth()
        with self.refusals_allowed():
            check_answer(self.model.solve(solver, time_limit or PATIENCE), truth, may_stop=time_limit is not None)

    def count(self, solver: str, **options: Any) -> None:
        truth = self.truth()
        may_stop = options.setdefault("time_limit", PATIENCE) < PATIENCE
        with self.refusals_allowed(), self.differences_guaranteed(options.get("at_least", 1)):
            check_count(self.model.count_solutions(solver, **options), truth, options.get("limit"), may_stop)

    def list_solutions(self, solver: str, limit: int | None) -> None:
        truth = self.truth()
        with self.refusals_allowed():
            found = list(islice(self.model.solutions(limit, solver, PATIENCE), len(truth) + 1))
            assert set(found) <= truth, f"{found[-1]!r} is no solution"
            assert len(found) == min(len(truth), len(truth) if limit is None else limit), "not every solution once"

    def solve_rewritten(self, rewrite: str | None, solver: str) -> SudokuModel | None:
        """The linear model, which must say the same as this one."""
        truth = self.truth()
        with self.refusals_allowed():
            linear = self.model.rewritten(rewrite)
            check_answer(linear.solve(solver, PATIENCE), truth)
            return linear
        return None

    # -- changing -------------------------------------------------------------------------------------------------

    def exclude(self, grid: sm.Grid, at_least: int) -> None:
        with self.refusals_allowed(), self.differences_guaranteed(at_least):
            self.model.exclude(grid, at_least)
            self.cuts.append((grid, at_least))

    def reset(self, puzzle: sm.Puzzle) -> None:
        """A given that contradicts a native limit of its own cell is left out: who wins there is not agreed."""
        kept = [
            d if cell not in self.limits or self.limits[cell].low <= d <= self.limits[cell].high else 0
            for cell, d in zip(puzzle.board.cells, puzzle.values, strict=True)
        ]
        self.puzzle = sm.Puzzle(puzzle.board, tuple(kept))
        self.model.reset(self.puzzle)
        self.cuts.clear()

    def cells(self) -> list[Any]:
        """The cells that have variables: in a reduced formulation, blank cells with a candidate."""
        x = self.model.variables
        return [i for i in self.puzzle.board.cells if i in x or any((i, d) in x for d in self.puzzle.board.digits)]

    def native_terms(self, terms: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
        """The same terms over the library's own variables."""
        x = self.model.variables
        if terms[0][1] in x:
            return [(c, x[cell]) for c, cell in terms]
        return [(c * d, x[cell, d]) for c, cell in terms for d in self.puzzle.board.digits if (cell, d) in x]

    def limit(self, cell: Any, low: int, high: int) -> None:
        """Leave a cell the digits low..high, through the bounds of its variables; not the cell of a given."""
        if cell in self.puzzle.givens or cell in self.limits:
            return
        self.was_edited = True
        x = self.model.variables
        if cell in x:
            wanted = [(x[cell], low, high)]
        else:
            out = [d for d in self.puzzle.board.digits if not low <= d <= high]
            wanted = [(x[cell, d], 0, 0) for d in out if (cell, d) in x]
        self.limits[cell] = Limits(cell, low, high, [(each, self.editor.bounds(each)) for each, _, _ in wanted])
        for variable, least, most in wanted:
            self.editor.bound(variable, least, most)

    def unlimit(self, cell: Any) -> None:
        if cell not in self.puzzle.givens:
            for variable, before in self.limits.pop(cell).before:
                self.editor.bound(variable, *before)

    def link_own_variable(self, cell: Any, low: int, high: int) -> None:
        """A variable of the user's own, in low..high, that equals the digit of a cell."""
        self.was_edited = True
        own = self.editor.variable(low, high)
        self.editor.add([*self.native_terms([(1, cell)]), (-1, own)], "==", 0)
        self.links.append(Limits(cell, low, high))

    def minimise(self, cell: Any) -> None:
        """An objective, which takes no solution away."""
        self.was_edited = True
        self.editor.minimize(self.native_terms([(1, cell)]))

    def drop_objective(self) -> None:
        self.editor.drop_objective()


def differences(one: sm.Grid, other: sm.Grid) -> int:
    """In how many cells two grids differ."""
    return sum(a != b for a, b in zip(one.values, other.values, strict=True))


def check_answer(answer: Answer, truth: set[sm.Grid], may_stop: bool = False) -> None:
    """SOLVED comes with a solution, INFEASIBLE is true, and UNKNOWN needs something that stopped the solver."""
    if answer.status is sm.Status.SOLVED:
        assert answer.grid in truth, f"{answer.grid!r} is no solution of the model"
    elif answer.status is sm.Status.INFEASIBLE:
        assert not truth, f"a false proof: called infeasible ({answer.reason}), with {len(truth)} solutions"
    else:
        assert may_stop, f"nothing was to stop it, but: {answer.reason}"


def check_count(count: Count, truth: set[sm.Grid], limit: int | None = None, may_stop: bool = False) -> None:
    """What was found are solutions; "exact" means all of them; only a limit or an interrupt makes it less."""
    assert set(count.grids) <= truth, "a grid is no solution of the model"
    assert len(set(count.grids)) == len(count.grids) == count.value
    if count.status == "exact":
        assert count.value == len(truth), f"a false proof: exactly {count.value}, but there are {len(truth)}"
    else:
        assert may_stop or count.value == limit, f"nothing was to stop it, but: {count.reason}"


class Iteration:
    """An iteration over solutions that is kept open while other things happen to the model."""

    def __init__(self, live: LiveModel, solver: str) -> None:
        self.live = live
        self.solutions = live.model.solutions(None, solver, PATIENCE)
        self.allowed = live.truth()
        self.truths = [self.allowed]
        self.seen: set[sm.Grid] = set()

    def go_on(self) -> bool:
        """One step; whether there may be another one. A changed model may also be refused."""
        now = self.live.truth()
        changed = any(now != truth for truth in self.truths)
        self.truths.append(now)
        self.allowed = self.allowed | now
        try:
            grid = next(self.solutions, None)
        except (WrongGridError, DisagreementError):
            raise
        except SudokuModelsError:
            if not (changed or self.live.was_edited):
                raise
            return False
        if grid is None:
            assert any(truth <= self.seen for truth in self.truths), "the iteration ended before all were seen"
            return False
        assert grid in self.allowed, f"{grid!r} is no solution"
        assert grid not in self.seen, f"{grid!r} came twice"
        self.seen.add(grid)
        return True


@contextmanager
def interrupted_at(call: int) -> Iterator[None]:
    """Ctrl-C is pressed when the package makes so many calls of its own functions."""
    made = 0

    def watch(frame: Any, event: str, _: Any) -> None:
        nonlocal made
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            made += 1
            if made == call:
                sys.setprofile(None)
                signal.raise_signal(signal.SIGINT)

    handler = signal.getsignal(signal.SIGINT)
    sys.setprofile(watch)
    try:
        yield
    except KeyboardInterrupt:
        pass  # the interrupt may come before the solver is asked; then it is the caller's
    finally:
        sys.setprofile(None)
    assert signal.getsignal(signal.SIGINT) is handler, "the handler of Ctrl-C has changed"


# Python drops an interrupt that arrives while it closes a generator, with a warning.
drops_interrupts = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def run(machine: type[RuleBasedStateMachine], examples: int, steps: int) -> None:
    """The same sequences of calls each time."""
    always = settings(
        max_examples=examples, stateful_step_count=steps, derandomize=True, deadline=None, suppress_health_check=QUIET
    )
    run_state_machine_as_test(machine, settings=always)


def run_for_long(machine: type[RuleBasedStateMachine], examples: int) -> None:
    """Long sequences of calls; 1,000 random ones with the profile "thorough"."""
    thorough = settings(
        max_examples=max(examples, settings.default.max_examples),
        stateful_step_count=40,
        derandomize=settings.default.max_examples < 1000,
        print_blob=True,
        deadline=None,
        suppress_health_check=QUIET,
    )
    run_state_machine_as_test(machine, settings=thorough)
