"""Random boards with rules of every kind, for the tests of the formats."""

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import strategies as st

from sudoku_models import rules
from sudoku_models.puzzles.board import Board, Cell
from sudoku_models.puzzles.puzzle import Puzzle

BASES: list[Board] = [
    *map(Board.of_size, (4, 6, 9, 16)),
    *map(Board.latin, (4, 5, 9)),
    Board.with_boxes(3, 2),
    Board.jigsaw("1122 1122 3344 4334"),
    Board.jigsaw("11112 31222 33244 33454 55554"),
    Board.jigsaw("111222 113222 133444 333444 555666 555666"),
]
FURTHER: list[Callable[[Board], Board]] = [Board.diagonal, Board.windoku, Board.disjoint]


def neighbours(n: int, rng: Random) -> list[Cell]:
    """Two cells that share a side."""
    r, c = rng.randint(1, n), rng.randint(1, n - 1)
    pair = [(r, c), (r, c + 1)] if rng.random() < 0.5 else [(c, r), (c + 1, r)]
    return pair if rng.random() < 0.5 else pair[::-1]


def some(n: int, rng: Random, least: int = 2) -> list[Cell]:
    """Some cells in any order."""
    return rng.sample([(r, c) for r in range(1, n + 1) for c in range(1, n + 1)], rng.randint(least, min(n, 6)))


def square(n: int, rng: Random) -> list[Cell]:
    r, c = rng.randint(1, n - 1), rng.randint(1, n - 1)
    return [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]


def line(n: int, rng: Random) -> list[Cell]:
    """A row or a column, in either direction."""
    k = rng.randint(1, n)
    cells = [(k, j) for j in range(1, n + 1)] if rng.random() < 0.5 else [(j, k) for j in range(1, n + 1)]
    return cells if rng.random() < 0.5 else cells[::-1]


def diagonal(n: int, rng: Random) -> list[Cell]:
    """A diagonal from side to side, in either direction."""
    k, sign = rng.randint(2, 2 * n), rng.choice([1, -1])
    found = [(r, k - r) for r in range(1, n + 1) if 1 <= k - r <= n]
    found = [(r, c if sign > 0 else n + 1 - c) for r, c in found]
    return found if rng.random() < 0.5 else found[::-1]


RULES: dict[str, Callable[[int, Random], Any]] = {
    "cage": lambda n, rng: rules.KillerCage(rng.randint(1, 40), some(n, rng, 1)),
    "cage without total": lambda n, rng: rules.KillerCage(None, some(n, rng)),
    "sum": lambda n, rng: rules.KillerCage(rng.randint(1, 40), some(n, rng), different=False),
    "little killer": lambda n, rng: rules.LittleKiller(rng.randint(1, 40), diagonal(n, rng)),
    "little killer anywhere": lambda n, rng: rules.LittleKiller(rng.randint(1, 40), some(n, rng)),
    "arrow": lambda n, rng: rules.Arrow(some(n, rng)),
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
    "all X and V": lambda n, rng: rules.AllXVGiven(),
    "even": lambda n, rng: rules.Even(some(n, rng, 1)),
    "odd": lambda n, rng: rules.Odd(some(n, rng, 1)),
    "quadruple": lambda n, rng: rules.Quadruple([rng.randint(1, n) for _ in range(rng.randint(1, 4))], square(n, rng)),
    "quadruple anywhere": lambda n, rng: rules.Quadruple([rng.randint(1, n)], some(n, rng)),
    "anti-knight": lambda n, rng: rules.AntiKnight(),
    "anti-king": lambda n, rng: rules.AntiKing(),
}
"""A random rule of each kind."""


def random_variant(base: int, seed: int, kinds: tuple[str, ...]) -> Puzzle:
    """A board with rules of these kinds, and random digits in some cells; they may clash."""
    rng = Random(seed)
    board = BASES[base]
    for add in rng.sample(FURTHER, rng.randint(0, 3)):
        if add is Board.diagonal or (board.box and board.box == Board.of_size(board.size).box):
            board = add(board)
    found = dict.fromkeys(RULES[kind](board.size, rng) for kind in kinds)
    lines = [rule.cells for rule in found if isinstance(rule, rules.Skyscraper)]
    found = {rule: None for rule in found if not (isinstance(rule, rules.Skyscraper) and lines.count(rule.cells) > 1)}
    values = tuple(rng.choice(board.digits) if rng.random() < 0.2 else 0 for _ in board.cells)
    return Puzzle(board.with_rules(*found), values)


def variants(kinds: list[str] | None = None, most: int = 6) -> st.SearchStrategy[Puzzle]:
    """Random variants with some of these kinds of rules."""
    listed = st.lists(st.sampled_from(kinds or [*RULES]), max_size=most).map(tuple)
    return st.builds(random_variant, st.integers(0, len(BASES) - 1), st.integers(0, 2**32), listed)
