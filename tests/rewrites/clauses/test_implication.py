"""Implications as guarded rows."""

from math import inf

from hypothesis import given
from hypothesis import strategies as st
from unit_propagation import consistent, domains, formula_of, propagated

from sudoku_models.backends import Implication, Linear
from sudoku_models.rewrites.clauses import add_constraint


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


def test_a_violated_row_makes_the_condition_false():
    formula = formula_of(1)
    formula.columns.append({0: -(y := formula.new()), 1: y})
    add_constraint(formula, Implication(((1, 1),), Linear((0,), (1,), 2, inf, "row"), "if"))
    assert propagated(formula, [{0, 1}, {0, 1}]) == [{0, 1}, {0}]


def test_a_condition_that_cannot_hold_implies_nothing():
    formula = formula_of(1)
    before = len(formula.clauses)
    add_constraint(formula, Implication(((0, 7),), Linear((0,), (1,), 2, inf, "row"), "if"))
    assert len(formula.clauses) == before
