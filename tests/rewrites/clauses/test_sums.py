"""The values of a sum as literals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit_propagation import consistent, domains, formula_of, propagated

from sudoku_models.backends import AllDifferent, Term
from sudoku_models.errors import UnsupportedError
from sudoku_models.rewrites.clauses import add_constraint
from sudoku_models.rewrites.clauses.sums import values_of

factors = st.lists(st.sampled_from([-2, -1, 1, 2]), min_size=4, max_size=4)


@given(domains, factors, st.integers(-3, 3), st.data())
def test_unit_propagation_of_the_equation_is_domain_consistent(left, factors, shift, data):
    formula = formula_of(len(left))
    y = values_of(formula, Term(tuple(range(len(left))), tuple(factors[: len(left)]), shift), "sum")
    total = data.draw(st.sampled_from(list(y)))
    formula.add([[y[total]]])
    expected = consistent(left, lambda point: sum(c * x for c, x in zip(factors, point, strict=False)) + shift == total)
    assert propagated(formula, left) == expected


def test_a_sum_that_occurs_again_has_its_literals_already():
    """And they hold without the constraint that needed them first, which may be removed."""
    formula = formula_of(2)
    formula.guard = guard = formula.new()
    first = values_of(formula, Term((0, 1), (1, 2)), "sum")
    formula.guard = 0
    assert not any(-guard in clause for clause in formula.take())
    second = values_of(formula, Term((1, 0), (2, 1), 7), "sum")
    assert second == {value + 7: literal for value, literal in first.items()}
    assert formula.take() == []


def test_a_sum_of_sums_in_an_all_different_is_refused_by_name_when_it_is_too_large(monkeypatch):
    monkeypatch.setattr("sudoku_models.rewrites.clauses.sums.LARGEST", 6)
    terms = (Term((0, 1), (1, 1)), Term((1,), (1,)))
    with pytest.raises(UnsupportedError, match="'differ': a sum in it has more than 6 values"):
        add_constraint(formula_of(2), AllDifferent(terms, "differ"))
