"""Inverse as equal literals."""

from unit_propagation import formula_of, propagated

from sudoku_models.backends import Inverse, Term
from sudoku_models.rewrites.clauses import add_constraint

X = tuple(Term((k,), (1,)) for k in range(4))


def test_inverses_find_the_hidden_single_of_each_other():
    formula = formula_of(4, values=range(2))
    add_constraint(formula, Inverse(X[:2], X[2:], "inverse"))
    both, first = {0, 1}, {0}
    assert propagated(formula, [both] * 4) == [both] * 4
    assert propagated(formula, [first, both, both, both]) == [{0}, {1}, {0}, {1}]
