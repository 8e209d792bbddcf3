"""How the cost grows with the board: every formulation on boards from 4x4 to 49x49, against the engines alone.

There are two puzzles of each size: the empty board, and half a grid. The grid needs no solver: in the pattern of
`pattern_grid` each row is the row above, shifted, and `isomorph` shuffles it.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ..errors import InputError
from ..formulations import BUILT_IN
from ..puzzles.board import Board
from ..puzzles.isomorphs import isomorph
from ..puzzles.puzzle import Grid, Puzzle
from .cases import Case, cases
from .configurations import Configuration, configurations
from .engine_alone import ALONE, ENGINES

__all__ = ["SIZES", "half_full", "pattern_grid", "scale_cases", "scale_configurations"]

SIZES = (4, 9, 12, 16, 20, 25, 36, 49)
EMPTY, HALF_FULL = "empty", "half full"
MEMORY_LIMIT = 2.0
"""GiB."""
BESIDE = 20.0
"""Seconds that a case may take beside twice its limit: to build a model, and to start the process of a solver."""


def pattern_grid(board: Board) -> Grid:
    """A grid of a board with boxes: each row is the row above it, shifted by a box, and by one more at each band.

    Raises:
        InputError: When the units of the board are not rows, columns and boxes.

    >>> print(pattern_grid(Board.of_size(4)))
    +-----+-----+
    | 1 2 | 3 4 |
    | 3 4 | 1 2 |
    +-----+-----+
    | 2 3 | 4 1 |
    | 4 1 | 2 3 |
    +-----+-----+
    """
    if board.box is None or board != Board.with_boxes(*board.box):
        raise InputError(f"the pattern is for boards with rows, columns and boxes, and not for a {board}")
    n, (height, width) = board.size, board.box
    values = ((width * (r % height) + r // height + c) % n + 1 for r in range(n) for c in range(n))
    return Grid(board, tuple(values))


def half_full(board: Board, seed: int = 1) -> Puzzle:
    """Half of the cells of a shuffled pattern, so that the puzzle has a solution.

    Args:
        board: A board with rows, columns and boxes.
        seed: It decides how the pattern is shuffled, and which cells are left.

    >>> len(half_full(Board.of_size(9)).givens)
    40
    """
    shuffled = isomorph(Puzzle(board, pattern_grid(board).values), seed)
    cells = range(len(board.cells))
    kept = set(random.Random(f"half {seed}").sample(cells, len(cells) // 2))
    values = tuple(shuffled.values[k] if k in kept else 0 for k in cells)
    return Puzzle(board, values, f"{HALF_FULL} {board.size}x{board.size}")


def scale_configurations(backend: str = "pulp") -> list[Configuration]:
    """Every formulation with HiGHS on a modelling library, and with CP-SAT on its own; and the engines alone.

    >>> [str(each) for each in scale_configurations()][-2:]
    ['assignment x engine alone x highs', 'all_different x engine alone x cpsat']
    """
    formulations = [*BUILT_IN]
    found = configurations(formulations, backends=[backend], solvers=["highs"])
    found += configurations(formulations, backends=["cpsat"], solvers=["cpsat"])
    return [*found, *(Configuration(formulation, ALONE, solver) for formulation, solver in ENGINES)]


def scale_cases(
    sizes: Sequence[int] = SIZES,
    time_limit: float = 15.0,
    memory_limit: float = MEMORY_LIMIT,
    chosen: Iterable[Configuration] | None = None,
) -> list[Case]:
    """The cases, small boards first.

    Args:
        sizes: Sizes of boards, such as 9 and 16.
        time_limit: Seconds for the solver in a case. The process of a case is killed after twice that and `BESIDE`.
        memory_limit: GiB that a case may take before its process is killed.
        chosen: Configurations; None means `scale_configurations`.

    Raises:
        InputError: When a size has no boxes, or a limit is not a positive number.

    >>> found = scale_cases([4, 9])
    >>> len(found), found[0].puzzle.name, found[-1].puzzle.name
    (48, 'empty 4x4', 'half full 9x9')
    """
    if not memory_limit > 0:
        raise InputError(f"the memory limit must be a positive number of GiB, not {memory_limit:g}")
    boards = [Board.of_size(n) for n in sorted(set(sizes))]
    empty = [Puzzle(board, (0,) * len(board.cells), f"{EMPTY} {board.size}x{board.size}") for board in boards]
    puzzles = [(EMPTY, empty), (HALF_FULL, [half_full(board) for board in boards])]
    limited: dict[str, Any] = {
        "hard_limit": 2 * time_limit + BESIDE,
        "memory_limit": int(memory_limit * 1024**3),
        "is_analysed": False,  # it would take longer than the case itself
    }
    made = cases(puzzles, list(scale_configurations() if chosen is None else chosen), time_limit)
    several = [replace(case, solutions=">=2" if case.corpus == EMPTY else "", **limited) for case in made]
    return sorted(several, key=lambda case: case.puzzle.board.size)
