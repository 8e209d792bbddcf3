"""Cumulative as the tasks that run at each time."""

import pytest
from unit_propagation import ALL, formula_of, propagated

from sudoku_models.backends import Cumulative, Term
from sudoku_models.errors import UnsupportedError
from sudoku_models.rewrites.clauses import add_constraint

X = tuple(Term((k,), (1,)) for k in range(4))


def test_a_time_table_counts_what_must_run():
    """Task a runs at time 1 whether it starts at 0 or 1, so that b, which would run then too, starts at 2 or later."""
    formula = formula_of(2)
    add_constraint(formula, Cumulative(X[:2], (2, 2), (2, 3), 4, "machine"))
    assert propagated(formula, [{0, 1}, {*ALL}]) == [{0, 1}, {2, 3}]


def test_too_many_starts_are_refused_by_name(monkeypatch):
    monkeypatch.setattr("sudoku_models.rewrites.clauses.cumulative.LARGEST", 7)
    with pytest.raises(UnsupportedError, match="'machine': its tasks have more than 7 starts"):
        add_constraint(formula_of(2), Cumulative(X[:2], (2, 2), (2, 3), 4, "machine"))
