"""The board and the highlights of a hint as the page draws them: names, borders, shades, rules, frames."""

import json

import pytest

import sudoku_models as sm
from sudoku_models import explain
from sudoku_models.board.view import Highlights, shape
from sudoku_models.explain import Candidates, Step
from sudoku_models.puzzles.drawing import drawing
from sudoku_models.puzzles.labels import given, rule_label, unit_has_digit, unit_is_different
from sudoku_models.puzzles.rules import AntiKnight, KillerCage

NINE = sm.Board.of_size(9)
BEFORE = Candidates.of(sm.Puzzle(sm.Board.of_size(4), (0,) * 16))
ROW = sm.Unit("row 2", ((2, 1), (2, 2)))


def with_units(*units: sm.Unit) -> sm.Board:
    return sm.Board(9, (*NINE.units, *units), (3, 3))


def test_a_cell_on_a_diagonal_reports_it_and_the_diagonal_is_a_line():
    diagonals = [
        sm.Unit("diagonal 1", tuple((k, k) for k in range(1, 10))),
        sm.Unit("diagonal 2", tuple((k, 10 - k) for k in range(1, 10))),
    ]
    of = shape(with_units(*diagonals))
    assert of["names"][0] == "row 1, column 1, box 1, diagonal 1"
    assert [each["kind"] for each in of["elements"]] == ["stroke", "stroke"]
    assert of["regions"] == shape(NINE)["regions"]


def test_diagonals_that_come_before_the_boxes_are_no_regions():
    diagonal = sm.Unit("diagonal", tuple((k, k) for k in range(1, 10)))
    board = sm.Board(9, (diagonal, *NINE.units))
    assert shape(board)["regions"] == shape(NINE)["regions"]


def test_further_boxes_are_shaded():
    window = sm.Unit("window", tuple((r, c) for r in (2, 3, 4) for c in (2, 3, 4)))
    of = shape(with_units(window))
    (shade,) = of["elements"]
    assert (shade["kind"], shade["cells"]) == ("shade", window.cells)


def test_a_jigsaw_has_its_pieces_for_regions():
    pieces = "1112 1322 3324 3444".replace(" ", "")
    units = [
        sm.Unit(
            f"piece {k}", tuple(i for i, piece in zip(sm.Board.of_size(4).cells, pieces, strict=True) if piece == k)
        )
        for k in "1234"
    ]
    assert shape(sm.Board(4, (*sm.Board.of_size(4).units[:8], *units)))["regions"] == [int(k) - 1 for k in pieces]


def test_a_board_without_boxes_has_one_region():
    latin = sm.Board(5, tuple(sm.Unit(f"row {r}", tuple((r, c) for c in range(1, 6))) for r in range(1, 6)))
    assert set(shape(latin)["regions"]) == {0}
    assert shape(latin)["marks"] == [2, 3]


def test_rules_are_named_by_their_cells_and_not_by_their_units():
    cage = KillerCage(10, ((1, 1), (1, 2)))
    of = shape(NINE.with_rules(cage, AntiKnight()))
    assert of["names"][0] == "row 1, column 1, box 1, in killer cage 10 with r1c2"
    assert of["names"][80] == "row 9, column 9, box 9"
    assert [0, 1] in of["units"]
    assert [0, 11] in of["units"]


def test_every_rule_reaches_the_page_as_plain_data(every_rule):
    of = shape(every_rule.board)
    drawn = drawing(every_rule.board)
    assert len(json.loads(json.dumps(of))["elements"]) == len(drawn.elements)
    assert of["notes"] == list(drawn.notes)
    left, right, top, bottom = of["outside"]
    assert (-left, 9 + right, -top, 9 + bottom) == drawn.bounds


def test_it_is_plain_data_with_numbers_for_cells():
    shown = Highlights(
        [(1, 1)],
        [(2, 1)],
        {(1, 2): 3},
        {(4, 4): frozenset({2, 1})},
        {(4, 4): frozenset({4, 1, 2})},
        [(1, 3)],
        [[(1, 4)], [(2, 1), (2, 2)]],
    )
    plain = {
        "wrong": [0],
        "reason": [4],
        "digits": [2],
        "units": [[3], [4, 5]],
        "puts": [[1, 3]],
        "removes": [[15, [1, 2]]],
        "candidates": [[15, [1, 2, 4]]],
        "links": [],
    }
    assert json.loads(json.dumps(shown.plain(sm.Board.of_size(4)))) == plain


def test_each_unit_and_rule_of_a_step_has_a_frame_once():
    rule = rule_label("killer cage 3 on r1c1 r1c2", ((1, 1), (1, 2)))
    unit = unit_has_digit(ROW, 3)
    steps = (step_by(rule), step_by(unit, rule, unit_is_different(ROW)), step_by("my own rule"))
    assert [Highlights.of(step, BEFORE).units for step in steps] == [(rule.cells,), (ROW.cells, rule.cells), ()]


def test_a_unit_that_has_the_digit_already_has_no_frame_for_its_digit_is_marked():
    shown = Highlights.of(step_by(unit_has_digit(ROW, 3), given((2, 2), 3)), BEFORE)
    assert (shown.units, shown.digits) == ((), ((2, 2),))


@pytest.mark.parametrize(("name", "by"), [("rated:990", "techniques"), ("rated:990", "lp"), ("top95:10", "techniques")])
def test_every_link_and_every_digit_is_in_a_frame(name, by):
    """A weak link between two cells is in a frame; a sum of equations has the frames of all its units."""
    found = explain(name, by, limit=40)
    for step, before in zip(found.steps, found.states(), strict=False):
        units = [{*cells} for cells in Highlights.of(step, before).units]
        for start, _, end, _, kind in (arrow for link in step.links for arrow in link.arrows()):
            assert start == end or any({start, end} <= unit for unit in units), (step.name, kind)
        if by == "lp":
            assert len(units) == len({label.unit for label in step.labels if label.unit})


def step_by(*rests_on):
    return Step("techniques", "a step", {(1, 1): 1}, {}, rests_on, "a sentence", ((1, 1),), 1.0)
