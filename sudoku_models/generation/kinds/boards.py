"""Boards on which a full grid is looked for: further units, random regions, and rules for the whole board."""

import random

from ...puzzles.board import Board, Cell
from ...puzzles.rules import AllWhiteDotsGiven, AntiKing, AntiKnight, Rule
from .kind import BoardKind, neighbours

__all__ = ["BOARD_KINDS", "random_regions"]

EXCHANGES = 4
"""Exchanges of two cells between regions, for each cell of the board."""


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
        others = sorted({of[j] for j in neighbours(board, cell)} - {of[cell]})
        if not others:
            continue
        one, other = of[cell], rng.choice(others)
        back = [i for i in board.cells if of[i] == other and any(of[j] == one for j in neighbours(board, i))]
        partner = rng.choice(back)
        of[cell], of[partner] = other, one
        if not (_is_connected(board, of, one) and _is_connected(board, of, other)):
            of[cell], of[partner] = one, other
    return [of[cell] for cell in board.cells]


def _is_connected(board: Board, of: dict[Cell, int], region: int) -> bool:
    cells = {cell for cell in board.cells if of[cell] == region}
    reached = [min(cells)]
    for cell in reached:  # it grows during the loop
        reached += [j for j in neighbours(board, cell) if j in cells and j not in reached]
    return len(reached) == len(cells)


def _jigsaw(board: Board, rng: random.Random) -> Board:
    regions = Board.jigsaw(random_regions(board, rng))
    further = [unit for unit in board.plain.units if unit.kind not in ("row", "column", "box")]
    return Board(board.size, (*regions.units, *further), rules=board.rules)


def _rule(title: str, rule: Rule) -> BoardKind:
    return BoardKind(title, lambda board, _: board.with_rules(rule))


BOARD_KINDS = {
    "diagonal": BoardKind("both diagonals have all digits (X-Sudoku)", lambda board, _: board.diagonal()),
    "windoku": BoardKind("further boxes inside the board", lambda board, _: board.windoku()),
    "disjoint": BoardKind("the same place in all boxes has all digits", lambda board, _: board.disjoint()),
    "jigsaw": BoardKind("random regions in place of the boxes", _jigsaw, is_random=True),
    "antiknight": _rule("no digit twice at a knight's move", AntiKnight()),
    "antiking": _rule("no digit twice at a king's move", AntiKing()),
    "nonconsecutive": _rule("no consecutive neighbours", AllWhiteDotsGiven()),
}
