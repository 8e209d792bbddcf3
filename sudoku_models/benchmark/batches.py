"""Cases in batches: a task of an executor measures several, for about a second, and returns their rows as one table.

What a task has not come to is submitted again, so a batch of slow cases keeps nobody waiting. As the run comes to its
end, batches become smaller (guided self-scheduling), so that all workers end at about the same time.

Source: C. Polychronopoulos, D. Kuck, "Guided self-scheduling", IEEE Transactions on Computers C-36(12), 1987.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import islice
from math import ceil
from typing import Any

from ..runtime.limits import Stopwatch
from .cases import Case
from .environment import environment
from .measure import Row, failure
from .rows import as_table, from_bytes, to_bytes
from .worker import measure_in_worker

__all__ = ["finished", "hard_limit_for", "measure_batch"]

SECONDS = 1.0
"""A task begins no further case after this time."""
MOST = 16
"""Cases of a batch: a batch of very small ones is still a small message."""
TASKS_A_WORKER = 4
"""Tasks in flight for each worker of the executor: one that it measures, and others that it need not wait for."""
WORKERS = 64
"""Of an executor that does not say how many workers it has."""


def hard_limit_for(time_limit: float) -> float:
    """Seconds after which a case is killed: enough to build, to reach the limit twice, and to analyse the model.

    >>> hard_limit_for(10)
    60.0
    """
    return 3.0 * time_limit + 30.0


def measure_batch(cases: Sequence[Case], seconds: float) -> bytes:
    """Measure the first of some cases, one after the other, each in a separate process. An executor runs this function.

    Args:
        cases: The cases.
        seconds: No further case begins after this time.

    Returns:
        One row for each case that was measured, as the bytes of an Arrow table (`rows.from_bytes`).
    """
    rows: list[Row] = []
    watch = Stopwatch()
    for case in cases:
        rows.append(measure_in_worker(case, case.hard_limit or hard_limit_for(case.time_limit)))
        if watch() >= seconds:
            break
    return to_bytes(as_table(rows))


def finished(cases: Iterable[Case], executor: Executor, most: int = MOST) -> Generator[Any, None, None]:
    """The rows of cases, as Arrow tables, in the order in which they end.

    A batch whose worker is lost is measured again case by case, so that a case that ends workers is found: its row says
    so. An executor may have an attribute `workers`, the number of its workers at present.

    Args:
        cases: The cases.
        executor: Any executor.
        most: The largest number of cases in a batch.

    Raises:
        BrokenExecutor: When the executor itself has ended.
        CancelledError: When it has cancelled the cases.
    """
    batches = _Batches(cases, executor, most)
    try:
        while batches.running:
            yield from batches.next_tables()
    finally:
        for future in batches.running:
            future.cancel()


class _Batches:
    """The cases that have no row yet: ahead, which may be millions; the next ones, waiting; or running in batches."""

    def __init__(self, cases: Iterable[Case], executor: Executor, most: int) -> None:
        self._ahead, self._waiting, self._alone = iter(cases), deque[Case](), deque[Case]()
        self._executor, self._most = executor, most
        self.running: dict[Future[bytes], list[Case]] = {}
        self._submit()

    def next_tables(self) -> Iterator[Any]:
        """Wait until batches have ended; their tables."""
        done, _ = wait(self.running, return_when=FIRST_COMPLETED)
        ended = sorted(((future, self.running.pop(future)) for future in done), key=lambda each: _is_broken(each[0]))
        for future, batch in ended:  # first those that have rows
            if _is_broken(future):
                future.result()
            yield from self._tables(future, batch)
        self._submit()

    def _submit(self) -> None:
        """Keep the workers busy."""
        tasks = TASKS_A_WORKER * getattr(self._executor, "workers", WORKERS)
        self._take(tasks)
        while len(self.running) < tasks and (self._alone or self._waiting):
            batch = self._next_batch(tasks)
            self.running[self._executor.submit(measure_batch, batch, SECONDS)] = batch
            self._take(tasks)

    def _take(self, tasks: int) -> None:
        """Let so many cases wait that every task could have a full batch, as long as there are any."""
        self._waiting.extend(islice(self._ahead, max(0, tasks * self._most - len(self._waiting))))

    def _next_batch(self, tasks: int) -> list[Case]:
        if self._alone:
            return [self._alone.popleft()]
        size = min(self._most, ceil(len(self._waiting) / tasks))
        return [self._waiting.popleft() for _ in range(size)]

    def _tables(self, future: "Future[bytes]", batch: list[Case]) -> list[Any]:
        """The table of a batch that has ended; its other cases wait again."""
        error = future.exception()
        if error is None:
            table = from_bytes(future.result())
            self._waiting.extendleft(reversed(batch[len(table) :]))
            return [table]
        if len(batch) > 1:
            self._alone.extend(batch)
            return []
        return [as_table([_lost(batch[0], error)])]


def _is_broken(future: "Future[bytes]") -> bool:
    """Whether a batch has no rows because the executor itself has ended."""
    return future.cancelled() or isinstance(future.exception(), BrokenExecutor)


def _lost(case: Case, error: BaseException) -> Row:
    """The row of a case that a cluster has given up, or whose worker could not be started."""
    row = failure(case, "crashed", f"its worker was lost: {type(error).__name__}: {error}")
    return {**row, **dict.fromkeys(("engine", *environment())), **case.identity()}  # where it ran is unknown
