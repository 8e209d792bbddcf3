"""The explained path: the steps from the givens, or from the position, to the solution, which the reader walks along.

While it is open the board shows the position before one of its steps, and is read-only. The game itself is untouched.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol

from ..errors import InputError, UnknownNameError
from ..explain import BY, Explanation
from ..puzzles.candidates import Candidates
from ..puzzles.cell_names import in_one_notation, key_to
from ..puzzles.values import is_integer
from . import messages
from .game import Game
from .highlights import Highlights
from .hints import Wrong
from .messages import Message
from .questions import About, Questions

__all__ = ["EXPLAIN_SECONDS", "LOCKED", "ExplainedPath", "Walk"]

EXPLAIN_SECONDS = 60.0
"""The time for a whole explanation, if no other is given."""
LOCKED = "The board shows an explanation; close it first, and your game goes on where it was"
"""Why nothing can be entered while a path is open."""


@dataclass
class Walk:
    """An explanation, and the step at which the reader is.

    Attributes:
        found: The explanation.
        by: The method, one of `explain.BY`.
        symbols: The symbol of each digit on the board.
        at: The number of steps that are done; the step `at` is highlighted, except at the end.

    >>> from ..explain import explain
    >>> walk = Walk(explain("1... ..2. .3.. ...4"), "techniques", ["1", "2", "3", "4"])
    >>> walk.go(1)
    >>> walk.state.digits[1, 2], walk.plain()["count"]
    (2, 12)
    """

    found: Explanation
    by: str
    symbols: list[str]
    at: int = field(default=0, init=False)

    @cached_property
    def states(self) -> list[Candidates]:
        """The candidates before each step and after the last."""
        return list(self.found.states())

    @property
    def state(self) -> Candidates:
        """The candidates where the reader is."""
        return self.states[self.at]

    def go(self, to: int) -> None:
        """Go to a step, counted from 0; the number of steps is the end.

        Raises:
            InputError: When there is no such step.
        """
        count = len(self.found.steps)
        if not is_integer(to) or not 0 <= to <= count:
            raise InputError(f"the explanation has {_steps(count)}; go to one of them, or to the end")
        self.at = int(to)

    @property
    def highlights(self) -> Highlights:
        """The highlights of the step that comes next; none at the end."""
        if self.at == len(self.found.steps):
            return Highlights()
        step, state = self.found.steps[self.at], self.state
        about = {*step.cells, *step.puts, *step.removes} & {*state.open}
        return Highlights.of(step, {i: state.candidates[i] for i in about})

    @cached_property
    def _brief(self) -> list[str]:
        return self._sentences("brief")

    @cached_property
    def steps(self) -> list[dict[str, Any]]:
        """The steps as plain data: names, sentences, weights, and the numbers of their cells, row by row from 0."""
        number = {cell: k for k, cell in enumerate(self.found.puzzle.board.cells)}
        return [
            {
                "name": step.name,
                "sentence": sentence,
                "weight": step.weight,
                "cells": [number[i] for i in step.cells],
            }
            for step, sentence in zip(self.found.steps, self._brief, strict=False)
        ]

    @property
    def reason(self) -> str:
        """Why it ends, in a sentence."""
        return self._brief[-1]

    @cached_property
    def key(self) -> str:
        """The explanation of the first short name of a cell, if a sentence has one."""
        return next(filter(None, map(key_to, self._sentences("sentence"))), "")

    @property
    def words(self) -> str:
        """The step where the reader is, in words; at the end, why it ends."""
        if self.at == len(self.steps):
            return f"after {_steps(self.at)}: {self.reason}"
        step = self.steps[self.at]
        return f"step {self.at + 1} of {len(self.steps)}, {step['name']}: {step['sentence']}"

    def plain(self) -> dict[str, Any]:
        """The path as plain data for the page."""
        found = self.found
        ends = {"solved": found.solved, "reason": self.reason, "key": self.key}
        return {"by": self.by, "at": self.at, "count": len(self.steps), **ends, "steps": self.steps}

    def drawn(self) -> dict[str, Any]:
        """The traits of the board where the reader is: digits, candidates as marks, and highlights."""
        state, board = self.state, self.found.puzzle.board
        nothing: list[list[int]] = [[] for _ in board.cells]
        return {
            "values": [state.digits.get(i, 0) for i in board.cells],
            "marks": [sorted(state.candidates[i]) if i not in state.digits else [] for i in board.cells],
            "centres": nothing,
            "colors": nothing,
            "clashes": [],
            "highlights": self.highlights.plain(board),
        }

    def text(self) -> str:
        """The path as text to copy: the puzzle, the numbered steps, and why it ends.

        >>> from ..explain import explain
        >>> print(Walk(explain("1... ..2. .3.. ...4", limit=1), "techniques", ["1", "2", "3", "4"]).text())
        1.....2..3.....4
        1. hidden single: in box 1 the digit 2 fits only in (1, 2), because row 2 has its 2 in (2, 3).
        Stopped after 1 step, as asked.
        """
        *sentences, reason = self._sentences("sentence")
        told = zip(self.found.steps, sentences, strict=True)
        lines = [f"{k}. {step.name}: {sentence}." for k, (step, sentence) in enumerate(told, 1)]
        key = [f"({self.key}.)"] if self.key else []
        return "\n".join([self.found.puzzle.line(), *key, *lines, reason])

    def _sentences(self, form: Literal["sentence", "brief"]) -> list[str]:
        """The sentence of each step and why it ends: cells in one notation, digits with a key to their symbols."""
        told = [messages.with_key(getattr(step, form), step.digits, self.symbols) for step in self.found.steps]
        return in_one_notation([*told, self.found.reason])


class Player(Protocol):
    """The interface to a session: what the path reads, and what it changes."""

    game: Game
    send: Callable[..., None]
    highlights: Highlights

    @property
    def questions(self) -> Questions: ...
    @property
    def symbols(self) -> list[str]: ...
    def say(self, message: Message) -> None: ...


class ExplainedPath:
    """The explained path of one board.

    Args:
        session: The session.

    Attributes:
        walk: The open path; None while it is closed.
    """

    def __init__(self, session: Player) -> None:
        self.session = session
        self.walk: Walk | None = None

    def ask(self, by: str = "techniques", whole: bool = True, time_limit: float = EXPLAIN_SECONDS) -> None:
        """Request the path.

        Args:
            by: The method, one of `explain.BY`.
            whole: From the givens; else from the position, unless a digit in it is wrong.
            time_limit: Seconds; after that it ends with what is known.
        """
        if not isinstance(by, str) or by not in BY:
            raise UnknownNameError("method of explanation", by, BY)
        game = self.session.game
        values: dict[str, Any] = {"puzzle": game.puzzle, "position": None if whole else game.position, "by": by}

        def show(found: Explanation | Wrong) -> None:
            self._show_wrong(found) if isinstance(found, Wrong) else self._open(Walk(found, by, self.session.symbols))

        about: About = "puzzle" if whole else "position"
        self.session.questions.ask("explain", "the explanation", show, time_limit, about, **values)

    def _open(self, walk: Walk) -> None:
        self.leave()
        self.walk = walk
        game = self.session.game
        game.locked, game.hints = LOCKED, game.hints + 1
        count = len(walk.found.steps)
        if walk.found.solved:
            self.session.say(Message(f"The whole solution in {_steps(count)}", "good"))
        else:
            self.session.say(Message(f"{_steps(count).capitalize()} of an explanation. {walk.reason}", "warning"))

    def _show_wrong(self, found: Wrong) -> None:
        self.session.highlights = Highlights(wrong=found.cells or ())
        self.session.say(messages.wrong_first(found))

    def go(self, to: int) -> None:
        """Go to a step of the path, counted from 0; the number of steps is the end.

        Raises:
            InputError: When no path is open, or it has no such step.
        """
        self.opened().go(to)

    def leave(self) -> None:
        """Close the path: the board shows the game again."""
        if self.walk is not None:
            self.walk = None
            self.session.game.locked = ""

    def send_text(self, page: str = "") -> None:
        """Send the path as text to the page that asked for it."""
        self.session.send({"copy": self.opened().text(), "page": page})

    def state(self) -> dict[str, Any]:
        """The traits that the path sets; while it is closed, only itself."""
        return {"path": {}} if self.walk is None else {**self.walk.drawn(), "path": self.walk.plain()}

    def opened(self) -> Walk:
        """The open path.

        Raises:
            InputError: When none is open.
        """
        if self.walk is None:
            raise InputError("no explanation is shown; ask for one first")
        return self.walk


def _steps(count: int) -> str:
    return f"{count} step{'s' * (count != 1)}"
