"""The JSON of f-puzzles (https://f-puzzles.com), which other tools also write, both ways."""

import json
import re
from collections.abc import Iterable
from math import isqrt
from typing import Any

from ...errors import InputError, ParseError
from ..about import NOTHING, About, Parsed
from ..board import Board
from ..rules import RULES, Rule
from ..rules.texts import cells_of, check_keys, entries_of, errors_at, is_on, names_of, read_digit
from ..units import boxes, usual_box
from ..values import is_integer, short_repr
from .cells_and_units import DOWN, GROUPS, UP, BoardUnits, board_of, has_boxes, named_units, read_square, units_of
from .sudokupad import loaded

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
OF_CELL = {"givenPencilMarks"}
"""The keys of rules that stand in the cells."""
FLAGS = {"diagonal-": DOWN, "diagonal+": UP, "disjointgroups": GROUPS}


KEYS: dict[str, type[Rule]] = {key: rule for rule in reversed(RULES.values()) for key in rule.fpuzzles.split()}
"""The rule that reads each key. Some are additions of the SudokuSolver of dclamage to f-puzzles."""


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
    puzzle = loaded(text)
    if "grid" not in puzzle:
        raise ParseError("this is JSON, but not of f-puzzles: it has no key 'grid'")
    with errors_at("in the f-puzzles JSON"):
        values, regions = zip(*read_square(puzzle["grid"], _cell), strict=True)
        n = isqrt(len(values))
        if puzzle.get("size", n) != n:
            raise InputError(f"the size is {short_repr(puzzle['size'])}, but the grid has {n} rows")
        known = {"size", "grid", "extraregion", "negative", *FLAGS, *KEYS, *COSMETIC, *LEFT_OUT} - OF_CELL
        check_keys(puzzle, known)
        about = About.of(
            title=puzzle.get("title"),
            author=puzzle.get("author"),
            rules=puzzle.get("ruleset"),
            left_out=_left_out(puzzle),
        )
        words = [word for key, word in FLAGS.items() if is_on(puzzle, key)]
        further = [unit.cells for word in words for unit in named_units(n, word)]
        further += entries_of(puzzle, "extraregion", "cells", lambda entry: cells_of(entry, n))
        rules = [rule for kind in dict.fromkeys(reversed(KEYS.values())) for rule in kind.read_fpuzzles(puzzle, n)]
        board = board_of(n, further, rules, _regions(regions, n), with_boxes=False)
    return Parsed(board, values, about)


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


def _cell(cell: dict[str, Any], n: int) -> tuple[int, Any]:
    """The digit of a cell if it is given, else 0, and its region, which is "" where it is not said."""
    check_keys(cell, {"value", "region", *OF_CELL, *COSMETIC_OF_CELL})
    region = cell.get("region", "")
    if not (region in (None, "") or is_integer(region)):
        raise InputError("its region must be a number")
    return read_digit(cell, n) if is_on(cell, "given") else 0, region


def _regions(said: Iterable[Any], n: int) -> list[int] | None:
    """The box or region of each cell; None where there are none."""
    number = {cell: k for k, unit in enumerate(boxes(*usual_box(n))) for cell in unit.cells}  # of a row, without boxes
    usual = [number[cell] for cell in sorted(number)]
    regions = [one if region == "" else region for region, one in zip(said, usual, strict=True)]
    if set(regions) == {None} or (not has_boxes(n) and regions == usual):
        return None
    if None in regions:
        raise InputError("some cells have no region; all must have one, or none")
    return regions


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
    rules = _rules(board)
    for k, digits in rules.pop("givenPencilMarks", {}).items():
        cells[k]["givenPencilMarks"] = digits
    return json.dumps({**puzzle, **_further(units, n), **rules})


def _further(units: BoardUnits, n: int) -> dict[str, Any]:
    """The keys of further units; windows are extra regions."""
    keys = {word: key for key, word in FLAGS.items()}
    found: dict[str, Any] = {}
    for each in units.further:
        if isinstance(each, str) and each in keys:
            found[keys[each]] = True
        else:
            sets = [unit.cells for unit in named_units(n, each)] if isinstance(each, str) else [each]
            found.setdefault("extraregion", []).extend({"cells": names_of(cells)} for cells in sets)
    return found


def _rules(board: Board) -> dict[str, Any]:
    """The keys of the rules of a board.

    Raises:
        InputError: When f-puzzles cannot say a rule; the message names it.
    """
    found: dict[str, Any] = {}
    for rule in board.rules:
        with errors_at(f"the rule {str(rule)!r} cannot be written as f-puzzles JSON", InputError):
            if not rule.fpuzzles:
                raise InputError("the format has no word for it")
            rule.write_fpuzzles(found, board)
    return found
