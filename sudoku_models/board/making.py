"""Making puzzles: one to play, or sheets of them to print, as a PDF with their solutions."""

import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError, NotInstalledError, UnknownNameError
from ..generation import MOST_PER_PAGE, Generated, generate
from ..models.counting import count_solutions
from ..puzzles.game_kinds import CLASSIC, GAMES, LARGEST_WITHOUT_GIVENS
from ..puzzles.puzzle import Puzzle
from . import messages
from .files import send_file
from .messages import Message, plural
from .runner import Post
from .session import GameSession
from .sources import generated_name

MOST_SHEETS = 60
"""The most puzzles on sheets at once."""
LARGEST_SHEETS = 25
"""The largest board."""
SHEETS_SECONDS = 600.0
"""The time for all puzzles together, if no other is given."""


class Sheets(NamedTuple):
    """A PDF, and what was not as requested.

    Attributes:
        pdf: The PDF; empty when no puzzle was made.
        puzzles: The number of puzzles in it.
        wanted: The number that was asked for.
        pages: The number of its pages, with those of the solutions.
        missed: What was not as requested: the number of a puzzle on the sheets, and why.
        stopped: Why fewer puzzles were made, else empty.
    """

    pdf: bytes
    puzzles: int
    wanted: int
    pages: int
    missed: tuple[str, ...]
    stopped: str


# -- tasks, in the worker process -------------------------------------------------------------------------------------


def generated(post: Post, size: int, level: str | None, seed: str | None, kind: str, time_limit: float) -> Generated:
    """Generate a puzzle with exactly one solution, of one of `GAMES`."""
    clues = GAMES[kind].clues if level is None and size <= LARGEST_WITHOUT_GIVENS else None
    return generate(
        size, level, seed, time_limit, lambda what: post({"doing": what}), rules=kind, clues=clues, rated=not level
    )


def made(
    post: Post, count: int, size: int, level: str | None, per_page: int, seed: str | None, time_limit: float
) -> Sheets:
    """Generate puzzles, and write them as a PDF. Each takes an equal share of the time that is left.

    >>> found = made(lambda progress: None, 3, 4, None, 2, "1", 60.0)
    >>> found.puzzles, found.pages, found.missed, found.pdf[:5]
    (3, 3, (), b'%PDF-')
    """
    from ..generation.sheets import write_pdf  # imported late: needs matplotlib

    until = time.monotonic() + time_limit
    batch: list[Generated] = []
    stopped, name = "", seed
    for k in range(1, count + 1):
        left = until - time.monotonic()
        if left <= 0:
            stopped = f"the time limit of {time_limit:g} s was reached"
            break
        post({"doing": f"puzzle {k} of {count}"})
        share = left / (count - k + 1)
        one = generate(size, level, f"{name}.{k}" if name and k > 1 else name, time_limit=share, certify=True)
        name = name or one.seed
        if one.puzzle is None or one.certificate is None:
            stopped = stopped or f"no proof of one solution was found in time for {count} puzzles"
        else:
            batch.append(replace(one, certificate=None))
    post({"doing": "writing the PDF"})
    pdf, pages = _pdf(lambda path: write_pdf(batch, path, per_page)) if batch else (b"", 0)
    missed = tuple(f"puzzle {k}: {one.reason}" for k, one in enumerate(batch, 1) if not one.met)
    return Sheets(pdf, len(batch), count, pages, missed, stopped)


def _pdf(write: Callable[[Path], int]) -> tuple[bytes, int]:
    """What a function writes into a file, and the number of pages that it returns."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzles.pdf"
        pages = write(path)
        return path.read_bytes(), pages


def printed(post: Post, puzzle: Puzzle, solution: bool, time_limit: float) -> Sheets:
    """One puzzle as a PDF with its rules in words; with its solution, if it has one and that is asked for."""
    from ..generation.sheets import write_sheet  # imported late: needs matplotlib

    grid, why = None, ""
    if solution:
        count = count_solutions(puzzle, limit=2, time_limit=time_limit, cross_check=False)
        grid = count.grids[0] if count.is_unique else None
        why = "" if grid else "it has no page with the solution, because the puzzle is not known to have exactly one"
    post({"doing": "writing the PDF"})
    pdf, pages = _pdf(lambda path: write_sheet(puzzle, path, grid))
    return Sheets(pdf, 1, 1, pages, (), why)


# -- requests ---------------------------------------------------------------------------------------------------------


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
    name = generated_name(found.level, board, found.seed, kind)
    session.open(Puzzle(board, found.puzzle.values, name), messages.UNIQUE)
    session.game.level = found.level or ""
    if not found.met:
        session.say(Message(f"Not as requested: {found.reason}", "warning"))


def sheets(
    session: GameSession,
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
        count: The number of puzzles, up to `MOST_SHEETS`.
        size: The number of digits.
        level: One of `difficulty.levels_on` the board; nothing for any.
        per_page: The number of puzzles on a page.
        seed: The seed, which makes the same sheets again; nothing for a random one.
        time_limit: Seconds for everything.

    Raises:
        InputError: When such sheets cannot be made.
        NotInstalledError: When matplotlib is not installed.
    """
    if not 1 <= count <= MOST_SHEETS:
        raise InputError(f"1 to {MOST_SHEETS} puzzles can be made at once, not {count}")
    if not 1 <= per_page <= MOST_PER_PAGE:
        raise InputError(f"a page has 1 to {MOST_PER_PAGE} puzzles, not {per_page}")
    if size > LARGEST_SHEETS:
        raise InputError(f"boards of up to {LARGEST_SHEETS} digits can be made, not {size}")
    NotInstalledError.check("a sheet", "matplotlib")
    if not page:
        raise InputError("no page asks for the sheets; from a cell, use generate_many and write_pdf")

    def show(found: Sheets) -> None:
        send_file(session, page, "puzzles.pdf", found.pdf)
        session.say(_summary(found))

    values = {"count": count, "size": size, "level": level or None, "per_page": per_page, "seed": seed or None}
    session.ask(made, "making the sheets", show, time_limit, "nothing", **values)


def _summary(found: Sheets) -> Message:
    """The number of puzzles, and what was not as requested."""
    if not found.puzzles:
        return Message(f"No sheets were made: {found.stopped}", "bad")
    of = f" of {found.wanted}" if found.puzzles < found.wanted else ""
    pages = plural(found.pages, "page")
    parts = [f"{plural(found.puzzles, 'puzzle')}{of} on {pages}, each with exactly one solution, which is proved"]
    parts += [found.stopped] if found.stopped else []
    if found.missed:
        more = f" and {len(found.missed) - 3} more" if len(found.missed) > 3 else ""
        parts.append(f"not as requested: {'; '.join(found.missed[:3])}{more}")
    return Message("; ".join(parts), "plain" if len(parts) == 1 else "warning")
