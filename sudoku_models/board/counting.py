"""What is found out about a puzzle in the background: the number of its solutions, then its level."""

from collections.abc import Callable
from typing import Any, Protocol

from ..errors import InputError
from ..explain.difficulty import Rating
from . import messages, sources
from .game import Game
from .messages import Message
from .requests import Calls, Requests

__all__ = ["Counting"]

COUNT_SECONDS = RATE_SECONDS = 10.0
LARGEST_RATED = 9
"""The largest size of a board whose level is found in the background."""


class Player(Protocol):
    """The interface to a session: what is read, and what results change."""

    game: Game
    badge: Message
    design: bool

    def say(self, message: Message) -> None: ...


class Counting:
    """The number of solutions and the level of the puzzle of one board, from a worker process of their own.

    Args:
        session: The session.
        calls: The queue for results.
        changed: Called on a result or on progress.
    """

    def __init__(self, session: Player, calls: Calls, changed: Callable[[], None]) -> None:
        self.session, self._changed = session, changed
        self._requests = Requests(calls)
        self._is_watched = False

    @property
    def is_busy(self) -> bool:
        """Whether a task is running."""
        return self._requests.is_busy

    def watch(self) -> None:
        """A page displays the board: find out what is not known yet."""
        if not self._is_watched:
            self._is_watched = True
            self.look_at_puzzle()

    def cancel(self) -> None:
        """Cancel the running task."""
        self._requests.cancel()

    def close(self) -> None:
        """End the worker process."""
        self._requests.close()

    def look_at_puzzle(self) -> None:
        """Display the number of solutions: known for puzzles of the corpora, counted for others."""
        entry = sources.known(self.session.game.puzzle)
        if entry is not None:
            self.session.badge = messages.shipped(entry)
            self.warn()
            self._find_level()
        elif self._is_watched:
            self.count()

    def count(self, delay: float = 0.0, aloud: bool = False) -> None:
        """Count the solutions of the puzzle, in the background.

        Args:
            delay: Seconds to wait before it begins.
            aloud: Whether to set a message with the number in any case, because the player requested it.
        """
        session = self.session
        puzzle = session.game.puzzle

        def on_result(kind: str, content: Any) -> None:
            if kind == "progress":
                session.badge = Message(f"At least {content['found']} so far; counting ...")
            elif kind == "done":
                session.badge = messages.found_out(content, puzzle)
                if aloud:
                    self._say(messages.counted(content))
                else:
                    self.warn()
                self._find_level()
            else:
                session.badge = _not_known(f"the count {content}" if kind == "ended" else content)
            if aloud and kind not in ("progress", "done"):
                self._say(session.badge)
            self._changed()

        try:
            self._requests.post("count", {"puzzle": puzzle}, COUNT_SECONDS, on_result, delay)
            session.badge = Message("Counting the solutions ...")
        except InputError as error:  # a change of the board must not fail because of it
            self._requests.cancel()
            session.badge = _not_known(error)
            if aloud:
                self._say(session.badge)

    def warn(self) -> None:
        """Warn about a puzzle that has not exactly one solution; in a design, display their number."""
        badge = self.session.badge
        if badge.tone in ("warning", "bad") or (self.session.design and badge.text):
            self._say(badge)

    def _say(self, found: Message) -> None:
        game = self.session.game
        self.session.say(messages.of_puzzle(found, game.position != game.puzzle))

    def _find_level(self) -> None:
        """Rate a puzzle with one solution in the background, if a page displays it and it does not take long."""
        session = self.session
        board, is_unique = session.game.board, session.badge.tone == "good"
        if session.game.level or not (self._is_watched and is_unique) or board.size > LARGEST_RATED or board.cell_rules:
            return

        def on_result(kind: str, content: Rating) -> None:
            if kind == "done":
                session.game.level = messages.level(content)
                self._changed()

        self._requests.post("rate", {"puzzle": session.game.puzzle}, RATE_SECONDS, on_result)


def _not_known(why: object) -> Message:
    return Message(f"How many solutions there are is not known: {why}")
