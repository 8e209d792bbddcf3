"""Local search: start from a full grid with errors and reduce its cost. It finds solutions, but proves nothing.

A grid has a *cost*, which is 0 exactly for solutions; its *neighbours* are the grids that differ from it by a swap of
two cells. Both methods move from neighbour to neighbour:

- `progressive`: cells anywhere may be swapped, givens too. A swap is made when the cost is then at most a little above
  the lowest so far. Every grid that was tried enters a queue of the twenty best; after fifty trials in vain a random
  one of them is taken out and goes on.
- `annealing`: givens stay, and every box holds every digit from the start; two blank cells of a box are swapped. A
  swap that raises the cost by c is made with probability exp(-c / temperature), and the temperature falls slowly.

A broken rule of the board that is not a unit, such as the sum of a killer cage, costs the more the farther it is from
being kept: see `inference.walks`.

Sources: "Solving Sudoku using Progressive Search", CodeProject article 685301, November 2013, for the cost and for
progressive search as its listing has it (`walks.Progressive` says what the listing leaves open); R. Lewis,
"Metaheuristics can solve sudoku puzzles", Journal of Heuristics 13, 2007, for annealing with complete boxes, with its
reheats; S. Kirkpatrick, C. Gelatt, M. Vecchi, "Optimization by Simulated Annealing", Science 220, 1983.
"""

import math
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..errors import InputError, UnknownNameError, WrongGridError
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import check_time_limit
from ..solvers import INTERRUPTED, TIME_LIMIT, Status
from .walks import Annealing, Progressive, cost

METHODS: dict[str, str] = {
    "progressive": "swap any two cells, up to 2 above the lowest cost; a queue of grids ('Progressive Search', 2013)",
    "annealing": "swap within a box, sometimes to a higher cost; a falling temperature (Lewis 2007)",
}
"""The methods, each with a description."""

STEP_LIMIT, NO_MOVES = "step limit", "no moves"


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
    method: str
    seed: int
    steps: int
    seconds: float
    stopped_by: str = ""
    samples: tuple[Sample, ...] = field(default=(), compare=False)

    @property
    def solved(self) -> bool:
        """Whether the grid is a solution; the validator has accepted it then."""
        return self.cost == 0

    @property
    def status(self) -> Status:
        """SOLVED or UNKNOWN, never INFEASIBLE: local search proves nothing."""
        return Status.SOLVED if self.solved else Status.UNKNOWN

    @property
    def reason(self) -> str:
        """The outcome, in a sentence."""
        after = f"after {self.steps:,} step{'s' * (self.steps != 1)}"
        if self.solved:
            return f"{self.method} found a solution {after}"
        ends = {INTERRUPTED: f"interrupted {after}", NO_MOVES: "no two cells can be swapped"}
        end = ends.get(self.stopped_by, f"stopped by the {self.stopped_by} {after}")
        return f"approximate: cost {self.cost}; {end}, and whether there is a solution is not known"

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


def local_search(
    puzzle: PuzzleLike,
    method: str = "annealing",
    seed: int = 1,
    time_limit: float | None = 20.0,
    max_steps: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    temperature: float | None = None,
) -> Approximation:
    """Search for a solution by changing a full grid, and return the best grid found.

    Args:
        puzzle: Any puzzle; "annealing" needs units that partition the board, such as boxes or rows.
        method: One of `METHODS`.
        seed: The random seed.
        time_limit: Seconds; None means no limit. With a time limit, equal runs may differ.
        max_steps: The largest number of swaps to try; with this and no time limit, runs are reproducible.
        progress: Called periodically with the number of steps and the lowest cost.
        temperature: For annealing, a constant temperature in place of a falling one; at 0 the cost never rises.

    Returns:
        A grid that the validator accepts (SOLVED), or an approximate one (UNKNOWN) with its cost. Ctrl-C also
        returns the best grid so far.

    Raises:
        UnknownNameError: When there is no such method.
        InputError: When no limit is set, a limit is not positive, or the board lacks such units.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> found = local_search(puzzle, seed=7, max_steps=10_000, time_limit=None)
    >>> found.solved, found.cost, found.grid.line()
    (True, 0, '1243342143122134')
    >>> impossible = local_search(Puzzle.parse("12.. ..3. .... ...4"), seed=7, max_steps=10_000, time_limit=None)
    >>> print(impossible.status, "-", impossible.reason)
    unknown - approximate: cost 4; stopped by the step limit after 10,000 steps, and whether there is a solution is \
not known
    """
    puzzle = as_puzzle(puzzle)
    _check(method, seed, time_limit, max_steps, temperature)
    watch = time.perf_counter
    begun = watch()
    deadline = math.inf if time_limit is None else begun + time_limit
    last_step = math.inf if max_steps is None else max_steps
    rng = random.Random(seed)
    walk = Progressive(puzzle, rng) if method == "progressive" else Annealing(puzzle, rng, temperature)
    steps, next_sample, next_word = 0, 0, begun + 0.1
    samples: list[Sample] = []
    stopped_by = ""
    try:
        while walk.lowest:
            if steps >= next_sample:
                samples.append(Sample(steps, walk.cost, walk.lowest))
                next_sample = steps + max(steps // 20, 1)
            now = watch()
            if walk.stuck or steps >= last_step or now >= deadline:
                stopped_by = NO_MOVES if walk.stuck else STEP_LIMIT if steps >= last_step else TIME_LIMIT
                break
            if progress is not None and now >= next_word:
                progress(steps, walk.lowest)
                next_word = now + 0.1
            steps += walk.walk(int(min(walk.round, last_step - steps)))
    except KeyboardInterrupt:
        stopped_by = INTERRUPTED
    grid = Grid(puzzle.board, tuple(walk.best))
    lowest = cost(puzzle, grid)
    if lowest == 0 and (violations := puzzle.violations(grid)):
        raise WrongGridError(f"a grid of cost 0 breaks the rules: {violations[0]}\n{grid}")
    samples.append(Sample(steps, walk.cost, lowest))
    stopped_by = stopped_by if lowest else ""
    return Approximation(puzzle, grid, lowest, method, seed, steps, watch() - begun, stopped_by, tuple(samples))


def _check(method: str, seed: int, time_limit: float | None, max_steps: int | None, temperature: float | None) -> None:
    if method not in METHODS:
        raise UnknownNameError("method", method, METHODS)
    if not isinstance(seed, int):
        raise InputError(f"the seed must be a whole number, not {seed!r}")
    if time_limit is None and max_steps is None:
        raise InputError("set a time limit or a step limit: without one, a local search may never end")
    check_time_limit(time_limit)
    if max_steps is not None and max_steps < 1:
        raise InputError(f"the step limit must be at least 1, not {max_steps}")
    if temperature is not None and method != "annealing":
        raise InputError(f"only annealing has a temperature, not {method}")
    if temperature is not None and not temperature >= 0:
        raise InputError(f"the temperature must be 0 or more, not {temperature}")
