"""The boards that are open: one for each page, and at most so many at a time.

When all are taken, the one whose page has been gone longest is ended, so that pages that have crashed lock nobody out;
a board whose page is there is ended by that page alone.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...errors import SudokuModelsError

MOST_BOARDS = 4
"""The largest number of boards; each has a process of about 150 MB."""
LONGEST_LOADING = 30.0
"""Seconds in which a page should have found its board; after them the page counts as gone."""
FORGOTTEN_AFTER = 120.0
"""Seconds after which the board of a page that is gone ends."""

DIED = "The process of this board has ended: something stopped it, or the memory was full."
AWAY = "This board was closed, because its page was away for some minutes."
GONE = "This board has ended."


class TooManyBoardsError(SudokuModelsError):
    """The pages of all boards are there, so none can be ended for another one."""


class Kernel(NamedTuple):
    """A kernel that shows a board.

    Attributes:
        name: Its identifier.
        outputs: What the page displays, as in a notebook.
    """

    name: str
    outputs: list[Any]


@dataclass
class PageState:
    """Whether the page of a board is there.

    Attributes:
        gone_since: When the page was last there, or should have come, in seconds of the clock.
        sockets: The number of open web sockets of the page.
    """

    gone_since: float
    sockets: int = 0


class Boards:
    """The boards of a server.

    Args:
        start: Starts a kernel; when it is cancelled, it leaves none.
        stop: Ends a kernel by its name.
        clock: The time in seconds.
    """

    def __init__(
        self,
        start: Callable[[], Awaitable[Kernel]],
        stop: Callable[[str], Awaitable[None]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._start, self._stop, self._clock = start, stop, clock
        self._pages: dict[str, PageState] = {}  # by the name of the kernel
        self._starting = 0
        self._reasons: dict[str, str] = {}  # why a board has ended

    def __len__(self) -> int:
        return len(self._pages) + self._starting

    async def open(self) -> Kernel:
        """A new board for a page.

        The place is taken at once, before anything is waited for: requests that come together cannot pass the limit.

        Raises:
            TooManyBoardsError: When all places are taken by pages that are there.
        """
        leaving = self._gone_longest() if len(self) >= MOST_BOARDS else ""
        self._starting += 1
        try:
            if leaving:
                await self.end(leaving)
            kernel = await self._start()
            self._pages[kernel.name] = PageState(self._clock() + LONGEST_LOADING)
            return kernel
        finally:
            self._starting -= 1

    def connected(self, name: str) -> None:
        """Note that the page of a kernel has opened a web socket."""
        if page := self._pages.get(name):
            page.sockets += 1

    def disconnected(self, name: str) -> None:
        """Note that a web socket was closed."""
        if page := self._pages.get(name):
            page.sockets -= 1
            page.gone_since = self._clock()

    def died(self, name: str) -> None:
        """Note that a kernel has ended by itself."""
        if self._pages.pop(name, None):
            self._reasons[name] = DIED

    async def end(self, name: str, reason: str = GONE) -> None:
        """End the board of a kernel; the page is told the reason if it asks."""
        if self._pages.pop(name, None):
            self._reasons[name] = reason
            await asyncio.shield(asyncio.ensure_future(self._stop(name)))  # also when the new page has gone meanwhile

    async def forget(self) -> None:
        """End the boards whose pages have been gone for long."""
        for name, page in list(self._pages.items()):
            if not page.sockets and self._clock() - page.gone_since > FORGOTTEN_AFTER:
                await self.end(name, AWAY)

    def reason(self, name: str) -> str:
        """Why the board of a kernel has ended; empty while it runs."""
        return "" if name in self._pages else self._reasons.get(name, GONE)

    def _gone_longest(self) -> str:
        """The board whose page has been gone longest."""
        now = self._clock()
        gone = {
            name: page.gone_since for name, page in self._pages.items() if not page.sockets and page.gone_since <= now
        }
        if not gone:
            raise TooManyBoardsError(
                f"{MOST_BOARDS} boards are open. Close the window of one of them, then load this page again."
            )
        return min(gone, key=gone.__getitem__)
