"""Each task does what the package's own function does, and posts how far it is."""

import inspect

import pytest

import sudoku_models as sm
from sudoku_models.board.tasks import LIMIT, TASKS


@pytest.fixture
def posted() -> list[dict]:
    return []


def test_every_task_posts_and_has_a_time_limit():
    for task in TASKS.values():
        names = list(inspect.signature(task).parameters)
        assert names[0] == "post"
        assert names[-1] == "time_limit"


def test_a_count_is_confirmed_and_stops_in_time(posted, unique4):
    assert TASKS["count"](posted.append, unique4, 10).checked_by == "highs"
    several = TASKS["count"](posted.append, sm.Puzzle(unique4.board, (0,) * 16), 10)
    assert (several.value, several.status, several.stopped_by) == (LIMIT, "at least", "limit")
    assert posted[:3] == [{"found": 1}, {"found": 1}, {"found": 2}]


def test_a_model_is_solved(posted, unique4):
    answer = TASKS["solve"](posted.append, unique4, "pairwise", "pulp", "highs", "rank", 10)
    assert sm.is_solution(unique4, answer.grid)
    assert answer.stats.rewrite == "rank"
    assert posted == [{"variables defined": 16 + 56}] or posted[0]["variables stated"] > 16


def test_a_model_that_takes_longer_to_define_than_the_limit_is_not_solved(posted):
    puzzle = sm.Puzzle(sm.Board.with_boxes(6, 6), (0,) * 36**2)
    answer = TASKS["solve"](posted.append, puzzle, "pairwise", "pulp", "highs", "rank", 0.1)
    assert (str(answer.status), answer.stopped_by) == ("unknown", "time limit")
    assert posted == []


def test_a_search_reports_its_cost(posted):
    puzzle = sm.load("hardest11:1")
    found = TASKS["search"](posted.append, puzzle, "progressive", 1, 0.5)
    assert posted
    assert posted[-1]["lowest"] >= found.cost
    assert found.cost == 0 or found.stopped_by == "time limit"


@pytest.mark.slow
def test_a_text_of_many_puzzles_is_read(posted):
    lines = "1.....2..3.....4\n" * 2500
    found = TASKS["read"](posted.append, lines, 10)
    assert len(found) == 2500
    assert posted == [{"puzzles": 1000}, {"puzzles": 2000}]


def test_a_puzzle_is_made_and_rated(posted):
    made = TASKS["generate"](posted.append, 4, "easy", "1", 10)
    assert made.met
    assert made == sm.generate(4, "easy", "1")
    assert TASKS["rate"](posted.append, made.puzzle, 10).level == "easy"
