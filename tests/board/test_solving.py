"""Solving and searching on the board, and the comparison of two configurations, which claims no more than it shows."""

import json
from dataclasses import replace

import pytest

import sudoku_models as sm
from sudoku_models import Puzzle
from sudoku_models.board.commands import carry_out
from sudoku_models.board.session import LOCKED
from sudoku_models.board.solving import Failed, search, searched, sentence, solve, solved
from sudoku_models.models.counting import solve as solve_puzzle
from sudoku_models.puzzles.cell_names import has_short_names
from sudoku_models.solvers import Status

CPSAT = {"formulation": "all_different", "backend": "cpsat", "solver": "cpsat"}


def answered(session):
    assert session.wait(300)
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
    assert "branches" in row["search"]
    session.undo()
    assert session.game.position == unique4


def test_a_solve_keeps_the_digits_so_far_only_on_request(session):
    session.enter([(1, 2)], 4)  # wrong
    solve(session, so_far=True)
    answered(session)
    assert (session.highlights.wrong, session.message.tone) == (((1, 2),), "warning")
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
    search(session, time_limit=1.0)
    text = answered(session)
    assert text.startswith("Approximate: cost")
    assert "not known" in text
    assert session.game.grid is not None
    assert not session.is_finished


# -- comparing --------------------------------------------------------------------------------------------------------


def test_both_rows_are_of_the_same_puzzle_and_the_board_stays_as_it_is(session):
    before = session.state()["values"]
    found = compared(session, {}, CPSAT, time_limit=300)
    assert found["left"]["configuration"] == "assignment x pyomo x highs"
    assert found["right"]["configuration"] == "all_different x cpsat x cpsat"
    assert (found["left"]["size"][0], found["right"]["size"][0]) == (64, 16)
    assert session.state()["values"] == before
    assert session.message.text == "Both found the same solution"
    assert json.loads(json.dumps(found)) == found


def test_a_wrong_digit_is_no_fault_of_the_models_that_are_compared(session):
    row, column = session.game.board.cells[session.game.values.index(0)]
    right = session.game.board.size
    session.enter([(row, column)], next(d for d in range(1, right + 1) if d != _digit(session, row, column)))
    assert compared(session, {}, CPSAT)["left"]["status"] == "solved"
    assert session.message.tone == "good"
    assert compared(session, {}, CPSAT, so_far=True)["left"]["status"] == "infeasible"
    assert session.message.tone == "warning"
    assert session.highlights.wrong == ((row, column),)


def _digit(session, row, column):
    return solve_puzzle(session.game.puzzle).grid[row, column]


def test_a_side_that_cannot_be_solved_is_named_with_its_reason(session):
    for part in ("solver", "backend", "formulation"):
        found = compared(session, {part: "magic"}, CPSAT)
        assert f"unknown {part} 'magic'" in found["left"]["status"]
        assert found["right"]["status"] == "solved"
        assert f" gave no answer: unknown {part} 'magic'" in session.message.text
        assert session.message.tone == "warning"


@pytest.fixture(scope="module")
def answer(unique4):
    return solve_puzzle(unique4, "all_different", "cpsat", "cpsat")


def test_the_sentence_says_whether_two_answers_agree(answer):
    other = replace(answer, status=Status.INFEASIBLE, grid=None)
    for pair in ((answer, other), (other, answer)):
        found = sentence(*pair)
        assert found.text.startswith("They contradict each other")
        assert found.tone == "bad"
    empty = Puzzle(sm.Board.of_size(4), (0,) * 16)
    one = solve_puzzle(empty, "all_different", "cpsat", "cpsat")
    swapped = sm.Grid(empty.board, tuple(5 - d for d in one.grid.values))
    assert "there are several" in sentence(one, replace(one, grid=swapped)).text
    unknown = replace(answer, status=Status.UNKNOWN, grid=None, reason="the time limit was reached")
    assert sentence(unknown, answer).text.startswith(
        "all_different x cpsat x cpsat did not finish (the time limit was reached)"
    )
    assert sentence(Failed("a x b x c", "why"), answer).text == "a x b x c gave no answer: why"


# -- the explained path ------------------------------------------------------------------------------------------------


def asked(session, **values):
    carry_out(session, {"do": "explain", **values})
    assert session.wait(300)
    return session.state()["path"]


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
    session.change(symbols="letters")
    found = asked(session, by=by)
    assert (found["solved"], found["by"]) == (True, by)
    sentences = [step["sentence"] for step in found["steps"]]
    assert all("row" in each or "column" in each or "box" in each or has_short_names(each) for each in sentences)
    assert not any(f"({r}, {c})" in each for each in sentences for r in range(1, 5) for c in range(1, 5))
    assert json.loads(json.dumps(found)) == found
    assert bool(found["key"]) == any(map(has_short_names, sentences))
    assert sentences[0].endswith("; on the board, 2 is B") or by != "techniques"


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
    session.load("small:1")
    assert session.state()["path"] == {}
    session.enter([session.game.position.board.cells[0]], 0)  # the new game is not locked
    asked(session)
    session.set_design(True)
    assert session.state()["path"] == {}


def test_an_explanation_that_does_not_reach_the_solution_says_why(session):
    session.open(sm.load("ai-escargot"))
    told = asked(session, by="mus", time_limit=1.0)
    assert (told["solved"], "time limit" in told["reason"]) == (False, True)
    assert (session.message.tone, session.message.text.endswith(told["reason"])) == ("warning", True)
    session.open(sm.Puzzle.parse("12.............."))
    told = asked(session, time_limit=300)
    assert not told["solved"]
    assert "Nothing more follows by techniques" in told["reason"]
    session.open(sm.Puzzle.parse("11.............."))
    assert asked(session)["reason"].startswith("There is no solution: row 1 has the 1 twice: in row 1, column 1")


def test_without_an_explanation_there_are_no_steps(session):
    carry_out(session, {"do": "go", "to": 1})
    assert session.message.text == "No explanation is shown; ask for one first"
    assert asked(session, by="magic") == {}
    assert "magic" in session.message.text
