"""The methods that decide whether a puzzle has exactly one solution."""

from collections.abc import Callable
from dataclasses import dataclass

from .. import solvers
from ..certificates import first_solutions, verified_certificate
from ..errors import CertificateError, SolverError, UnsupportedError
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import Deadline, TimeLimit, deadline_of
from ..solvers import Status
from .allowed_values import allowed_values
from .counting import count_solutions
from .missing_givens import differing_cells
from .opening import seconds_left
from .results import Answer
from .sudoku_model import build
from .unseen_values import value_binaries

__all__ = ["HOW", "METHODS", "RUN", "Found"]

METHODS: dict[str, str] = {
    "no-good cut": "solve, exclude the solution by a cut, solve again: is there another one?",
    "allowed values": "list the values that each cell can have: is it one for every cell?",
    "least agreement": "solve, then minimise the number of cells that agree with the solution: is it all of them?",
    "enumeration": "let the CP solver list solutions by itself, and stop at the second",
    "certificate": "let a SAT solver find the solution and prove that it is the only one, and verify the proof",
}


@dataclass(frozen=True)
class Found:
    """What a method found: the number of solutions (2 for more), solves, a sentence, and what stopped it."""

    solutions: int | None
    solves: int
    reason: str
    grids: tuple[Grid, ...] = ()
    by: str = ""


Names = tuple[str, str, str]


def _second_solve(puzzle: Puzzle, model: Names, time_limit: float | None) -> Found:
    count = count_solutions(puzzle, *model, limit=2, time_limit=time_limit, cross_check=False)
    number = count.value if count.status == "exact" or count.value > 1 else None
    reasons = {
        None: count.reason,
        0: "infeasible at once",
        1: "infeasible after the cut",
        2: "another one after the cut",
    }
    return Found(number, len(count.seconds), reasons[number], count.grids, "" if number == 2 else count.stopped_by)


def _allowed(puzzle: Puzzle, model: Names, time_limit: float | None) -> Found:
    method = {"MILP": "milp", "CP": "cpsat", "SAT": "sat"}[solvers.find(model[2]).paradigm]
    found = allowed_values(puzzle, *model, method, time_limit=time_limit, cross_check=False)
    number = {True: 1, False: 2 if found.grids else 0, None: None}[found.is_unique]
    more = "" if found.status == "complete" else " or more"
    reason = f"{found.total}{more} values in {len(puzzle.board.cells)} cells"
    return Found(
        number, found.solves, reason if number is not None else found.reason, found.grids[:2], found.stopped_by
    )


def _least_agreement(puzzle: Puzzle, model: Names, time_limit: float | None) -> Found:
    """Solve, then minimise the sum of y[i,s[i]] over the cells, for the solution s: the least agreement with s."""
    deadline, cells = Deadline(time_limit), puzzle.board.cells
    formulation, backend, solver = model
    rewrite = None if solvers.LOGIC in solvers.find(solver).features else ""
    try:
        with deadline_of(deadline):
            built = build(puzzle, formulation, backend, rewrite)
            y = value_binaries(built)
    except TimeLimit:
        return Found(None, 0, solvers.no_time().reason, (), solvers.TIME_LIMIT)
    first = built.solve(solver, seconds_left(deadline))
    if first.grid is None:
        return _not_solved(first, 1)
    built.m.minimize(built.m.sum(y[i, first.grid[i]] for i in cells))
    farthest = built.solve(solver, seconds_left(deadline))
    if farthest.grid is None:
        return _not_solved(farthest, 2)
    agreement = len(cells) - len(differing_cells(first.grid, farthest.grid))
    grids = (first.grid, farthest.grid) if agreement < len(cells) else (first.grid,)
    return Found(len(grids), 2, f"the least agreement is {agreement} of {len(cells)} cells", grids)


def _not_solved(answer: Answer, solves: int) -> Found:
    if answer.status is Status.UNKNOWN:
        return Found(None, solves, answer.reason, (), answer.stopped_by)
    if solves > 1:
        raise SolverError("the solver found a solution, and then reported that there is none")
    return Found(0, solves, "infeasible at once")


def _enumeration(puzzle: Puzzle, model: Names, time_limit: float | None) -> Found:
    count = count_solutions(puzzle, *model, limit=2, time_limit=time_limit, cross_check=False, method="enumerate")
    number = count.value if count.status == "exact" or count.value > 1 else None
    reasons = {None: count.reason, 0: "none to list", 1: "one, and no more", 2: "stopped at the second"}
    return Found(number, 1, reasons[number], count.grids, "" if number == 2 else count.stopped_by)


def _certificate(puzzle: Puzzle, _: Names, time_limit: float | None) -> Found:
    deadline = Deadline(time_limit)
    try:
        grids = first_solutions(puzzle, 2, time_limit)
        if len(grids) > 1:
            return Found(2, 2, "stopped at the second", grids)
        certificate = verified_certificate(puzzle, grids, deadline)
    except CertificateError as error:
        return Found(None, 1, str(error), (), solvers.TIME_LIMIT)
    except UnsupportedError as error:  # a rule of the board that would need too many clauses
        return Found(None, 0, str(error), (), solvers.GAVE_UP)
    return Found(len(grids), 2, f"a proof of {certificate.steps:,} steps, verified", grids)


HOW = {"certificate": ("clauses", "DRAT", "cadical")}
"""How a method decides that does not use the configuration."""
RUN: dict[str, Callable[[Puzzle, Names, float | None], Found]] = {
    "no-good cut": _second_solve,
    "allowed values": _allowed,
    "least agreement": _least_agreement,
    "enumeration": _enumeration,
    "certificate": _certificate,
}
