"""Candidates are data: read from n*n*n characters and from drawn grids, and never taken for a board."""

import re

import pytest
from drawing_styles import STYLES, candidates, characters, drawn, many, refusal, words
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudoku_models import rules
from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.puzzle import Puzzle

SMALL = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]
BOXES = [*SMALL, (3, 4), (4, 4)]
Cells = list[set[int]]


def allowed(puzzle: Puzzle) -> Cells:
    """The digits that each cell may hold."""
    left = {i: {puzzle.givens[i]} if i in puzzle.givens else {*puzzle.board.digits} for i in puzzle.board.cells}
    for rule in puzzle.board.cell_rules:
        for i in rule.cells:
            left[i] &= {d for d in puzzle.board.digits if rule.holds((d,) * len(rule.cells))}
    return list(left.values())


@settings(deadline=None, max_examples=60)
@given(candidates(SMALL), st.sampled_from(".0"), st.sampled_from(["", "\n", " "]))
def test_n_characters_for_each_cell_are_its_candidates(
    drawing: tuple[tuple[int, int], Cells], blank: str, between: str
) -> None:
    (height, width), cells = drawing
    n = height * width
    text = characters(cells, n, blank)
    spread = between.join(text[k : k + n * n] for k in range(0, n**3, n * n))
    board = Board.of_size(n)
    for found in (Puzzle.parse(spread), Puzzle.parse(spread, board), *many(text if between == " " else spread)):
        assert found.board.plain == board
        assert allowed(found) == cells
        assert {*map(type, found.board.rules)} <= {rules.OneOf}


@settings(deadline=None, max_examples=60)
@given(candidates(BOXES), st.sampled_from(STYLES), st.integers(1, 2))
def test_drawn_candidates_are_read(
    drawing: tuple[tuple[int, int], Cells], style: tuple[str, str, str, str], gap: int
) -> None:
    box, cells = drawing
    text = drawn(words(cells), box, style, gap)
    board = Board.with_boxes(*box)
    found = Puzzle.parse(text, board)
    assert found.board.plain == board
    assert allowed(found) == allowed(Puzzle.parse(text)) == cells
    assert {*map(type, found.board.rules)} <= {rules.OneOf}
    assert [allowed(each) for each in many(f"{text}\n\n{text}")] == [cells, cells]


@pytest.mark.parametrize("n", [4, 9])
def test_candidates_with_a_mistake_are_no_board(n: int) -> None:
    """Both readings are named, and the place of the mistake."""
    text = characters([{*range(1, n + 1)}] * (n * n), n)
    for wrong, place in ((text[:n] + "4" + text[n + 1 :], n + 1), ("." * n + text[n:], 1)):
        said, large = refusal(wrong), round(n**1.5)
        assert {f"{n}x{n}", f"{large}x{large}"} <= {*re.findall(r"\d+x\d+", said)}
        assert f"(line 1, column {place})" in said
        assert Puzzle.parse(wrong, Board.of_size(large)).board.size == large
        assert f"(line 1, column {place})" in refusal(wrong, Board.of_size(n))
    rows = "\n".join(text[k : k + large] for k in range(0, n**3, large))
    assert Puzzle.parse(rows).board.size == large


def test_a_large_board_with_few_digits_is_a_board() -> None:
    for size in (8, 27):
        text = "1" + "." * (size * size - 1)
        assert Puzzle.parse(text).givens == {(1, 1): 1}


@settings(deadline=None, max_examples=60)
@given(candidates(BOXES), st.data())
def test_a_mistake_in_a_drawn_grid_is_told_by_its_place(
    drawing: tuple[tuple[int, int], Cells], data: st.DataObject
) -> None:
    box, cells = drawing
    n = box[0] * box[1]
    k = data.draw(st.integers(0, n * n - 1))
    marks = words(cells)
    if data.draw(st.booleans()):
        marks[k] = data.draw(st.sampled_from([".", marks[k] + marks[k][-1], marks[k] + "Z"]))
        assume(any(len(word) > 1 and not word.isdecimal() for word in marks) or n <= 9)
        assume(any(len(word) > 1 for j, word in enumerate(marks) if j != k))
        text = drawn(marks, box, STYLES[4], 1)
        lines = [j for j, row in enumerate(text.split("\n"), 1) if row.startswith("|")]
        assert f"(line {lines[k // n]}, column " in refusal(text)
    else:
        text = drawn(marks, box, STYLES[4], 1)
        lines = text.split("\n")
        rows = [j for j, row in enumerate(lines) if row.startswith("|")]
        lines[rows[k // n]] = lines[rows[k // n]].replace("|", "|1 ", 1)
        said = refusal("\n".join(lines))
        assert f"{n * n + 1} cells" in said
        assert f"row {k // n + 1} has {n + 1} cells where the others have {n}" in said


def test_candidates_of_all_cells_are_written_and_read_again() -> None:
    puzzle = Puzzle.parse(characters([{1, 2}, {3, 4}, {1, 2, 3}, {1}] * 4, 4))
    assert rules.OneOf((1, 2), "r1c1 r2c1 r3c1 r4c1") in puzzle.board.rules
    for form in ("iss", "fpuzzles", "link", "sudokupad"):
        assert Puzzle.parse(puzzle.text(form)) == puzzle


def test_cells_for_which_no_digit_is_left_are_not_written_as_f_puzzles() -> None:
    board = Board.of_size(4).with_rules(rules.OneOf((1, 2), "r1c1"), rules.OneOf((3, 4), "r1c1"))
    with pytest.raises(InputError, match="no digit is left for r1c1"):
        Puzzle(board, (0,) * 16).text("fpuzzles")
