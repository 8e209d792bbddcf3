"""What a hint marks, as the page gets it."""

import json

import sudoku_models as sm
from sudoku_models.board.highlights import Highlights
from sudoku_models.explain import Step
from sudoku_models.puzzles.labels import rule_label, unit_has_digit


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
        "links": [],
    }
    assert json.loads(json.dumps(shown.plain(sm.Board.of_size(4)))) == plain


def test_the_cells_of_a_rule_have_a_frame_if_no_unit_has_one():
    rule = rule_label("killer cage 3 on r1c1 r1c2", ((1, 1), (1, 2)))
    unit = unit_has_digit(sm.Unit("row 2", ((2, 1), (2, 2))), 3)
    frames = [Highlights.of(step, {}).unit for step in (step_by(rule), step_by(unit, rule), step_by("my own rule"))]
    assert frames == [rule.cells, unit.cells, ()]


def step_by(*rests_on):
    return Step("techniques", "a step", {(1, 1): 1}, {}, rests_on, "a sentence", ((1, 1),), 1.0)
