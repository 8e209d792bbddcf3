"""Explain by smallest sets: the fewest rules and digits that force, for example, this cell to be 7.

A minimal set has no name too many, and still another set can be smaller. A *smallest* set (a smallest minimal
unsatisfiable subset, or SMUS) is found by two solvers together:

1. The SAT solver gives *correction sets*: rules and digits without which the cell can hold another digit. A set forces
   the digit exactly when it has a name of each correction set.
2. A MILP solver chooses the fewest names that hit all correction sets so far: a lower bound.
3. If these names force the digit, they are a smallest set. If not, the SAT solver has a new correction set, which
   they do not hit.

The number of rounds can grow fast. When time or effort is over, the answer is the smallest set that is known, and says
so.

The search is in `models.hitting_sets`, for any model with named constraints.

Sources: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS extraction with minimal hitting set
dualization", CP 2015; B. Bogaerts, E. Gamba, T. Guns, "A framework for step-wise explaining how to solve constraint
satisfaction problems", Artificial Intelligence 300, 2021; E. Gamba, B. Bogaerts, T. Guns, "Efficiently explaining CSPs
with unsatisfiable subset optimization", JAIR 78, 2023.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..models.hitting_sets import Search
from ..puzzles.candidates import Candidates
from ..puzzles.puzzle import Puzzle
from ..puzzles.units import Cell
from ..runtime.limits import Limits, TimeLimit, deadline_of
from .engines import Name
from .minimal_sets import Known, MinimalSet, known_of, minimal_set, small_set, step_of
from .step import Step

EFFORT = 60
"""The number of rounds after which a step over all open cells uses the smallest set that is known."""


@dataclass(frozen=True)
class SmallestSet:
    """A set that forces the digit of a cell, as small as was found, and how small it could be.

    Attributes:
        found: The set; it is minimal.
        lower: No set that forces the digit has fewer names.
    """

    found: MinimalSet
    lower: int

    @property
    def is_proved(self) -> bool:
        """Whether the solvers claim that no set is smaller."""
        return self.lower >= self.found.size

    @property
    def note(self) -> str:
        """A remark in brackets that the set may not be a smallest one; empty when the solvers claim that it is one."""
        if self.is_proved:
            return ""
        names = f"{self.lower} name{'s' * (self.lower != 1)}"
        return f" (the smallest known set, perhaps not a smallest one: at least {names})"

    def __str__(self) -> str:
        return f"{self.found}{self.note}"


def smallest_set(
    puzzle: Puzzle,
    cell: Cell | None = None,
    time_limit: float | None = None,
    formulation: str = "all_different",
) -> SmallestSet | None:
    """A smallest set of rules and givens that forces the digit of a cell; None when no digit is forced there.

    Args:
        puzzle: The puzzle.
        cell: A blank cell; None to find a set that proves that the puzzle has no solution (None if it has one).
        time_limit: Seconds, after which the smallest known set is returned; None means no limit. A first minimal set,
            which usually takes less than a second, is found in any case.
        formulation: The formulation whose constraints are the rules.

    Raises:
        InputError: When there is no such cell, or it holds a given, or when the time limit is not positive.

    >>> found = smallest_set(Puzzle.parse("1... ..2. .3.. ...4"), (1, 4))
    >>> found.found.size, found.is_proved
    (6, True)
    """
    deadline = Limits(time_limit).deadline()
    first = minimal_set(puzzle, cell, formulation)
    if first is None:
        return None
    with deadline_of(deadline):
        return _smallest(known_of(puzzle, formulation), [cell], first, puzzle.givens, math.inf)


def step_for(
    state: Candidates,
    cell: Cell,
    formulation: str = "all_different",
    effort: float = math.inf,
) -> Step | None:
    """A step that finds the digit of this cell by a smallest set; None when the digit is not forced.

    When the time limit of the explanation or the effort comes first, it is the smallest known set, and says so.

    >>> step_for(Candidates.of(Puzzle.parse("123. .... .... ....")), (1, 4)).name
    'smallest set of 4'
    """
    known = known_of(state.puzzle, formulation)
    if known.contradiction:
        return _no_solution(state, known, effort)
    if cell not in known.forced:
        return None
    first = known.single(cell, state.digits, frozenset())
    return _step(state, _smallest(known, [cell], first, state.digits, effort))


def next_step(state: Candidates, formulation: str = "all_different", effort: float = EFFORT) -> Step | None:
    """The step with a smallest set over all open cells; None when the digit of no open cell is forced.

    When no lower bound of a cell is below the size of the smallest set, no cell has a smaller one.

    Args:
        state: The digits found so far count as facts, like givens.
        formulation: The formulation whose constraints are the rules.
        effort: The largest number of rounds, each of which solves a hitting set problem. After that the step is the
            smallest known set, and says so.

    Source: E. Gamba, B. Bogaerts, T. Guns, "Efficiently explaining CSPs with unsatisfiable subset optimization", JAIR
    78, 2023, where one hitting set problem chooses the cell too.

    >>> next_step(Candidates.of(Puzzle.parse("123. .... .... ...."))).name
    'smallest set of 4'
    """
    known = known_of(state.puzzle, formulation)
    if known.contradiction:
        return _no_solution(state, known, effort)
    digits = frozenset(state.digits.items())
    if proved := known.proved.get(digits):
        return _step(state, SmallestSet(proved, proved.size))
    first, _ = small_set(state, known)
    if first is None:
        return None
    found = _smallest(known, [i for i in state.open if i in known.forced], first, state.digits, effort)
    if found.is_proved:
        known.proved[digits] = found.found
    return _step(state, found)


def _smallest(
    known: Known, cells: Sequence[Cell | None], first: MinimalSet, digits: Mapping[Cell, int], effort: float
) -> SmallestSet:
    """A smallest set over these cells, or the smallest known when the time or the effort is over.

    There is a search for each cell, and the one with the smallest lower bound goes on.
    """
    best, searches, rounds = first, dict[Cell | None, Search](), 0
    try:
        for i in cells:
            searches[i] = _search(known, i, digits, best.size)
            searches[i].start()
        while rounds < effort:
            i = min(searches, key=lambda i: searches[i].lower)
            search = searches[i]
            search.below = min(search.below, best.size)
            if search.is_proved:
                break
            search.improve()
            rounds += 1
            if search.best and search.below < best.size:
                best = known.rules.named(i, None if i is None else known.forced[i], search.best)
    except TimeLimit:
        if len(searches) < len(cells):
            return SmallestSet(best, 0)
    return SmallestSet(best, min(search.lower for search in searches.values()))


def _search(known: Known, cell: Cell | None, digits: Mapping[Cell, int], below: int) -> Search:
    rules = known.rules
    goal = None if cell is None else rules.holds(cell, known.forced[cell])
    names: list[Name] = [*rules.facts(digits), *rules.model.rules]
    return rules.model.search(names, goal, known.counterexamples[cell], below)


def _step(state: Candidates, smallest: SmallestSet) -> Step:
    return step_of(state, smallest.found, smallest.note, "smus", "smallest" if smallest.is_proved else "smallest known")


def _no_solution(state: Candidates, known: Known, effort: float) -> Step:
    assert known.contradiction is not None, "there is no solution"
    return _step(state, _smallest(known, [None], known.contradiction, state.puzzle.givens, effort))
