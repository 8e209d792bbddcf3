"""Checkers of proofs by others, as further opinions beside the verifier.

The others read `formula.cnf` and `proof.drat`. That these are about the puzzle is what the verifier has checked.
"""

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..errors import CertificateError, WorkerError
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, check_time_limit
from ..runtime.processes import Worker
from .verifier import CLAIM, FORMULA, PROOF, verify

__all__ = ["CHECKERS", "Opinion", "installed", "judge", "opinions"]

CHECKERS: dict[str, str] = {
    "dratify": "DRAT, in pure Python: python -m pip install dratify",
    "drat-trim": "DRAT, the usual one: https://github.com/marijnheule/drat-trim, on the path",
}
"""The checkers by name: what they are and where they come from."""


@dataclass(frozen=True)
class Opinion:
    """The opinion of a checker on a proof.

    Attributes:
        checker: "verifier", or one of `CHECKERS`.
        accepted: Whether it accepts the proof; None when it came to no end.
        reason: The verdict in words.
        seconds: The time that it took.
    """

    checker: str
    accepted: bool | None
    reason: str
    seconds: float


def installed() -> list[str]:
    """The checkers on this machine.

    >>> set(installed()) <= set(CHECKERS)
    True
    """
    found = {"dratify": find_spec("dratify"), "drat-trim": shutil.which("drat-trim")}
    return [name for name in CHECKERS if found[name]]


def judge(folder: Path | str, puzzle: Puzzle | None = None, time_limit: float = 600.0) -> list[Opinion]:
    """The opinion of the verifier on a certificate, and if it accepts, those of the installed checkers.

    Args:
        folder: The certificate.
        puzzle: The puzzle that it should be about, if it is known.
        time_limit: Seconds for each of them.
    """
    watch, deadline = Stopwatch(), Deadline(time_limit)
    try:
        own, count = verify(folder, puzzle, lambda *_: deadline.check())
    except CertificateError as error:
        return [Opinion("verifier", False, str(error), watch())]
    except TimeLimit:
        return [Opinion("verifier", None, "the time limit was reached", watch())]
    solutions = "no solution" if count == 0 else f"exactly {count} solution{'s' * (count > 1)}"
    size = f"{own.board.size}x{own.board.size} board"  # the names of its units are not repeated: the file chooses them
    reason = f"{own.line()} has {solutions}, on the {size} with the units and rules that {CLAIM} lists"
    return [Opinion("verifier", True, reason, watch()), *opinions(folder, time_limit)]


def opinions(folder: Path | str, time_limit: float = 600.0) -> list[Opinion]:
    """Ask each installed checker about the proof in a folder.

    Args:
        folder: The certificate.
        time_limit: Seconds for each of them.
    """
    check_time_limit(time_limit)
    found = []
    for name in installed():
        watch = Stopwatch()
        accepted, reason = RUN[name](Path(folder), time_limit)
        found.append(Opinion(name, accepted, reason, watch()))
    return found


def _dratify(folder: Path, time_limit: float) -> tuple[bool | None, str]:
    """In a process of its own, which can be ended."""
    try:
        is_accepted, reason = _worker().request(_run_dratify, folder, time_limit=time_limit)
    except WorkerError as error:
        return None, f"it came to no end: {error}"
    return is_accepted, reason


@cache
def _worker() -> Worker:
    return Worker()


def _run_dratify(post: Callable[[Any], None], folder: Path) -> tuple[bool, str]:
    import dratify

    try:
        formula = dratify.parse_dimacs((folder / FORMULA).read_text(encoding="utf-8"))
        result = dratify.check_proof(formula, (folder / PROOF).read_text(encoding="utf-8"))
    except Exception as error:  # whatever it does not understand
        return False, f"it refuses the files: {error}"
    return bool(result.ok), "it accepts the proof" if result.ok else f"it refuses the proof: {result.report()}"


def _drat_trim(folder: Path, time_limit: float) -> tuple[bool | None, str]:
    files = [str((folder / name).resolve()) for name in (FORMULA, PROOF)]
    try:
        ran = subprocess.run(
            ["drat-trim", *files, "-t", f"{max(1, round(time_limit))}"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=time_limit + 5,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return None, f"it came to no end: {error}"
    verdict = re.findall(r"^s (.*)$", ran.stdout, re.MULTILINE)
    if verdict == ["VERIFIED"]:
        return True, "it accepts the proof"
    if verdict == ["NOT VERIFIED"]:
        return False, "it refuses the proof"
    return None, f"it came to no end: {verdict[-1] if verdict else f'exit code {ran.returncode}'}"


RUN: dict[str, Callable[[Path, float], tuple[bool | None, str]]] = {"dratify": _dratify, "drat-trim": _drat_trim}
