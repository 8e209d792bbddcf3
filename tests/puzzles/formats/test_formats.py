"""Which text is read by which format."""

import pytest

from sudoku_models.errors import UnknownNameError
from sudoku_models.puzzles import formats
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.corpora import corpora
from sudoku_models.puzzles.formats import FORMATS, has_board, is_variant
from sudoku_models.puzzles.puzzle import Puzzle

PUZZLE = Puzzle(Board.of_size(4).diagonal(), (1,) + (0,) * 15)


@pytest.mark.parametrize("form", ["iss", "fpuzzles", "link"])
def test_what_is_written_is_recognised_and_read(form: str) -> None:
    text = PUZZLE.text(form)
    assert has_board(text)
    assert is_variant(text)
    assert set(Puzzle.parse(text).board.units) == set(PUZZLE.board.units)


def test_the_line_has_only_the_givens() -> None:
    assert PUZZLE.text("line") == PUZZLE.line() == "1..............."


def test_the_puzzles_that_ship_are_no_variants_in_their_line() -> None:
    for each in corpora():
        assert not any(is_variant(puzzle.line()) or is_variant(str(puzzle)) for puzzle in list(each.values())[:50])


def test_an_unknown_format_is_refused_with_the_choices() -> None:
    with pytest.raises(UnknownNameError, match="unknown format 'json'"):
        formats.write(PUZZLE.board, PUZZLE.values, "json")
    assert FORMATS == ("iss", "fpuzzles", "link", "line")
