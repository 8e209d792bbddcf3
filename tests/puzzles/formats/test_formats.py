"""Which text is read by which format."""

import pytest

from sudoku_models.errors import UnknownNameError
from sudoku_models.puzzles import formats
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.corpora import corpora
from sudoku_models.puzzles.puzzle import Puzzle


def test_a_form_that_is_written_is_recognised_and_others_are_refused() -> None:
    puzzle = Puzzle(Board.of_size(4).diagonal(), (1,) + (0,) * 15)
    for form in ("iss", "fpuzzles", "link"):
        assert formats.has_board(puzzle.text(form))
        assert set(Puzzle.parse(puzzle.text(form)).board.units) == set(puzzle.board.units)
    assert puzzle.text("line") == puzzle.line() == "1..............."
    with pytest.raises(UnknownNameError, match="unknown format 'json'"):
        puzzle.text("json")


def test_the_puzzles_that_ship_are_no_variants_in_their_line() -> None:
    for each in corpora():
        few = list(each.values())[:50]
        assert not any(formats.is_variant(puzzle.line()) or formats.is_variant(str(puzzle)) for puzzle in few)
