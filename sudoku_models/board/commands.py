"""The commands of the page, such as `{"do": "put", "cell": 3, "digit": 5}`, and the choices that it offers.

An invalid command leaves the board unchanged and sets its message.
"""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ..backends import BACKENDS
from ..errors import InputError, SudokuModelsError
from ..explain.difficulty import LEVELS
from ..formulations import FORMULATIONS
from ..generation import LARGEST_WITH_LEVEL
from ..inference.local_search import METHODS
from ..puzzles.board import Board
from ..puzzles.parsing import LARGEST_FILE
from ..rewrites import REWRITES
from ..solvers import installed
from . import settings, sources
from .comparing import compare
from .messages import Message
from .session import Session
from .sharing import share
from .sheets import sheets

__all__ = ["COMMANDS", "carry_out", "choices"]

SIZES = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25]

BY = {
    "techniques": "named techniques",
    "mus": "a minimal set of reasons",
    "smus": "a smallest set of reasons",
    "lp": "the linear relaxation",
}
"""The methods of explanation, each with a title."""

COMMANDS: dict[str, Callable[..., None]] = {
    "enter": Session.enter,
    "erase": Session.erase,
    "put": Session.put,
    "mark": Session.mark,
    "write_marks": Session.write_marks,
    "clear_marks": Session.clear_marks,
    "clear_colors": Session.clear_colors,
    "clock": Session.run_clock,
    "restart": Session.restart,
    "undo": Session.undo,
    "redo": Session.redo,
    "take_step": Session.take_step,
    "load": Session.load,
    "empty": Session.empty,
    "design": Session.set_design,
    "pick": Session.pick,
    "save": Session.save,
    "autosave": Session.autosave,
    "change": Session.change,
    "ready": lambda session: session.questions.ready(),
    "cancel": lambda session: session.questions.cancel(),
    "count": lambda session: session.questions.count(aloud=True),
    "random": lambda session, **values: session.questions.generate(**values),
    "hint": lambda session, **values: session.questions.hint(**values),
    "solve": lambda session, **values: session.questions.solve(**values),
    "search": lambda session, **values: session.questions.search(**values),
    "rate": lambda session: session.questions.rate(),
    "explain": lambda session, **values: session.path.ask(**values),
    "go": lambda session, to: session.path.go(to),
    "leave_path": lambda session: session.path.leave(),
    "path_text": lambda session, **values: session.path.send_text(**values),
    "share": share,
    "compare": compare,
    "sheets": sheets,
}
"""The functions that carry out each command, by name."""


def carry_out(session: Session, command: dict[str, Any], buffers: Sequence[Any] = ()) -> None:
    """Carry out a command of the page."""
    values = dict(command)
    what = values.pop("do", None)
    try:
        if what == "text":
            session.take_text(raw=bytes(buffers[0]), **values)
        elif what in COMMANDS:
            COMMANDS[what](session, **_with_cells(COMMANDS[what], values, session.game.board))
        else:
            raise InputError(f"the board has no command {what!r}")
    except SudokuModelsError as error:
        session.say(Message(str(error), "bad"))
    except (TypeError, ValueError, IndexError, KeyError) as error:
        session.say(Message(f"the command {what!r} could not be carried out ({type(error).__name__}: {error})", "bad"))
    session.changed()


def _with_cells(function: Callable[..., None], values: dict[str, Any], board: Board) -> dict[str, Any]:
    """The values of a command with cells as coordinates; the page sends their numbers."""
    found = dict(values)
    if found.get("cell") is not None and "pixels" not in inspect.signature(function).parameters:
        found["cell"] = board.cells[found["cell"]]
    if "cells" in found:
        found["cells"] = [board.cells[k] for k in found["cells"]]
    return found


def choices() -> dict[str, Any]:
    """The choices that the page offers."""
    return {
        "corpora": sources.menu(),
        "sizes": SIZES,
        "levels": list(LEVELS),
        "largest_with_level": LARGEST_WITH_LEVEL,
        "formulations": dict(FORMULATIONS),
        "backends": dict(BACKENDS),
        "rewrites": {name: entry.summary for name, entry in REWRITES.items()},
        "solvers": installed(),
        "methods": dict(METHODS),
        "by": BY,
        "settings": settings.CHOICES,
        "colours": settings.COLOURS,
        "switches": settings.SWITCHES,
        "pixels": [settings.SMALLEST, settings.LARGEST],
        "largest_file": LARGEST_FILE,
    }
