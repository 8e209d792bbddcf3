"""The automaton of every rule accepts what the rule allows, and its layers hold nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_rules import MEANINGS, Product, all_digits, line, possible_by_trying, rules_on

from sudoku_models.errors import UnsupportedError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.rules.automaton import paths
from sudoku_models.puzzles.rules.rule import possible_digits

SMALL, LARGE = Board.of_size(4), Board.of_size(9)


@given(rules_on(SMALL))
def test_the_layers_hold_exactly_the_allowed_digits(rule):
    allowed = [digits for digits in all_digits(rule, 4) if MEANINGS[type(rule)](rule, digits)]
    assert paths(rule.unfolded([SMALL.digits] * len(rule.cells))) == allowed


@given(rules_on(LARGE, most=7).filter(lambda rule: not isinstance(rule, Product)), st.data())
def test_a_random_walk_through_larger_layers_is_allowed(rule, data):
    """Of seven cells with nine digits there are too many to try them all."""
    state, digits = 0, []
    layers = rule.unfolded([LARGE.digits] * len(rule.cells))
    for layer in layers:
        leads = [each for each in layer if each[0] == state]
        assert leads or not layers[0]
        if not leads:
            return
        _, digit, state = data.draw(st.sampled_from(leads))
        digits.append(digit)
    assert MEANINGS[type(rule)](rule, tuple(digits))


DOMAINS = st.lists(st.sets(st.integers(1, 9), max_size=4), min_size=4, max_size=9)


@given(rules_on(LARGE), DOMAINS)
def test_the_possible_digits_are_those_of_some_allowed_combination(rule, domains):
    domains = (domains * len(rule.cells))[: len(rule.cells)]
    assert rule.possible(domains) == possible_by_trying(rule, domains)


def test_too_many_states_are_refused_with_a_way_out():
    """And nothing is removed until few digits are left."""
    rule = Product(line(7), 5040)
    every = (frozenset(range(1, 10)),) * 7
    assert possible_digits(rule, every) == every
    assert possible_digits(rule, (*[frozenset({1})] * 5, frozenset({8, 9}), frozenset({5}))) == (frozenset(),) * 7
    with pytest.raises(UnsupportedError, match=r"'product 5040 on r1c1 .*' has more than 500,000 .* methods start"):
        rule.unfolded([range(1, 10)] * 7)
