"""The recipe for a formulation works as it is written: code and `pyproject.toml` are taken from the docstring."""

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import sudoku_models as sm
from sudoku_models import benchmark, formulations

BLOCKS = [textwrap.dedent(block).strip() for block in re.findall(r"(?:^    .*\n|^\n)+", formulations.__doc__, re.M)]
FUNCTION = next(block for block in BLOCKS if "def at_most_once" in block)
PROJECT = next(block for block in BLOCKS if block.startswith("[project]"))


@pytest.fixture
def at_most_once():
    code = {}
    exec(FUNCTION, code)
    return code["at_most_once"]


def test_the_function_passes_the_check(at_most_once):
    benchmark.check_formulation(at_most_once)


def test_it_is_registered_in_python(at_most_once, unique4):
    sm.register("recipe", at_most_once)
    try:
        assert sm.build(unique4, "recipe", "pulp").solve("highs")
        assert sm.compare(unique4, ["recipe", "assignment"], solvers=["highs", "cpsat"]).agree
        assert sm.explain(unique4, "lp", limit=1, formulation="recipe").steps
    finally:
        del sm.FORMULATIONS["recipe"]


def test_a_package_with_an_entry_point_is_found_once_it_is_installed(tmp_path):
    """Built and installed by the packaging tools themselves, without a network, into a folder of its own."""
    project, site = tmp_path / "project", tmp_path / "site"
    project.mkdir()
    (project / "my_models.py").write_text(FUNCTION, encoding="utf-8")
    (project / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    install = ["-m", "pip", "install", "--no-index", "--no-deps", "--no-build-isolation", "--quiet"]
    done = subprocess.run(
        [sys.executable, *install, "--target", str(site), str(project)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    code = """
import sudoku_models as sm
print(sm.FORMULATIONS["at_most_once"])
print(sm.build(sm.load("small:1"), "at_most_once", "pulp").solve("highs").status)
"""
    path = os.pathsep.join([str(site), str(Path(sm.__file__).parents[1])])
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.stdout.splitlines() == ["from the package my-models 1.0", "solved"], done.stderr
