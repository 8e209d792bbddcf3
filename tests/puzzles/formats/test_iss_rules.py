"""The arguments of rules: diagonals, lines and pairs as the Interactive Sudoku Solver means them."""

import pytest

from sudoku_models import rules
from sudoku_models.puzzles.formats.iss_reading import parse_iss
from sudoku_models.puzzles.formats.iss_rules import RULES, are_neighbours, diagonal
from sudoku_models.puzzles.units import square


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


def test_a_whisper_without_a_number_is_german() -> None:
    assert rules_of(".Whisper~R1C1~R1C2") == rules_of(".Whisper~5~R1C1~R1C2") == (rules.Whisper("r1c1 r1c2", 5),)


def test_a_cage_with_the_total_0_has_none() -> None:
    assert rules_of(".Cage~0~R1C1~R1C2") == (rules.KillerCage(None, "r1c1 r1c2"),)


def test_a_lunchbox_of_a_whole_unit_is_a_sandwich() -> None:
    (found,) = rules_of(".Shape~4x4.Lunchbox~3~R1C1~R1C2~R2C1~R2C2")
    assert found == rules.Sandwich(3, "r1c1 r1c2 r2c1 r2c2")


def test_every_name_starts_with_a_capital_letter() -> None:
    assert all(name[0].isupper() and name.isalpha() for name in RULES)


def test_neighbours_share_a_side() -> None:
    assert [are_neighbours((2, 2), cell) for cell in [(1, 2), (2, 3), (3, 3), (2, 2), (2, 4)]] == [True, True] + [
        False
    ] * 3
    assert list(square((1, 1))) == [(1, 1), (1, 2), (2, 1), (2, 2)]
