"""A solve in a process of its own ends at its limit, and says which model it was."""

import time

import pytest

import sudoku_models as sm
from sudoku_models.runtime.limits import Deadline
from sudoku_models.solvers import TIME_LIMIT, Status, separate
from sudoku_models.solvers.plain import plain


def test_a_solve_that_is_killed_at_its_limit_has_the_size_of_its_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(separate, "_solve", lambda post, *_: time.sleep(60))
    monkeypatch.setattr(separate, "GRACE", 0.0)
    model = plain(sm.build(sm.load("mccaffrey"), "assignment", "pulp").m, Deadline())
    outcome = separate.solve_separately("highs", model, Deadline(0.01))
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, TIME_LIMIT)
    assert outcome.size == (729, 324, 2916)
