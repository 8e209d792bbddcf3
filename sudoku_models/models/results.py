"""Results of solving and counting. Both are three-valued: reaching a limit is never a proof."""

from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any, Literal

from ..certificates import Certificate
from ..puzzles.puzzle import Grid
from ..puzzles.rendering import beside
from ..runtime.tables import ResultTable
from ..solvers import Certainty, Status

FIRST, FIRST_GRIDS = 20, 3
"""How many values of a result, and how many grids of a count, a notebook shows."""


@dataclass(frozen=True)
class Stats:
    """The size of the model that was passed to the solver, and the times.

    Times are seconds of wall clock time and do not overlap:

    - `build_seconds`: defining the model in the modelling library;
    - `rewrite_seconds`: linearising the model, including the copy (0 when it was not linearised);
    - `translate_seconds`: translating the modelling library's objects to the solver's, summed over the solves; None
      when the modelling library runs the solver itself and does not measure the two separately;
    - `solve_seconds`: in the solver, summed over the solves, except the last solve of a count, which is
      `Count.prove_seconds`.
    """

    formulation: str
    backend: str
    solver: str
    rewrite: str
    variables: int
    constraints: int
    nonzeros: int
    build_seconds: float
    rewrite_seconds: float
    translate_seconds: float | None
    solve_seconds: float
    search: dict[str, int] = field(default_factory=dict)
    """Search statistics of the solver, such as nodes, backtracks or LP iterations."""


@dataclass(frozen=True, repr=False)
class Result:
    """The result of one solve of a problem; `values` is not None exactly when `status` is SOLVED.

    With an objective, SOLVED means that the solver claims that none is better. Values are always checked.

    Attributes:
        status: SOLVED, INFEASIBLE or UNKNOWN.
        values: The value of each variable, by its key.
        objective: The objective at these values; None when the problem has no objective.
        reason: The status as a sentence.
        rewrite: The rewrites that the solver needed, joined with "+"; empty when the problem was not rewritten.
        stopped_by: "time limit", "gave up" (the solver, before any limit) or "interrupted" when the status is UNKNOWN.
        search: Search statistics of the solver, such as nodes or LP iterations.
        incumbent: The best solution found before the optimisation was stopped; nobody claims that it is optimal.
        incumbent_objective: The objective at the incumbent.
        bound: The solver's bound on the objective: it claims that no solution is better.
        certainty: How sure it is that there is no solution, or none that is better: "claimed" by the solver,
            "confirmed" by a solver of another paradigm, or "proved" by an exact bound; empty when nothing is claimed.
    """

    status: Status
    values: dict[Any, int] | None
    objective: float | None
    reason: str
    rewrite: str = ""
    stopped_by: str = ""
    search: dict[str, int] = field(default_factory=dict)
    incumbent: dict[Any, int] | None = None
    incumbent_objective: float | None = None
    bound: float | None = None
    certainty: Certainty = ""

    def __bool__(self) -> bool:
        return self.status is Status.SOLVED

    @property
    def gap(self) -> float | None:
        """How far the bound is from the objective, or that of the incumbent, as a part of it; None if not known.

        >>> Result(Status.UNKNOWN, None, None, "", incumbent={"x": 1}, incumbent_objective=8.0, bound=10.0).gap
        0.25
        """
        best = self.incumbent_objective if self.objective is None else self.objective
        if best is None or self.bound is None:
            return None
        if distance := abs(self.bound - best):
            return distance / abs(best) if best else None
        return 0.0

    def facts(self) -> dict[str, str]:
        """The objective, the bound, the gap and the certainty in words, as far as they are known."""
        best = self.incumbent_objective if self.objective is None else self.objective
        facts = {"objective": None if best is None else f"{best:,.12g}"}
        if self.status is not Status.INFEASIBLE and self.gap != 0:
            facts["bound"] = None if self.bound is None else f"{self.bound:,.12g}"
            facts["gap"] = None if self.gap is None else f"{self.gap:.2%}"
        return {name: fact for name, fact in {**facts, "certainty": self.certainty}.items() if fact}

    def table(self, most: int = FIRST) -> ResultTable:
        """The first values, those that are not 0 before the others; of an interrupted search those of the incumbent.

        Args:
            most: The largest number of values.
        """
        values = list((self.values or self.incumbent or {}).items())
        others = [each for each in values if each[1]]
        shown = [*others, *(each for each in values if not each[1])][:most]
        left = len(values) - len(shown)
        hidden = max(0, len(others) - len(shown))
        notes = [f"and {left:,} more, {f'{hidden:,} of them not' if hidden else 'all'} 0"] if left else []
        notes += ["these values are the best that were found so far"] * (self.values is None and bool(shown))
        notes += [f"{name}: {fact}" for name, fact in self.facts().items()]
        rows = [(str(key), str(value) if isinstance(value, int) else f"{value:.12g}") for key, value in shown]
        return ResultTable(("variable", "value"), rows, notes=[*notes, f"{self.status}: {self.reason}"])

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        names = ("objective", "bound", "gap", "certainty", "reason", "rewrite", "stopped_by", "search")
        plain = {"status": str(self.status), **{name: getattr(self, name) for name in names}}
        if self.incumbent is not None:
            plain |= {"incumbent": _plain(self.incumbent), "incumbent_objective": self.incumbent_objective}
        return {**plain, "values": None if self.values is None else _plain(self.values)}

    def __repr__(self) -> str:
        facts = "".join(f", {name} {fact}" for name, fact in self.facts().items())
        size = f", {len(self.values):,} values" if self.values else ""
        return f"<Result {self.status}{facts}{size}: {self.reason}>"

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


@dataclass(frozen=True, repr=False)
class Answer:
    """The result of one solve of a Sudoku; `grid` is not None exactly when `status` is SOLVED."""

    status: Status
    grid: Grid | None
    reason: str
    stats: Stats
    stopped_by: str = ""
    """"time limit", "gave up" (the solver, before any limit) or "interrupted" when the status is UNKNOWN."""

    def __bool__(self) -> bool:
        return self.status is Status.SOLVED

    def __repr__(self) -> str:
        return f"<Answer {self.status}: {self.reason}>"

    def _repr_html_(self) -> str:
        return f"{self.grid.html() if self.grid else ''}<p>{self.status}: {escape(self.reason)}</p>"

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain data; times are in seconds."""
        grid = self.grid.line() if self.grid else None
        plain = {"status": str(self.status), "grid": grid, "reason": self.reason, "stopped_by": self.stopped_by}
        return {**plain, "stats": asdict(self.stats)}


@dataclass(frozen=True, repr=False)
class Count:
    """The number of solutions found, and whether there are more.

    Attributes:
        value: The number of different solutions found.
        status: "exact" when it is confirmed that there are no more, "at least" when the count was stopped after the
            first solution, "unknown" when it was stopped before.
        reason: The status as a sentence.
        solutions: The solutions, in the order found: grids for a Sudoku, values by key for another problem.
        seconds: Wall clock time from one solution to the next, including reading, checking and excluding it; when the
            status is "exact", the last one is the time until the claim that there are no more.
        stats: Size of the model, and times summed over the solves; `solve_seconds` does not include the last one.
        prove_seconds: The solver's time until it claimed that there are no more solutions, if it did.
        checked_by: The solver of another paradigm that confirmed this, or "certificate"; empty without a cross-check,
            when "exact" is the claim of one solver.
        stopped_by: "limit", "time limit", "gave up" (the solver) or "interrupted"; empty when nothing stopped it.
        check_seconds: The time of the cross-check, including building its model; None when there was none.
        method: "cuts" for no-good cuts, "enumerate" for the solver's own enumeration, or "partition".
        certificate: The proof of an exact count, as files that anybody can check, if it was asked for.
    """

    value: int
    status: Literal["exact", "at least", "unknown"]
    reason: str
    solutions: tuple[Any, ...]
    seconds: tuple[float, ...]
    stats: Stats
    prove_seconds: float | None = None
    checked_by: str = ""
    stopped_by: str = ""
    check_seconds: float | None = None
    method: str = "cuts"
    certificate: Certificate | None = None

    @property
    def grids(self) -> tuple[Grid, ...]:
        """The solutions of a Sudoku."""
        return self.solutions

    @property
    def is_unique(self) -> bool | None:
        """Whether there is exactly one solution; None when that is not known."""
        if self.value > 1:
            return False
        return self.value == 1 if self.status == "exact" else None

    def as_dict(self) -> dict[str, Any]:
        """The count as plain data; times are in seconds."""
        plain = {name: getattr(self, name) for name in ("value", "status", "reason", "seconds")}
        plain |= {name: getattr(self, name) for name in ("prove_seconds", "check_seconds", "checked_by")}
        plain |= {"stopped_by": self.stopped_by, "method": self.method}
        if self.certificate is not None:
            plain["certificate"] = {"steps": self.certificate.steps, "bytes": len(self.certificate.proof)}
        return {**plain, "grids": [_plain(solution) for solution in self.solutions], "stats": asdict(self.stats)}

    def __repr__(self) -> str:
        return f"<Count {self}: {self.reason}>"

    def _repr_html_(self) -> str:
        grids = [each.html() for each in self.solutions[:FIRST_GRIDS] if isinstance(each, Grid)]
        more = f"<p>and {self.value - len(grids):,} more</p>" if 0 < len(grids) < self.value else ""
        return f"<p><b>{self}</b>: {escape(self.reason)}</p>{beside(*grids) if grids else ''}{more}"

    def __str__(self) -> str:
        return {"exact": f"{self.value}", "at least": f"at least {self.value}", "unknown": "unknown"}[self.status]


def _plain(solution: Any) -> Any:
    return solution.line() if isinstance(solution, Grid) else {str(key): value for key, value in solution.items()}
