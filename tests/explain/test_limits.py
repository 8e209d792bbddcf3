"""One deadline for everything: ratings and explanations end in time on puzzles with many solutions too.

Limits are counted in the processor time of this process here, which other work on the machine does not lengthen.
"""

import time

import pytest

import sudoku_models as sm


@pytest.fixture(autouse=True)
def clock_of_this_process(monkeypatch):
    monkeypatch.setattr(time, "perf_counter", time.process_time)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "by"), [(16, "techniques"), (25, "smus"), (16, "lp")])
def test_a_rating_ends_at_its_limit(at_most, size, by):
    board = sm.Board.of_size(size)
    with at_most(0.5):
        found = sm.rate(sm.Puzzle(board, (0,) * size**2), time_limit=0.5, by=by)
    assert not found.solved
    assert found.stopped_by == "time limit"


@pytest.mark.parametrize("by", ["techniques", "mus"])
def test_an_explanation_ends_at_its_limit_with_the_steps_so_far(at_most, by):
    puzzle = sm.load("hardest11:6")
    with at_most(0.3):
        found = sm.explain(puzzle, by, time_limit=0.3)
    assert not found.solved
    assert found.reason == "Stopped at the time limit of 0.3 s."
    if by == "techniques" and (first := found.steps[:3]):  # on a busy machine there may be none
        assert sm.explain(puzzle, limit=len(first)).steps == first


@pytest.mark.slow
@pytest.mark.parametrize("name", ["large:2", "large:8"])
@pytest.mark.parametrize("by", sm.explain.BY)
def test_an_explanation_of_a_large_puzzle_ends_at_its_limit(at_most, by, name):
    puzzle = sm.load(name)
    sm.explain("1... ..2. .3.. ...4", by)  # imports the libraries, which no limit interrupts
    with at_most(0.5):
        sm.explain(puzzle, by, time_limit=0.5)


def test_a_puzzle_that_was_stopped_can_be_explained_again():
    """What a limit cut short leaves nothing half done in a cache."""
    puzzle = sm.load("small:4")
    for limit in (0.001, 0.01, 0.05):
        sm.explain(puzzle, "mus", time_limit=limit)
    assert sm.explain(puzzle, "mus").solved
