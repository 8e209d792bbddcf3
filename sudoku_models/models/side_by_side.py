"""Solve or count in several configurations side by side, each in a process: no single one is good at every puzzle.

On puzzles with rules the usual configuration, all-different on CP-SAT, is mostly the fastest. But where sums reach far,
as in some little killers, the linear relaxation of a MILP solver settles in a second what takes CP-SAT minutes, and SAT
is better at some killers. So a puzzle that CP-SAT does not settle with a fixed amount of work is given to one engine of
each paradigm. The first claim is the answer, and the next engine that claims the same confirms it.
"""

import queue
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from .. import solvers
from ..errors import DisagreementError, NotInstalledError, UnsupportedError, WorkerError
from ..puzzles.puzzle import Puzzle
from ..runtime import platform
from ..runtime.limits import Deadline, deadline_of
from ..runtime.processes import Worker
from ..solvers import GAVE_UP, INTERRUPTED, MILP, SAT, TIME_LIMIT, Paradigm, Status, title
from .counting_loop import CountRequest
from .results import Answer, Count

GRACE = 5.0
"""Seconds by which an engine may miss the time limit before its process is killed."""

Post = Callable[[Any], None]
Names = tuple[str, str, str]
"""Formulation, backend and solver."""
Found = TypeVar("Found", Answer, Count)


def can_run() -> bool:
    """Whether there are processes here, and threads that wait for them; in a browser tab there are neither."""
    return not platform.why_not([platform.PROCESSES, platform.THREADS])


def rivals(names: Names) -> list[Names]:
    """This configuration, and one for each other paradigm that can run here.

    >>> rivals(("all_different", "pulp", "cpsat"))
    [('all_different', 'pulp', 'cpsat'), ('assignment', 'pulp', 'highs'), ('all_different', 'pulp', 'cadical')]
    """
    found = [names]
    others: tuple[tuple[Paradigm, str], ...] = (MILP, "assignment"), (SAT, names[0])
    for paradigm, formulation in others:
        if paradigm != solvers.find(names[2]).paradigm:
            found += [(formulation, names[1], each) for each in [*solvers.having(paradigm=paradigm)][:1]]
    return found


def results(
    task: Callable[..., Found],
    puzzle: Puzzle,
    configurations: list[Names],
    deadline: Deadline,
    progress: Post | None = None,
) -> Generator[Found]:
    """Run the task in each configuration at the same time; yield the results as they come.

    The task is called in a process, with a function for messages, the puzzle, the configuration, and the seconds left.

    Closing the generator, which Ctrl-C does too, kills the processes. A configuration that cannot take the puzzle, or
    whose process ends early, has no result; any other error is raised.
    """
    with deadline_of(deadline) as earliest:  # also of the blocks around this call
        left = earliest.left()
    arrived: queue.SimpleQueue[tuple[str, Names, Any]] = queue.SimpleQueue()
    workers = [Worker() for _ in configurations]

    def run(worker: Worker, names: Names) -> None:
        def post(message: Any) -> None:
            arrived.put(("message", names, message))

        until = None if left is None else left + GRACE
        try:
            result = worker.request(task, puzzle, names, left, time_limit=until, on_message=post)
            arrived.put(("result", names, result))
        except BaseException as error:  # raised again in the thread of the caller
            arrived.put(("error", names, error))

    pool = ThreadPoolExecutor(len(workers), "waits for an engine")
    try:
        for worker, names in zip(workers, configurations, strict=True):
            pool.submit(run, worker, names)
        waiting = len(workers)
        while waiting:
            kind, names, content = arrived.get()
            waiting -= kind != "message"
            if kind == "result":
                yield content
            elif kind == "error" and not isinstance(content, (UnsupportedError, NotInstalledError, WorkerError)):
                raise content
            elif kind == "message" and progress:
                progress(content)
    finally:
        for worker in workers:
            worker.close()
        pool.shutdown()


def solve(task: Callable[..., Answer], puzzle: Puzzle, names: Names, deadline: Deadline, before: Answer) -> Answer:
    """The first answer; `before` is the one that is not known yet."""
    found = results(task, puzzle, rivals(names), deadline)
    try:
        for answer in found:
            if answer.status is not Status.UNKNOWN:
                return answer
            before = answer
    except KeyboardInterrupt:
        return replace(before, reason="it was interrupted", stopped_by=INTERRUPTED)
    finally:
        found.close()
    return before


def count(
    task: Callable[..., Count],
    puzzle: Puzzle,
    names: Names,
    deadline: Deadline,
    before: Count,
    counting: CountRequest,
) -> Count:
    """The first count that needs no further claim; with a cross-check, a second engine must claim the same.

    Raises:
        DisagreementError: When two engines claim different solutions.
    """
    claimed: Count | None = None
    most = before.value

    def rising(number: int) -> None:
        nonlocal most
        if counting.progress and number > most:
            most = number
            counting.progress(number)

    task = partial(task, limit=counting.limits.solutions, at_least=counting.at_least)
    found = results(task, puzzle, rivals(names), deadline, rising)
    stop = partial(_stopped, TIME_LIMIT if deadline.seconds is not None else GAVE_UP)
    try:
        for result in found:
            if result.status != "exact":
                if result.stopped_by == "limit":
                    return result
                before = max(before, result, key=lambda each: each.value)
            elif not counting.cross_check:
                return result
            elif claimed:
                return _confirmed(claimed, result)
            else:
                claimed = result
    except KeyboardInterrupt:
        stop = partial(_stopped, INTERRUPTED)
    finally:
        found.close()
    return stop(claimed or before, is_claim=claimed is not None)


def _confirmed(claim: Count, other: Count) -> Count:
    """The claim, which another engine makes as well."""
    one, second = claim.stats.solver, other.stats.solver
    if {*claim.grids} != {*other.grids}:
        raise DisagreementError(
            f"{title(one)} claims that there are only {claim.value} solutions, and {title(second)} {other.value}"
        )
    reason = f"{claim.reason}; {title(second)} confirms it"
    return replace(claim, reason=reason, checked_by=second, check_seconds=sum(other.seconds))


def _stopped(by: str, found: Count, is_claim: bool) -> Count:
    """What is known when no further result comes."""
    if not is_claim and by != INTERRUPTED:
        return found
    why = {TIME_LIMIT: "the time limit was reached", GAVE_UP: "no other engine had a result"}.get(
        by, "it was interrupted"
    )
    claims = "claimed that there are no more, but in the cross-check " if is_claim else ""
    reason = f"{title(found.stats.solver)} found {found.value} solutions, and then {claims}{why}"
    return replace(found, status="at least" if found.value else "unknown", reason=reason, stopped_by=by)
