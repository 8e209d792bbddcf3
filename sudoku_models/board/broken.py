"""Which rules the digits so far break, also while some of their cells are blank."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from ..puzzles.board import Board, Cell
from ..puzzles.rules import CellRule
from ..puzzles.rules.rule import LARGEST_TABLE

__all__ = ["broken_rules", "is_broken"]

MOST_STEPS = 30_000
"""The number of steps of its automaton after which a rule with blank cells is no longer judged: some milliseconds."""
MOST_STEPS_OF_BOARD = 300_000
"""The number of steps for all rules together; usual boards take less than 50,000."""


def broken_rules(board: Board, digits: Mapping[Cell, int]) -> Iterator[CellRule]:
    """The rules of a board that these digits break, 0 for a blank cell.

    Where all rules together would take too long, the last ones are judged only once their cells are full.

    >>> from sudoku_models.puzzles.rules import Thermometer
    >>> board = Board.of_size(4).with_rules(Thermometer([(1, 1), (1, 2), (1, 3)]))
    >>> [str(rule) for rule in broken_rules(board, {(1, 1): 3, (1, 2): 0, (1, 3): 0})]
    ['thermometer on r1c1 r1c2 r1c3']
    """
    left = MOST_STEPS_OF_BOARD
    for rule in board.cell_rules:
        held = tuple(digits[cell] for cell in rule.cells)
        if all(held) or left > 0:
            broken, steps = _judged(rule, held, board.size)
            left -= steps
            if broken:
                yield rule


def is_broken(rule: CellRule, digits: tuple[int, ...], size: int) -> bool:
    """Whether no digits in the blank cells of a rule, written as 0, can satisfy it; False where that is hard to tell.

    Args:
        rule: The rule.
        digits: The digits in its cells.
        size: The largest digit.
    """
    return _judged(rule, digits, size)[0]


@lru_cache(maxsize=2_000)
def _judged(rule: CellRule, digits: tuple[int, ...], size: int) -> tuple[bool, int]:
    """Whether a rule is broken, and the number of steps that it took to tell."""
    if all(digits):
        return not rule.holds(digits), 0
    if not any(digits) or (type(rule).step is CellRule.step and size ** digits.count(0) > LARGEST_TABLE):
        return False, 0
    states, steps = {rule.start}, 0
    for position, digit in enumerate(digits):
        domain = [digit] if digit else range(1, size + 1)
        steps += len(states) * len(domain)
        if steps > MOST_STEPS:
            return False, MOST_STEPS
        following = (rule.step(state, position, d) for state in states for d in domain)
        states = {state for state in following if state is not None}
    return not any(map(rule.accepts, states)), steps
