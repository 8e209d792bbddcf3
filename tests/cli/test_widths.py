"""On terminals of every width no word and no number is broken, and what is printed has room in its lines."""

import fcntl
import os
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest
import typer
from running import run
from test_help import commands

from sudoku_models.cli import app, console

UNIQUE = "1.....2..3.....4"
EASY = "easy50:7"
WIDTHS = 80, 100, 160
PRINTED = [
    f"show {EASY}",
    "show killer:1",
    "show large:1",
    "show nosuch",
    f"solve {UNIQUE}",
    f"solve {UNIQUE} -s nosuch",
    "solve nosuch",
    f"count {UNIQUE}",
    f"compare {UNIQUE} -f all_different,assignment -b pulp -s highs,cpsat",
    f"compare {UNIQUE} -f all_different,assignment -b pulp -s highs,cpsat --all",
    f"equivalent assignment pairwise {UNIQUE}",
    "allowed several:13",
    "unique several:13",
    "puzzles",
    "puzzles clues",
    "solvers",
    f"certify {UNIQUE} --out OUT/proof",
    "verify OUT/proof",
    f"explain {EASY} -n 2",
    f"explain {EASY} -n 2 --by mus",
    "rate small:1",
    "search small:1 --steps 10",
    "search mccaffrey --steps 10",
    "strength small --method naked --method lp:all_different",
    "generate --board 4 --seed 1",
    "bench run --dry-run --out OUT/results",
    "course exam --list",
]


LEFT_OUT = {"A", "wider", "screen", "also", "has"}
"""The words of the note about columns that are left out."""


def words(text: str) -> set[str]:
    return {each.strip(".,:") for each in text.replace("─", " ").split()}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("out")
    run("certify", UNIQUE, "--out", str(folder / "proof"))
    return folder


@pytest.mark.parametrize(
    "line", [pytest.param(each, marks=pytest.mark.slow) if "str" in each else each for each in PRINTED]
)
def test_lines_have_room_and_words_are_whole(
    line: str, out: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[tuple[Any, Any, Any]] = []
    for name in ("say", "print_table"):
        true = getattr(console, name)
        monkeypatch.setattr(console, name, lambda *a, true=true, **kw: calls.append((true, a, kw)))
    run(*line.replace("OUT", str(out)).split())
    monkeypatch.undo()
    assert calls

    def printed(width: int) -> str:
        monkeypatch.setattr(console, "terminal_width", lambda err=False: width)
        for function, arguments, options in calls:
            function(*arguments, **options)
        shown = capsys.readouterr()
        return shown.out + shown.err

    whole = printed(10_000)
    for width in WIDTHS:
        text = printed(width)
        too_long = [each for each in text.splitlines() if len(each.rstrip()) > width and " " in each.strip()]
        assert not too_long
        assert words(text) <= words(whole) | LEFT_OUT


@pytest.mark.parametrize("path", [(), *commands(typer.main.get_command(app))], ids=" ".join)
def test_help_breaks_no_word(path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for width in (400, *WIDTHS):
        monkeypatch.setenv("COLUMNS", str(width))
        shown.append(run(*path, "--help").out.replace("│", " "))
    for text in shown[1:]:
        assert words(text) <= words(shown[0])


def test_a_real_terminal_is_as_wide_as_its_lines() -> None:
    master, terminal = os.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    command = [sys.executable, "-m", "sudoku_models", "solvers"]
    subprocess.run(command, stdout=terminal, stderr=terminal, env=environment, check=True, timeout=120)
    os.close(terminal)
    lines = os.read(master, 100_000).decode().splitlines()
    os.close(master)
    assert 60 < max(map(len, (re.sub(r"\x1b\[[\d;]*m", "", line).rstrip() for line in lines))) <= 80


@pytest.mark.parametrize("way", ["path", "folder", "module"])
def test_commands_are_printed_so_that_they_can_be_typed(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(sys.executable).parent
    called = str(folder / "sudoku-models")
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin" if way == "path" else "/usr/bin:/bin")
    monkeypatch.chdir(folder.parent)
    module = str(Path(console.__file__).parents[1] / "__main__.py")
    monkeypatch.setattr(sys, "argv", [{"path": called, "folder": "bin/sudoku-models"}.get(way, module)])
    monkeypatch.setattr(sys, "orig_argv", ["bin/python", "-m", "sudoku_models"])
    shown = console.program()
    assert shown == {"path": "sudoku-models", "folder": "bin/sudoku-models"}.get(way, "bin/python -m sudoku_models")
    ran = subprocess.run(f"{shown} --version", shell=True, capture_output=True, text=True, check=False, timeout=120)
    assert ran.stdout.startswith("sudoku-models "), ran.stderr
