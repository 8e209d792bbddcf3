"""What all cells hold as the page draws it, and the rules that are broken: compared with all digits."""

from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.board import position
from sudoku_models.board.position import Position, Square, broken_rules
from sudoku_models.puzzles import Board
from sudoku_models.puzzles.rules import (
    Arrow,
    CellRule,
    KillerCage,
    Quadruple,
    Renban,
    Sandwich,
    Skyscraper,
    Whisper,
)

CELLS = ((1, 1), (1, 2), (1, 3), (1, 4))


def is_broken(rule, digits, size):
    board = Board(size, Board.of_size(size).units).with_rules(rule)
    return bool([*broken_rules(board, dict(zip(rule.cells, digits, strict=True)))])


def test_the_page_gets_lists_over_all_cells(unique4):
    position = Position(unique4)
    position.squares[1, 2] = Square(1, colors=frozenset({2, 1}))
    position.squares[1, 3] = Square(marks=frozenset({4, 3}), centres=frozenset({3}))
    plain = position.plain()
    assert plain["givens"] == list(unique4.values)
    assert (plain["values"][:3], plain["clashes"]) == ([1, 1, 0], [0, 1])
    assert (plain["marks"][2], plain["centres"][2], plain["colors"][1]) == ([3, 4], [3], [1, 2])
    assert all(len(each) == 16 for name, each in plain.items() if name != "clashes")


@dataclass(frozen=True)
class Product(CellRule):
    """The digits have this product."""

    cells: tuple
    product: int

    def holds(self, digits):
        a, b, c, d = digits
        return a * b * c * d == self.product


RULES = [
    KillerCage(10, CELLS),
    KillerCage(7, CELLS, different=False),
    Arrow(CELLS),
    Sandwich(2, CELLS),
    Whisper(CELLS, 2),
    Renban(CELLS),
    Skyscraper(2, CELLS),
    Quadruple((1, 1, 3), CELLS),
    Product(CELLS, 12),
]


@pytest.mark.parametrize("rule", RULES, ids=str)
@given(digits=st.tuples(*[st.integers(0, 4)] * 4))
def test_it_is_broken_exactly_when_no_digits_are_left(rule, digits):
    if not any(digits):  # that a rule can be satisfied at all is not checked
        return
    choices = product(*([d] if d else range(1, 5) for d in digits))
    assert is_broken(rule, digits, 4) == (not any(map(rule.holds, choices)))


def test_a_rule_that_is_hard_to_tell_is_not_called_broken():
    rule = Product(tuple((1, c) for c in range(1, 10)), 5)
    assert not is_broken(rule, (2, *[0] * 8), 9)


@dataclass(frozen=True)
class Counting(CellRule):
    """The digits have this sum; the steps are counted."""

    cells: tuple
    sum: int
    steps = 0

    @property
    def start(self):
        return 0

    def step(self, state, position, digit):
        type(self).steps += 1
        return state + digit

    def accepts(self, state):
        return state == self.sum

    def holds(self, digits):
        return sum(digits) == self.sum


@pytest.mark.parametrize("count", [10, 1000])
def test_the_steps_for_all_rules_together_are_limited(count):
    cells = Board.of_size(16).cells
    board = Board.of_size(16).with_rules(*(Counting(cells[k % 56 : k % 56 + 200], 1000 + k) for k in range(count)))
    digits = {cell: 1 if sum(cell) % 2 else 0 for cell in cells}
    assert len(board.cell_rules) == count
    Counting.steps = 0
    assert [*broken_rules(board, digits)] == []
    assert 0 < Counting.steps < 2 * position.MOST_STEPS


def test_full_rules_are_judged_however_many_others_there_are():
    board = Board.of_size(16)
    hard = [Counting(board.cells[k % 56 : k % 56 + 200], 5000 + k) for k in range(40)]
    full = KillerCage(5, [(1, 1), (1, 3)], different=False)
    digits = {cell: 0 if sum(cell) % 2 else 1 for cell in board.cells}
    assert full in [*broken_rules(board.with_rules(*hard, full), digits)]
