"""The grades name each formulation of the package that an answer calls, however it is reached."""

import importlib
from functools import partial

import pytest

import sudoku_models as sm
from sudoku_models import formulations
from sudoku_models.course.usage import formulations_used, uses
from sudoku_models.formulations import find
from sudoku_models.formulations.pairwise import pairwise


def by_name(m, puzzle):
    return find("pairwise")(m, puzzle)


def by_its_package(m, puzzle):
    return formulations.find("pairwise")(m, puzzle)


def by_an_import_of_a_text(m, puzzle):
    return importlib.import_module("sudoku_models.formulations.pairwise").pairwise(m, puzzle)


def by_a_default(m, puzzle, given=pairwise):
    return given(m, puzzle)


def inside_another(given):
    def enclosed(m, puzzle):
        return given(m, puzzle)

    return enclosed


def by_the_native_model(puzzle):
    return sm.build(puzzle, "pairwise", "pulp").native


def in_a_helper(m, puzzle):
    return by_a_default(m, puzzle)


class Callable:
    def __call__(self, m, puzzle):
        return pairwise(m, puzzle)


def of_ones_own(m, puzzle):
    """A pairwise model."""
    return m.int_vars("pairwise", puzzle.board.cells, 1, puzzle.board.size)


@pytest.mark.parametrize(
    "answer",
    [
        pairwise,
        partial(pairwise),
        by_name,
        by_its_package,
        by_an_import_of_a_text,
        by_a_default,
        inside_another(pairwise),
        by_the_native_model,
        in_a_helper,
        Callable(),
    ],
)
def test_a_formulation_that_is_called_is_named(answer):
    assert formulations_used(answer) == ["sudoku_models.formulations.pairwise.pairwise"]
    assert uses(answer, pairwise)
    assert formulations_used(of_ones_own, 3, "pairwise") == []
