"""`!=` as conflicts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit_propagation import consistent, domains, formula_of, propagated

from sudoku_models.backends import NotEqual, Term
from sudoku_models.errors import UnsupportedError
from sudoku_models.rewrites.clauses import add_constraint


@given(domains, st.lists(st.integers(-2, 2), min_size=4, max_size=4), st.integers(-4, 4))
def test_unit_propagation_is_domain_consistent(left, factors, shift):
    formula = formula_of(len(left))
    add_constraint(formula, NotEqual(Term(tuple(range(len(left))), tuple(factors[: len(left)]), shift), "differ"))
    expected = consistent(left, lambda point: sum(c * x for c, x in zip(factors, point, strict=False)) + shift != 0)
    assert propagated(formula, left) == expected


def test_two_variables_have_one_conflict_for_each_common_value():
    formula = formula_of(2)
    domains_only = len(formula.clauses)
    add_constraint(formula, NotEqual(Term((0, 1), (1, -1)), "differ"))
    assert len(formula.clauses) - domains_only == 4


def test_a_fraction_as_coefficient_is_refused_by_name():
    with pytest.raises(UnsupportedError, match=r"'differ': SAT solvers take whole coefficients only, not 0\.5"):
        add_constraint(formula_of(2), NotEqual(Term((0, 1), (0.5, -1)), "differ"))
