"""The rule of 45: what cages leave of the sum of whole units.

The digits of a row, a column or a box of n cells have the sum 1 + ... + n, which is 45 on the usual board, and those of
k such units that have no cell in common have k times as much. Where cages with sums lie inside, the other cells have
the rest ("innies"). Where cages cover the units and reach beyond, the cells beyond have the difference ("outies"). A
cage that lies across a border is counted, or left out, so that few open cells are concerned: then some innies have a
known sum more, or less, than some outies. Digits that are found are subtracted, so cages are split as the board fills.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, product
from typing import NamedTuple

from ...puzzles.board import Board
from ...puzzles.candidates import Candidates
from ...puzzles.cell_names import listed
from ...puzzles.labels import unit_is_different
from ...puzzles.rules import KillerCage, LittleKiller
from ...puzzles.units import Cell, Unit
from ...runtime.limits import check_deadline
from ..step import Step
from .rules import occurring, open_cells, sums_to
from .words import apart, cells_named, digits_named, excluded_words, make_step, the_digit

EASIEST_SUM, PER_CELL_OF_SUM, PER_UNIT = 2.9, 0.2, 0.3
MOST_CELLS, MOST_UNITS, MOST_TIES = 4, 3, 3
"""The most open cells, the most neighbouring units that are looked at together, and the most cages across their border
for which both ways are tried."""

Cage = KillerCage | LittleKiller


class Area(NamedTuple):
    """Units without a common cell, the cages inside, and those across the border; no two cages share a cell."""

    units: tuple[Unit, ...]
    cells: frozenset[Cell]
    inside: tuple[Cage, ...]
    across: tuple[Cage, ...]


def sum_of_units(state: Candidates) -> Iterator[Step]:
    """The candidates that the rest of the sum of some units leaves no place for (2.9 and more).

    >>> from sudoku_models import Puzzle
    >>> board = Board.of_size(4).with_rules(KillerCage(6, "r1c1 r1c2"), KillerCage(3, "r1c3 r2c3"))
    >>> print(next(sum_of_units(Candidates.of(Puzzle.parse("." * 16, board)))).sentence)
    row 1 has the sum 10, and killer cage 6 on r1c1 r1c2 has 6 of it, so (1, 3) and (1, 4) have the sum 4, which \
leaves only 1 and 3, so (1, 3) and (1, 4) cannot be 2 or 4
    """
    yield from sorted(_steps(state), key=lambda step: step.weight)


def _steps(state: Candidates) -> Iterator[Step]:
    for area in _areas_with_cages(state.board):
        check_deadline()
        for counted in _counted(state, area):
            yield from _rest(state, area, counted)


def _counted(state: Candidates, area: Area) -> Iterator[tuple[Cage, ...]]:
    """The cages to count: those inside, and of those across the border the ones with fewer open cells beyond it."""
    across, ties = list[Cage](), list[Cage]()
    for cage in area.across:
        cells = open_cells(state, cage.cells)
        inside = sum(i in area.cells for i in cells)
        if len(cells) < 2 * inside:
            across.append(cage)
        elif len(cells) == 2 * inside:
            ties.append(cage)
    for chosen in product((False, True), repeat=min(len(ties), MOST_TIES)):
        more = [cage for cage, is_chosen in zip(ties, chosen, strict=False) if is_chosen]
        if area.inside or across or more:
            yield (*area.inside, *across, *more)


def _rest(state: Candidates, area: Area, counted: tuple[Cage, ...]) -> Iterator[Step]:
    """The step by the sum of the cells that counted cages leave, minus that of the cells that they have beyond."""
    of_cages = {i for cage in counted for i in cage.cells}
    innies, outies = sorted(area.cells - of_cages), sorted(of_cages - area.cells)
    cells = open_cells(state, (*innies, *outies))
    if not 0 < len(cells) <= MOST_CELLS:
        return
    n, has = state.board.size, sum(cage.total or 0 for cage in counted)
    whole = len(area.units) * n * (n + 1) // 2
    signs = tuple(1 if i in area.cells else -1 for i in cells)
    rest = whole - has - sum(state.digits.get(i, 0) for i in innies) + sum(state.digits.get(i, 0) for i in outies)
    shape, peers = state.geometry, state.board.peers
    differ = tuple(tuple(j for j in range(k) if cells[j] in peers[i]) for k, i in enumerate(cells))
    after = _supported(tuple(state.candidates[i] for i in cells), differ, signs, rest)
    removes = {i: gone for i, left in sorted(zip(cells, after, strict=True)) if (gone := state.candidates[i] - left)}
    if not removes:
        return
    name = "innies and outies" if innies and outies else "outies" if outies else "innies"
    of_units = f"{listed(area.units)} {'has' if len(area.units) == 1 else 'have'} the sum {whole}"
    counted_has = f"{listed(counted)} {'has' if len(counted) == 1 else 'have'} {has}"
    of_it = "" if outies else " of it"
    digits = sorted({d for left in after for d in left})
    only = f"leaves only {digits_named(digits)}" if digits else "leaves no combination of the candidates"
    because = [*map(unit_is_different, area.units), *(cage.label() for cage in counted)]
    because += [the_digit(state, i) for i in (*innies, *outies) if i in state.digits]
    for k, of in enumerate(differ):
        because += apart(state, shape.bits_of([cells[k]]), shape.bits_of(cells[j] for j in of))
    rating = EASIEST_SUM + PER_CELL_OF_SUM * (len(cells) - 1) + PER_UNIT * (len(area.units) - 1)
    rating = round(rating + PER_CELL_OF_SUM * (name == "innies and outies"), 1)
    rested = _words(innies, outies, whole - has)
    sentence = f"{of_units}, and {counted_has}{of_it}, so {rested}, which {only}, so {excluded_words(removes)}"
    yield make_step(name, rating, sentence, because, (*innies, *outies), removes=removes, digits=digits)


def _words(innies: list[Cell], outies: list[Cell], total: int) -> str:
    """What the innies have, or the outies, or the ones more than the others."""
    if not innies or not outies:
        cells = innies or outies
        return f"{cells_named(cells)} {'have' if len(cells) > 1 else 'has'} the sum {abs(total)}"
    more = f"{abs(total)} {'more' if total > 0 else 'less'} than" if total else "as much as"
    return f"{cells_named(innies)} {'have' if len(innies) > 1 else 'has'} {more} {cells_named(outies)}"


@lru_cache(maxsize=1 << 14)
def _supported(
    domains: tuple[frozenset[int], ...], differ: tuple[tuple[int, ...], ...], signs: tuple[int, ...], total: int
) -> tuple[frozenset[int], ...]:
    """The digits of each cell in the choices with this sum (with signs) in which each differs from those before it."""
    return occurring(domains, differ, sums_to(domains, signs, total))


@cache
def _areas_with_cages(board: Board) -> list[Area]:
    """Few units first."""
    cages = [rule for rule in board.cell_rules if isinstance(rule, Cage) and rule.total is not None]
    return [_area(units, cages) for units in _areas(board)] if cages else []


def _area(units: tuple[Unit, ...], cages: list[Cage]) -> Area:
    cells = frozenset(i for unit in units for i in unit.cells)
    taken, inside, across = set[Cell](), list[Cage](), list[Cage]()
    for cage in cages:
        if taken.isdisjoint(cage.cells) and not cells.isdisjoint(cage.cells):
            taken.update(cage.cells)
            (inside if cells.issuperset(cage.cells) else across).append(cage)
    return Area(units, cells, tuple(inside), tuple(across))


def _areas(board: Board) -> Iterator[tuple[Unit, ...]]:
    """Units of n cells; neighbouring rows, columns, or boxes together."""
    full = [unit for unit in board.units if len(unit.cells) == board.size]
    yield from ((unit,) for unit in full)
    for k in range(2, MOST_UNITS + 1):
        for kind in ("row", "column"):
            lines = [unit for unit in full if unit.kind == kind]
            yield from (tuple(lines[first : first + k]) for first in range(len(lines) - k + 1))
        boxes = [unit for unit in full if unit.kind == "box"]
        yield from (some for some in combinations(boxes, k) if _are_together(some))


def _are_together(boxes: tuple[Unit, ...]) -> bool:
    """Whether boxes are neighbours, so that one can go from each to each."""
    left, front = list(boxes[1:]), [boxes[0]]
    while front:
        now = front.pop()
        beside = {(r + a, c + b) for r, c in now.cells for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        front += [box for box in left if not beside.isdisjoint(box.cells)]
        left = [box for box in left if beside.isdisjoint(box.cells)]
    return not left
