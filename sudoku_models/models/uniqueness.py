"""Is the solution the only one? Five methods to decide it, side by side."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypedDict, Unpack

from .. import backends, solvers
from ..backends import import_backend
from ..certificates import first_solutions, verified_certificate
from ..errors import CertificateError, SolverError, UnknownNameError, UnsupportedError
from ..formulations import BUILT_IN
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rendering import beside
from ..puzzles.units import Cell
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, check_time_limit, deadline_of
from ..runtime.tables import ResultTable
from ..solvers import INTERRUPTED, Status
from .allowed_values import allowed_values
from .counting import Configuration, count_solutions
from .missing_givens import ExtraGivens, differing_cells, extra_givens
from .results import Answer
from .unseen_values import value_binaries

METHODS: dict[str, str] = {
    "no-good cut": "solve, exclude the solution by a cut, solve again: is there another one?",
    "allowed values": "list the values that each cell can have: is it one for every cell?",
    "least agreement": "solve, then minimise the number of cells that agree with the solution: is it all of them?",
    "enumeration": "let a CP or SAT solver list solutions by itself, and stop at the second",
    "certificate": "let a SAT solver find the solution and prove that it is the only one, and verify the proof",
}
HEADINGS = ("method", "model", "solutions", "solves", "ms", "what it found")
IN_WORDS = {None: "not known", 0: "none", 1: "one", 2: "several"}


@dataclass(frozen=True)
class Decision:
    """The result of one method to decide uniqueness.

    Attributes:
        solutions: 0, 1, or 2 for two or more; None when it is not known.
        solves: The number of solves.
        reason: The result in a sentence.
        grids: The solutions that it found, at most two.
        stopped_by: "time limit", "gave up" (the solver), "interrupted", "error" or empty.
        name: One of `METHODS`.
        how: Formulation, backend and solver, as in "assignment x pulp x highs".
        seconds: The time, including that of building models.
    """

    solutions: int | None
    solves: int
    reason: str
    grids: tuple[Grid, ...] = ()
    stopped_by: str = ""
    name: str = ""
    how: str = ""
    seconds: float = 0.0

    @property
    def is_unique(self) -> bool | None:
        """Whether there is exactly one solution; None when it is not known."""
        return None if self.solutions is None else self.solutions == 1

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data; times are in seconds."""
        plain = {name: getattr(self, name) for name in ("name", "how", "solves", "seconds", "reason", "stopped_by")}
        return {**plain, "solutions": IN_WORDS[self.solutions], "grids": [grid.line() for grid in self.grids]}


@dataclass(frozen=True, repr=False)
class Uniqueness:
    """The results of all methods on a puzzle, and whether they agree.

    Attributes:
        puzzle: The puzzle.
        methods: The result of each method that was tried.
        agree: True, False, or None when a method did not come to its end.
        verdict: Whether they agree, and on what, in a sentence.
        is_unique: Whether there is exactly one solution; None when it is not known, or when two methods
            contradict each other.
        grids: A solution, and if there is another one, that too.
        extra: The fewest further givens that make the first of `grids` the only solution, where they were asked for.
    """

    puzzle: Puzzle
    methods: tuple[Decision, ...]
    agree: bool | None
    verdict: str
    is_unique: bool | None
    grids: tuple[Grid, ...]
    extra: ExtraGivens | None = None

    @property
    def differing(self) -> tuple[Cell, ...]:
        """The cells in which the two solutions differ; empty when there are not two."""
        return differing_cells(*self.grids) if len(self.grids) == 2 else ()

    def table(self) -> ResultTable:
        """The results and the sentences below them as a table."""
        rows = [
            [m.name, m.how, IN_WORDS[m.solutions], str(m.solves), f"{1e3 * m.seconds:,.1f}", m.reason]
            for m in self.methods
        ]
        return ResultTable(HEADINGS, rows, left=(0, 1, 2, 5), notes=self.sentences(), width=160, first_to_go=["model"])

    def sentences(self) -> list[str]:
        """The verdict, the cells that differ, and the further givens."""
        sentences = [self.verdict]
        if self.differing:
            one, other = self.grids
            digits = ", ".join(f"{one[i]} or {other[i]} in {i}" for i in self.differing[:12])
            more = ", ..." if len(self.differing) > 12 else ""
            sentences.append(f"Two solutions differ in {len(self.differing)} cells: {digits}{more}")
        if self.extra is not None:
            k = len(self.extra.givens or ())
            completed = f"With {k} more given{'s' * (k != 1)} the first of them is the only one: {self.extra}"
            is_known = self.extra.givens is not None
            sentences.append(completed if is_known else f"The fewest further givens are not known: {self.extra.reason}")
        return sentences

    def __repr__(self) -> str:
        return f"<Uniqueness by {len(self.methods)} methods: {self.verdict}>"

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        boards = "".join(f"<div>{self.puzzle.html(grid, self.differing)}</div>" for grid in self.grids)
        return self.table()._repr_html_() + beside(boards)

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "puzzle": self.puzzle.name,
            "givens": self.puzzle.line(),
            "unique": self.is_unique,
            "agree": self.agree,
            "verdict": self.verdict,
            "methods": [each.as_dict() for each in self.methods],
            "grids": [grid.line() for grid in self.grids],
            "differing": [list(i) for i in self.differing],
            "extra_givens": self.extra.as_dict() if self.extra else None,
        }


class UniquenessOptions(TypedDict, total=False):
    """The options of `uniqueness`."""

    extra: bool
    progress: Callable[[int, int, str], None] | None


def uniqueness(
    puzzle: PuzzleLike,
    methods: Iterable[str] | None = None,
    formulation: str | None = None,
    backend: str | None = None,
    solver: str | None = None,
    time_limit: float | None = 60.0,
    **options: Unpack[UniquenessOptions],
) -> Uniqueness:
    """Decide by several methods whether a puzzle has exactly one solution, and check that they agree.

    Args:
        puzzle: The puzzle, its name, its text or its rows.
        methods: Names from `METHODS`; all when left out, except "certificate" for a formulation with rules of its own
            and where CaDiCaL cannot run, and "least agreement" for a solver that does not minimise.
        formulation, backend, solver: The configuration, by default on PuLP; see `Configuration.usual`. The
            least agreement needs a solver that minimises. The enumeration is that of the first solver that has one,
            usually CP-SAT; it enumerates the formulation that suits it, or one with rules of its own.
        time_limit: Seconds for each method.

    Options:
        extra: When the solution is not the only one, look for the fewest further givens that make it so; the default,
            but not for a formulation with rules of its own.
        progress: Called before each method with its number (from 0), how many there are, and its name.

    Returns:
        The results and the verdict. Ctrl-C ends it with the results so far.

    Raises:
        UnknownNameError, NotInstalledError, UnsupportedError: When a method or a part of the model is
            unknown, not installed or unsuitable.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> print(uniqueness(puzzle).verdict)
    All 5 methods agree: exactly one solution
    >>> several = uniqueness(Puzzle.parse("1... .... ..2. ...1"))
    >>> several.is_unique, len(several.differing) >= 4, several.extra.status
    (False, True, 'smallest')
    """
    check_time_limit(time_limit)
    puzzle = as_puzzle(puzzle)
    chosen = Configuration.usual(puzzle, formulation, backend or backends.first("pulp"), solver)
    formulation, backend, solver = chosen.names
    has_own_rules = formulation not in BUILT_IN
    can_certify = not has_own_rules and "cadical" in solvers.installed()
    can = {"certificate": can_certify, "least agreement": solvers.Feature.OBJECTIVE in solvers.find(solver).features}
    names = [name for name in METHODS if can.get(name, True)] if methods is None else list(methods)
    UnknownNameError.check("method", names, METHODS)
    UnknownNameError.check("option", options, UniquenessOptions.__annotations__)
    if "certificate" in names and has_own_rules:
        raise UnsupportedError(
            f"a certificate is about the rules of the puzzle, and the formulation {formulation!r} may have others; "
            "choose other methods"
        )
    progress = options.get("progress")
    enumerated = (
        Configuration.usual(puzzle, features=[solvers.Feature.ENUMERATION]).names
        if "enumeration" in names
        else ("", "", solver)
    )
    if has_own_rules:
        enumerated = formulation, backend, enumerated[2]
    import_backend(backend)  # importing a library takes far longer than a method, so the clock starts after it
    tried: list[Decision] = []
    for k, name in enumerate(names):
        if progress:
            progress(k, len(names), name)
        model = HOW.get(name, (formulation, backend, solver)) if name != "enumeration" else enumerated
        watch = Stopwatch()
        try:
            found = RUN[name](puzzle, model, time_limit)
        except KeyboardInterrupt:
            found = Decision(None, 0, "it was interrupted", (), INTERRUPTED)
        except SolverError as error:
            found = Decision(None, 0, str(error), (), "error")
        tried.append(replace(found, name=name, how=" x ".join(model), seconds=watch()))
        if found.stopped_by == INTERRUPTED:
            break
    agree, verdict, is_unique = _verdict(tried, len(names))
    grids = max((result.grids for result in tried), key=len, default=())
    further = None
    is_asked = options.get("extra", True) and not has_own_rules and tried[-1].stopped_by != INTERRUPTED
    if is_asked and is_unique is False and len(grids) == 2:
        if progress:
            progress(len(names), len(names), "further givens")
        further = extra_givens(puzzle, grids[0], time_limit=time_limit)
    return Uniqueness(puzzle, tuple(tried), agree, verdict, is_unique, grids, further)


def _verdict(tried: list[Decision], requested: int) -> tuple[bool | None, str, bool | None]:
    """Whether all methods agree, that in a sentence, and whether the solution is the only one."""
    decided: dict[int, Decision] = {}
    for result in tried:
        if result.solutions is not None:
            decided.setdefault(result.solutions, result)
    failed = [result for result in tried if result.stopped_by == "error"]
    if len(decided) > 1:
        contradiction = ", ".join(f"{each.name} says {IN_WORDS[number]}" for number, each in [*decided.items()][:2])
        return False, f"NOT AGREED: {contradiction}", None
    number = next(iter(decided), None)
    solutions = {None: "", 0: "no solution", 1: "exactly one solution", 2: "more than one solution"}[number]
    is_unique = None if number is None else number == 1
    if failed:
        return False, f"NOT AGREED: {failed[0].name} failed: {failed[0].reason}", is_unique
    not_known = [f"{result.name} ({result.reason})" for result in tried if result.solutions is None]
    if not_known or len(tried) < requested:
        missing = requested - len(tried)
        parts = not_known + ([f"{missing} were not tried"] if missing else [])
        rest = f"; the others say: {solutions}" if solutions else ""
        return None, f"NOT KNOWN: {'; '.join(parts)}{rest}", is_unique
    agreed = f"All {requested} methods agree" if requested > 1 else f"By the method {tried[0].name!r}"
    return True, f"{agreed}: {solutions}", is_unique


# -- the methods -------------------------------------------------------------------------------------------------------


Names = tuple[str, str, str]
"""Formulation, backend and solver."""


def _counted(
    method: str, reasons: tuple[str, str, str], puzzle: Puzzle, model: Names, time_limit: float | None
) -> Decision:
    """Count up to two solutions; the reasons are those for no, one, and two solutions."""
    count = count_solutions(puzzle, *model, limit=2, time_limit=time_limit, cross_check=False, method=method)
    solves = 1 if method == "enumerate" else len(count.seconds)
    if count.value < 2 and count.status != "exact":
        return Decision(None, solves, count.reason, count.grids, count.stopped_by)
    return Decision(count.value, solves, reasons[count.value], count.grids)


def _allowed(puzzle: Puzzle, model: Names, time_limit: float | None) -> Decision:
    found = allowed_values(puzzle, *model, time_limit=time_limit, cross_check=False)
    number = {True: 1, False: 2 if found.grids else 0, None: None}[found.is_unique]
    more = "" if found.status == "complete" else " or more"
    reason = f"{found.total}{more} values in {len(puzzle.board.cells)} cells"
    return Decision(
        number, found.solves, reason if number is not None else found.reason, found.grids[:2], found.stopped_by
    )


def _least_agreement(puzzle: Puzzle, model: Names, time_limit: float | None) -> Decision:
    """Solve, then minimise the sum of y[i,s[i]] over the cells, for the solution s: the least agreement with s."""
    deadline, cells = Deadline(time_limit), puzzle.board.cells
    chosen = Configuration.of(*model)
    solver = chosen.solver
    try:
        built = chosen.build(puzzle, deadline)
        with deadline_of(deadline):
            y = value_binaries(built)
    except TimeLimit:
        return Decision(None, 0, solvers.no_time().reason, (), solvers.TIME_LIMIT)
    with deadline_of(deadline):
        first = built.solve(solver)
    if first.grid is None:
        return _not_solved(first, 1)
    built.m.minimize(built.m.sum(y[i, first.grid[i]] for i in cells))
    with deadline_of(deadline):
        farthest = built.solve(solver)
    if farthest.grid is None:
        return _not_solved(farthest, 2)
    agreement = len(cells) - len(differing_cells(first.grid, farthest.grid))
    grids = (first.grid, farthest.grid) if agreement < len(cells) else (first.grid,)
    return Decision(len(grids), 2, f"the least agreement is {agreement} of {len(cells)} cells", grids)


def _not_solved(answer: Answer, solves: int) -> Decision:
    if answer.status is Status.UNKNOWN:
        return Decision(None, solves, answer.reason, (), answer.stopped_by)
    if solves > 1:
        raise SolverError("the solver found a solution, and then reported that there is none")
    return Decision(0, solves, "infeasible at once")


def _certificate(puzzle: Puzzle, _: Names, time_limit: float | None) -> Decision:
    deadline = Deadline(time_limit)
    try:
        grids = first_solutions(puzzle, 2, time_limit)
        if len(grids) > 1:
            return Decision(2, 2, "stopped at the second", grids)
        certificate = verified_certificate(puzzle, grids, deadline)
    except CertificateError as error:
        return Decision(None, 1, str(error), (), solvers.TIME_LIMIT)
    except UnsupportedError as error:  # a rule of the board that would need too many clauses
        return Decision(None, 0, str(error), (), solvers.GAVE_UP)
    return Decision(len(grids), 2, f"a proof of {certificate.steps:,} steps, verified", grids)


HOW = {"certificate": ("clauses", "DRAT", "cadical")}
"""The model of a method that does not use the configuration."""
RUN: dict[str, Callable[[Puzzle, Names, float | None], Decision]] = {
    "no-good cut": partial(
        _counted, "cuts", ("infeasible at once", "infeasible after the cut", "another one after the cut")
    ),
    "allowed values": _allowed,
    "least agreement": _least_agreement,
    "enumeration": partial(_counted, "enumerate", ("none to list", "one, and no more", "stopped at the second")),
    "certificate": _certificate,
}
