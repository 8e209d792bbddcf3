"""The difficulty of a puzzle for a person: three levels, and a rating on the scale of Sudoku Explainer."""

from dataclasses import dataclass
from typing import Any

from ..inference.singles import Positions, hidden_singles, naked_singles, to_fixpoint
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.puzzle import Puzzle
from . import explain

LEVELS = ("easy", "medium", "hard")
"""From easy to hard."""


def level(puzzle: PuzzleLike) -> str:
    """The level of a puzzle: how far singles solve it.

    - "easy": hidden singles (a digit that fits in only one cell of a unit) solve it;
    - "medium": naked singles (a cell in which only one digit fits) are needed too;
    - "hard": singles do not solve it. A puzzle that has not exactly one solution is hard in this sense.

    On a board with further rules, such as killer cages, candidates that a rule leaves no place for go at each level.

    Source: the easy, medium and advanced boards of the program with a WPF interface on CodeProject, article 865143.

    >>> from sudoku_models import load
    >>> level(load("easy50:1")), level(load("mccaffrey"))
    ('easy', 'hard')
    """
    positions = Positions.start(as_puzzle(puzzle))
    if not to_fixpoint(positions, hidden_singles):
        return "hard"
    if positions.solved:
        return "easy"
    to_fixpoint(positions, hidden_singles, naked_singles)
    return "medium" if positions.solved else "hard"


@dataclass(frozen=True)
class Rating:
    """The difficulty of a puzzle: its level, and the weight of the hardest step that it needs.

    Attributes:
        puzzle: The puzzle.
        by: The method of explanation: "techniques", "mus", "smus" or "lp".
        level: "easy", "medium" or "hard".
        rating: The weight of the hardest step. For techniques it is on the scale of Sudoku Explainer, for minimal
            and smallest sets the size of the largest set, for sums of equations the largest norm.
        hardest: The name of the hardest step.
        steps: The number of steps.
        solved: Whether the steps lead to the solution. If not, the rating is only that of the steps that were found.
        reason: Why the explanation ended.
        stopped_by: "time limit", or empty.
    """

    puzzle: Puzzle
    by: str
    level: str
    rating: float
    hardest: str
    steps: int
    solved: bool
    reason: str
    stopped_by: str = ""

    @property
    def is_on_published_scale(self) -> bool:
        """Whether the rating can be compared with published ones: by techniques, on a board with units only."""
        return self.by == "techniques" and not self.puzzle.board.cell_rules

    def as_dict(self) -> dict[str, Any]:
        """The rating as JSON data."""
        return {
            "puzzle": self.puzzle.line(),
            "name": self.puzzle.name,
            "by": self.by,
            "level": self.level,
            "rating": self.rating,
            "on_published_scale": self.is_on_published_scale,
            "hardest": self.hardest,
            "steps": self.steps,
            "solved": self.solved,
            "reason": self.reason,
        }

    def __str__(self) -> str:
        bound = "" if self.solved else "at least "
        what = {"techniques": "rating", "mus": "largest set", "smus": "largest set", "lp": "largest norm"}[self.by]
        number = f"{self.rating:.1f}" if self.by == "techniques" else f"{self.rating:g}"
        own = ", on a scale of our own" if self.by == "techniques" and not self.is_on_published_scale else ""
        return f"{self.level}, {what} {bound}{number} ({self.hardest or 'no step'}), {self.steps} steps{own}"


def rate(puzzle: PuzzleLike, time_limit: float | None = None, by: str = "techniques") -> Rating:
    """The rating of a puzzle: the weight of the hardest step that it needs, when the easiest step is taken each time.

    The scale for techniques is that of Sudoku Explainer, from 1.0 for the last cell of a unit to 9.5 and more for
    nested suppositions; the table is `explain.techniques.TECHNIQUES`. It differs from the published programs in three
    points: no step assumes that the solution is unique; the "direct" variants of locked and hidden sets are not
    distinguished; and nested suppositions, the last resort, have ratings of our own. On a board with further rules,
    such as killer cages, what a rule leaves possible is a technique too, from 2.4 to 3.4; common peers are rated 2.7,
    arrows in units and chains of dots from 2.7, and the sum of whole units (the "rule of 45") from 2.9. No published
    scale has them, so such a rating orders puzzles of its kind and is not comparable with others
    (`Rating.is_on_published_scale`). Nested proofs that are too long to be explained are rated all the same.

    Args:
        puzzle: The puzzle, its name, or its text.
        time_limit: Seconds; after that the rating is that of the steps so far, and `solved` is False.
        by: "techniques" for named techniques, "mus" for the size of the largest minimal set (which takes some seconds),
            "smus" for smallest sets instead (up to some minutes), or "lp" for the largest norm of a certificate (as far
            as sums of equations go).

    Raises:
        UnknownNameError: When there is no such method of explanation.
        InputError: When the time limit is not a positive number.

    >>> from sudoku_models import load
    >>> print(rate(load("mccaffrey")))
    hard, rating 2.8 (claiming), 58 steps
    >>> print(rate(load("mccaffrey"), by="lp"))
    hard, largest norm 2 (single), 57 steps
    """
    puzzle = as_puzzle(puzzle)
    found = explain(puzzle, by, time_limit=time_limit, to_the_end=True)
    hardest = found.hardest
    top, name = (hardest.weight, hardest.name) if hardest else (0.0, "")
    steps = len(found.steps)
    return Rating(puzzle, by, level(puzzle), top, name, steps, found.solved, found.reason, found.stopped_by)
