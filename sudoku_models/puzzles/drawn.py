"""Drawn grids: which lines of a text are borders, and which characters stand for blank cells."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from math import isqrt

from ..errors import InputError
from .board import Board
from .units import LARGEST_SIZE

DRAWING = set("|+-=_[],;:!\ufeff") | {chr(c) for c in range(0x2500, 0x2580)}
SPACES = dict.fromkeys(map(ord, DRAWING), " ")
BLANKS = str.maketrans("?*_", "...")
"""Other characters for blank cells. An x is a digit."""
SEPARATORS, SIGNS = ",;\t", "-_*?xX "
"""What separates the fields of a table, and the signs that may stand for blank cells where there are no others."""
LONGEST_TABLE = 20_000
"""The most characters of a text in which these are looked for."""
SHOWN = re.compile(r"(?:.*: )?(([0-9]{1,2})x\2 board.*), [0-9]+ givens?(?:;.*)?")
"""The line below the drawing of a puzzle by the command `show`: its board in words, and its givens."""
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


def with_points(text: str) -> str:
    r"""A text with points for the blank cells, in which they are empty fields of a table, or one sign beside digits.

    Empty where the text has other characters, or not the cells of a usual board, in one line or in its rows.

    >>> with_points("1-3-\n--2-\n-1--\n2---"), with_points("1 3 \n  2\n 1\n2"), with_points("1,,3,\n,,2,\n,1,,\n2,,,")
    ('1.3.\n..2.\n.1..\n2...', '1.3.\n..2.\n.1..\n2...', '1 . 3 .\n. . 2 .\n. 1 . .\n2 . . .')
    """
    lines = text.strip("\r\n").splitlines() if len(text) <= LONGEST_TABLE else []
    for sign in filter(text.__contains__, SEPARATORS):
        table = [[field.strip() for field in line.split(sign)] for line in lines]
        fields = {field for row in table for field in row}
        if "" in fields and all(re.fullmatch(r"\.|[0-9]{0,2}", field) for field in fields) and _is_square(table):
            return "\n".join(" ".join(field or "." for field in row) for row in table)
    signs = {*"".join(lines)} - {*"123456789 "} or {" "}
    sign = signs.pop()
    if signs or sign not in SIGNS or not re.search("[1-9]", text):
        return ""
    if sign == " " and "" in lines:
        return ""
    wide = max(map(len, lines), default=0)  # the spaces at the end of a line may be gone
    rows = [line.ljust(wide) if sign == " " else "".join(line.split()) for line in lines]
    return "\n".join(rows).replace(sign, ".") if _is_square(rows) else ""


def shown(text: str) -> Iterator[tuple[str, Board | None]]:
    r"""The grids that the command `show` has drawn, each with its board; None for a board that is not all in the grid.

    >>> [(grid, str(board)) for grid, board in shown("| 1 |\n+---+\nmine: 4x4 board with rows and columns, 1 givens")]
    [('| 1 |\n+---+', '4x4 board with rows and columns')]
    """
    lines: list[str] = []
    for line in text.splitlines():
        if found := SHOWN.fullmatch(line):
            n = int(found[2])
            boards = (Board.with_boxes(k, n // k) for k in range(1, n + 1) if n % k == 0)
            yield "\n".join(lines), next((each for each in (*boards, Board.latin(n)) if str(each) == found[1]), None)
            lines = []
        elif line.startswith(("+", "|")):
            lines.append(line)


def _is_square(rows: Sequence[Sequence[str]]) -> bool:
    """Whether these are the rows of a usual board, or one row with all of its cells."""
    cells = sum(map(len, rows))
    return len({*map(len, rows)}) == 1 and len(rows) in (1, isqrt(cells)) and usual_board(cells) is not None


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
