"""Hints and explanations on the board: the messages and highlights that their results become."""

import json
from dataclasses import replace

import pytest

import sudoku_models as sm
from sudoku_models.board import hint_requests
from sudoku_models.board.commands import carry_out
from sudoku_models.board.hint_requests import hint
from sudoku_models.board.hints import Revealed, next_hint
from sudoku_models.board.session import LOCKED
from sudoku_models.board.view import Highlights
from sudoku_models.errors import InputError, UnknownNameError
from sudoku_models.models.allowed_values import allowed_values
from sudoku_models.puzzles.cell_names import has_short_names
from sudoku_models.puzzles.labels import Label


def answered(session):
    assert session.wait(60)
    assert session.busy == {}
    return session.message.text


def asked(session, **values):
    carry_out(session, {"do": "explain", **values})
    assert session.wait(60)
    return session.state()["path"]


def test_a_step_is_displayed_with_the_symbols_of_the_board_unless_a_digit_is_wrong(session):
    session.change(symbols="♠♥♦♣")
    hint(session, "step")
    assert answered(session).endswith("; on the board, 2 is ♥")
    assert session.state()["highlights"]["puts"] == [[1, 2]]
    session.enter([(1, 2)], 1)
    hint(session, "step")
    assert answered(session).startswith("One digit is wrong: row 1, column 2. Correct it first")
    assert session.highlights.wrong == ((1, 2),)


def test_a_sentence_in_other_words_changes_no_highlight(unique4, monkeypatch):
    """Highlights and keys come of data; the prose of steps, units, labels and violations is for people alone."""
    plain = [next_hint(print, unique4, unique4, {}, by) for by in ("techniques", "mus", "smus", "lp")]
    highlights = [Highlights.of(each.step, each.before) for each in plain]
    digits = [each.step.digits for each in plain]
    conflict = sm.Puzzle.parse("11.. .... .... ....")
    blamed = next_hint(print, conflict, conflict, {}).digits
    monkeypatch.setattr(Label, "__str__", lambda self: f"row 9 has a 9 in (9, 9): {self!r}")
    monkeypatch.setattr(Label, "short", property(lambda self: f"the given 8 in (8, 8): {self!r}"))
    again = [next_hint(print, unique4, unique4, {}, by) for by in ("techniques", "mus", "smus", "lp")]
    assert all("row 9 has a 9" in " ".join(each.step.because) for each in again)
    odd = [replace(each.step, sentence="the found 9 in (9, 9): row 9 has a 9", name="nine") for each in again]
    assert [Highlights.of(step, each.before) for step, each in zip(odd, again, strict=True)] == highlights
    assert [step.digits for step in odd] == digits
    assert next_hint(print, conflict, conflict, {}).digits == blamed == (1,)


def test_wrong_digits_and_allowed_values_are_highlighted(session):
    session.enter([(1, 2)], 1)
    hint(session, "wrong")
    assert answered(session).startswith("One digit is wrong: row 1, column 2")
    assert session.state()["highlights"]["wrong"] == [1]
    hint(session, "allowed", (1, 2))
    assert answered(session).startswith("Row 1, column 2 holds 2 in every solution, which is proved")
    assert session.state()["highlights"]["candidates"] == [[1, [2]]]
    session.undo()
    hint(session, "allowed everywhere")
    answered(session)
    assert session.game.squares[1, 2].marks == {2}


def test_steps_follow_one_another(session):
    for _ in range(12):
        hint(session, "step")
        answered(session)
        assert session.highlights.reason
        session.take_step()
    assert session.is_finished
    assert session.message.text == "Solved with 12 hints: this is a solution of the puzzle."
    assert session.state()["status"]["by_hand"]


def test_a_cell_is_revealed(session):
    hint(session, "reveal", (1, 2))
    assert answered(session) == "Row 1, column 2 can hold 2 (in one solution; there may be others)"
    assert session.game.values[1] == 2
    session.undo()
    session.count_in_background()
    answered(session)
    hint(session, "reveal", (1, 2))
    assert answered(session) == "Row 1, column 2 holds 2"


def test_hints_for_a_cell_need_a_cell_without_a_given(session):
    for cell in (None, (1, 1)):
        with pytest.raises(InputError, match="choose a cell"):
            hint(session, "reveal", cell)
    with pytest.raises(UnknownNameError):
        hint(session, "everything")


@pytest.mark.parametrize("kind", ["step", "allowed everywhere"])
def test_a_hint_for_digits_that_have_changed_since_is_not_given(session, kind):
    hint(session, kind, (1, 2))
    session.enter([(1, 2)], 4)
    before = session.game.squares.copy()
    assert answered(session) == "The board has changed since this was asked; ask again"
    assert session.game.squares == before
    assert session.state()["highlights"] == Highlights().plain(session.game.board)


def test_in_class_nothing_that_was_asked_for_before_is_shown(session, unique4):
    session.set_mode("class")
    for show in (
        lambda: hint_requests._show_digit(session, Revealed((1, 2), 2)),
        lambda: hint_requests._show_allowed(session, None, allowed_values(unique4)),
    ):
        with pytest.raises(InputError, match="stays hidden"):
            show()
    assert session.game.position == unique4
    assert session.game.hints == 0


# -- the explained path ------------------------------------------------------------------------------------------------


def test_a_path_from_the_givens_leaves_the_digits_of_the_player_alone(session, unique4):
    session.enter([(1, 2)], 4)  # wrong, but this explanation does not rest on it
    before = session.state()
    told = asked(session)
    assert (told["by"], told["at"], told["count"], told["solved"]) == ("techniques", 0, 12, True)
    assert session.message.text == "The whole solution in 12 steps"
    assert session.state()["values"] == list(unique4.values)
    carry_out(session, {"do": "go", "to": 12})
    assert all(session.state()["values"])
    carry_out(session, {"do": "leave_path"})
    after = session.state()
    assert after["path"] == {}
    assert after["status"]["hints"] == before["status"]["hints"] + 1
    assert {k: after[k] for k in ("values", "marks", "givens")} == {k: before[k] for k in ("values", "marks", "givens")}


def test_from_the_position_it_goes_on_with_the_digits_so_far_if_they_are_right(session):
    session.enter([(1, 2)], 4)
    assert asked(session, whole=False) == {}
    assert session.message.text.startswith("One digit is wrong: row 1, column 2")
    assert session.state()["highlights"]["wrong"] == [1]
    session.enter([(1, 2)], 2)
    found = asked(session, whole=False)
    assert (found["count"], found["solved"]) == (11, True)
    assert session.state()["values"][:2] == [1, 2]


@pytest.mark.parametrize("by", ["techniques", "mus", "smus", "lp"])
def test_every_method_explains_in_words_for_people(session, by):
    session.change(symbols="♠♥♦♣")
    found = asked(session, by=by)
    assert (found["solved"], found["by"]) == (True, by)
    sentences = [step["sentence"] for step in found["steps"]]
    assert all("row" in each or "column" in each or "box" in each or has_short_names(each) for each in sentences)
    assert not any(f"({r}, {c})" in each for each in sentences for r in range(1, 5) for c in range(1, 5))
    assert json.loads(json.dumps(found)) == found
    assert bool(found["key"]) == any(map(has_short_names, sentences))
    assert sentences[0].endswith("; on the board, 2 is ♥") or by != "techniques"


def test_while_it_is_open_the_game_cannot_be_changed(session):
    session.enter([(1, 3)], 3)
    game = session.game.values, len(session.game.moves), session.game.done
    asked(session)
    for command in (
        {"do": "enter", "cells": [[1, 2]], "digit": 2, "kind": "digit"},
        {"do": "enter", "cells": [[1, 2]], "digit": 2, "kind": "corner"},
        {"do": "erase", "cells": [[1, 3]]},
        {"do": "write_marks"},
        {"do": "undo"},
        {"do": "restart"},
        {"do": "hint", "kind": "step"},
        {"do": "solve"},
        {"do": "search"},
    ):
        carry_out(session, command)
        assert session.message.text == LOCKED
        assert (session.game.values, len(session.game.moves), session.game.done) == game
        assert session.state()["path"]


def test_a_new_puzzle_or_a_design_closes_it(session):
    asked(session)
    session.load("small", 1)
    assert session.state()["path"] == {}
    session.enter([session.game.position.board.cells[0]], 0)  # the new game is not locked
    asked(session)
    session.set_design(True)
    assert session.state()["path"] == {}


def test_at_the_time_limit_it_ends_with_what_is_known(session):
    session.open(sm.load("ai-escargot"))
    told = asked(session, by="mus", time_limit=1.0)
    assert not told["solved"]
    assert "time limit" in told["reason"]
    assert session.message.tone == "warning"
    assert session.message.text.endswith(told["reason"])


def test_a_puzzle_without_a_solution_and_one_with_several_say_so(session):
    session.open(sm.Puzzle.parse("12.............."))
    told = asked(session, time_limit=10)
    assert not told["solved"]
    assert "Nothing more follows by techniques" in told["reason"]
    session.open(sm.Puzzle.parse("11.............."))
    assert asked(session)["reason"].startswith("There is no solution: row 1 has the 1 twice: in row 1, column 1")


def test_the_text_is_sent_to_the_page_that_asked(session, sent):
    for command in ({"do": "go", "to": 1}, {"do": "path_text", "page": "p"}):
        carry_out(session, command)
        assert session.message.text == "No explanation is shown; ask for one first"
    assert asked(session, by="magic") == {}
    assert "magic" in session.message.text
    asked(session)
    carry_out(session, {"do": "path_text", "page": "p1"})
    (message,) = sent[-1]
    assert message["page"] == "p1"
    assert message["copy"].startswith("1.....2..3.....4\n1. hidden single: ")
