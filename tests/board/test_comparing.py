"""The comparison of two configurations: its rows, and a sentence that claims no more than one run can show."""

import json
from dataclasses import replace

import pytest

import sudoku_models as sm
from sudoku_models import Puzzle
from sudoku_models.board.commands import carry_out
from sudoku_models.board.comparing import CAUTION, Failed, sentence
from sudoku_models.models.counting import solve
from sudoku_models.solvers import Status

CPSAT = {"formulation": "all_different", "backend": "cpsat", "solver": "cpsat"}


def compared(session, left, right, **values):
    carry_out(session, {"do": "compare", "left": left, "right": right, **values})
    assert session.questions.wait(90)
    return session.state()["report"].get("compared")


def test_both_rows_are_of_the_same_position_and_the_board_stays_as_it_is(session):
    before = session.state()["values"]
    found = compared(session, {}, CPSAT, time_limit=40)
    assert found["left"]["configuration"] == "assignment x pyomo x highs"
    assert found["right"]["configuration"] == "all_different x cpsat x cpsat"
    assert (found["left"]["size"][0], found["right"]["size"][0]) == (64, 16)
    assert session.state()["values"] == before
    assert session.message.text.startswith("Both found the same solution. assignment x pyomo x highs has 64 variables")
    assert session.message.text.endswith(CAUTION)
    assert json.loads(json.dumps(found)) == found


def test_a_side_that_cannot_be_solved_is_named_with_its_reason(session):
    found = compared(session, {"solver": "magic"}, CPSAT)
    assert "unknown solver 'magic'" in found["left"]["status"]
    assert found["right"]["status"] == "solved"
    assert session.message.text.startswith("assignment x pyomo x magic gave no answer: unknown solver 'magic'")
    assert session.message.tone == "warning"


@pytest.mark.parametrize(
    ("side", "words"),
    [
        ({"formulation": "magic"}, "Unknown formulation 'magic'"),
        ({"backend": "magic"}, "Unknown backend 'magic'"),
        ({"formulation": 3}, "The formulation must be a name, not 3"),
        ({"colour": "red"}, "Unknown part of a configuration 'colour'"),
    ],
)
def test_a_side_that_is_no_configuration_is_refused(session, side, words):
    assert compared(session, side, {}) is None
    assert words in session.message.text


def test_the_rows_of_solves_stay_beside_those_of_a_comparison(session):
    session.questions.solve("all_different", "cpsat", "cpsat", so_far=False)
    assert session.questions.wait(60)
    assert compared(session, CPSAT, CPSAT)
    assert len(session.state()["report"]["rows"]) == 1


# -- the sentence ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def answer(unique4):
    return solve(unique4, "all_different", "cpsat", "cpsat")


def test_contradictory_answers_are_said_to_contradict_each_other(answer):
    other = replace(answer, status=Status.INFEASIBLE, grid=None)
    for pair in ((answer, other), (other, answer)):
        found = sentence(*pair)
        assert found.text.startswith("They contradict each other")
        assert found.tone == "bad"


def test_different_solutions_mean_that_there_are_several():
    empty = Puzzle(sm.Board.of_size(4), (0,) * 16)
    one = solve(empty, "all_different", "cpsat", "cpsat")
    swapped = sm.Grid(empty.board, tuple(5 - d for d in one.grid.values))
    assert "there are several" in sentence(one, replace(one, grid=swapped)).text


def test_an_answer_that_is_not_known_is_told_with_its_reason(answer):
    stopped = replace(answer, status=Status.UNKNOWN, grid=None, reason="time limit of 1 s")
    found = sentence(answer, stopped)
    assert "did not finish (time limit of 1 s)" in found.text
    assert found.tone == "warning"


def test_no_sentence_names_a_winner(answer):
    slower = replace(answer, stats=replace(answer.stats, solve_seconds=100.0))
    text = sentence(answer, slower).text
    assert "100." in text
    assert text.endswith(CAUTION)
    assert not any(word in text for word in ("faster", "slower", "better", "wins", "beats"))


def test_a_failure_on_both_sides_gives_both_reasons():
    found = sentence(Failed("a", "no a"), Failed("b", "no b"))
    assert found.text == "a gave no answer: no a; b gave no answer: no b"
