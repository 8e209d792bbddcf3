"""The positions of each digit as bits, and the simplest rules on them: fast, and without explanations.

A set of cells is one integer, so "only one cell of this row can hold the 4" is one test of 81 bits. All singles in the
package are found here; the techniques of `explain` add the reasons.

Where the board has further rules, such as killer cages, every fixpoint includes `board_rules`: no grid that breaks one
is taken for a solution.

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
from ..puzzles.rules.rule import CellRule, possible_digits
from ..runtime.limits import check_deadline


class Positions:
    """The cells that can hold each digit.

    Attributes:
        board: The board.
        of: The cells of each digit as bits; `of[0]` stands for no digit.
        found: The cells whose digit is fixed and has been removed from their peers.
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
        """The positions after the givens; their digits are removed from their peers."""
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
        """Fix the digit of the cell with this number, and remove it from the peers of the cell."""
        of, cell = self.of, 1 << k
        if not of[d] & cell:
            self.broken = True
            return
        keep = ~cell
        for e in self.board.digits:
            of[e] &= keep
        of[d] = of[d] & ~self.shape.peers[k] | cell
        self.found |= cell

    def digits_of(self, k: int) -> frozenset[int]:
        """The digits that the cell with this number can hold."""
        return frozenset(d for d in self.board.digits if self.of[d] >> k & 1)

    def single(self) -> int:
        """The cells with exactly one digit left; a cell with none is a contradiction."""
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
        """The grid when every cell has exactly one digit left, else None. Rules are not checked: see `to_fixpoint`."""
        if self.single().bit_count() < len(self.shape.cells) or self.broken:
            return None
        values = [0] * len(self.shape.cells)
        for d in self.board.digits:
            for k in bits(self.of[d]):
                values[k] = d
        return Grid(self.board, tuple(values))


Rule = Callable[[Positions], bool]
"""A function that removes positions, and returns whether it removed any."""


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
    """Fix the digit of each cell that has one digit left."""
    new = positions.single() & ~positions.found
    if new and not positions.broken:
        for d in positions.board.digits:
            for k in bits(positions.of[d] & new):
                positions.put(k, d)
    return bool(new)


def full_houses(positions: Positions) -> bool:
    """Fix the digit of each cell that is the last open one of a unit."""
    changed = False
    for u in positions.shape.complete:
        left = positions.shape.units[u] & ~positions.found
        if left and not left & (left - 1):
            k = left.bit_length() - 1
            digits = positions.digits_of(k)
            if not digits:
                positions.broken = True
                return False
            positions.put(k, min(digits))
            changed = True
    return changed


def hidden_singles(positions: Positions) -> bool:
    """Fix each digit that has one position left in a unit."""
    return _hidden_singles(positions, positions.shape.complete)


def hidden_singles_in_boxes(positions: Positions) -> bool:
    """The same in boxes only, and in other units that are no rows or columns."""
    shape = positions.shape
    return _hidden_singles(positions, (u for u in shape.complete if not shape.is_line(u)))


def _hidden_singles(positions: Positions, units: Iterable[int]) -> bool:
    changed = False
    for _, d, left in last_positions(positions.of, positions.shape, units):
        if not left:
            positions.broken = True
            return False
        if not left & positions.found:
            positions.put(left.bit_length() - 1, d)
            changed = True
    return changed


def locked_candidates(positions: Positions) -> bool:
    """When all positions of a digit in one unit lie in another unit, remove it from the rest of that one."""
    changed = False
    for d in positions.board.digits:
        for both, one, other in _meeting(positions.board):
            of = positions.of[d]
            if of & both and not of & one and of & other:
                positions.of[d] = of & ~other
                changed = True
    return changed


def board_rules(positions: Positions) -> bool:
    """Remove what the rules of the board that are not units leave no place for, such as a 9 from a killer cage 4.

    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> positions = Positions.start(Puzzle.parse("." * 16, Board.of_size(4).with_rules(KillerCage(3, "r1c1 r1c2"))))
    >>> board_rules(positions), [f"{cells:b}" for cells in positions.of[3:]]
    (True, ['1111111111111100', '1111111111111100'])
    """
    changed = False
    for rule, cells in _cells_of_rules(positions.board):
        domains = tuple(positions.digits_of(k) for k in cells)
        for k, before, left in zip(cells, domains, possible_digits(rule, domains), strict=True):
            for d in before - left:
                positions.of[d] &= ~(1 << k)
                changed = True
            if not left:
                positions.broken = True
                return False
    return changed


@cache
def _cells_of_rules(board: Board) -> list[tuple[CellRule, tuple[int, ...]]]:
    """The rules of a board that are not units, each with the numbers of its cells."""
    number = geometry(board).number
    return [(rule, tuple(number[cell] for cell in rule.cells)) for rule in board.cell_rules]


def to_fixpoint(positions: Positions, *rules: Rule) -> bool:
    """Apply these rules, in order, and then `board_rules`, until none removes anything; False at a contradiction."""
    while not positions.broken and any(rule(positions) for rule in (*rules, board_rules)):
        pass
    return not positions.broken


def shave(positions: Positions) -> bool:
    """Shaving: assume each candidate in turn, and remove it when naked and hidden singles refute it.

    A trial that reaches a solution proves nothing and is discarded. This is repeated until no trial fails. Each trial
    checks the deadline around this call (`runtime.limits.deadline_of`).

    Args:
        positions: Modified in place.

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
    """For two units, the first of which holds every digit: their common cells, and the other cells of each."""
    shape = geometry(board)
    pairs = (
        (shape.units[u], shape.units[v]) for u, v in permutations(range(len(shape.units)), 2) if u in shape.complete
    )
    return [(one & other, one & ~other, other & ~one) for one, other in pairs if (one & other).bit_count() > 1]
