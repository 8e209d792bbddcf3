"""Checking a formulation on puzzles whose solutions are all known, before a benchmark measures it."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from .. import formulations
from .. import solvers as solver_table
from ..backends import BACKENDS, Backend
from ..errors import FormulationError, SolverError, UnknownNameError, UnsupportedError
from ..formulations import Formulation
from ..models.digit_columns import check_variables
from ..models.problem import Problem
from ..models.sudoku_model import SudokuModel
from ..models.validation import NotDecided, first_counterexample
from ..puzzles.corpora import load
from ..puzzles.isomorphs import isomorph
from ..puzzles.known_solutions import known_puzzles
from ..puzzles.puzzle import Grid, Puzzle
from .fresh_puzzles import fresh_puzzles
from .plugins import file_of, message_of
from .settled import settled

__all__ = ["Checked", "check_formulation"]

SECONDS = 10.0
"""For one solve of a small puzzle, and for a count up to 2."""
SHIPPED = ("mccaffrey", "top95:1", "hardest11:1", "clues17:1", "rated:1", "several:8")
"""Puzzles that ship with the package, which a formulation might know."""


@dataclass(frozen=True)
class Checked:
    """A formulation in which no error was found.

    Attributes:
        name: Its name.
        backends: Those that it was built on.
        refused: Backend and solver, as "pulp x choco" -> why that solver does not support it.
        undecided: Sentences about puzzles that were not solved in time.
        seed: The seed of the fresh puzzles.
        settled: Puzzle -> what the formulation settles of it that no given does, such as "51 cells".
    """

    name: str
    backends: tuple[str, ...]
    refused: dict[str, str] = field(default_factory=dict)
    undecided: tuple[str, ...] = ()
    seed: int = 0
    settled: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        numbers, fresh = (
            ", ".join(str(len(grids)) for _, grids in puzzles)
            for puzzles in (known_puzzles(), fresh_puzzles(self.seed))
        )
        text = (
            f"{self.name} accepts every solution and nothing else, on puzzles with {numbers} solutions and on fresh "
            f"ones with {fresh} (seed {self.seed})"
        )
        if self.undecided:
            text = f"no error was found in {self.name}, but {'; '.join(self.undecided)}"
        if self.settled:
            found = ", ".join(f"{what} of {puzzle}" for puzzle, what in self.settled.items())
            text += f"; settled by the formulation, though by no given: {found}"
        return f"{text}, on {', '.join(self.backends)}"


def check_formulation(
    formulation: str | Formulation,
    backends: Iterable[str] | None = None,
    solvers: Iterable[str] | None = None,
    seed: int = 0,
) -> Checked:
    """Build a formulation for puzzles with 0, 1, 2 and many solutions, and compare those of the model with these.

    Some of the puzzles are small and always the same; others are 9x9 and made from the seed, so that no formulation can
    know them. On some that ship with the package, in new orientations, it is looked whether it settles cells that no
    given settles: that is no error, but it is reported, and a benchmark has it in a column of its rows.

    Args:
        formulation: The function, or its name in the table.
        backends: Names; None means all.
        solvers: Those whose support is checked; None means those that are installed.
        seed: For the fresh puzzles and the orientations.

    Raises:
        FormulationError: When it accepts a grid that is no solution, forbids one that is, stops with an error, or
            does not return its variables; the message names the backend, and draws the board or names the line.

    >>> print(check_formulation("assignment", ["pulp"], ["highs"]))  # doctest: +NORMALIZE_WHITESPACE
    assignment accepts every solution and nothing else, on puzzles with 1, 0, 18, 288, 1, 1 solutions and on fresh ones
    with 1, 2, 15, 0 (seed 0), on pulp
    """
    function = formulations.find(formulation) if isinstance(formulation, str) else formulation
    name = formulation if isinstance(formulation, str) else getattr(function, "__name__", "your formulation")
    where = list(dict.fromkeys(BACKENDS if backends is None else backends))
    for backend in where:
        if backend not in BACKENDS:
            raise UnknownNameError("backend", backend, BACKENDS)
    named = _Named(name, function)
    undecided = _accepts_what_it_should(named, where, (*known_puzzles(), *fresh_puzzles(seed)))
    for known in fresh_puzzles(seed):
        undecided += _counts_what_it_should(named, where[0], *known)
    shipped = [isomorph(load(puzzle), seed + 1) for puzzle in SHIPPED]
    found = {each.name: settled(_model(named, each, where[0])) for each in (*shipped, *_puzzles(fresh_puzzles(seed)))}
    names = solver_table.installed() if solvers is None else list(solvers)
    refused = {f"{b} x {s}": why for b in where for s in names if (why := _why_refused(function, b, s))}
    beyond = {puzzle: what for puzzle, what in found.items() if what}
    return Checked(name, tuple(where), refused, tuple(dict.fromkeys(undecided)), seed, beyond)


@dataclass(frozen=True)
class _Named:
    """A formulation whose return value is checked as in a benchmark."""

    name: str
    function: Formulation

    def __call__(self, m: Backend, puzzle: Puzzle) -> dict[Any, Any]:
        return check_variables(self.function(m, puzzle), puzzle, self.name)


Known = tuple[Puzzle, frozenset[Grid]]


def _accepts_what_it_should(formulation: _Named, backends: list[str], puzzles: Iterable[Known]) -> list[str]:
    """Sentences about the puzzles that were not solved in time.

    Raises:
        FormulationError: When the formulation is wrong; the message names the backends on which it is right, too.
    """
    undecided: list[str] = []
    failed: dict[str, FormulationError] = {}
    for known in puzzles:
        for backend in [each for each in backends if each not in failed]:
            try:
                if error := _error_on(formulation, known, backend):
                    failed[backend] = error
            except NotDecided as slow:
                undecided.append(str(slow))
                break  # nor would it be solved on another backend
    if not failed:
        return undecided
    first = next(iter(failed.values()))
    right = [backend for backend in backends if backend not in failed]
    also = f". It is right on {', '.join(right)}: leave the others out of the benchmark" if right else ""
    raise FormulationError(first.sentence + also, first.drawing)


def _error_on(formulation: _Named, known: Any, backend: str) -> FormulationError | None:
    whose = f"the formulation {formulation.name!r} on {backend}"
    try:
        fault = first_counterexample(formulation, [known], backend)
    except NotDecided:
        raise
    except (Exception, SystemExit) as error:
        return FormulationError(f"{whose}, for {known[0].name}: {message_of(error, file_of(formulation.function))}")
    return FormulationError(f"{whose}: {fault.sentence}", fault.puzzle.draw(fault.grid)) if fault else None


def _puzzles(known: Iterable[Known]) -> list[Puzzle]:
    return [puzzle for puzzle, _ in known]


def _model(formulation: _Named, puzzle: Puzzle, backend: str) -> SudokuModel:
    """A model as a benchmark builds it.

    Raises:
        FormulationError: When the formulation stops with an error.
    """
    try:
        return SudokuModel(puzzle, formulation.name, backend, function=formulation.function)
    except (Exception, SystemExit) as error:
        whose = f"the formulation {formulation.name!r} on {backend}, for {puzzle.name}"
        raise FormulationError(f"{whose}: {message_of(error, file_of(formulation.function))}") from None


def _counts_what_it_should(formulation: _Named, backend: str, puzzle: Puzzle, grids: frozenset[Grid]) -> list[str]:
    """A sentence if the solutions were not counted up to 2, as in a benchmark, within the time limit.

    Raises:
        FormulationError: When another number was counted.
    """
    model = _model(formulation, puzzle, backend)
    for solver in ("cpsat", "highs"):  # CP-SAT is fast, and does not take every model
        with suppress(UnsupportedError):
            count = model.count_solutions(solver, 2, SECONDS, cross_check=False)
            if count.value < 2 and count.status != "exact":
                return [f"the solutions of {puzzle.name} were not counted by {solver} in {SECONDS:g} seconds"]
            if count.value != min(len(grids), 2):
                raise FormulationError(
                    f"the formulation {formulation.name!r} on {backend}: {solver} counts {count.value} solutions of "
                    f"{puzzle.name}, which has {len(grids)}"
                )
            return []
    return []


def _why_refused(formulation: Formulation, backend: str, solver: str) -> str:
    """Why a solver does not support a formulation that is right; empty when it does."""
    puzzle = known_puzzles()[0][0]
    try:
        result = Problem(lambda m: formulation(m, puzzle), backend).solve(solver, SECONDS)
    except (UnsupportedError, SolverError) as error:
        return str(error)
    return "" if result else result.reason
