"""Every setting has a check, and only the named ones change; any n symbols can stand for the digits."""

import pytest

from sudoku_models.board.settings import CHOICES, SWITCHES, USUAL, changed, symbols
from sudoku_models.errors import InputError, UnknownNameError


def test_settings_that_are_not_named_stay():
    assert changed({}, USUAL, 9) == USUAL
    assert {*CHOICES, *SWITCHES} < {*USUAL}
    dark = changed(USUAL, {"theme": "dark"}, 9)
    assert changed(dark, {"timer": False}, 9) == {**USUAL, "theme": "dark", "timer": False}


@pytest.mark.parametrize(
    "wish",
    [
        {"them": "dark"},
        {"theme": "drak"},
        {"entry": "red;} body {"},
        {"tidy": 1},
        {"symbols": "abc"},
    ],
)
def test_bad_values_are_refused(wish):
    with pytest.raises(UnknownNameError if [*wish] == ["them"] else InputError):
        changed(USUAL, wish, 9)


@pytest.mark.parametrize("n", [4, 9, 16, 25, 36])
def test_the_ready_symbols_fit_every_board(n):
    assert len(set(symbols("digits", n))) == len(set(symbols("letters", n))) == n
    assert "".join(symbols("digits", 16)) == "123456789ABCDEFG"


@pytest.mark.parametrize(
    "choice",
    ["🐶🐱🐭🐹", "🐶 🐱 🐭 🐹", "👨‍👩‍👧 👍🏽 🇩🇪 ♥️", "αβγδ", "a, b, c, d", ["N", "E", "S", "W"]],
)
def test_four_symbols_are_four_symbols(choice):
    assert len(symbols(choice, 4)) == 4


@pytest.mark.parametrize(
    "choice",
    [
        "abc",
        "",
        ["a", "", "b", "c"],
        "x" * 5000,
        ["a", "a ", "b", "c"],
        ["A", "A\u202e", "b", "c"],
        ["\u00e1", "a\u0301", "b", "c"],
        *([hidden, "b", "c", "d"] for hidden in ("\u202e", "\x00", "\u3164", "\u200b", "a" + "\u0301" * 500)),
    ],
    ids=lambda choice: ascii(choice)[:30],
)
def test_symbols_that_are_ambiguous_or_cannot_be_seen_are_refused(choice):
    with pytest.raises(InputError):
        symbols(choice, 4)
