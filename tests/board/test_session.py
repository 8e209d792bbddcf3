"""A board at play, as the page sees it: the state after each command."""

import json
from contextlib import suppress
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

import sudoku_models as sm
from sudoku_models.board.commands import carry_out
from sudoku_models.board.game import FROM_A_CELL, Game
from sudoku_models.board.messages import Message
from sudoku_models.board.position import KINDS
from sudoku_models.board.runner import TaskRunner
from sudoku_models.board.saving import game_from, text_of
from sudoku_models.board.session import GameSession
from sudoku_models.board.view import ExplainedPath, Highlights
from sudoku_models.errors import InputError


def test_the_game_ends_with_congratulations_only_when_it_is_solved(session, unique4):
    solution = sm.build(unique4).solve().grid
    *cells, last = [i for i in unique4.board.cells if i not in unique4.givens]
    for i in cells:
        session.enter([i], solution[i])
    assert not session.state()["status"]["finished"]
    session.enter([last], solution[last] % 4 + 1)
    assert not session.state()["status"]["finished"]
    assert "no solution" in session.message.text
    session.enter([last], solution[last])
    assert session.state()["status"]["finished"]
    assert "Congratulations" in session.message.text


def test_the_clock_stands_while_a_hint_or_an_explanation_is_read(session, unique4):
    blank = next(i for i in unique4.board.cells if i not in unique4.givens)
    session.mark([blank], 1)
    assert session.state()["clock"]["running"]
    session.highlights = Highlights(reason=[blank])
    assert not session.state()["clock"]["running"]
    session.mark([blank], 1)
    assert session.state()["clock"]["running"]
    session.open_path(ExplainedPath(sm.explain(unique4), "techniques", ["1", "2", "3", "4"]))
    assert not session.state()["clock"]["running"]


def test_letters_are_used_in_sentences(session):
    session.change(symbols="letters")
    session.enter([(1, 3)], 1)
    assert session.message.text == "A clashes: row 1 has its A in row 1, column 1"


def test_a_message_that_comes_again_is_counted(session):
    session.undo()
    first = session.state()["status"]
    session.undo()
    again = session.state()["status"]
    assert first["text"] == again["text"] == "There is nothing to take back"
    assert again["messages"] == first["messages"] + 1


def test_a_puzzle_is_loaded_by_its_name(session):
    session.load("top95:3")
    assert session.game.name == "top95:3"
    session.load("mccaffrey")
    assert session.game.puzzle == sm.load("mccaffrey")
    with pytest.raises(InputError):
        session.load("top95:96")


def test_what_a_solver_has_filled_in_is_not_congratulated_when_it_is_made_again(session, unique4):
    solution = sm.build(unique4).solve().grid
    session.fill(solution.values, Message("Solved"), "solve")
    session.undo()
    session.redo()
    assert session.message.text == "Made again: solve. Solved: this is a solution of the puzzle."
    session.enter([(1, 2)], 0)
    session.undo()
    assert "Congratulations" not in session.message.text


def test_the_puzzles_of_a_file_can_be_picked(session, unique4):
    with pytest.raises(InputError, match="no file"):
        session.pick(1)
    other = sm.Puzzle.parse("2... ..1. .3.. ...4")
    session.open_several([unique4, other])
    session.pick(2)
    assert (session.game.puzzle, session.state()["status"]["waiting"]) == (other, 2)
    with pytest.raises(InputError, match="puzzles 1 to 2"):
        session.pick(3)


@given(st.integers(0, 12))
def test_the_end_of_a_game_tells_its_hints(hints):
    found = GameSession(PUZZLE, lambda: None, lambda *_: None)
    found.game.hints = hints
    for cell in BLANK:
        found.highlights = Highlights(puts={cell: SOLUTION[cell]})
        found.take_step()
    assert found.state()["status"]["by_hand"]
    assert ("Congratulations" in found.message.text) == (hints == 0)
    assert (f"with {hints} hint" in found.message.text) == (hints > 0)


# -- in class, nothing brings back the writing of a solver ------------------------------------------------------------

PUZZLE = sm.Puzzle.parse("1... ..2. .3.. ...4")
SOLUTION = sm.build(PUZZLE, "all_different", "cpsat").solve("cpsat").grid
BLANK = [i for i in PUZZLE.board.cells if i not in PUZZLE.givens]
MARKS = {i: frozenset({SOLUTION[i]}) for i in BLANK}


def solver_moves(found):
    """All that a solver can write, by name."""
    return {
        "solve": lambda: found.fill(SOLUTION.values, Message(""), "solve"),
        "grid": lambda: found.fill(SOLUTION.values, Message(""), FROM_A_CELL),
        "allowed": lambda: found.game.write_marks(MARKS),
        "restart": found.restart,
        "undo": found.undo,
        "redo": found.redo,
        "clear marks": found.clear_marks,
    }


def shown(found):
    return {(i, s.digit or s.marks) for i, s in found.game.squares.items() if s.digit or s.marks}


@given(
    before=st.lists(st.sampled_from(["solve", "grid", "allowed", "restart", "undo", "redo", "clear marks"])),
    after=st.lists(st.sampled_from(["undo", "redo"]), max_size=12),
    is_loaded=st.booleans(),
)
def test_in_class_undo_and_redo_bring_back_nothing_of_a_solver(before, after, is_loaded):
    found = GameSession(PUZZLE, lambda: None, lambda *_: None)
    for name in before:
        solver_moves(found)[name]()
    if is_loaded:
        found.resume(game_from(text_of(found.game)))
    found.set_mode("class")
    written = shown(found)
    for name in after:
        with suppress(InputError):
            solver_moves(found)[name]()
        assert shown(found) <= written
        written = shown(found)


# -- any game ---------------------------------------------------------------------------------------------------------

CELL = st.tuples(st.integers(1, 4), st.integers(1, 4))
CELLS = st.lists(CELL, min_size=1, max_size=4)


class AnyGame(RuleBasedStateMachine):
    """Commands of a player in any order, on a 4x4 board."""

    def __init__(self):
        super().__init__()
        self.session = GameSession(sm.Puzzle.parse("1... ..2. .3.. ...4"), lambda: None, lambda *message: None)
        self.states = [dict(self.game.squares)]
        self.patch = patch.object(TaskRunner, "run")
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

    @rule(cells=CELLS, kind=st.sampled_from(sorted(KINDS)))
    def erase(self, cells, kind):
        self.do("erase", cells=cells, kind=kind)

    @rule(cell=CELL, digit=st.integers(1, 4))
    def enter_and_erase(self, cell, digit):
        before, i = dict(self.game.squares), cell
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
        i, j = cell, (cell[1], cell[0])
        self.session.highlights = Highlights(puts={i: digit}, removes={j: frozenset(gone)} if i != j else {})
        self.do("take_step")

    @rule(digits=st.lists(st.integers(0, 4), min_size=16, max_size=16))
    def fill(self, digits):
        done = self.game.done
        self.session.fill(digits, Message("Filled in"), "solve")
        if self.game.done > done:
            self.states[done + 1 :] = [dict(self.game.squares)]

    @rule(on=st.booleans())
    def set_tidy(self, on):
        self.do("change", tidy=on)

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
    def cells_with_digits_show_no_marks(self):
        plain = self.game.plain()
        shown = zip(plain["values"], plain["marks"], plain["centres"], strict=True)
        assert not any(digit and any(small) for digit, *small in shown)

    @invariant()
    def the_page_can_draw_it(self):
        json.dumps(self.session.state())


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(deadline=None, max_examples=40, stateful_step_count=25)
