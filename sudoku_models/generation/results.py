"""The result of `generate`."""

from dataclasses import dataclass, field
from typing import Any

from ..certificates import Certificate
from ..puzzles.puzzle import Grid, Puzzle

__all__ = ["Generated"]


@dataclass(frozen=True)
class Generated:
    """A generated puzzle, and whether it meets the request.

    Attributes:
        puzzle: The puzzle; None when the time limit was reached before one was proved to have one solution.
        solution: Its solution.
        seed: The seed, which generates the same puzzle again.
        level: The difficulty: "easy", "medium" or "hard"; see `difficulty.level`.
        rating: The difficulty on the scale of Sudoku Explainer, by `difficulty.rate`; None when the puzzle was not
            rated, or the steps do not reach the solution in time (see `generate`).
        symmetric: Whether the cells of the givens are symmetric under a half turn.
        minimal: True when every given is proved to be needed, False when one is not needed, None when unknown.
        met: Whether the request is met; None when the time limit was reached before all attempts were made.
        reason: The outcome, in a sentence.
        proof: The second proof that the solution is unique.
        attempts: The number of full grids that were reduced.
        certificate: A certificate that the solution is unique, if it was asked for and the time was enough.
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
    certificate: Certificate | None = field(default=None, compare=False, repr=False)

    def __bool__(self) -> bool:
        return self.met is True

    @property
    def clues(self) -> int | None:
        """The number of givens."""
        return len(self.puzzle.givens) if self.puzzle else None

    @property
    def title(self) -> str:
        """The level, the rating, the number of givens and the seed in a line."""
        rated = "" if self.rating is None else f", rated {self.rating:.1f}"
        made = f"{self.level}{rated}, {self.clues} givens" if self.puzzle else "no puzzle"
        return f"{made}, seed {self.seed}"

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        names = ("seed", "level", "rating", "clues", "symmetric", "minimal", "met", "reason", "proof", "attempts")
        lines = {
            "board": str(self.puzzle.board) if self.puzzle else None,
            "puzzle": self.puzzle.line() if self.puzzle else None,
            "solution": self.solution.line() if self.solution else None,
        }
        return {**lines, **{name: getattr(self, name) for name in names}}
