"""The lines of clues around the board."""

import random

from sudoku_models.generation.kinds import draw_rules, requested_kinds
from sudoku_models.generation.kinds.clues import diagonals, lines

from .test_kind import grid_of


def test_each_diagonal_of_at_least_two_cells_occurs_once() -> None:
    for size in (4, 9):
        found = diagonals(size)
        assert len({frozenset(line) for line in found}) == len(found) == 4 * size - 6
        for line in found:
            assert len({r + c for r, c in line}) == 1 or len({r - c for r, c in line}) == 1


def test_the_lines_are_the_rows_and_columns() -> None:
    board = grid_of(6, 0).board
    assert {frozenset(line) for line in lines(6)} == {frozenset(unit.cells) for unit in board.units[:12]}


def test_all_clues_are_drawn_by_default() -> None:
    numbers = {"sandwich": 18, "skyscraper": 36, "little-killer": 30}
    for name, number in numbers.items():
        assert len(draw_rules(requested_kinds(f"{name}:100%"), grid_of(9, 0), random.Random(1))) == number
