"""Apply inference methods to puzzles, in this process or in several worker processes."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import repeat
from typing import Any, NamedTuple

from ..errors import SolverError, WrongGridError
from ..puzzles.board import Board
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Stopwatch, TimeLimit, deadline_of
from .methods import METHODS, Prepared

__all__ = ["Attempt", "Workers"]

CHUNK = 4
"""The number of puzzles that a worker process receives at a time."""


class Attempt(NamedTuple):
    """The result of one method on one puzzle: whether it finished (None: unknown), and its seconds."""

    finished: bool | None
    seconds: float


class Workers:
    """Runs inference methods: in this process, or in `jobs` worker processes."""

    def __init__(self, jobs: int) -> None:
        self.pool: Any = None
        if jobs > 1:  # imported late: a single process does not need it
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            # A process that is forked would share the threads of solvers that this one has used.
            self.pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        _forget()
        if self.pool:
            if error:  # do not wait for unfinished attempts, which may take a minute
                for process in [*self.pool._processes.values()]:
                    process.kill()
            self.pool.shutdown(cancel_futures=True)

    def attempts(self, method: str, puzzles: Sequence[Puzzle], time_limit: float | None) -> Iterator[Attempt]:
        if not self.pool:
            for puzzle in puzzles:
                yield _attempt(method, puzzle, time_limit)
            return
        from concurrent.futures.process import BrokenProcessPool

        try:
            with _interrupts_blocked():
                attempts = self.pool.map(_attempt, repeat(method), puzzles, repeat(time_limit), chunksize=CHUNK)
            yield from attempts
        except BrokenProcessPool as error:
            raise SolverError(
                f"a worker process ended during the method {method!r}; use jobs=1 to see the cause. A script must use "
                'more than one process under `if __name__ == "__main__":`'
            ) from error


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block SIGINT while worker processes start, so that they ignore Ctrl-C; it is raised here afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows: workers ignore Ctrl-C only once they have started
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Initialise a worker process."""
    import atexit

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    atexit.register(_forget)  # Choco's objects must be released before its library


def _attempt(method: str, puzzle: Puzzle, time_limit: float | None) -> Attempt:
    """Apply one method to one puzzle. The limit covers preparation, inference and proof; only inference is timed."""
    too_long = Attempt(None, time_limit or 0.0)
    if (method, puzzle.board) in _unprepared:
        return too_long
    with deadline_of(time_limit) as deadline:
        try:
            prepared = _prepared(method, puzzle.board)
            deadline.check()
        except TimeLimit:
            _unprepared.add((method, puzzle.board))
            return too_long
        watch = Stopwatch()
        finished = prepared.finishes(puzzle, deadline.left())
        seconds = watch()
        try:
            grid = prepared.grid() if finished else None
        except TimeLimit:
            return Attempt(None, seconds)
    if finished and grid is None:
        return Attempt(False, seconds)
    if grid is not None and (faults := puzzle.faults(grid)):
        raise WrongGridError(f"the method {method!r} fixed {puzzle!r} to a grid that breaks the rules: {faults[0]}")
    return Attempt(finished, seconds)


_unprepared: set[tuple[str, Board]] = set()
"""The methods whose models take longer to build than the time limit."""


@lru_cache(maxsize=8)
def _prepared(method: str, board: Board) -> Prepared:
    return METHODS[method].start(board)


def _forget() -> None:
    _prepared.cache_clear()
    _unprepared.clear()
