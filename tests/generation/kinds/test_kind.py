"""What every kind promises: its rules hold in the grid, they fit the board, and there are no more than requested."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.generation import KINDS, random_grid
from sudoku_models.generation.kinds import BoardKind, Sketch, draw_rules, requested_kinds
from sudoku_models.generation.kinds.kind import neighbours
from sudoku_models.puzzles.rules import RULES, Rule

DRAWN = [name for name, kind in KINDS.items() if not isinstance(kind, BoardKind)]


@cache
def grid_of(size: int, seed: int) -> sm.Grid:
    return random_grid(sm.Board.of_size(size), random.Random(seed))


@settings(max_examples=60)
@given(st.sampled_from(DRAWN), st.sampled_from([4, 6, 9]), st.integers(0, 3), st.integers(0, 99), st.booleans())
def test_the_rules_hold_in_the_grid(name: str, size: int, number: int, seed: int, most: bool) -> None:
    grid = grid_of(size, number)
    rules = draw_rules(requested_kinds(name), grid, random.Random(seed), most)
    board = grid.board.with_rules(*rules)
    assert sm.Puzzle(board, (0,) * size**2).violations(sm.Grid(board, grid.values)) == []
    assert rules == draw_rules(requested_kinds(name), grid, random.Random(seed), most)


@settings(max_examples=30)
@given(st.sampled_from(DRAWN), st.integers(1, 5), st.integers(0, 99))
def test_a_number_and_a_share_are_kept(name: str, number: int, seed: int) -> None:
    grid = grid_of(9, 0)
    few = draw_rules(requested_kinds(f"{name}:{number}"), grid, random.Random(seed))
    assert len(few) <= number
    share = draw_rules(requested_kinds(f"{name}:20%"), grid, random.Random(seed))
    every = draw_rules(requested_kinds(f"{name}:100%"), grid, random.Random(seed))
    assert len(share) < len(every)


def test_every_rule_of_the_package_can_be_generated() -> None:
    made: set[type[Rule]] = set()
    for name in KINDS:
        if name != "jigsaw":
            kind = KINDS[name]
            if isinstance(kind, BoardKind):
                made.update(type(rule) for rule in kind.change(sm.Board.of_size(9), random.Random(1)).rules)
            else:
                made.update(type(rule) for rule in draw_rules(requested_kinds(name), grid_of(9, 1), random.Random(1)))
    assert made == set(RULES.values())


@pytest.mark.parametrize("diagonal", [False, True])
def test_neighbours_are_mutual(diagonal: bool) -> None:
    board = sm.Board.of_size(6)
    for cell in board.cells:
        near = neighbours(board, cell, diagonal)
        assert all(cell in neighbours(board, other, diagonal) for other in near)
        assert len(near) >= (3 if diagonal else 2)


def test_a_sketch_tells_the_digits() -> None:
    sketch = Sketch(grid_of(4, 0), random.Random(1))
    assert sketch.digits(sketch.board.cells) == sketch.grid.values
    assert sketch.free == set(sketch.board.cells)
