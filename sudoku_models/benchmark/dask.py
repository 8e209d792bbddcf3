"""A Dask cluster as the executor of a benchmark: `bench run --dask ADDRESS`, or `--dask local` for one on this machine.

One command starts a scheduler and two workers:

    dask scheduler --host 127.0.0.1 --port 8786 --no-dashboard &
    dask worker tcp://127.0.0.1:8786 --nworkers 2 --nthreads 1 --no-dashboard

(one line, or two). With the first machine's own address in place of 127.0.0.1, the second half, run on other
machines, adds their workers. sudoku-models and distributed must be installed on all of them.

A worker has one thread, so that it measures one case at a time; the case still runs in a separate process. When
a worker is lost, its case is measured again by another. The rows are written by the machine that called `bench run`.

Sources: https://distributed.dask.org/en/stable/client.html, https://docs.dask.org/en/stable/deploying-cli.html
"""

import logging
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from ..errors import InputError, NotInstalledError
from .configurations import Configuration
from .environment import environment
from .rows import SETTING
from .solving import describe, needed_by, unavailable

__all__ = ["LOCAL", "START", "dask_executor"]

LOCAL = "local"
WORKERS = "dask worker tcp://127.0.0.1:8786 --nworkers 2 --nthreads 1 --no-dashboard"
START = f"dask scheduler --host 127.0.0.1 --port 8786 --no-dashboard & {WORKERS}"
"""The one command that starts a scheduler and workers."""
SECONDS = 20
"""Within which a scheduler must answer, and have its first worker."""
OTHERS = ("distributed", "tornado")
"""Libraries whose log messages are suppressed."""
IGNORE_INTERRUPT = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
"""Run by the workers of a local cluster: Ctrl-C ends the run, which then ends them."""


@contextmanager
def dask_executor(address: str, jobs: int = 1, chosen: Iterable[Configuration] = ()) -> Iterator[Executor]:
    """An executor for `benchmark.run` that sends the cases to a Dask cluster.

    Args:
        address: The address of the scheduler, such as "tcp://127.0.0.1:8786"; or "local" for a cluster that is started
            on this machine, and ends with the run.
        jobs: The workers of a local cluster, each a process; another cluster has those that it has.
        chosen: The configurations of the run, whose solvers every worker must have.

    Raises:
        NotInstalledError: When `distributed` is not installed, or a solver is missing on a worker.
        InputError: When no scheduler answers, it has no workers, they have no sudoku-models, they measure several cases
            at a time, or they are of several kinds, whose times cannot be compared.
    """
    if find_spec("distributed") is None:
        raise NotInstalledError("Dask is not installed; install it with: python -m pip install distributed")
    from distributed import Client, LocalCluster

    if address == LOCAL:
        cluster = LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.ERROR,
            preload=[IGNORE_INTERRUPT],
        )
        with cluster, Client(cluster) as client, _quiet():
            _check_solvers(client, chosen)
            yield client.get_executor(pure=False)
        return
    with _quiet():
        try:
            client = Client(address, timeout=SECONDS)
        except (OSError, ValueError) as error:
            raise InputError(
                f"no Dask scheduler answers at {address!r} ({error}). Start one, and workers, with: {START}"
            ) from None
        with client:
            _check_workers(client, address)
            _check_solvers(client, chosen)
            yield client.get_executor(pure=False)


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the log messages of Dask: the failure of a case is in its row, and that of the run is an error."""
    loggers = [logging.getLogger(name) for name in [*logging.root.manager.loggerDict] if name.startswith(OTHERS)]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def _check_workers(client: Any, address: str) -> None:
    """Refuse a cluster that cannot measure.

    Raises:
        InputError: When there are no workers, they cannot import this package, or their times could not be compared.
    """
    try:
        client.wait_for_workers(1, SECONDS)
    except TimeoutError:
        start = WORKERS.replace("tcp://127.0.0.1:8786", address)
        raise InputError(f"the Dask scheduler at {address} has no workers. Start some with: {start}") from None
    for name, number in client.nthreads().items():
        if number > 1:
            raise InputError(
                f"the Dask worker {name} has {number} threads, and would measure so many cases in one process; start "
                "workers with one thread each: --nthreads 1, and --nworkers for more at a time"
            )
    try:
        found = client.run(environment)
    except Exception as error:
        raise InputError(
            f"the Dask workers at {address} cannot measure ({type(error).__name__}: {error}); install sudoku-models "
            "on every machine that has workers, in the version that is installed here"
        ) from None
    for what in SETTING:
        kinds = {str(each[what]) for each in found.values()}
        if len(kinds) > 1:
            raise InputError(
                f"the Dask workers at {address} are of {len(kinds)} kinds ({what}: {'; '.join(sorted(kinds))}), and "
                "times of different kinds are not compared; run the benchmark on workers of one kind"
            )


def _check_solvers(client: Any, chosen: Iterable[Configuration]) -> None:
    """Ask every worker whether it has the solvers.

    Raises:
        NotInstalledError: When one is missing on a worker, with what to install there.
    """
    answers = client.run(unavailable, needed_by(chosen))
    missing = {f"{name} (worker {worker})": why for worker, found in answers.items() for name, why in found.items()}
    if missing:
        raise NotInstalledError(describe(missing))
