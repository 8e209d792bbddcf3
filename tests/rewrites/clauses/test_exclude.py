""" "Not this solution" as a clause or a count."""

from hypothesis import given
from hypothesis import strategies as st
from unit_propagation import consistent, domains, formula_of, propagated

from sudoku_models.backends import Exclude
from sudoku_models.rewrites.clauses import add_constraint


@given(domains, st.lists(st.integers(-1, 4), min_size=4, max_size=4), st.integers(0, 4))
def test_unit_propagation_is_domain_consistent(left, solution, at_least):
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
