"""Whole numbers are exact to the last digit, from 2^50 to 2^62 too; Python's integers know the truth."""

import pulp
import pytest
from large_models import verdict_on

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.backends import new_backend
from sudoku_models.errors import UnsupportedError

P = 2**53
QUICK = [0]


@pytest.mark.parametrize("seed", QUICK)
def test_no_answer_about_large_whole_numbers_is_false(seed):
    verdict, why = verdict_on(seed, ["highs", "cpsat"])
    assert verdict == "right", why


@pytest.mark.slow
@pytest.mark.in_turn
@pytest.mark.parametrize("part", range(6))
def test_no_answer_about_many_large_whole_numbers_is_false(part):
    """Half of them are refused, as many of CP-SAT's sums beyond 64 bits are, and values for which there are no indicators."""
    names = [*solvers.installed(everything=True), "highs", "highs", "cpsat", "cpsat"]
    verdicts = [verdict_on(seed, names) for seed in range(1000 + 100 * part, 1100 + 100 * part)]
    assert not [why for verdict, why in verdicts if verdict == "wrong"]
    assert sum(verdict == "right" for verdict, _ in verdicts) >= 40


def two_binaries():
    lp = pulp.LpProblem()
    return lp, *(lp.add_variable(name, cat="Binary") for name in "ab")


def test_a_whole_number_that_pulp_has_rounded_is_refused():
    """2^53 + 1 becomes 2^53 in `pulp.lpSum`, wherever it stands; smaller ones are exact."""
    for rounded in (True, False):
        number = P + 1 if rounded else P - 1
        lp, a, b = two_binaries()
        lp += pulp.lpSum([number * a, b]) >= number
        lp += pulp.lpSum([number * a, b]) - number <= a + 5 * b
        if rounded:
            with pytest.raises(UnsupportedError, match="_C1"):
                sm.Problem(lp).solve("cpsat")
            lp, a, b = two_binaries()
            lp += pulp.lpSum([number * a, b]) + number >= number
            with pytest.raises(UnsupportedError, match="_C1"):
                sm.Problem(lp).solve("highs")
        else:
            assert sm.Problem(lp).count_solutions("highs").value == 2


def test_terms_of_verbs_are_not_rounded_either():
    m = new_backend("pulp")
    a, b = m.bool_vars("y", "ab").values()
    for name, state in {"different": m.all_different, "unequal": lambda sides, name: m.not_equal(*sides, name)}.items():
        with pytest.raises(UnsupportedError, match=name):
            state([pulp.lpSum([a, b]) + P + 1, a], name)
