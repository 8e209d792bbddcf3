"""A check answers wrong code with a true sentence, and never with an exception."""

import os
import time

import numpy as np
import pytest

import sudoku_models as sm
from sudoku_models import course
from sudoku_models.course import judges
from sudoku_models.course.exercise import _table, exercise


@pytest.fixture(autouse=True)
def own_exercises(monkeypatch, tmp_path):
    """Two exercises for these tests, and a folder without a progress file."""
    monkeypatch.chdir(tmp_path)
    course.every_exercise()
    monkeypatch.setattr("sudoku_models.course.progress_file._memory", {})
    exercise("test-model", lesson=98, title="State a model", judge=judges.formulation())
    exercise("test-number", lesson=98, title="Say six", judge=judges.value(6, {5: "you have left out the 1"}))
    yield
    del _table["test-model"], _table["test-number"]


def model(m, puzzle, leave_out=(), box=lambda r, c: (r, c), more=lambda m, x: None):
    board = puzzle.board
    x = m.int_vars("x", board.cells, 1, board.size)
    for unit in board.units:
        if unit.name not in leave_out:
            m.all_different([x[box(*i)] if unit.name.startswith("box") else x[i] for i in unit.cells], str(unit))
    more(m, x)
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
    return x


def test_the_right_model_passes():
    def mine(m, puzzle):
        return model(m, puzzle)

    verdict = course.check("test-model", mine)
    assert verdict.passed is True, verdict
    assert verdict.sentence.startswith("your model accepts every solution and nothing else")


@pytest.mark.slow
def test_a_missing_rule_is_shown_on_a_grid_that_the_validator_refuses():
    def mine(m, puzzle):
        return model(m, puzzle, leave_out=["row 2", "row 3"])

    verdict = course.check("test-model", mine)
    assert verdict.passed is False
    assert "accepts this grid" in verdict.sentence
    assert "row 2 has two" in verdict.sentence
    assert {str(each)[:5] for each in verdict.puzzle.violations(verdict.grid)} == {"row 2", "row 3"}
    assert "row 2 has two" in verdict._repr_html_()


@pytest.mark.slow
def test_a_rule_that_the_others_imply_may_be_left_out():
    # The columns hold each digit once, and so do all rows but one: then that row does as well.
    assert course.check("test-model", lambda m, puzzle: model(m, puzzle, leave_out=["row 2"])).passed is True


@pytest.mark.slow
def test_a_rule_too_many_is_shown_on_a_solution_and_named():
    def mine(m, puzzle):
        return model(m, puzzle, more=lambda m, x: m.add(x[1, 1] <= x[4, 4], "corners in order"))

    verdict = course.check("test-model", mine)
    assert verdict.passed is False
    assert "forbids this solution" in verdict.sentence
    assert "'corners in order'" in verdict.sentence
    assert sm.is_solution(verdict.puzzle, verdict.grid)
    assert verdict.grid[1, 1] > verdict.grid[4, 4]


def test_box_indices_off_by_one_are_caught():
    def mine(m, puzzle):
        n = puzzle.board.size
        return model(m, puzzle, box=lambda r, c: (r, min(c + 1, n)))

    assert course.check("test-model", mine).passed is False


def big_m_model(big_m):
    """The pairwise model with big-M rows by hand, and this M."""

    def mine(m, puzzle):
        board = puzzle.board
        x = m.int_vars("x", board.cells, 1, board.size)
        z = m.bool_vars("z", board.pairs)
        for k, (i, j) in enumerate(board.pairs):
            m.add(x[i] - x[j] + big_m * (1 - z[i, j]) >= 1, f"above {k}")
            m.add(x[j] - x[i] + big_m * z[i, j] >= 1, f"below {k}")
        for i, d in puzzle.givens.items():
            m.fix(x[i], d)
        return x

    return mine


def test_an_m_that_is_too_small_forbids_a_solution():
    verdict = course.check("test-model", big_m_model(3))
    assert verdict.passed is False
    assert "forbids this solution" in verdict.sentence
    assert sm.is_solution(verdict.puzzle, verdict.grid)


@pytest.mark.slow
def test_an_m_that_is_large_enough_is_right_on_every_board():
    assert course.check("test-model", big_m_model(9)).passed is True


def test_an_exception_is_reported_with_the_line_of_the_learner():
    def mine(m, puzzle):
        return 1 / (puzzle.board.size - 4)

    verdict = course.check("test-model", mine)
    assert verdict.passed is False
    assert "your function mine stopped with ZeroDivisionError" in verdict.sentence
    assert "`return 1 / (puzzle.board.size - 4)`" in verdict.sentence


@pytest.mark.timed
@pytest.mark.slow
def test_an_endless_loop_is_stopped():
    def mine(m, puzzle):
        while True:
            pass

    start = time.monotonic()
    verdict = course.check("test-model", mine, time_limit=1)
    assert time.monotonic() - start < 8
    assert verdict.passed is False
    assert "stopped after 1 seconds" in verdict.sentence


@pytest.mark.slow
@pytest.mark.parametrize(
    ("returned", "sentence"),
    [
        (None, "must return its variables"),
        (7, "must return its variables"),
        ({(1, 1): 3}, "none for cell"),
        ({}, "no key at all"),
    ],
)
def test_a_wrong_return_type_is_reported(returned, sentence):
    def mine(m, puzzle):
        return returned

    verdict = course.check("test-model", mine)
    assert verdict.passed is False
    assert sentence in verdict.sentence


def test_a_process_that_dies_is_reported():
    def mine(m, puzzle):
        os._exit(3)

    verdict = course.check("test-model", mine)
    assert verdict.passed is False
    assert "ended before the check was done" in verdict.sentence


@pytest.mark.slow
def test_exit_input_and_much_output_do_no_harm(capfd):
    def leaves(m, puzzle):
        raise SystemExit

    def asks(m, puzzle):
        return input("what? ")

    def talks(m, puzzle):
        print("blah " * 1_000_000)
        print("the end")

    assert "SystemExit" in course.check("test-model", leaves).sentence
    assert "EOFError" in course.check("test-model", asks).sentence
    assert course.check("test-model", talks).printed.endswith("the end")
    assert capfd.readouterr().out == ""


def test_a_function_that_cannot_be_pickled_gets_a_hint():
    import threading

    lock = threading.Lock()

    def mine(m, puzzle):
        return lock

    verdict = course.check("test-model", mine)
    assert verdict.passed is False
    assert "inside itself" in verdict.sentence


def test_the_untouched_exercise_is_not_yet():
    def mine(m, puzzle):
        # YOUR CODE HERE
        raise NotImplementedError

    for verdict in (
        course.check("test-model", mine),
        course.check("test-model", ...),
        course.check("test-model"),
        course.check("test-number", {"a": ...}),
    ):
        assert (verdict.status, verdict.passed) == ("not yet", None)


@pytest.mark.timed
def test_plain_data_is_judged_at_once():
    start = time.monotonic()
    assert course.check("test-number", 6).passed is True
    assert course.check("test-number", 5).sentence == "you have left out the 1"
    assert course.check("test-number", "six").sentence == "'six' is not the answer"
    assert time.monotonic() - start < 0.2


@pytest.mark.slow
def test_a_function_in_place_of_a_value_and_the_reverse():
    assert course.check("test-number", len).passed is False
    assert "must be a function" in course.check("test-model", 7).sentence
    assert "takes 3 arguments" in course.check("test-model", lambda a, b, c: None).sentence


def plain_pyomo(puzzle):
    from sudoku_models.formulations.textbook import pyomo

    return pyomo.assignment(puzzle)


def plain_pulp(puzzle):
    import pulp

    n, cells = puzzle.board.size, puzzle.board.cells
    problem = pulp.LpProblem("mine")
    y = {
        (*i, d): problem.add_variable(f"y_{i[0]}_{i[1]}_{d}", 0, 1, pulp.LpInteger)
        for i in cells
        for d in range(1, n + 1)
    }
    for i in cells:
        problem += pulp.lpSum(y[(*i, d)] for d in puzzle.board.digits) == 1
    for unit in puzzle.board.units:
        for d in puzzle.board.digits:
            problem += pulp.lpSum(y[(*i, d)] for i in unit.cells) == 1
    for i, d in puzzle.givens.items():
        problem += y[(*i, d)] == 1
    return problem, y


@pytest.mark.slow
@pytest.mark.parametrize("mine", [plain_pyomo, plain_pulp])
def test_a_plain_model_of_a_library_passes_too(mine):
    assert course.check("test-model", mine).passed is True


@pytest.mark.slow
def test_plain_models_that_lack_something_are_reported():
    def without_variables(puzzle):
        import pyomo.environ as pyo

        return pyo.ConcreteModel()

    def alone(puzzle):
        return plain_pulp(puzzle)[0]

    def fractions(puzzle):
        import pyomo.environ as pyo

        m = pyo.ConcreteModel()
        m.x = pyo.Var(puzzle.board.digits, puzzle.board.digits, bounds=(1, puzzle.board.size))
        return m

    assert "named x or y" in course.check("test-model", without_variables).sentence
    assert "together with its variables" in course.check("test-model", alone).sentence
    assert "may take fractional values" in course.check("test-model", fractions).sentence


def test_an_unknown_exercise_and_a_bad_limit_are_errors_of_the_caller():
    with pytest.raises(sm.SudokuModelsError, match="did you mean 'test-model'"):
        course.check("test-modle", 1)
    with pytest.raises(sm.SudokuModelsError, match="positive number of seconds"):
        course.check("test-number", 1, time_limit=0)


def test_models_may_be_broken_on_purpose():
    judge = judges.broken("accepts")
    said = judge(lambda m, puzzle: model(m, puzzle, leave_out=["box 1", "box 2", "box 3", "box 4"]))
    assert not sm.is_solution(said.puzzle, said.grid)
    with pytest.raises(course.Wrong, match="nothing is broken yet"):
        judge(model_as_it_is)
    with pytest.raises(course.Wrong, match="another way than asked"):
        judge(lambda m, puzzle: model(m, puzzle, more=lambda m, x: m.add(x[1, 1] <= 2, "no")))


def model_as_it_is(m, puzzle):
    return model(m, puzzle)


def test_data_of_another_shape_is_answered_in_a_sentence():
    for answer in (course.check("test-number", [[1], {2: 3}]), course.check("poor-domains", {"NSW": [[1], [2]]})):
        assert answer.passed is False
    assert "takes 1 answer, and you gave 2" in course.check("test-number", 6, 7).sentence


def test_an_exercise_of_ones_own_can_be_put_again_and_one_of_the_course_cannot():
    exercise("test-number", lesson=98, title="Say seven", judge=judges.value(7))
    assert course.check("test-number", 7).passed is True
    with pytest.raises(sm.SudokuModelsError, match="the course has an exercise 'count-pairs'"):
        exercise("count-pairs", lesson=98, title="Mine", judge=judges.value(7))


@pytest.mark.parametrize("number", [np.int64(6), np.int32(6), np.uint8(6), np.float64(6), np.array(6)])
def test_the_numbers_of_numpy_are_numbers(number):
    assert course.check("test-number", number).passed is True


def test_a_model_may_be_defined_with_the_numbers_of_numpy():
    def mine(m, puzzle):
        n = np.int64(puzzle.board.size)
        cells = [(np.int64(r), np.int64(c)) for r in range(1, n + 1) for c in range(1, n + 1)]
        x = m.int_vars("x", cells, np.int64(1), n)
        for unit in puzzle.board.units:
            m.all_different([x[i] for i in unit.cells], str(unit))
        for i, d in puzzle.givens.items():
            m.fix(x[i], np.int64(d))
        return x

    assert course.check("test-model", mine).passed is True
