"""A check answers wrong code with a true sentence, and never with an exception."""

import builtins
import json
import linecache
import os
import random
import re
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pyomo.environ as pyo
import pytest

import sudoku_models as sm
from sudoku_models import course
from sudoku_models.course.exercise import judge
from sudoku_models.course.exercises import find
from sudoku_models.errors import NotInstalledError, SolverError, WorkerError
from sudoku_models.formulations.textbook import pulp
from sudoku_models.formulations.textbook import pyomo as textbook
from sudoku_models.runtime import platform
from sudoku_models.runtime.limits import _running
from sudoku_models.runtime.processes import Worker

SOLVED = Path(__file__).parents[2] / "notebooks" / "solutions"


OWN = '''"""Three exercises for these tests.

## test-model: State a model

## test-number: Say six

## test-function: Add
"""

from sudoku_models.course import judges
from sudoku_models.course.models import formulation

test_model = formulation()
test_number = judges.value(6, {5: "you have left out the 1"})
test_function = judges.function(lambda m, puzzle: 0, [(1, 2)])
'''


@pytest.fixture(autouse=True)
def own_exercises(monkeypatch, tmp_path):
    """A folder with exercises of one's own, and without a progress file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sudoku_models.course.progress_file._memory", {})
    folder = tmp_path / "exercises"
    folder.mkdir()
    (folder / "lesson_98.py").write_text(OWN)
    return folder


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


def plain_pulp(puzzle):
    problem, cells = pulp.assignment(puzzle), puzzle.board.cells
    named = problem.variablesDict()
    return problem, {(*i, d): named["y_{}_{}_{}".format(*i, d)] for i in cells for d in puzzle.board.digits}


# -- models, judged in this process ------------------------------------------------------------------------------------


def judged(answer):
    return judge(find("test-model"), (answer,))


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


@pytest.mark.parametrize(
    "mine",
    [
        # The columns hold each digit once, and so do all rows but one: then that row does as well.
        lambda m, puzzle: model(m, puzzle, leave_out=["row 2"]),
        plain_pulp,
        textbook.assignment,
        pytest.param(big_m_model(9), marks=pytest.mark.slow),
    ],
    ids=["a rule less, which the others imply", "PuLP", "Pyomo", "big-M"],
)
def test_a_right_model_in_another_style_passes(mine):
    assert judged(mine).passed is True


def test_a_missing_rule_is_shown_on_a_grid_that_the_validator_refuses():
    verdict = judged(lambda m, puzzle: model(m, puzzle, leave_out=["row 2", "row 3"]))
    assert verdict.passed is False
    assert "accepts this grid" in verdict.sentence
    assert {str(each)[:5] for each in verdict.puzzle.violations(verdict.grid)} == {"row 2", "row 3"}
    assert "row 2 has two" in verdict._repr_html_()


@pytest.mark.parametrize(
    "mine",
    [lambda m, puzzle: model(m, puzzle, more=lambda m, x: m.add(x[1, 1] <= x[4, 4], "in order")), big_m_model(3)],
    ids=["a rule too many", "M too small"],
)
def test_a_model_that_is_too_strong_is_shown_on_a_solution(mine):
    verdict = judged(mine)
    assert verdict.passed is False
    assert "forbids this solution" in verdict.sentence
    assert sm.is_solution(verdict.puzzle, verdict.grid)


@pytest.mark.parametrize(
    ("mine", "words"),
    [
        (lambda m, puzzle: model(m, puzzle, box=lambda r, c: (r, min(c + 1, puzzle.board.size))), ""),
        (lambda m, puzzle: None, "must return its variables"),
        (lambda m, puzzle: {}, "no key at all"),
        (7, "must be a function"),
        (lambda a, b, c: None, "takes 3 arguments"),
        (lambda puzzle: plain_pulp(puzzle)[0], "together with its variables"),
        (lambda puzzle: pyo.ConcreteModel(), "named x or y"),
    ],
)
def test_a_model_that_lacks_something_is_answered_with_what_it_is(mine, words):
    verdict = judged(mine)
    assert verdict.passed is False
    assert words in verdict.sentence


# -- functions, judged in a separate process or in place ---------------------------------------------------------------


@pytest.fixture(params=["in a process", "in place"])
def mode(request, monkeypatch):
    if request.param == "in place":
        monkeypatch.setenv(platform.VARIABLE, "processes")
    return request.param


@pytest.mark.usefixtures("mode")
def test_an_exception_is_reported_with_the_line_of_the_learner():
    def mine(m, puzzle):
        return 1 / (puzzle.board.size - 4)

    verdict = course.check("test-model", mine)
    assert verdict.passed is False
    assert "your function mine stopped with ZeroDivisionError" in verdict.sentence
    assert "`return 1 / (puzzle.board.size - 4)`" in verdict.sentence


def catches_everything(m, puzzle):
    while True:
        try:
            while True:
                len("x")
        except:  # noqa: E722
            continue


def calls_itself(m, puzzle):
    try:
        return calls_itself(m, puzzle) + calls_itself(m, puzzle)
    except BaseException:
        return 0


@pytest.mark.usefixtures("mode")
@pytest.mark.parametrize("mine", [catches_everything, calls_itself])
def test_an_endless_answer_is_stopped_and_is_neither_right_nor_wrong(mine):
    """And the next check is as any other; that this test ends is the assertion."""
    verdict = course.check("test-model", mine, time_limit=0.2)
    assert (verdict.status, verdict.passed) == ("not known", None)
    assert course.check("test-function", lambda a, b: 0).passed is True


def test_an_answer_that_sleeps_is_stopped_by_the_clock():
    verdict = course.check("test-model", lambda m, puzzle: time.sleep(600), time_limit=0.1)
    assert verdict.status == "not known"


def test_an_answer_that_takes_all_memory_is_neither_right_nor_wrong(monkeypatch):
    monkeypatch.setattr(Worker, "request", Mock(side_effect=WorkerError("used more memory", limit="memory")))
    assert course.check("test-model", model).status == "not known"


def test_what_an_answer_makes_of_a_solver_that_was_stopped_is_no_verdict(monkeypatch):
    """In place, a solver within the answer is stopped by the limit of the check, and says "unknown"."""
    monkeypatch.setenv(platform.VARIABLE, "processes")

    def mine(a, b):
        deadline = _running()[-1]().deadline
        while not deadline.is_over:
            time.sleep(0.01)
        return 1  # as an answer does that takes "unknown" for "none"

    assert course.check("test-function", mine, time_limit=0.05).status == "not known"
    assert course.check("test-function", lambda a, b: 1).passed is False


def test_exit_crash_input_and_much_output_do_no_harm(capfd, mode):
    def talks(m, puzzle):
        print("blah " * 1_000_000)
        print("the end")

    def leaves(m, puzzle):
        raise SystemExit

    if mode == "in a process":  # in place it would end this one
        verdict = course.check("test-model", lambda m, puzzle: os._exit(3))
        assert (verdict.status, "ended with exit code 3" in verdict.sentence) == ("not known", True)
    assert "SystemExit" in course.check("test-model", leaves).sentence
    assert "EOFError" in course.check("test-model", lambda m, puzzle: input("what? ")).sentence
    assert course.check("test-model", talks).printed.endswith("the end")
    assert capfd.readouterr().out == ""


@pytest.mark.usefixtures("mode")
def test_a_function_that_cannot_be_pickled_gets_a_hint():
    lock = threading.Lock()
    verdict = course.check("test-model", lambda m, puzzle: lock)
    assert verdict.passed is False
    assert "inside itself" in verdict.sentence


# -- what is not the answer's fault ------------------------------------------------------------------------------------


FAILURES = {
    "no solver": NotInstalledError("the solver 'highs' cannot run here: it needs highspy"),
    "no memory": MemoryError(),
    "a crash": SolverError("HiGHS ended with an error"),
}


@pytest.mark.usefixtures("mode")
@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_of_the_machine_says_nothing_about_the_answer(name):
    error = FAILURES[name]  # sent with the function

    def fails(m, puzzle):
        raise error

    for verdict in (course.check("test-model", fails), course.check("test-function", fails)):
        assert (verdict.status, verdict.passed) == ("not known", None)
        assert "says nothing about it" in verdict.sentence
        assert "?" in verdict._repr_html_()
    assert re.search(r"\[\?\] .*State a model", repr(course.progress(98)))


def test_a_library_that_one_lesson_needs_does_not_stop_the_others(own_exercises):
    text = '"""A lesson.\n\n## say: Say\n"""\nimport such_a_library\nsay = such_a_library.judge\n'
    (own_exercises / "lesson_97.py").write_text(text)
    for answer in (7, lambda cells: set()):
        verdict = course.check("say", answer)
        assert (verdict.status, "such_a_library" in verdict.sentence) == ("not known", True)
    assert course.check("count-pairs", 864).passed is True


def test_a_worker_that_cannot_start_or_is_killed_says_nothing_about_the_answer(monkeypatch):
    for error in (
        WorkerError("cannot be started: no memory"),
        WorkerError("ended by signal 9", -9),
        OSError("disk full"),
    ):
        monkeypatch.setattr(Worker, "request", Mock(side_effect=error))
        verdict = course.check("test-model", model)
        assert (verdict.status, verdict.passed) == ("not known", None)


def test_a_check_in_place_leaves_no_trace(monkeypatch, tmp_path):
    """And the same answer has the same verdict again, whatever it has changed."""
    monkeypatch.setenv(platform.VARIABLE, "processes")
    seen: list[int] = []

    def untidy(m, puzzle):
        seen.append(random.getrandbits(32))
        os.chdir("/")
        sys.path.insert(0, "elsewhere")
        sys.setrecursionlimit(5000)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.stdout = sys.stderr = sys.stdin = None
        return model(m, puzzle)

    def state():
        yield os.getcwd(), sys.path[:], random.getstate(), sys.getrecursionlimit(), builtins.input, sys.stdin
        yield sys.stdout, sys.stderr, sys.gettrace(), linecache.getlines(__file__), threading.enumerate()
        yield [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGVTALRM, signal.SIGPROF)]
        yield signal.getitimer(signal.ITIMER_VIRTUAL), signal.getitimer(signal.ITIMER_PROF)
        yield [sys.monitoring.get_tool(k) for k in range(6)] if sys.version_info >= (3, 12) else None

    answers = untidy, model, catches_everything, lambda m, puzzle: sys.exit()
    course.check("test-model", untidy)  # imports what it needs
    limits = None, None, 0.5, None
    before = [*state()]
    verdicts, again = (
        [repr(course.check("test-model", each, time_limit=s)) for each, s in zip(answers, limits, strict=True)]
        for _ in range(2)
    )
    assert [*state()] == before
    assert again == verdicts
    assert [each.partition(":")[0] for each in verdicts] == ["right", "right", "not known", "wrong"]
    assert seen == []


def test_what_a_tab_cannot_run_is_not_known(monkeypatch):
    def asks_for_a_library(m, puzzle):
        import no_such_library  # noqa: F401

    def asks_for_a_program(m, puzzle):
        from pulp import COIN_CMD, LpProblem

        LpProblem("none").solve(COIN_CMD(msg=False, path="/no/such/program"))

    for answer in (asks_for_a_library, asks_for_a_program):
        monkeypatch.delenv(platform.VARIABLE, raising=False)
        assert course.check("test-model", answer).status == "wrong"
        monkeypatch.setenv(platform.VARIABLE, "threads,processes,programs")
        assert course.check("test-model", answer).status == "not known"


def test_ctrl_c_ends_a_check_in_place_also_if_the_answer_catches_it(monkeypatch):
    monkeypatch.setenv(platform.VARIABLE, "processes")

    def mine(m, puzzle):
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        return model(m, puzzle)

    def raises(m, puzzle):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        course.check("test-model", mine)
    assert "stopped with KeyboardInterrupt" in course.check("test-model", raises).sentence


# -- values ------------------------------------------------------------------------------------------------------------


def test_the_untouched_exercise_is_not_yet():
    def mine(m, puzzle):
        # YOUR CODE HERE
        raise NotImplementedError

    for name, *answer in (
        ("test-model", mine),
        ("test-model", ...),
        ("test-model",),
        ("test-number", None),
        ("test-number", {"a": ...}),
    ):
        verdict = course.check(name, *answer)
        assert (verdict.status, verdict.passed) == ("not yet", None)


def test_plain_data_is_judged_without_another_process(monkeypatch):
    monkeypatch.setattr(Worker, "request", Mock(side_effect=AssertionError))
    for number in (6, np.int64(6), np.int32(6), np.uint8(6), np.float64(6), np.array(6)):
        assert course.check("test-number", number).passed is True
    assert course.check("test-number", 5).sentence == "you have left out the 1"
    for answer in ("six", [[1], {2: 3}]):
        assert course.check("test-number", answer).passed is False
    assert course.check("poor-domains", {"NSW": [[1], [2]]}).passed is False
    assert "takes 1 answer" in course.check("test-number", 6, 7).sentence


@pytest.mark.parametrize("path", sorted(SOLVED.glob("*.ipynb")), ids=lambda path: path.stem[:2])
def test_an_exercise_has_the_number_that_the_lesson_gives_it(path):
    text = "\n".join("".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"])
    found = re.findall(r"### Exercise (\d+\.\d+)|course\.check\(\"([\w-]+)\"", text)
    numbers, names = [number for number, _ in found if number], [name for _, name in found if name]
    assert [find(number).name for number in numbers] == [find(float(number)).name for number in numbers] == names
    assert course.hint(numbers[0], 1) == course.hint(names[0], 1)


def test_an_unknown_exercise_and_a_bad_limit_are_errors_of_the_caller():
    with pytest.raises(sm.SudokuModelsError) as caught:
        course.hint("count-pair")
    assert "count-pairs" in str(caught.value)
    assert str(caught.value).count(",") < 10  # the near ones, not 98
    with pytest.raises(sm.SudokuModelsError, match="did you mean 'test-model'"):
        course.check("test-modle", 1)
    with pytest.raises(sm.SudokuModelsError, match="positive number of seconds"):
        course.check("test-number", 1, time_limit=0)
