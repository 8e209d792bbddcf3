"""The board and the highlights of a hint as the page draws them: names, borders, shades, rules, frames."""

import json
import re

import pytest
from hypothesis import given as drawn_from
from hypothesis import settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models import explain
from sudoku_models.board.view import ExplainedPath, Highlights, shape
from sudoku_models.errors import InputError
from sudoku_models.explain import Candidates, Step
from sudoku_models.puzzles.cell_names import cells_in_words, has_short_names, key_to
from sudoku_models.puzzles.drawing import drawing
from sudoku_models.puzzles.labels import given, rule_label, unit_has_digit, unit_is_different
from sudoku_models.puzzles.rules import AntiKnight, KillerCage

NINE = sm.Board.of_size(9)
BEFORE = Candidates.of(sm.Puzzle(sm.Board.of_size(4), (0,) * 16))
ROW = sm.Unit("row 2", ((2, 1), (2, 2)))


def with_units(*units: sm.Unit) -> sm.Board:
    return sm.Board(9, (*NINE.units, *units), (3, 3))


def test_a_cell_on_a_diagonal_reports_it_and_the_diagonal_is_a_line():
    of = shape(NINE.diagonal())
    assert of["names"][0] == "row 1, column 1, box 1, diagonal 1"
    assert [each["kind"] for each in of["elements"]] == ["stroke", "stroke"]
    assert of["regions"] == shape(NINE)["regions"]


def test_regions_are_the_boxes_or_the_pieces_whatever_other_units_there_are():
    diagonal = sm.Unit("diagonal", tuple((k, k) for k in range(1, 10)))
    window = sm.Unit("window", tuple((r, c) for r in (2, 3, 4) for c in (2, 3, 4)))
    for board in (sm.Board(9, (diagonal, *NINE.units)), with_units(window)):
        assert shape(board)["regions"] == shape(NINE)["regions"]
    (shade,) = shape(with_units(window))["elements"]
    assert (shade["kind"], shade["cells"]) == ("shade", window.cells)
    latin = sm.Board(5, tuple(sm.Unit(f"row {r}", tuple((r, c) for c in range(1, 6))) for r in range(1, 6)))
    assert (set(shape(latin)["regions"]), shape(latin)["marks"]) == ({0}, [2, 3])
    pieces = "1112132233243444"
    assert shape(sm.Board.jigsaw(pieces))["regions"] == [int(k) - 1 for k in pieces]


def test_rules_are_named_by_their_cells_and_not_by_their_units():
    cage = KillerCage(10, ((1, 1), (1, 2)))
    of = shape(NINE.with_rules(cage, AntiKnight()))
    assert of["names"][0] == "row 1, column 1, box 1, in killer cage 10 with r1c2"
    assert of["names"][80] == "row 9, column 9, box 9"
    assert [0, 1] in of["units"]
    assert [0, 11] in of["units"]


def test_every_rule_reaches_the_page_as_plain_data(every_rule):
    of = shape(every_rule.board)
    drawn = drawing(every_rule.board)
    assert len(json.loads(json.dumps(of))["elements"]) == len(drawn.elements)
    assert of["notes"] == list(drawn.notes)
    left, right, top, bottom = of["outside"]
    assert (-left, 9 + right, -top, 9 + bottom) == drawn.bounds


def test_it_is_plain_data_with_numbers_for_cells():
    two, three = frozenset({2, 1}), frozenset({4, 1, 2})
    units = [[(1, 4)], [(2, 1), (2, 2)]]
    shown = Highlights([(1, 1)], [(2, 1)], {(1, 2): 3}, {(4, 4): two}, {(4, 4): three}, [(1, 3)], units)
    plain = {"wrong": [0], "reason": [4], "digits": [2], "units": [[3], [4, 5]], "links": [], "supposed": []}
    plain |= {"named": [], "puts": [[1, 3]], "removes": [[15, [1, 2]]], "candidates": [[15, [1, 2, 4]]]}
    assert json.loads(json.dumps(shown.plain(sm.Board.of_size(4)))) == plain


def test_each_unit_and_rule_of_a_step_has_a_frame_once():
    rule = rule_label("killer cage 3 on r1c1 r1c2", ((1, 1), (1, 2)))
    unit = unit_has_digit(ROW, 3)
    steps = (step_by(rule), step_by(unit, rule, unit_is_different(ROW)), step_by("my own rule"))
    assert [Highlights.of(step, BEFORE).units for step in steps] == [(rule.cells,), (ROW.cells, rule.cells), ()]


def test_a_unit_that_has_the_digit_already_has_no_frame_for_its_digit_is_marked():
    shown = Highlights.of(step_by(unit_has_digit(ROW, 3), given((2, 2), 3)), BEFORE)
    assert (shown.units, shown.digits) == ((), ((2, 2),))


@pytest.mark.parametrize(("name", "by"), [("rated:990", "techniques"), ("rated:990", "lp"), ("top95:10", "techniques")])
def test_every_link_and_every_digit_is_in_a_frame(name, by):
    """A weak link between two cells is in a frame; a sum of equations has the frames of all its units."""
    found = explain(name, by, limit=40)
    for step, before in zip(found.steps, found.states(), strict=False):
        units = [{*cells} for cells in Highlights.of(step, before).units]
        for start, _, end, _, kind in (arrow for link in step.links for arrow in link.arrows()):
            assert start == end or any({start, end} <= unit for unit in units), (step.name, kind)
        if by == "lp":
            assert len(units) == len({label.unit for label in step.labels if label.unit})


def step_by(*rests_on):
    return Step("techniques", "a step", {(1, 1): 1}, {}, rests_on, "a sentence", ((1, 1),), 1.0)


# -- the explained path ------------------------------------------------------------------------------------------------

SYMBOLS = [str(d) for d in range(1, 10)]


@settings(max_examples=15)
@drawn_from(name=st.sampled_from(["small:1", "top95:7", "mccaffrey", "killer:1"]), data=st.data())
def test_at_each_step_the_board_shows_the_position_before_it(name, data):
    found = explain(name, limit=12)
    walk = ExplainedPath(found, "techniques", SYMBOLS)
    k = data.draw(st.integers(0, len(found.steps)))
    walk.go(k)
    state, drawn = list(found.states())[k], walk.drawn()
    board = found.puzzle.board
    assert drawn["values"] == [state.digits.get(i, 0) for i in board.cells]
    blank = [j for j, d in enumerate(drawn["values"]) if d == 0]
    assert {j: drawn["marks"][j] for j in blank} == {j: sorted(state.candidates[board.cells[j]]) for j in blank}
    shown = drawn["highlights"]
    if k < len(found.steps):
        step = found.steps[k]
        assert [board.cells[j] for j in shown["reason"]] == [*step.cells]
        assert all(d in drawn["marks"][j] for j, d in shown["puts"])
        arrows = [arrow for link in step.links for arrow in link.arrows()]
        assert [(board.cells[a], d, board.cells[b], e, kind) for a, d, b, e, kind in shown["links"]] == arrows
    else:
        assert not any(shown.values())


def test_the_steps_are_counted_and_there_are_no_others():
    walk = ExplainedPath(explain("1... ..2. .3.. ...4"), "techniques", SYMBOLS[:4])
    assert [step["number"] for step in walk.drawn()["path"]["steps"]] == [str(k) for k in range(1, 13)]
    for to in (-1, 13):
        with pytest.raises(InputError, match="the explanation has 12 steps"):
            walk.go(to)


IN_WORDS = re.compile(r"\brow \d+, column \d+\b")
PATHS = [
    ("rated:990", "techniques", None),
    ("top95:10", "techniques", None),
    ("killer:1", "techniques", 40),
    ("rated:990", "mus", 6),
    ("small:1", "smus", None),
    ("rated:990", "lp", 12),
    ("11.. .... .... ....", "techniques", None),
]


@pytest.mark.parametrize(("name", "by", "limit"), PATHS)
def test_the_sentences_of_a_path_name_cells_in_one_notation_whose_key_comes_once(name, by, limit):
    with cells_in_words():
        walk = ExplainedPath(explain(name, by, limit=limit), by, SYMBOLS)
    plain = walk.drawn()["path"]
    sentences = [step["sentence"] for step in plain["steps"]]
    shown = [plain["reason"], *sentences]
    at = IN_WORDS.search("\n".join(shown).replace(plain["key"] or "-", ""))
    assert not (any(map(has_short_names, shown)) and at), at
    first = next(filter(has_short_names, sentences), "")
    assert plain["key"] == key_to(first)
    assert not any(key_to(sentence) in sentence for sentence in sentences if has_short_names(sentence))
    for k in range(len(walk.found.steps) + 1):
        walk.go(k)
        assert ".." not in walk.words


def test_the_units_of_a_minimal_set_are_not_taken_for_a_cell():
    """A row and a column beside each other read like a cell in words."""
    with cells_in_words():
        found = explain("mccaffrey", "mus", limit=2)
    for step, told in zip(found.steps, ExplainedPath(found, "mus", SYMBOLS).steps, strict=True):
        units = [label.unit.name for label in step.labels if label.unit]
        assert units
        assert all(name in step.sentence and name in told["sentence"] for name in units)


@pytest.mark.slow
def test_the_sub_steps_of_a_nested_proof_are_places_of_the_path():
    found = explain(sm.load("hardest11:6"))
    walk = ExplainedPath(found, "techniques", [f"{d}" for d in range(1, 10)])
    k = next(k for k, step in enumerate(found.steps) if step.walk)
    step = found.steps[k]
    at = walk.places.index((k, 1))
    assert [each["number"] for each in walk.steps[at - 1 : at + 2]] == [f"{k + 1}", f"{k + 1}.1", f"{k + 1}.2"]
    walk.go(at)
    (supposed, digit), *_ = step.walk[0].supposed.items()
    number = found.puzzle.board.cells.index(supposed)
    shown = walk.drawn()
    assert shown["highlights"]["supposed"] == [number]
    assert [number, digit] in shown["highlights"]["puts"]
    assert shown["values"][number] == 0  # it is not on the board
    assert shown["path"]["of"] == len(found.steps)
    walk.go(at + len(step.walk))
    assert walk.state.candidates == list(found.states())[k + 1].candidates
    walk.go(len(walk.places))
    assert walk.state.grid == found.grid
