"""The technique for the further rules of a board: what a killer cage, a thermometer or a dot leaves possible.

A rule allows some combinations of the candidates of its cells. A candidate that is in none of them is removed. This
is domain consistency of one rule, found by the automaton of the rule; see `puzzles.rules.automaton`.
"""

from collections.abc import Iterator

from ...puzzles.board import Cell
from ...puzzles.candidates import Candidates
from ...puzzles.cell_names import cell_name
from ...puzzles.rules.filtering import left_by
from ...puzzles.rules.rule import CellRule
from ...runtime.limits import check_deadline
from ..step import Step
from .words import digits_named, listed, make_step, removed_words, the_digit

__all__ = ["EASIEST", "board_rule"]

EASIEST, PER_CELL, HARDEST = 2.4, 0.2, 3.4
"""The ratings: digits that a cell of the rule can never hold, and one open cell, are as easy as a naked single; each
further open cell is harder, and a long line is no harder than a hidden pair."""


def board_rule(state: Candidates) -> Iterator[Step]:
    """The candidates that a rule of the board leaves no place for; rules with few open cells come first (2.4 to 3.4).

    >>> from sudoku_models import Board, Puzzle
    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> puzzle = Puzzle.parse("." * 16, Board.of_size(4).with_rules(KillerCage(3, "r1c1 r1c2")))
    >>> step = next(board_rule(Candidates.of(puzzle)))
    >>> print(step.sentence)
    killer cage 3 on r1c1 r1c2 leaves only 1 and 2, so the 3 and 4 go from (1, 1) and (1, 2)
    >>> step.because
    ('killer cage 3 on r1c1 r1c2',)
    """
    for rule in sorted(state.board.cell_rules, key=lambda rule: len(_open(state, rule))):
        check_deadline()
        if not (cells := _open(state, rule)):
            continue
        after = left_by(rule, state.candidates)
        if removes := {i: gone for i in sorted(cells) if (gone := state.candidates[i] - after[i])}:
            yield _step(state, rule, cells, after, removes)


def _open(state: Candidates, rule: CellRule) -> list[Cell]:
    """The cells of a rule that have no digit yet."""
    return [i for i in rule.cells if i not in state.digits]


def _step(
    state: Candidates,
    rule: CellRule,
    cells: list[Cell],
    after: dict[Cell, frozenset[int]],
    removes: dict[Cell, frozenset[int]],
) -> Step:
    because = [rule.label(), *(the_digit(state, i) for i in rule.cells if i in state.digits)]
    sentence = f"{rule} {_leaves(cells, after)}, so {removed_words(removes)}"
    rating = EASIEST
    if not _are_never_possible(state, rule, removes):
        rating = round(min(EASIEST + PER_CELL * (len(cells) - 1), HARDEST), 1)
    named = [d for i in cells for d in after[i]]
    return make_step(rule.kind, rating, sentence, because, rule.cells, removes=removes, digits=named)


def _are_never_possible(state: Candidates, rule: CellRule, removes: dict[Cell, frozenset[int]]) -> bool:
    """Whether the rule has no place for these candidates whatever its other cells hold, like a 9 in a killer cage 4."""
    every = frozenset(state.board.digits)
    left = left_by(rule, dict.fromkeys(rule.cells, every))
    return all(left[i].isdisjoint(gone) for i, gone in removes.items())


def _leaves(cells: list[Cell], after: dict[Cell, frozenset[int]]) -> str:
    """What a rule leaves its open cells, as text."""
    if not all(after[i] for i in cells):
        return "leaves no combination of the candidates"
    if len({after[i] for i in cells}) == 1:
        return f"leaves only {digits_named(after[cells[0]])}"
    return f"leaves only {listed(f'{digits_named(after[i])} in {cell_name(i)}' for i in cells)}"
