"""Sums as decision diagrams, and as literals of their values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit_propagation import consistent, domains, formula_of, propagated

from sudoku_models.backends import Linear, Term
from sudoku_models.errors import UnsupportedError
from sudoku_models.rewrites.clauses import add_constraint, sums
from sudoku_models.rewrites.clauses.sums import values_of

LETTERS = "SENDMORY"
WEIGHTS = dict(zip(LETTERS, (1000, 91, -90, 1, -9000, -900, 10, -1), strict=True))


def test_wide_terms_come_first_so_that_few_sums_are_left():
    """SEND + MORE = MONEY has numbers up to 99,999, and a few thousand partial sums."""
    formula = formula_of(8, values=range(10))
    before = formula.size
    add_constraint(formula, Linear(range(8), list(WEIGHTS.values()), 0, 0, "SEND + MORE = MONEY"))
    assert formula.size - before < 5_000


def test_an_upper_bound_is_no_wider_than_what_it_allows():
    formula = formula_of(40, values=range(2))
    add_constraint(formula, Linear(range(40), [1] * 40, 0, 3, "at most three"))
    assert formula.size < 40 * 4 * 3 + 200


def test_a_row_with_too_many_partial_sums_is_refused_by_name(monkeypatch):
    monkeypatch.setattr(sums, "MOST_EDGES", 50)
    with pytest.raises(UnsupportedError, match=r"'row': as clauses it would have more than 50 partial sums"):
        add_constraint(formula_of(6), Linear(range(6), [1] * 6, 9, 9, "row"))


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
