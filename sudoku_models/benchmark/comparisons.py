"""Which rows may be compared: one corpus, one time limit, one setting, and the cases of all configurations.

A *comparison* is what may stand in one table or one figure: the rows of one corpus, with one time limit, from machines
of one kind with one set of versions (a *setting*). Two comparisons are never pooled.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from ..errors import InputError, UnknownNameError
from .contenders import Contender
from .description import CONTROLS
from .rows import SETTING

MEASURES = {
    "proved": "the time until the solution is found and claimed to be the only one",
    "solved": "the time until the first solution",
}
"""The measures; a puzzle with several solutions or none counts as proved once that is claimed."""

CASE = ["puzzle", "seed"]
MEASUREMENT = [*CASE, "repeat"]
CHOSEN = [field.name for field in fields(Contender)]
BAD = {"wrong": "was wrong", "crashed": "crashed"}
"""The statuses that cost a configuration its rank, and what it did."""
ENOUGH = 0.5
"""A configuration that has fewer than this share of the cases would shrink the comparison of all the others."""


class Conditions(NamedTuple):
    """The columns that the rows of a comparison share; settings are numbered from 1 in the order of their first use."""

    corpus: str
    time_limit: float
    setting: int

    def __str__(self) -> str:
        return f"{self.corpus}, limit {self.time_limit:g} s, setting {self.setting}"


COMPARISON = [*Conditions._fields]


@dataclass(frozen=True)
class TimeTable:
    """The configurations of one comparison and their times on the cases that all of them have.

    Attributes:
        comparison: What the rows share.
        measured: A row for each (puzzle, seed, repeat), a column for each configuration; infinite where the
            configuration did not end within the limit, missing where it has no such repeat.
        run: How many cases each configuration has, in the comparison or not.
        left_out: The configurations that are not compared, and why.
    """

    comparison: Conditions
    measured: pd.DataFrame
    run: dict[str, int]
    left_out: dict[str, str]

    @cached_property
    def seconds(self) -> pd.DataFrame:
        """A row for each case, (puzzle, seed), a column for each configuration: the median over the repeats.

        Infinite where that median is not known, because half of the repeats or more did not end within the limit.
        """
        return by_case(self.measured)

    def bounds(self, name: str) -> pd.DataFrame:
        """The bounds of the time of each puzzle, `least` and `most`, for one configuration."""
        most = self.measured[name]
        return by_puzzle(pd.DataFrame({"least": most.clip(upper=self.comparison.time_limit), "most": most}))

    @cached_property
    def ranking(self) -> list[str]:
        """The configurations by PAR2, the best first."""
        penalised = self.seconds.replace(np.inf, 2 * self.comparison.time_limit).mean()
        return [*penalised.sort_values(kind="stable").index]

    @cached_property
    def fastest(self) -> pd.DataFrame:
        """Whether no configuration was faster on a case; False for all on a case that none ended."""
        return self.seconds.eq(self.virtual_best, axis=0) & np.isfinite(self.seconds)

    @cached_property
    def virtual_best(self) -> pd.Series:
        """The time of the fastest configuration of each case."""
        return self.seconds.min(axis=1)


def by_case(measured: Any) -> Any:
    """One time for each case: the median over its repeats, infinite where half of them or more are open.

    Args:
        measured: A table, or a column, with the levels `seed` and `repeat` beside what names a puzzle.
    """
    cases = measured.index.droplevel("repeat")
    if cases.is_unique:
        return measured.set_axis(cases)
    return measured.groupby(level=[*cases.names], sort=False).median()


def by_puzzle(measured: Any) -> Any:
    """One time for each puzzle: the median over its isomorphs of the median over the repeats of each.

    Of bounds these are bounds; the median of two values of which one is infinite is infinite.

    >>> index = pd.MultiIndex.from_product([["one"], [0, 1], [0]], names=MEASUREMENT)
    >>> by_puzzle(pd.DataFrame({"least": [1.0, 10.0], "most": [1.0, np.inf]}, index)).to_numpy().tolist()
    [[5.5, inf]]
    """
    cases = by_case(measured)
    return cases.groupby(level=[name for name in cases.index.names if name != "seed"], sort=False).median()


def labelled(table: pd.DataFrame) -> pd.DataFrame:
    """The rows with three more columns: `configuration`, its name, `setting`, a number from 1, and `distrusted`.

    Different puzzles of one name in a corpus, and different formulations of one name, get their digest after the name.
    A row of a lost worker, whose setting is unknown, gets the setting that has the most rows. `distrusted` is why a
    configuration is in no ranking: it gave a wrong answer or crashed, on whatever puzzle; else it is empty.

    Args:
        table: Rows of a benchmark; a column that is there already is kept; a table that has both is returned itself.

    >>> from sudoku_models.benchmark import made_up
    >>> labelled(made_up(["highs", "cpsat"], [[0.1, 0.2]])).configuration.unique().tolist()
    ['assignment x pulp x highs', 'assignment x pulp x cpsat']
    """
    if {"configuration", "setting", "distrusted"} <= {*table}:
        return table
    table = table.copy(deep=False)  # columns are added and replaced, and none is changed
    if "configuration" not in table:
        _add_digests(table, "puzzle", ["corpus", "puzzle"])
        _add_digests(table, "formulation", ["formulation"])
        number = table.groupby(CHOSEN, sort=False, dropna=False).ngroup()
        first = table.loc[~number.duplicated(), CHOSEN].fillna("")
        names = [str(Contender(*values)) for values in first.itertuples(index=False)]
        table["configuration"] = np.array(names, dtype=object)[number]
    if "setting" not in table:
        groups = table.groupby([*SETTING], sort=False, dropna=False, observed=True).ngroup().to_numpy()
        started, is_known = table["started"].to_numpy(), table["cpu"].notna().to_numpy()
        used = groups[is_known][np.argsort(started[is_known], kind="stable")]
        numbers = {group: k for k, group in enumerate(pd.unique(used), 1)}
        most_rows = numbers[np.bincount(used).argmax()] if len(used) else 1
        table["setting"] = [numbers.get(group, most_rows) for group in groups]
    bad = table[table["status"].isin(BAD)].groupby(["configuration", "setting", "status"]).size()
    why: dict[tuple[str, int], str] = {}
    for (name, setting, status), number in bad.items():
        before = f"{why[name, setting]} and " if (name, setting) in why else ""
        why[name, setting] = f"{before}{BAD[status]} in {number} case{'s' * (number > 1)}"
    table["distrusted"] = [why.get(key, "") for key in zip(table["configuration"], table["setting"], strict=True)]
    return table


def _add_digests(table: pd.DataFrame, what: str, name: list[str]) -> None:
    """Put the digest after a name that several things have."""
    known = table[[*name, f"{what}_digest"]].fillna("").drop_duplicates()
    several = known[known.duplicated(name, keep=False)]
    if not several.empty:
        is_one = pd.MultiIndex.from_frame(table[name].fillna("")).isin(pd.MultiIndex.from_frame(several[name]))
        table[what] = table[what].where(~is_one, table[what] + " (" + table[f"{what}_digest"].str[:6] + ")")


def comparisons(table: pd.DataFrame) -> dict[Conditions, pd.DataFrame]:
    """The rows of each comparison, corpus by corpus in the order of the rows; the controls are none.

    >>> from sudoku_models.benchmark import made_up
    >>> table = made_up(["highs"], [[0.1], [0.2]])
    >>> [str(comparison) for comparison in comparisons(table)]
    ['sample, limit 10 s, setting 1']
    """
    table = labelled(table)
    groups = table[table["corpus"] != CONTROLS].groupby(COMPARISON, sort=False)
    return {Conditions(str(corpus), float(limit), int(setting)): rows for (corpus, limit, setting), rows in groups}


def time_table(table: pd.DataFrame, measure: str = "proved") -> TimeTable:
    """The times of one comparison on the cases that all its configurations have.

    A configuration is left out, with the reason, when it gave a wrong answer or crashed on any puzzle of its setting,
    when its solver takes none of the models, or when it has fewer than half of the cases so far. A case has ended when
    all of it, building included, took no longer than the limit.

    Args:
        table: Rows of one comparison.
        measure: "proved" or "solved".

    Raises:
        InputError: When the rows are of more than one comparison, or there are none.

    >>> from sudoku_models.benchmark import made_up
    >>> found = time_table(made_up(["highs", "cpsat"], [[0.1, 0.2], [None, 0.3]]))
    >>> found.seconds.to_numpy().tolist()
    [[0.1, 0.2], [inf, 0.3]]
    >>> found.ranking
    ['assignment x pulp x cpsat', 'assignment x pulp x highs']
    """
    if measure not in MEASURES:
        raise UnknownNameError("measure", measure, MEASURES)
    found = comparisons(table)
    if not found:
        raise InputError("there is no row to compare; run a benchmark first: sudoku-models bench run --help")
    if len(found) > 1:
        listed = "; ".join(map(str, found))
        raise InputError(f"the rows are of {len(found)} comparisons, which are never pooled; choose one of: {listed}")
    ((comparison, rows),) = found.items()
    rows = rows.drop_duplicates(["configuration", *MEASUREMENT])
    index = pd.MultiIndex.from_frame(rows[[*MEASUREMENT, "configuration"]])
    measured = finished(rows, measure).set_axis(index).unstack("configuration", sort=False)
    measured.columns = pd.Index([str(name) for name in measured.columns], name="configuration")
    measured.index = pd.MultiIndex.from_frame(measured.index.to_frame().astype({"puzzle": "object"}))
    has = measured.notna().groupby(level=CASE, sort=False).any()
    run = has.sum().to_dict()
    unsupported = rows["status"].eq("unsupported").groupby(rows["configuration"]).all()
    left_out = {name: "not supported for these puzzles" for name in run if unsupported[name]}
    distrusted = rows.groupby("configuration")["distrusted"].first()
    left_out |= {name: distrusted[name] for name in run if distrusted[name]}
    most = max((run[name] for name in run if name not in left_out), default=0)
    left_out |= {
        name: f"has {number} of {most} cases so far"
        for name, number in run.items()
        if name not in left_out and number < ENOUGH * most
    }
    measured, has = measured.drop(columns=[*left_out]), has.drop(columns=[*left_out])
    common = has.index[has.all(axis=1) & bool(has.size)]
    if len(common) < len(has):
        measured = measured[measured.index.droplevel("repeat").isin(common)]
    return TimeTable(comparison, measured, run, left_out)


def finished(rows: pd.DataFrame, measure: str) -> pd.Series:
    """The seconds of each row until the end that the measure defines, infinite where it was not reached in time.

    A solution that was found before the second search failed is one. The time of the solver alone and that of the
    processor are those until the claim, and count where the claim does.
    """
    seconds = rows[f"{measure}_seconds"].astype(float)
    whole = rows["solved_seconds" if measure == "solved" else "proved_seconds"].astype(float)
    return seconds.where(reached(rows, measure) & (whole <= rows["time_limit"]), np.inf).fillna(np.inf)


def reached(rows: pd.DataFrame, measure: str) -> pd.Series:
    """Whether each row reached the end that the measure defines, in time or not; a claim of infeasibility is one."""
    proved = rows["proved"].astype(bool)
    return proved | rows["solved"].astype(bool) if measure == "solved" else proved


def by_comparison(table: pd.DataFrame, figures: Callable[[pd.DataFrame], list[dict[str, Any]]]) -> pd.DataFrame:
    """A table of figures, made for each comparison apart."""
    made = []
    for comparison, rows in comparisons(table).items():
        made += [{**comparison._asdict(), **each} for each in figures(rows)]
    return pd.DataFrame(made)
