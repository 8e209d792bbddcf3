"""The rules in words: what they mean, the list of them, and the rules of a cell."""

import re
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models import Board
from sudoku_models.puzzles.drawing.words import listed_rules, meanings, rules_of_cells
from sudoku_models.puzzles.rules import (
    RULES,
    CellRule,
    Even,
    GreaterThan,
    KillerCage,
    Palindrome,
    Rule,
    Sandwich,
    WhiteDot,
)

NINE = Board.of_size(9)


def test_every_rule_of_the_package_has_a_meaning():
    assert [name for name, kind in RULES.items() if kind.meaning is Rule.meaning] == []


def test_cages_whose_digits_may_repeat_are_told_apart():
    board = NINE.with_rules(KillerCage(4, [(1, 1), (1, 2)]), KillerCage(4, [(2, 1), (2, 2)], different=False))
    assert ["may repeat" in note for note in meanings(board)] == [False, True]


def test_a_rule_of_ones_own_is_told_by_its_docstring_or_by_its_name():
    @dataclass(frozen=True)
    class Product(CellRule):
        """The digits have this product.

        More is not told.
        """

        cells: tuple
        product: int

    @dataclass(frozen=True)
    class Sum(CellRule):
        cells: tuple
        sum: int

    board = NINE.with_rules(Product([(1, 1)], 4), Sum([(1, 2)], 5))
    assert meanings(board) == ("Product: the digits have this product", "Sum 5 on r1c2")


@pytest.mark.parametrize("most", [1, 5, 21, 22])
def test_a_long_list_is_cut_and_says_how_many_are_left(every_rule, most):
    rules = every_rule.board.rules
    lines = listed_rules(every_rule.board, most)
    assert len(lines) == most
    if most < len(rules):
        assert lines[:-1] == [*map(str, rules[: most - 1])]
        assert lines[-1].startswith(f"and {len(rules) - most + 1} more: 1 ")


@pytest.mark.parametrize(
    ("rule", "cell", "words"),
    [
        (KillerCage(10, [(1, 1), (1, 2), (2, 1)]), (1, 2), "in killer cage 10 with r1c1 r2c1"),
        (Sandwich(5, [(2, c) for c in range(1, 10)]), (2, 4), "in sandwich 5 of row 2"),
        (WhiteDot([(1, 1), (1, 2)]), (1, 1), "in white dot with r1c2"),
        (GreaterThan([(1, 1), (1, 2)]), (1, 1), "greater than r1c2"),
        (GreaterThan([(1, 1), (1, 2)]), (1, 2), "less than r1c1"),
        (Even([(1, 1), (3, 3)]), (3, 3), "even"),
    ],
    ids=str,
)
def test_a_cell_is_told_its_rules(rule, cell, words):
    board = NINE.with_rules(rule)
    assert rules_of_cells(board)[cell] == [words]
    assert (9, 9) not in rules_of_cells(board)


@given(length=st.integers(2, 81), count=st.integers(1, 5), kind=st.sampled_from([KillerCage, Palindrome]))
def test_the_names_of_cells_stay_short_however_long_the_rules_are(length, count, kind):
    cells = [(r, c) for r in range(1, 10) for c in (range(1, 10) if r % 2 else range(9, 0, -1))]
    parts = [cells[k : k + length] for k in range(count) if k + length <= 81]
    rules = [
        KillerCage(k + 45, part, different=False) if kind is KillerCage else kind(part) for k, part in enumerate(parts)
    ]
    told = rules_of_cells(NINE.with_rules(*dict.fromkeys(rules)))
    assert {*told} == {cell for rule in rules for cell in rule.cells}
    for cell, roles in told.items():
        assert len(roles) == sum(cell in rule.cells for rule in rules)
        for role in roles:
            others = re.search(r" and (\d+) others?$", role)
            named = len(re.findall(r"r\dc\d", role))
            assert named <= 12
            in_a_unit = re.search(r" of (row|box) \d$", role)
            assert in_a_unit or named + (int(others[1]) if others else 0) >= length - 1
