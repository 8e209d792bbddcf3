"""The recipe for a formulation works as it is written: code and `pyproject.toml` are taken from the docstring."""

import re
import textwrap

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


@pytest.mark.slow
def test_a_package_with_an_entry_point_is_found_once_it_is_installed(run_with_package):
    code = """
import sudoku_models as sm
print(sm.FORMULATIONS["at_most_once"])
print(sm.build(sm.load("small:1"), "at_most_once", "pulp").solve("highs").status)
"""
    done = run_with_package("my_models", FUNCTION, PROJECT, code)
    assert done.stdout.splitlines() == ["from the package my-models 1.0", "solved"], done.stderr
