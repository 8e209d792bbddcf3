"""Grades as CSV: one row for each exercise."""

import csv
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from ...errors import InputError
from .grades import Grade

COLUMNS = [field.name for field in fields(Grade)]
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_csv(grades: Sequence[Grade], path: Path) -> None:
    """Write the grades as CSV, one row each, with the names of the fields as headings.

    Raises:
        InputError: When the file cannot be written.
    """
    try:
        with path.open("w", encoding="utf-8-sig", newline="") as file:  # spreadsheets need the byte order mark
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows({name: _cell(part) for name, part in asdict(each).items()} for each in grades)
    except OSError as error:
        raise InputError(f"the grades cannot be written to {path}: {error.strerror or error}") from None


def read_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a file that `write_csv` has written, as text.

    Raises:
        InputError: When it cannot be read, or has other columns.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            rows = [{name: part or "" for name, part in row.items() if name} for row in reader]
            missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
    except (OSError, UnicodeError, csv.Error) as error:
        raise InputError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if missing:
        raise InputError(f"{path} is no CSV of grades: it has no column {missing[0]!r}")
    return rows


def _cell(part: Any) -> str:
    """The text of a cell; what a spreadsheet would read as a formula is escaped."""
    if isinstance(part, str) and part.startswith(FORMULA):
        return f"'{part}"
    return "" if part is None else str(part)
