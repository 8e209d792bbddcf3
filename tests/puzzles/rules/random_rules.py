"""Rules for tests: what every class means, written a second time; examples of each; and random rules of a board."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from math import prod
from typing import Any

from hypothesis import strategies as st

from sudoku_models.puzzles.board import Board, Cell
from sudoku_models.puzzles.rules import (
    Arrow,
    Between,
    BlackDot,
    CellRule,
    Clone,
    Entropic,
    Even,
    GreaterThan,
    Indexer,
    KillerCage,
    LittleKiller,
    Maximum,
    Minimum,
    Odd,
    OneOf,
    Palindrome,
    Quadruple,
    RegionSums,
    Renban,
    Sandwich,
    Skyscraper,
    Thermometer,
    Unrelated,
    VMark,
    Whisper,
    WhiteDot,
    XMark,
    XSum,
    Zipper,
)

Digits = tuple[int, ...]


@dataclass(frozen=True)
class Product(CellRule):
    """A user's rule: only cells and `holds`."""

    cells: tuple[Cell, ...]
    product: int

    def holds(self, digits: Digits) -> bool:
        return prod(digits) == self.product


@dataclass(frozen=True)
class Zigzag(CellRule):
    """A user's rule with an automaton of its own: the digits rise and fall in turn."""

    cells: tuple[Cell, ...]

    def holds(self, digits: Digits) -> bool:
        return all((a < b) == (k % 2 == 0) and a != b for k, (a, b) in enumerate(pairwise(digits)))

    @property
    def start(self) -> int:
        return 0

    def step(self, state: int, position: int, digit: int) -> int | None:
        rises = position % 2 == 1
        fits = position == 0 or (digit > state if rises else digit < state)
        return digit if fits else None

    def accepts(self, state: int) -> bool:
        return True


RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "white dot": lambda a, b: a - b in (1, -1),
    "black dot": lambda a, b: max(a, b) == min(a, b) * 2,
    "X": lambda a, b: a == 10 - b,
    "V": lambda a, b: a == 5 - b,
}


def cage_holds(rule: KillerCage, digits: Digits) -> bool:
    repeats = any(a == b for a, b in combinations(digits, 2))
    return not (rule.different and repeats) and (rule.total is None or rule.total - sum(digits) == 0)


def sandwich_holds(rule: Sandwich, digits: Digits) -> bool:
    ends = [k for k, d in enumerate(digits) if d in (1, len(digits))]
    if sorted(digits[k] for k in ends) != [1, len(digits)]:
        return False
    return sum(digits[k] for k in range(len(digits)) if ends[0] < k < ends[1]) == rule.total


def parts_of(rule: RegionSums, digits: Digits) -> list[int]:
    """The sum of each part of a region sum line."""
    left, sums = list(digits), []
    for length in rule.lengths:
        sums.append(sum(left[:length]))
        left = left[length:]
    return sums


def zipper_holds(rule: Zipper, digits: Digits) -> bool:
    sums = {digits[k] + digits[-1 - k] for k in range(len(digits) // 2)}
    return len(sums) == 1 and (len(digits) % 2 == 0 or digits[len(digits) // 2] in sums)


MEANINGS: dict[type[CellRule], Callable[[Any, Digits], bool]] = {
    KillerCage: cage_holds,
    LittleKiller: lambda rule, digits: rule.total - sum(digits) == 0,
    Arrow: lambda rule, digits: int("".join(map(str, digits[: rule.pill]))) == sum(digits[rule.pill :]),
    Sandwich: sandwich_holds,
    Thermometer: lambda rule, digits: list(digits) == sorted(set(digits)),
    Whisper: lambda rule, digits: not any(abs(a - b) < rule.least for a, b in pairwise(digits)),
    Renban: lambda rule, digits: sorted(digits) == [*range(min(digits), min(digits) + len(digits))],
    Palindrome: lambda rule, digits: all(d == digits[-k] for k, d in enumerate(digits, 1)),
    Skyscraper: lambda rule, digits: len({max(digits[:k]) for k in range(1, len(digits) + 1)}) == rule.visible,
    GreaterThan: lambda rule, digits: digits[0] > digits[1],
    WhiteDot: lambda rule, digits: RELATIONS["white dot"](*digits),
    BlackDot: lambda rule, digits: RELATIONS["black dot"](*digits),
    XMark: lambda rule, digits: RELATIONS["X"](*digits),
    VMark: lambda rule, digits: RELATIONS["V"](*digits),
    Unrelated: lambda rule, digits: all(not RELATIONS[mark](*digits) for mark in rule.marks),
    Even: lambda rule, digits: {*digits} <= {*range(2, 65, 2)},
    Odd: lambda rule, digits: {*digits} <= {*range(1, 65, 2)},
    Quadruple: lambda rule, digits: all(digits.count(d) >= rule.digits.count(d) for d in rule.digits),
    Between: lambda rule, digits: all(
        min(digits[0], digits[-1]) < d < max(digits[0], digits[-1]) for d in digits[1:-1]
    ),
    Minimum: lambda rule, digits: digits[0] < min(digits[1:]),
    Maximum: lambda rule, digits: digits[0] > max(digits[1:]),
    Clone: lambda rule, digits: len(set(digits)) == 1,
    XSum: lambda rule, digits: len(digits) >= digits[0] and sum(digits[k] for k in range(digits[0])) == rule.total,
    RegionSums: lambda rule, digits: len(set(parts_of(rule, digits))) == 1,
    Entropic: lambda rule, digits: all(
        (digits[a] - 1) * 3 // rule.digits != (digits[b] - 1) * 3 // rule.digits
        for a, b in combinations(range(len(digits)), 2)
        if b - a < 3
    ),
    Indexer: lambda rule, digits: digits[digits[rule.place - 1] - 1 :][:1] == (rule.place,),
    Zipper: zipper_holds,
    OneOf: lambda rule, digits: not {*digits} - {*rule.digits},
    Product: lambda rule, digits: prod(digits) == rule.product,
    Zigzag: lambda rule, digits: (
        [a < b for a, b in pairwise(digits)] == [k % 2 == 0 for k in range(len(digits) - 1)]
        and all(a != b for a, b in pairwise(digits))
    ),
}
"""Whether a rule holds, written without looking at the class."""


def line(length: int) -> tuple[Cell, ...]:
    """The first cells of row 1."""
    return tuple((1, c) for c in range(1, length + 1))


PAIR = line(2)
SQUARE = ((1, 1), (1, 2), (2, 1), (2, 2))
MARKS = (("white dot",), ("black dot",), ("white dot", "black dot"), ("X", "V"))

EXAMPLES: dict[str, list[CellRule]] = {
    "sums": [
        *(KillerCage(total, line(length)) for length in (1, 2, 3, 4) for total in (None, 1, 4, 6, 10)),
        *(KillerCage(total, line(length), different=False) for length in (1, 2, 4) for total in (2, 4, 7)),
        *(LittleKiller(total, line(length)) for length in (1, 2, 4) for total in (1, 4, 9, 16)),
        *(Arrow(line(length)) for length in (2, 3, 4)),
        *(Arrow(line(length), 2) for length in (3, 4, 5)),
        *(Sandwich(total, line(length)) for length in (2, 3, 4, 5) for total in (0, 2, 3, 5, 9)),
    ],
    "lines": [
        *(each(line(length)) for each in (Thermometer, Renban, Palindrome) for length in (2, 3, 4, 5)),
        *(Whisper(line(length), least) for length in (2, 3, 4) for least in (1, 2, 3)),
        Whisper(line(3)),
        *(Skyscraper(visible, line(length)) for length in (1, 2, 4) for visible in range(1, length + 1)),
        *(each(line(length)) for each in (Between, Zipper) for length in (3, 4, 5)),
        *(RegionSums(line(sum(lengths)), lengths) for lengths in ((1, 1), (2, 1), (1, 2, 2))),
        *(Entropic(line(length), n) for length in (2, 3, 5) for n in (3, 6)),
        *(XSum(total, line(length)) for length in (2, 3, 4) for total in (1, 4, 6, 9)),
        *(Indexer(place, line(length)) for length in (2, 4) for place in range(1, length + 1)),
    ],
    "dots": [
        *(each(PAIR) for each in (GreaterThan, WhiteDot, BlackDot, XMark, VMark, Clone)),
        *(Unrelated(PAIR, marks) for marks in MARKS),
    ],
    "cells": [
        *(each(line(length)) for each in (Even, Odd) for length in (1, 2, 4)),
        *(Quadruple(digits, SQUARE) for digits in ((1,), (2, 2), (1, 2, 3, 4), (3, 3, 3))),
        Quadruple((1, 2), PAIR),
        *(each(line(length)) for each in (Minimum, Maximum) for length in (2, 3, 5)),
        *(OneOf(digits, line(length)) for digits in ((1,), (2, 3, 9)) for length in (1, 3)),
    ],
    "own": [*(Product(line(length), 12) for length in (1, 2, 4)), *(Zigzag(line(length)) for length in (1, 3, 5))],
}
"""Examples by the module of their class."""


def all_digits(rule: CellRule, n: int) -> Iterable[Digits]:
    """Every way to fill the cells of a rule with the digits 1..n."""
    return product(range(1, n + 1), repeat=len(rule.cells))


def accepted(rule: CellRule, digits: Digits) -> bool:
    """Whether the automaton of a rule accepts these digits."""
    state: Any = rule.start
    for position, d in enumerate(digits):
        state = rule.step(state, position, d)
        if state is None:
            return False
    return rule.accepts(state)


def assert_means_what_it_says(rule: CellRule, n: int = 5) -> None:
    """`holds` and the automaton agree with the second definition, on all digits."""
    means = MEANINGS[type(rule)]
    for digits in all_digits(rule, n):
        expected = means(rule, digits)
        assert rule.holds(digits) == expected, (str(rule), digits)
        assert accepted(rule, digits) == expected, (str(rule), digits)
        assert rule.check(dict(zip(rule.cells, digits, strict=True))) == expected


def possible_by_trying(rule: CellRule, domains: list[set[int]]) -> list[set[int]]:
    """The digits that occur when the rule holds."""
    found = [digits for digits in product(*domains) if MEANINGS[type(rule)](rule, digits)]
    return [{digits[k] for digits in found} for k in range(len(domains))]


# -- random rules ---------------------------------------------------------------------------------------------------


@st.composite
def cells_of(draw: st.DrawFn, board: Board, least: int, most: int) -> tuple[Cell, ...]:
    """Any different cells of a board, in any order."""
    return tuple(draw(st.lists(st.sampled_from(board.cells), min_size=least, max_size=most, unique=True)))


@st.composite
def rules_on(draw: st.DrawFn, board: Board, most: int = 4) -> CellRule:
    """A random rule on at most so many cells (a sandwich has a whole unit)."""
    n = board.size
    of_lines = (Sandwich, XSum, Indexer)
    kinds = [each for each in MEANINGS if each not in of_lines or full_units(board)]
    kind = draw(
        st.sampled_from([each for each in kinds if each is not RegionSums and (each is not Entropic or n % 3 == 0)])
    )
    number = st.integers(1, n * most)
    if issubclass(kind, (GreaterThan, WhiteDot, BlackDot, XMark, VMark, Clone)):
        return kind(draw(cells_of(board, 2, 2)))
    if kind is Unrelated:
        return Unrelated(draw(cells_of(board, 2, 2)), draw(st.sampled_from(MARKS)))
    if kind is Sandwich:
        return Sandwich(draw(st.integers(0, n * n // 2)), draw(st.sampled_from(full_units(board))).cells)
    if kind in (XSum, Indexer):
        cells = draw(st.sampled_from(full_units(board))).cells
        return XSum(draw(number), cells) if kind is XSum else Indexer(draw(st.integers(1, n)), cells)
    fewest = max(2, kind.fewest_cells)
    cells = draw(cells_of(board, fewest, max(fewest, min(most, n))))  # more cells than digits cannot differ
    if kind is Entropic:
        return Entropic(cells, n)
    if kind is OneOf:
        return OneOf(draw(st.lists(st.integers(1, n), min_size=1, max_size=n).map(tuple)), cells)
    if kind is KillerCage:
        different = draw(st.booleans())
        return KillerCage(draw(st.none() | number if different else number), cells, different)
    if kind is LittleKiller:
        return LittleKiller(draw(number), cells)
    if kind is Skyscraper:
        return Skyscraper(draw(st.integers(1, len(cells))), cells)
    if kind is Whisper:
        return Whisper(cells, draw(st.integers(1, n)))
    if kind is Quadruple:
        return Quadruple(draw(st.lists(st.integers(1, n), min_size=1, max_size=len(cells)).map(tuple)), cells)
    if kind is Product:
        return Product(cells, draw(number))
    return kind(cells)


def full_units(board: Board) -> list[Any]:
    """The units with as many cells as digits."""
    return [unit for unit in board.units if len(unit.cells) == board.size > 1]
