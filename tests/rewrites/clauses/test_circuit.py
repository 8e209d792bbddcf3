"""Circuit as positions in the tour."""

from itertools import permutations, product

import pytest
from unit_propagation import ALL, formula_of, propagated

from sudoku_models.backends import Circuit, Term
from sudoku_models.errors import UnsupportedError
from sudoku_models.rewrites.clauses import add_constraint

X = tuple(Term((k,), (1,)) for k in range(4))


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
    monkeypatch.setattr("sudoku_models.rewrites.clauses.circuit.LARGEST", 3)
    with pytest.raises(UnsupportedError, match="'tour': a tour of 4 nodes"):
        add_constraint(formula_of(4), Circuit(X, "tour"))
