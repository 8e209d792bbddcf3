"""Reading the JSON of f-puzzles (https://f-puzzles.com), which other tools also write."""

import json
import re
from collections.abc import Callable
from typing import Any

from ...errors import InputError, ParseError
from ..board import LARGEST_SIZE, Board, Cell
from ..rules import Rule
from ..values import is_integer, short_repr
from .fpuzzles_rules import RULES, cell_of, json_error, records_of
from .iss_reading import named_boxes
from .layout import DOWN, GROUPS, UP, Layout, with_windows

__all__ = ["COSMETIC", "is_json", "parse_fpuzzles"]

COSMETIC = {
    *("author", "title", "ruleset", "solution", "metadata", "msgcorrect", "successMessage"),  # about the puzzle
    *("line", "rectangle", "circle", "text", "cage", "underlay", "overlay"),  # drawn only
    *(
        "fogofwar",
        "foglight",
        "triggereffect",
        "disabledlogic",
        "truecandidatesoptions",
    ),  # for players
}
"""The keys that say nothing about the solutions. All others that are not known are errors."""
COSMETIC_OF_CELL = {"c", "cArray", "highlight", "highlightArray", "centerPencilMarks", "cornerPencilMarks", "given"}
"""The same for a cell: colours, and the notes of a player."""
FLAGS = {"diagonal-": DOWN, "diagonal+": UP, "disjointgroups": GROUPS}


def is_json(text: str) -> bool:
    """Whether a text is a JSON object.

    >>> is_json(' {"size": 9}'), is_json("53..7....")
    (True, False)
    """
    return text.lstrip().startswith("{")


def parse_fpuzzles(text: str) -> tuple[Board, tuple[int, ...]]:
    """The board and its values, 0 for blank. Digits that are not marked as given are those of a player, and left out.

    Raises:
        ParseError: When a key is not known, or something is invalid; the message names the key and the entry.

    >>> board, values = parse_fpuzzles('{"size": 4, "grid": [[{"value": 3, "given": true}, {}, {}, {}]' + 3 * ', [{}, \
{}, {}, {}]' + '], "antiknight": true}')
    >>> print(board, values[:2])
    4x4 board with 2x2 boxes and anti-knight (3, 0)
    """
    puzzle = _loaded(text)
    size = _size(puzzle)
    known = {"size", "grid", "extraregion", *FLAGS, *RULES, *COSMETIC}
    for key, value in puzzle.items():
        if key not in known and value not in (None, False, "", [], {}):
            raise json_error(f"the key {short_repr(key)} is not known here, and none is ignored")
    _check_cosmetics(puzzle)
    values, layout = _grid(puzzle["grid"], size)
    further: list[str | tuple[Cell, ...]] = [word for key, word in FLAGS.items() if _is_on(puzzle, key)]
    for where, record in records_of(puzzle, "extraregion"):
        further.append(tuple(cell_of(each, size, where) for each in _list(record.get("cells"), f"cells of {where}")))
    further = with_windows(size, further)
    rules: list[Rule] = []
    for key, read in RULES.items():
        rules += _named(key, lambda key=key, read=read: read(puzzle, key, size))  # type: ignore[misc]
    made = Layout(size, layout.has_boxes, layout.regions, tuple(further))
    board: Board = _named("the board", lambda: made.board(rules))
    return board, values


def _named(key: str, make: Callable[[], Any]) -> Any:
    """What a function makes; its errors get the name of the key."""
    try:
        return make()
    except ParseError:
        raise
    except InputError as error:
        raise json_error(f"{key}: {error}") from None


def _loaded(text: str) -> dict[str, Any]:
    """The JSON object.

    Raises:
        ParseError: When it is not valid, or has no grid.
    """
    try:
        puzzle = json.loads(text, object_pairs_hook=_without_repeats)
    except RecursionError:
        raise ParseError("this is no f-puzzles JSON: it is nested too deeply") from None
    except ParseError:
        raise
    except ValueError as error:
        raise ParseError(f"this is not valid JSON: {error}") from None
    if not isinstance(puzzle, dict) or "grid" not in puzzle:
        raise ParseError("this is JSON, but not of f-puzzles: it has no key 'grid'")
    return puzzle


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, in which no key stands twice: JSON would keep the last one alone."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for k, (key, _) in enumerate(pairs) if key in dict(pairs[:k]))
        raise json_error(f"the key {short_repr(twice)} stands twice")
    return found


def _size(puzzle: dict[str, Any]) -> int:
    grid = _list(puzzle["grid"], "the grid")
    size = puzzle.get("size", len(grid))
    if not is_integer(size) or not 1 <= size <= LARGEST_SIZE:
        raise json_error(f"the size must be 1 to {LARGEST_SIZE}, not {short_repr(size)}")
    if len(grid) != size or not all(isinstance(row, list) and len(row) == size for row in grid):
        raise json_error(f"the grid must have {size} rows of {size} cells")
    return int(size)


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise json_error(f"{what} must be a list, not {short_repr(value)}")
    return value


def _is_on(puzzle: dict[str, Any], key: str) -> bool:
    value = puzzle.get(key)
    if value not in (None, False, True):
        raise json_error(f"{key} must be true or false, not {short_repr(value)}")
    return bool(value)


def _check_cosmetics(puzzle: dict[str, Any]) -> None:
    """A drawing may stand for a constraint, which it names; then the constraint must be there too."""
    for key in sorted(COSMETIC & puzzle.keys()):
        for each in puzzle[key] if isinstance(puzzle[key], list) else ():
            name = each.get("fromConstraint") if isinstance(each, dict) else None
            if name and re.sub("[^a-z]", "", str(name).lower()) not in puzzle:
                raise json_error(f"the key {key!r} draws {short_repr(name)}, which is not known here")


def _grid(grid: list[list[Any]], n: int) -> tuple[tuple[int, ...], Layout]:
    """The values, and the boxes or regions."""
    values: list[int] = []
    regions: list[Any] = []
    usual = _usual_regions(n)
    for k, square in enumerate(each for row in grid for each in row):
        where = f"R{k // n + 1}C{k % n + 1}"
        if not isinstance(square, dict):
            raise json_error(f"the cell {where} must be an object, not {short_repr(square)}")
        for key, value in square.items():
            if key not in {"value", "region", *COSMETIC_OF_CELL} and value not in (None, False, "", [], {}):
                raise json_error(f"the key {short_repr(key)} of the cell {where} is not known here")
        values.append(_value(square, n, where))
        region = square.get("region", usual[k] if usual else None)
        if not (region is None or is_integer(region)):
            raise json_error(f"the region of the cell {where} must be a number")
        regions.append(region)
    if set(regions) == {None}:
        return tuple(values), Layout(n, has_boxes=False)
    if tuple(regions) == usual:
        return tuple(values), Layout(n)
    if None in regions:
        raise json_error("some cells have no region; all must have one, or none")
    order = {region: k for k, region in enumerate(dict.fromkeys(regions))}
    return tuple(values), Layout(n, has_boxes=False, regions=tuple(order[region] for region in regions))


def _value(square: dict[str, Any], n: int, where: str) -> int:
    given, value = square.get("given"), square.get("value")
    if given not in (None, False, True):
        raise json_error(f"'given' of the cell {where} must be true or false")
    if not given:
        return 0
    if isinstance(value, str) and re.fullmatch("[0-9]{1,3}", value, re.ASCII):
        value = int(value)
    if not isinstance(value, int) or not is_integer(value) or not 1 <= value <= n:
        raise json_error(f"the value of the cell {where} must be 1 to {n}, not {short_repr(value)}")
    return int(value)


def _usual_regions(n: int) -> tuple[int, ...] | None:
    """The number of the box of each cell, which is its region when it has none; None when a size has no boxes."""
    if not named_boxes(n):
        return None
    rows, columns = Board.of_size(n).box or (n, n)
    return tuple(r // rows * rows + c // columns for r in range(n) for c in range(n))
