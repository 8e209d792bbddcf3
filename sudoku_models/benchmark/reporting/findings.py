"""What was found, in sentences, and what a reader should be warned of. All of it is computed from the rows."""

import re
from typing import Any

import numpy as np
import pandas as pd

from ..comparisons import COMPARISON, MEASURES, Comparison, comparisons, finished, labelled, of_comparison
from ..statistics import VIRTUAL_BEST
from .formatting import NOT_KNOWN, between, bounded, listed, percent, plural, span

__all__ = ["about_measure", "findings", "warnings"]

SURE = 0.05


def findings(summary: pd.DataFrame, against: pd.DataFrame, measure: str = "proved") -> dict[Comparison, list[str]]:
    """Sentences about each comparison.

    Args:
        summary: What `statistics.summary` gives.
        against: What `statistics.against_best` gives for the same rows and the same measure.
        measure: "proved" or "solved".

    >>> from sudoku_models.benchmark import statistics
    >>> from sudoku_models.benchmark.sample import rows
    >>> table = rows(["highs", "cpsat"], [[0.1, 0.2]] * 8)
    >>> ((_, said),) = findings(statistics.summary(table), statistics.against_best(table)).items()
    >>> for sentence in said[:2]:
    ...     print(sentence)
    The best of 2 configurations by PAR2 is assignment x pulp x highs: it proves 100 % of the 8 cases, with a median of 100 ms \
(95 % interval 100 to 100 ms).
    Next is assignment x pulp x cpsat: on the median puzzle it takes 2x the time; it is slower on 8 and faster on 0 of \
8 puzzles (sign test: p = 0.0078).
    """
    found = {}
    for comparison in dict.fromkeys(Comparison(*key) for key in summary[COMPARISON].itertuples(index=False, name=None)):
        rows, duels = (of_comparison(table, comparison).to_dict("records") for table in (summary, against))
        found[comparison] = _about(rows, duels, measure)
    return found


def _about(rows: list[dict[str, Any]], duels: list[dict[str, Any]], measure: str) -> list[str]:
    configurations = [row for row in rows if row["cases"] and row["configuration"] != VIRTUAL_BEST]
    left_out = [f"{row['configuration']} ({row['note']})" for row in rows if row.get("note")]
    said = _about_configurations(configurations, duels, measure) if configurations else ["There is nothing to compare yet."]
    best_of_all = next((row for row in rows if row["configuration"] == VIRTUAL_BEST), None)
    if len(configurations) > 1 and best_of_all and configurations[0][f"{measure}_percent"]:
        said += _about_choice(configurations, best_of_all, measure)
    if failed := sum(row["failed"] for row in rows):
        of_configurations = plural(sum(row["failed"] > 0 for row in rows), "configuration")
        said.append(f"{plural(failed, 'case')} failed, of {of_configurations}: see the table.")
    if left_out:
        said.append(f"Not compared: {listed(left_out)}.")
    return said


def _about_configurations(configurations: list[dict[str, Any]], duels: list[dict[str, Any]], measure: str) -> list[str]:
    verb = {"proved": "proves", "solved": "solves"}[measure]
    best, share = configurations[0], f"{measure}_percent"
    which = f"The best of {len(configurations)} configurations by PAR2 is" if len(configurations) > 1 else "The only configuration is"
    if not best[share]:
        return [
            f"None of {plural(len(configurations), 'configuration')} {verb} any of the {plural(best['cases'], 'case')} within the limit."
        ]
    interval = f" (95 % interval {span(best)})" if best["low_seconds"] == best["low_seconds"] else ""
    said = [
        f"{which} {best['configuration']}: it {verb} {percent(best[share])} of the {plural(best['cases'], 'case')}, with a "
        f"median of {bounded(best, 'median')}{interval}."
    ]
    if duels:
        said.append(_next(duels))
    if len(duels) > 1:
        said += _not_told_apart(duels)
    every = sum(configuration[share] == 100 for configuration in configurations)
    if 0 < every < len(configurations):
        said.append(f"{plural(every, 'configuration')} of {len(configurations)} {verb if every == 1 else verb[:-1]} every case.")
    return said


def _next(duels: list[dict[str, Any]]) -> str:
    """How the second compares with the best."""
    duel, p = duels[0], duels[0]["p_holm"]
    corrected = f" corrected for {len(duels)} comparisons" if len(duels) > 1 else ""
    factor = between(duel["ratio"], duel["ratio_at_most"])
    takes = f"on the median puzzle it takes {factor} the time"
    if factor == NOT_KNOWN:
        takes = "how their times compare on the median puzzle is not known, for neither ended it"
    chance = f"p = {p:.2g}, which may be chance" if p >= SURE else f"p = {p:.2g}" if p >= 1e-4 else "p below 0.0001"
    return (
        f"Next is {duel['configuration']}: {takes}; it is slower on {duel['slower']} and faster on {duel['faster']} of "
        f"{plural(duel['puzzles'], 'puzzle')} (sign test{corrected}: {chance})."
    )


def _not_told_apart(duels: list[dict[str, Any]]) -> list[str]:
    """How many configurations may be as good as the best."""
    puzzles = duels[0]["puzzles"]
    if len(duels) * 2 * 0.5**puzzles >= SURE:  # even if every puzzle went one configuration
        return [
            f"{plural(puzzles, 'puzzle')} are too few to tell any of {len(duels) + 1} configurations from the best; run more."
        ]
    same = sum(duel["p_holm"] >= SURE for duel in duels)
    return [f"{same} of the other {len(duels)} configurations cannot be told from the best by these puzzles."] if same else []


def _about_choice(configurations: list[dict[str, Any]], best_of_all: dict[str, Any], measure: str) -> list[str]:
    """What one would gain by another choice: of the formulation, or of the configuration for each puzzle."""
    first: dict[str, dict[str, Any]] = {}
    for row in configurations:
        first.setdefault(row["configuration"].partition(" x ")[0].partition(",")[0], row)
    said = []
    if len(first) > 1:
        each = [f"{name} {bounded(row, 'median')} ({row['configuration'].partition(' x ')[2]})" for name, row in first.items()]
        said.append(f"The medians of the best configuration of each formulation: {'; '.join(each)}.")
    often = max(configurations, key=lambda row: float(row["fastest_percent"]))
    gain = percent(100 * best_of_all["par2_seconds"] / configurations[0]["par2_seconds"])
    said.append(
        f"Fastest most often is {often['configuration']} ({percent(often['fastest_percent'])} of the cases); who took the "
        f"fastest configuration of every case would have {gain} of the PAR2 of the best configuration."
    )
    share = percent(configurations[0]["build_percent"], configurations[0]["build_is_bound"] is True)
    said.append(f"Building the model takes {share} of the time of the best configuration.")
    return said


def warnings(table: pd.DataFrame, environments: pd.DataFrame, measure: str = "proved") -> list[str]:
    """What a reader should know before comparing: wrong answers, settings that differ, a busy machine, few puzzles.

    Args:
        table: Rows of a benchmark.
        environments: What `tables.environments` gives for them.
        measure: "proved" or "solved".

    >>> from sudoku_models.benchmark import tables
    >>> from sudoku_models.benchmark.sample import rows
    >>> table = rows(["highs", "cpsat"], [[0.1, 0.1]] * 8, case_seconds=90.0)
    >>> warnings(table, tables.environments(table))
    ['Setting 1: up to 2 cases ran side by side, which may slow each of them.']
    """
    table = labelled(table)
    said = []
    for configuration, number in table.loc[table["status"] == "wrong", "configuration"].value_counts(sort=False).items():
        said.append(f"{configuration} gave {plural(int(number), 'wrong answer')}; do not use it, however fast it is.")
    if len(environments) > 1:
        said.append(
            f"The rows are from {len(environments)} settings (kinds of machine, or versions). Each has tables and "
            f"pictures of its own: times of different settings are not compared."
        )
    limits = table.groupby("corpus")["time_limit"].unique()
    for corpus, found in limits[limits.map(len) > 1].items():
        each = listed([f"{limit:g} s" for limit in sorted(found)])
        said.append(f"{corpus} ran with limits of {each}, which are reported apart.")
    for row in environments.to_dict("records"):
        said += [f"Setting {row['setting']}: {sentence}." for sentence in _about_setting(row)]
    late = (
        (table[f"{measure}_seconds"] > table["time_limit"])
        & np.isinf(finished(table, measure))
        & ~table["failed"].astype(bool)
    )
    if count := int(late.sum()):
        said.append(
            f"{plural(count, 'case')} came to an end only after the limit, because building is not under it, and "
            f"count{'s' * (count == 1)} as open."
        )
    few = [comparison.corpus for comparison, rows in comparisons(table).items() if rows["puzzle"].nunique() < 6]
    if few:
        said.append(f"With fewer than six puzzles a median has no interval of 95 %: {listed([*dict.fromkeys(few)])}.")
    return said


def _about_setting(row: dict[str, Any]) -> list[str]:
    said = []
    if row["side_by_side"] > 1:
        said.append(f"up to {row['side_by_side']} cases ran side by side, which may slow each of them")
    if row["largest_load"] > row["cores"]:
        said.append(f"the machine was busy, with a load of up to {row['largest_load']:.1f} on {row['cores']} cores")
    for what in ("machines", "commits"):
        if ", " in row[what]:
            shortened = re.sub(r"\b([0-9a-f]{10})[0-9a-f]{30}\b", r"\1", row[what])
            said.append(f"its rows are from several {what}: {shortened}")
    if "+" in row["commits"]:
        said.append("files had changed since the commit (+), so it does not name what was measured")
    return said


def about_measure(measure: str) -> str:
    """What the times are, as the beginning of a sentence.

    >>> about_measure("proved")
    'The time until the solution is found and proved to be the only one'
    """
    text = MEASURES[measure]
    return f"{text[:1].upper()}{text[1:]}"
