"""What the board says of proofs and of limits: the two are never mixed up."""

import pytest

import sudoku_models as sm
from sudoku_models.board import sentences
from sudoku_models.board.symbols import symbols as signs_for


@pytest.mark.parametrize(
    ("text", "limit", "head", "tone"),
    [
        ("1... ..2. .3.. ...4", 10, "Exactly one solution, which is proved", "good"),
        ("12.. ..3. .... ...4", 10, "No solution, which is proved", "bad"),
        ("1... .... .... ....", 5, "Not unique: at least 5 solutions", "warning"),
        ("12.. 34.. 4... ....", 50, "Not unique: exactly 6 solutions", "warning"),
        ("1... ..2. .3.. ...4", 1, "At least one solution; whether there are more is not known", "plain"),
    ],
)
def test_a_count_is_told_with_its_status(text, limit, head, tone):
    said = sentences.counted(sm.count_solutions(sm.Puzzle.parse(text), limit=limit))
    assert said.text.startswith(head)
    assert said.tone == tone


@pytest.mark.parametrize(
    ("size", "symbols", "text", "key"),
    [
        (9, "digits", "in box 5 the digit 8 fits only in (5, 5)", ""),
        (9, "letters", "row 8 has two 3s", "3 is C"),
        (16, "digits", "in row 12 the digits 9 and 13 fit only in (10, 11) and (10, 12)", "13 is D"),
        (4, "♠♥♦♣", "column 3 and row 1 leave 4 and 2", "2 is ♥ and 4 is ♣"),
        (4, "♠♥♦♣", "the given in (1, 2) is one of 9 clues in box 1", ""),
    ],
)
def test_a_sentence_has_a_key_to_the_digits_that_the_board_shows_otherwise(size, symbols, text, key):
    shown = sentences.in_signs(text, sm.Board.of_size(size), signs_for(symbols, size))
    assert shown == text + f"; on the board, {key}" * bool(key)


def test_a_count_that_was_stopped_before_the_first_solution_knows_nothing():
    count = sm.count_solutions(sm.Puzzle(sm.Board.of_size(25), (0,) * 625), time_limit=0.01)
    said = sentences.counted(count)
    assert said.text.startswith("Whether there is a solution is not known")
    assert said.tone == "plain"


def test_only_a_solution_is_congratulated():
    puzzle = sm.Puzzle.parse("1... ..2. .3.. ...4")
    right = sm.build(puzzle).solve().grid
    assert "Congratulations" in sentences.end_of_game(puzzle, right, by_hand=True).text
    assert "Congratulations" not in sentences.end_of_game(puzzle, right, by_hand=False).text
    wrong = sm.Grid(puzzle.board, (*right.values[:-1], right.values[0]))
    said = sentences.end_of_game(puzzle, wrong, by_hand=True)
    assert said.tone == "bad"
    assert "no solution" in said.text
    assert "Congratulations" not in said.text


def test_what_is_known_of_a_puzzle_that_ships_is_told():
    tones = {entry.name: sentences.shipped(entry).tone for entry in sm.corpus("several").entries}
    for entry in sm.corpus("several").entries:
        assert tones[entry.name] == ("bad" if entry.solutions == "0" else "warning")
    assert sentences.shipped(sm.corpus("named").entry("mccaffrey")).tone == "good"


def test_a_solver_that_was_stopped_proves_nothing():
    answer = sm.build(sm.Puzzle(sm.Board.of_size(16), (0,) * 256), backend="pulp").solve("highs", time_limit=0.01)
    assert answer.status == "unknown"
    assert sentences.solved(answer).text.startswith("Not known")
    assert sentences.solved(answer).tone == "plain"


def test_an_approximate_grid_is_not_called_a_solution(infeasible4):
    found = sm.local_search(infeasible4, max_steps=100, time_limit=None)
    said = sentences.searched(found)
    assert said.text.startswith("Approximate: cost")
    assert "not known" in said.text


def test_allowed_values_are_told_with_their_status(unique4):
    signs = ["♠", "♥", "♦", "♣"]
    found = sm.allowed_values(unique4)
    text = sentences.allowed(found, (1, 2), ["♥", "♣"], signs).text
    assert text == "Row 1, column 2 holds ♥ in every solution, which is proved; its units alone leave ♥ or ♣"
    several = sm.allowed_values(sm.Puzzle.parse("1... .... .... ...."), time_limit=1e-9)
    assert several.status != "complete"
    assert "stopped" in sentences.allowed(several, (1, 2), ["♥"], signs).text


def test_words_are_listed():
    assert [sentences.listed(words) for words in ([], ["1"], ["1", "2"], ["1", "2", "3"])] == [
        "",
        "1",
        "1 and 2",
        "1, 2 and 3",
    ]
