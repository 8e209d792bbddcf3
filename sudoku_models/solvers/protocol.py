"""What a solver is: an engine that says what it takes, a session beside one model, and what a session answers."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from ..backends.protocol import Backend
from ..errors import UnsupportedError

__all__ = [
    "GAVE_UP",
    "INTERRUPTED",
    "NO_PRESOLVE",
    "TIME_LIMIT",
    "Enumerator",
    "Outcome",
    "Session",
    "Solver",
    "Status",
    "no_time",
    "refused",
]

LOGIC = "logic"
ENUMERATION = "enumeration"
MILP, CP, SAT = "MILP", "CP", "SAT"
NO_PRESOLVE = "no-presolve"
TIME_LIMIT = "time limit"
GAVE_UP = "gave up"
"""A solver stopped before it had an answer, and before any time limit."""
INTERRUPTED = "interrupted"


class Status(StrEnum):
    """SOLVED comes with a grid, INFEASIBLE is proved, UNKNOWN says why it is not known."""

    SOLVED = "solved"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass
class Outcome:
    """What a session answers: `values` has one number for each column when the status is SOLVED."""

    status: Status
    reason: str
    values: npt.NDArray[np.float64] | None = None
    stopped_by: str = ""
    """TIME_LIMIT, GAVE_UP or INTERRUPTED when the status is UNKNOWN, and only then."""
    translate_seconds: float | None = 0.0
    solve_seconds: float = 0.0
    size: tuple[int, int, int] = (0, 0, 0)
    """Variables, constraints and nonzeros as the solver has them."""
    search: dict[str, int] = field(default_factory=dict)
    incumbent: npt.NDArray[np.float64] | None = None
    bound: float | None = None


class Session(Protocol):
    """A solver beside one model. It reads the model anew at each solve, and takes only what has changed."""

    def solve(self, time_limit: float | None = None) -> Outcome:
        """Solve the model as it is now, within so many seconds.

        Raises:
            KeyboardInterrupt: When the user stops it; the solver has stopped by then.
        """


class Enumerator(Protocol):
    """A session that can go through all solutions by itself."""

    def enumerate(self, found: Callable[[npt.NDArray[np.float64]], bool], time_limit: float | None = None) -> Outcome:
        """Call `found` for each solution until it returns False. INFEASIBLE means: there are no more."""


class Solver(Protocol):
    """An engine and what it takes."""

    name: str
    kind: Literal["MILP", "CP"]
    takes_logic: bool
    """Whether it takes logical constraints as they are stated; if not, they are rewritten first."""

    def session(self, m: Backend) -> Session:
        """A new session for a model."""


def refused(name: str, constraint: str) -> UnsupportedError:
    """The error for a logical constraint that a MILP solver would have to drop."""
    return UnsupportedError(
        f"{name} cannot take the logical constraint {constraint!r}, and it must not be dropped. Rewrite the model "
        f"first: model.rewritten(), or for a Pyomo model of your own TransformationFactory('sudoku_models.linear')"
    )


def no_time() -> Outcome:
    """The answer when the time is up before the solver has started."""
    return Outcome(Status.UNKNOWN, "the time limit was reached before the solver started", stopped_by=TIME_LIMIT)
