"""The places of each digit as bits, and the simplest ways of reasoning on them: fast, and without explanations.

A set of cells is one integer, so "only one cell of this row can hold the 4" is one test of 81 bits. The techniques of
`explain` know the same rules and say why; here they only run to their fixpoint.

Sources: the names are those of Sudoku Explainer (N. Juillerat, 2005). Shaving: P. Martin, D. Shmoys, "A new approach
to computing optimal schedules for the job-shop scheduling problem", IPCO 1996; R. Debruyne, C. Bessiere, "Some
practicable filtering techniques for the constraint satisfaction problem", IJCAI 1997, as singleton consistency.
"""

from collections.abc import Callable
from functools import cache
from itertools import permutations

from ..puzzles.board import Board
from ..puzzles.candidates import Geometry, bits, geometry
from ..puzzles.puzzle import Grid, Puzzle

__all__ = ["Places", "hidden_singles", "locked_candidates", "naked_singles", "settle", "shave"]


class Places:
    """For each digit the cells that can hold it.

    Attributes:
        board: The board.
        of: The cells of each digit as bits; `of[0]` stands for no digit.
        done: The cells whose digit has gone from their peers already.
        broken: Whether something contradicts itself, so that there is no solution.

    >>> places = Places.start(Puzzle.parse("12.. 34.. .... ...."))
    >>> places.of[1].bit_count(), settle(places, naked_singles), places.of[1].bit_count()
    (13, True, 9)
    """

    def __init__(self, board: Board, of: list[int], done: int = 0) -> None:
        self.board = board
        self.shape: Geometry = geometry(board)
        self.of = of
        self.done = done
        self.broken = False

    @classmethod
    def start(cls, puzzle: Puzzle) -> "Places":
        """The given alone for a given cell, every digit for a blank one."""
        everywhere = (1 << len(puzzle.values)) - 1
        places = cls(puzzle.board, [0] + [everywhere] * puzzle.board.size)
        for k, d in enumerate(puzzle.values):
            if d:
                places.hold(1 << k, d)
        return places

    def copy(self) -> "Places":
        """A copy to try something on."""
        return Places(self.board, self.of.copy(), self.done)

    def hold(self, cells: int, d: int) -> None:
        """These cells hold the digit, and so no other one."""
        for e in self.board.digits:
            if e != d:
                self.of[e] &= ~cells

    def single(self) -> int:
        """The cells that can hold one digit only; what can hold none is a contradiction."""
        some = several = 0
        for places in self.of:
            several |= some & places
            some |= places
        self.broken |= some.bit_count() < len(self.shape.cells)
        return some & ~several

    def grid(self) -> Grid | None:
        """The grid, when every cell can hold one digit only."""
        if self.single().bit_count() < len(self.shape.cells) or self.broken:
            return None
        values = [0] * len(self.shape.cells)
        for d in self.board.digits:
            for k in bits(self.of[d]):
                values[k] = d
        return Grid(self.board, tuple(values))


Rule = Callable[[Places], bool]
"""Takes places away, and says whether it did."""


def naked_singles(places: Places) -> bool:
    """A cell that can hold one digit only holds it, so its peers do not."""
    new = places.single() & ~places.done
    if new and not places.broken:
        places.done |= new
        for d in places.board.digits:
            for k in bits(places.of[d] & new):
                places.of[d] &= ~places.shape.peers[k]
    return bool(new)


def hidden_singles(places: Places) -> bool:
    """A digit that has one place only in a unit is there, so no other digit is."""
    changed = False
    for d in places.board.digits:
        for u in places.shape.complete:
            left = places.of[d] & places.shape.units[u]
            if not left & (left - 1):
                if not left:
                    places.broken = True
                    return False
                if not left & places.done and any(places.of[e] & left for e in places.board.digits if e != d):
                    places.hold(left, d)
                    changed = True
    return changed


def locked_candidates(places: Places) -> bool:
    """A digit whose places in one unit all lie in another unit too goes from the rest of that one."""
    changed = False
    for d in places.board.digits:
        for both, one, other in _meeting(places.board):
            of = places.of[d]
            if of & both and not of & one and of & other:
                places.of[d] = of & ~other
                changed = True
    return changed


def settle(places: Places, *rules: Rule) -> bool:
    """Use the rules until none has anything to say, the first ones first; False when there is a contradiction."""
    while not places.broken and any(rule(places) for rule in rules):
        pass
    return not places.broken


def shave(places: Places, go_on: Callable[[], None] = lambda: None) -> bool:
    """Try each digit in each cell with naked and hidden singles: one that ends in a contradiction goes.

    A trial that reaches a solution proves nothing, and is forgotten. This goes on until no trial fails.

    Args:
        places: Changed in place.
        go_on: Called before each trial; it may raise.

    Returns:
        False when there is a contradiction, so that there is no solution.

    >>> from sudoku_models import load
    >>> hard = Places.start(load("hardest11:1"))
    >>> settle(hard, naked_singles, hidden_singles), hard.grid() is None, shave(hard), hard.grid() is None
    (True, True, True, False)
    """
    found = True
    while found and settle(places, naked_singles, hidden_singles):
        found = False
        for d in places.board.digits:
            for k in bits(places.of[d] & ~places.single()):
                if not places.of[d] >> k & 1 or places.single() >> k & 1:
                    continue  # settled meanwhile
                go_on()
                trial = places.copy()
                trial.hold(1 << k, d)
                if not settle(trial, naked_singles, hidden_singles):
                    places.of[d] &= ~(1 << k)
                    found = True
                    if not settle(places, naked_singles, hidden_singles):
                        return False
    return not places.broken


@cache
def _meeting(board: Board) -> list[tuple[int, int, int]]:
    """For two units of which the first takes every digit: the cells of both, those of one alone, and of the other."""
    shape = geometry(board)
    pairs = (
        (shape.units[u], shape.units[v]) for u, v in permutations(range(len(shape.units)), 2) if u in shape.complete
    )
    return [(one & other, one & ~other, other & ~one) for one, other in pairs if (one & other).bit_count() > 1]
