"""The puzzle of the day: an isomorph of a shipped puzzle, both chosen by the date, so that it is the same everywhere.

No solver takes part: the shipped puzzle has one solution, so its isomorphs have one, and they need the same techniques.
"""

import datetime
import random

from ..errors import InputError
from .values import short_repr

TODAY = "today"
PREFIX = "day:"
"""The name of the puzzle of a day is this and its date, as in day:2026-11-20."""

WEEK = ("easy", "easy", "medium", "medium", "hard", "hard", "very hard")
"""The level of each day, from Monday to Sunday."""

_BASES: dict[str, dict[str, tuple[int, ...]]] = {
    "easy": {"easy50": (4, 13, 14, 15, 22, 23, 24, 26, 27, 28, 29, 31, 32)},
    "medium": {"easy50": (3, 6, 9, 21, 25, 30, 41, 43, 44, 45, 46, 48), "top95": (23, 24, 43, 44)},
    "hard": {"easy50": (7, 10, 42, 47, 49, 50), "top95": (13, 17, 19, 25, 33, 38, 47, 53, 57, 63, 72, 78, 94)},
    "very hard": {
        "top95": (29, 32, 39, 40, 48, 51, 52, 55, 61, 70, 77, 80, 82, 85, 87, 90),
        "rated": (2, 7, 8, 9, 11, 12, 14, 15),
    },
}
"""The shipped puzzles with one solution for each level, by corpus and number. Whoever changes this changes past days.

Their ratings by `explain.difficulty.rate` are 1.5 for easy, 2.3 to 2.8 for medium, 3.0 to 4.4 for hard and 5.5 to 7.3
for very hard ones.
"""


def day_of(name: str) -> datetime.date | None:
    """The day of the name of a puzzle of the day; None for any other name.

    Raises:
        InputError: When the date is not one.

    >>> day_of("day:2026-11-20")
    datetime.date(2026, 11, 20)
    >>> day_of("mccaffrey") is None
    True
    """
    if name == TODAY:
        return datetime.date.today()
    if not name.startswith(PREFIX):
        return None
    text = name.removeprefix(PREFIX)
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:  # it reads other forms of a date too
        raise InputError(f"{short_repr(text)} is no day; write the year, the month and the day, as in day:2026-11-20")
    return day


def name_of(day: datetime.date) -> str:
    """The name of the puzzle of a day.

    >>> name_of(datetime.date(2026, 11, 20))
    'day:2026-11-20'
    """
    return f"{PREFIX}{day.isoformat()}"


def level_of(day: datetime.date) -> str:
    """The level of the puzzle of a day, from easy on Monday to very hard on Sunday.

    >>> level_of(datetime.date(2026, 11, 20))
    'hard'
    """
    return WEEK[day.weekday()]


def chosen(day: datetime.date) -> tuple[str, int]:
    """The name of the shipped puzzle for a day, and the seed of its isomorph.

    >>> chosen(datetime.date(2026, 11, 20))
    ('top95:63', 366596338)
    """
    rng = random.Random(day.isoformat())  # of a text: the same in every process
    bases = _BASES[level_of(day)]
    name = rng.choice([f"{corpus}:{number}" for corpus, numbers in bases.items() for number in numbers])
    return name, rng.randrange(1, 2**31)
