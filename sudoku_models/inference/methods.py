"""Inference methods: each reasons without search, and either fixes every cell of a puzzle or does not.

A method is prepared for a board and then applied to one puzzle after another. A model is built once for each board; a
new puzzle changes the bounds of the variables that its givens fix.

No method leaves out a rule of the board. Where there are rules that are not units, such as killer cages, the methods of
the families "rules" and "trials" also remove what such a rule leaves no place for, the consistencies apply to them too,
and in models they are constraints like all others.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

from .. import rewrites
from ..errors import InputError, UnknownNameError
from ..models.sudoku_model import build
from ..puzzles.board import Board
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import TimeLimit, check_deadline, deadline_of
from .linear_methods import Presolve, Relaxed, WithCycleCuts, WithProbing, empty
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
        self.model = build(empty(board), formulation, "pulp")
        self.session: Any = self.model.session(self.solver)
        self.values: Any = None

    def finishes(self, puzzle: Puzzle, time_limit: float | None) -> bool | None:
        self.model.reset(puzzle)
        self.values = self.session.propagate()
        return self.values is not None

    def grid(self) -> Grid | None:
        return self.model.solution_of(self.values, self.solver)


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


def _lp(formulation: str, rewrite: str | None = None, tools: str = "") -> Method:
    """The LP of a formulation after a rewrite, which other tools have too."""
    return Method(
        f"lp:{formulation}" + (f":{rewrite}" if rewrite else ""),
        "linear relaxation",
        f"LP of {formulation}" + (f", {rewrite}" if rewrite else ""),
        f"the LP relaxation of `{formulation}`"
        + (f" after the rewrite `{rewrite}`" if rewrite else "")
        + (f", {tools}," if tools else "")
        + " leaves each cell one digit",
        "a random linear function has one value on a single point only; see relaxation.only_values",
        lambda board: Relaxed(board, formulation, rewrite),
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
    _clauses("product", "all_different", "glucose:product", "the same with rows and columns", "J. Chen, ModRef 2010"),
    _clauses(
        "commander", "all_different", "glucose:commander", "the same with groups", "W. Klieber, G. Kwon, CFV 2007"
    ),
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
    _lp("all_different", "indicators", "as MiniZinc's linear library, CPMpy and AMPL do"),
    _lp("all_different", "count_distinct", "as JuMP does"),
    *(_lp("all_different", f"pairwise+{name}") for name in _UNEQUAL),
    Method(
        "lp:cycle_cuts",
        "linear relaxation",
        "LP of assignment, cycle cuts",
        "the same with the cuts of all odd cycles of units that the LP violates",
        "D. Bergman, J. Hooker, Constraints 19, 2014; see relaxation.cycle_cuts",
        WithCycleCuts,
    ),
    Method(
        "lp:probing",
        "linear relaxation",
        "LP of assignment, probing",
        "the same, where a binary that the LP keeps below 1 is 0, again and again",
        "M. Savelsbergh, ORSA Journal on Computing 6, 1994; see relaxation.probing",
        WithProbing,
    ),
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
