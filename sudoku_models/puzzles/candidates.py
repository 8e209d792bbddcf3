"""The state of an explanation: the digits found so far, and the candidates of the open cells.

Techniques often need the cells of a unit that can still hold a digit. So the cells are numbered, and a set of cells is
represented by one integer: bit k stands for cell k. Union, intersection and common peers are then single operations.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Protocol

from ..errors import InputError
from .board import Board
from .cell_names import cell_name
from .puzzle import Grid, Puzzle, Violation, clashes
from .units import Cell, Unit


class Change(Protocol):
    """The effect of a step; `explain.Step` implements it."""

    @property
    def puts(self) -> Mapping[Cell, int]:
        """Digits found, by cell."""

    @property
    def removes(self) -> Mapping[Cell, frozenset[int]]:
        """Candidates removed, by cell."""


def bits(mask: int) -> Iterator[int]:
    """The indices of the bits that are set, smallest first.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


LARGEST_EXPLAINED = 25
"""The largest size of a board whose candidates are reasoned about. The implications between candidates grow with the
sixth power of the size: 30 MB at 25, more than 8 GB at 64."""


class Geometry:
    """A board with numbered cells: units and peers as sets of bits.

    Attributes:
        board: The board.
        number: The number of each cell, row by row from 0.
        units: The cells of each unit as bits, in the board's order.
        complete: The numbers of the units that hold every digit once, because they have as many cells as digits.
        lines: The numbers of the rows, and those of the columns.
        units_of: For each cell the numbers of its units.
        peers: For each cell its peers as bits.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells = board.cells
        self.number = {cell: k for k, cell in enumerate(board.cells)}
        self.units = [sum(1 << self.number[cell] for cell in unit.cells) for unit in board.units]
        self.complete = [u for u, unit in enumerate(board.units) if len(unit.cells) == board.size]
        rows = [u for u, unit in enumerate(board.units) if len({r for r, _ in unit.cells}) == 1]
        columns = [u for u, unit in enumerate(board.units) if len({c for _, c in unit.cells}) == 1]
        self.lines = (rows, columns)
        self.units_of: list[list[int]] = [[] for _ in board.cells]
        for u, unit in enumerate(board.units):
            for cell in unit.cells:
                self.units_of[self.number[cell]].append(u)
        self.peers = [self.bits_of(board.peers[cell]) for cell in board.cells]

    def bits_of(self, cells: Iterable[Cell]) -> int:
        """The bits of these cells."""
        return sum(1 << self.number[cell] for cell in cells)

    def cells_of(self, mask: int) -> tuple[Cell, ...]:
        """The cells of these bits, in the order of the board."""
        return tuple(self.cells[k] for k in bits(mask))

    def is_line(self, u: int) -> bool:
        """Whether a unit is a row or a column."""
        return u in self.lines[0] or u in self.lines[1]

    def seen_by_all(self, mask: int) -> int:
        """The common peers of all these cells."""
        seen = -1
        for k in bits(mask):
            seen &= self.peers[k]
        return seen


@cache
def geometry(board: Board) -> Geometry:
    """The geometry of a board, computed once.

    >>> len(list(bits(geometry(Board.of_size(9)).peers[0])))
    20
    """
    return Geometry(board)


class Candidates:
    """The state of an explanation. It is immutable: a step leads to a new state.

    A digit that is found is removed at once from the candidates of its peers; this is not a step of its own.

    Attributes:
        puzzle: The puzzle.
        digits: The digit of every given cell, and of every cell that was found.
        candidates: For every cell the digits that it can still hold: exactly one for a cell in `digits`. An open cell
            may have a single candidate too; finding that digit is a step.

    >>> state = Candidates.of(Puzzle.parse("12.. ..3. .... ...."))
    >>> sorted(state.candidates[1, 3]), sorted(state.candidates[1, 4]), len(state.open)
    ([4], [4], 13)
    """

    def __init__(self, puzzle: Puzzle, digits: dict[Cell, int], candidates: dict[Cell, frozenset[int]]) -> None:
        self.puzzle = puzzle
        self.digits = digits
        self.candidates = candidates

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Candidates":
        """The state before the first step: the givens, and the candidates that they leave.

        Raises:
            InputError: When the board is larger than `LARGEST_EXPLAINED`.
        """
        if puzzle.board.size > LARGEST_EXPLAINED:
            raise InputError(
                f"boards up to {LARGEST_EXPLAINED}x{LARGEST_EXPLAINED} can be explained and rated, and this is a "
                f"{puzzle.board}; solve or count it instead"
            )
        every = frozenset(puzzle.board.digits)
        blank = cls(puzzle, {}, dict.fromkeys(puzzle.board.cells, every))
        return blank._changed(puzzle.givens, {})

    @property
    def board(self) -> Board:
        """The board of the puzzle."""
        return self.puzzle.board

    @cached_property
    def geometry(self) -> Geometry:
        """The board with numbered cells."""
        return geometry(self.puzzle.board)

    @property
    def open(self) -> tuple[Cell, ...]:
        """The cells without a digit, in the order of the board."""
        return tuple(i for i in self.board.cells if i not in self.digits)

    @property
    def grid(self) -> Grid | None:
        """The grid, when every cell has a digit."""
        if len(self.digits) < len(self.board.cells):
            return None
        return Grid(self.board, tuple(self.digits[i] for i in self.board.cells))

    @cached_property
    def positions(self) -> list[int]:
        """For each digit the open cells that can hold it, as bits; index 0 is unused."""
        positions = [0] * (self.board.size + 1)
        for k, i in enumerate(self.board.cells):
            if i not in self.digits:
                for d in self.candidates[i]:
                    positions[d] |= 1 << k
        return positions

    @cached_property
    def masks(self) -> list[int]:
        """For each cell, by number, the digits that it can hold: bit d for digit d; 0 for a cell that has its digit."""
        return [0 if i in self.digits else sum(1 << d for d in self.candidates[i]) for i in self.board.cells]

    def positions_in(self, unit: Unit, digit: int) -> tuple[Cell, ...]:
        """The open cells of a unit that can hold the digit.

        >>> state = Candidates.of(Puzzle.parse("12.. ..3. .... ...."))
        >>> state.positions_in(state.board.units[0], 4)
        ((1, 3), (1, 4))
        """
        return tuple(i for i in unit.cells if i not in self.digits and digit in self.candidates[i])

    def after(self, step: Change) -> "Candidates":
        """The state after a step.

        Raises:
            InputError: When the step puts a digit into a cell that cannot hold it.
        """
        for i, d in step.puts.items():
            if d not in self.candidates[i]:
                raise InputError(f"cell {i} cannot hold {d}: its candidates are {sorted(self.candidates[i])}")
        return self._changed(step.puts, step.removes)

    def _changed(self, puts: Mapping[Cell, int], removes: Mapping[Cell, frozenset[int]]) -> "Candidates":
        digits = {**self.digits, **puts}
        candidates = dict(self.candidates)
        for i, gone in removes.items():
            candidates[i] -= gone
        shape = geometry(self.puzzle.board)
        for i, d in puts.items():
            candidates[i] = frozenset([d])
            for k in bits(shape.peers[shape.number[i]]):
                j = shape.cells[k]
                if d in candidates[j] and j not in digits:
                    candidates[j] -= {d}
        return Candidates(self.puzzle, digits, candidates)

    @property
    def contradiction(self) -> str:
        """Why there is no solution, as text; empty when no contradiction is visible."""
        return str(self.violation or "")

    @cached_property
    def violation(self) -> Violation | None:
        """The first visible contradiction: a digit twice in a unit, a broken rule, a cell or digit without a place."""
        if clash := next(clashes(self.board, self.digits), None):
            return clash
        for i in self.open:
            if not self.candidates[i]:
                return Violation(f"no digit is left for {cell_name(i)}", ())
        for u in self.geometry.complete:
            unit = self.board.units[u]
            held = {self.digits[i] for i in unit.cells if i in self.digits}
            for d in self.board.digits:
                if d not in held and not self.positions_in(unit, d):
                    return Violation(f"{unit} has no cell left for the {d}", (d,))
        return None

    def __repr__(self) -> str:
        open_cells = len(self.open)
        left = sum(len(self.candidates[i]) for i in self.open)
        return f"<Candidates: {left} in {open_cells} open cells>"
