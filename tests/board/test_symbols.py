"""Any n symbols can stand for the digits."""

import pytest

from sudoku_models.board.symbols import split, symbols
from sudoku_models.errors import InputError


@pytest.mark.parametrize("n", [4, 9, 16, 25, 36])
@pytest.mark.parametrize("choice", ["digits", "letters"])
def test_the_ready_ones_fit_every_board(choice, n):
    assert len(set(symbols(choice, n))) == n


def test_digits_above_nine_are_written_as_the_package_writes_them():
    assert "".join(symbols("digits", 16)) == "123456789ABCDEFG"


@pytest.mark.parametrize(
    "choice",
    ["🐶🐱🐭🐹", "🐶 🐱 🐭 🐹", "👨‍👩‍👧 👍🏽 🇩🇪 ♥️", "👨‍👩‍👧👍🏽🇩🇪♥️", "αβγδ", "a, b, c, d", ["N", "E", "S", "W"]],
)
def test_four_symbols_are_four_symbols(choice):
    assert len(symbols(choice, 4)) == 4


def test_two_flags_are_two_symbols():
    assert split("🇩🇪🇫🇷") == ["🇩🇪", "🇫🇷"]


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ("abc", "4 different symbols are needed, but there are 3"),
        ("aabc", "stands for two digits"),
        ("", "there are 0"),
        ("north east south west", "too long"),
        (["a", "", "b", "c"], "can be seen"),
        (["a", 1, "b", "c"], "can be seen"),
        ("x" * 5000, "5,000 characters"),
    ],
)
def test_ambiguous_input_is_refused(choice, message):
    with pytest.raises(InputError, match=message):
        symbols(choice, 4)


@pytest.mark.parametrize("hidden", ["\u202e", "\x00", "\u3164", "\u200b", "a" + "\u0301" * 500])
def test_a_symbol_that_cannot_be_seen_or_drawn_is_refused(hidden):
    with pytest.raises(InputError):
        symbols([hidden, "b", "c", "d"], 4)


@pytest.mark.parametrize(("one", "other"), [("a", "a "), ("A", "A\u202e"), ("\u00e1", "a\u0301")])
def test_two_symbols_that_look_alike_are_refused(one, other):
    with pytest.raises(InputError, match="two digits"):
        symbols([one, other, "c", "d"], 4)
