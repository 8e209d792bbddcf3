"""Every rule is drawn, and nothing of it lies outside the picture."""

from dataclasses import dataclass, fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models import Board
from sudoku_models.puzzles.drawing import drawing
from sudoku_models.puzzles.graphics import Caption, Disc, Shade, Stroke
from sudoku_models.puzzles.rules import (
    RULES,
    CellRule,
    Entropic,
    KillerCage,
    LittleKiller,
    Pair,
    Quadruple,
    RegionSums,
    Sandwich,
    from_record,
)

STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]


@dataclass(frozen=True)
class Product(CellRule):
    """The digits have this product."""

    cells: tuple
    product: int

    def holds(self, digits):
        return True


@st.composite
def boards_with(draw, kind):
    """A board with a rule of this class on cells that are anywhere, and that rule."""
    n = draw(st.integers(4, 9))
    if not issubclass(kind, CellRule):
        return Board.latin(n).with_rules(kind()), kind()
    cells = [(r, c) for r in range(1, n + 1) for c in range(1, n + 1)]
    line = draw(st.permutations(range(1, n + 1)))
    if kind is Sandwich:
        chosen = [(draw(st.just(line[0])), c) for c in line]
    else:
        least = kind.fewest_cells
        most = {Quadruple: 4}.get(kind, 2 if issubclass(kind, Pair) else n)
        chosen = draw(st.lists(st.sampled_from(cells), min_size=least, max_size=most, unique=True))
    number = draw(st.integers(1, 45))
    values = {"total": number, "product": number, "visible": 1, "digits": [1, n][: len(chosen)], "place": 1}
    if kind is Entropic:
        n, values["digits"] = 9, 9
    if kind is RegionSums:
        n, chosen, values["lengths"] = 9, [(3, 3), (4, 4), (4, 5)], (1, 2)
    record = {name: value for name, value in values.items() if name in {field.name for field in fields(kind)}}
    rule = kind(cells=chosen, **record)
    board = Board.of_size(n) if kind is RegionSums else Board.latin(n)
    return board.with_rules(rule), rule


def extent(element):
    """The least and the largest x and y of an element."""
    match element:
        case Shade():
            points = [(c - 0.5, r - 0.5) for r, c in element.cells]
            margin = element.side / 2, element.side / 2
        case Stroke():
            points, margin = [*element.points, *element.head], (element.width / 2, element.width / 2)
        case Disc():
            points, margin = [element.at], (element.radius, element.radius)
        case Caption():
            points, margin = [element.at], (0.3 * element.size * len(element.text), element.size / 2)
    xs, ys = zip(*points, strict=True)
    return min(xs) - margin[0], max(xs) + margin[0], min(ys) - margin[1], max(ys) + margin[1]


@pytest.mark.parametrize("kind", [*RULES.values(), Product], ids=lambda kind: kind.__name__)
@settings(max_examples=25)
@given(data=st.data())
def test_every_rule_is_drawn_or_told_and_stays_in_the_picture(kind, data):
    board, rule = data.draw(boards_with(kind))
    drawn = drawing(board)
    assert drawn.notes
    assert bool(drawn.elements) == isinstance(rule, CellRule)
    left, right, top, bottom = drawn.bounds
    for element in drawn.elements:
        a, b, c, d = extent(element)
        assert left <= a <= b <= right
        assert top <= c <= d <= bottom


@pytest.mark.parametrize("kind", [KillerCage, LittleKiller, Sandwich, Product], ids=lambda kind: kind.__name__)
@settings(max_examples=10)
@given(data=st.data())
def test_the_number_of_a_clue_is_written(kind, data):
    board, rule = data.draw(boards_with(kind))
    number = rule.product if kind is Product else rule.total
    assert str(number) in [element.text for element in drawing(board).elements if isinstance(element, Caption)]


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_a_clue_outside_stands_before_the_first_cell_and_its_arrow_points_into_the_line(step):
    down, right = step
    first = tuple({1: 1, -1: 4, 0: 2}[k] for k in step)
    line = [(first[0] + k * down, first[1] + k * right) for k in range(3)]
    caption, arrow = LittleKiller(9, line).draw(4, set())
    (x, y), (u, v) = arrow.points
    assert ((u > x) - (u < x), (v > y) - (v < y)) == (right, down)
    assert not (0 < caption.at[0] < 4 and 0 < caption.at[1] < 4)


def test_clues_at_one_place_stand_behind_each_other():
    taken = set()
    row = [(2, c) for c in range(1, 5)]
    first, *_ = Sandwich(5, row).draw(4, taken)
    second, *_ = LittleKiller(7, row).draw(4, taken)
    assert taken == {(2, 0), (2, -1)}
    assert second.at[0] < first.at[0] - 0.5


def test_the_bulb_of_a_thermometer_is_its_first_cell():
    bulb, line = from_record({"rule": "Thermometer", "cells": "r3c3 r2c2 r1c1"}).draw(9, set())
    assert bulb.at == (2.5, 2.5) == line.points[0]


def test_a_sign_points_to_the_smaller_digit():
    *_, sign = from_record({"rule": "GreaterThan", "cells": "r1c2 r1c1"}).draw(9, set())
    tip = sign.points[1]
    assert tip[0] < min(sign.points[0][0], sign.points[2][0])


def test_a_subclass_is_drawn_like_its_class_and_a_class_can_have_its_own_drawing():
    class Cage(KillerCage):
        """A cage."""

    @dataclass(frozen=True)
    class Star(CellRule):
        """A star."""

        cells: tuple

        def draw(self, size, taken):
            return (Disc("red"),)

    cells = [(1, 1), (1, 2)]
    assert Cage(3, cells).draw(9, set()) == KillerCage(3, cells).draw(9, set())
    assert drawing(Board.of_size(9).with_rules(Star([(1, 1)]))).elements == (Disc("red"),)
