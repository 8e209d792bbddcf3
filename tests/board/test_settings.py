"""Every setting has a check, and only the named ones change."""

import pytest

from sudoku_models.board.settings import CHOICES, COLOURS, USUAL, changed
from sudoku_models.errors import InputError, UnknownNameError


def test_the_usual_settings_pass_their_own_checks():
    assert changed({}, USUAL, 9) == USUAL
    assert {*CHOICES, *COLOURS} < {*USUAL}


def test_what_is_not_named_stays():
    dark = changed(USUAL, {"theme": "dark"}, 9)
    assert changed(dark, {"pixels": 30}, 9) == {**USUAL, "theme": "dark", "pixels": 30}


@pytest.mark.parametrize("wish", [{"them": "dark"}, {"theme": "drak"}, {"entry": ""}])
def test_unknown_names_are_answered_with_the_choices(wish):
    with pytest.raises(UnknownNameError, match="choices"):
        changed(USUAL, wish, 9)


@pytest.mark.parametrize(
    "wish",
    [
        {"given": "red;} body {"},
        {"accent": 7},
        {"pixels": 5000},
        {"pixels": "50"},
        {"pixels": 19},
        {"tidy": 1},
        {"theme": []},
        {"symbols": "abc"},
    ],
)
def test_bad_values_are_refused(wish):
    with pytest.raises(InputError):
        changed(USUAL, wish, 9)
