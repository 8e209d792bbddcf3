"""What a solver may say, and what a count may say. Both are three-valued: a limit is never a proof."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from ..puzzles.puzzle import Grid
from ..solvers import Status

__all__ = ["Answer", "Count", "Stats", "Status"]


@dataclass(frozen=True)
class Stats:
    """How large the model is as the solver sees it, and where the time went (seconds).

    `rewrite_seconds` is what it took to make the model linear. `translate_seconds` is the time from the modelling
    library's objects to the solver's own; it is None where the modelling library runs the solver itself and does not
    tell the two apart.
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
        grids: The solutions, in the order found.
        seconds: What each solve took; when the status is "exact" the last one is the proof that there are no more.
        stats: Size of the model and time spent, summed over the solves; `solve_seconds` leaves the proof out.
        prove_seconds: What the proof of "no more" took, if there is one.
        checked_by: The solver of another kind that confirmed the proof, if one was asked.
        stopped_by: "limit", "time limit", "gave up" (the solver) or "interrupted"; empty when nothing stopped it.
    """

    value: int
    status: Literal["exact", "at least", "unknown"]
    reason: str
    grids: tuple[Grid, ...]
    seconds: tuple[float, ...]
    stats: Stats
    prove_seconds: float | None = None
    checked_by: str = ""
    stopped_by: str = ""

    @property
    def is_unique(self) -> bool | None:
        """Whether there is exactly one solution; None when that is not known."""
        if self.value > 1:
            return False
        return self.value == 1 if self.status == "exact" else None

    def as_dict(self) -> dict[str, Any]:
        """The count as plain data; times are in seconds."""
        plain = {name: getattr(self, name) for name in ("value", "status", "reason", "seconds")}
        plain |= {name: getattr(self, name) for name in ("prove_seconds", "checked_by", "stopped_by")}
        return {**plain, "grids": [grid.line() for grid in self.grids], "stats": asdict(self.stats)}

    def __str__(self) -> str:
        return {"exact": f"{self.value}", "at least": f"at least {self.value}", "unknown": "unknown"}[self.status]
