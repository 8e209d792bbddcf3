"""The explained path: what the board shows while the reader walks along it, and that the game stays as it was."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models import explain
from sudoku_models.board import path
from sudoku_models.board.board_widget import BoardWidget
from sudoku_models.board.commands import carry_out
from sudoku_models.board.path import Walk
from sudoku_models.errors import InputError
from sudoku_models.explain import Candidates, Explanation
from sudoku_models.explain.minimal_sets import MinimalSet, step_of
from sudoku_models.puzzles.cell_names import cells_in_words, has_short_names, key_to
from sudoku_models.puzzles.labels import unit_is_different

SYMBOLS = [str(d) for d in range(1, 10)]


def asked(session, **values):
    carry_out(session, {"do": "explain", **values})
    assert session.questions.wait(60)
    return session.state()["path"]


# -- a walk along an explanation -----------------------------------------------------------------------------------


@settings(max_examples=30)
@given(name=st.sampled_from(["small:1", "top95:7", "mccaffrey", "killer:1"]), data=st.data())
def test_at_each_step_the_board_shows_the_position_before_it(name, data):
    found = explain(name, limit=25)
    walk = Walk(found, "techniques", SYMBOLS)
    k = data.draw(st.integers(0, len(found.steps)))
    walk.go(k)
    state, drawn = list(found.states())[k], walk.drawn()
    board = found.puzzle.board
    assert drawn["values"] == [state.digits.get(i, 0) for i in board.cells]
    blank = [j for j, d in enumerate(drawn["values"]) if d == 0]
    assert {j: drawn["marks"][j] for j in blank} == {j: sorted(state.candidates[board.cells[j]]) for j in blank}
    shown = drawn["highlights"]
    if k < len(found.steps):
        step = found.steps[k]
        assert [board.cells[j] for j in shown["reason"]] == [*step.cells]
        assert all(d in drawn["marks"][j] for j, d in shown["puts"])
        arrows = [arrow for link in step.links for arrow in link.arrows()]
        assert [(board.cells[a], d, board.cells[b], e, kind) for a, d, b, e, kind in shown["links"]] == arrows
    else:
        assert not any(shown.values())


@pytest.mark.parametrize("to", [-1, 13, True, "1", None, 1.0])
def test_only_steps_of_the_path_can_be_gone_to(to):
    walk = Walk(explain("1... ..2. .3.. ...4"), "techniques", SYMBOLS[:4])
    with pytest.raises(InputError, match="the explanation has 12 steps"):
        walk.go(to)
    assert walk.at == 0


def test_the_text_has_the_puzzle_first_and_the_reason_why_it_ends_last():
    found = explain("1... ..2. .3.. ...4")
    lines = Walk(found, "techniques", SYMBOLS[:4]).text().splitlines()
    assert lines[0] == found.puzzle.line()
    assert lines[-1] == found.reason
    assert [line.split(".")[0] for line in lines[1:-1]] == [str(k) for k in range(1, 13)]


# -- the sentences of a path ---------------------------------------------------------------------------------------

IN_WORDS = re.compile(r"\brow \d+, column \d+\b")
PATHS = [
    ("rated:990", "techniques", None),
    ("top95:10", "techniques", None),
    ("killer:1", "techniques", 40),
    ("small:1", "techniques", None),
    ("rated:990", "mus", 6),
    ("small:1", "smus", None),
    ("rated:990", "lp", 12),
    ("11.. .... .... ....", "techniques", None),
]


@pytest.fixture(scope="module", params=PATHS, ids=lambda path: f"{path[0]} by {path[1]}")
def walk(request):
    name, by, limit = request.param
    with cells_in_words():
        return Walk(explain(name, by, limit=limit), by, SYMBOLS)


def test_a_path_names_cells_in_one_notation(walk):
    text, told = walk.text(), walk.plain()
    for shown in ([text], [told["reason"], *(step["sentence"] for step in told["steps"])]):
        short = any(map(has_short_names, shown))
        at = IN_WORDS.search("\n".join(shown).replace(told["key"] or "-", ""))
        assert not (short and at), at


def test_the_key_is_said_once_with_a_cell_of_the_path(walk):
    told, text = walk.plain(), walk.text()
    sentences = [step["sentence"] for step in told["steps"]]
    first = next(filter(has_short_names, sentences), "")
    assert told["key"] == key_to(first)
    assert text.count(" is row ") == bool(first)
    assert not any(key_to(sentence) in sentence for sentence in sentences if has_short_names(sentence))


def test_no_sentence_ends_twice(walk):
    for k in range(len(walk.found.steps) + 1):
        walk.go(k)
        assert ".." not in walk.words + walk.text().partition("\n")[2]


def test_the_units_of_a_minimal_set_are_not_taken_for_a_cell():
    """A row and a column beside each other read like a cell in words."""
    with cells_in_words():
        found = explain("mccaffrey", "mus", limit=2)
    for step, told in zip(found.steps, Walk(found, "mus", SYMBOLS).steps, strict=True):
        units = [label.unit.name for label in step.labels if label.unit]
        assert units
        assert all(name in step.sentence and name in told["sentence"] for name in units)


@pytest.mark.parametrize("size", [12, 13, 35])
def test_of_a_long_list_of_reasons_the_board_names_the_first_and_the_text_all(size):
    state = Candidates.of(sm.load("rated:990"))
    units = [unit_is_different(unit) for unit in state.board.units[: size // 2]]
    givens = dict([*state.digits.items()][: size - len(units)])
    found = MinimalSet((1, 2), 8, tuple(map(str, units)), givens, tuple(units))
    with cells_in_words():
        step = step_of(state, found)
    walk = Walk(Explanation(state.puzzle, (step,), False, "Stopped.", state), "mus", SYMBOLS)
    (told,) = walk.steps
    names = [*(label.unit.name for label in units), *(f"{d} in r{r}c{c}" for (r, c), d in givens.items())]
    assert (told["weight"], len(names)) == (size, size)
    assert all(name in walk.text() for name in names)
    shown = [re.search(rf"\b{name}\b", told["sentence"]) is not None for name in names]
    if size <= 12:
        assert all(shown)
    else:
        assert shown.count(True) == 8
        assert told["sentence"].endswith(f" and {size - 8} more leave nothing else")


# -- on the board ---------------------------------------------------------------------------------------------------


def test_a_path_from_the_givens_leaves_the_digits_of_the_player_alone(session, unique4):
    session.put((1, 2), 4)  # wrong, but this explanation does not rest on it
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


def test_from_a_position_with_a_wrong_digit_nothing_is_explained(session):
    session.put((1, 2), 4)
    assert asked(session, whole=False) == {}
    assert session.message.text == (
        "Row 1, column 2 is wrong: the only solution of the puzzle has another digit there. Correct it first, "
        "then ask again"
    )
    assert session.state()["highlights"]["wrong"] == [1]


def test_from_the_position_it_goes_on_with_the_digits_so_far(session):
    session.put((1, 2), 2)
    told = asked(session, whole=False)
    assert (told["count"], told["solved"]) == (11, True)
    assert session.state()["values"][:2] == [1, 2]


@pytest.mark.parametrize("by", ["techniques", "mus", "smus", "lp"])
def test_every_method_explains_in_words_for_people(session, by):
    told = asked(session, by=by)
    assert told["solved"]
    assert told["by"] == by
    sentences = [step["sentence"] for step in told["steps"]]
    assert all("row" in each or "column" in each or "box" in each or has_short_names(each) for each in sentences)
    assert not any(f"({r}, {c})" in each for each in sentences for r in range(1, 5) for c in range(1, 5))
    assert json.loads(json.dumps(told)) == told
    assert bool(told["key"]) == any(map(has_short_names, sentences))


def test_sentences_have_a_key_to_the_symbols_of_the_board(session):
    session.change(symbols="♠♥♦♣")
    assert asked(session)["steps"][0]["sentence"].endswith("; on the board, 2 is ♥")


@pytest.mark.parametrize(
    "command",
    [
        {"do": "enter", "cells": [1], "digit": 2, "kind": "digit"},
        {"do": "enter", "cells": [1], "digit": 2, "kind": "corner"},
        {"do": "erase", "cells": [2]},
        {"do": "write_marks"},
        {"do": "undo"},
        {"do": "restart"},
        {"do": "hint", "kind": "step"},
        {"do": "solve"},
        {"do": "search"},
    ],
)
def test_while_it_is_open_the_game_cannot_be_changed(session, command):
    session.put((1, 3), 3)
    game = session.game.values, len(session.game.moves), session.game.done
    asked(session)
    carry_out(session, command)
    assert session.questions.wait(60)
    assert session.message.text == path.LOCKED
    assert (session.game.values, len(session.game.moves), session.game.done) == game
    assert session.state()["path"]


def test_a_new_puzzle_or_a_design_closes_it(session):
    asked(session)
    session.load("small", 1)
    assert session.state()["path"] == {}
    session.put(session.game.position.board.cells[0], 0)  # the new game is not locked
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
    assert asked(session)["reason"].startswith("There is no solution: row 1 has the 1 twice, in row 1, column 1")


def test_the_text_is_sent_to_the_page_that_asked(session, sent):
    asked(session)
    carry_out(session, {"do": "path_text", "page": "p1"})
    (message,) = sent[-1]
    assert message["page"] == "p1"
    assert message["copy"].startswith("1.....2..3.....4\n1. hidden single: ")


@pytest.mark.parametrize("command", [{"do": "go", "to": 1}, {"do": "path_text", "page": "p"}])
def test_without_a_path_there_is_nothing_to_walk_along(session, command):
    carry_out(session, command)
    assert session.message.text == "No explanation is shown; ask for one first"


def test_an_unknown_method_is_named_in_the_message(session):
    assert asked(session, by="magic") == {}
    assert "magic" in session.message.text


def test_the_traits_of_the_widget_follow_the_path_and_the_game_is_untouched(unique4):
    board = BoardWidget(unique4)
    board.ask("explain")
    assert board.wait()
    for k in (3, 12, 0, 5):
        board.ask("go", to=k)
        assert sum(map(bool, board.values)) == len(unique4.givens) + sum(map(len, [[1]] * k))
        assert board.session.game.position == unique4
    board.ask("leave_path")
    assert board.values == list(unique4.values)
    assert board.session.game.moves == []
    board.close()
