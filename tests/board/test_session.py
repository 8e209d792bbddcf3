"""A board at play, as the page sees it: the state after each command."""

import json
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

import sudoku_models as sm
from sudoku_models.board.commands import carry_out
from sudoku_models.board.files import pick, save, take_text
from sudoku_models.board.game import Game
from sudoku_models.board.highlights import Highlights
from sudoku_models.board.messages import Message
from sudoku_models.board.requests import Requests
from sudoku_models.board.saving import game_from, text_of
from sudoku_models.board.session import Session
from sudoku_models.board.squares import KINDS
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
    take_text(session, raw=text.encode(), part=0, of=1, name=name)


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
    assert session.badge.text.startswith("No solution: row 3 has the given 4 twice, in row 3, column 1")


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
    pick(session, 2)
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
    assert "There is no puzzle in mine.txt" in session.message.text


def test_a_game_is_sent_to_be_kept(session, sent):
    session.game.name = "a/b: ü"
    save(session, page="a")
    assert (sent[0]["save"], sent[0]["page"]) == ("a-b--ü.json", "a")
    assert json.loads(sent[0]["text"])["done"] == 0


def test_no_game_is_reported_as_saved_where_no_page_saves_it(session, sent):
    with pytest.raises(InputError, match=r"board\.save\(path\)"):
        save(session)
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


CELL = st.integers(0, 15)
CELLS = st.lists(CELL, min_size=1, max_size=4)


class AnyGame(RuleBasedStateMachine):
    """Commands of a player in any order, on a 4x4 board."""

    def __init__(self):
        super().__init__()
        self.session = Session(sm.Puzzle.parse("1... ..2. .3.. ...4"), lambda: None, lambda message: None)
        self.states = [dict(self.game.squares)]
        self.patch = patch.object(Requests, "post")
        self.patch.start()

    def teardown(self):
        self.patch.stop()

    @property
    def game(self) -> Game:
        return self.session.game

    def do(self, what: str, **values: object) -> None:
        """A command: it makes one move, which replaces those that were taken back, or none."""
        done, givens = self.game.done, self.game.puzzle
        carry_out(self.session, {"do": what, **values})
        if self.game.done > done:
            self.states[done + 1 :] = [dict(self.game.squares)]
        assert self.game.done in (done, done + 1)
        assert self.session.design or self.game.puzzle == givens

    @rule(cells=CELLS, digit=st.integers(1, 4), kind=st.sampled_from(sorted(KINDS)))
    def enter(self, cells, digit, kind):
        self.do("enter", cells=cells, digit=digit, kind=kind)

    @rule(cells=CELLS)
    def erase(self, cells):
        self.do("erase", cells=cells)

    @rule(cell=CELL, digit=st.integers(1, 4))
    def enter_and_erase(self, cell, digit):
        before, i = dict(self.game.squares), self.game.board.cells[cell]
        if before[i].digit:
            return
        may = {j: self.game.candidates(j) for j in before}
        self.do("enter", cells=[cell], digit=digit)
        if self.game.squares[i].digit:
            tidied = [self.game.squares[j] for j in self.game.board.peers[i]]
            assert not self.game.tidy or not any(digit in square.marks | square.centres for square in tidied)
            self.do("erase", cells=[cell])
        for j, square in self.game.squares.items():
            assert square._replace(marks=frozenset(), centres=frozenset()) == before[j]._replace(
                marks=frozenset(), centres=frozenset()
            )
            assert before[j].marks & may[j] <= square.marks <= before[j].marks
            assert before[j].centres & may[j] <= square.centres <= before[j].centres

    @rule(what=st.sampled_from(["write_marks", "clear_marks", "clear_colors", "restart"]))
    def change_everything(self, what):
        self.do(what)

    @rule(cell=CELL, digit=st.integers(1, 4), gone=st.sets(st.integers(1, 4)))
    def take_step(self, cell, digit, gone):
        i, j = self.game.board.cells[cell], self.game.board.cells[cell - 1]
        self.session.highlights = Highlights(puts={i: digit}, removes={j: frozenset(gone)})
        self.do("take_step")

    @rule(digits=st.lists(st.integers(0, 4), min_size=16, max_size=16))
    def fill(self, digits):
        done = self.game.done
        self.session.fill(digits, Message("Filled in"), "solve")
        if self.game.done > done:
            self.states[done + 1 :] = [dict(self.game.squares)]

    @rule(name=st.sampled_from(["tidy", "auto_marks"]), on=st.booleans())
    def set(self, name, on):
        self.do("change", **{name: on})

    @rule(refuse=st.booleans())
    def set_entry(self, refuse):
        self.do("change", entry="refuse" if refuse else "mark")

    @rule(on=st.booleans())
    def design(self, on):
        self.do("design", on=on)

    @rule(times=st.integers(1, 3))
    def undo(self, times):
        for _ in range(times):
            self.session.undo()

    @rule(times=st.integers(1, 3))
    def redo(self, times):
        for _ in range(times):
            self.session.redo()

    @rule()
    def save_and_load(self):
        before = self.game
        back = game_from(text_of(before))
        assert (back.board, back.name, back.squares) == (before.board, before.name, before.squares)
        assert (back.moves, back.done, back.hints) == (before.moves, before.done, before.hints)
        assert abs(back.clock.seconds - before.clock.seconds) < 1
        self.session.resume(back)

    @invariant()
    def undo_and_redo_lead_back(self):
        assert self.game.squares == self.states[self.game.done]
        assert len(self.states) == len(self.game.moves) + 1

    @invariant()
    def automatic_marks_are_candidates(self):
        if self.game.auto_marks:
            for i, square in self.game.squares.items():
                assert square.digit or self.game.marks(i) <= self.game.candidates(i)

    @invariant()
    def cells_with_digits_show_no_marks(self):
        assert not any(square.digit and (square.marks or square.centres) for square in self.game.squares.values())

    @invariant()
    def the_page_can_draw_it(self):
        json.dumps(self.session.state())


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(deadline=None, max_examples=40, stateful_step_count=25)
