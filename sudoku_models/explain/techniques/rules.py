"""What one rule of a board leaves possible, and what the cells around a cage lose by it.

A rule allows some combinations of the candidates of its cells. A candidate that is in none of them is removed. This
is domain consistency of one rule, found by the automaton of the rule; see `puzzles.rules.rule`. The sentence says the
argument of the rule: the digits rise along a thermometer, the circle of an arrow is a sum.

The cells of a killer cage differ. A digit that is in every combination of a cage is in one of its cells, so it is
removed from the cells that see all of these.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from ...puzzles.candidates import Candidates
from ...puzzles.cell_names import cell_name, listed
from ...puzzles.labels import unit_is_different
from ...puzzles.rules import KillerCage
from ...puzzles.rules.rule import CellRule, left_by
from ...puzzles.units import Cell, Unit
from ...runtime.limits import check_deadline
from ..step import Step
from .words import apart, digits_named, excluded_words, make_step, removal, the_digit

MOST_OPEN = 5
"""The most open cells of a cage whose combinations are compared."""

EASIEST, PER_CELL, HARDEST = 2.4, 0.2, 3.4
"""The ratings: digits that a cell of the rule can never hold, and one open cell, are as easy as a naked single; each
further open cell is harder, and a long line is no harder than a hidden pair."""


def board_rule(state: Candidates) -> Iterator[Step]:
    """The candidates that a rule of the board leaves no place for (2.4 to 3.4).

    Rules with few open cells come first; of equally hard steps, one after which a cell has a single candidate, then the
    one that removes the most.

    >>> from sudoku_models import Board, Puzzle
    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> puzzle = Puzzle.parse("." * 16, Board.of_size(4).with_rules(KillerCage(3, "r1c1 r1c2")))
    >>> step = next(board_rule(Candidates.of(puzzle)))
    >>> print(step.sentence)
    killer cage 3 on r1c1 r1c2 leaves only 1 and 2, so (1, 1) and (1, 2) cannot be 3 or 4; and as it has the 1 and \
2 in any case, (1, 3), (1, 4), (2, 1) and (2, 2) cannot be 1 or 2
    >>> step.because[:2]
    ('killer cage 3 on r1c1 r1c2', 'killer cage 3 on r1c1 r1c2 is all different')
    """

    def rank(step: Step) -> tuple[float, bool, int]:
        ends = any(len(state.candidates[i]) == len(gone) + 1 for i, gone in step.removes.items())
        return step.weight, not ends, -sum(map(len, step.removes.values()))

    yield from sorted(_by_rules(state), key=rank)


def _by_rules(state: Candidates) -> Iterator[Step]:
    for rule in state.board.cell_rules:
        check_deadline()
        cells, after, removes = _lost(state, rule)
        around = _around(state, rule, cells, after) if isinstance(rule, KillerCage) else {}
        if not removes and not around:
            continue
        because = [rule.label(), *(the_digit(state, i) for i in rule.cells if i in state.digits)]
        parts = [excluded_words(removes)] if removes else []
        if around:
            because.append(unit_is_different(_unit_of(state, rule)))
            because += [label for d, (at, others) in around.items() for label in apart(state, others, at)]
            shared = removal(state, {d: others for d, (_, others) in around.items()})
            has = digits_named(around)
            parts.append(f"as it has {'a' if len(around) == 1 else 'the'} {has} in any case, {excluded_words(shared)}")
            removes = dict(
                sorted({i: removes.get(i, NOTHING) | shared.get(i, NOTHING) for i in {*removes, *shared}}.items())
            )
        argument = rule.argument(state.candidates) if all(state.candidates[i] for i in rule.cells) else ""
        why = f": {argument}" if argument else f" {leaves(cells, after)}"
        sentence = f"{rule}{why}, so {'; and '.join(parts)}"
        rating = EASIEST
        if around or not _are_never_possible(state, rule, removes):
            rating = round(min(EASIEST + PER_CELL * (len(cells) - 1), HARDEST), 1)
        named = [d for i in cells for d in after[i]]
        yield make_step(rule.kind, rating, sentence, because, (*rule.cells, *removes), removes=removes, digits=named)


NOTHING: frozenset[int] = frozenset()


def _around(
    state: Candidates, cage: KillerCage, cells: list[Cell], after: dict[Cell, frozenset[int]]
) -> dict[int, tuple[int, int]]:
    """The digits that are in each combination of a cage, with their cells in it, and those that lose them; as bits."""
    if cage.total is None or not cage.different or not 2 <= len(cells) <= MOST_OPEN or not all(after[i] for i in cells):
        return {}
    shape = state.geometry
    found = {}
    for d in _in_every_combination(tuple(after[i] for i in cells), cage.total - _held(state, cage)):
        at = shape.bits_of(i for i in cells if d in after[i])
        others = shape.seen_by_all(at) & ~at & state.positions[d]
        if at & (at - 1) and others & ~shape.bits_of(cage.cells):
            found[d] = at, others & ~shape.bits_of(cage.cells)
    return found


def _held(state: Candidates, cage: KillerCage) -> int:
    return sum(state.digits.get(i, 0) for i in cage.cells)


def _unit_of(state: Candidates, cage: CellRule) -> Unit:
    return next(unit for unit in state.board.units if unit.kind == "cage" and unit.cells == cage.cells)


@lru_cache(maxsize=1 << 12)
def _in_every_combination(domains: tuple[frozenset[int], ...], total: int) -> tuple[int, ...]:
    """The digits that occur in every choice of different digits with this sum."""
    common: frozenset[int] | None = None
    for digits in choices(domains, lambda chosen: len(set(chosen)) == len(chosen) and sum(chosen) <= total):
        if sum(digits) == total:
            common = frozenset(digits) if common is None else common & frozenset(digits)
            if not common:
                break
    return tuple(sorted(common or ()))


def choices(domains: Sequence[frozenset[int]], fits: Callable[[list[int]], bool]) -> Iterator[tuple[int, ...]]:
    """The choices of one digit from each domain of which every beginning fits.

    >>> [*choices([frozenset({1, 2})] * 2, lambda chosen: len(set(chosen)) == len(chosen))]
    [(1, 2), (2, 1)]
    """
    chosen: list[int] = []

    def place() -> Iterator[tuple[int, ...]]:
        if len(chosen) == len(domains):
            yield tuple(chosen)
            return
        for d in sorted(domains[len(chosen)]):
            chosen.append(d)
            if fits(chosen):
                yield from place()
            chosen.pop()

    return place()


def open_cells(state: Candidates, cells: Iterable[Cell]) -> list[Cell]:
    """Those of the cells that have no digit yet."""
    return [i for i in cells if i not in state.digits]


Digits = dict[Cell, frozenset[int]]


def _lost(state: Candidates, rule: CellRule) -> tuple[list[Cell], Digits, Digits]:
    """The open cells of a rule, the digits that it leaves each cell, and those that open cells lose."""
    cells, after = open_cells(state, rule.cells), left_by(rule, state.candidates)
    return cells, after, {i: gone for i in sorted(cells) if (gone := state.candidates[i] - after[i])}


def _are_never_possible(state: Candidates, rule: CellRule, removes: Digits) -> bool:
    """Whether the rule has no place for these candidates whatever its other cells hold, like a 9 in a killer cage 4."""
    every = frozenset(state.board.digits)
    left = left_by(rule, dict.fromkeys(rule.cells, every))
    return all(left[i].isdisjoint(gone) for i, gone in removes.items())


def leaves(cells: list[Cell], after: Digits) -> str:
    """The digits that a rule leaves its open cells, as text."""
    if not all(after[i] for i in cells):
        return "leaves no combination of the candidates"
    if len({after[i] for i in cells}) == 1:
        return f"leaves only {digits_named(after[cells[0]])}"
    return f"leaves only {listed(f'{digits_named(after[i])} in {cell_name(i)}' for i in cells)}"


def occurring(
    domains: Sequence[frozenset[int]], differ: Sequence[Sequence[int]], fits: Callable[[list[int]], bool]
) -> tuple[frozenset[int], ...]:
    """The digits of each domain in the choices that fit, in which each digit differs from some of those before it."""
    found: list[set[int]] = [set() for _ in domains]

    def allowed(chosen: list[int]) -> bool:
        return all(chosen[j] != chosen[-1] for j in differ[len(chosen) - 1]) and fits(chosen)

    for digits in choices(domains, allowed):
        for of, d in zip(found, digits, strict=True):
            of.add(d)
    return tuple(map(frozenset, found))


def sums_to(domains: Sequence[frozenset[int]], signs: Sequence[int], total: int) -> Callable[[list[int]], bool]:
    """Whether the digits so far, with their signs, can still have this sum."""
    least = [min((sign * d for d in of), default=0) for sign, of in zip(signs, domains, strict=True)]
    most = [max((sign * d for d in of), default=0) for sign, of in zip(signs, domains, strict=True)]
    low, high = ([sum(bound[k:]) for k in range(len(domains) + 1)] for bound in (least, most))

    def fits(chosen: list[int]) -> bool:
        left = total - sum(sign * d for sign, d in zip(signs, chosen, strict=False))
        return low[len(chosen)] <= left <= high[len(chosen)]

    return fits
