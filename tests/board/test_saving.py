"""A saved game comes back whole, and nothing that is damaged comes in."""

import json
from dataclasses import dataclass
from functools import reduce
from operator import getitem

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.board import BoardWidget, saving
from sudoku_models.board.game import Clock, Game
from sudoku_models.board.saving import game_from, text_of
from sudoku_models.board.session import GameSession
from sudoku_models.errors import InputError
from sudoku_models.puzzles.rules import CellRule, KillerCage

JIGSAW = sm.Board.jigsaw("1112 1222 3334 3444")


def played(board: sm.Board) -> Game:
    game = Game(sm.Puzzle(board, (1, *[0] * (len(board.cells) - 1)), "mine"))
    game.put((1, 2), 2)
    game.mark((1, 3), 3)
    game.mark((1, 3), 4)
    game.put((1, 4), 4)
    game.undo()
    game.undo()
    return game


@pytest.mark.parametrize(
    "board", [sm.Board.of_size(4), sm.Board.with_boxes(3, 2), sm.Board.of_size(25), JIGSAW], ids=str
)
def test_a_game_comes_back_whole(board):
    game = played(board)
    back = game_from(text_of(game))
    assert (back.board, back.name, back.squares, back.done) == (board, "mine", game.squares, 2)
    assert back.moves == game.moves
    back.redo()
    back.redo()
    assert back.values[:4] == (1, 2, 0, 4)
    while back.to_undo:
        back.undo()
    assert back.values == game.puzzle.values


def test_a_game_comes_back_with_its_rules_in_any_order(every_rule):
    game = played(every_rule.board)
    back = game_from(text_of(game))
    assert (back.board, back.moves) == (game.board, game.moves)
    assert back.board.rules == every_rule.board.rules
    cage = KillerCage(3, ((1, 1), (1, 2)))
    boards = [sm.Board.of_size(4).with_rules(cage).diagonal(), sm.Board.of_size(4).diagonal().with_rules(cage)]
    assert boards[0] == boards[1] == game_from(text_of(played(boards[0]))).board


def test_marks_colours_time_and_hints_are_saved(unique4):
    game = Game(unique4)
    game.mark([(1, 2), (1, 3)], 3)
    game.mark((1, 2), 4, "centre")
    game.mark([(1, 1), (1, 2)], 9, "color")
    game.clock, game.hints, game.level = Clock(83.25), 2, "very hard"
    back = game_from(text_of(game))
    assert (back.squares, back.moves) == (game.squares, game.moves)
    assert back.squares[1, 2][2:] == ({3}, {4}, {9})
    assert (round(back.clock.seconds, 1), back.clock.is_running, back.hints) == (83.2, False, 2)
    assert back.level == "very hard"


def test_a_rule_of_ones_own_cannot_be_saved():
    @dataclass(frozen=True)
    class Mine(CellRule):
        """Mine."""

        cells: tuple

        def holds(self, digits):
            return True

    with pytest.raises(InputError, match="Mine"):
        text_of(played(sm.Board.of_size(4).with_rules(Mine([(1, 1)]))))


def test_damaged_rules_are_refused(every_rule):
    plain = json.loads(text_of(played(every_rule.board)))
    for rules in ([{"rule": "Magic"}], [{"rule": "Even", "cells": "r99c1"}], [1], 5, plain["board"]["rules"] * 100):
        damaged = plain | {"board": plain["board"] | {"rules": rules}}
        with pytest.raises(InputError):
            game_from(json.dumps(damaged))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ('{"format": "sudoku_models ga', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"format": "other"}', "no format field"),
        ('{"format": "sudoku_models game", "version": 4}', "version 4"),
        ('{"format": "sudoku_models game", "version": 2}', "version 2 of the format; this program reads version 3"),
        ('{"format": "sudoku_models game", "version": 3}', "damaged"),
    ],
)
def test_what_is_no_saved_game_is_refused(text, said):
    with pytest.raises(InputError, match=said):
        game_from(text)


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (["board"], {"boxes": [9999, 9999]}),
        (["board"], {"size": 4, "units": [["row 1", [[1, 5]]]]}),
        (["start", 0], 5),
        (["start"], [0] * 15),
        (["moves", 0, "cells", 0, 2], 3),
        (["moves"], [{}]),
        (["done"], 99),
    ],
    ids=str,
)
def test_a_damaged_game_is_refused(where, value):
    plain = json.loads(text_of(played(sm.Board.of_size(4))))
    at = plain
    for key in where[:-1]:
        at = at[key]
    at[where[-1]] = value
    with pytest.raises(InputError, match=r"damaged|15 values"):
        game_from(json.dumps(plain))


@given(st.data())
def test_no_damage_raises_anything_else(data):
    text = text_of(played(sm.Board.of_size(4)))
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from('0123456789[]{},:"-x'))
    try:
        game = game_from(text[:at] + other + text[at + 1 :])
    except InputError:
        return
    assert game.board.size <= 36


def places(plain, at=()):
    """Where something stands in plain data, as keys from the outside to the inside."""
    items = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for key, each in items:
        yield (*at, key)
        yield from places(each, (*at, key))


DEEP = "[" * 400 + "]" * 400
HOSTILE = st.sampled_from(
    [
        *("null", "true", "-1", "0", "1", "36", "37", "60", "1e9", "NaN", "1" + "0" * 300, "[]", "{}", "[[]]", DEEP),
        *('""', '"\\ud800"', '"r1c1 r36c36"', '"KillerCage"', "[60,60]", "[1,36]", "[36,36]", "[1,2,3,4,5]"),
        json.dumps(" ".join(f"r{r}c{c}" for r in range(1, 37) for c in range(1, 37))),
        json.dumps([1] * 2000),
    ]
)
PLAYED = [text_of(played(board)) for board in (sm.Board.of_size(4), sm.Board.with_boxes(6, 6), JIGSAW)]


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_whatever_stands_in_a_saved_game_it_is_a_game_or_refused(every_rule, data):
    """Parts of a saved game are replaced, left out or repeated; it takes little time, and what is read can be shown."""
    plain = json.loads(data.draw(st.sampled_from([*PLAYED, text_of(played(every_rule.board))])))
    for _ in range(data.draw(st.integers(1, 3))):
        found = [at for at in places(plain) if len(at) > 1 and at[0] in ("board", "moves")] or [*places(plain)]
        *outer, key = data.draw(st.sampled_from(found[:200]) | st.sampled_from([*places(plain)][:2000]))
        within = reduce(getitem, outer, plain)
        what = data.draw(st.sampled_from(["replace", "replace", "leave out", "repeat"]))
        if what == "leave out":
            del within[key]
        elif what == "repeat" and isinstance(within, list):
            within.insert(key, within[key])
        else:
            within[key] = json.loads(data.draw(HOSTILE))
    said = ""
    try:
        game = game_from(json.dumps(plain))
        session = GameSession(sm.load("small:1"), lambda: None, lambda *message: None)
        session.resume(game)
        json.dumps([session.shape, session.state()], ensure_ascii=False).encode()
        assert game_from(text_of(game)).squares == game.squares
    except InputError as error:
        said = str(error)
    assert len(said) < 500


SMALL_BUT_HUGE = (
    '{"format":"sudoku_models game","version":3,"name":"x","seconds":0,"hints":0,"level":"","board":%s,'
    '"start":[],"moves":[],"done":0}'
)


@pytest.mark.parametrize(
    "board",
    [
        '{"size":4,"boxes":[60,60]}',
        '{"size":36}',
        '{"size":1,"boxes":[1,1]}',
    ],
)
def test_a_board_is_checked_before_it_is_made(board, monkeypatch):
    monkeypatch.setattr(saving, "Board", None)
    with pytest.raises(InputError, match="damaged"):
        game_from(SMALL_BUT_HUGE % board)


def test_no_text_of_a_saved_game_can_stop_the_page(every_rule):
    plain = json.loads(text_of(played(JIGSAW)))
    plain["name"] = "a\ud800"
    plain["board"]["units"][8][0] = "piece \udfff"
    plain["moves"][0]["what"] = "\ud83d"
    session = GameSession(sm.load("small:1"), lambda: None, lambda *message: None)
    session.resume(game_from(json.dumps(plain)))
    session.undo()
    json.dumps([session.shape, session.state()], ensure_ascii=False).encode()
    assert session.state()["status"]["name"] == "a\N{REPLACEMENT CHARACTER}"


def test_a_huge_game_is_not_read():
    with pytest.raises(InputError, match="2,097,153 characters; up to 2,097,152 are read"):
        game_from("{" + " " * saving.LARGEST_GAME)
    plain = json.loads(text_of(played(sm.Board.of_size(4))))
    plain["moves"] = [{"what": "", "cells": []}] * (saving.MOST_MOVES + 1)
    with pytest.raises(InputError, match="20,001 moves; up to 20,000 are read"):
        game_from(json.dumps(plain))


@pytest.mark.parametrize(("largest", "most"), [(saving.LARGEST_GAME, 3), (2000, saving.MOST_MOVES), (600, 100)])
def test_the_oldest_moves_of_a_long_game_are_not_saved(monkeypatch, largest, most):
    monkeypatch.setattr(saving, "LARGEST_GAME", largest)
    game = played(sm.Board.of_size(4))
    for _ in range(20):
        game.write_marks()
        game.clear_marks()
    for times in (0, 2, 39):
        for _ in range(times):
            game.undo()
        text, left_out = saving.text_and_left_out(game, most)
        back = game_from(text)
        assert left_out == len(game.moves) - len(back.moves) > 0
        assert (back.squares, back.puzzle) == (game.squares, game.puzzle)
        while game.to_redo:
            game.redo()


def test_unsaved_moves_are_reported(monkeypatch):
    board = BoardWidget("1... ..2. .3.. ...4")
    monkeypatch.setattr(saving, "LARGEST_GAME", 250)
    for digit in (2, 3, 4):
        board.put((1, 2), digit)
    assert board.save()
    assert board.message.startswith("The game is saved without 2 moves of its history")
    board.close()


def test_a_game_with_too_many_cells_in_rules_is_refused(monkeypatch):
    cages = [KillerCage(3 + k, ((1, 1), (1, 2))) for k in range(3)]
    text = text_of(Game(sm.Puzzle(sm.Board.of_size(4).with_rules(*cages), (0,) * 16)))
    monkeypatch.setattr(saving, "MOST_RULE_CELLS", 6)
    assert len(game_from(text).board.rules) == 3
    monkeypatch.setattr(saving, "MOST_RULE_CELLS", 5)
    with pytest.raises(InputError, match="rules of this board have 6 cells together; boards with up to 5 can"):
        game_from(text)
    with pytest.raises(InputError, match="up to 5 can be shown"):
        BoardWidget(sm.Board.of_size(4).with_rules(*cages))
