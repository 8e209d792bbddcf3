"""Element as guarded equations."""

from hypothesis import given
from hypothesis import strategies as st
from unit_propagation import consistent, domains, formula_of, propagated

from sudoku_models.backends import Element, Term
from sudoku_models.rewrites.clauses import add_constraint

X = tuple(Term((k,), (1,)) for k in range(4))
NUMBERS = st.lists(st.integers(-1, 4), min_size=1, max_size=5)


@given(domains.filter(lambda left: len(left) == 2), NUMBERS)
def test_an_element_of_numbers_is_domain_consistent(left, numbers):
    formula = formula_of(2)
    add_constraint(formula, Element(X[0], X[1], tuple(Term((), (), number) for number in numbers), "element"))
    assert propagated(formula, left) == consistent(left, lambda p: p[0] < len(numbers) and numbers[p[0]] == p[1])


@given(domains.filter(lambda left: len(left) == 4), st.integers(0, 1))
def test_an_element_of_variables_is_domain_consistent_once_the_index_is_settled(left, index):
    formula = formula_of(4)
    add_constraint(formula, Element(X[0], X[1], (X[2], X[3]), "element"))
    left[0] = {index}
    assert propagated(formula, left) == consistent(left, lambda p: p[2 + index] == p[1])
