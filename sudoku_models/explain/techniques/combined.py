"""A rule of the board together with units: cells of an arrow that differ, dots in a row, digits that a cell sees.

What a rule leaves by itself is in `rules`. Here its cells that share a unit differ too: an arrow with two cells in one
box has at least 1 + 2 in its circle. Dots that meet in a cell are one chain: two white dots in a row are three
consecutive digits. A digit whose places in a unit are all seen by a cell is not in that cell; on a board with
knight's moves the cell need not be in a unit with all of them.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from ...puzzles.candidates import Candidates
from ...puzzles.cell_names import MOST_IN_WORDS, listed
from ...puzzles.labels import Label, unit_has_digit
from ...puzzles.rules import Arrow, BlackDot, LittleKiller, Pair, WhiteDot, XMark
from ...puzzles.rules.rule import CellRule
from ...puzzles.units import Cell
from ...runtime.limits import check_deadline
from ..step import Step
from .rules import leaves, occurring, open_cells, sums_to
from .words import apart, cells_named, excluded_words, make_step, nowhere_else, removal, removed_words, the_digit

EASIEST_COMBINED, PER_CELL, MOST_OPEN = 2.7, 0.2, 5
COMMON_PEER = 2.7
"""The ratings: a digit that a cell sees is between pointing and claiming; a rule in units is harder by 0.2 for each
further open cell. Rules with more open cells are not looked at."""

Differ = tuple[tuple[int, ...], ...]
Domains = tuple[frozenset[int], ...]


def rule_in_units(state: Candidates) -> Iterator[Step]:
    """What a sum leaves when its cells differ, and what dots leave that meet in a cell (2.7 and more).

    >>> from sudoku_models import Board, Puzzle
    >>> board = Board.of_size(6).with_rules(Arrow("r3c3 r1c1 r2c2"))
    >>> print(next(rule_in_units(Candidates.of(Puzzle.parse("." * 36, board)))).sentence)
    arrow on r3c3 r1c1 r2c2 has cells that differ as box 1 is all different, which leaves only 1, 2, 3, 4 \
and 5 in (1, 1), 1, 2, 3, 4 and 5 in (2, 2) and 3, 4, 5 and 6 in (3, 3), so (1, 1) and (2, 2) \
cannot be 6, and (3, 3) not 1 or 2
    >>> board = Board.of_size(4).with_rules(WhiteDot("r1c1 r1c2"), WhiteDot("r1c2 r1c3"))
    >>> print(next(rule_in_units(Candidates.of(Puzzle.parse("." * 16, board)))).sentence)
    white dot on r1c1 r1c2 and white dot on r1c2 r1c3 are a chain whose cells differ as row 1 is all different, which \
leaves only 2 and 3, so (1, 2) cannot be 1 or 4
    """
    found = [step for rules in _groups(state) if (step := _together(state, rules))]
    yield from sorted(found, key=lambda step: step.weight)


def _groups(state: Candidates) -> Iterator[tuple[CellRule, ...]]:
    """Sums alone, and two or three dots that form a chain."""
    dots = [rule for rule in state.board.cell_rules if isinstance(rule, WhiteDot | BlackDot)]
    yield from ((rule,) for rule in state.board.cell_rules if isinstance(rule, Arrow | LittleKiller | XMark))
    at: dict[Cell, list[Pair]] = {}
    for dot in dots:
        for i in dot.cells:
            at.setdefault(i, []).append(dot)
    for meeting in at.values():
        for p, q in combinations(meeting, 2):
            yield p, q
            ends = [i for i in q.cells if i not in p.cells]
            for r in (r for i in ends for r in at[i]):
                if r is not q and not {*r.cells} & {*p.cells}:
                    yield p, q, r


def _together(state: Candidates, rules: tuple[CellRule, ...]) -> Step | None:
    check_deadline()
    cells = tuple(dict.fromkeys(i for rule in rules for i in rule.cells))
    opens = open_cells(state, cells)
    peers = state.board.peers
    differ = tuple(tuple(j for j in range(k) if cells[j] in peers[i]) for k, i in enumerate(cells))
    if not 2 <= len(opens) <= MOST_OPEN or not any(differ):
        return None
    left = dict(zip(cells, _left(rules, cells, tuple(state.candidates[i] for i in cells), differ), strict=True))
    removes = {i: gone for i in sorted(opens) if (gone := state.candidates[i] - left[i])}
    if not removes:
        return None
    shape = state.geometry
    units: list[Label] = []
    for k, of in enumerate(differ):
        if of:
            units += apart(state, shape.bits_of([cells[k]]), shape.bits_of(cells[j] for j in of))
    units = list(dict.fromkeys(units))
    because = [*(rule.label() for rule in rules), *units, *(the_digit(state, i) for i in cells if i in state.digits)]
    are = "are a chain whose cells differ" if len(rules) > 1 else "has cells that differ"
    different = listed(label.sentence for label in units)
    sentence = f"{listed(rules)} {are} as {different}, which {leaves([*removes], left)}, so {excluded_words(removes)}"
    name = "chain of dots" if len(rules) > 1 else f"{rules[0].kind} in units"
    rating = round(EASIEST_COMBINED + PER_CELL * (len(opens) - 1), 1)
    named = [d for i in opens for d in left[i]]
    return make_step(name, rating, sentence, because, cells, removes=removes, digits=named)


@lru_cache(maxsize=1 << 13)
def _left(rules: tuple[CellRule, ...], cells: tuple[Cell, ...], domains: Domains, differ: Differ) -> Domains:
    """The digits of each cell in the choices that all the rules allow, and in which peers differ."""
    return occurring(domains, differ, _fits(rules, cells, domains))


def _fits(rules: Sequence[CellRule], cells: tuple[Cell, ...], domains: Domains) -> Callable[[list[int]], bool]:
    (rule, *_) = rules
    if isinstance(rule, Arrow):
        return sums_to(domains, (1, *[-1] * (len(cells) - 1)), 0)
    if isinstance(rule, LittleKiller | XMark):
        return sums_to(domains, (1,) * len(cells), rule.total)
    pairs = [(sorted(map(cells.index, dot.cells)), dot) for dot in rules]

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        return all(dot.holds((chosen[j], chosen[k])) for (j, k), dot in pairs if k == last)

    return fits


def common_peer(state: Candidates) -> Iterator[Step]:
    """A digit whose places in a unit are all seen by a cell, though no unit has them all and the cell.

    Knight's moves and other small units make that possible; on a board of rows, columns and boxes it does not happen.

    >>> from sudoku_models import Board, Puzzle
    >>> from sudoku_models.puzzles.rules import AntiKnight
    >>> board = Board.of_size(6).with_rules(AntiKnight())
    >>> state = Candidates.of(Puzzle.parse("..1234 ...... ...... ...... ...... ......", board))
    >>> print(next(common_peer(state)).sentence)
    in box 1 the digit 2 fits only in (2, 1) and (2, 3); (3, 1) and (4, 2) see both, so the 2 goes from \
(3, 1) and (4, 2)
    """
    shape = state.geometry
    for u in sorted(shape.complete, key=shape.is_line):
        unit = state.board.units[u]
        for d in state.board.digits:
            at = state.positions[d] & shape.units[u]
            if not at & (at - 1):
                continue
            gone = shape.seen_by_all(at) & state.positions[d]
            for v in shape.units_of[(at & -at).bit_length() - 1]:
                if not at & ~shape.units[v]:  # that is for locked candidates
                    gone &= ~shape.units[v]
            if not gone:
                continue
            cells, others = shape.cells_of(at), shape.cells_of(gone)
            labels, removes = apart(state, gone, at), removal(state, {d: gone})
            sees = f"{cells_named(others)} {'sees' if len(others) == 1 else 'see'}"
            named = [label.unit.name for label in labels if label.unit]
            by = f", by {listed(named)}" if len(named) <= MOST_IN_WORDS else ""
            sentence = (
                f"in {unit} the digit {d} fits only in {cells_named(cells)}; {sees} "
                f"{'both' if len(cells) == 2 else 'all of them'}{by}, so {removed_words(removes)}"
            )
            because = [unit_has_digit(unit, d), *labels, *nowhere_else(state, u, d)[1]]
            yield make_step("common peer", COMMON_PEER, sentence, because, (*cells, *others), removes=removes)
