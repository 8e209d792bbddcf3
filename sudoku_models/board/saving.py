"""Save a game with its undo history as JSON, and load it. Every value that is loaded is checked."""

import json
from collections.abc import Iterable
from typing import Any

from ..errors import InputError
from ..puzzles.about import LONGEST, NOTHING, About
from ..puzzles.board import Board
from ..puzzles.puzzle import Puzzle
from ..puzzles.rules import CellRule, Rule, as_record, from_record
from ..puzzles.units import Cell, Unit, boxes, unit_named
from ..puzzles.values import readable, short_repr
from .game import Clock, Game
from .position import COLORS, Move, Square

FORMAT, VERSION = "sudoku_models game", 3
LARGEST_BOARD = 36
"""The largest board size; a saved game on a larger board is refused."""
MOST_UNITS = MOST_RULES = 1_000
MOST_RULE_CELLS = 20_000
"""The most cells of all rules of a board together; a board of 36 digits with 15 rules on each cell has them."""
LARGEST_GAME, MOST_MOVES = 2 * 2**20, 20_000
"""The limits of a saved game in characters and moves, because the board is blocked while it is loaded."""
AUTOSAVED_MOVES = 500
"""The number of moves that are saved automatically."""
MOST_BUILT = 2_000_000
"""The most cells of the units and rules of all boards that the moves of a design make: each is checked again."""
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
    while True:
        moves = _kept(game, kept)
        text = _text(game, moves)
        if not kept or (len(text) <= LARGEST_GAME and sum(map(_built, moves)) <= MOST_BUILT):
            return text, len(game.moves) - kept
        kept //= 2


def _kept(game: Game, kept: int) -> list[Move]:
    """Some of the moves of a game: the last ones that are not undone, then the first that are."""
    first = game.done - min(game.done, kept)
    return game.moves[first : first + kept]


def _text(game: Game, moves: list[Move]) -> str:
    """The game as JSON with these moves."""
    done = min(game.done, len(moves))
    start, board = dict(game.squares), game.board
    for move in reversed(moves[:done]):
        start.update(move.before)
        board = move.boards[0] if move.boards else board
    plain = {
        "format": FORMAT,
        "version": VERSION,
        "name": game.name[:200],
        **({"about": _plain_about(game.about)} if any(game.about) else {}),
        "seconds": round(game.clock.seconds, 1),
        "hints": game.hints,
        "level": game.level,
        "board": _plain_board(board),
        "start": [_plain(square) for square in start.values()],
        "moves": [
            {"what": move.what, "cells": [[*i, _plain(move.before[i]), _plain(move.after[i])] for i in move.after]}
            | ({"board": _plain_change(*move.boards)} if move.boards else {})
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
    squares = _at_most(len(board.cells), plain["start"], "cells")
    start = [_square(each, board) for each in squares]
    name, about = _text_within(plain["name"], 200), _about(plain.get("about"))
    game = Game(Puzzle(board, tuple(square.digit for square in start), name, about))
    game.squares = dict(zip(board.cells, start, strict=True))
    game.clock = Clock(_number(plain["seconds"], LONGEST_TIME))
    game.hints = int(_number(plain["hints"], MOST_MOVES))
    game.level = _text_within(plain["level"], 40)
    built = 0
    for number, move in enumerate(_at_most(MOST_MOVES, plain["moves"], "moves"), 1):
        before, after = {}, {}
        for row, column, one, other in _at_most(len(board.cells), move["cells"], "cells in a move"):
            cell = _cell(row, column, board.size)
            before[cell], after[cell] = _square(one, board), _square(other, board)
        if any(game.squares[i] != square for i, square in before.items()):
            raise _damaged(f"move {number} does not follow from the one before")
        boards = (game.board, _changed_board(game.board, move["board"])) if "board" in move else None
        game.moves.append(Move(_text_within(move["what"], 40), before, after, boards))
        built += _built(game.moves[-1])
        if built > MOST_BUILT:
            raise InputError("the moves of the saved game change the rules of its board too often")
        game.redo()
    if type(plain["done"]) is not int or not 0 <= plain["done"] <= len(game.moves):
        raise _damaged(f"{short_repr(plain['done'])} of {len(game.moves)} moves are in force")
    while game.done > plain["done"]:
        game.undo()
    return game


def _about(plain: Any) -> About:
    """What the puzzle says about itself, if anything."""
    if plain is None:
        return NOTHING
    if not isinstance(plain, dict) or not plain.keys() <= {*LONGEST}:
        raise _damaged(f"{short_repr(plain)} is not what a puzzle says about itself")
    return About.of(**{name: _text_within(text, LONGEST[name]) for name, text in plain.items()})


def _plain_about(about: About) -> dict[str, Any]:
    return {name: text for name, text in about._asdict().items() if text}


def _damaged(why: str) -> InputError:
    return InputError(f"the saved game is damaged: {why}")


def _number(number: Any, largest: float) -> float:
    if type(number) not in (int, float) or not 0 <= number <= largest:
        raise _damaged(f"{short_repr(number)} is not a number from 0 to {largest:,.0f}")
    return float(number)


def _plain(square: Square) -> Any:
    """A square as plain data: its digit, negative for a given; with its marks, colours and so on, if any."""
    digit = -square.digit if square.given else square.digit
    entries = [sorted(found) for found in (square.marks, square.centres, square.colors)]
    while entries and not entries[-1]:
        entries.pop()
    return [digit, *entries] if entries else digit


def _square(plain: Any, board: Board) -> Square:
    digit, *sets = _at_most(4, plain, "entries in a cell") if isinstance(plain, list) else [plain]
    numbers = [number for found in sets for number in found]
    if not all(type(d) is int for d in (digit, *numbers)) or abs(digit) > board.size:
        raise _damaged(f"{short_repr(plain)} is not the content of a cell of a {board}")
    marks, centres, colors = (frozenset(found) for found in (*sets, *[()] * (3 - len(sets))))
    if not marks | centres <= {*board.digits} or not colors <= {*COLORS}:
        raise _damaged(f"{short_repr(sets)} are no marks and colours of a {board}")
    return Square(abs(digit), digit < 0, marks, centres, colors)


def _cell(row: Any, column: Any, n: int) -> Cell:
    if not all(type(k) is int and 1 <= k <= n for k in (row, column)):
        raise _damaged(f"there is no cell in row {short_repr(row)} and column {short_repr(column)} of a {n}x{n} board")
    return row, column


def _plain_board(board: Board) -> dict[str, Any]:
    if board.box and board == Board.with_boxes(*board.box):
        return {"boxes": list(board.box)}
    units = [*map(_plain_part, board.plain.units)]
    boxes = list(board.box) if board.box else None
    return {"size": board.size, "units": units, "boxes": boxes, "rules": [*map(_plain_part, board.rules)]}


def _plain_part(part: Unit | Rule) -> Any:
    return [part.name, [list(cell) for cell in part.cells]] if isinstance(part, Unit) else as_record(part)


def _parts(board: Board) -> dict[Unit | Rule, None]:
    return dict.fromkeys((*board.plain.units, *board.rules))


def _plain_change(before: Board, after: Board) -> dict[str, list[Any]]:
    """The units and rules that a move takes away, and those that it adds at the end."""
    had, has = _parts(before), _parts(after)
    return {
        "out": [_plain_part(each) for each in had if each not in has],
        "in": [_plain_part(each) for each in has if each not in had],
    }


def _changed_board(board: Board, plain: Any) -> Board:
    """The board after a move of a design."""
    out, new = (
        [_part(each, board.size) for each in _at_most(MOST_RULES, plain[key], "rules in a move")]
        for key in ("out", "in")
    )
    parts = [*(each for each in _parts(board) if each not in {*out}), *new]
    return check_rules(board_of(board, parts))


def _part(plain: Any, n: int) -> Unit | Rule:
    if not isinstance(plain, list):
        return from_record(plain)
    name, cells = plain
    return _unit(name, cells, n)


def board_of(board: Board, parts: Iterable[Unit | Rule]) -> Board:
    """The same cells with these units and rules; it has no boxes when one of them is gone."""
    listed = list(parts)
    units = tuple(each for each in listed if isinstance(each, Unit))
    gone = {*board.units} - {*units}
    box = board.box if board.box and not gone & {*boxes(*board.box)} else None
    return Board(board.size, units, box, tuple(each for each in listed if isinstance(each, Rule)))


def _built(move: Move) -> int:
    """The number of cells of the units and rules of the board that a move makes."""
    if not move.boards:
        return 0
    board = move.boards[1]
    return sum(len(each.cells) for each in (*board.units, *board.rules) if isinstance(each, Unit | CellRule))


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
    if len(board.rules) > MOST_RULES:
        raise InputError(f"this board has {len(board.rules):,} rules; boards with up to {MOST_RULES:,} can be shown")
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
    return unit_named(_text_within(name, 60), found)


def _text_within(text: Any, longest: int) -> str:
    """A text of a saved game, cut off and fit to be shown."""
    if not isinstance(text, str):
        raise _damaged(f"{short_repr(text)} is no text")
    return readable(text[:longest])
