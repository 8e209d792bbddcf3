"""The reduction is judged by brute force: on 4x4 boards all grids are known."""

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.explain.difficulty import LEVELS, levels_on, simple_level
from sudoku_models.generation import Request, random_grid, unavoidable_sets
from sudoku_models.generation.reduction import Reduction, singles_find
from sudoku_models.runtime.limits import Deadline, TimeLimit

USUAL = sm.Board.of_size(4)
DIAGONAL = sm.Board(4, (*USUAL.units, sm.Unit("diagonal", tuple((k, k) for k in USUAL.digits))), USUAL.box)
ROWS = sm.Board(4, tuple(unit for unit in USUAL.units if unit.kind != "box"))
"""The boards; the last one is that of Latin squares."""


@cache
def all_grids(board: sm.Board) -> list[tuple[int, ...]]:
    count = sm.count_solutions(sm.Puzzle(board, (0,) * 16), "assignment", "pulp", "cpsat", cross_check=False)
    assert count.status == "exact"
    return [grid.values for grid in count.grids]


def solutions(board: sm.Board, givens: tuple[int, ...]) -> int:
    return sum(all(d in (0, e) for d, e in zip(givens, grid, strict=True)) for grid in all_grids(board))


def blanked(givens: tuple[int, ...], k: int) -> tuple[int, ...]:
    return (*givens[:k], 0, *givens[k + 1 :])


@given(st.sampled_from([USUAL, DIAGONAL, ROWS]), st.booleans(), st.sampled_from([None, "beginner"]), st.data())
def test_what_is_left_is_unique_and_minimal_as_far_as_it_says(
    board: sm.Board, symmetric: bool, level: str | None, data: st.DataObject
) -> None:
    grid = sm.Grid(board, data.draw(st.sampled_from(all_grids(board))))
    rng = random.Random(data.draw(st.integers(0, 99)))
    if not levels_on(board):
        level = None
    made = Reduction(Request(board, level, symmetric, minimal=True), grid, rng, Deadline())
    made.run()
    made.judge()
    left = made.givens
    assert solutions(board, left) == 1
    needed = {k for k, d in enumerate(left) if d and solutions(board, blanked(left, k)) > 1}
    assert made.needed <= needed
    assert made.minimal is (len(needed) == made.clues)
    assert made.is_symmetric or not (symmetric or level)
    if level is None and not symmetric:
        assert made.minimal
    if level:
        assert made.level == level


@given(st.integers(0, 99), st.integers(0, 5))
def test_at_the_deadline_the_givens_still_have_one_solution(seed: int, questions: int) -> None:
    class Stopped(Deadline):
        left_over = questions

        def check(self) -> None:
            self.left_over -= 1
            if self.left_over < 0:
                raise TimeLimit

    rng = random.Random(seed)
    made = Reduction(Request(USUAL), random_grid(USUAL, rng), rng, Stopped())
    with pytest.raises(TimeLimit):
        made.run()
    assert made.clues >= 16 - questions
    assert solutions(USUAL, made.givens) == 1


def test_the_rules_of_a_level_find_what_it_says() -> None:
    """What the reduction asks of one cell, and what the level says of a puzzle, is the same for each puzzle."""
    for puzzle in [*sm.corpus("easy50").values()][:20] + [*sm.corpus("top95").values()][:10]:
        blank = [k for k, d in enumerate(puzzle.values) if not d]
        by = [name for name, each in LEVELS.items() if each.rules and singles_find(blank, puzzle, each.rules)]
        assert simple_level(puzzle) == (by[0] if by else None)
        assert by == [name for name, each in LEVELS.items() if each.rules][len(by) and -len(by) :] or not by


def test_exchanging_the_digits_of_an_unavoidable_set_gives_another_grid() -> None:
    board = sm.Board.of_size(9)
    grid = random_grid(board, random.Random(3))
    empty = sm.Puzzle(board, (0,) * 81)
    of_cells = unavoidable_sets(grid)
    for k, parts in enumerate(of_cells):
        assert len(parts) == 8  # one for each other digit
        for part in parts:
            assert k in part
            a, b = {grid.values[j] for j in part}
            other = tuple(a + b - d if j in part else d for j, d in enumerate(grid.values))
            assert sm.is_solution(empty, sm.Grid(board, other))


def test_nearly_all_grids_of_the_smallest_board_come() -> None:
    rng = random.Random(1)
    assert len({random_grid(sm.Board.of_size(4), rng) for _ in range(300)}) > 140
