"""The puzzles on which the LP relaxation of `assignment` is integral: its only point is the solution.

Which puzzles these are is an open question: no characterisation is known to the authors. One direction is proved in
lesson 11: what singles, locked candidates or domain consistency infer holds at every point of the LP, so a puzzle that
they solve has an integral relaxation. The tables here give figures for the other direction: how often the LP is
integral where this logic fails, and how that goes with the published difficulty.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from ..puzzles.corpora import corpus, titles
from ..runtime.tables import ResultTable
from .methods import METHODS
from .strength import SEED, Family, Progress, StrengthComparison, percent, strength

__all__ = ["LOGICS", "Group", "Integrality", "integrality"]

LOGICS = ("hidden", "locked", "domain", "shaving")
"""The logic by which puzzles are grouped: the first that solves a puzzle."""
RELAXATION = "lp:assignment"
NONE = "none of these"


@dataclass(frozen=True)
class Group:
    """Puzzles of one kind.

    Attributes:
        title: What they have in common.
        puzzles: Their names.
        integral: How many have an integral relaxation.
        not_known: How many reached the time limit before this was known.
        ratings: The published difficulties of those that have one.
    """

    title: str
    puzzles: tuple[str, ...]
    integral: int
    not_known: int
    ratings: tuple[float, ...]

    def cells(self) -> list[str]:
        """The row of a table."""
        of = len(self.puzzles)
        share = percent(self.integral / of, (self.integral + self.not_known) / of, of) if of else "-"
        rating = f"{median(self.ratings):.1f}" if self.ratings else "-"
        return [self.title, f"{of:,}", f"{self.integral:,}", share, rating]


@dataclass(frozen=True, repr=False)
class Integrality:
    """How often the relaxation is integral, by the logic that solves a puzzle, and by its difficulty.

    Attributes:
        comparison: What the methods of `LOGICS` and the relaxation finish.
        by_logic: A group for each of `LOGICS`, and one for the puzzles that none of them solves.
        by_rating: A group for each whole rating; empty where none is published.
        total: All puzzles.
    """

    comparison: StrengthComparison
    by_logic: tuple[Group, ...]
    by_rating: tuple[Group, ...]
    total: Group

    def table(self) -> ResultTable:
        """The groups as a table."""
        headings = ("solved first by", "puzzles", "LP integral", "share", "median rating")
        rows = [group.cells() for group in (*self.by_logic, *self.by_rating, self.total) if group.puzzles]
        return ResultTable(headings, rows, title=self.comparison.title)

    def __repr__(self) -> str:
        return f"<Integrality of {self.comparison.title}>"

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def as_dict(self) -> dict[str, object]:
        """The groups as plain data."""

        def told(group: Group) -> dict[str, object]:
            counts = {"puzzles": len(group.puzzles), "integral": group.integral, "not_known": group.not_known}
            return {"title": group.title, **counts, "ratings": list(group.ratings)}

        about = {"corpus": self.comparison.name, "of": self.comparison.of, "stopped_by": self.comparison.stopped_by}
        return {**about, "by_logic": [*map(told, self.by_logic)], "by_rating": [*map(told, self.by_rating)]}


def integrality(
    puzzles: Family,
    sample: int | None = None,
    seed: int = SEED,
    jobs: int = 1,
    time_limit: float | None = 10.0,
    progress: Progress | None = None,
) -> Integrality:
    """Find on which puzzles the LP relaxation of `assignment` is integral, and what logic solves them.

    Args:
        puzzles, sample, seed, jobs, time_limit, progress: As for `strength`.

    Returns:
        The groups. A puzzle that a method did not finish within the limit counts as not solved by it. After Ctrl-C all
        groups are empty.

    Raises:
        UnknownNameError, InputError: As `strength`.

    >>> for group in integrality("hardest11").by_logic:
    ...     print(group.cells()[:3])
    ['+ hidden singles', '1', '1']
    ['+ locked candidates', '2', '2']
    ['domain consistency', '0', '0']
    ['shaving', '6', '1']
    ['none of these', '2', '0']
    """
    compared = strength(puzzles, [*LOGICS, RELAXATION], sample, seed, jobs, time_limit, progress)
    if compared.stopped_by:
        return Integrality(compared, (), (), Group("all", (), 0, 0, ()))
    published = _published(puzzles)
    ratings = [published.get(puzzle.name) for puzzle in compared.puzzles]
    solved = [_first_logic(compared, k) for k in range(len(ratings))]
    answers = [attempt.finished for attempt in compared[RELAXATION].attempts]

    def group(title: str, members: Iterable[int]) -> Group:
        chosen = list(members)
        return Group(
            title,
            tuple(compared.puzzles[k].name for k in chosen),
            sum(answers[k] is True for k in chosen),
            sum(answers[k] is None for k in chosen),
            tuple(rating for k in chosen if (rating := ratings[k]) is not None),
        )

    by_logic: dict[str, list[int]] = {title: [] for title in (*(METHODS[name].title for name in LOGICS), NONE)}
    by_rating: dict[int, list[int]] = {}
    for k, rating in enumerate(ratings):
        by_logic[solved[k]].append(k)
        if rating is not None:
            by_rating.setdefault(int(rating), []).append(k)
    return Integrality(
        compared,
        tuple(group(title, members) for title, members in by_logic.items()),
        tuple(group(f"rated {low}.0 to {low}.9", members) for low, members in sorted(by_rating.items())),
        group("all", range(len(ratings))),
    )


def _first_logic(compared: StrengthComparison, k: int) -> str:
    """The title of the first logic that solves this puzzle."""
    return next((METHODS[name].title for name in LOGICS if compared[name].attempts[k].finished), NONE)


def _published(puzzles: Family) -> dict[str, float]:
    """The ratings of a corpus, by the names of its puzzles."""
    if not isinstance(puzzles, str) or puzzles not in titles():
        return {}
    found = corpus(puzzles)
    ratings = {name: found.entry(name).rating for name in found}
    return {name: rating for name, rating in ratings.items() if rating is not None}
