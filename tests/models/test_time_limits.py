"""A time limit is for everything: defining, copying, rewriting and reading a model as well as solving it."""

from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.backends import BACKENDS, new_backend
from sudoku_models.models.counting import solve
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.rewrites import REWRITES
from sudoku_models.runtime.limits import Deadline, TimeLimit, deadline_of
from sudoku_models.solvers import TIME_LIMIT, Status


def empty(size: int) -> Puzzle:
    side = round(size**0.5)
    return Puzzle(Board.with_boxes(side, side), (0,) * size**2)


@pytest.fixture(autouse=True, scope="module")
def _imported() -> None:
    """The clock of a call starts after its library is imported; so does the one here."""
    for backend in BACKENDS:
        new_backend(backend)
    sm.build("small:1", "pairwise", "pyomo", "gdp_hull")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("formulation", ["assignment", "pairwise", "mixed"])
def test_a_model_that_takes_longer_to_define_than_the_limit_is_not_counted(
    at_most: Any, formulation: str, backend: str
) -> None:
    with at_most(0.01):
        count = sm.count_solutions(empty(36), formulation, backend, "cpsat", time_limit=0.01)
    assert (count.value, count.status, count.stopped_by) == (0, "unknown", TIME_LIMIT)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_model_that_takes_longer_to_define_than_the_limit_is_not_solved(at_most: Any, backend: str) -> None:
    with at_most(0.01):
        answer = solve(empty(36), "pairwise", backend, "cpsat", time_limit=0.01)
    assert (answer.status, answer.grid, answer.stopped_by) == (Status.UNKNOWN, None, TIME_LIMIT)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rewrite", "backend"),
    [(name, b) for name, entry in REWRITES.known.items() if entry.takes == "not_equal" for b in sorted(entry.backends)],
)
def test_a_live_model_is_rewritten_within_the_limit_and_stays_as_it_was(
    at_most: Any, rewrite: str, backend: str
) -> None:
    model = sm.build(empty(16), "pairwise", backend)
    rows = len(model.m.logic())

    with at_most(0.05), pytest.raises(TimeLimit), deadline_of(Deadline(0.05)):
        model.rewritten(rewrite)
    assert len(model.m.logic()) == rows


@pytest.mark.parametrize("solver", ["highs", "cbc", "cadical"])
def test_a_live_model_answers_after_a_solve_that_had_no_time(solver: str) -> None:
    model = sm.build("small:1", "all_different", "pulp")
    late = model.solve(solver, 1e-9)
    assert (late.status, late.stopped_by) == (Status.UNKNOWN, TIME_LIMIT)
    assert model.solve(solver).grid == sm.build("small:1").solve().grid


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "configuration", "rewrite", "seconds"),
    [
        (25, ("assignment", "pulp", "highs"), None, 2),
        (25, ("pairwise", "cpsat", "highs"), None, 3),
        (36, ("mixed", "cpsat", "highs"), None, 5),
        (25, ("all_different", "pulp", "cadical"), None, 2),
        (36, ("pairwise", "cpsat", "glucose"), None, 3),
        (9, ("pairwise", "pyomo", "scip"), "gdp_hull", 2),
        (25, ("pairwise", "pyomo", "highs"), "gdp_hull", 2),
        (25, ("pairwise", "pyomo", "highs"), "gdp_bigm", 2),
    ],
)
def test_empty_boards_are_counted_within_the_limit(
    at_most: Any, size: int, configuration: tuple[str, str, str], rewrite: str | None, seconds: float
) -> None:
    with at_most(seconds):
        count = sm.count_solutions(empty(size), *configuration, time_limit=seconds, rewrite=rewrite)
    assert count.stopped_by == TIME_LIMIT
    assert count.status in ("unknown", "at least")


@pytest.mark.slow
@pytest.mark.parametrize(("size", "seconds"), [(36, 2), (49, 5)])
def test_large_empty_boards_are_solved_within_the_limit(at_most: Any, size: int, seconds: int) -> None:
    with at_most(seconds):
        answer = solve(empty(size), time_limit=seconds)
    assert answer.status in (Status.SOLVED, Status.UNKNOWN)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "seconds"), [(9, 1), (16, 2)])
def test_empty_boards_are_rated_within_the_limit(at_most: Any, size: int, seconds: float) -> None:
    with at_most(seconds):
        rating = sm.rate(empty(size), time_limit=seconds)
    assert not rating.solved


@pytest.mark.slow
def test_allowed_values_keep_to_the_limit(at_most: Any) -> None:
    with at_most(2):
        found = sm.allowed_values(empty(25), "pairwise", "pulp", "highs", time_limit=2)
    assert found.stopped_by == TIME_LIMIT
