"""Save a game with its undo history as JSON, and load it. Every value that is loaded is checked."""

import json
from typing import Any

from ..errors import InputError
from ..puzzles.board import Board, Cell, Unit
from ..puzzles.puzzle import Puzzle
from ..puzzles.rules import as_record, from_record
from .clock import Clock
from .game import Game
from .squares import COLORS, Change, Square

__all__ = ["LARGEST_BOARD", "game_from", "text_and_left_out", "text_of"]

FORMAT, VERSION, READ = "sudoku_models game", 3, (1, 2, 3)
"""The version that is written, and those that are read. The older ones have corner marks only, and no clock."""
LARGEST_BOARD = 36
"""The largest board size; a saved game on a larger board is refused."""
MOST_UNITS = MOST_RULES = 1_000
LARGEST_GAME, MOST_MOVES = 2 * 2**20, 20_000
LONGEST_TIME = 1e7
"""The largest time of a saved game in seconds."""
"""The limits of a saved game in characters and moves, because the board is blocked while it is loaded."""


def text_of(game: Game) -> str:
    """The game as JSON, without the oldest moves if the history is too long to be loaded again.

    Raises:
        InputError: When the board has a rule of a class of the user's own.

    >>> game = Game(Puzzle.parse("12.. 3412 2143 432."))
    >>> game.put((1, 3), 3)
    >>> game_from(text_of(game)).position.line()
    '123.34122143432.'
    """
    return text_and_left_out(game)[0]


def text_and_left_out(game: Game, most_moves: int | None = None) -> tuple[str, int]:
    """The game as JSON, and the number of moves left out so that it can be loaded again.

    Args:
        game: The game.
        most_moves: The largest number of moves to save; `MOST_MOVES` by default.
    """
    most_moves = MOST_MOVES if most_moves is None else most_moves
    first = Game(game.puzzle)
    first.squares, first.moves, first.done = dict(game.squares), game.moves, game.done
    while first.can_undo:
        first.undo()
    moves = [
        {"what": move.what, "cells": [[*i, _plain(move.before[i]), _plain(move.after[i])] for i in move.after]}
        for move in game.moves
    ]
    plain = {
        "format": FORMAT,
        "version": VERSION,
        "name": game.name[:200],
        "seconds": round(game.clock.seconds, 1),
        "hints": game.hints,
        "board": _plain_board(game.board),
        "start": [],
        "moves": [],
        "done": 0,
    }
    sizes = [len(_dumped(move)) + 1 for move in moves]
    n = game.board.size
    start = n * n * (3 * (3 * n + 2) + 40)  # the largest start position
    available = LARGEST_GAME - len(_dumped(plain)) - start - 9
    total, end = sum(sizes), len(moves)
    while end > first.done and (total > available or end - first.done > most_moves):
        if first.done < game.done:
            total -= sizes[first.done]
            first.redo()
        else:  # no move is left to undo: drop undone moves, the last one first
            end -= 1
            total -= sizes[end]
    plain["start"] = [_plain(square) for square in first.squares.values()]
    plain["moves"], plain["done"] = moves[first.done : end], game.done - first.done
    return _dumped(plain), len(moves) - (end - first.done)


def game_from(text: str) -> Game:
    """Load a game from the text that `text_of` returned.

    Raises:
        InputError: When the text is not a saved game, or is damaged; the message names the error.
    """
    if len(text) > LARGEST_GAME:
        raise InputError(f"the saved game has {len(text):,} characters; up to {LARGEST_GAME:,} are read")
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("this is not a saved game: it is not JSON, or its end is missing") from None
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise InputError("this is not a saved game: it has no format field")
    if plain.get("version") not in READ:
        version = plain.get("version")
        raise InputError(f"this game was saved in version {version!r}; this program reads versions 1 to {VERSION}")
    try:
        return _game(plain)
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise InputError(f"the saved game is damaged ({type(error).__name__}: {error})") from None


def _game(plain: dict[str, Any]) -> Game:
    board = _board(plain["board"])
    start = [_square(each, board) for each in plain["start"]]
    game = Game(Puzzle(board, tuple(square.digit for square in start), str(plain["name"])[:200]))
    game.squares = dict(zip(board.cells, start, strict=True))
    game.clock = Clock(float(_number(plain, "seconds", LONGEST_TIME)))
    game.hints = int(_number(plain, "hints", 1e6))
    if len(plain["moves"]) > MOST_MOVES:
        raise InputError(f"the saved game has {len(plain['moves']):,} moves; up to {MOST_MOVES:,} are read")
    for number, move in enumerate(plain["moves"], 1):
        before, after = {}, {}
        for row, column, one, other in move["cells"]:
            cell = _cell(row, column, board)
            before[cell], after[cell] = _square(one, board), _square(other, board)
        if any(game.squares[i] != square for i, square in before.items()):
            raise InputError(f"the saved game is damaged: move {number} does not follow from the one before")
        game.moves.append(Change(str(move["what"])[:40], before, after))
        game.redo()
    if plain["done"] not in range(len(game.moves) + 1):
        raise InputError(f"the saved game is damaged: {plain['done']!r} of {len(game.moves)} moves are in force")
    while game.done > plain["done"]:
        game.undo()
    return game


def _number(plain: dict[str, Any], name: str, largest: float) -> float:
    """A number from 0 to `largest`; 0 where it is missing, as in older versions."""
    number = plain.get(name, 0)
    if type(number) not in (int, float) or not 0 <= number <= largest:
        raise InputError(f"the saved game is damaged: {name} is a number from 0 to {largest:,.0f}")
    return float(number)


def _dumped(plain: Any) -> str:
    return json.dumps(plain, separators=(",", ":"))


def _plain(square: Square) -> Any:
    """A square as plain data: its digit, negative for a given; with its marks, colours and so on, if any."""
    digit = -square.digit if square.given else square.digit
    sets = [sorted(found) for found in square[2:]]
    while sets and not sets[-1]:
        sets.pop()
    return [digit, *sets] if sets else digit


def _square(plain: Any, board: Board) -> Square:
    """The square of plain data; in the older versions, its marks follow its digit one by one."""
    digit, *sets = plain if isinstance(plain, list) else [plain]
    if sets and not any(isinstance(found, list) for found in sets):
        sets = [sets]
    numbers = [number for found in sets for number in found]
    if not all(type(d) is int for d in (digit, *numbers)) or abs(digit) > board.size:
        raise InputError(f"the saved game is damaged: {plain!r} is not what a cell of a {board} shows")
    marks, centres, colors, removed = (frozenset(found) for found in (*sets, *[()] * (4 - len(sets))))
    if not marks | centres | removed <= {*board.digits} or not colors <= {*COLORS}:
        raise InputError(f"the saved game is damaged: {sets} are no marks and colours of a {board}")
    return Square(abs(digit), digit < 0, marks, centres, colors, removed)


def _cell(row: Any, column: Any, board: Board) -> Cell:
    if row not in board.digits or column not in board.digits:
        raise InputError(f"the saved game is damaged: there is no cell ({row}, {column}) on a {board}")
    return row, column


def _plain_board(board: Board) -> dict[str, Any]:
    if board.box and board == Board.with_boxes(*board.box):
        return {"boxes": list(board.box)}
    units = [[unit.name, [list(cell) for cell in unit.cells]] for unit in board.plain.units]
    plain = {"size": board.size, "units": units, "boxes": list(board.box) if board.box else None}
    return plain | ({"rules": [*map(as_record, board.rules)]} if board.rules else {})


def _board(plain: dict[str, Any]) -> Board:
    boxes = plain.get("boxes")
    rows, columns = boxes or (1, plain["size"])
    n = plain.get("size", rows * columns)
    if not all(type(k) is int and k > 0 for k in (rows, columns, n)) or n > LARGEST_BOARD:
        raise InputError(f"the saved game is damaged: a board has up to {LARGEST_BOARD} digits, not {n}")
    if "units" not in plain:
        return Board.with_boxes(rows, columns)
    empty = Board(n, ())
    if len(plain["units"]) > MOST_UNITS:
        raise InputError(f"the saved game is damaged: {len(plain['units'])} units are too many")
    units = []
    for name, cells in plain["units"]:
        found = tuple(_cell(r, c, empty) for r, c in cells)
        if len(set(found)) < len(found) or len(found) > n:
            raise InputError(f"the saved game is damaged: {str(name)[:40]!r} has a cell twice, or too many")
        units.append(Unit(str(name)[:60], found))
    records = plain.get("rules", [])
    if len(records) > MOST_RULES:
        raise InputError(f"the saved game is damaged: {len(records)} rules are too many")
    return Board(n, tuple(units), (rows, columns) if boxes else None, tuple(map(from_record, records)))
