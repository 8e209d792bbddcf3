"""The constraints of a text, and where each begins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.errors import ParseError
from sudoku_models.puzzles.formats.items import Item, cell_id, items

ITEM = Item("", (), "(line 1, column 1)")


def test_the_place_of_an_item_is_its_point() -> None:
    found = list(items("# one.\n .A~1\n\n  .B~2~3 .~R1C1_1"))
    assert [(item.name, item.place) for item in found] == [
        ("A", "(line 2, column 2)"),
        ("B", "(line 4, column 3)"),
        ("", "(line 4, column 10)"),
    ]


@given(st.integers(1, 64).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n), st.integers(1, n))))
def test_a_cell_is_read_as_it_is_written(place: tuple[int, int, int]) -> None:
    n, row, column = place
    assert ITEM.cell(cell_id((row, column), n), n) == (row, column)


@pytest.mark.parametrize("text", ["", "R1", "R1C", "R0C1", "R100C1", "RhC1", "R1C1 ", "R1C1_5", "R\u0661C1", "C1R1"])
def test_what_is_no_cell_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="expected a cell such as R1C2"):
        ITEM.cell(text, 64)


@pytest.mark.parametrize("text", ["", "-", "1.5", "1e3", "\u0661", "1_0", "1" * 10])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="expected an integer"):
        ITEM.number(text)
