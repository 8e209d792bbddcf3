"""A Dask cluster as the executor of a benchmark: `bench run --dask ADDRESS`, or `--dask local` for one on this machine.

One command starts a scheduler and two workers:

    dask scheduler --host 127.0.0.1 --port 8786 --no-dashboard &
    dask worker tcp://127.0.0.1:8786 --nworkers 2 --nthreads 1 --no-dashboard

(one line, or two). With the first machine's own address in place of 127.0.0.1, the second half, run on other
machines, adds their workers. sudoku-models and distributed must be installed on all of them, in the same versions.

A worker has one thread, so that it measures one case at a time; the case still runs in a separate process. When
a worker is lost, the cases of its batch (`batches`) are measured again by another. The rows are written by the machine
that called `bench run`.

Sources: https://distributed.dask.org/en/stable/client.html, https://docs.dask.org/en/stable/deploying-cli.html
"""

import json
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from ..errors import InputError, NotInstalledError
from .configurations import Configuration
from .environment import environment
from .rows import SETTING
from .solving import describe, needed_by, unavailable
from .worker import close_all

__all__ = ["LOCAL", "START", "dask_executor"]

LOCAL = "local"
HOST, PORT = "127.0.0.1", 8786
SECONDS = 20
"""Within which a scheduler must answer."""
COUNT_SECONDS = 5.0
"""The workers are counted again after this time."""
OTHERS = ("distributed", "tornado")
"""Libraries whose log messages are suppressed."""
IGNORE_INTERRUPT = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
"""Run by the workers of a local cluster: Ctrl-C ends the run, which then ends them."""

_served: list[str] = []
"""In a worker: the run whose batch it measures."""


def _workers_command(address: str) -> str:
    return f"dask worker {address} --nworkers 2 --nthreads 1 --no-dashboard"


def _start_command(address: str) -> str:
    """The command that starts a scheduler with this address, and workers.

    >>> _start_command("10.0.0.1:9000").partition(" & ")[0]
    'dask scheduler --host 10.0.0.1 --port 9000 --no-dashboard'
    """
    host, port = HOST, PORT
    with suppress(ValueError):
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        if parts.scheme == "tcp" and parts.hostname:
            host, port = parts.hostname, parts.port or PORT
    return f"dask scheduler --host {host} --port {port} --no-dashboard & {_workers_command(f'tcp://{host}:{port}')}"


START = _start_command(f"{HOST}:{PORT}")
"""The one command that starts a scheduler and workers."""


@contextmanager
def dask_executor(address: str, jobs: int = 1, chosen: Iterable[Configuration] = ()) -> Iterator[Executor]:
    """An executor for `benchmark.run` that sends the cases to a Dask cluster.

    At the end it kills the cases that still run there, such as after Ctrl-C; those of other runs go on.

    Args:
        address: The address of the scheduler, such as "tcp://127.0.0.1:8786"; or "local" for a cluster that is started
            on this machine, and ends with the run.
        jobs: The workers of a local cluster, each a process; another cluster has those that it has.
        chosen: The configurations of the run, whose solvers every worker must have.

    Raises:
        NotInstalledError: When `distributed` is not installed, or a solver is missing on a worker.
        InputError: When no scheduler answers, it has no workers, they have no sudoku-models or another version of it
            or of a solver, they measure several cases at a time, or they are of several kinds, whose times cannot be
            compared.
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
            yield _Cluster(client)
        return
    with _quiet():
        try:
            client = Client(address, timeout=SECONDS)
        except (OSError, ValueError) as error:
            raise InputError(
                f"no Dask scheduler answers at {address!r} ({error}). Start one, and workers, with: "
                f"{_start_command(address)}"
            ) from None
        with client:
            _check_workers(client, address)
            _check_solvers(client, chosen)
            executor = _Cluster(client)
            try:
                yield executor
            finally:
                executor.end()


class _Cluster(Executor):
    """The workers of a Dask client, as the executor of one run."""

    def __init__(self, client: Any) -> None:
        self._client, self._run = client, uuid4().hex
        self._executor = client.get_executor(pure=False)
        self._count, self._counted = 1, -COUNT_SECONDS

    @property
    def workers(self) -> int:
        """The number of workers, as it was in the last seconds: some may come or go."""
        if time.monotonic() - self._counted > COUNT_SECONDS:
            with suppress(OSError):  # the scheduler is lost, which the cases will tell
                self._count = len(self._client.nthreads()) or self._count
            self._counted = time.monotonic()
        return self._count

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """As `concurrent.futures.Executor.submit`."""
        future: Future[Any] = self._executor.submit(_serve, self._run, function, *args, **kwargs)
        return future

    def end(self) -> None:
        """Kill the cases of this run that still run on the workers."""
        if self._client.status == "running":
            with suppress(OSError):
                self._client.run(_end, self._run, on_error="ignore")


def _serve(run: str, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """In a worker: call a function for a run, which may end it."""
    _served.append(run)
    try:
        return function(*args, **kwargs)
    finally:
        _served.remove(run)


def _end(run: str) -> None:
    """In a worker: kill what it measures for a run."""
    if run in _served:
        close_all()


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
    threads: dict[str, int] = client.nthreads()
    if not threads:
        raise InputError(
            f"the Dask scheduler at {address} has no workers (those just started need some seconds). Start some with: "
            f"{_workers_command(address)}"
        )
    for name, number in threads.items():
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
    _check_software(next(iter(found.values())), address)


def _check_software(there: dict[str, Any], address: str) -> None:
    """Refuse workers with other software than here: their rows would be those of other cases than the run waits for.

    Raises:
        InputError: When a library of the measurement or the source of this package differs.
    """
    here = environment()
    if there["software"] == here["software"]:
        return
    ours, theirs = json.loads(here["versions"]), json.loads(there["versions"])
    differ = [
        f"{name} {theirs.get(name, 'missing')} there, {ours.get(name, 'missing')} here"
        for name in {**ours, **theirs}
        if ours.get(name) != theirs.get(name)
    ]
    raise InputError(
        f"the Dask workers at {address} have other software than this machine "
        f"({', '.join(differ) or 'the source of sudoku-models differs'}), so a run that continues would not know its "
        "rows; install the same versions on both"
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
