"""The digits that a rule leaves are those of the combinations that it allows."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from rule_boards import rules

from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.rules.filtering import possible_digits

BOARD = Board.of_size(4)


@given(rules(BOARD), st.data())
def test_what_is_left_is_what_the_rule_allows(chosen, data):
    for rule in BOARD.with_rules(*chosen).cell_rules[:4]:
        domains = tuple(frozenset(data.draw(st.sets(st.integers(1, 4), min_size=1))) for _ in rule.cells)
        allowed = [digits for digits in product(*domains) if rule.holds(digits)]
        left = tuple(frozenset(digits[k] for digits in allowed) for k in range(len(rule.cells)))
        assert possible_digits(rule, domains) == left
