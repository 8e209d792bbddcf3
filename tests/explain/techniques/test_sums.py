"""Innies and outies: sound on random killer puzzles, and in the words of those who solve them."""

import random

import pytest

import sudoku_models as sm
from sudoku_models.explain import explain
from sudoku_models.explain.techniques.sums import sum_of_units
from sudoku_models.puzzles.candidates import Candidates
from sudoku_models.puzzles.rules import KillerCage, LittleKiller, Thermometer

NAMES = ("innies", "outies", "innies and outies")
GRIDS = [sm.corpus("named").entry("mccaffrey").solution, *(e.solution for e in sm.corpus("small").entries[:6])]


def killer(grid, rng):
    """The grid cut into cages, as a puzzle without givens."""
    left, cages = set(grid.board.cells), []
    while left:
        cage = [min(left)]
        for _ in range(rng.randint(1, 3)):
            r, c = rng.choice(cage)
            near = [i for i in ((r + 1, c), (r, c + 1), (r - 1, c), (r, c - 1)) if i in left and i not in cage]
            near = [i for i in near if grid[i] not in {grid[j] for j in cage}]
            cage += near[:1]
        left -= set(cage)
        cages.append(KillerCage(sum(grid[i] for i in cage), sorted(cage)))
    return sm.Puzzle(grid.board.with_rules(*cages), (0,) * len(grid.values))


@pytest.mark.parametrize("seed", range(7))
def test_no_step_contradicts_the_grid_from_which_the_cages_come(seed):
    grid = GRIDS[seed]
    puzzle = killer(grid, random.Random(seed))
    found = [*sum_of_units(Candidates.of(puzzle))]
    for step in found:
        assert step.name in NAMES
        assert not any(grid[i] in gone for i, gone in step.removes.items()), step.sentence
        assert {label.kind for label in step.labels} == {"different", "rule"}
    for step in explain(puzzle, limit=60).steps:
        if step.name in NAMES:
            assert not any(grid[i] in gone for i, gone in step.removes.items()), step.sentence
    assert found or grid.board.size < 9


def first(*rules, text="." * 16):
    return next(sum_of_units(Candidates.of(sm.Puzzle.parse(text, sm.Board.of_size(4).with_rules(*rules)))), None)


def test_cages_that_reach_beyond_a_unit():
    step = first(KillerCage(6, "r1c1 r1c2"), LittleKiller(8, "r1c3 r1c4 r2c3"))
    assert "have 14, so (2, 3) has the sum 4" in step.sentence
    assert (step.name, step.weight, step.removes) == ("outies", 2.9, {(2, 3): {1, 2, 3}})


def test_two_rows_together():
    step = first(KillerCage(10, "r1c1 r1c2 r2c1 r2c2"), KillerCage(9, "r1c3 r1c4 r2c3"))
    assert step.name == "innies"
    assert step.removes == {(2, 4): frozenset({2, 3, 4})}


def test_sums_of_cages_that_overlap_are_not_added():
    step = first(LittleKiller(3, "r1c1 r1c2"), LittleKiller(5, "r1c2 r1c3"))
    assert "5 on r1c2" not in step.sentence


@pytest.mark.parametrize("rules", [[], [Thermometer("r1c1 r1c2")], [KillerCage(None, "r1c1 r1c2")]])
def test_without_sums_there_is_no_step(rules):
    assert first(*rules) is None
