"""How boards look: one line, drawn grids, and tables and pictures for web pages."""

import re
from xml.etree import ElementTree

import pytest

from sudoku_models.puzzles.board import Board, Unit
from sudoku_models.puzzles.corpora import CorpusEntry, corpus, load
from sudoku_models.puzzles.drawing import regions
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.puzzles.rules import AntiKnight, KillerCage

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def smallest_by_board() -> list[CorpusEntry]:
    """One puzzle with its solution for each board that ships: 4x4, both 6x6, 9x9, 12x12, 16x16 and 25x25."""
    entries = [entry for name in ("small", "named", "large") for entry in corpus(name).entries if entry.solution]
    return list({entry.puzzle.board: entry for entry in entries}.values())


ENTRIES = smallest_by_board()
each_board = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry.puzzle.board).replace(" ", "-"))


def solution_of(entry: CorpusEntry) -> Grid:
    assert entry.solution is not None
    return entry.solution


# Lines


# Drawn grids


@each_board
def test_the_givens_stand_in_brackets_and_the_found_digits_do_not(entry: CorpusEntry) -> None:
    puzzle, grid = entry.puzzle, solution_of(entry)
    drawn = re.findall(r"\[ *\d+\]|\d+", puzzle.draw(grid))
    assert [int(cell.strip("[ ]")) for cell in drawn] == list(grid.values)
    assert [cell.startswith("[") for cell in drawn] == [d > 0 for d in puzzle.values]


@each_board
def test_in_colour_the_givens_are_bold_and_the_found_digits_blue(entry: CorpusEntry) -> None:
    puzzle, grid = entry.puzzle, solution_of(entry)
    text = puzzle.draw(grid, color=True)
    assert "[" not in ESCAPE.sub("", text)
    drawn = re.findall(r"\x1b\[(\d+)m *(\d+)\x1b\[0m", text)
    assert [int(digit) for _, digit in drawn] == list(grid.values)
    assert [code for code, _ in drawn] == ["1" if d else "36" for d in puzzle.values]


def test_irregular_regions_have_lines_between_them() -> None:
    puzzle = Puzzle.parse("1... ..2. .3.. ...4", Board.jigsaw("1112 1322 3324 3444"))
    assert (
        str(puzzle)
        == """\
+-----------+---+
| 1   .   . | . |
|   +---+---+   |
| . | . | 2   . |
+---+   |   +---+
| .   3 | . | . |
|   +---+---+   |
| . | .   .   4 |
+---+-----------+"""
    )


JIGSAWS = [
    Board.jigsaw("1112 1322 3324 3444"),
    Board.jigsaw("11122 13322 13342 55344 55544"),
    Board.jigsaw("111222333 " * 3 + "444555666 " * 3 + "777888999 " * 3),
    Board.jigsaw([k // 10 for k in range(100)][:90] + [9] * 10),  # rows
]


@pytest.mark.parametrize("board", JIGSAWS, ids=str)
def test_a_line_is_between_two_cells_exactly_when_their_regions_differ(board: Board) -> None:
    puzzle = Puzzle(board, (1, *[0] * (len(board.cells) - 1)))
    lines, region = str(puzzle).splitlines(), regions(board)
    assert len({len(line) for line in lines}) == 1
    width = len(str(board.size)) + 3
    for r, c in board.cells:
        assert (lines[2 * r - 1][width * c] == "|") == (region[r, c] != region.get((r, c + 1)))
        assert (lines[2 * r][width * c - 2] == "-") == (region[r, c] != region.get((r + 1, c)))


@pytest.mark.parametrize("board", JIGSAWS, ids=str)
def test_a_drawing_with_regions_is_read_again(board: Board) -> None:
    n = board.size
    puzzle = Puzzle(board, tuple((3 * k) % (n + 1) for k in range(n * n)))
    grid = Grid(board, tuple(k % n + 1 for k in range(n * n)))
    assert Puzzle.parse(str(puzzle), board) == puzzle
    assert Puzzle.parse(puzzle.draw(grid), board).values == grid.values
    assert ESCAPE.sub("", puzzle.draw(grid, color=True)) == str(grid)


@pytest.mark.parametrize("name", ["killer:1", "killer:5", "variants:2"])
def test_cages_are_drawn_with_their_sums(name: str) -> None:
    puzzle = load(name)
    lines, box = puzzle.draw(cages=True).splitlines(), regions(puzzle.board)
    cages = [rule for rule in puzzle.board.rules if isinstance(rule, KillerCage)]
    cage = {cell: rule for rule in cages for cell in rule.cells}
    for r, c in puzzle.board.cells:
        for line, column, other, marks in (
            (lines[2 * r - 1], 4 * c, (r, c + 1), "|: "),
            (lines[2 * r], 4 * c - 2, (r + 1, c), "-- "),
        ):
            kind = 0 if cage.get((r, c)) != cage.get(other) else 1 if box[r, c] != box.get(other) else 2
            is_inside = other in box
            assert line[column] == marks[kind if is_inside else 0] or line[column].isdigit()
    for rule in cages:
        r, c = min(rule.cells)
        assert lines[2 * r - 2][4 * c - 3 :].startswith(str(rule.total))
    assert not any("cage" in line for line in lines)


def test_the_rules_are_listed_below_the_grid(every_rule: Puzzle) -> None:
    plain = Puzzle(every_rule.board.plain, every_rule.values)
    assert str(every_rule).splitlines() == [*str(plain).splitlines(), *map(str, every_rule.board.rules)]


# Tables


@each_board
def test_a_table_has_every_digit_bold_givens_and_thick_lines_between_boxes(entry: CorpusEntry) -> None:
    puzzle, grid, n = entry.puzzle, solution_of(entry), entry.puzzle.board.size
    height, width = puzzle.board.box or (n, n)
    for values, html in (
        (puzzle.values, puzzle._repr_html_()),
        (grid.values, grid._repr_html_()),
        (grid.values, puzzle.html(grid)),
    ):
        cells = re.findall(r'<td style="([^"]*)">(.*?)</td>', html)
        assert html.count("<tr>") == n
        assert [re.sub(r"<[^>]*>|&nbsp;", "", text) for _, text in cells] == [str(d or "") for d in values]
        for k, (style, _) in enumerate(cells):
            thick = {side for side in ("top", "left", "bottom", "right") if f"border-{side}:2px" in style}
            row, column = divmod(k, n)
            assert ("top" in thick) == (row % height == 0)
            assert ("left" in thick) == (column % width == 0)
            assert ("bottom" in thick, "right" in thick) == (row == n - 1, column == n - 1)
    bold = [text.startswith("<b>") for _, text in cells]
    assert bold == [d > 0 for d in puzzle.values]


# Pictures


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
    puzzle = Puzzle.parse("1... ..2. .3.. ...4", JIGSAWS[0])
    grid = Grid(JIGSAWS[0], (1, 2, 3, 4, 3, 4, 2, 1, 2, 3, 4, 1, 4, 1, 2, 3))
    html = puzzle.html(grid, [(1, 2)])
    texts = parts(html, "text")
    assert [int(text.text) for text in texts] == list(grid.values)
    assert [text.get("font-weight") == "bold" for text in texts] == [d > 0 for d in puzzle.values]
    assert [k for k, text in enumerate(texts) if text.get("text-decoration")] == [1]


def test_a_screen_reader_is_told_the_digits():
    puzzle = Puzzle.parse("1... ..2. .3.. ...4", JIGSAWS[0])
    assert "row 2: blank blank 2 blank" in parts(puzzle.html(), "svg")[0].get("aria-label")


def test_names_are_text_not_html():
    corners = Unit("<b>&", ((1, 1), (1, 4), (4, 1), (4, 4)))
    board = Board(4, (*Board.of_size(4).units, corners), (2, 2))
    html = Puzzle(board, (0,) * 16).html()
    assert "<b>" not in html
    assert any("<b>&" in (each.text or "") for each in parts(html, "div"))


@pytest.mark.parametrize(
    "board",
    [JIGSAWS[0], Board.of_size(9).diagonal(), Board.of_size(4).with_rules(AntiKnight(), KillerCage(3, "r1c1 r1c2"))],
    ids=str,
)
def test_boards_with_more_than_boxes_are_pictures_and_others_tables(board):
    assert "<svg" in Puzzle(board, (0,) * len(board.cells)).html()
    assert "<svg" not in Puzzle(Board.of_size(9), (0,) * 81).html()
