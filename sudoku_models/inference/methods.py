"""The rungs of the strength ladder: each is a way of reasoning that branches on nothing.

A rung takes one puzzle after the other of a board, and says whether it alone fixes every cell. A model is built and
read once for a board; another puzzle changes the bounds of the variables that its givens fix.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

from ..errors import InputError, UnknownNameError
from ..models.sudoku_model import build
from ..puzzles.board import Board
from ..puzzles.puzzle import Grid, Puzzle
from ..rewrites import REWRITES
from ..runtime.limits import Stopwatch
from ..solvers import Status
from .propagation import domains_of, steps
from .singles import Places, Rule, hidden_singles, locked_candidates, naked_singles, settle, shave

__all__ = ["RUNGS", "Climber", "Rung", "choose"]


class Climber(Protocol):
    """A rung that is ready for the puzzles of one board."""

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        """Whether every cell is fixed; None when the time limit (seconds) leaves it open."""

    def grid(self) -> Grid | None:
        """The grid to which the cells of the last puzzle are fixed; None if it is not the only solution after all."""


@dataclass(frozen=True)
class Rung:
    """A way of reasoning.

    Attributes:
        name: What it is called on the command line.
        family: What kind of reasoning it is.
        title: What a person calls it.
        sentence: What it does.
        source: Where the method is from.
        start: Makes it ready for the puzzles of a board.
    """

    name: str
    family: str
    title: str
    sentence: str
    source: str
    start: Callable[[Board], Climber]


class Rules:
    """Rules on the places of the digits, to their fixpoint."""

    def __init__(self, *rules: Rule) -> None:
        self.rules = rules
        self.found: Grid | None = None

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        places = Places.start(puzzle)
        self.found = places.grid() if settle(places, *self.rules) else None
        return self.found is not None

    def grid(self) -> Grid | None:
        return self.found


class Shaving(Rules):
    """Trials of single digits, each of which the rules refute or do not."""

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        watch = Stopwatch()

        def go_on() -> None:
            if time_limit is not None and watch() > time_limit:
                raise TimeoutError

        places = Places.start(puzzle)
        try:
            self.found = places.grid() if shave(places, go_on) else None
        except TimeoutError:
            return None
        return self.found is not None


class Filter:
    """The filter of `propagation`, written in Python."""

    def __init__(self, strength: str) -> None:
        self.strength = strength
        self.found: Grid | None = None

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        watch = Stopwatch()
        domains = domains_of(puzzle)
        for step in steps(puzzle.board.units, domains, self.strength):
            if step.domains is None:
                return False
            domains = step.domains
            if time_limit is not None and watch() > time_limit:
                return None
        if any(len(digits) > 1 for digits in domains.values()):
            return False
        self.found = Grid(puzzle.board, tuple(min(domains[i]) for i in puzzle.board.cells))
        return True

    def grid(self) -> Grid | None:
        return self.found


class ChocoPropagators:
    """Choco's propagators of all-different, without its search."""

    def __init__(self, board: Board, consistency: str) -> None:
        self.solver = f"choco:{consistency}"
        self.model = build(_empty(board), "all_different", "pulp")
        self.session: Any = self.model.session(self.solver)
        self.values: Any = None

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        self.model.reset(puzzle)
        self.values = self.session.propagate()
        return self.values is not None

    def grid(self) -> Grid | None:
        return self.model.solution_of(self.values, self.solver)


class LinearRelaxation:
    """The LP relaxation of a model, and whether it leaves each cell one digit."""

    def __init__(self, board: Board, formulation: str, rewrite: str | None) -> None:
        from . import relaxation

        self.reads = relaxation
        backend = "pyomo" if rewrite and "gdp" in rewrite else "pulp"
        self.model = build(_empty(board), formulation, backend, rewrite)
        self.rows = relaxation.rows(self.model)
        self.columns = [self.model.m.column(x) for x in self.model.variables.values()]
        self.point: Any = None

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        finished, self.point = self.reads.only_values(self.rows_of(puzzle), self.columns, time_limit)
        return finished

    def rows_of(self, puzzle: Puzzle) -> Any:
        """The rows are those of every puzzle; the givens are bounds."""
        self.model.reset(puzzle)
        lower, upper = self.model.m.bounds()
        return dataclasses.replace(self.rows, column_lower=lower, column_upper=upper)

    def grid(self) -> Grid | None:
        return self.model.solution_of(self.point, "the LP relaxation")


class Presolve(LinearRelaxation):
    """HiGHS's presolve of the assignment model."""

    def __init__(self, board: Board) -> None:
        super().__init__(board, "assignment", None)

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        presolved = self.reads.presolve_rows(self.rows_of(puzzle), time_limit)
        return None if presolved.stopped_by else presolved.status is Status.SOLVED

    def grid(self) -> Grid | None:
        """Presolve may choose among solutions, so that there is no other one is proved here."""
        count = self.model.count_solutions("highs", limit=2, cross_check=False)
        return count.grids[0] if count.is_unique else None


def choose(names: list[str] | tuple[str, ...] | None) -> list[Rung]:
    """The rungs of these names, from weak to strong as in `RUNGS`; a first part such as "lp" stands for all "lp:...".

    Raises:
        UnknownNameError: When there is none of a name.
        InputError: When no name is given.

    >>> [rung.name for rung in choose(["hidden", "lp:pairwise"])][:3]
    ['hidden', 'lp:pairwise:cliques', 'lp:pairwise:rank']
    """
    if names is None:
        return list(RUNGS.values())
    if not names:
        raise InputError(f"choose at least one rung of: {', '.join(RUNGS)}")
    chosen = set()
    for name in names:
        found = [rung for rung in RUNGS if rung == name or rung.startswith(f"{name}:")]
        if not found:
            raise UnknownNameError("rung", name, RUNGS, "'lp' stands for all that begin with lp:")
        chosen.update(found)
    return [rung for name, rung in RUNGS.items() if name in chosen]


def _empty(board: Board) -> Puzzle:
    return Puzzle(board, (0,) * len(board.cells))


def _consistent(board: Board, strength: str) -> Climber:
    """By Choco where it is installed, for it is some twenty times faster; both reach the same fixpoint."""
    if find_spec("pychoco") is None:
        return Filter(strength)
    return ChocoPropagators(board, {"bounds": "BC", "domain": "AC"}[strength])


def _lp(formulation: str, rewrite: str | None = None) -> Rung:
    """The LP of a formulation after a rewrite."""
    return Rung(
        f"lp:{formulation}" + (f":{rewrite}" if rewrite else ""),
        "linear relaxation",
        f"LP of {formulation}" + (f", {rewrite}" if rewrite else ""),
        f"the LP relaxation of `{formulation}`"
        + (f" after the rewrite `{rewrite}`" if rewrite else "")
        + " leaves each cell one digit",
        "a random linear function has one value on a single point only; see relaxation.only_values",
        lambda board: LinearRelaxation(board, formulation, rewrite),
    )


_UNEQUAL = [name for name, entry in REWRITES.items() if entry.takes == "not_equal"]

_TABLE = (
    Rung(
        "naked",
        "rules",
        "naked singles",
        "a cell that can hold one digit only holds it, and its peers do not",
        "forward checking: R. Haralick, G. Elliott, Artificial Intelligence 14, 1980",
        lambda board: Rules(naked_singles),
    ),
    Rung(
        "hidden",
        "rules",
        "+ hidden singles",
        "and a digit that fits in one cell of a unit only is there",
        "P. Norvig, Solving Every Sudoku Puzzle, 2006",
        lambda board: Rules(naked_singles, hidden_singles),
    ),
    Rung(
        "locked",
        "rules",
        "+ locked candidates",
        "and a digit whose places in one unit all lie in another unit too goes from the rest of that one",
        "N. Juillerat, Sudoku Explainer, 2005: pointing and claiming",
        lambda board: Rules(naked_singles, hidden_singles, locked_candidates),
    ),
    Rung(
        "bounds",
        "consistency",
        "bounds consistency",
        "the ends of the range of each cell are in some solution of each all-different, over the ranges",
        "J.-F. Puget, AAAI 1998; A. Lopez-Ortiz et al., IJCAI 2003",
        lambda board: _consistent(board, "bounds"),
    ),
    Rung(
        "domain",
        "consistency",
        "domain consistency",
        "each value of each cell is in some solution of each all-different",
        "J.-C. Regin, AAAI 1994",
        lambda board: _consistent(board, "domain"),
    ),
    _lp("assignment"),
    *(_lp("pairwise", name) for name in _UNEQUAL),
    _lp("all_different", "indicators"),
    *(_lp("all_different", f"pairwise+{name}") for name in _UNEQUAL),
    Rung(
        "presolve",
        "presolve",
        "HiGHS presolve",
        "presolve of the `assignment` model leaves nothing to search",
        "T. Achterberg et al., Presolve reductions in mixed integer programming, INFORMS J. on Computing 32, 2020",
        Presolve,
    ),
    Rung(
        "shaving",
        "trials",
        "shaving",
        "a digit goes from a cell when naked and hidden singles refute it there, again and again",
        "P. Martin, D. Shmoys, IPCO 1996; R. Debruyne, C. Bessiere, IJCAI 1997, as singleton consistency",
        lambda board: Shaving(),
    ),
)

RUNGS: dict[str, Rung] = {rung.name: rung for rung in _TABLE}
"""From weak to strong within each family: rules, consistencies, relaxations, presolve, trials."""
