"""The clock of a game."""

import time
from collections.abc import Callable

__all__ = ["Clock"]


class Clock:
    """The seconds that a player has taken; it can be started and stopped.

    Args:
        seconds: The seconds so far.
        now: The current time in seconds.

    Attributes:
        is_running: Whether it is running.

    >>> times = iter([10.0, 12.5, 20.0])
    >>> clock = Clock(1.0, lambda: next(times))
    >>> clock.start()
    >>> clock.stop()
    >>> clock.seconds
    3.5
    """

    def __init__(self, seconds: float = 0.0, now: Callable[[], float] = time.monotonic) -> None:
        self._before, self._now, self._since = seconds, now, 0.0
        self.is_running = False

    @property
    def seconds(self) -> float:
        """The seconds so far."""
        return self._before + (self._now() - self._since if self.is_running else 0.0)

    def start(self) -> None:
        """Start the clock, if it is not running."""
        if not self.is_running:
            self._since, self.is_running = self._now(), True

    def stop(self) -> None:
        """Stop the clock, if it is running."""
        self._before, self.is_running = self.seconds, False
