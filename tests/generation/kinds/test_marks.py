"""All marks of a kind are the marks that the grid has, and "all are given" is said only then."""

import random

import pytest

from sudoku_models.generation.kinds import draw_rules, requested_kinds
from sudoku_models.puzzles.rules import AllDotsGiven, AllWhiteDotsGiven, AllXVGiven, CellRule, Even, Odd, Quadruple
from sudoku_models.puzzles.unit import adjacent_pairs

from .test_kind import grid_of

RELATIONS = {
    "kropki": (AllDotsGiven(), lambda d, e: abs(d - e) == 1 or 2 * d == e or 2 * e == d),
    "consecutive": (AllWhiteDotsGiven(), lambda d, e: abs(d - e) == 1),
    "xv": (AllXVGiven(), lambda d, e: d + e in (5, 10)),
}


@pytest.mark.parametrize("name", RELATIONS)
@pytest.mark.parametrize("size", [4, 6, 9])
def test_all_marks_of_the_grid_are_drawn(name: str, size: int) -> None:
    grid = grid_of(size, 1)
    every, relation = RELATIONS[name]
    *marks, last = draw_rules(requested_kinds(name), grid, random.Random(1))
    assert last == every
    marked = {frozenset(rule.cells) for rule in marks if isinstance(rule, CellRule)}
    assert marked == {
        frozenset(pair) for pair in adjacent_pairs(grid.board.size) if relation(*(grid[cell] for cell in pair))
    }
    assert every not in draw_rules(requested_kinds(f"{name}:50%"), grid, random.Random(1))


def test_even_and_odd_cells_are_marked_once() -> None:
    grid = grid_of(9, 1)
    rules = draw_rules(requested_kinds("even-odd:100%"), grid, random.Random(1))
    assert {type(rule): {grid[rule.cells[0]] % 2} for rule in rules if isinstance(rule, Even)} == {Even: {0}, Odd: {1}}
    assert len(rules) == 81


def test_quadruples_have_two_to_four_digits() -> None:
    rules = draw_rules(requested_kinds("quadruple"), grid_of(9, 1), random.Random(1))
    assert {len(rule.digits) for rule in rules if isinstance(rule, Quadruple)} == {2, 3, 4}
