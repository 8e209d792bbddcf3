"""Checkers of proofs by others, as further opinions beside the verifier.

The others read `formula.cnf` and `proof.drat` or `proof.lrat`. That these are about the puzzle is what the verifier has
checked.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

from ..errors import CertificateError, NotInstalledError, UnknownNameError, WorkerError
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, check_time_limit
from ..runtime.platform import PROCESSES, PROGRAMS, can
from ..runtime.processes import Worker
from .bounds import verify_bound
from .lrat import LRAT
from .verifier import CLAIM, FORMULA, PROOF, verify

__all__ = ["CHECKERS", "Checker", "Opinion", "chosen", "installed", "judge", "opinions"]

CAKE_LPR = "SUDOKU_MODELS_CAKE_LPR"
"""The environment variable with the file of cake_lpr, where it is not on the path."""
MEMORY_OF_CAKE_LPR = {"CML_HEAP_SIZE": "2048", "CML_STACK_SIZE": "512"}
"""In megabytes. It is taken only as it is used, but a machine may refuse more than it has."""
LONGEST_REASON = 200
Verdict = tuple[bool | None, str]


@dataclass(frozen=True)
class Checker:
    """A checker of proofs.

    Attributes:
        reads: The file with the proof, beside the formula.
        source: What it is, and where it comes from.
        is_installed: Whether it is on this machine, and can run here.
        run: Gets the formula, the proof and the seconds; returns whether it accepts, and its verdict in words.
    """

    reads: str
    source: str
    is_installed: Callable[[], bool]
    run: Callable[[Path, Path, float], Verdict]


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
    return [name for name, checker in CHECKERS.items() if checker.is_installed()]


def chosen(names: Iterable[str] | None = None) -> list[str]:
    """The checkers with these names; without names, those on this machine.

    Raises:
        NotInstalledError: When one of them is not on this machine.
        UnknownNameError: When there is none of a name.
    """
    found = installed()
    asked = found if names is None else list(dict.fromkeys(names))
    for name in asked:
        if name not in CHECKERS:
            raise UnknownNameError("checker", name, CHECKERS)
        if name not in found:
            raise NotInstalledError(f"the checker {name} is not installed: {CHECKERS[name].source}")
    return asked


def judge(
    folder: Path | str,
    puzzle: Puzzle | None = None,
    time_limit: float = 600.0,
    checkers: Iterable[str] | None = None,
) -> list[Opinion]:
    """The opinion of the verifier on a certificate, and if it accepts, those of other checkers.

    Args:
        folder: The certificate. Where it has no LRAT proof, the verifier makes one for the checkers that need it. The
            file of a certificate of a bound is checked by `bound_checker` alone.
        puzzle: The puzzle that it should be about, if it is known.
        time_limit: Seconds for each of them.
        checkers: Names of `CHECKERS`; by default those that are installed.
    """
    folder, asked = Path(folder), chosen(checkers)
    if folder.is_file():
        return [_of_bound(folder, puzzle)]
    lacks_lrat = any(CHECKERS[name].reads == LRAT for name in asked) and not (folder / LRAT).exists()
    with TemporaryDirectory(prefix="sudoku-models-") as temporary:
        made = Path(temporary) / LRAT if lacks_lrat else None
        watch, deadline = Stopwatch(), Deadline(time_limit)
        try:
            own, count = verify(folder, puzzle, lambda *_: deadline.check(), made.write_text if made else None)
        except CertificateError as error:
            return [Opinion("verifier", False, str(error), watch())]
        except TimeLimit:
            return [Opinion("verifier", None, "the time limit was reached", watch())]
        solutions = "no solution" if count == 0 else f"exactly {count} solution{'s' * (count > 1)}"
        size = f"{own.board.size}x{own.board.size} board"  # its units are not named: the file chooses their names
        reason = f"{own.line()} has {solutions}, on the {size} with the units and rules that {CLAIM} lists"
        return [Opinion("verifier", True, reason, watch()), *opinions(folder, time_limit, asked, made)]


def _of_bound(path: Path, puzzle: Puzzle | None) -> Opinion:
    """The opinion of `bound_checker` on a certificate of a bound."""
    watch = Stopwatch()
    if puzzle is not None:
        return Opinion("bound_checker", False, "it is about a linear model, not about a puzzle", watch())
    try:
        return Opinion("bound_checker", True, f"the model in it is such that {verify_bound(path)}", watch())
    except CertificateError as error:
        return Opinion("bound_checker", False, str(error), watch())


def opinions(
    folder: Path | str, time_limit: float = 600.0, checkers: Iterable[str] | None = None, lrat: Path | None = None
) -> list[Opinion]:
    """Ask checkers about the proof in a folder.

    Args:
        folder: The certificate.
        time_limit: Seconds for each of them.
        checkers: Names of `CHECKERS`; by default those that are installed.
        lrat: The LRAT proof, if it is not in the folder.
    """
    check_time_limit(time_limit)
    found = []
    for name in chosen(checkers):
        watch, checker = Stopwatch(), CHECKERS[name]
        proof = lrat if lrat and checker.reads == LRAT else Path(folder) / checker.reads
        accepted, reason = checker.run(Path(folder) / FORMULA, proof, time_limit)
        found.append(Opinion(name, accepted, reason, watch()))
    return found


def _dratify(formula: Path, proof: Path, time_limit: float) -> Verdict:
    """In a process of its own, which can be ended."""
    try:
        is_accepted, reason = _worker().request(_run_dratify, formula, proof, time_limit=time_limit)
    except WorkerError as error:
        return None, f"it came to no end: {error}"
    return is_accepted, reason


@cache
def _worker() -> Worker:
    return Worker()


def _run_dratify(post: Callable[[Any], None], formula: Path, proof: Path) -> tuple[bool, str]:
    import dratify

    try:
        clauses = dratify.parse_dimacs(formula.read_text(encoding="utf-8"))
        result = dratify.check_proof(clauses, proof.read_text(encoding="utf-8"))
    except Exception as error:  # whatever it does not understand
        return False, f"it refuses the files: {error}"
    return bool(result.ok), "it accepts the proof" if result.ok else f"it refuses the proof: {result.report()}"


def _drat_trim(formula: Path, proof: Path, time_limit: float) -> Verdict:
    limit = ["-t", f"{max(1, round(time_limit))}"]
    verdicts = {"s VERIFIED": True, "s NOT VERIFIED": False}
    return _verdict_of(["drat-trim", *_paths(formula, proof), *limit], time_limit + 5, verdicts)


def _cake_lpr_program() -> str | None:
    return shutil.which(os.environ.get(CAKE_LPR) or "cake_lpr")


def _cake_lpr(formula: Path, proof: Path, time_limit: float) -> Verdict:
    """It writes no verdict on a proof that it refuses, but says why on standard error, with exit code 0."""
    command = [_cake_lpr_program() or "cake_lpr", *_paths(formula, proof)]
    return _verdict_of(command, time_limit, {"s VERIFIED UNSAT": True, "": False}, MEMORY_OF_CAKE_LPR)


def _paths(*files: Path) -> list[str]:
    return [str(file.resolve()) for file in files]


def _verdict_of(
    command: list[str],
    time_limit: float,
    verdicts: dict[str, bool],
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Verdict:
    """What a program says in the line that begins with "s"; it came to no end where that is not among the verdicts."""
    try:
        ran = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=time_limit,
            check=False,
            env={**environment, **os.environ},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return None, f"it came to no end: {error}"
    verdict = "\n".join(re.findall(r"^s .*$", ran.stdout, re.MULTILINE))
    said = (verdict[2:] or ran.stderr.strip()[:LONGEST_REASON]).replace("\n", " ")
    accepted = verdicts.get(verdict) if verdict or not ran.returncode else None
    if accepted is None:
        return None, f"it came to no end: {said or f'exit code {ran.returncode}'}"
    return accepted, "it accepts the proof" if accepted else f"it refuses the proof: {said}"


CHECKERS: dict[str, Checker] = {
    "dratify": Checker(
        PROOF,
        "in pure Python: python -m pip install dratify",
        lambda: can(PROCESSES) and find_spec("dratify") is not None,
        _dratify,
    ),
    "drat-trim": Checker(
        PROOF,
        "the usual one: https://github.com/marijnheule/drat-trim, on the path",
        lambda: can(PROGRAMS) and shutil.which("drat-trim") is not None,
        _drat_trim,
    ),
    "cake_lpr": Checker(
        LRAT,
        "formally verified: get https://github.com/tanyongkiam/cake_lpr, build it with 'make cake_lpr' (it needs gcc), "
        f"and put it on the path or set {CAKE_LPR} to its file",
        lambda: can(PROGRAMS) and _cake_lpr_program() is not None,
        _cake_lpr,
    ),
}
"""The checkers by name."""
