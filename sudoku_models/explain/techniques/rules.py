"""Techniques for the further rules of a board: what one rule leaves possible, and what cages leave of a sum of units.

A rule allows some combinations of the candidates of its cells. A candidate that is in none of them is removed. This
is domain consistency of one rule, found by the automaton of the rule; see `puzzles.rules.rule`.

The digits of a row, a column or a box of n cells have the sum 1 + ... + n, which is 45 on the usual board, and those of
k such units that have no cell in common have k times as much (the "rule of 45" of killer Sudoku). Where cages with sums
lie inside, the other cells have the rest ("innies"). Where cages cover the units and reach beyond, the cells beyond
have the difference ("outies").
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from ...puzzles.board import Board
from ...puzzles.candidates import Candidates
from ...puzzles.cell_names import cell_name, listed
from ...puzzles.labels import unit_is_different
from ...puzzles.rules import KillerCage, LittleKiller
from ...puzzles.rules.rule import CellRule, left_by
from ...puzzles.units import Cell, Unit
from ...runtime.limits import check_deadline
from ..step import Step
from .words import cells_named, digits_named, make_step, removed_words, the_digit

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
        cells, after, removes = _lost(state, rule)
        if not removes:
            continue
        because = [rule.label(), *(the_digit(state, i) for i in rule.cells if i in state.digits)]
        sentence = f"{rule} {_leaves(cells, after)}, so {removed_words(removes)}"
        rating = EASIEST
        if not _are_never_possible(state, rule, removes):
            rating = round(min(EASIEST + PER_CELL * (len(cells) - 1), HARDEST), 1)
        named = [d for i in cells for d in after[i]]
        yield make_step(rule.kind, rating, sentence, because, rule.cells, removes=removes, digits=named)


def _open(state: Candidates, rule: CellRule) -> list[Cell]:
    """The cells of a rule that have no digit yet."""
    return [i for i in rule.cells if i not in state.digits]


Digits = dict[Cell, frozenset[int]]


def _lost(state: Candidates, rule: CellRule) -> tuple[list[Cell], Digits, Digits]:
    """The open cells of a rule, the digits that it leaves each cell, and those that open cells lose."""
    cells, after = _open(state, rule), left_by(rule, state.candidates)
    return cells, after, {i: gone for i in sorted(cells) if (gone := state.candidates[i] - after[i])}


def _are_never_possible(state: Candidates, rule: CellRule, removes: Digits) -> bool:
    """Whether the rule has no place for these candidates whatever its other cells hold, like a 9 in a killer cage 4."""
    every = frozenset(state.board.digits)
    left = left_by(rule, dict.fromkeys(rule.cells, every))
    return all(left[i].isdisjoint(gone) for i, gone in removes.items())


def _leaves(cells: list[Cell], after: Digits) -> str:
    """The digits that a rule leaves its open cells, as text."""
    if not all(after[i] for i in cells):
        return "leaves no combination of the candidates"
    if len({after[i] for i in cells}) == 1:
        return f"leaves only {digits_named(after[cells[0]])}"
    return f"leaves only {listed(f'{digits_named(after[i])} in {cell_name(i)}' for i in cells)}"


EASIEST_SUM, PER_CELL_OF_SUM, PER_UNIT = 2.9, 0.2, 0.3
MOST_CELLS, MOST_UNITS = 4, 3
"""The most open cells, and the most neighbouring rows or columns, that are looked at together."""

Cage = KillerCage | LittleKiller


class Rest(NamedTuple):
    """Cells whose sum follows from units and cages."""

    name: str
    units: tuple[Unit, ...]
    cages: tuple[Cage, ...]
    sum: Cage


def sum_of_units(state: Candidates) -> Iterator[Step]:
    """The candidates that the rest of the sum of some units leaves no place for (2.9 and more).

    >>> from sudoku_models import Board, Puzzle
    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> board = Board.of_size(4).with_rules(KillerCage(6, "r1c1 r1c2"), KillerCage(3, "r1c3 r2c3"))
    >>> print(next(sum_of_units(Candidates.of(Puzzle.parse("." * 16, board)))).sentence)
    row 1 has the sum 10, and killer cage 6 on r1c1 r1c2 has 6 of it, so (1, 3) and (1, 4) have the sum 4, which \
leaves only 1 and 3, so the 2 and 4 go from (1, 3) and (1, 4)
    """
    n = state.board.size
    for rest in _rests(state.board):
        check_deadline()
        if not 0 < len(_open(state, rest.sum)) <= MOST_CELLS:
            continue
        cells, after, removes = _lost(state, rest.sum)
        if not removes:
            continue
        whole, inner = len(rest.units) * n * (n + 1) // 2, rest.sum.cells
        of_units = f"{listed(rest.units)} {'has' if len(rest.units) == 1 else 'have'} the sum {whole}"
        total = sum(cage.total or 0 for cage in rest.cages)
        of_cages = f"{listed(rest.cages)} {'has' if len(rest.cages) == 1 else 'have'} {total}"
        of_it = " of it" if rest.name == "innies" else ""
        of_rest = f"{cells_named(inner)} {'have' if len(inner) > 1 else 'has'} the sum {rest.sum.total}"
        digits = sorted({d for i in cells for d in after[i]})
        leaves = f"leaves only {digits_named(digits)}" if digits else "leaves no combination of the candidates"
        because = [*map(unit_is_different, rest.units), *(cage.label() for cage in rest.cages)]
        because += [the_digit(state, i) for i in inner if i in state.digits]
        rating = round(EASIEST_SUM + PER_CELL_OF_SUM * (len(cells) - 1) + PER_UNIT * (len(rest.units) - 1), 1)
        sentence = f"{of_units}, and {of_cages}{of_it}, so {of_rest}, which {leaves}, so {removed_words(removes)}"
        yield make_step(rest.name, rating, sentence, because, inner, removes=removes, digits=digits)


@cache
def _rests(board: Board) -> list[Rest]:
    """The cells whose sum follows, those of few cells and units first."""
    cages = [rule for rule in board.cell_rules if isinstance(rule, Cage) and rule.total is not None]
    if not cages:
        return []
    found = [rest for units in _areas(board) for rest in _of_area(board, units, cages)]
    return sorted(found, key=lambda rest: (len(rest.sum.cells), len(rest.units)))


def _areas(board: Board) -> Iterator[tuple[Unit, ...]]:
    """Units of n cells, and neighbouring rows or columns together."""
    full = [unit for unit in board.units if len(unit.cells) == board.size]
    yield from ((unit,) for unit in full)
    for kind in ("row", "column"):
        lines = [unit for unit in full if unit.kind == kind]
        for k in range(2, MOST_UNITS + 1):
            yield from (tuple(lines[first : first + k]) for first in range(len(lines) - k + 1))


def _of_area(board: Board, units: tuple[Unit, ...], cages: Iterable[Cage]) -> Iterator[Rest]:
    """The innies of units with cages inside, and the outies of cages that cover them."""
    area = {i for unit in units for i in unit.cells}
    whole = len(units) * board.size * (board.size + 1) // 2
    inside, across = list[Cage](), list[Cage]()
    of_inside, of_all = set[Cell](), set[Cell]()
    for cage in cages:
        if of_all.isdisjoint(cage.cells) and not area.isdisjoint(cage.cells):
            of_all.update(cage.cells)
            across.append(cage)
            if area.issuperset(cage.cells):
                of_inside.update(cage.cells)
                inside.append(cage)
    if inside and (cells := tuple(sorted(area - of_inside))):
        yield from _as_rule("innies", units, inside, cells, whole - sum(cage.total or 0 for cage in inside))
    if area <= of_all and (cells := tuple(sorted(of_all - area))):
        yield from _as_rule("outies", units, across, cells, sum(cage.total or 0 for cage in across) - whole)


def _as_rule(
    name: str, units: tuple[Unit, ...], cages: list[Cage], cells: tuple[Cell, ...], total: int
) -> Iterator[Rest]:
    """The rest as a rule; none when it would be of too many cells ever to be looked at, or its sum is impossible."""
    is_of_one_unit = any(set(cells) <= set(unit.cells) for unit in units)
    if total >= 1 and len(cells) <= 2 * MOST_CELLS:
        rest = KillerCage(total, cells) if is_of_one_unit else LittleKiller(total, cells)
        yield Rest(name, units, tuple(cages), rest)
