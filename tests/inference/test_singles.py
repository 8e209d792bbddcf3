"""Rules on the places of digits: they keep every solution, reach a fixpoint, and do what the slow ones do."""

import pytest

import sudoku_models as sm
from sudoku_models.explain.difficulty import level
from sudoku_models.inference.propagation import domains_of, propagate
from sudoku_models.inference.singles import Places, hidden_singles, locked_candidates, naked_singles, settle, shave

RULES = {
    "naked": [naked_singles],
    "hidden": [naked_singles, hidden_singles],
    "locked": [naked_singles, hidden_singles, locked_candidates],
}
SOME = [*list(sm.corpus("top95").values())[::10], *sm.corpus("hardest11").values(), *list(sm.corpus("small").values())]


def digits(places):
    """The digits that each cell can hold."""
    board = places.board
    return {i: frozenset(d for d in board.digits if places.of[d] >> k & 1) for k, i in enumerate(board.cells)}


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.name)
def test_naked_singles_are_forward_checking(puzzle):
    places = Places.start(puzzle)
    assert settle(places, naked_singles)
    assert digits(places) == propagate(puzzle.board.units, domains_of(puzzle), "values")


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("corpus", ["easy50", "hardest11", "small"])
def test_no_rule_takes_the_solution_and_none_has_more_to_say(corpus, rules):
    for entry in sm.corpus(corpus).entries[::4]:
        places = Places.start(entry.puzzle)
        assert settle(places, *rules)
        assert all(entry.solution[i] in left for i, left in digits(places).items())
        assert not any(rule(places) for rule in rules)


def test_a_puzzle_of_singles_is_solved_by_them():
    """`level` finds singles in another way."""
    for entry in sm.corpus("easy50").entries:
        places = Places.start(entry.puzzle)
        settle(places, naked_singles, hidden_singles)
        assert (places.grid() == entry.solution) == (level(entry.puzzle) != "hard")


def test_shaving_refutes_no_digit_of_the_solution():
    for entry in sm.corpus("hardest11").entries:
        places = Places.start(entry.puzzle)
        assert shave(places)
        assert all(entry.solution[i] in left for i, left in digits(places).items())
        assert places.grid() in (None, entry.solution)


def test_what_shaving_leaves_cannot_be_refuted():
    places = Places.start(sm.load("hardest11:2"))
    shave(places)
    assert places.grid() is None
    for k, (i, left) in enumerate(digits(places).items()):
        for d in left:
            trial = places.copy()
            trial.hold(1 << k, d)
            assert settle(trial, naked_singles, hidden_singles), (i, d)


@pytest.mark.parametrize("line", ["11.. .... .... ....", "123. 4... .... ...4", "12.. ..3. .... ...4"])
def test_a_contradiction_is_seen(line):
    puzzle = sm.Puzzle.parse(line)
    places = Places.start(puzzle)
    assert not shave(places)
    assert places.broken
    assert places.grid() is None


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", [e.puzzle for e in sm.corpus("several").entries if e.solutions not in "01"][::5])
def test_several_solutions_are_all_kept(puzzle):
    grids = sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", limit=30, cross_check=False).grids
    places = Places.start(puzzle)
    assert settle(places, *RULES["locked"])
    assert shave(places)
    assert places.grid() is None
    assert all(grid[i] in left for grid in grids for i, left in digits(places).items())


def test_a_unit_that_is_not_full_has_no_hidden_single():
    """A pair of cells that must differ is a unit too, but not every digit is in it."""
    board = sm.Board(4, (*sm.Board.of_size(4).units, sm.Unit("pair", ((1, 1), (4, 2)))))
    empty = Places.start(sm.Puzzle(board, (0,) * 16))
    assert settle(empty, *RULES["locked"])
    assert all(len(left) == 4 for left in digits(empty).values())
