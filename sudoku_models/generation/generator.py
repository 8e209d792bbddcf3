"""Making puzzles: a full grid at random, from which givens are dug out as long as the solution stays unique.

A given may go exactly when no other grid has another digit there. Three ways to find out, the cheapest first:

1. *singles*: if hidden and naked singles put the digit back, every step was forced, and the solution is still unique;
2. *swaps*: take the cells of two digits, and join two of them when they share a unit. In each connected part the two
   digits can change places, which gives another solution of the empty board. So of each part one given must stay;
3. *one solve* of the live model: the givens that are left, and "this cell has another digit". Infeasible: it may go.

The answers are facts, so they do not depend on the solver. Only the full grid does, and that is found by one thread
with a fixed seed: the same seed gives the same puzzle on every run, with the same versions of the libraries.

Sources: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", Experimental Mathematics 23, 2014, for sets
of cells of which one given must stay (unavoidable sets), and for 17 as the smallest number of givens; T. Mantere,
J. Koljonen, "Solving, rating and generating Sudoku puzzles with GA", CEC 2007, and many before them, for digging.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from ..errors import DisagreementError, InputError, UnknownNameError
from ..explain import difficulty
from ..models.sudoku_model import SudokuModel, build
from ..puzzles.board import Board
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import Stopwatch, check_time_limit
from ..solvers import Status

__all__ = ["Generated", "generate", "generate_many", "opposite", "random_grid", "swaps"]

LARGEST_WITH_LEVEL = 16
"""On larger boards digging keeps to singles unless more is asked, for there a solve takes a quarter of a second."""
LARGEST = 25
PINNED = 0.3
"""The part of the cells that is filled at random before a solver completes the grid."""
FEWEST = {"4x4 board with 2x2 boxes": 4, "9x9 board with 3x3 boxes": 17}
"""The smallest numbers of givens that have one solution; proved by trying all."""
SECONDS_TO_CONFIRM, SECONDS_TO_RATE = 60.0, 10.0

Progress = Callable[[str], None]
"""Called with what is being done."""


@dataclass(frozen=True)
class Generated:
    """A puzzle that was made, and whether it is what was wished.

    Attributes:
        puzzle: The puzzle; None when the time was over before there was one that is proved to have one solution.
        solution: Its solution.
        seed: With which the same puzzle is made again.
        level: How hard it is: "easy", "medium" or "hard"; see `difficulty.level`.
        rating: The same in the scale of Sudoku Explainer, by `difficulty.rate`; None when that took too long.
        symmetric: Whether the cells of the givens stay the same in half a turn.
        minimal: True when it is proved that every given is needed, False when one is not, None when that is not known.
        met: Whether it is all that was wished. None: the time was over before all attempts were made.
        reason: The same in words.
        proof: Who proved that the solution is unique.
        attempts: How many full grids were dug out.
    """

    puzzle: Puzzle | None
    solution: Grid | None
    seed: str
    level: str | None
    rating: float | None
    symmetric: bool
    minimal: bool | None
    met: bool | None
    reason: str
    proof: str
    attempts: int

    def __bool__(self) -> bool:
        return self.met is True

    @property
    def clues(self) -> int | None:
        """The number of givens."""
        return len(self.puzzle.givens) if self.puzzle else None

    @property
    def title(self) -> str:
        """Level, rating, number of givens and seed in a line."""
        rated = "" if self.rating is None else f", rated {self.rating:.1f}"
        made = f"{self.level}{rated}, {self.clues} givens" if self.puzzle else "no puzzle"
        return f"{made}, seed {self.seed}"

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        names = ("seed", "level", "rating", "clues", "symmetric", "minimal", "met", "reason", "proof", "attempts")
        lines = {
            "board": str(self.puzzle.board) if self.puzzle else None,
            "puzzle": self.puzzle.line() if self.puzzle else None,
            "solution": self.solution.line() if self.solution else None,
        }
        return {**lines, **{name: getattr(self, name) for name in names}}


def generate(
    size: int | Board = 9,
    level: str | None = None,
    seed: int | str | None = None,
    symmetric: bool = False,
    minimal: bool = False,
    clues: int | None = None,
    time_limit: float | None = 60.0,
    attempts: int = 200,
    rated: bool = True,
    progress: Progress | None = None,
) -> Generated:
    """Make a puzzle with exactly one solution.

    Args:
        size: The number of digits, such as 4, 6, 9, 12, 16 or 25, or a board.
        level: "easy", "medium" or "hard"; see `difficulty.level`. When left out, only the solution has to be unique.
        seed: A number or a text; one is drawn, and told, when it is left out.
        symmetric: The cells of the givens stay the same in half a turn of the board.
        minimal: Every given is needed: without it there would be a second solution.
        clues: How many givens are left; as few as the random order allows when left out.
        time_limit: Seconds for all attempts; None for no limit. A puzzle that the limit cut short may differ from run
            to run, and says so.
        attempts: How many full grids are tried until one becomes what is wished.
        rated: Rate the puzzle too; see `difficulty.rate`.
        progress: Called with what is being done.

    Returns:
        The puzzle, or the nearest one when the wish was not met; `met` and `reason` say so. Whatever is returned has
        exactly one solution: that is proved by the digging, and confirmed in another way (see `Generated.proof`).

    Raises:
        InputError: When what is wished cannot be.

    >>> made = generate(9, "medium", seed=1)
    >>> made.met, made.level, made.reason
    (True, 'medium', 'as wished, after 1 attempt')
    >>> generate(9, "medium", seed=1) == made
    True
    >>> made.proof
    'hidden and naked singles lead to the solution, so that every digit is forced'
    """
    board = size if isinstance(size, Board) else Board.of_size(size)
    wish = _Wish(board, level, symmetric, minimal, clues)
    check_time_limit(time_limit)
    if attempts < 1:
        raise InputError(f"there must be at least 1 attempt, not {attempts}")
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    chance, watch = random.Random(str(seed)), Stopwatch()

    def left() -> float | None:
        if time_limit is not None and watch() >= time_limit:
            raise _TimeIsUp
        return None if time_limit is None else time_limit - watch()

    best: _Dug | None = None
    attempt, is_up = 0, False
    while attempt < attempts and not is_up and not (best and not best.missed):
        attempt += 1
        if progress:
            progress(f"attempt {attempt}")
        dug = None
        try:
            dug = _Dug(wish, random_grid(board, chance, left), chance, left)
            dug.dig()
        except _TimeIsUp:
            is_up = True
        if dug:
            dug.judge()
            best = dug if best is None else min(best, dug, key=lambda each: each.distance)
    return _result(wish, best, str(seed), attempt, is_up, rated)


def generate_many(
    count: int, size: int | Board = 9, level: str | None = None, seed: int | str | None = None, **wishes: Any
) -> Iterator[Generated]:
    """Make puzzles, one after another. The second of seed 42 has the seed "42.2", and so on.

    Args:
        count: How many.
        size, level, seed, wishes: As in `generate`; limits are for each puzzle.

    >>> [made.seed for made in generate_many(3, 4, seed=42)]
    ['42', '42.2', '42.3']
    >>> *_, last = generate_many(3, 4, seed=42)
    >>> last == generate(4, seed="42.3")
    True
    """
    if count < 1:
        raise InputError(f"at least 1 puzzle must be asked for, not {count}")
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    for k in range(1, count + 1):
        yield generate(size, level, f"{seed}.{k}" if k > 1 else seed, **wishes)


# -- the full grid ----------------------------------------------------------------------------------------------------


def random_grid(
    board: Board, chance: random.Random, left: Callable[[], float | None] = lambda: None, pinned: float = PINNED
) -> Grid:
    """A full grid at random: random cells get random digits, and a solver completes them.

    When they cannot be completed, fewer are drawn. Not all grids come with the same probability.

    Args:
        board: The board.
        chance: Where the randomness comes from.
        left: Tells how many seconds are left.
        pinned: The part of the cells that is filled at random.

    >>> grid = random_grid(Board.of_size(4), random.Random(1))
    >>> Puzzle(grid.board, (0,) * 16).faults(grid)
    []
    """
    peers, count = _shape(board).peers, int(pinned * len(board.cells))
    while True:
        values = [0] * len(board.cells)
        for i in chance.sample(range(len(values)), count):
            if free := sorted(set(board.digits) - {values[j] for j in peers[i]}):
                values[i] = chance.choice(free)
        model = build(Puzzle(board, tuple(values)), "all_different", "cpsat")
        outcome = model.run("cpsat", left())
        if grid := model.grid_of(outcome, "cpsat"):
            return grid
        if outcome.status is Status.UNKNOWN:
            raise _TimeIsUp
        if count == 0:
            raise InputError(f"there is no full grid for this {board}")
        count = 3 * count // 4


# -- digging ----------------------------------------------------------------------------------------------------------


class _TimeIsUp(Exception):
    """The time limit struck."""


@dataclass(frozen=True)
class _Wish:
    """What is wished, when it is not known to be impossible."""

    board: Board
    level: str | None
    symmetric: bool
    minimal: bool
    clues: int | None

    def __post_init__(self) -> None:
        n, cells = self.board.size, len(self.board.cells)
        if n > LARGEST:
            raise InputError(f"boards up to {LARGEST}x{LARGEST} can be made, not {n}x{n}")
        if self.level is not None:
            if self.level not in difficulty.LEVELS:
                raise UnknownNameError("level", self.level, difficulty.LEVELS)
            if n > LARGEST_WITH_LEVEL:
                raise InputError(
                    f"levels are for boards up to {LARGEST_WITH_LEVEL}x{LARGEST_WITH_LEVEL}; leave the level out"
                )
        if self.clues is not None:
            if self.clues > cells:
                raise InputError(f"a {self.board} has {cells} cells, so it cannot have {self.clues} givens")
            if self.clues < n - 1:
                raise InputError(
                    f"with {self.clues} givens two digits are missing, and could be swapped; "
                    f"at least {n - 1} are needed"
                )
            if self.clues < (fewest := FEWEST.get(str(self.board), 0)):
                raise InputError(f"no puzzle on the {self.board} has one solution with fewer than {fewest} givens")
            if self.symmetric and n % 2 == 0 and self.clues % 2:
                raise InputError(f"on a {self.board} a symmetric puzzle has an even number of givens, not {self.clues}")


class _Dug:
    """A full grid, the givens that are left of it, and a live model of them.

    Attributes:
        kept: For each cell, the bit of its digit while it is a given, and 0 when it is dug out.
        needed: Cells that are proved to be needed, given what is left.
        missed: What was wished and is not so, in words; empty when all is as wished.
    """

    def __init__(self, wish: _Wish, grid: Grid, chance: random.Random, left: Callable[[], float | None]) -> None:
        self.wish, self.grid, self.board, self.left = wish, grid, wish.board, left
        self.shape = _shape(self.board)
        self.kept = [1 << d for d in grid.values]
        self.clues = len(self.kept)
        self.orbits = list({tuple(sorted({i, opposite(self.board, i)})): None for i in range(self.clues)})
        if not wish.symmetric:
            self.orbits = [(i,) for i in range(self.clues)]
        chance.shuffle(self.orbits)
        self.swaps = swaps(grid)
        self.model: SudokuModel | None = None
        self.needed: set[int] = set()
        self.minimal: bool | None = None
        self.missed: list[str] = []

    def dig(self) -> None:
        """Take givens out, in the order of the orbits, as long as all stays as it is wished.

        Raises:
            _TimeIsUp: When the limit strikes; what is left has one solution even so.
        """
        wish = self.wish
        asks = wish.level in (None, "hard")
        if self.board.size > LARGEST_WITH_LEVEL:
            self._dig(asks=False)
            asks = wish.minimal or wish.clues is not None
        self._dig(asks)
        if wish.minimal:
            self.minimal = self._is_minimal()

    def judge(self) -> None:
        """Compare with the wish what has become."""
        wish, puzzle = self.wish, self.puzzle
        self.level = difficulty.level(puzzle)
        if wish.level not in (None, self.level):
            self.missed.append(f"the level is {self.level}, not {wish.level}")
        if wish.clues not in (None, self.clues):
            self.missed.append(f"{self.clues} givens are left, not {wish.clues}")
        if wish.minimal and not self.minimal:
            self.missed.append(
                "a given is not needed" if self.minimal is False else "not every given is proved to be needed"
            )

    @property
    def distance(self) -> tuple[int, int, int]:
        """How far it is from the wish; to compare."""
        far = 0 if self.wish.clues is None else abs(self.clues - self.wish.clues)
        return len(self.missed), far, self.clues

    @property
    def puzzle(self) -> Puzzle:
        return Puzzle(self.board, tuple(bit.bit_length() - 1 if bit else 0 for bit in self.kept))

    def _dig(self, asks: bool) -> None:
        fewest = 0 if self.wish.clues is None else self.wish.clues
        for orbit in self.orbits:
            self.left()
            if not self.kept[orbit[0]] or self.clues - len(orbit) < fewest:
                continue
            with self._without(orbit):
                goes = self._may_go(orbit, asks)
            if goes:
                self.clues -= len(orbit)
                for i in orbit:
                    self.kept[i] = 0

    @contextmanager
    def _without(self, cells: Sequence[int]) -> Iterator[None]:
        """The puzzle without these cells, for a question."""
        for i in cells:
            self.kept[i] = 0
        try:
            yield
        finally:
            for i in cells:
                self.kept[i] = 1 << self.grid.values[i]

    def _may_go(self, cells: Sequence[int], asks: bool) -> bool:
        """Whether the puzzle without these cells, which are out already, is still as it should be."""
        if _put_back(self.shape, self.kept, cells, hidden_only=self.wish.level == "easy"):
            return True
        return asks and not self._has_another(cells)

    def _has_another(self, cells: Sequence[int]) -> bool:
        """Whether a second solution has another digit in one of these cells, which are out already."""
        another = any(all(not self.kept[j] for j in part) for i in cells for part in self.swaps[i])
        if not another:
            another = self._solve_for_another(cells)
        if another and len(cells) == 1:
            self.needed.add(cells[0])  # and it stays so: with fewer givens there are only more solutions
        return another

    def _solve_for_another(self, cells: Sequence[int]) -> bool:
        left = self.left()
        if self.model is None:
            self.model = build(self.puzzle, "all_different", "cpsat")
        model = self.model
        model.reset(self.puzzle)
        chosen = [(model.variables[i], self.grid[i]) for i in (self.board.cells[k] for k in cells)]
        cut = model.m.exclude(chosen, "another digit")
        try:
            outcome = model.run("cpsat", left)
        finally:
            model.m.forget([cut])
        if outcome.status is Status.UNKNOWN:
            raise _TimeIsUp
        return model.grid_of(outcome, "cpsat") is not None

    def _is_minimal(self) -> bool:
        """Whether every given is needed; those that digging has found to be so are not asked again."""
        for i, bit in enumerate(self.kept):
            if bit and i not in self.needed:
                with self._without((i,)):
                    if _put_back(self.shape, self.kept, (i,), hidden_only=False) or not self._has_another((i,)):
                        return False
        return True


def _result(wish: _Wish, best: _Dug | None, seed: str, attempts: int, is_up: bool, rated: bool) -> Generated:
    late = "the time limit was reached"
    proof = _confirmed(best) if best else ""
    if best is None or not proof:
        what = "before the first full grid was found" if best is None else "before the uniqueness was confirmed"
        return Generated(None, None, seed, None, None, False, None, None, f"{late} {what}", "", attempts)
    puzzle = best.puzzle
    tries = f"{attempts} attempt{'s' * (attempts > 1)}"
    if best.missed:
        why = f"{late} after {tries}" if is_up else f"{tries} were not enough" if attempts > 1 else "one attempt failed"
        met, reason = (None if is_up else False), f"{'; '.join(best.missed)}: {why}"
    elif is_up and wish.clues is None:
        met, reason = None, f"{late} before all givens were tried, so more could go"
    else:
        met, reason = True, f"as wished, after {tries}"
    rating = difficulty.rate(puzzle, SECONDS_TO_RATE) if rated else None
    points = rating.rating if rating and rating.solved else None
    symmetric = all(bool(best.kept[i]) == bool(best.kept[opposite(wish.board, i)]) for i in range(len(best.kept)))
    return Generated(puzzle, best.grid, seed, best.level, points, symmetric, best.minimal, met, reason, proof, attempts)


def _confirmed(dug: _Dug) -> str:
    """Who else proves that the grid is the only solution; empty when nobody could in time."""
    if dug.level != "hard":
        singles = "hidden singles" if dug.level == "easy" else "hidden and naked singles"
        return f"{singles} lead to the solution, so that every digit is forced"
    checker = build(dug.puzzle, "assignment", "pulp")
    checker.exclude(dug.grid)
    outcome = checker.run("highs", SECONDS_TO_CONFIRM)
    if outcome.status is Status.SOLVED:
        other = checker.grid_of(outcome, "highs")
        raise DisagreementError(f"CP-SAT says that this puzzle has one solution, but HiGHS finds another:\n{other}")
    return "CP-SAT, confirmed by HiGHS" if outcome.status is Status.INFEASIBLE else ""


# -- without a solver -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Shape:
    """A board with its cells numbered from 0."""

    peers: tuple[tuple[int, ...], ...]
    units: tuple[tuple[int, ...], ...]
    complete: tuple[tuple[int, ...], ...]
    """The units that hold every digit."""
    all_digits: int


@cache
def _shape(board: Board) -> _Shape:
    number = {cell: k for k, cell in enumerate(board.cells)}
    units = tuple(tuple(number[cell] for cell in unit.cells) for unit in board.units)
    peers: list[set[int]] = [set() for _ in board.cells]
    for i, j in board.pairs:
        peers[number[i]].add(number[j])
        peers[number[j]].add(number[i])
    complete = tuple(unit for unit in units if len(unit) == board.size)
    return _Shape(tuple(tuple(sorted(of)) for of in peers), units, complete, sum(1 << d for d in board.digits))


def opposite(board: Board, k: int) -> int:
    """The number of the cell in which cell number k (from 0) lands after half a turn of the board.

    >>> opposite(Board.of_size(9), 0)
    80
    """
    return len(board.cells) - 1 - k


def swaps(grid: Grid) -> list[list[frozenset[int]]]:
    """For each cell (numbered from 0) the sets of cells in which two digits can change places, one of them its own.

    >>> grid = Puzzle.parse("1234 3412 2143 4321").as_grid()
    >>> [sorted(cells) for cells in swaps(grid)[0]]
    [[0, 1, 8, 9], [0, 2, 4, 6], [0, 3, 5, 6, 9, 10, 12, 15]]
    """
    peers = _shape(grid.board).peers
    cells_of: dict[int, list[int]] = {d: [] for d in grid.board.digits}
    for k, d in enumerate(grid.values):
        cells_of[d].append(k)
    found: list[list[frozenset[int]]] = [[] for _ in grid.values]
    for a, b in combinations(grid.board.digits, 2):
        waiting = {*cells_of[a], *cells_of[b]}
        while waiting:
            part = [waiting.pop()]
            for k in part:  # it grows as we go
                part += (near := waiting.intersection(peers[k]))
                waiting -= near
            for k in part:
                found[k].append(frozenset(part))
    return found


def _put_back(shape: _Shape, kept: Sequence[int], cells: Sequence[int], hidden_only: bool) -> bool:
    """Whether singles find the digits of these cells again; the digits are bits, and 0 is a blank cell.

    Then all is as it was before the cells were dug out, and whatever led from there to the solution still does.
    """
    peers = shape.peers
    can = [shape.all_digits] * len(kept)
    for k, bit in enumerate(kept):
        if bit:
            for j in peers[k]:
                can[j] &= ~bit
    for k, bit in enumerate(kept):
        if bit:
            can[k] = 0  # settled
    waiting = set(cells)

    def put(k: int, bit: int) -> None:
        can[k] = 0
        waiting.discard(k)
        for j in peers[k]:
            can[j] &= ~bit

    going = True
    while going and waiting:
        going = False
        if not hidden_only:
            for k, bits in enumerate(can):
                if bits and not bits & (bits - 1):
                    put(k, bits)
                    going = True
        for unit in shape.complete:
            once = twice = 0
            for k in unit:
                twice |= once & can[k]
                once |= can[k]
            if once := once & ~twice:
                for k in unit:
                    if bit := can[k] & once:
                        put(k, bit)
                        going = True
    return not waiting
