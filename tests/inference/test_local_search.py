"""Local search: the cost and its change, what is kept on the way, limits, and that it calls nothing impossible."""

import random
import signal
import threading
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_boards import UNIQUE, rules

import sudoku_models as sm
from sudoku_models.errors import InputError, UnknownNameError
from sudoku_models.inference.local_search import METHODS, cost
from sudoku_models.inference.local_search.annealing import Annealing, complete_units, filled
from sudoku_models.inference.local_search.progressive import QUEUE, Progressive
from sudoku_models.inference.local_search.violation import violation
from sudoku_models.puzzles.board import Unit

BOARDS = [sm.Board.with_boxes(2, 2), sm.Board.with_boxes(2, 3), sm.Board.with_boxes(3, 3), sm.Board.with_boxes(3, 4)]


def with_diagonals(board: sm.Board) -> sm.Board:
    """Two units more, and one of fewer cells."""
    n = board.size
    falling = Unit("falling diagonal", tuple((k, k) for k in board.digits))
    rising = Unit("rising diagonal", tuple((k, n + 1 - k) for k in board.digits))
    short = Unit("corner", ((1, 1), (2, 2), (n, n)))
    return sm.Board(n, (*board.units, falling, rising, short), board.box)


BOARDS.append(with_diagonals(BOARDS[2]))


def random_puzzle(board: sm.Board, rng: random.Random) -> sm.Puzzle:
    """Givens that may clash."""
    return sm.Puzzle(board, tuple(rng.choice(board.digits) if rng.random() < 0.2 else 0 for _ in board.cells))


def count_by_hand(puzzle: sm.Puzzle, grid: sm.Grid) -> int:
    """Missing digits and surplus digits, counted one by one, and 8 for each violated given."""
    total = 0
    for unit in puzzle.board.units:
        held = [grid[i] for i in unit.cells]
        room = puzzle.board.size - len(unit.cells)
        total += max(sum(d not in held for d in puzzle.board.digits) - room, 0)
        total += sum(held.count(d) - 1 for d in set(held))
    return total + 8 * sum(grid[i] != d for i, d in puzzle.givens.items())


# -- the cost ----------------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(BOARDS), st.integers(0, 10**6))
def test_the_cost_is_that_of_the_article(board, seed):
    rng = random.Random(seed)
    puzzle = random_puzzle(board, rng)
    grid = sm.Grid(board, tuple(rng.choice(board.digits) for _ in board.cells))
    assert cost(puzzle, grid) == count_by_hand(puzzle, grid)
    assert (cost(puzzle, grid) == 0) == sm.is_solution(puzzle, grid)


def test_a_solution_costs_nothing_and_one_swap_does(mccaffrey):
    solution = sm.corpus("named").entry("mccaffrey").solution
    assert cost(mccaffrey, solution) == 0
    digits = list(solution.values)
    digits[0], digits[1] = digits[1], digits[0]  # two blank cells of one row and box: two columns are wrong
    assert cost(mccaffrey, sm.Grid(mccaffrey.board, tuple(digits))) == 4


def test_a_grid_of_another_board_has_no_cost(mccaffrey, unique4):
    with pytest.raises(InputError, match="the grid is for a 4x4 board"):
        cost(mccaffrey, sm.build(unique4).solve().grid)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(BOARDS), st.integers(0, 10**6), st.sampled_from(sorted(METHODS)), st.integers(1, 60))
def test_the_incremental_cost_is_the_full_cost(board, seed, method, rounds):
    rng = random.Random(seed)
    puzzle = random_puzzle(board, rng)
    walk = {"annealing": Annealing, "progressive": Progressive}[method](puzzle, rng)
    for _ in range(rounds):
        walk.walk(walk.round)
        assert cost(puzzle, sm.Grid(board, tuple(walk.best))) == walk.lowest
    items = walk.queue if method == "progressive" else [walk]
    for item in items:
        assert cost(puzzle, sm.Grid(board, tuple(item.digits))) == item.cost
        assert item.tallies == walk.units.count(item.digits)


# -- what each walk keeps ----------------------------------------------------------------------------------------------


def test_annealing_keeps_givens_and_complete_boxes(mccaffrey):
    walk = Annealing(mccaffrey, random.Random(1), held=4.0)  # hot, so that it does not end
    for _ in range(20):
        walk.walk(100)
        grid = sm.Grid(mccaffrey.board, tuple(walk.digits))
        assert all(grid[i] == d for i, d in mccaffrey.givens.items())
        assert all(len({grid[i] for i in box.cells}) == 9 for box in mccaffrey.board.units[18:])


def test_progressive_search_starts_with_rows_and_keeps_twenty_grids_at_most(mccaffrey):
    walk = Progressive(mccaffrey, random.Random(1))
    assert walk.best == [*range(1, 10)] * 9
    sizes, costs = [], []
    for _ in range(100):
        walk.walk(walk.round)
        sizes.append(len(walk.queue))
        costs.append(min(item.cost for item in walk.queue))
    assert sizes[:19] == [*range(2, 21)]
    assert set(sizes[19:]) == {QUEUE}
    assert costs == sorted(costs, reverse=True)  # never to a higher cost


def test_at_temperature_0_the_cost_never_rises(mccaffrey):
    found = sm.local_search(mccaffrey, "annealing", 2, None, 5_000, temperature=0)
    costs = [sample.cost for sample in found.samples]
    assert costs == sorted(costs, reverse=True)
    hot = sm.local_search(mccaffrey, "annealing", 2, None, 5_000, temperature=4)
    assert hot.cost > found.cost


def test_annealing_reheats_when_nothing_is_gained(infeasible4):
    walk = Annealing(infeasible4, random.Random(1))
    temperatures = []
    for _ in range(200):
        walk.walk(walk.round)
        temperatures.append(walk.temperature)
    assert any(later > earlier for earlier, later in pairwise(temperatures))
    assert max(temperatures) <= 0.8


# -- partitions --------------------------------------------------------------------------------------------------------


def test_boxes_are_kept_complete_else_rows():
    board = sm.Board.with_boxes(3, 3)
    assert [unit.name for unit in complete_units(board)] == [f"box {k}" for k in range(1, 10)]
    latin = sm.Board(9, board.units[:18])
    assert [unit.name for unit in complete_units(latin)] == [f"row {k}" for k in range(1, 10)]
    columns = sm.Board(9, board.units[9:18])
    assert [unit.name for unit in complete_units(columns)] == [f"column {k}" for k in range(1, 10)]
    assert [unit.name for unit in complete_units(with_diagonals(board))] == [f"box {k}" for k in range(1, 10)]


def test_without_such_units_there_is_no_annealing_but_progressive_search():
    board = sm.Board.with_boxes(2, 2)
    some = sm.Board(4, (*board.units[:2], *board.units[4:6]))
    empty = sm.Puzzle(some, (0,) * 16)
    with pytest.raises(InputError, match="no units that together cover every cell once; use the method 'progressive'"):
        sm.local_search(empty)
    assert sm.local_search(empty, "progressive", max_steps=50_000).solved


def test_a_latin_square_is_found():
    board = sm.Board(6, sm.Board.with_boxes(2, 3).units[:12])
    found = sm.local_search(sm.Puzzle(board, (0,) * 36), max_steps=200_000)
    assert found.solved


def test_the_start_has_every_lacking_digit_in_its_box(mccaffrey):
    parts = complete_units(mccaffrey.board)
    number = {cell: k for k, cell in enumerate(mccaffrey.board.cells)}
    starts = {tuple(filled(mccaffrey, parts, number, random.Random(seed))) for seed in range(5)}
    assert len(starts) == 5
    for values in starts:
        grid = sm.Grid(mccaffrey.board, values)
        assert all(len({grid[i] for i in part.cells}) == 9 for part in parts)


# -- answers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", sorted(METHODS))
@pytest.mark.parametrize("name", ["small:1", "small:2", "small:5"])
def test_small_puzzles_are_solved(method, name):
    found = sm.local_search(sm.load(name), method, max_steps=300_000)
    assert found.solved
    assert found
    assert found.grid == sm.corpus("small").entry(name).solution
    assert (found.cost, found.status, found.stopped_by) == (0, sm.Status.SOLVED, "")
    assert found.reason == f"{method} found a solution after {found.steps:,} steps"


def test_annealing_solves_easy_puzzles():
    for k in (1, 9, 17, 25):
        name = f"easy50:{k}"
        found = sm.local_search(sm.load(name), max_steps=2_000_000, time_limit=None)
        assert found.grid == sm.corpus("easy50").entry(name).solution, name


def test_progressive_search_solves_one_of_them():
    found = sm.local_search(sm.load("easy50:17"), "progressive", 2, None, 200_000)
    assert found.solved


@pytest.mark.parametrize("size", [16, 25])
@pytest.mark.parametrize("method", sorted(METHODS))
def test_large_boards_get_better_if_not_solved(size, method):
    empty = sm.Puzzle(sm.Board.of_size(size), (0,) * size**2)
    found = sm.local_search(empty, method, max_steps=30_000, time_limit=None)
    assert found.status is sm.Status.UNKNOWN
    assert found.cost < found.samples[0].cost / 2
    assert found.cost == cost(empty, found.grid)


@pytest.mark.parametrize("method", sorted(METHODS))
@pytest.mark.parametrize("text", ["12.. ..3. .... ...4", "11.. .... .... ....", "1... 1... .... ...."])
def test_it_never_returns_infeasible(method, text):
    puzzle = sm.Puzzle.parse(text)
    found = sm.local_search(puzzle, method, max_steps=5_000, time_limit=None)
    assert (found.status, found.solved, bool(found)) == (sm.Status.UNKNOWN, False, False)
    assert found.stopped_by == "step limit"
    assert found.steps == 5_000
    assert found.reason.startswith(f"approximate: cost {found.cost}; stopped by the step limit after 5,000 steps")
    assert found.cost == cost(puzzle, found.grid) > 0


def test_a_full_grid_leaves_nothing_to_move(unique4):
    solution = sm.build(unique4).solve().grid
    right = sm.local_search(sm.Puzzle(unique4.board, solution.values))
    assert (right.solved, right.steps) == (True, 0)
    wrong = sm.local_search(sm.Puzzle.parse("1234 3412 2143 4311"))
    assert (wrong.status, wrong.stopped_by, wrong.steps) == (sm.Status.UNKNOWN, "no moves", 0)
    assert "no two cells can be swapped" in wrong.reason


@pytest.mark.parametrize("method", sorted(METHODS))
def test_the_same_seed_and_steps_give_the_same_grid(mccaffrey, method):
    runs = [sm.local_search(mccaffrey, method, 3, None, 12_345) for _ in range(2)]
    assert runs[0].grid == runs[1].grid
    assert runs[0].samples == runs[1].samples
    assert sm.local_search(mccaffrey, method, 4, None, 12_345).grid != runs[0].grid


def test_a_longer_run_begins_like_the_shorter_one(mccaffrey):
    short, long = (sm.local_search(mccaffrey, seed=3, time_limit=None, max_steps=steps) for steps in (5_000, 9_000))
    kept = len(short.samples) - 1  # the last sample is at the end of the run
    assert short.samples[:kept] == long.samples[:kept]


def test_samples_record_the_cost_during_the_search(mccaffrey):
    found = sm.local_search(mccaffrey, seed=1, time_limit=None, max_steps=200_000)
    steps = [sample.steps for sample in found.samples]
    assert steps[0] == 0
    assert steps == sorted(steps)
    assert found.samples[-1] == (found.steps, 0, 0)
    lowest = [sample.lowest for sample in found.samples]
    assert lowest == sorted(lowest, reverse=True)


# -- limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.timed
@pytest.mark.parametrize("method", sorted(METHODS))
def test_the_time_limit_is_kept(infeasible4, method):
    begun = time.perf_counter()
    words = []
    found = sm.local_search(infeasible4, method, time_limit=0.35, progress=lambda *word: words.append(word))
    assert time.perf_counter() - begun < 3
    assert found.stopped_by == "time limit"
    assert found.seconds >= 0.35
    assert words
    assert all(steps <= found.steps and lowest >= found.cost for steps, lowest in words)


@pytest.mark.timed
def test_ctrl_c_returns_the_best_so_far(infeasible4):
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    found = sm.local_search(infeasible4, time_limit=20)
    timer.join()
    assert (found.stopped_by, found.status) == ("interrupted", sm.Status.UNKNOWN)
    assert found.seconds < 10
    assert found.cost == cost(infeasible4, found.grid)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"time_limit": 0}, "positive number of seconds, not 0"),
        ({"time_limit": float("nan")}, "positive number of seconds, not nan"),
        ({"max_steps": 0}, "at least 1, not 0"),
        ({"time_limit": None}, "may never end"),
        ({"seed": "two"}, "whole number, not 'two'"),
        ({"temperature": -1}, "0 or more, not -1"),
        ({"method": "progressive", "temperature": 1}, "only annealing has a temperature"),
    ],
)
def test_what_cannot_be_used_is_refused(unique4, options, words):
    with pytest.raises(InputError, match=words):
        sm.local_search(unique4, **options)


def test_an_unknown_method_is_refused_with_the_nearest(unique4):
    with pytest.raises(UnknownNameError, match="did you mean 'annealing'"):
        sm.local_search(unique4, "aneling")


# -- how it looks ------------------------------------------------------------------------------------------------------


def test_wrong_cells_are_marked(infeasible4):
    found = sm.local_search(infeasible4, max_steps=2_000)
    text = found.draw()
    wrong = infeasible4.wrong_cells(found.grid)
    assert text.count("(") + text.count("{") == len(wrong) > 0
    assert text.count("[") + text.count("{") == len(infeasible4.givens)
    assert [int(ch) for ch in text if ch.isdigit()] == list(found.grid.values)
    assert found._repr_html_().count("underline") == len(wrong)
    assert found.reason in found._repr_html_()


def test_two_figures_a_digit_are_drawn_too():
    empty = sm.Puzzle(sm.Board.of_size(12), (5, *[0] * 143))
    found = sm.local_search(empty, "progressive", max_steps=500)
    drawn = [int(word) for word in found.draw().translate(str.maketrans("(){}[]|+-", " " * 9)).split()]
    assert drawn == list(found.grid.values)


def test_as_plain_data(unique4):
    found = sm.local_search(unique4, seed=5, max_steps=10_000, time_limit=None)
    plain = found.as_dict()
    assert plain["status"] == "solved"
    assert plain["grid"] == found.grid.line()
    assert (plain["cost"], plain["seed"], plain["method"]) == (0, 5, "annealing")
    assert plain["steps"] == found.steps


# -- the further rules of a board --------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(rules(BOARDS[0]), st.integers(0, 10**6))
def test_no_violation_is_a_rule_that_holds_and_no_cost_a_solution(chosen, seed):
    rng = random.Random(seed)
    board = BOARDS[0].with_rules(*chosen)
    puzzle = random_puzzle(board, rng)
    for grid in (sm.Grid(board, tuple(rng.choice(board.digits) for _ in board.cells)) for _ in range(20)):
        for rule in board.cell_rules:
            held = tuple(grid[i] for i in rule.cells)
            is_different = all(len({grid[i] for i in unit.cells}) == len(unit.cells) for unit in rule.units(board))
            assert violation(rule, held) >= 0
            assert (violation(rule, held) == 0 and is_different) == (rule.holds(held) and is_different)
        assert (cost(puzzle, grid) == 0) == sm.is_solution(puzzle, grid)


@settings(max_examples=20, deadline=None)
@given(rules(BOARDS[0]), st.integers(0, 10**6), st.sampled_from(sorted(METHODS)))
def test_the_incremental_cost_includes_the_rules(chosen, seed, method):
    rng = random.Random(seed)
    puzzle = random_puzzle(BOARDS[0].with_rules(*chosen), rng)
    walk = {"annealing": Annealing, "progressive": Progressive}[method](puzzle, rng)
    for _ in range(10):
        walk.walk(walk.round)
        assert cost(puzzle, sm.Grid(puzzle.board, tuple(walk.best))) == walk.lowest
        digits = walk.queue[-1].digits if method == "progressive" else walk.digits
        assert cost(puzzle, sm.Grid(puzzle.board, tuple(digits))) == walk.cost


@pytest.mark.parametrize("method", METHODS)
def test_a_small_puzzle_of_rules_alone_is_solved(method):
    found = sm.local_search(UNIQUE, method, seed=3, max_steps=200_000, time_limit=None)
    assert found.solved
    assert found.grid.line() == "1234341221434321"


def test_a_measure_can_be_registered_for_a_rule_of_your_own():
    rule = sm.rules.BlackDot("r1c1 r1c2")
    assert [violation(rule, digits) for digits in ((1, 2), (1, 3), (1, 4))] == [0, 1, 1]


def test_the_numbers_in_rules_are_no_digits_of_the_drawn_grid():
    board = sm.Board.of_size(4).with_rules(sm.rules.KillerCage(3, "r1c1 r1c2"))
    drawn = sm.local_search(board, seed=1, time_limit=2).draw()
    assert drawn.splitlines()[-1] == "killer cage 3 on r1c1 r1c2"
    assert sum(letter.isdigit() for line in drawn.splitlines()[:-1] for letter in line) == 16
