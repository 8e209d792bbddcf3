"""Text to puzzles: the one-line form, integers, grids as people paste them, and files of many puzzles."""

import re
from collections.abc import Iterator
from pathlib import Path

from .board import Board
from .errors import InputError, ParseError

__all__ = ["LARGEST_FILE", "parse", "parse_many", "read_text"]

LARGEST_FILE = 16 * 2**20
"""Bytes; a larger file is not read."""

BLANK = ".0"
DRAWING = set("|+-=_[],;:!\ufeff") | {chr(c) for c in range(0x2500, 0x2580)}
SIZES = "16 (4x4), 36 (6x6), 81 (9x9), 144 (12x12), 256 (16x16), 625 (25x25) or 1296 (36x36)"


def parse(text: str, board: Board | None = None) -> tuple[Board, tuple[int, ...]]:
    """The board and its n*n values, row by row, 0 for blank.

    Raises:
        ParseError: With what is wrong, and where.
    """
    if not text.strip():
        raise ParseError("the puzzle is empty; write a digit for each given and '.' for each blank cell")
    plain = "".join(" " if ch in DRAWING else ch for ch in text)
    tokens = [(m.group(), m.start()) for m in re.finditer(r"\S+", plain)]
    if _are_integers(tokens, board):
        board = board or _guess(text, len(tokens))
        return board, tuple(_integer(token, _place(text, at), board) for token, at in tokens)
    cells = [(ch, token_at + k) for token, token_at in tokens for k, ch in enumerate(token)]
    for ch, at in cells:
        if not (ch == "." or (ch.isascii() and ch.isalnum())):
            raise ParseError(f"unknown character {ch!r} {_place(text, at)}; use digits, letters above 9, '.' for blank")
    board = board or _guess(text, len(cells))
    _check_length(board, len(cells))
    return board, tuple(_character(ch, _place(text, at), board) for ch, at in cells)


def parse_many(text: str, board: Board | None = None) -> Iterator[tuple[Board, tuple[int, ...]]]:
    """Every puzzle of a text: one a line with comments and trailing fields, or grids over several lines.

    Raises:
        ParseError: When a line or a grid is not a puzzle; the message names the line.
    """
    block: list[str] = []
    start = 0

    def finish() -> Iterator[tuple[Board, tuple[int, ...]]]:
        if block:
            try:
                yield parse("\n".join(block), board)
            except ParseError as error:
                raise ParseError(f"the puzzle that starts in line {start}: {error}") from None
            block.clear()

    for number, raw in enumerate(text.splitlines(), 1):
        content = raw.split("#", 1)[0].rstrip()
        if not content.strip():
            if not _is_part(block):
                yield from finish()
            continue
        if not block and (puzzle := _one_line(content, board)):
            yield puzzle
            continue
        if re.fullmatch(r"\s*[A-Za-z]+\s*\d*\s*:?\s*", content) and not re.fullmatch(r"\s*[A-Z]+\s*", content):
            yield from finish()  # a title such as "Grid 01"
            continue
        start = start if block else number
        block.append(content)
    yield from finish()


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        InputError: When it cannot be read, is empty, is larger than `LARGEST_FILE`, or is not text.
    """
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise InputError(f"{path} has {size:,} bytes; files of up to {LARGEST_FILE:,} are read, so split it")
        return decode(path.read_bytes(), str(path))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None


def decode(raw: bytes, where: str) -> str:
    """Bytes to text; `where` is named in the error.

    Raises:
        InputError: When there is nothing in it, it is too large, or it is not text.
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
        raise InputError(f"{where} is empty; write one puzzle a line, '.' for blank cells")
    return text


def _is_part(block: list[str]) -> bool:
    """Whether the lines so far are a grid that goes on after an empty line (between its bands, say)."""
    cells = sum(ch.isalnum() or ch == "." for line in block for ch in line)
    width = sum(ch.isalnum() or ch == "." for ch in block[0]) if block else 0
    return bool(block) and 1 < width <= 36 and cells < width * width


def _one_line(content: str, board: Board | None) -> tuple[Board, tuple[int, ...]] | None:
    """The puzzle in a line of its own, whatever fields follow it; None when the line is part of a grid."""
    fields = re.split(r"[\s,;|]+", content.strip())
    if len(fields[0]) >= 16 and re.fullmatch(r"[.0-9A-Za-z]+", fields[0]):
        if board is None and not _board_of(len(fields[0])):
            raise ParseError(_wrong_length(len(fields[0])))
        return parse(fields[0], board)
    tokens = content.split()
    if len(tokens) >= 16 and (board or _board_of(len(tokens))) and _are_integers([(t, 0) for t in tokens], board):
        return parse(content, board)
    return None


def _are_integers(tokens: list[tuple[str, int]], board: Board | None) -> bool:
    """Whether each token is one cell: there are as many as a board has cells, and some have two digits."""
    fits = len(tokens) == len(board.cells) if board else _board_of(len(tokens)) is not None
    return fits and any(len(t) > 1 for t, _ in tokens) and all(re.fullmatch(r"\.|\d{1,3}", t) for t, _ in tokens)


def _board_of(cells: int) -> Board | None:
    n = round(cells**0.5)
    try:
        return Board.of_size(n) if n * n == cells else None
    except InputError:
        return None


def _guess(text: str, cells: int) -> Board:
    board = _board_of(cells)
    if board is None:
        raise ParseError(_wrong_length(cells, text))
    height = _drawn_height(text, board.size)
    return Board.with_boxes(height, board.size // height) if height else board


def _drawn_height(text: str, n: int) -> int:
    """How many rows lie between the drawn rules, when they are the same everywhere; otherwise 0."""
    groups, rows = [], 0
    for row in text.splitlines():
        if any(ch not in DRAWING and not ch.isspace() for ch in row):
            rows += 1
        elif row.strip() and rows:
            groups.append(rows)
            rows = 0
    groups += [rows] if rows else []
    return groups[0] if len(set(groups)) == 1 and 1 < groups[0] < n and sum(groups) == n else 0


def _check_length(board: Board, cells: int) -> None:
    if cells != len(board.cells):
        raise ParseError(f"there are {cells} cells, but a {board} has {len(board.cells)}")


def _wrong_length(cells: int, text: str = "") -> str:
    message = f"there are {cells} cells; a puzzle has {SIZES}"
    rows = [re.sub(r"[^.0-9A-Za-z]", "", line) for line in text.splitlines()]
    lengths = [len(row) for row in rows if row]
    usual = max(set(lengths), key=lengths.count) if len(lengths) > 2 else 0
    odd = [k for k, length in enumerate(lengths, 1) if length != usual] if usual else []
    if odd:
        message += f"; row {odd[0]} has {lengths[odd[0] - 1]} cells where the others have {usual}"
    return message


def _place(text: str, at: int) -> str:
    before = text[:at]
    return f"(line {before.count(chr(10)) + 1}, column {at - before.rfind(chr(10))})"


def _character(ch: str, place: str, board: Board) -> int:
    if ch in BLANK:
        return 0
    d = int(ch, 36)
    if d > board.size:
        what = f"the letter {ch!r} {place} stands for {d}" if ch.isalpha() else f"there is a {d} {place}"
        raise ParseError(f"{what}, but the digits of this {board.size}x{board.size} board are 1 to {board.size}")
    return d


def _integer(token: str, place: str, board: Board) -> int:
    d = 0 if token == "." else int(token)
    if d > board.size:
        raise ParseError(f"there is a {d} {place}, but the digits of this {board.size}x{board.size} board are 1 to {board.size}")
    return d
