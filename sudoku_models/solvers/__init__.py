"""Solvers: one engine a file. A solver says what it takes; a session keeps it alive beside one model.

| name             | kind | what it is                                                                              |
|------------------|------|-----------------------------------------------------------------------------------------|
| `highs`          | MILP | HiGHS in this process; cuts are added rows, givens are changed bounds                   |
| `cbc`            | MILP | COIN-OR CBC, the program that ships with PuLP, through the modelling library            |
| `cpsat`          | CP   | OR-Tools CP-SAT; takes the stated CSP with its global constraints intact                |
| `choco`          | CP   | Choco (extra); `choco:AC`, `choco:BC` choose the consistency of all-different           |
| any other        | MILP | whatever PuLP's `getSolver` or Pyomo's `SolverFactory` find, such as `glpk` and `scip`  |

`highs`, `cbc` and `cpsat` have a switch: `highs:no-presolve` solves the model as it stands.

What a session answers is three-valued. A limit that strikes is UNKNOWN, and an answer that cannot be told from a
struck limit is UNKNOWN as well.
"""

import atexit
import gc
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from ..answer import Status
from ..backends import Backend
from ..errors import NotInstalledError, UnsupportedError

__all__ = ["NO_PRESOLVE", "SOLVERS", "Outcome", "Session", "Solver", "find", "installed"]

SOLVERS: dict[str, str] = {
    "highs": "MILP; HiGHS in this process, incremental",
    "cbc": "MILP; COIN-OR CBC, which ships with PuLP",
    "cpsat": "CP; OR-Tools CP-SAT",
    "choco": "CP; Choco, with choco:AC or choco:BC for the consistency (extra 'choco')",
}

NO_PRESOLVE = "no-presolve"
TIME_LIMIT = "time limit"
GAVE_UP = "gave up"
"""A solver stopped before it had an answer, and before any time limit."""
INTERRUPTED = "interrupted"


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


def find(name: str) -> Solver:
    """The solver of this name; "choco:BC" is Choco with bounds consistency, "highs:no-presolve" HiGHS without presolve.

    Raises:
        UnknownNameError: When neither this package nor PuLP nor Pyomo has a solver of this name.
        NotInstalledError: When it has, but the solver is not on this machine.

    >>> find("highs").kind
    'MILP'
    """
    own, _, option = name.partition(":")
    presolve = option != NO_PRESOLVE
    if own == "highs" and (not option or not presolve):
        from .highs import Highs

        return Highs(presolve)
    if own == "cpsat" and (not option or not presolve):
        from .cpsat import CpSat

        return CpSat(presolve)
    if own == "choco":
        if find_spec("pychoco") is None:
            raise NotInstalledError(
                'Choco is not installed; install it with: python -m pip install "pychoco>=0.4,<0.5"'
            )
        from .choco import Choco

        return Choco(option or "AC")
    from .library import library_solver

    return library_solver(own, presolve=False) if own == "cbc" and not presolve else library_solver(name)


def installed(everything: bool = False) -> list[str]:
    """The solvers on this machine: those of this package, and with `everything` what PuLP and Pyomo find besides.

    >>> installed()[:3]
    ['highs', 'cbc', 'cpsat']
    """
    names = [name for name in SOLVERS if name != "choco" or find_spec("pychoco")]
    if everything:
        names += import_module(f"{__name__}.library").others()
    return names


@contextmanager
def interrupt_calls(cancel: Callable[[], Any]) -> Iterator[list[bool]]:
    """While a solver runs, let Ctrl-C cancel it; KeyboardInterrupt is raised once it has stopped.

    Raised at once, the exception would cross the solver's own code. This needs the solver to call back into Python now
    and then, for that is when Python hears signals. (A thread for the solver would do without, but it moves the work
    between processors and back, which costs HiGHS a third of its speed on small models.)

    Yields:
        A list that is empty until Ctrl-C is pressed.
    """
    pressed: list[bool] = []
    if threading.current_thread() is not threading.main_thread():
        yield pressed  # signals are for the main thread
        return

    def press(*_: Any) -> None:
        pressed.append(True)
        cancel()

    before = signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    except Exception:
        if not pressed:  # otherwise the error may come of the cancelling
            raise
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def interrupt_waits() -> Iterator[None]:
    """Ctrl-C waits until a step that must not be left half done has ended: a cut that is stated, a model that is read.

    It has another reason in Pyomo, where `ComponentData.index` swallows every exception, KeyboardInterrupt too.
    """
    with interrupt_calls(lambda: None):
        yield


@contextmanager
def interrupt_calls_from_a_thread(cancel: Callable[[], Any]) -> Iterator[None]:
    """The same as `interrupt_calls`, for a solver that does not call back into Python while it works.

    The solver stays in this thread, and another one, which sleeps until Ctrl-C, calls `cancel`.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are for the main thread
        return
    with interrupt_calls(lambda: None) as pressed:
        ear = _ear()
        before = signal.set_wakeup_fd(ear.mouth.fileno(), warn_on_full_buffer=False)
        ear.cancel = cancel
        try:
            yield
        finally:
            ear.cancel = None
            signal.set_wakeup_fd(before)
            if pressed:
                ear.catch_up()


class _Ear:
    """A thread that hears signals: Python's handler of them, which is C and comes at once, writes them to a socket."""

    def __init__(self) -> None:
        self.cancel: Callable[[], Any] | None = None
        self.mouth, self._inner = socket.socketpair()
        self.mouth.setblocking(False)
        self._caught_up = threading.Event()
        threading.Thread(target=self._listen, name="hears Ctrl-C", daemon=True).start()
        atexit.register(self.mouth.close)

    def _listen(self) -> None:
        with self._inner:
            while said := self._inner.recv(1):
                if said == b"\0":
                    self._caught_up.set()
                elif said[0] == signal.SIGINT and (cancel := self.cancel):
                    cancel()

    def catch_up(self) -> None:
        """Wait until all that was said so far is heard, so that it does not cancel what comes next."""
        self._caught_up.clear()
        self.mouth.send(b"\0")
        self._caught_up.wait()


_ear = cache(_Ear)


@contextmanager
def no_collection() -> Iterator[None]:
    """Spare Python its search for garbage while a model is built or read: thousands of objects, and all are kept."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Stopwatch:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def __call__(self) -> float:
        return time.perf_counter() - self._start


def refused(name: str, constraint: str) -> UnsupportedError:
    """The error for a logical constraint that a MILP solver would have to drop."""
    return UnsupportedError(
        f"{name} cannot take the logical constraint {constraint!r}, and it must not be dropped. Rewrite the model "
        f"first: model.rewritten(), or for a Pyomo model of your own TransformationFactory('sudoku_models.linear')"
    )


def no_time() -> Outcome:
    """The answer when the time is up before the solver has started."""
    return Outcome(Status.UNKNOWN, "the time limit was reached before the solver started", stopped_by=TIME_LIMIT)
