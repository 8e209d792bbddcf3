"""What comes with a command is checked against the function that carries it out."""

from collections.abc import Sequence

import pytest

import sudoku_models as sm
from sudoku_models.board.arguments import checked
from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Cell

BOARD = sm.Board.of_size(4)


def function(
    cells: Sequence[Cell], digit: int, kind: str = "digit", at: Cell | None = None, limit: float = 1, on: bool = False
) -> None: ...


def test_cells_are_known_by_their_annotation():
    found = checked(function, {"cells": [0, 15], "digit": 2, "at": 4}, BOARD)
    assert found == {"cells": [(1, 1), (4, 4)], "digit": 2, "at": (2, 1)}
    assert checked(function, {"cells": [0], "digit": 2, "at": None}, BOARD)["at"] is None


def test_a_setting_may_have_the_name_of_a_cell():
    def change(**changes: object) -> None: ...

    assert checked(change, {"cell": 99}, BOARD) == {"cell": 99}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"cells": []}, "the cells must be a list of 1 to 16 numbers"),
        ({"cells": [0] * 17}, "the cells must be a list of 1 to 16 numbers"),
        ({"cells": [16]}, "the cell must be a number from 0 to 15"),
        ({"cells": [True]}, "the cell must be a number from 0 to 15"),
        ({"cells": 3}, "the cells must be a list"),
        ({"at": "1"}, "the cell must be a number from 0 to 15"),
        ({"digit": 2.5}, "the digit must be a whole number, not 2.5"),
        ({"digit": None}, "the digit must be a whole number, not None"),
        ({"digit": 10**400}, "the digit must be a whole number"),
        ({"limit": float("nan")}, "the limit must be a number, not nan"),
        ({"on": 1}, "the on must be yes or no, not 1"),
        ({"kind": 7}, "the kind must be a text, not 7"),
        ({"kind": "x" * 5001}, "the kind has 5,001 characters"),
        ({"colour": 7}, "nothing is known about 'colour'"),
    ],
    ids=str,
)
def test_other_values_are_refused(value, said):
    with pytest.raises(InputError, match=said):
        checked(function, {"cells": [0], "digit": 1, **value}, BOARD)


def test_what_is_missing_is_named():
    with pytest.raises(InputError, match="the digit is missing"):
        checked(function, {"cells": [0]}, BOARD)


def test_text_can_be_sent_to_a_page():
    assert (
        checked(function, {"cells": [0], "digit": 1, "kind": "a\ud800"}, BOARD)["kind"] == "a\N{REPLACEMENT CHARACTER}"
    )
