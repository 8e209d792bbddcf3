"""Run the cases of a study in any executor, and write each row as soon as it is there."""

import json
import os
import queue
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby, islice
from operator import attrgetter
from pathlib import Path
from typing import Any

from ..errors import InputError, NotInstalledError, SolverError
from ..runtime.limits import Stopwatch
from .cases import Case
from .contenders import check_available
from .description import Study
from .environment import busy_seconds, check_platform, environment, free_cores
from .measuring import CaseRow, failure
from .protocol import PROTOCOL
from .rows import SLACK, as_table, is_disturbed, key_digest, keys
from .storage import Writer
from .worker import bind, close_all, measure_case

IN_FLIGHT = 500
"""Cases that an executor is given at one time, because a study may have millions."""
INTERVAL = 0.2
"""Seconds between two drawings of a bar."""
TRIES = 3
"""How often a case is measured whose worker process is lost, or beside which others are at work."""
LISTENING = 1.0
"""Seconds for which the runner looks whether the machine is quiet."""
LONGEST_WAIT = 600.0
"""Seconds for which it waits for that, at most. Then it measures, and only looks until the machine is quiet again."""
RUNS = "runs.jsonl"
"""The log of the runs in a folder of results: a JSON object for each."""
CONNECTING = 20.0
"""Seconds to wait for the scheduler of a cluster, which may not be up yet."""


@dataclass
class Run:
    """The progress of a run.

    Attributes:
        total: The cases that were requested.
        before: Those that had a row before this run began.
        done: Those that got a row in this run.
        failed: How many of the cases with a row failed.
        seconds: How long the run has taken so far.
        interrupted: Whether the run ended before the last case.
        again: How many cases were measured again, because of other work on the machine or a worker that was lost.
        waited_seconds: How long the run has waited for the machine to be quiet.
        outside_load: While it waits, how much of a core others use.
        is_patient: Whether it waits; it does not after it has waited for too long, until the machine is quiet again.
    """

    total: int
    before: int
    done: int = 0
    failed: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    again: int = 0
    waited_seconds: float = 0.0
    outside_load: float = 0.0
    is_patient: bool = True

    @property
    def left(self) -> int:
        """Cases that have no row yet."""
        return self.total - self.before - self.done

    def __str__(self) -> str:
        """The work done, and how long the rest will take.

        >>> print(Run(total=100, before=20, done=60, failed=1, seconds=30.0))
        60 cases measured; 20 were there before; 1 of all failed; 20 left, 10 seconds to go
        """
        before = f"; {self.before:,} were there before" if self.before else ""
        failed = f"; {self.failed:,} of all failed" if self.failed else ""
        again = f"; {self.again:,} measured again" if self.again else ""
        text = f"{self.done:,} case{'s' * (self.done != 1)} measured{before}{again}{failed}; {self.left:,} left"
        if self.outside_load:
            limit = duration(LONGEST_WAIT)
            return f"{text}; waiting for a quiet machine, at most {limit}: others use {self.outside_load:.1f} of a core"
        if not (self.left and self.done) or self.interrupted:
            return text
        return f"{text}, {duration(self.seconds * self.left / self.done)} to go"


def duration(seconds: float) -> str:
    """A time that need not be exact.

    >>> duration(41.2), duration(400), duration(20_000)
    ('41 seconds', '7 minutes', '5.6 hours')
    """
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 6_000 else f"{seconds / 3600:.1f} hours"


def run(
    study: Study,
    out: str | os.PathLike[str],
    executor: Executor | None = None,
    *,
    jobs: int = 1,
    shard: tuple[int, int] = (1, 1),
    retry_failed: bool = False,
    progress: Callable[[Run], None] = lambda state: None,
) -> Run:
    """Measure the cases of a study, each in a separate process, and add a row for each to a folder of results.

    A case that has a row there is not measured again, so an interrupted run continues where it stopped.

    Args:
        study: The result of `study` or `load_study`.
        out: The folder of results; made when it is not there.
        executor: Any `concurrent.futures.Executor`, such as one of a cluster; it is not shut down. Each of its tasks
            measures one case, and none is measured again. None means `jobs` cases at a time on this machine, each on a
            core of its own where the system can bind it to one.
        jobs: Cases that are measured at one time, without an executor.
        shard: (i, n) measures every n-th isomorph of a puzzle from the i-th on; n machines so share a study, each with
            its own folder, and what their folders hold can be copied into one.
        retry_failed: Measure cases again whose row says that they failed; the last row of a case counts.
        progress: Called at the start and whenever a row is there.

    Returns:
        The counts of the run. Ctrl-C ends it with `interrupted`.

    Raises:
        NotInstalledError: When a solver does not run on this machine; with an executor, the rows say so. Where
            no process can start, as in a browser tab: times that are measured without one could not be compared.
        InputError: When the rows cannot be written, as on a full disk; those written before are safe. When another run
            writes to the folder, it has another protocol, or the shard is empty.
        SolverError: When the executor failed.
    """
    if jobs < 1:
        raise InputError(f"at least 1 job is needed, not {jobs}")
    check_platform()
    began, started = datetime.now(UTC), time.monotonic()
    check_folder(study, out, shard)

    with Writer(Path(out)) as writer:
        if study.protocol:
            writer.keep(PROTOCOL, study.protocol.encode())
        has_row = with_row(out, study, retry_failed)
        digests = {key_digest(case.key) for case in study.cases(shard)}
        before = digests & has_row.keys()
        state = Run(len(digests), len(before), failed=sum(has_row[digest] for digest in before))
        if executor is None and state.left:
            check_available(study.configurations)
        progress(state)
        rest = (case for case in study.cases(shard) if key_digest(case.key) not in before)
        try:
            elsewhere = ((row, True) for _, row, _ in _measured(rest, executor, IN_FLIGHT)) if executor else None
            for row, is_last in elsewhere or _here(rest, jobs, study.quiet, state, progress):
                writer.add(as_table([row]))
                state.done += is_last
                state.again += not is_last
                state.failed += row["failed"] and is_last
                state.seconds = time.monotonic() - started
                progress(state)
            writer.compact()
        except KeyboardInterrupt:
            state.interrupted = True
        except (BrokenExecutor, CancelledError) as error:
            what = ": ".join(filter(None, [type(error).__name__, str(error)]))
            raise SolverError(
                f"the executor failed ({what}). The rows so far are safe; run the same command again to continue"
            ) from error
        finally:
            state.seconds = time.monotonic() - started
            _log(Path(out), study, began, shard, state)
    return state


def check_folder(study: Study, out: str | os.PathLike[str], shard: tuple[int, int]) -> None:
    """Refuse a folder whose rows belong to another protocol, and a shard without a case.

    Raises:
        InputError: With the folder or the shard.
    """
    file, (first, number) = Path(out) / PROTOCOL, shard
    if not 1 <= first <= number:
        raise InputError(f"there is no shard {first} of {number}")
    if study.protocol and file.exists() and file.read_bytes() != study.protocol.encode():
        raise InputError(
            f"{str(out)!r} has the rows of another protocol, {str(file)!r}; choose another folder for the results"
        )
    if next(study.cases(shard), None) is None:
        most = sum(len(each.entries) * len(each.seeds) for each in study.strata)
        raise InputError(
            f"shard {first} of {number} is empty: there are {most} isomorphs of puzzles, and all cases of one are "
            f"measured on the same machine; choose at most {most} shards"
        )


def with_row(out: str | os.PathLike[str], study: Study, retry_failed: bool = False) -> dict[bytes, bool]:
    """The digests of the keys of the cases that are not measured again, and whether each failed.

    Args:
        out: The folder of results; it need not be there.
        study, retry_failed: As in `run`.
    """
    return {digest: failed for digest, failed in keys(Path(out), study.quiet).items() if not (failed and retry_failed)}


Measured = tuple[CaseRow, bool]
"""A row, and whether it is the last of its case in this run."""


def _here(
    cases: Iterator[Case], jobs: int, quiet: float | None, state: Run, progress: Callable[[Run], None]
) -> Iterator[Measured]:
    """The rows of cases on this machine, block by block.

    A case beside which others were at work, or whose worker was lost, is measured again at the end of its block.
    """
    bound = free_cores()[-jobs:] if quiet is not None else []
    cores: queue.SimpleQueue[int] = queue.SimpleQueue()
    for core in bound:
        cores.put(core)
    pool = ThreadPoolExecutor(jobs, "measures", bind, (cores,))
    try:
        for _, block in groupby(cases, attrgetter("block")):
            left = [*block]
            for tries in range(TRIES, 0, -1):
                if left and quiet is not None:
                    _wait_for_quiet(quiet, bound, state, progress)
                again = []
                for case, row, is_lost in _measured(iter(left), pool, 2 * jobs):
                    is_last = tries == 1 or not (is_lost or is_disturbed(row, quiet))
                    if not is_last:
                        again.append(case)
                    yield row, is_last
                left = again
    finally:
        close_all()  # the threads wait for their cases
        pool.shutdown(cancel_futures=True)


def _wait_for_quiet(quiet: float, cores: list[int], state: Run, progress: Callable[[Run], None]) -> None:
    """Wait until others use no more than this share of each of these cores; without any, of one core in all.

    After `LONGEST_WAIT` that ends with a warning, and the cases are measured beside the others.
    """
    watched: list[int | None] = [*cores] or [None]
    waited = 0.0
    while True:
        before, watch = [*map(busy_seconds, watched)], Stopwatch()
        time.sleep(LISTENING)
        seconds = watch()
        load = max((b - a) / seconds for a, b in zip(before, map(busy_seconds, watched), strict=True))
        is_quiet = load <= quiet + SLACK / LISTENING
        if is_quiet or not state.is_patient:
            state.outside_load, state.is_patient = 0.0, is_quiet
            return
        waited += seconds
        state.waited_seconds += seconds
        state.outside_load, state.is_patient = load, waited < LONGEST_WAIT
        if not state.is_patient:
            warnings.warn(
                f"the machine has not been quiet for {duration(waited)}: others use {load:.1f} of a core. The run "
                "measures anyway; the column outside_load says how much each case was disturbed, and the same command "
                "measures those cases again",
                stacklevel=2,
            )
        progress(state)


def _log(folder: Path, study: Study, began: datetime, shard: tuple[int, int], state: Run) -> None:
    """Add a run to the log of a folder of results; a folder that cannot be written has told so already."""
    here = environment()
    entry = {
        "started": began.isoformat(timespec="seconds"),
        "ended": datetime.now(UTC).isoformat(timespec="seconds"),
        "shard": "/".join(map(str, shard)),
        "requested": state.total,
        "measured": state.done,
        "waited_seconds": round(state.waited_seconds, 1),
        "protocol_digest": study.protocol_digest,
        **{name: getattr(state, name) for name in ("before", "again", "failed", "interrupted")},
        **{name: here[name] for name in ("machine", "versions", "commit", "software", "measures_digest")},
    }
    with suppress(OSError), (folder / RUNS).open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")


def _measured(cases: Iterator[Case], executor: Executor, in_flight: int) -> Iterator[tuple[Case, CaseRow, bool]]:
    """Cases, their rows, and whether the worker was lost, in the order in which they end."""
    running: dict[Future[CaseRow], Case] = {}
    try:
        while True:
            for case in islice(cases, in_flight - len(running)):
                running[executor.submit(measure_case, case)] = case
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=_is_broken):  # first those that have rows
                case = running.pop(future)
                error = None if _is_broken(future) else future.exception()
                yield case, _lost(case, error) if error else future.result(), error is not None
    finally:
        for future in running:
            future.cancel()


def _is_broken(future: "Future[CaseRow]") -> bool:
    """Whether a case has no row because the executor itself has ended."""
    return future.cancelled() or isinstance(future.exception(), BrokenExecutor)


def _lost(case: Case, error: BaseException) -> CaseRow:
    """The row of a case whose worker was lost or could not be started."""
    row = failure(case, "crashed", f"its worker was lost: {type(error).__name__}: {error}")
    return {**row, **dict.fromkeys(("engine", *environment())), **case.identity()}  # where it ran is unknown


def progress_bar() -> Callable[[Run], None]:
    """A progress bar in a notebook: `run(study, folder, progress=progress_bar())`.

    Raises:
        NotInstalledError: When there is no notebook, because IPython is not installed.
    """
    NotInstalledError.check("the progress bar of a notebook", "IPython")
    from IPython.display import display

    handle: Any = display({"text/plain": "measuring"}, raw=True, display_id=True)  # type: ignore[no-untyped-call]
    drawn = time.monotonic()

    def show(state: Run) -> None:
        nonlocal drawn
        if handle is not None and (not state.left or time.monotonic() - drawn > INTERVAL):
            drawn = time.monotonic()
            bar = f'<progress max="{state.total}" value="{state.before + state.done}" style="width: 20em"></progress>'
            handle.update({"text/plain": str(state), "text/html": f"{bar} {state}"}, raw=True)

    return show


@contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """The executor of a Dask cluster, for `run`.

    Args:
        address: The address of the scheduler, such as "tcp://127.0.0.1:8786".

    Raises:
        NotInstalledError: When `distributed` is not installed.
        InputError: When no scheduler answers, it has no workers, or they have other software than this machine.
    """
    NotInstalledError.check("a cluster of Dask", "distributed")
    from distributed import Client

    try:
        client = Client(address, timeout=CONNECTING)
    except (OSError, ValueError) as error:
        raise InputError(
            f"no Dask scheduler answers at {address!r} ({error}). Start one with: dask scheduler"
        ) from None
    with client:
        found = client.run(environment)
        if not found:
            raise InputError(f"the Dask scheduler at {address} has no workers. Start some with: dask worker {address}")
        for worker, there in found.items():
            if there["software"] != environment()["software"]:
                raise InputError(
                    f"the Dask worker {worker} has other versions than this machine ({there['versions']}), so a run "
                    "that continues would not know its rows; install the same versions on both"
                )
        yield client.get_executor(pure=False)
