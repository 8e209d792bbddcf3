"""The progress of a run is drawn in a notebook, from its first case to its last."""

from typing import Any

import pytest

from sudoku_models.benchmark import progress_bar
from sudoku_models.benchmark.progress import described
from sudoku_models.benchmark.runner import Run


class Handle:
    def __init__(self) -> None:
        self.drawn: list[dict[str, str]] = []

    def update(self, bundle: dict[str, str], raw: bool) -> None:
        assert raw
        self.drawn.append(bundle)


def test_the_bar_follows_the_run_and_ends_full(monkeypatch: pytest.MonkeyPatch) -> None:
    handle, clock = Handle(), [0.0]

    def display(bundle: Any, raw: bool, display_id: bool) -> Handle:
        return handle

    monkeypatch.setattr("IPython.display.display", display)
    monkeypatch.setattr("sudoku_models.benchmark.progress.time.monotonic", lambda: clock[0])
    show = progress_bar()
    state = Run(total=100, before=50)
    for done in range(1, 51):
        clock[0] += 0.05
        state.done = done
        show(state)
    assert len(handle.drawn) < 20  # not for each case
    assert 'max="100" value="100"' in handle.drawn[-1]["text/html"]
    assert handle.drawn[-1]["text/plain"] == "100 of 100 cases, 20.0 a second, no failures"
    assert "seconds to go" in handle.drawn[0]["text/plain"]


def test_the_time_that_is_left_is_told_when_it_can_be() -> None:
    assert described(Run(10, 0), 0.0) == "0 of 10 cases, 0 a minute, no failures"
    assert described(Run(1_000, 0, done=10), 60.0).endswith("99 minutes to go")
