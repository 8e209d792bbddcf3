"""The decision diagram of a sum."""

import pytest
from unit_propagation import formula_of

from sudoku_models.backends import Linear
from sudoku_models.errors import UnsupportedError
from sudoku_models.rewrites.clauses import add_constraint, partial_sums

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
    monkeypatch.setattr(partial_sums, "LARGEST", 50)
    with pytest.raises(UnsupportedError, match=r"'row': as clauses it would have more than 50 partial sums"):
        add_constraint(formula_of(6), Linear(range(6), [1] * 6, 9, 9, "row"))
