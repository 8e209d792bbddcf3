"""The page can ask for what is in the table, and for nothing else; whatever it sends, the board answers."""

import inspect
import json
import re
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.board.commands import COMMANDS, carry_out, choices
from sudoku_models.board.requests import Requests
from sudoku_models.board.session import Session
from sudoku_models.board.settings import USUAL
from sudoku_models.explain import BY
from sudoku_models.explain.difficulty import LEVELS
from sudoku_models.generation import LARGEST_WITH_LEVEL


@pytest.fixture
def session(unique4):
    found = Session(unique4, lambda: None, lambda message: None)
    yield found
    found.questions.close()


def test_cells_come_as_numbers(session):
    carry_out(session, {"do": "enter", "cells": [1], "digit": 2})
    assert session.game.values[1] == 2


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"do": "explode"},
        {"do": "__init__"},
        {"do": "enter"},
        {"do": "enter", "cells": [99], "digit": 1},
        {"do": "enter", "cells": ["1"], "digit": 1},
        {"do": "enter", "cells": [1], "digit": 99},
        {"do": "enter", "cells": [1], "digit": None},
        {"do": "enter", "cells": [1], "digit": 1, "session": 3},
        {"do": "change", "theme": "pink"},
        {"do": "load", "corpus": "nothing"},
        {"do": "pick", "number": 1},
        {"do": "hint", "kind": "all"},
        {"do": "search", "seed": "x"},
        {"do": "text", "part": 0, "of": 1, "name": "x"},
    ],
    ids=str,
)
def test_an_error_is_reported_and_nothing_is_lost(session, unique4, command):
    carry_out(session, command)
    assert session.message.tone == "bad"
    assert session.game.position == unique4


def parameters(what: str) -> list[str]:
    """The names of the values that a command takes, and two that it does not."""
    session = Session(sm.Puzzle.parse("1... ..2. .3.. ...4"), lambda: None, lambda message: None)
    if what == "text":
        return ["part", "of", "name", "raw", "nonsense"]
    named = inspect.signature(COMMANDS[what](session)).parameters
    return [*named, *(USUAL if what == "change" else ()), "nonsense", "session"]


NUMBERS = st.integers(-3, 30) | st.sampled_from([10**30, 16, 2.5, float("nan"), float("inf"), True])
SOMETHING = (
    st.none()
    | NUMBERS
    | st.text(max_size=5)
    | st.sampled_from(
        ["\ud800", "corner", "centre", "color", "step", "reveal", "techniques", "dark", "x" * 100_000, b"1"]
    )
    | st.lists(NUMBERS, max_size=4)
    | st.dictionaries(st.text(max_size=2), NUMBERS, max_size=2)
)
NAMES = sorted({*COMMANDS, "text"})
DEVELOPERS_WORDS = re.compile(r"Error|tuple|index|argument|unexpected|NoneType|object|command|trait|parameter")


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # others may use the machine
@given(st.data())
def test_whatever_is_sent_is_done_or_answered_in_plain_words(data):
    session = Session(sm.Puzzle.parse("1... ..2. .3.. ...4"), lambda: None, lambda message: None)
    with patch.object(Requests, "post"), patch.object(Requests, "start"):
        for _ in range(3):
            what = data.draw(st.sampled_from(NAMES))
            values = data.draw(st.dictionaries(st.sampled_from(parameters(what)), SOMETHING, max_size=4))
            buffers = data.draw(st.sampled_from([[], [b""], [b"1... ..2. .3.. ...4"], [b'{"format": 3}'], [b"\xff"]]))
            before = session.game.position
            carry_out(session, {**values, "do": what}, buffers)
            if session.message.tone == "bad":
                assert session.game.position == before
            assert not DEVELOPERS_WORDS.search(session.message.text)
            json.dumps(session.state(), ensure_ascii=False).encode()


@pytest.mark.parametrize("what", NAMES)
def test_every_command_names_the_value_that_it_cannot_use(session, what):
    for name in parameters(what)[:-2]:
        with patch.object(Requests, "post"), patch.object(Requests, "start"):
            carry_out(session, {"do": what, **ENOUGH.get(what, {}), name: {"a": [1]}}, [b"1"])
        assert session.message.tone == "bad", name
        assert not DEVELOPERS_WORDS.search(session.message.text)


ENOUGH = {
    "enter": {"cells": [1], "digit": 2},
    "erase": {"cells": [1]},
    "hint": {"kind": "step"},
    "load": {"corpus": "small"},
    "text": {"part": 0, "of": 1, "name": "x"},
}
"""The values without which a command can do nothing."""


def test_the_size_of_cells_is_a_setting_and_no_cell(session):
    carry_out(session, {"do": "change", "pixels": 40})
    assert (session.settings["pixels"], session.message.text) == (40, "")


def test_several_cells_are_entered_and_erased_in_one_move(session):
    carry_out(session, {"do": "enter", "cells": [1, 2, 5], "digit": 2, "kind": "corner"})
    assert [cell for cell, marks in enumerate(session.state()["marks"]) if marks == [2]] == [1, 2, 5]
    carry_out(session, {"do": "erase", "cells": [1, 2]})
    assert [cell for cell, marks in enumerate(session.state()["marks"]) if marks == [2]] == [5]
    assert len(session.game.moves) == 2


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ({"do": "undo"}, {"do": "enter", "cells": [1], "digit": 2}),
        ({"do": "enter", "cells": [0], "digit": 1}, {"do": "erase", "cells": [1]}),
        ({"do": "enter", "cells": [0], "digit": 1}, {"do": "enter", "cells": [1], "digit": 3, "kind": "color"}),
        ({"do": "enter", "cells": [0], "digit": 1}, {"do": "hint", "kind": "step"}),
        ({"do": "enter", "cells": [0], "digit": 1}, {"do": "count"}),
        ({"do": "enter", "cells": [0], "digit": 1}, {"do": "cancel"}),
        ({"do": "change", "theme": "pink"}, {"do": "change", "theme": "dark"}),
        ({"do": "restart"}, {"do": "change", "symbols": "letters"}),
    ],
    ids=str,
)
def test_a_message_is_gone_when_it_is_of_something_that_was(session, first, then):
    carry_out(session, first)
    assert session.message.text
    with patch.object(Requests, "post"):
        carry_out(session, then)
    assert session.message.text == ""


@pytest.mark.parametrize("what", ["clock", "autosave", "ready", "change"])
def test_a_message_stays_beside_what_it_is_not_about(session, what):
    carry_out(session, {"do": "restart"})
    before = session.message
    with patch.object(Requests, "post"), patch.object(Requests, "start"):
        carry_out(session, {"do": what, **{"clock": {"running": True}, "autosave": {"page": "a"}}.get(what, {})})
    assert session.message is before


def test_the_choices_are_the_tables_of_the_package():
    offered = json.loads(json.dumps(choices()))
    assert set(offered["formulations"]) == set(sm.FORMULATIONS)
    assert set(offered["backends"]) == set(sm.BACKENDS)
    assert set(offered["rewrites"]) == set(sm.REWRITES)
    assert set(offered["by"]) == set(BY)
    assert set(offered["solvers"]) <= set(sm.SOLVERS)
    for size in offered["sizes"]:
        assert sm.Board.of_size(size).size == size


@pytest.mark.parametrize("name", ["top95:1", " mccaffrey\n", "killer:1"])
def test_the_name_of_a_puzzle_opens_it(session, name):
    carry_out(session, {"do": "text", "part": 0, "of": 1, "name": "the pasted text"}, [name.encode()])
    assert session.game.puzzle == sm.load(name.strip())


def test_an_unknown_name_is_told_as_one(session):
    before = session.game.puzzle
    carry_out(session, {"do": "text", "part": 0, "of": 1, "name": "the pasted text"}, [b"top95:1000"])
    assert session.game.puzzle == before
    assert "top95" in session.message.text
    assert session.message.text[0].isupper()


def test_an_empty_text_is_a_sentence(session):
    carry_out(session, {"do": "text", "part": 0, "of": 1, "name": "the pasted text"}, [b"# nothing"])
    assert session.message.text.startswith("There is no puzzle in the pasted text")


def test_every_size_has_its_levels():
    offered = choices()
    assert set(offered["levels_by_size"]) == {str(size) for size in offered["sizes"]}
    for size, levels in offered["levels_by_size"].items():
        assert levels == [level for level in LEVELS if level in levels]
        assert bool(levels) == (int(size) <= LARGEST_WITH_LEVEL)
    assert offered["levels_by_size"]["4"] == ["easy"]


@pytest.mark.parametrize("seed", range(3))
def test_a_4x4_puzzle_is_easy_however_few_givens_it_has(seed):
    assert sm.generate(4, minimal=True, seed=seed).level == "easy"
