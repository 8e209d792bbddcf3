"""What is written is read again as the same puzzle; what cannot be written is refused by name."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from random_variants import RULES, variants

from sudoku_models import rules
from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board, Cell
from sudoku_models.puzzles.formats.iss import parse_iss, write_iss
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.puzzles.rules.little_killer import diagonal

NINE = Board.of_size(9)
ROW = [(1, c) for c in range(1, 10)]
BENT = Board.jigsaw("1112 1322 3324 3444")


def text(*found: rules.Rule, board: Board = NINE) -> str:
    return write_iss(board.with_rules(*found), (0,) * len(board.cells))


@settings(max_examples=100)
@given(variants())
def test_a_written_variant_is_read_as_the_same_puzzle(puzzle: Puzzle) -> None:
    text = puzzle.text()
    assert "\n" not in text
    assert Puzzle.parse(text) == puzzle


def test_every_rule_that_is_written_is_tried() -> None:
    tried = {type(make(9, Random(1))) for make in RULES.values()}
    assert tried >= {kind for kind in rules.RULES.values() if kind.iss or kind.fpuzzles}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (rules.KillerCage(10, "r1c1 r1c2"), ".Cage~10~R1C1~R1C2"),
        (rules.KillerCage(10, "r1c1 r1c2", different=False), ".Sum~10~R1C1~R1C2"),
        (rules.LittleKiller(6, "r1c2 r2c1"), ".LittleKiller~6~R1C2"),
        (rules.LittleKiller(6, "r2c1 r1c2"), ".Sum~6_=_1_1~R2C1~R1C2"),
        (rules.Sandwich(5, ROW), ".Sandwich~5~R1"),
        (rules.Skyscraper(3, [(c, r) for r, c in ROW]), ".Skyscraper~C1~3"),
        (rules.Whisper("r1c1 r2c2"), ".Whisper~5~R1C1~R2C2"),
        (rules.Entropic("r1c1 r2c2"), ".Entropic~R1C1~R2C2"),
        (rules.Clone("r1c1 r5c5"), ".SameValues~2~R1C1~R5C5"),
        (rules.Indexer(2, ROW), ".Indexing~C~R1C2"),
        (rules.Even("r1c1 r2c2"), ".~R1C1_2_4_6_8~R2C2_2_4_6_8"),
        (rules.Quadruple((1, 2), "r1c1 r1c2 r2c1 r2c2"), ".Quad~R1C1~1~2"),
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


# -- the arguments of rules, as the Interactive Sudoku Solver means them ----------------------------------------------


def rules_of(text: str) -> tuple[rules.Rule, ...]:
    return parse_iss(text)[0].rules


@pytest.mark.parametrize("n", [2, 3, 4, 9])
def test_every_diagonal_of_two_or_more_cells_has_exactly_one_name(n: int) -> None:
    cells = [(r, c) for r in range(1, n + 1) for c in range(1, n + 1)]
    named = [frozenset(found) for cell in cells if (found := diagonal(cell, n))]
    down = {frozenset((r, c) for r, c in cells if r - c == k) for k in range(2 - n, n - 1)}
    up = {frozenset((r, c) for r, c in cells if r + c == k) for k in range(3, 2 * n)}
    assert set(named) == down | up
    assert len(named) == len(down | up)


def test_a_mark_of_several_cells_is_one_between_all_neighbours() -> None:
    assert rules_of(".WhiteDot~R1C1~R1C2~R2C2") == (rules.WhiteDot("r1c1 r1c2"), rules.WhiteDot("r1c2 r2c2"))
    assert rules_of(".GreaterThan~R2C2~R1C2~R2C1") == (rules.GreaterThan("r2c2 r1c2"), rules.GreaterThan("r2c2 r2c1"))


def test_a_skyscraper_has_one_number_or_two() -> None:
    row = tuple((1, c) for c in range(1, 10))
    assert rules_of(".Skyscraper~R1~3~2") == (rules.Skyscraper(3, row), rules.Skyscraper(2, row[::-1]))
    assert rules_of(".Skyscraper~R1~~2") == (rules.Skyscraper(2, row[::-1]),)
    assert rules_of(".Skyscraper~R1~3~") == rules_of(".Skyscraper~R1~3") == (rules.Skyscraper(3, row),)


def test_a_lunchbox_of_a_whole_unit_is_a_sandwich() -> None:
    (found,) = rules_of(".Shape~4x4.Lunchbox~3~R1C1~R1C2~R2C1~R2C2")
    assert found == rules.Sandwich(3, "r1c1 r1c2 r2c1 r2c2")


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
        (NINE.with_rules(rules.Minimum("r1c1 r1c2")), "its cells are not a cell and its neighbours"),
        (BENT.with_rules(rules.RegionSums("r1c2 r1c3 r1c4", (2, 1))), "its parts are not those in the usual boxes"),
        (NINE.with_rules(rules.Skyscraper(2, "r1c1 r1c2")), "its cells are not a whole row or column"),
        (NINE.with_rules(rules.Skyscraper(2, ROW), rules.Skyscraper(3, ROW)), "there are two of this line"),
        (Board(4, Board.of_size(4).units[1:]), "has not all rows and columns"),
    ],
)
def test_what_cannot_be_written_is_refused_by_name(board: Board, words: str) -> None:
    with pytest.raises(InputError, match=words):
        write_iss(board, (0,) * len(board.cells))
