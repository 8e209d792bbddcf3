"""Inference methods: each reasons without search, and either fixes every cell of a puzzle or does not.

A method is prepared for a board and then applied to one puzzle after another. A model is built once for each board; a
new puzzle changes the bounds of the variables that its givens fix.

No method leaves out a rule of the board. Where there are rules that are not units, such as killer cages, the methods of
the families "rules" and "trials" also remove what such a rule leaves no place for, the consistencies apply to them too,
and in models they are constraints like all others.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

from .. import rewrites
from ..errors import InputError, UnknownNameError, WrongGridError
from ..models.sudoku_model import build
from ..puzzles.board import Board
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import TimeLimit, check_deadline, deadline_of
from ..solvers import Status
from .propagation import Domains, domains_of, scopes_of, steps
from .singles import Positions, Rule, hidden_singles, locked_candidates, naked_singles, shave, to_fixpoint

__all__ = ["METHODS", "Method", "Prepared", "choose"]


class Prepared(Protocol):
    """A method that is prepared for the puzzles of one board."""

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        """Whether the method fixes every cell; None when the time limit (in seconds) was reached first."""

    def grid(self) -> Grid | None:
        """The grid to which the cells of the last puzzle are fixed; None if it is not the only solution."""


@dataclass(frozen=True)
class Method:
    """An inference method.

    Attributes:
        name: The name on the command line.
        family: The kind of inference.
        title: The name in tables and figures.
        sentence: What the method does.
        source: The literature.
        start: Prepares it for the puzzles of a board.
    """

    name: str
    family: str
    title: str
    sentence: str
    source: str
    start: Callable[[Board], Prepared]


class Rules:
    """Rules on the positions of the digits, to their fixpoint."""

    def __init__(self, *rules: Rule) -> None:
        self.rules = rules
        self.found: Grid | None = None

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        positions = Positions.start(puzzle)
        self.found = positions.grid() if to_fixpoint(positions, *self.rules) else None
        return self.found is not None

    def grid(self) -> Grid | None:
        return self.found


class Shaving(Rules):
    """Shaving: assume each candidate in turn, and remove it when the rules refute it."""

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        positions = Positions.start(puzzle)
        try:
            with deadline_of(time_limit):
                self.found = positions.grid() if shave(positions) else None
        except TimeLimit:
            return None
        return self.found is not None


class Filter:
    """The filter of `propagation`, written in Python."""

    def __init__(self, strength: str) -> None:
        self.strength = strength
        self.found: Grid | None = None

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        try:
            with deadline_of(time_limit):
                domains = self._filtered(puzzle)
        except TimeLimit:
            return None
        if domains is None or any(len(digits) > 1 for digits in domains.values()):
            return False
        self.found = Grid(puzzle.board, tuple(min(domains[i]) for i in puzzle.board.cells))
        return True

    def _filtered(self, puzzle: Puzzle) -> Domains | None:
        domains: Domains | None = domains_of(puzzle)
        for step in steps(scopes_of(puzzle.board), domains_of(puzzle), self.strength):
            check_deadline()
            domains = step.domains
        return domains

    def grid(self) -> Grid | None:
        return self.found


class SolverPropagation:
    """The propagation of a solver, without its search: Choco's all-different, or unit propagation of clauses."""

    def __init__(self, board: Board, formulation: str, solver: str) -> None:
        self.solver = solver
        self.model = build(_empty(board), formulation, "pulp")
        self.session: Any = self.model.session(self.solver)
        self.values: Any = None

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        self.model.reset(puzzle)
        self.values = self.session.propagate()
        return self.values is not None

    def grid(self) -> Grid | None:
        return self.model.solution_of(self.values, self.solver)


class LinearRelaxation:
    """The LP relaxation of a model; it finishes a puzzle when each cell has one digit over its whole polytope."""

    def __init__(self, board: Board, formulation: str, rewrite: str | None) -> None:
        from . import relaxation

        self.relaxation = relaxation
        of_all = frozenset.intersection(*(rewrites.entry(name).backends for name in rewrites.choose(rewrite).values()))
        backend = "pulp" if "pulp" in of_all else min(of_all)
        self.model = build(_empty(board), formulation, backend, rewrite)
        self.rows = relaxation.rows(self.model)
        self.columns = [self.model.m.column(x) for x in self.model.variables.values()]
        self.point: Any = None

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        finished, self.point = self.relaxation.only_values(self.rows_of(puzzle), self.columns, time_limit)
        return finished

    def rows_of(self, puzzle: Puzzle) -> Any:
        """The constraint matrix with the givens as bounds; only the bounds depend on the puzzle."""
        self.model.reset(puzzle)
        lower, upper = self.model.m.bounds()
        return dataclasses.replace(self.rows, column_lower=lower, column_upper=upper)

    def grid(self) -> Grid | None:
        """The grid of the only point; None when that is fractional or breaks a rule, so that there is no solution."""
        try:
            return self.model.solution_of(self.point, "the LP relaxation")
        except WrongGridError:
            return None


class Presolve(LinearRelaxation):
    """HiGHS's presolve of the assignment model."""

    def __init__(self, board: Board) -> None:
        super().__init__(board, "assignment", None)

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        presolved = self.relaxation.presolve_rows(self.rows_of(puzzle), time_limit)
        return None if presolved.stopped_by else presolved.status is Status.SOLVED

    def grid(self) -> Grid | None:
        """The grid, once it is proved unique: presolve may choose among several solutions."""
        with deadline_of(None) as deadline:
            left = deadline.left()
            seconds = None if left is None else max(left, 1e-3)
            count = self.model.count_solutions("highs", limit=2, time_limit=seconds, cross_check=False)
            if count.value < 2 and count.status != "exact":
                deadline.check()
        return count.grids[0] if count.is_unique else None


def choose(names: list[str] | tuple[str, ...] | None) -> list[Method]:
    """The methods of these names, from weak to strong; a prefix such as "lp" selects all "lp:...".

    Raises:
        UnknownNameError: When there is no method of a name.
        InputError: When no name is given.

    >>> [method.name for method in choose(["hidden", "lp:pairwise"])][:3]
    ['hidden', 'lp:pairwise:cliques', 'lp:pairwise:rank']
    """
    if names is None:
        return list(METHODS.values())
    if not names:
        raise InputError(f"choose at least one method of: {', '.join(METHODS)}")
    chosen = set()
    for name in names:
        found = [method for method in METHODS if method == name or method.startswith(f"{name}:")]
        if not found:
            raise UnknownNameError("inference method", name, METHODS, "'lp' stands for all that begin with lp:")
        chosen.update(found)
    return [method for name, method in METHODS.items() if name in chosen]


def _empty(board: Board) -> Puzzle:
    return Puzzle(board, (0,) * len(board.cells))


def _consistent(board: Board, strength: str) -> Prepared:
    """Consistency by Choco where it is installed, which is about twenty times faster, else by our own filters.

    Choco's propagation of sums and other rules is weaker than the name of the method says, so boards with such rules
    have our own filters too.
    """
    if board.cell_rules or find_spec("pychoco") is None:
        return Filter(strength)
    return SolverPropagation(board, "all_different", {"bounds": "choco:BC", "domain": "choco:AC"}[strength])


def _clauses(name: str, formulation: str, solver: str, what: str, source: str) -> Method:
    """Unit propagation of the clauses of a formulation."""
    return Method(
        f"clauses:{name}",
        "unit propagation",
        f"clauses, {name}",
        f"unit propagation of {what}",
        source,
        lambda board: SolverPropagation(board, formulation, solver),
    )


def _lp(formulation: str, rewrite: str | None = None) -> Method:
    """The LP of a formulation after a rewrite."""
    return Method(
        f"lp:{formulation}" + (f":{rewrite}" if rewrite else ""),
        "linear relaxation",
        f"LP of {formulation}" + (f", {rewrite}" if rewrite else ""),
        f"the LP relaxation of `{formulation}`"
        + (f" after the rewrite `{rewrite}`" if rewrite else "")
        + " leaves each cell one digit",
        "a random linear function has one value on a single point only; see relaxation.only_values",
        lambda board: LinearRelaxation(board, formulation, rewrite),
    )


_UNEQUAL = [name for name, entry in rewrites.REWRITES.items() if entry.takes == "not_equal"]

_TABLE = (
    Method(
        "naked",
        "rules",
        "naked singles",
        "a cell that can hold one digit only holds it, and its peers do not",
        "forward checking: R. Haralick, G. Elliott, Artificial Intelligence 14, 1980",
        lambda board: Rules(naked_singles),
    ),
    Method(
        "hidden",
        "rules",
        "+ hidden singles",
        "and a digit that fits in one cell of a unit only is there",
        "P. Norvig, Solving Every Sudoku Puzzle, 2006",
        lambda board: Rules(naked_singles, hidden_singles),
    ),
    Method(
        "locked",
        "rules",
        "+ locked candidates",
        "and a digit whose positions in one unit all lie in another unit too goes from the rest of that one",
        "N. Juillerat, Sudoku Explainer, 2005: pointing and claiming",
        lambda board: Rules(naked_singles, hidden_singles, locked_candidates),
    ),
    _clauses("unequal", "pairwise", "glucose", "a conflict for each pair of equal digits", "T. Walsh, CP 2000"),
    _clauses(
        "pairwise",
        "all_different",
        "glucose",
        "at-least-one and at-most-one for each digit of a unit, the latter pair by pair",
        "I. Lynce, J. Ouaknine, Sudoku as a SAT Problem, AIMATH 2006",
    ),
    _clauses("ladder", "all_different", "glucose:ladder", "the same with a sequential counter", "C. Sinz, CP 2005"),
    _clauses("bitwise", "all_different", "glucose:bitwise", "the same with binary numbers", "A. Frisch et al., 2005"),
    Method(
        "bounds",
        "consistency",
        "bounds consistency",
        "the ends of the range of each cell are in some solution of each all-different, over the ranges",
        "J.-F. Puget, AAAI 1998; A. Lopez-Ortiz et al., IJCAI 2003",
        lambda board: _consistent(board, "bounds"),
    ),
    Method(
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
    Method(
        "presolve",
        "presolve",
        "HiGHS presolve",
        "presolve of the `assignment` model leaves nothing to search",
        "T. Achterberg et al., Presolve reductions in mixed integer programming, INFORMS J. on Computing 32, 2020",
        Presolve,
    ),
    Method(
        "shaving",
        "trials",
        "shaving",
        "a digit goes from a cell when naked and hidden singles refute it there, again and again",
        "P. Martin, D. Shmoys, IPCO 1996; R. Debruyne, C. Bessiere, IJCAI 1997, as singleton consistency",
        lambda board: Shaving(),
    ),
)

METHODS: dict[str, Method] = {method.name: method for method in _TABLE}
"""From weak to strong within each family: rules, clauses, consistencies, relaxations, presolve, trials."""
