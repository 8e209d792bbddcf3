"""The environment of a measurement: the machine, the versions, the commit, and how fast the machine is right now."""

import hashlib
import json
import os
import platform
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import product
from pathlib import Path
from typing import Any

from ..errors import NotInstalledError
from ..runtime.limits import Stopwatch
from ..runtime.platform import PROCESSES, why_not

SOLVERS = ("highspy", "ortools", "pychoco", "python-sat", "pyscipopt")
LIBRARIES = ("sudoku-models", "pyomo", "pulp", *SOLVERS, "numpy", "scipy")
MEASURED = ("backends", "formulations", "models", "puzzles", "rewrites", "runtime", "solvers")
MEASURING = ("baselines", "contenders", "environment", "measuring", "problems", "worker")
"""The folders of this package, and the files of this one, whose code takes part in a measurement."""
MEASURES = Path(__file__).with_name("measuring.py")
"""The file that defines what each time of a row is."""
BLOCK = bytes(range(256)) * 2048


def check_platform() -> None:
    """Refuse to measure where no worker process can start: times that are taken without one could not be compared.

    Raises:
        NotInstalledError: With what the platform lacks.

    >>> check_platform()
    """
    if lacks := why_not([PROCESSES]):
        raise NotInstalledError(
            f"the benchmark cannot measure here: {lacks}, and times that are taken without them could not be compared. "
            "Results that were measured elsewhere can be read"
        )


@cache
def environment() -> dict[str, Any]:
    """The machine, the versions and the commit, as columns of a row.

    >>> sorted(environment())
    ['commit', 'cores', 'cpu', 'machine', 'measures_digest', 'memory_gib', 'python', 'software', 'system', 'versions']
    """
    check_platform()
    import psutil

    versions = json.dumps({name: found for name in LIBRARIES if (found := _version(name))})
    return {
        "machine": platform.node(),
        "cpu": _cpu(),
        "cores": os.cpu_count() or 1,
        "memory_gib": round(psutil.virtual_memory().total / 1024**3, 1),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": versions,
        "software": _software(versions),
        "measures_digest": short_digest(MEASURES.read_bytes()),
        "commit": _commit(),
    }


def processor_seconds(pid: int | None = None) -> float:
    """The processor time of a process and of those that it has started; of this process by default.

    On a busy machine it says more than the clock on the wall. Windows does not count processes that have ended.

    >>> before = processor_seconds()
    >>> processor_seconds() >= before >= 0
    True
    """
    import psutil

    process = psutil.Process(pid)
    own = process.cpu_times()[:4]  # and that of its children that have ended, in hundredths of a second
    spent = float(sum(own)) if pid else time.process_time() + sum(own[2:])
    with suppress(psutil.Error):  # it has ended
        for child in process.children(recursive=True):
            with suppress(psutil.Error):
                spent += sum(child.cpu_times()[:4])
    return spent


def busy_seconds(core: int | None = None) -> float:
    """The seconds for which a core of this machine, or all its cores together, have worked for anybody.

    The time that a virtual machine had to wait for its host is among them.

    >>> before = busy_seconds()
    >>> busy_seconds() >= before > 0
    True
    """
    import psutil

    times = psutil.cpu_times() if core is None else psutil.cpu_times(percpu=True)[core]
    idle = ("idle", "iowait", "guest", "guest_nice")  # guests are in the time of their users
    return float(sum(seconds for name, seconds in times._asdict().items() if name not in idle))


def free_cores() -> list[int]:
    """The cores to which a process can be bound here; empty where the system does not bind.

    >>> isinstance(free_cores(), list)
    True
    """
    return sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []


def calibrate() -> float:
    """Seconds of a fixed piece of work, about a millisecond; the smallest of three tries.

    Half of it is work of Python's own, as in building a model, and half of a compiled library, as in solving. Timed
    before and after each case, it tells how fast the machine was at that moment.

    >>> 0 < calibrate() < 10
    True
    """
    return min(_work() for _ in range(3))


def _work() -> float:
    watch = Stopwatch()
    digits = {key: sum(key) % 9 for key in product(range(12), repeat=3)}
    sorted(digits, key=digits.__getitem__)
    hashlib.sha256(BLOCK).digest()
    return watch()


def _software(versions: str) -> str:
    """A digest of what is measured with: the versions, and the source of this package as far as it takes part."""
    root = Path(__file__).parents[1]
    files = [file for folder in MEASURED for file in sorted((root / folder).rglob("*.py"))]
    digest = hashlib.sha256(versions.encode())
    for file in (*files, *(root / "benchmark" / f"{name}.py" for name in MEASURING)):
        digest.update(f"{file.relative_to(root).as_posix()}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def short_digest(content: bytes) -> str:
    """A short digest of a file.

    >>> short_digest(b"")
    'e3b0c44298fc'
    """
    return hashlib.sha256(content).hexdigest()[:12]


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""


def _cpu() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


def _commit() -> str:
    """The commit of this package, with a "+" when files have changed since; empty when it is not run from a clone."""
    here = Path(__file__).parent.parent

    def git(*arguments: str) -> str:
        command = ["git", "-C", str(here), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()

    try:
        git("ls-files", "--error-unmatch", "__init__.py")  # else the clone around it is not ours
        return git("rev-parse", "HEAD") + "+" * bool(git("status", "--porcelain", "--untracked-files=no", "."))
    except (OSError, subprocess.SubprocessError):
        return ""
