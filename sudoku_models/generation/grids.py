"""Random full grids, and the unavoidable sets in them."""

import random
from itertools import combinations

from ..errors import InputError
from ..models.sudoku_model import build
from ..puzzles.board import Board
from ..puzzles.candidates import bits, geometry
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import Deadline, TimeLimit
from ..solvers import INTERRUPTED, Outcome, Status

PINNED = 0.3
"""The share of the cells that is filled at random before a solver completes the grid."""


def opposite(board: Board, k: int) -> int:
    """The number (from 0) of the cell to which a half turn of the board moves cell k.

    >>> opposite(Board.of_size(9), 0)
    80
    """
    return len(board.cells) - 1 - k


def unavoidable_sets(grid: Grid) -> list[list[frozenset[int]]]:
    """The unavoidable sets of two digits, by the cells (numbered from 0) that they contain.

    In the graph of the cells of two digits, two cells are joined when they share a unit. In each connected component
    the two digits can be exchanged, which gives another solution of the empty board. So a puzzle with one solution has
    a given in each component.


    >>> grid = Puzzle.parse("1234 3412 2143 4321").as_grid()
    >>> [sorted(cells) for cells in unavoidable_sets(grid)[0]]
    [[0, 1, 8, 9], [0, 2, 4, 6], [0, 3, 5, 6, 9, 10, 12, 15]]
    """
    peers = geometry(grid.board).peers
    cells_of = dict.fromkeys(grid.board.digits, 0)
    for k, d in enumerate(grid.values):
        cells_of[d] |= 1 << k
    found: list[list[frozenset[int]]] = [[] for _ in grid.values]
    for a, b in combinations(grid.board.digits, 2):
        waiting = cells_of[a] | cells_of[b]
        while waiting:
            part = frozenset(_component(waiting, peers))
            for k in part:
                found[k].append(part)
                waiting ^= 1 << k
    return found


def _component(cells: int, peers: list[int]) -> list[int]:
    """The first of these cells, and all of them that are linked to it by peers."""
    part = [next(bits(cells))]
    cells ^= 1 << part[0]
    for k in part:  # `part` grows during the loop
        near = cells & peers[k]
        part += bits(near)
        cells ^= near
    return part


def check_ended(outcome: Outcome) -> None:
    """Check that the solver has an answer.

    Raises:
        TimeLimit: When the solver stopped without one.
        KeyboardInterrupt: When Ctrl-C stopped it.
    """
    if outcome.stopped_by == INTERRUPTED:
        raise KeyboardInterrupt
    if outcome.status is Status.UNKNOWN:
        raise TimeLimit


def random_grid(board: Board, rng: random.Random, deadline: Deadline | None = None, pinned: float = PINNED) -> Grid:
    """A random full grid: random cells are given random digits, and a solver completes the grid.

    When it cannot be completed, fewer cells are drawn. The grids are not uniformly distributed.

    Args:
        board: The board.
        rng: The random number generator.
        deadline: The deadline; None means no limit.
        pinned: The share of the cells that is filled at random.

    Raises:
        InputError: When the board has no full grid.

    >>> grid = random_grid(Board.of_size(4), random.Random(1))
    >>> Puzzle(grid.board, (0,) * 16).violations(grid)
    []
    """
    deadline = deadline or Deadline()
    peers, count = geometry(board).peers, int(pinned * len(board.cells))
    while True:
        deadline.check()
        values = [0] * len(board.cells)
        for i in rng.sample(range(len(values)), count):
            if free := sorted(set(board.digits) - {values[j] for j in bits(peers[i])}):
                values[i] = rng.choice(free)
        model = build(Puzzle(board, tuple(values)), "all_different", "cpsat")
        outcome = model.run("cpsat", deadline.left())
        if grid := model.solution_of(outcome.values, "cpsat"):
            return grid
        check_ended(outcome)
        if count == 0:
            raise InputError(f"there is no full grid for this {board}")
        count = 3 * count // 4
