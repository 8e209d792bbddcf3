"""The fewest further givens: they suffice, and fewer do not, by trying."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from rule_boards import puzzles
from rule_boards import solutions as solutions_with_rules

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.models.missing_givens import differing_cells


def solutions(puzzle):
    return sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", None, method="enumerate").grids


@pytest.mark.parametrize("name", ["several:10", "several:13", "several:18", "several:20", "several:21"])
def test_they_suffice_and_fewer_do_not(name):
    puzzle = sm.load(name)
    grids = solutions(puzzle)
    for chosen in sorted(grids, key=sm.Grid.line)[:3]:
        found = sm.extra_givens(puzzle, chosen)
        assert (found.status, found.chosen, found.solutions) == ("smallest", chosen, len(grids))
        count = sm.count_solutions(found.completed(), backend="pulp")
        assert count.grids == (chosen,)
        assert count.status == "exact"
        differ = [set(differing_cells(chosen, h)) for h in grids if h != chosen]
        blank = sorted(set.union(*differ))
        fewer = combinations(blank, len(found.givens) - 1)
        assert not any(all(cells & set(few) for cells in differ) for few in fewer)


def test_hundreds_of_solutions():
    found = sm.extra_givens(sm.load("several:30"))
    assert found.solutions == 288
    assert len(found.givens) == 4  # no 4x4 puzzle with three givens has one solution
    assert str(found).count(" in ") == 4


def test_nothing_is_lacking(mccaffrey):
    found = sm.extra_givens(mccaffrey)
    assert (found.givens, found.status) == ({}, "smallest")
    assert found.completed() == mccaffrey
    assert "only one already" in str(found)


def test_too_many_to_list():
    found = sm.extra_givens(sm.load("several:30"), limit=100)
    assert (found.givens, found.status) == (None, "unknown")
    assert "more than 100 solutions" in str(found)
    assert found.as_dict()["givens"] is None
    with pytest.raises(InputError, match="not known"):
        found.completed()


def test_no_solution_and_no_time(infeasible4):
    assert "0 solutions" in sm.extra_givens(infeasible4).reason
    hurried = sm.extra_givens(sm.load("several:20"), time_limit=1e-6)
    assert hurried.status == "unknown"
    assert "time limit" in hurried.reason


def test_the_chosen_grid_must_be_a_solution(unique4):
    with pytest.raises(InputError, match="not a solution of the puzzle"):
        sm.extra_givens(unique4, sm.Puzzle.parse("1234 3412 2143 4321").as_grid())


@settings(max_examples=10, deadline=None)
@given(puzzles())
def test_they_suffice_and_fewer_do_not_where_the_board_has_rules(puzzle):
    grids = solutions_with_rules(puzzle)
    found = sm.extra_givens(puzzle)
    if not grids:
        assert found.givens is None
        return

    def left(givens):
        return [grid for grid in grids if all(grid[i] == d for i, d in givens.items())]

    assert (found.status, found.solutions) == ("smallest", len(grids))
    assert left(found.givens) == [found.chosen]
    blank = [i for i in puzzle.board.cells if i not in puzzle.givens]
    if len(found.givens) <= 3:
        fewer = combinations(blank, max(0, len(found.givens) - 1))
        assert not found.givens or all(len(left({i: found.chosen[i] for i in some})) > 1 for some in fewer)
