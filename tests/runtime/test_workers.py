"""A worker answers one request after another, tells why it ended, and leaves nothing behind."""

import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time

import cloudpickle
import psutil
import pytest

from sudoku_models.errors import UnknownNameError, WorkerError
from sudoku_models.runtime import workers
from sudoku_models.runtime.processes import kill_all
from sudoku_models.runtime.workers import Worker, map_in_workers

linux = sys.platform == "linux"
cloudpickle.register_pickle_by_value(sys.modules[__name__])  # a worker cannot import a module of tests


def pid(post):
    return os.getpid()


def sleep(post, seconds=60):
    post(os.getpid())
    time.sleep(seconds)


def end(post, code):
    os._exit(code)


def kill_itself(post):
    os.kill(os.getpid(), 9)


def start_a_child(post, wait=True):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    post(child.pid)
    if wait:
        child.wait()


@pytest.fixture(params=["kept", "fresh", pytest.param("fresh without fork", marks=pytest.mark.slow)])
def worker(request, monkeypatch):
    monkeypatch.setattr(workers, "FORKS", linux and request.param != "fresh without fork")
    with Worker(fresh=request.param != "kept") as worker:
        yield worker


def test_requests_are_answered_one_after_another(worker):
    messages = []
    assert [worker.request(lambda post, x: 2 * x, x) for x in range(3)] == [0, 2, 4]
    assert worker.request(lambda post: [post(k) for k in range(50)], on_message=messages.append) == [None] * 50
    assert messages == list(range(50))


@pytest.mark.slow
def test_a_kept_process_serves_all_requests_and_a_fresh_one_a_single(monkeypatch):
    with Worker() as kept:
        assert len({kept.request(pid) for _ in range(3)}) == 1
    for forks in {linux, False}:
        monkeypatch.setattr(workers, "FORKS", forks)
        with Worker(fresh=True) as fresh:
            assert len({fresh.request(pid) for _ in range(3)}) == 3


@pytest.mark.slow
def test_what_is_raised_is_raised_here_and_the_worker_serves_on(worker):
    def unknown(post):
        raise UnknownNameError("solver", "hihgs", ["highs"])

    def strange(post):
        class StrangeError(Exception):
            def __init__(self, one, two):
                super().__init__("very strange")

        raise StrangeError(1, 2)

    with pytest.raises(UnknownNameError, match="did you mean 'highs'"):
        worker.request(unknown)
    with pytest.raises(Exception, match=r"^StrangeError: very strange$"):
        worker.request(strange)
    assert worker.request(pid)


@pytest.mark.slow
def test_an_answer_that_cannot_be_sent_is_an_error(worker):
    with pytest.raises(TypeError, match="pickle"):
        worker.request(lambda post: threading.Lock())
    assert worker.request(pid)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "reason", "code"),
    [
        ((end, 3), "ended with exit code 3 before it answered", 3),
        ((end, 0), "ended with exit code 0 before it answered", 0),
        ((kill_itself,), "ended by signal 9 before it answered", -9),
    ],
)
def test_a_process_that_ends_by_itself_reports_why_and_is_replaced(worker, task, reason, code):
    with pytest.raises(WorkerError) as raised:
        worker.request(*task)
    assert (raised.value.reason, raised.value.code, raised.value.limit) == (reason, code, "")
    assert str(pickle.loads(pickle.dumps(raised.value))) == f"the worker process {reason}"
    assert worker.request(pid)


@pytest.mark.timed
def test_a_task_that_meets_its_time_limit_is_killed_and_the_next_one_served(has_ended, worker):
    worker.request(pid)
    seen = []
    begin = time.monotonic()
    with pytest.raises(WorkerError, match=r"was stopped after 0.5 seconds") as raised:
        worker.request(sleep, time_limit=0.5, on_message=seen.append)
    assert time.monotonic() - begin < 3
    assert raised.value.limit == "time"
    assert has_ended(seen[0])
    assert worker.request(pid, time_limit=20)


@pytest.mark.slow
def test_messages_without_end_do_not_hide_a_limit(worker):
    def talk(post):
        while True:
            post(None)

    with pytest.raises(WorkerError, match=r"was stopped after 0.5 seconds"):
        worker.request(talk, time_limit=0.5)


@pytest.mark.slow
def test_a_task_that_takes_too_much_memory_is_killed(worker):
    def eat(post):
        kept = bytearray(300 * 1024**2)
        time.sleep(60)
        return len(kept)

    with pytest.raises(WorkerError, match=r"more than 0.2 GB") as raised:
        worker.request(eat, time_limit=30, memory_limit=200 * 1024**2)
    assert raised.value.limit == "memory"


@pytest.mark.slow
@pytest.mark.parametrize("wait", [True, False])
def test_the_programs_of_a_task_end_with_its_process(has_ended, worker, wait):
    seen = []
    if wait:
        with pytest.raises(WorkerError):
            worker.request(start_a_child, time_limit=0.5, on_message=seen.append)
    else:
        worker.request(start_a_child, False, on_message=seen.append)
        worker.close()
    assert has_ended(seen[0])


@pytest.mark.slow
def test_it_is_cancelled_from_another_thread_at_once(has_ended, worker):
    ended, seen = [], []

    def ask():
        try:
            worker.request(sleep, on_message=seen.append)
        except WorkerError as error:
            ended.append((error.reason, time.monotonic()))

    thread = threading.Thread(target=ask)
    thread.start()
    while not seen:
        time.sleep(0.01)
    begin = time.monotonic()
    worker.kill()
    thread.join()
    ((reason, when),) = ended
    assert reason == "was cancelled"
    assert when - begin < 1
    assert has_ended(seen[0])
    assert worker.request(pid)


@pytest.mark.slow
def test_an_error_of_the_listener_ends_the_task(has_ended, worker):
    seen = []

    def listen(message):
        seen.append(message)
        raise KeyError("mine")

    with pytest.raises(KeyError):
        worker.request(sleep, on_message=listen)
    assert has_ended(seen[0])
    assert worker.request(pid)


def test_a_closed_worker_starts_nothing():
    worker = Worker()
    worker.close()
    with pytest.raises(WorkerError, match="closed"):
        worker.request(pid)


def test_no_process_and_no_zombie_is_left(worker):
    before = {each.pid for each in psutil.Process().children()}
    worker.start()
    process = worker.pid
    worker.request(pid)
    assert process
    worker.close()
    assert {each.pid for each in psutil.Process().children()} <= before
    assert worker.pid is None


def test_nothing_is_printed_and_nothing_is_read(worker, capfd):
    def talk(post):
        print("python", flush=True)
        os.write(1, b"descriptor")
        os.write(2, b"error")
        subprocess.run([sys.executable, "-c", "print('child')"], check=True)
        return sys.stdin.read()

    assert worker.request(talk) == ""
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_it_ends_when_its_parent_is_gone(has_ended):
    script = (
        "import os, time\n"
        "from sudoku_models.runtime.workers import Worker\n"
        "def task(post):\n"
        "    post(os.getpid())\n"
        "    time.sleep(60)\n"
        "def tell(pid):\n"
        "    print(pid, flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
        "Worker(fresh={fresh}).request(task, on_message=tell)\n"
    )
    for fresh in (False, True):
        ran = subprocess.run([sys.executable, "-c", script.format(fresh=fresh)], capture_output=True, text=True)
        assert has_ended(int(ran.stdout))


@pytest.mark.timed
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="Windows has no process groups to signal")
def test_ctrl_c_reaches_the_parent_alone_and_ends_the_task(has_ended):
    script = (
        "import os, signal, sys, time\n"
        "from sudoku_models.runtime.workers import Worker\n"
        "def task(post):\n"
        "    post(os.getpid())\n"
        "    time.sleep(60)\n"
        "def tell(pid):\n"
        "    print(pid, flush=True)\n"
        "    os.killpg(os.getpgrp(), signal.SIGINT)\n"
        "try:\n"
        "    Worker().request(task, on_message=tell)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    begin = time.monotonic()
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, capture_output=True, text=True, start_new_session=True)
    number, last = ran.stdout.split()
    assert (last, ran.stderr) == ("interrupted", "")
    assert has_ended(int(number))
    assert time.monotonic() - begin < 20


def test_a_process_that_cannot_be_started_reports_it(monkeypatch):
    def fail(*arguments, **options):
        raise OSError(12, "Cannot allocate memory")

    with Worker() as worker:
        with monkeypatch.context() as no_memory:
            no_memory.setattr(workers, "start", fail)
            with pytest.raises(WorkerError, match=r"^the worker process cannot be started: Cannot allocate memory$"):
                worker.request(pid)
        assert worker.request(pid)


def test_a_thread_that_cannot_be_started_leaves_no_process(monkeypatch):
    def fail(thread):
        raise RuntimeError("can't start new thread")

    before = {each.pid for each in psutil.Process().children()}
    monkeypatch.setattr(threading.Thread, "start", fail)
    with Worker() as worker, pytest.raises(WorkerError, match="cannot be started: can't start new thread"):
        worker.request(pid)
    assert {each.pid for each in psutil.Process().children()} <= before


def test_a_module_that_cannot_be_prepared_is_reported():
    with Worker(["no_such_module"]) as worker, pytest.raises(WorkerError, match="exit code 1 before it answered"):
        worker.request(pid)


def test_an_idle_process_is_replaced(monkeypatch):
    with Worker(idle_seconds=60) as worker:
        first = worker.request(pid)
        assert worker.request(pid) == first
        monkeypatch.setattr(worker, "_idle_seconds", 0.01)
        time.sleep(0.02)
        assert worker.request(pid) != first


def test_prepared_modules_and_variables_are_there():
    with Worker(["colorsys", "tempfile:gettempdir"], environment={"OMP_NUM_THREADS": "1"}) as worker:
        assert worker.request(lambda post: "colorsys" in sys.modules)
        assert worker.request(lambda post: tempfile.tempdir) == tempfile.gettempdir()
        assert worker.request(lambda post: os.environ["OMP_NUM_THREADS"]) == "1"


@pytest.mark.skipif(not linux, reason="only Linux forks")
def test_a_fork_has_a_temporary_folder_of_its_own_that_goes():
    with Worker(fresh=True) as worker:
        folders = [worker.request(lambda post: tempfile.mkdtemp()) for _ in range(2)]
        with pytest.raises(WorkerError):
            worker.request(
                lambda post: (post(tempfile.mkdtemp()), time.sleep(60)), time_limit=0.3, on_message=folders.append
            )
    assert not any(map(os.path.exists, folders))


@pytest.mark.skipif(not linux, reason="only Linux forks")
def test_a_fork_that_crashes_or_is_killed_does_not_end_the_prepared_process():
    with Worker(fresh=True) as worker:
        worker.start()
        process = worker.pid
        for task in ((kill_itself,), (sleep,)):
            with pytest.raises(WorkerError):
                worker.request(*task, time_limit=0.3)
        assert worker.request(pid) != process
        assert worker.pid == process


@pytest.mark.skipif(not linux, reason="only Linux forks")
def test_a_prepared_process_that_ends_is_told_from_its_fork():
    with Worker(fresh=True) as worker, pytest.raises(WorkerError, match="by signal 9 before it answered") as raised:
        worker.request(sleep, on_message=lambda _: os.kill(worker.pid, 9))
    assert raised.value.code is None


def test_kill_all_ends_workers_too():
    worker = Worker()
    worker.start()
    kill_all()
    assert worker.pid is None
    worker.close()


def test_several_workers_share_the_requests_and_answers_keep_their_order(has_ended):
    def work(post, k):
        time.sleep(0.05 * (3 - k % 4))
        return k, os.getpid()

    answers = list(map_in_workers(work, [(k,) for k in range(12)], jobs=2))
    assert [k for k, _ in answers] == list(range(12))
    assert len({number for _, number in answers}) == 2
    assert all(has_ended(number) for _, number in answers)


@pytest.mark.timed
def test_an_iteration_that_is_given_up_ends_the_workers_at_once(has_ended):
    begin = time.monotonic()
    answers = map_in_workers(lambda post, seconds: (time.sleep(seconds), os.getpid())[1], [(0,), (60,), (60,)], jobs=2)
    number = next(answers)
    answers.close()
    assert time.monotonic() - begin < 10
    assert has_ended(number)


def test_a_worker_that_ends_ends_the_iteration():
    with pytest.raises(WorkerError, match="exit code 3"):
        list(map_in_workers(end, [(3,), (3,)], jobs=2))
