"""Certificates of many puzzles: made by several processes, checked at once, and continued after an interrupt.

A table in the CSV format gets a row for each puzzle as soon as its certificate is written and checked; a puzzle that
has a row is not certified again.
"""

import csv
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO

from ..errors import CertificateError, InputError, WorkerError
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Deadline, TimeLimit
from ..runtime.platform import PROCESSES, can
from ..runtime.processes import Worker, map_with_workers
from .certify import MOST_SOLUTIONS, certify
from .checkers import chosen, judge
from .lrat import LRAT
from .verifier import CLAIM, claim_of

TABLE = "certificates.csv"
"""The table in a folder of certificates."""


@dataclass(frozen=True)
class Request:
    """How certificates are made.

    Attributes:
        format: "drat" or "lrat", as for `Certificate.write`.
        checkers: The checkers that have to accept each of them, after the verifier; none to check nothing.
        limit: The largest number of solutions.
        time_limit: Seconds for each puzzle, and for each checker.
    """

    format: str = "drat"
    checkers: Sequence[str] = ()
    limit: int = MOST_SOLUTIONS
    time_limit: float = 60.0


@dataclass(frozen=True)
class Row:
    """What became of a puzzle, as a row of the table.

    Attributes:
        puzzle: Its name.
        givens: Its givens in a line.
        folder: Where its certificate is; empty when it was not kept.
        count: The number of its solutions; None when they could not be certified.
        steps: The number of steps of the proof.
        bytes: The size of the proof.
        seconds: The time to make the certificate.
        accepted: Whether it was made, and accepted by all checkers; None when that is not known.
        checked_by: Those who accepted it.
        reason: All this in words.
        digest: A hash of the puzzle and its board, which tells whether a row is about a puzzle.
    """

    puzzle: str
    givens: str
    folder: str
    count: int | None
    steps: int
    bytes: int
    seconds: float
    accepted: bool | None
    checked_by: str
    reason: str
    digest: str


Item = tuple[Puzzle, Path | None]
"""A puzzle and the folder for its certificate; None to keep only its row."""
Done = dict[str, tuple[str, frozenset[str]]]
"""The digest of a puzzle and who accepted its certificate, by its folder; by the digest where it was not kept."""


def certify_many(
    items: Iterable[Item], table: Path | None, request: Request | None = None, jobs: int = 1
) -> Generator[Row]:
    """Certify puzzles, and note them in a table.

    Args:
        items: The puzzles and their folders.
        table: The table; None for none. Puzzles that it has, as it is asked for, are left out.
        request: How the certificates are made.
        jobs: The number of processes; 1 for this one, as where there are no others.

    Yields:
        The rows of the puzzles that were not in the table.

    Raises:
        InputError: When the table or a folder cannot be written.
        NotInstalledError: When a checker is not installed.

    >>> puzzle = Puzzle.parse("12.. 3412 .143 432.")
    >>> [(row.count, row.accepted) for row in certify_many([(puzzle, None)], None)]
    [(1, True)]
    """
    request = request or Request()
    request = replace(request, checkers=chosen(request.checkers))
    done = {} if table is None else _read(table)
    left = [item for item in items if not _is_done(item, done, request)]
    if jobs == 1 or not can(PROCESSES):
        rows: Generator[Row] = (certified(item, request) for item in left)
    else:
        rows = map_with_workers(partial(_in_worker, request=request), left, jobs)
    with nullcontext() if table is None else _opened(table) as file, closing(rows):
        for row in rows:
            if file:
                csv.writer(file).writerow(["" if each is None else each for each in asdict(row).values()])
                file.flush()
            yield row


def certified(item: Item, request: Request) -> Row:
    """Make a certificate, write it, and have it checked."""
    puzzle, kept = item
    found, deadline = [], Deadline(request.time_limit)
    try:
        made = certify(puzzle, limit=request.limit, time_limit=request.time_limit)
    except CertificateError as error:
        return _failed(item, str(error))
    with TemporaryDirectory(prefix="sudoku-models-") if kept is None else nullcontext(kept) as folder:
        try:
            made.write(folder, request.format, lambda *_: deadline.check())
        except TimeLimit:
            return _failed(item, "the time limit left no time for the hints")
        if request.checkers:
            found = judge(folder, puzzle, request.time_limit, request.checkers)
    others = [each for each in found if not each.accepted]
    reason = f"{made}" + "".join(
        f"; {each.checker} {'REFUSES it' if each.accepted is False else 'does not know'}: {each.reason}"
        for each in others
    )
    accepted = False if any(each.accepted is False for each in others) else None if others else True
    by = " ".join(each.checker for each in found if each.accepted)
    return replace(
        _failed(item, ""),
        count=made.count,
        steps=made.steps,
        bytes=len(made.proof),
        seconds=round(made.seconds, 4),
        accepted=accepted,
        checked_by=by,
        reason=reason,
    )


def _failed(item: Item, reason: str) -> Row:
    puzzle, kept = item
    line, folder = puzzle.line(), str(kept or "")
    return Row(puzzle.name, line, folder, None, 0, 0, 0.0, None, "", f"not certified: {reason}", _digest(puzzle))


def _in_worker(worker: Worker, item: Item, request: Request) -> Row:
    try:
        row: Row = worker.request(_certified, item, request)
    except WorkerError as error:
        return _failed(item, f"the process {error}")
    return row


def _certified(_: Any, item: Item, request: Request) -> Row:
    return certified(item, request)


def _digest(puzzle: Puzzle) -> str:
    return sha256(claim_of(puzzle, ()).encode()).hexdigest()[:16]


def _is_done(item: Item, done: Done, request: Request) -> bool:
    """Whether a certificate is there, with the files and the opinions that are asked for."""
    puzzle, folder = item
    digest, checked_by = done.get(str(folder or _digest(puzzle)), ("", frozenset()))
    files = (CLAIM, LRAT) if request.format == "lrat" else (CLAIM,)
    is_there = folder is None or all((folder / name).exists() for name in files)
    return is_there and digest == _digest(puzzle) and checked_by.issuperset(request.checkers)


def _read(table: Path) -> Done:
    """What a table says. Of rows about the same folder the last one holds."""
    if not table.exists():
        return {}
    try:
        with table.open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["digest"]]  # it is the last column
        last = {row["folder"] or row["digest"]: row for row in rows}
        return {
            key: (row["digest"], frozenset(row["checked_by"].split()))
            for key, row in last.items()
            if row["accepted"] == "True"
        }
    except (OSError, UnicodeDecodeError, csv.Error, KeyError) as error:
        raise InputError(f"the table {str(table)!r} cannot be read: {error}") from None


def _opened(table: Path) -> TextIO:
    """The table, to append rows to; a last row that was cut short is removed."""
    try:
        table.parent.mkdir(parents=True, exist_ok=True)
        with table.open("ab+") as raw:
            raw.seek(0)
            raw.truncate(raw.read().rfind(b"\n") + 1)
        file = table.open("a", encoding="utf-8", newline="")
        if not file.tell():
            csv.writer(file).writerow([field.name for field in fields(Row)])
    except OSError as error:
        raise InputError(f"the table {str(table)!r} cannot be written: {error}") from None
    return file
