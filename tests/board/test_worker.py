"""The process for long work: whatever a task does, pickles alone come out, and it ends with its input."""

import pickle
import subprocess
import sys
import time

import cloudpickle
import pytest

import sudoku_models as sm


@pytest.fixture
def process():
    command = [sys.executable, "-m", "sudoku_models.board.worker"]
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    yield program
    program.kill()
    program.wait()
    program.stdin.close()
    program.stdout.close()


def ask(program, task, registered=None, **values):
    pickle.dump((sys.path, cloudpickle.dumps((task, values, registered or {}))), program.stdin)
    program.stdin.flush()
    while (heard := pickle.load(program.stdout))[0] == "progress":
        pass
    return heard


@pytest.mark.slow
def test_it_answers_one_question_after_another(process, unique4):
    for solver in ("cbc", "highs"):  # CBC prints, and that must not come among the answers
        model = {"formulation": "assignment", "backend": "pulp", "solver": solver, "rewrite": None}
        kind, answer = ask(process, "solve", puzzle=unique4, time_limit=20, **model)
        assert kind == "done"
        assert sm.is_solution(unique4, answer.grid)


@pytest.mark.slow
def test_an_error_is_a_sentence(process, unique4):
    model = {"formulation": "assignment", "backend": "pulp", "rewrite": None}
    kind, said = ask(process, "solve", puzzle=unique4, solver="hihgs", time_limit=20, **model)
    assert (kind, said.partition(";")[0]) == ("failed", "unknown solver 'hihgs'")


@pytest.mark.slow
def test_it_knows_the_formulations_of_the_notebook(process, unique4):
    def rows_only(m, puzzle):
        print("this must not come among the answers")
        x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
        for unit in puzzle.board.units:
            m.all_different([x[i] for i in unit.cells], unit.name)
        for i, d in puzzle.givens.items():
            m.fix(x[i], d)
        return x

    model = {"formulation": "mine", "backend": "cpsat", "solver": "cpsat", "rewrite": None}
    kind, answer = ask(process, "solve", {"mine": rows_only}, puzzle=unique4, time_limit=20, **model)
    assert kind == "done"
    assert answer.stats.formulation == "mine"


@pytest.mark.slow
def test_a_formulation_that_fails_is_a_sentence(process, unique4):
    def broken(m, puzzle):
        raise RuntimeError("not today")

    model = {"formulation": "mine", "backend": "cpsat", "solver": "cpsat", "rewrite": None}
    assert ask(process, "solve", {"mine": broken}, puzzle=unique4, time_limit=20, **model) == (
        "failed",
        "RuntimeError: not today",
    )


@pytest.mark.slow
def test_it_ends_with_its_input_in_the_middle_of_its_work(process):
    puzzle = sm.Puzzle(sm.Board.of_size(25), (0,) * 625)
    values = {"puzzle": puzzle, "method": "progressive", "seed": 1, "time_limit": 60}
    pickle.dump((sys.path, cloudpickle.dumps(("search", values, {}))), process.stdin)
    process.stdin.flush()
    assert pickle.load(process.stdout)[0] == "progress"  # it works
    start = time.monotonic()
    process.stdin.close()
    process.wait(timeout=10)
    assert time.monotonic() - start < 10
