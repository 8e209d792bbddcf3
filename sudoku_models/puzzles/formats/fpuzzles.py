"""The JSON of f-puzzles (https://f-puzzles.com), which other tools also write, both ways."""

import json
import re
from collections.abc import Callable
from typing import Any

from ...errors import InputError, ParseError
from ..board import LARGEST_SIZE, Board, Cell
from ..rules import Rule
from ..values import is_integer, short_repr
from .entries import entries, is_on, json_error
from .fpuzzles_rules import ENTRIES, Writing, all_given, rules_of
from .fpuzzles_rules import FLAGS as RULE_FLAGS
from .layout import DOWN, GROUPS, UP, WINDOWS, Layout, box_numbers, has_boxes, layout_of, named_units, with_windows

__all__ = ["is_json", "parse_fpuzzles", "write_fpuzzles"]

COSMETIC = {
    *("author", "title", "ruleset", "solution", "metadata", "msgcorrect", "successMessage"),  # about the puzzle
    *("line", "rectangle", "circle", "text", "cage", "underlay", "overlay"),  # drawn only
    *("fogofwar", "foglight", "triggereffect", "disabledlogic", "truecandidatesoptions"),  # for players
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
    known = {"size", "grid", "extraregion", "negative", "nonconsecutive", *FLAGS, *ENTRIES, *RULE_FLAGS, *COSMETIC}
    for key, value in puzzle.items():
        if key not in known and value not in (None, False, "", [], {}):
            raise json_error(f"the key {short_repr(key)} is not known here, and none is ignored")
    _check_cosmetics(puzzle)
    values, layout = _grid(puzzle["grid"], size)
    further: list[str | tuple[Cell, ...]] = [word for key, word in FLAGS.items() if is_on(puzzle, key)]
    further += (entry.cells() for entry in entries(puzzle, "extraregion", "cells", size))
    rules: list[Rule] = []
    for key in (*ENTRIES, *RULE_FLAGS):
        rules += _named(key, lambda key=key: rules_of(puzzle, key, size))  # type: ignore[misc]
    rules += all_given(puzzle)
    made = Layout(size, layout.has_boxes, layout.regions, tuple(with_windows(size, further)))
    board: Board = _named("the board", lambda: made.board(rules))
    return board, values


def _named(key: str, make: Callable[[], Any]) -> Any:
    """The result of a function, whose errors get the name of the key."""
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
        puzzle = json.loads(text)
    except RecursionError:
        raise ParseError("this is no f-puzzles JSON: it is nested too deeply") from None
    except ValueError as error:
        raise ParseError(f"this is not valid JSON: {error}") from None
    if not isinstance(puzzle, dict) or "grid" not in puzzle:
        raise ParseError("this is JSON, but not of f-puzzles: it has no key 'grid'")
    return puzzle


def _size(puzzle: dict[str, Any]) -> int:
    grid = puzzle["grid"]
    if not isinstance(grid, list):
        raise json_error(f"the grid must be a list, not {short_repr(grid)}")
    size = puzzle.get("size", len(grid))
    if not is_integer(size) or not 1 <= size <= LARGEST_SIZE:
        raise json_error(f"the size must be 1 to {LARGEST_SIZE}, not {short_repr(size)}")
    if len(grid) != size or not all(isinstance(row, list) and len(row) == size for row in grid):
        raise json_error(f"the grid must have {size} rows of {size} cells")
    return int(size)


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
    usual = box_numbers(*(Board.of_size(n).box or (n, n))) if has_boxes(n) else None
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
    given: Any = square.get("given")
    value: Any = square.get("value")
    if given not in (None, False, True):
        raise json_error(f"'given' of the cell {where} must be true or false")
    if not given:
        return 0
    if not is_integer(value) or not 1 <= value <= n:
        raise json_error(f"the value of the cell {where} must be 1 to {n}, not {short_repr(value)}")
    return int(value)


def write_fpuzzles(board: Board, values: tuple[int, ...], name: str = "") -> str:
    """A puzzle as JSON in one line.

    Raises:
        InputError: When the board or a rule cannot be written; the message names it.

    >>> json.loads(write_fpuzzles(Board.of_size(4).diagonal(), (1,) + (0,) * 15))["diagonal+"]
    True
    """
    writing = Writing(board)
    puzzle: dict[str, Any] = {
        "size": board.size,
        **({"title": name} if name else {}),
        "grid": _written_grid(board, values),
    }
    flags = {word: key for key, word in FLAGS.items()}
    for word in layout_of(board).further:
        if isinstance(word, str) and word in flags:
            writing.found[flags[word]] = True
        elif isinstance(word, str):
            for unit in named_units(board.size, WINDOWS):
                writing.add("extraregion", cells=unit.cells)
        else:
            writing.add("extraregion", cells=word)
    for rule in board.rules:
        writing.rule(rule)
    return json.dumps({**puzzle, **writing.found})


def _written_grid(board: Board, values: tuple[int, ...]) -> list[list[dict[str, Any]]]:
    n, layout = board.size, layout_of(board)
    if layout.has_boxes and layout.regions is not None:
        raise InputError(f"a {board} cannot be written as f-puzzles JSON, because it has boxes and regions")
    cells: list[dict[str, Any]] = [{"value": d, "given": True} if d else {} for d in values]
    if layout.regions is not None or (not layout.has_boxes and has_boxes(n)):
        for k, cell in enumerate(cells):
            cell["region"] = layout.regions[k] if layout.regions is not None else None
    return [cells[r * n : (r + 1) * n] for r in range(n)]
