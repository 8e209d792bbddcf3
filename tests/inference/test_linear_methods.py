"""Methods of linear solvers: what they finish is true, and models that live on forget the puzzle before."""

import pytest
from applied import finished, grid_of
from rule_boards import solutions

import sudoku_models as sm
from sudoku_models.inference.linear_methods import cycle_cuts, presolved, probed, relaxed
from sudoku_models.inference.relaxation import relax
from sudoku_models.runtime.limits import Deadline

EASY = list(sm.corpus("easy50").values())
BOARD = EASY[0].board


@pytest.mark.parametrize("rewrite", ["rank", "big_m"])
def test_a_model_that_lives_on_is_as_good_as_a_new_one(rewrite):
    """The rows are read once, and each puzzle is a change of bounds; `relax` decides by many LPs on a fresh model."""
    puzzles = [sm.Puzzle.parse(line) for line in ("1... ..2. .3.. ...4", "1234 3412 2143 432.", "1234 3... .... ....")]
    infer = relaxed(puzzles[0].board, "pairwise", rewrite)
    for puzzle in [*puzzles, puzzles[0]]:
        relaxation = relax(sm.build(puzzle, "pairwise", "pulp", rewrite))
        is_settled = relaxation.settled.issuperset(puzzle.board.cells)
        assert (infer(puzzle, Deadline()) is not None) == is_settled


def test_the_cells_may_be_settled_though_the_relaxation_is_no_single_point():
    """Order binaries may move while every cell is fixed: then the method has finished all the same."""
    entry = sm.corpus("small").entry("small:1")
    puzzle = sm.Puzzle(entry.puzzle.board, entry.solution.values, "all given")
    relaxation = relax(sm.build(puzzle, "pairwise", "pulp", "big_m"))
    assert relaxation.is_single_point is False
    assert relaxation.settled.issuperset(puzzle.board.cells)
    assert finished(relaxed(puzzle.board, "pairwise", "big_m"), [puzzle]) == ["all given"]


def test_a_given_that_fixes_x_alone_is_worth_little_to_a_relaxation():
    """Its indicators are fixed too, so `all_different` is as strong as `assignment`."""
    puzzle = EASY[0]
    model = sm.build(puzzle, "all_different", "pulp", "indicators")
    assert relax(model, time_limit=600).is_single_point is True
    given = [model.m.column(model.variables[i]) for i in puzzle.givens]
    model.m.free([model.links.indicator[k, d] for k in given for d in puzzle.board.digits])
    assert relax(model, time_limit=600).settled.issuperset(puzzle.board.cells) is False


def test_presolve_may_choose_and_is_not_believed():
    """It finds one of two solutions of this puzzle, with nothing left to search."""
    puzzle = sm.corpus("several")["several:13"]
    assert sm.count_solutions(puzzle, "assignment", "pulp", limit=5).value == 2
    infer = presolved(puzzle.board)
    assert infer(puzzle, Deadline()) is not None
    assert grid_of(infer, puzzle) is None
    assert finished(infer, [sm.load("small:1")]) == ["small:1"]


def test_a_relaxation_whose_only_point_is_fractional_has_no_grid():
    """Each cell averages two digits; no grid does, because there is none."""
    board = sm.Board.of_size(4).with_rules(sm.rules.KillerCage(3, "r1c1 r1c2"), sm.rules.AntiKing())
    puzzle = sm.Puzzle(board, (0,) * 16)
    assert solutions(puzzle) == ()
    infer = relaxed(board, "assignment")
    assert infer(puzzle, Deadline()) is not None
    assert grid_of(infer, puzzle) is None


def test_indicators_of_each_constraints_own_are_worth_nothing_on_several_units():
    """As JuMP has them: no puzzle but a nearly full one is finished, though on one unit nothing is lost."""
    solution = sm.corpus("easy50").entry("easy50:1").solution
    nearly_full = sm.Puzzle(BOARD, (0, *solution.values[1:]), "nearly full")
    assert finished(relaxed(BOARD, "all_different", "count_distinct"), [*EASY[:2], nearly_full]) == ["nearly full"]
    assert finished(relaxed(BOARD, "all_different", "indicators"), EASY[:2]) == ["easy50:1", "easy50:2"]


def test_each_stronger_relaxation_finishes_what_the_weaker_ones_do_not():
    plain, cuts, probing = relaxed(BOARD, "assignment"), cycle_cuts(BOARD), probed(BOARD)
    puzzles = [sm.load(name) for name in ("easy50:6", "top95:5", "top95:4")]
    assert finished(plain, puzzles) == ["easy50:6"]
    assert finished(cuts, puzzles) == ["easy50:6", "top95:5"]
    assert finished(probing, puzzles) == ["easy50:6", "top95:5", "top95:4"]
