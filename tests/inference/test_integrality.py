"""Where the relaxation is integral: the groups add up, and what is proved about them holds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.inference.integrality import LOGICS, NONE, integrality
from sudoku_models.inference.methods import METHODS
from sudoku_models.puzzles.isomorphs import isomorph

PROVED = [METHODS[name].title for name in ("hidden", "locked", "domain")]


@pytest.fixture(scope="module")
def hardest():
    return integrality("hardest11")


def test_the_groups_are_all_puzzles_once(hardest):
    names = [name for group in hardest.by_logic for name in group.puzzles]
    assert sorted(names) == sorted(sm.corpus("hardest11"))
    assert [group.title for group in hardest.by_logic] == [*(METHODS[name].title for name in LOGICS), NONE]
    assert hardest.total.integral == sum(group.integral for group in hardest.by_logic) == 4
    assert hardest.by_rating == ()


def test_puzzles_of_propagation_are_integral(hardest):
    for found in (hardest, integrality("easy50", sample=15)):
        for group in found.by_logic:
            if group.title in PROVED:
                assert group.integral == len(group.puzzles)


@settings(max_examples=5, deadline=None)
@given(st.integers(1, 11), st.integers(0, 10**6))
def test_an_isomorph_is_in_the_same_group(number, seed):
    puzzle = sm.load(f"hardest11:{number}")
    one, other = (integrality(each).by_logic for each in (puzzle, isomorph(puzzle, seed)))
    assert [(len(g.puzzles), g.integral) for g in one] == [(len(g.puzzles), g.integral) for g in other]


def test_ratings_are_those_that_are_published():
    found = integrality("rated", sample=6, seed=2)
    assert sum(len(group.puzzles) for group in found.by_rating) == 6
    for group in found.by_rating:
        assert group.title == f"rated {int(group.ratings[0])}.0 to {int(group.ratings[0])}.9"
        assert [sm.corpus("rated").entry(name).rating for name in group.puzzles] == list(group.ratings)
    assert found.as_dict()["by_rating"][0]["ratings"]


def test_a_limit_is_not_known():
    found = integrality("hardest11", sample=3, time_limit=1e-9)
    assert (found.total.integral, found.total.not_known) == (0, 3)
    assert "0 to 100 %" in str(found)
    assert "0 to 100 %" in found._repr_html_()
