"""Equivalence of two models: the variables that they share take the same sets of values in their solutions.

Each direction is a search for an assignment of the shared variables that one model accepts and the other refuses.

Where the shared variables determine all others, this is one question, and no solutions are listed: has the first model
a solution that violates a constraint of the second? Such a pair of models is called a miter. If a solver claims that
there is none, and none the other way round, the models are equivalent, however many solutions they have. The claim is
confirmed by a solver of another paradigm, and with a second miter that is built from the records of both models, see
`records_miter`: a fault in the question would otherwise be confirmed with the answer.

Otherwise a refused assignment may be completed in several ways, and each must be excluded. Then the assignments that
the first model accepts are listed by no-good cuts, and each is tried in the second.

Source: D. Brand, "Verification of Large Synthesized Designs", ICCAD 1993, for the miter.
"""

import inspect
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from typing import Any, TypedDict, Unpack

from .. import backends, solvers
from ..backends import natives
from ..backends.files import is_model_file
from ..errors import InputError, UnknownNameError
from ..formulations import REDUCED
from ..formulations.rules import add_rules
from ..puzzles.board import Board, mismatch
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.puzzle import Grid, Puzzle
from ..rewrites.links import whole_ends
from ..runtime.limits import Limits, Stopwatch
from ..runtime.tables import ResultTable
from .equivalence_search import Difference, EquivalenceSearch, Side
from .problem import Problem
from .sudoku_model import SudokuModel
from .validation import argument_count, define

Model = Any
"""A problem, or anything of which `Problem` makes one: a statement, a model of a library, the path of a file. Or a
formulation of a puzzle: its name, or a function of (m, puzzle) or (puzzle)."""


class Verdict(StrEnum):
    """EQUIVALENT is a claim that another solver confirms, DIFFERENT comes with an assignment, UNKNOWN with a reason."""

    EQUIVALENT = "equivalent"
    DIFFERENT = "different"
    UNKNOWN = "unknown"


@dataclass(frozen=True, repr=False)
class Equivalence:
    """Whether two models are equivalent. It is true where they are.

    Attributes:
        status: EQUIVALENT, DIFFERENT or UNKNOWN.
        reason: The status as a sentence.
        names: The two models: names of formulations, or "one" and "other".
        keys: The keys of the shared variables; (cell, digit) where one model has x[cell] and the other y[cell, digit].
        assignment: When they are different, the values of the shared variables that only one model accepts.
        accepted_by, refused_by: The names of these models.
        broken: A constraint that the assignment breaks, where the shared variables determine all others.
        methods: How each direction was decided: "negation" of the constraints, or by a "list" of assignments.
        checked_by: The solver of another paradigm that confirmed the claims; empty without a cross-check.
        stopped_by: "time limit", "limit", "gave up" (the solver) or "interrupted" when the status is UNKNOWN.
        seconds: The time.
        puzzle: The puzzle, of two formulations.
    """

    status: Verdict
    reason: str
    names: tuple[str, str]
    keys: tuple[Any, ...]
    assignment: dict[Any, int] | None = None
    accepted_by: str = ""
    refused_by: str = ""
    broken: str = ""
    methods: tuple[str, ...] = ()
    checked_by: str = ""
    stopped_by: str = ""
    seconds: float = 0.0
    puzzle: Puzzle | None = None

    def __bool__(self) -> bool:
        return self.status is Verdict.EQUIVALENT

    @property
    def grid(self) -> Grid | None:
        """The assignment as a grid, where it has one digit in each cell of the puzzle."""
        if self.puzzle is None or self.assignment is None:
            return None
        digits = [
            [d for d in self.puzzle.board.digits if self.assignment.get((i, d)) == 1 or self.assignment.get(i) == d]
            for i in self.puzzle.board.cells
        ]
        return Grid(self.puzzle.board, tuple(d for [d] in digits)) if {*map(len, digits)} == {1} else None

    def __repr__(self) -> str:
        return f"<Equivalence of {self.names[0]} and {self.names[1]}: {self.status}>"

    def __str__(self) -> str:
        if self.assignment is None:
            return f"{self.status}: {self.reason}"
        if self.grid is not None:
            return f"{self.status}: {self.reason}\n{self.grid}"
        return f"{self.status}: {self.reason}\n" + ", ".join(f"{key} = {v}" for key, v in self.assignment.items())

    def _repr_html_(self) -> str:
        values = list((self.assignment or {}).items()) if self.grid is None else []
        table = ResultTable(
            ("models", "status", "checked by", "ms"),
            [[" and ".join(self.names), self.status, self.checked_by or "-", f"{1e3 * self.seconds:,.1f}"]],
            left=range(3),
            notes=[self.reason, *([", ".join(f"{key} = {v}" for key, v in values)] if values else [])],
        )
        drawing = self.puzzle.html(self.grid) if self.puzzle is not None and self.grid is not None else ""
        return table._repr_html_() + drawing

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        plain = {name: getattr(self, name) for name in ("reason", "accepted_by", "refused_by", "broken", "checked_by")}
        plain |= {"status": str(self.status), "names": list(self.names), "methods": list(self.methods)}
        plain |= {"stopped_by": self.stopped_by, "seconds": self.seconds, "grid": self.grid and self.grid.line()}
        values = self.assignment and [{"key": str(key), "value": value} for key, value in self.assignment.items()]
        return {**plain, "assignment": values}


class EquivalenceOptions(TypedDict, total=False):
    """The options of `equivalent`."""

    backend: str | None
    limit: int | None
    cross_check: bool


def equivalent(
    one: Model,
    other: Model,
    on: Iterable[Any] | None = None,
    board: PuzzleLike | int | None = None,
    solver: str | None = None,
    time_limit: float | None = 60.0,
    **options: Unpack[EquivalenceOptions],
) -> Equivalence:
    """Decide whether the variables that two models share take the same sets of values in their solutions.

    Objectives do not matter. The models are not changed.

    Args:
        one, other: Two problems, or anything of which `Problem` makes one: statements, which are functions of m; models
            of a library; paths of model files. Or two formulations of a puzzle, as names or as functions of
            (m, puzzle) or (puzzle). A function of one argument is a statement unless its argument is called puzzle, a
            board is given, or the other model is one of a puzzle.
        on: The keys of the shared variables, for formulations the cells; by default all that both models have.
        board: The board of two formulations: its size, a `Board`, or a puzzle. By default the usual 9x9 board.
        solver: The solver; see `Problem.solve`.
        time_limit: Seconds once the models are built; None means no limit.

    Options:
        backend: The backend on which formulations are built; by default PuLP, or the first that is installed.
        limit: The largest number of assignments to list, where that is necessary; 1000 by default.
        cross_check: Let a solver of another paradigm confirm the claims; the default.

    Returns:
        EQUIVALENT, which another solver has confirmed; DIFFERENT, with an assignment that the constraints of one model
        accept, and with which the other has no solution; or UNKNOWN, with the reason.

    Raises:
        InputError: When the models share no variables, or not the board.
        UnknownNameError, NotInstalledError, UnsupportedError: When a name or a part of a model cannot be used.
        DisagreementError: When two solvers contradict each other.

    >>> print(equivalent("assignment", "pairwise", board=4).status)
    equivalent
    >>> def knapsack(m):
    ...     x = m.bool_vars("x", "abc")
    ...     m.add(3 * x["a"] + 4 * x["b"] + 5 * x["c"] <= 8, "weight")
    ...     return x
    >>> def cover(m):
    ...     x = m.bool_vars("x", "abc")
    ...     m.add(x["b"] + x["c"] <= 1, "b and c are too heavy together")
    ...     return x
    >>> print(equivalent(knapsack, cover).status)
    equivalent
    >>> def latin(m, puzzle):
    ...     x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
    ...     for unit in puzzle.board.units:
    ...         if unit.kind != "box":
    ...             m.all_different([x[i] for i in unit.cells], unit)
    ...     return x
    >>> found = equivalent(latin, "all_different", board=4)
    >>> found.status, found.accepted_by, found.refused_by, found.grid is None
    (<Verdict.DIFFERENT: 'different'>, 'latin()', 'all_different', False)
    """
    UnknownNameError.check("option", options, EquivalenceOptions.__annotations__)
    limits = Limits(time_limit, options.get("limit", 1000))
    solver = solver or solvers.first()
    solvers.find(solver)
    models, puzzle = _models(one, other, board, options.get("backend") or backends.first("pulp"))
    keys = _shared_keys(models, puzzle, on)
    watch, search = Stopwatch(), EquivalenceSearch(solver, limits, options.get("cross_check", True))
    sides = [Side(name, model, keys) for name, model in zip(_names(one, other), models, strict=True)]
    found = search.run(*sides)
    return _result(search, found, sides, puzzle, watch())


def _result(
    search: EquivalenceSearch, found: Difference | None, sides: list[Side], puzzle: Puzzle | None, seconds: float
) -> Equivalence:
    one, other = (side.name for side in sides)
    keys, methods = sides[0].keys, tuple(search.methods)
    if found:
        accepts, refuses = found.accepted_by.name, found.refused_by.name
        reason = f"{accepts} accepts this assignment, and {refuses} has no solution with it"
        reason += f": it breaks {found.broken!r}" if found.broken else ""
        values = dict(zip(keys, found.values, strict=True))
        status = Verdict.DIFFERENT
        result = Equivalence(status, reason, (one, other), keys, values, accepts, refuses, found.broken)
    elif len(methods) < 2:
        reason = f"it is not known whether {one} and {other} are equivalent: {search.reason}"
        result = Equivalence(Verdict.UNKNOWN, reason, (one, other), keys, stopped_by=search.stopped_by)
    else:
        accepted = f"{one} and {other} accept the same values of {len(keys)} shared variables"
        reason = f"{solvers.title(search.solver)} claims that {accepted}"
        reason += search.confirmation
        result = Equivalence(Verdict.EQUIVALENT, reason, (one, other), keys, checked_by=search.checked_by)
    return replace(result, methods=methods, seconds=seconds, puzzle=puzzle)


def _names(one: Model, other: Model) -> tuple[str, str]:
    """What the two models are called."""
    names = []
    for model, otherwise in ((one, "one"), (other, "other")):
        name = os.fspath(model) if isinstance(model, str | os.PathLike) else otherwise
        name = _called(model) if _is_function(model) else name
        names.append(f"{name} ({otherwise})" if name in names else name)
    return names[0], names[1]


def _called(function: Callable[..., Any]) -> str:
    return f"{getattr(function, '__name__', type(function).__name__)}()"


def _models(
    one: Model, other: Model, board: PuzzleLike | int | None, backend: str
) -> tuple[list[Problem], Puzzle | None]:
    """The two models, and their puzzle when they are formulations of one."""
    is_of_puzzle = board is not None or _is_of_puzzle(one) or _is_of_puzzle(other)
    one, other = (_taken(model, backend, is_of_puzzle) for model in (one, other))
    puzzles = [model.puzzle for model in (one, other) if isinstance(model, SudokuModel)]
    if isinstance(one, Problem) and isinstance(other, Problem):
        if board is not None:
            raise InputError("the models are built already, so omit board=; it is for names and functions")
        if len(puzzles) < 2:
            return [one, other], None
    elif board is not None:
        puzzles.append(as_puzzle(Board.of_size(board) if isinstance(board, int) else board))
    puzzles = puzzles or [as_puzzle(Board.of_size(9))]
    first, last = puzzles[0], puzzles[-1]
    if first.board != last.board:
        raise InputError(f"{mismatch(first.board, last.board, 'one model', 'the other')}; compare models of one board")
    return [each if isinstance(each, Problem) else _built(each, last, backend) for each in (one, other)], first


def _is_function(model: Model) -> bool:
    """Whether a model is a function, and not a model of a library that can be called."""
    return callable(model) and not natives.is_model(model)


def _is_of_puzzle(model: Model) -> bool:
    """Whether a model is surely one of a puzzle."""
    if isinstance(model, str):
        return not is_model_file(model)
    if not _is_function(model):
        return isinstance(model, SudokuModel)
    return argument_count(model) == 2 or "puzzle" in inspect.signature(model).parameters


def _taken(model: Model, backend: str, is_of_puzzle: bool) -> Model:
    """The problem of a model, unless it is a formulation."""
    if is_model_file(model):
        return Problem.read(model)
    if natives.is_model(model):
        return Problem(model)
    return Problem(model, backend) if _is_function(model) and not is_of_puzzle else model


def _built(formulation: str | Callable[..., Any], puzzle: Puzzle, backend: str) -> Problem:
    """The model of a formulation."""
    if isinstance(formulation, str):
        return SudokuModel(puzzle, formulation, backend)
    if not callable(formulation):
        raise InputError(
            f"a model is a Problem, a model of a library, a file, a statement, or a formulation or its name, not "
            f"{formulation!r}"
        )
    if argument_count(formulation) == 2:
        return SudokuModel(puzzle, _called(formulation), backend, function=formulation)
    user = define(formulation, puzzle, backend)
    add_rules(user.m, puzzle, user.variables)
    return Problem(lambda _: user.variables, user.m)


def _shared_keys(models: Sequence[Problem], puzzle: Puzzle | None, on: Iterable[Any] | None) -> tuple[Any, ...]:
    """The keys of the shared variables.

    Raises:
        InputError: When there are none, or one of them is not an integer between bounds in both models.
    """
    one, other = (model.columns for model in models)
    chosen = None if on is None else list(dict.fromkeys(on))
    if puzzle is not None:
        keys = _keys_of_cells(models, puzzle, chosen)
    else:
        keys = [key for key in one if key in other] if chosen is None else chosen
        for key in keys:
            if key not in one or key not in other:
                raise InputError(f"{key!r} is not a key of both models; the first key of one is {next(iter(one))!r}")
    if not keys:
        first = f"one has the key {next(iter(one), None)!r}, the other {next(iter(other), None)!r}"
        raise InputError(f"the models share no variables: {first}; give what they share the same keys")
    for model in models:
        model.check_countable(key for key in keys if key in model.columns)
    return tuple(keys)


def _keys_of_cells(models: Sequence[Problem], puzzle: Puzzle, chosen: list[Any] | None) -> list[Any]:
    """The cells, when both models have x[cell]; otherwise each cell with each value that it may have."""
    board = puzzle.board
    cells = list(board.cells) if chosen is None else chosen
    if outside := [i for i in cells if i not in board.cells]:
        raise InputError(f"{outside[0]!r} is no cell of the {board}; share cells, such as on=[(1, 1), (1, 2)]")
    values = dict.fromkeys(board.digits)
    for model, i in product(models, cells):
        if i in model.columns:
            low, high = whole_ends(model.m, model.columns[i])
            values |= dict.fromkeys(range(low, high + 1))
        elif model.formulation not in REDUCED and not all((i, d) in model.columns for d in board.digits):
            raise InputError(
                f"a model has neither a variable x[{i}] nor y[{i}, digit]; compare formulations of a board"
            )
    if all(i in model.columns for model in models for i in cells):
        return cells
    return [(i, d) for i in cells for d in values]
