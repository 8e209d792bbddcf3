"""Reduction: remove givens from a full grid while the solution stays unique.

A given can be removed exactly when no other solution has another digit there. Three tests, the cheapest first:

1. *singles*: if hidden and naked singles find the digit again, every step is forced, and the solution is still unique;
2. *unavoidable sets*: if one of them would lose its last given, there is a second solution; see `unavoidable_sets`;
3. *one solve* of a small model of the cells that are still open, with "this cell has another digit": if it is
   infeasible, the given can be removed; see `second_solution`.

Sources: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", Experimental Mathematics 23, 2014, for
unavoidable sets, and for 17 as the smallest number of givens; T. Mantere, J. Koljonen, "Solving, rating and generating
Sudoku puzzles with GA", CEC 2007, and many before them, for the reduction.
"""

import random
from collections.abc import Iterable, Sequence
from functools import cached_property

from ..explain import difficulty
from ..inference.singles import Positions, Rule, hidden_singles, naked_singles
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import Deadline
from .grids import opposite, unavoidable_sets
from .request import LARGEST_WITH_LEVEL, Request
from .second_solution import second_solution

__all__ = ["Reduction", "singles_find"]


class Reduction:
    """A full grid, and its remaining givens.

    Attributes:
        givens: For each cell, its digit if it is a given, else 0.
        needed: Cells whose givens are proved to be needed.
        solved_by_singles: On a large board, the givens from which singles alone lead to the grid; else None.
        level: The difficulty, see `judge`; empty where it is not known.
        minimal: Whether every given is needed; None when that was not tested.
        minimal_rules: Whether every rule that was drawn is needed; None when that was not tested.
        missed: The parts of the request that are not met, as text; empty when it is met.
    """

    def __init__(self, request: Request, grid: Grid, rng: random.Random, deadline: Deadline) -> None:
        self.request, self.grid, self.board, self.deadline = request, grid, request.board, deadline
        self.givens = grid.values
        self.orbits: list[tuple[int, ...]] = [(i,) for i in range(len(grid.values))]
        if request.symmetric:
            pairs = (tuple(sorted({i, opposite(self.board, i)})) for (i,) in self.orbits)
            self.orbits = list(dict.fromkeys(pairs))
        rng.shuffle(self.orbits)
        self.rules = (hidden_singles,) if request.level == "easy" else (naked_singles, hidden_singles)
        self.needed: set[int] = set()
        self.solved_by_singles: tuple[int, ...] | None = None
        self.level = ""
        self.minimal: bool | None = None
        self.minimal_rules: bool | None = None
        self.missed: list[str] = []

    def run(self) -> None:
        """Remove givens, in the order of the orbits, while the puzzle stays as requested.

        Raises:
            TimeLimit: At the deadline; the remaining givens still have one solution.
        """
        request = self.request
        may_solve = request.level in (None, "hard")
        if self.board.size > LARGEST_WITH_LEVEL:
            self._remove_givens(may_solve=False)
            self.solved_by_singles = self.givens
            may_solve = request.minimal or request.clues is not None
        self._remove_givens(may_solve)
        if request.minimal:
            self.minimal = self._is_minimal()

    def judge(self) -> None:
        """Compare the puzzle with the request."""
        request, self.missed = self.request, []
        self.level = self._level()
        if request.level not in (None, self.level):
            self.missed.append(f"the level is {self.level}, not {request.level}")
        if request.clues not in (None, self.clues):
            self.missed.append(f"{self.clues} givens are left, not {request.clues}")
        if request.minimal and not self.minimal:
            self.missed.append(
                "a given is not needed" if self.minimal is False else "not every given is proved to be needed"
            )

    def _level(self) -> str:
        return difficulty.level(self.puzzle)

    def fall_back(self) -> bool:
        """Return to the givens from which singles alone lead to the grid; False when there are none."""
        if self.solved_by_singles is None:
            return False
        self.givens, self.minimal = self.solved_by_singles, None
        self.judge()
        return True

    @property
    def distance(self) -> tuple[int, int, int]:
        """The distance from the request, for comparisons."""
        wanted = self.request.clues
        return len(self.missed), 0 if wanted is None else abs(self.clues - wanted), self.clues

    @property
    def clues(self) -> int:
        """The number of remaining givens."""
        return len(self.givens) - self.givens.count(0)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the remaining givens."""
        return Puzzle(self.board, self.givens)

    @property
    def is_symmetric(self) -> bool:
        """Whether the cells of the givens are symmetric under a half turn."""
        return all(bool(d) == bool(self.givens[opposite(self.board, i)]) for i, d in enumerate(self.givens))

    @cached_property
    def _unavoidable(self) -> list[list[frozenset[int]]]:
        return unavoidable_sets(self.grid)

    def _remove_givens(self, may_solve: bool) -> None:
        fewest = self.request.clues or 0
        for orbit in self.orbits:
            self.deadline.check()
            if self.givens[orbit[0]] and self.clues - len(orbit) >= fewest:
                self._try_to_remove(orbit, may_solve)

    def _try_to_remove(self, orbit: Sequence[int], may_solve: bool) -> None:
        left = self.givens
        for i in orbit:
            left = _without(left, i)
            if not self._is_determined(i, left, may_solve):
                if may_solve and i == orbit[0]:
                    self.needed.add(i)  # it stays needed: fewer givens have more solutions
                return
        self.givens = left

    def _is_determined(self, i: int, left: tuple[int, ...], may_solve: bool) -> bool:
        """Whether the solutions of these givens, one of which is the grid, are known to agree in a blank cell."""
        puzzle = Puzzle(self.board, left)
        if singles_find([i], puzzle, self.rules):
            return True
        return may_solve and not self._has_another(i, puzzle)

    def _has_another(self, i: int, puzzle: Puzzle) -> bool:
        """Whether a second solution has another digit in a blank cell."""
        if any(not any(puzzle.values[j] for j in part) for part in self._unavoidable[i]):
            return True
        return second_solution(puzzle, i, self.grid.values[i], self.deadline) is not None

    def _is_minimal(self) -> bool:
        """Whether every given is needed; those that the reduction has proved to be needed are not tested again."""
        untested = (i for i, d in enumerate(self.givens) if d and i not in self.needed)
        return all(self._has_another(i, Puzzle(self.board, _without(self.givens, i))) for i in untested)


def _without(givens: tuple[int, ...], i: int) -> tuple[int, ...]:
    return (*givens[:i], 0, *givens[i + 1 :])


def singles_find(cells: Iterable[int], puzzle: Puzzle, rules: Sequence[Rule]) -> bool:
    """Whether singles find the digits of these cells.

    If so, any deduction from the puzzle with these digits as givens still works without them.

    >>> puzzle = Puzzle.parse("12.. 34.. .... ...3")
    >>> singles_find([3], puzzle, [naked_singles]), singles_find([15], puzzle, [naked_singles])
    (True, True)
    >>> singles_find([8], puzzle, [naked_singles])
    False
    """
    wanted = sum(1 << i for i in cells)
    positions = Positions.start(puzzle)
    while wanted & ~positions.found:
        if not any(rule(positions) for rule in rules):
            return False
    return True
