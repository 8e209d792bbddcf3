"""The cost of a full grid: that of the article, 0 exactly for solutions, with a direction for each rule."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import BOARDS, random_grid, random_puzzle
from rule_boards import rules

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.inference.cost import cost, violation


def count_by_hand(puzzle, grid):
    """Missing digits and surplus digits, counted one by one, and 8 for each violated given."""
    total = 0
    for unit in puzzle.board.units:
        held = [grid[i] for i in unit.cells]
        room = puzzle.board.size - len(unit.cells)
        total += max(sum(d not in held for d in puzzle.board.digits) - room, 0)
        total += sum(held.count(d) - 1 for d in set(held))
    return total + 8 * sum(grid[i] != d for i, d in puzzle.givens.items())


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(BOARDS), st.integers(0, 10**6))
def test_the_cost_is_that_of_the_article(board, seed):
    rng = random.Random(seed)
    puzzle, grid = random_puzzle(board, rng), random_grid(board, rng)
    assert cost(puzzle, grid) == count_by_hand(puzzle, grid)
    assert (cost(puzzle, grid) == 0) == sm.is_solution(puzzle, grid)


def test_a_solution_costs_nothing_and_one_swap_does(mccaffrey, unique4):
    solution = sm.corpus("named").entry("mccaffrey").solution
    assert cost(mccaffrey, solution) == 0
    digits = list(solution.values)
    digits[0], digits[1] = digits[1], digits[0]  # two blank cells of one row and box: two columns are wrong
    assert cost(mccaffrey, sm.Grid(mccaffrey.board, tuple(digits))) == 4
    with pytest.raises(InputError, match="the grid is for a 9x9 board"):
        cost(unique4, solution)


@settings(max_examples=60, deadline=None)
@given(rules(BOARDS[0]), st.integers(0, 10**6))
def test_no_violation_is_a_rule_that_holds_and_no_cost_a_solution(chosen, seed):
    rng = random.Random(seed)
    board = BOARDS[0].with_rules(*chosen)
    puzzle = random_puzzle(board, rng)
    for grid in (random_grid(board, rng) for _ in range(20)):
        for rule in board.cell_rules:
            held = tuple(grid[i] for i in rule.cells)
            is_different = all(len({grid[i] for i in unit.cells}) == len(unit.cells) for unit in rule.units(board))
            assert violation(rule, held) >= 0
            assert (violation(rule, held) == 0 and is_different) == (rule.holds(held) and is_different)
        assert (cost(puzzle, grid) == 0) == sm.is_solution(puzzle, grid)


def test_a_rule_without_a_measure_of_its_own_is_kept_or_broken():
    rule = sm.rules.BlackDot("r1c1 r1c2")
    assert [violation(rule, digits) for digits in ((1, 2), (1, 3), (1, 4))] == [0, 1, 1]
    assert violation(sm.rules.Odd("r1c1 r1c2"), (2, 4)) == 2  # measured as `Even` is
