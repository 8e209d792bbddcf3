"""What may be compared with what: one corpus, one time limit, one setting, and the cases that all ways have.

A *race* is what may stand in one table or one picture: the rows of one corpus, with one time limit and one number of
threads, from machines of one kind with one set of versions (a *setting*). Nothing here ever pools two races.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from ..errors import InputError, UnknownNameError
from .rows import SETTING

__all__ = ["MEASURES", "Field", "Race", "field", "labelled", "races"]

MEASURES = {
    "proved": "the time until the solution is found and proved to be the only one",
    "solved": "the time until the first solution",
}
"""What a race is about; a puzzle with several solutions or none counts as proved once that is known."""

WAY = ["formulation", "rewrite", "backend", "solver", "presolve"]
CASE = ["puzzle", "seed"]
RACE = ["corpus", "time_limit", "threads", "setting"]
ENOUGH = 0.5
"""A way that has fewer than this share of the cases so far would shrink the comparison of all the others."""


@dataclass(frozen=True, order=True)
class Race:
    """What the rows of one race share; settings are numbered from 1 in the order in which they were first used."""

    corpus: str
    time_limit: float
    threads: int
    setting: int

    def __str__(self) -> str:
        threads = "" if self.threads == 1 else f", {self.threads} threads"
        return f"{self.corpus}, limit {self.time_limit:g} s{threads}, setting {self.setting}"


@dataclass(frozen=True)
class Field:
    """The ways of one race and their times on the cases that all of them have.

    Attributes:
        race: What the rows share.
        measure: "proved" or "solved".
        seconds: A row for each (puzzle, seed), a column for each way; infinite where the way did not come to its end
            within the limit.
        run: How many cases each way has, in the comparison or not.
        left_out: The ways that are not compared, and why.
    """

    race: Race
    measure: str
    seconds: pd.DataFrame
    run: dict[str, int]
    left_out: dict[str, str]

    @cached_property
    def by_puzzle(self) -> "Between":
        """One time for each puzzle and way."""
        return by_puzzle(self.seconds, self.race.time_limit)

    @cached_property
    def ranking(self) -> list[str]:
        """The ways by PAR2, the best first."""
        penalised = self.seconds.replace(np.inf, 2 * self.race.time_limit).mean()
        return [*penalised.sort_values(kind="stable").index]

    @cached_property
    def fastest(self) -> pd.DataFrame:
        """Whether no way was faster on a case; of a case that nobody ended nobody was the fastest."""
        return self.seconds.eq(self.virtual_best, axis=0) & np.isfinite(self.seconds)

    def notable(self, most: int) -> list[str]:
        """So many ways to look at first: the best by PAR2, and among them the one that is the fastest most often."""
        if len(self.ranking) <= most or most < 1:
            return self.ranking[: max(most, 0)]
        often = self.fastest.sum().reindex(self.ranking).idxmax()
        chosen = self.ranking[:most]
        return chosen if often in chosen else [*chosen[:-1], often]

    @cached_property
    def virtual_best(self) -> pd.Series:
        """The time of the fastest way of each case."""
        return self.seconds.min(axis=1)


@dataclass(frozen=True)
class Between:
    """Times of which some are only known to be more than the limit: each is at least this, and at most that."""

    at_least: Any
    at_most: Any

    def __getitem__(self, way: str) -> "Between":
        return Between(self.at_least[way], self.at_most[way])

    def __len__(self) -> int:
        return len(self.at_least)


def by_puzzle(seconds: Any, limit: float) -> Between:
    """One time for each puzzle: the median of its symmetric twins, which are no independent evidence.

    >>> cases = pd.MultiIndex.from_tuples([("a:1", 0), ("a:1", 1), ("a:2", 0)], names=CASE)
    >>> times = by_puzzle(pd.Series([4.0, np.inf, 2.0], cases), limit=10)  # the median of 4 and more than 10
    >>> times.at_least.tolist(), times.at_most.tolist()
    ([7.0, 2.0], [inf, 2.0])
    """
    at_least, at_most = (
        times.groupby(level="puzzle", sort=False).median() for times in (seconds.clip(upper=limit), seconds)
    )
    return Between(at_least, at_most)


def labelled(table: pd.DataFrame) -> pd.DataFrame:
    """The rows with two more columns: `way`, as a person writes it, and `setting`, a number from 1.

    Puzzles that go by one name in a corpus, and formulations that go by one name, get their digest behind it. A row
    whose worker was lost, so that nobody knows its setting, is given to the setting that has the most rows.

    Args:
        table: Rows of a benchmark; a column that is there already is kept.

    >>> from sudoku_models.benchmark.sample import rows
    >>> labelled(rows(["highs", "cpsat"], [[0.1, 0.2]])).way.unique().tolist()
    ['assignment x pulp x highs', 'assignment x pulp x cpsat']
    """
    table = table.copy()
    if "way" not in table:
        _tell_apart(table, "puzzle", ["corpus", "puzzle"])
        _tell_apart(table, "formulation", ["formulation"])
        rewrite = ("" + table["rewrite"]).where(table["rewrite"] == "", ", " + table["rewrite"])
        presolve = np.where(table["presolve"] == "off", ", no presolve", "")
        table["way"] = table["formulation"] + rewrite + " x " + table["backend"] + " x " + table["solver"] + presolve
    if "setting" not in table:
        known = table[table["cpu"].notna()].sort_values("started", kind="stable")
        used = Counter(_settings(known))
        number = {setting: k for k, setting in enumerate(used, 1)}
        most = number[used.most_common(1)[0][0]] if used else 1
        table["setting"] = [number.get(setting, most) for setting in _settings(table)]
    return table


def _settings(table: pd.DataFrame) -> list[tuple[str, ...]]:
    return [*table[[*SETTING]].fillna("").itertuples(index=False, name=None)]


def _tell_apart(table: pd.DataFrame, what: str, name: list[str]) -> None:
    """Put the digest behind a name that stands for several things."""
    digest = table[f"{what}_digest"].fillna("")
    several = digest.groupby([table[each] for each in name]).transform("nunique") > 1
    table[what] = table[what].where(~several, table[what] + " (" + digest.str[:6] + ")")


def races(table: pd.DataFrame) -> dict[Race, pd.DataFrame]:
    """The rows of each race, corpus by corpus in the order in which they come.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = rows(["highs"], [[0.1], [0.2]])
    >>> [str(race) for race in races(table)]
    ['sample, limit 10 s, setting 1']
    """
    table = labelled(table)
    groups = table.groupby(RACE, sort=False)
    return {Race(str(c), float(t), int(n), int(s)): rows for (c, t, n, s), rows in groups}


def field(table: pd.DataFrame, measure: str = "proved") -> Field:
    """The times of one race on the cases that all its ways have.

    A way is left out, and said to be, when it can state none of the puzzles, or when it has less than half of the
    cases so far. A case counts as done when the whole of it, building included, took no longer than the limit.

    Args:
        table: Rows of one race.
        measure: "proved" or "solved".

    Raises:
        InputError: When the rows are of more than one race, or there are none.

    >>> from sudoku_models.benchmark.sample import rows
    >>> found = field(rows(["highs", "cpsat"], [[0.1, 0.2], [None, 0.3]]))
    >>> found.seconds.to_numpy().tolist()
    [[0.1, 0.2], [inf, 0.3]]
    >>> found.ranking
    ['assignment x pulp x cpsat', 'assignment x pulp x highs']
    """
    if measure not in MEASURES:
        raise UnknownNameError("measure", measure, MEASURES)
    (race, rows) = only_race(table)
    rows = rows.drop_duplicates(["way", *CASE])
    times = finished(rows, measure)
    seconds = times.set_axis(pd.MultiIndex.from_frame(rows[[*CASE, "way"]])).unstack("way", sort=False)
    run = seconds.notna().sum().to_dict()
    unsupported = rows["status"].eq("unsupported").groupby(rows["way"]).all()
    left_out = {way: "cannot state these puzzles" for way in run if unsupported[way]}
    most = max((run[way] for way in run if way not in left_out), default=0)
    left_out |= {
        way: f"has {number} of {most} cases so far"
        for way, number in run.items()
        if way not in left_out and number < ENOUGH * most
    }
    seconds = seconds.drop(columns=[*left_out])
    return Field(race, measure, seconds[seconds.notna().all(axis=1) & bool(seconds.size)], run, left_out)


def only_race(table: pd.DataFrame) -> tuple[Race, pd.DataFrame]:
    """The one race that these rows are of.

    Raises:
        InputError: When they are of more than one, or there are none.
    """
    found = races(table)
    if not found:
        raise InputError("there is no row to compare; run a benchmark first: sudoku-models bench run --help")
    if len(found) > 1:
        listed = "; ".join(str(race) for race in found)
        raise InputError(f"the rows are of {len(found)} races, which are never pooled; choose one of: {listed}")
    return next(iter(found.items()))


def of_race(table: pd.DataFrame, race: Race) -> pd.DataFrame:
    """The rows of a table of figures that are of one race."""
    if table.empty:
        return table
    return table[np.logical_and.reduce([table[name] == getattr(race, name) for name in RACE])]


def finished(rows: pd.DataFrame, measure: str) -> pd.Series:
    """The seconds of each row up to the end that the measure asks for, infinite where it was not reached in time.

    A solution that was found before the proof failed is a solution.
    """
    seconds = rows[f"{measure}_seconds"].astype(float)
    done = seconds.notna() & reached(rows, measure) & (seconds <= rows["time_limit"])
    return seconds.where(done, np.inf)


def reached(rows: pd.DataFrame, measure: str) -> pd.Series:
    """Whether each row came to the end that the measure asks for, in time or not; a proof that there is none is one."""
    proved = rows["proved"].astype(bool)
    return proved if measure == "proved" else proved | rows["solved"].astype(bool)


def compared(table: pd.DataFrame) -> tuple[Field, pd.DataFrame]:
    """The field of one race, and the rows of it that are compared."""
    _, rows = only_race(table)
    found = field(rows)
    rows = rows.drop_duplicates(["way", *CASE])
    cases = pd.MultiIndex.from_frame(rows[CASE])
    return found, rows[~rows["way"].isin(found.left_out) & cases.isin(found.seconds.index)]


def by_race(table: pd.DataFrame, figures: Callable[[pd.DataFrame], list[dict[str, Any]]]) -> pd.DataFrame:
    """A table of figures, made race by race and never across."""
    made = []
    for race, rows in races(table).items():
        same = {name: getattr(race, name) for name in RACE}
        made += [{**same, **each} for each in figures(rows)]
    return pd.DataFrame(made)
