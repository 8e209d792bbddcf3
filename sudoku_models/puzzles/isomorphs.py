"""Isomorphs: symmetric copies of a puzzle.

Relabelling the digits, permuting the rows of a band, permuting the bands, the same for columns, and transposing the
board map a Sudoku to a Sudoku with the same number of solutions. The solve times of several isomorphs are more
informative than a single time.

A rule on cells, such as a killer cage, moves with its cells. Its meaning depends on the digits, so these are not
relabelled then.

Source: E. Russell, F. Jarvis, "Mathematics of Sudoku II", Mathematical Spectrum 39, 2006, for the group.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..errors import InputError
from .board import Board
from .puzzle import Puzzle
from .rules.rule import CellRule
from .units import Cell

Move = Callable[[Cell], Cell]


def isomorph(puzzle: Puzzle, seed: int) -> Puzzle:
    """A symmetric copy of a puzzle, chosen by the seed; seed 0 gives the puzzle itself.

    On a board whose units are not rows, columns and equal boxes, only the transformations are applied that map units to
    units. The digits are relabelled on every board without rules on cells. With such rules the copy has another board:
    the rules are where their cells have moved to. Rules for the whole board, such as `AntiKnight`, must hold on the new
    board as they did on the old one, so few transformations are left; with none, the copy is the puzzle itself.

    Raises:
        InputError: When the seed is negative.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> isomorph(puzzle, 0) == puzzle, len(isomorph(puzzle, 1).givens)
    (True, 4)
    >>> isomorph(puzzle, 1) == isomorph(puzzle, 1)
    True
    """
    if seed < 0:
        raise InputError(f"the seed of an isomorph must be 0 (the puzzle itself) or more, not {seed}")
    if seed == 0:
        return puzzle
    rng = random.Random(f"twin {seed}")  # this key must not change: benchmark rows identify isomorphs by their seed
    board = puzzle.board
    height, width = board.box or (1, 1)
    rows, columns = _bands(board.size, height, rng), _bands(board.size, width, rng)
    digits = [0, *rng.sample(list(board.digits), board.size)]
    if board.cell_rules:
        digits = [0, *board.digits]
    moves: list[Move] = [
        lambda i: (rows[i[0] - 1] + 1, i[1]),
        lambda i: (i[0], columns[i[1] - 1] + 1),
    ]
    if rng.random() < 0.5:
        moves.append(lambda i: (i[1], i[0]))
    place: dict[Cell, Cell] = {i: i for i in board.cells}
    for move in moves:
        if (moved := _moved(board, move)) is not None:
            board = moved
            place = {i: move(j) for i, j in place.items()}
    givens = {place[i]: digits[d] for i, d in puzzle.givens.items()}
    return Puzzle(board, tuple(givens.get(i, 0) for i in board.cells), puzzle.name)


def turned(puzzle: Puzzle, way: int) -> Puzzle:
    """The puzzle turned or reflected: one of the eight symmetries of the square, on every board with its rules.

    Jigsaw regions turn, too. Boxes that are not square stay as they are, and so does the puzzle, if the symmetry
    exchanges rows and columns.

    Args:
        puzzle: The puzzle.
        way: 0 for the puzzle itself, up to 7: the sum of 1 for upside down, 2 for mirrored, 4 for rows as columns.

    >>> turned(Puzzle.parse("12.. .... .... ...3"), 1).line()
    '...3........12..'
    """
    n, board = puzzle.board.size, puzzle.board

    def move(cell: Cell) -> Cell:
        r, c = n + 1 - cell[0] if way & 1 else cell[0], n + 1 - cell[1] if way & 2 else cell[1]
        return (c, r) if way & 4 else (r, c)

    regions = {move(i): k for k, unit in enumerate(board.plain.units) if unit.kind == "region" for i in unit.cells}
    if len(regions) == n * n and not board.rules and len(board.units) == 3 * n:
        other: Board | None = Board.jigsaw([regions[i] for i in board.cells])
    else:
        other = _moved(board, move, is_symmetry=True)
    if other is None:
        return puzzle
    givens = {move(i): d for i, d in puzzle.givens.items()}
    return Puzzle(other, tuple(givens.get(i, 0) for i in board.cells), puzzle.name)


def _moved(board: Board, move: Move, is_symmetry: bool = False) -> Board | None:
    """The board whose rules have moved with their cells; None when it is not the board with these rules moved.

    A symmetry of the square keeps neighbours and a knight's moves, and with them all rules for the whole board.
    """

    def moved_rule(rule: CellRule) -> CellRule:
        values: Any = {"cells": tuple(map(move, rule.cells))}
        return replace(rule, **values)

    rules = tuple(moved_rule(rule) if isinstance(rule, CellRule) else rule for rule in board.rules)
    try:
        other = replace(board.plain, rules=rules) if rules else board
    except InputError:  # a rule does not fit where its cells would be
        return None
    keeps_units = {frozenset(map(move, unit.cells)) for unit in board.units} == {
        frozenset(unit.cells) for unit in other.units
    }
    keeps_rules = is_symmetry or Counter(map(moved_rule, board.cell_rules)) == Counter(other.cell_rules)
    return other if keeps_units and keeps_rules else None


def _bands(size: int, height: int, rng: random.Random) -> list[int]:
    """A permutation of the lines 0..size-1 that keeps bands of `height` lines together."""
    bands = [rng.sample(range(start, start + height), height) for start in range(0, size, height)]
    rng.shuffle(bands)
    return [line for band in bands for line in band]
