"""Each method: what it finishes is the solution, and what it leaves open is left open by others who know."""

import pytest
from hypothesis import given, settings
from rule_boards import UNIQUE, puzzles, solutions

import sudoku_models as sm
from sudoku_models.errors import InputError, UnknownNameError
from sudoku_models.inference.methods import (
    METHODS,
    Filter,
    Rules,
    SolverPropagation,
    choose,
)
from sudoku_models.rewrites.clauses import AT_MOST_ONE

EASY = list(sm.corpus("easy50").values())
HARDEST = list(sm.corpus("hardest11").values())
SLOW = ("gdp", "rank", "cliques")


def finished(prepared, puzzles, time_limit=None):
    """Which puzzles are finished; the grid of each is judged."""
    found = []
    for puzzle in puzzles:
        if prepared.finishes(puzzle, time_limit):
            grid = prepared.grid()
            assert sm.is_solution(puzzle, grid)
            found.append(puzzle.name)
    return found


@pytest.mark.parametrize("name", [name for name in METHODS if not any(word in name for word in SLOW)])
def test_a_method_that_finishes_has_the_solution(name):
    entry = sm.corpus("small").entry("small:1")
    prepared = METHODS[name].start(entry.puzzle.board)
    assert prepared.finishes(entry.puzzle, None) in (True, False)
    if prepared.finishes(entry.puzzle, None):
        assert prepared.grid() == entry.solution


@pytest.mark.slow
@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("line", ["1... .... .... ....", "12.. ..3. .... ...4", "11.. .... .... ...."])
def test_no_method_finishes_a_puzzle_without_exactly_one_solution(name, line):
    puzzle = sm.Puzzle.parse(line)
    prepared = METHODS[name].start(puzzle.board)
    finishes = prepared.finishes(puzzle, None)
    assert finishes is False or prepared.grid() is None


@pytest.mark.parametrize("name", METHODS)
def test_all_but_big_m_finish_a_grid_that_lacks_one_digit(name):
    """In big-M rows, x may be anywhere between two digits that it must not be."""
    entry = sm.corpus("small").entry("small:1")
    puzzle = sm.Puzzle(entry.puzzle.board, (0, *entry.solution.values[1:]))
    assert finished(METHODS[name].start(puzzle.board), [puzzle]) == ([] if "big_m" in name or "gdp" in name else [""])


@pytest.mark.parametrize(("strength", "consistency"), [("bounds", "BC"), ("domain", "AC")])
def test_our_filter_and_choco_finish_the_same(strength, consistency):
    puzzles = [*EASY[::3], *HARDEST]
    ours = finished(Filter(strength), puzzles)
    assert 0 < len(ours) < len(puzzles)
    assert ours == finished(SolverPropagation(puzzles[0].board, "all_different", f"choco:{consistency}"), puzzles)


@pytest.mark.parametrize(
    ("rule", "clauses"),
    [("naked", "unequal"), *(("hidden", encoding) for encoding in AT_MOST_ONE)],
)
def test_unit_propagation_finds_singles(rule, clauses):
    """Conflicts find naked singles; at-least-one for each digit of a unit finds hidden singles, in every encoding."""
    puzzles = [*EASY, *HARDEST]
    singles, settled = (finished(METHODS[name].start(EASY[0].board), puzzles) for name in (rule, f"clauses:{clauses}"))
    assert settled == singles != []


def test_domain_consistency_finishes_what_bounds_consistency_finishes():
    weak, strong = (finished(Filter(strength), EASY[::2]) for strength in ("bounds", "domain"))
    assert set(weak) < set(strong)


@pytest.mark.parametrize("name", ["domain", "lp:assignment", "presolve", "shaving"])
def test_no_time_is_not_known(name, monkeypatch):
    monkeypatch.setattr("sudoku_models.inference.methods.find_spec", lambda name: None)  # our own filter
    prepared = METHODS[name].start(HARDEST[1].board)
    assert prepared.finishes(HARDEST[1], 1e-9) is None
    assert prepared.finishes(HARDEST[1], 60) is False


def test_methods_are_chosen_by_name_and_by_family():
    assert [method.name for method in choose(["shaving", "naked"])] == ["naked", "shaving"]
    assert len(choose(["lp"])) == 15
    assert len(choose(None)) == len(METHODS) == 28
    assert {method.name for method in choose(["lp:pairwise"])} < {method.name for method in choose(["lp"])}
    with pytest.raises(UnknownNameError, match="did you mean 'shaving'"):
        choose(["shavin"])
    with pytest.raises(InputError, match="at least one method"):
        choose([])


def test_each_method_has_a_description_and_a_source():
    assert all(method.name == name and method.sentence and method.source for name, method in METHODS.items())
    assert len({method.sentence for method in METHODS.values()}) == len(METHODS)


def test_a_rule_that_is_left_out_is_not_used():
    board = HARDEST[0].board
    assert finished(Rules(), [sm.Puzzle(board, sm.corpus("hardest11").entry("hardest11:1").solution.values)]) == [""]
    assert finished(Rules(), EASY[:3]) == []


QUICK = ("naked", "hidden", "locked", "clauses:pairwise", "bounds", "domain", "lp:assignment", "presolve", "shaving")


@settings(max_examples=8, deadline=None)
@given(puzzles())
def test_on_a_board_with_rules_a_method_finishes_only_what_has_one_solution(puzzle):
    grids = solutions(puzzle)
    for name in QUICK:
        prepared = METHODS[name].start(puzzle.board)
        if prepared.finishes(puzzle, None) and (grid := prepared.grid()) is not None:
            assert (grid,) == grids, name


@pytest.mark.parametrize("name", ["bounds", "domain"])
def test_consistency_with_rules_is_that_of_our_own_filters(name):
    assert isinstance(METHODS[name].start(UNIQUE.board), Filter)
