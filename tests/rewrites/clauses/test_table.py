"""Tables as clauses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit_propagation import consistent, domains, formula_of, propagated

from sudoku_models.backends import Table, Term
from sudoku_models.errors import UnsupportedError
from sudoku_models.rewrites import Selectors
from sudoku_models.rewrites.clauses import Formula, add_constraint, indicators


@given(domains, st.data(), st.booleans())
def test_unit_propagation_is_domain_consistent(left, data, allowed):
    """Of forbidden tuples of three or more it is so for a single tuple."""
    width = len(left)
    most = 20 if allowed or width < 3 else 1
    tuples = data.draw(st.lists(st.tuples(*[st.integers(0, 4)] * width), max_size=most, unique=True))
    formula = formula_of(width)
    terms = tuple(Term((k,), (1,)) for k in range(width))
    add_constraint(formula, Table(terms, tuple(tuples), allowed, "table"))
    assert propagated(formula, left) == consistent(left, lambda point: (point in tuples) == allowed)


def test_selectors_are_the_literals_of_their_values():
    formula = Formula()
    for _ in range(4):
        indicators(formula, 0, 1)
    formula.selectors = Selectors([frozenset({0, 1, 2, 3})])
    term = Term((1, 2, 3), (1, 2, 2))
    add_constraint(formula, Table((term,), ((1,),), False, "not 1"))
    add_constraint(formula, Table((term, Term((0,), (1,))), ((2, 0),), True, "2"))
    assert [-2] in formula.clauses
    assert formula.size == 5, "a new literal for the value 2 of two binaries, once"


def test_a_sum_with_too_many_values_is_refused_by_name(monkeypatch):
    """Its values count, and not how far apart they are."""
    far = Table((Term((0, 1), (1, 100_000)),), ((200_001,),), True, "far")
    formula = formula_of(2)
    add_constraint(formula, far)
    assert propagated(formula, [{*range(4)}] * 2) == [{1}, {2}]
    monkeypatch.setattr("sudoku_models.rewrites.clauses.sums.MOST_VALUES", 15)
    with pytest.raises(UnsupportedError, match="'far'"):
        add_constraint(formula_of(2), far)


def test_a_fraction_is_refused_by_name():
    with pytest.raises(UnsupportedError, match="'half'"):
        add_constraint(formula_of(1), Table((Term((0,), (0.5,)),), ((1,),), True, "half"))
