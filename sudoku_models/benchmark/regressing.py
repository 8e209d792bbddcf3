"""Regressions: what has changed between two folders of results, as after another version, library or machine.

A case is the same in both when its corpus, the digest of its puzzle, its isomorph and its limit are; so a puzzle that
was renamed is found, and one that was edited is another one. Where a folder has several settings, that with the most
cases of a configuration is compared (of equal ones the last), and the others are listed, as is all that only one has.

Two folders were measured at different times, and a machine that was busier in one of them is slower in all of it. No
interval knows of that. Two columns tell of it: the ratio of the processor time, and that of the fixed piece of work
that is timed beside each case. On the same kind of processor, a ratio no farther from 1 than the latter is noise.
Where others were at work beside more than a few of the cases, `why` has the ratio of the processor time.
"""

import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ..errors import InputError
from .bootstrap import DRAWS
from .comparisons import labelled
from .contradicting import NEW, OLD, contradicted, told
from .contrasting import BOTH, compared
from .description import CONTROLS
from .differences import GROUP, beside_times, changes, unmatched
from .reporting import TOO_BUSY
from .rows import KEY, mark_contradicted, read
from .verdicts import FASTER, NOT_TRUSTED, SLOWER, corrected, judged

ALL_CORPORA = "all corpora"
"""In the column of the corpus: a row about all of them, with puzzles drawn within each."""
SAME_CASE = ["corpus", "key", "seed"]

Groups = dict[tuple[Any, ...], pd.DataFrame]


@dataclass(frozen=True)
class Regressions:
    """Two folders of results, compared.

    Attributes:
        table: A row for each measure of each configuration on each corpus, and on all corpora; see `regressions`.
        contradictions: A row for each puzzle whose answers cannot all be true: `old` and `new` count them, with `why`.
        changes: What differs between the machines and versions: `what`, `old`, `new`.
        unmatched: The `cases` that only one folder has, or that are in another setting, with `why`.
        rows: The rows of both folders, with the columns `side`, "old" or "new", and `is_compared`.
    """

    table: pd.DataFrame
    contradictions: pd.DataFrame
    changes: pd.DataFrame
    unmatched: pd.DataFrame
    rows: pd.DataFrame

    def fails(self, above: float | None = None) -> bool:
        """Whether answers contradict each other; or something is slower by more than a factor, or no longer trusted.

        Where others used the machine, the processor time must be longer by more than the factor, too.

        Args:
            above: The factor; None asks for the answers only.
        """
        if len(self.contradictions) or above is None:
            return bool(len(self.contradictions))
        slower = (self.table["verdict"] == SLOWER) & (self.table["ratio"] > above)
        slower &= ~is_busy(self.table) | ~(self.table["ratio_processor"] <= above)
        lost_trust = self.table["distrusted_new"].ne("") & self.table["distrusted_old"].eq("")
        return bool((slower | lost_trust).any())


def regressions(
    old: str | os.PathLike[str] | pd.DataFrame, new: str | os.PathLike[str] | pd.DataFrame, draws: int = DRAWS
) -> Regressions:
    """Compare two folders of results: whether each configuration has become faster or slower, on the cases of both.

    Args:
        old, new: The folders, or their rows.
        draws: How often the bootstrap draws the puzzles.

    Returns:
        The comparison. Its `table` has the columns of `contrasting.contrasts`, with `new` in the place of A and `old`
        of B: `ratio` is the median over the puzzles of the new time over the old one, for the solver alone and for all
        of the time, and the `verdict` is about the new one. `p_holm` is corrected for the number of configurations on
        the corpus. `lost` and `gained` count the cases that are proved in one only, `statuses` all changes of a status,
        `ratio_memory` and `ratio_processor` are the median ratios of the peak of memory and of the processor time of
        the cases that are proved in both, `changed` tells what is new in the model and what
        solves it, and `ratio_machine` is the median ratio of the fixed piece of work; on the same kind of processor it
        counts as noise. `contradictions` counts the puzzles on which its answers contradict each other. The controls
        are checked, and not timed.

    Raises:
        InputError: When a folder has no results, or the two have no case in common.

    >>> from sudoku_models.benchmark import made_up
    >>> before, after = (made_up(["highs", "cbc"], [[0.1, time]] * 8) for time in (0.2, 0.4))
    >>> found = regressions(before, after)
    >>> found.table.query("measure == 'proved'")[["configuration", "ratio", "verdict"]].to_numpy().tolist()
    [['assignment x pulp x highs', 1.0, 'cannot be told apart'], ['assignment x pulp x cbc', 2.0, 'slower']]
    >>> found.fails(), found.fails(above=1.5)
    (False, True)
    """
    rows = pd.concat([_prepared(old, OLD), _prepared(new, NEW)], ignore_index=True)
    used = rows[rows["is_compared"]]
    ours, theirs = (_groups(used[(used["side"] == side) & (used["corpus"] != CONTROLS)]) for side in (NEW, OLD))
    puzzles, own = contradicted(rows, ["corpus", "key"]), contradicted(rows, ["configuration", "corpus", "key"])
    made: list[dict[str, Any]] = []
    for group in _pairs(ours, theirs):
        corpus, limit, name = group
        of_it = own[own["configuration"] == name]
        count = int((of_it["corpus"].eq(corpus) | (corpus == ALL_CORPORA)).sum())
        about = {"corpus": corpus, "time_limit": limit, "configuration": name, "contradictions": count}
        made += _compared(about, ours[group], theirs[group], draws, len(of_it))
    if not made:
        raise InputError(f"{_named(old, OLD)} and {_named(new, NEW)} have no case of a configuration in common")
    table = pd.DataFrame(made)
    for _, family in table.groupby(["corpus", "time_limit", "measure"], dropna=False):
        table.loc[family.index, "p_holm"] = corrected(family["puzzles"].tolist(), family["p"].tolist())
    judgements = [_judged(row) for row in table.to_dict("records")]
    table[["verdict", "why"]] = judgements
    return Regressions(table, told(puzzles, rows), changes(used), unmatched(rows), rows)


def _judged(row: Mapping[str, Any]) -> tuple[str, str]:
    """The verdict, and why it is not a stronger one, or not to be relied on alone."""
    if row["why"]:
        return NOT_TRUSTED, row["why"]
    verdict, why = judged(row)
    if verdict in (FASTER, SLOWER) and is_busy(row):
        why = f"others used the machine, too; the processor time is {row['ratio_processor']:.3g}x"
    return verdict, why


def is_busy(row: Any) -> Any:
    """Whether others were at work beside more than a few cases of a side.

    Args:
        row: A row of `Regressions.table`, or the table, for a column.

    >>> is_busy({"old_busy_percent": 0.0, "new_busy_percent": 20.0})
    True
    """
    return (row["old_busy_percent"] > TOO_BUSY) | (row["new_busy_percent"] > TOO_BUSY)


def _prepared(source: str | os.PathLike[str] | pd.DataFrame, side: str) -> pd.DataFrame:
    """The rows of a side with what identifies a puzzle, `key`, and whether their setting is compared."""
    table = mark_contradicted(source) if isinstance(source, pd.DataFrame) else read(source)
    if table.empty:
        raise InputError(f"there are no rows in {_named(source, side)}")
    table = labelled(table.sort_values(["started", *KEY], kind="stable", ignore_index=True))
    names, key = table["puzzle"].astype(str), table["puzzle_digest"].fillna("").astype(str)
    key = key.where(key != "", names)
    is_one = names.groupby([table["corpus"], key]).transform("nunique") == 1  # else a corpus has it under two names
    count = table.groupby([*GROUP, "setting"])["started"].agg(["size", "max"]).sort_values(["size", "max"])
    most = count.reset_index().drop_duplicates(GROUP, keep="last").set_index(GROUP)["setting"]
    chosen = most.reindex(pd.MultiIndex.from_frame(table[GROUP])).to_numpy()
    key = key.where(is_one, key + " " + names)
    return table.assign(key=key, side=side, folder=_named(source, side), is_compared=table["setting"].eq(chosen))


def _named(source: str | os.PathLike[str] | pd.DataFrame, side: str) -> str:
    return side if isinstance(source, pd.DataFrame) else os.fspath(source)


def _groups(rows: pd.DataFrame) -> Groups:
    return dict(iter(rows.groupby(GROUP, sort=False)))


def _pairs(ours: Groups, theirs: Groups) -> Iterator[tuple[Any, ...]]:
    """The groups that both sides have, cut to the cases of both; those of all corpora are added, and come first."""
    both = []
    for group in ours.keys() & theirs.keys():
        cases = [pd.MultiIndex.from_frame(side[group][SAME_CASE]) for side in (ours, theirs)]
        for side, its, others in ((ours, *cases), (theirs, *cases[::-1])):
            side[group] = side[group][its.isin(others)]
        both += [group] if len(ours[group]) else []
    order = {group: k for k, group in enumerate(ours)}
    both.sort(key=order.__getitem__)
    for name in dict.fromkeys(name for _, _, name in both):
        of_it = [group for group in both if group[2] == name]
        if len({corpus for corpus, _, _ in of_it}) > 1:
            for side in (ours, theirs):
                side[ALL_CORPORA, np.nan, name] = pd.concat([side[group] for group in of_it])
    pooled = [group for group in ours if group[0] == ALL_CORPORA]
    return iter([*pooled, *both])


def _compared(
    about: Mapping[str, Any], new: pd.DataFrame, old: pd.DataFrame, draws: int, contradictions: int
) -> Iterator[dict[str, Any]]:
    """A row for each measure."""
    case = [*SAME_CASE, "repeat"]
    both = old.drop_duplicates(case).merge(new.drop_duplicates(case), on=case, suffixes=("_old", "_new"))
    beside = beside_times(both, old, new)
    drift = math.exp(abs(math.log(beside["ratio_machine"])))
    is_same = {*old["cpu"].dropna()} == {*new["cpu"].dropna()}
    bad = {side: str(rows["distrusted"].max()) for side, rows in ((OLD, old), (NEW, new))}
    whys = [f"{side} {why}" for side, why in bad.items() if why]
    whys += [f"its answers contradict each other on {contradictions} of the puzzles"] if contradictions else []
    further = {**beside, **{f"distrusted_{side}": why for side, why in bad.items()}, "why": "; ".join(whys)}
    cases = len(both[SAME_CASE].drop_duplicates())
    renamed = {f"{what}_{a}": f"{what}_{b}" for what in ("open",) for a, b in (("a", NEW), ("b", OLD))}
    renamed |= {"seconds_a": "new_seconds", "seconds_b": "old_seconds"}
    new, old = (rows.assign(puzzle=rows["key"]) for rows in (new, old))
    for measure in BOTH:
        found = compared(new, old, measure, draws)
        figures = {renamed.get(name, name): value for name, value in found.items()}
        if is_same and not math.isnan(drift):
            figures["drift"] = float(np.nanmax([figures["drift"], drift]))
        whole = [side for side, rows in ((OLD, old), (NEW, new)) if rows["translate_seconds"].isna().all()]
        not_apart = ", ".join(whole) if measure == "solver" else ""
        yield {**about, "measure": measure, "cases": cases, **figures, "not_apart": not_apart, **further}
