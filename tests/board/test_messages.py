"""What the board says of proofs and of limits: the two are never mixed up."""

import pytest

import sudoku_models as sm
from sudoku_models.board import messages
from sudoku_models.board.symbols import symbols as symbols_for


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
def test_a_count_has_its_status_in_the_message(text, limit, head, tone):
    message = messages.counted(sm.count_solutions(sm.Puzzle.parse(text), limit=limit))
    assert message.text.startswith(head)
    assert message.tone == tone


@pytest.mark.parametrize(
    ("size", "symbols", "digits", "key"),
    [
        (9, "digits", (8,), ""),
        (9, "letters", (3,), "3 is C"),
        (16, "digits", (9, 13), "13 is D"),
        (4, "♠♥♦♣", (2, 4), "2 is ♥ and 4 is ♣"),
        (4, "♠♥♦♣", (), ""),
    ],
)
def test_a_sentence_has_a_key_to_the_digits_that_the_board_shows_otherwise(size, symbols, digits, key):
    text = "the digit 1 of row 1 in (1, 1)"
    assert messages.with_key(text, digits, symbols_for(symbols, size)) == text + f"; on the board, {key}" * bool(key)


def test_a_count_that_was_stopped_before_the_first_solution_is_unknown():
    count = sm.count_solutions(sm.Puzzle(sm.Board.of_size(25), (0,) * 625), time_limit=0.01)
    message = messages.counted(count)
    assert message.text.startswith("Whether there is a solution is not known")
    assert message.tone == "plain"


def test_only_a_solution_is_congratulated():
    puzzle = sm.Puzzle.parse("1... ..2. .3.. ...4")
    right = sm.build(puzzle).solve().grid
    assert "Congratulations" in messages.end_of_game(puzzle, right, by_hand=True, symbols=list("1234")).text
    assert "Congratulations" not in messages.end_of_game(puzzle, right, by_hand=False, symbols=list("1234")).text
    wrong = sm.Grid(puzzle.board, (*right.values[:-1], right.values[0]))
    message = messages.end_of_game(puzzle, wrong, by_hand=True, symbols=list("1234"))
    assert message.tone == "bad"
    assert "no solution" in message.text
    assert "Congratulations" not in message.text


def test_the_known_solutions_of_a_corpus_puzzle_are_displayed():
    tones = {entry.name: messages.shipped(entry).tone for entry in sm.corpus("several").entries}
    for entry in sm.corpus("several").entries:
        assert tones[entry.name] == ("bad" if entry.solutions == "0" else "warning")
    assert messages.shipped(sm.corpus("named").entry("mccaffrey")).tone == "good"


def test_a_solver_that_was_stopped_proves_nothing():
    answer = sm.build(sm.Puzzle(sm.Board.of_size(16), (0,) * 256), backend="pulp").solve("highs", time_limit=0.01)
    assert answer.status == "unknown"
    assert messages.solved(answer).text.startswith("Not known")
    assert messages.solved(answer).tone == "plain"


def test_an_approximate_grid_is_not_called_a_solution(infeasible4):
    found = sm.local_search(infeasible4, max_steps=100, time_limit=None)
    message = messages.searched(found)
    assert message.text.startswith("Approximate: cost")
    assert "not known" in message.text


def test_allowed_values_have_their_status(unique4):
    symbols = ["♠", "♥", "♦", "♣"]
    found = sm.allowed_values(unique4)
    text = messages.allowed(found, (1, 2), ["♥", "♣"], symbols).text
    assert text == "Row 1, column 2 holds ♥ in every solution, which is proved; its units alone leave ♥ or ♣"
    several = sm.allowed_values(sm.Puzzle.parse("1... .... .... ...."), time_limit=1e-9)
    assert several.status != "complete"
    assert "stopped" in messages.allowed(several, (1, 2), ["♥"], symbols).text


def test_things_are_listed():
    assert [messages.listed(words) for words in ([], ["1"], ["1", "2"], ["1", "2", "3"])] == [
        "",
        "1",
        "1 and 2",
        "1, 2 and 3",
    ]


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("1... ..2. .3.. ...4", 10, "Exactly one solution, which is proved"),
        ("12.. ..3. .... ...4", 10, "No solution, which is proved (two independent solvers agree)"),
        ("1... .... .... ....", 5, "Not unique: at least 5 solutions (the count stops there)"),
        ("12.. 34.. 4... ....", 50, "Not unique: exactly 6 solutions (two independent solvers agree)"),
        (
            "1... .... .... 1...",
            10,
            "No solution: column 1 has the given 1 twice, in row 1, column 1 and row 4, column 1",
        ),
    ],
)
def test_what_is_found_out_about_a_puzzle_is_said_in_plain_words(text, limit, expected):
    puzzle = sm.Puzzle.parse(text)
    assert messages.found_out(sm.count_solutions(puzzle, limit=limit), puzzle).text == expected
