"""The students of a class, and whose a submission is, also as Moodle and Canvas name downloads."""

import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path

from ...errors import InputError

DOWNLOADS = (
    re.compile(
        r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_[a-z]+_?"
    ),  # Moodle: Anna Berg_222_assignsubmission_file
    re.compile(r"(?P<name>[^_]+)_(?:LATE_)?(?P<number>\d+)_\d+_"),  # Canvas: berganna_LATE_123_456_lesson.ipynb
)


def name_and_number(file: str) -> tuple[str, str] | None:
    """The student's name, and number on the platform, in a folder or file as Moodle or Canvas names it.

    >>> name_and_number("Anna Berg_222_assignsubmission_file")
    ('Anna Berg', '222')
    >>> name_and_number("berganna_123_456_02_make_not_equal_linear.ipynb")
    ('berganna', '123')
    """
    found = next((match for pattern in DOWNLOADS if (match := pattern.match(file))), None)
    return (found["name"], found["number"]) if found else None


class Roster:
    """The students of a class.

    A student is named by the first column. A submission can have the text of any column as its name, or two of them
    together, such as a first and a last name in either order. Case, accents, spaces and signs do not count.

    Args:
        rows: A row of texts for each student.
        headings: Those of the columns.

    Raises:
        InputError: When there is no student, or two have the same first column.

    >>> roster = Roster([["ab17", "Anna", "Berg"], ["cb18", "Carl", "Berg"]])
    >>> roster.find("Berg, Anna"), roster.find("bergcarl"), roster.find("ab17")
    ('ab17', 'cb18', 'ab17')
    >>> roster.find("Berg") is None  # two students have this name
    True
    """

    def __init__(self, rows: Sequence[Sequence[str]], headings: Sequence[str] = ()) -> None:
        self.headings = {*headings}
        self.students: dict[str, set[str]] = {}
        self.numbers: dict[str, set[str]] = {}
        for row in rows:
            if row[0] in self.students:
                raise InputError(f"two students of the roster are {row[0]!r}; its first column must tell them apart")
            self.students[row[0]] = {key for name in _names(row) if (key := _key(name))}
            self.numbers[row[0]] = {number for cell in row for number in re.findall(r"\d+", cell)}
        if not self.students:
            raise InputError("the roster has no student: after a line with the headings, it needs a line for each")

    @classmethod
    def read(cls, path: Path) -> "Roster":
        """The roster in a CSV file with commas, semicolons or tabs, whose first line has the headings.

        Raises:
            InputError: When it cannot be read, or is no roster.
        """
        try:
            text = path.read_text(encoding="utf-8-sig")
            head = text.partition("\n")[0]
            lines = csv.reader(text.splitlines(), delimiter=max(",;\t", key=head.count))
            rows = [[cell.strip() for cell in line] for line in lines]
        except UnicodeError:
            raise InputError(f'{path} is not in UTF-8; save it as "CSV UTF-8"') from None
        except (OSError, csv.Error) as error:
            raise InputError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
        if rows and any("@" in cell or cell.isdecimal() for cell in rows[0]):
            raise InputError(f"the first line of {path} is a student; it should have the headings of the columns")
        return cls([row for row in rows[1:] if row and row[0]], *rows[:1])

    def find(self, name: str, number: str = "") -> str | None:
        """The student whose name this is; of several, the one who has this number. None when it is nobody's."""
        found = self.named(name)
        if len(found) > 1:
            found = [student for student in found if number in self.numbers[student]]
        return found[0] if len(found) == 1 else None

    def named(self, name: str) -> list[str]:
        """The students whose name this is."""
        return [student for student, names in self.students.items() if _key(name) in names]


def _names(row: Sequence[str]) -> Iterator[str]:
    """The names that the columns of a row make."""
    for cell in row:
        words = cell.split()
        yield cell
        yield from (" ".join(words[k:] + words[:k]) for k in range(1, len(words)))  # the last name first
    yield from (" ".join(pair) for pair in permutations(filter(None, row), 2))


def _key(name: str) -> str:
    """The letters and digits of a name, without case and accents.

    >>> _key("Müller, Zoë"), _key("mullerzoe")
    ('mullerzoe', 'mullerzoe')
    """
    return "".join(sign for sign in unicodedata.normalize("NFKD", name).casefold() if sign.isalnum())
