"""What a hint marks, as the page gets it."""

import json

import sudoku_models as sm
from sudoku_models.board.highlights import Highlights


def test_it_is_plain_data_with_numbers_for_cells():
    shown = Highlights(
        [(1, 1)], [(2, 1)], {(1, 2): 3}, {(4, 4): frozenset({2, 1})}, {(4, 4): frozenset({4, 1, 2})}, [(1, 3)], [(1, 4)]
    )
    plain = {
        "wrong": [0],
        "reason": [4],
        "digits": [2],
        "unit": [3],
        "puts": [[1, 3]],
        "removes": [[15, [1, 2]]],
        "candidates": [[15, [1, 2, 4]]],
    }
    assert json.loads(json.dumps(shown.plain(sm.Board.of_size(4)))) == plain
