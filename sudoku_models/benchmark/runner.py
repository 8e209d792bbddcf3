"""Run the cases of a benchmark, in any executor, and write each row as soon as it is there."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import InputError, SolverError
from . import batches, worker
from .cases import Case
from .configurations import Configuration
from .rows import key_digest, keys, writer
from .solving import check_available

__all__ = ["Run", "run"]

OTHERS = 0.5
"""The load of this program itself, and of what a system does beside it."""


@dataclass
class Run:
    """The progress of a run.

    Attributes:
        total: The cases that were requested.
        before: Those that had a row before this run began.
        done: Those that got a row in this run.
        failed: How many of the cases with a row failed.
        interrupted: Whether the run ended before the last case.
        disturbed: How many cases began while more programs were running than this run starts (by the load of the
            machine over a minute).
    """

    total: int
    before: int
    done: int = 0
    failed: int = 0
    interrupted: bool = False
    disturbed: int = 0

    @property
    def left(self) -> int:
        """Cases that have no row yet."""
        return self.total - self.before - self.done

    def __str__(self) -> str:
        before = f"; {self.before:,} were there before" if self.before else ""
        failed = f"; {self.failed:,} of all failed" if self.failed else ""
        return f"{self.done:,} case{'s' * (self.done != 1)} measured{before}{failed}; {self.left:,} left"


def run(
    cases: Iterable[Case],
    out: str | os.PathLike[str],
    executor: Executor | None = None,
    jobs: int = 1,
    retry_failed: bool = False,
    progress: Callable[[Run], None] | None = None,
) -> Run:
    """Measure cases, each in a separate process, and add a row for each to a folder of results.

    A case that has a row there is not measured again, so an interrupted run continues where it stopped.

    Args:
        cases: The result of `benchmark.cases`, or what can be iterated twice and gives the same cases.
        out: The folder of results; made when it is not there.
        executor: Any `concurrent.futures.Executor`, such as one of a cluster; it is not shut down. Its tasks measure
            batches of cases, each for about a second. None means `jobs` processes on this machine.
        jobs: Cases that are measured at one time.
        retry_failed: Measure cases again whose row says that they failed; the last row of a case counts.
        progress: Called at the start and whenever rows have been written.

    Returns:
        The counts of the run. Ctrl-C ends it with `interrupted`.

    Raises:
        NotInstalledError: When a solver does not run on this machine; with an executor, the rows say so.
        InputError: When the rows cannot be written, as on a full disk; those written before are safe. When another run
            writes to the folder.
        SolverError: When the executor failed.
    """
    if jobs < 1:
        raise InputError(f"at least 1 job is needed, not {jobs}")
    own = executor is None
    with writer(Path(out)) as rows_out:
        waiting, state = _open(cases, Path(out), retry_failed)
        if own:
            check_available(waiting.configurations)
        if progress:
            progress(state)
        chosen = ThreadPoolExecutor(jobs) if executor is None else executor
        try:
            for table in batches.finished(waiting, chosen, 1 if own else batches.MOST):
                rows_out.add(table)
                state.done += len(table)
                state.failed += sum(table["failed"].to_pylist())
                state.disturbed += own * sum((load or 0.0) > jobs + OTHERS for load in table["load"].to_pylist())
                if progress:
                    progress(state)
        except KeyboardInterrupt:
            state.interrupted = True
        except (BrokenExecutor, CancelledError) as error:
            what = ": ".join(filter(None, [type(error).__name__, str(error)]))
            raise SolverError(
                f"the executor failed ({what}). The rows so far are safe; run the same command again to continue"
            ) from error
        finally:
            if own:
                worker.close_all()  # the threads wait for their cases
                chosen.shutdown(cancel_futures=True)
    return state


@dataclass
class _Open:
    """The cases that have no row yet: their digests, because a study may have millions of them."""

    cases: Iterable[Case]
    digests: set[bytes] = field(default_factory=set)
    configurations: dict[Configuration, None] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Case]:
        for case in self.cases:
            if (digest := key_digest(case.key)) in self.digests:
                self.digests.remove(digest)
                yield case


def _open(cases: Iterable[Case], folder: Path, retry_failed: bool) -> tuple[_Open, Run]:
    """The cases that have no row yet, and the state of the run before the first of them."""
    known = keys(folder)
    kept: dict[bytes, bool] = {}
    waiting = _Open([*cases] if isinstance(cases, Iterator) else cases)
    for case in waiting.cases:
        digest = key_digest(case.key)
        if digest in known and not (retry_failed and known[digest]):
            kept[digest] = known[digest]
        else:
            waiting.digests.add(digest)
            waiting.configurations[case.configuration] = None
    return waiting, Run(len(waiting.digests) + len(kept), len(kept), failed=sum(kept.values()))
