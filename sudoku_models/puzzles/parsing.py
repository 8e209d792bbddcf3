"""Parsing puzzles: the one-line form, integers, drawn grids, candidates, files of many puzzles, and rows of digits."""

import math
import re
import stat
from collections.abc import Iterable, Iterator
from math import isqrt
from numbers import Real
from pathlib import Path
from typing import Any

from ..errors import InputError, ParseError
from . import formats, pencil_marks
from .about import Parsed
from .board import Board
from .drawn import SPACES, before_a, cleaned, height_of_boxes, place, rows_of, shown, usual_board, with_points
from .units import LARGEST_SIZE
from .values import as_tuple, is_integer, short_repr

LARGEST_FILE = 16 * 2**20
"""The largest file that is read, in bytes."""

LONGEST_PUZZLE, MOST_LINES = 100_000, 1_000
"""The characters and lines of one puzzle, with all that is drawn around its cells."""

LONGEST_ROW = LARGEST_SIZE
BLANKS = ("", ".", "_", "?", "*")
"""Strings that stand for a blank cell in rows of digits."""
PLAIN = re.compile(r"[.0-9]+")
CUBES = {64, 729, 4096}
"""The numbers of cells of boards that are also those of the candidates of smaller boards: 4x4x4, 9x9x9, 16x16x16."""


def parse(text: str, board: Board | None = None, first_line: int = 1) -> Parsed:
    """The board, its n*n values, row by row, 0 for blank, and what the text says about the puzzle.

    Args:
        text: The puzzle.
        board: Its board; by default it is inferred from the text.
        first_line: The number of the first line for error messages, when the text comes from the middle of a file.

    Raises:
        InputError: When the text is no string, or the board no board.
        ParseError: When the text is not a puzzle; the message says what is wrong and where.
    """
    if not isinstance(text, str):
        raise InputError(
            f"Puzzle.parse reads a string, not {short_repr(text)}; Puzzle.from_rows reads lists and arrays"
        )
    _check_board(board)
    if not text.strip():
        raise ParseError("the puzzle is empty; write a digit for each given and '.' for each blank cell")
    if plain := _plain_line(text.strip(), board):
        return plain
    if formats.is_variant(text):
        found = formats.read(text)
        own = found.board
        if board not in (None, own):
            raise ParseError(f"the text says that it is on a {own}; read it without another board, such as a {board}")
        return found
    if len(text) > LONGEST_PUZZLE:
        raise ParseError(_too_long(f"{len(text):,} characters"))
    if drawings := [*shown(text)]:
        return _of_drawing(*drawings[0])
    readings: list[Parsed] = []
    wrong: ParseError | None = None
    for each in dict.fromkeys(filter(None, (with_points(text), text))):
        try:
            readings.append(_of_cells(each, board, first_line))
        except ParseError as error:
            wrong = wrong or error
    if wrong and not readings:
        raise wrong
    if readings[0] != readings[-1]:
        one, other = (f"{each.board} with {sum(map(bool, each.values))} givens" for each in readings)
        raise ParseError(f"this may be a {one}, or a {other}; write points for blank cells, and nothing between cells")
    return readings[0]


def _of_drawing(grid: str, board: Board | None) -> Parsed:
    """The puzzle of a drawing by the command `show`."""
    if board is None:
        raise ParseError(
            "a drawing by `show` does not hold all rules and regions of this board; what can be read is written by "
            "`show --format iss` or `show --format fpuzzles`"
        )
    return _of_cells(grid, board, 1)


def _of_cells(text: str, board: Board | None, first_line: int) -> Parsed:
    """The puzzle of a text with its cells and what is drawn around them; see `parse`."""
    text = cleaned(text)
    if candidates := pencil_marks.parse(text, board, lambda at: place(text, at, first_line)):
        return candidates
    tokens = [token for row in rows_of(text) for token in row]
    integers = _are_integers(tokens, board)
    cells = tokens if integers else [(ch, token_at + k) for token, token_at in tokens for k, ch in enumerate(token)]
    for ch, at in cells:
        if not (ch == "." or (ch.isascii() and ch.isalnum())):
            where = place(text, at, first_line)
            raise ParseError(f"unknown character {ch!r} {where}; use digits, letters above 9, '.' for blank")
    board = board or _guess(text, len(cells))
    if len(cells) != len(board.cells):
        raise ParseError(_wrong_length(text, board))
    lower = 0 if integers else before_a("".join(ch for ch, _ in cells), board.size)
    values = tuple(0 if ch in ".0" else int(ch, 10 if integers else 36) - lower for ch, _ in cells)
    for (ch, at), d in zip(cells, values, strict=True):
        if d > board.size:
            where = place(text, at, first_line)
            what = f"the letter {ch!r} {where} stands for {d}" if ch.isalpha() else f"there is a {d} {where}"
            raise ParseError(f"{what}, but the digits of this {board.size}x{board.size} board are 1 to {board.size}")
    return Parsed(board, values)


def _variant_line(original: str, line: str) -> str:
    """The variant of a line, with or without what follows a "#"; empty when it is none."""
    if formats.is_link(original) or formats.is_json(original):
        return original
    return line if formats.is_variant(line) else ""


def parse_many(text: str, board: Board | None = None) -> Iterator[Parsed]:
    """All puzzles of a text: one per line with comments and trailing fields, or grids over several lines.

    A line may be a variant, also JSON or a link. JSON over several lines is one puzzle, as is a file of SadMan Sudoku.

    Raises:
        ParseError: When a line or a grid is not a puzzle; the message names the line.
    """
    is_spread = formats.is_json(text) and not text.lstrip().splitlines()[0].rstrip().endswith("}")
    if is_spread or formats.is_sdk(text):
        yield _parse_at(1, text, board)
        return
    if drawings := [*shown(text)]:
        yield from (_of_drawing(*each) for each in drawings)
        return
    if with_points(text) and ("\n" not in text.strip() or not usual_board(len(text.split()[0]))):
        yield _parse_at(1, text, board)
        return
    original = text.removeprefix("\ufeff").splitlines()
    written = [line.split("#", 1)[0].rstrip() for line in original]
    lines = cleaned("\n".join(written)).splitlines()
    pointed = [with_points(line) for line in lines]
    block: list[str] = []
    start = 0
    for number, line in enumerate(lines, 1):
        ahead = slice(number - 1, number + 2 * LONGEST_ROW)
        if not block and (variant := _variant_line(original[number - 1], written[number - 1])):
            yield _parse_at(number, variant, board)
        elif len(line) > LONGEST_PUZZLE or len(block) == MOST_LINES:
            what = f"{max(len(line), sum(map(len, block))):,} characters"
            raise ParseError(f"the puzzle that starts in line {start if block else number}: {_too_long(what)}")
        elif not line or _is_title(line):
            if _is_part(block) and not line:
                block.append(line)  # an empty line between two bands of a grid
            elif block:
                yield _parse_at(start, "\n".join(block), board)
                block = []
        elif not block and (whole := _one_line(lines[ahead], pointed[ahead], board)):
            yield _parse_at(number, whole, board)
        else:
            start = start if block else number
            block.append(line)
    if block:
        yield _parse_at(start, "\n".join(block), board)


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        InputError: When it cannot be read, is empty, is larger than `LARGEST_FILE`, or is not text. Pipes and devices
            are refused, because opening a pipe without a writer blocks forever.
    """
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode) and not path.is_dir():
            raise InputError(f"{path} is not a regular file; send its text to standard input, and pass '-' instead")
        size = about.st_size
        if size > LARGEST_FILE:
            raise InputError(f"{path} has {size:,} bytes, more than the limit of {LARGEST_FILE:,}; split it")
        with path.open("rb") as file:
            return decode(file.read(LARGEST_FILE + 1), str(path))  # it may have grown since
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"cannot read {str(path)!r}: {error}") from None  # a zero byte in the name


def decode(raw: bytes, where: str) -> str:
    """Decode text; errors refer to it as `where`.

    Raises:
        InputError: When it is empty, too large, or not text.
    """
    if len(raw) > LARGEST_FILE:
        raise InputError(f"{where} has more than {LARGEST_FILE:,} bytes; split it")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{where} is not a text file: byte {error.start} is not UTF-8") from None
    if "\0" in text:
        raise InputError(f"{where} is not a text file: it has a zero byte")
    if not text.strip():
        raise InputError(f"{where} is empty; write one puzzle per line, '.' for blank cells")
    return text


def read_rows(rows: Iterable[Iterable[Any]], board: Board | None = None) -> tuple[Board, tuple[int, ...]]:
    """The board and the digits, row by row, with 0 for a blank cell; see `Puzzle.from_rows`.

    Raises:
        InputError: When the number of rows or columns is wrong, or a value is not a digit.

    >>> board, values = read_rows([[1, 0, 3.0, 0], [0, 0, 2, 0], [None, 1, ".", 0], [2, 0, 0, 0]])
    >>> values
    (1, 0, 3, 0, 0, 0, 2, 0, 0, 1, 0, 0, 2, 0, 0, 0)
    """
    _check_board(board)
    table = [as_tuple(row, f"row {r}") for r, row in enumerate(as_tuple(rows, "the rows of a puzzle"), 1)]
    board = board or Board.of_size(len(table))
    if len(table) != board.size:
        raise InputError(f"a {board} has {board.size} rows, but there are {len(table)}")
    values = []
    for r, row in enumerate(table, 1):
        if len(row) != board.size:
            raise InputError(f"row {r} has {len(row)} cells, but a row of a {board} has {board.size}")
        for c, value in enumerate(row, 1):
            values.append(_value(value, r, c))
    return board, tuple(values)


def _check_board(board: Any) -> None:
    if not (board is None or isinstance(board, Board)):
        raise InputError(f"the board of a puzzle must be a Board, such as Board.of_size(9), not {short_repr(board)}")


def _value(value: Any, row: int, column: int) -> int:
    """A digit, or 0 for a blank cell."""
    if value is None or (isinstance(value, str) and value.strip() in BLANKS):
        return 0
    if is_integer(value) or (isinstance(value, str) and re.fullmatch(r"\s*[0-9]{1,3}\s*", value)):
        return int(value)
    if isinstance(value, Real) and not isinstance(value, bool):
        number = float(value)  # arrays and data frames have 5.0, and NaN for a blank cell
        if math.isnan(number):
            return 0
        if number.is_integer():
            return int(number)
    raise InputError(
        f"row {row}, column {column} holds {short_repr(value)}; write an integer for a digit, and 0, None or '.' for a "
        "blank cell"
    )


def _parse_at(number: int, text: str, board: Board | None) -> Parsed:
    try:
        return parse(text, board, first_line=number)
    except ParseError as error:
        raise ParseError(f"the puzzle that starts in line {number}: {error}") from None


def _too_long(what: str) -> str:
    return f"{what} are no single puzzle; write one puzzle per line, or an empty line between grids"


def _plain_line(line: str, board: Board | None) -> Parsed | None:
    """Fast path for the usual form, digits and points in one line; None for other forms and invalid puzzles."""
    if not PLAIN.fullmatch(line) or not (board := board or usual_board(len(line))) or len(line) != board.size**2:
        return None
    if len(line) in CUBES:
        return None  # which may be candidates
    values = tuple(map(int, line.replace(".", "0")))
    return Parsed(board, values) if max(values) <= board.size else None


def _row(line: str) -> list[int]:
    """The digits of one row, 0 for blank: integers if none exceeds the length of the row, otherwise characters."""
    tokens = line.translate(SPACES).split()
    if all(re.fullmatch(r"\.|[0-9]|[1-9][0-9]{1,2}", token) for token in tokens):
        integers = [0 if token == "." else int(token) for token in tokens]
        if max(integers, default=0) <= len(integers):
            return integers
    return [0 if ch == "." else int(ch, 36) for ch in line if ch == "." or (ch.isascii() and ch.isalnum())]


def _is_title(line: str) -> bool:
    """Whether a line is a heading, such as "Grid 01" or "puzzle,solution", and not a row of letters and digits."""
    words = re.fullmatch(r"\s*[A-Za-z]{2}[A-Za-z\s,:]*[0-9]*\s*:?", line)
    return bool(words) and max(_row(line)) > len(_row(line))


def _is_part(block: list[str]) -> bool:
    """Whether the lines so far are an incomplete grid, which continues after an empty line (between its bands, say)."""
    words = [row for line in block if (row := line.translate(SPACES).split())]
    if len({*map(len, words)}) == 1 and len(words[0]) > 3 and len({len(word) for row in words for word in row}) > 1:
        return len(words) < len(words[0])  # of integers, or of candidates
    lengths = [length for line in block if (length := len(_row(line)))]
    return bool(lengths) and 1 < lengths[0] <= LONGEST_ROW and sum(lengths) < lengths[0] ** 2


def _one_line(lines: list[str], pointed: list[str], board: Board | None) -> str:
    """The puzzle in the first line, without the fields that follow it; empty when the line is part of a grid.

    Args:
        lines: The line, and some of those that follow.
        pointed: What `with_points` makes of each.
        board: The board, if it is known.
    """
    if " " not in lines[0] and pointed[0]:
        lines = [points or line for points, line in zip(pointed, lines, strict=True)]
    field = re.split(r"[\s,;|]+", lines[0].strip())[0]
    tokens = re.sub("[,;]", " ", lines[0]).split()
    if (
        len(field) >= 16
        and len(lines[0].translate(SPACES).split()) != len(field)
        and re.fullmatch(r"[.0-9A-Za-z]+", field)
    ):
        whole, cells = lines[0][: lines[0].index(field) + len(field)], len(field)
    elif all(re.fullmatch(r"\.|[0-9]{1,3}|[A-Za-z]", token) for token in tokens):
        whole, cells = lines[0], len(tokens)
        if not (cells == len(board.cells) if board else usual_board(cells)):
            return ""
    else:
        return ""
    return "" if _is_row(lines, cells, board) else whole


def _is_row(lines: list[str], cells: int, board: Board | None) -> bool:
    """Whether a line of, say, 16 cells is the first row of a 16x16 grid and not a 4x4 puzzle.

    It is when it starts a square of lines, and more than one of them has a digit that is too large for the small board
    (a single one is taken for a typing error).
    """
    if pencil_marks.starts_rows(lines, cells):
        return True
    if board:
        return cells == board.size
    if cells > LONGEST_ROW:
        return False
    rows = [row for line in lines if (row := _row(line))][:cells]
    return [len(row) for row in rows] == [cells] * cells and sum(max(row) > isqrt(cells) for row in rows) > 1


def _are_integers(tokens: list[tuple[str, int]], board: Board | None) -> bool:
    """Whether each token is one cell: their number is that of a board's cells, and some have two digits."""
    fits = len(tokens) == len(board.cells) if board else usual_board(len(tokens)) is not None
    return fits and any(len(t) > 1 for t, _ in tokens) and all(re.fullmatch(r"\.|[0-9]{1,3}", t) for t, _ in tokens)


def _guess(text: str, cells: int) -> Board:
    board = usual_board(cells)
    if board is None:
        raise ParseError(_wrong_length(text))
    height = height_of_boxes(text, board.size)
    return Board.with_boxes(height, board.size // height) if height else board


def _size_near(cells: int) -> str:
    """What is wrong with a number of cells, by the board that has nearly as many.

    >>> _size_near(80)
    'there are 80 cells; a 9x9 board has 81: 1 is missing'
    """
    n = max(round(math.sqrt(cells)), 4)
    if n * n == cells:
        return (
            f"there are {cells} cells, as on a {n}x{n} board, which has no usual boxes; say which board it is, such as "
            f"Board.latin({n}), or --board latin:{n} of a command; or write a symbol for the region of each cell below"
        )
    off = abs(n * n - cells)
    which = f"{off} {'is' if off == 1 else 'are'} {'missing' if cells < n * n else 'too many'}"
    return f"there are {cells} cells; a {n}x{n} board has {n * n}: {which}"


def _wrong_length(text: str, board: Board | None = None) -> str:
    lengths = [length for line in text.splitlines() if (length := len(_row(line)))]
    cells = sum(lengths)
    message = f"there are {cells} cells, but a {board} has {len(board.cells)}" if board else _size_near(cells)
    usual = max(set(lengths), key=lengths.count) if len(lengths) > 2 else 0
    odd = [k for k, length in enumerate(lengths, 1) if length != usual] if usual else []
    if board is None and any(abs(cells - n**3) <= n for n in (4, 6, 8, 9, 16)):
        message += "; its candidates are 64 (4x4), 216 (6x6), 512 (8x8), 729 (9x9) or 4096 (16x16) characters"
    if odd:
        message += f"; row {odd[0]} has {lengths[odd[0] - 1]} cells where the others have {usual}"
    return message
