"""Which text is read by which format; jigsaws and killer sudokus in one line of characters."""

import string
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.errors import InputError, ParseError, UnknownNameError
from sudoku_models.puzzles import formats
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.corpora import corpora
from sudoku_models.puzzles.formats.one_line import is_cage_map, is_jigsaw, parse_cage_map, parse_jigsaw
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.puzzles.rules import KillerCage


def test_a_form_that_is_written_is_recognised_and_others_are_refused() -> None:
    puzzle = Puzzle(Board.of_size(4).diagonal(), (1,) + (0,) * 15)
    for form in ("iss", "fpuzzles", "link", "sudokupad"):
        assert formats.has_board(puzzle.text(form))
        assert set(Puzzle.parse(puzzle.text(form)).board.units) == set(puzzle.board.units)
    assert puzzle.text("line") == puzzle.line() == "1..............."
    with pytest.raises(UnknownNameError, match="unknown format 'json'"):
        puzzle.text("json")


def test_the_puzzles_that_ship_are_no_variants_in_their_line() -> None:
    for each in corpora():
        few = list(each.values())[:50]
        assert not any(formats.is_variant(puzzle.line()) or formats.is_variant(str(puzzle)) for puzzle in few)


HARD = "S<J<<O<<KJ^<<^<^>^^<N<<<J^Q^S^O>>^^^>^W^<<^>^^O^<<^T^J^^^>>>^>^>^ML<S<<^^>^<^<<^<"
ITS_SOLUTION = "283197546967542813415368729591726384876439152324851967149275638752683491638914275"
LAYOUT = "1122112233443443"


def test_a_map_of_cages_is_read_and_its_published_solution_holds() -> None:
    """A killer sudoku of the Interactive Sudoku Solver's examples."""
    puzzle = Puzzle.parse(HARD)
    cages = [rule for rule in puzzle.board.rules if isinstance(rule, KillerCage)]
    assert sorted(cell for cage in cages for cell in cage.cells) == list(puzzle.board.cells)
    assert puzzle.violations(Puzzle(puzzle.board, tuple(map(int, ITS_SOLUTION))).as_grid()) == []


def test_diagonal_arrows_and_letters_are_read() -> None:
    board, *_ = parse_cage_map("a.0" + "0" * 8 + "v" + "0" * 8 + "`" + "0" * 60)
    assert [str(rule) for rule in board.rules] == [
        "killer cage 36 on r1c1",
        "killer cage on r1c2 r2c2 r2c3 r3c3",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<" + "0" * 80, "the arrows from r1c1 leave the board"),
        ("><" + "0" * 79, "the arrows from r1c1 run in a circle"),
        ("v" * 72 + "0" * 9, None),
        (">" * 8 + "A" + "0" * 72, None),
        (">>>>>>>>A" * 2 + "^" * 9 + "0" * 54, "has 18 cells, but there are only 9 digits"),
    ],
)
def test_a_bad_map_of_cages_is_refused(text: str, words: str | None) -> None:
    if words is None:
        parse_cage_map(text)
        return
    with pytest.raises(ParseError, match=words):
        parse_cage_map(text)


@given(st.text(alphabet=string.ascii_letters + string.digits + "<>^v`',.", min_size=81, max_size=81))
def test_any_map_of_cages_is_read_or_refused(text: str) -> None:
    if is_cage_map(text):
        with suppress(InputError):
            parse_cage_map(text)


@pytest.mark.parametrize("kind", ["", "d"])
def test_a_list_of_cages_says_what_their_map_says(kind: str) -> None:
    rules = Puzzle.parse(HARD).board.rules
    numbers = {cell: 256 * rule.total + k for k, rule in enumerate(rules) for cell in rule.cells}
    board = Board.of_size(9).diagonal() if kind else Board.of_size(9)
    text = f"3x3:{kind}:k:" + "".join(f"{numbers[cell]}:" for cell in board.cells)
    assert formats.has_board(text)
    assert Puzzle.parse(text) == Puzzle(board.with_rules(*rules), (0,) * 81)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3x3::k:" + "0:" * 80, "and 81 numbers"),
        ("3x3:j:k:" + "0:" * 81, "expected 3x3::k:"),
        ("3x3::k:257:513:" + "0:" * 79, "two cages with different totals have the same number"),
        ("3x3::k:" + "2561:" * 10 + "0:" * 71, "only 9 digits"),
    ],
)
def test_a_bad_list_of_cages_is_refused(text: str, words: str) -> None:
    with pytest.raises(ParseError, match=words):
        Puzzle.parse(text)


def test_a_jigsaw_is_its_givens_and_its_regions() -> None:
    assert Puzzle.parse("1..." * 4 + LAYOUT) == Puzzle(Board.jigsaw(LAYOUT), (1, 0, 0, 0) * 4)
    spread = "1...\n1...\n1...\n1...\n\n1122\n1122\n3344\n3443"
    assert Puzzle.parse(spread) == Puzzle(Board.jigsaw(LAYOUT), (1, 0, 0, 0) * 4)


def test_letters_stand_for_10_and_more() -> None:
    layout = "".join(chr(ord("a") + k) * 16 for k in range(16))
    assert parse_jigsaw("9AG." + "." * 252 + layout)[1][:3] == (9, 10, 16)


@pytest.mark.parametrize(
    "text", ["1..." * 8, "." * 162, "1" * 81, "1..." * 4 + "1122112233443344"[:15], "é" * 16 + LAYOUT]
)
def test_other_lines_are_no_jigsaws(text: str) -> None:
    assert not is_jigsaw(text)


def test_a_digit_beyond_the_board_is_refused() -> None:
    with pytest.raises(ParseError, match="the character '5' of r1c2 is not a digit from 1 to 4"):
        parse_jigsaw("15.." * 4 + LAYOUT)
