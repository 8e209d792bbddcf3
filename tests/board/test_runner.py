"""Tasks seen from outside: results come in one thread, and a task can be ended at any moment."""

import threading
import time

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models import formulations
from sudoku_models.board import runner as module
from sudoku_models.board.runner import Calls, RunnerInPlace, TaskRunner
from sudoku_models.board.session import GameSession
from sudoku_models.board.solving import rated, search, searched, solved
from sudoku_models.errors import InputError, WorkerError
from sudoku_models.runtime import platform, processes
from sudoku_models.runtime.limits import check_deadline

LONG = {"puzzle": sm.Puzzle(sm.Board.of_size(25), (0,) * 625), "method": "progressive", "seed": 1}
BY_CPSAT = {"configuration": {"formulation": "mine", "backend": "cpsat", "solver": "cpsat", "rewrite": None}}


class Results:
    """The results of a runner, and the threads in which they came."""

    def __init__(self, runner):
        self.runner, self.all, self.threads = runner, [], set()

    def __call__(self, kind, content):
        self.all.append((kind, content))
        self.threads.add(threading.current_thread())

    def wait(self, seconds=300.0):
        until = time.monotonic() + seconds
        while self.runner.is_busy and time.monotonic() < until:
            self.runner._calls.run()
            time.sleep(0.01)
        self.runner._calls.run()
        return self.all


@pytest.fixture
def runner(workers):
    found = TaskRunner(Calls())
    found._worker = workers[0]
    yield found
    found.cancel()
    workers[0] = found._worker


@pytest.fixture
def results(runner):
    return Results(runner)


@pytest.fixture
def registered():
    """Register a formulation for the length of a test."""
    yield lambda formulation: formulations.register("mine", formulation)
    del formulations.FORMULATIONS["mine"]


def wait_for_work(runner):
    while not runner._calls._waiting.qsize():
        time.sleep(0.01)


def test_the_result_comes_in_the_thread_that_asked_when_the_runner_is_still_busy(runner, results, unique4, monkeypatch):
    seen, post = [], runner._calls.post
    monkeypatch.setattr(runner._calls, "post", lambda call: (seen.append(runner.is_busy), post(call)))
    runner.run(rated, {"puzzle": unique4}, 20, results)
    ((kind, rating),) = results.wait()
    assert (kind, rating.level, seen) == ("done", "beginner", [True])
    assert results.threads == {threading.current_thread()}


def test_a_task_that_is_cancelled_ends_and_the_next_one_takes_its_place(runner, results, unique4):
    runner.run(searched, LONG, 60, results)
    wait_for_work(runner)
    process = runner._worker.pid
    runner.cancel()
    assert not psutil.pid_exists(process)
    runner.run(searched, LONG, 60, results)
    second = Results(runner)
    runner.run(rated, {"puzzle": unique4}, 20, second)
    assert [kind for kind, _ in second.wait()] == ["done"]
    assert results.wait() == []


def test_a_task_that_waits_is_replaced_and_its_process_lives_on(runner, results, unique4):
    runner.start()
    process = runner._worker.pid
    runner.run(searched, LONG, 60, results, delay=0.2)
    for _ in range(3):
        runner.run(rated, {"puzzle": unique4}, 20, results, delay=0.2)
    assert len(results.wait()) == 1
    assert runner._worker.pid == process


@pytest.mark.slow
def test_a_task_that_does_not_keep_to_its_time_is_ended(runner, results, registered, unique4, monkeypatch):
    def endless(m, puzzle):
        time.sleep(100)

    monkeypatch.setattr(module, "GRACE", 0.0)
    registered(endless)
    runner.run(solved, {"puzzle": unique4, **BY_CPSAT}, 1.0, results)
    assert results.wait() == [("ended", "was stopped after 1 seconds")]


@pytest.mark.slow
def test_a_process_that_is_killed_from_outside_is_reported_and_replaced(runner, results, unique4):
    runner.run(searched, LONG, 60, results)
    wait_for_work(runner)
    psutil.Process(runner._worker.pid).kill()
    kind, reason = results.wait()[-1]
    assert (kind, "signal 9" in reason) == ("ended", True)
    again = Results(runner)
    runner.run(rated, {"puzzle": unique4}, 20, again)
    assert again.wait()[0][0] == "done"


def test_a_process_that_cannot_be_started_is_reported_and_tried_again(runner, results, unique4, monkeypatch):
    def fail(*arguments, **options):
        raise OSError(12, "Cannot allocate memory")

    runner.close()
    with monkeypatch.context() as no_program:
        no_program.setattr(processes.subprocess, "Popen", fail)
        runner.start()  # no message: there is no task yet
        runner.run(rated, {"puzzle": unique4}, 20, results)
        assert results.wait() == [("ended", "cannot be started: Cannot allocate memory")]
    again = Results(runner)
    runner.run(rated, {"puzzle": unique4}, 20, again)
    assert again.wait()[0][0] == "done"


def test_formulations_of_the_notebook_are_known_and_what_they_print_is_no_result(runner, results, registered, unique4):
    def rows_only(m, puzzle):
        print("this is no result")
        x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
        for unit in puzzle.board.units:
            m.all_different([x[i] for i in unit.cells], unit.name)
        for i, d in puzzle.givens.items():
            m.fix(x[i], d)
        return x

    registered(rows_only)
    runner.run(solved, {"puzzle": unique4, **BY_CPSAT}, 20, results)
    kind, answer = results.wait()[-1]
    assert (kind, answer.stats.formulation) == ("done", "mine")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [(RuntimeError("not\ntoday"), "RuntimeError: not today"), (MemoryError(), "there was not enough memory for it")],
)
def test_a_formulation_that_fails_is_a_sentence(runner, results, registered, unique4, error, sentence):
    def broken(m, puzzle):
        raise error

    registered(broken)
    runner.run(solved, {"puzzle": unique4, **BY_CPSAT}, 20, results)
    assert results.wait()[-1] == ("failed", sentence)


def test_a_formulation_that_cannot_be_sent_and_a_solver_that_is_unknown_are_sentences(
    runner, results, registered, unique4
):
    model = {"formulation": "assignment", "backend": "pulp", "solver": "hihgs", "rewrite": None}
    runner.run(solved, {"puzzle": unique4, "configuration": model}, 20, results)
    kind, sentence = results.wait()[-1]
    assert (kind, sentence.partition(";")[0]) == ("failed", "unknown solver 'hihgs'")
    lock = threading.Lock()
    registered(lambda m, puzzle: lock)
    runner.run(rated, {"puzzle": unique4}, 20, results)
    kind, sentence = results.wait()[-1]
    assert (kind, "pickle" in sentence) == ("failed", True)


# -- in place ---------------------------------------------------------------------------------------------------------


def task():
    """A task that posts what its script says, and ends as the last word says; it can be sent to a process."""

    def scripted(post, script, time_limit):
        *posts, end = script
        for number in posts:
            post({"number": number})
        if end == "input":
            raise InputError("no such input")
        if end == "worker":
            raise WorkerError("had an accident")
        if end == "memory":
            raise MemoryError
        if end == "bug":
            raise ZeroDivisionError("two\nlines")
        return {"posted": posts, "limit": time_limit}

    return scripted


ENDS = st.sampled_from(["return", "input", "worker", "memory", "bug"])
SCRIPTS = st.builds(lambda posts, end: [*posts, end], st.lists(st.integers(0, 9), max_size=4), ENDS)
MOVES = st.one_of(
    st.tuples(st.just("run"), SCRIPTS, st.sampled_from([0.0, 0.05])),
    st.tuples(st.just("cancel")),
    st.tuples(st.just("wait")),
)


def told(runner, moves):
    """All that a runner tells, by the number of the task, when tasks come, are cancelled and are waited for."""
    told, waits = [], Results(runner)
    for number, (move, *values) in enumerate([*moves, ("wait",)]):
        if move == "run":
            script, delay = values
            tells = lambda *result, number=number: told.append((number, *result))  # noqa: E731
            runner.run(task(), {"script": script}, 20, tells, delay)
        elif move == "cancel":
            runner.cancel()
        else:
            waits.wait()
            told.append("waited")
    return told


@pytest.mark.slow
def test_a_runner_in_place_tells_the_same_as_one_with_a_process():
    with_process, in_place = TaskRunner(Calls()), RunnerInPlace(Calls())

    @settings(max_examples=40, deadline=None)
    @given(st.lists(MOVES, max_size=6))
    def same(moves):
        assert told(in_place, moves) == told(with_process, moves)

    try:
        same()
    finally:
        with_process.close()


def test_a_task_in_place_is_stopped_at_its_limit_and_when_its_progress_leads_to_a_cancel(unique4, monkeypatch):
    def endless(post, time_limit):
        while True:
            check_deadline()

    runner = RunnerInPlace(Calls())
    results = Results(runner)
    monkeypatch.setattr(module, "GRACE", 0.0)
    runner.run(endless, {}, 0.1, results)
    assert results.wait() == [("ended", "was stopped after 0.1 seconds")]
    seen = []
    runner.run(searched, LONG, 60, lambda kind, _: (seen.append(kind), runner.cancel()))
    assert (results.wait()[1:], seen, runner.is_busy) == ([], ["progress"], False)
    runner.run(lambda post, time_limit: seen.append("replaced"), {}, 20, results)
    runner.run(rated, {"puzzle": unique4}, 20, results)
    assert [kind for kind, _ in results.wait()][1:] == ["done"]
    assert seen == ["progress"]


def test_an_interrupt_of_a_task_in_place_ends_it_and_goes_on(monkeypatch):
    def interrupted(post, time_limit):
        raise KeyboardInterrupt

    runner = RunnerInPlace(Calls())
    results = Results(runner)
    runner.run(interrupted, {}, 60, results)
    with pytest.raises(KeyboardInterrupt):
        results.wait()
    assert (results.all, runner.is_busy) == ([("ended", "was interrupted")], False)


def test_a_board_without_processes_shows_that_it_works_before_it_works(monkeypatch, unique4):
    monkeypatch.setenv(platform.VARIABLE, "threads,processes,programs")
    monkeypatch.delattr(time, "sleep")  # which a browser tab may not have
    shown = []
    session = GameSession(unique4, lambda: shown.append((session.busy.get("what", ""), session.message.text)), print)
    search(session, "annealing")
    session.changed()
    assert session.wait(300)
    assert shown[0] == ("searching by annealing", "")
    what, text = shown[-1]
    assert (what, "a solution" in text) == ("", True)
