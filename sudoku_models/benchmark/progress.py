"""The progress of a run in words, and as a bar in a notebook."""

import time
from collections.abc import Callable

from ..errors import NotInstalledError
from .runner import Run

__all__ = ["described", "failures", "progress_bar", "speed"]

INTERVAL = 0.2
"""Seconds between two drawings of a bar."""


def speed(state: Run, seconds: float) -> str:
    """The cases that were measured in a second or a minute.

    >>> speed(Run(total=100, before=0, done=30), 10.0), speed(Run(total=100, before=0, done=3), 10.0)
    ('3.0 a second', '18 a minute')
    """
    rate = state.done / seconds if seconds > 0 else 0.0
    return f"{rate:.1f} a second" if rate >= 1 else f"{60 * rate:.0f} a minute"


def failures(state: Run) -> str:
    """How many cases failed."""
    return f"{state.failed:,} failed" if state.failed else "no failures"


def described(state: Run, seconds: float) -> str:
    """The progress of a run that has taken so many seconds, as one line.

    >>> described(Run(total=100, before=20, done=60, failed=1), 30.0)
    '80 of 100 cases, 2.0 a second, 1 failed, 10 seconds to go'
    """
    done = f"{state.before + state.done:,} of {state.total:,} cases, {speed(state, seconds)}, {failures(state)}"
    if not (state.left and state.done):
        return done
    left = seconds * state.left / state.done
    return f"{done}, {f'{left:.0f} seconds' if left < 60 else f'{left / 60:.0f} minutes'} to go"


def progress_bar() -> Callable[[Run], None]:
    """A progress bar in a notebook: `run(cases, folder, progress=progress_bar())`.

    Raises:
        NotInstalledError: When there is no notebook, because IPython is not installed.
    """
    try:
        from IPython.display import display
    except ImportError:
        raise NotInstalledError("the progress bar is for notebooks, and needs ipython") from None
    started = drawn = time.monotonic()
    handle = display({"text/plain": "measuring"}, raw=True, display_id=True)  # type: ignore[no-untyped-call]

    def show(state: Run) -> None:
        nonlocal drawn
        now = time.monotonic()
        if state.left and now - drawn < INTERVAL:
            return
        drawn = now
        text = described(state, now - started)
        done = state.before + state.done
        bar = f'<progress max="{state.total}" value="{done}" style="width: 20em"></progress> {text}'
        if handle is not None:
            handle.update({"text/plain": text, "text/html": bar}, raw=True)

    return show
