"""A board at play, as the page sees it: the state after each command."""

import json

import pytest

import sudoku_models as sm
from sudoku_models.board.game import Game
from sudoku_models.board.messages import Message
from sudoku_models.board.saving import text_of
from sudoku_models.board.session import Session
from sudoku_models.errors import InputError


@pytest.fixture
def sent() -> list[dict]:
    return []


@pytest.fixture
def session(unique4, sent):
    found = Session(unique4, lambda: None, sent.append)
    yield found
    found.questions.close()


def take(session, text, name="mine.txt"):
    session.take_text(raw=text.encode(), part=0, of=1, name=name)


def test_the_state_is_plain_data(session):
    session.put((1, 3), 1)
    state = session.state()
    assert json.loads(json.dumps(state)) == state
    assert state["clashes"] == [0, 2]
    assert state["status"]["tone"] == "warning"
    assert state["status"]["text"] == "1 clashes: row 1 has its 1 in row 1, column 1"


def test_in_the_strict_mode_a_clash_is_refused(session):
    session.change(entry="refuse")
    with pytest.raises(InputError, match="cannot stand"):
        session.put((1, 3), 1)
    assert session.state()["clashes"] == []


def test_the_game_ends_with_congratulations_only_when_it_is_solved(session, unique4):
    solution = sm.build(unique4).solve().grid
    *cells, last = [i for i in unique4.board.cells if i not in unique4.givens]
    for i in cells:
        session.put(i, solution[i])
    assert not session.state()["status"]["finished"]
    session.put(last, solution[last] % 4 + 1)
    assert not session.state()["status"]["finished"]
    assert "no solution" in session.message.text
    session.put(last, solution[last])
    assert session.state()["status"]["finished"]
    assert "Congratulations" in session.message.text


def test_a_message_that_comes_again_is_counted(session):
    session.undo()
    first = session.state()["status"]
    session.undo()
    again = session.state()["status"]
    assert first["text"] == again["text"] == "There is nothing to take back"
    assert again["messages"] == first["messages"] + 1


def test_symbols_of_ones_own_are_used_in_sentences(session):
    session.change(symbols="♠♥♦♣")
    session.put((1, 3), 1)
    assert session.message.text == "♠ clashes: row 1 has its ♠ in row 1, column 1"
    session.undo()
    session.change(entry="refuse")
    with pytest.raises(InputError, match="♠ cannot stand in row 1, column 3: row 1 has its ♠ in row 1, column 1"):
        session.put((1, 3), 1)
    with pytest.raises(InputError, match="there is no digit 5"):
        session.put((1, 3), 5)


def test_symbols_that_do_not_fit_the_next_board_are_left(session):
    session.change(symbols="♠♥♦♣")
    session.open(sm.load("mccaffrey"))
    assert session.symbols[8] == "9"


def test_what_is_entered_in_a_design_becomes_a_given(session):
    session.put((1, 2), 2)
    session.set_design(True)
    assert session.game.values[1] == 0
    session.put((1, 2), 2)
    session.put((1, 1), 0)
    assert session.game.puzzle.line() == ".2....2..3.....4"
    session.set_design(False)
    with pytest.raises(InputError, match="given"):
        session.put((1, 2), 3)


@pytest.mark.slow
def test_a_design_is_counted_after_each_change(session):
    session.empty(4)
    assert session.questions.wait(60)
    assert session.message.text.startswith("Not unique: at least 100 solutions")
    for cell, digit in {(1, 1): 1, (1, 2): 2, (2, 1): 3, (2, 2): 4, (3, 1): 4}.items():
        session.put(cell, digit)
    assert session.badge.text == "Counting the solutions ..."
    assert session.questions.wait(60)
    assert session.message.text.startswith("Not unique: exactly 6 solutions")
    session.put((3, 2), 4)
    assert session.questions.wait(60)
    assert session.badge.text.startswith("No solution, which is proved")


@pytest.mark.slow
def test_a_design_that_is_taken_back_is_counted_too(session):
    session.set_design(True)
    session.put((1, 2), 2)
    session.undo()
    assert session.questions.wait(60)
    assert session.badge.text.startswith("Exactly one solution")


def test_a_text_is_one_puzzle_or_many_or_a_saved_game(session, unique4):
    take(session, "2... ..1. .3.. ...4")
    assert session.game.name == "mine.txt"
    take(session, "1.....2..3.....4\n2.....1..3.....4\n")
    assert session.state()["status"]["waiting"] == 2
    session.pick(2)
    assert session.game.position.line() == "2.....1..3.....4"
    game = Game(unique4)
    game.put((1, 2), 2)
    take(session, text_of(game))
    assert session.game.position.line() == "12....2..3.....4"
    session.undo()
    assert session.game.position == unique4


@pytest.mark.parametrize("text", ["hello", "1234", '{"format": 3}', "9" * 16, "\0", "   ", "<script>alert(1)</script>"])
def test_bad_text_is_refused_and_nothing_is_lost(session, text):
    session.put((1, 2), 2)
    with pytest.raises(InputError):
        take(session, text)
    assert session.game.position.line() == "12....2..3.....4"


@pytest.mark.slow
def test_a_long_text_is_read_elsewhere(session):
    take(session, "1.....2..3.....4\n" * 3000)
    assert session.questions.busy["what"] == "reading mine.txt"
    assert session.questions.wait(60)
    assert session.message.text == "3000 puzzles were read; this is the first"


def test_a_long_text_without_a_puzzle_is_reported(session):
    take(session, "# nothing\n" * 3000)
    assert session.questions.wait(60)
    assert "there is no puzzle in mine.txt" in session.message.text


def test_a_game_is_sent_to_be_kept(session, sent):
    session.game.name = "a/b: ü"
    session.save(page="a")
    assert (sent[0]["save"], sent[0]["page"]) == ("a-b--ü.json", "a")
    assert json.loads(sent[0]["text"])["done"] == 0


def test_no_game_is_reported_as_saved_where_no_page_saves_it(session, sent):
    with pytest.raises(InputError, match=r"board\.save\(path\)"):
        session.save()
    assert sent == []


def test_a_puzzle_is_loaded_by_number_or_name_or_at_random(session):
    session.load("top95", 3)
    assert session.game.name == "top95:3"
    session.load("named", name="mccaffrey")
    assert session.game.puzzle == sm.load("mccaffrey")
    session.load("small")
    assert session.game.name.startswith("small:")
    with pytest.raises(InputError):
        session.load("top95", 96)


def test_what_a_solver_has_filled_in_is_not_congratulated_when_it_is_made_again(session, unique4):
    solution = sm.build(unique4).solve().grid
    session.fill(solution.values, Message("Solved"), "solve")
    session.undo()
    session.redo()
    assert session.message.text == "Made again: solve. Solved: this is a solution of the puzzle."
    session.put((1, 2), 0)
    session.undo()
    assert "Congratulations" not in session.message.text
    session.put((1, 2), 0)
    session.put((1, 2), solution[1, 2])
    session.undo()
    session.redo()
    assert "Congratulations" in session.message.text
