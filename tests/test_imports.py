"""The order of the wings, as `pyproject.toml` writes it down for the import linter."""

import subprocess
import sys
from pathlib import Path

LINT = "from importlinter.cli import lint_imports_command as command; command(['--no-cache', '--no-logo'])"


def test_imports_have_one_direction_and_no_cycles() -> None:
    command, checkout = [sys.executable, "-P", "-c", LINT], Path(__file__).parents[1]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
