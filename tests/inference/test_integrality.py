"""Where the relaxation is integral: the groups add up, and what is proved about them holds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.inference.integrality import LOGICS, NEEDED, NONE, integral_groups
from sudoku_models.inference.methods import METHODS
from sudoku_models.puzzles.isomorphs import isomorph

PROVED = [METHODS[name].title for name in ("hidden", "locked", "domain")]


@pytest.mark.parametrize(("corpus", "sample"), [("hardest11", None), ("easy50", 15)])
def test_the_groups_are_all_puzzles_once_and_those_of_propagation_are_integral(corpus, sample):
    compared = sm.strength(corpus, NEEDED, sample)
    *groups, total = integral_groups(compared)
    assert [group.title for group in groups] == [*(METHODS[name].title for name in LOGICS), NONE]
    assert sorted(name for group in groups for name in group.puzzles) == sorted(each.name for each in compared.puzzles)
    assert total.integral == sum(group.integral for group in groups) == compared["lp:assignment"].finished
    assert all(group.integral == len(group.puzzles) for group in groups if group.title in PROVED)


@settings(max_examples=5, deadline=None)
@given(st.integers(1, 11), st.integers(0, 10**6))
def test_an_isomorph_is_in_the_same_group(number, seed):
    puzzle = sm.load(f"hardest11:{number}")
    one, other = (integral_groups(sm.strength(each, NEEDED)) for each in (puzzle, isomorph(puzzle, seed)))
    assert [(len(g.puzzles), g.integral) for g in one] == [(len(g.puzzles), g.integral) for g in other]


def test_ratings_are_those_that_are_published():
    groups = integral_groups(sm.strength("rated", NEEDED, 6, seed=2))
    rated = [group for group in groups if group.title.startswith("rated")]
    assert sum(len(group.puzzles) for group in rated) == 6
    for group in rated:
        assert group.title == f"rated {int(group.ratings[0])}.0 to {int(group.ratings[0])}.9"
        assert [sm.corpus("rated").entry(name).rating for name in group.puzzles] == list(group.ratings)
