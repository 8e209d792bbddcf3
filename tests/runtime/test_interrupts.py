"""Ctrl-C cancels what runs, waits for what must not be left half done, and is heard in long steps that ask."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from sudoku_models.runtime.interrupts import (
    cancel_on_interrupt,
    check_interrupt,
    defer_interrupts,
    import_whole,
    is_interruptible,
    run_cancellable,
)


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_cancels_and_is_raised_once_the_block_has_ended() -> None:
    cancelled, reached = threading.Event(), []

    def work() -> None:
        with cancel_on_interrupt(cancelled.set):
            press()
            reached.append(cancelled.wait(5))

    with pytest.raises(KeyboardInterrupt):
        work()
    assert reached == [True]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_cancels_a_solver_again_until_it_has_ended() -> None:
    attempts, is_stopped = [], threading.Event()

    def cancel() -> None:
        attempts.append(None)
        if len(attempts) == 3:  # a solver that has not begun cannot be cancelled
            is_stopped.set()

    def solve() -> bool:
        press()
        return is_stopped.wait(5)

    with pytest.raises(KeyboardInterrupt):
        run_cancellable(solve, cancel)
    assert len(attempts) >= 3
    assert run_cancellable(lambda: 17, cancel) == 17
    with pytest.raises(ZeroDivisionError):
        run_cancellable(lambda: 1 / 0, cancel)


def test_an_import_is_finished_before_the_interrupt_is_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # PuLP hides that the import of HiGHS was interrupted, and HiGHS cannot be imported a second time
    lines = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nfor _ in range(10):\n    pass\nIS_WHOLE = True\n"
    (tmp_path / "a_compiled_library.py").write_text(lines)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        import_whole("a_compiled_library")
    assert sys.modules.pop("a_compiled_library").IS_WHOLE


@pytest.mark.parametrize("is_checked", [False, True])
def test_a_deferred_interrupt_is_raised_at_the_end_or_where_a_long_step_checks(is_checked: bool) -> None:
    done = []

    def work() -> None:
        with defer_interrupts():
            check_interrupt()
            press()
            done.append(1)
            with defer_interrupts():
                if is_checked:
                    check_interrupt()
            done.append(2)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ([1] if is_checked else [1, 2])
    check_interrupt()  # nothing is left over


def test_other_threads_are_not_concerned() -> None:
    errors = []

    def work() -> None:
        try:
            with defer_interrupts():
                run_cancellable(lambda: time.sleep(0.05), lambda: errors.append("cancelled"))
                check_interrupt()
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()

    def wait() -> None:
        with defer_interrupts():
            press()
            thread.join()

    with pytest.raises(KeyboardInterrupt):
        wait()
    assert errors == []


def test_a_process_that_ignores_the_signal_is_not_interruptible() -> None:
    assert is_interruptible()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert not is_interruptible()
    finally:
        signal.signal(signal.SIGINT, before)
