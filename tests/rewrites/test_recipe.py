"""The recipe for a rewrite works as it is written: code and `pyproject.toml` are taken from the docstring."""

import re
import textwrap

import pytest

import sudoku_models as sm
from sudoku_models import rewrites
from sudoku_models.errors import InputError, UnsupportedError

BLOCKS = [textwrap.dedent(block).strip() for block in re.findall(r"(?:^    .*\n|^\n)+", rewrites.__doc__, re.M)]
CODE = next(block for block in BLOCKS if "def conflicts" in block)
PROJECT = next(block for block in BLOCKS if block.startswith("[project]"))


@pytest.fixture
def entry():
    code = {}
    exec(CODE, code)
    return code["entry"]


@pytest.fixture
def registered(entry):
    rewrites.register("conflicts", entry)
    yield
    del sm.REWRITES["conflicts"]


@pytest.mark.slow
@pytest.mark.parametrize("backend", sm.BACKENDS)
@pytest.mark.parametrize(
    ("formulation", "rewrite"),
    [("pairwise", "conflicts"), ("all_different", "pairwise+conflicts"), ("mixed", "conflicts")],
)
def test_a_registered_rewrite_counts_what_the_others_count(registered, backend, formulation, rewrite):
    for name in ("small:1", "several:2"):
        puzzle = sm.load(name)
        expected = sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", limit=20)
        model = sm.build(puzzle, formulation, backend, rewrite)
        count = model.count_solutions("highs", limit=20)
        assert (count.value, count.status) == (expected.value, expected.status)
        assert "conflicts" in model.solve("highs").stats.rewrite


def test_what_it_cannot_rewrite_is_an_error_that_names_the_constraint(registered):
    def apart(m):
        x = m.int_vars("x", "ab", 1, 3)
        m.not_equal(x["a"], x["b"] + 1, "a is not b + 1")
        return x

    with pytest.raises(UnsupportedError, match="'a is not b \\+ 1': the rewrite 'conflicts' takes a != b only"):
        sm.Problem(apart, "pulp", "conflicts").solve("highs")


def test_a_name_that_is_taken_or_an_entry_that_is_not_complete_is_refused(entry):
    with pytest.raises(InputError, match="'rank' is a built-in rewrite"):
        rewrites.register("rank", entry)
    for name in ("", "a+b", 3):
        with pytest.raises(InputError, match="a text without"):
            rewrites.register(name, entry)
    with pytest.raises(InputError, match="must be a Rewrite"):
        rewrites.register("toy", entry.function)
    with pytest.raises(InputError, match="must be a Rewrite"):
        rewrites.register("toy", rewrites.Rewrite("not_equal", "linear", "no function"))
    with pytest.raises(InputError, match=r"must take one of element, .*all_different.*, not 'exclude'"):
        rewrites.register("toy", rewrites.Rewrite("exclude", "linear", "", function=entry.function))
    with pytest.raises(InputError, match="must make linear, not 'all_different'"):
        rewrites.register("toy", rewrites.Rewrite("not_equal", "all_different", "", function=entry.function))
    assert "toy" not in sm.REWRITES
    with pytest.raises(KeyError):
        del sm.REWRITES["rank"]
    assert "rank" in sm.REWRITES


@pytest.mark.slow
def test_a_package_with_an_entry_point_is_found_once_it_is_installed(run_with_package):
    points = 'conflicts = "my_rewrites:entry"\nbroken = "my_rewrites:nothing"'
    project = PROJECT.replace('conflicts = "my_rewrites:entry"', points)
    code = """
import sudoku_models as sm
print(sm.count_solutions(sm.load("small:1"), "pairwise", "pulp", "highs", rewrite="conflicts"))
for name in ("broken", "conflict"):
    try:
        sm.build(sm.load("small:1"), "pairwise", "pulp", name)
    except sm.SudokuModelsError as error:
        print(error)
"""
    done = run_with_package("my_rewrites", CODE, project, code)
    count, broken, unknown = done.stdout.splitlines()
    assert count == "1", done.stderr
    assert "cannot be loaded from 'my_rewrites:nothing' (AttributeError: " in broken
    assert "did you mean 'conflicts'" in unknown
