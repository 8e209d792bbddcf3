"""!=, all-different and "not this solution" as clauses."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit_propagation import ALL, consistent, domains, formula_of, propagated

from sudoku_models.backends import AllDifferent, Exclude, NotEqual, Term
from sudoku_models.rewrites.clauses import AT_MOST_ONE, add_constraint


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


def all_different(width: int) -> AllDifferent:
    return AllDifferent(tuple(Term((k,), (1,)) for k in range(width)), "differ")


def singles(left, hidden):
    """Naked singles, and hidden ones in a permutation, to the fixpoint; None for a contradiction."""
    left = [set(kept) for kept in left]
    while True:
        before = [set(kept) for kept in left]
        for k, kept in enumerate(left):
            for other, values in enumerate(left):
                if len(kept) == 1 and other != k:
                    values -= kept
        for d in ALL if hidden else ():
            places = [kept for kept in left if d in kept]
            if not places:
                return None
            if len(places) == 1:
                places[0] &= {d}
        if not all(left):
            return None
        if left == before:
            return left


@given(domains)
@pytest.mark.parametrize("encoding", AT_MOST_ONE)
def test_unit_propagation_finds_naked_singles_and_in_a_permutation_hidden_ones(encoding, left):
    formula = formula_of(len(left), encoding)
    add_constraint(formula, all_different(len(left)))
    assert propagated(formula, left) == singles(left, hidden=len(left) == len(ALL))


@given(domains)
def test_pairs_that_differ_find_naked_singles_only(left):
    formula = formula_of(len(left))
    for k in range(len(left)):
        for other in range(k):
            add_constraint(formula, NotEqual(Term((k, other), (1, -1)), "differ"))
    assert propagated(formula, left) == singles(left, hidden=False)


def test_it_is_weaker_than_domain_consistency():
    """Two variables take two values; that no other one can have them takes more than unit propagation."""
    left = [{0, 1}, {0, 1}, {*ALL}, {*ALL}]
    formula = formula_of(4)
    add_constraint(formula, all_different(4))
    assert propagated(formula, left) == left
    assert consistent(left, lambda point: len(set(point)) == 4) == [{0, 1}, {0, 1}, {2, 3}, {2, 3}]


def test_more_variables_than_values_are_a_contradiction():
    formula = formula_of(5)
    add_constraint(formula, all_different(5))
    assert propagated(formula, [{*ALL}] * 5) is None


@pytest.mark.parametrize(("a", "b"), [*product(ALL, ALL)])
def test_a_term_may_be_a_sum(a, b):
    """With both variables settled, so is their sum, and the third variable differs from it."""
    formula = formula_of(3)
    add_constraint(formula, AllDifferent((Term((0, 1), (1, 1), -1), Term((2,), (1,))), "differ"))
    assert propagated(formula, [{a}, {b}, {*ALL}]) == [{a}, {b}, {*ALL} - {a + b - 1}]


@given(domains, st.lists(st.integers(-1, 4), min_size=4, max_size=4), st.integers(0, 4))
def test_a_no_good_is_domain_consistent(left, solution, at_least):
    values = tuple(enumerate(solution[: len(left)]))
    formula = formula_of(len(left))
    add_constraint(formula, Exclude(values, at_least, "not this"))
    expected = consistent(left, lambda point: sum(point[k] != v for k, v in values) >= at_least)
    assert propagated(formula, left) == expected


def test_not_this_solution_is_one_clause():
    formula = formula_of(3)
    before = len(formula.clauses)
    add_constraint(formula, Exclude(((0, 1), (1, 2), (2, 3)), 1, "not this"))
    assert formula.clauses[before:] == [[-formula.columns[0][1], -formula.columns[1][2], -formula.columns[2][3]]]
