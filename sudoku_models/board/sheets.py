"""Sheets to print: puzzles that are generated, each with exactly one solution, as a PDF with their solutions."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from ..errors import InputError
from .messages import Message

__all__ = ["MOST_SHEETS", "Sheets", "sheets"]

MOST_SHEETS = 60
SHEETS_SECONDS = 600.0
"""The time for all puzzles of the sheets."""
PART = 2**19
"""The bytes of a PDF in one message to the page."""


class Sheets(NamedTuple):
    """A PDF, and what was not as requested."""

    pdf: bytes
    puzzles: int
    pages: int
    missed: str


class Player(Protocol):
    """The interface to a session."""

    send: Callable[..., None]

    @property
    def questions(self) -> Any: ...
    def say(self, message: Message) -> None: ...


def sheets(
    session: Player,
    page: str = "",
    count: int = 4,
    size: int = 9,
    level: str | None = None,
    per_page: int = 4,
    seed: str | None = None,
    time_limit: float = SHEETS_SECONDS,
) -> None:
    """Request sheets; the PDF is sent to the page that asked for it, in parts of less than 1 MB.

    Args:
        session: The session.
        page: The page.
        count: The number of puzzles.
        size: The number of digits.
        level: One of `difficulty.LEVELS`, or nothing for any.
        per_page: The number of puzzles on a page.
        seed: The seed, or nothing for a random one.
        time_limit: Seconds for everything.

    Raises:
        InputError: When a number is out of range.
    """
    if not 1 <= int(count) <= MOST_SHEETS:
        raise InputError(f"1 to {MOST_SHEETS} puzzles can be made at once, not {count}")

    def show(made: Sheets) -> None:
        parts = [made.pdf[k : k + PART] for k in range(0, len(made.pdf), PART)]
        for k, part in enumerate(parts):
            session.send({"save": "puzzles.pdf", "page": page, "part": k, "of": len(parts)}, [part])
        session.say(Message(f"{made.puzzles} puzzles on {made.pages} pages"))

    values = {"count": int(count), "size": int(size), "level": level or None, "per_page": int(per_page)}
    session.questions.ask("sheets", "the sheets", show, time_limit, "nothing", seed=seed or None, **values)
