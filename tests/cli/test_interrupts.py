"""Commands as programs: Ctrl-C while they build, rewrite, read or solve, pressed once or twice; and pipes."""

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from sudoku_models import solvers

PROGRAM = "from sudoku_models.cli import main; print('loaded', flush=True); main()"
"""The command line, which reports when it is loaded: from then on it is the command that is interrupted."""
COMMANDS = {
    "HiGHS, rewritten by cliques": ("solve", 25, "-f", "pairwise", "-b", "pulp", "-s", "highs"),
    "HiGHS, rewritten by indicators": ("solve", 25, "-f", "all_different", "-b", "pulp", "-s", "highs"),
    "HiGHS, rewritten by rank": ("solve", 16, "-f", "pairwise", "-b", "pulp", "-r", "rank"),
    "HiGHS, rewritten by gdp_hull": ("solve", 25, "-f", "pairwise", "-b", "pyomo", "-r", "gdp_hull"),
    "SCIP": ("solve", 25, "-b", "pulp", "-s", "scip"),
    "CBC": ("solve", 25, "-f", "pairwise", "-b", "pyomo", "-s", "cbc"),
    "a count": ("count", 25, "-f", "mixed", "-b", "cpsat", "-s", "cpsat"),
}


def program(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "sudoku_models", *arguments]


@pytest.mark.slow
def test_ctrl_c_while_a_compiled_library_is_imported_is_no_error(tmp_path: Path) -> None:
    broken = "try:\n    raise KeyboardInterrupt\nexcept KeyboardInterrupt as e:\n    raise ImportError('half') from e\n"
    (tmp_path / "highspy.py").write_text(broken)  # what the real one does
    program = "import sys; sys.path.insert(0, sys.argv.pop(1)); from sudoku_models.cli import main; main()"
    arguments = [sys.executable, "-c", program, str(tmp_path), "solve", "mccaffrey", "-b", "cpsat", "-s", "highs"]
    ran = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "interrupted\n")


@pytest.mark.slow
@pytest.mark.parametrize(("command", "times"), [(command, 1 + k % 2) for k, command in enumerate(COMMANDS)])
def test_ctrl_c_ends_a_command(command: str, times: int) -> None:
    verb, size, *options = COMMANDS[command]
    arguments = [sys.executable, "-c", PROGRAM, verb, "." * size**2, *options]
    program = subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert program.stdout
    assert program.stdout.readline() == "loaded\n"
    time.sleep(random.Random(f"{command} {times}").uniform(0.1, 3))
    assert program.poll() is None, program.communicate()
    children = psutil.Process(program.pid).children(recursive=True)
    for _ in range(times):
        if program.poll() is None:
            program.send_signal(signal.SIGINT)
            time.sleep(0.2)
    try:
        out, err = program.communicate(timeout=300)
    finally:
        program.kill()
    assert program.returncode == 130
    assert "Traceback" not in out + err
    assert not psutil.wait_procs(children, timeout=60)[1]


@pytest.mark.slow
def test_ctrl_c_keeps_the_methods_that_are_done():
    """A process of its own is interrupted in the middle of its second method."""
    code = """
import dataclasses, signal, sys
from sudoku_models.inference import methods
from sudoku_models.cli import app
methods.METHODS["hidden"] = dataclasses.replace(
    methods.METHODS["hidden"], start=lambda _: lambda *_: signal.raise_signal(signal.SIGINT)
)
app(["strength", "small", "--method", "naked", "--method", "hidden"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 130
    assert "naked singles" in done.stdout
    assert "hidden singles" not in done.stdout
    assert "interrupted: only finished methods are printed" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to a group of processes")
def test_ctrl_c_in_a_terminal_reaches_the_command_and_not_its_processes():
    """All processes of the terminal get the signal; those that have only been started must not answer it."""
    command = program("strength", "large", "--method", "lp:assignment", "--time-limit", "60", "--jobs", "2")
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as running:
        try:
            while running.poll() is None and not psutil.Process(running.pid).children():
                time.sleep(0.01)
            os.killpg(running.pid, signal.SIGINT)
            _, errors = running.communicate(timeout=60)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == 130
    assert errors.splitlines() == ["interrupted: only finished methods are printed"]


# -- pipes


@pytest.mark.slow
def test_a_pipe_goes_in_and_comes_out_without_colour() -> None:
    two = "1.....2..3.....4\n11.............."
    done = subprocess.run(
        program("count", "-", "-b", "pulp"), input=f"{two}\n", capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    assert [line.split(".")[0] for line in done.stdout.splitlines()] == ["line 1: 1 (exact)", "line 2: 0 (exact)"]
    assert "\x1b" not in done.stdout
    assert done.stderr == ""


class Terminal:
    """A terminal for a program's standard error, with a person who reads it."""

    def __init__(self) -> None:
        pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
        self._reader, self.writer = pty.openpty()
        self.shown = b""
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        while True:
            try:
                text = os.read(self._reader, 4096)
            except OSError:  # the last program that wrote to it has ended
                return
            if not text:
                return
            self.shown += text

    def close(self) -> None:
        self._thread.join(timeout=10)
        os.close(self._reader)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    it = Terminal()
    yield it
    it.close()


COUNTING = [("-s", "highs"), ("-s", "cpsat", "--method", "enumerate"), ("-s", "cbc"), ("-s", "cadical")]


@pytest.mark.slow
@pytest.mark.parametrize("options", COUNTING, ids=" ".join)
def test_ctrl_c_reports_the_results_so_far(options: tuple[str, ...], terminal: Terminal) -> None:
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(
        program("count", "several:34", "--limit", "5000", *options),
        stdout=subprocess.PIPE,
        stderr=terminal.writer,
        env=environment,
        start_new_session=True,
    ) as counting:
        os.close(terminal.writer)
        try:
            busy_by = time.monotonic() + 600
            while b"so far" not in terminal.shown and counting.poll() is None and time.monotonic() < busy_by:
                time.sleep(0.05)
            assert b"solutions so far" in terminal.shown  # the progress bar, which also says that it is busy
            os.killpg(counting.pid, signal.SIGINT)
            out, _ = counting.communicate(timeout=300)
        finally:
            if counting.poll() is None:
                os.killpg(counting.pid, signal.SIGKILL)
    printed = out.decode()
    assert counting.returncode == 130
    assert "Traceback" not in printed + terminal.shown.decode(errors="replace")
    assert (found := re.match(r"several:34: at least (\d+) \(at least\)\. .* interrupted\.$", printed))
    assert int(found[1]) > 0


def test_ctrl_c_still_interrupts_after_a_solve() -> None:
    code = """
import os, signal, time
import sudoku_models as sm
from sudoku_models import solvers
for solver in solvers.installed():
    assert sm.build(sm.load("small:1"), backend="pulp").solve(solver)
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
    except KeyboardInterrupt:
        print(solver)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == solvers.installed()
