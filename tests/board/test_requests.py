"""Long work, seen from outside: results come in one thread, and it can be ended at any moment."""

import threading
import time

import psutil
import pytest

import sudoku_models as sm
from sudoku_models import formulations
from sudoku_models.board import requests
from sudoku_models.board.requests import Calls, Requests
from sudoku_models.runtime import processes

LONG = {"puzzle": sm.Puzzle(sm.Board.of_size(25), (0,) * 625), "method": "progressive", "seed": 1}
BY_CPSAT = {"formulation": "mine", "backend": "cpsat", "solver": "cpsat", "rewrite": None}


class Results:
    """What was delivered, and in which threads."""

    def __init__(self, posted):
        self.posted, self.all, self.threads = posted, [], set()

    def __call__(self, kind, content):
        self.all.append((kind, content))
        self.threads.add(threading.current_thread())

    def wait(self, seconds=30.0):
        until = time.monotonic() + seconds
        while self.posted.is_busy and time.monotonic() < until:
            self.posted._calls.run()
            time.sleep(0.01)
        self.posted._calls.run()
        return self.all


@pytest.fixture
def posted():
    found = Requests(Calls())
    yield found
    found.close()


@pytest.fixture
def results(posted):
    return Results(posted)


@pytest.fixture
def registered():
    """Register a formulation for the length of a test."""
    yield lambda formulation: formulations.register("mine", formulation)
    del formulations.FORMULATIONS["mine"]


def wait_for_work(posted):
    while not posted._calls._waiting.qsize():
        time.sleep(0.01)


def test_the_result_comes_in_the_thread_that_posted(posted, results, unique4):
    posted.post("rate", {"puzzle": unique4}, 20, results)
    ((kind, rating),) = results.wait()
    assert (kind, rating.level) == ("done", "easy")
    assert results.threads == {threading.current_thread()}


def test_a_request_that_is_cancelled_ends_and_has_no_result(posted, results):
    posted.post("search", LONG, 60, results)
    wait_for_work(posted)
    process = posted._worker.pid
    posted.cancel()
    assert not psutil.pid_exists(process)
    time.sleep(0.3)
    assert results.wait() == []


def test_a_request_that_is_cancelled_before_it_began_never_begins(posted, results):
    posted.start()
    process = posted._worker.pid
    posted.post("search", LONG, 60, results, delay=0.2)
    posted.cancel()
    time.sleep(0.4)
    assert posted._worker.pid == process
    assert results.wait() == []


def test_a_new_request_takes_the_place_of_the_former(posted, results, unique4):
    posted.post("search", LONG, 60, results)
    second = Results(posted)
    posted.post("rate", {"puzzle": unique4}, 20, second)
    assert [kind for kind, _ in second.wait()] == ["done"]
    assert results.wait() == []


@pytest.mark.slow
def test_a_request_that_waits_is_replaced_and_its_process_lives_on(posted, results, unique4):
    posted.start()
    process = posted._worker.pid
    for _ in range(5):
        posted.post("rate", {"puzzle": unique4}, 20, results, delay=0.2)
    assert len(results.wait()) == 1
    assert posted._worker.pid == process


@pytest.mark.slow
def test_a_task_that_does_not_keep_to_its_time_is_ended(posted, results, registered, unique4, monkeypatch):
    def endless(m, puzzle):
        time.sleep(100)

    monkeypatch.setattr(requests, "GRACE", 0.0)
    registered(endless)
    posted.post("solve", {"puzzle": unique4, **BY_CPSAT}, 1.0, results)
    assert results.wait() == [("ended", "was stopped after 1 seconds")]


@pytest.mark.slow
def test_a_process_that_is_killed_from_outside_is_reported_and_replaced(posted, results, unique4):
    posted.post("search", LONG, 60, results)
    wait_for_work(posted)
    psutil.Process(posted._worker.pid).kill()
    assert results.wait()[-1] == ("ended", "ended by signal 9 before it answered")
    again = Results(posted)
    posted.post("rate", {"puzzle": unique4}, 20, again)
    assert again.wait()[0][0] == "done"


@pytest.mark.slow
@pytest.mark.parametrize("error", [FileNotFoundError(2, "No such file"), OSError(12, "Cannot allocate memory")])
def test_a_process_that_cannot_be_started_is_reported_and_tried_again(posted, results, unique4, monkeypatch, error):
    def fail(*arguments, **options):
        raise error

    with monkeypatch.context() as no_program:
        no_program.setattr(processes.subprocess, "Popen", fail)
        posted.start()  # nothing is told: there is no request yet
        posted.post("rate", {"puzzle": unique4}, 20, results)
        assert results.wait(5) == [("ended", f"cannot be started: {error.strerror}")]
    again = Results(posted)
    posted.post("rate", {"puzzle": unique4}, 20, again)
    assert again.wait()[0][0] == "done"


@pytest.mark.parametrize("which", ["waits for rate", "watches a worker"])
def test_a_thread_that_cannot_be_started_is_reported(posted, results, unique4, monkeypatch, which):
    start = threading.Thread.start

    def fail(thread):
        if thread.name == which:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", fail)
    posted.post("rate", {"puzzle": unique4}, 20, results)
    assert results.wait(5) == [("ended", "cannot be started: can't start new thread")]


@pytest.mark.slow
def test_when_nothing_is_being_done_the_result_is_there(posted, results, unique4, monkeypatch):
    seen = []
    post = posted._calls.post
    monkeypatch.setattr(posted._calls, "post", lambda call: (seen.append(posted.is_busy), post(call)))
    posted.post("rate", {"puzzle": unique4}, 20, results)
    results.wait()
    assert seen == [True]


@pytest.mark.slow
def test_what_solvers_print_is_no_result(posted, unique4):
    for solver in ("cbc", "highs"):
        results = Results(posted)
        model = {"formulation": "assignment", "backend": "pulp", "solver": solver, "rewrite": None}
        posted.post("solve", {"puzzle": unique4, **model}, 20, results)
        kind, answer = results.wait()[-1]
        assert kind == "done"
        assert sm.is_solution(unique4, answer.grid)


def test_an_error_is_a_sentence(posted, results, unique4):
    model = {"formulation": "assignment", "backend": "pulp", "solver": "hihgs", "rewrite": None}
    posted.post("solve", {"puzzle": unique4, **model}, 20, results)
    kind, sentence = results.wait()[-1]
    assert (kind, sentence.partition(";")[0]) == ("failed", "unknown solver 'hihgs'")


def test_formulations_of_the_notebook_are_known(posted, results, registered, unique4):
    def rows_only(m, puzzle):
        print("this is no result")
        x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
        for unit in puzzle.board.units:
            m.all_different([x[i] for i in unit.cells], unit.name)
        for i, d in puzzle.givens.items():
            m.fix(x[i], d)
        return x

    registered(rows_only)
    posted.post("solve", {"puzzle": unique4, **BY_CPSAT}, 20, results)
    kind, answer = results.wait()[-1]
    assert kind == "done"
    assert answer.stats.formulation == "mine"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (RuntimeError("not\ntoday"), "RuntimeError: not today"),
        pytest.param(MemoryError(), "there was not enough memory for it", marks=pytest.mark.slow),
    ],
)
def test_a_formulation_that_fails_is_a_sentence(posted, results, registered, unique4, error, sentence):
    def broken(m, puzzle):
        raise error

    registered(broken)
    posted.post("solve", {"puzzle": unique4, **BY_CPSAT}, 20, results)
    assert results.wait()[-1] == ("failed", sentence)


def test_a_formulation_that_cannot_be_sent_is_refused_and_the_former_request_goes_on(
    posted, results, registered, unique4
):
    lock = threading.Lock()
    posted.post("rate", {"puzzle": unique4}, 20, results)
    registered(lambda m, puzzle: lock)
    with pytest.raises(sm.errors.InputError, match="cannot be sent to the worker process"):
        posted.post("rate", {"puzzle": unique4}, 20, results)
    assert [kind for kind, _ in results.wait()] == ["done"]
