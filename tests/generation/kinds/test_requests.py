"""Requests for kinds of rules: as texts, lists and mappings; what is not understood is refused."""

import random
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.generation import KINDS, generate
from sudoku_models.generation.kinds import Kind, KindRequest, draw_rules, requested_kinds
from sudoku_models.puzzles.rules import Even

from .test_kind import grid_of


def test_texts_lists_and_mappings_say_the_same() -> None:
    expected = (KindRequest("killer"), KindRequest("thermometer", 5), KindRequest("xv", share=0.4))
    for rules in (
        "killer, thermometer:5, xv:40%",
        "killer+thermometer:5+xv:40%",
        ["killer", "thermometer:5", "xv:40%"],
        ["killer,thermometer:5", "xv:40%"],
        {"killer": None, "thermometer": 5, "xv": 0.4},
    ):
        assert requested_kinds(rules) == expected
    assert requested_kinds(None) == ()
    assert requested_kinds(", ".join(map(str, expected))) == expected


@pytest.mark.parametrize("name", ["little-killer", "Little Killer", "littlekiller", "LITTLE_KILLER"])
def test_names_may_be_written_otherwise(name: str) -> None:
    assert requested_kinds(name) == (KindRequest("little-killer"),)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("kilelr", "unknown kind of rules 'kilelr'; did you mean 'killer'"),
        ("killer,killer:3", "'killer' is requested twice"),
        ("killer:few", "'killer:few' is not understood"),
        ("killer:0", "must be at least 1, not 0"),
        ("killer:0%", "must be above 0 and at most 1, not 0"),
        ({"killer": 1.5}, "must be above 0 and at most 1, not 1.5"),
        ({"killer": "5"}, "must be a number, or a share such as 0.4"),
        ({3: None}, "named by a string"),
        ("windoku:3", "'windoku' is a rule for the whole board"),
        (7, "must be names, such as 'killer'"),
        ([7], "unknown kind of rules '7'"),
        ("", "unknown kind of rules ''"),
    ],
)
def test_what_is_not_understood_is_refused(rules: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        requested_kinds(rules)


def test_a_rule_that_the_board_has_is_not_drawn_again() -> None:
    grid = grid_of(4, 0)
    every = draw_rules(requested_kinds("kropki"), grid, random.Random(1))
    board = grid.board.with_rules(*every)
    assert draw_rules(requested_kinds("kropki"), sm.Grid(board, grid.values), random.Random(1)) == ()


def test_a_kind_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The recipe."""

    def even_cells(sketch: Any, share: float) -> list[Any]:
        return [Even((cell,)) for cell in sketch.board.cells if sketch.grid[cell] % 2 == 0]

    monkeypatch.setitem(KINDS, "all-even", Kind("all even cells", even_cells))
    made = generate(4, rules="all-even", seed=1)
    assert made.met
    assert len(made.rules) == 8


def test_a_rule_that_is_made_already_belongs_to_the_board():
    for rules in (sm.rules.AntiKnight(), [sm.rules.AntiKnight()], ["killer", sm.rules.AntiKing()]):
        with pytest.raises(InputError, match=r"belongs to the board: generate\(board=Board.of_size\(9\).with_rules"):
            requested_kinds(rules)
