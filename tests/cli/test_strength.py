"""The command `strength`: what it prints, its pictures, its exit codes, and Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import psutil
import pytest
from running import refused, run

import sudoku_models as sm


def test_a_table_for_each_corpus():
    ran = run("strength", "easy50", "hardest11", "--method", "hidden", "--method", "locked")
    assert (ran.code, ran.err) == (0, "")
    lines = [line.split() for line in ran.out.splitlines()]
    assert ["easy50:", "50", "puzzles"] in lines
    assert ["hardest11:", "11", "puzzles"] in lines
    shares = [line[3:6] for line in lines if line[:3] == ["+", "hidden", "singles"]]
    assert shares == [["40", "80", "%"], ["1", "9", "%"]]


def test_integral_relaxations_by_logic_and_as_json():
    ran = run("strength", "hardest11", "--integral")
    assert ran.code == 0
    assert ["all", "11", "4", "36", "%", "-"] in [line.split() for line in ran.out.splitlines()]
    (data,) = run("strength", "easy50", "--sample", "3", "--integral", "--json").objects
    assert data["groups"][-1]["integral"] == 3
    assert run("strength", "hardest11", "--sample", "2", "--integral", "--time-limit", "0.000001").code == 3


def test_as_json_a_line_for_each_corpus(tmp_path):
    small, top = run("strength", "small", "top95", "--method", "naked", "--sample", "5", "--json").objects
    assert (small["corpus"], small["puzzles"], small["of"]) == ("small", 5, 6)
    assert (top["corpus"], top["puzzles"], top["of"]) == ("top95", 5, 95)
    assert top["methods"][0]["name"] == "naked"
    assert {"median_ms", "total_ms", "processor_ms"} < {*top["methods"][0]}
    file = tmp_path / "mine.txt"
    file.write_text("\n".join(sm.load(f"easy50:{k}").line() for k in (1, 2, 3)), encoding="utf-8")
    assert "mine: 3 puzzles" in run("strength", str(file), "--method", "shaving").out


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_the_picture_is_written(tmp_path, kind):
    picture = tmp_path / f"strength.{kind}"
    assert run("strength", "small", "--method", "naked", "--plot", str(picture)).code == 0
    start = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[kind]
    assert picture.read_bytes().startswith(start)


def test_a_limit_is_exit_code_3():
    ran = run("strength", "hardest11", "--method", "lp:assignment", "--time-limit", "0.000001")
    assert ran.code == 3
    assert "0 to 100 %" in ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("top59", "unknown puzzle, corpus or file 'top59'"),
        ("small --method hiden", "did you mean 'hidden'?"),
        ("small --sample 0", "at least 1 puzzle"),
        ("small --time-limit 0", "positive number of seconds"),
        ("small --integral --method naked", "exclude each other"),
        ("small --plot strength.gif", "must end in .svg"),
        ("small --plot none/strength.svg", "there is no folder"),
        ("small small small small small small small --plot strength.svg", "at most 6 corpora"),
    ],
)
def test_bad_input_is_refused_before_the_work(arguments, words):
    assert words in refused("strength", *arguments.split())


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
    asked = ["strength", "large", "--method", "lp:assignment", "--time-limit", "60", "--jobs", "2"]
    command, pipe = [sys.executable, "-m", "sudoku_models", *asked], subprocess.PIPE
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
