"""The walks of local search: the cost that swaps change is the full cost, and each walk keeps what it promises."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_boards import BOARDS, random_grid, random_puzzle
from rule_boards import rules

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.inference.walks import (
    MARGIN,
    NEIGHBOURHOOD,
    QUEUE,
    Annealing,
    Progressive,
    complete_units,
    cost,
)

WALKS = {"annealing": Annealing, "progressive": Progressive}


def check_costs(puzzle, method, rng, rounds):
    walk = WALKS[method](puzzle, rng)
    for _ in range(rounds):
        walk.walk(walk.round)
        assert cost(puzzle, sm.Grid(puzzle.board, tuple(walk.best))) == walk.lowest
        assert cost(puzzle, sm.Grid(puzzle.board, tuple(walk.grid.digits))) == walk.grid.cost
        assert walk.grid.tallies == walk.grid.units.count(walk.grid.digits)
        for found, digits in getattr(walk, "queue", ()):
            assert cost(puzzle, sm.Grid(puzzle.board, tuple(digits))) == found


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(BOARDS), st.integers(0, 10**6), st.sampled_from(sorted(WALKS)), st.integers(1, 20))
def test_the_incremental_cost_is_the_full_cost(board, seed, method, rounds):
    rng = random.Random(seed)
    check_costs(random_puzzle(board, rng), method, rng, rounds)


@settings(max_examples=20, deadline=None)
@given(rules(BOARDS[0]), st.integers(0, 10**6), st.sampled_from(sorted(WALKS)))
def test_the_incremental_cost_includes_the_rules(chosen, seed, method):
    rng = random.Random(seed)
    check_costs(random_puzzle(BOARDS[0].with_rules(*chosen), rng), method, rng, 10)


def test_annealing_keeps_givens_and_complete_boxes(mccaffrey):
    walk = Annealing(mccaffrey, random.Random(1), held=4.0)  # hot, so that it does not end
    assert len({tuple(Annealing(mccaffrey, random.Random(seed)).best) for seed in range(5)}) == 5
    for _ in range(20):
        grid = sm.Grid(mccaffrey.board, tuple(walk.grid.digits))
        assert all(grid[i] == d for i, d in mccaffrey.givens.items())
        assert all(len({grid[i] for i in box.cells}) == 9 for box in mccaffrey.board.units[18:])
        walk.walk(100)


def test_progressive_search_starts_with_rows_and_keeps_the_twenty_best_of_all_that_it_tried(mccaffrey):
    walk = Progressive(mccaffrey, random.Random(1))
    assert walk.best == [*range(1, 10)] * 9
    sizes, worst = [], []
    for _ in range(400):
        taken = walk.in_vain > NEIGHBOURHOOD
        walk.walk(1)
        costs = [each for each, _ in walk.queue]
        assert costs == sorted(costs)
        assert walk.cost <= walk.lowest + MARGIN or walk.in_vain
        sizes.append(len(walk.queue))
        worst.append((taken, costs[-1]))
    assert sizes[:20] == [*range(1, 21)]  # the first grid was taken out, and each trial came in
    assert set(sizes[20:]) == {QUEUE}
    assert all(after <= before for (_, before), (taken, after) in pairwise(worst[20:]) if not taken)


def test_progressive_search_takes_another_grid_after_more_than_fifty_trials_in_vain():
    solved = sm.Puzzle.parse("1234 3412 2143 4321")
    walk = Progressive(solved, random.Random(1))
    walk.lowest = -100  # no trial is good enough
    walk.walk(NEIGHBOURHOOD + 1)
    grid = walk.grid
    assert walk.in_vain == NEIGHBOURHOOD + 1
    walk.walk(1)
    assert walk.grid is not grid
    assert walk.in_vain == 1


def test_annealing_reheats_when_nothing_is_gained(infeasible4):
    walk = Annealing(infeasible4, random.Random(1))
    temperatures = []
    for _ in range(200):
        walk.walk(walk.round)
        temperatures.append(walk.temperature)
    assert any(later > earlier for earlier, later in pairwise(temperatures))
    assert max(temperatures) <= 0.8


def test_boxes_are_kept_complete_else_rows_else_columns():
    board = sm.Board.with_boxes(3, 3)
    for of, kind in (
        (board, "box"),
        (BOARDS[-1], "box"),
        (sm.Board(9, board.units[:18]), "row"),
        (sm.Board(9, board.units[9:18]), "column"),
    ):
        assert [unit.name for unit in complete_units(of)] == [f"{kind} {k}" for k in range(1, 10)]
    with pytest.raises(InputError, match="no units that together cover every cell once; use the method 'progressive'"):
        complete_units(sm.Board(4, sm.Board.of_size(4).units[:2]))


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
            assert rule.violation(held) >= 0
            assert (rule.violation(held) == 0 and is_different) == (rule.holds(held) and is_different)
        assert (cost(puzzle, grid) == 0) == sm.is_solution(puzzle, grid)


def test_a_rule_without_a_measure_of_its_own_is_kept_or_broken():
    rule = sm.rules.BlackDot("r1c1 r1c2")
    assert [rule.violation(digits) for digits in ((1, 2), (1, 3), (1, 4))] == [0, 1, 1]
    assert sm.rules.Odd("r1c1 r1c2").violation((2, 4)) == 2  # measured as `Even` is
