"""Making a puzzle to play."""

from functools import partial
from typing import Any

from ..errors import UnknownNameError
from ..generation import Generated, generate
from ..puzzles.game_kinds import CLASSIC, GAMES, LARGEST_WITHOUT_GIVENS
from ..puzzles.puzzle import Puzzle
from . import messages
from .messages import Message
from .runner import Post
from .session import GameSession
from .sources import generated_name


def generated(post: Post, size: int, level: str | None, seed: str | None, kind: str, time_limit: float) -> Generated:
    """Generate a puzzle with exactly one solution, of one of `GAMES`; a task for the worker process."""
    clues = GAMES[kind].clues if level is None and size <= LARGEST_WITHOUT_GIVENS else None
    return generate(
        size, level, seed, time_limit, lambda what: post({"doing": what}), rules=kind, clues=clues, rated=not level
    )


def make(
    session: GameSession,
    size: int = 9,
    level: str | None = None,
    seed: str | None = None,
    kind: str = CLASSIC,
    time_limit: float = 60,
) -> None:
    """Generate a puzzle of one of `GAMES`, and open it."""
    UnknownNameError.check("kind of game", [kind], GAMES)
    values: dict[str, Any] = {"size": size, "level": level or None, "seed": seed or None, "kind": kind}
    session.ask(generated, "making a puzzle", partial(_open, session, kind), time_limit, "nothing", **values)


def _open(session: GameSession, kind: str, found: Generated) -> None:
    if found.puzzle is None:
        session.say(Message(f"No puzzle was made: {found.reason}", "bad"))
        return
    board = found.puzzle.board
    name = generated_name(found.level, found.seed, kind)
    session.open(Puzzle(board, found.puzzle.values, name), messages.UNIQUE)
    session.game.level = found.level or ""
    if not found.met:
        session.say(Message(f"Not as requested: {found.reason}", "warning"))
