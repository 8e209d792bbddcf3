"""In class, nothing brings back what a solver has written; and the end of a game tells its hints."""

from contextlib import suppress
from functools import partial
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.board.by_hand import NOT_BY_HAND, is_by_hand
from sudoku_models.board.game import ALLOWED
from sudoku_models.board.highlights import Highlights
from sudoku_models.board.hints import Revealed
from sudoku_models.board.messages import Message
from sudoku_models.board.saving import game_from, text_of
from sudoku_models.board.session import Session
from sudoku_models.errors import InputError

PUZZLE = sm.Puzzle.parse("1... ..2. .3.. ...4")
SOLUTION = sm.build(PUZZLE, "all_different", "cpsat").solve("cpsat").grid
CELLS = PUZZLE.board.cells
BLANK = [i for i in CELLS if i not in PUZZLE.givens]
MARKS = {i: frozenset({SOLUTION[i]}) for i in BLANK}


def session():
    return Session(PUZZLE, lambda: None, lambda *_: None)


def solver_moves(found):
    """All that a solver can write, by name."""
    return {
        "solve": lambda: found.fill(SOLUTION.values, Message(""), "solve"),
        "reveal": lambda: found.reveal(BLANK[0], SOLUTION[BLANK[0]], Message("")),
        "grid": lambda: found.fill(SOLUTION.values, Message(""), "grid from a cell"),
        "allowed": lambda: found.game.write_marks(MARKS),
        "restart": found.restart,
        "undo": found.undo,
        "redo": found.redo,
        "clear marks": found.clear_marks,
    }


def shown(found):
    return {(i, s.digit or s.marks) for i, s in found.game.squares.items() if s.digit or s.marks}


@given(
    before=st.lists(st.sampled_from(["solve", "reveal", "grid", "allowed", "restart", "undo", "redo", "clear marks"])),
    after=st.lists(st.sampled_from(["undo", "redo"]), max_size=12),
    is_loaded=st.booleans(),
)
def test_in_class_undo_and_redo_bring_back_nothing_of_a_solver(before, after, is_loaded):
    found = session()
    for name in before:
        solver_moves(found)[name]()
    if is_loaded:
        found.resume(game_from(text_of(found.game)))
    found.mode = "class"
    written = shown(found)
    for name in after:
        with suppress(InputError):
            solver_moves(found)[name]()
        assert shown(found) <= written
        written = shown(found)


@given(st.lists(st.tuples(st.sampled_from(BLANK), st.integers(1, 4)), max_size=8), st.integers(0, 8))
def test_in_class_the_players_own_moves_are_undone_and_redone(entries, back):
    found = session()
    found.mode = "class"
    for cell, digit in entries:
        found.put(cell, digit)
    values = found.game.values
    for _ in range(back):
        found.undo()
    for _ in range(back):
        found.redo()
    assert found.game.values == values


@pytest.mark.parametrize("what", ["reveal", "allowed"])
def test_what_was_asked_for_before_the_class_is_not_shown_in_it(what):
    found = session()
    found.mode = "class"
    content = Revealed(BLANK[0], SOLUTION[BLANK[0]], "") if what == "reveal" else SimpleNamespace(values=MARKS)
    show = {"reveal": found.questions._show_revealed, "allowed": partial(found.questions._show_allowed, None)}[what]
    with pytest.raises(InputError, match="stays hidden"):
        show(content)
    assert shown(found) == {*PUZZLE.givens.items()}
    assert found.game.hints == 0


def test_when_the_solution_is_shown_it_can_be_undone_and_redone():
    found = session()
    found.mode, found.shows_solution = "class", True
    found.fill(SOLUTION.values, Message(""), "solve")
    found.undo()
    found.redo()
    assert found.game.values == SOLUTION.values


@given(st.integers(0, 12))
def test_the_end_of_a_game_tells_its_hints(hints):
    found = session()
    found.game.hints = hints
    for cell in BLANK:
        found.highlights = Highlights(puts={cell: SOLUTION[cell]})
        found.take_step()
    assert found.state()["status"]["by_hand"]
    assert found.state()["status"]["hints"] == hints
    assert ("Congratulations" in found.message.text) == (hints == 0)
    assert (f"with {hints} hint" in found.message.text) == (hints > 0)


@pytest.mark.parametrize("what", NOT_BY_HAND)
def test_a_game_is_by_hand_until_a_solver_writes(what):
    game = session().game
    game.put(BLANK[0], 2)
    assert is_by_hand(game)
    game.fill(SOLUTION.values, what)
    assert not is_by_hand(game)
    game.undo()
    assert is_by_hand(game)


def test_allowed_values_take_the_place_of_marks_and_have_their_own_name():
    game = session().game
    game.write_marks(MARKS)
    assert game.last == ALLOWED
