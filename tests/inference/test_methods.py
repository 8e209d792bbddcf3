"""Each method: what it finishes is the solution, and what it leaves open is left open by others who know."""

import pytest
from applied import finished, grid_of
from hypothesis import given, settings
from rule_boards import UNIQUE, puzzles, solutions

import sudoku_models as sm
from sudoku_models.errors import InputError, UnknownNameError
from sudoku_models.inference.methods import METHODS, by_filters, by_solver, choose
from sudoku_models.rewrites.clauses import AT_MOST_ONE
from sudoku_models.runtime.limits import TimeLimit

EASY = list(sm.corpus("easy50").values())
HARDEST = list(sm.corpus("hardest11").values())
BOARD = EASY[0].board


@pytest.mark.parametrize("name", METHODS)
def test_all_but_big_m_finish_a_grid_that_lacks_one_digit(name):
    """In big-M rows, x may be anywhere between two digits that it must not be."""
    entry = sm.corpus("small").entry("small:1")
    puzzle = sm.Puzzle(entry.puzzle.board, (0, *entry.solution.values[1:]))
    infer = METHODS[name].start(puzzle.board)
    assert finished(infer, [puzzle]) == ([] if "big_m" in name or "gdp" in name else [""])
    assert grid_of(infer, entry.puzzle) in (None, entry.solution)


@pytest.mark.slow
@pytest.mark.parametrize("name", METHODS)
def test_no_method_finishes_a_puzzle_without_exactly_one_solution(name):
    infer = METHODS[name].start(sm.Board.of_size(4))
    for line in ("1... .... .... ....", "12.. ..3. .... ...4", "11.. .... .... ...."):
        assert grid_of(infer, sm.Puzzle.parse(line)) is None


@pytest.mark.parametrize(("strength", "consistency"), [("bounds", "BC"), ("domain", "AC")])
def test_our_filter_and_choco_finish_the_same(strength, consistency):
    puzzles = [*EASY[::3], *HARDEST]
    ours = finished(by_filters(BOARD, strength), puzzles)
    assert 0 < len(ours) < len(puzzles)
    assert ours == finished(by_solver(BOARD, "all_different", f"choco:{consistency}"), puzzles)


@pytest.mark.parametrize(
    ("rule", "clauses"),
    [("naked", "unequal"), *(("hidden", encoding) for encoding in AT_MOST_ONE)],
)
def test_unit_propagation_finds_singles(rule, clauses):
    """Conflicts find naked singles; at-least-one for each digit of a unit finds hidden singles, in every encoding."""
    singles, settled = (
        finished(METHODS[name].start(BOARD), [*EASY, *HARDEST]) for name in (rule, f"clauses:{clauses}")
    )
    assert settled == singles != []


@pytest.mark.parametrize("name", ["domain", "lp:assignment", "lp:cycle_cuts", "lp:probing", "presolve", "shaving"])
def test_no_time_is_not_known(name, monkeypatch):
    monkeypatch.setattr("sudoku_models.inference.methods.find_spec", lambda name: None)  # our own filter
    infer = METHODS[name].start(HARDEST[1].board)
    with pytest.raises(TimeLimit):
        grid_of(infer, HARDEST[1], 1e-9)
    assert "lp" in name or grid_of(infer, HARDEST[1]) is None


def test_methods_are_chosen_by_name_and_by_family():
    assert [method.name for method in choose(["shaving", "naked"])] == ["naked", "shaving"]
    assert len(choose(["lp"])) == 15
    assert choose(None) == [*METHODS.values()]
    assert {method.name for method in choose(["lp:pairwise"])} < {method.name for method in choose(["lp"])}
    with pytest.raises(UnknownNameError, match="did you mean 'shaving'"):
        choose(["shavin"])
    with pytest.raises(InputError, match="at least one method"):
        choose([])


QUICK = ("naked", "hidden", "locked", "clauses:pairwise", "bounds", "domain", "lp:assignment", "presolve", "shaving")


@settings(max_examples=8, deadline=None)
@given(puzzles())
def test_on_a_board_with_rules_a_method_finishes_only_what_has_one_solution(puzzle):
    grids = solutions(puzzle)
    for name in QUICK:
        if (grid := grid_of(METHODS[name].start(puzzle.board), puzzle)) is not None:
            assert (grid,) == grids, name


@pytest.mark.parametrize("name", ["bounds", "domain"])
def test_consistency_with_rules_is_that_of_our_own_filters(name, monkeypatch):
    """Choco's propagation of rules is weaker than the names of the methods say."""
    monkeypatch.setattr("sudoku_models.inference.methods.by_solver", None)
    METHODS[name].start(UNIQUE.board)
