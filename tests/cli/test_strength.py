"""The commands `strength` and `first-fail`: what they print, their pictures, their exit codes, and Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import psutil
import pytest
from typer.testing import CliRunner

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.cli import app

needs_choco = pytest.mark.skipif("choco" not in solvers.installed(), reason="Choco is not installed")


def run(*arguments):
    result = CliRunner().invoke(app, arguments)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_a_table_for_each_corpus():
    said = run("strength", "easy50", "hardest11", "--method", "hidden", "--method", "locked")
    assert said.exit_code == 0
    lines = [line.split() for line in said.stdout.splitlines()]
    assert ["easy50:", "50", "puzzles"] in lines
    assert ["hardest11:", "11", "puzzles"] in lines
    assert [line[3:6] for line in lines if line[:3] == ["+", "hidden", "singles"]] == [
        ["40", "80", "%"],
        ["1", "9", "%"],
    ]
    assert said.stderr == ""


def test_the_help_names_the_units_of_the_data():
    data = json.loads(run("strength", "small", "--method", "naked", "--json").stdout)["rungs"][0]
    assert {"median_ms", "total_ms"} < {*data}
    assert "times in milliseconds" in " ".join(run("strength", "--help").stdout.replace("│", " ").split())


def test_prices_mark_the_methods_that_none_beats():
    said = run("strength", "easy50", "--sample", "5", "--method", "lp:assignment", "--method", "hidden", "--prices")
    assert said.exit_code == 0
    lines = [line.split() for line in said.stdout.splitlines()]
    assert [line[-1] for line in lines if line[:2] in (["+", "hidden"], ["LP", "of"])] == ["yes", "yes"]
    data = json.loads(run("strength", "small", "--method", "naked", "--json").stdout)
    assert "processor_ms" in data["rungs"][0]
    assert data["front"] == ["naked"]


def test_integrality_by_logic_and_as_json():
    said = run("integrality", "hardest11")
    assert said.exit_code == 0
    rows = [line.split() for line in said.stdout.splitlines()]
    assert ["all", "11", "4", "36", "%", "-"] in rows
    data = json.loads(run("integrality", "easy50", "--sample", "3", "--json").stdout)
    assert sum(group["integral"] for group in data["by_logic"]) == 3
    assert run("integrality", "hardest11", "--sample", "2", "--time-limit", "0.000001").exit_code == 3


def test_as_json_a_line_for_each_corpus():
    said = run("strength", "small", "top95", "--method", "naked", "--sample", "5", "--seed", "3", "--json")
    small, top = [json.loads(line) for line in said.stdout.splitlines()]
    assert (small["corpus"], small["puzzles"], small["of"]) == ("small", 5, 6)
    assert (top["corpus"], top["puzzles"], top["of"], top["seed"]) == ("top95", 5, 95, 3)
    assert top["rungs"][0]["name"] == "naked"


def test_a_file_of_puzzles_has_the_name_of_the_file(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("\n".join(sm.load(f"easy50:{k}").line() for k in (1, 2, 3)), encoding="utf-8")
    said = run("strength", str(file), "--method", "shaving")
    assert "mine: 3 puzzles" in said.stdout


def test_each_method_is_explained():
    said = run("strength", "small", "--method", "domain", "--explain")
    assert "domain consistency: each value of each cell is in some solution of each all-different (J.-C. Regin" in (
        said.stdout
    )


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_the_picture_is_written(tmp_path, kind):
    picture = tmp_path / f"strength.{kind}"
    assert run("strength", "small", "--method", "naked", "--plot", str(picture)).exit_code == 0
    start = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[kind]
    assert picture.read_bytes().startswith(start)


def test_a_picture_that_cannot_be_written_is_refused_before_the_work(tmp_path):
    said = run("strength", "small", "--method", "naked", "--plot", str(tmp_path / "strength.gif"))
    assert (said.exit_code, said.stdout) == (2, "")
    assert "must end in .svg, .png, .pdf, not 'strength.gif'" in said.stderr
    said = run("strength", "small", "--method", "naked", "--plot", str(tmp_path / "none" / "strength.svg"))
    assert (said.exit_code, said.stdout) == (2, "")
    assert "there is no folder" in said.stderr
    said = run("strength", *["small"] * 7, "--method", "naked", "--plot", str(tmp_path / "strength.svg"))
    assert (said.exit_code, said.stdout) == (2, "")
    assert "a figure has at most 6 corpora, not 7" in said.stderr


def test_what_is_not_known_is_exit_code_3():
    said = run("strength", "hardest11", "--method", "lp:assignment", "--time-limit", "0.000001")
    assert said.exit_code == 3
    assert "0 to 100 %" in said.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("strength", "top59"), "unknown puzzle, corpus or file 'top59'"),
        (("strength", "small", "--method", "hiden"), "did you mean 'hidden'?"),
        (("strength", "small", "--sample", "0"), "at least 1 puzzle"),
        (("strength", "small", "--time-limit", "0"), "positive number of seconds"),
        (("first-fail", "top59"), "unknown puzzle, corpus or file 'top59'"),
        (("first-fail", "small", "--sample", "0"), "at least 1 puzzle"),
    ],
)
def test_bad_input_is_a_sentence_and_exit_code_2(arguments, words):
    said = run(*arguments)
    assert said.exit_code == 2
    assert words in said.stderr
    assert said.stdout == ""


@pytest.mark.slow
def test_ctrl_c_keeps_the_methods_that_are_done():
    """A process of its own is interrupted in the middle of its second rung."""
    code = """
import signal, sys
from sudoku_models.inference import methods
from sudoku_models.cli import app
methods.METHODS["hidden"].start.__globals__["Rules"].finishes, before = (
    lambda self, *_: signal.raise_signal(signal.SIGINT) if len(self.rules) > 1 else before(self, *_),
    methods.Rules.finishes,
)
app(["strength", "small", "--method", "naked", "--method", "hidden"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 130
    assert "naked singles" in done.stdout
    assert "hidden singles" not in done.stdout
    assert "interrupted: only finished methods are printed" in done.stderr


def started(program: "subprocess.Popen[str]") -> list[str]:
    """The command lines of the processes that it has started."""
    said = []
    for each in psutil.Process(program.pid).children():
        with suppress(psutil.NoSuchProcess):
            said.append(" ".join(each.cmdline()))
    return said


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to a group of processes")
def test_ctrl_c_in_a_terminal_reaches_the_command_and_not_its_processes():
    """All processes of the terminal get the signal; those that have only been started must not answer it."""
    command = [
        "-m",
        "sudoku_models",
        "strength",
        "large",
        "--method",
        "lp:assignment",
        "--time-limit",
        "60",
        "--jobs",
        "2",
    ]
    with subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as climbing:
        try:
            while climbing.poll() is None and not any("worker_process" in each for each in started(climbing)):
                time.sleep(0.01)
            os.killpg(climbing.pid, signal.SIGINT)
            _, said = climbing.communicate(timeout=60)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(climbing.pid, signal.SIGKILL)
    assert climbing.returncode == 130
    assert said.splitlines() == ["interrupted: only finished methods are printed"]


@needs_choco
def test_first_fail_prints_the_table_and_the_verdict():
    said = run("first-fail", "easy50", "hardest11", "--sample", "10")
    assert said.exit_code == 0
    assert [line.split()[:3] for line in said.stdout.splitlines() if " AC " in line][:2] == [
        ["easy50", "10", "AC"],
        ["hardest11", "10", "AC"],
    ]
    assert said.stdout.splitlines()[-1].startswith("Most puzzles need no search with AC: true of easy50")


@needs_choco
def test_first_fail_tells_bounds_in_letters_that_every_terminal_has():
    said = run("first-fail", "large", "--sample", "3", "--time-limit", "0.001")
    assert said.exit_code == 3
    assert "> " in said.stdout
    assert "at least (>=) or more than (>)" in said.stdout
    assert said.stdout.replace("─", "-").isascii()


@needs_choco
def test_first_fail_as_json():
    told = json.loads(run("first-fail", "small", "--json").stdout)
    assert [record["consistency"] for record in told["records"]] == ["AC", "BC"]
    assert told["records"][0]["no_search"] == 1


def test_first_fail_without_choco_names_the_package_to_install(monkeypatch):
    monkeypatch.setattr("sudoku_models.solvers.registry.find_spec", lambda name: None)
    said = run("first-fail", "small")
    assert said.exit_code == 2
    assert "the solver 'choco' is not installed; install it with" in said.stderr


def test_the_earlier_names_still_work_and_are_not_in_the_help():
    earlier = run("ladder", "small", "--rung", "naked", "--json")
    assert earlier.exit_code == 0
    assert [row["name"] for row in json.loads(earlier.stdout)["rungs"]] == ["naked"]
    help_texts = run("--help").stdout + run("strength", "--help").stdout
    assert "ladder" not in help_texts
    assert "--rung" not in help_texts
