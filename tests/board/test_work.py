"""Long work, seen from outside: it is heard of in one thread, and it can be ended at any moment."""

import threading
import time

import pytest

import sudoku_models as sm
from sudoku_models.board import work
from sudoku_models.board.work import Inbox, Work


@pytest.fixture
def at_work():
    found = Work(Inbox())
    yield found
    found.close()


def hear(at_work, seconds=30.0):
    """Everything that is heard until the work is over, and the threads in which it was."""
    heard, threads = [], set()

    def note(kind, what):
        heard.append((kind, what))
        threads.add(threading.current_thread())

    def wait(seconds=seconds):
        until = time.monotonic() + seconds
        while at_work.is_busy and time.monotonic() < until:
            at_work._inbox.run()
            time.sleep(0.01)
        at_work._inbox.run()
        return heard

    return note, wait, threads


LONG = {"puzzle": sm.Puzzle(sm.Board.of_size(25), (0,) * 625), "method": "progressive", "seed": 1}


def test_the_answer_comes_in_the_thread_that_asked(at_work, unique4):
    note, wait, threads = hear(at_work)
    at_work.ask("rate", {"puzzle": unique4}, 20, note)
    ((kind, rating),) = wait()
    assert (kind, rating.level) == ("done", "easy")
    assert threads == {threading.current_thread()}


@pytest.mark.slow
def test_what_is_cancelled_ends_and_is_not_heard_of(at_work):
    note, wait, _ = hear(at_work)
    at_work.ask("search", LONG, 60, note)
    while not at_work._inbox._calls.qsize():
        time.sleep(0.01)  # until it works
    process = at_work._process
    at_work.cancel()
    assert process.poll() is not None
    time.sleep(0.3)
    assert wait() == []


@pytest.mark.slow
def test_a_new_question_takes_the_place_of_the_former(at_work, unique4):
    first, wait_first, _ = hear(at_work)
    at_work.ask("search", LONG, 60, first)
    second, wait, _ = hear(at_work)
    at_work.ask("rate", {"puzzle": unique4}, 20, second)
    assert [kind for kind, _ in wait()] == ["done"]
    assert wait_first() == []


@pytest.mark.slow
def test_a_question_that_waits_is_replaced_and_its_process_lives_on(at_work, unique4):
    at_work.warm()
    process = at_work._process
    first, wait_first, _ = hear(at_work)
    for _ in range(5):
        at_work.ask("rate", {"puzzle": unique4}, 20, first, delay=0.2)
    assert len(wait_first()) == 1
    assert at_work._process is process


@pytest.mark.slow
def test_a_task_that_does_not_keep_to_its_time_is_ended(at_work, monkeypatch):
    monkeypatch.setattr(work, "GRACE", 0.0)
    note, wait, _ = hear(at_work)
    at_work.ask("step", {"position": LONG["puzzle"], "gone": {}, "by": "mus"}, 1.0, note)
    ((kind, said),) = wait()
    assert (kind, said) == ("ended", "was ended after 1 seconds")


def test_a_task_that_eats_the_memory_is_ended(at_work, monkeypatch):
    monkeypatch.setattr(work, "LARGEST_MEMORY", 10 * 1024**2)
    note, wait, _ = hear(at_work)
    at_work.ask("search", LONG, 60, note)
    kind, said = wait()[-1]
    assert kind == "ended"
    assert "memory" in said


@pytest.mark.slow
def test_a_process_that_is_killed_from_outside_is_told_and_replaced(at_work, unique4):
    note, wait, _ = hear(at_work)
    at_work.ask("search", LONG, 60, note)
    while not at_work._inbox._calls.qsize():
        time.sleep(0.01)
    at_work._process.kill()
    assert wait()[-1][0] == "ended"
    again, wait_again, _ = hear(at_work)
    at_work.ask("rate", {"puzzle": unique4}, 20, again)
    assert wait_again()[0][0] == "done"


@pytest.mark.slow
@pytest.mark.parametrize("error", [FileNotFoundError(2, "No such file"), OSError(12, "Cannot allocate memory")])
def test_a_process_that_cannot_be_started_is_told_and_tried_again(at_work, unique4, monkeypatch, error):
    def fail(*arguments, **options):
        raise error

    note, wait, _ = hear(at_work)
    with monkeypatch.context() as no_program:
        no_program.setattr(work, "Popen", fail)
        at_work.warm()  # says nothing: nobody has asked yet
        at_work.ask("rate", {"puzzle": unique4}, 20, note)
        ((kind, said),) = wait(5)
    assert kind == "failed"
    assert said == f"the program that does the work cannot be started: {error.strerror}"
    again, wait_again, _ = hear(at_work)
    at_work.ask("rate", {"puzzle": unique4}, 20, again)
    assert wait_again()[0][0] == "done"


@pytest.mark.parametrize("which", ["waits for rate", "watches"])
def test_a_thread_that_cannot_be_started_is_told(at_work, unique4, monkeypatch, which):
    start = threading.Thread.start

    def fail(thread):
        if thread.name == which:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", fail)
    note, wait, _ = hear(at_work)
    at_work.ask("rate", {"puzzle": unique4}, 20, note)
    ((kind, said),) = wait(5)
    assert (kind, said) == ("failed", "the program that does the work cannot be started: can't start new thread")


def test_a_closed_pipe_is_told(at_work, unique4):
    at_work.warm()
    at_work._process.stdin.close()
    note, wait, _ = hear(at_work)
    at_work.ask("rate", {"puzzle": unique4}, 20, note)
    assert wait()[-1][0] == "ended"


def test_who_sees_that_nothing_is_done_finds_the_answer(at_work, unique4, monkeypatch):
    seen = []
    put = at_work._inbox.put
    monkeypatch.setattr(at_work._inbox, "put", lambda call: (seen.append(at_work.is_busy), put(call)))
    note, wait, _ = hear(at_work)
    at_work.ask("rate", {"puzzle": unique4}, 20, note)
    wait()
    assert seen == [True]
