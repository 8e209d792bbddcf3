"""The cost of a grid, and the best grid that a local search has found."""

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...errors import InputError
from ...puzzles.board import mismatch
from ...puzzles.puzzle import Grid, Puzzle
from ...solvers import Status
from .violation import violation

__all__ = ["GIVEN_WEIGHT", "RULE_WEIGHT", "Approximation", "Sample", "cost"]

GIVEN_WEIGHT = 8
"""The cost of a violated given, as in the article."""
RULE_WEIGHT = 2
"""The factor of the violation of a rule of the board that is not a unit."""


def cost(puzzle: Puzzle, grid: Grid) -> int:
    """The cost of a grid: missing and surplus digits over the units, 8 for each violated given, and broken rules.

    In a unit of n cells as many digits are missing as there are too many, so a swap changes the cost by an even
    number. A unit of fewer cells need not hold every digit: it counts as many missing digits as surplus ones. A
    further rule of the board, such as the sum of a killer cage, counts twice its `violation`.

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
    of_rules = sum(violation(rule, tuple(grid[cell] for cell in rule.cells)) for rule in puzzle.board.cell_rules)
    return 2 * surplus + GIVEN_WEIGHT * violated + RULE_WEIGHT * of_rules


class Sample(NamedTuple):
    """A sample of a running search: the cost of the current grid, and the lowest cost so far."""

    steps: int
    cost: int
    lowest: int


@dataclass(frozen=True, repr=False)
class Approximation:
    """The best grid that a local search found.

    Attributes:
        puzzle: The puzzle.
        grid: The grid with the lowest cost.
        cost: Its cost; 0 for a solution.
        status: SOLVED when the validator accepts the grid, else UNKNOWN. Never INFEASIBLE: local search proves nothing.
        reason: The outcome, in a sentence.
        method: One of `METHODS`.
        seed: The random seed; the same seed and number of steps give the same grid.
        steps: The number of swaps that were tried.
        seconds: The wall-clock time.
        stopped_by: "time limit", "step limit", "interrupted", "no moves", or empty when the grid is a solution.
        samples: The cost during the search; each sample is taken 5 % more steps after the last.
    """

    puzzle: Puzzle
    grid: Grid
    cost: int
    status: Status
    reason: str
    method: str
    seed: int
    steps: int
    seconds: float
    stopped_by: str = ""
    samples: tuple[Sample, ...] = field(default=(), compare=False)

    @property
    def solved(self) -> bool:
        """Whether the grid is a solution."""
        return self.status is Status.SOLVED

    def __bool__(self) -> bool:
        return self.solved

    def __str__(self) -> str:
        return self.reason

    def __repr__(self) -> str:
        return f"<Approximation {self.grid.line()}: {self.reason}>"

    def _repr_html_(self) -> str:
        return self.puzzle.html(self.grid, self.puzzle.wrong_cells(self.grid)) + f"<p>{self.reason}</p>"

    def draw(self) -> str:
        """The drawn grid: [5] is a given, (5) a wrong digit, {5} a wrong digit in the cell of a given.

        >>> from sudoku_models import local_search
        >>> print(local_search(Puzzle.parse("1234 3412 2143 431."), "annealing").draw())
        +-------+-------+
        |[1][2] |[3][4] |
        |[3][4] |{1}{2} |
        +-------+-------+
        |[2][1] |[4][3] |
        |[4][3] |{1}(2) |
        +-------+-------+
        """
        wrong, givens = self.puzzle.wrong_cells(self.grid), self.puzzle.givens
        cells = iter(self.puzzle.board.cells)

        def mark(found: re.Match[str]) -> str:
            i = next(cells)
            left, right = ("{}" if i in givens else "()") if i in wrong else (found[1], found[3])
            return f"{left}{found[2]}{right}"

        first = len(self.puzzle.board.cells)  # and not the numbers in the rules below
        return re.sub(r"([\[ ])( *\d+)([\] ])", mark, self.puzzle.draw(self.grid), count=first)

    def as_dict(self) -> dict[str, Any]:
        """The outcome as plain data; the time is in seconds."""
        names = ("cost", "reason", "method", "seed", "steps", "seconds", "stopped_by")
        return {"status": str(self.status), "grid": self.grid.line(), **{name: getattr(self, name) for name in names}}
