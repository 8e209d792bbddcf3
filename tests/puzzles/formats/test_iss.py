"""Texts of the Interactive Sudoku Solver: what is read, and what every refusal says."""

import string
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_variants import variants

from sudoku_models import rules
from sudoku_models.errors import InputError, ParseError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.corpora import corpus
from sudoku_models.puzzles.formats.iss import constraints, is_iss, parse_iss
from sudoku_models.puzzles.puzzle import Puzzle

NINE = Board.of_size(9)
any_text = settings(deadline=None, max_examples=150)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        (".Shape~9x9", NINE),
        (".Shape~6x6~1-6", Board.of_size(6)),
        (".Shape~7x7", Board.latin(7)),
        (".DisjointSets.Windoku.", NINE.disjoint().windoku()),
        (".Shape~6x6.NoBoxes.Jigsaw~111222111222333444333444555666555666", Board.of_size(6)),
        (".Shape~6x6.NoBoxes.Jigsaw~112233112233112233445566445566445566", Board.with_boxes(3, 2)),
        (".Shape~4x4.NoBoxes.Jigsaw~4x4~1122112233443443", Board.jigsaw("1122 1122 3344 3443")),
    ],
)
def test_the_board_of_a_text(text: str, board: Board) -> None:
    assert parse_iss(text)[0] == board


def test_white_space_comments_lower_case_and_empty_items_are_ignored() -> None:
    text = "# a comment.\n  .Thermo~r1c1\n~R2C2..~ R1C1_5\n.Windoku.\n"
    assert is_iss(text)
    assert parse_iss(text)[:2] == (NINE.windoku().with_rules(rules.Thermometer("r1c1 r2c2")), (5,) + (0,) * 80)


def test_rows_from_10_are_letters_and_beyond_16_numbers() -> None:
    large, values, _ = parse_iss(".Shape~16x16.Thermo~RaC1~RGcg.~RfC1_16")
    assert large.rules == (rules.Thermometer([(10, 1), (16, 16)]),)
    assert values[14 * 16] == 16
    assert parse_iss(".Shape~25x25.Thermo~R10C1~R25C25")[0].rules == (rules.Thermometer([(10, 1), (25, 25)]),)


def test_the_place_of_a_constraint_is_its_point() -> None:
    found = [(each.name, each.place) for each in constraints("# one.\n .A~1\n\n  .B~2~3 .~R1C1_1")]
    assert found == [("A", "(line 2, column 2)"), ("B", "(line 4, column 3)"), ("", "(line 4, column 10)")]


@pytest.mark.parametrize(
    "text", [".~R1C1_5~R2C2_3", ".~R1C1~5~R2C2~3", ".Given~R1C1_5.~R2C2_3", ".~R1C1_5.~R1C1_5~R2C2_3"]
)
def test_givens_are_written_in_several_ways(text: str) -> None:
    board, values, _ = parse_iss(text)
    assert Puzzle(board, values).givens == {(1, 1): 5, (2, 2): 3}


def test_lists_of_even_and_odd_digits_are_rules_and_all_digits_say_nothing() -> None:
    text = ".~R1C1_2_4_6_8~R1C2_9_7_5_3_1~R1C3_8_6_4_2~R1C4_1_2_3_4_5_6_7_8_9"
    assert parse_iss(text)[0].rules == (rules.Even("r1c1 r1c3"), rules.Odd("r1c2"))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_even_and_odd_cells_of_tiny_boards_are_kept(n: int) -> None:
    puzzle = Puzzle(Board.latin(n).with_rules(rules.Even("r1c1"), rules.Odd("r1c1")), (0,) * n * n)
    assert Puzzle.parse(puzzle.text()) == puzzle


@pytest.mark.parametrize("name", ["killer", "jigsaw", "xsudoku", "windoku", "antiknight", "clues"])
def test_the_published_puzzles_are_read_and_their_solutions_hold(name: str) -> None:
    for entry in corpus(name).entries:
        assert Puzzle.parse(entry.puzzle.text()) == entry.puzzle
        assert entry.solution is not None
        assert entry.puzzle.violations(entry.solution) == []


REFUSED = [
    (".Cage~10~R1C1~R1C2.Mod~R1C1", r"^\.Mod \(line 1, column 19\): this constraint is not known here"),
    (
        ".Mod~R1C1.Cage~3~R1C1.Slow~R1C1.Mod~R2C1",
        r"^\.Mod \(line 1, column 1\): .* nor is \.Slow, and none is ignored",
    ),
    (".Cage~3~R1C1~R1C2\n.Termo~R1C1~R1C2", r"^\.Termo \(line 2, column 1\).*did you mean \.Thermo\?"),
    (".Or.Thermo~R1C1~R1C2.End", r"^\.Or \(line 1, column 1\)"),
    (".Shape~6x9", r"^\.Shape \(line 1, column 1\): expected rows x columns of a square board"),
    (".Shape~65x65", "up to 64x64"),
    (".Shape~6x6.Shape~9x9", "there is another shape before"),
    (".Cage~ten~R1C1~R1C2", r"\.Cage .*expected an integer, not 'ten'"),
    (".Cage~10~R1C1~R1C1", r"\.Cage .*has the cell \(1, 1\) twice"),
    (".Cage~10~R0C1", "expected a cell of the 9x9 board such as R1C2, not 'R0C1'"),
    (".Cage~10", r"\.Cage .*has 1 arguments; it needs at least 2"),
    (".Sum~10_=_1_2~R1C1~R1C2", "the coefficients =_1_2 are not known"),
    (".LittleKiller~10~R5C5", "no diagonal is named after its cell R5C5"),
    (".LittleKiller~10~R1C1~R1C2", "it has 3 arguments; it needs 2"),
    (".Sandwich~10~X1", "expected a row or a column such as R3 or C9, not 'X1'"),
    (".Skyscraper~R1~~", r"\.Skyscraper .*it has no number"),
    (".WhiteDot~R1C1~R3C3", r"the cell \(1, 1\) is no neighbour"),
    (".WhiteDot~R1C1~R1C2.AntiConsecutive", r"\.AntiConsecutive .*forbids what \.WhiteDot demands"),
    (".Quad~R9C1~1~2", "there is no square of four cells with R9C1 at its top left"),
    (".Windoku.Windoku", "it is given twice"),
    (".Shape~5x5.Windoku", r"^\.Windoku .*there is no board with 5 digits: boxes need a size"),
    (".Diagonal~2", "it needs 1 for the diagonal up from the left"),
    (".Jigsaw~123", "it needs the region of each of the 81 cells, not 3 symbols"),
    (".Shape~4x4.NoBoxes.Jigsaw~1111111122223333", r"\.Jigsaw .*the region '1' has 8 cells"),
    (".~R1C1_5~R1C1_6", "the cell R1C1 has the digits 5 and 6"),
    (".~R1C1_1_2~R1C1_3_4", "no digit is left for the cell R1C1"),
    (".Lunchbox~3~R1C1~R1C2", r"\.Lunchbox .*a lunchbox of 2 cells"),
    (".SameValues~2~R1C1~R1C2~R3C4~R4C4", r"\.SameValues .*sets of several cells"),
    ("Cage~1~R1C1", r"expected '.Name~...', not 'Cage~1~R1C1'"),
    (".", "the puzzle is empty"),
]


@pytest.mark.parametrize(("text", "words"), REFUSED, ids=[text[:40] for text, _ in REFUSED])
def test_a_refusal_names_the_constraint_and_its_place(text: str, words: str) -> None:
    with pytest.raises(ParseError, match=words):
        parse_iss(text)


@pytest.mark.parametrize("text", [".....", "..3.A...", ".ABC.DEF", "1.2~3", ".3A.B"])
def test_a_puzzle_in_points_and_letters_is_none_of_these_texts(text: str) -> None:
    assert not is_iss(text)


@any_text
@given(st.text(alphabet=string.printable + "·é☃", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    for each in (text, f".{text}", f".Shape~4x4.{text}"):
        with suppress(InputError):
            parse_iss(each)


@any_text
@given(variants(), st.data())
def test_a_damaged_text_is_read_or_refused(puzzle: Puzzle, data: st.DataObject) -> None:
    text = puzzle.text()
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    new = data.draw(st.text(alphabet=string.digits + ".~_RCrcgA=-xX", max_size=3))
    with suppress(InputError):
        board, values, _ = parse_iss(text[:at] + new + text[at + cut :])
        assert Puzzle.parse(Puzzle(board, values).text()).values == values
