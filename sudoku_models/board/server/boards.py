"""The boards that are open, and the pages that show them: a board for each page, or one that a class shares.

Everything here runs in one thread, that of the event loop, so that commands are carried out one at a time.
"""

import base64
import json
import queue
import secrets
from collections.abc import Sequence
from typing import Any

from ...errors import SudokuModelsError
from ..commands import choices
from ..saving import game_from
from ..session import GameSession
from ..tab.playing import Feed, receive, traits
from .access import CLASS, PLAYER

MOST_PAGES = 4
"""The largest number of pages with a board of their own; each board has two processes of about 150 MB."""
MOST_OF_CLASS = 12
"""The largest number of pages of a class, and of its teacher: those of the class take no place of hers."""


class TooManyPagesError(SudokuModelsError):
    """All boards have their pages."""


class Page:
    """A page that is open.

    Attributes:
        board: Its board.
        role: What it may do.
        name: Its address.
        lines: What is to be sent to it, `[JSON, buffers in base64]` as JSON in a line; None is the end.
    """

    def __init__(self, board: "Board", role: str) -> None:
        self.board, self.role = board, role
        self.name = secrets.token_urlsafe(12)
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.feed = Feed(self._post)
        self.own = ""  # the name by which its script knows answers that are for this page alone

    @property
    def is_limited(self) -> bool:
        """Whether it may carry out only what a class may."""
        return self.role == CLASS

    def receive(self, text: str, buffers: Sequence[bytes] = ()) -> None:
        """Carry out a command.

        Raises:
            ValueError: When it is no command.
        """
        command = json.loads(text)
        if not isinstance(command, dict):
            raise ValueError("a command is an object")
        if isinstance(command.get("page"), str):
            self.own, command["page"] = command["page"], self.name
        receive(self.board.session, self.feed, command, buffers, self.is_limited)

    def _post(self, text: str, buffers: Sequence[bytes]) -> None:
        self.lines.put(json.dumps([text, *(base64.b64encode(each).decode() for each in buffers)]))


class Board:
    """A board and its pages.

    Args:
        game: The text of `board.saving.text_of`.
        mode: "play" or "class".
    """

    def __init__(self, game: str, mode: str) -> None:
        self.pages: list[Page] = []
        loaded = game_from(game)
        self.session = GameSession(loaded.puzzle, self._show, self._send)
        self.session.set_mode(mode)
        self.session.resume(loaded)
        self._choices = choices()

    def add(self, role: str) -> Page:
        """A new page, which is told everything."""
        page = Page(self, role)
        self.pages.append(page)
        self._show()
        return page

    def _show(self) -> None:
        now = {**traits(self.session), "choices": self._choices}
        for page in self.pages:
            page.feed.show(now | {"status": now["status"] | {"limited": page.is_limited}})

    def _send(self, message: dict[str, Any], buffers: Sequence[bytes] = ()) -> None:
        """Send a message to the page that has asked for it, whatever names others give themselves, or else to all."""
        for page in self.pages:
            if message.get("page") in (None, page.name):
                page.feed.send(message | {"page": page.own}, buffers)


class Boards:
    """All boards of a server.

    Args:
        game: The game of a new page.
        mode: "play" for a board for each page, "class" for one that all share.
    """

    def __init__(self, game: str, mode: str = "play") -> None:
        self._game, self._mode = game, mode
        self.pages: dict[str, Page] = {}
        self._shared = Board(game, mode) if mode == "class" else None

    def open(self, role: str = PLAYER) -> Page:
        """A new page.

        Raises:
            TooManyPagesError: When there are too many.
        """
        most = MOST_OF_CLASS if self._shared else MOST_PAGES
        if sum(page.role == role for page in self.pages.values()) >= most:
            raise TooManyPagesError(f"{most} boards are open. Close the window of one of them, then try again.")
        page = (self._shared or Board(self._game, self._mode)).add(role)
        self.pages[page.name] = page
        return page

    def leave(self, page: Page) -> None:
        """A page is gone; its board ends with it, unless a class shares it."""
        del self.pages[page.name]
        page.board.pages.remove(page)
        if page.board is not self._shared:
            page.board.session.close()

    def close(self) -> None:
        """End all boards and the connections of their pages."""
        for page in self.pages.values():
            page.lines.put(None)
            page.board.session.close()
        if self._shared:
            self._shared.session.close()
