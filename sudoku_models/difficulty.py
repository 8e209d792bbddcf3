"""How hard a puzzle is for a person: three levels, and a rating in the scale of Sudoku Explainer."""

from .board import Board
from .explain.candidates import Geometry, bits, geometry
from .puzzle import Puzzle

__all__ = ["LEVELS", "level"]

LEVELS = ("easy", "medium", "hard")
"""From easy to hard."""


def level(puzzle: Puzzle) -> str:
    """How far the two simplest steps go.

    - "easy": a digit that fits in only one cell of a unit (a hidden single) is enough to the end;
    - "medium": a cell in which only one digit fits (a naked single) is needed too;
    - "hard": these two do not solve it. A puzzle that has not exactly one solution is hard in this sense.

    Source: the levels of the article on generating boards, in the series of the World Puzzle Federation's puzzles.

    >>> from sudoku_models import load
    >>> level(load("easy50:1")), level(load("mccaffrey"))
    ('easy', 'hard')
    """
    singles = _Singles(puzzle.board)
    if not all(singles.put(k, d) for k, d in enumerate(puzzle.values) if d):
        return "hard"
    if not singles.run_hidden():
        return "hard"
    if singles.solved:
        return "easy"
    return "medium" if singles.run_both() and singles.solved else "hard"


class _Singles:
    """Hidden and naked singles on plain integers: a generator asks for the level after each given that it takes out.

    `can[k]` has bit d when cell k can hold d; `rooms[u][d]` counts the cells of unit u that can.
    """

    def __init__(self, board: Board) -> None:
        self.shape: Geometry = geometry(board)
        n = board.size
        self.can = [(2 << n) - 2] * n * n
        self.value = [0] * n * n
        self.blank = n * n
        self.rooms = [[mask.bit_count()] * (n + 1) for mask in self.shape.units]
        self.is_complete = [len(unit.cells) == n for unit in board.units]
        self.hidden: list[tuple[int, int]] = []
        self.naked: list[int] = []

    @property
    def solved(self) -> bool:
        return self.blank == 0

    def put(self, k: int, d: int) -> bool:
        """Write a digit; False when that breaks a rule, or leaves a cell or a unit without a possibility."""
        if self.value[k] == d:
            return True
        if self.value[k] or not self.can[k] >> d & 1:
            return False
        self.value[k] = d
        self.blank -= 1
        fine = all(self._drop(k, e) for e in bits(self.can[k] & ~(1 << d)))
        for u in self.shape.units_of[k]:
            self.rooms[u][d] = 0  # settled
        for j in bits(self.shape.peers[k]):
            if self.can[j] >> d & 1:
                fine &= self._drop(j, d)
        return fine

    def _drop(self, k: int, d: int) -> bool:
        """Take a candidate away, and note the singles that this makes."""
        self.can[k] ^= 1 << d
        left = self.can[k]
        if left & (left - 1) == 0 and not self.value[k]:
            if not left:
                return False
            self.naked.append(k)
        for u in self.shape.units_of[k]:
            if rooms := self.rooms[u][d]:
                self.rooms[u][d] = rooms - 1
                if self.is_complete[u]:
                    if rooms == 2:
                        self.hidden.append((u, d))
                    elif rooms == 1:
                        return False
        return True

    def run_hidden(self) -> bool:
        """Hidden singles to the end; False when there is no solution."""
        while self.hidden:
            u, d = self.hidden.pop()
            if self.rooms[u][d] == 1:
                k = next(k for k in bits(self.shape.units[u]) if self.can[k] >> d & 1)
                if not self.put(k, d):
                    return False
        return True

    def run_both(self) -> bool:
        """Hidden and naked singles to the end; False when there is no solution."""
        while self.naked:
            k = self.naked.pop()
            if not self.value[k] and not (self.can[k] and self.put(k, self.can[k].bit_length() - 1)):
                return False
            if not self.run_hidden():
                return False
        return True
