"""The two walks of local search from full grid to full grid, simulated annealing and progressive search, and the cost.

Both have the same attributes: `best` and `lowest` are the best grid and its cost, `cost` is that of the current grid,
`round` is the number of steps to request at a time, and `stuck` is true when no move exists. `walk` tries this many
swaps, or fewer when a solution is found, and returns how many.

Source of the cost, which measures how far a grid is from a solution: T. Petit, J.-C. Regin, C. Bessiere, "Specific
Filtering Algorithms for Over-Constrained Problems", CP 2001, for violation measures of constraints.
"""

import math
import random
from bisect import insort
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from ..errors import InputError
from ..puzzles.board import Board, mismatch
from ..puzzles.candidates import geometry
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.units import Cell, Unit

HOT = 0.8
"""The temperature at the start and after a reheat, in units of cost."""
COOLING = 0.99
"""The cooling factor over one chain, whose length is the square of the number of blank cells."""
PATIENCE = 20
"""Chains without a new lowest cost after which the temperature is reset."""
LONGEST_ROUND = 250
"""The largest number of steps at one temperature."""
QUEUE, NEIGHBOURHOOD = 20, 50
"""The grids in the queue of progressive search, and the trials in vain after which it takes another of them."""
MARGIN = 3
"""How far above the lowest cost so far progressive search accepts a grid. All changes are even, so this means 2."""


Pair = tuple[int, int, list[int], list[int]]
"""Two cells, the units of the first only, and those of the second only: a swap changes no other unit."""


class Tallies:
    """A board with numbered cells, and where the tally of each digit in each unit stands in one flat list."""

    def __init__(self, board: Board) -> None:
        width = board.size + 1
        self.number = geometry(board).number
        self.length = width * len(board.units)
        self.of: list[list[int]] = [[] for _ in board.cells]
        """For each cell, the index before the tally of digit 1 in each of its units."""
        for u, unit in enumerate(board.units):
            for cell in unit.cells:
                self.of[self.number[cell]].append(u * width)
        self.rules = [(rule.violation, tuple(self.number[cell] for cell in rule.cells)) for rule in board.cell_rules]
        self.rules_of = [{r for r, (_, cells) in enumerate(self.rules) if k in cells} for k in range(len(self.of))]
        self.pair = cache(self._pair)

    def _pair(self, a: int, b: int) -> Pair:
        return a, b, [u for u in self.of[a] if u not in self.of[b]], [u for u in self.of[b] if u not in self.of[a]]

    def count(self, digits: Sequence[int]) -> list[int]:
        """The tallies of a grid: the number of times that each digit occurs in each unit."""
        counted = [0] * self.length
        for k, d in enumerate(digits):
            for start in self.of[k]:
                counted[start + d] += 1
        return counted


class FullGrid:
    """A full grid with its cost, which a swap of two cells changes by a few look-ups."""

    def __init__(self, units: Tallies, digits: list[int], cost: int, tallies: list[int] | None = None) -> None:
        self.units, self.digits, self.cost = units, digits, cost
        self.tallies = units.count(digits) if tallies is None else tallies

    def copy(self) -> "FullGrid":
        return FullGrid(self.units, self.digits[:], self.cost, self.tallies[:])

    def change(self, pair: Pair) -> int:
        """The change of the cost of units and rules if two cells were swapped."""
        a, b, only_a, only_b = pair
        p, q, tallies = self.digits[a], self.digits[b], self.tallies
        change = 0
        for u in only_a:
            if tallies[u + q]:
                change += 2
            if tallies[u + p] > 1:
                change -= 2
        for u in only_b:
            if tallies[u + p]:
                change += 2
            if tallies[u + q] > 1:
                change -= 2
        return change + self._change_of_rules(a, b) if self.units.rules else change

    def swap(self, pair: Pair, change: int) -> None:
        """Swap two cells, which changes the cost by this."""
        a, b, only_a, only_b = pair
        digits, tallies = self.digits, self.tallies
        p, q = digits[a], digits[b]
        for u in only_a:
            tallies[u + p] -= 1
            tallies[u + q] += 1
        for u in only_b:
            tallies[u + q] -= 1
            tallies[u + p] += 1
        digits[a], digits[b] = q, p
        self.cost += change

    def _change_of_rules(self, a: int, b: int) -> int:
        touched = self.units.rules_of[a] | self.units.rules_of[b]
        if not touched:
            return 0
        digits = self.digits
        before = self._violation(touched)
        digits[a], digits[b] = digits[b], digits[a]
        after = self._violation(touched)
        digits[a], digits[b] = digits[b], digits[a]
        return RULE_WEIGHT * (after - before)

    def _violation(self, rules: Iterable[int]) -> int:
        return sum(of(tuple(self.digits[k] for k in cells)) for of, cells in map(self.units.rules.__getitem__, rules))


class Annealing:
    """Simulated annealing: a grid with complete boxes, and a falling temperature."""

    def __init__(self, puzzle: Puzzle, rng: random.Random, held: float | None = None) -> None:
        board = puzzle.board
        self.random = rng.random
        units, parts = Tallies(board), complete_units(board)
        self.best = filled(puzzle, parts, units.number, rng)
        self.lowest = cost(puzzle, Grid(board, tuple(self.best)))
        self.grid = FullGrid(units, self.best[:], self.lowest)
        blank = [[units.number[cell] for cell in part.cells if cell not in puzzle.givens] for part in parts]
        self.pairs = [units.pair(a, b) for cells in blank for a, b in combinations(cells, 2)]
        self.stuck = not self.pairs
        self.chain = max((len(board.cells) - len(puzzle.givens)) ** 2, LONGEST_ROUND)
        self.round = 10  # few steps at first, so that the fast fall of the cost is sampled
        self.held = held
        self.temperature = HOT if held is None else held
        self.lowest_since_reheat, self.waited = self.cost, 0

    @property
    def cost(self) -> int:
        """The cost of the current grid."""
        return self.grid.cost

    def walk(self, steps: int) -> int:
        """Try swaps at one temperature, then cool."""
        done = self._swap(steps)
        self.round = min(self.round + 10, LONGEST_ROUND)
        if self.held is None:
            self._cool(done)
        return done

    def _cool(self, steps: int) -> None:
        """Lower the temperature, or reheat after a long time without progress."""
        self.temperature *= COOLING ** (steps / self.chain)
        if self.cost < self.lowest_since_reheat:
            self.lowest_since_reheat, self.waited = self.cost, 0
        else:
            self.waited += steps
        if self.waited >= PATIENCE * self.chain:
            self.temperature, self.lowest_since_reheat, self.waited = HOT, self.cost, 0

    def _swap(self, steps: int) -> int:
        rnd, pairs, number, grid, temperature = self.random, self.pairs, len(self.pairs), self.grid, self.temperature
        odds = cache(lambda change: math.exp(-change / temperature) if temperature else 0.0)
        for done in range(1, steps + 1):
            pair = pairs[int(rnd() * number)]
            change = grid.change(pair)
            if change <= 0 or rnd() < odds(change):
                grid.swap(pair, change)
                if grid.cost < self.lowest:
                    self.best, self.lowest = grid.digits[:], grid.cost
                    if not grid.cost:
                        return done
        return steps


def complete_units(board: Board) -> list[Unit]:
    """Units of n cells that partition the board: boxes or other regions, else rows or columns.

    Raises:
        InputError: When there are none.
    """
    shape = geometry(board)
    regions = [u for u in shape.complete if not shape.is_line(u)]
    for kind in (regions, *shape.lines):
        chosen: list[int] = []
        covered = 0
        for u in kind:
            if u in shape.complete and not covered & shape.units[u]:
                chosen.append(u)
                covered |= shape.units[u]
        if covered.bit_count() == len(board.cells):
            return [board.units[u] for u in chosen]
    raise InputError(
        f"annealing keeps boxes or rows complete, but this {board} has no units that together cover every cell once; "
        "use the method 'progressive'"
    )


def filled(puzzle: Puzzle, parts: list[Unit], number: dict[Cell, int], rng: random.Random) -> list[int]:
    """The givens, and in the blank cells of each part its missing digits, in random order."""
    digits = list(puzzle.values)
    for part in parts:
        given = {puzzle.givens[cell] for cell in part.cells if cell in puzzle.givens}
        lacking = [d for d in puzzle.board.digits if d not in given]
        rng.shuffle(lacking)  # two equal givens leave a surplus digit; such a puzzle has no grid of cost 0
        for cell, d in zip([cell for cell in part.cells if cell not in puzzle.givens], lacking, strict=False):
            digits[number[cell]] = d
    return digits


class Progressive:
    """Progressive search: a queue of the best grids so far, and swaps up to a little above the lowest cost.

    One grid is taken from the queue at random and becomes the current one. Each step tries a swap of two of its cells,
    and *every* grid that was tried enters the queue, from which the worst is dropped when it is full. A trial becomes
    the current grid when its cost is at most `MARGIN` above the lowest cost so far, and then the trials are counted
    from 0 again. After more than `NEIGHBOURHOOD` trials in vain the next grid is taken.

    All this is in the listing of the article, of which a public copy was read; there the queue has 40 places and the
    neighbourhood 120 trials. Two things depend on the class for queues, which the listing does not show, and are chosen
    here: a grid that is taken leaves the queue, and of several worst grids the newest is dropped.
    """

    round = NEIGHBOURHOOD

    def __init__(self, puzzle: Puzzle, rng: random.Random) -> None:
        board = puzzle.board
        self.random = rng.random
        self.givens = puzzle.values
        self.stuck = len(board.cells) < 2
        self.best = [d for _ in board.digits for d in board.digits]  # every row 1..n
        self.lowest = cost(puzzle, Grid(board, tuple(self.best)))
        self.grid = FullGrid(Tallies(board), self.best[:], self.lowest)
        self.queue: list[tuple[int, list[int]]] = [(self.lowest, self.best)]
        """The waiting grids, each with its cost, from the best to the worst."""
        self.in_vain = NEIGHBOURHOOD + 1

    @property
    def cost(self) -> int:
        """The cost of the current grid."""
        return self.grid.cost

    def walk(self, steps: int) -> int:
        """Try this many swaps of two cells."""
        rnd, cells = self.random, len(self.givens)
        for done in range(1, steps + 1):
            if self.in_vain > NEIGHBOURHOOD:
                self._take()
            grid = self.grid
            a = int(rnd() * cells)
            b = int(rnd() * (cells - 1))
            b += b >= a  # another cell
            pair = grid.units.pair(a, b)
            change = grid.change(pair) + self._change_of_givens(a, b) if grid.digits[a] != grid.digits[b] else 0
            tried = grid.cost + change
            self.in_vain += 1
            is_kept = tried <= self.lowest + MARGIN
            if is_kept:
                grid.swap(pair, change)
                self.in_vain = 0
            self._enqueue(tried, a, b, is_kept)
            if tried < self.lowest:
                self.best, self.lowest = grid.digits[:], tried
                if not tried:
                    return done
        return steps

    def _change_of_givens(self, a: int, b: int) -> int:
        givens, p, q = self.givens, self.grid.digits[a], self.grid.digits[b]
        change = 0
        if given := givens[a]:
            change += (given == p) - (given == q)
        if given := givens[b]:
            change += (given == q) - (given == p)
        return GIVEN_WEIGHT * change

    def _take(self) -> None:
        """A random grid of the queue becomes the current one."""
        found, digits = self.queue.pop(int(self.random() * len(self.queue)))
        self.grid = FullGrid(self.grid.units, digits[:], found)
        self.in_vain = 0

    def _enqueue(self, tried: int, a: int, b: int, is_swapped: bool) -> None:
        """The grid that was tried waits in the queue, if there is room or a worse one to be dropped."""
        if len(self.queue) >= QUEUE:
            if tried >= self.queue[-1][0]:
                return
            self.queue.pop()
        digits = self.grid.digits[:]
        if not is_swapped:
            digits[a], digits[b] = digits[b], digits[a]
        insort(self.queue, (tried, digits), key=lambda waiting: waiting[0])


GIVEN_WEIGHT = 8
"""The cost of a violated given, as in the article."""
RULE_WEIGHT = 2
"""The factor of the violation of a rule of the board that is not a unit."""


def cost(puzzle: Puzzle, grid: Grid) -> int:
    """The cost of a grid: missing and surplus digits over the units, 8 for each violated given, and broken rules.

    In a unit of n cells as many digits are missing as there are too many, so a swap changes the cost by an even
    number. A unit of fewer cells need not hold every digit: it counts as many missing digits as surplus ones. A
    further rule of the board, such as the sum of a killer cage, counts twice its `CellRule.violation`.

    Raises:
        InputError: When the grid is for another board.

    >>> puzzle = Puzzle.parse("1... .... .... ....")
    >>> cost(puzzle, Puzzle.parse("1234 3412 2143 4321").as_grid())
    0
    >>> cost(puzzle, Puzzle.parse("1234 3412 2143 4311").as_grid())  # 2 is missing, 1 surplus: row 4, column 3, box 4
    6
    """
    if grid.board != puzzle.board:
        raise InputError(mismatch(grid.board, puzzle.board))
    surplus = sum(len(unit.cells) - len({grid[cell] for cell in unit.cells}) for unit in puzzle.board.units)
    violated = sum(grid[cell] != d for cell, d in puzzle.givens.items())
    of_rules = sum(rule.violation(tuple(grid[cell] for cell in rule.cells)) for rule in puzzle.board.cell_rules)
    return 2 * surplus + GIVEN_WEIGHT * violated + RULE_WEIGHT * of_rules
