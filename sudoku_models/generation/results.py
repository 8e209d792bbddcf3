"""The result of `generate`."""

from dataclasses import dataclass, field
from typing import Any

from ..certificates import Certificate
from ..puzzles.board import Board
from ..puzzles.descriptions import counted
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rules import Rule

__all__ = ["Generated"]


@dataclass(frozen=True)
class Generated:
    """A generated puzzle, and whether it meets the request.

    Attributes:
        puzzle: The puzzle; None when the time limit was reached before one was proved to have one solution.
        solution: Its solution.
        seed: The seed, which generates the same puzzle again.
        level: The difficulty: "easy", "medium" or "hard", see `difficulty.level`; None for a board with rules.
        rating: The difficulty on the scale of Sudoku Explainer, by `difficulty.rate`; None when the puzzle was not
            rated, or the steps do not reach the solution in time (see `generate`).
        symmetric: Whether the cells of the givens are symmetric under a half turn.
        minimal: True when every given is proved to be needed, False when one is not needed, None when unknown.
        met: Whether the request is met; None when the time limit was reached before all attempts were made.
        reason: The outcome, in a sentence.
        proof: The second proof that the solution is unique.
        attempts: The number of full grids that were reduced.
        minimal_rules: True when every rule that was drawn is proved to be needed, None when unknown.
        seconds: The time that it took.
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
    minimal_rules: bool | None = None
    seconds: float = field(default=0.0, compare=False)
    certificate: Certificate | None = field(default=None, compare=False, repr=False)

    def __bool__(self) -> bool:
        return self.met is True

    @property
    def clues(self) -> int | None:
        """The number of givens."""
        return len(self.puzzle.givens) if self.puzzle else None

    @property
    def text(self) -> str | None:
        """The puzzle in one line that `Puzzle.parse` reads, with its board where that is not the usual one."""
        if not self.puzzle:
            return None
        return self.puzzle.line() if _is_usual(self.puzzle.board) else self.puzzle.text()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of its board."""
        return self.puzzle.board.rules if self.puzzle else ()

    @property
    def title(self) -> str:
        """The level, the rating, the rules, the number of givens and the seed in a line."""
        if not self.puzzle:
            return f"no puzzle, seed {self.seed}"
        parts = [] if self.level is None else [self.level]
        parts += [] if self.rating is None else [f"rated {self.rating:.1f}"]
        return ", ".join(
            [*parts, *counted(rule.kind for rule in self.rules), f"{self.clues} givens", f"seed {self.seed}"]
        )

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data; "text" is the puzzle with its board, "puzzle" its givens only."""
        names = ("seed", "level", "rating", "clues", "symmetric", "minimal", "minimal_rules", "met", "reason", "proof")
        lines = {
            "board": str(self.puzzle.board) if self.puzzle else None,
            "text": self.text,
            "puzzle": self.puzzle.line() if self.puzzle else None,
            "solution": self.solution.line() if self.solution else None,
        }
        return {**lines, **{name: getattr(self, name) for name in names}, "attempts": self.attempts}


def _is_usual(board: Board) -> bool:
    """Whether a line of givens is read as a puzzle on this board."""
    has_boxes = any(board.size % k == 0 for k in range(2, board.size))
    return has_boxes and board == Board.of_size(board.size)
