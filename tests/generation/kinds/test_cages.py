"""Cages are connected and have different digits; a refinement excludes the grid that it is made for."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.generation.kinds import Sketch
from sudoku_models.generation.kinds.cages import partition, refine
from sudoku_models.generation.kinds.kind import neighbours
from sudoku_models.puzzles.rules import KillerCage

from .test_kind import grid_of


def check(grid: sm.Grid, cages: list[tuple[sm.Cell, ...]]) -> None:
    cells = [cell for cage in cages for cell in cage]
    assert len(set(cells)) == len(cells)
    for cage in cages:
        assert 2 <= len(cage) <= 5
        assert len({grid[cell] for cell in cage}) == len(cage)
        reached = {cage[0]}
        while more := {j for i in reached for j in neighbours(grid.board, i) if j in cage} - reached:
            reached |= more
        assert reached == set(cage)


@settings(max_examples=40)
@given(st.sampled_from([4, 6, 9]), st.integers(0, 3), st.integers(0, 999))
def test_cages_are_connected_with_different_digits(size: int, number: int, seed: int) -> None:
    grid = grid_of(size, number)
    cages = partition(Sketch(grid, random.Random(seed)))
    check(grid, cages)
    for cell in {*grid.board.cells} - {i for cage in cages for i in cage}:  # which fits into no cage beside it
        for near in neighbours(grid.board, cell):
            (cage,) = [cage for cage in cages if near in cage]
            assert len(cage) == min(5, size) or grid[cell] in {grid[i] for i in cage}


@settings(max_examples=40)
@given(st.integers(0, 3), st.integers(1, 3), st.integers(0, 999))
def test_a_refinement_excludes_the_other_grid(number: int, step: int, seed: int) -> None:
    grid, other = grid_of(6, number), grid_of(6, (number + step) % 4)
    sketch = Sketch(grid, random.Random(seed))
    rules = tuple(KillerCage(sum(sketch.digits(cage)), cage) for cage in partition(sketch))
    refined = refine(sketch, rules, other)
    assert refined is not None
    assert len(set(refined) - set(rules)) == 2
    check(grid, [rule.cells for rule in refined])
    assert all(rule.check(grid) for rule in refined)
    changed = set(refined) - set(rules)
    held_before = all(rule.check(other) for rule in rules if rule.cells not in {each.cells for each in changed})
    assert not held_before or not all(rule.check(other) for rule in changed)  # type: ignore[attr-defined]


def test_a_grid_that_differs_nowhere_cannot_be_excluded() -> None:
    grid = grid_of(4, 0)
    sketch = Sketch(grid, random.Random(1))
    rules = tuple(KillerCage(sum(sketch.digits(cage)), cage) for cage in partition(sketch))
    assert refine(sketch, rules, grid) is None
