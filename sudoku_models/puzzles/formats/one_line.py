"""Short forms in one line: a killer sudoku as a map or as the numbers of its cages; a jigsaw as two squares."""

import re
from math import isqrt

from ...errors import ParseError
from ..about import Parsed
from ..drawn import before_a
from ..rules import KillerCage, Rule
from ..rules.texts import errors_at
from ..units import LARGEST_SIZE, Cell
from .cells_and_units import board_of

MAP = re.compile(r"[0-9A-Za-jv<>^`',.]{81}", re.ASCII)
STEPS = {"v": (1, 0), "^": (-1, 0), "<": (0, -1), ">": (0, 1), "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)}
TOTALS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
"""The total of a cage by its character: 10 is A, 36 is a; 0 for none."""
NUMBERS = re.compile(r"3x3:(d?):k:((?:[0-9]{1,6}:){80}[0-9]{1,6}):?", re.ASCII)


def is_cage_map(text: str) -> bool:
    """Whether a text is a map of cages: 81 characters, among them arrows.

    See http://forum.enjoysudoku.com/understandable-snarfable-killer-cages-t6119.html

    >>> is_cage_map("3<" + "0" * 79), is_cage_map("3." + "." * 79)
    (True, False)
    """
    solid = "".join(text.split())
    return MAP.fullmatch(solid) is not None and any(ch in solid for ch in "<>^v")


def parse_cage_map(text: str) -> Parsed:
    """The board of a map of cages: one cell of a cage has its total, the others point towards it.

    Raises:
        ParseError: When arrows leave the board or run in a circle, or a cage is invalid.

    >>> board, *_ = parse_cage_map("3<" + "0" * 79)
    >>> str(board.rules[0]), len(board.rules)
    ('killer cage 3 on r1c1 r1c2', 1)
    """
    solid = "".join(text.split())
    signs = {(k // 9 + 1, k % 9 + 1): sign for k, sign in enumerate(solid)}
    cages: dict[Cell, list[Cell]] = {}
    for start in signs:
        cell, seen = start, {start}
        while signs[cell] in STEPS:
            down, right = STEPS[signs[cell]]
            cell = cell[0] + down, cell[1] + right
            if cell not in signs or cell in seen:
                how = "leave the board" if cell not in signs else "run in a circle"
                raise ParseError(f"in the map of cages, the arrows from r{start[0]}c{start[1]} {how}")
            seen.add(cell)
        cages.setdefault(cell, []).append(start)
    rules: list[Rule] = []
    for root, cells in cages.items():
        if len(cells) > 1 or TOTALS.index(signs[root]):
            rules.append(KillerCage(TOTALS.index(signs[root]) or None, tuple(cells)))
    with errors_at("in the map of cages"):
        return Parsed(board_of(9, rules=rules), (0,) * 81)


def is_cage_list(text: str) -> bool:
    """Whether a text is a list of the cages of its cells: 3x3::k: and numbers.

    >>> is_cage_list("3x3::k:" + "0:" * 81), is_cage_list("3" + "." * 80)
    (True, False)
    """
    return text.lstrip().startswith("3x3:")


def parse_cage_list(text: str) -> Parsed:
    """The board of a list of cages: for each cell 256 times the total of its cage plus the number of the cage.

    Where the total is 0 there is no cage. With 3x3:d:k: the diagonals are units.

    Raises:
        ParseError: When it has another form, or two cages have the same number.

    >>> board, *_ = parse_cage_list("3x3:d:k:769:769:" + "0:" * 79)
    >>> str(board.rules[0]), len(board.rules), len(board.units)
    ('killer cage 3 on r1c1 r1c2', 1, 30)
    """
    found = NUMBERS.fullmatch("".join(text.split()))
    if not found:
        raise ParseError("expected 3x3::k: or, with diagonals, 3x3:d:k:, and 81 numbers, each followed by a colon")
    cages: dict[int, list[Cell]] = {}
    for k, number in enumerate(map(int, found[2].split(":"))):
        if number >= 256:
            cages.setdefault(number, []).append((k // 9 + 1, k % 9 + 1))
    if len({number % 256 for number in cages}) < len(cages):
        raise ParseError("in the list of cages, two cages with different totals have the same number")
    with errors_at("in the list of cages"):
        board = board_of(9, rules=[KillerCage(number // 256, tuple(cells)) for number, cells in cages.items()])
    return Parsed(board.diagonal() if found[1] else board, (0,) * 81)


def is_jigsaw(text: str) -> bool:
    """Whether a text is a jigsaw: n*n digits and points, then as many symbols, of which n occur n times each.

    >>> is_jigsaw("1..." * 4 + "aabbaabbccddcddc"), is_jigsaw("1..." * 8)
    (True, False)
    """
    solid = "".join(text.split())
    n = isqrt(len(solid) // 2)
    if not 4 <= n <= LARGEST_SIZE or 2 * n * n != len(solid):
        return False
    symbols = solid[n * n :]
    return [symbols.count(each) for each in set(symbols)] == [n] * n and solid[: n * n].isascii()


def parse_jigsaw(text: str) -> Parsed:
    """The board and the values of a jigsaw.

    Letters stand for 10 to 35; see also `before_a`.

    Raises:
        ParseError: When a character is not a digit of the board.
    """
    solid = "".join(text.split())
    n = isqrt(len(solid) // 2)
    givens, symbols = solid[: n * n], solid[n * n :]
    board = board_of(n, regions=symbols, with_boxes=False)
    values, lower = [], before_a(givens, n)
    for k, ch in enumerate(givens):
        if ch != "." and not (ch.isalnum() and int(ch, 36) - lower <= n):
            raise ParseError(f"the character {ch!r} of r{k // n + 1}c{k % n + 1} is not a digit from 1 to {n}")
        values.append(0 if ch in ".0" else int(ch, 36) - lower)
    return Parsed(board, tuple(values))
