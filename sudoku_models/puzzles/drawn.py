"""Drawn grids: which lines of a text are borders, and which characters stand for blank cells."""

import re
from functools import cache
from math import isqrt

from ..errors import InputError
from .board import Board
from .units import LARGEST_SIZE

DRAWING = set("|+-=_[],;:!\ufeff") | {chr(c) for c in range(0x2500, 0x2580)}
SPACES = dict.fromkeys(map(ord, DRAWING), " ")
BLANKS = str.maketrans("?*_", "...")
"""Other characters for blank cells. An x is a digit."""
BORDER = re.compile(r"(?=.*([-=_~\u2500-\u257f])\1)[-|+=_~:.*'`,!/\\\s\u2500-\u257f]+")
"""A border has a piece of a line, and at its corners what programs draw there: `.-----.`, `*-----*`, `'-----'`."""
UNDERSCORES = re.compile(r"[_|!:\u2502\u2503\u2551\s]*_[_|!:\u2502\u2503\u2551\s]*")


def cleaned(text: str) -> str:
    r"""A text of the same length, in which borders are lines of hyphens, and each blank cell is a point.

    A line of underscores is a row of blank cells when another row has as many cells, or there is no other.

    >>> cleaned(".--.\n|1_|\n'--'")
    '----\n|1.|\n----'
    """
    lines = text.splitlines(keepends=True)
    others = [line for line in lines if not BORDER.fullmatch(line) and not UNDERSCORES.fullmatch(line)]
    sizes = {len(re.findall(cell, line)) for line in others for cell in (r"[\w.?*]", r"[\w.?*]+")}

    def is_row(line: str) -> bool:
        if UNDERSCORES.fullmatch(line):
            return line.count("_") in sizes or sizes <= {0}
        return not BORDER.fullmatch(line)

    return "".join(line.translate(BLANKS) if is_row(line) else re.sub(r"\S", "-", line) for line in lines)


def rows_of(text: str) -> list[list[tuple[str, int]]]:
    """The words between drawn lines and spaces, each with its place in the text, for each line that has any.

    >>> rows_of("| 12 3 |")
    [[('12', 2), ('3', 5)]]
    """
    rows, at = [], 0
    for line in text.splitlines(keepends=True):
        rows.append([(found[0], at + found.start()) for found in re.finditer(r"\S+", line.translate(SPACES))])
        at += len(line)
    return [row for row in rows if row]


def before_a(symbols: str, n: int) -> int:
    """9 where the letter A stands for 1, because there are only letters, which fit the board only so; otherwise 0.

    >>> before_a("A.P", 16), before_a("A.G", 16), before_a("1.P", 16)
    (9, 0, 0)
    """
    values = [int(ch, 36) for ch in symbols if ch not in ".0" and ch.isascii() and ch.isalnum()]
    return 9 if values and min(values) > 9 and n < max(values) <= n + 9 else 0


@cache
def usual_board(cells: int) -> Board | None:
    """The usual board with so many cells, if there is one."""
    n = isqrt(cells)
    try:
        return Board.of_size(n) if n * n == cells and n <= LARGEST_SIZE else None
    except InputError:
        return None


def height_of_boxes(text: str, n: int) -> int:
    """The number of rows between drawn lines, when it is the same everywhere; otherwise 0."""
    groups, rows = [], 0
    for row in text.splitlines():
        if any(ch not in DRAWING and not ch.isspace() for ch in row):
            rows += 1
        elif row.strip() and rows:
            groups.append(rows)
            rows = 0
    groups += [rows] if rows else []
    return groups[0] if len(set(groups)) == 1 and 1 < groups[0] < n and sum(groups) == n else 0


def place(text: str, at: int, first_line: int) -> str:
    """The line and the column of a character."""
    before = text[:at]
    return f"(line {before.count(chr(10)) + first_line}, column {at - before.rfind(chr(10))})"
