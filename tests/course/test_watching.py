"""What a counting loop does is seen through its calls of `model.solve`."""

import pytest

import sudoku_models as sm
from sudoku_models.course.exercise import Wrong
from sudoku_models.course.watching import watched_solves, with_limits
from sudoku_models.models.sudoku_model import SudokuModel
from sudoku_models.puzzles.known_solutions import known_puzzles

PUZZLE, (GRID,) = known_puzzles()[0]


def test_a_solve_is_as_ever_and_its_answer_is_kept() -> None:
    before = SudokuModel.solve
    with watched_solves(PUZZLE, None, None) as calls:
        answer = sm.build(PUZZLE, "assignment", "pulp").solve("highs")
    assert answer.grid == GRID
    assert calls == [answer]
    assert SudokuModel.solve is before


def test_a_solver_can_be_made_to_give_up() -> None:
    with watched_solves(PUZZLE, None, 60, gives_up_after=0):
        answer = sm.build(PUZZLE, "assignment", "pulp").solve("highs", 60)
    assert answer.status is sm.Status.UNKNOWN
    assert answer.grid is None


@pytest.mark.parametrize(
    ("excluding", "sentence"), [(False, "found one grid only"), (True, "answered 'infeasible' 5 times")]
)
def test_an_endless_loop_is_ended_even_if_it_catches_every_exception(excluding: bool, sentence: str) -> None:
    def loop() -> None:
        model = sm.build(PUZZLE, "assignment", "pulp")
        while True:
            try:
                if (grid := model.solve("highs").grid) and excluding:
                    model.exclude(grid)
            except Exception:
                continue

    with pytest.raises(Wrong, match=sentence), watched_solves(PUZZLE, None, None):
        loop()


def test_the_limits_of_a_count_are_named() -> None:
    assert with_limits(None, None) == ""
    assert with_limits(5, 0.5) == ", with limit=5, time_limit=0.5"
