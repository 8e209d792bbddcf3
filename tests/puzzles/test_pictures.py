"""The picture for web pages has all digits and all rules."""

from xml.etree import ElementTree

import pytest

import sudoku_models as sm
from sudoku_models.puzzles.rules import AntiKnight, KillerCage

JIGSAW = sm.Board.jigsaw("1112 1322 3324 3444")


def parts(html, tag):
    """The elements of a page with this tag; the page must be well-formed."""
    return list(ElementTree.fromstring(html).iter(tag))


def test_what_is_drawn_lies_in_the_picture(every_rule):
    html = every_rule.html()
    left, top, width, height = map(float, parts(html, "svg")[0].get("viewBox").split())
    for text in parts(html, "text"):
        assert left < float(text.get("x")) < left + width
        assert top < float(text.get("y")) < top + height
    for line in parts(html, "polyline"):
        for point in line.get("points").split():
            x, y = map(float, point.split(","))
            assert left < x < left + width
            assert top < y < top + height


def test_givens_are_bold_and_marked_cells_underlined():
    puzzle = sm.Puzzle.parse("1... ..2. .3.. ...4", JIGSAW)
    grid = sm.Grid(JIGSAW, (1, 2, 3, 4, 3, 4, 2, 1, 2, 3, 4, 1, 4, 1, 2, 3))
    html = puzzle.html(grid, [(1, 2)])
    texts = parts(html, "text")
    assert [int(text.text) for text in texts] == list(grid.values)
    assert [text.get("font-weight") == "bold" for text in texts] == [d > 0 for d in puzzle.values]
    assert [k for k, text in enumerate(texts) if text.get("text-decoration")] == [1]


def test_a_screen_reader_is_told_the_digits():
    puzzle = sm.Puzzle.parse("1... ..2. .3.. ...4", JIGSAW)
    assert "row 2: blank blank 2 blank" in parts(puzzle.html(), "svg")[0].get("aria-label")


def test_names_are_text_not_html():
    corners = sm.Unit("<b>&", ((1, 1), (1, 4), (4, 1), (4, 4)))
    board = sm.Board(4, (*sm.Board.of_size(4).units, corners), (2, 2))
    html = sm.Puzzle(board, (0,) * 16).html()
    assert "<b>" not in html
    assert any("<b>&" in (each.text or "") for each in parts(html, "div"))


@pytest.mark.parametrize(
    "board",
    [JIGSAW, sm.Board.of_size(9).diagonal(), sm.Board.of_size(4).with_rules(AntiKnight(), KillerCage(3, "r1c1 r1c2"))],
    ids=str,
)
def test_boards_with_more_than_boxes_are_pictures_and_others_tables(board):
    assert "<svg" in sm.Puzzle(board, (0,) * len(board.cells)).html()
    assert "<svg" not in sm.Puzzle(sm.Board.of_size(9), (0,) * 81).html()
