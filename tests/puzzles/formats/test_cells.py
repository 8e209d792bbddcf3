"""Cells and numbers in texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.errors import InputError
from sudoku_models.puzzles.formats.cells import read_cell, read_integer
from sudoku_models.puzzles.formats.iss_rules import cell_id


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
