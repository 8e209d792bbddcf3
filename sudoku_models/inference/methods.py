"""Inference methods: each reasons without search, and either fixes every cell of a puzzle or does not.

A method is prepared for a board and then applied to one puzzle after another. A model is built once for each board; a
new puzzle changes the bounds of the variables that its givens fix.

No method leaves out a rule of the board. Where there are rules that are not units, such as killer cages, the methods of
the families "rules" and "trials" also remove what such a rule leaves no place for, the consistencies apply to them too,
and in models they are constraints like all others.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.util import find_spec
from typing import Any, NamedTuple

from .. import rewrites
from ..backends import first
from ..errors import InputError, UnknownNameError, WrongGridError
from ..puzzles.board import Board
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.interrupts import import_whole
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, deadline_of
from .propagation import domains_of, propagate, scopes_of
from .singles import Positions, Rule, hidden_singles, locked_candidates, naked_singles, shave, to_fixpoint

Finish = Callable[[Deadline], Grid | None]
"""Returns the grid to which a method has fixed the cells; None if it is not the only solution. This is not timed."""
Infer = Callable[[Puzzle, Deadline], Finish | None]
"""Applies a method to a puzzle; None when it does not fix every cell. It raises `TimeLimit` when the time is over."""


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
    start: Callable[[Board], Infer]


def empty(board: Board) -> Puzzle:
    """The puzzle without givens on a board."""
    return Puzzle(board, (0,) * len(board.cells))


def by_rules(*rules: Rule) -> Infer:
    """Rules on the positions of the digits, to their fixpoint."""
    return _on_positions(lambda positions: to_fixpoint(positions, *rules))


def _on_positions(reduce: Callable[[Positions], bool]) -> Infer:
    def infer(puzzle: Puzzle, _: Deadline) -> Finish | None:
        positions = Positions.start(puzzle)
        grid = positions.grid() if reduce(positions) else None
        return None if grid is None else lambda _: grid

    return infer


def by_filters(board: Board, strength: str) -> Infer:
    """The filters of `propagation`, written in Python."""
    scopes = scopes_of(board)

    def infer(puzzle: Puzzle, _: Deadline) -> Finish | None:
        domains = propagate(scopes, domains_of(puzzle), strength)
        if domains is None or any(len(digits) > 1 for digits in domains.values()):
            return None
        grid = Grid(board, tuple(min(domains[i]) for i in board.cells))
        return lambda _: grid

    return infer


def by_solver(board: Board, formulation: str, solver: str) -> Infer:
    """The propagation of a solver, without its search: Choco's all-different, or unit propagation of clauses."""
    from ..models.sudoku_model import build  # other methods need no modelling library

    model = build(empty(board), formulation, first("pulp"))

    def infer(puzzle: Puzzle, _: Deadline) -> Finish | None:
        model.reset(puzzle)
        session: Any = model.session(solver)
        values = session.propagate()
        return None if values is None else lambda _: model.solution_of(values, solver)

    return infer


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


def _consistent(board: Board, strength: str) -> Infer:
    """Consistency by Choco where it is installed, which is about twenty times faster, else by our own filters.

    Choco's propagation of sums and other rules is weaker than the name of the method says, so boards with such rules
    have our own filters too.
    """
    if board.cell_rules or find_spec("pychoco") is None:
        return by_filters(board, strength)
    return by_solver(board, "all_different", {"bounds": "choco:BC", "domain": "choco:AC"}[strength])


def _clauses(name: str, formulation: str, solver: str, what: str, source: str) -> Method:
    """Unit propagation of the clauses of a formulation."""
    return Method(
        f"clauses:{name}",
        "unit propagation",
        f"clauses, {name}",
        f"unit propagation of {what}",
        source,
        partial(by_solver, formulation=formulation, solver=solver),
    )


def _linear(name: str, **options: Any) -> Callable[[Board], Infer]:
    """A method of `linear_methods`, imported on first use: other methods need no HiGHS."""

    def start(board: Board) -> Infer:
        infer: Infer = getattr(import_whole(f"{__package__}.linear_methods"), name)(board, **options)
        return infer

    return start


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
        _linear("relaxed", formulation=formulation, rewrite=rewrite),
    )


_UNEQUAL = [name for name, entry in rewrites.REWRITES.known.items() if entry.takes == "not_equal"]

_TABLE = (
    Method(
        "naked",
        "rules",
        "naked singles",
        "a cell that can hold one digit only holds it, and its peers do not",
        "forward checking: R. Haralick, G. Elliott, Artificial Intelligence 14, 1980",
        lambda _: by_rules(naked_singles),
    ),
    Method(
        "hidden",
        "rules",
        "+ hidden singles",
        "and a digit that fits in one cell of a unit only is there",
        "P. Norvig, Solving Every Sudoku Puzzle, 2006",
        lambda _: by_rules(naked_singles, hidden_singles),
    ),
    Method(
        "locked",
        "rules",
        "+ locked candidates",
        "and a digit whose positions in one unit all lie in another unit too goes from the rest of that one",
        "N. Juillerat, Sudoku Explainer, 2005: pointing and claiming",
        lambda _: by_rules(naked_singles, hidden_singles, locked_candidates),
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
        partial(_consistent, strength="bounds"),
    ),
    Method(
        "domain",
        "consistency",
        "domain consistency",
        "each value of each cell is in some solution of each all-different",
        "J.-C. Regin, AAAI 1994",
        partial(_consistent, strength="domain"),
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
        _linear("cycle_cuts"),
    ),
    Method(
        "lp:probing",
        "linear relaxation",
        "LP of assignment, probing",
        "the same, where a binary that the LP keeps below 1 is 0, again and again",
        "M. Savelsbergh, ORSA Journal on Computing 6, 1994; see relaxation.probing",
        _linear("probed"),
    ),
    Method(
        "presolve",
        "presolve",
        "HiGHS presolve",
        "presolve of the `assignment` model leaves nothing to search",
        "T. Achterberg et al., Presolve reductions in mixed integer programming, INFORMS J. on Computing 32, 2020",
        _linear("presolved"),
    ),
    Method(
        "shaving",
        "trials",
        "shaving",
        "a digit goes from a cell when naked and hidden singles refute it there, again and again",
        "P. Martin, D. Shmoys, IPCO 1996; R. Debruyne, C. Bessiere, IJCAI 1997, as singleton consistency",
        lambda _: _on_positions(shave),
    ),
)

METHODS: dict[str, Method] = {method.name: method for method in _TABLE}
"""From weak to strong within each family: rules, clauses, consistencies, relaxations, presolve, trials."""


class Attempt(NamedTuple):
    """The result of one method on one puzzle: whether it finished (None: unknown), and its seconds.

    The seconds of the processor are those of all threads of this process; other programs do not lengthen them.
    """

    finished: bool | None
    seconds: float
    processor_seconds: float = 0.0


def attempt(method: str, puzzle: Puzzle, time_limit: float | None) -> Attempt:
    """Apply one method to one puzzle. The limit covers preparation, inference and proof; only inference is timed."""
    watch, before, grid = Stopwatch(), time.process_time(), None
    with deadline_of(time_limit) as deadline:
        try:
            infer = prepared(method, puzzle.board, time_limit)
            if infer is None:
                return Attempt(None, time_limit or 0.0)
            watch, before = Stopwatch(), time.process_time()
            finish = infer(puzzle, deadline)
            seconds, processor = watch(), time.process_time() - before
            if finish is not None:
                grid = finish(deadline)
        except TimeLimit:
            return Attempt(None, watch(), time.process_time() - before)
    if grid is not None and (violations := puzzle.violations(grid)):
        raise WrongGridError(f"the method {method!r} fixed {puzzle!r} to a grid that breaks the rules: {violations[0]}")
    return Attempt(grid is not None, seconds, processor)


@lru_cache(maxsize=8)
def prepared(method: str, board: Board, time_limit: float | None) -> Infer | None:
    """The method for the puzzles of a board; None when preparing it takes longer than the limit."""
    try:
        with deadline_of(time_limit) as deadline:
            infer = METHODS[method].start(board)
            deadline.check()
            return infer
    except TimeLimit:
        return None
