"""Each task does what the package's own function does, and tells how far it is."""

import inspect

import pytest

import sudoku_models as sm
from sudoku_models.board.tasks import LIMIT, TASKS


@pytest.fixture
def told() -> list[dict]:
    return []


def test_every_task_tells_and_has_a_time_limit():
    for task in TASKS.values():
        names = list(inspect.signature(task).parameters)
        assert names[0] == "tell"
        assert names[-1] == "time_limit"


def test_a_count_is_confirmed_and_stops_in_time(told, unique4):
    assert TASKS["count"](told.append, unique4, 10).checked_by == "highs"
    several = TASKS["count"](told.append, sm.Puzzle(unique4.board, (0,) * 16), 10)
    assert (several.value, several.status, several.stopped_by) == (LIMIT, "at least", "limit")
    assert told[:3] == [{"found": 1}, {"found": 1}, {"found": 2}]


def test_a_model_is_solved(told, unique4):
    answer = TASKS["solve"](told.append, unique4, "pairwise", "pulp", "highs", "rank", 10)
    assert sm.is_solution(unique4, answer.grid)
    assert answer.stats.rewrite == "rank"
    assert told == [{"variables stated": 16 + 56}] or told[0]["variables stated"] > 16


def test_a_search_tells_its_cost(told):
    puzzle = sm.load("hardest11:1")
    found = TASKS["search"](told.append, puzzle, "progressive", 1, 0.5)
    assert told
    assert told[-1]["lowest"] >= found.cost
    assert found.cost == 0 or found.stopped_by == "time limit"


@pytest.mark.slow
def test_a_text_of_many_puzzles_is_read(told):
    lines = "1.....2..3.....4\n" * 2500
    found = TASKS["read"](told.append, lines, 10)
    assert len(found) == 2500
    assert told == [{"puzzles": 1000}, {"puzzles": 2000}]


def test_a_puzzle_is_made_and_rated(told):
    made = TASKS["generate"](told.append, 4, "easy", "1", 10)
    assert made.met
    assert made == sm.generate(4, "easy", "1")
    assert TASKS["rate"](told.append, made.puzzle, 10).level == "easy"
