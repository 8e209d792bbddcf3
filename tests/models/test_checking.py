"""Values from anywhere are checked against a problem: the names of what they break, none for its solutions alone."""

from itertools import product
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError

BACKENDS = ["pulp", "pyomo", "cpsat"]


def with_further_variables(m: Any) -> dict[str, Any]:
    """Of x, y and z, where further binaries say which comparison holds, and a further integer is between them."""
    x = m.int_vars("x", "abc", 0, 3)
    further = m.int_vars("further", "k", 0, 5)["k"]
    m.add(x["a"] + x["b"] == 2 * further, "the sum is even")
    m.either([x["a"] >= x["b"] + 2, x["c"] >= 3], "one of two")
    m.not_equal(x["a"], x["c"], "a and c differ")
    return x


def allows(a: int, b: int, c: int) -> bool:
    return (a + b) % 2 == 0 and (a >= b + 2 or c >= 3) and a != c


@pytest.mark.parametrize("backend", BACKENDS)
def test_values_break_nothing_exactly_when_they_are_a_solution(backend: str) -> None:
    problem = sm.Problem(with_further_variables, backend)
    for a, b, c in list(product(range(4), repeat=3))[::5]:
        names = problem.validate({"a": a, "b": b, "c": c})
        assert (names == []) == allows(a, b, c), (a, b, c)
        assert ("a and c differ" in names) == (a == c)
    assert problem.validate({"a": 0, "b": 1, "c": 3}) == ["the sum is even"]
    assert len(problem.validate({"a": 4, "b": 0.5, "c": -1})) == 3  # two bounds, and what is not whole
    assert problem.count_solutions().value == sum(allows(*each) for each in product(range(4), repeat=3))
    solution = next(problem.solutions())
    problem.exclude(solution)
    assert problem.validate(solution)
    for bad in ({"a": 1, "b": 1}, {"a": 1, "b": 1, "c": None}, {"a": 1, "b": 1, "c": "3"}, [1, 1, 3]):
        with pytest.raises(InputError):
            problem.validate(bad)


@pytest.mark.parametrize("formulation", ["pairwise", "assignment", "assignment_reduced"])
def test_a_grid_breaks_nothing_exactly_when_it_solves_the_puzzle(formulation: str) -> None:
    puzzle = sm.Puzzle.parse("1... 3... .... ....")
    model = sm.build(puzzle, formulation, "pulp")
    grids = list(sm.build(sm.Puzzle.parse("1234 .... .... ....")).solutions(limit=12))
    assert {sm.is_solution(puzzle, grid) for grid in grids} == {True, False}
    for grid in grids:
        assert (model.validate(grid) == []) == sm.is_solution(puzzle, grid), grid.line()
        assert model.validate(sm.Grid(grid.board, (4, *grid.values[1:])))  # the first cell is a given
    with pytest.raises(InputError):
        model.validate(sm.build(sm.load("top95:1"), "assignment", "pulp").solve().grid)
