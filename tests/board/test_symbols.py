"""Any n signs can stand for the digits."""

import pytest

from sudoku_models.board.symbols import signs, symbols
from sudoku_models.errors import InputError


@pytest.mark.parametrize("n", [4, 9, 16, 25, 36])
@pytest.mark.parametrize("wish", ["digits", "letters"])
def test_the_ready_ones_fit_every_board(wish, n):
    assert len(set(symbols(wish, n))) == n


def test_digits_above_nine_are_written_as_the_package_writes_them():
    assert "".join(symbols("digits", 16)) == "123456789ABCDEFG"


@pytest.mark.parametrize(
    "wish", ["🐶🐱🐭🐹", "🐶 🐱 🐭 🐹", "👨‍👩‍👧 👍🏽 🇩🇪 ♥️", "👨‍👩‍👧👍🏽🇩🇪♥️", "αβγδ", "a, b, c, d", ["N", "E", "S", "W"]]
)
def test_four_signs_are_four_signs(wish):
    assert len(symbols(wish, 4)) == 4


def test_two_flags_are_two_signs():
    assert signs("🇩🇪🇫🇷") == ["🇩🇪", "🇫🇷"]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("abc", "4 different signs are needed, but there are 3"),
        ("aabc", "stands for two digits"),
        ("", "there are 0"),
        ("north east south west", "too long"),
        (["a", "", "b", "c"], "can be seen"),
        (["a", 1, "b", "c"], "can be seen"),
        ("x" * 5000, "5,000 characters"),
    ],
)
def test_what_cannot_be_told_apart_is_refused(wish, said):
    with pytest.raises(InputError, match=said):
        symbols(wish, 4)
