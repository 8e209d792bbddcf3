"""The requests of a board: the task of the player, and the count and the level in the background."""

from unittest.mock import patch

import pytest

import sudoku_models as sm
from sudoku_models.board.files import take_text
from sudoku_models.board.game import Game
from sudoku_models.board.making import make
from sudoku_models.board.requests import MOST_SOLUTIONS, counted
from sudoku_models.board.runner import TaskRunner
from sudoku_models.board.session import GameSession
from sudoku_models.board.solving import rate, search, solve
from sudoku_models.errors import InputError
from sudoku_models.puzzles.rules import KillerCage


def answered(session):
    assert session.wait(300)
    assert session.busy == {}
    return session.message.text


@pytest.fixture
def watched(session):
    """A session that a page displays."""
    session.ready()
    return session


def test_a_cancelled_task_leaves_the_board_as_it_was_and_is_named(session):
    session.open(sm.Puzzle(sm.Board.of_size(25), (0,) * 625))
    search(session, "progressive", time_limit=60)
    assert (session.busy["what"], session.busy["limit"]) == ("searching by progressive", 60)
    session.cancel()
    assert session.message.text == "Cancelled: searching by progressive"
    assert answered(session)
    assert not any(session.game.values)


def test_a_time_limit_must_be_a_number_of_seconds(session):
    for seconds in (0, -1, 10**6, float("nan")):
        with pytest.raises(InputError, match="time limit"):
            rate(session, seconds)


def test_an_answer_to_the_last_puzzle_does_not_reach_the_next(session, infeasible4):
    solve(session)
    session.open(infeasible4)
    answered(session)
    assert session.game.position == infeasible4


def test_the_removals_of_steps_are_kept_while_digits_are_added(session):
    session.removed = {(1, 1): frozenset({3})}
    session.enter([(1, 2)], 2)
    assert session.removed
    session.undo()
    assert not session.removed
    session.enter([(1, 2)], 2)
    session.removed = {(1, 3): frozenset({3})}
    session.set_design(True)
    assert not session.removed


def test_a_count_stops_in_time_and_posts_how_many_it_has(unique4):
    posted = []
    assert counted(posted.append, unique4, 10).checked_by == "highs"
    several = counted(posted.append, sm.Puzzle(unique4.board, (0,) * 16), 10)
    assert (several.value, several.status, several.stopped_by) == (MOST_SOLUTIONS, "at least", "limit")
    assert posted[:3] == [{"found": 1}, {"found": 1}, {"found": 2}]


def test_a_design_is_counted_after_each_change(session):
    session.empty(4)
    assert "Not unique: at least 100 solutions" in answered(session)
    for cell, digit in {(1, 1): 1, (1, 2): 2, (2, 1): 3, (2, 2): 4, (3, 1): 4}.items():
        session.enter([cell], digit)
    assert session.badge.text == "Counting the solutions ..."
    assert answered(session).startswith("Not unique: exactly 6 solutions")
    session.enter([(3, 2)], 4)
    answered(session)
    assert session.badge.text.startswith("No solution: row 3 has the given 4 twice: in row 3, column 1")
    session.undo()
    answered(session)
    assert session.badge.text.startswith("Not unique: exactly 6")


def test_the_number_of_solutions_of_a_shown_puzzle_is_known_or_counted(watched, unique4, infeasible4):
    watched.open(sm.load("several:12"))
    assert watched.badge.tone == "warning"  # known, so that nothing is counted
    assert not watched._background.is_busy
    watched.open(infeasible4)
    assert watched._background.is_busy
    assert answered(watched).startswith("No solution, which is confirmed")
    watched.open(unique4)
    answered(watched)
    assert watched.badge.text.startswith("Exactly one solution, which is confirmed")


@pytest.mark.slow
def test_the_level_of_a_puzzle_that_a_page_displays_is_found(watched):
    assert watched.game.level == ""
    assert watched.wait(300)
    assert watched.state()["status"]["level"] == "beginner"
    levels = {"easy50:1": "beginner", "rated:1": "very hard", "several:12": "", "large:1": "medium", "large:2": ""}
    for name, level in levels.items():
        watched.open(sm.load(name))
        assert watched.wait(300)
        assert (name, watched.game.level) == (name, level)
    caged = sm.Board.of_size(4).with_rules(KillerCage(3, [(1, 1), (1, 2)]))
    watched.open(sm.Puzzle(caged, (1, 2, 3, 4, 3, 4, 1, 2, *[0] * 4, 4, 3, 2, 1)))
    assert watched.wait(300)
    assert watched.game.level == ""
    make(watched, size=6, level="easy", seed="4")
    assert watched.wait(300)
    assert watched.state()["status"]["level"] == "easy"
    watched.set_design(True)
    watched.enter([(1, 1)], 1)
    assert watched.game.level == ""


def test_without_a_page_nothing_is_counted_in_the_background(unique4):
    with patch.object(TaskRunner, "run") as run:
        session = GameSession(unique4, lambda: None, lambda *message: None)
        session.resume(Game(unique4))
        session.open(sm.load("easy50:1"))
    run.assert_not_called()


@pytest.mark.slow
def test_a_long_text_is_read_in_the_worker(session):
    def take(text):
        take_text(session, text.encode(), 0, 1, "mine.txt")
        assert session.busy["what"] == "reading mine.txt"
        return answered(session)

    assert take("1.....2..3.....4\n" * 3000) == "3000 puzzles were read; this is the first"
    assert "There is no puzzle in mine.txt" in take("# nothing\n" * 3000)
