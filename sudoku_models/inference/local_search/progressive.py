"""Progressive search: a queue of grids, and swaps that never raise the cost."""

import random
from dataclasses import dataclass

from ...puzzles.puzzle import Grid, Puzzle
from .approximation import GIVEN_WEIGHT, cost
from .tallies import Tallies

__all__ = ["QUEUE", "Progressive"]

QUEUE, NEIGHBOURHOOD = 20, 50


@dataclass
class _Item:
    """A grid in the queue."""

    cost: int
    digits: list[int]
    tallies: list[int]

    def copy(self) -> "_Item":
        return _Item(self.cost, self.digits[:], self.tallies[:])


class Progressive:
    """The queue of grids.

    The article does not say how the queue is filled. Here, a grid stays in the queue while its copy is changed, until
    there are twenty; from then on it is removed while it is changed.
    """

    round = NEIGHBOURHOOD

    def __init__(self, puzzle: Puzzle, rng: random.Random) -> None:
        board = puzzle.board
        self.random = rng.random
        self.units = Tallies(board)
        self.givens = puzzle.values
        self.stuck = False
        digits = [d for _ in board.digits for d in board.digits]  # every row 1..n
        self.cost = cost(puzzle, Grid(board, tuple(digits)))
        self.queue = [_Item(self.cost, digits, self.units.count(digits))]
        self.best, self.lowest = digits[:], self.cost

    def walk(self, steps: int) -> int:
        k = int(self.random() * len(self.queue))
        full = len(self.queue) >= QUEUE
        item = self.queue.pop(k) if full else self.queue[k].copy()
        done = self._neighbours(item, steps)
        self.queue.append(item)
        self.cost = item.cost
        if item.cost < self.lowest:
            self.best, self.lowest = item.digits[:], item.cost
        return done

    def _neighbours(self, item: _Item, steps: int) -> int:
        """Try this many swaps of two cells, and keep each that does not raise the cost."""
        rnd, of, givens = self.random, self.units.of, self.givens
        digits, tallies, cells = item.digits, item.tallies, len(item.digits)
        rules = self.units.change_of_rules if self.units.rules else None
        for done in range(1, steps + 1):
            a, b = int(rnd() * cells), int(rnd() * cells)
            p, q = digits[a], digits[b]
            if p == q:
                continue
            of_a, of_b = of[a], of[b]
            change = 0
            for u in of_a:
                if u not in of_b:  # a swap within a unit does not change it
                    change += (2 if tallies[u + q] else 0) - (2 if tallies[u + p] > 1 else 0)
            for u in of_b:
                if u not in of_a:
                    change += (2 if tallies[u + p] else 0) - (2 if tallies[u + q] > 1 else 0)
            if given := givens[a]:
                change += GIVEN_WEIGHT * ((given == p) - (given == q))
            if given := givens[b]:
                change += GIVEN_WEIGHT * ((given == q) - (given == p))
            if rules:
                change += rules(digits, a, b)
            if change <= 0:
                for u in of_a:
                    tallies[u + p] -= 1
                    tallies[u + q] += 1
                for u in of_b:
                    tallies[u + q] -= 1
                    tallies[u + p] += 1
                digits[a], digits[b] = q, p
                item.cost += change
                if not item.cost:
                    return done
        return steps
