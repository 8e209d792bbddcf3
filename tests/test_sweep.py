"""A sample of every corpus against its ground truth, by a MILP and a CP, which know nothing of each other."""

import pytest
from public_variants import FAMILIES, variants

import sudoku_models as sm

SAMPLES = {"named": 1, "top95": 8, "easy50": 8, "hardest11": 5, "clues17": 400, "small": 1}
EASY_LARGE = [e for e in sm.corpus("large").entries if e.solution and e.puzzle.board.size <= 16]
# One 16x16 and two 25x25 boards that CP-SAT's one worker solves in seconds; others take it a minute.
FOR_CPSAT = [sm.corpus("large").entry(f"large:{k}") for k in (4, 7, 16)]

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("way", [("assignment", "pulp", "highs"), ("all_different", "pyomo", "cpsat")], ids="-".join)
@pytest.mark.parametrize("corpus", SAMPLES)
def test_a_sample_of_each_corpus(corpus, way):
    for entry in sm.corpus(corpus).entries[:: SAMPLES[corpus]]:
        found = sm.count_solutions(entry.puzzle, *way, limit=5, cross_check=False)
        assert (str(found.value), found.status) == (entry.solutions, "exact"), entry.name
        if entry.solution:
            assert found.grids == (entry.solution,), entry.name


@pytest.mark.parametrize("entry", EASY_LARGE, ids=lambda entry: entry.name)
def test_12x12_and_16x16_by_highs(entry):
    found = sm.count_solutions(entry.puzzle, "assignment", "pulp", "highs", limit=2, cross_check=False)
    assert (found.status, found.grids) == ("exact", (entry.solution,))


@pytest.mark.parametrize("entry", FOR_CPSAT, ids=lambda entry: entry.name)
def test_large_boards_by_cpsat(entry):
    found = sm.build(entry.puzzle, "all_different", "cpsat").solve("cpsat")
    assert found.grid == entry.solution


def test_an_empty_25x25_board_is_filled():
    board = sm.Board.of_size(25)
    empty = sm.Puzzle(board, (0,) * 625)
    assert sm.is_solution(empty, sm.build(empty, "assignment", "pulp").solve("highs").grid)


@pytest.mark.parametrize("family", FAMILIES)
def test_all_published_variants_by_cpsat(extra, family):
    for variant in variants(extra, family):
        found = sm.count_solutions(variant.puzzle, "all_different", "cpsat", "cpsat", 2, cross_check=False)
        assert (found.value, found.status == "exact") == (min(variant.number, 2), variant.number < 2)
        assert variant.solution is None or found.grids == (variant.solution,), variant.puzzle.name
