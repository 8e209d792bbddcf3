"""The order of the wings, as `pyproject.toml` writes it down for the import linter."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
LINT = "from importlinter.cli import lint_imports_command as command; command(['--no-cache', '--no-logo'])"


def lint(folder: Path) -> tuple[int, str]:
    """The exit code of the import linter on the package in a folder, and its report."""
    done = subprocess.run([sys.executable, "-P", "-c", LINT], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def test_imports_have_one_direction_and_no_cycles() -> None:
    code, report = lint(CHECKOUT)
    assert code == 0, report


@pytest.mark.parametrize(
    ("file", "line", "broken"),
    [
        ("puzzles/board.py", "from ..models import problem", "puzzles is not allowed to import sudoku_models.models"),
        ("board/game.py", "from ..benchmark import rows", "board is not allowed to import sudoku_models.benchmark"),
        ("attic/__init__.py", "", "attic"),
        ("errors.py", "from . import runtime", "errors is not allowed to import sudoku_models.runtime"),
    ],
    ids=["upwards", "sideways", "a wing without a place", "out of the lowest"],
)
def test_an_import_in_the_wrong_direction_is_detected(file: str, line: str, broken: str, tmp_path: Path) -> None:
    """The contracts can fail: one line is added to a copy of the package."""
    shutil.copytree(CHECKOUT / "sudoku_models", tmp_path / "sudoku_models", ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copy(CHECKOUT / "pyproject.toml", tmp_path)
    changed = tmp_path / "sudoku_models" / file
    changed.parent.mkdir(exist_ok=True)
    text = changed.read_text(encoding="utf-8") if changed.exists() else ""
    changed.write_text(f"{text}\n{line}\n", encoding="utf-8")
    code, report = lint(tmp_path)
    assert code == 1
    assert broken in report
