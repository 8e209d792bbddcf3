"""The JSON of SudokuPad and its short form: what is read, what is said to be left out, and damaged texts."""

import json
import warnings
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models import rules
from sudoku_models.errors import InputError, ParseError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.formats.lz_string import compressed
from sudoku_models.puzzles.formats.sudokupad import LONG, loaded, parse_sudokupad
from sudoku_models.puzzles.puzzle import Puzzle

BOXES = [[[r, c] for r in rows for c in columns] for rows in ((0, 1), (2, 3)) for columns in ((0, 1), (2, 3))]
DRAWN: dict[str, Any] = {
    "id": "example",
    "cellSize": 64,
    "metadata": {
        "title": 'It\'s "mine"',
        "author": "A. Setter",
        "rules": "Normal rules.\nLines are odd.",
        "antiknight": True,
    },
    "cells": [
        [{"value": "3"}, {}, {}, {"value": 1}],
        [{}] * 4,
        [{}, {}, {"value": 2, "cornermarks": [1]}, {}],
        [{}] * 4,
    ],
    "regions": BOXES,
    "cages": [
        {"cells": [[1, 0], [2, 0]], "value": "5", "unique": True},
        {"cells": [[1, 1], [2, 1]], "value": 6, "unique": False},
        {"cells": [[0, 0], [0, 1], [0, 2], [0, 3]], "unique": True, "hidden": True, "type": "rowcol"},
        {"cells": [[3, 0], [3, 1]], "value": "odd"},
    ],
    "lines": [{"wayPoints": [[0.5, 0.5], [1.5, 1.5]], "color": "#CFCFCF", "thickness": 9.6}],
    "underlays": [{"center": [0.5, 1], "width": 0.35, "height": 0.35, "rounded": True, "backgroundColor": "#FFFFFF"}]
    * 2,
}


def shortened(plain: Any) -> str:
    """The short form, as SudokuPad writes it."""
    short = {name: key for key, name in LONG.items()}
    if isinstance(plain, dict):
        return "{" + ",".join(f"{short.get(key, key)}:{shortened(value)}" for key, value in plain.items()) + "}"
    if isinstance(plain, list):
        items = ["" if item == {} and len(plain) > 1 else shortened(item) for item in plain]
        return f"[{','.join(items)}]"
    if isinstance(plain, bool):
        return "t" if plain else "f"
    if plain == "#FFFFFF":
        return "#F"
    if isinstance(plain, str) and plain.startswith("#") and len(plain) == 7:
        return plain[1:]
    return json.dumps(plain).replace("'", "\\'").replace('"', "'")


def test_cages_with_a_number_are_read_and_all_else_is_said() -> None:
    found = parse_sudokupad(json.dumps(DRAWN))
    cages = (rules.KillerCage(5, "r2c1 r3c1"), rules.KillerCage(6, "r2c2 r3c2", different=False))
    assert found.board == Board.of_size(4).with_rules(rules.AntiKnight(), *cages)
    assert found.values == (3, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0)
    assert found.about[:3] == ('It\'s "mine"', "A. Setter", "Normal rules.\nLines are odd.")
    for words in ("1 other cage", "1 line", "2 shapes", "what only the rules in words say is not checked"):
        assert words in found.about.left_out


def test_the_short_form_is_the_same_and_so_is_each_link() -> None:
    text = shortened(DRAWN)
    plain = parse_sudokupad(json.dumps(DRAWN))
    plain = plain._replace(about=plain.about._replace(title="It's 'mine'"))  # there both marks are one
    assert parse_sudokupad(text) == plain
    for start in (
        "https://sudokupad.app/scl",
        "https://sudokupad.app/?puzzleid=scl",
        "scl",
        "https://sudokupad.app/ctc",
    ):
        for each in (text, json.dumps(DRAWN, ensure_ascii=False)):
            with pytest.warns(UserWarning, match="left out: 1 other cage"):
                assert Puzzle.parse(start + compressed(each)).board == plain.board


def test_a_text_of_sudokupad_itself_is_read() -> None:
    """In its own writing: empty items, marks in strings, bare colours."""
    text = (
        r"{ce:[[,,,],[,,{v:4},],[,,,],[,,,]],cs:50,o:[{c1:#0,c2:#F,ct:[0.5,1],h:.35,r:t,w:.35}],"
        r"metadata:{source:'sxsm',t:'Parity',author:'M. S.',rules:'Don\'t repeat.\nTwo',solution:'12'}}"
    )
    found = parse_sudokupad(text)
    assert found.values[6] == 4
    assert found.about[:3] == ("Parity", "M. S.", "Don't repeat.\nTwo")
    assert found.board == Board.latin(4)
    old = {"cells": DRAWN["cells"], "cages": [{"value": "title: Old"}, {"value": "author: Me", "cells": []}]}
    assert parse_sudokupad(json.dumps(old)).about[:2] == ("Old", "Me")


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-10, 10**6) | st.text(max_size=12).filter(lambda text: '"' not in text),
    lambda inner: st.lists(inner, min_size=1, max_size=4) | st.dictionaries(st.sampled_from([*LONG.values()]), inner),
)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([*LONG.values()]), JSON_VALUES))
def test_the_short_form_of_any_object_is_read_again(plain: dict[str, Any]) -> None:
    bare = {100_000 <= abs(number) <= 999_999 for number in _numbers(plain)}
    if True not in bare and not any(text.startswith("#") for text in _texts(plain)):
        assert loaded(shortened(plain)) == plain


def _numbers(plain: Any) -> list[int]:
    inner = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else []
    return [plain] if type(plain) is int else [number for each in inner for number in _numbers(each)]


def _texts(plain: Any) -> list[str]:
    inner = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else []
    return [plain] if type(plain) is str else [text for each in inner for text in _texts(each)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "neither JSON nor a puzzle of SudokuPad"),
        ("{ce:[[,],[,,]]}", "must have 2 cells in each"),
        ("{ce:[[{v:5},],[,]]}", "the cell R1C1: its value must be 1 to 2, not 5"),
        ("{ce:[[,],[,]],ca:[{ce:[[0,2]],v:3}]}", r"the cage 1: expected the row and the column of a cell, 0 to 1"),
        ("{ce:[[,],[,]],l:3}", "lines must be a list"),
        ("{ce:" + "[" * 100_000, "nested too deeply"),
        ('{"cells":' + "[" * 100_000, "nested too deeply"),
        ("{t:'x'}", "must have 1 to 64 rows"),
    ],
)
def test_what_is_no_such_puzzle_is_refused(text: str, words: str) -> None:
    with pytest.raises(ParseError, match=words):
        parse_sudokupad(text)


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_a_mutated_text_is_read_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([shortened(DRAWN), json.dumps(DRAWN)]))
    for _ in range(data.draw(st.integers(1, 3))):
        at, to = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
        text = text[:at] + data.draw(st.text(alphabet="[]{},:'\\\"tf9-.e#", max_size=3)) + text[to:]
    with suppress(InputError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert Puzzle.parse(text if text.startswith("{") else "{" + text).board.size <= 9


@pytest.mark.parametrize(
    "text", ["{a:'" + "\\\\" * 200_000, "{" + " " * 400_000, "{" + "a" * 400_000, "{ce:[" + "," * 400_000]
)
def test_a_long_hostile_text_is_refused_in_time(text: str, at_most: Any) -> None:
    with at_most(0), pytest.raises(ParseError):
        parse_sudokupad(text)
