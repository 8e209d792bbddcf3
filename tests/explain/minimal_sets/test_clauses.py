"""The clauses of a constraint hold for exactly the values that satisfy it."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from sudoku_models.backends import AllDifferent, Exclude, Linear, NotEqual, Term, new_backend
from sudoku_models.explain.minimal_sets import clauses
from sudoku_models.explain.minimal_sets.clauses import Clauses, NotEncodedError
from sudoku_models.models.satisfaction import holds

DOMAINS = [(0, 1), (1, 3), (0, 1), (-1, 1), (4, 5)]
COLUMNS = st.integers(0, len(DOMAINS) - 1)
SMALL = st.integers(-2, 2)
TERMS = st.lists(st.tuples(COLUMNS, SMALL), max_size=4).flatmap(
    lambda some: SMALL.map(lambda constant: Term(tuple(k for k, _ in some), tuple(c for _, c in some), constant))
)
PLAIN = st.tuples(COLUMNS, st.sampled_from([1, -1]), SMALL).map(lambda t: Term((t[0],), (t[1],), t[2]))
LINEAR = st.tuples(TERMS, SMALL, SMALL).map(lambda t: Linear(t[0].columns, t[0].coefficients, t[1], t[2], "row"))
BINARY = st.tuples(st.sampled_from([(0, 1), (1, 1), (1, 2), (-9, 1), (1, 9)]), st.sets(st.sampled_from([0, 2]))).map(
    lambda t: Linear(tuple(t[1]), (1,) * len(t[1]), *t[0], "sum of binaries")
)
CONSTRAINTS = st.one_of(
    LINEAR,
    BINARY,
    TERMS.map(lambda term: NotEqual(term, "differ")),
    st.lists(st.one_of(PLAIN, TERMS), max_size=3).map(lambda terms: AllDifferent(tuple(terms), "all differ")),
    st.lists(PLAIN, max_size=4).map(lambda terms: AllDifferent(tuple(terms), "all differ")),
    st.tuples(st.lists(st.tuples(COLUMNS, st.integers(-1, 5)), min_size=1, max_size=4), st.integers(1, 3)).map(
        lambda t: Exclude(tuple(t[0]), t[1], "not this")
    ),
)


def variables(domains=DOMAINS):
    m = new_backend("cpsat")
    for k, (low, high) in enumerate(domains):
        m.int_vars(f"x{k}", ["i"], low, high)
    return m


@given(CONSTRAINTS)
def test_the_clauses_of_a_constraint_mean_what_it_means(constraint):
    encoding = Clauses(variables())
    with Solver("glucose3", bootstrap_with=[*encoding.domains, *encoding.of(constraint)]) as solver:
        for values in product(*(range(low, high + 1) for low, high in DOMAINS)):
            assumed = [encoding.literal(k, value) for k, value in enumerate(values)]
            assert solver.solve(assumptions=assumed) == holds(constraint, np.array(values, float)), values


def test_each_variable_has_exactly_one_value():
    domains = [(1, 3), (-1, 1), (7, 7)]
    encoding = Clauses(variables(domains))
    models = set()
    with Solver("glucose3", bootstrap_with=encoding.domains) as solver:
        for model in solver.enum_models():
            models.add(tuple(sorted(encoding.meaning[literal] for literal in model if literal in encoding.meaning)))
    assert models == {tuple(enumerate(values)) for values in product(*(range(low, high + 1) for low, high in domains))}


def test_a_value_outside_the_domain_has_no_literal():
    assert Clauses(variables()).literal(1, 4) is None


@pytest.mark.parametrize(
    "constraint",
    [
        Linear((0, 1), (0.5, 1), 1, 1, "a fraction"),
        NotEqual(Term((0, 1), (0.5, 1)), "a fraction"),
        AllDifferent((Term((0,), (0.5,)), Term((1,), (1,))), "a fraction"),
    ],
)
def test_fractional_coefficients_are_not_encoded(constraint):
    with pytest.raises(NotEncodedError):
        Clauses(variables()).of(constraint)


def test_too_many_clauses_are_not_encoded(monkeypatch):
    with pytest.raises(NotEncodedError):
        Clauses(variables([(0, 10**9)]))
    monkeypatch.setattr(clauses, "MOST_CLAUSES", 1000)
    with pytest.raises(NotEncodedError):
        Clauses(variables([(0, 40)] * 2))
