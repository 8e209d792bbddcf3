"""Local search: begin with a full grid that is wrong, and change it until it is right. It finds, but never proves.

A grid has a *cost*, which is 0 exactly for solutions; its *neighbours* are the grids that one swap of two cells makes
of it. Both methods walk from neighbour to neighbour:

- `progressive`: cells anywhere may be swapped, givens too. A swap is made at once when the cost does not rise. Twenty
  grids wait in a queue; a random one is taken, fifty swaps are tried on it, and it goes back.
- `annealing`: givens stay, and every box holds every digit from the start; two blank cells of a box are swapped. A
  swap that raises the cost by c is made with probability exp(-c / temperature), and the temperature falls slowly.

Sources: "Solving Sudoku using Progressive Search", CodeProject article 685301, November 2013, for the cost, the start,
the queue of 20 and the neighbourhood of 50; R. Lewis, "Metaheuristics can solve sudoku puzzles", Journal of
Heuristics 13, 2007, for annealing with complete boxes, with its reheats; S. Kirkpatrick, C. Gelatt, M. Vecchi,
"Optimization by Simulated Annealing", Science 220, 1983.
"""

import math
import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple, Protocol

from ..errors import InputError, UnknownNameError, WrongGridError
from ..puzzles.board import Board, Cell, Unit
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import check_time_limit
from ..solvers import Status

__all__ = ["METHODS", "Approximation", "Sample", "cost", "local_search"]

METHODS: dict[str, str] = {
    "progressive": "swap any two cells, never to a higher cost; a queue of grids ('Progressive Search', 2013)",
    "annealing": "swap within a box, sometimes to a higher cost; a falling temperature (Lewis 2007)",
}
"""How to walk."""

TIME_LIMIT, STEP_LIMIT, INTERRUPTED, NO_MOVES = "time limit", "step limit", "interrupted", "no moves"
GIVEN_WEIGHT = 8
"""What a violated given costs, as in the article."""


def cost(puzzle: Puzzle, grid: Grid) -> int:
    """How far a grid is from a solution: missing and surplus digits over the units, and 8 for each violated given.

    In a unit of n cells as many digits are missing as there are too many, so a swap changes the cost by an even
    number. A unit of fewer cells need not hold every digit: only those count as missing for which there would be room.

    Raises:
        InputError: When the grid is for another board.

    >>> puzzle = Puzzle.parse("1... .... .... ....")
    >>> cost(puzzle, Puzzle.parse("1234 3412 2143 4321").as_grid())
    0
    >>> cost(puzzle, Puzzle.parse("1234 3412 2143 4311").as_grid())  # 2 is missing, 1 surplus: row 4, column 3, box 4
    6
    """
    if grid.board != puzzle.board:
        raise InputError(f"the grid is for a {grid.board}, the puzzle for a {puzzle.board}")
    surplus = sum(len(unit.cells) - len({grid[cell] for cell in unit.cells}) for unit in puzzle.board.units)
    violated = sum(grid[cell] != d for cell, d in puzzle.givens.items())
    return 2 * surplus + GIVEN_WEIGHT * violated


class Sample(NamedTuple):
    """One look at a running search: the cost of the grid in hand, and the lowest so far."""

    steps: int
    cost: int
    lowest: int


@dataclass(frozen=True, repr=False)
class Approximation:
    """The best grid that a local search has found, and what it is worth.

    Attributes:
        puzzle: What was searched for.
        grid: The grid with the lowest cost.
        cost: Its cost; 0 for a solution.
        status: SOLVED when the validator accepts the grid, else UNKNOWN. Never INFEASIBLE: local search proves nothing.
        reason: The same in words.
        method: One of `METHODS`.
        seed: Where the random numbers began; the same seed and as many steps give the same grid.
        steps: The swaps that were tried.
        seconds: How long it took.
        stopped_by: "time limit", "step limit", "interrupted", "no moves", or empty when the grid is a solution.
        samples: The cost along the way, at steps that grow by a twentieth each.
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
        """The drawn grid: [5] is a given, (5) a digit that is wrong where it is, {5} a wrong one where a given stands.

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

        return re.sub(r"([\[ ])( *\d+)([\] ])", mark, self.puzzle.draw(self.grid))

    def as_dict(self) -> dict[str, Any]:
        """The outcome as plain data; the time is in seconds."""
        names = ("cost", "reason", "method", "seed", "steps", "seconds", "stopped_by")
        return {"status": str(self.status), "grid": self.grid.line(), **{name: getattr(self, name) for name in names}}


def local_search(
    puzzle: Puzzle,
    method: str = "annealing",
    seed: int = 1,
    time_limit: float | None = 20.0,
    max_steps: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    temperature: float | None = None,
) -> Approximation:
    """Look for a solution by changing a full grid, and return the best grid found.

    Args:
        puzzle: Any puzzle; "annealing" wants units that together hold every cell once, such as boxes or rows.
        method: One of `METHODS`.
        seed: Another seed is another try.
        time_limit: Seconds. This alone makes two runs differ.
        max_steps: How many swaps to try at most; with this and no time limit the grid is the same on every machine.
        progress: Called now and then with the number of steps and the lowest cost.
        temperature: For annealing, a temperature that is held, in place of one that falls; at 0 the cost never rises.

    Returns:
        A grid that the validator accepts (SOLVED), or an approximate one (UNKNOWN) with its cost. Ctrl-C, too, returns
        the best grid so far.

    Raises:
        UnknownNameError: When there is no such method.
        InputError: When no limit is set, a limit is not positive, or the board has no such units.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> found = local_search(puzzle, seed=7, max_steps=10_000, time_limit=None)
    >>> found.solved, found.cost, found.grid.line()
    (True, 0, '1243342143122134')
    >>> impossible = local_search(Puzzle.parse("12.. ..3. .... ...4"), seed=7, max_steps=10_000, time_limit=None)
    >>> print(impossible.status, "-", impossible.reason)
    unknown - approximate: cost 4; stopped by the step limit after 10,000 steps, and whether there is a solution is \
not known
    """
    _check(method, seed, time_limit, max_steps, temperature)
    watch = time.perf_counter
    begun = watch()
    deadline = math.inf if time_limit is None else begun + time_limit
    last_step = math.inf if max_steps is None else max_steps
    rng = random.Random(seed)
    walk: _Walk = _Progressive(puzzle, rng) if method == "progressive" else _Annealing(puzzle, rng, temperature)
    steps, next_sample, next_word = 0, 0, begun + 0.1
    samples: list[Sample] = []
    stopped_by = ""
    try:
        while walk.lowest:
            if steps >= next_sample:
                samples.append(Sample(steps, walk.cost, walk.lowest))
                next_sample = steps + max(steps // 20, 1)
            if stopped_by := _stopped(walk, steps >= last_step, (now := watch()) >= deadline):
                break
            if progress is not None and now >= next_word:
                progress(steps, walk.lowest)
                next_word = now + 0.1
            steps += walk.walk(int(min(walk.round, last_step - steps)))
    except KeyboardInterrupt:
        stopped_by = INTERRUPTED
    grid = Grid(puzzle.board, tuple(walk.best))
    lowest = cost(puzzle, grid)
    samples.append(Sample(steps, walk.cost, lowest))
    return _judged(puzzle, grid, lowest, method, seed, steps, watch() - begun, stopped_by, tuple(samples))


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


def _stopped(walk: "_Walk", at_last_step: bool, at_deadline: bool) -> str:
    if walk.stuck:
        return NO_MOVES
    if at_last_step:
        return STEP_LIMIT
    return TIME_LIMIT if at_deadline else ""


def _judged(
    puzzle: Puzzle,
    grid: Grid,
    lowest: int,
    method: str,
    seed: int,
    steps: int,
    seconds: float,
    stopped_by: str,
    samples: tuple[Sample, ...],
) -> Approximation:
    """The outcome in words, after the validator has looked at the grid."""
    after = f"{steps:,} step{'s' * (steps != 1)}"
    if lowest == 0:
        if faults := puzzle.faults(grid):
            raise WrongGridError(f"a grid of cost 0 breaks the rules: {faults[0]}\n{grid}")
        status, stopped_by, reason = Status.SOLVED, "", f"{method} found a solution after {after}"
    else:
        stop = {
            INTERRUPTED: f"interrupted after {after}",
            NO_MOVES: "no two cells can be swapped",
        }.get(stopped_by, f"stopped by the {stopped_by} after {after}")
        status = Status.UNKNOWN
        reason = f"approximate: cost {lowest}; {stop}, and whether there is a solution is not known"
    return Approximation(puzzle, grid, lowest, status, reason, method, seed, steps, seconds, stopped_by, samples)


# -- what both walks keep ----------------------------------------------------------------------------------------------


class _Walk(Protocol):
    """A search that goes on where it stopped.

    `best` and `lowest` are the best grid and its cost, `cost` is that of the grid in hand, `round` says how many steps
    to ask for at once, and `stuck` whether there is no step to make.
    """

    best: list[int]
    lowest: int
    cost: int
    round: int
    stuck: bool

    def walk(self, steps: int) -> int:
        """Try so many swaps, or fewer when a solution is met; returns how many."""


class _Places:
    """Cells and units as numbers. `of[k]` has, for each unit of cell k, where the unit's tallies of digits begin.

    The tally of digit d in a unit stands at that place + d, in one flat list for all units: this is what makes the
    change of a swap a matter of a few look-ups.
    """

    def __init__(self, board: Board) -> None:
        self.width = board.size + 1
        self.number = {cell: k for k, cell in enumerate(board.cells)}
        self.length = self.width * len(board.units)
        of: list[list[int]] = [[] for _ in board.cells]
        for u, unit in enumerate(board.units):
            for cell in unit.cells:
                of[self.number[cell]].append(u * self.width)
        self.of = [tuple(places) for places in of]

    def tallies(self, digits: Sequence[int]) -> list[int]:
        """How often each digit stands in each unit."""
        counted = [0] * self.length
        for k, d in enumerate(digits):
            for place in self.of[k]:
                counted[place + d] += 1
        return counted


# -- progressive search ------------------------------------------------------------------------------------------------

QUEUE, NEIGHBOURHOOD = 20, 50


@dataclass
class _Item:
    """A grid in the queue."""

    cost: int
    digits: list[int]
    tallies: list[int]

    def copy(self) -> "_Item":
        return _Item(self.cost, self.digits[:], self.tallies[:])


class _Progressive:
    """The queue of grids.

    Where the description leaves a choice: while there is room in the queue, the grid that is taken out also stays in
    it, so that the one start grid becomes twenty different ones; when the queue is full, it does not stay.
    """

    round = NEIGHBOURHOOD

    def __init__(self, puzzle: Puzzle, rng: random.Random) -> None:
        board = puzzle.board
        self.random = rng.random
        self.places = _Places(board)
        self.givens = puzzle.values
        self.stuck = False
        digits = [d for _ in board.digits for d in board.digits]  # every row 1..n
        self.cost = cost(puzzle, Grid(board, tuple(digits)))
        self.queue = [_Item(self.cost, digits, self.places.tallies(digits))]
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
        """Try so many swaps of two cells, and make each that does not raise the cost."""
        rnd, of, givens = self.random, self.places.of, self.givens
        digits, tallies, cells = item.digits, item.tallies, len(item.digits)
        for done in range(1, steps + 1):
            a, b = int(rnd() * cells), int(rnd() * cells)
            p, q = digits[a], digits[b]
            if p == q:
                continue
            of_a, of_b = of[a], of[b]
            change = 0
            for u in of_a:
                if u not in of_b:  # in a unit of both nothing changes
                    change += (2 if tallies[u + q] else 0) - (2 if tallies[u + p] > 1 else 0)
            for u in of_b:
                if u not in of_a:
                    change += (2 if tallies[u + p] else 0) - (2 if tallies[u + q] > 1 else 0)
            if given := givens[a]:
                change += GIVEN_WEIGHT * ((given == p) - (given == q))
            if given := givens[b]:
                change += GIVEN_WEIGHT * ((given == q) - (given == p))
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


# -- simulated annealing -----------------------------------------------------------------------------------------------

HOT = 0.8
"""The temperature at the start and after a reheat, in units of cost."""
COOLING = 0.99
"""The factor on the temperature over a chain: as many steps as the square of the number of blank cells."""
PATIENCE = 20
"""So many chains without a new lowest cost since the last reheat, and it is reheated."""
LONGEST_ROUND = 250
"""Steps at one temperature."""


class _Annealing:
    """One grid, its boxes complete, at a falling temperature."""

    def __init__(self, puzzle: Puzzle, rng: random.Random, held: float | None = None) -> None:
        board = puzzle.board
        self.random = rng.random
        self.places = _Places(board)
        parts = _partition(board)
        self.best = _filled(puzzle, parts, self.places.number, rng)
        self.digits = self.best[:]
        self.tallies = self.places.tallies(self.digits)
        self.cost = self.lowest = cost(puzzle, Grid(board, tuple(self.digits)))
        self.swaps = self._swaps(puzzle, parts)
        self.stuck = not self.swaps
        self.most = max((2 * (len(only_a) + len(only_b)) for _, _, only_a, only_b in self.swaps), default=0)
        self.chain = max((len(board.cells) - len(puzzle.givens)) ** 2, LONGEST_ROUND)
        self.round = 10  # few steps at first, when the cost falls fast and is worth a look
        self.held = held
        self.temperature = HOT if held is None else held
        self.lowest_since_reheat, self.waited = self.cost, 0

    def _swaps(self, puzzle: Puzzle, parts: list[Unit]) -> list[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
        """Every two blank cells of a part, with the units that only the first and only the second are in."""
        number, of = self.places.number, self.places.of
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
        """Cool a little, or reheat when nothing was gained for long."""
        self.temperature *= COOLING ** (steps / self.chain)
        if self.cost < self.lowest_since_reheat:
            self.lowest_since_reheat, self.waited = self.cost, 0
        else:
            self.waited += steps
        if self.waited >= PATIENCE * self.chain:
            self.temperature, self.lowest_since_reheat, self.waited = HOT, self.cost, 0

    def _swap(self, steps: int, odds: list[float]) -> int:
        rnd, digits, tallies, swaps, ways = self.random, self.digits, self.tallies, self.swaps, len(self.swaps)
        for done in range(1, steps + 1):
            a, b, only_a, only_b = swaps[int(rnd() * ways)]
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
            if change <= 0 or rnd() < odds[change]:
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


def _partition(board: Board) -> list[Unit]:
    """Units of n cells that together hold every cell once: boxes or other regions, else rows or columns.

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
        f"annealing keeps boxes or rows complete, but this {board} has no units that together hold every cell once; "
        "use the method 'progressive'"
    )


def _filled(puzzle: Puzzle, parts: list[Unit], number: dict[Cell, int], rng: random.Random) -> list[int]:
    """The givens, and in the blank cells of each part the digits that it lacks, in random order."""
    digits = list(puzzle.values)
    for part in parts:
        given = {puzzle.givens[cell] for cell in part.cells if cell in puzzle.givens}
        lacking = [d for d in puzzle.board.digits if d not in given]
        rng.shuffle(lacking)  # two equal givens leave one digit too many: no grid of cost 0 is lost
        for cell, d in zip([cell for cell in part.cells if cell not in puzzle.givens], lacking, strict=False):
            digits[number[cell]] = d
    return digits
