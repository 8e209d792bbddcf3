"""Each way in which the parts of a rule may contradict what it means is found."""

from typing import Any

import pytest

from sudoku_models.benchmark import check_rule, own_rules
from sudoku_models.certificates import certify
from sudoku_models.certificates.readings import RELATIONS
from sudoku_models.errors import RuleError
from sudoku_models.puzzles.rules import Clone, LittleKiller, Thermometer
from sudoku_models.puzzles.rules.linear import Row
from sudoku_models.puzzles.rules.rule import possible_digits

RULE = Thermometer("r1c1 r1c2")


@pytest.fixture(autouse=True)
def forgotten() -> None:
    """What was remembered of the rule as it was."""
    possible_digits.cache_clear()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("holds", lambda self, digits: digits[0] <= digits[1]),
        ("rows", lambda self, items: [Row(items[1:], items[:1], is_less=True)]),
        ("violation", lambda self, digits: 0),
        ("step", lambda self, state, position, digit: digit if position == 0 or digit >= state else None),
    ],
)
def test_a_part_that_is_wrong_is_found(name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thermometer, name, wrong)
    with pytest.raises(RuleError):
        check_rule(RULE)


def test_what_is_stated_wrongly_is_named_with_its_digits_and_not_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thermometer, "define", lambda self, m, cells: m.add(cells.value(self.cells[0]) <= 3, "wrong"))
    with pytest.raises(RuleError, match=r"as it is stated with pairwise.* allows the digits"):
        check_rule(RULE)


def test_an_example_that_no_usual_grid_satisfies_is_tried_on_another_board(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = list[Any]()
    monkeypatch.setattr(own_rules, "certify", lambda puzzle: tried.append(puzzle) or certify(puzzle))
    check_rule(Clone("r1c1 r1c2"))
    assert [len(puzzle.board.units) for puzzle in tried] == [0]


def test_without_digits_that_hold_nothing_is_tried_on_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_rules, "certify", None)
    monkeypatch.setattr(own_rules, "explain", None)
    assert "another example" in check_rule(LittleKiller(100, "r1c1 r2c2"))


def test_too_many_cells_are_refused_with_the_most_that_are_tried() -> None:
    for n, most in ((4, 6), (6, 5), (9, 4)):
        with pytest.raises(RuleError, match=f"at most {most}$"):
            check_rule(Thermometer([(1 + k // n, 1 + k % n) for k in range(most + 1)]), n)


@pytest.mark.parametrize("wrong", [lambda d, e: True, lambda d, e: d <= e, lambda d, e: d < e < 4, lambda d: True])
def test_a_statement_of_the_verifier_that_is_wrong_is_found(wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RELATIONS, "Thermometer", wrong)
    with pytest.raises(RuleError):
        check_rule(RULE)


def test_a_statement_of_the_verifier_that_is_missing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(RELATIONS, "Thermometer")
    with pytest.raises(RuleError):
        check_rule(RULE)
