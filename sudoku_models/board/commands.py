"""The commands of the page, such as `{"do": "enter", "cells": [[1, 4]], "digit": 5}`, and the choices that it offers.

All values from outside, from the page and from cells of a notebook, are checked here against the signature of the
function that carries out the command. A cell is a row and a column, counted from 1.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import index
from types import UnionType
from typing import Any, get_args, get_origin

from ..backends import BACKENDS, LIBRARIES, installed
from ..errors import InputError, SudokuModelsError, UnknownNameError, how_to_install
from ..explain import BY
from ..explain.difficulty import LEVELS
from ..formulations import FORMULATIONS
from ..inference.local_search import METHODS
from ..puzzles.board import Board
from ..puzzles.corpora import titles
from ..puzzles.game_kinds import CLASSIC, GAMES
from ..puzzles.parsing import LARGEST_FILE
from ..puzzles.units import Cell
from ..puzzles.values import is_integer, readable, short_repr
from ..rewrites import REWRITES
from ..solvers import SOLVERS, entry
from . import designing, runner, settings
from .collection import browse, counts, games, open_any
from .files import autosave, save, share, take_text
from .hints import hint
from .making import make
from .messages import Message, sentence
from .session import WITHOUT_BOXES, GameSession
from .setting import change_rule, describe, draw_rule, find_needless, print_sheet, remove_rule, switch
from .solving import ask_explanation, compare, rate, search, show_solution, solve

COMMANDS: dict[str, Callable[..., None]] = {
    "enter": GameSession.enter,
    "erase": GameSession.erase,
    "write_marks": GameSession.write_marks,
    "clear_marks": GameSession.clear_marks,
    "clear_colors": GameSession.clear_colors,
    "clock": GameSession.run_clock,
    "restart": GameSession.restart,
    "undo": GameSession.undo,
    "redo": GameSession.redo,
    "take_step": GameSession.take_step,
    "load": GameSession.load,
    "empty": GameSession.empty,
    "design": GameSession.set_design,
    "pick": GameSession.pick,
    "text": take_text,
    "save": save,
    "autosave": autosave,
    "change": GameSession.change,
    "ready": GameSession.ready,
    "cancel": GameSession.cancel,
    "random": make,
    "browse": browse,
    "any": open_any,
    "hint": hint,
    "solve": solve,
    "search": search,
    "rate": rate,
    "explain": ask_explanation,
    "go": GameSession.go,
    "leave_path": GameSession.leave_path,
    "share": share,
    "compare": compare,
    "show_solution": show_solution,
    "rule": draw_rule,
    "change_rule": change_rule,
    "remove_rule": remove_rule,
    "switch": switch,
    "describe": describe,
    "needless": find_needless,
    "sheet": print_sheet,
}
"""The functions of a session that carry out each command."""

MOVES = ("enter", "erase", "undo", "redo", "take_step", "write_marks", "clear_marks", "clear_colors")
IN_CLASS = {name: COMMANDS[name] for name in (*MOVES, "clock", "ready", "autosave")} | {"go": GameSession.walk}
"""The commands of a page in class. None of them asks a solver, or depends on what a solver has found and nobody has
opened: whatever is sent, and whatever it is answered, the page can learn no digit of the solution from it."""
FOR_THE_TEACHER = "in class this is for the teacher, because it would tell something about the solution"

BESIDE = ("ready", "autosave", "browse", "clock", "change", "describe")
"""The commands that leave the message as it is, because it is about something else."""

LARGEST_NUMBER = 10**18
LONGEST_TEXT = 5_000
NOUNS = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "yes or no",
    bytes: "a file",
    dict: "named values",
}


def carry_out(
    session: GameSession, command: Mapping[str, Any], buffers: Sequence[Any] = (), is_limited: bool = False
) -> None:
    """Carry out a command of the page; an invalid one leaves the board unchanged and sets its message.

    Args:
        session: The session.
        command: The command with its values.
        buffers: A file, if the command has one.
        is_limited: Whether only the commands `IN_CLASS` are carried out.
    """
    values, before = dict(command), session.message
    what = values.pop("do", None)
    try:
        if not isinstance(what, str) or what not in COMMANDS:
            raise UnknownNameError("action", str(what), COMMANDS)
        commands = IN_CLASS if is_limited else COMMANDS
        if what not in commands or (is_limited and session.design and what not in BESIDE):
            raise InputError(FOR_THE_TEACHER)
        if buffers:
            values["file"] = bytes(buffers[0])
        call(session, commands[what], values)
        if session.message is before and before.text and what not in BESIDE:
            session.say(Message(""))  # it is about an earlier state
    except SudokuModelsError as error:
        session.say(Message(sentence(str(error)), "bad"))
    session.changed()


def call(session: GameSession, function: Callable[..., None], values: Mapping[str, Any]) -> None:
    """Call a function of a session with values from outside.

    Args:
        session: The session.
        function: The function. Its further parameters are annotated with `Cell`, `Sequence[Cell]`, `int`, `float`,
            `str`, `bool`, `bytes` or `dict`, or one of these or None.
        values: The arguments, by name.

    Raises:
        InputError: When a value is missing, unknown or of another kind; the message says which.

    >>> from sudoku_models.board.sources import as_puzzle
    >>> session = GameSession(as_puzzle("1... ..2. .3.. ...4"), lambda: None, print)
    >>> call(session, GameSession.enter, {"cells": [[1, 2]], "digit": 2})
    >>> session.game.position.line()
    '12....2..3.....4'
    >>> call(session, GameSession.enter, {"cells": [[1, 2]], "digit": 2.5})
    Traceback (most recent call last):
    ...
    sudoku_models.errors.InputError: the digit must be a whole number, not 2.5
    """
    kinds, needed, takes_more = _parameters(function)
    if missing := [name for name in needed if name not in values]:
        raise InputError(f"the {_noun(missing[0])} is missing")
    for name in values:
        if name not in kinds and not takes_more:
            raise InputError(f"nothing is known about {short_repr(name)} here; leave it out")
    board = session.game.board
    function(session, **{k: _checked(_noun(k), v, kinds[k], board) if k in kinds else v for k, v in values.items()})


@cache
def _parameters(function: Callable[..., None]) -> tuple[dict[str, Any], list[str], bool]:
    """The kinds of the parameters, the names of those without a default, and whether there may be further ones."""
    _, *parameters = inspect.signature(function, eval_str=True).parameters.values()
    named = [each for each in parameters if each.kind is not each.VAR_KEYWORD]
    needed = [each.name for each in named if each.default is each.empty]
    return {each.name: each.annotation for each in named}, needed, len(named) < len(parameters)


def _checked(noun: str, value: Any, kind: Any, board: Board) -> Any:
    if get_origin(kind) is UnionType:
        if value is None:
            return None
        kind = next(each for each in get_args(kind) if each is not type(None))
    if kind == Cell:
        return _cell(value, board)
    if kind == Sequence[Cell]:
        if not isinstance(value, list | tuple) or not 1 <= len(value) <= len(board.cells):
            raise InputError(f"the cells must be a list of 1 to {len(board.cells)} cells, not {short_repr(value)}")
        return [_cell(each, board) for each in value]
    kind = get_origin(kind) or kind
    if kind in (int, float):
        is_number = is_integer(value) or (kind is float and isinstance(value, float))
        is_right = is_number and abs(value) <= LARGEST_NUMBER
    else:
        is_right = isinstance(value, kind)
    if not is_right:
        raise InputError(f"the {noun} must be {NOUNS[kind]}, not {short_repr(value)}")
    if kind is str:
        if len(value) > LONGEST_TEXT:
            raise InputError(f"the {noun} has {len(value):,} characters; up to {LONGEST_TEXT:,} are read")
        return readable(value)
    if kind is int:
        return index(value)
    return float(value) if kind is float else value


def _cell(value: Any, board: Board) -> Cell:
    pair = value.tolist() if hasattr(value, "tolist") else value  # an array of NumPy
    if not isinstance(pair, list | tuple) or len(pair) != 2 or not all(map(is_integer, pair)):
        raise InputError(f"a cell is written as (row, column), counted from 1, not {short_repr(value)}")
    row, column = map(index, pair)
    if not (1 <= row <= board.size and 1 <= column <= board.size):
        raise InputError(f"there is no cell {short_repr((row, column))} on a {board}")
    return row, column


def _noun(name: str) -> str:
    return name.replace("_", " ")


def choices() -> dict[str, Any]:
    """The choices that the page offers, and why others cannot be taken here."""
    lacking = {name: found.why_not for name in SOLVERS if (found := entry(name))}
    here = installed()
    for name in (name for name in BACKENDS if name not in here):
        solver, library = entry(name), LIBRARIES.get(name, name)
        # What the platform lacks for a solver is not installed either.
        lacking[f"backend {name}"] = (solver and solver.why_not) or f"it needs {library}; {how_to_install(library)}"
    return {
        "corpora": {name: count for name, (_, count) in titles().items()},
        "games": games(),
        "collection": counts(),
        "design_sizes": sorted({*GAMES[CLASSIC].sizes, *WITHOUT_BOXES}),
        "levels": {name: level.needs for name, level in LEVELS.items()},
        "formulations": dict(FORMULATIONS),
        "backends": {name: BACKENDS[name] for name in here},
        "rewrites": dict(REWRITES),
        "solvers": [name for name in SOLVERS if not lacking.get(name)],
        "lacking": {name: why_not for name, why_not in lacking.items() if why_not},
        "methods": dict(METHODS),
        "by": list(BY),
        "tools": designing.tools(),
        "switches": designing.SWITCHES,
        "settings": settings.CHOICES,
        "usual": settings.USUAL,
        "setting_switches": settings.SWITCHES,
        "largest_file": LARGEST_FILE,
        "in_place": bool(runner.lacks()),
    }
