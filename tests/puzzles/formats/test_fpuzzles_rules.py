"""f-puzzles JSON says what the puzzle says; what it cannot say is refused by name."""

import json

import pytest
from hypothesis import given, settings
from random_variants import variants, written_in

from sudoku_models import rules
from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.formats.fpuzzles import parse_fpuzzles, write_fpuzzles
from sudoku_models.puzzles.puzzle import Puzzle

NINE = Board.of_size(9)
ROW = [(1, c) for c in range(1, 10)]
REWORDED = {
    "sum",
    "little killer anywhere",
    "quadruple anywhere",
    "greater than",
    "even",
    "odd",
    "all dots",
    "all white dots",
    "all black dots",
    "one of",
}
"""Kinds that the JSON cannot write, joins, or writes as another rule."""


def about(*found: rules.Rule) -> dict[str, object]:
    written = json.loads(write_fpuzzles(NINE.with_rules(*found), (0,) * 81))
    return {key: value for key, value in written.items() if key not in ("size", "grid")}


@settings(max_examples=80)
@given(variants([kind for kind in written_in("fpuzzles") if kind not in REWORDED]))
def test_a_written_variant_is_read_as_the_same_puzzle_with_its_rules_in_another_order(puzzle: Puzzle) -> None:
    read = Puzzle.parse(puzzle.text("fpuzzles"))
    assert read.values == puzzle.values
    assert set(read.board.rules) == {sorted_sandwich(rule) for rule in puzzle.board.rules}
    assert set(read.board.plain.units) == set(puzzle.board.plain.units)


def sorted_sandwich(rule: rules.Rule) -> rules.Rule:
    """A sandwich sum is the same from both ends."""
    return rules.Sandwich(rule.total, sorted(rule.cells)) if isinstance(rule, rules.Sandwich) else rule


@pytest.mark.parametrize(
    ("rule", "key", "value"),
    [
        (rules.KillerCage(10, "r1c1 r1c2"), "killercage", [{"cells": ["R1C1", "R1C2"], "value": "10"}]),
        (rules.Arrow("r1c1 r1c2"), "arrow", [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"]]}]),
        (rules.GreaterThan("r1c1 r1c2"), "thermometer", [{"lines": [["R1C2", "R1C1"]]}]),
        (rules.Even("r1c1 r5c5"), "even", [{"cell": "R1C1"}, {"cell": "R5C5"}]),
        (rules.Sandwich(5, ROW), "sandwichsum", [{"cell": "R1C0", "value": "5"}]),
        (rules.AllXVGiven(), "negative", ["xv"]),
        (rules.Indexer(2, ROW), "columnindexer", [{"cells": ["R1C2"]}]),
        (rules.Indexer(2, [(c, r) for r, c in ROW]), "rowindexer", [{"cells": ["R2C1"]}]),
        (rules.AntiKnight(), "antiknight", True),
    ],
)
def test_a_rule_is_written_under_its_key(rule: rules.Rule, key: str, value: object) -> None:
    assert about(rule) == {key: value}


@pytest.mark.parametrize(
    "board",
    [
        NINE.windoku().diagonal().disjoint(),
        Board.latin(5),
        Board.jigsaw("1122 1122 3344 3443"),
        NINE.with_rules(
            rules.AllDotsGiven(), rules.WhiteDot("r1c1 r1c2"), rules.BlackDot("r2c2 r2c3"), rules.AllXVGiven()
        ),
        NINE.with_rules(rules.AllWhiteDotsGiven(), rules.WhiteDot("r1c1 r1c2")),
    ],
    ids=str,
)
def test_a_written_board_is_read_again(board: Board) -> None:
    read, *_ = parse_fpuzzles(write_fpuzzles(board, (0,) * len(board.cells)))
    assert set(read.units) == set(board.units)
    assert set(read.rules) == set(board.rules)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ([rules.KillerCage(10, "r1c1 r1c2", different=False)], "the digits of its cages differ"),
        ([rules.LittleKiller(10, "r1c1 r1c2")], "its cells are not a diagonal from side to side"),
        ([rules.Quadruple((1,), "r1c1 r1c2")], "its cells are not around a corner"),
        ([rules.XMark("r1c1 r3c3")], "its cells do not share a side"),
        ([rules.AllWhiteDotsGiven(), rules.BlackDot("r1c1 r1c2")], "which of the two kinds of dots are all given"),
        ([rules.Unrelated("r1c1 r1c2", ("X",))], "the format has no word for it"),
    ],
)
def test_what_cannot_be_written_is_refused_by_name(found: list[rules.Rule], words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        write_fpuzzles(NINE.with_rules(*found), (0,) * 81)
    assert any(repr(str(rule)) in str(caught.value) for rule in found)


def test_boxes_and_regions_together_cannot_be_written() -> None:
    board = Puzzle.parse(".Shape~4x4.Jigsaw~1112122233343444").board
    with pytest.raises(InputError, match="because it has boxes and regions"):
        write_fpuzzles(board, (0,) * 16)
