"""Grades as CSV: one row for each exercise, or one for each student, as learning platforms import them."""

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
    _write(path, COLUMNS, [{name: _cell(part) for name, part in asdict(each).items()} for each in grades])


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


def write_lms(rows: Iterable[Mapping[str, str]], path: Path, platform: str, by: str = "exercise") -> int:
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
    best: dict[tuple[str, str, str], str] = {}
    for row in rows:
        if row["exercise"] and row["lesson"].isdecimal():
            key = row["student"], f"Lesson {int(row['lesson']):02}", row["exercise"]
            best[key] = max(best.get(key, ""), {"": "", "1": "1"}.get(row["points"], "0"))
    students: dict[str, Counter[str]] = {}
    exercises: dict[str, set[str]] = {}
    for (student, lesson, exercise), points in sorted(best.items()):
        column = lesson if by == "lesson" else f"{lesson} {exercise}"
        of_student = students.setdefault(student, Counter())
        if points:  # none where no answer could be judged: the teacher fills it in
            of_student[column] += int(points)
        exercises.setdefault(column, set()).add(exercise)
    if not students:
        raise InputError("there is no grade of an exercise to export")
    if platform == "moodle":  # one identifier: the email address where all students have one, else the user name
        head = identifiers = ["email" if all("@" in student for student in students) else "username"]
        first = []
    else:  # Canvas's gradebook, whose first row has the possible points
        head, identifiers = ["Student", "ID", "SIS Login ID", "Section"], ["Student", "SIS Login ID"]
        first = [{"Student": "    Points Possible", **{name: len(each) for name, each in exercises.items()}}]
    table = [{**dict.fromkeys(identifiers, student), **points} for student, points in students.items()]
    _write(path, [*head, *sorted(exercises)], [*first, *table])
    return len(students)


def _write(path: Path, columns: list[str], rows: Iterable[Mapping[str, Any]]) -> None:
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
