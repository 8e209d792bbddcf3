"""In the background: the number of solutions, then the level of a puzzle that a page displays."""

import pytest

import sudoku_models as sm
from sudoku_models.board.session import Session
from sudoku_models.puzzles.rules import KillerCage


@pytest.fixture
def watched(unique4):
    found = Session(unique4, lambda: None, lambda message: None)
    found.questions.ready()
    yield found
    found.questions.close()


@pytest.mark.slow
def test_the_level_of_a_puzzle_that_a_page_displays_is_found(watched):
    assert watched.game.level == ""
    assert watched.questions.wait(60)
    assert watched.state()["status"]["level"] == "easy"
    for name, level in {"easy50:1": "easy", "mccaffrey": "hard", "rated:1": "very hard", "several:12": ""}.items():
        watched.open(sm.load(name))
        assert watched.questions.wait(60)
        assert (name, watched.game.level) == (name, level)
    watched.open(sm.load("mccaffrey"))
    assert watched.questions.wait(60)
    watched.set_design(True)
    watched.put((1, 1), 1)
    assert watched.game.level == ""


def test_no_page_no_level():
    session = Session(sm.load("mccaffrey"), lambda: None, lambda message: None)
    session.open(sm.load("easy50:1"))
    assert not session.questions.counting.is_busy


@pytest.mark.slow
def test_large_boards_and_boards_with_rules_are_not_rated_in_the_background(watched):
    caged = sm.Board.of_size(4).with_rules(KillerCage(3, [(1, 1), (1, 2)]))
    for puzzle in (sm.Puzzle(caged, (1, 2, 3, 4, 3, 4, 1, 2, *[0] * 4, 4, 3, 2, 1)), sm.load("large:1")):
        watched.open(puzzle)
        assert watched.questions.wait(60)
        assert watched.game.level == ""


@pytest.mark.slow
def test_the_level_of_a_generated_puzzle_is_known_at_once(watched):
    watched.questions.generate(size=6, level="easy", seed="4")
    assert watched.questions.wait(60)
    status = watched.state()["status"]
    assert (status["level"], status["title"]) == ("easy", "An easy 6x6 puzzle")
