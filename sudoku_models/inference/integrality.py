"""The puzzles on which the LP relaxation of `assignment` is integral: its only point is the solution.

Which puzzles these are is an open question: no characterisation is known to the authors. One direction is proved in
lesson 11: what singles, locked candidates or domain consistency infer holds at every point of the LP, so a puzzle that
they solve has an integral relaxation. The tables here give figures for the other direction: how often the LP is
integral where this logic fails, and how that goes with the published difficulty.
"""

from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

from ..puzzles.corpora import corpus, titles
from ..runtime.tables import ResultTable
from .methods import METHODS
from .strength import StrengthComparison, percent

LOGICS = ("hidden", "locked", "domain", "shaving")
"""The logic by which puzzles are grouped: the first that solves a puzzle."""
RELAXATION = "lp:assignment"
NEEDED = (*LOGICS, RELAXATION)
"""The methods that a comparison needs."""
NONE = "none of these"


class IntegralGroup(NamedTuple):
    """Puzzles of one kind.

    Attributes:
        title: What they have in common.
        puzzles: Their names.
        integral: How many have an integral relaxation.
        not_known: How many reached the time limit before this was known.
        ratings: The published difficulties of those that have one.
    """

    title: str
    puzzles: list[str]
    integral: int
    not_known: int
    ratings: list[float]


def integral_groups(compared: StrengthComparison) -> list[IntegralGroup]:
    """Count the puzzles with an integral relaxation, by the first logic that solves a puzzle and by published rating.

    A puzzle that a method did not finish within the time limit counts as not solved by it.

    Args:
        compared: A comparison of at least the methods `NEEDED`.

    >>> from sudoku_models import strength
    >>> for group in integral_groups(strength("hardest11", NEEDED)):
    ...     print(group.title, len(group.puzzles), group.integral)
    + hidden singles 1 1
    + locked candidates 2 2
    domain consistency 0 0
    shaving 6 1
    none of these 2 0
    all 11 4
    """
    known = corpus(compared.name) if compared.name in titles() else None
    ratings = [known.entry(each.name).rating if known else None for each in compared.puzzles]
    answers = [attempt.finished for attempt in compared[RELAXATION].attempts]
    every = range(len(answers))
    first = [next((name for name in LOGICS if compared[name].attempts[k].finished), NONE) for k in every]

    def members() -> Iterator[tuple[str, list[int]]]:
        for logic in (*LOGICS, NONE):
            yield METHODS[logic].title if logic in METHODS else logic, [k for k in every if first[k] == logic]
        for low in sorted({int(rating) for rating in ratings if rating is not None}):
            yield f"rated {low}.0 to {low}.9", [k for k in every if (rating := ratings[k]) and int(rating) == low]
        yield "all", list(every)

    return [
        IntegralGroup(
            title,
            [compared.puzzles[k].name for k in chosen],
            sum(answers[k] is True for k in chosen),
            sum(answers[k] is None for k in chosen),
            [rating for k in chosen if (rating := ratings[k]) is not None],
        )
        for title, chosen in members()
    ]


def integral_table(compared: StrengthComparison) -> ResultTable:
    """The groups of puzzles as a table."""
    rows = []
    for group in integral_groups(compared):
        if of := len(group.puzzles):
            share = percent(group.integral / of, (group.integral + group.not_known) / of, of)
            rating = f"{median(group.ratings):.1f}" if group.ratings else "-"
            rows.append([group.title, f"{of:,}", f"{group.integral:,}", share, rating])
    headings = ("solved first by", "puzzles", "LP integral", "share", "median rating")
    return ResultTable(headings, rows, title=compared.title)
