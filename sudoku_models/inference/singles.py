"""The positions of each digit as bits, and the simplest rules on them: fast, and without explanations.

A set of cells is one integer, so "only one cell of this row can hold the 4" is one test of 81 bits. This is the one
engine for singles: the techniques of `explain` say why, the level of a puzzle counts how far they go.

Sources: the names are those of Sudoku Explainer (N. Juillerat, 2005). Shaving: P. Martin, D. Shmoys, "A new approach
to computing optimal schedules for the job-shop scheduling problem", IPCO 1996; R. Debruyne, C. Bessiere, "Some
practicable filtering techniques for the constraint satisfaction problem", IJCAI 1997, as singleton consistency.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations

from ..puzzles.board import Board
from ..puzzles.candidates import Geometry, bits, geometry
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import check_deadline

__all__ = [
    "Positions",
    "Rule",
    "hidden_singles",
    "last_positions",
    "locked_candidates",
    "naked_singles",
    "shave",
    "to_fixpoint",
]


class Positions:
    """For each digit the cells that can hold it.

    Attributes:
        board: The board.
        of: The cells of each digit as bits; `of[0]` stands for no digit.
        found: The cells that have their digit, so that it has gone from their peers.
        broken: Whether there is a contradiction, so that there is no solution.

    >>> positions = Positions.start(Puzzle.parse("12.. 34.. .... ...."))
    >>> positions.of[1].bit_count(), to_fixpoint(positions, hidden_singles), positions.of[1].bit_count()
    (9, True, 9)
    """

    def __init__(self, board: Board, of: list[int], found: int = 0) -> None:
        self.board = board
        self.shape: Geometry = geometry(board)
        self.of = of
        self.found = found
        self.broken = False

    @classmethod
    def start(cls, puzzle: Puzzle) -> "Positions":
        """What the givens leave; their digits have gone from their peers."""
        everywhere = (1 << len(puzzle.values)) - 1
        positions = cls(puzzle.board, [0] + [everywhere] * puzzle.board.size)
        for k, d in enumerate(puzzle.values):
            if d:
                positions.put(k, d)
        return positions

    def copy(self) -> "Positions":
        """A copy for a trial."""
        return Positions(self.board, self.of.copy(), self.found)

    def put(self, k: int, d: int) -> None:
        """Put a digit into the cell with this number: no other digit is there, and its peers do not hold it."""
        of, cell = self.of, 1 << k
        if not of[d] & cell:
            self.broken = True
            return
        keep = ~cell
        for e in self.board.digits:
            of[e] &= keep
        of[d] = of[d] & ~self.shape.peers[k] | cell
        self.found |= cell

    def single(self) -> int:
        """The cells that can hold one digit only; a cell that can hold none is a contradiction."""
        some = several = 0
        for cells in self.of:
            several |= some & cells
            some |= cells
        self.broken |= some.bit_count() < len(self.shape.cells)
        return some & ~several

    @property
    def solved(self) -> bool:
        """Whether every cell has its digit."""
        return not self.broken and self.found.bit_count() == len(self.shape.cells)

    def grid(self) -> Grid | None:
        """The grid, when every cell can hold one digit only."""
        if self.single().bit_count() < len(self.shape.cells) or self.broken:
            return None
        values = [0] * len(self.shape.cells)
        for d in self.board.digits:
            for k in bits(self.of[d]):
                values[k] = d
        return Grid(self.board, tuple(values))


Rule = Callable[[Positions], bool]
"""Removes positions, and returns whether it did."""


def last_positions(of: Sequence[int], shape: Geometry, units: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """The units and digits with at most one position left: (unit, digit, the position as bits or 0).

    Args:
        of: For each digit the cells that can hold it, as bits; index 0 is not used.
        shape: The board with numbered cells.
        units: The numbers of the units, which must hold every digit.
    """
    digits, cells_of = shape.board.digits, shape.units
    for u in units:
        unit = cells_of[u]
        for d in digits:
            left = of[d] & unit
            if not left & (left - 1):
                yield u, d, left


def naked_singles(positions: Positions) -> bool:
    """A cell that can hold one digit only holds it, so its peers do not."""
    new = positions.single() & ~positions.found
    if new and not positions.broken:
        for d in positions.board.digits:
            for k in bits(positions.of[d] & new):
                positions.put(k, d)
    return bool(new)


def hidden_singles(positions: Positions) -> bool:
    """A digit that has one position only in a unit is there, so no other digit is, and its peers do not hold it."""
    changed = False
    for _, d, left in last_positions(positions.of, positions.shape, positions.shape.complete):
        if not left:
            positions.broken = True
            return False
        if not left & positions.found:
            positions.put(left.bit_length() - 1, d)
            changed = True
    return changed


def locked_candidates(positions: Positions) -> bool:
    """A digit whose positions in one unit all lie in another unit too goes from the rest of that one."""
    changed = False
    for d in positions.board.digits:
        for both, one, other in _meeting(positions.board):
            of = positions.of[d]
            if of & both and not of & one and of & other:
                positions.of[d] = of & ~other
                changed = True
    return changed


def to_fixpoint(positions: Positions, *rules: Rule) -> bool:
    """Use the rules until none removes anything, the first ones first; False when there is a contradiction."""
    while not positions.broken and any(rule(positions) for rule in rules):
        pass
    return not positions.broken


def shave(positions: Positions) -> bool:
    """Try each digit in each cell with naked and hidden singles: one that ends in a contradiction goes.

    A trial that reaches a solution proves nothing, and is forgotten. This is repeated until no trial fails. Each trial
    keeps to the deadline around this call (`runtime.limits.deadline_of`).

    Args:
        positions: Changed in place.

    Returns:
        False when there is a contradiction, so that there is no solution.

    >>> from sudoku_models import load
    >>> hard = Positions.start(load("hardest11:1"))
    >>> to_fixpoint(hard, naked_singles, hidden_singles), hard.grid() is None, shave(hard), hard.grid() is None
    (True, True, True, False)
    """
    removed = True
    while removed and to_fixpoint(positions, naked_singles, hidden_singles):
        removed = False
        for d in positions.board.digits:
            for k in bits(positions.of[d] & ~positions.single()):
                if not positions.of[d] >> k & 1 or positions.single() >> k & 1:
                    continue  # decided meanwhile
                check_deadline()
                trial = positions.copy()
                trial.put(k, d)
                if not to_fixpoint(trial, naked_singles, hidden_singles):
                    positions.of[d] &= ~(1 << k)
                    removed = True
                    if not to_fixpoint(positions, naked_singles, hidden_singles):
                        return False
    return not positions.broken


@cache
def _meeting(board: Board) -> list[tuple[int, int, int]]:
    """For two units of which the first takes every digit: the cells of both, those of one alone, and of the other."""
    shape = geometry(board)
    pairs = (
        (shape.units[u], shape.units[v]) for u, v in permutations(range(len(shape.units)), 2) if u in shape.complete
    )
    return [(one & other, one & ~other, other & ~one) for one, other in pairs if (one & other).bit_count() > 1]
