"""What `generate` returns."""

from dataclasses import dataclass
from typing import Any

from ..puzzles.puzzle import Grid, Puzzle

__all__ = ["Generated"]


@dataclass(frozen=True)
class Generated:
    """A puzzle that was generated, and whether it is what was requested.

    Attributes:
        puzzle: The puzzle; None when the time limit was reached before one was proved to have one solution.
        solution: Its solution.
        seed: The same seed generates the same puzzle again.
        level: How hard it is: "easy", "medium" or "hard"; see `difficulty.level`.
        rating: The same in the scale of Sudoku Explainer, by `difficulty.rate`; None when the steps do not lead
            to the solution in time.
        symmetric: Whether the cells of the givens stay the same in half a turn.
        minimal: True when it is proved that every given is needed, False when one is not, None when that is not known.
        met: Whether it is all that was requested. None: the time limit was reached before all attempts were made.
        reason: The same in words.
        proof: How it is proved that the solution is unique.
        attempts: How many full grids were reduced.
    """

    puzzle: Puzzle | None
    solution: Grid | None
    seed: str
    level: str | None
    rating: float | None
    symmetric: bool
    minimal: bool | None
    met: bool | None
    reason: str
    proof: str
    attempts: int

    def __bool__(self) -> bool:
        return self.met is True

    @property
    def clues(self) -> int | None:
        """The number of givens."""
        return len(self.puzzle.givens) if self.puzzle else None

    @property
    def title(self) -> str:
        """Level, rating, number of givens and seed in a line."""
        rated = "" if self.rating is None else f", rated {self.rating:.1f}"
        made = f"{self.level}{rated}, {self.clues} givens" if self.puzzle else "no puzzle"
        return f"{made}, seed {self.seed}"

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        names = ("seed", "level", "rating", "clues", "symmetric", "minimal", "met", "reason", "proof", "attempts")
        lines = {
            "board": str(self.puzzle.board) if self.puzzle else None,
            "puzzle": self.puzzle.line() if self.puzzle else None,
            "solution": self.solution.line() if self.solution else None,
        }
        return {**lines, **{name: getattr(self, name) for name in names}}
