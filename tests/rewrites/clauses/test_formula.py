"""Integer variables as Boolean variables."""

import pytest
from hypothesis import given
from unit_propagation import ALL, domains, formula_of, propagated

from sudoku_models.rewrites.clauses import AT_MOST_ONE, Formula, indicators


@given(domains)
@pytest.mark.parametrize("encoding", AT_MOST_ONE)
def test_a_domain_stays_what_it_is_and_an_empty_one_is_a_contradiction(encoding, left):
    assert propagated(formula_of(len(left), encoding), left) == left
    assert propagated(formula_of(len(left), encoding), [set(), *left[1:]]) is None


@pytest.mark.parametrize(("low", "high", "size"), [(0, 1, 1), (4, 5, 1), (1, 3, 3), (2, 2, 1)])
def test_a_variable_with_two_values_is_one_literal(low, high, size):
    formula = Formula()
    indicators(formula, low, high)
    assert formula.size == size
    assert list(formula.columns[0]) == list(range(low, high + 1))


def test_columns_with_one_value_share_the_literal_that_is_true():
    formula = Formula()
    for value in ALL:
        indicators(formula, value, value)
    assert formula.size == len(formula.clauses) == 1
