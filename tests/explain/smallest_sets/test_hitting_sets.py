"""The MILP finds a smallest hitting set, also when sets come one after another."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models.explain.smallest_sets import HittingSets, hitting_sets
from sudoku_models.models.results import Result
from sudoku_models.runtime.limits import TimeLimit, deadline_of
from sudoku_models.solvers import INTERRUPTED, Status

LETTERS = "abcdef"
SETS = st.lists(st.sets(st.sampled_from(LETTERS), min_size=1), min_size=1, max_size=6)


def smallest_size(sets):
    """By brute force."""
    sizes = range(len(LETTERS) + 1)
    return next(k for k in sizes if any(all(each & {*some} for each in sets) for some in combinations(LETTERS, k)))


@settings(max_examples=30)
@given(SETS, SETS)
def test_a_smallest_hitting_set(first, then):
    milp = HittingSets(LETTERS, first)
    sets = [*first]
    assert len(milp.smallest()) == smallest_size(sets)
    for each in then:
        milp.add(each)
        sets.append(each)
    found = milp.smallest()
    assert all(each & found for each in sets)
    assert len(found) == smallest_size(sets)


def test_the_time_limit_and_ctrl_c_pass_through(monkeypatch):
    milp = HittingSets(LETTERS, [{"a"}])
    with pytest.raises(TimeLimit), deadline_of(1e-9):
        milp.smallest()
    stopped = Result(Status.UNKNOWN, None, None, "it was interrupted", stopped_by=INTERRUPTED)
    monkeypatch.setattr(hitting_sets.Problem, "solve", lambda *_: stopped)
    with pytest.raises(KeyboardInterrupt):
        milp.smallest()
