"""Grades as CSV: one row for each exercise, or one for each student, as learning platforms import them."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, Literal

from ...errors import InputError
from .grades import Grade
from .signatures import SIGNATURE, signature

__all__ = ["Platform", "read_rows", "write_csv", "write_lms"]

Platform = Literal["moodle", "canvas"]

COLUMNS = [*(field.name for field in fields(Grade)), SIGNATURE]
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_csv(grades: Sequence[Grade], path: Path, key: bytes | None = None) -> None:
    """Write the grades as CSV, one row each, with the names of the fields as headings.

    Args:
        grades: The rows.
        path: The file.
        key: With a key, each row is signed; see `verify`.

    Raises:
        InputError: When the file cannot be written.
    """
    rows = [{name: _cell(part) for name, part in asdict(each).items()} for each in grades]
    signed = [{**row, SIGNATURE: signature(row, key) if key else ""} for row in rows]
    _write(path, COLUMNS, signed)


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


def write_lms(rows: Iterable[Mapping[str, str]], path: Path, platform: Platform, by: str = "exercise") -> int:
    """Write grades in the form that a learning platform imports: a row for each student.

    Moodle matches its column "username" or "email" with the name of a student's folder, Canvas "SIS Login ID". So the
    folders of the submissions should have these names.

    Args:
        rows: Those of `read_rows`.
        path: The file to write.
        platform: "moodle" or "canvas".
        by: "exercise", or "lesson" for one column with the points of each lesson.

    Returns:
        The number of students.

    Raises:
        InputError: When the file cannot be written, or there is no row of an exercise.
    """
    points: dict[str, dict[str, int]] = {}
    columns: dict[str, int] = {}
    for (student, column), (reached, possible) in sorted(_points(rows, by).items(), key=lambda each: each[0][0]):
        points.setdefault(student, {})[column] = reached
        columns[column] = max(columns.get(column, 0), possible)
    if not columns:
        raise InputError("there is no grade of an exercise to export")
    _write(path, *_TABLES[platform](points, {name: columns[name] for name in sorted(columns)}))
    return len(points)


def _points(rows: Iterable[Mapping[str, str]], by: str) -> dict[tuple[str, str], tuple[int, int]]:
    """The points, and the possible points, of each student in each column; the best of several submissions."""
    best: dict[tuple[str, str, str], int] = {}
    for row in rows:
        if row["exercise"] and row["lesson"].isdecimal():
            key = row["student"], f"Lesson {int(row['lesson']):02}", row["exercise"]
            best[key] = max(best.get(key, 0), int(row["points"] == "1"))
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for (student, lesson, exercise), reached in best.items():
        column = lesson if by == "lesson" else f"{lesson} {exercise}"
        before = found.get((student, column), (0, 0))
        found[student, column] = before[0] + reached, before[1] + 1
    return found


Points = Mapping[str, Mapping[str, int]]
Table = tuple[list[str], list[dict[str, str]]]


def _moodle(points: Points, columns: Mapping[str, int]) -> Table:
    """One identifier: the email address where all students have one, else the user name."""
    identifier = "email" if all("@" in student for student in points) else "username"
    rows = [{identifier: student, **_filled(reached, columns)} for student, reached in points.items()]
    return [identifier, *columns], rows


def _canvas(points: Points, columns: Mapping[str, int]) -> Table:
    """The columns of Canvas's gradebook; the first row has the possible points."""
    head = ["Student", "ID", "SIS Login ID", "Section"]
    possible = {"Student": "    Points Possible", **{name: str(most) for name, most in columns.items()}}
    rows = [{"Student": s, "SIS Login ID": s, **_filled(reached, columns)} for s, reached in points.items()]
    return [*head, *columns], [possible, *rows]


_TABLES = {"moodle": _moodle, "canvas": _canvas}


def _filled(reached: Mapping[str, int], columns: Mapping[str, int]) -> dict[str, str]:
    return {name: str(reached.get(name, "")) for name in columns}


def _write(path: Path, columns: list[str], rows: Iterable[Mapping[str, str]]) -> None:
    try:
        with path.open("w", encoding="utf-8-sig", newline="") as file:  # spreadsheets need the byte order mark
            writer = csv.DictWriter(file, columns, restval="")
            writer.writeheader()
            writer.writerows(rows)
    except OSError as error:
        raise InputError(f"the grades cannot be written to {path}: {error.strerror or error}") from None


def _cell(part: Any) -> str:
    """The text of a cell; what a spreadsheet would read as a formula is escaped."""
    if isinstance(part, str) and part.startswith(FORMULA):
        return f"'{part}"
    return "" if part is None else str(part)
