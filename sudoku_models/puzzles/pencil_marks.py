"""Candidates of all cells in a text: n characters for each cell, or a drawn grid with the digits of each cell.

A cell with one candidate is a given. The others are restricted by the rule `OneOf`.
"""

import re
from collections.abc import Callable, Iterable
from math import isqrt

from ..errors import ParseError
from .about import Parsed
from .board import Board
from .drawn import rows_of, usual_board
from .rules.one_of import restricted
from .rules.rule import coordinates

Marks = list[tuple[str, int]]
"""The candidates of each cell as they are written, and their places in the text."""
Place = Callable[[int], str]
BLANK = ".0"
MOST_BLANK = 4
"""A text that may be a board is taken for one if no candidate is in one of so many cells, or more."""


def parse(text: str, board: Board | None, place: Place) -> Parsed | None:
    """The puzzle of a text with the candidates of all cells; None when it has other cells.

    Args:
        text: The text, cleaned.
        board: Its board, if it is known.
        place: Names a place of the text.

    Raises:
        ParseError: When one of the candidates is none, or the text could also be a board.
    """
    if not (rows := rows_of(text)):
        return None
    marks = [mark for row in rows for mark in row]
    solid = "".join(word for word, _ in marks)
    n = board.size if board else round(len(solid) ** (1 / 3))
    is_solid = all(len(word) % n == 0 for word, _ in marks) or max(map(len, rows)) == 1
    if n**3 == len(solid) and is_solid and usual_board(n * n):
        places = [at + k for word, at in marks for k in range(len(word))]
        cells = [(solid[k : k + n], places[k]) for k in range(0, n**3, n)]
        return _of_characters(rows, cells, board, place)
    n = board.size if board else _size_of_drawn(rows)
    is_whole = len(marks) == n * n and len(rows) in (1, n)
    if max((len(word) for word, _ in marks), default=0) == 1 or not usual_board(n * n) or _are_integers(marks, n):
        return None
    if not is_whole and not (abs(len(rows) - n) <= 1 and [len(row) for row in rows].count(n) > len(rows) / 2):
        return None
    if not is_whole:
        raise ParseError(_wrong_number(rows, n))
    fault = next(filter(None, (_fault(word, at, n, place) for word, at in marks)), "")
    if fault and len(rows) == 1:
        return None
    if fault:
        raise ParseError(fault)
    if len(rows) == 1 and (large := usual_board(len(solid))) and not board:
        raise ParseError(_two_readings(n, large.size, ""))
    return _parsed(board or usual_board(n * n), [{int(ch, 36) for ch in word} for word, _ in marks])


def starts_rows(lines: Iterable[str], length: int) -> bool:
    """Whether lines of so many characters begin with the candidates of a board, one of its rows a line."""
    n = isqrt(length)
    rows = [line.strip() for _, line in zip(range(n), lines, strict=False)]
    return (
        n > 1
        and n * n == length == len(rows[-1])
        and len(rows) == n
        and all(not _wrong(row[k : k + n], n) for row in rows for k in range(0, len(row), n))
    )


def _parsed(board: Board | None, candidates: list[set[int]]) -> Parsed:
    assert board
    values = tuple(min(digits) if len(digits) == 1 else 0 for digits in candidates)
    several = {i: digits for i, digits in zip(board.cells, candidates, strict=True) if len(digits) > 1}
    return Parsed(board.with_rules(*restricted(several, board.size)), values)


# -- n characters for each cell ---------------------------------------------------------------------------------------


def _of_characters(rows: list[Marks], cells: Marks, board: Board | None, place: Place) -> Parsed | None:
    """The candidates of a text with n characters a cell; None when it is a board.

    Where all cells have candidates at their places, the text as a board would have a digit twice in a column.
    """
    n = len(cells[0][0])
    large = None if board else usual_board(n**3)
    if large and [sum(len(word) for word, _ in row) for row in rows] == [large.size] * large.size:
        return None
    digits = [
        [0 if ch in BLANK else int(ch, 36) if ch.isascii() and ch.isalnum() else n + 1 for ch in c] for c, _ in cells
    ]
    if max(map(max, digits)) > n or MOST_BLANK * sum(not any(each) for each in digits) > n * n:
        return None
    for k, (word, at) in enumerate(cells):
        cell = coordinates((k // n + 1, k % n + 1))
        if wrong := _wrong(word, n):
            ch, j = wrong
            fault = (
                f"{ch!r} {place(at + j)} is where the candidate {j + 1} of {cell} stands, or a point"
                if ch
                else f"{cell} {place(at)} has no candidate"
            )
            raise ParseError(
                _two_readings(n, large.size, fault) if large else f"of these candidates, {n} for each cell, {fault}"
            )
    return _parsed(board or usual_board(n * n), [{*filter(None, each)} for each in digits])


def _wrong(word: str, n: int) -> tuple[str, int] | None:
    """The first character of a cell that is not its candidate, and its number; "" when there is no candidate."""
    for j, ch in enumerate(word):
        if ch not in BLANK and not (ch.isascii() and ch.isalnum() and int(ch, 36) == j + 1):
            return ch, j
    return ("", 0) if len(word) != n or not word.strip(BLANK) else None


def _two_readings(n: int, large: int, fault: str) -> str:
    small, great = f"{n}x{n}", f"{large}x{large}"
    where = f", where {fault}" if fault else ""
    return (
        f"this may be the candidates of a {small} board{where}; or a {great} board. To say which one is meant, give "
        f"the board, {small} or {great}; or write {large} lines of {large} cells for the {great} board, {n} lines of "
        f"{n} words for candidates, such as 12 34 for two cells"
    )


# -- a word for each cell ---------------------------------------------------------------------------------------------


def _size_of_drawn(rows: list[Marks]) -> int:
    """The number of cells in most rows; when there is one row, in each row of the board."""
    if len(rows) == 1:
        return isqrt(len(rows[0]))
    lengths = [len(row) for row in rows]
    return max(set(lengths), key=lengths.count, default=0)


def _are_integers(marks: Marks, n: int) -> bool:
    """Whether the words are the integers of a board with more than nine digits."""
    if n <= 9 or not all(re.fullmatch(r"\.|[0-9]{1,3}", word) for word, _ in marks):
        return False
    return any(word in BLANK or "0" in word or len({*word}) < len(word) for word, _ in marks) or all(
        int(word) <= n for word, _ in marks
    )


def _fault(word: str, at: int, n: int, place: Place) -> str:
    """What is wrong with the candidates of a cell; empty when nothing is."""
    if word in BLANK:
        return f"the cell {place(at)} is blank, but other cells have candidates; write all digits that it may hold"
    for k, ch in enumerate(word):
        if not (ch.isascii() and ch.isalnum() and 1 <= int(ch, 36) <= n):
            return f"the candidates {word!r} {place(at)} have {ch!r}, but the digits of this {n}x{n} board are 1 to {n}"
        if ch in word[:k]:
            return f"the candidates {word!r} {place(at)} have {ch} twice"
    return ""


def _wrong_number(rows: list[Marks], n: int) -> str:
    cells = f"there are the candidates of {sum(map(len, rows))} cells, but a {n}x{n} board has {n * n}"
    odd = next((k for k, row in enumerate(rows, 1) if len(row) != n), 0)
    return f"{cells}; row {odd} has {len(rows[odd - 1])} cells where the others have {n}" if odd else cells
