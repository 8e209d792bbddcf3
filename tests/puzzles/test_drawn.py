"""Drawn grids: whatever usual program draws a grid, the same grid is read."""

import re

import pytest
from drawing_styles import BLANKS, BOXES, PULP, STYLES, drawings, drawn, many, puzzles, refusal
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.drawn import cleaned, usual_board
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.puzzles.rules import AntiKnight


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
    assert refusal(short).startswith("there are 80 cells; a 9x9 board has 81: 1 is missing")
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


def table(puzzle: Puzzle, between: str, blank: str) -> str:
    n = puzzle.board.size
    cells = [str(d) if d else blank for d in puzzle.values]
    return "\n".join(between.join(cells[k : k + n]) for k in range(0, n * n, n))


@given(puzzles([(2, 2), (2, 3), (3, 3)]), st.sampled_from("-_*?xX "), st.booleans())
def test_one_sign_beside_the_digits_is_the_blank_cell(puzzle: Puzzle, sign: str, is_line: bool) -> None:
    """Also a space, at which a line may end."""
    n = puzzle.board.size
    rows = [puzzle.values[k : k + n] for k in range(0, n * n, n)]
    assume(all(map(any, rows)))
    assume(any(row[-1] for row in rows))
    assume(usual_board(len(puzzle.givens)) is None)  # the digits alone are no board
    text = table(puzzle, "", sign)
    text = text.replace("\n", "") if is_line else "\n".join(map(str.rstrip, text.split("\n")))
    assert [Puzzle.parse(text), *many(text)] == [puzzle, puzzle]


@given(puzzles([(2, 2), (2, 3), (3, 3), (3, 4)]), st.sampled_from(",;\t"))
def test_empty_fields_of_a_table_are_blank_cells(puzzle: Puzzle, between: str) -> None:
    assume(0 in puzzle.values)
    assume(puzzle.givens)
    assume(usual_board(sum(len(str(d)) for d in puzzle.values if d)) is None)  # nor are the digits alone a board
    assert [Puzzle.parse(table(puzzle, between, "")), *many(table(puzzle, between, ""))] == [puzzle, puzzle]


def test_two_readings_are_both_named() -> None:
    """Four rows of a 4x4 board with spaces between them, or 6x6 cells with blanks."""
    text = "1234 34  12 2143  4321" + " " * 14
    assert {"4x4", "6x6"} <= {*re.findall(r"\d+x\d+", refusal(text))}


@settings(deadline=None, max_examples=30)
@given(puzzles(BOXES))
def test_what_show_draws_is_read_again(puzzle: Puzzle) -> None:
    latin = Puzzle(Board.latin(puzzle.board.size), puzzle.values)
    text = "".join(f"{each}\na name: {each.board}, {len(each.givens)} givens\n" for each in (puzzle, latin))
    assert many(text) == [puzzle, latin]
    assert Puzzle.parse(text) == puzzle
    ruled = Puzzle(puzzle.board.with_rules(AntiKnight()), puzzle.values)
    assert "--format iss" in refusal(f"{ruled}\n{ruled.board}, {len(ruled.givens)} givens")
