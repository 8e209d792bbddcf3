"""Rules on the positions of digits: they keep every solution, reach a fixpoint, and do what the slow ones do."""

import pytest
from hypothesis import given, settings
from rule_boards import larger_puzzles, puzzles, solutions

import sudoku_models as sm
from sudoku_models.inference.propagation import domains_of, propagate
from sudoku_models.inference.singles import (
    Positions,
    hidden_singles,
    locked_candidates,
    naked_singles,
    shave,
    to_fixpoint,
)

RULES = {
    "naked": [naked_singles],
    "hidden": [naked_singles, hidden_singles],
    "locked": [naked_singles, hidden_singles, locked_candidates],
}
SOME = [*list(sm.corpus("top95").values())[::10], *sm.corpus("hardest11").values(), *list(sm.corpus("small").values())]


def digits(positions):
    """The digits that each cell can hold."""
    board = positions.board
    return {i: frozenset(d for d in board.digits if positions.of[d] >> k & 1) for k, i in enumerate(board.cells)}


def test_naked_singles_are_forward_checking():
    for puzzle in SOME:
        positions = Positions.start(puzzle)
        assert to_fixpoint(positions, naked_singles)
        assert digits(positions) == propagate(puzzle.board.units, domains_of(puzzle), "values"), puzzle.name


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("corpus", ["easy50", "hardest11", "small"])
def test_no_rule_takes_the_solution_and_none_has_more_to_say(corpus, rules):
    for entry in sm.corpus(corpus).entries[::4]:
        positions = Positions.start(entry.puzzle)
        assert to_fixpoint(positions, *rules)
        assert all(entry.solution[i] in left for i, left in digits(positions).items())
        assert not any(rule(positions) for rule in rules)


def test_shaving_refutes_no_digit_of_the_solution():
    for entry in sm.corpus("hardest11").entries:
        positions = Positions.start(entry.puzzle)
        assert shave(positions)
        assert all(entry.solution[i] in left for i, left in digits(positions).items())
        assert positions.grid() in (None, entry.solution)


def test_what_shaving_leaves_cannot_be_refuted():
    positions = Positions.start(sm.load("hardest11:2"))
    shave(positions)
    assert positions.grid() is None
    for k, (i, left) in enumerate(digits(positions).items()):
        for d in left:
            trial = positions.copy()
            trial.put(k, d)
            assert to_fixpoint(trial, naked_singles, hidden_singles), (i, d)


def test_a_contradiction_is_seen():
    for line in ("11.. .... .... ....", "123. 4... .... ...4", "12.. ..3. .... ...4"):
        positions = Positions.start(sm.Puzzle.parse(line))
        assert not shave(positions)
        assert positions.broken
        assert positions.grid() is None


def test_a_unit_that_is_not_full_has_no_hidden_single():
    """A pair of cells that must differ is a unit too, but not every digit is in it."""
    board = sm.Board(4, (*sm.Board.of_size(4).units, sm.Unit("pair", ((1, 1), (4, 2)))))
    empty = Positions.start(sm.Puzzle(board, (0,) * 16))
    assert to_fixpoint(empty, *RULES["locked"])
    assert all(len(left) == 4 for left in digits(empty).values())


@settings(max_examples=10, deadline=None)
@given(puzzles())
def test_rules_of_the_board_are_part_of_every_fixpoint(puzzle):
    assert_no_solution_is_lost(puzzle)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(larger_puzzles())
def test_rules_of_a_larger_board_are_part_of_every_fixpoint(puzzle):
    assert_no_solution_is_lost(puzzle)


def assert_no_solution_is_lost(puzzle):
    """And a grid that breaks a rule is never taken for a solution."""
    grids = solutions(puzzle)
    for rules in ([], [hidden_singles], *RULES.values(), None):
        positions = Positions.start(puzzle)
        holds = shave(positions) if rules is None else to_fixpoint(positions, *rules)
        assert holds or not grids
        if holds:
            assert all(grid[i] in left for grid in grids for i, left in digits(positions).items())
            assert positions.grid() in (None, *grids)


def test_a_rule_removes_what_it_leaves_no_place_for():
    board = sm.Board.of_size(4).with_rules(sm.rules.KillerCage(3, "r1c1 r1c2"))
    positions = Positions.start(sm.Puzzle.parse("." * 16, board))
    assert to_fixpoint(positions, naked_singles)
    assert [digits(positions)[1, c] for c in (1, 2, 3)] == [{1, 2}, {1, 2}, {1, 2, 3, 4}]
    assert not to_fixpoint(Positions.start(sm.Puzzle.parse("13" + "." * 14, board)))
