"""A rule of a submission's own has a stand-in with its fields, its name and its methods."""

from dataclasses import dataclass

import pytest

import sudoku_models as sm
from sudoku_models.course.grading.own_rules import is_own_rule, rule_as_plain, stand_in_for
from sudoku_models.puzzles import rules
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.puzzles.rules import CellRule


@dataclass(frozen=True)
class Product(CellRule):
    cells: tuple
    product: int

    def holds(self, digits):
        return digits[0] * digits[1] == self.product


RULE = Product(((1, 1), (1, 2)), 12)


@pytest.fixture
def stand_in():
    return stand_in_for(rule_as_plain(RULE, lambda value: value), lambda plain: plain)


def test_it_looks_like_the_rule(stand_in):
    assert (str(stand_in), type(stand_in).__name__, stand_in.product) == (str(RULE), "Product", 12)
    assert isinstance(stand_in, CellRule)
    assert type(stand_in).define is CellRule.define
    assert hash(stand_in) == hash(stand_in)


def test_it_decides_like_the_rule(stand_in):
    board = sm.Board.of_size(4)
    grid = Grid(board, tuple(map(int, "3412123443212143")))
    other = Grid(board, tuple(map(int, "1234341221434321")))
    for each in (grid, other):
        own, ours = (bool(Puzzle(board.with_rules(rule), (0,) * 16).violations(each)) for rule in (RULE, stand_in))
        assert own == ours


def test_rules_of_the_package_are_no_rules_of_ones_own():
    assert is_own_rule(RULE)
    assert not is_own_rule(rules.KillerCage(3, [(1, 1), (1, 2)]))
    assert not is_own_rule(7)
