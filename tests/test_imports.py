"""The order of the wings, as `pyproject.toml` writes it down for the import linter."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import cloudpickle

import sudoku_models as sm

LINT = "from importlinter.cli import lint_imports_command as command; command(['--no-cache', '--no-logo'])"


def test_imports_have_one_direction_and_no_cycles() -> None:
    command, checkout = [sys.executable, "-P", "-c", LINT], Path(__file__).parents[1]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_module_is_imported_by_its_name_and_no_package_is_hidden_by_a_function() -> None:
    """A function may have the name of the file that it is from."""
    for name in sm.__all__:
        getattr(sm, name)
    for module in pkgutil.walk_packages(sm.__path__, "sudoku_models."):
        if not module.name.endswith("__main__"):
            names: dict[str, object] = {}
            exec(f"import {module.name} as found", names)
            assert not module.ispkg or names["found"] is sys.modules[module.name]
    assert cloudpickle.loads(cloudpickle.dumps(sm.explain))("1... ..2. .3.. ...4").solved
