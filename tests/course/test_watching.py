"""A learner's loop is seen through its calls of `model.solve`."""

import pytest

import sudoku_models as sm
from sudoku_models.course import Wrong
from sudoku_models.course.watching import watched_solves
from sudoku_models.models.sudoku_model import SudokuModel
from sudoku_models.puzzles.known_solutions import known_puzzles

PUZZLE, (GRID,) = known_puzzles()[0]


def test_a_solve_is_as_ever_and_its_answer_is_kept() -> None:
    before = SudokuModel.solve
    with watched_solves(PUZZLE, lambda answers, time_limit: "") as answers:
        answer = sm.build(PUZZLE, "assignment", "pulp").solve("highs")
    assert answer.grid == GRID
    assert answers == [answer]
    assert SudokuModel.solve is before


def test_a_solver_can_be_made_to_give_up() -> None:
    with watched_solves(PUZZLE, lambda answers, time_limit: "", gives_up_after=0):
        answer = sm.build(PUZZLE, "assignment", "pulp").solve("highs", time_limit=60)
    assert (answer.status, answer.grid) == (sm.Status.UNKNOWN, None)


def test_an_endless_loop_is_ended_even_if_it_catches_every_exception() -> None:
    def loop() -> None:
        model = sm.build(PUZZLE, "assignment", "pulp")
        while True:
            try:
                model.solve("highs")
            except Exception:
                continue

    def objection(answers: list[object], time_limit: float | None) -> str:
        return "five are enough" if len(answers) == 5 else ""

    with pytest.raises(Wrong, match="five are enough"), watched_solves(PUZZLE, objection):
        loop()
