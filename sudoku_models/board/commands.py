"""The commands of the page, such as `{"do": "enter", "cells": [3], "digit": 5}`, and the choices that it offers.

An invalid command leaves the board unchanged and sets its message.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ..backends import BACKENDS
from ..errors import InputError, SudokuModelsError, UnknownNameError
from ..explain import BY
from ..explain.difficulty import LEVELS
from ..formulations import FORMULATIONS
from ..generation import LARGEST_WITH_LEVEL
from ..inference.local_search import METHODS
from ..puzzles.parsing import LARGEST_FILE
from ..rewrites import REWRITES
from ..solvers import installed
from . import settings, sources
from .arguments import checked
from .comparing import compare
from .files import autosave, pick, save, take_text
from .messages import Message
from .session import Session
from .sharing import share
from .sheets import sheets
from .text import sentence

__all__ = ["COMMANDS", "carry_out", "choices"]

SIZES = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25]
LARGEST_EASY = 4
"""The largest size on which all puzzles are easy."""

COMMANDS: dict[str, Callable[[Session], Callable[..., None]]] = {
    "enter": lambda session: session.enter,
    "erase": lambda session: session.erase,
    "write_marks": lambda session: session.write_marks,
    "clear_marks": lambda session: session.clear_marks,
    "clear_colors": lambda session: session.clear_colors,
    "clock": lambda session: session.run_clock,
    "restart": lambda session: session.restart,
    "undo": lambda session: session.undo,
    "redo": lambda session: session.redo,
    "take_step": lambda session: session.take_step,
    "load": lambda session: session.load,
    "empty": lambda session: session.empty,
    "design": lambda session: session.set_design,
    "pick": lambda session: partial(pick, session),
    "save": lambda session: partial(save, session),
    "autosave": lambda session: partial(autosave, session),
    "change": lambda session: session.change,
    "ready": lambda session: session.questions.ready,
    "cancel": lambda session: session.questions.cancel,
    "count": lambda session: session.questions.count,
    "random": lambda session: session.questions.generate,
    "hint": lambda session: session.questions.hint,
    "solve": lambda session: session.questions.solve,
    "search": lambda session: session.questions.search,
    "rate": lambda session: session.questions.rate,
    "explain": lambda session: session.path.ask,
    "go": lambda session: session.path.go,
    "leave_path": lambda session: session.path.leave,
    "path_text": lambda session: session.path.send_text,
    "share": lambda session: partial(share, session),
    "compare": lambda session: partial(compare, session),
    "sheets": lambda session: partial(sheets, session),
}
"""The functions that carry out each command, by name. Their annotations say what the page sends; see `arguments`."""

BESIDE = ("ready", "autosave", "clock", "change")
"""The commands that leave the message as it is, because it is about something else."""


def carry_out(session: Session, command: dict[str, Any], buffers: Sequence[Any] = ()) -> None:
    """Carry out a command of the page."""
    values, before = dict(command), session.message
    what = values.pop("do", None)
    try:
        if what == "text":
            if not buffers:
                raise InputError("there is no text to read; paste a puzzle or choose a file")
            values["raw"] = bytes(buffers[0])
            function: Callable[..., None] = partial(take_text, session)
        elif isinstance(what, str) and what in COMMANDS:
            function = COMMANDS[what](session)
        else:
            raise UnknownNameError("action", str(what), COMMANDS)
        function(**checked(function, values, session.game.board))
        if session.message is before and before.text and what not in BESIDE:
            session.say(Message(""))  # it is of what was before
    except SudokuModelsError as error:
        session.say(Message(sentence(str(error)), "bad"))
    session.changed()


def levels_of(size: int) -> list[str]:
    """The levels that puzzles of a size can have: every 4x4 puzzle is easy, and large ones are made without a level.

    >>> levels_of(4), levels_of(9), levels_of(25)
    (['easy'], ['easy', 'medium', 'hard'], [])
    """
    if size > LARGEST_WITH_LEVEL:
        return []
    return [level for level in LEVELS if level == "easy" or size > LARGEST_EASY]


def choices() -> dict[str, Any]:
    """The choices that the page offers."""
    return {
        "corpora": sources.menu(),
        "sizes": SIZES,
        "levels_by_size": {str(size): levels_of(size) for size in SIZES},
        "formulations": dict(FORMULATIONS),
        "backends": dict(BACKENDS),
        "rewrites": {name: entry.summary for name, entry in REWRITES.items()},
        "solvers": installed(),
        "methods": dict(METHODS),
        "by": list(BY),
        "settings": settings.CHOICES,
        "usual": settings.USUAL,
        "colours": settings.COLOURS,
        "pixels": [settings.SMALLEST, settings.LARGEST],
        "largest_file": LARGEST_FILE,
    }
