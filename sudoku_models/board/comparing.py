"""Two configurations on the same position, solved one after the other with the same time limit."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from ..errors import InputError
from ..models.results import Answer
from ..puzzles.puzzle import Puzzle
from . import messages
from .messages import Message

__all__ = ["NAMES", "Failed", "compare", "sentence"]

NAMES = ("formulation", "backend", "rewrite", "solver")
"""The names of what a configuration consists of."""


class Failed(NamedTuple):
    """A side of a comparison that has no answer, and why."""

    configuration: str
    reason: str


class Asking(Protocol):
    """The part of the requests of a board that a comparison uses."""

    report: dict[str, Any]

    def ask(self, *arguments: Any, **values: Any) -> None: ...


class Player(Protocol):
    """The interface to a session."""

    @property
    def questions(self) -> Any: ...
    @property
    def game(self) -> Any: ...
    def say(self, message: Message) -> None: ...


def compare(session: Player, left: Mapping[str, Any], right: Mapping[str, Any], time_limit: float = 60.0) -> None:
    """Request the comparison of two configurations on the position.

    Args:
        session: The session.
        left, right: What each consists of, by `NAMES`; what is missing or empty has its usual value.
        time_limit: Seconds for each.

    Raises:
        InputError: When a side is not such a configuration.
    """
    sides = [_side(left), _side(right)]
    position: Puzzle = session.game.position

    def show(found: list[Answer | Failed]) -> None:
        rows = [_row(each) for each in found]
        questions = session.questions
        questions.report = {**questions.report, "compared": {"left": rows[0], "right": rows[1]}}
        session.say(Message(sentence(*found)))

    values: dict[str, Any] = {"position": position, "sides": sides, "each": float(time_limit)}
    session.questions.ask("compare", "the comparison", show, 2 * float(time_limit), "position", **values)


def _side(side: Mapping[str, Any]) -> dict[str, str | None]:
    if not isinstance(side, Mapping) or not all(isinstance(side.get(name) or "", str) for name in NAMES):
        raise InputError("choose a formulation and a solver for each side of the comparison")
    usual = {"formulation": "assignment", "backend": "pyomo", "solver": "highs", "rewrite": None}
    return {name: side.get(name) or usual[name] for name in NAMES}


def _row(found: Answer | Failed) -> dict[str, Any]:
    """A row of the table; of a side without an answer, only its name and the reason."""
    if isinstance(found, Answer):
        return messages.row(found)
    nothing = {"size": [0, 0, 0], "build": None, "translate": None, "solve": None, "search": ""}
    return {"configuration": found.configuration, "rewrite": "", "status": found.reason, **nothing}


def sentence(left: Answer | Failed, right: Answer | Failed) -> str:
    """What differs between the two, without naming a winner: one run is no measurement."""
    return f"{_row(left)['configuration']} and {_row(right)['configuration']} on the same position"
