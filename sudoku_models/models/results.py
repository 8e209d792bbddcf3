"""What a solver may say, and what a count may say. Both are three-valued: a limit is never a proof."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from ..puzzles.puzzle import Grid
from ..solvers import Status

__all__ = ["Answer", "Count", "Result", "Stats", "Status"]


@dataclass(frozen=True)
class Stats:
    """How large the model is as the solver sees it, and where the time went.

    Times are seconds of wall clock time, and none is part of another:

    - `build_seconds`: the formulation defines the model in the modelling library;
    - `rewrite_seconds`: the model is made linear (0 where it was not), the copy included;
    - `translate_seconds`: from the modelling library's objects to the solver's own, summed over the solves; None where
      the modelling library runs the solver itself and does not tell the two apart;
    - `solve_seconds`: inside the solver, summed over the solves, but for the final proof of a count, which is
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
    """What the solver tells of its search, such as nodes, backtracks or LP iterations."""


@dataclass(frozen=True)
class Result:
    """The answer to one solve of a problem: `values` is there exactly when `status` is SOLVED.

    With an objective, SOLVED means that the solution is proved to be optimal.

    Attributes:
        status: SOLVED, INFEASIBLE (proved) or UNKNOWN.
        values: The value of each variable, by its key.
        objective: The objective at these values; None when the problem has no objective.
        reason: The status in words.
        rewrite: The rewrites that the solver needed, joined with "+"; empty when it took the problem as it is defined.
        stopped_by: "time limit", "gave up" (the solver, before any limit) or "interrupted" when the status is UNKNOWN.
        search: What the solver tells of its search, such as nodes or LP iterations.
        incumbent: The best solution that was found before something stopped the optimisation; not proved to be optimal.
        incumbent_objective: The objective at the incumbent.
        bound: No solution has a better objective than this, as far as the solver had proved when it was stopped.
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

    def __bool__(self) -> bool:
        return self.status is Status.SOLVED


@dataclass(frozen=True)
class Answer:
    """The answer to one solve: `grid` is there exactly when `status` is SOLVED."""

    status: Status
    grid: Grid | None
    reason: str
    stats: Stats
    stopped_by: str = ""
    """"time limit", "gave up" (the solver, before any limit) or "interrupted" when the status is UNKNOWN."""

    def __bool__(self) -> bool:
        return self.status is Status.SOLVED

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain data; times are in seconds."""
        grid = self.grid.line() if self.grid else None
        plain = {"status": str(self.status), "grid": grid, "reason": self.reason, "stopped_by": self.stopped_by}
        return {**plain, "stats": asdict(self.stats)}


@dataclass(frozen=True)
class Count:
    """How many solutions were found, and what is known of the rest.

    Attributes:
        value: The number of different solutions found.
        status: "exact" when it is proved that there are no more, "at least" when something stopped the count after
            the first solution, "unknown" when it stopped before.
        reason: The same in a sentence.
        solutions: The solutions, in the order found: grids for a Sudoku, values by key for another problem.
        seconds: Wall clock time from one solution to the next, with all that it took to read, check and exclude it;
            when the status is "exact" the last one is the proof that there are no more.
        stats: Size of the model, and times summed over the solves; `solve_seconds` leaves the proof out.
        prove_seconds: What the solver took to prove "no more", if it did.
        checked_by: The solver of another paradigm that confirmed the proof, if one was asked.
        stopped_by: "limit", "time limit", "gave up" (the solver) or "interrupted"; empty when nothing stopped it.
        check_seconds: What the cross-check took, with the model that it builds; None when there was none.
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
        plain |= {name: getattr(self, name) for name in ("prove_seconds", "check_seconds", "checked_by", "stopped_by")}
        return {**plain, "grids": [_plain(solution) for solution in self.solutions], "stats": asdict(self.stats)}

    def __str__(self) -> str:
        return {"exact": f"{self.value}", "at least": f"at least {self.value}", "unknown": "unknown"}[self.status]


def _plain(solution: Any) -> Any:
    return solution.line() if isinstance(solution, Grid) else {str(key): value for key, value in solution.items()}
