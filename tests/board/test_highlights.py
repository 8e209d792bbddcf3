"""What a hint marks, as the page gets it."""

import json

import pytest

import sudoku_models as sm
from sudoku_models import explain
from sudoku_models.board.highlights import Highlights
from sudoku_models.explain import Step
from sudoku_models.puzzles.labels import given, rule_label, unit_has_digit, unit_is_different

ROW = sm.Unit("row 2", ((2, 1), (2, 2)))


def test_it_is_plain_data_with_numbers_for_cells():
    shown = Highlights(
        [(1, 1)],
        [(2, 1)],
        {(1, 2): 3},
        {(4, 4): frozenset({2, 1})},
        {(4, 4): frozenset({4, 1, 2})},
        [(1, 3)],
        [[(1, 4)], [(2, 1), (2, 2)]],
    )
    plain = {
        "wrong": [0],
        "reason": [4],
        "digits": [2],
        "units": [[3], [4, 5]],
        "puts": [[1, 3]],
        "removes": [[15, [1, 2]]],
        "candidates": [[15, [1, 2, 4]]],
        "links": [],
    }
    assert json.loads(json.dumps(shown.plain(sm.Board.of_size(4)))) == plain


def test_each_unit_and_rule_of_a_step_has_a_frame_once():
    rule = rule_label("killer cage 3 on r1c1 r1c2", ((1, 1), (1, 2)))
    unit = unit_has_digit(ROW, 3)
    steps = (step_by(rule), step_by(unit, rule, unit_is_different(ROW)), step_by("my own rule"))
    assert [Highlights.of(step, {}).units for step in steps] == [(rule.cells,), (ROW.cells, rule.cells), ()]


def test_a_unit_that_has_the_digit_already_has_no_frame_for_its_digit_is_marked():
    shown = Highlights.of(step_by(unit_has_digit(ROW, 3), given((2, 2), 3)), {})
    assert (shown.units, shown.digits) == ((), ((2, 2),))


@pytest.mark.parametrize(("name", "by"), [("rated:990", "techniques"), ("rated:990", "lp"), ("top95:10", "techniques")])
def test_every_link_and_every_digit_is_in_a_frame(name, by):
    """A weak link between two cells is in a frame; a sum of equations has the frames of all its units."""
    found = explain(name, by, limit=40)
    for step in found.steps:
        units = [{*cells} for cells in Highlights.of(step, {}).units]
        for start, _, end, _, kind in (arrow for link in step.links for arrow in link.arrows()):
            assert start == end or any({start, end} <= unit for unit in units), (step.name, kind)
        if by == "lp":
            assert len(units) == len({label.unit for label in step.labels if label.unit})


def step_by(*rests_on):
    return Step("techniques", "a step", {(1, 1): 1}, {}, rests_on, "a sentence", ((1, 1),), 1.0)
