"""Reduction: remove givens from a full grid while the solution stays unique.

A given can be removed exactly when no other solution has another digit there. Three tests, the cheapest first:

1. *singles*: if hidden and naked singles find the digit again, every step is forced, and the solution is still unique;
2. *unavoidable sets*: if one of them would lose its last given, there is a second solution; see `unavoidable_sets`;
3. *one solve* of the live model with the remaining givens and "this cell has another digit": if it is infeasible, the
   given can be removed.

Sources: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", Experimental Mathematics 23, 2014, for
unavoidable sets, and for 17 as the smallest number of givens; T. Mantere, J. Koljonen, "Solving, rating and generating
Sudoku puzzles with GA", CEC 2007, and many before them, for the reduction.
"""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ..explain import difficulty
from ..models.solver_model import Cut
from ..models.sudoku_model import SudokuModel, build
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import Deadline
from .grids import Numbered, check_ended, numbered, opposite, unavoidable_sets
from .request import LARGEST_WITH_LEVEL, Request

__all__ = ["Reduction"]


class Reduction:
    """A full grid, its remaining givens, and a live model of them.

    Attributes:
        kept: For each cell, the bit of its digit if it is a given, else 0.
        clues: The number of remaining givens.
        needed: Cells whose givens are proved to be needed.
        level: The difficulty; see `judge`.
        minimal: Whether every given is needed; None when that was not tested.
        missed: The parts of the request that are not met, as text; empty when it is met.
    """

    def __init__(self, request: Request, grid: Grid, rng: random.Random, deadline: Deadline) -> None:
        self.request, self.grid, self.board, self.deadline = request, grid, request.board, deadline
        self.numbered = numbered(self.board)
        self.kept = [1 << d for d in grid.values]
        self.clues = len(self.kept)
        self.orbits: list[tuple[int, ...]] = [(i,) for i in range(self.clues)]
        if request.symmetric:
            pairs = (tuple(sorted({i, opposite(self.board, i)})) for i in range(self.clues))
            self.orbits = list(dict.fromkeys(pairs))
        rng.shuffle(self.orbits)
        self.unavoidable = unavoidable_sets(grid)
        self.model: SudokuModel | None = None
        self.needed: set[int] = set()
        self.level = ""
        self.minimal: bool | None = None
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
            may_solve = request.minimal or request.clues is not None
        self._remove_givens(may_solve)
        if request.minimal:
            self.minimal = self._is_minimal()

    def judge(self) -> None:
        """Compare the puzzle with the request."""
        request = self.request
        self.level = difficulty.level(self.puzzle)
        if request.level not in (None, self.level):
            self.missed.append(f"the level is {self.level}, not {request.level}")
        if request.clues not in (None, self.clues):
            self.missed.append(f"{self.clues} givens are left, not {request.clues}")
        if request.minimal and not self.minimal:
            self.missed.append(
                "a given is not needed" if self.minimal is False else "not every given is proved to be needed"
            )

    @property
    def distance(self) -> tuple[int, int, int]:
        """The distance from the request, for comparisons."""
        wanted = self.request.clues
        return len(self.missed), 0 if wanted is None else abs(self.clues - wanted), self.clues

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the remaining givens."""
        return Puzzle(self.board, tuple(bit.bit_length() - 1 if bit else 0 for bit in self.kept))

    @property
    def is_symmetric(self) -> bool:
        """Whether the cells of the givens are symmetric under a half turn."""
        return all(bool(bit) == bool(self.kept[opposite(self.board, i)]) for i, bit in enumerate(self.kept))

    def _remove_givens(self, may_solve: bool) -> None:
        fewest = self.request.clues or 0
        for orbit in self.orbits:
            self.deadline.check()
            if not self.kept[orbit[0]] or self.clues - len(orbit) < fewest:
                continue
            with self._without(orbit):
                can_go = self._can_be_removed(orbit, may_solve)
            if can_go:
                self.clues -= len(orbit)
                for i in orbit:
                    self.kept[i] = 0

    @contextmanager
    def _without(self, cells: Sequence[int]) -> Iterator[None]:
        """Remove these givens for a test, and restore them afterwards."""
        for i in cells:
            self.kept[i] = 0
        try:
            yield
        finally:
            for i in cells:
                self.kept[i] = 1 << self.grid.values[i]

    def _can_be_removed(self, cells: Sequence[int], may_solve: bool) -> bool:
        """Whether these givens, which are already removed, can stay removed."""
        if found_by_singles(self.numbered, self.kept, cells, hidden_only=self.request.level == "easy"):
            return True
        return may_solve and not self._has_another(cells)

    def _has_another(self, cells: Sequence[int]) -> bool:
        """Whether a second solution has another digit in one of these cells, which are already blank."""
        another = any(all(not self.kept[j] for j in part) for i in cells for part in self.unavoidable[i])
        if not another:
            another = self._solve_for_another(cells)
        if another and len(cells) == 1:
            self.needed.add(cells[0])  # it stays needed: fewer givens have more solutions
        return another

    def _solve_for_another(self, cells: Sequence[int]) -> bool:
        self.deadline.check()
        if self.model is None:
            self.model = build(self.puzzle, "all_different", "cpsat")
        model = self.model
        model.reset(self.puzzle)
        values = tuple((model.m.column(model.variables[self.board.cells[k]]), self.grid.values[k]) for k in cells)
        outcome = model.run("cpsat", self.deadline.left(), [Cut(None, values, 1, "another digit")])
        check_ended(outcome)
        return model.grid_of(outcome, "cpsat") is not None

    def _is_minimal(self) -> bool:
        """Whether every given is needed; those that the reduction has proved to be needed are not tested again."""
        for i, bit in enumerate(self.kept):
            if bit and i not in self.needed:
                with self._without((i,)):
                    if found_by_singles(self.numbered, self.kept, (i,), hidden_only=False) or not self._has_another(
                        (i,)
                    ):
                        return False
        return True


def found_by_singles(board: Numbered, kept: Sequence[int], cells: Sequence[int], hidden_only: bool) -> bool:
    """Whether singles find the digits of these cells again; the digits are bits, and 0 is a blank cell.

    If so, any deduction from these givens to the solution still works without them.
    """
    peers = board.peers
    can = [board.all_digits] * len(kept)
    for k, bit in enumerate(kept):
        if bit:
            for j in peers[k]:
                can[j] &= ~bit
    for k, bit in enumerate(kept):
        if bit:
            can[k] = 0  # its digit is fixed
    waiting = set(cells)

    def put(k: int, bit: int) -> None:
        can[k] = 0
        waiting.discard(k)
        for j in peers[k]:
            can[j] &= ~bit

    going = True
    while going and waiting:
        going = False
        if not hidden_only:
            for k, bits in enumerate(can):
                if bits and not bits & (bits - 1):
                    put(k, bits)
                    going = True
        for unit in board.complete:
            once = twice = 0
            for k in unit:
                twice |= once & can[k]
                once |= can[k]
            if once := once & ~twice:
                for k in unit:
                    if bit := can[k] & once:
                        put(k, bit)
                        going = True
    return not waiting
