"""Comparing formulations, backends and solvers on one puzzle, and checking that they agree."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, Literal

from .. import solvers as solver_table
from ..backends import BACKENDS, TITLES, installed
from ..errors import FormulationError, InputError, SolverError, UnknownNameError
from ..formulations import FORMULATIONS
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.puzzle import Puzzle
from ..runtime.tables import ResultTable
from ..solvers import INTERRUPTED
from .counting import count_solutions
from .results import Count, Stats

HEADINGS = (
    "formulation",
    "backend",
    "solver",
    "rewrite",
    "variables",
    "constraints",
    "nonzeros",
    "build ms",
    "rewrite ms",
    "translate ms",
    "solve ms",
    "claim ms",
    "solutions",
)
BRIEF_HEADINGS = ("formulation", "backend", "solver", "rewrite", "variables", "constraints", "solutions", "ms")
FIRST_TO_GO = ("solutions", "rewrite", "constraints", "variables", "backend")
"""The columns of the brief table that are left out first on a short line."""


@dataclass(frozen=True)
class ComparisonRow:
    """One configuration and its result: a count, or the error of the solver."""

    formulation: str
    backend: str
    solver: str
    count: Count | None
    error: str = ""

    @property
    def configuration(self) -> str:
        """The name of the configuration."""
        return f"{self.formulation} x {self.backend} x {self.solver}"

    def cells(self) -> list[str]:
        """The row of the table, under `HEADINGS`."""
        head = [self.formulation, self.backend, self.solver]
        if self.count is None:
            return [*head, *[""] * (len(HEADINGS) - 4), "error"]
        stats = self.count.stats
        solutions = f"{self.count} ({self.count.status})" if self.count.status == "exact" else str(self.count)
        return [
            *head,
            stats.rewrite or "-",
            *(f"{size:,}" for size in (stats.variables, stats.constraints, stats.nonzeros)),
            *(_ms(s) for s in _times(stats)),
            _ms(self.count.prove_seconds),
            solutions,
        ]

    @property
    def seconds(self) -> float:
        """The time of everything, from building the model to the last claim; infinite when there was none."""
        if self.count is None or not _has_ended(self.count):
            return inf
        times = *_times(self.count.stats), self.count.prove_seconds
        return sum(each for each in times if each is not None)

    def as_dict(self) -> dict[str, Any]:
        """The row as plain data; times are in seconds."""
        head = {"formulation": self.formulation, "backend": self.backend, "solver": self.solver}
        return {**head, "error": self.error, "count": self.count.as_dict() if self.count else None}


@dataclass(frozen=True, repr=False)
class Comparison:
    """All rows, and the verdict: `agree` is True, False, or None when a row has no final result."""

    puzzle: Puzzle
    rows: tuple[ComparisonRow, ...]
    agree: bool | None
    verdict: str

    def table(self) -> ResultTable:
        """The rows and the verdict as a table."""
        return ResultTable(HEADINGS, [row.cells() for row in self.rows], left=range(4), notes=[self.verdict])

    def fastest(self) -> tuple[ComparisonRow, ...]:
        """The fastest configuration of each formulation."""
        formulations = dict.fromkeys(row.formulation for row in self.rows)
        return tuple(
            min((row for row in self.rows if row.formulation == each), key=lambda row: row.seconds)
            for each in formulations
        )

    def brief_table(self) -> ResultTable:
        """The fastest configuration of each formulation as a table."""
        rows = []
        for row in self.fastest():
            cells, backend = row.cells(), TITLES.get(row.backend, row.backend)
            total = "-" if row.seconds == inf else f"{1e3 * row.seconds:,.0f}"
            rows.append([row.formulation, backend, solver_table.title(row.solver), *cells[3:6], cells[-1], total])
        return ResultTable(BRIEF_HEADINGS, rows, left=range(4), first_to_go=FIRST_TO_GO)

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.rows)} configurations: {self.verdict}>"

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def as_dict(self) -> dict[str, Any]:
        """The comparison as plain data."""
        puzzle = {"puzzle": self.puzzle.name, "givens": self.puzzle.line()}
        return {**puzzle, "agree": self.agree, "verdict": self.verdict, "rows": [row.as_dict() for row in self.rows]}


def compare(
    puzzle: PuzzleLike,
    formulations: Iterable[str] | None = None,
    backends: Iterable[str] | None = None,
    solvers: Iterable[str] | None = None,
    limit: int | None = 10,
    time_limit: float | None = 60.0,
    progress: Callable[[int, int, str], None] | None = None,
) -> Comparison:
    """Count the solutions in every configuration, and check that all give the same grids and the same count.

    Args:
        puzzle: The puzzle, its name, its text or its rows.
        formulations, backends, solvers: Names; None means all formulations, and the backends and solvers of this
            package that are installed.
        limit: The largest number of solutions for each configuration; None means no limit.
        time_limit: Seconds for each configuration; None means no limit.
        progress: Called before each configuration with its index, the number of configurations, and its name.

    Returns:
        The rows and the verdict. Ctrl-C ends the comparison with the rows so far.

    Raises:
        UnknownNameError, NotInstalledError: When a name is unknown or a solver is not installed.
        InputError: When there is nothing to compare: no formulation, no backend or no solver.

    >>> from sudoku_models import Puzzle
    >>> puzzle = Puzzle.parse("12.. 3412 .143 432.")
    >>> print(compare(puzzle, ["all_different", "assignment"], ["pulp"], ["highs", "cpsat"]).verdict)
    All 4 configurations agree: exactly 1 solution, and the same grid
    """
    puzzle = as_puzzle(puzzle)
    names = [
        _chosen("formulation", formulations, FORMULATIONS),
        _chosen("backend", installed() if backends is None else backends, BACKENDS),
        list(solvers) if solvers is not None else solver_table.installed(),
    ]
    if not names[2]:
        raise InputError(f"choose at least one solver of: {', '.join(solver_table.installed())}")
    for solver in names[2]:
        solver_table.find(solver)
    configurations = [(f, b, s) for f in names[0] for b in names[1] for s in names[2]]
    rows: list[ComparisonRow] = []
    for k, (formulation, backend, solver) in enumerate(configurations):
        if progress:
            progress(k, len(configurations), f"{formulation} x {backend} x {solver}")
        try:
            count = count_solutions(
                puzzle, formulation, backend, solver, limit=limit, time_limit=time_limit, cross_check=False
            )
        except (FormulationError, SolverError) as error:
            rows.append(ComparisonRow(formulation, backend, solver, None, str(error)))
            continue
        rows.append(ComparisonRow(formulation, backend, solver, count))
        if count.stopped_by == INTERRUPTED:
            break
    agree, verdict = _verdict(rows, len(configurations))
    return Comparison(puzzle, tuple(rows), agree, verdict)


def _verdict(rows: list[ComparisonRow], configurations: int) -> tuple[bool | None, str]:
    """Whether all rows agree, and a sentence about it."""
    failed = [row for row in rows if row.count is None]
    if failed:
        first = f"{failed[0].configuration}: {failed[0].error}"
        return False, f"NOT AGREED: {len(failed)} of {configurations} configurations failed; {first}"
    counts = [(row, row.count) for row in rows if row.count]
    ended = [(row, c) for row, c in counts if _has_ended(c)]
    counted = {(c.value, c.status): row for row, c in ended}
    grids = {frozenset(c.grids): row for row, c in ended if c.status == "exact"}
    if len(counted) > 1:
        first, second = (f"{row.configuration} counts {n} ({status})" for (n, status), row in [*counted.items()][:2])
        return False, f"NOT AGREED: {first}, {second}"
    if len(grids) > 1:
        row, another = list(grids.values())[:2]
        return False, f"NOT AGREED: {row.configuration} and {another.configuration} give different grids"
    sentence = _finding(counts[0][1]) if ended and counts else ""
    if len(ended) < configurations:
        open_rows = [f"{row.configuration} ({c.reason})" for row, c in counts if (row, c) not in ended]
        missing = configurations - len(rows)
        also = f"{missing} were not tried" if missing else ""
        reasons = "; ".join([*open_rows[:3], also] if also else open_rows[:3])
        rest = f"; the other {len(ended)} agree: {_finding(ended[0][1])}" if ended else ""
        unfinished = f"{configurations - len(ended)} of {configurations} configurations did not end"
        return None, f"UNKNOWN: {unfinished}: {reasons}{rest}"
    subject = f"All {configurations} configurations agree" if configurations > 1 else "One configuration"
    return True, f"{subject}: {sentence}"


def _has_ended(count: Count) -> bool:
    return count.status == "exact" or count.stopped_by == "limit"


def _finding(count: Count) -> str:
    if count.status != "exact":
        return f"at least {count.value} solutions, the limit"
    return {0: "no solution", 1: "exactly 1 solution, and the same grid"}.get(
        count.value, f"exactly {count.value} solutions, and the same grids"
    )


def _chosen(
    what: Literal["formulation", "backend"], names: Iterable[str] | None, table: Mapping[str, str]
) -> list[str]:
    chosen = list(table) if names is None else list(names)
    if not chosen:
        raise InputError(f"choose at least one {what} of: {', '.join(table)}")
    UnknownNameError.check(what, chosen, table)
    return chosen


def _times(stats: Stats) -> tuple[float | None, ...]:
    rewrite = stats.rewrite_seconds if stats.rewrite else None
    return stats.build_seconds, rewrite, stats.translate_seconds, stats.solve_seconds


def _ms(seconds: float | None) -> str:
    return "-" if seconds is None else f"{1e3 * seconds:,.1f}"
