"""Cells and numbers in texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board, Unit
from sudoku_models.puzzles.formats.cells_and_units import (
    DOWN,
    GROUPS,
    UP,
    WINDOWS,
    board_of,
    units_of,
)
from sudoku_models.puzzles.formats.iss import cell_id
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.puzzles.rules import AntiKnight, KillerCage
from sudoku_models.puzzles.rules.texts import read_cell, read_integer


@given(st.integers(1, 64).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n), st.integers(1, n))))
def test_a_cell_is_read_as_it_is_written(place: tuple[int, int, int]) -> None:
    n, row, column = place
    assert read_cell(cell_id((row, column), n), n) == (row, column)


@pytest.mark.parametrize("text", ["", "R1", "R1C", "R0C1", "R100C1", "RhC1", "R1C1 ", "R1C1_5", "R\u0661C1", "C1R1"])
def test_what_is_no_cell_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="such as R1C2"):
        read_cell(text, 64)


@pytest.mark.parametrize("text", ["", "-", "1.5", "1e3", "\u0661", "1_0", "1" * 10])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="expected an integer"):
        read_integer(text)


JIGSAW = "1122 1122 3344 3443"


@pytest.mark.parametrize(
    "board",
    [
        *map(Board.latin, (1, 2, 3, 4, 5, 9)),
        *(Board.with_boxes(*sides) for sides in ((3, 2), (1, 4), (4, 1), (4, 2))),
        Board.jigsaw(JIGSAW),
        Board.of_size(6).windoku().diagonal(),
        Board.of_size(9).disjoint().windoku().diagonal(),
    ],
    ids=str,
)
def test_a_board_is_made_again_from_its_text(board: Board) -> None:
    for each in (board, board.with_rules(KillerCage(1, "r1c1"), AntiKnight())):
        assert Puzzle.parse(Puzzle(each, (0,) * len(each.cells)).text()).board == each


def test_the_words_of_further_units() -> None:
    board = Board.of_size(9).disjoint().windoku().diagonal()
    assert units_of(board).further == (GROUPS, WINDOWS, DOWN, UP)


def test_units_of_the_users_own_keep_their_cells() -> None:
    corners = ((1, 1), (1, 4), (4, 1), (4, 4))
    board = Board(4, (*Board.of_size(4).units, Unit("corners", corners)), (2, 2))
    assert units_of(board).further == (corners,)
    assert board_of(4, [corners]).units[-1] == Unit("extra region 1", corners)


def test_extra_regions_that_cover_the_board_are_no_jigsaw() -> None:
    pieces = [unit.cells for unit in Board.jigsaw(JIGSAW).units[8:]]
    units = units_of(board_of(4, pieces, with_boxes=False))
    assert (units.regions, units.further) == (None, tuple(pieces))


def test_windows_have_a_word_only_when_all_are_there() -> None:
    windows = [unit.cells for unit in Board.of_size(9).windoku().units[27:]]
    assert board_of(9, windows) == Board.of_size(9).windoku()
    assert units_of(board_of(9, windows[:3])).further == tuple(windows[:3])
