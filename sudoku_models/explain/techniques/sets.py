"""Sets of cells, of digits, or of lines: locked candidates, naked and hidden sets, and fish.

Each counts: k cells, digits or lines that have only k digits, cells or crossing lines use them up.

- Locked candidates: the positions of a digit in one unit all lie in another one. The units are a box and a line, or any
  two that share cells: a jigsaw piece and a column, a diagonal and a box.
- Naked and hidden sets: k cells of a unit that share k digits, or k digits that share k cells. The two are
  complementary: in a unit, some cells are a naked set exactly when the other cells are a hidden set.
- Fish: a digit whose positions in k rows lie in only k columns, or with rows and columns exchanged.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from ...puzzles.candidates import Candidates, bits
from ...puzzles.cell_names import listed
from ...puzzles.labels import cell_has_digit, unit_has_digit, unit_is_different
from ...runtime.limits import check_deadline
from ..step import Step
from .words import cells_named, digits_named, make_step, nowhere_else, removal, removed_words


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
        for d in state.board.digits:
            positions = state.positions[d] & shape.units[u]
            if not positions & (positions - 1):
                continue
            first = (positions & -positions).bit_length() - 1
            for v in shape.units_of[first]:
                if v != u and not positions & ~shape.units[v] and state.positions[d] & shape.units[v] & ~positions:
                    yield _locked(state, d, positions, u, v)


def _locked(state: Candidates, d: int, positions: int, u: int, v: int) -> Step:
    shape = state.geometry
    unit, other = state.board.units[u], state.board.units[v]
    from_line, to_line = shape.is_line(u), shape.is_line(v)
    removes = removal(state, {d: shape.bits_of(other.cells) & ~positions})
    because = [unit_has_digit(unit, d), unit_has_digit(other, d), *nowhere_else(state, u, d)[1]]
    held = cells_named(shape.cells_of(positions))
    lie = f"in {unit} the digit {d} fits only in {held}, which lie in {other} too"
    name = "claiming" if from_line and not to_line else "pointing" if to_line and not from_line else "locked candidates"
    rating = 2.8 if from_line else 2.6
    sentence = f"{lie}, so {removed_words(removes)}"
    return make_step(name, rating, sentence, because, (*shape.cells_of(positions), *removes), removes=removes)


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


FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}
FISH_RATINGS = {2: 3.2, 3: 3.8, 4: 5.2}


def fish(k: int) -> Callable[[Candidates], Iterator[Step]]:
    """Find k rows whose positions for a digit lie in k columns; it is removed from the other cells of these columns.

    The k rows need k positions for the digit, and each of the k columns has one, so no other row can use these columns.
    In the model `assignment` this is a sum of equations: k rows minus k columns.
    """

    def find(state: Candidates) -> Iterator[Step]:
        shape = state.geometry
        for d in state.board.digits:
            for base, cover in (shape.lines, shape.lines[::-1]):
                positions = {u: state.positions[d] & shape.units[u] for u in base if u in shape.complete}
                few = [u for u, mask in positions.items() if 1 < mask.bit_count() <= k]
                crossed = {u: frozenset(v for v in cover if positions[u] & shape.units[v]) for u in few}
                for chosen in combinations(few, k):
                    check_deadline()
                    covers = frozenset[int]().union(*(crossed[u] for u in chosen))
                    if len(covers) == k:
                        inside = sum(positions[u] for u in chosen)
                        outside = sum(shape.units[v] for v in covers) & ~inside
                        if state.positions[d] & outside:
                            yield _fish(state, k, d, chosen, tuple(sorted(covers)), inside, outside)

    return find


def _fish(
    state: Candidates, k: int, d: int, base: tuple[int, ...], covers: tuple[int, ...], inside: int, outside: int
) -> Step:
    shape = state.geometry
    removes = removal(state, {d: outside})
    lines = [state.board.units[u] for u in base]
    crossing = [state.board.units[v] for v in covers]
    sentence = (
        f"in {listed(lines)} the digit {d} fits only in {listed(crossing)}, one place for each, "
        f"so the {d} goes from the other cells of {listed(crossing)}: {cells_named(removes)}"
    )
    because = [unit_has_digit(unit, d) for unit in (*lines, *crossing)]
    cells = (*shape.cells_of(inside), *removes)
    return make_step(FISH[k], FISH_RATINGS[k], sentence, because, cells, removes=removes)
