"""A saved game comes back whole, and nothing that is damaged comes in."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.widget.game import Game
from sudoku_models.widget.saving import game_from, text_of

JIGSAW = sm.Board(
    4,
    (
        *sm.Board.of_size(4).units[:8],
        sm.Unit("piece 1", ((1, 1), (1, 2), (1, 3), (2, 1))),
        sm.Unit("piece 2", ((1, 4), (2, 4), (2, 3), (2, 2))),
        sm.Unit("piece 3", ((3, 1), (3, 2), (3, 3), (4, 1))),
        sm.Unit("piece 4", ((3, 4), (4, 4), (4, 3), (4, 2))),
    ),
)


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
    while back.can_undo:
        back.undo()
    assert back.values == game.puzzle.values


def test_saving_leaves_the_game_as_it_is():
    game = played(JIGSAW)
    before = dict(game.squares), game.done
    text_of(game)
    assert (game.squares, game.done) == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ('{"format": "sudoku_models ga', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1, 2]", "does not say so"),
        ('{"format": "other"}', "does not say so"),
        ('{"format": "sudoku_models game", "version": 2}', "version 2"),
        ('{"format": "sudoku_models game", "version": 1}', "damaged"),
    ],
)
def test_what_is_no_saved_game_is_refused(text, said):
    with pytest.raises(InputError, match=said):
        game_from(text)


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (["board"], {"boxes": [9999, 9999]}),
        (["board"], {"boxes": [2, "2"]}),
        (["board"], {"size": 4, "units": [["row 1", [[1, 1], [1, 1]]]]}),
        (["board"], {"size": 4, "units": [["row 1", [[1, 5]]]]}),
        (["board"], 7),
        (["start", 0], 5),
        (["start", 0], [0, 9]),
        (["start", 0], "1"),
        (["start"], [0] * 15),
        (["moves", 0, "cells", 0, 2], 3),
        (["moves", 0, "cells", 0, 1], 9),
        (["moves"], [{}]),
        (["done"], 99),
        (["done"], None),
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
