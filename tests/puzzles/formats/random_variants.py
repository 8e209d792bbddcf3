"""Random boards with rules of every kind, for the tests of the formats."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from sudoku_models import rules
from sudoku_models.puzzles.board import Board, Cell
from sudoku_models.puzzles.formats.cells_and_units import has_boxes
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.puzzles.units import SLANTING, adjacent_pairs, lines, ray, square
from sudoku_models.puzzles.units import neighbours as beside

BASES: list[Board] = [
    *map(Board.of_size, (4, 6, 9, 16)),
    *map(Board.latin, (4, 5, 9)),
    Board.with_boxes(3, 2),
    Board.jigsaw("1122 1122 3344 4334"),
    Board.jigsaw("11112 31222 33244 33454 55554"),
    Board.jigsaw("111222 113222 133444 333444 555666 555666"),
]
FURTHER: list[Callable[[Board], Board]] = [Board.diagonal, Board.windoku, Board.disjoint]


def turned(cells: Sequence[Cell], rng: Random) -> Sequence[Cell]:
    """The cells in their order or in the other one."""
    return cells if rng.random() < 0.5 else cells[::-1]


def neighbours(n: int, rng: Random) -> Sequence[Cell]:
    return turned(rng.choice(adjacent_pairs(n)), rng)


def some(n: int, rng: Random, least: int = 2) -> list[Cell]:
    """Some cells in any order."""
    return rng.sample(Board.latin(n).cells, rng.randint(least, min(n, 6)))


def corner(n: int, rng: Random) -> Sequence[Cell]:
    return square((rng.randint(1, n - 1), rng.randint(1, n - 1)))


def cell_and_neighbours(n: int, rng: Random) -> list[Cell]:
    cell = rng.choice(Board.latin(n).cells)
    return [cell, *beside(n, cell)]


def line(n: int, rng: Random) -> Sequence[Cell]:
    return turned(rng.choice(lines(n)).cells, rng)


def diagonal(n: int, rng: Random) -> Sequence[Cell]:
    """A diagonal from side to side, of one cell or more."""
    places = [(r, c) for r in (0, n + 1) for c in range(n + 2)]
    return turned(rng.choice([cells for at in places for step in SLANTING if (cells := ray(at, step, n))]), rng)


RULES: dict[str, Callable[[int, Random], Any]] = {
    "cage": lambda n, rng: rules.KillerCage(rng.randint(1, 40), some(n, rng, 1)),
    "cage without total": lambda n, rng: rules.KillerCage(None, some(n, rng)),
    "sum": lambda n, rng: rules.KillerCage(rng.randint(1, 40), some(n, rng), different=False),
    "little killer": lambda n, rng: rules.LittleKiller(rng.randint(1, 40), diagonal(n, rng)),
    "little killer anywhere": lambda n, rng: rules.LittleKiller(rng.randint(1, 40), some(n, rng)),
    "arrow": lambda n, rng: rules.Arrow(some(n, rng)),
    "pill arrow": lambda n, rng: rules.Arrow(some(n, rng, 3), 2),
    "sandwich": lambda n, rng: rules.Sandwich(rng.randint(0, 30), line(n, rng)),
    "thermometer": lambda n, rng: rules.Thermometer(some(n, rng)),
    "whisper": lambda n, rng: rules.Whisper(some(n, rng), rng.randint(1, 5)),
    "renban": lambda n, rng: rules.Renban(some(n, rng)),
    "palindrome": lambda n, rng: rules.Palindrome(some(n, rng)),
    "skyscraper": lambda n, rng: rules.Skyscraper(rng.randint(1, n), line(n, rng)),
    "greater than": lambda n, rng: rules.GreaterThan(neighbours(n, rng)),
    "white dot": lambda n, rng: rules.WhiteDot(neighbours(n, rng)),
    "black dot": lambda n, rng: rules.BlackDot(neighbours(n, rng)),
    "X": lambda n, rng: rules.XMark(neighbours(n, rng)),
    "V": lambda n, rng: rules.VMark(neighbours(n, rng)),
    "all dots": lambda n, rng: rules.AllDotsGiven(),
    "all white dots": lambda n, rng: rules.AllWhiteDotsGiven(),
    "all black dots": lambda n, rng: rules.AllBlackDotsGiven(),
    "clone": lambda n, rng: rules.Clone(rng.sample(Board.latin(n).cells, 2)),
    "entropic": lambda n, rng: None if n % 3 else rules.Entropic(some(n, rng, 3), n),
    "region sums": lambda n, rng: None if n == 5 else rules.RegionSums.on(lines(n)[-1].cells, n),
    "minimum": lambda n, rng: rules.Minimum(cell_and_neighbours(n, rng)),
    "maximum": lambda n, rng: rules.Maximum(cell_and_neighbours(n, rng)),
    "all X and V": lambda n, rng: rules.AllXVGiven(),
    "even": lambda n, rng: rules.Even(some(n, rng, 1)),
    "odd": lambda n, rng: rules.Odd(some(n, rng, 1)),
    "quadruple": lambda n, rng: rules.Quadruple([rng.randint(1, n) for _ in range(rng.randint(1, 4))], corner(n, rng)),
    "quadruple anywhere": lambda n, rng: rules.Quadruple([rng.randint(1, n)], some(n, rng)),
    "one of": lambda n, rng: rules.OneOf(rng.sample(range(1, n + 1), 2), some(n, rng, 1)).simplest(n),
    "between": lambda n, rng: rules.Between(some(n, rng, 3)),
    "x-sum": lambda n, rng: rules.XSum(rng.randint(1, 30), line(n, rng)),
    "zipper": lambda n, rng: rules.Zipper(some(n, rng, 3)),
    "indexer": lambda n, rng: rules.Indexer(rng.randint(1, n), rng.choice(lines(n)).cells),
    "anti-knight": lambda n, rng: rules.AntiKnight(),
    "anti-king": lambda n, rng: rules.AntiKing(),
}
"""A random rule of each kind; None where the board has too few digits or no boxes."""


def written_in(form: str) -> list[str]:
    """The kinds for which a format, "iss" or "fpuzzles", has words."""
    return [name for name, make in RULES.items() if getattr(make(9, Random(1)), form)]


def random_variant(base: int, seed: int, kinds: tuple[str, ...]) -> Puzzle:
    """A board with rules of these kinds, and random digits in some cells; they may clash."""
    rng = Random(seed)
    board = BASES[base]
    for add in rng.sample(FURTHER, rng.randint(0, 3)):
        if add is Board.diagonal or (board.box and board.box == Board.of_size(board.size).box):
            board = add(board)
    made = [rule for kind in kinds if (rule := RULES[kind](board.size, rng))]
    usual = has_boxes(board.size) and Board.of_size(board.size).box
    found = dict.fromkeys(rule for rule in made if board.box == usual or not isinstance(rule, rules.RegionSums))
    clues = [(type(rule), rule.cells) for rule in found if isinstance(rule, rules.Skyscraper | rules.XSum)]
    found = {rule: None for rule in found if clues.count((type(rule), getattr(rule, "cells", ()))) < 2}
    values = tuple(rng.choice(board.digits) if rng.random() < 0.2 else 0 for _ in board.cells)
    return Puzzle(board.with_rules(*found), values)


def variants(kinds: list[str] | None = None, most: int = 6) -> st.SearchStrategy[Puzzle]:
    """Random variants with some of these kinds of rules; by default of those that are written in "iss"."""
    listed = st.lists(st.sampled_from(kinds or written_in("iss")), max_size=most).map(tuple)
    return st.builds(random_variant, st.integers(0, len(BASES) - 1), st.integers(0, 2**32), listed)
