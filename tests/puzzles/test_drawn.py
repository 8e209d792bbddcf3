"""Drawn grids: whatever usual program draws a grid, the same grid is read."""

import pytest
from drawing_styles import BLANKS, BOXES, PULP, STYLES, drawings, drawn, many, puzzles, refusal
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models.puzzles.drawn import cleaned
from sudoku_models.puzzles.puzzle import Puzzle


@settings(deadline=None, max_examples=150)
@given(drawings(puzzles(BOXES)), st.sampled_from(["\n", "\r\n"]))
def test_a_grid_is_read_as_it_was_drawn(drawing: tuple[Puzzle, str], end: str) -> None:
    puzzle, text = drawing
    text = text.replace("\n", end)
    assert Puzzle.parse(text, puzzle.board) == puzzle
    assert Puzzle.parse(text).values == puzzle.values
    if puzzle.givens and puzzle.board.size < 16:  # in a file, a row of points may be a puzzle of its own
        assert [found.values for found in many(f"{text}{end}{end}{text}")] == [puzzle.values] * 2


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("style", STYLES)
def test_cells_are_counted_without_the_border(style: tuple[str, str, str, str], blank: str) -> None:
    words = list(PULP.replace(".", blank))
    text = drawn(words, (3, 3), style, 0)
    assert Puzzle.parse(text).line() == PULP
    short = text.replace(f"4{blank * 2}8", f"4{blank}8").replace(f"4{blank * 2}", f"4{blank}")
    assert refusal(short).startswith("there are 80 cells;")
    assert "row 5 has 8 cells where the others have 9" in refusal(short)


@pytest.mark.parametrize("style", STYLES)
def test_a_wrong_character_is_named_with_its_place_in_the_drawing(style: tuple[str, str, str, str]) -> None:
    text = drawn(list(PULP), (3, 3), style, 1)
    lines = text.replace("7 ", "& ", 1).split("\n")
    row = next(k for k, line in enumerate(lines) if "&" in line)
    assert f"'&' (line {row + 1}, column {lines[row].index('&') + 1})" in refusal("\n".join(lines))


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet="01259AX.-_|+=*':`~ \n\r\x0b\u2028┃━", max_size=80))
def test_a_cleaned_text_has_the_same_length_and_lines_and_is_clean(text: str) -> None:
    found = cleaned(text)
    assert [len(line) for line in found.splitlines()] == [len(line) for line in text.splitlines()]
    assert len(found) == len(text)


@given(puzzles([(3, 4), (4, 4), (5, 5)]), st.sampled_from(["", "0"]))
def test_letters_from_a_are_the_digits_from_1_where_only_that_fits(puzzle: Puzzle, blank: str) -> None:
    """16x16 puzzles are often published so."""
    n = puzzle.board.size
    values = (n, *puzzle.values[1:])
    text = "".join(chr(ord("A") + d - 1) if d else blank or "." for d in values)
    assert Puzzle.parse(text).values == values
    assert f"1 to {n}" in refusal(text.replace("A", "B")[:-1] + "1")  # a digit beside them, so A would be 10
