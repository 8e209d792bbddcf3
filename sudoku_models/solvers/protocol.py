"""The protocol of solvers: an engine with declared features, its sessions for single models, and their results."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil, floor, isfinite
from typing import Any, Final, Literal, Protocol

from ..backends import Backend, PlainModel
from ..errors import UnsupportedError


class Feature(StrEnum):
    """What a solver declares that it can do. Each is a promise, on which the package relies."""

    LOGIC = "logic"
    """It supports the records of `backends.Logical`; otherwise these constraints are rewritten."""
    CONTINUOUS = "continuous"
    """It supports variables that are not integer or have no finite bounds."""
    OBJECTIVE = "objective"
    """It minimises, and with SOLVED claims that none is better."""
    ENUMERATION = "enumeration"
    """Its sessions have the methods of an `Enumerator`, which enumerates all solutions."""
    PROOF = "proof"
    """Its INFEASIBLE claims that the search was complete."""
    INTERRUPT = "interrupt"
    """Ctrl-C stops it within about a second."""
    INCREMENTAL = "incremental"
    """A session processes only the changes since its last solve."""
    PRESOLVE_SWITCH = "presolve-switch"
    """Named as in "highs:no-presolve", it solves the model without presolve."""
    CONSISTENCY = "consistency"
    """As in "choco:AC" and "choco:BC", the consistency of all-different is chosen; its sessions can `propagate`."""
    SEARCH_ORDER = "search-order"
    """As in "cpsat:input-order", the order of the search is chosen, one of `SEARCH_ORDERS`."""
    SEED = "seed"
    """As in "cbc:seed=7", the seed of its random numbers is set."""
    BY_FILE = "by-file"
    """Named as in "highs:by-file", it gets the model through a file, as a program of its own would."""
    BOUNDED = "bounded"
    """Named as in "cpsat:bounded", it gives up after a fixed amount of work, the same on every machine."""
    WHOLE_NUMBERS = "whole-numbers"
    """It computes in whole numbers, so that no tolerance can make its answers wrong."""
    IN_PROCESS = "in-process"
    """It runs in this process; otherwise in a separate program with its own memory."""


BY_FILE = "by-file"
BOUNDED = "bounded"
NO_PRESOLVE = "no-presolve"
ENGINE_PRESOLVE = "engine-presolve"
"""As the engine has it by default, where this package switches a part of it off."""
FIRST_FAIL, INPUT_ORDER, ENGINE_SEARCH = SEARCH_ORDERS = ("first-fail", "input-order", "engine-search")
"""The variable with the fewest values first (R. M. Haralick, G. L. Elliott 1980), the variables in the order of the
model, and the engine's own search. In the first two, the smallest value comes first."""
TIME_LIMIT = "time limit"
GAVE_UP = "gave up"
"""A solver stopped without an answer before any time limit."""
INTERRUPTED = "interrupted"

MILP: Final = "MILP"
CP: Final = "CP"
SAT: Final = "SAT"
Paradigm = Literal["MILP", "CP", "SAT"]
"""The paradigm of a solver. Solvers of different paradigms share no algorithm, so they can check each other."""

Certainty = Literal["", "claimed", "confirmed", "proved"]
"""A solver claims that there is no solution, or no better one; a solver of another paradigm confirms it; a certificate
proves it. Empty when nothing is claimed: a solution is checked, and speaks for itself."""

OnSolution = Callable[[list[float]], bool]
"""Called with the values of a solution, one for each column; the enumeration ends when it returns False."""


@dataclass(frozen=True)
class SolverFacts:
    """The facts about the solver of a model.

    Attributes:
        interface: How the engine is reached, in words.
        engine: Its name.
        version: Its own version, which is not that of the Python package around it; empty when it does not tell.
        options: Every option that is set, by the engine's or the library's name of it, without the time limit. What is
            not here is the engine's default.
        threads: The threads that it is asked to use, or uses by default. None means those of the process, which the
            first run in a process decides for HiGHS.

    >>> SolverFacts("plain highspy", "HiGHS", "1.13.1").name
    'HiGHS 1.13.1'
    """

    interface: str
    engine: str
    version: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    threads: int | None = 1

    @property
    def name(self) -> str:
        """The engine and its version."""
        return f"{self.engine} {self.version}".strip()


class Status(StrEnum):
    """SOLVED comes with values, INFEASIBLE is a claim, UNKNOWN comes with a reason."""

    SOLVED = "solved"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass
class Outcome:
    """The result of one call of a session. All times are seconds of wall clock time, in this process.

    Attributes:
        status: SOLVED, INFEASIBLE or UNKNOWN. With an objective, SOLVED claims that none is better.
        reason: One sentence.
        values: One number for each column when the status is SOLVED, and only then.
        stopped_by: TIME_LIMIT, GAVE_UP or INTERRUPTED when the status is UNKNOWN, and only then.
        translate_seconds: Reading the constraints and passing them to the solver; None where that is not known apart
            from `solve_seconds`.
        solve_seconds: Everything else, from the end of the translation to the answer.
        size: Variables, constraints and nonzeros of the solver's model.
        search: The solver's own counters, such as nodes or conflicts.
        incumbent: With an objective and the status UNKNOWN: the best solution known when the solver stopped, if any.
        bound: With an objective: a lower bound on `Backend.objective`, which is minimised; None when the solver does
            not report one.
        certainty: How sure a claim is that there is no solution, or no better one; see `assurance`.
        is_doubtful: Whether the numbers of the model are beyond those with which the solver's claims are relied on.
        multipliers: Of a linear relaxation: the dual value of each row, or the Farkas ray when it is infeasible.
    """

    status: Status
    reason: str
    values: list[float] | None = None
    stopped_by: str = ""
    translate_seconds: float | None = 0.0
    solve_seconds: float = 0.0
    size: tuple[int, int, int] = (0, 0, 0)
    search: dict[str, int] = field(default_factory=dict)
    incumbent: list[float] | None = None
    bound: float | None = None
    certainty: Certainty = ""
    is_doubtful: bool = False
    multipliers: list[float] | None = None


class Session(Protocol):
    """A solver's session for one model. Each solve uses the current model, and may compare it with the last.

    A constraint is the same as long as its record is the same object.
    """

    def solve(self, time_limit: float | None = None) -> Outcome:
        """Solve the current model within `time_limit` seconds, including the translation.

        Raises:
            KeyboardInterrupt: After Ctrl-C, when the solver has stopped.
            UnsupportedError: When the solver does not support a part of the model; the message names it.
            SolverError: When the solver itself failed.
        """


class Enumerator(Session, Protocol):
    """A session of a solver with `Feature.ENUMERATION`."""

    def enumerate(self, found: OnSolution, time_limit: float | None = None) -> Outcome:
        """Call `found` for each solution until it returns False. INFEASIBLE means that there are no more."""


class Solver(Protocol):
    """A solver and its features.

    Attributes:
        largest: The largest sum of |coefficient * value| of a row or an objective, in whole numbers, with which its
            claims are relied on. Larger rows are split for MILP solvers, see `small_numbers`, and refused by the
            others.
    """

    name: str
    paradigm: Paradigm
    features: frozenset[Feature]
    largest: float

    def facts(self, backend: str) -> SolverFacts:
        """The facts about the solver of this backend's models: interface, engine and options."""

    def session(self, m: Backend | PlainModel) -> Session:
        """A new session for a model, of which it reads the columns, the `records` and the objective.

        Raises:
            NotInstalledError: When the solver is not installed.
        """


def no_time() -> Outcome:
    """The outcome when the time limit was reached before the solver started."""
    return Outcome(Status.UNKNOWN, "the time limit was reached before the solver started", stopped_by=TIME_LIMIT)


def rounded_bounds(m: Backend | PlainModel, solver: str) -> tuple[list[int], list[int]]:
    """The bounds of a model of integer variables, for solvers that have no others.

    Raises:
        UnsupportedError: When a variable is not an integer, or has no finite bounds; the message names it.
    """
    lower, upper = m.bounds()
    for k, (low, high) in enumerate(zip(lower, upper, strict=True)):
        if not (isfinite(low) and isfinite(high) and m.is_integer(k)):
            raise UnsupportedError(
                f"{solver} supports only integer variables with finite bounds, and {m.variables[k]} is not one"
            )
    return list(map(ceil, lower)), list(map(floor, upper))
