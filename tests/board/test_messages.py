"""What the board says of proofs and of limits: the two are never mixed up."""

from dataclasses import replace

import pytest

import sudoku_models as sm
from sudoku_models.board import messages
from sudoku_models.board.settings import symbols as symbols_for
from sudoku_models.puzzles.about import About


@pytest.mark.parametrize(
    ("text", "limit", "expected", "tone"),
    [
        ("1... ..2. .3.. ...4", 10, "Exactly one solution, which is confirmed", "good"),
        ("12.. ..3. .... ...4", 10, "No solution, which is confirmed", "bad"),
        ("1... .... .... ....", 5, "Not unique: at least 5 solutions (the count stops there)", "warning"),
        ("1... ..2. .3.. ...4", 1, "At least one solution; whether there are more is not known", "plain"),
        ("1... .... .... 1...", 10, "No solution: column 1 has the given 1 twice: in row 1, column 1", "bad"),
    ],
)
def test_a_count_has_its_status_in_the_message(text, limit, expected, tone):
    puzzle = sm.Puzzle.parse(text)
    message = messages.counted(sm.count_solutions(puzzle, limit=limit), puzzle)
    assert message.text.startswith(expected)
    assert message.tone == tone


def test_a_count_that_was_stopped_before_the_first_solution_is_unknown():
    puzzle = sm.Puzzle(sm.Board.of_size(25), (0,) * 625)
    message = messages.counted(sm.count_solutions(puzzle, time_limit=0.01), puzzle)
    assert message.text.startswith("Whether there is a solution is not known")
    assert message.tone == "plain"


@pytest.mark.parametrize(
    ("size", "symbols", "digits", "key"),
    [
        (9, "digits", (8,), ""),
        (16, "digits", (9, 13), "13 is D"),
        (4, "letters", (2, 4), "2 is B and 4 is D"),
    ],
)
def test_a_sentence_has_a_key_to_the_digits_that_the_board_shows_otherwise(size, symbols, digits, key):
    text = "the digit 1 of row 1 in (1, 1)"
    assert messages.with_key(text, digits, symbols_for(symbols, size)) == text + f"; on the board, {key}" * bool(key)


def test_a_count_says_that_rules_in_words_are_not_in_it():
    several = sm.Puzzle.parse("1... .... .... ....")
    told = replace(several, about=About(rules="Lines are odd."))
    plain, of_told = (messages.counted(sm.count_solutions(each, limit=5), each) for each in (several, told))
    assert (plain.tone, of_told.tone) == ("warning", "plain")
    assert "by the rules that are checked" in of_told.text
