"""A board in class: the teacher's notebook explains, goes from step to step and compares, and shows the solution last.

In the mode "class" no solver writes on the board before `show_solution`: a solve or a search reports its times and
leaves the board as it is, no digit is revealed, allowed values are not told, and undo and redo do not bring back what a
solver has written before. What can be derived step by step can be seen, because that is what a class is about: whoever
opens an explanation can go through all of its steps to the solution, and read them in its list; the hint "next step"
tells one step, and "do this step" writes it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import InputError, UnknownNameError
from .commands import call
from .session import GameSession
from .solving import EXPLAIN_SECONDS, ask_explanation, compare, show_solution

__all__ = ["MODES", "ClassBoard", "checked_mode"]

MODES = {"play": "a game", "class": "the solution stays hidden until the teacher shows it"}
"""The modes of a board."""
LATE = 30.0
"""Seconds beyond a time limit for which a cell waits."""


def checked_mode(mode: Any) -> str:
    """The mode, if it is one of `MODES`.

    Raises:
        UnknownNameError: When there is no such mode.
    """
    if not isinstance(mode, str) or mode not in MODES:
        raise UnknownNameError("mode", str(mode), MODES)
    return mode


class ClassBoard:
    """The part of `BoardWidget` for teachers.

    Attributes:
        session: The session of the board.

    >>> from sudoku_models import BoardWidget
    >>> board = BoardWidget("1... ..2. .3.. ...4", mode="class")
    >>> board.explain()
    >>> print(board.step_to(1))
    step 1 of 12, hidden single: in box 1 the digit 2 fits only in row 1, column 2, because row 2 has its 2 in column 3
    >>> print(board.next_step())
    step 2 of 12, hidden single: in box 1 the digit 3 fits only in row 2, column 1, because column 2 has its 3 in row 3
    >>> board.leave_explanation()
    >>> board.ask("solve", formulation="all_different", backend="cpsat", solver="cpsat")
    >>> board.wait(), board.status["finished"]
    (True, False)
    >>> board.show_solution()
    >>> board.status["finished"]
    True
    """

    session: GameSession

    def explain(
        self,
        by: str = "techniques",
        whole: bool = True,
        wait: bool = True,
        time_limit: float = EXPLAIN_SECONDS,
    ) -> None:
        """Show the steps of an explanation on the board, from the first one on.

        Args:
            by: The method, one of `explain.BY`.
            whole: From the givens; else from the position, unless a digit in it is wrong.
            wait: Whether to return only when the steps are known.
            time_limit: Seconds; after that the explanation ends with what is known.

        Raises:
            UnknownNameError: When there is no such method.
            InputError: When the time limit is not possible.
        """
        self._ask(wait, ask_explanation, {"by": by, "whole": whole, "time_limit": time_limit})

    def step_to(self, number: int) -> str:
        """Go to a step of the explanation.

        Args:
            number: The step, counted from 1; one more than there are steps goes to the end.

        Returns:
            The step in words.

        Raises:
            InputError: When no explanation is shown, or it has no such step.
        """
        call(self.session, GameSession.go, {"to": number - 1})
        self._show()
        return self.session.shown_path().words

    def next_step(self) -> str:
        """Go to the next step of the explanation, or stay at its end; returns it in words."""
        path = self.session.shown_path()
        return self.step_to(min(path.at + 2, len(path.steps) + 1))

    def previous_step(self) -> str:
        """Go to the step before, or stay at the first one; returns it in words."""
        return self.step_to(max(self.session.shown_path().at, 1))

    def leave_explanation(self) -> None:
        """Close the explanation: the board shows the game again."""
        self.session.leave_path()
        self._show()

    def compare(
        self,
        left: str | Mapping[str, Any],
        right: str | Mapping[str, Any],
        wait: bool = True,
        time_limit: float = 60.0,
        **both: str,
    ) -> str:
        """Solve the position in two configurations, one after the other, and show them side by side.

        Args:
            left, right: A formulation, or a dict of what differs from `solving.USUAL`.
            wait: Whether to return only when both are done.
            time_limit: Seconds for each.
            both: The backend, solver or rewrite of both sides.

        Returns:
            What differs, in words; the message of the board if it does not wait.

        Raises:
            InputError: When a side has an unknown part, or the limit is not possible.
        """
        sides = ({"formulation": each} if isinstance(each, str) else each for each in (left, right))
        one, other = ({**both, **side} for side in sides)
        self._ask(wait, compare, {"left": one, "right": other, "time_limit": time_limit})
        return self.session.message.text

    def show_solution(self, time_limit: float = 60.0) -> None:
        """Fill in the solution; from now on, until another puzzle, the page may do so too.

        Args:
            time_limit: Seconds.
        """
        self._ask(True, show_solution, {"time_limit": time_limit})

    def _ask(self, wait: bool, function: Callable[..., None], values: dict[str, Any]) -> None:
        call(self.session, function, values)
        self._show()
        if wait and not self.wait(self.session.busy["limit"] + LATE):
            raise InputError("the answer takes longer than the time limit; wait for it with board.wait()")

    def wait(self, seconds: float = 60.0) -> bool:
        """Wait until no task is running; returns False when that takes longer."""
        return self.session.wait(seconds)

    def _show(self) -> None:
        """Publish the state; `BoardWidget` does."""
        raise NotImplementedError
