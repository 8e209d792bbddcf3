"""Limits are checked in one place, and a deadline is kept by loops that never got it as an argument."""

import math
import time
from typing import Any

import numpy as np
import pytest

from sudoku_models.errors import InputError
from sudoku_models.runtime.limits import (
    Deadline,
    Limits,
    TimeLimit,
    check_deadline,
    deadline_of,
    deadline_suspended,
)


def test_limits_are_positive_and_those_of_solutions_whole() -> None:
    for limit in (-3, 0, True, False, 2.0, 2.5, "2", math.inf, [1]):
        with pytest.raises(InputError, match="whole number of solutions, at least 1"):
            Limits(solutions=limit)
    for limit in (0, -1, math.inf, math.nan, True, "5", 1j):
        with pytest.raises(InputError, match="must be a positive number of seconds"):
            Limits(seconds=limit)
    for limit in (1, 10**30, np.int64(3), None):
        assert Limits(solutions=limit).solutions == limit


def test_a_block_that_ctrl_c_has_left_before_its_end_has_no_effect_afterwards() -> None:
    """An interrupt may come after the deadline was set and before the block began, or before it was reset."""

    def left(block: Any) -> None:
        block.__enter__()  # and nothing leaves it

    left(deadline_of(1e-9))
    check_deadline()
    with deadline_of(60) as deadline:
        assert deadline.seconds == 60
        left(deadline_suspended())
        left(deadline_of(1e-9))
        check_deadline()
    with deadline_of(1e-9):
        left(deadline_suspended())
        with pytest.raises(TimeLimit):
            check_deadline()


def test_a_deadline_counts_down_and_without_a_limit_never_comes() -> None:
    deadline, never = Limits(seconds=0.05).deadline(), Limits().deadline()
    assert not deadline.is_over
    deadline.check()
    time.sleep(0.06)
    assert (deadline.is_over, deadline.left()) == (True, 0)
    with pytest.raises(TimeLimit):
        deadline.check()
    never.check()
    assert (never.is_over, never.left()) == (False, None)


def test_loops_look_at_the_earliest_deadline_around_them() -> None:
    check_deadline()
    for inner in (None, 60, Deadline(60)):
        with deadline_of(1e-9), deadline_of(inner), pytest.raises(TimeLimit):
            check_deadline()
        check_deadline()
    with deadline_of(60) as outer:
        with deadline_of(1e-9) as shorter, pytest.raises(TimeLimit):
            check_deadline()
        assert shorter is not outer
        check_deadline()
