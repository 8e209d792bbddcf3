"""The page can ask for what is in the table, and for nothing else; whatever it sends, the board answers."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.board.commands import COMMANDS, carry_out, choices
from sudoku_models.board.session import Session
from sudoku_models.explain import BY


@pytest.fixture
def session(unique4):
    found = Session(unique4, lambda: None, lambda message: None)
    yield found
    found.questions.close()


def test_cells_come_as_numbers(session):
    carry_out(session, {"do": "put", "cell": 1, "digit": 2})
    assert session.game.values[1] == 2


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"do": "explode"},
        {"do": "__init__"},
        {"do": "put"},
        {"do": "put", "cell": 99, "digit": 1},
        {"do": "put", "cell": "1", "digit": 1},
        {"do": "put", "cell": 1, "digit": 99},
        {"do": "put", "cell": 1, "digit": None},
        {"do": "put", "cell": 1, "digit": 1, "session": 3},
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


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # others may be using the machine
@given(
    st.sampled_from(sorted({*COMMANDS} - {"random", "hint", "solve", "search", "rate", "count", "ready", "empty"})),
    st.dictionaries(
        st.sampled_from(["cell", "digit", "on", "number", "corpus", "name", "theme"]),
        st.none() | st.integers(-3, 30) | st.text(max_size=5),
    ),
)
def test_nothing_that_is_sent_raises(what, values):
    session = Session(sm.Puzzle.parse("1... ..2. .3.. ...4"), lambda: None, lambda message: None)
    carry_out(session, {"do": what, **values})
    assert session.state()
    session.questions.close()


def test_the_choices_are_the_tables_of_the_package():
    offered = json.loads(json.dumps(choices()))
    assert set(offered["formulations"]) == set(sm.FORMULATIONS)
    assert set(offered["backends"]) == set(sm.BACKENDS)
    assert set(offered["rewrites"]) == set(sm.REWRITES)
    assert set(offered["by"]) == set(BY)
    assert set(offered["solvers"]) <= set(sm.SOLVERS)
    for size in offered["sizes"]:
        assert sm.Board.of_size(size).size == size
