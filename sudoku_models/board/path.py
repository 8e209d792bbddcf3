"""The explained path: the steps from the givens, or from the position, to the solution, which the player walks along.

While it is open the board shows the position before one of its steps, and is read-only. The game itself is untouched.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Protocol

from ..errors import InputError
from ..explain import Explanation
from ..puzzles.candidates import Candidates
from .game import Game
from .highlights import Highlights
from .messages import Message
from .questions import Questions

__all__ = ["EXPLAIN_SECONDS", "ExplainedPath", "Walk", "path_text"]

EXPLAIN_SECONDS = 60.0
"""The time for a whole explanation, if no other is given."""


class Walk:
    """An explanation, and the step at which the reader is.

    Attributes:
        found: The explanation.
        at: The number of steps that are done; the step `at` is highlighted, except at the end.

    >>> from ..explain import explain
    >>> walk = Walk(explain("1... ..2. .3.. ...4"))
    >>> walk.go(1)
    >>> walk.state.digits[1, 2], walk.plain()["count"]
    (2, 12)
    """

    def __init__(self, found: Explanation) -> None:
        self.found, self.at = found, 0

    @cached_property
    def states(self) -> list[Candidates]:
        """The candidates before each step and after the last."""
        return list(self.found.states())

    @property
    def state(self) -> Candidates:
        """The candidates where the reader is."""
        return self.states[self.at]

    def go(self, to: int) -> None:
        """Go to a step; its number counts from 0, and the number of steps is the end.

        Raises:
            InputError: When there is no such step.
        """
        count = len(self.found.steps)
        if isinstance(to, bool) or not isinstance(to, int) or not 0 <= to <= count:
            raise InputError(f"the explanation has {count} steps; go to one of them, or to the end")
        self.at = to

    @property
    def highlights(self) -> Highlights:
        """The highlights of the step that comes next; none at the end."""
        if self.at == len(self.found.steps):
            return Highlights()
        step, state = self.found.steps[self.at], self.state
        about = {*step.cells, *step.puts, *step.removes} & {*state.open}
        return Highlights.of(step, {i: state.candidates[i] for i in about})

    def plain(self) -> dict[str, Any]:
        """The path as plain data for the page: cells as numbers, row by row from 0."""
        number = {cell: k for k, cell in enumerate(self.found.puzzle.board.cells)}
        steps = [
            {
                "name": step.name,
                "sentence": step.sentence,
                "weight": step.weight,
                "cells": [number[i] for i in step.cells],
            }
            for step in self.found.steps
        ]
        by = self.found.steps[0].by if self.found.steps else ""
        count = len(steps)
        ends = {"solved": self.found.solved, "reason": self.found.reason}
        return {"by": by, "at": self.at, "count": count, **ends, "steps": steps}

    def drawn(self) -> dict[str, Any]:
        """The traits of the board where the reader is: digits, candidates as marks, and highlights."""
        state, board = self.state, self.found.puzzle.board
        shown = self.highlights
        return {
            "values": [state.digits.get(i, 0) for i in board.cells],
            "marks": [sorted(state.candidates[i]) if i not in state.digits else [] for i in board.cells],
            "clashes": [],
            "highlights": shown.plain(board),
        }


def path_text(found: Explanation) -> str:
    """The explanation as text to copy: the puzzle, the numbered steps, and why it ends.

    >>> from ..explain import explain
    >>> print(path_text(explain("1... ..2. .3.. ...4", limit=1)))
    1.....2..3.....4
    1. hidden single: in box 1 the digit 2 fits only in (1, 2), because row 2 has its 2 in (2, 3).
    Stopped after 1 step, as asked.
    """
    return f"{found.puzzle.line()}\n{found}"


class Player(Protocol):
    """The interface to a session: what the path reads, and what it changes."""

    game: Game
    send: Callable[[dict[str, Any]], None]

    @property
    def questions(self) -> Questions: ...
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

    @property
    def is_open(self) -> bool:
        """Whether a path is open, so that the board is read-only."""
        return self.walk is not None

    def ask(self, by: str = "techniques", whole: bool = True, time_limit: float = EXPLAIN_SECONDS) -> None:
        """Request the path.

        Args:
            by: The method, one of `explain.BY`.
            whole: From the givens; else from the position.
            time_limit: Seconds.
        """
        game = self.session.game
        puzzle = game.puzzle if whole else game.position
        about = "puzzle" if whole else "position"
        what = "the explanation"
        self.session.questions.ask("explain", what, self._show, time_limit, about, puzzle=puzzle, by=by)  # type: ignore[arg-type]

    def _show(self, found: Explanation) -> None:
        self.walk = Walk(found)
        self.session.say(Message(found.reason))

    def go(self, to: int) -> None:
        """Go to a step of the path.

        Raises:
            InputError: When no path is open, or it has no such step.
        """
        self._walk().go(to)

    def leave(self) -> None:
        """Close the path: the board shows the game again."""
        self.walk = None

    def copy(self, page: str = "") -> None:
        """Send the path as text to the page that asked for it."""
        self.session.send({"copy": path_text(self._walk().found), "page": page})

    def state(self) -> dict[str, Any]:
        """The traits that the path sets; while it is closed, only itself."""
        return {"path": {}} if self.walk is None else {**self.walk.drawn(), "path": self.walk.plain()}

    def check_closed(self) -> None:
        """Refuse a change of the board while the path is open.

        Raises:
            InputError: When a path is open.
        """
        if self.is_open:
            raise InputError("the board shows an explanation: close it first, then your game goes on")

    def _walk(self) -> Walk:
        if self.walk is None:
            raise InputError("no explanation is shown; ask for one first")
        return self.walk
