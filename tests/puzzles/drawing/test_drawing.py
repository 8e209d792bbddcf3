"""The regions and further units of a board are in its drawing."""

from sudoku_models import Board
from sudoku_models.puzzles.drawing import drawing, regions
from sudoku_models.puzzles.graphics import Shade, Stroke
from sudoku_models.puzzles.rules import AntiKnight, KillerCage, Sandwich, Skyscraper

NINE = Board.of_size(9)
JIGSAW = Board.jigsaw("11122 13322 13342 55344 55544")


def test_regions_are_those_of_the_board_without_its_rules():
    nine_cells = [(r, c) for r in (2, 3, 4) for c in (2, 3, 4)]
    assert regions(NINE.with_rules(KillerCage(45, nine_cells))) == regions(NINE)
    assert len(set(regions(JIGSAW).values())) == 5
    assert regions(Board.latin(5)) == {}


def test_neighbouring_regions_have_different_colours():
    found = drawing(JIGSAW)
    color = {cell: shade.color for shade in found.elements for cell in shade.cells}
    assert len(color) == 25
    for (r, c), name in found.regions.items():
        for other in ((r + 1, c), (r, c + 1)):
            if found.regions.get(other, name) != name:
                assert color[other] != color[r, c]


def test_diagonals_are_lines_from_corner_to_corner():
    down, up = drawing(NINE.diagonal()).elements
    assert isinstance(down, Stroke)
    assert set(down.points) == {(0.0, 0.0), (9.0, 9.0)}
    assert set(up.points) == {(9.0, 0.0), (0.0, 9.0)}


def test_windows_are_shaded_in_one_colour_and_groups_that_touch_in_many():
    windows = drawing(NINE.windoku()).elements
    groups = drawing(NINE.disjoint()).elements
    assert all(isinstance(element, Shade) for element in (*windows, *groups))
    assert len({element.color for element in windows}) == 1
    assert len({element.color for element in groups}) > 4
    assert sorted(cell for element in groups for cell in element.cells) == list(NINE.cells)


def test_clues_outside_make_the_picture_larger():
    row, column = [(1, c) for c in range(1, 10)], [(r, 3) for r in range(9, 0, -1)]
    board = NINE.with_rules(Sandwich(5, row), Skyscraper(2, row), Skyscraper(3, row[::-1]), Skyscraper(4, column))
    assert drawing(board).bounds == (-2, 10, 0, 10)


def test_what_stands_above_the_lines_comes_last():
    board = NINE.with_rules(KillerCage(3, [(1, 1), (1, 2)])).diagonal()
    assert [element.above for element in drawing(board).elements] == [False, False, True, True]


def test_each_kind_of_unit_and_rule_is_told_once():
    board = NINE.diagonal().with_rules(KillerCage(3, [(1, 1), (1, 2)]), KillerCage(4, [(2, 1), (2, 2)]), AntiKnight())
    assert [note.partition(":")[0] for note in drawing(board).notes] == [
        "Diagonal",
        "Killer cage",
        "Cells a knight's move apart have different digits",
    ]
