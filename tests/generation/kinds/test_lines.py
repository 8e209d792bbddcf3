"""Lines are walks to neighbouring cells, have at least three cells, and do not meet."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models.generation.kinds import draw_rules, requested_kinds
from sudoku_models.puzzles.rules import CellRule

from .test_kind import grid_of

LINES = ("thermometer", "whisper", "renban", "arrow", "palindrome")


@settings(max_examples=40)
@given(st.sampled_from(LINES), st.integers(0, 3), st.integers(0, 999))
def test_lines_are_walks_that_do_not_meet(name: str, number: int, seed: int) -> None:
    rules = draw_rules(requested_kinds(f"{name}:100%"), grid_of(9, number), random.Random(seed))
    cells = [cell for rule in rules if isinstance(rule, CellRule) for cell in rule.cells]
    assert len(set(cells)) == len(cells)
    for rule in rules:
        assert isinstance(rule, CellRule)
        assert 3 <= len(rule.cells) <= 6
        assert all(max(abs(r - s), abs(c - e)) == 1 for (r, c), (s, e) in pairwise(rule.cells))


@pytest.mark.parametrize("name", LINES)
def test_a_share_is_reached_and_hardly_passed(name: str) -> None:
    rules = draw_rules(requested_kinds(f"{name}:30%"), grid_of(9, 1), random.Random(1))
    covered = sum(len(rule.cells) for rule in rules if isinstance(rule, CellRule))
    assert covered < 0.3 * 81 + 6
    assert covered >= 0.3 * 81 or name in ("palindrome", "whisper")  # of these there may be no more


def test_different_kinds_of_lines_do_not_meet_either() -> None:
    rules = draw_rules(requested_kinds("thermometer, arrow, renban"), grid_of(9, 2), random.Random(1))
    cells = [cell for rule in rules if isinstance(rule, CellRule) for cell in rule.cells]
    assert len({type(rule) for rule in rules}) == 3
    assert len(set(cells)) == len(cells)
