"""What a cell of a notebook hands over becomes plain integers, or is refused before the board has changed."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models import Board, BoardWidget
from sudoku_models.board.entries import cells_of, digits_of, integer_of, seconds_of
from sudoku_models.errors import InputError

FOUR = Board.of_size(4)
KINDS = [int, np.int8, np.uint8, np.int64]
NO_INTEGERS = [True, 3.0, np.float64(3), np.True_, None, "3", [3], float("nan"), b"3", {}]
NO_CELLS = [
    5,
    None,
    "r1c1",
    (1,),
    (1.0, 3.0),
    (True, 3),
    (1, 2, 3),
    [(1, 3), 5],
    [[(1, 3)]],
    {1: 3},
    np.int64(5),
    "",
    b"",
]

cells = st.tuples(st.integers(1, 4), st.integers(1, 4))


@pytest.fixture
def board():
    return BoardWidget("12.. 3412 2143 432.")


def written(board):
    return board.values, board.marks, board.centres, board.colors, board.status["undo"], board.save()


@given(cells=st.lists(cells, min_size=1), kind=st.sampled_from(KINDS), whole=st.booleans())
def test_cells_may_be_arrays_or_lists_of_any_integers(cells, kind, whole):
    converted = np.array(cells, dtype=kind) if whole else [(kind(r), kind(c)) for r, c in cells]
    for found in (cells_of(converted, FOUR), [cells_of(each, FOUR)[0] for each in converted]):
        assert list(dict.fromkeys(found)) == list(dict.fromkeys(cells))
        assert {type(k) for cell in found for k in cell} == {int}


@pytest.mark.parametrize("value", NO_INTEGERS, ids=repr)
def test_what_is_no_integer_is_refused(value):
    with pytest.raises(InputError, match="must be a whole number, not"):
        integer_of(value)


@pytest.mark.parametrize("value", NO_CELLS, ids=repr)
def test_what_is_no_cell_is_refused(value):
    with pytest.raises(InputError, match=r"a cell is written as \(row, column\), counted from 1, not"):
        cells_of(value, FOUR)


@pytest.mark.parametrize("value", [(0, 1), (5, 1), (1, -1), [(1, 1), (9, 9)]], ids=repr)
def test_cells_beside_the_board_are_refused(value):
    with pytest.raises(InputError, match="there is no cell"):
        cells_of(value, FOUR)


@given(st.lists(st.integers(0, 4), min_size=16, max_size=16), st.sampled_from(KINDS))
def test_digits_may_be_of_any_integers(digits, kind):
    found = digits_of(np.array(digits, dtype=kind), FOUR)
    assert found == tuple(digits)
    assert {type(d) for d in found} == {int}


@pytest.mark.parametrize("value", [True, "1", None, -1, -0.5, float("nan"), [1], 1j], ids=repr)
def test_what_is_no_time_is_refused(value):
    with pytest.raises(InputError, match="must be a number of seconds, not"):
        seconds_of(value)


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_with_integers_of_numpy_can_be_saved_and_loaded(board, kind):
    for r, c in np.argwhere(np.array(board.values).reshape(4, 4) == 0):
        board.put((kind(r + 1), kind(c + 1)), kind(3))
        board.undo()
        board.mark((kind(r + 1), kind(c + 1)), kind(4))
        board.color((kind(r + 1), kind(c + 1)), kind(9))
    board.ask("enter", cells=[kind(2)], digit=kind(3))
    board.values = np.array(board.values, dtype=kind)
    sent = []
    board.session.send = sent.append
    board.ask("autosave", page="p")
    assert sent[0]["autosave"] == board.save()
    loaded = BoardWidget.load(board.save())
    assert (loaded.values, loaded.marks, loaded.colors) == (board.values, board.marks, board.colors)
    assert json.loads(board.save())["done"] == 7


@pytest.mark.parametrize("value", NO_INTEGERS, ids=repr)
@pytest.mark.parametrize("name", ["put", "mark", "color"])
def test_a_digit_that_is_none_leaves_the_board_as_it_was(board, name, value):
    before = written(board)
    with pytest.raises(InputError):
        getattr(board, name)((1, 3), value)
    assert written(board) == before
    board.put((1, 3), 3)


@pytest.mark.parametrize("value", NO_CELLS, ids=repr)
@pytest.mark.parametrize("name", ["put", "mark", "color"])
def test_a_cell_that_is_none_leaves_the_board_as_it_was(board, name, value):
    before = written(board)
    with pytest.raises(InputError):
        getattr(board, name)(value, 3)
    assert written(board) == before


@pytest.mark.parametrize("kind", [None, 5, [], {}, "ink"], ids=repr)
def test_a_kind_of_mark_that_is_none_is_refused(board, kind):
    with pytest.raises(InputError):
        board.mark((1, 3), 3, kind)


@pytest.mark.parametrize(
    "value", [None, 5, object(), [True] * 16, [1.0] * 16, np.zeros((4, 4), int)], ids=lambda value: type(value).__name__
)
@pytest.mark.parametrize("name", ["puzzle", "position", "values"])
def test_a_trait_that_is_refused_keeps_its_value(board, name, value):
    if name == "puzzle" and isinstance(value, np.ndarray):
        return  # the rows of a puzzle
    before = (getattr(board, name), written(board))
    with pytest.raises(InputError):
        setattr(board, name, value)
    assert (getattr(board, name), written(board)) == before


@pytest.mark.parametrize(
    "call",
    [
        lambda board: board.wait("x"),
        lambda board: board.wait(None),
        lambda board: board.explain(time_limit="a"),
        lambda board: board.explain(time_limit=None),
        lambda board: board.explain(by=["mus"]),
        lambda board: board.compare("assignment", "all_different", time_limit=None),
        lambda board: board.show_solution("x"),
        lambda board: board.show_solution(-1),
        lambda board: board.show_solution(10**9),
        lambda board: board.save("a\0b"),
        lambda board: board.save(5),
        lambda board: BoardWidget.load(5),
        lambda board: BoardWidget.load(None),
        lambda board: BoardWidget.load("a\0b"),
        lambda board: BoardWidget("mccaffrey", mode=[]),
    ],
)
def test_what_cannot_be_used_is_an_input_error(board, call):
    before = written(board)
    with pytest.raises(InputError):
        call(board)
    assert written(board) == before
    assert not board.session.shows_solution
    assert not board.busy


@pytest.mark.parametrize("more", [{"delay": -1}, {"delay": 1e18}, {"delay": 0}, {"aloud": False}], ids=str)
def test_a_count_takes_no_further_words(board, more):
    board.ask("count", **more)
    assert "Nothing is known about" in board.message
    assert board.wait(1)
