"""Solving and searching on the board, and the comparison of two configurations, which claims no more than it shows."""

import json
from dataclasses import replace

import pytest

import sudoku_models as sm
from sudoku_models import Puzzle
from sudoku_models.board.commands import carry_out
from sudoku_models.board.solving import CAUTION, Failed, search, searched, sentence, solve, solved
from sudoku_models.models.counting import solve as solve_puzzle
from sudoku_models.solvers import Status

CPSAT = {"formulation": "all_different", "backend": "cpsat", "solver": "cpsat"}


def answered(session):
    assert session.wait(60)
    return session.message.text


def compared(session, left, right, **values):
    carry_out(session, {"do": "compare", "left": left, "right": right, **values})
    answered(session)
    return session.state()["report"].get("compared")


def test_a_solve_fills_the_board_and_can_be_taken_back(session, unique4):
    solve(session, **CPSAT)
    assert answered(session) == "Solved by all_different x cpsat x cpsat; the grid was checked"
    assert session.is_finished
    (row,) = session.state()["report"]["rows"]
    assert row["size"] == [16, 12, 48]
    assert row["configuration"] == "all_different x cpsat x cpsat"
    session.undo()
    assert session.game.position == unique4


def test_a_solve_keeps_the_digits_so_far_only_on_request(session):
    session.enter([(1, 2)], 4)  # wrong
    solve(session, so_far=True)
    assert answered(session).startswith("With the digits so far there is no solution: assignment x pyomo x highs")
    solve(session, **CPSAT, so_far=True)
    session.enter([(1, 2)], 2)
    assert answered(session).startswith("The board has changed")
    solve(session, **CPSAT)
    session.enter([(1, 2)], 4)
    answered(session)
    assert session.is_finished


def test_a_model_that_takes_longer_to_define_than_the_limit_is_not_solved(unique4):
    posted = []
    model = {"formulation": "pairwise", "backend": "pulp", "solver": "highs", "rewrite": "rank"}
    assert sm.is_solution(unique4, solved(posted.append, unique4, model, 10).grid)
    assert posted[0]["variables defined"] >= 16
    puzzle = sm.Puzzle(sm.Board.with_boxes(6, 6), (0,) * 36**2)
    answer = solved(posted.append, puzzle, model, 0.1)
    assert (str(answer.status), answer.stopped_by, len(posted)) == ("unknown", "time limit", 1)


def test_a_solver_that_was_stopped_proves_nothing(session):
    session.open(sm.Puzzle(sm.Board.of_size(16), (0,) * 256))
    solve(session, time_limit=0.01)
    assert answered(session).startswith("Not known")
    assert session.message.tone == "plain"


def test_a_search_leaves_its_curve_and_an_approximate_grid_is_not_called_a_solution(session, infeasible4):
    posted = []
    found = searched(posted.append, sm.load("hardest11:1"), "progressive", 1, 2.0)
    assert posted[-1]["lowest"] >= found.cost
    search(session, seed=7)
    assert "found a solution" in answered(session)
    costs = session.state()["report"]["costs"]
    assert costs[-1][2] == 0
    assert [steps for steps, *_ in costs] == sorted(steps for steps, *_ in costs)
    session.open(infeasible4)
    search(session, time_limit=0.3)
    text = answered(session)
    assert text.startswith("Approximate: cost")
    assert "not known" in text
    assert session.game.grid is not None
    assert not session.is_finished


# -- comparing --------------------------------------------------------------------------------------------------------


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


@pytest.fixture(scope="module")
def answer(unique4):
    return solve_puzzle(unique4, "all_different", "cpsat", "cpsat")


def test_the_sentence_says_whether_two_answers_agree(answer):
    other = replace(answer, status=Status.INFEASIBLE, grid=None)
    for pair in ((answer, other), (other, answer)):
        found = sentence(*pair)
        assert found.text.startswith("They contradict each other")
        assert found.tone == "bad"
    assert sentence(other, other).text.startswith("Both have proved that the position has no solution")
    empty = Puzzle(sm.Board.of_size(4), (0,) * 16)
    one = solve_puzzle(empty, "all_different", "cpsat", "cpsat")
    swapped = sm.Grid(empty.board, tuple(5 - d for d in one.grid.values))
    assert "there are several" in sentence(one, replace(one, grid=swapped)).text
    unknown = replace(answer, status=Status.UNKNOWN, grid=None, reason="the time limit was reached")
    assert sentence(unknown, answer).text.startswith(
        "all_different x cpsat x cpsat did not finish (the time limit was reached)"
    )
    assert sentence(Failed("a x b x c", "why"), answer).text == "a x b x c gave no answer: why"
