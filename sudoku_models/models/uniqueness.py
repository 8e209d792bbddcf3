"""Is the solution the only one? Five methods to decide it, side by side."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from .. import solvers
from ..backends import import_backend
from ..errors import SolverError, UnknownNameError, UnsupportedError
from ..formulations import BUILT_IN
from ..puzzles.board import Cell
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.sources import PuzzleLike, as_puzzle
from ..runtime.limits import Stopwatch, check_time_limit
from ..runtime.tables import ResultTable
from ..solvers import INTERRUPTED
from .missing_givens import ExtraGivens, differing_cells, extra_givens
from .uniqueness_methods import HOW, METHODS, RUN, Found

__all__ = ["METHODS", "MethodResult", "Uniqueness", "uniqueness"]

HEADINGS = ("method", "model", "solutions", "solves", "ms", "what it found")
IN_WORDS = {None: "not known", 0: "none", 1: "one", 2: "several"}


@dataclass(frozen=True)
class MethodResult:
    """The result of one method to decide uniqueness.

    Attributes:
        name: One of `METHODS`.
        how: Formulation, backend and solver, as in "assignment x pulp x highs".
        solutions: 0, 1, or 2 for two or more; None when it is not known.
        solves: How many solves it took.
        seconds: What it took, the building of models included.
        reason: The result in a sentence.
        grids: The solutions that it found, at most two.
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
    methods: tuple[MethodResult, ...]
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
        rows = [method.cells() for method in self.methods]
        return ResultTable(HEADINGS, rows, left=(0, 1, 2, 5), notes=self.sentences(), width=160)

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
        return f'{self.table()._repr_html_()}<div style="display:flex;flex-wrap:wrap;gap:2em">{boards}</div>'

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "puzzle": self.puzzle.name,
            "givens": self.puzzle.line(),
            "unique": self.is_unique,
            "agree": self.agree,
            "verdict": self.verdict,
            "ways": [each.as_dict() for each in self.methods],  # the key of earlier versions: scripts read it
            "grids": [grid.line() for grid in self.grids],
            "differing": [list(i) for i in self.differing],
            "extra_givens": self.extra.as_dict() if self.extra else None,
        }


def uniqueness(
    puzzle: PuzzleLike,
    methods: Iterable[str] | None = None,
    formulation: str = "assignment",
    backend: str = "pulp",
    solver: str = "highs",
    time_limit: float | None = 60.0,
    extra: bool = True,
    limit: int = 2000,
    progress: Callable[[int, int, str], None] | None = None,
) -> Uniqueness:
    """Decide by several methods whether a puzzle has exactly one solution, and check that they agree.

    Args:
        puzzle: The puzzle, its name, its text or its rows.
        methods: Names from `METHODS`; all when left out, except "certificate" for a formulation with rules of its own
            and where `python-sat` is not installed, and "least agreement" for a solver that does not minimise.
        formulation, backend, solver: The configuration. The least agreement needs a solver that minimises. The
            enumeration is CP-SAT's own; it enumerates `all_different`, or a formulation with rules of its own.
        time_limit: Seconds for each method.
        extra: When the solution is not the only one, look for the fewest further givens that make it so; not for a
            formulation with rules of its own.
        limit: The most solutions to list for that.
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
    has_own_rules = formulation not in BUILT_IN
    can_certify = not has_own_rules and find_spec("pysat") is not None
    can = {"certificate": can_certify, "least agreement": solvers.OBJECTIVE in solvers.find(solver).features}
    names = [name for name in METHODS if can.get(name, True)] if methods is None else list(methods)
    for name in names:
        if name not in METHODS:
            raise UnknownNameError("method", name, METHODS)
        if name == "certificate" and has_own_rules:
            raise UnsupportedError(
                f"a certificate is about the rules of the puzzle, and the formulation {formulation!r} may have others; "
                "choose other methods"
            )
    for name in (solver, "cpsat") if "enumeration" in names else (solver,):
        solvers.find(name)
    enumerated = (formulation, backend, "cpsat") if has_own_rules else ("all_different", "cpsat", "cpsat")
    import_backend(backend)  # importing a library takes far longer than a method, so the clock starts after it
    tried: list[MethodResult] = []
    for k, name in enumerate(names):
        if progress:
            progress(k, len(names), name)
        model = HOW.get(name, (formulation, backend, solver)) if name != "enumeration" else enumerated
        watch = Stopwatch()
        try:
            found = RUN[name](puzzle, model, time_limit)
        except KeyboardInterrupt:
            found = Found(None, 0, "it was interrupted", (), INTERRUPTED)
        except SolverError as error:
            found = Found(None, 0, str(error), (), "error")
        figures = (found.solutions, found.solves, watch(), found.reason, found.grids, found.by)
        tried.append(MethodResult(name, " x ".join(model), *figures))
        if found.by == INTERRUPTED:
            break
    agree, verdict, is_unique = _verdict(tried, len(names))
    grids = max((result.grids for result in tried), key=len, default=())
    further = None
    if extra and not has_own_rules and is_unique is False and len(grids) == 2 and tried[-1].stopped_by != INTERRUPTED:
        if progress:
            progress(len(names), len(names), "further givens")
        further = extra_givens(puzzle, grids[0], limit=limit, time_limit=time_limit)
    return Uniqueness(puzzle, tuple(tried), agree, verdict, is_unique, grids, further)


def _verdict(tried: list[MethodResult], requested: int) -> tuple[bool | None, str, bool | None]:
    """Whether all methods agree, that in a sentence, and whether the solution is the only one."""
    decided: dict[int, MethodResult] = {}
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
