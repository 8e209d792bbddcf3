"""The bounds of a search enclose the size of a smallest part, found by brute force over all parts."""

from itertools import combinations

import pytest
from cp_oracle import Oracle
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.explain.minimal_sets import Condition, NamedModel
from sudoku_models.models.hitting_sets import smallest_hit
from sudoku_models.runtime.limits import TimeLimit, deadline_of
from sudoku_models.solvers.highs import HighsSession

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
    oracle = Oracle(model)
    for size in range(len(names) + 1):
        if any(oracle.forces(some, goal) for some in combinations(names, size)):
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
        search = model.search(names, goal, known)
        search.start()
        assert search.lower <= size
        while not search.is_proved:
            search.improve()
            assert search.lower <= size <= search.below
        assert search.below == len(search.best) == size
        assert Oracle(model).forces(search.best, goals)


# the MILP

LETTERS = "abcdef"
SETS = st.lists(st.sets(st.sampled_from(LETTERS), min_size=1), min_size=1, max_size=6)


def size_of_smallest_hit(sets):
    """By brute force."""
    sizes = range(len(LETTERS) + 1)
    return next(k for k in sizes if any(all(each & {*some} for each in sets) for some in combinations(LETTERS, k)))


@settings(max_examples=30)
@given(SETS)
def test_a_smallest_hitting_set(sets):
    found = smallest_hit(LETTERS, sets)
    assert all(each & found for each in sets)
    assert len(found) == size_of_smallest_hit(sets)


def test_the_time_limit_and_ctrl_c_pass_through(monkeypatch):
    with pytest.raises(TimeLimit), deadline_of(1e-9):
        smallest_hit(LETTERS, [{"a"}])

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(HighsSession, "solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        smallest_hit(LETTERS, [{"a"}])
