"""The JSON of f-puzzles (https://f-puzzles.com), which other tools also write, both ways."""

import json
import re
from typing import Any

from ...errors import InputError, ParseError
from ..about import NOTHING, About, Parsed
from ..board import Board
from ..units import LARGEST_SIZE
from ..values import is_integer, short_repr
from .cells_and_units import DOWN, GROUPS, UP, BoardUnits, board_of, errors_at, has_boxes, named_units, units_of
from .fpuzzles_rules import FLAGS as RULE_FLAGS
from .fpuzzles_rules import KEYS, check_keys, entries, is_on, names, read_cells_of, read_rules, write_rules

COSMETIC = {
    *("author", "title", "solution", "metadata", "msgcorrect", "successMessage"),  # about the puzzle; two are kept
    *("fogofwar", "foglight", "triggereffect", "truecandidatesoptions"),  # for players
}
"""The keys that say nothing about the solutions."""
LEFT_OUT = {"ruleset", "disabledlogic", "line", "rectangle", "circle", "text", "cage", "underlay", "overlay"}
"""The keys that may say a rule in words or as a drawing: left out with a warning. All others that are not known are
errors."""
COSMETIC_OF_CELL = {"c", "cArray", "highlight", "highlightArray", "centerPencilMarks", "cornerPencilMarks", "given"}
"""The same for a cell: colours, and the notes of a player."""
FLAGS = {"diagonal-": DOWN, "diagonal+": UP, "disjointgroups": GROUPS}


def parse_fpuzzles(text: str) -> Parsed:
    """The board, its values and its texts. Digits that are not marked as given are those of a player, and left out.

    Rules in words are kept as text. They, and drawings, may say a rule that is not in the puzzle, as `left_out` says.

    Raises:
        ParseError: When a key is not known, or something is invalid; the message names the key and the entry.

    >>> row = '[{"value": 3, "given": true}, {}, {}, {}]'
    >>> board, values, _ = parse_fpuzzles(f'{{"grid": [{row}, {row}, {row}, {row}], "antiknight": true}}')
    >>> print(board, values[:2])
    4x4 board with 2x2 boxes and anti-knight (3, 0)
    """
    puzzle = _loaded(text)
    with errors_at("in the f-puzzles JSON"):
        n = _size(puzzle)
        known = {
            "size",
            "grid",
            "extraregion",
            "negative",
            "nonconsecutive",
            *FLAGS,
            *KEYS,
            *RULE_FLAGS,
            *COSMETIC,
            *LEFT_OUT,
        }
        check_keys(puzzle, known)
        about = About.of(
            title=puzzle.get("title"),
            author=puzzle.get("author"),
            rules=puzzle.get("ruleset"),
            left_out=_left_out(puzzle),
        )
        values, regions = _grid(puzzle["grid"], n)
        words = [word for key, word in FLAGS.items() if is_on(puzzle, key)]
        further = [unit.cells for word in words for unit in named_units(n, word)]
        further += entries(puzzle, "extraregion", "cells", n, read_cells_of)
        board = board_of(n, further, read_rules(puzzle, n), regions, with_boxes=False)
    return Parsed(board, values, about)


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
        raise InputError(f"the grid must be a list, not {short_repr(grid)}")
    size = puzzle.get("size", len(grid))
    if not is_integer(size) or not 1 <= size <= LARGEST_SIZE:
        raise InputError(f"the size must be 1 to {LARGEST_SIZE}, not {short_repr(size)}")
    if len(grid) != size or not all(isinstance(row, list) and len(row) == size for row in grid):
        raise InputError(f"the grid must have {size} rows of {size} cells")
    return int(size)


def _left_out(puzzle: dict[str, Any]) -> str:
    """What is left out, as a sentence. A drawing may stand for a constraint, which it names; that must be there too."""
    left_out = []
    for key in sorted(LEFT_OUT & puzzle.keys()):
        drawn = puzzle[key] if isinstance(puzzle[key], list) else [puzzle[key]]
        stands_for = [each.get("fromConstraint") if isinstance(each, dict) else None for each in drawn if each]
        for name in filter(None, stands_for):
            if re.sub("[^a-z]", "", str(name).lower()) not in puzzle:
                raise InputError(f"the key {key!r} draws {short_repr(name)}, which is not known here")
        if not all(stands_for):
            left_out.append(key)
    if left_out == ["ruleset"] and isinstance(puzzle["ruleset"], str):
        return "what only the rules in words say is not checked"
    what = f"words and drawings of the f-puzzles JSON are left out ({', '.join(left_out)})"
    return f"{what}; a rule that only they say is not in the puzzle" if left_out else ""


def _grid(grid: list[list[Any]], n: int) -> tuple[tuple[int, ...], list[int] | None]:
    """The values, and the box or region of each cell; None where there are none."""
    values: list[int] = []
    regions: list[Any] = []
    usual = _usual_regions(n)
    for k, square in enumerate(each for row in grid for each in row):
        with errors_at(f"the cell R{k // n + 1}C{k % n + 1}"):
            if not isinstance(square, dict):
                raise InputError(f"it must be an object, not {short_repr(square)}")
            check_keys(square, {"value", "region", *COSMETIC_OF_CELL})
            values.append(_value(square, n))
            regions.append(square.get("region", usual[k]))
            if not (regions[k] is None or is_integer(regions[k])):
                raise InputError("its region must be a number")
    if set(regions) == {None}:
        return tuple(values), None
    if None in regions:
        raise InputError("some cells have no region; all must have one, or none")
    return tuple(values), regions


def _usual_regions(n: int) -> list[int] | list[None]:
    """The number of the box of each cell, from 0; None where the board has no boxes."""
    if not has_boxes(n):
        return [None] * n**2
    board = Board.of_size(n)
    number = {cell: k for k, unit in enumerate(board.units[2 * n :]) for cell in unit.cells}
    return [number[cell] for cell in board.cells]


def _value(square: dict[str, Any], n: int) -> int:
    """The digit of a cell if it is given, else 0."""
    if not is_on(square, "given"):
        return 0
    value: Any = square.get("value")
    if not is_integer(value) or not 1 <= value <= n:
        raise InputError(f"its value must be 1 to {n}, not {short_repr(value)}")
    return int(value)


def write_fpuzzles(board: Board, values: tuple[int, ...], about: About = NOTHING) -> str:
    """A puzzle as JSON in one line.

    Raises:
        InputError: When the board or a rule cannot be written; the message names it.

    >>> json.loads(write_fpuzzles(Board.of_size(4).diagonal(), (1,) + (0,) * 15))["diagonal+"]
    True
    """
    n, units = board.size, units_of(board)
    if units.has_boxes and units.regions is not None:
        raise InputError(f"a {board} cannot be written as f-puzzles JSON, because it has boxes and regions")
    cells: list[dict[str, Any]] = [{"value": d, "given": True} if d else {} for d in values]
    if units.regions is not None or (not units.has_boxes and has_boxes(n)):
        for k, cell in enumerate(cells):
            cell["region"] = units.regions[k] if units.regions is not None else None
    puzzle = {
        "size": n,
        **{key: text for key, text in zip(("title", "author", "ruleset"), about, strict=False) if text},
        "grid": [cells[r * n : (r + 1) * n] for r in range(n)],
    }
    return json.dumps({**puzzle, **_further(units, n), **write_rules(board)})


def _further(units: BoardUnits, n: int) -> dict[str, Any]:
    """The keys of further units; windows are extra regions."""
    keys = {word: key for key, word in FLAGS.items()}
    found: dict[str, Any] = {}
    for each in units.further:
        if isinstance(each, str) and each in keys:
            found[keys[each]] = True
        else:
            sets = [unit.cells for unit in named_units(n, each)] if isinstance(each, str) else [each]
            found.setdefault("extraregion", []).extend({"cells": names(cells)} for cells in sets)
    return found
