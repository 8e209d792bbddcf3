"""Missing givens: the smallest set of further givens that makes a solution unique, a hitting set problem."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..backends import Backend
from ..errors import InputError
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.units import Cell
from ..runtime.limits import Limits, deadline_of
from ..solvers import Feature, Status, first, title
from .counting import count_solutions
from .problem import Problem


def differing_cells(one: Grid, other: Grid) -> tuple[Cell, ...]:
    """The cells in which two grids of the same board hold different digits, row by row.

    >>> from sudoku_models import Puzzle
    >>> grids = [Puzzle.parse(text).as_grid() for text in ("1234 3412 2143 4321", "1234 3412 2341 4123")]
    >>> differing_cells(*grids)
    ((3, 2), (3, 4), (4, 2), (4, 4))
    """
    return tuple(i for i in one.board.cells if one[i] != other[i])


def hitting_set(m: Backend, chosen: Grid, others: Sequence[Grid]) -> dict[Cell, Any]:
    """Define the model of a smallest set of cells that distinguishes one solution from all others.

    Sets
        s, the chosen solution; H, the other solutions
        D[h] = cells i with h[i] != s[i], for each h in H
    Variables
        g[i] in {0, 1}                  1 when the digit s[i] becomes a given, for each cell i in some D[h]
    Rules
        sum over i in D[h] of g[i] >= 1 for each h in H: a given that h contradicts
    Goal
        minimise sum of g[i]

    The set of cells with g[i] = 1 *hits* every D[h]. Finding a smallest hitting set is set covering in other
    words, one of Karp's 21 NP-complete problems. A D[h] that contains another one is hit together with it, so its row
    is redundant. In a Sudoku, two solutions differ in at least four cells.

    Source: R. M. Karp, "Reducibility Among Combinatorial Problems", 1972. For Sudoku: G. McGuire, B. Tugemann,
    G. Civario, "There Is No 16-Clue Sudoku", Experimental Mathematics 23, 2014, where the sets are called unavoidable.

    >>> from sudoku_models.backends import new_backend
    >>> grids = [Puzzle.parse(text).as_grid() for text in ("1234 3412 2143 4321", "1234 3412 2341 4123")]
    >>> m = new_backend("pulp")
    >>> print(sorted(hitting_set(m, grids[0], grids[1:])))
    [(3, 2), (3, 4), (4, 2), (4, 4)]
    """
    differ = _smallest({frozenset(differing_cells(chosen, h)): None for h in others})

    g = m.bool_vars("g", [i for i in chosen.board.cells if any(i in cells for cells in differ)])

    for k, cells in enumerate(differ, 1):
        m.add(m.sum(g[i] for i in sorted(cells)) >= 1, f"another solution is excluded ({k})")

    m.minimize(m.sum(g.values()))

    return g


def _smallest(sets: dict[frozenset[Cell], None]) -> list[frozenset[Cell]]:
    """The sets that contain no other set, in a fixed order."""
    kept: list[frozenset[Cell]] = []
    for cells in sorted(sets, key=lambda cells: (len(cells), sorted(cells))):
        if not any(cells >= smaller for smaller in kept):
            kept.append(cells)
    return kept


@dataclass(frozen=True, repr=False)
class ExtraGivens:
    """The smallest set of further givens with which a puzzle has only one chosen solution.

    Attributes:
        puzzle: The original puzzle.
        chosen: The solution that is kept, if there is one.
        givens: Cell -> digit; None when it is not known.
        status: "smallest" when the solver claims that fewer givens do not suffice, otherwise "unknown".
        reason: The status as a sentence.
        solutions: The number of solutions of the puzzle that were found.
    """

    puzzle: Puzzle
    chosen: Grid | None
    givens: dict[Cell, int] | None
    status: Literal["smallest", "unknown"]
    reason: str
    solutions: int

    def completed(self) -> Puzzle:
        """The puzzle with the further givens.

        Raises:
            InputError: When they are not known.
        """
        if self.givens is None:
            raise InputError(f"the further givens are not known: {self.reason}")
        board, old = self.puzzle.board, self.puzzle.givens
        return Puzzle(board, tuple(old.get(i, 0) or self.givens.get(i, 0) for i in board.cells))

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        givens = None if self.givens is None else [{"cell": list(i), "digit": d} for i, d in self.givens.items()]
        chosen = self.chosen.line() if self.chosen else None
        return {"status": self.status, "reason": self.reason, "givens": givens, "chosen": chosen}

    def __repr__(self) -> str:
        return f"<ExtraGivens: {self.status}, {self}>"

    def __str__(self) -> str:
        if not self.givens:
            return self.reason
        return ", ".join(f"{d} in {i}" for i, d in self.givens.items())


def extra_givens(
    puzzle: PuzzleLike,
    chosen: Grid | None = None,
    limit: int = 2000,
    time_limit: float | None = None,
) -> ExtraGivens:
    """Find the smallest set of further givens that makes one solution of a puzzle the only one.

    A CP or SAT solver enumerates all solutions; the model `hitting_set` finds the cells.

    Args:
        puzzle: The puzzle, its name, its text or its rows.
        chosen: The solution to keep; by default the lexicographically smallest one.
        limit: The largest number of solutions to list; for puzzles with more the status is "unknown".
        time_limit: Seconds for everything; None means no limit.

    Raises:
        InputError: When the chosen grid is not a solution.

    >>> puzzle = Puzzle.parse("1... .... ..2. ...1")
    >>> found = extra_givens(puzzle)
    >>> found.solutions, found.givens, found.status
    (6, {(1, 4): 4}, 'smallest')
    >>> from sudoku_models import count_solutions
    >>> print(count_solutions(found.completed()))
    1
    """
    deadline = Limits(time_limit).deadline()
    puzzle = as_puzzle(puzzle)
    if chosen is not None and (violations := puzzle.violations(chosen)):
        raise InputError(f"the chosen grid is not a solution of the puzzle: {violations[0]}")
    with deadline_of(deadline):
        count = count_solutions(puzzle, limit=limit + 1, cross_check=False, method="enumerate")
    if chosen is None and count.grids:
        chosen = min(count.grids, key=lambda grid: grid.values)
    known = len(count.grids)
    if count.status != "exact" or chosen is None:
        reason = f"there are more than {limit:,} solutions, and they were not listed" if known > limit else count.reason
        return ExtraGivens(puzzle, chosen, None, "unknown", reason, known)
    others = [grid for grid in count.grids if grid != chosen]
    if not others:
        return ExtraGivens(puzzle, chosen, {}, "smallest", "the solution is the only one already", known)
    solution = chosen
    problem, solver = Problem(lambda m: hitting_set(m, solution, others)), first(Feature.OBJECTIVE)
    with deadline_of(deadline):
        result = problem.solve(solver)
    if result.status is not Status.SOLVED or result.values is None:
        return ExtraGivens(puzzle, chosen, None, "unknown", result.reason, known)
    givens = {i: chosen[i] for i, value in result.values.items() if value}
    reason = f"{title(solver)} claims that fewer do not exclude all of the other {known - 1} solutions"
    return ExtraGivens(puzzle, chosen, givens, "smallest", reason, known)
