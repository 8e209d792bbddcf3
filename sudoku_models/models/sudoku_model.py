"""Sudoku models: a `Problem` whose solutions are grids."""

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import backends, formulations, solvers
from ..backends import Column, Exclude
from ..certificates import Certificate, verified_certificate
from ..errors import InputError, UnsupportedError, WrongGridError
from ..formulations.rules import add_rules
from ..puzzles.board import mismatch
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.units import Cell
from ..runtime.interrupts import defer_interrupts
from ..runtime.limits import Deadline
from ..solvers import CP, MILP, SAT, Feature, Outcome, assurance, find, having
from .pipeline import Pipeline
from .problem import Problem
from .results import Answer

ONE, ZERO = -1, -2
"""Where a reduced formulation has no variable: a given, and a digit that the givens exclude. `solution_of` appends
these two constants to the values of the columns."""


def build(
    puzzle: PuzzleLike, formulation: str = "assignment", backend: str | None = None, rewrite: str | None = None
) -> "SudokuModel":
    """Define a puzzle as a model.

    Args:
        puzzle: The puzzle, or its name.
        formulation: One of `formulations.FORMULATIONS`: variables and constraints.
        backend: One of `backends.BACKENDS`: the modelling library; by default the first that is installed, Pyomo.
        rewrite: Names from `rewrites.REWRITES`, joined with "+", to linearise the model immediately. With None the
            model is not rewritten, and a solver that needs a linear one gets linear records.

    Raises:
        UnknownNameError: When a name is unknown.
        UnsupportedError: When the rewrite does not cover a constraint.

    >>> from sudoku_models import Puzzle
    >>> model = build(Puzzle.parse("1... ..2. .3.. ...4"), "all_different", "pulp")
    >>> model.solve().grid.line()
    '1243342143122134'
    >>> model.rewritten().rewrite
    'indicators'
    """
    return SudokuModel(as_puzzle(puzzle), formulation, backend or backends.first(), rewrite)


LARGEST_EASY = 9
"""The size of a board beyond which puzzles mostly need search."""


def needs_search(puzzle: Puzzle) -> bool:
    """Whether to expect that a puzzle needs much search: where the board is larger than 9x9, or has rules beside units.

    A MILP solver is slow at most of these; see `reference/results.md`.

    >>> import sudoku_models as sm
    >>> needs_search(sm.load("top95:1")), needs_search(sm.load("killer:1")), needs_search(sm.load("large:2"))
    (False, True, True)
    """
    return bool(puzzle.board.rules) or puzzle.board.size > LARGEST_EASY


def usual_solver(puzzle: Puzzle, *features: Feature, rewrite: str | None = None) -> str:
    """The solver for a puzzle where none is chosen: the first with these features that can run here.

    Where much search is expected it has logical constraints, unless the model is to be linear; see `needs_search`.

    Raises:
        NotInstalledError: When no solver with these features can run here.

    >>> import sudoku_models as sm
    >>> [usual_solver(sm.load(name)) for name in ("top95:1", "killer:1", "large:2")]
    ['highs', 'cpsat', 'cpsat']
    """
    logical = having(*features, Feature.LOGIC) if needs_search(puzzle) and not rewrite else iter(())
    return next(logical, None) or solvers.first(*features)


def suited(solver: str) -> tuple[str, str]:
    """The formulation and the backend that suit a solver, for code to which any will do.

    The formulation is that of its paradigm; the backend is its own API where it has one, else PuLP, which is fast.

    >>> suited("highs"), suited("cpsat"), suited("cadical")
    (('assignment', 'pulp'), ('all_different', 'cpsat'), ('pairwise', 'pulp'))
    """
    entry = solvers.entry(solver)
    formulation = {MILP: "assignment", CP: "all_different", SAT: "pairwise"}[find(solver).paradigm]
    return formulation, (entry and entry.backend) or backends.first("pulp")


class SudokuModel(Problem):
    """A puzzle in one formulation on one backend. `native` is the library's real model.

    Attributes:
        puzzle: The puzzle; `reset` replaces it.
        formulation: The name of the formulation.
        backend: The name of the backend.
        rewrite: The rewrites that linearised the model, joined with "+"; empty when it was not rewritten.
        variables: x[cell] or y[cell, digit]: the library's own variables.
    """

    _assure = staticmethod(
        assurance.confirmed_if_doubtful
    )  # what an answer leaves claimed, a count or a certificate makes sure

    def __init__(
        self,
        puzzle: Puzzle,
        formulation: str,
        backend: str,
        rewrite: str | None = None,
        function: formulations.Formulation | None = None,
        *,
        rules_as_tables: bool = False,
    ) -> None:
        self.puzzle, self._rules_as_tables = puzzle, rules_as_tables
        self.formulation = formulation
        self.function = function or formulations.find(formulation)
        super().__init__(self._define, backend, rewrite)
        cells = puzzle.board.cells
        self._cell_columns = [self.columns[i] for i in cells] if cells[0] in self.columns else []
        self._digit_columns = [] if self._cell_columns else _digit_columns(self.columns, puzzle)

    @property
    def confirmed_with(self) -> tuple[Feature, ...]:
        """A MILP solver is slow at puzzles that need much search."""
        return (Feature.LOGIC,) if needs_search(self.puzzle) else ()

    @property
    def usual_solver(self) -> str:
        """The solver where none is chosen, see `usual_solver`."""
        is_whole = all(map(self.m.is_integer, range(len(self.m.variables))))
        return usual_solver(self.puzzle, *[Feature.CONTINUOUS] * (not is_whole), rewrite=self.rewrite)

    def _define(self, m: Any) -> dict[Any, Any]:
        variables = self.function(m, self.puzzle)
        if self.formulation not in formulations.REDUCED:
            variables = check_variables(variables, self.puzzle, self.formulation)
        if self.puzzle.board.cell_rules:
            add_rules(m, self.puzzle, variables, self._rules_as_tables)
        return variables

    if TYPE_CHECKING:  # the solutions of a `Problem` are of any type, and its result is a `Result`

        def exclude(self, solution: Grid, at_least: int = 1) -> None: ...
        def solve(  # type: ignore[override]
            self, solver: str | None = None, time_limit: float | None = None
        ) -> Answer: ...
        def solutions(
            self, limit: int | None = None, solver: str | None = None, time_limit: float | None = None
        ) -> Iterator[Grid]: ...

    # -- changes ----------------------------------------------------------------------------------------------------

    def reset(self, puzzle: PuzzleLike) -> None:
        """Replace the puzzle of the live model by another one of the same board, without rebuilding it.

        The givens are exchanged and all cuts are dropped. Edits of `native` are kept.

        Raises:
            InputError: When the board is different, or the formulation does not define its givens by fixing variables,
                so they cannot be exchanged.
        """
        puzzle = as_puzzle(puzzle)
        if puzzle.board != self.puzzle.board:
            raise InputError(f"{mismatch(puzzle.board, self.puzzle.board, 'the puzzle', 'the model')}; build a new one")
        if self.formulation in formulations.REDUCED:
            raise InputError(
                f"the formulation {self.formulation!r} has no variables for the givens, so the puzzle of the live "
                "model cannot be replaced; build a new one"
            )
        if self.formulation not in formulations.BUILT_IN:
            self._check_that_givens_are_fixed(puzzle)
        with self._lock, defer_interrupts():
            for i, d in puzzle.givens.items():
                x, value = self.value_of(i, d)
                low, high = self.m.declared(self.m.column(x))
                if not low <= value <= high:
                    raise InputError(
                        f"the given {d} of cell {i} is not possible: the domain of {x} is {low:g}..{high:g}"
                    )
            self._is_stale = True
            if self._excluded:
                self.drop_cuts()
            self.m.free()
            self.indicated = {}
            for i, d in puzzle.givens.items():
                self.m.fix(*self.value_of(i, d))
            self.fix_indicators()
            self.puzzle, self._is_stale = puzzle, True

    def _check_that_givens_are_fixed(self, puzzle: Puzzle) -> None:
        """A user-defined formulation may define a given as a constraint, which `reset` would not remove."""
        one, other = (
            SudokuModel(each, self.formulation, self.backend, function=self.function) for each in (self.puzzle, puzzle)
        )
        fixes_givens = all(
            lower[k] == upper[k]
            for model, (lower, upper) in ((model, model.m.bounds()) for model in (one, other))
            for k in (model.m.column(model.value_of(i, d)[0]) for i, d in model.puzzle.givens.items())
        )
        rows = [model.m.records for model in (one, other)]
        if not fixes_givens or rows[0] != rows[1] or one.m.domains() != other.m.domains():
            raise InputError(
                f"the formulation {self.formulation!r} does not define its givens with m.fix alone, so the puzzle of "
                "the live model cannot be replaced; build a new one"
            )

    # -- grids --------------------------------------------------------------------------------------------------------

    def value_of(self, i: Cell, d: int) -> tuple[Any, int]:
        """The variable and its value that mean "cell i holds digit d".

        Raises:
            KeyError: When a reduced formulation has no variable for it.
        """
        return (self.variables[i], d) if i in self.variables else (self.variables[i, d], 1)

    def solution_of(self, values: Sequence[float] | None, solver: str) -> Grid | None:
        """The grid for the values of the columns, checked by the solver-free validator; None without values.

        Raises:
            WrongGridError: When it is not a grid, breaks a rule of the puzzle, or violates a constraint or bound of a
                model that has more than the rules of the puzzle.
        """
        if values is None:
            return None
        held = self._held(list(map(round, values)))
        for cell, d in zip(self.puzzle.board.cells, held, strict=True):
            if isinstance(d, list):
                raise WrongGridError(
                    f"{solvers.title(solver)} returned values in which cell {cell} holds {d or 'no digit'}"
                )
        grid = Grid(self.puzzle.board, tuple(held))
        found = f"{solvers.title(solver)} returned a grid that breaks the rules"
        if not self._has_only_the_rules():
            self._checked(values, solver)
            found = f"{solvers.title(solver)} found a grid that satisfies the model but breaks the rules"
        if violations := self.puzzle.violations(grid):
            raise WrongGridError(f"{found}: {violations[0]}\n{grid}", grid)
        return grid

    def _held(self, whole: list[int]) -> list[Any]:
        """The digit that each cell holds with these values of the columns; a list where there is none or several."""
        if self._cell_columns:
            digits = self.puzzle.board.digits
            return [d if (d := whole[k]) in digits else [] for k in self._cell_columns]
        whole = [*whole, 0, 1]
        held = ([d for d, (k, value) in pairs if whole[k] == value] for pairs in self._digit_columns)
        return [digits[0] if len(digits) == 1 else digits for digits in held]

    def contradiction(self) -> str:
        """The first two equal givens that share a unit, if any."""
        return next(iter(self.puzzle.clashes()), "")

    def validate(self, values: Any, time_limit: float | None = None) -> list[str]:
        """Check a grid, or values by key, against the model as it stands; see `Problem.validate`."""
        names = super().validate(values, time_limit)
        if isinstance(values, Grid) and self._digit_columns:  # a reduced model has no column for some digits
            held = zip(self.puzzle.board.cells, self._digit_columns, values.values, strict=True)
            names += [f"cell {cell} does not hold {d}" for cell, pairs, d in held if pairs[d - 1][1][0] == ZERO]
        return names

    def _values_in(self, solution: Any) -> dict[Any, int]:
        if not isinstance(solution, Grid):
            return super()._values_in(solution)
        if solution.board != self.puzzle.board:
            raise InputError(mismatch(solution.board, self.puzzle.board, owner="the model"))
        held: dict[Any, int] = dict(zip(self.puzzle.board.cells, solution.values, strict=True))
        keys: Iterable[Any] = self.columns
        return {key: held[key] if key in held else int(held[key[0]] == key[1]) for key in keys}

    def new_cut(self, solution: Grid, at_least: int) -> Exclude:
        """A no-good cut for a grid."""
        if not isinstance(solution, Grid):
            raise InputError(f"a solution of a puzzle is a Grid, such as `Answer.grid`, not {solution!r}")
        if solution.board != self.puzzle.board:
            raise InputError(mismatch(solution.board, self.puzzle.board, owner="the model"))
        if self._cell_columns:
            chosen = list(zip(self._cell_columns, solution.values, strict=True))
        else:
            chosen = [pairs[d - 1][1] for pairs, d in zip(self._digit_columns, solution.values, strict=True)]
        pairs = tuple((k, value) for k, value in chosen if k >= 0)
        # Cells that hold another digit in every solution of a reduced formulation.
        different = sum(k == ZERO for k, _ in chosen)
        self._number += 1
        return Exclude(pairs, max(0, at_least - different), f"not grid {self._number}")

    def check_difference(self, at_least: int, is_count: bool = False) -> None:
        """Check that the board guarantees this difference between two solutions.

        Raises:
            InputError: When two solutions can differ in fewer cells.
        """
        most = max(1, self.puzzle.board.min_difference)
        if isinstance(at_least, bool) or not isinstance(at_least, int) or not 1 <= at_least <= most:
            raise InputError(
                f"two solutions on a {self.puzzle.board} may differ in as few as {most} cell{'s' * (most > 1)}: "
                f"at_least must be from 1 to {most}, not {at_least!r}"
            )

    def _answer(self, outcome: Outcome, pipeline: Pipeline | None, solver: str) -> Answer:
        grid = self.solution_of(outcome.values, solver)
        self._load(outcome)
        return Answer(outcome.status, grid, outcome.reason, self.stats(solver, outcome, pipeline), outcome.stopped_by)

    # -- the model as it stands ---------------------------------------------------------------------------------------

    def _has_only_the_rules(self) -> bool:
        """Whether the model has only the rules and the givens of the puzzle, and cuts."""
        self.look()
        return self.formulation in formulations.BUILT_IN and self._is_unchanged

    def checker(self, other: str, anew: bool = False) -> "SudokuModel":
        """The model with which a solver of another paradigm confirms a claim.

        A model that has only the rules of the puzzle is confirmed with an independent formulation. A model with
        constraints of the user's own is confirmed as it stands; if it was not changed after it was built, it is built
        again without the rewrites.

        Args:
            other: The solver that confirms.
            anew: Whether to return a separate model, which the caller may change.
        """
        is_as_defined = self._is_unchanged and self._is_fixed_as_given()
        function: formulations.Formulation | None = None
        if is_as_defined and self.formulation in formulations.BUILT_IN:
            formulation, backend = suited(other)
        elif is_as_defined and (self.is_linear or anew):
            formulation, backend, function = self.formulation, self.backend, self.function
        else:
            return copy.deepcopy(self) if anew else self
        checker = SudokuModel(self.puzzle, formulation, backend, function=function, rules_as_tables=True)
        for each in self._excluded:
            checker.add_cut(each.solution, each.at_least, checker.new_cut(each.solution, each.at_least))
        return checker

    def check_certifiable(self) -> None:
        """Check that a certificate of the puzzle is about this model.

        Raises:
            UnsupportedError: When the model has rules, edits or cuts of the user's own.
        """
        if not self._has_only_the_rules() or not self._is_fixed_as_given() or self._excluded:
            raise UnsupportedError(
                "a certificate is about the rules and the givens of a puzzle, and this model has constraints, fixed "
                "variables or cuts of its own; confirm it by another solver"
            )

    def certificate(self, solutions: Sequence[Grid], deadline: Deadline) -> Certificate:
        """A verified certificate that these are all solutions of the puzzle."""
        return verified_certificate(self.puzzle, solutions, deadline)

    def _is_fixed_as_given(self) -> bool:
        """Whether exactly the givens are fixed."""
        model = self.look()
        givens = {} if self.formulation in formulations.REDUCED else self.puzzle.givens
        wanted = dict(enumerate(model.domains))
        wanted |= {self.m.column(x): (value, value) for x, value in (self.value_of(i, d) for i, d in givens.items())}
        ends, fixed = enumerate(zip(*model.bounds(), strict=True)), self.fixed_indicators()
        return all(pair == wanted[k] for k, pair in ends if k not in fixed)


def check_variables(variables: Any, puzzle: Puzzle, formulation: str) -> dict[Any, Any]:
    """Check that a formulation returned x[cell] or y[cell, digit], and return it.

    Raises:
        InputError: When it returned something else.
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


def _digit_columns(column: Mapping[Any, Column], puzzle: Puzzle) -> list[list[tuple[int, tuple[Column, int]]]]:
    """For each cell, each digit with the column, and its value, that mean "the cell holds this digit".

    Args:
        column: The column of y[cell, digit].
        puzzle: The puzzle of the model.
    """
    digits, givens = puzzle.board.digits, puzzle.givens

    def pairs(i: Cell) -> list[tuple[int, tuple[Column, int]]]:
        return [(d, (column.get((i, d), ONE if givens.get(i) == d else ZERO), 1)) for d in digits]

    return list(map(pairs, puzzle.board.cells))
