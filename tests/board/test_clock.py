"""The clock counts while it runs."""

from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.board.clock import Clock


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 100)), max_size=10))
def test_only_the_time_while_it_runs_counts(spans):
    time = [0]
    clock = Clock(5.0, lambda: time[0])
    expected = 5.0
    for runs, seconds in spans:
        clock.start() if runs else clock.stop()
        time[0] += seconds
        expected += seconds * runs
        assert (clock.seconds, clock.is_running) == (expected, runs)
