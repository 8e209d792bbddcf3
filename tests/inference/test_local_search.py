"""Local search: what it finds is a solution or says that it is none, limits, and that it calls nothing impossible."""

import signal
import threading

import pytest
from rule_boards import UNIQUE

import sudoku_models as sm
from sudoku_models.errors import InputError, UnknownNameError
from sudoku_models.inference.local_search import METHODS, cost


@pytest.mark.parametrize("method", sorted(METHODS))
def test_small_puzzles_are_solved(method):
    for entry in sm.corpus("small").entries[:5:2]:
        found = sm.local_search(entry.puzzle, method, max_steps=300_000)
        assert found
        assert found.grid == entry.solution
        assert (found.cost, found.status, found.stopped_by) == (0, sm.Status.SOLVED, "")


def test_boards_without_boxes_are_solved():
    units = sm.Board.with_boxes(2, 3).units[:12]
    assert sm.local_search(sm.Puzzle(sm.Board(6, units), (0,) * 36), max_steps=200_000).solved
    some = sm.Board(4, (*sm.Board.of_size(4).units[:2], *sm.Board.of_size(4).units[4:6]))
    assert sm.local_search(sm.Puzzle(some, (0,) * 16), "progressive", max_steps=50_000).solved


@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_small_puzzle_of_rules_alone_is_solved(method):
    found = sm.local_search(UNIQUE, method, seed=2, max_steps=200_000, time_limit=None)
    assert found.solved
    assert found.grid.line() == "1234341221434321"


@pytest.mark.parametrize("method", sorted(METHODS))
def test_large_boards_get_better_if_not_solved(method):
    empty = sm.Puzzle(sm.Board.of_size(16), (0,) * 256)
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
    assert (found.stopped_by, found.steps) == ("step limit", 5_000)
    assert f"cost {found.cost}; stopped by the step limit" in found.reason
    assert found.cost == cost(puzzle, found.grid) > 0


def test_a_full_grid_leaves_nothing_to_move(unique4):
    solution = sm.build(unique4).solve().grid
    right = sm.local_search(sm.Puzzle(unique4.board, solution.values))
    assert (right.solved, right.steps) == (True, 0)
    wrong = sm.local_search(sm.Puzzle.parse("1234 3412 2143 4311"))
    assert (wrong.status, wrong.stopped_by, wrong.steps) == (sm.Status.UNKNOWN, "no moves", 0)
    assert "no two cells can be swapped" in wrong.reason


def test_samples_record_the_cost_which_never_rises_at_temperature_0(mccaffrey):
    found = sm.local_search(mccaffrey, seed=1, time_limit=None, max_steps=200_000)
    steps, lowest = [sample.steps for sample in found.samples], [sample.lowest for sample in found.samples]
    assert steps[0] == 0
    assert steps == sorted(steps)
    assert found.samples[-1] == (found.steps, 0, 0)
    assert lowest == sorted(lowest, reverse=True)
    cold, hot = (sm.local_search(mccaffrey, "annealing", 2, None, 5_000, temperature=T) for T in (0, 4))
    costs = [sample.cost for sample in cold.samples]
    assert costs == sorted(costs, reverse=True)
    assert hot.cost > cold.cost


@pytest.mark.parametrize("method", sorted(METHODS))
def test_the_same_seed_and_steps_give_the_same_grid(mccaffrey, method):
    runs = [sm.local_search(mccaffrey, method, 3, None, 12_345) for _ in range(2)]
    assert runs[0].grid == runs[1].grid
    assert runs[0].samples == runs[1].samples
    assert sm.local_search(mccaffrey, method, 4, None, 12_345).grid != runs[0].grid
    longer = sm.local_search(mccaffrey, method, 3, None, 15_000)
    kept = len(runs[0].samples) - 2  # the last round is shorter
    assert runs[0].samples[:kept] == longer.samples[:kept]


@pytest.mark.parametrize("method", sorted(METHODS))
def test_the_time_limit_is_kept(infeasible4, method, at_most):
    progress = []
    with at_most(0.35):
        found = sm.local_search(infeasible4, method, time_limit=0.35, progress=lambda *each: progress.append(each))
    assert found.stopped_by == "time limit"
    assert found.seconds >= 0.35
    assert progress
    assert all(steps <= found.steps and lowest >= found.cost for steps, lowest in progress)


def test_ctrl_c_returns_the_best_so_far(infeasible4):
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    found = sm.local_search(infeasible4, time_limit=600)
    timer.join()
    assert (found.stopped_by, found.status) == ("interrupted", sm.Status.UNKNOWN)
    assert found.cost == cost(infeasible4, found.grid)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"time_limit": None}, "may never end"),
        ({"temperature": -1}, "0 or more"),
        ({"method": "progressive", "temperature": 1}, "only annealing has a temperature"),
        ({"method": "aneling"}, "did you mean 'annealing'"),
    ],
)
def test_invalid_options_are_refused(unique4, options, words):
    with pytest.raises((InputError, UnknownNameError), match=words):
        sm.local_search(unique4, **options)


def test_wrong_cells_are_marked(infeasible4):
    found = sm.local_search(infeasible4, max_steps=2_000)
    text = found.draw()
    wrong = infeasible4.wrong_cells(found.grid)
    assert text.count("(") + text.count("{") == len(wrong) > 0
    assert text.count("[") + text.count("{") == len(infeasible4.givens)
    assert [int(ch) for ch in text if ch.isdigit()] == list(found.grid.values)
    assert found._repr_html_().count("underline") == len(wrong)
    assert found.reason in found._repr_html_()
    plain = found.as_dict()
    assert (plain["status"], plain["grid"], plain["cost"]) == ("unknown", found.grid.line(), found.cost)
