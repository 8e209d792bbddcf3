"""What a kind of rules is: a name, and how such rules, or such a board, are drawn at random."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from ...puzzles.board import Board, Cell
from ...puzzles.puzzle import Grid
from ...puzzles.rules import Rule

__all__ = ["BoardKind", "Kind", "Sketch", "neighbours"]


@dataclass
class Sketch:
    """A full grid, for which rules are drawn.

    Attributes:
        grid: The grid; the rules that are drawn hold in it.
        rng: The random number generator.
        free: The cells without a line; a line that is drawn takes its cells.
    """

    grid: Grid
    rng: random.Random
    free: set[Cell] = field(init=False)

    def __post_init__(self) -> None:
        self.free = set(self.grid.board.cells)

    @property
    def board(self) -> Board:
        """The board of the grid."""
        return self.grid.board

    def digits(self, cells: tuple[Cell, ...]) -> tuple[int, ...]:
        """The digits in these cells."""
        return tuple(self.grid[cell] for cell in cells)


@dataclass(frozen=True)
class Kind:
    """Rules that are drawn for a full grid.

    Args:
        title: What is drawn, for the help.
        draw: Draws rules that hold in the grid of a sketch, in random order, for a share of what is possible: of the
            cells for cages and lines, of the places for marks and clues.
        share: The share when none is requested.
        is_line: Whether it takes cells that no other line may use; several kinds of lines divide the board.
        all_given: The rule that is added when all marks are drawn.
        refine: Changes rules of this kind so that another grid, in which they hold too, breaks one of them; None when
            it finds no way. Without givens, such grids are excluded in this way one after the other.
    """

    title: str
    draw: Callable[[Sketch, float], list[Rule]]
    share: float = 1.0
    is_line: bool = False
    all_given: Rule | None = None
    refine: "Callable[[Sketch, tuple[Rule, ...], Grid], tuple[Rule, ...] | None] | None" = None


@dataclass(frozen=True)
class BoardKind:
    """A board on which a full grid is looked for, so that nothing is drawn for a grid.

    Args:
        title: What it is, for the help.
        change: Makes the board from one without it.
        is_random: Whether it makes another board each time.
    """

    title: str
    change: Callable[[Board, random.Random], Board]
    is_random: bool = False


def neighbours(board: Board, cell: Cell, diagonal: bool = False) -> list[Cell]:
    """The cells that have a side in common with a cell, or also those that have a corner.

    >>> neighbours(Board.of_size(4), (1, 1)), len(neighbours(Board.of_size(4), (2, 2), diagonal=True))
    ([(1, 2), (2, 1)], 8)
    """
    r, c = cell
    steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a or b) and (diagonal or not (a and b))]
    near = ((r + a, c + b) for a, b in steps)
    return [other for other in near if all(1 <= k <= board.size for k in other)]
