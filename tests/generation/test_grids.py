"""Random full grids are many, and the unavoidable sets in them can be exchanged."""

import random

import sudoku_models as sm
from sudoku_models.generation import random_grid, unavoidable_sets


def test_exchanging_the_digits_of_an_unavoidable_set_gives_another_grid() -> None:
    board = sm.Board.of_size(9)
    grid = random_grid(board, random.Random(3))
    empty = sm.Puzzle(board, (0,) * 81)
    of_cells = unavoidable_sets(grid)
    for k, parts in enumerate(of_cells):
        assert len(parts) == 8  # one for each other digit
        for part in parts:
            assert k in part
            a, b = {grid.values[j] for j in part}
            other = tuple(a + b - d if j in part else d for j, d in enumerate(grid.values))
            assert sm.is_solution(empty, sm.Grid(board, other))


def test_nearly_all_grids_of_the_smallest_board_come() -> None:
    rng = random.Random(1)
    assert len({random_grid(sm.Board.of_size(4), rng) for _ in range(300)}) > 140
