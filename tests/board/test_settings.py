"""Every setting has a check, and only the named ones change; digits or letters stand for the values."""

import pytest

from sudoku_models.board.settings import CHOICES, SWITCHES, USUAL, changed, symbols
from sudoku_models.errors import InputError, UnknownNameError


def test_settings_that_are_not_named_stay():
    assert changed({}, USUAL) == USUAL
    assert {*CHOICES, *SWITCHES} == {*USUAL}
    dark = changed(USUAL, {"theme": "dark"})
    assert changed(dark, {"timer": False}) == {**USUAL, "theme": "dark", "timer": False}


@pytest.mark.parametrize(
    "wish",
    [
        {"them": "dark"},
        {"theme": "drak"},
        {"theme": "red;} body {"},
        {"tidy": 1},
        {"symbols": "abc"},
    ],
)
def test_bad_values_are_refused(wish):
    with pytest.raises(UnknownNameError if [*wish] == ["them"] else InputError):
        changed(USUAL, wish)


@pytest.mark.parametrize("n", [4, 9, 16, 25, 36])
def test_the_ready_symbols_fit_every_board(n):
    assert len(set(symbols("digits", n))) == len(set(symbols("letters", n))) == n
    assert "".join(symbols("digits", 16)) == "123456789ABCDEFG"
