"""Deciding in four ways whether a puzzle has exactly one solution, and comparing the results."""

import html
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from .. import solvers
from ..backends import new_backend
from ..errors import SolverError, UnknownNameError
from ..puzzles.board import Cell
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.limits import Stopwatch, check_time_limit
from ..solvers import INTERRUPTED, Status
from .allowed_values import allowed_values
from .counting import count_solutions
from .missing_givens import ExtraGivens, differing_cells, extra_givens
from .results import Answer
from .sudoku_model import build
from .unseen_values import value_binaries

__all__ = ["WAYS", "Uniqueness", "Way", "uniqueness"]

WAYS: dict[str, str] = {
    "no-good cut": "solve, exclude the solution by a cut, solve again",
    "allowed values": "compute the values that each cell can have: unique if there is one for every cell",
    "least agreement": "solve, then minimise the number of cells that agree with the solution",
    "enumeration": "let the CP solver enumerate solutions, and stop at the second",
}

HEADINGS = ("way", "model", "solutions", "solves", "ms", "what it found")
IN_WORDS = {None: "not known", 0: "none", 1: "one", 2: "several"}


@dataclass(frozen=True)
class Way:
    """One way to decide uniqueness, and its result.

    Attributes:
        name: One of `WAYS`.
        how: Formulation, backend and solver, as in "assignment x pulp x highs".
        solutions: 0, 1, or 2 for two or more; None when it is not known.
        solves: The number of solves.
        seconds: The time, including building models.
        reason: The result as a sentence.
        grids: The solutions found, at most two.
        stopped_by: "time limit", "gave up" (the solver), "interrupted", "error" or empty.
    """

    name: str
    how: str
    solutions: int | None
    solves: int
    seconds: float
    reason: str
    grids: tuple[Grid, ...] = ()
    stopped_by: str = ""

    @property
    def is_unique(self) -> bool | None:
        """Whether there is exactly one solution; None when it is not known."""
        return None if self.solutions is None else self.solutions == 1

    def cells(self) -> list[str]:
        """The row of the table, under `HEADINGS`."""
        return [
            self.name,
            self.how,
            IN_WORDS[self.solutions],
            str(self.solves),
            f"{1e3 * self.seconds:,.1f}",
            self.reason,
        ]

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data; times are in seconds."""
        plain = {name: getattr(self, name) for name in ("name", "how", "solves", "seconds", "reason", "stopped_by")}
        return {**plain, "solutions": IN_WORDS[self.solutions], "grids": [grid.line() for grid in self.grids]}


@dataclass(frozen=True, repr=False)
class Uniqueness:
    """The results of several ways to decide uniqueness, and whether they agree.

    Attributes:
        puzzle: The puzzle.
        ways: The result of each way.
        agree: True, False, or None when a way has no final result.
        verdict: The conclusion as a sentence.
        is_unique: Whether there is exactly one solution; None when it is not known, or when two ways contradict.
        grids: A solution, and a second one if there are several.
        extra: The smallest set of further givens that makes the first of `grids` the only solution, if requested.
    """

    puzzle: Puzzle
    ways: tuple[Way, ...]
    agree: bool | None
    verdict: str
    is_unique: bool | None
    grids: tuple[Grid, ...]
    extra: ExtraGivens | None = None

    @property
    def differing(self) -> tuple[Cell, ...]:
        """The cells in which the two solutions differ; empty when there are not two."""
        return differing_cells(*self.grids) if len(self.grids) == 2 else ()

    def table(self) -> Table:
        """The results as a rich table."""
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for heading in HEADINGS:
            table.add_column(heading, justify="right" if heading in ("solves", "ms") else "left", overflow="fold")
        for way in self.ways:
            table.add_row(*way.cells())
        return table

    def sentences(self) -> list[str]:
        """The verdict, the cells that differ, and the further givens."""
        sentences = [self.verdict]
        if self.differing:
            one, other = self.grids
            cells = ", ".join(f"{one[i]} or {other[i]} in {i}" for i in self.differing[:12])
            more = ", ..." if len(self.differing) > 12 else ""
            sentences.append(f"Two solutions differ in {len(self.differing)} cells: {cells}{more}")
        if self.extra is not None:
            k = len(self.extra.givens or ())
            lacks = f"With {k} more given{'s' * (k != 1)} the first of them is the only one: {self.extra}"
            is_known = self.extra.givens is not None
            sentences.append(lacks if is_known else f"The fewest further givens are not known: {self.extra.reason}")
        return sentences

    def __repr__(self) -> str:
        return f"<Uniqueness by {len(self.ways)} ways: {self.verdict}>"

    def __str__(self) -> str:
        text = io.StringIO()
        Console(file=text, width=160).print(self.table())
        return "\n".join([text.getvalue().rstrip(), "", *self.sentences()])

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{heading}</th>" for heading in HEADINGS)
        rows = ("".join(f"<td>{html.escape(cell)}</td>" for cell in way.cells()) for way in self.ways)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        notes = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in self.sentences())
        boards = "".join(f"<div>{self.puzzle.html(grid, self.differing)}</div>" for grid in self.grids)
        return f'{table}{notes}<div style="display:flex;flex-wrap:wrap;gap:2em">{boards}</div>'

    def as_dict(self) -> dict[str, Any]:
        """The results as plain data; times are in seconds."""
        return {
            "puzzle": self.puzzle.name,
            "givens": self.puzzle.line(),
            "unique": self.is_unique,
            "agree": self.agree,
            "verdict": self.verdict,
            "ways": [way.as_dict() for way in self.ways],
            "grids": [grid.line() for grid in self.grids],
            "differing": [list(i) for i in self.differing],
            "extra_givens": self.extra.as_dict() if self.extra else None,
        }


def uniqueness(
    puzzle: Puzzle,
    ways: Iterable[str] | None = None,
    formulation: str = "assignment",
    backend: str = "pulp",
    solver: str = "highs",
    time_limit: float | None = 60.0,
    extra: bool = True,
    limit: int = 2000,
    progress: Callable[[int, int, str], None] | None = None,
) -> Uniqueness:
    """Decide in several ways whether a puzzle has exactly one solution, and check that all ways agree.

    Args:
        puzzle: The puzzle.
        ways: Names from `WAYS`; None means all.
        formulation, backend, solver: The configuration for all ways except the enumeration, which uses CP-SAT.
        time_limit: Seconds for each way; None means no limit.
        extra: Whether to look for the smallest set of further givens if there are several solutions.
        limit: The largest number of solutions to list for that.
        progress: Called before each way with its index, the number of ways, and its name.

    Returns:
        The results and the verdict. Ctrl-C ends it with the results so far.

    Raises:
        UnknownNameError, NotInstalledError, UnsupportedError: When a way or the configuration cannot be used.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> print(uniqueness(puzzle).verdict)
    All 4 ways agree: exactly one solution
    >>> several = uniqueness(Puzzle.parse("1... .... ..2. ...1"))
    >>> several.is_unique, len(several.differing), several.extra.status
    (False, 10, 'smallest')
    """
    check_time_limit(time_limit)
    names = list(WAYS) if ways is None else list(ways)
    for name in names:
        if name not in WAYS:
            raise UnknownNameError("way", name, WAYS)
    for name in (solver, "cpsat") if "enumeration" in names else (solver,):
        solvers.find(name)
    new_backend(backend)  # importing a library takes far longer than a way, so the clock starts after it
    tried: list[Way] = []
    for k, name in enumerate(names):
        if progress:
            progress(k, len(names), name)
        model = ("all_different", "cpsat", "cpsat") if name == "enumeration" else (formulation, backend, solver)
        watch = Stopwatch()
        try:
            way = RUN[name](puzzle, model, time_limit)
        except KeyboardInterrupt:
            way = Found(None, 0, "it was interrupted", (), INTERRUPTED)
        except SolverError as error:
            way = Found(None, 0, str(error), (), "error")
        tried.append(Way(name, " x ".join(model), way.solutions, way.solves, watch(), way.reason, way.grids, way.by))
        if way.by == INTERRUPTED:
            break
    agree, verdict, is_unique = _verdict(tried, len(names))
    grids = max((way.grids for way in tried), key=len, default=())
    lacking = None
    if extra and is_unique is False and len(grids) == 2 and tried[-1].stopped_by != INTERRUPTED:
        if progress:
            progress(len(names), len(names), "further givens")
        lacking = extra_givens(puzzle, grids[0], limit=limit, time_limit=time_limit)
    return Uniqueness(puzzle, tuple(tried), agree, verdict, is_unique, grids, lacking)


@dataclass(frozen=True)
class Found:
    """The raw result of a way: the number of solutions (at most 2), the solves, a reason, and what stopped it."""

    solutions: int | None
    solves: int
    reason: str
    grids: tuple[Grid, ...] = ()
    by: str = ""


Names = tuple[str, str, str]


def _second_solve(puzzle: Puzzle, model: Names, time_limit: float | None) -> Found:
    count = count_solutions(puzzle, *model, limit=2, time_limit=time_limit, cross_check=False)
    number = count.value if count.status == "exact" or count.value > 1 else None
    reasons = {
        None: count.reason,
        0: "infeasible at once",
        1: "infeasible after the cut",
        2: "another one after the cut",
    }
    return Found(number, len(count.seconds), reasons[number], count.grids, "" if number == 2 else count.stopped_by)


def _allowed(puzzle: Puzzle, model: Names, time_limit: float | None) -> Found:
    method = "milp" if solvers.find(model[2]).paradigm == "MILP" else "cpsat"
    found = allowed_values(puzzle, *model, method=method, time_limit=time_limit, cross_check=False)
    number = {True: 1, False: 2 if found.grids else 0, None: None}[found.is_unique]
    more = "" if found.status == "complete" else " or more"
    reason = f"{found.total}{more} values in {len(puzzle.board.cells)} cells"
    return Found(
        number, found.solves, reason if number is not None else found.reason, found.grids[:2], found.stopped_by
    )


def _least_agreement(puzzle: Puzzle, model: Names, time_limit: float | None) -> Found:
    """Find a solution s, then minimise the agreement with it, the sum of y[i,s[i]] over the cells."""
    watch, cells = Stopwatch(), puzzle.board.cells
    formulation, backend, solver = model
    sudoku = build(puzzle, formulation, backend, None if solvers.LOGIC in solvers.find(solver).features else "")
    y = value_binaries(sudoku)
    first = sudoku.solve(solver, time_limit)
    if first.grid is None:
        return _not_solved(first, 1)
    sudoku.m.minimize(sudoku.m.sum(y[i, first.grid[i]] for i in cells))
    left = None if time_limit is None else max(time_limit - watch(), 1e-3)
    farthest = sudoku.solve(solver, left)
    if farthest.grid is None:
        return _not_solved(farthest, 2)
    agreement = len(cells) - len(differing_cells(first.grid, farthest.grid))
    grids = (first.grid, farthest.grid) if agreement < len(cells) else (first.grid,)
    return Found(len(grids), 2, f"the least agreement is {agreement} of {len(cells)} cells", grids)


def _not_solved(answer: Answer, solves: int) -> Found:
    if answer.status is Status.UNKNOWN:
        return Found(None, solves, answer.reason, (), answer.stopped_by)
    if solves > 1:
        raise SolverError("the solver found a solution, and then reported that there is none")
    return Found(0, solves, "infeasible at once")


def _enumeration(puzzle: Puzzle, model: Names, time_limit: float | None) -> Found:
    count = count_solutions(puzzle, *model, limit=2, time_limit=time_limit, cross_check=False, method="enumerate")
    number = count.value if count.status == "exact" or count.value > 1 else None
    reasons = {None: count.reason, 0: "none to list", 1: "one, and no more", 2: "stopped at the second"}
    return Found(number, 1, reasons[number], count.grids, "" if number == 2 else count.stopped_by)


RUN: dict[str, Callable[[Puzzle, Names, float | None], Found]] = {
    "no-good cut": _second_solve,
    "allowed values": _allowed,
    "least agreement": _least_agreement,
    "enumeration": _enumeration,
}


def _verdict(tried: list[Way], asked: int) -> tuple[bool | None, str, bool | None]:
    """Whether all ways agree, the conclusion as a sentence, and whether there is exactly one solution."""
    decided: dict[int, Way] = {}
    for way in tried:
        if way.solutions is not None:
            decided.setdefault(way.solutions, way)
    failed = [way for way in tried if way.stopped_by == "error"]
    if len(decided) > 1:
        one, other = list(decided.values())[:2]
        both = f"{one.name} finds {IN_WORDS[one.solutions]}, {other.name} finds {IN_WORDS[other.solutions]}"
        return False, f"NOT AGREED: {both}", None
    number = next(iter(decided), None)
    conclusion = {None: "", 0: "no solution", 1: "exactly one solution", 2: "more than one solution"}[number]
    is_unique = None if number is None else number == 1
    if failed:
        return False, f"NOT AGREED: {failed[0].name} failed: {failed[0].reason}", is_unique
    open_ways = [f"{way.name} ({way.reason})" for way in tried if way.solutions is None]
    if open_ways or len(tried) < asked:
        missing = asked - len(tried)
        parts = open_ways + ([f"{missing} were not tried"] if missing else [])
        rest = f"; the others found: {conclusion}" if conclusion else ""
        return None, f"UNKNOWN: {'; '.join(parts)}{rest}", is_unique
    return True, f"All {asked} ways agree: {conclusion}" if asked > 1 else f"{tried[0].name}: {conclusion}", is_unique
