"""What is written is read again as the same puzzle; what cannot be written is refused by name."""

from collections.abc import Iterable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from random_variants import RULES, variants

from sudoku_models import rules
from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board, Cell, Unit
from sudoku_models.puzzles.formats.iss_reading import parse_iss
from sudoku_models.puzzles.formats.iss_writing import write_iss
from sudoku_models.puzzles.puzzle import Puzzle

NINE = Board.of_size(9)
ROW = [(1, c) for c in range(1, 10)]
any_time = settings(deadline=None, max_examples=100)


def text(*found: rules.Rule, board: Board = NINE) -> str:
    return write_iss(board.with_rules(*found), (0,) * len(board.cells))


@any_time
@given(variants())
def test_a_written_variant_is_read_as_the_same_puzzle(puzzle: Puzzle) -> None:
    text = puzzle.text()
    assert "\n" not in text
    assert Puzzle.parse(text) == puzzle


def test_every_rule_of_the_package_is_written() -> None:
    from random import Random

    written = {type(make(9, Random(1))).__name__ for make in RULES.values()}
    assert written == set(rules.RULES)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (rules.KillerCage(10, "r1c1 r1c2"), ".Cage~10~R1C1~R1C2"),
        (rules.KillerCage(None, "r1c1 r1c2"), ".Cage~0~R1C1~R1C2"),
        (rules.KillerCage(10, "r1c1 r1c2", different=False), ".Sum~10~R1C1~R1C2"),
        (rules.LittleKiller(6, "r1c2 r2c1"), ".LittleKiller~6~R1C2"),
        (rules.LittleKiller(6, "r2c1 r1c2"), ".Sum~6_=_1_1~R2C1~R1C2"),
        (rules.Sandwich(5, ROW), ".Sandwich~5~R1"),
        (rules.Skyscraper(3, [(c, r) for r, c in ROW]), ".Skyscraper~C1~3"),
        (rules.Skyscraper(3, ROW[::-1]), ".Skyscraper~R1~~3"),
        (rules.Thermometer("r1c1 r2c2"), ".Thermo~R1C1~R2C2"),
        (rules.Whisper("r1c1 r2c2"), ".Whisper~5~R1C1~R2C2"),
        (rules.Even("r1c1 r2c2"), ".~R1C1_2_4_6_8~R2C2_2_4_6_8"),
        (rules.Quadruple((1, 2), "r1c1 r1c2 r2c1 r2c2"), ".Quad~R1C1~1~2"),
        (rules.AllWhiteDotsGiven(), ".AntiConsecutive"),
        (rules.AntiKnight(), ".AntiKnight"),
    ],
)
def test_a_rule_is_written_as_the_interactive_sudoku_solver_does(rule: rules.Rule, expected: str) -> None:
    assert text(rule) == expected


def test_boards_are_written_as_the_interactive_sudoku_solver_does() -> None:
    boards = {
        ".Shape~6x6": Board.of_size(6),
        ".NoBoxes": Board.latin(9),
        ".Shape~5x5": Board.latin(5),
        ".Diagonal~-1.Diagonal~1": NINE.diagonal(),
        ".Windoku.DisjointSets": NINE.windoku().disjoint(),
        ".Shape~4x4.NoBoxes.Jigsaw~0011001122332332": Board.jigsaw("1122 1122 3344 3443"),
        ".Shape~9x9": NINE,
    }
    assert {write_iss(board, (0,) * len(board.cells)): board for board in boards.values()} == boards


def test_of_two_clues_at_one_place_the_second_is_written_in_another_form() -> None:
    """The Interactive Sudoku Solver would read only the last one."""
    corner = "r1c1 r1c2 r2c1 r2c2"
    found = [
        rules.Quadruple((1,), corner),
        rules.Quadruple((2,), corner),
        rules.Sandwich(5, ROW),
        rules.Sandwich(6, ROW),
    ]
    board = NINE.with_rules(*found)
    line = write_iss(board, (0,) * 81)
    assert (
        line.count(".Quad") == line.count(".ContainAtLeast") == line.count(".Sandwich") == line.count(".Lunchbox") == 1
    )
    assert parse_iss(line)[0] == board


def test_a_unit_of_the_users_own_keeps_its_meaning_but_not_its_name() -> None:
    corners = ((1, 1), (1, 9), (9, 1), (9, 9))
    board = Board(9, (*NINE.units, Unit("the corners", corners)), NINE.box)
    read, _ = parse_iss(write_iss(board, (0,) * 81))
    assert read.units[-1].cells == corners
    assert read.units[:-1] == NINE.units


@dataclass(frozen=True)
class Anything(rules.CellRule):
    """A rule of a user."""

    cells: tuple[Cell, ...]

    def holds(self, digits: Iterable[int]) -> bool:
        return True


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (NINE.with_rules(Anything(((1, 1),))), "'anything on r1c1' cannot be written in this format"),
        (NINE.with_rules(rules.WhiteDot("r1c1 r3c3")), "'white dot on r1c1 r3c3' cannot be written"),
        (NINE.with_rules(rules.Skyscraper(2, "r1c1 r1c2")), "its cells are not a whole row or column"),
        (NINE.with_rules(rules.Skyscraper(2, ROW), rules.Skyscraper(3, ROW)), "there are two of this line"),
        (Board(4, Board.of_size(4).units[1:]), "has not all rows and columns"),
    ],
)
def test_what_cannot_be_written_is_refused_by_name(board: Board, words: str) -> None:
    with pytest.raises(InputError, match=words):
        write_iss(board, (0,) * len(board.cells))
