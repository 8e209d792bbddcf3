"""Save a game with its undo history as JSON, and load it. Every value that is loaded is checked."""

import json
from typing import Any

from ..errors import InputError
from ..puzzles.about import LONGEST, NOTHING, About
from ..puzzles.board import Board
from ..puzzles.drawing.elements import as_data, beside, from_data
from ..puzzles.puzzle import Puzzle
from ..puzzles.rules import CellRule, as_record, from_record
from ..puzzles.units import Cell, Unit
from ..puzzles.values import short_repr
from .game import Clock, Game
from .messages import readable
from .position import COLORS, Move, Square

FORMAT, VERSION = "sudoku_models game", 3
LARGEST_BOARD = 36
"""The largest board size; a saved game on a larger board is refused."""
MOST_UNITS = MOST_RULES = 1_000
MOST_RULE_CELLS = 20_000
"""The most cells of all rules of a board together; a board of 36 digits with 15 rules on each cell has them."""
MOST_ELEMENTS, MOST_BESIDE = 2_000, 2
"""The most elements of a drawing besides the rules, and how many cells beside the board they take."""
LARGEST_GAME, MOST_MOVES = 2 * 2**20, 20_000
"""The limits of a saved game in characters and moves, because the board is blocked while it is loaded."""
LONGEST_TIME = 1e7
"""The largest time of a saved game in seconds."""


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


def text_and_left_out(game: Game, most_moves: int = MOST_MOVES) -> tuple[str, int]:
    """The game as JSON, and the number of moves left out so that it can be loaded again.

    Args:
        game: The game.
        most_moves: The largest number of moves to save.
    """
    kept = min(len(game.moves), most_moves)
    while len(text := _text(game, kept)) > LARGEST_GAME and kept:
        kept //= 2
    return text, len(game.moves) - kept


def _text(game: Game, kept: int) -> str:
    """The game as JSON with some of its moves: the last ones that are not undone, then the first that are."""
    done = min(game.done, kept)
    first = game.done - done
    start = dict(game.squares)
    for move in reversed(game.moves[first : game.done]):
        start.update(move.before)
    moves = game.moves[first : first + kept]
    plain = {
        "format": FORMAT,
        "version": VERSION,
        "name": game.name[:200],
        **({"about": _plain_about(game.about)} if any(game.about) else {}),
        "seconds": round(game.clock.seconds, 1),
        "hints": game.hints,
        "level": game.level,
        "board": _plain_board(game.board),
        "start": [_plain(square) for square in start.values()],
        "moves": [
            {"what": move.what, "cells": [[*i, _plain(move.before[i]), _plain(move.after[i])] for i in move.after]}
            for move in moves
        ],
        "done": done,
    }
    return json.dumps(plain, separators=(",", ":"))


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
    if (version := plain.get("version")) != VERSION:
        raise InputError(
            f"this game was saved in version {short_repr(version)} of the format; this program reads version {VERSION}"
        )
    try:
        return _game(plain)
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError):
        raise InputError("the saved game is damaged: a part of it is missing, or is not what it should be") from None


def _game(plain: dict[str, Any]) -> Game:
    board = _board(plain["board"])
    start = [_square(each, board) for each in _at_most(len(board.cells), plain["start"], "cells")]
    name, about = _text_within(plain["name"], 200), _about(plain.get("about"), board)
    game = Game(Puzzle(board, tuple(square.digit for square in start), name, about))
    game.squares = dict(zip(board.cells, start, strict=True))
    game.clock = Clock(_number(plain["seconds"], LONGEST_TIME))
    game.hints = int(_number(plain["hints"], MOST_MOVES))
    game.level = _text_within(plain["level"], 40)
    for number, move in enumerate(_at_most(MOST_MOVES, plain["moves"], "moves"), 1):
        before, after = {}, {}
        for row, column, one, other in _at_most(len(board.cells), move["cells"], "cells in a move"):
            cell = _cell(row, column, board.size)
            before[cell], after[cell] = _square(one, board), _square(other, board)
        if any(game.squares[i] != square for i, square in before.items()):
            raise _damaged(f"move {number} does not follow from the one before")
        game.moves.append(Move(_text_within(move["what"], 40), before, after))
        game.redo()
    if type(plain["done"]) is not int or not 0 <= plain["done"] <= len(game.moves):
        raise _damaged(f"{short_repr(plain['done'])} of {len(game.moves)} moves are in force")
    while game.done > plain["done"]:
        game.undo()
    return game


def _about(plain: Any, board: Board) -> About:
    """What the puzzle says about itself, if anything."""
    if plain is None:
        return NOTHING
    if not isinstance(plain, dict) or not plain.keys() <= {*LONGEST, "drawing"}:
        raise _damaged(f"{short_repr(plain)} is not what a puzzle says about itself")
    texts = {name: _text_within(text, LONGEST[name]) for name, text in plain.items() if name in LONGEST}
    drawing = tuple(map(from_data, _at_most(MOST_ELEMENTS, plain.get("drawing", []), "elements of a drawing")))
    if max(beside(drawing, board.size)) > MOST_BESIDE:
        raise _damaged("its drawing is not on the board")
    return About.of(**texts)._replace(drawing=drawing)


def _plain_about(about: About) -> dict[str, Any]:
    texts = {name: text for name, text in about._asdict().items() if name in LONGEST and text}
    return texts | ({"drawing": [*map(as_data, about.drawing)]} if about.drawing else {})


def _damaged(why: str) -> InputError:
    return InputError(f"the saved game is damaged: {why}")


def _number(number: Any, largest: float) -> float:
    if type(number) not in (int, float) or not 0 <= number <= largest:
        raise _damaged(f"{short_repr(number)} is not a number from 0 to {largest:,.0f}")
    return float(number)


def _plain(square: Square) -> Any:
    """A square as plain data: its digit, negative for a given; with its marks, colours and so on, if any."""
    digit = -square.digit if square.given else square.digit
    sets = [sorted(found) for found in square[2:]]
    while sets and not sets[-1]:
        sets.pop()
    return [digit, *sets] if sets else digit


def _square(plain: Any, board: Board) -> Square:
    digit, *sets = _at_most(5, plain, "entries in a cell") if isinstance(plain, list) else [plain]
    numbers = [number for found in sets for number in found]
    if not all(type(d) is int for d in (digit, *numbers)) or abs(digit) > board.size:
        raise _damaged(f"{short_repr(plain)} is not the content of a cell of a {board}")
    marks, centres, colors, removed = (frozenset(found) for found in (*sets, *[()] * (4 - len(sets))))
    if not marks | centres | removed <= {*board.digits} or not colors <= {*COLORS}:
        raise _damaged(f"{short_repr(sets)} are no marks and colours of a {board}")
    return Square(abs(digit), digit < 0, marks, centres, colors, removed)


def _cell(row: Any, column: Any, n: int) -> Cell:
    if not all(type(k) is int and 1 <= k <= n for k in (row, column)):
        raise _damaged(f"there is no cell in row {short_repr(row)} and column {short_repr(column)} of a {n}x{n} board")
    return row, column


def _plain_board(board: Board) -> dict[str, Any]:
    if board.box and board == Board.with_boxes(*board.box):
        return {"boxes": list(board.box)}
    units = [[unit.name, [list(cell) for cell in unit.cells]] for unit in board.plain.units]
    boxes = list(board.box) if board.box else None
    return {"size": board.size, "units": units, "boxes": boxes, "rules": [*map(as_record, board.rules)]}


def _board(plain: dict[str, Any]) -> Board:
    """The board of plain data. Its size is checked before anything is made of it."""
    boxes: Any = plain["boxes"]
    has_boxes = isinstance(boxes, list) and len(boxes) == 2 and all(map(_is_size, boxes))
    if not has_boxes and (boxes is not None or "size" not in plain):
        raise _damaged(f"{short_repr(boxes)} are no rows and columns of a box")
    n: Any = plain.get("size") or boxes[0] * boxes[1]
    if not _is_size(n) or n < 2 or (boxes and boxes[0] * boxes[1] != n):
        raise _damaged(f"a board has 2 to {LARGEST_BOARD} digits, as many as cells in a box, not {short_repr(n)}")
    if "size" not in plain:
        return Board.with_boxes(boxes[0], boxes[1])
    units = [_unit(name, cells, n) for name, cells in _at_most(MOST_UNITS, plain["units"], "units")]
    rules = [from_record(record) for record in _at_most(MOST_RULES, plain["rules"], "rules")]
    return check_rules(Board(n, tuple(units), tuple(boxes) if boxes else None, tuple(rules)))


def check_rules(board: Board) -> Board:
    """The board, unless its rules are too many to follow a game on it.

    Raises:
        InputError: When they are.
    """
    cells = sum(len(rule.cells) for rule in board.rules if isinstance(rule, CellRule))
    if cells > MOST_RULE_CELLS:
        raise InputError(
            f"the rules of this board have {cells:,} cells together; boards with up to {MOST_RULE_CELLS:,} can be shown"
        )
    return board


def _is_size(value: Any) -> bool:
    return type(value) is int and 1 <= value <= LARGEST_BOARD


def _at_most(most: int, items: Any, what: str) -> list[Any]:
    if not isinstance(items, list):
        raise _damaged(f"{short_repr(items)} is no list of {what}")
    if len(items) > most:
        raise InputError(f"the saved game has {len(items):,} {what}; up to {most:,} are read")
    return items


def _unit(name: Any, cells: Any, n: int) -> Unit:
    found = tuple(_cell(row, column, n) for row, column in _at_most(n, cells, "cells in a unit"))
    if len(set(found)) < len(found):
        raise _damaged(f"the unit {short_repr(name)} has a cell twice")
    return Unit(_text_within(name, 60), found)


def _text_within(text: Any, longest: int) -> str:
    """A text of a saved game, cut off and fit to be shown."""
    if not isinstance(text, str):
        raise _damaged(f"{short_repr(text)} is no text")
    return readable(text[:longest])
