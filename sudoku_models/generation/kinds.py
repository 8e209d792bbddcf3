"""The kinds of rules that the generator places, and requests for them.

Recipe: add a kind of your own
------------------------------

1. Write a function that takes a `Sketch` (a full grid and a random number generator) and a share, and returns rules
   that hold in the grid, in random order.
2. `KINDS["name"] = Kind("what it is", function)`; a rule of this package has its kinds as `generated`.

`generate(rules="name")` and the command line know it then. The reduction asks only for `holds` and the automaton of a
rule, so a rule of your own works as well.
"""

import random
import re
from collections.abc import Iterable
from typing import NamedTuple

from ..errors import InputError, UnknownNameError
from ..puzzles.board import Board
from ..puzzles.board_words import FURTHER_WORDS
from ..puzzles.game_kinds import CLASSIC
from ..puzzles.puzzle import Grid
from ..puzzles.rules import RULES, Rule
from ..puzzles.rules.placing import Sketch
from ..puzzles.rules.uses import Kind
from ..puzzles.units import Cell, is_connected, neighbours
from ..puzzles.values import short_repr

EXCHANGES = 4
"""Exchanges of two cells between random regions, for each cell of the board."""


def random_regions(board: Board, rng: random.Random) -> list[int]:
    """A region for each cell, row by row: connected regions of n cells each, for `Board.jigsaw`.

    It begins with boxes, or with rows where there are none, and exchanges cells between neighbouring regions as long
    as both stay connected.

    >>> regions = random_regions(Board.of_size(6), random.Random(1))
    >>> [regions.count(k) for k in range(6)]
    [6, 6, 6, 6, 6, 6]
    """
    n = board.size
    height, width = board.box or (1, n)
    of = {(r, c): (r - 1) // height * (n // width) + (c - 1) // width for r, c in board.cells}
    for _ in range(EXCHANGES * len(board.cells)):
        cell = rng.choice(board.cells)
        one = of[cell]
        others = sorted({of[j] for j in neighbours(n, cell)} - {one})
        if not others:
            continue
        other = rng.choice(others)
        back = [i for i in board.cells if of[i] == other and any(of[j] == one for j in neighbours(n, i))]
        partner = rng.choice(back)
        of[cell], of[partner] = other, one
        if not all(is_connected([i for i in board.cells if of[i] == region]) for region in (one, other)):
            of[cell], of[partner] = one, other
    return [of[cell] for cell in board.cells]


def _jigsaw(board: Board, rng: random.Random) -> Board:
    regions = Board.jigsaw(random_regions(board, rng))
    while _shapes(regions) <= _shapes(board):  # the exchanges on a small board may lead back to the boxes
        regions = Board.jigsaw(random_regions(board, rng))
    further = [unit for unit in board.plain.units if unit.kind not in ("row", "column", "box")]
    return Board(board.size, (*regions.units, *further), rules=board.rules)


def _shapes(board: Board) -> set[frozenset[Cell]]:
    return {frozenset(unit.cells) for unit in board.units}


def _board(title: str, word: str) -> Kind:
    return Kind(title, board=lambda board, _: FURTHER_WORDS[word](board))


KINDS: dict[str, Kind] = {
    **{name: kind for rule in RULES.values() for name, kind in rule.generated if not kind.board},
    "diagonal": _board("both diagonals have all digits (X-Sudoku)", "diagonal"),
    "windoku": _board("further boxes inside the board", "windoku"),
    "disjoint": _board("the same place in all boxes has all digits", "disjoint"),
    "jigsaw": Kind("random regions in place of the boxes", board=_jigsaw),
    **{name: kind for rule in RULES.values() for name, kind in rule.generated if kind.board},
}
"""The kinds of rules by name."""

AMOUNT = re.compile(r"(?:([1-9][0-9]{0,3})|([1-9][0-9]?|100)%)?", re.ASCII)
EXAMPLES = "'killer', 'thermometer:5' for five of them, or 'thermometer:40%' for that share of the cells"


class KindRequest(NamedTuple):
    """A kind of rules that is requested.

    Attributes:
        name: Its name in `KINDS`.
        number: The largest number of rules, if it was requested.
        share: The share of what is possible, above 0 and at most 1, if it was requested.
    """

    name: str
    number: int | None = None
    share: float | None = None

    @property
    def kind(self) -> Kind:
        """The kind."""
        return KINDS[self.name]


def requested_kinds(text: str) -> tuple[KindRequest, ...]:
    """The requests for kinds in a text: names, each with a number or a share if any.

    Raises:
        InputError: When one is not understood, or a kind is requested twice.

    >>> [each.name for each in requested_kinds("killer, thermometer:5, kropki:40%")]
    ['killer', 'thermometer', 'kropki']
    """
    if not isinstance(text, str):
        raise InputError(
            f"the rules to generate are names in a text, such as {EXAMPLES}, not {short_repr(text)}; a rule that is "
            "made already belongs to the board: generate(Board.of_size(9).with_rules(...))"
        )
    found = [_request(part.strip()) for part in text.split(",")] if text not in ("", CLASSIC) else []
    names = [each.name for each in found]
    if twice := [name for k, name in enumerate(names) if name in names[:k]]:
        raise InputError(f"the kind of rules {twice[0]!r} is requested twice; list it once")
    return tuple(found)


def _request(part: str) -> KindRequest:
    name, _, amount = part.partition(":")
    UnknownNameError.check("kind of rules", [name], KINDS)
    found = AMOUNT.fullmatch(amount.strip())
    if found is None:
        raise InputError(f"{part!r} is not understood; write a kind of rules such as {EXAMPLES}")
    if KINDS[name].board and amount:
        raise InputError(f"{name!r} is a rule for the whole board; leave the amount out")
    return KindRequest(name, int(found[1]) if found[1] else None, int(found[2]) / 100 if found[2] else None)


def board_for(kinds: Iterable[KindRequest], board: Board, rng: random.Random) -> Board:
    """The board with the units and rules of those kinds that are boards.

    >>> print(board_for(requested_kinds("diagonal"), Board.of_size(4), random.Random(1)))
    4x4 board with 2x2 boxes, diagonal 1 and diagonal 2
    """
    for each in kinds:
        if each.kind.board:
            board = each.kind.board(board, rng)
    return board


def place_rules(kinds: Iterable[KindRequest], grid: Grid, rng: random.Random, most: bool = False) -> tuple[Rule, ...]:
    """Rules of these kinds that hold in a full grid, without those that its board has.

    Args:
        kinds: The requests.
        grid: The grid.
        rng: The random number generator.
        most: Whether to place as many as possible where no amount was requested.

    >>> grid = Grid(Board.of_size(4), (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))
    >>> len(place_rules(requested_kinds("greater-than:3, sandwich"), grid, random.Random(1)))
    11
    """
    kinds = tuple(kinds)
    sketch = Sketch(grid, rng)
    known = {*map(str, grid.board.rules)}
    number_of_lines = sum(each.kind.is_line for each in kinds)
    found: list[Rule] = []
    for each in kinds:
        kind = each.kind
        if kind.place is None:
            continue
        usual = 1.0 if most or each.number else kind.share
        if kind.is_line and number_of_lines > 1 and not each.number:
            usual = 1 / number_of_lines
        placed = kind.place(sketch, each.share or usual)[: each.number]
        if kind.all_given and not (each.number or each.share):
            placed.append(kind.all_given)
        found += (rule for rule in placed if str(rule) not in known)
    return tuple(found)
