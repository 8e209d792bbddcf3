"""The boards that are open: one for each page, and at most so many at a time.

A page has a token. When it asks for a board again (it was loaded again, or the player came back to it), the board that
it had is ended. When all boards are taken, the one whose page has been gone longest is ended, so that pages that have
crashed lock nobody out; a board whose page is there is ended by that page alone.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...errors import SudokuModelsError
from .access import Access

__all__ = ["MOST_BOARDS", "Board", "Boards", "Kernel", "TooManyBoardsError"]

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


@dataclass(eq=False)
class Board:
    """The board of a page.

    Attributes:
        token: The token of the page.
        gone_since: When the page was last there, or should have come, in seconds of the clock.
        kernel: Its kernel, once it has started.
        sockets: The number of open web sockets of the page.
        ending: Set when the board is being ended.
    """

    token: str
    gone_since: float
    kernel: "asyncio.Future[Kernel]" = field(init=False)
    sockets: int = 0
    ending: "asyncio.Future[None] | None" = None


class Boards:
    """The boards of a server.

    Args:
        access: Where the tokens of pages are bound to kernels.
        start: Starts a kernel; when it is cancelled, it leaves none.
        stop: Ends a kernel by its name.
        clock: The time in seconds.
    """

    def __init__(
        self,
        access: Access,
        start: Callable[[], Awaitable[Kernel]],
        stop: Callable[[str], Awaitable[None]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._access, self._start, self._stop, self._clock = access, start, stop, clock
        self._boards: dict[str, Board] = {}  # by the token of the page
        self._reasons: dict[str, str] = {}  # why the board of a page has ended

    def __len__(self) -> int:
        return len(self._boards)

    def open(self, token: str) -> Board:
        """A new board for a page. Its kernel is being started; that is cancelled when the page asks once more.

        The place is taken at once, before anything is waited for: requests that come together cannot pass the limit.
        The tokens differ when the page still has a board: then its tab was duplicated, and the new tab gets its own.

        Raises:
            TooManyBoardsError: When all places are taken by pages that are there.
        """
        leaving = self._boards.get(token)
        if leaving and leaving.sockets and not leaving.ending:
            token, leaving = self._access.new_page(), None
        if leaving is None and len(self._boards) >= MOST_BOARDS:
            leaving = self._gone_longest()
        if leaving:
            self._remove(leaving)
        board = self._boards[token] = Board(token, self._clock() + LONGEST_LOADING)
        board.kernel = asyncio.ensure_future(self._begin(board, leaving))
        return board

    def connected(self, name: str) -> None:
        """Note that the page of a kernel has opened a web socket."""
        if board := self._of(name):
            board.sockets += 1

    def disconnected(self, name: str) -> None:
        """Note that a web socket was closed."""
        if board := self._of(name):
            board.sockets -= 1
            board.gone_since = self._clock()

    def died(self, name: str) -> None:
        """Note that a kernel has ended by itself."""
        if board := self._of(name):
            self._remove(board, DIED)

    async def close(self, name: str) -> None:
        """End the board of a kernel, whose page is closing."""
        if board := self._of(name):
            await self.end(board)

    async def end(self, board: Board, reason: str = GONE) -> None:
        """End a board; the page is told the reason if it asks."""
        if board.ending is None:
            board.ending = asyncio.ensure_future(self._ended(board, reason))
        await asyncio.shield(board.ending)

    async def forget(self) -> None:
        """End the boards whose pages have been gone for long."""
        for board in list(self._boards.values()):
            if self._is_gone(board) and self._clock() - board.gone_since > FORGOTTEN_AFTER:
                await self.end(board, AWAY)

    def reason(self, token: str) -> str:
        """Why the board of a page has ended; empty while it has one."""
        return "" if token in self._boards else self._reasons.get(token, GONE)

    def _of(self, name: str) -> Board | None:
        for board in self._boards.values():
            if _name(board) == name:
                return board
        return None

    def _is_gone(self, board: Board) -> bool:
        return not board.sockets and board.kernel.done() and self._clock() >= board.gone_since

    def _gone_longest(self) -> Board:
        gone = [each for each in self._boards.values() if each.ending or self._is_gone(each)]
        if not gone:
            raise TooManyBoardsError(
                f"{MOST_BOARDS} boards are open. Close the window of one of them, then load this page again."
            )
        return min(gone, key=lambda each: (each.ending is None, each.gone_since))

    async def _begin(self, board: Board, leaving: Board | None) -> Kernel:
        """Start a kernel, once that of the board whose place is taken has ended."""
        try:
            if leaving:
                await self.end(leaving)
            kernel = await self._start()
        except BaseException:
            if leaving:
                await self.end(leaving)
            self._remove(board)
            raise
        board.gone_since = self._clock() + LONGEST_LOADING
        if self._boards.get(board.token) is board:
            self._access.give(board.token, kernel.name)
        return kernel

    async def _ended(self, board: Board, reason: str) -> None:
        board.kernel.cancel()  # which does nothing once it has started
        with suppress(Exception, asyncio.CancelledError):  # a kernel that did not start needs no end
            await self._stop((await board.kernel).name)
        self._remove(board, reason)

    def _remove(self, board: Board, reason: str = GONE) -> None:
        if self._boards.get(board.token) is board:
            del self._boards[board.token]
            self._access.give(board.token, "")
            self._reasons[board.token] = reason


def _name(board: Board) -> str:
    """The name of the kernel of a board; empty while it starts."""
    started = board.kernel.done() and not board.kernel.cancelled() and board.kernel.exception() is None
    return board.kernel.result().name if started else ""
