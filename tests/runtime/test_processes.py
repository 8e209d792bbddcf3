"""A worker answers one request after another, says why it ended, and leaves nothing behind."""

import os
import pickle
import random
import subprocess
import sys
import tempfile
import threading
import time

import cloudpickle
import psutil
import pytest

from sudoku_models.errors import UnknownNameError, WorkerError
from sudoku_models.runtime import processes
from sudoku_models.runtime.processes import Worker, map_with_workers

linux = sys.platform == "linux"
cloudpickle.register_pickle_by_value(sys.modules[__name__])  # a worker cannot import a module of tests


def has_ended(pid, seconds=60.0):
    """Whether a process ends in time; a zombie, which its parent has not waited for, has ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if psutil.Process(pid).status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD):
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.01)
    return False


def pid(post):
    return os.getpid()


def sleep(post, seconds=600):
    post(os.getpid())
    time.sleep(seconds)


def end(post, code):
    os._exit(code)


def kill_itself(post):
    os.kill(os.getpid(), 9)


def start_a_child(post, wait=True):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    post(child.pid)
    if wait:
        child.wait()


@pytest.fixture(params=[False, True], ids=["kept", "fresh"])
def worker(request):
    with Worker(fresh=request.param) as worker:
        yield worker


def test_requests_are_answered_one_after_another_and_messages_in_order(worker):
    messages = []
    ids = {worker.request(pid) for _ in range(3)}
    assert len(ids) == (3 if worker._fresh else 1)
    assert worker.request(lambda post: [post(k) for k in range(50)], on_message=messages.append) == [None] * 50
    assert messages == list(range(50))


def test_without_forks_a_process_is_replaced_after_each_request(monkeypatch):
    monkeypatch.setattr(processes, "FORKS", False)
    with Worker(fresh=True) as worker:
        assert len({worker.request(pid) for _ in range(2)}) == 2
        with pytest.raises(WorkerError, match="code 3"):
            worker.request(end, 3)


@pytest.mark.slow
def test_an_exception_is_raised_in_the_parent_and_the_worker_serves_on(worker):
    def unknown(post):
        raise UnknownNameError("solver", "hihgs", ["highs"])

    def strange(post):
        class StrangeError(Exception):
            def __init__(self, one, two):
                super().__init__("very strange")

        raise StrangeError(1, 2)

    def fails(listened):
        raise KeyError("mine")

    for task, kind, message in (
        (unknown, UnknownNameError, "did you mean 'highs'"),
        (strange, Exception, r"^StrangeError: very strange$"),
        (lambda post: threading.Lock(), TypeError, "pickle"),
    ):
        with pytest.raises(kind, match=message):
            worker.request(task)
    with pytest.raises(KeyError):
        worker.request(sleep, on_message=fails)
    assert worker.request(pid)


@pytest.mark.parametrize(("task", "code"), [((end, 3), 3), ((end, 0), 0), ((kill_itself,), -9)])
def test_a_process_that_ends_by_itself_reports_why_and_is_replaced(worker, task, code):
    with pytest.raises(WorkerError, match=f"signal {-code}" if code < 0 else f"code {code}") as raised:
        worker.request(*task)
    copied = pickle.loads(pickle.dumps(raised.value))
    assert (copied.code, copied.limit, str(copied)) == (code, "", str(raised.value))
    assert worker.request(pid)


def test_a_task_that_reaches_its_time_limit_is_killed_with_its_programs_and_the_next_one_served(worker):
    worker.request(pid)
    seen = []

    def talk_and_start(post):
        start_a_child(post, wait=False)
        while True:
            post(os.getpid())

    with pytest.raises(WorkerError, match=r"0\.5 seconds") as raised:
        worker.request(talk_and_start, time_limit=0.5, on_message=seen.append)
    assert raised.value.limit == "time"
    assert all(map(has_ended, set(seen)))
    assert worker.request(pid)


@pytest.mark.slow
def test_a_task_that_takes_too_much_memory_is_killed(worker):
    def eat(post, here):
        eaten = "x = bytearray(300 * 1024**2); import time; time.sleep(60)"
        exec(eaten) if here else subprocess.run([sys.executable, "-c", eaten])

    for here in (True, False):
        with pytest.raises(WorkerError, match=r"more than 0.2 GB") as raised:
            worker.request(eat, here, time_limit=30, memory_limit=200 * 1024**2)
        assert raised.value.limit == "memory"


@pytest.mark.slow
def test_it_is_cancelled_from_another_thread(worker):
    def cancel(number):
        threading.Thread(target=worker.kill).start()
        seen.append(number)

    seen = []
    with pytest.raises(WorkerError, match="was cancelled"):
        worker.request(sleep, on_message=cancel)
    assert len(seen) == 1
    assert has_ended(seen[0])
    assert worker.request(pid)


def test_a_closed_worker_leaves_no_process_and_starts_none(worker):
    before = {each.pid for each in psutil.Process().children()}
    worker.start()
    process = worker.pid
    assert process
    assert (worker.request(pid) != process) is (worker._fresh and linux)
    seen = []
    worker.request(start_a_child, False, on_message=seen.append)
    worker.close()
    assert has_ended(seen[0])
    assert {each.pid for each in psutil.Process().children()} <= before
    assert worker.pid is None
    with pytest.raises(WorkerError, match="closed"):
        worker.request(pid)


def test_a_task_has_its_modules_and_variables_and_neither_input_nor_output(capfd):
    def talk(post):
        print("python", flush=True)
        os.write(1, b"descriptor")
        os.write(2, b"error")
        subprocess.run([sys.executable, "-c", "print('child')"], check=True)
        return "colorsys" in sys.modules, os.environ["OMP_NUM_THREADS"], sys.stdin.read()

    with Worker(["colorsys", "tempfile:gettempdir"], environment={"OMP_NUM_THREADS": "1"}) as worker:
        assert worker.request(talk) == (True, "1", "")
    assert capfd.readouterr() == ("", "")


def echo(post, data):
    post(data)
    return data


def test_requests_and_answers_may_be_larger_than_the_buffer_of_a_pipe(worker):
    for size in (1_000, 65_536, 3_000_000):
        data, seen = os.urandom(size), []
        assert worker.request(echo, data, on_message=seen.append) == data
        assert seen == [data]


def test_a_late_event_on_the_pipe_of_requests_ends_no_process(worker, tmp_path):
    """The system may wake the reader for the last bytes of a request when it has read them."""

    def wait(post):
        post(None)
        while not (tmp_path / "written").exists():
            time.sleep(0.01)
        return "answered"

    def write(_):
        worker._process._send((sys.path, str(tmp_path), cloudpickle.dumps((pid, ()))))
        (tmp_path / "written").touch()

    assert worker.request(wait, on_message=write) == "answered"


@pytest.mark.slow
def test_hundreds_of_requests_are_answered_on_a_busy_machine():
    rng = random.Random(1)
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4)]
    try:
        with Worker() as kept, Worker(fresh=True) as fresh:
            for k in range(400):
                size = round(10 ** rng.uniform(3, 7.5 if k % 20 == 0 else 6))
                assert (kept, fresh)[k % 2].request(lambda post, data: len(data), bytes(size)) == size
    finally:
        for each in busy:
            each.kill()
            each.wait()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows does not fork")
def test_a_fork_of_the_parent_neither_ends_a_worker_nor_keeps_it_running_after_the_parent():
    if linux:
        fork = "child = os.fork() or time.sleep(60) or os._exit(0); print(child, flush=True); os.kill(os.getpid(), 9)"
        with subprocess.Popen([sys.executable, "-c", script(fork)], stdout=subprocess.PIPE, text=True) as parent:
            numbers, child = map(int, parent.stdout.readline().split()), int(parent.stdout.readline())
            try:
                assert all(map(has_ended, numbers))
                assert psutil.pid_exists(child)
            finally:
                os.kill(child, 9)
    with Worker() as worker:
        number = worker.request(pid)
        if (forked := os.fork()) == 0:
            worker.close()
            os._exit(0)
        os.waitpid(forked, 0)
        assert worker.request(pid) == number


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="Windows has no process groups to signal")
def test_closing_a_worker_that_has_ended_kills_no_process_that_got_its_number():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True) as other:
        with Worker() as worker:
            worker.start()
            program = worker._process.program
            program.kill()
            program.wait()
            program.pid = other.pid
        other.stdin.close()
        assert other.wait() >= 0


def script(action, **options):
    """A program without `if __name__ == "__main__":` whose worker tells its process id, upon which it acts."""
    return (
        "import os, signal, subprocess, sys, time\n"
        "from sudoku_models.runtime.processes import Worker\n"
        "def task(post):\n"
        "    child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "    post((os.getpid(), child.pid))\n"
        "    sum(range(10**12))\n"  # holds Python's lock
        "def tell(pids):\n"
        "    print(*pids, flush=True)\n"
        f"    {action}\n"
        "try:\n"
        f"    Worker(**{options}).request(task, on_message=tell)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("fresh", [False, True])
def test_it_ends_with_its_programs_when_its_parent_is_killed(fresh):
    code = script("os.kill(os.getpid(), 9)", fresh=fresh)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert len(ran.stdout.split()) == 2
    assert all(has_ended(int(number)) for number in ran.stdout.split())


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="Windows has no process groups to signal")
def test_ctrl_c_reaches_the_parent_alone_and_ends_the_task():
    command = [sys.executable, "-c", script("os.killpg(os.getpgrp(), signal.SIGINT)")]
    ran = subprocess.run(command, capture_output=True, text=True, start_new_session=True)
    *numbers, last = ran.stdout.split()
    assert (last, ran.stderr) == ("interrupted", "")
    assert all(has_ended(int(number)) for number in numbers)


def test_a_process_that_cannot_be_started_reports_it(monkeypatch):
    def no_memory(*arguments, **options):
        raise OSError(12, "Cannot allocate memory")

    def no_thread(thread):
        raise RuntimeError("can't start new thread")

    before = {each.pid for each in psutil.Process().children()}
    with Worker() as worker:
        for where, name, fail in ((subprocess, "Popen", no_memory), (threading.Thread, "start", no_thread)):
            with monkeypatch.context() as broken:
                broken.setattr(where, name, fail)
                with pytest.raises(WorkerError, match=r"cannot be started: [Cc]an"):
                    worker.request(pid)
            assert {each.pid for each in psutil.Process().children()} <= before
        assert worker.request(pid)
    with Worker(["json:no_such_name"]) as worker, pytest.raises(WorkerError, match="exit code 1"):
        worker.request(pid)


def test_a_task_has_a_temporary_folder_of_its_own_that_is_removed(worker):
    folders = [worker.request(lambda post: tempfile.mkdtemp()) for _ in range(2)]
    with pytest.raises(WorkerError):
        worker.request(
            lambda post: (post(tempfile.mkdtemp()), time.sleep(60)), time_limit=0.3, on_message=folders.append
        )
    assert len({*map(os.path.dirname, folders)}) == 3
    assert not any(map(os.path.exists, folders))


@pytest.mark.skipif(not linux, reason="only Linux forks")
def test_a_fork_that_crashes_does_not_end_the_prepared_process_whose_own_end_is_told_apart():
    with Worker(fresh=True) as worker:
        worker.start()
        process = worker.pid
        with pytest.raises(WorkerError):
            worker.request(kill_itself)
        assert worker.request(pid) != process
        assert worker.pid == process
        with pytest.raises(WorkerError, match="by signal 9") as raised:
            worker.request(sleep, on_message=lambda _: os.kill(worker.pid, 9))
        assert raised.value.code is None


def test_several_workers_share_the_requests_and_answers_keep_their_order():
    def work(post, k):
        time.sleep(0.05 * (3 - k % 4))
        return k, os.getpid()

    answers = list(map_with_workers(lambda worker, k: worker.request(work, k), range(8), jobs=2))
    assert [k for k, _ in answers] == list(range(8))
    assert len({number for _, number in answers}) == 2
    with pytest.raises(WorkerError, match="exit code 3"):
        list(map_with_workers(lambda worker, k: worker.request(end, k), [3, 3], jobs=2))
    unfinished = map_with_workers(
        lambda worker, s: worker.request(lambda post: (time.sleep(s), os.getpid())[1]), [0, 600, 600], jobs=2
    )
    answers.append((0, next(unfinished)))
    unfinished.close()
    assert all(has_ended(number) for _, number in answers)
