"""The difficulty of a puzzle for a person: a rating on the scale of Sudoku Explainer, and the level that it stands for.

`LEVELS` is the one table of levels; the command line, the board and the sheets use its names.
"""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..inference.singles import (
    Positions,
    full_houses,
    hidden_singles,
    hidden_singles_in_boxes,
    locked_candidates,
    naked_singles,
    to_fixpoint,
)
from ..inference.singles import Rule as Inference
from ..puzzles.board import Board
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import Deadline, check_time_limit, deadline_of
from . import explain


class Level(NamedTuple):
    """An entry of `LEVELS`.

    Attributes:
        lowest, below: The bounds of the rating: at least the first, less than the second.
        needs: What the puzzles of the level need, in a sentence.
        rules: The inference methods that solve all of them without a step by step explanation; empty when that takes
            more than singles and locked candidates.
    """

    lowest: float
    below: float
    needs: str
    rules: tuple[Inference, ...] = ()


LEVELS = {
    "beginner": Level(
        0.0,
        1.5,
        "Last open cells, and digits that fit in only one cell of a box.",
        (full_houses, hidden_singles_in_boxes),
    ),
    "easy": Level(1.5, 2.0, "Digits that fit in only one cell of a row, a column or a box.", (hidden_singles,)),
    "medium": Level(
        2.0,
        3.0,
        "Cells in which only one digit fits, or digits that are locked in a row, a column or a box.",
        (hidden_singles, naked_singles, locked_candidates),
    ),
    "hard": Level(3.0, 5.0, "Patterns of a few cells: pairs, triples, X-wings, swordfish, skyscrapers, XY-wings."),
    "very hard": Level(5.0, 7.5, "Large patterns such as quads and jellyfish, or a chain of conclusions."),
    "extreme": Level(7.5, math.inf, "Suppositions with several chains each: what if this cell held that digit?"),
}
"""The levels by name, from easy to hard. The bounds lie between techniques of the published scale of Sudoku Explainer,
`explain.techniques.TECHNIQUES`: the level is that of the hardest step that a puzzle needs."""
MEASURED = {4: 1, 6: 4, 8: 5, 9: 6, 10: 6, 12: 6, 15: 3, 16: 3, 20: 3, 25: 3}
"""For each size of the usual boards on which levels are measured, the number of levels that can be generated."""


def levels_of_size(size: int) -> tuple[str, ...]:
    """The levels that can be generated on the usual board of a size.

    >>> levels_of_size(4), levels_of_size(5)
    (('beginner',), ())
    """
    return tuple(LEVELS)[: MEASURED.get(size, 0)]


def levels_on(board: Board) -> tuple[str, ...]:
    """The levels that can be generated on a board: those that are measured there; none with further rules or units.

    >>> levels_on(Board.of_size(4)), levels_on(Board.of_size(9).diagonal())
    (('beginner',), ())
    """
    if board.size not in MEASURED:
        return ()
    usual = Board.of_size(board.size)
    height, width = usual.box or (1, 1)
    return levels_of_size(board.size) if board in (usual, Board.with_boxes(width, height)) else ()


def level_of(rating: float) -> str:
    """The level that a rating on the scale of Sudoku Explainer stands for.

    >>> level_of(1.2), level_of(2.8), level_of(7.2)
    ('beginner', 'medium', 'very hard')
    """
    return next(name for name, level in LEVELS.items() if rating < level.below or level.below == math.inf)


def simple_level(puzzle: Puzzle) -> str | None:
    """The level that singles and locked candidates prove, on any board; None when they do not solve the puzzle.

    A puzzle that they solve has exactly one solution, because every step is forced. No solver is called.

    >>> from sudoku_models import load
    >>> simple_level(load("easy50:1")), simple_level(load("rated:1"))
    ('beginner', None)
    """
    positions = Positions.start(puzzle)
    for name, each in LEVELS.items():
        if not each.rules or not to_fixpoint(positions, *each.rules):
            return None
        if positions.solved:
            return name
    return None


def level_up_to(highest: str, puzzle: Puzzle) -> str | None:
    """The level of a puzzle with one solution, where those above `highest` are not told apart.

    The steps are those of `rate`, but techniques that only harder levels need are not tried. That is much faster.

    Args:
        highest: The level; for one that is harder, the result is the next one. So up to "very hard", the result is
            exact: what is harder is extreme.
        puzzle: The puzzle.

    Returns:
        The level; None when the deadline around this call was reached.

    >>> from sudoku_models import load
    >>> level_up_to("hard", load("rated:1")), level_up_to("hard", load("rated:900"))
    ('very hard', 'very hard')
    """
    if simple := simple_level(puzzle):
        return simple
    below = min(LEVELS[highest].below, LEVELS["extreme"].lowest)
    found = explain(puzzle, below=below)
    if found.stopped_by:
        return None
    return level_of(found.hardest.weight if found.solved and found.hardest else below)


def level(puzzle: PuzzleLike, time_limit: float | None = None) -> str | None:
    """The level of a puzzle, by the hardest step that it needs: one of `LEVELS`. It is that of the rating, see `rate`.

    | level | rating | what it needs |
    |---|---|---|
    | beginner | below 1.5 | last open cells, and digits that fit in only one cell of a box |
    | easy | 1.5 | digits that fit in only one cell of a row, a column or a box |
    | medium | 2.3 to 2.8 | cells in which only one digit fits; locked candidates |
    | hard | 3.0 to 4.9 | pairs, triples, X-wings, swordfish, skyscrapers, XY-wings |
    | very hard | 5.0 to 7.4 | quads, jellyfish, large wings, or a chain |
    | extreme | from 7.5 | suppositions with several chains each |

    Args:
        puzzle: The puzzle, its name, or its text.
        time_limit: Seconds; None means no limit.

    Returns:
        The level; None for a puzzle that has not exactly one solution, for a board on which levels are not measured
        (see `levels_on`), and at the time limit.

    >>> from sudoku_models import load
    >>> level(load("easy50:1")), level(load("mccaffrey")), level("1... .... .... ....")
    ('beginner', 'medium', None)
    """
    puzzle = as_puzzle(puzzle)
    check_time_limit(time_limit)
    if not levels_on(puzzle.board):
        return None
    with deadline_of(time_limit) as deadline:
        found = level_up_to("very hard", puzzle)
        if found == "extreme":  # or no steps lead to a solution because there are several, or none
            from ..models.counting import count_solutions  # imported late: it needs a solver

            if deadline.is_over or not count_solutions(puzzle, limit=2, time_limit=deadline.left()).is_unique:
                return None
    return found


@dataclass(frozen=True)
class Rating:
    """The difficulty of a puzzle: its level, and the weight of the hardest step that it needs.

    Attributes:
        puzzle: The puzzle.
        by: The method of explanation: "techniques", "mus", "smus" or "lp".
        level: One of `LEVELS`, that of the rating by techniques; None when it is not known, see `level`. Of a puzzle
            that is not rated to the end in time, it is known only if a step is extreme.
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
    level: str | None
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
        level = f"{self.level}, " if self.level else ""
        return f"{level}{what} {bound}{number} ({self.hardest or 'no step'}), {self.steps} steps{own}"


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
    medium, rating 2.8 (claiming), 58 steps
    >>> print(rate(load("mccaffrey"), by="lp"))
    medium, largest norm 2 (single), 57 steps
    """
    puzzle = as_puzzle(puzzle)
    check_time_limit(time_limit)
    deadline = Deadline(time_limit)
    found = explain(puzzle, by, time_limit=time_limit, to_the_end=True)
    hardest = found.hardest
    top, name = (hardest.weight, hardest.name) if hardest else (0.0, "")
    steps = len(found.steps)
    if by != "techniques":
        name_of_level = None if found.stopped_by or deadline.is_over else level(puzzle, deadline.left())
    elif levels_on(puzzle.board) and (found.solved or (found.stopped_by and level_of(top) == "extreme")):
        name_of_level = level_of(top)
    else:
        name_of_level = None
    return Rating(puzzle, by, name_of_level, top, name, steps, found.solved, found.reason, found.stopped_by)
