"""Subsets: k cells of a unit that share k digits (naked), or k digits that share k cells (hidden).

The two are complementary: in a unit, some cells are a naked set exactly when the other cells are a hidden set.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from ...puzzles.candidates import Candidates, bits
from ...puzzles.labels import cell_has_digit, unit_has_digit, unit_is_different
from ...runtime.limits import check_deadline
from ..step import Step
from .words import cells_named, digits_named, make_step, removal, removed_words

__all__ = ["hidden_set", "naked_set"]

WORDS = {2: "pair", 3: "triple", 4: "quad"}
NAKED = {2: 3.0, 3: 3.6, 4: 5.0}
HIDDEN = {2: 3.4, 3: 4.0, 4: 5.4}


def naked_set(k: int) -> Callable[[Candidates], Iterator[Step]]:
    """Find k cells of a unit that have only k digits together; these are removed from all common peers.

    >>> from sudoku_models import Puzzle
    >>> state = Candidates.of(Puzzle.parse("..34 .... .... ...."))
    >>> print(next(naked_set(2)(state)).sentence)
    in row 1 the cells (1, 1) and (1, 2) hold only 1 and 2, one each, so the 1 and 2 go from (2, 1) and (2, 2)
    """

    def find(state: Candidates) -> Iterator[Step]:
        shape = state.geometry
        for u, unit in enumerate(state.board.units):
            check_deadline()
            few = [j for j in bits(shape.units[u]) if 1 < state.masks[j].bit_count() <= k]
            for chosen in combinations(few, k):
                union = 0
                for j in chosen:
                    union |= state.masks[j]
                if union.bit_count() != k:
                    continue
                gone = {}
                for d in bits(union):
                    holders = sum(1 << j for j in chosen if state.masks[j] >> d & 1)
                    gone[d] = shape.seen_by_all(holders)
                if removes := removal(state, gone):
                    cells = [shape.cells[j] for j in chosen]
                    sentence = (
                        f"in {unit} the cells {cells_named(cells)} hold only {digits_named(bits(union))}, one each, "
                        f"so {removed_words(removes)}"
                    )
                    because = [*map(cell_has_digit, cells), unit_is_different(unit)]
                    yield make_step(
                        f"naked {WORDS[k]}",
                        NAKED[k],
                        sentence,
                        because,
                        (*cells, *removes),
                        removes=removes,
                        digits=bits(union),
                    )

    return find


def hidden_set(k: int) -> Callable[[Candidates], Iterator[Step]]:
    """Find k digits of a unit that fit in only k cells together; other digits are removed from these cells.

    >>> from sudoku_models import Puzzle
    >>> state = Candidates.of(Puzzle.parse("...... 12.... ...... ...1.. ...2.. ......"))
    >>> print(next(hidden_set(2)(state)).sentence)
    in row 1 the digits 1 and 2 fit only in (1, 5) and (1, 6), one each, so the 3, 4, 5 and 6 go from (1, 5) and (1, 6)
    """

    def find(state: Candidates) -> Iterator[Step]:
        shape = state.geometry
        for u in shape.complete:
            check_deadline()
            unit = state.board.units[u]
            positions = {d: state.positions[d] & shape.units[u] for d in state.board.digits}
            few = [d for d, mask in positions.items() if 1 < mask.bit_count() <= k]
            for digits in combinations(few, k):
                union = 0
                for d in digits:
                    union |= positions[d]
                if union.bit_count() != k:
                    continue
                if removes := removal(state, {d: union for d in state.board.digits if d not in digits}):
                    cells = shape.cells_of(union)
                    sentence = (
                        f"in {unit} the digits {digits_named(digits)} fit only in {cells_named(cells)}, one each, "
                        f"so {removed_words(removes)}"
                    )
                    because = [*(unit_has_digit(unit, d) for d in digits), *map(cell_has_digit, cells)]
                    yield make_step(f"hidden {WORDS[k]}", HIDDEN[k], sentence, because, cells, removes=removes)

    return find
