"""How rules are placed at random in a full grid: cages, lines, marks, and clues around the board.

Each function takes a `Sketch` and a share, and returns rules that hold in its grid, in random order: for a share of the
cells for lines, of the possible places for marks and clues.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from ..puzzles import rules
from ..puzzles.board import Board
from ..puzzles.puzzle import Grid
from ..puzzles.rules import CellRule, KillerCage, Pair, Rule
from ..puzzles.units import Cell, adjacent_pairs, is_connected, lines, neighbours, ray, square

LENGTHS = range(3, 7)
"""The lengths of lines; a line that cannot go on may be shorter, but has at least three cells."""
TRIES = 5
"""Tries to place a line, for each cell of the board."""

Thing = TypeVar("Thing")


@dataclass
class Sketch:
    """A full grid in which rules are placed.

    Attributes:
        grid: The grid; the rules that are placed hold in it.
        rng: The random number generator.
        free: The cells without a line; a line that is placed takes its cells.
    """

    grid: Grid
    rng: random.Random
    free: set[Cell] = field(init=False)

    def __post_init__(self) -> None:
        self.free = set(self.grid.board.cells)

    @property
    def board(self) -> Board:
        """The board of the grid."""
        return self.grid.board

    def digits(self, cells: Iterable[Cell]) -> tuple[int, ...]:
        """The digits in these cells."""
        return tuple(self.grid[cell] for cell in cells)

    def sample(self, things: Iterable[Thing], share: float) -> list[Thing]:
        """A share of these, at least one, in random order."""
        every = list(things)
        return self.rng.sample(every, min(len(every), max(1, round(share * len(every)))))


Place = Callable[[Sketch, float], list[Rule]]

# -- lines: random walks to neighbouring cells, also across corners; no two share a cell ------------------------------


def along_lines(place_one: Callable[[Sketch, Cell], CellRule | None]) -> Place:
    """A function that places lines until they cover a share of the cells, or no further one is found."""

    def place(sketch: Sketch, share: float) -> list[Rule]:
        found: list[Rule] = []
        cells, covered = sketch.board.cells, 0
        for start in sketch.rng.choices(cells, k=TRIES * len(cells)):
            if covered >= share * len(cells):
                break
            if start in sketch.free and (rule := place_one(sketch, start)):
                sketch.free.difference_update(rule.cells)
                covered += len(rule.cells)
                found.append(rule)
        return found

    return place


def _free_beside(sketch: Sketch, line: list[Cell], end: Cell) -> list[Cell]:
    near = neighbours(sketch.board.size, end, diagonal=True)
    return [i for i in near if i in sketch.free and i not in line]


def _walk(
    sketch: Sketch, start: Cell, length: int, goes_on: Callable[[tuple[int, ...], int], bool]
) -> tuple[Cell, ...]:
    """A walk of up to `length` free cells; `goes_on` takes the digits so far and the next. Empty if too short."""
    walk = [start]
    while len(walk) < length:
        digits = sketch.digits(walk)
        near = [i for i in _free_beside(sketch, walk, walk[-1]) if goes_on(digits, sketch.grid[i])]
        if not near:
            break
        walk.append(sketch.rng.choice(near))
    return tuple(walk) if len(walk) >= LENGTHS[0] else ()


def thermometer(sketch: Sketch, start: Cell) -> CellRule | None:
    """Digits that rise."""
    walk = _walk(sketch, start, sketch.rng.choice(LENGTHS), lambda digits, d: d > digits[-1])
    return rules.Thermometer(walk) if walk else None


def whisper(sketch: Sketch, start: Cell) -> CellRule | None:
    """A difference of at least 5 on nine digits, and of more than half of a smaller number of digits."""
    least = (sketch.board.size + 1) // 2
    walk = _walk(sketch, start, sketch.rng.choice(LENGTHS), lambda digits, d: abs(d - digits[-1]) >= least)
    return rules.Whisper(walk, least) if walk else None


def renban(sketch: Sketch, start: Cell) -> CellRule | None:
    """Different digits within the length of the line, cut off where they are consecutive."""
    length = sketch.rng.choice(LENGTHS)

    def goes_on(digits: tuple[int, ...], d: int) -> bool:
        return d not in digits and max(d, *digits) - min(d, *digits) < length

    walk = _walk(sketch, start, length, goes_on)
    parts = (rules.Renban(walk[:end]) for end in range(len(walk), LENGTHS[0] - 1, -1))
    return next((rule for rule in parts if rule.check(sketch.grid)), None)


def arrow(sketch: Sketch, start: Cell) -> CellRule | None:
    """A walk that reaches the digit in its circle exactly."""
    walk = _walk(sketch, start, LENGTHS[-1], lambda digits, d: sum(digits[1:]) + d <= digits[0])
    rule = rules.Arrow(walk) if walk else None
    return rule if rule and rule.check(sketch.grid) else None


def palindrome(sketch: Sketch, start: Cell) -> CellRule | None:
    """From the middle, which is a cell or two neighbours with the same digit, to both ends."""
    grid, rng = sketch.grid, sketch.rng
    length = rng.choice(LENGTHS)
    line = [start]
    while len(line) < length:
        front, back = (_free_beside(sketch, line, end) for end in (line[0], line[-1]))
        pairs = [(i, j) for i in front for j in back if i != j and grid[i] == grid[j]]
        if len(line) == 1 and length % 2 == 0:
            equal = [j for j in back if grid[j] == grid[start]]
            if not equal:
                return None
            line.append(rng.choice(equal))
        elif pairs:
            i, j = rng.choice(pairs)
            line = [i, *line, j]
        else:
            break
    return rules.Palindrome(tuple(line)) if len(line) >= LENGTHS[0] else None


# -- marks in cells, between neighbours, and around corners -----------------------------------------------------------


def marks(*kinds: Callable[[tuple[Cell, ...]], Pair]) -> Place:
    """A function that places a share of the marks of these kinds that the grid has."""

    def place(sketch: Sketch, share: float) -> list[Rule]:
        every = (kind(pair) for pair in adjacent_pairs(sketch.board.size) for kind in kinds)
        return [*sketch.sample((rule for rule in every if rule.check(sketch.grid)), share)]

    return place


def even_odd(sketch: Sketch, share: float) -> list[Rule]:
    """Cells that are marked as even or odd."""
    return [(rules.Odd if sketch.grid[i] % 2 else rules.Even)((i,)) for i in sketch.sample(sketch.board.cells, share)]


def quadruples(sketch: Sketch, share: float) -> list[Rule]:
    """Two to four of the digits around a corner."""
    span = range(1, sketch.board.size)
    found: list[Rule] = []
    for corner in sketch.sample(((r, c) for r in span for c in span), share):
        cells = square(corner)
        digits = sketch.rng.sample(sketch.digits(cells), sketch.rng.randint(2, 4))
        found.append(rules.Quadruple(tuple(digits), cells))
    return found


# -- clues around the board -------------------------------------------------------------------------------------------


def diagonals(n: int) -> list[tuple[Cell, ...]]:
    """All diagonals of at least two cells of an n x n board, in both directions.

    >>> len(diagonals(9)), diagonals(9)[0]
    (30, ((1, 2), (2, 1)))
    """
    places = [*((0, c) for c in range(3, n + 2)), *((r, n + 1) for r in range(1, n - 1))]
    return [ray(at, (1, -1), n) for at in places] + [ray((r, n + 1 - c), (1, 1), n) for r, c in places]


def sandwiches(sketch: Sketch, share: float) -> list[Rule]:
    """Sums of the digits between the smallest and the largest digit of a row or column."""
    found: list[Rule] = []
    for line in sketch.sample((unit.cells for unit in lines(sketch.board.size)), share):
        digits = sketch.digits(line)
        first, last = sorted((digits.index(1), digits.index(max(digits))))
        found.append(rules.Sandwich(sum(digits[first + 1 : last]), line))
    return found


def skyscrapers(sketch: Sketch, share: float) -> list[Rule]:
    """Numbers of digits that are seen from the two ends of a row or column."""
    every = [unit.cells for unit in lines(sketch.board.size)]
    found: list[Rule] = []
    for line in sketch.sample([*every, *(line[::-1] for line in every)], share):
        digits = sketch.digits(line)
        found.append(rules.Skyscraper(sum(d > max((0, *digits[:k])) for k, d in enumerate(digits)), line))
    return found


def little_killers(sketch: Sketch, share: float) -> list[Rule]:
    """Sums of diagonals."""
    drawn = sketch.sample(diagonals(sketch.board.size), share)
    return [rules.LittleKiller(sum(sketch.digits(line)), line) for line in drawn]


SIZES = (2, 2, 2, 3, 3, 3, 4, 4, 5)
"""The sizes of cages, as often as they are drawn."""


def cages(sketch: Sketch, share: float) -> list[Rule]:
    """Cages with their sums that cover a share of the cells."""
    return [_cage(sketch, cells) for cells in partition(sketch, share)]


def _cage(sketch: Sketch, cells: list[Cell]) -> KillerCage:
    return KillerCage(sum(sketch.digits(cells)), tuple(sorted(cells)))


def partition(sketch: Sketch, share: float = 1.0) -> list[list[Cell]]:
    """Connected cages of 2 to 5 cells with different digits, in random order.

    A cell that is left over joins the smallest cage beside it that lacks its digit; without one it stays alone.

    >>> import random
    >>> from sudoku_models import Puzzle
    >>> grid = Puzzle.parse("1234 3412 2143 4321").as_grid()
    >>> cages = partition(Sketch(grid, random.Random(1)))
    >>> sorted({len(cage) for cage in cages}), sum(map(len, cages))
    ([2, 3, 4], 15)
    """
    board, grid, rng = sketch.board, sketch.grid, sketch.rng
    largest = min(max(SIZES), board.size)
    open_cells = set(board.cells)
    found: list[list[Cell]] = []
    alone: list[Cell] = []
    for start in rng.sample(board.cells, len(board.cells)):
        if start not in open_cells or len(board.cells) - len(open_cells) >= share * len(board.cells):
            continue
        cage, wanted = [start], min(rng.choice(SIZES), largest)
        open_cells.discard(start)
        while len(cage) < wanted:
            digits = sketch.digits(cage)
            near = {j for i in cage for j in neighbours(board.size, i)}
            beside = sorted(j for j in near if j in open_cells and grid[j] not in digits)
            if not beside:
                break
            cage.append(rng.choice(beside))
            open_cells.discard(cage[-1])
        if len(cage) > 1:
            found.append(cage)
        else:
            alone.append(start)
    for cell in alone:
        if fitting := [cage for cage in found if _may_join(sketch, cell, cage)]:
            min(fitting, key=len).append(cell)
    return found


def _may_join(sketch: Sketch, cell: Cell, cage: list[Cell]) -> bool:
    """Whether a cell is beside a cage that is not full and does not have its digit."""
    near = neighbours(sketch.board.size, cell)
    is_full = len(cage) >= min(max(SIZES), sketch.board.size)
    return not is_full and any(i in near for i in cage) and sketch.grid[cell] not in sketch.digits(cage)


def refine(sketch: Sketch, rules: tuple[Rule, ...], other: Grid) -> tuple[Rule, ...] | None:
    """The rules with two cages changed so that another grid breaks them; None when no change does.

    A cell in which the grids differ goes from its cage to one beside it: the sums of both differ then.
    """
    cells_of = {rule: list(rule.cells) for rule in rules if isinstance(rule, KillerCage)}
    changes = []
    for one, cells in cells_of.items():
        for cell in cells:
            rest = [i for i in cells if i != cell]
            if other[cell] != sketch.grid[cell] and len(rest) > 1 and is_connected(rest):
                joined = (two for two, to in cells_of.items() if two != one and _may_join(sketch, cell, to))
                changes += [(one, rest, two, [*cells_of[two], cell]) for two in joined]
    if not changes:
        return None
    one, rest, two, more = sketch.rng.choice(changes)
    changed: dict[Rule, Rule] = {one: _cage(sketch, rest), two: _cage(sketch, more)}
    return tuple(changed.get(rule, rule) for rule in rules)
