"""Linear rows, also those that conditions imply, as clauses."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit_propagation import consistent, domains, formula_of, propagated

from sudoku_models.backends import Implication, Linear
from sudoku_models.rewrites.clauses import AT_MOST_ONE, add_constraint

factors = st.lists(st.sampled_from([-2, -1, 1, 2, 3]), min_size=4, max_size=4)
binary = st.lists(st.sets(st.integers(0, 1), min_size=1), min_size=1, max_size=6)
signs = st.lists(st.sampled_from([1, 1, -1]), min_size=6, max_size=6)


def total(coefficients, point):
    return sum(c * x for c, x in zip(coefficients, point, strict=False))


@given(domains, factors, st.integers(-8, 12), st.integers(0, 4))
def test_unit_propagation_of_partial_sums_is_domain_consistent(left, coefficients, low, width):
    formula = formula_of(len(left))
    add_constraint(formula, Linear(range(len(left)), coefficients[: len(left)], low, low + width, "row"))
    expected = consistent(left, lambda point: low <= total(coefficients, point) <= low + width)
    assert propagated(formula, left) == expected


@given(binary, signs, st.integers(-4, 6), st.booleans())
@pytest.mark.parametrize("encoding", AT_MOST_ONE)
def test_unit_propagation_of_one_side_of_a_count_is_domain_consistent(encoding, left, coefficients, bound, is_lower):
    formula = formula_of(len(left), encoding, range(2))
    low, high = (bound, float("inf")) if is_lower else (-float("inf"), bound)
    add_constraint(formula, Linear(range(len(left)), coefficients[: len(left)], low, high, "row"))
    assert propagated(formula, left) == consistent(left, lambda point: low <= total(coefficients, point) <= high)


@pytest.mark.parametrize(
    ("low", "high", "clauses"),
    [(1, 9, 1), (-9, 1, 10), (1, 1, 11), (5, 5, 5), (0, 0, 5), (4, 9, 10), (0, 4, 1), (0, 5, 0), (6, 9, 1)],
)
def test_counts_of_binaries_are_recognised(low, high, clauses):
    """At least one, at most one, exactly one, all, none, all but one, not all, anything, and too many of five."""
    formula = formula_of(5, values=range(2))
    add_constraint(formula, Linear(range(5), [3] * 5, 3 * low, 3 * high, "row"))
    assert sum(clause != [formula.true()] for clause in formula.clauses) == clauses


@given(domains, st.lists(st.integers(-2, 2), min_size=4, max_size=4), st.integers(-4, 4), st.booleans())
def test_the_row_is_domain_consistent_once_the_conditions_hold(left, factors, bound, has_guard):
    width = len(left)
    formula = formula_of(width)
    for _ in range(2):
        formula.columns.append({0: -(y := formula.new()), 1: y})
    formula.guard = guard = formula.new() if has_guard else 0
    row = Linear(tuple(range(width)), tuple(factors[:width]), bound, inf, "row")
    add_constraint(formula, Implication(((width, 1), (width + 1, 0)), row, "if"))
    assert formula.guard == guard
    if guard:
        formula.guard = 0
        formula.add([[guard]])
    expected = consistent(left, lambda point: sum(c * x for c, x in zip(factors, point, strict=False)) >= bound)
    found = propagated(formula, [*left, {1}, {0}])
    assert found == (None if expected is None else [*expected, {1}, {0}])
    violated = propagated(formula, [*left, {1}, {0, 1}])
    assert violated == [*left, {1}, {1} if expected is None else {0, 1}], "the condition 0 cannot hold"
    loose = propagated(formula, [*left, {0}, {0, 1}])
    assert loose == [*left, {0}, {0, 1}], "nothing follows when a condition does not hold"


def test_a_condition_that_cannot_hold_implies_nothing():
    formula = formula_of(1)
    before = len(formula.clauses)
    add_constraint(formula, Implication(((0, 7),), Linear((0,), (1,), 2, inf, "row"), "if"))
    assert len(formula.clauses) == before
