"""Boards of several sizes, with random puzzles and grids on them."""

import sudoku_models as sm
from sudoku_models.puzzles.board import Unit

SQUARE = sm.Board.with_boxes(3, 3)
FALLING = Unit("falling diagonal", tuple((k, k) for k in range(1, 10)))
SHORT = Unit("corner", ((1, 1), (2, 2), (9, 9)))
BOARDS = [sm.Board.with_boxes(2, 2), sm.Board.with_boxes(2, 3), SQUARE, sm.Board.with_boxes(3, 4)]
BOARDS.append(sm.Board(9, (*SQUARE.units, FALLING, SHORT), SQUARE.box))


def random_puzzle(board, rng):
    """Givens that may clash."""
    return sm.Puzzle(board, tuple(rng.choice(board.digits) if rng.random() < 0.2 else 0 for _ in board.cells))


def random_grid(board, rng):
    return sm.Grid(board, tuple(rng.choice(board.digits) for _ in board.cells))
