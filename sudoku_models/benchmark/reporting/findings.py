"""The findings of a report in sentences, and its warnings. All of them are computed from the rows."""

import re
from typing import Any

import numpy as np
import pandas as pd

from ..comparisons import COMPARISON, Comparison, finished, labelled, of_comparison, split
from ..noise import ALL
from ..statistics import VIRTUAL_BEST
from ..tables import BUSY
from .formatting import UNKNOWN, between, bounded, listed, percent, plural, ratio, span

__all__ = ["about_clocks", "findings", "warnings"]

SIGNIFICANT = 0.05
OFTEN = 5.0
"""Percent of the cases."""
BELIEVED, MESSAGES = 0.9, 0.0007
"""The least share of the time seen from outside, and the seconds that the messages about it take."""
Row = dict[str, Any]


def findings(
    summary: pd.DataFrame, against: pd.DataFrame, measure: str = "proved", noise: pd.DataFrame | None = None
) -> dict[Comparison, list[str]]:
    """Sentences about each comparison.

    Args:
        summary: The result of `statistics.summary`.
        against: The result of `statistics.against_best` for the same rows and the same measure.
        measure: "proved" or "solved".
        noise: The result of `noise.noise` for the same rows; None where nothing was measured more than once.

    >>> from sudoku_models.benchmark import statistics
    >>> from sudoku_models.benchmark.sample import rows
    >>> table = rows(["highs", "cpsat"], [[0.1, 0.2]] * 8)
    >>> ((_, sentences),) = findings(statistics.summary(table), statistics.against_best(table)).items()
    >>> for sentence in sentences[:2]:
    ...     print(sentence)
    The best of 2 configurations by PAR2 is assignment x pulp x highs: it proves 100 % of the 8 cases, with a median \
of 100 ms (95 % interval 100 to 100 ms).
    Next is assignment x pulp x cpsat: on the median puzzle it takes 2x the time; it is slower on 8 and faster on 0 of \
8 puzzles (sign test: p = 0.0078).
    """
    found = {}
    for comparison in dict.fromkeys(Comparison(*key) for key in summary[COMPARISON].itertuples(index=False, name=None)):
        rows, duels = (of_comparison(table, comparison).to_dict("records") for table in (summary, against))
        found[comparison] = _about(rows, duels, measure)
        if noise is not None:
            found[comparison] += _about_noise(of_comparison(noise, comparison).to_dict("records"))
    return found


def _about_noise(rows: list[Row]) -> list[str]:
    """How far repeats differ, and what difference cannot be told from that."""
    every = next((row for row in rows if row["configuration"] == ALL), None)
    if every is None or not every["cases"]:
        return ["Nothing was measured more than once, so the noise is not known."]
    return [
        f"Noise: of {every['repeats']} measurements of the same case the longest takes {ratio(every['total_median'])} "
        f"the time of the shortest in the median, and up to {ratio(every['total_p90'])} in 90 % of the cases. A "
        f"configuration compared with itself, one repeat with another, differs by up to {ratio(every['itself'])} in "
        "the median over the puzzles: smaller differences cannot be told from noise."
    ]


def _about(rows: list[Row], duels: list[Row], measure: str) -> list[str]:
    ranking = [row for row in rows if row["cases"] and row["configuration"] != VIRTUAL_BEST]
    left_out = [f"{row['configuration']} ({row['note']})" for row in rows if row.get("note")]
    sentences = _about_ranking(ranking, duels, measure) if ranking else ["There is nothing to compare yet."]
    virtual_best = next((row for row in rows if row["configuration"] == VIRTUAL_BEST), None)
    if len(ranking) > 1 and virtual_best and ranking[0][f"{measure}_percent"]:
        sentences += _about_choice(ranking, virtual_best)
    if failed := sum(row["failed"] for row in rows):
        number = plural(sum(row["failed"] > 0 for row in rows), "configuration")
        sentences.append(f"{plural(failed, 'case')} failed, of {number}: see the table.")
    if left_out:
        sentences.append(f"Not compared: {listed(left_out)}.")
    return sentences


def _about_ranking(ranking: list[Row], duels: list[Row], measure: str) -> list[str]:
    verb = {"proved": "proves", "solved": "solves"}[measure]
    best, share, number = ranking[0], f"{measure}_percent", plural(len(ranking), "configuration")
    if not best[share]:
        return [f"None of {number} {verb} any of the {plural(best['cases'], 'case')} within the limit."]
    which = f"The best of {number} by PAR2 is" if len(ranking) > 1 else "The only configuration is"
    interval = f" (95 % interval {span(best)})" if best["low_seconds"] == best["low_seconds"] else ""
    sentences = [
        f"{which} {best['configuration']}: it {verb} {percent(best[share])} of the {plural(best['cases'], 'case')}, "
        f"with a median of {bounded(best, 'median')}{interval}."
    ]
    if duels:
        sentences.append(_next(duels))
    if len(duels) > 1:
        sentences += _not_significant(duels)
    every = sum(row[share] == 100 for row in ranking)
    if 0 < every < len(ranking):
        verb = verb if every == 1 else verb[:-1]
        sentences.append(f"{plural(every, 'configuration')} of {len(ranking)} {verb} every case.")
    return sentences


def _next(duels: list[Row]) -> str:
    """How the second compares with the best."""
    duel, p = duels[0], duels[0]["p_holm"]
    corrected = f" corrected for {len(duels)} comparisons" if len(duels) > 1 else ""
    factor = between(duel["ratio"], duel["ratio_at_most"])
    takes = f"on the median puzzle it takes {factor} the time"
    if factor == UNKNOWN:
        takes = "how their times compare on the median puzzle is unknown, for neither ended it"
    result = f"p = {p:.2g}" if p >= 1e-4 else "p below 0.0001"
    result += ", which may be chance" * (p >= SIGNIFICANT)
    return (
        f"Next is {duel['configuration']}: {takes}; it is slower on {duel['slower']} and faster on {duel['faster']} of "
        f"{plural(duel['puzzles'], 'puzzle')} (sign test{corrected}: {result})."
    )


def _not_significant(duels: list[Row]) -> list[str]:
    """How many configurations may be as good as the best."""
    puzzles, others = duels[0]["puzzles"], len(duels)
    if others * 2 * 0.5**puzzles >= SIGNIFICANT:  # even if every puzzle had the same result
        few = plural(puzzles, "puzzle")
        return [f"{few} are too few to distinguish any of {others + 1} configurations from the best; run more."]
    same = sum(duel["p_holm"] >= SIGNIFICANT for duel in duels)
    if not same:
        return []
    return [f"{same} of the other {others} configurations cannot be distinguished from the best by these puzzles."]


def _about_choice(ranking: list[Row], virtual_best: Row) -> list[str]:
    """The gain of another choice: of the formulation, or of the configuration for each puzzle."""
    first: dict[str, Row] = {}
    for row in ranking:
        first.setdefault(row["configuration"].partition(" x ")[0].partition(",")[0], row)
    sentences = []
    if len(first) > 1:
        each = [
            f"{name} {bounded(row, 'median')} ({row['configuration'].partition(' x ')[2]})"
            for name, row in first.items()
        ]
        sentences.append(f"The medians of the best configuration of each formulation: {'; '.join(each)}.")
    often = max(ranking, key=lambda row: float(row["fastest_percent"]))
    gain = percent(100 * virtual_best["par2_seconds"] / ranking[0]["par2_seconds"])
    sentences.append(
        f"Fastest most often is {often['configuration']} ({percent(often['fastest_percent'])} of the cases); the "
        f"fastest configuration of every case together would have {gain} of the PAR2 of the best configuration."
    )
    share = percent(ranking[0]["build_percent"], ranking[0]["build_is_bound"] is True)
    sentences.append(f"Building the model takes {share} of the time of the best configuration.")
    return sentences


def warnings(table: pd.DataFrame, environments: pd.DataFrame, measure: str = "proved") -> list[str]:
    """Warnings before comparing: wrong answers, models that know more than the givens, different settings, and others.

    What the bounds of a model may exclude because of the givens is defined in `settled`.

    Args:
        table: Rows of a benchmark.
        environments: The result of `tables.environments` for them.
        measure: "proved" or "solved".

    >>> from sudoku_models.benchmark import tables
    >>> from sudoku_models.benchmark.sample import rows
    >>> table = rows(["highs", "cpsat"], [[0.1, 0.1]] * 8, case_seconds=90.0)
    >>> warnings(table, tables.environments(table))
    ['Setting 1: up to 2 cases ran side by side, which may slow each of them.']
    """
    table = labelled(table)
    found = []
    for name, number in table.loc[table["status"] == "wrong", "configuration"].value_counts(sort=False).items():
        if not number:  # a category without rows
            continue
        found.append(f"{name} gave {plural(int(number), 'wrong answer')}; do not use it, however fast it is.")
    easier = table[table["settled"].notna() & (table["settled"] != "")]
    for name, rows in easier.groupby("configuration", sort=False):
        found.append(
            f"{name} settles by itself what no given settles, in {plural(len(rows), 'case')} (such as "
            f"{rows['settled'].iloc[0]} of {rows['puzzle'].iloc[0]}): its solver had an easier task than the others."
        )
    found += about_clocks(table)
    if len(environments) > 1:
        found.append(
            f"The rows are from {len(environments)} settings (kinds of machine, or versions). Each has separate "
            f"tables and figures: times of different settings are not compared."
        )
    limits = table.groupby("corpus", observed=True)["time_limit"].unique()
    for corpus, several in limits[limits.map(len) > 1].items():
        each = listed([f"{limit:g} s" for limit in sorted(several)])
        found.append(f"{corpus} ran with limits of {each}, which are reported separately.")
    for row in environments.to_dict("records"):
        found += [f"Setting {row['setting']}: {sentence}." for sentence in _about_setting(row)]
    late = (
        (table[f"{measure}_seconds"] > table["time_limit"])
        & np.isinf(finished(table, measure))
        & ~table["failed"].astype(bool)
    )
    if count := int(late.sum()):
        found.append(
            f"{plural(count, 'case')} came to an end only after the limit, because building is not under it, and "
            f"count{'s' * (count == 1)} as open."
        )
    few = [comparison.corpus for comparison, rows in split(table) if rows["puzzle"].nunique() < 6]
    if few:
        found.append(f"With fewer than six puzzles a median has no interval of 95 %: {listed([*dict.fromkeys(few)])}.")
    return found


def about_clocks(table: pd.DataFrame) -> list[str]:
    """Configurations whose cases take longer than they say, each by too little to be a failure by itself.

    Args:
        table: Rows of a benchmark with their configurations (`comparisons.labelled`).
    """
    seen, claimed = (table[name].astype(float) for name in ("seen_seconds", "proved_seconds"))
    share = ((claimed + MESSAGES) / seen)[table["proved"].astype(bool)]
    medians = share.groupby(table["configuration"], observed=True, sort=False).median()
    return [
        f"{name} takes longer than its own clock says, which is {percent(100 * low)} of the time that was seen from "
        "outside in the median: do not believe its times."
        for name, low in medians[medians < BELIEVED].items()
    ]


def _about_setting(row: Row) -> list[str]:
    found = []
    if row["side_by_side"] > 1:
        found.append(f"up to {row['side_by_side']} cases ran side by side, which may slow each of them")
    if row["busy_percent"] > OFTEN:
        found.append(
            f"{percent(row['busy_percent'])} of the cases started while other work had a share of the machine (a load "
            f"of more than {BUSY:g} above the {plural(max(1, row['side_by_side']), 'case')} side by side), so their "
            "times are too long"
        )
    if row["largest_load"] > row["cores"]:
        found.append(f"the machine was busy, with a load of up to {row['largest_load']:.1f} on {row['cores']} cores")
    for what in ("machines", "commits"):
        if ", " in row[what]:
            shortened = re.sub(r"\b([0-9a-f]{10})[0-9a-f]{30}\b", r"\1", row[what])
            found.append(f"its rows are from several {what}: {shortened}")
    if "+" in row["commits"]:
        found.append("files had changed since the commit (+), so it does not name what was measured")
    return found
