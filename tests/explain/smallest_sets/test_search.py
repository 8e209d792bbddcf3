"""The bounds of a search enclose the size of a smallest part, found by brute force over all parts."""

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.explain.minimal_sets import Condition, NamedModel
from sudoku_models.explain.minimal_sets.engines import CpSat
from sudoku_models.explain.minimal_sets.named_model import parts
from sudoku_models.explain.smallest_sets import Search

BOUNDS = st.tuples(*[st.integers(0, 2)] * 2, st.sampled_from(["<=", "!=", ">"]))
PROBLEMS = st.lists(BOUNDS, min_size=2, max_size=5)


def model_of(relations):
    """Three variables, and relations of two of them."""

    def statement(m):
        x = m.int_vars("x", range(3), 1, 3)
        for k, (i, j, relation) in enumerate(relations):
            if relation == "!=" and i != j:
                m.not_equal(x[i], x[j], f"rule {k}")
            else:
                m.add(x[i] + (relation == ">") <= x[j] + (i == j), f"rule {k}")
        return x

    return NamedModel(sm.Problem(statement).m)


def smallest_size(model, names, goal):
    """By brute force, with CP-SAT; None when even all names do not force the goal."""
    solver = CpSat(model.m, model.rules)
    for size in range(len(names) + 1):
        if any(solver.core(*parts(some), goal) is not None for some in combinations(names, size)):
            return size
    return None


@settings(max_examples=12)
@given(PROBLEMS, st.sampled_from([None, Condition(0, 1), Condition(2, 3)]))
def test_a_smallest_part(relations, goal):
    model = model_of(relations)
    names = [Condition(1, 2), *model.rules]
    goals = [goal] if goal else []
    size = smallest_size(model, names, goals)
    if size is None:
        return
    known = []
    for _ in range(2):  # the second time with the counterexamples of the first
        search = Search(model, names, goal, known)
        search.start()
        assert search.lower <= size
        while not search.is_proved:
            search.improve()
            assert search.lower <= size <= search.below
        assert search.below == len(search.best) == size
        assert CpSat(model.m, model.rules).core(*parts(search.best), goals) is not None


def test_only_smaller_parts_are_looked_for():
    model = model_of([(0, 1, ">"), (1, 2, ">"), (2, 0, ">")])
    search = Search(model, [*model.rules], None, [], below=3)
    search.start()
    while not search.is_proved:
        search.improve()
    assert search.best is None or len(search.best) < 3
    assert search.below == 3 if search.best is None else search.below < 3


@pytest.mark.parametrize("below", [1, math.inf])
def test_bounds_hold_from_the_start(below):
    model = model_of([(0, 1, ">"), (1, 0, ">")])
    search = Search(model, [*model.rules], None, [], below)
    search.start()
    assert 0 <= search.lower <= 2
