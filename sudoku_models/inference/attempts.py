"""Inference methods on puzzles, in this process or in worker processes."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ..errors import SolverError, WorkerError, WrongGridError
from ..puzzles.board import Board
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Stopwatch, TimeLimit, deadline_of
from ..runtime.processes import map_in_workers
from .methods import METHODS, Prepared

__all__ = ["Attempt", "attempts_of"]

Request = tuple[str, Puzzle, float | None]
CHUNK = 4
"""Attempts that a worker process makes at a time: a quick method takes less than handing over a puzzle."""


class Attempt(NamedTuple):
    """The result of one method on one puzzle: whether it finished (None: unknown), and its seconds.

    The seconds of the processor are those of all threads of this process; other programs do not lengthen them.
    """

    finished: bool | None
    seconds: float
    processor_seconds: float = 0.0


def attempts_of(
    methods: Sequence[str], puzzles: Sequence[Puzzle], time_limit: float | None, jobs: int = 1
) -> Generator[Attempt]:
    """Each method by its name on each puzzle: all puzzles by the first method, then by the second, and so on.

    Args:
        methods, puzzles: What is tried.
        time_limit: Seconds for each attempt; None means no limit.
        jobs: Worker processes; with 1 all is done in this process.

    Raises:
        SolverError: When a worker process ends before it has answered.

    >>> from sudoku_models import load
    >>> [attempt.finished for attempt in attempts_of(["naked", "hidden"], [load("mccaffrey")], None)]
    [False, False]
    """
    requests = [(method, puzzle, time_limit) for method in methods for puzzle in puzzles]
    done = 0
    try:
        for attempt in _attempts_in_workers(requests, jobs) if jobs > 1 else (_attempt(*each) for each in requests):
            yield attempt
            done += 1
    except WorkerError as error:
        raise SolverError(f"{error}, at the method {requests[done][0]!r}; use jobs=1 to see the cause") from error
    finally:
        _prepared.cache_clear()
        _unprepared.clear()


def _attempts_in_workers(requests: Sequence[Request], jobs: int) -> Iterator[Attempt]:
    chunks = [(requests[k : k + CHUNK],) for k in range(0, len(requests), CHUNK)]
    for attempts in map_in_workers(_attempts_of_chunk, chunks, jobs):
        yield from attempts


def _attempts_of_chunk(_post: Callable[[Any], None], requests: Sequence[Request]) -> list[Attempt]:
    return [_attempt(*request) for request in requests]


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
        watch, before = Stopwatch(), time.process_time()
        finished = prepared.finishes(puzzle, deadline.left())
        seconds, processor = watch(), time.process_time() - before
        try:
            grid = prepared.grid() if finished else None
        except TimeLimit:
            return Attempt(None, seconds, processor)
    if finished and grid is None:
        return Attempt(False, seconds, processor)
    if grid is not None and (violations := puzzle.violations(grid)):
        raise WrongGridError(f"the method {method!r} fixed {puzzle!r} to a grid that breaks the rules: {violations[0]}")
    return Attempt(finished, seconds, processor)


_unprepared: set[tuple[str, Board]] = set()
"""The methods whose models take longer to build than the time limit."""


@lru_cache(maxsize=8)
def _prepared(method: str, board: Board) -> Prepared:
    return METHODS[method].start(board)
