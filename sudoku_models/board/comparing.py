"""Two configurations on the same position, solved one after the other with the same time limit."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from .. import formulations
from ..backends import BACKENDS
from ..errors import InputError, UnknownNameError
from ..models.results import Answer
from ..puzzles.values import short_repr
from ..runtime.limits import check_time_limit
from ..solvers import Status
from . import messages
from .game import Game
from .messages import Message

__all__ = ["USUAL", "Failed", "compare", "sentence"]

USUAL: dict[str, str | None] = {"formulation": "assignment", "backend": "pyomo", "rewrite": None, "solver": "highs"}
"""What a configuration consists of, with the usual values."""
CAUTION = "One run is no measurement: times differ from run to run"


class Failed(NamedTuple):
    """A side of a comparison without an answer: its configuration, and why."""

    configuration: str
    reason: str


class Player(Protocol):
    """The interface to a session."""

    game: Game

    @property
    def questions(self) -> Any: ...  # `Questions`, which imports the tasks, and they import this module
    def say(self, message: Message) -> None: ...


def compare(session: Player, left: dict[str, Any], right: dict[str, Any], time_limit: float = 60.0) -> None:
    """Request the comparison of two configurations on the position; the rows come into the report.

    Args:
        session: The session.
        left, right: The configurations: what differs from `USUAL`.
        time_limit: Seconds for each.

    Raises:
        InputError: When a side is no configuration, or the limit is not possible.
    """
    values: dict[str, Any] = {"position": session.game.position, "sides": [_checked(left), _checked(right)]}
    check_time_limit(time_limit)

    def show(found: tuple[Answer | Failed, Answer | Failed]) -> None:
        questions = session.questions
        left, right = map(_row, found)
        questions.report = {**questions.report, "compared": {"left": left, "right": right}}
        session.say(sentence(*found))

    session.questions.ask("compare", "the comparison", show, 2 * time_limit, "position", **values)


def _checked(side: Mapping[str, Any]) -> dict[str, str | None]:
    """A configuration with the usual values for what is missing or empty.

    Raises:
        InputError: When it is no configuration.
    """
    if not isinstance(side, Mapping):
        raise InputError(f"each side of a comparison is a formulation, backend and solver, not {short_repr(side)}")
    for name, value in side.items():
        if name not in USUAL:
            raise UnknownNameError("part of a configuration", str(name), USUAL)
        if not isinstance(value or "", str):
            raise InputError(f"the {name} must be a name, not {short_repr(value)}")
    found = {name: side.get(name) or usual for name, usual in USUAL.items()}
    formulations.find(str(found["formulation"]))
    if found["backend"] not in BACKENDS:
        raise UnknownNameError("backend", str(found["backend"]), BACKENDS)
    return found


def _row(found: Answer | Failed) -> dict[str, Any]:
    """A row of the table; of a side without an answer, its configuration and the reason."""
    if isinstance(found, Answer):
        return messages.row(found)
    nothing: dict[str, Any] = {"size": [None, None, None], "build": None, "translate": None, "solve": None}
    return {"configuration": found.configuration, "rewrite": "", "status": found.reason, **nothing, "search": ""}


def sentence(left: Answer | Failed, right: Answer | Failed) -> Message:
    """What differs: the answer, the size and the time. It names no winner, for one run is no measurement.

    >>> from ..models.counting import solve
    >>> puzzle = "1... ..2. .3.. ...4"
    >>> print(sentence(solve(puzzle), Failed("all_different x pyomo x magic", "magic is not installed")).text)
    all_different x pyomo x magic gave no answer: magic is not installed
    """
    failed = [each for each in (left, right) if isinstance(each, Failed)]
    if failed:
        return Message("; ".join(f"{each.configuration} gave no answer: {each.reason}" for each in failed), "warning")
    assert isinstance(left, Answer)
    assert isinstance(right, Answer)
    same = _same(left, right)
    facts = f"{_facts(left)}; {_facts(right)}"
    return Message(f"{same.text}. {facts}. {CAUTION}", same.tone)


def _same(left: Answer, right: Answer) -> Message:
    """Whether the two agree on the position."""
    names = {each.status: _name(each) for each in (right, left)}
    if {left.status, right.status} == {Status.SOLVED, Status.INFEASIBLE}:
        one, other = names[Status.SOLVED], names[Status.INFEASIBLE]
        return Message(f"They contradict each other: {one} found a solution, {other} says that there is none", "bad")
    if Status.UNKNOWN in names:
        stopped = [f"{_name(each)} did not finish ({each.reason})" for each in (left, right) if not _is_known(each)]
        return Message(" and ".join(stopped), "warning")
    if left.status is Status.INFEASIBLE:
        return Message("Both have proved that the position has no solution", "good")
    if left.grid == right.grid:
        return Message("Both found the same solution", "good")
    return Message("Both found a solution, but not the same one: there are several", "good")


def _is_known(answer: Answer) -> bool:
    return answer.status is not Status.UNKNOWN


def _facts(answer: Answer) -> str:
    stats = answer.stats
    if not stats.variables:
        return f"{_name(answer)} was not built in the time"
    size = f"{stats.variables:,} variables and {stats.constraints:,} constraints"
    rewrite = f", linearised by {stats.rewrite}," if stats.rewrite else ""
    return f"{_name(answer)}{rewrite} has {size}, and took {messages.duration(messages.seconds_of(stats))}"


def _name(answer: Answer) -> str:
    stats = answer.stats
    return f"{stats.formulation} x {stats.backend} x {stats.solver}"
