"""Element, inverse, circuit and cumulative as clauses."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit_propagation import ALL, consistent, domains, formula_of, propagated

from sudoku_models.backends import Circuit, Cumulative, Element, Inverse, Term
from sudoku_models.errors import UnsupportedError
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


def test_inverses_find_the_hidden_single_of_each_other():
    formula = formula_of(4, values=range(2))
    add_constraint(formula, Inverse(X[:2], X[2:], "inverse"))
    both, first = {0, 1}, {0}
    assert propagated(formula, [both] * 4) == [both] * 4
    assert propagated(formula, [first, both, both, both]) == [{0}, {1}, {0}, {1}]


def test_a_circuit_finds_the_last_arc_of_a_tour_and_refuses_two_small_ones():
    formula = formula_of(4)
    add_constraint(formula, Circuit(X, "tour"))
    assert propagated(formula, [{1}, {2}, {3}, {*ALL}]) == [{1}, {2}, {3}, {0}]
    assert propagated(formula, [{1}, {0}, {*ALL}, {*ALL}]) is None
    tours = [[*zip((0, *rest), (*rest, 0), strict=True)] for rest in permutations((1, 2, 3))]
    for point in product(ALL, repeat=4):
        is_tour = any(all(point[a] == b for a, b in tour) for tour in tours)
        assert (propagated(formula, [{value} for value in point]) is not None) == is_tour


def test_a_long_tour_is_refused_by_name(monkeypatch):
    monkeypatch.setattr("sudoku_models.rewrites.clauses.global_constraints.MOST_NODES", 3)
    with pytest.raises(UnsupportedError, match="'tour': a tour of 4 nodes"):
        add_constraint(formula_of(4), Circuit(X, "tour"))


def test_a_time_table_counts_what_must_run():
    """Task a runs at time 1 whether it starts at 0 or 1, so that b, which would run then too, starts at 2 or later."""
    formula = formula_of(2)
    add_constraint(formula, Cumulative(X[:2], (2, 2), (2, 3), 4, "machine"))
    assert propagated(formula, [{0, 1}, {*ALL}]) == [{0, 1}, {2, 3}]


def test_too_many_starts_are_refused_by_name(monkeypatch):
    monkeypatch.setattr("sudoku_models.rewrites.clauses.global_constraints.MOST_STARTS", 7)
    with pytest.raises(UnsupportedError, match="'machine': its tasks have more than 7 starts"):
        add_constraint(formula_of(2), Cumulative(X[:2], (2, 2), (2, 3), 4, "machine"))
