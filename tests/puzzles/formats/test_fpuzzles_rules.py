"""Diagonals from outside of the board, and cells."""

import pytest

from sudoku_models.errors import ParseError
from sudoku_models.puzzles.formats.fpuzzles_rules import DIRECTIONS, cell_of, records_of, walk


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_walk_goes_from_side_to_side(direction: str) -> None:
    """From every place around the board, and only cells of one diagonal, each once."""
    n = 5
    around = [(r, c) for r in range(n + 2) for c in range(n + 2) if {r, c} & {0, n + 1}]
    lengths = [len(walk(place, direction, n)) for place in around]
    assert sum(lengths) == n * n
    assert max(lengths) == n


def test_a_cell_may_be_around_the_board_where_clues_are() -> None:
    assert cell_of("r0C10", 9, "clue 1", margin=1) == (0, 10)
    with pytest.raises(ParseError, match="clue 1: expected a cell of the 9x9 board such as R1C2, not 'R0C1'"):
        cell_of("R0C1", 9, "clue 1")


def test_records_are_counted_from_1() -> None:
    assert [name for name, _ in records_of({"odd": [{}, {}]}, "odd")] == ["odd 1", "odd 2"]
    assert list(records_of({"odd": None}, "odd")) == list(records_of({}, "odd")) == []
