"""Each way in which the parts of a rule may contradict what it means is found."""

from typing import Any

import pytest

from sudoku_models.benchmark import check_rule
from sudoku_models.certificates.readings import RELATIONS
from sudoku_models.errors import RuleError
from sudoku_models.puzzles.rules import Thermometer
from sudoku_models.puzzles.rules.linear import Row
from sudoku_models.puzzles.rules.rule import possible_digits

RULE = Thermometer("r1c1 r1c2")


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("holds", lambda self, digits: digits[0] <= digits[1]),
        ("rows", lambda self, items: [Row(items[1:], items[:1], is_less=True)]),
        ("violation", lambda self, digits: 0),
        ("define", lambda self, m, cells: None),
        ("step", lambda self, state, position, digit: digit if position == 0 or digit >= state else None),
    ],
)
def test_a_part_that_is_wrong_is_found(name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    possible_digits.cache_clear()  # it remembers the rule as it was
    monkeypatch.setattr(Thermometer, name, wrong)
    with pytest.raises(RuleError):
        check_rule(RULE)


@pytest.mark.parametrize("wrong", [lambda d, e: True, lambda d, e: d <= e, lambda d, e: d < e < 4])
def test_a_statement_of_the_verifier_that_is_wrong_is_found(wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RELATIONS, "Thermometer", wrong)
    with pytest.raises(RuleError):
        check_rule(RULE)


def test_a_statement_of_the_verifier_that_is_missing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(RELATIONS, "Thermometer")
    with pytest.raises(RuleError):
        check_rule(RULE)
