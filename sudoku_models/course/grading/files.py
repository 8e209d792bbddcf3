"""Grades, and their files: a row for each exercise."""

import csv
import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ...errors import InputError


@dataclass(frozen=True)
class Grade:
    """The grade of one exercise in one submitted notebook.

    Attributes:
        student: As the roster names the student; else the folder of the notebook, or its file name without the name of
            the lesson and without what Moodle or Canvas adds.
        notebook: Its path below the folder of submissions; that of a folder without a notebook; or empty.
        lesson: The number of the lesson; None when it could not be determined.
        exercise: The name of the exercise; empty in a row about a student or a notebook as a whole.
        points: 1 for a right answer, 0 for one that is wrong or missing, None where nothing is known about an answer.
        status: "right", "wrong", "not yet", "not known" (a limit was reached, or this machine could not judge the
            answer), or "not run" (the notebook is missing, damaged or nobody's, or was not finished).
        sentence: The reason.
        formulations: The formulations of this package that the answer uses instead of its own, separated by spaces.
        hints: The number of hints that the student has asked for, as far as the submission tells.
    """

    student: str
    notebook: str
    lesson: int | None
    exercise: str
    points: int | None
    status: str
    sentence: str
    formulations: str = ""
    hints: int = 0


COLUMNS = [field.name for field in fields(Grade)]
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Draft:
    """The grades of each notebook, in a file beside their table, until all are there.

    A notebook is added as soon as it is graded, in one line. Whatever ends the grading, the next one goes on.

    Args:
        table: The path of the table.

    Raises:
        InputError: When the file cannot be read or written.
    """

    def __init__(self, table: Path) -> None:
        self.path = table.with_name(f"{table.name}.part")
        self.done: dict[str, list[Grade]] = {}
        try:
            with self.path.open("ab+") as file:
                file.seek(0)
                lines = file.read().split(b"\n")
                file.truncate(sum(len(line) + 1 for line in lines[:-1]))  # without a last line that was cut short
            for line in lines[:-1]:
                key, rows = json.loads(line)
                self.done[key] = [Grade(**row) for row in rows]
            if not self.done:
                self.close()
        except OSError as error:
            raise InputError(f"the grades cannot be written to {self.path}: {error.strerror or error}") from None
        except (ValueError, TypeError):
            raise InputError(f"{self.path} holds no grades: move it away") from None

    def add(self, key: str, grades: Sequence[Grade]) -> None:
        """Write the grades of a notebook; from any thread."""
        with self.path.open("ab", buffering=0) as file:
            file.write(f"{json.dumps([key, [asdict(each) for each in grades]])}\n".encode())

    def close(self) -> None:
        """Remove the file, because the table has been written."""
        self.path.unlink(missing_ok=True)


def write_csv(grades: Sequence[Grade], path: Path) -> None:
    """Write the grades as CSV, one row each, with the names of the fields as headings.

    A table that is there is replaced when the new one is complete.

    Raises:
        InputError: When the file cannot be written.
    """
    path = path.resolve()  # a link still leads to the table
    is_new = path.is_file() or not path.exists()  # it may also be a pipe
    beside = path.with_name(f"{path.name}.new") if is_new else path
    try:
        with beside.open("w", encoding="utf-8-sig", newline="") as file:  # spreadsheets need the byte order mark
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows({name: _cell(part) for name, part in asdict(each).items()} for each in grades)
        if is_new:
            if path.exists():
                shutil.copymode(path, beside)
            beside.replace(path)
    except OSError as error:
        if is_new:
            beside.unlink(missing_ok=True)
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
