"""The digits that a rule leaves are those of the combinations that it allows."""

from dataclasses import dataclass
from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from rule_boards import rules

from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.rules import CellRule
from sudoku_models.puzzles.rules.rule import possible_digits

BOARD = Board.of_size(4)


@given(rules(BOARD), st.data())
def test_what_is_left_is_what_the_rule_allows(chosen, data):
    for rule in BOARD.with_rules(*chosen).cell_rules[:4]:
        domains = tuple(frozenset(data.draw(st.sets(st.integers(1, 4), min_size=1))) for _ in rule.cells)
        allowed = [digits for digits in product(*domains) if rule.holds(digits)]
        left = tuple(frozenset(digits[k] for digits in allowed) for k in range(len(rule.cells)))
        assert possible_digits(rule, domains) == left


@dataclass(frozen=True)
class Sorted(CellRule):
    """A rule of a user whose automaton remembers all digits."""

    cells: tuple[tuple[int, int], ...]

    def holds(self, digits):
        return list(digits) == sorted(digits)


def test_a_rule_with_too_many_states_removes_nothing_until_few_are_left():
    board = Board.of_size(16)
    rule = Sorted([(1, c) for c in range(1, 9)])
    every = (frozenset(board.digits),) * 8
    assert possible_digits(rule, every) == every
    some = tuple(frozenset({k, 9 - k}) for k in range(1, 9))
    assert possible_digits(rule, some) != some
    assert possible_digits(rule, tuple(frozenset({d}) for d in (1, 2, 3, 4, 5, 6, 8, 7))) == (frozenset(),) * 8
