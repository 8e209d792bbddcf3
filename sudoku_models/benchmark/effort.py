"""How much search a puzzle needs, measured by engines that the studies do not compare."""

import statistics
from collections.abc import Iterable

from ..inference.methods import attempt
from ..models.sudoku_model import build
from ..puzzles.isomorphs import isomorph
from ..puzzles.puzzle import Puzzle
from ..solvers import Status

SEEDS = (1, 2, 3, 4, 5)
PRESOLVED = "shaving"
"""The method of inference of a puzzle that needs no search."""
ENGINE = "glucose"


def search_effort(puzzle: Puzzle, seeds: Iterable[int] = SEEDS, time_limit: float | None = None) -> int | None:
    """The search effort of a puzzle: 0 when shaving by singles solves it, else the conflicts of a SAT solver.

    Presolve of HiGHS and that of CP-SAT settle nearly the same puzzles as shaving. For the others, Glucose gets the
    clauses of the all-different formulation, finds the solution and claims that it is the only one; the effort is the
    median of its conflicts over some isomorphs, rounded down, and at least 1. Where the board has rules beside units,
    no puzzle counts as shaved.

    Args:
        puzzle: A puzzle, of any board.
        seeds: Those of the isomorphs.
        time_limit: Seconds for each isomorph.

    Returns:
        The effort; None when an isomorph was not decided within its limit.

    >>> import sudoku_models as sm
    >>> search_effort(sm.load("top95:1")), search_effort(sm.load("hardest11:2")) > 0
    (0, True)
    """
    if not puzzle.board.rules and attempt(PRESOLVED, puzzle, time_limit).finished:
        return 0
    found = []
    for seed in seeds:
        model = build(isomorph(puzzle, seed), "all_different", "pulp")
        first = model.solve(ENGINE, time_limit)
        work = first.stats.search.get("conflicts", 0)
        if first.grid is not None:
            model.exclude(first.grid)
            proof = model.solve(ENGINE, time_limit)
            work += proof.stats.search.get("conflicts", 0)
            if proof.status is Status.UNKNOWN:
                return None
        elif first.status is Status.UNKNOWN:
            return None
        found.append(work)
    return max(1, int(statistics.median(found)))
