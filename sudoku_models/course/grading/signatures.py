"""Signed rows of grades: who does not have the key cannot change a row, or add one, without a trace."""

import contextlib
import hashlib
import hmac
import json
import os
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from ...errors import InputError
from ..exercise import every_exercise

__all__ = ["SIGNATURE", "load_key", "signature", "verify"]

SIGNATURE = "signature"
"""The column of the signature, the last one."""

KEY_BYTES = 32


def load_key(file: Path, submissions: Path | None = None) -> bytes:
    """The key in a file, which is created, readable by its owner only, when there is none.

    Args:
        file: The file of the key.
        submissions: A folder in which it must not be.

    Raises:
        InputError: When it is inside that folder, is no key, or cannot be read or made.
    """
    if submissions is not None and file.resolve().is_relative_to(submissions.resolve()):
        raise InputError(f"the key {file} is inside the folder of submissions; keep it where no notebook is")
    try:
        with contextlib.suppress(FileExistsError):
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as new:
                new.write(secrets.token_hex(KEY_BYTES) + "\n")
        return _parsed(file)
    except OSError as error:
        raise InputError(f"the key {file} cannot be read or made: {error.strerror or error}") from None


def _parsed(file: Path) -> bytes:
    with contextlib.suppress(ValueError):
        if len(key := bytes.fromhex(file.read_text(encoding="utf-8"))) == KEY_BYTES:
            return key
    raise InputError(f"{file} is no key: it must hold {2 * KEY_BYTES} hexadecimal digits, as the command writes them")


def signature(row: Mapping[str, str], key: bytes) -> str:
    """The signature of a row: HMAC with SHA-256 of its other columns (RFC 2104).

    >>> row = {"student": "anna", "points": "1"}
    >>> signature(row, b"k") == signature({**row, "signature": "?"}, b"k") != signature({**row, "points": "0"}, b"k")
    True
    """
    content = json.dumps({name: text for name, text in row.items() if name != SIGNATURE}, sort_keys=True)
    return hmac.new(key, content.encode(), hashlib.sha256).hexdigest()


def verify(rows: Iterable[Mapping[str, str]], key: bytes) -> list[str]:
    """What was changed in the rows since they were written, one sentence each: changed, repeated and missing rows.

    A notebook has a row for each exercise of its lesson; a notebook whose rows are all missing leaves no trace.
    """
    found = []
    exercises: dict[tuple[str, str], list[str]] = {}
    for number, row in enumerate(rows, 2):  # as a spreadsheet counts: the headings are line 1
        signed = row.get(SIGNATURE) or ""
        if not hmac.compare_digest(signed.encode(), signature(row, key).encode()):
            what = "was changed, or signed with another key" if signed else "is not signed"
            found.append(f"line {number} ({_named(row)}) {what}")
        exercises.setdefault((row.get("notebook") or "", row.get("lesson") or ""), []).append(row.get("exercise") or "")
    for (notebook, lesson), names in exercises.items():
        found += [f"{notebook}: {name!r} has {k} rows" for name, k in Counter(names).items() if k > 1]
        if lesson.isdecimal() and names != [""]:
            every = [each.name for each in every_exercise(int(lesson))]
            found += [f"{notebook}: the row of {name!r} is missing" for name in every if name not in names]
    return found


def _named(row: Mapping[str, str]) -> str:
    return ", ".join(filter(None, (row.get("student"), row.get("exercise"))))
