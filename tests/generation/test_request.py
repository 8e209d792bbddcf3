"""What is known not to exist is refused, with the reason."""

from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.generation import Request, generate, generate_many
from sudoku_models.generation.request import fewest_givens


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"clues": 16}, "fewer than 17 givens"),
        ({"clues": 7}, "two digits are missing"),
        ({"board": 6, "clues": 11, "symmetric": True}, "even number"),
        ({"board": 36}, "up to 25x25"),
        ({"time_limit": 0}, "time limit"),
        ({"board": 4000}, "the largest board has 64 digits; 4000 are too many"),
        ({"attempts": 0}, "number of attempts must be at least 1, not 0"),
        ({"rules": "kilelr"}, "did you mean 'killer'"),
        ({"minimal_rules": True}, "only rules that are placed can be removed again"),
        ({"rules": "antiknight", "minimal_rules": True}, "only rules that are placed"),
        ({"board": 25, "rules": "killer"}, "boards up to 16x16, not 25x25"),
        ({"rules": "antiknight", "clues": 2}, "two digits are missing"),
        ({"board": sm.Board.latin(5), "rules": "windoku"}, "has no boxes"),
    ],
)
def test_what_cannot_be_is_refused(request_: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        generate(**{"seed": 1, **request_})


def test_an_unknown_option_and_no_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="number of puzzles must be at least 1, not 0"):
        list(generate_many(0))
    with pytest.raises(InputError, match="unknown option 'wishes'"):
        generate(wishes=3)  # type: ignore[call-arg]


def test_few_givens_are_refused_on_the_usual_board_only() -> None:
    """Boards with further units can do with fewer, though they have as many digits and the same boxes."""
    usual = sm.Board.of_size(9)
    other = usual.diagonal()
    assert (fewest_givens(usual), fewest_givens(other), fewest_givens(sm.Board.with_boxes(2, 3))) == (17, 0, 0)
    assert Request(other, clues=12).clues == 12
    with pytest.raises(InputError, match="fewer than 17 givens"):
        Request(usual, clues=16)
    with pytest.raises(InputError, match="fewer than 4 givens"):
        Request(sm.Board.of_size(4), clues=3)
