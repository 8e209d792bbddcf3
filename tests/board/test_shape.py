"""The board as the page draws it: names, borders, diagonals, shades."""

import sudoku_models as sm
from sudoku_models.board.shape import shape

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
    assert of["lines"] == [[10 * k for k in range(9)], [8 * k for k in range(1, 10)]]
    assert of["regions"] == shape(NINE)["regions"]
    assert of["shades"] == []


def test_diagonals_that_come_before_the_boxes_are_no_regions():
    diagonal = sm.Unit("diagonal", tuple((k, k) for k in range(1, 10)))
    board = sm.Board(9, (diagonal, *NINE.units))
    assert shape(board)["regions"] == shape(NINE)["regions"]


def test_further_boxes_are_shaded():
    window = sm.Unit("window", tuple((r, c) for r in (2, 3, 4) for c in (2, 3, 4)))
    of = shape(with_units(window))
    assert of["shades"] == [10, 11, 12, 19, 20, 21, 28, 29, 30]
    assert of["lines"] == []


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
