"""The help of every command, the exit codes, and the version."""

import subprocess
import sys

import typer
from running import run

from sudoku_models.cli import app
from sudoku_models.cli.console import EXIT_CODES


def commands(command: object, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """All commands, as the words that call them."""
    below = getattr(command, "commands", None)
    if below is None:
        return [path]
    return [each for name, command in below.items() for each in commands(command, (*path, name))]


def test_every_command_has_a_help_with_an_example_and_the_exit_codes() -> None:
    found = commands(typer.main.get_command(app))
    assert {("solve",), ("bench", "run")} <= {*found}
    for path in found:
        ran = run(*path, "--help")
        assert ran.code == 0
        assert f"Usage: {' '.join(['sudoku-models', *path])}" in ran.out
        text = " ".join(ran.out.split())
        assert f"Examples: sudoku-models {' '.join(path)}" in text
        assert "Exit codes: 0 success" in text


def test_the_help_lists_every_exit_code_and_the_version_is_printed() -> None:
    text = " ".join(run("--help").out.split())
    assert all(f"{code} {meaning}" in text for code, meaning in EXIT_CODES.items())
    assert run("--version").out.startswith("sudoku-models ")
    nothing = run()
    assert "Usage: sudoku-models" in nothing.out + nothing.err


def test_the_help_imports_no_library() -> None:
    code = """
import sys
from typer.testing import CliRunner
from sudoku_models.cli import app
for command in ([], ["solve"], ["bench", "run"], ["course", "grade"]):
    assert CliRunner().invoke(app, [*command, "--help"]).exit_code == 0
libraries = {"pyomo", "pulp", "ortools", "highspy", "pychoco", "pysat", "matplotlib", "networkx", "scipy"}
print("imported:", sorted((libraries | {"pandas", "pyarrow", "anywidget"}) & {*sys.modules}))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert ran.stdout.strip() == "imported: []", ran.stderr
