"""Run the cases of a study in any executor, and write each row as soon as it is there."""

import os
import time
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
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from ..errors import InputError, NotInstalledError, SolverError
from .cases import Case
from .contenders import check_available
from .description import Study
from .environment import check_platform, environment
from .measuring import CaseRow, failure
from .rows import as_table, key_digest, keys
from .storage import Writer
from .worker import close_all, measure_case

IN_FLIGHT = 500
"""Cases that an executor is given at one time, because a study may have millions."""
INTERVAL = 0.2
"""Seconds between two drawings of a bar."""
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
    """

    total: int
    before: int
    done: int = 0
    failed: int = 0
    seconds: float = 0.0
    interrupted: bool = False

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
        text = f"{self.done:,} case{'s' * (self.done != 1)} measured{before}{failed}; {self.left:,} left"
        if not (self.left and self.done) or self.interrupted:
            return text
        to_go = self.seconds * self.left / self.done
        return f"{text}, {f'{to_go:.0f} seconds' if to_go < 60 else f'{to_go / 60:.0f} minutes'} to go"


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
            measures one case. None means `jobs` cases at a time on this machine.
        jobs: Cases that are measured at one time, without an executor.
        shard: (i, n) measures every n-th case from the i-th on; n machines so share a study, each with its own folder.
        retry_failed: Measure cases again whose row says that they failed; the last row of a case counts.
        progress: Called at the start and whenever a row is there.

    Returns:
        The counts of the run. Ctrl-C ends it with `interrupted`.

    Raises:
        NotInstalledError: When a solver does not run on this machine; with an executor, the rows say so. Where
            no process can start, as in a browser tab: times that are measured without one could not be compared.
        InputError: When the rows cannot be written, as on a full disk; those written before are safe. When another run
            writes to the folder.
        SolverError: When the executor failed.
    """
    first, number = shard
    if jobs < 1 or not 1 <= first <= number:
        what = f"at least 1 job is needed, not {jobs}" if jobs < 1 else f"there is no shard {first} of {number}"
        raise InputError(what)
    check_platform()
    started = time.monotonic()
    with Writer(Path(out)) as writer:
        known = keys(Path(out))
        has_row = {digest: failed for digest, failed in known.items() if not (failed and retry_failed)}
        digests = {key_digest(case.key) for case in islice(study, first - 1, None, number)}
        before = digests & has_row.keys()
        state = Run(len(digests), len(before), failed=sum(has_row[digest] for digest in before))
        if executor is None and state.left:
            check_available(study.configurations)
        progress(state)
        cases = (case for case in islice(study, first - 1, None, number) if key_digest(case.key) not in before)
        chosen = executor or ThreadPoolExecutor(jobs)
        try:
            for row in _measured(cases, chosen, IN_FLIGHT if executor else 2 * jobs):
                writer.add(as_table([row]))
                state.done += 1
                state.failed += row["failed"]
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
            if executor is None:
                close_all()  # the threads wait for their cases
                chosen.shutdown(cancel_futures=True)
    return state


def _measured(cases: Iterator[Case], executor: Executor, in_flight: int) -> Iterator[CaseRow]:
    """The rows of cases, in the order in which they end."""
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
                yield _lost(case, error) if error else future.result()
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
