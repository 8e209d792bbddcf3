"""Simulated annealing: a grid with complete boxes, and a falling temperature."""

import math
import random
from itertools import combinations

from ...errors import InputError
from ...puzzles.board import Board, Cell, Unit
from ...puzzles.puzzle import Grid, Puzzle
from .approximation import cost
from .tallies import Tallies

__all__ = ["Annealing", "complete_units", "filled"]

HOT = 0.8
"""The temperature at the start and after a reheat, in units of cost."""
COOLING = 0.99
"""The cooling factor over one chain, whose length is the square of the number of blank cells."""
PATIENCE = 20
"""Chains without a new lowest cost after which the temperature is reset."""
MOST_BY_RULES = 40
"""A swap that raises the cost by more because of rules is never made; its probability would be below exp(-50)."""
LONGEST_ROUND = 250
"""The largest number of steps at one temperature."""


class Annealing:
    """A grid with complete boxes, at a falling temperature."""

    def __init__(self, puzzle: Puzzle, rng: random.Random, held: float | None = None) -> None:
        board = puzzle.board
        self.random = rng.random
        self.units = Tallies(board)
        parts = complete_units(board)
        self.best = filled(puzzle, parts, self.units.number, rng)
        self.digits = self.best[:]
        self.tallies = self.units.count(self.digits)
        self.cost = self.lowest = cost(puzzle, Grid(board, tuple(self.digits)))
        self.swaps = self._swaps(puzzle, parts)
        self.stuck = not self.swaps
        self.most = max((2 * (len(only_a) + len(only_b)) for _, _, only_a, only_b in self.swaps), default=0)
        if self.units.rules:
            self.most += MOST_BY_RULES
        self.chain = max((len(board.cells) - len(puzzle.givens)) ** 2, LONGEST_ROUND)
        self.round = 10  # few steps at first, so that the fast fall of the cost is sampled
        self.held = held
        self.temperature = HOT if held is None else held
        self.lowest_since_reheat, self.waited = self.cost, 0

    def _swaps(self, puzzle: Puzzle, parts: list[Unit]) -> list[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
        """The pairs of blank cells of a part, with the units of the first only and of the second only."""
        number, of = self.units.number, self.units.of
        pairs = [
            (number[i], number[j])
            for part in parts
            for i, j in combinations([cell for cell in part.cells if cell not in puzzle.givens], 2)
        ]
        return [
            (a, b, tuple(u for u in of[a] if u not in of[b]), tuple(u for u in of[b] if u not in of[a]))
            for a, b in pairs
        ]

    def walk(self, steps: int) -> int:
        """Try swaps at one temperature, then cool."""
        changes = range(self.most + 1)
        odds = [math.exp(-change / self.temperature) if self.temperature else 0.0 for change in changes]
        done = self._swap(steps, odds)
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

    def _swap(self, steps: int, odds: list[float]) -> int:
        rnd, digits, tallies, swaps, number = self.random, self.digits, self.tallies, self.swaps, len(self.swaps)
        rules, most = self.units.change_of_rules if self.units.rules else None, self.most
        for done in range(1, steps + 1):
            a, b, only_a, only_b = swaps[int(rnd() * number)]
            p, q = digits[a], digits[b]
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
            if rules:
                change += rules(digits, a, b)
            if change <= 0 or (change <= most and rnd() < odds[change]):
                for u in only_a:
                    tallies[u + p] -= 1
                    tallies[u + q] += 1
                for u in only_b:
                    tallies[u + q] -= 1
                    tallies[u + p] += 1
                digits[a], digits[b] = q, p
                self.cost += change
                if self.cost < self.lowest:
                    self.best, self.lowest = digits[:], self.cost
                    if not self.cost:
                        return done
        return steps


def complete_units(board: Board) -> list[Unit]:
    """Units of n cells that partition the board: boxes or other regions, else rows or columns.

    Raises:
        InputError: When there are none.
    """
    full = [unit for unit in board.units if len(unit.cells) == board.size]
    rows = [unit for unit in full if len({r for r, _ in unit.cells}) == 1]
    columns = [unit for unit in full if len({c for _, c in unit.cells}) == 1]
    regions = [unit for unit in full if unit not in rows and unit not in columns]
    for kind in (regions, rows, columns):
        chosen: list[Unit] = []
        covered: set[Cell] = set()
        for unit in kind:
            if covered.isdisjoint(unit.cells):
                chosen.append(unit)
                covered.update(unit.cells)
        if len(covered) == len(board.cells):
            return chosen
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
