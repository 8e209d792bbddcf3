"""Locked candidates: the positions of a digit in one unit all lie in another one.

The units are a box and a line, or any two that share cells: a jigsaw piece and a column, a diagonal and a box.
"""

from collections.abc import Iterator

from ...puzzles.board import Unit
from ...puzzles.candidates import Candidates, bits
from ..step import Step
from .words import Reasons, cells_named, make_step, removal, removed_words

__all__ = ["locked_candidates"]


def locked_candidates(state: Candidates) -> Iterator[Step]:
    """A digit whose positions in one unit lie in another unit too, so that it is removed from the rest of that one.

    From a box to a line this is called pointing (2.6), from a line to a box claiming (2.8).

    >>> from sudoku_models import Puzzle
    >>> state = Candidates.of(Puzzle.parse("...... 123... ..4... ...... ...... ......"))
    >>> step = next(locked_candidates(state))
    >>> print(step.name, "-", step.sentence)
    pointing - in box 1 the digit 4 fits only in (1, 1) and (1, 2), which lie in row 1 too, so the 4 goes from \
(1, 4), (1, 5) and (1, 6)
    """
    shape = state.geometry
    for u in sorted(shape.complete, key=shape.is_line):
        unit = state.board.units[u]
        for d in state.board.digits:
            positions = state.positions[d] & shape.units[u]
            if not positions & (positions - 1):
                continue
            first = (positions & -positions).bit_length() - 1
            for v in shape.units_of[first]:
                if v != u and not positions & ~shape.units[v] and state.positions[d] & shape.units[v] & ~positions:
                    yield _step(state, d, positions, unit, state.board.units[v], shape.is_line(u), shape.is_line(v))


def _step(state: Candidates, d: int, positions: int, unit: Unit, other: Unit, from_line: bool, to_line: bool) -> Step:
    shape = state.geometry
    removes = removal(state, {d: shape.bits_of(other.cells) & ~positions})
    reasons = Reasons(state)
    reasons.has(unit, d)
    reasons.has(other, d)
    across = {v for k in bits(shape.bits_of(unit.cells)) for v in shape.units_of[k]}
    reasons.not_in([state.board.units[v] for v in sorted(across)], unit.cells, d)
    held = cells_named(shape.cells_of(positions))
    lie = f"in {unit} the digit {d} fits only in {held}, which lie in {other} too"
    name = "claiming" if from_line and not to_line else "pointing" if to_line and not from_line else "locked candidates"
    rating = 2.8 if from_line else 2.6
    sentence = f"{lie}, so {removed_words(removes)}"
    return make_step(name, rating, sentence, reasons.because, (*shape.cells_of(positions), *removes), removes=removes)
