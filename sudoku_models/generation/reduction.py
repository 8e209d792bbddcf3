"""Reduction: remove givens from a full grid, and then rules, while the solution stays unique.

A given can be removed exactly when no other solution has another digit there. Three tests, the cheapest first:

1. *singles*: if hidden and naked singles find the digit again, every step is forced, and the solution is still unique;
   singles respect the units, and so are sound with further rules too;
2. *unavoidable sets*: if one of them would lose its last given, there is a second solution; see `unavoidable_sets`.
   They are those of the units, and prove nothing on a board with rules;
3. *one question* to a SAT solver: is there a solution with another digit in this cell? See `Alternatives`.

Rules come after the givens: a given that is needed stays needed when there are fewer rules.

Sources: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", Experimental Mathematics 23, 2014, for
unavoidable sets, and for 17 as the smallest number of givens; T. Mantere, J. Koljonen, "Solving, rating and generating
Sudoku puzzles with GA", CEC 2007, and many before them, for the reduction.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import combinations

from ..errors import InputError
from ..explain import difficulty
from ..inference.singles import Positions, Rule, hidden_singles, naked_singles
from ..models.sudoku_model import build, suited
from ..puzzles import rules as board_rules
from ..puzzles.board import Board
from ..puzzles.candidates import bits, geometry
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rules.killer_cage import refine
from ..puzzles.rules.placing import Sketch
from ..runtime.limits import Deadline, TimeLimit, deadline_of
from ..solvers import INTERRUPTED, Feature, Outcome, Status, first
from .alternatives import Alternatives
from .kinds import place_rules
from .request import GIVENS, Request

CONFLICTS = 2_000
"""Conflicts for the question whether a given of a board with rules can go, a fraction of a second; when they are not
enough, it stays. So the uniqueness is not much harder to confirm either."""
MOST_CONFLICTS = 20_000
"""The same when a number of givens is requested: some seconds. There is no limit when every given must be needed."""
REFINEMENTS = 100
"""Changes of rules that are to have one solution without givens."""
REPORTED = 9
"""Of so many givens, one is reported as progress."""


PINNED = 0.3
"""The share of the cells that is filled at random before a solver completes a grid."""


class Reduction:
    """A full grid, its remaining givens, and the remaining ones of the rules that are placed in it.

    Args:
        request: The request; its board has no rules that may be removed.
        grid: A full grid of this board.
        rng: The random number generator.
        deadline: The deadline.

    Attributes:
        givens: For each cell, its digit if it is a given, else 0.
        placed: Those of the placed rules that remain.
        needed: Cells whose givens are needed, as a second solution without them shows.
        solved_by_singles: On a large board, the givens from which singles alone lead to the grid; else None.
        fewest: The number of givens at which the removal stops.
        level: The level; None where it is not known, see `judge`.
        minimal: Whether every given is needed; None when that was not tested.
        minimal_rules: Whether every rule that was placed is needed; None when that was not tested.
        source: The name of the puzzle that it is an isomorph of; empty for one that was made here.
        missed: The parts of the request that are not met, as text; empty when it is met.
    """

    def __init__(self, request: Request, grid: Grid, rng: random.Random, deadline: Deadline) -> None:
        self.request, self.grid, self.deadline = request, grid, deadline
        self.givens, self.plain = grid.values, grid.board
        self.placed = place_rules(request.kinds, grid, rng, most=request.clues == 0)
        if request.has_rules and request.clues == 0:
            self._refine(rng)
        self._keep(self.placed)
        self.orbits: list[tuple[int, ...]] = [(i,) for i in range(len(grid.values))]
        if request.is_symmetric:
            pairs = (tuple(sorted({i, opposite(self.board, i)})) for (i,) in self.orbits)
            self.orbits = list(dict.fromkeys(pairs))
        rng.shuffle(self.orbits)
        self._order = rng.sample(self.placed, len(self.placed))
        asked = difficulty.LEVELS[request.level].rules if request.level else ()
        self.singles = asked or (naked_singles, hidden_singles)
        self.fewest = _fewest(request, rng)
        self.needed: set[int] = set()
        self._unanswered: set[int] = set()
        self.solved_by_singles: tuple[int, ...] | None = None
        self.level: str | None = None
        self.minimal: bool | None = None
        self.minimal_rules: bool | None = None
        self.source = ""
        self.missed: list[str] = []

    def _keep(self, rules: tuple[board_rules.Rule, ...]) -> None:
        """Keep only these of the placed rules."""
        self.placed, self.board = rules, self.plain.with_rules(*rules) if rules else self.plain
        self.grid = Grid(self.board, self.grid.values)

    @cached_property
    def _alternatives(self) -> Alternatives:
        return Alternatives(Grid(self.plain, self.grid.values), self.placed, self.deadline)

    def _refine(self, rng: random.Random) -> None:
        """Change cages until the rules have one solution without givens, as far as this can be reached."""
        blank = (0,) * len(self.givens)
        for _ in range(REFINEMENTS):
            if not self._alternatives.exists(blank, self.placed, most=MOST_CONFLICTS):
                break
            other = self._alternatives.found
            refined = other and refine(Sketch(self.grid, rng), self.placed, other)
            if not refined:
                break
            self.placed = refined
            self._alternatives.add(refined)

    def run(self, progress: Callable[[int], None] = lambda _: None) -> None:
        """Remove givens, in the order of the orbits, and then rules if requested, while the puzzle stays as requested.

        Args:
            progress: Called from time to time with the number of givens that are left.

        Raises:
            TimeLimit: At the deadline; the remaining givens still have one solution.
        """
        request, self._progress = self.request, progress
        may_solve = request.level is None or not difficulty.LEVELS[request.level].rules
        if self.board.size > request.largest_searched:
            self._remove_givens(may_solve=False)
            self.solved_by_singles = self.givens
            may_solve = request.minimal or request.clues is not None
        self._remove_givens(may_solve)
        if request.minimal:
            self.minimal = self._is_minimal()
        self.needed -= self._unanswered
        if request.minimal_rules and request.clues in (None, self.clues):
            self._remove_rules()

    def judge(self, in_time: bool = True) -> None:
        """Compare the puzzle with the request.

        Args:
            in_time: Whether there is time to find a level that takes more than singles and locked candidates. It is
                found when it is requested, and then those that are harder are not told apart.
        """
        request, self.missed = self.request, []
        self.level = difficulty.simple_level(self.puzzle) if request.levels else None
        is_harder = False
        if request.level and not self.level and in_time:
            with deadline_of(self.deadline):
                self.level = difficulty.level_up_to(request.level, self.puzzle)
            order = [*difficulty.LEVELS]
            if is_harder := bool(self.level) and order.index(self.level or "") > order.index(request.level):
                self.level = None
        if request.level not in (None, self.level):
            found = "harder" if is_harder else self.level or "not known"
            self.missed.append(f"the level is {found}, not {request.level}")
        if request.clues not in (None, self.clues):
            self.missed.append(f"{self.clues} givens are left, not {request.clues}")
        if request.minimal and not self.minimal:
            self.missed.append(
                "a given is not needed" if self.minimal is False else "not every given is known to be needed"
            )
        if request.places_rules and not self._order:
            self.missed.append("the grid has no rule of these kinds")
        if request.minimal_rules and not self.minimal_rules:
            self.missed.append("not every rule is known to be needed")

    def fall_back(self) -> bool:
        """Return to the givens from which singles alone lead to the grid; False when there are none."""
        if self.solved_by_singles is None:
            return False
        self.givens, self.minimal = self.solved_by_singles, None
        self.judge()
        return True

    def take(self, givens: tuple[int, ...], source: str) -> bool:
        """Take the givens of a known puzzle instead; False when it is not as requested."""
        self.givens, self.source = givens, source
        if self._alternatives.exists(givens) is not False:
            return False
        self.minimal = self._is_minimal() if self.request.minimal else None
        self.judge()
        return not self.missed

    @property
    def distance(self) -> tuple[int, int, int]:
        """The distance from the request, for comparisons."""
        clues = self.request.clues
        number = self.clues + len(self.placed) * self.request.minimal_rules
        return len(self.missed), 0 if clues is None else abs(self.clues - clues), number

    @property
    def clues(self) -> int:
        """The number of remaining givens."""
        return len(self.givens) - self.givens.count(0)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the remaining givens."""
        return Puzzle(self.board, self.givens)

    @property
    def is_symmetric(self) -> bool:
        """Whether the cells of the givens are symmetric under a half turn."""
        return all(bool(d) == bool(self.givens[opposite(self.board, i)]) for i, d in enumerate(self.givens))

    @cached_property
    def _unavoidable(self) -> list[list[frozenset[int]]]:
        return unavoidable_sets(self.grid)

    def _remove_givens(self, may_solve: bool) -> None:
        for k, orbit in enumerate(self.orbits):
            self.deadline.check()
            if k % REPORTED == 0:
                self._progress(self.clues)
            if self.givens[orbit[0]] and self.clues - len(orbit) >= self.fewest:
                self._try_to_remove(orbit, may_solve)

    def _try_to_remove(self, orbit: Sequence[int], may_solve: bool) -> None:
        left = self.givens
        for i in orbit:
            left = _without(left, i)
            if not self._is_determined(i, left, may_solve):
                if may_solve and i == orbit[0]:
                    self.needed.add(i)  # it stays needed: fewer givens have more solutions
                return
        self.givens = left

    def _is_determined(self, i: int, left: tuple[int, ...], may_solve: bool) -> bool:
        """Whether the solutions of these givens, one of which is the grid, are known to agree in a blank cell."""
        if singles_find([i], Puzzle(self.board, left), self.singles):
            return True
        return may_solve and not self._has_another(i, left)

    def _has_another(self, i: int, givens: tuple[int, ...]) -> bool:
        """Whether a second solution has another digit in a blank cell, or that question was too hard to answer."""
        most = None
        if not self.request.has_rules:
            if any(not any(givens[j] for j in part) for part in self._unavoidable[i]):
                return True
        elif not self.request.minimal:
            most = CONFLICTS if self.request.clues is None else MOST_CONFLICTS
        answer = self._alternatives.exists(givens, self.placed, cell=i, most=most)
        if answer is None:
            self._unanswered.add(i)
        return answer is not False

    def _is_minimal(self) -> bool:
        """Whether every given is needed; those that the reduction has found to be needed are not tested again."""
        untested = (i for i, d in enumerate(self.givens) if d and i not in self.needed)
        return all(self._has_another(i, _without(self.givens, i)) for i in untested)

    def _remove_rules(self) -> None:
        """Remove rules, in random order, while the solution stays unique.

        "All are given" comes first, and while it stays, so do the marks that it is about.
        """
        for rule in sorted(self._order, key=lambda rule: not isinstance(rule, board_rules.AllGiven)):
            self.deadline.check()
            left = tuple(each for each in self.placed if each != rule)
            if not self._is_listed(rule) and not self._alternatives.exists(self.givens, left):
                self._keep(left)
        self.minimal_rules = True

    def _is_listed(self, rule: board_rules.Rule) -> bool:
        """Whether a rule of the board says that all marks of this kind are given."""
        every = (each for each in self.board.rules if isinstance(each, board_rules.AllGiven))
        return any(isinstance(rule, board_rules.MARKS[mark]) for each in every for mark in each.marks)


def _fewest(request: Request, rng: random.Random) -> int:
    """The number of givens at which the removal stops: that of the request, or the usual one of its level, or 0."""
    size, level = request.board.size, request.level
    if request.clues is not None or request.minimal or level not in GIVENS or size < GIVENS[level][2]:
        return request.clues or 0
    return round(rng.randint(*GIVENS[level][:2]) * size**2 / 81)


def _without(givens: tuple[int, ...], i: int) -> tuple[int, ...]:
    return (*givens[:i], 0, *givens[i + 1 :])


def singles_find(cells: Iterable[int], puzzle: Puzzle, rules: Sequence[Rule]) -> bool:
    """Whether singles find the digits of these cells.

    If so, any deduction from the puzzle with these digits as givens still works without them.

    >>> puzzle = Puzzle.parse("12.. 34.. .... ...3")
    >>> singles_find([3], puzzle, [naked_singles]), singles_find([15], puzzle, [naked_singles])
    (True, True)
    >>> singles_find([8], puzzle, [naked_singles])
    False
    """
    wanted = sum(1 << i for i in cells)
    positions = Positions.start(puzzle)
    while wanted & ~positions.found:
        if not any(rule(positions) for rule in rules):
            return False
    return True


# -- full grids, and the unavoidable sets in them ---------------------------------------------------------------------


def opposite(board: Board, k: int) -> int:
    """The number (from 0) of the cell to which a half turn of the board moves cell k.

    >>> opposite(Board.of_size(9), 0)
    80
    """
    return len(board.cells) - 1 - k


def unavoidable_sets(grid: Grid) -> list[list[frozenset[int]]]:
    """The unavoidable sets of two digits, by the cells (numbered from 0) that they contain.

    In the graph of the cells of two digits, two cells are joined when they share a unit. In each connected component
    the two digits can be exchanged, which gives another solution of the empty board. So a puzzle with one solution has
    a given in each component.

    >>> grid = Puzzle.parse("1234 3412 2143 4321").as_grid()
    >>> [sorted(cells) for cells in unavoidable_sets(grid)[0]]
    [[0, 1, 8, 9], [0, 2, 4, 6], [0, 3, 5, 6, 9, 10, 12, 15]]
    """
    peers = geometry(grid.board).peers
    cells_of = dict.fromkeys(grid.board.digits, 0)
    for k, d in enumerate(grid.values):
        cells_of[d] |= 1 << k
    found: list[list[frozenset[int]]] = [[] for _ in grid.values]
    for a, b in combinations(grid.board.digits, 2):
        waiting = cells_of[a] | cells_of[b]
        while waiting:
            part = frozenset(_component(waiting, peers))
            for k in part:
                found[k].append(part)
                waiting ^= 1 << k
    return found


def _component(cells: int, peers: list[int]) -> list[int]:
    """The first of these cells, and all of them that are linked to it by peers."""
    part = [next(bits(cells))]
    cells ^= 1 << part[0]
    for k in part:  # `part` grows during the loop
        near = cells & peers[k]
        part += bits(near)
        cells ^= near
    return part


def check_ended(outcome: Outcome) -> None:
    """Check that the solver has an answer.

    Raises:
        TimeLimit: When the solver stopped without one.
        KeyboardInterrupt: When Ctrl-C stopped it.
    """
    if outcome.stopped_by == INTERRUPTED:
        raise KeyboardInterrupt
    if outcome.status is Status.UNKNOWN:
        raise TimeLimit


def random_grid(board: Board, rng: random.Random, deadline: Deadline | None = None, pinned: float = PINNED) -> Grid:
    """A random full grid: random cells are given random digits, and a solver completes the grid.

    When it cannot be completed, fewer cells are drawn. The grids are not uniformly distributed.

    Args:
        board: The board.
        rng: The random number generator.
        deadline: The deadline; None means no limit.
        pinned: The share of the cells that is filled at random.

    Raises:
        InputError: When the board has no full grid.

    >>> grid = random_grid(Board.of_size(4), random.Random(1))
    >>> Puzzle(grid.board, (0,) * 16).violations(grid)
    []
    """
    deadline = deadline or Deadline()
    solver = first(Feature.LOGIC)
    peers, count = geometry(board).peers, int(pinned * len(board.cells))
    while True:
        deadline.check()
        values = [0] * len(board.cells)
        for i in rng.sample(range(len(values)), count):
            if free := sorted(set(board.digits) - {values[j] for j in bits(peers[i])}):
                values[i] = rng.choice(free)
        model = build(Puzzle(board, tuple(values)), *suited(solver))
        outcome = model.run(solver, deadline.left())
        if grid := model.solution_of(outcome.values, solver):
            return grid
        check_ended(outcome)
        if count == 0:
            raise InputError(f"there is no full grid for this {board}")
        count = 3 * count // 4
