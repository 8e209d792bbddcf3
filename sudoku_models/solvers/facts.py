"""What solves a model: the interface, the engine with its own version, and every option that is set.

The version of an engine is not that of the Python package around it: CBC is a program that PuLP ships, and Choco a
library inside pychoco. Each is asked itself, without loading a library that the process does not use.
"""

import mmap
import re
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

__all__ = [
    "SolverFacts",
    "cbc_version",
    "choco_version",
    "find_versions",
    "glpk_version",
    "highs_version",
    "scip_version",
]


@dataclass(frozen=True)
class SolverFacts:
    """What solves a model.

    Attributes:
        interface: How the engine is reached, in words.
        engine: Its name.
        version: Its own version; empty when it does not tell.
        options: Every option that is set, by the engine's or the library's name of it, without the time limit. What is
            not here is the engine's default.
        threads: The threads that it is asked to use, or uses by default. None means those of the process, which the
            first run in a process decides for HiGHS.

    >>> SolverFacts("plain highspy", "HiGHS", "1.13.1").name
    'HiGHS 1.13.1'
    """

    interface: str
    engine: str
    version: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    threads: int | None = 1

    @property
    def name(self) -> str:
        """The engine and its version."""
        return f"{self.engine} {self.version}".strip()


@cache
def cbc_version() -> str:
    """The version that the CBC which ships with PuLP prints.

    >>> cbc_version()[:2]
    '2.'
    """
    from pulp.apis.coin_api import pulp_cbc_path

    return _printed_version([str(pulp_cbc_path), "-quit"], r"Version: (\S+)")


@cache
def glpk_version() -> str:
    """The version that GLPK's program prints; empty when it is not installed."""
    return _printed_version(["glpsol", "--version"], r"LP/MIP Solver (\d[\w.]*)")


def highs_version() -> str:
    """The version of the HiGHS in highspy, which this package, PuLP and Pyomo share."""
    import highspy

    return str(highspy.Highs().version())


def scip_version() -> str:
    """The version of the SCIP in pyscipopt; empty when it is not installed."""
    if find_spec("pyscipopt") is None:
        return ""
    import pyscipopt

    return str(pyscipopt.Model().version())


@cache
def choco_version() -> str:
    """The version of Choco, from the library that pychoco ships; empty when it is not installed.

    The library is read and not loaded, because a process that has loaded it cannot be forked.
    """
    found = find_spec("pychoco")
    for folder in (found.submodule_search_locations or ()) if found else ():
        for library in Path(folder).glob("libchoco_capi.*"):
            with library.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                if named := re.search(rb"Choco (\d+\.\d+\.\d+)", content):
                    return named[1].decode()
    return ""


def find_versions() -> None:
    """Find the versions that take some time to find, once for a process and its forks."""
    for found in (cbc_version, glpk_version, choco_version):
        found()


def _printed_version(command: Sequence[str], pattern: str) -> str:
    """What a program prints about its version; empty when it does not run."""
    with suppress(OSError, subprocess.SubprocessError):
        printed = subprocess.run(command, capture_output=True, text=True, timeout=10, stdin=subprocess.DEVNULL).stdout
        if named := re.search(pattern, printed):
            return named[1]
    return ""
