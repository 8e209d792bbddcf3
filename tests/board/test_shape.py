"""The board as the page draws it: names, borders, diagonals, shades, rules."""

import json

import sudoku_models as sm
from sudoku_models.board.shape import shape
from sudoku_models.puzzles.drawing import drawing
from sudoku_models.puzzles.rules import AntiKnight, KillerCage

NINE = sm.Board.of_size(9)


def with_units(*units: sm.Unit) -> sm.Board:
    return sm.Board(9, (*NINE.units, *units), (3, 3))


def test_cells_have_the_names_that_are_read_out():
    assert shape(NINE)["names"][24] == "row 3, column 7, box 3"


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


def test_every_unit_is_there():
    of = shape(NINE)
    assert of["units"][0] == list(range(9))


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
