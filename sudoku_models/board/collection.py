"""The list of the shipped puzzles by kind and level, each with a picture that is drawn from the puzzle."""

import random
from functools import cache
from typing import Any

from ..errors import InputError, UnknownNameError
from ..explain.difficulty import LEVELS
from ..generation import KINDS
from ..generation.shipped import Shipped, levels_of, shipped
from ..puzzles.corpora import entry_of
from ..puzzles.game_kinds import GAMES, OTHERS
from ..puzzles.rendering import svg
from .session import GameSession
from .sources import NAMED

PER_PAGE = 12
"""The puzzles of one answer."""
XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
"""What a picture has that is a file of its own."""
TITLES = {**{name: game.title for name, game in GAMES.items()}, OTHERS: "Others"}
"""The kinds of the shipped puzzles, each with its title."""


def games() -> dict[str, Any]:
    """For each kind of games its title, what it is, and for each size the levels; without any, none is measured there.

    >>> games()["killer"]["title"], games()["classic"]["sizes"]["4"]
    ('Killer', ['beginner'])
    """
    return {
        name: {
            "title": game.title,
            "about": KINDS[name].title if name in KINDS else "",
            "sizes": {str(n): list(levels_of(name, n)) for n in game.sizes},
        }
        for name, game in GAMES.items()
    }


@cache
def counts() -> dict[str, Any]:
    """For each kind of shipped puzzles its title, and the number of puzzles of each level; "" is a level not measured.

    >>> sum(sum(each["levels"].values()) for each in counts().values()) == len(shipped())
    True
    """
    return {
        kind: {"title": title, "levels": {level: n for level in (*LEVELS, "") if (n := len(_of(kind, level)))}}
        for kind, title in TITLES.items()
    }


def open_any(session: GameSession, kind: str, level: str) -> None:
    """Open a random shipped puzzle of a kind and a level.

    Raises:
        InputError: When there is none.
    """
    if not (found := _of(kind, level)):
        raise InputError(f"no puzzle of the kind {kind!r} and the level {level!r} is shipped")
    session.open(entry_of(random.choice(found).name).puzzle)


@cache
def _of(kind: str, level: str) -> tuple[Shipped, ...]:
    return tuple(each for each in shipped() if (each.kind, each.level) == (kind, level))


def browse(session: GameSession, page: str, kind: str, level: str, start: int = 0) -> None:
    """Send some of the shipped puzzles of a kind and a level to the page that asked for them.

    Args:
        session: The session.
        page: The page.
        kind: The kind, one of `TITLES`.
        level: The level; empty for puzzles whose level is not measured.
        start: The number of puzzles to pass over.
    """
    UnknownNameError.check("kind of game", [kind], TITLES)
    found = _of(kind, level)
    puzzles = []
    for each in found[max(start, 0) :][:PER_PAGE]:
        puzzle = entry_of(each.name).puzzle
        drawn = svg(puzzle.board, puzzle.values, puzzle.values).replace("<svg ", f"<svg {XMLNS} ", 1)
        about = {"title": NAMED.get(each.name, each.name), "size": each.size, "givens": len(puzzle.givens)}
        puzzles.append({"name": each.name, **about, "picture": drawn})
    session.send({"puzzles": puzzles, "kind": kind, "level": level, "start": start, "of": len(found), "page": page})
