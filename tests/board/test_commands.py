"""The page can ask for what is in the table, and for nothing else; whatever it sends, the board answers."""

import inspect
import json
import re
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.board.commands import COMMANDS, call, carry_out, choices
from sudoku_models.board.runner import TaskRunner
from sudoku_models.board.session import GameSession
from sudoku_models.board.settings import USUAL
from sudoku_models.errors import InputError
from sudoku_models.explain import BY
from sudoku_models.explain.difficulty import LEVELS, levels_on
from sudoku_models.generation import KINDS
from sudoku_models.puzzles.game_kinds import CLASSIC

PUZZLE = sm.Puzzle.parse("1... ..2. .3.. ...4")


def new_session():
    return GameSession(PUZZLE, lambda: None, lambda *message: None)


@pytest.mark.parametrize("kind", [int, np.int8, np.uint8, np.int64])
def test_cells_are_rows_and_columns_of_any_integers(session, kind):
    call(session, GameSession.enter, {"cells": [(kind(1), kind(2)), np.array([2, 1], dtype=kind)], "digit": kind(4)})
    assert [session.game.squares[i].digit for i in ((1, 2), (2, 1))] == [4, 4]
    assert type(session.game.squares[1, 2].digit) is int


BAD = {
    "cells": [[], 3, None, "12", [[1, 1]] * 17, [5], [(1,)], [(1.0, 3)], [(True, 3)], [(1, 2, 3)], [{1: 3}], ["r1c1"]],
    "digit": [True, 3.0, np.float64(3), None, "3", [3], float("nan"), 10**400, 5, -1],
    "kind": [None, 5, [], {}, "ink", "x" * 5001],
    "nonsense": [1],
}


@pytest.mark.parametrize("name", BAD)
def test_a_value_that_cannot_be_used_is_refused_and_the_board_stays(session, name):
    for bad in BAD[name]:
        with pytest.raises(InputError):
            call(session, GameSession.enter, {"cells": [(1, 2)], "digit": 2, name: bad})
    for cell in ((0, 1), (5, 1), (1, -1)):
        with pytest.raises(InputError, match="there is no cell"):
            call(session, GameSession.enter, {"cells": [cell], "digit": 2})
    with pytest.raises(InputError, match="the digit is missing"):
        call(session, GameSession.enter, {"cells": [(1, 2)]})
    assert session.game.position == PUZZLE
    assert session.game.to_undo is None


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"do": "__init__"},
        {"do": "enter", "cells": [[25, 4]], "digit": 1},
        {"do": "enter", "cells": [[1, 2]], "digit": 1, "session": 3},
        {"do": "change", "theme": "pink"},
        {"do": "load", "name": "nothing"},
    ],
    ids=str,
)
def test_an_error_is_reported_and_nothing_is_lost(session, unique4, command):
    carry_out(session, command)
    assert session.message.tone == "bad"
    assert session.game.position == unique4


def parameters(what: str) -> list[str]:
    """The names of the values that a command takes, and two that it does not."""
    _, *names = inspect.signature(COMMANDS[what]).parameters
    return [*names, *(USUAL if what == "change" else ()), "nonsense", "self"]


NUMBERS = st.integers(-3, 30) | st.sampled_from([10**30, 16, 2.5, float("nan"), float("inf"), True])
CELLS = st.lists(st.lists(NUMBERS, min_size=2, max_size=2), max_size=3)
SOMETHING = (
    st.none()
    | NUMBERS
    | CELLS
    | st.text(max_size=5)
    | st.sampled_from(
        ["\ud800", "corner", "centre", "color", "step", "allowed", "techniques", "dark", "x" * 100_000, b"1"]
    )
    | st.lists(NUMBERS, max_size=4)
    | st.dictionaries(st.text(max_size=2), NUMBERS, max_size=2)
)
DEVELOPERS_WORDS = re.compile(r"Error|tuple|index|argument|unexpected|NoneType|object|command|trait|parameter")


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # others may use the machine
@given(st.data())
def test_whatever_is_sent_is_done_or_answered_in_plain_words(data):
    session = new_session()
    with patch.object(TaskRunner, "run"):
        for _ in range(3):
            what = data.draw(st.sampled_from(sorted(COMMANDS)))
            values = data.draw(st.dictionaries(st.sampled_from(parameters(what)), SOMETHING, max_size=4))
            buffers = data.draw(st.sampled_from([[], [b""], [b"1... ..2. .3.. ...4"], [b'{"format": 3}'], [b"\xff"]]))
            before = session.game.position
            carry_out(session, {**values, "do": what}, buffers)
            if session.message.tone == "bad":
                assert session.game.position == before
            assert not DEVELOPERS_WORDS.search(session.message.text)
            json.dumps(session.state(), ensure_ascii=False).encode()


@pytest.mark.parametrize("what", sorted(COMMANDS))
def test_every_command_names_the_value_that_it_cannot_use(session, what):
    for name in parameters(what)[:-2]:
        with patch.object(TaskRunner, "run"):
            carry_out(session, {"do": what, **ENOUGH.get(what, {}), name: {"a": [1]}}, [b"1"])
        assert session.message.tone == "bad", name
        assert not DEVELOPERS_WORDS.search(session.message.text)


ENOUGH = {
    "enter": {"cells": [[1, 2]], "digit": 2},
    "erase": {"cells": [[1, 2]]},
    "hint": {"kind": "step"},
    "load": {"name": "small:1"},
    "text": {"part": 0, "of": 1, "name": "x"},
}


def test_a_message_is_gone_after_the_next_command_unless_that_is_about_something_else(session):
    beside = {"clock": {"running": True}, "autosave": {"page": "a"}, "ready": {}, "change": {"theme": "dark"}}
    with patch.object(TaskRunner, "run"):
        carry_out(session, {"do": "restart"})
        before = session.message
        for what, values in beside.items():
            carry_out(session, {"do": what, **values})
            assert session.message is before
        for then in ({"do": "erase", "cells": [[1, 3]]}, {"do": "hint", "kind": "step"}):
            carry_out(session, {"do": "enter", "cells": [[1, 2]], "digit": 9})
            assert session.message.text
            carry_out(session, then)
            assert session.message.text == ""


def test_the_choices_are_the_tables_of_the_package():
    offered = json.loads(json.dumps(choices()))
    assert set(offered["formulations"]) == set(sm.FORMULATIONS)
    assert set(offered["backends"]) == set(sm.BACKENDS)
    assert set(offered["rewrites"]) == set(sm.REWRITES)
    assert set(offered["by"]) == set(BY)
    assert set(offered["solvers"]) <= set(sm.SOLVERS)
    for size, levels in offered["games"]["classic"]["sizes"].items():
        assert tuple(levels) == levels_on(sm.Board.of_size(int(size))) != ()
    assert all(name == CLASSIC or name in KINDS for name in offered["games"])
    assert offered["levels"] == {name: level.needs for name, level in LEVELS.items()}
