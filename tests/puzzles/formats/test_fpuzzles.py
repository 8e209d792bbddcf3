"""f-puzzles JSON: what is read, what is left out because it is only drawn, and what every refusal says."""

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models import rules
from sudoku_models.errors import InputError, ParseError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.formats import fpuzzles
from sudoku_models.puzzles.formats.fpuzzles import COSMETIC, KEYS, LEFT_OUT, parse_fpuzzles
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.puzzles.values import short_repr

FOUR = Board.of_size(4)


def read(size: int = 4, cells: dict[int, dict[str, Any]] | None = None, **keys: Any) -> Puzzle:
    """The puzzle of JSON with these cells and keys."""
    grid = [[(cells or {}).get(r * size + c, {}) for c in range(size)] for r in range(size)]
    board, values, about = parse_fpuzzles(json.dumps({"size": size, "grid": grid, **keys}))
    return Puzzle(board, values, about=about)


def test_the_givens_are_read_and_the_digits_and_notes_of_a_player_are_left_out() -> None:
    cells = {
        0: {"value": 3, "given": True, "c": "#ff0000", "highlight": 2},
        1: {"value": 4},
        2: {"value": 4, "given": False, "centerPencilMarks": [1, 2], "cornerPencilMarks": [3]},
        3: {"value": 1, "given": True},
    }
    assert read(cells=cells) == Puzzle(FOUR, (3, 0, 0, 1) + (0,) * 12)


def test_title_author_and_rules_are_kept_and_written_again() -> None:
    puzzle = read(title="Fish\x1b\u202e", author=" A. Setter\n", ruleset="Normal rules.\n\nAnd more.")
    assert puzzle.about[:3] == ("Fish", "A. Setter", "Normal rules.\n\nAnd more.")
    assert "rule" in puzzle.about.left_out
    with pytest.warns(UserWarning, match="what only the rules in words say"):
        assert Puzzle.parse(puzzle.text("sudokupad")).about == puzzle.about
    long = read(title="x" * 10**6, author=3, ruleset="y\n" * 10**6)
    assert (len(long.about.title), long.about.author) == (200, "")
    assert len(long.about.rules) == 5_000
    assert "cut off" in long.about.left_out


def test_a_drawing_and_an_empty_key_are_left_out() -> None:
    told = {key: [{"cells": ["R1C1"]}] for key in COSMETIC}
    empty = {"clone": [], "betweenline": None, "minimum": "", "anything": {}, "antiknight": False, "negative": []}
    empty |= {key: [] for key in LEFT_OUT}
    assert read(**told, **empty) == Puzzle(FOUR, (0,) * 16)


@given(st.sets(st.sampled_from(sorted(COSMETIC | LEFT_OUT | {*KEYS, *fpuzzles.FLAGS})) | st.text(min_size=1)))
def test_each_key_is_used_or_cosmetic_or_reported(keys: set[str]) -> None:
    """One that is used has a value here that it cannot have."""
    values = {key: [{"cells": ["R1C1"]}] if key in COSMETIC | LEFT_OUT else "no value" for key in keys}
    if unusable := keys - COSMETIC - LEFT_OUT:
        with pytest.raises(InputError) as refused:
            read(**values)
        assert any(key in str(refused.value) or short_repr(key) in str(refused.value) for key in unusable)
        return
    assert read(**values) == Puzzle(FOUR, (0,) * 16)
    text = read(**values).about.left_out
    assert set(re.findall(r"\w+", text[text.find("(") : text.find(")")])) == keys & LEFT_OUT


def test_regions_make_a_jigsaw_and_no_regions_a_latin_square() -> None:
    layout = "1122112233443443"
    assert read(cells={k: {"region": int(ch)} for k, ch in enumerate(layout)}).board == Board.jigsaw(layout)
    assert read(cells={k: {"region": None} for k in range(16)}).board == Board.latin(4)
    assert read(5).board == Board.latin(5)


def test_a_branched_thermometer_and_an_arrow_with_two_shafts_are_two_rules() -> None:
    thermometer = {"lines": [["R1C1", "R2C2"], ["R1C1", "R1C2", "R1C3"]]}
    arrow = {"cells": ["R4C4"], "lines": [["R4C4", "R3C3"], ["R4C4", "R4C3"]]}
    found = read(thermometer=[thermometer], arrow=[arrow]).board.rules
    assert set(found) == {
        rules.Thermometer("r1c1 r2c2"),
        rules.Thermometer("r1c1 r1c2 r1c3"),
        rules.Arrow("r4c4 r3c3"),
        rules.Arrow("r4c4 r4c3"),
    }


def test_clues_outside_of_the_board_look_into_it() -> None:
    seen = read(
        skyscraper=[{"cell": "R0C2", "value": "2"}, {"cell": "R5C2", "value": "3"}, {"cell": "R2C5", "value": "1"}]
    )
    column = tuple((r, 2) for r in range(1, 5))
    assert seen.board.rules == (
        rules.Skyscraper(2, column),
        rules.Skyscraper(3, column[::-1]),
        rules.Skyscraper(1, "r2c4 r2c3 r2c2 r2c1"),
    )
    killers = read(
        littlekillersum=[{"cell": "R5C3", "direction": "UL", "value": 5}, {"cell": "R0C0", "direction": "DR"}]
    )
    assert killers.board.rules == (rules.LittleKiller(5, "r4c2 r3c1"),)


def test_four_windows_are_a_windoku() -> None:
    windows = Board.of_size(9).windoku().units[27:]
    keys = [{"cells": [f"R{r}C{c}" for r, c in unit.cells]} for unit in windows]
    assert read(9, extraregion=keys).board == Board.of_size(9).windoku()
    assert [unit.name for unit in read(9, extraregion=keys[:2]).board.units[27:]] == [
        "extra region 1",
        "extra region 2",
    ]


def test_a_drawing_that_stands_for_a_known_key_is_read_from_that_key() -> None:
    drawn = {"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}
    assert read(line=[drawn], renban=[{"lines": [["R1C1", "R1C2"]]}]).board.rules == (rules.Renban("r1c1 r1c2"),)
    with pytest.raises(ParseError, match="the key 'line' draws 'Renban', which is not known here"):
        read(line=[drawn])


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"lockout": [{"lines": [["R1C1"]]}]}, "the key 'lockout' is not known here, and none is ignored"),
    ({"cells": {5: {"candidates": [1, 2]}}}, "the cell R2C2: the key 'candidates' is not known"),
    ({"cells": {5: {"givenPencilMarks": [1, 5]}}}, "the cell R2C2: its givenPencilMarks must list digits from 1 to 4"),
    ({"cells": {0: {"value": 5, "given": True}}}, "the cell R1C1: its value must be 1 to 4, not 5"),
    ({"cells": {0: {"given": "yes"}}}, "the cell R1C1: given must be true or false"),
    ({"cells": {0: {"region": None}}}, "some cells have no region"),
    ({"cells": {0: {"region": 3}}}, "the region 3 has 5 cells"),
    ({"killercage": {"cells": []}}, "killercage must be a list"),
    ({"killercage": [{"cells": ["R1C1"]}, {"cells": ["R1C9"]}]}, "killercage 2: expected a cell of the 4x4 board"),
    ({"killercage": [{"cells": ["R1C1"], "value": "<5"}]}, "killercage 1: expected an integer, not '<5'"),
    ({"thermometer": [{"lines": [["R1C1", "R1C1"]]}]}, r"thermometer 1: the thermometer has the cell \(1, 1\) twice"),
    ({"arrow": [{"cells": ["R1C2", "R1C1"], "lines": [["R1C1", "R2C1"]]}]}, "must go from left to right"),
    ({"difference": [{"cells": ["R1C1", "R1C2"], "value": "3"}]}, "its value must be 1, not '3'"),
    ({"ratio": [{"cells": ["R1C1", "R3C3"]}]}, "ratio 1: it needs two cells that share a side"),
    ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "XV"}]}, "its value must be X or V, not 'XV'"),
    ({"littlekillersum": [{"cell": "R0C0", "direction": "UL", "value": 3}]}, "its diagonal has no cells"),
    ({"sandwichsum": [{"cell": "R1C1", "value": 3}]}, "its cell must be beside a row or a column, not R1C1"),
    ({"whispers": [{"lines": [["R1C1", "R1C2"]]}]}, "on a 4x4 board it needs a value"),
    ({"quadruple": [{"cells": ["R1C1", "R1C2"], "values": [1]}]}, "it needs four cells around a corner"),
    ({"thermometer": [{"lines": [["R1C1", "R1C2"]], "slow": True}]}, "'slow' is not known here, and none is ignored"),
    ({"extraregion": [{"cells": ["R1C1", "R2C2"], "value": "10"}]}, "'value' is not known here, and none is ignored"),
    ({"whispers": [{"lines": [["R1C1", "R1C2"]], "value": "0"}]}, "must be an integer from 1"),
    (
        {"littlekillersum": [{"cell": "R0C3", "direction": "DL", "value": 5, "cells": ["R1C1", "R2C2"]}]},
        "its cells are not those of the diagonal",
    ),
    ({"negative": ["ratio"], "difference": [{"cells": ["R1C1", "R1C2"]}]}, "negative ratio: programs differ"),
    ({"negative": ["difference"]}, "negative must list some of xv and ratio"),
    ({"nonconsecutive": True, "ratio": [{"cells": ["R1C1", "R1C2"]}]}, "nonconsecutive: programs differ"),
    ({"antiknight": "yes"}, "antiknight must be true or false, not 'yes'"),
    ({"size": 9}, "the size is 9, but the grid has 4 rows"),
    ({"size": 10**30}, "the size is 1000"),
]


@pytest.mark.parametrize(("keys", "words"), REFUSED, ids=[words[:40] for _, words in REFUSED])
def test_a_refusal_names_the_key_and_the_entry(keys: dict[str, Any], words: str) -> None:
    keys = dict(keys)
    grid = [[keys.get("cells", {}).get(r * 4 + c, {}) for c in range(4)] for r in range(4)]
    keys.pop("cells", None)
    with pytest.raises(ParseError, match=words):
        parse_fpuzzles(json.dumps({"size": 4, "grid": grid, **keys}))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "neither JSON nor"),
        ('{"grid": ' + "[" * 100_000, "nested too deeply"),
        ('{"grid": [[{}]], "size": ' + "9" * 5000 + "}", "the size is"),
        ("[1]", "is an object"),
        ("{}", "not of f-puzzles: it has no key 'grid'"),
        ('{"grid": []}', "must have 1 to 64 rows"),
        ('{"grid": [[NaN]]}', "the cell R1C1: it must be an object, not nan"),
    ],
)
def test_what_is_no_such_json_is_refused(text: str, words: str) -> None:
    with pytest.raises(ParseError, match=words):
        parse_fpuzzles(text)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 10**20) | st.sampled_from(["", "R1C1", "R1C2", "R0C2", "X", "2", "DR"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["cells", "cell", "lines", "value", "values", "direction", "region"]), inner)
    ),
    max_leaves=8,
)
NAMES = st.sampled_from([*KEYS, "extraregion", "diagonal+", "disjointgroups", "line", "unknown"])


@settings(deadline=None, max_examples=200)
@given(st.dictionaries(NAMES, PLAIN, max_size=3), PLAIN)
def test_any_json_is_read_or_refused(keys: dict[str, Any], cell: Any) -> None:
    grid: list[list[Any]] = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][0] = cell
    for each in ({"grid": grid, **keys}, {"size": 4, "grid": [[{}] * 4] * 4, **keys}, {"grid": cell}):
        with suppress(InputError):
            board, *_ = parse_fpuzzles(json.dumps(each))
            assert board.size <= 4


def test_cells_that_two_rules_call_even_are_read_once() -> None:
    puzzle = Puzzle(FOUR.with_rules(rules.Even("r1c1 r2c2"), rules.Even("r2c2 r3c3")), (0,) * 16)
    assert Puzzle.parse(puzzle.text("fpuzzles")).board.rules == (rules.Even("r1c1 r2c2 r3c3"),)


@pytest.mark.parametrize("n", [4, 5, 6, 7, 9])
def test_a_cell_without_a_region_is_in_that_of_f_puzzles(n: int) -> None:
    """Its box; on a board without boxes its row, so that only other regions are written."""
    base = Board.of_size(n) if n in (4, 6, 9) else Board.latin(n)
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(n)] for _ in range(n)]
    assert parse_fpuzzles(json.dumps({"size": n, "grid": grid})).board == base
    usual = [unit.cells for unit in base.units[2 * n :] or base.units[:n]]
    moved = [{*cells} for cells in usual]
    one, other = usual[0][1], usual[-1][-1]
    for cell, k in ((one, len(usual) - 1), (other, 0)):
        grid[cell[0] - 1][cell[1] - 1]["region"] = k
    moved[0] ^= {one, other}
    moved[-1] ^= {one, other}
    found = parse_fpuzzles(json.dumps({"size": n, "grid": grid})).board
    assert {frozenset(unit.cells) for unit in found.units[2 * n :]} == {*map(frozenset, moved)}
