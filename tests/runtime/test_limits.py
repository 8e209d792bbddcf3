"""Limits are checked in one place, and a deadline is kept by loops that never got it as an argument."""

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
    check_solution_limit,
    check_time_limit,
    deadline_of,
    deadline_suspended,
)


@pytest.mark.parametrize("limit", [-3, 0, True, False, 2.0, 2.5, "2", float("inf"), [1]])
def test_a_limit_of_solutions_is_a_whole_number_of_at_least_one(limit: object) -> None:
    with pytest.raises(InputError, match="whole number of solutions, at least 1"):
        check_solution_limit(limit)
    with pytest.raises(InputError):
        Limits(solutions=limit)


@pytest.mark.parametrize("limit", [1, 10**30, np.int64(3), None])
def test_a_limit_of_solutions_may_be_any_whole_number(limit: object) -> None:
    check_solution_limit(limit)
    assert Limits(solutions=limit).solutions == limit


@pytest.mark.parametrize("limit", [0, -1, float("inf"), float("nan"), True, "5", 1j])
def test_a_time_limit_is_a_positive_number_of_seconds(limit: object) -> None:
    with pytest.raises(InputError, match="must be a positive number of seconds"):
        check_time_limit(limit)
    with pytest.raises(InputError):
        Limits(seconds=limit)


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


def test_a_deadline_counts_down_and_is_over_once() -> None:
    deadline = Limits(seconds=0.05).deadline()
    assert not deadline.is_over
    deadline.check()
    time.sleep(0.06)
    assert deadline.is_over
    assert deadline.left() == 0
    with pytest.raises(TimeLimit):
        deadline.check()


def test_without_a_limit_a_deadline_never_comes() -> None:
    deadline = Limits().deadline()
    deadline.check()
    assert (deadline.left(), deadline.is_over) == (None, False)


def test_loops_look_at_the_deadline_around_them_only() -> None:
    check_deadline()
    with pytest.raises(TimeLimit), deadline_of(1e-9):
        check_deadline()
    check_deadline()


@pytest.mark.parametrize("inner", [None, 60, Limits(60), Deadline(60)])
def test_an_inner_limit_does_not_lengthen_an_outer_one(inner: object) -> None:
    with deadline_of(1e-9), deadline_of(inner), pytest.raises(TimeLimit):
        check_deadline()


def test_an_inner_limit_may_be_shorter() -> None:
    with deadline_of(60) as outer:
        with deadline_of(1e-9) as inner, pytest.raises(TimeLimit):
            check_deadline()
        assert inner is not outer
        check_deadline()
