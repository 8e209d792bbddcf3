"""The help of every command: it says what the exit codes mean, and is there without importing any library."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from sudoku_models.cli import app

WORDS = {
    "allowed": ["Examples:", "Exit code: 0 "],
    "unique": ["Examples:", "Exit code: 0 "],
    "explain": ["Exit code"],
    "rate": ["Exit code"],
    "generate": ["--symmetric", "Exit code"],
    "strength": ["sudoku-models strength", "130 interrupted"],
    "first-fail": ["sudoku-models first-fail", "130 interrupted"],
    "integrality": ["sudoku-models integrality", "130 interrupted"],
    "bench report": ["--measure", "Exit code"],
}


@pytest.mark.parametrize("command", WORDS)
def test_it_has_an_example_or_the_exit_codes(command: str) -> None:
    shown = CliRunner().invoke(app, [*command.split(), "--help"])
    assert (shown.exit_code, shown.stderr) == (0, "")
    text = " ".join(shown.stdout.split())
    assert all(words in text for words in WORDS[command]), text


def test_it_imports_no_library() -> None:
    """In one process, so every command is shown before the imports are looked at."""
    code = """
import sys
import typer
from typer.testing import CliRunner
from sudoku_models.cli import app

def paths(command, path=()):
    yield path
    for name, each in getattr(command, "commands", {}).items():
        yield from paths(each, (*path, name))

for path in paths(typer.main.get_command(app)):
    shown = CliRunner().invoke(app, [*path, "--help"])
    assert shown.exit_code == 0 and f"Usage: {' '.join(['sudoku-models', *path])}" in shown.stdout, (path, shown.output)
    print(*path)
modelling = {"pyomo", "pulp", "ortools"}
solvers = {"highspy", "pychoco", "pysat"}
others = {"matplotlib", "networkx", "scipy", "pandas", "pyarrow", "voila", "tornado", "anywidget"}
print("imported:", sorted((modelling | solvers | others) & {*sys.modules}))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    *commands, imported = ran.stdout.splitlines()
    assert {"solve", "show", "count", "compare", "puzzles", "search", "play", "ladder", *WORDS} <= {*commands}
    assert imported == "imported: []"
