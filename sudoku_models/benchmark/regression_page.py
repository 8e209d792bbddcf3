"""Two folders of results, compared, as text and as a page: the page of a report, with the rows of both folders."""

import os
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from .contradicting import NEW, OLD
from .formatting import between, plural, ratio
from .regressing import Regressions, is_busy
from .reporting import ABOUT, INTERVAL, as_html, columns, listed, write_page
from .verdicts import DISTURBED, FASTER, NOT_ASKED, NOT_TRUSTED, SAME, SLOWER

COLUMNS = (
    "corpus configuration measure verdict ratio ratio_at_most ratio_low ratio_high old_seconds new_seconds drift "
    "spread p_holm puzzles cases faster slower neither open_old open_new lost gained contradictions "
    "ratio_processor ratio_memory ratio_machine old_busy_percent new_busy_percent changed statuses why not_apart "
    "time_limit"
)
"""The names of the columns of the table on the page."""
CONTRADICTIONS, UNMATCHED = f"corpus puzzle {OLD} {NEW} why", "side corpus configuration cases time_limit why"
HEADS = ["corpus", "configuration", "time", "new over old", "95 % interval", "new is", "p", "drift", "processor"]
HEADS += ["lost", "gained"]
"""Headings of `lines`."""
NOTABLE = (FASTER, SLOWER, NOT_TRUSTED)
ABOUT_TABLES = {
    "regressions": (
        "Ratios are those of the new value over the old one, as medians: of the time, over the puzzles; of the "
        "processor time and the peak of memory, over the cases; machine is that of a fixed piece of work beside "
        f"each case. Lost and gained are cases that are proved in one folder only; {INTERVAL}"
    ),
    "contradictions": "Answers about one puzzle that cannot all be true, in both folders and all configurations.",
    "unmatched": "What only one folder has, or has in another setting, and is not compared.",
    "cases": ABOUT["cases"],
}


def warnings(found: Regressions) -> list[str]:
    """What is to be read before the ratios: contradictions, what has changed, and what is not compared.

    >>> from sudoku_models.benchmark import made_up, regressions
    >>> before, after = (made_up(["highs"], [[0.1]], python=version) for version in ("3.11", "3.13"))
    >>> warnings(regressions(before, after))
    ['python: 3.11 -> 3.13.']
    """
    told = [
        f"Contradiction on {row.puzzle} of {row.corpus}: old {row.old or '-'}; new {row.new or '-'}; {row.why}."
        for row in found.contradictions.itertuples()
    ]
    told += [f"{row.what}: {row.old or '-'} -> {row.new or '-'}." for row in found.changes.itertuples()]
    for (side, why), rows in found.unmatched.groupby(["side", "why"], sort=False):
        names = rows["configuration"].unique()
        some = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        told.append(f"Not compared: {plural(int(rows['cases'].sum()), 'case')} of the {side} folder ({why}): {some}.")
    if is_busy(found.table).any():
        told.append("Others used the machine while cases were measured; compare the processor time, too.")
    return told


def sentences(found: Regressions) -> list[str]:
    """How many comparisons have which verdict, for each measure.

    >>> from sudoku_models.benchmark import made_up, regressions
    >>> before, after = (made_up(["highs"], [[time]] * 8) for time in (0.1, 0.4))
    >>> sentences(regressions(before, after))[1]
    'Of 1 comparison of all of the time, new is slower in 1.'
    """
    told = []
    for measure, rows in found.table.groupby("measure", sort=False):
        counts = rows["verdict"].value_counts()
        words = {FASTER: "new is faster in", SLOWER: "new is slower in", SAME: "old and new cannot be told apart in"}
        words |= {NOT_TRUSTED: "a side is not trusted in", NOT_ASKED: "the puzzles are too few in"}
        words |= {DISTURBED: "others were at work in"}
        said = ", ".join(f"{words[verdict]} {counts[verdict]}" for verdict in words if verdict in counts)
        what = "all of the time" if measure == "proved" else "the time of the solver alone"
        told.append(f"Of {plural(len(rows), 'comparison')} of {what}, {said}.")
    return told


def lines(found: Regressions, most: int = 20) -> list[list[str]]:
    """The comparisons as rows of text under `HEADS`: all if they are few, else those with a difference.

    >>> from sudoku_models.benchmark import made_up, regressions
    >>> before, after = (made_up(["highs"], [[time]] * 8) for time in (0.1, 0.4))
    >>> lines(regressions(before, after))[1][2:6]
    ['all', '4x', '4x', 'slower']
    """
    table = found.table
    if len(table) > most:
        table = table[table["verdict"].isin(NOTABLE) | (table["lost"] + table["gained"] > 0)]
    made = []
    for row in table.to_dict("records"):
        p = f"{row['p_holm']:.2g}" if row["p_holm"] >= 1e-4 else "< 0.0001"
        figures = between(row["ratio"], row["ratio_at_most"]), between(row["ratio_low"], row["ratio_high"])
        time = "all" if row["measure"] == "proved" else row["measure"]
        ratios = ratio(row["drift"]), ratio(row["ratio_processor"])
        about = [row["corpus"], row["configuration"], time, *figures, row["verdict"], p, *ratios]
        made.append([*map(str, about), str(row["lost"]), str(row["gained"])])
    return made


def write(found: Regressions, out: str | os.PathLike[str]) -> Path:
    """Write the page; on its pictures each configuration stands twice, as "... (old)" and "... (new)".

    Args:
        found: The comparison.
        out: The folder for it.

    Raises:
        InputError: When it cannot be written.

    >>> import tempfile
    >>> from sudoku_models.benchmark import made_up, regressions
    >>> found = regressions(made_up(["highs"], [[0.1]] * 8), made_up(["highs"], [[0.2]] * 8))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(found, folder).name
    'index.html'
    """
    tables = {"regressions": columns(found.table, COLUMNS)}
    for name, table, shown in (
        ("contradictions", found.contradictions, CONTRADICTIONS),
        ("unmatched", found.unmatched, UNMATCHED),
    ):
        if len(table):
            tables[name] = columns(table, shown)
    names = [f"{row} ({side})" for row, side in zip(found.rows["configuration"], found.rows["side"], strict=True)]
    rows = found.rows.assign(configuration=names, setting=np.where(found.rows["is_compared"], 1, 2))
    folders = found.rows.groupby("side")["folder"].first()
    parts = {
        "title": "Two folders of results, compared",
        "lead": escape(f"New is {folders[NEW]}, and old is {folders[OLD]}."),
        "warnings": listed(warnings(found)),
        "findings": listed(sentences(found)),
        "settings": as_html(found.changes, index=False) if len(found.changes) else "<p>Nothing has changed.</p>",
        "runs": "",
    }
    return write_page(Path(out), parts, tables, ABOUT_TABLES, rows, "proved")


def records(found: Regressions) -> list[dict[str, Any]]:
    """Everything for scripts: rows whose `kind` is "contradiction", "change", "unmatched" or "regression".

    What is unknown, or infinite because cases were open, is None.

    >>> from sudoku_models.benchmark import made_up, regressions
    >>> found = regressions(made_up(["highs"], [[0.1]] * 8), made_up(["highs"], [[0.2]] * 8))
    >>> [(row["kind"], row["ratio"], row["drift"]) for row in records(found)][1]
    ('regression', 2.0, None)
    """
    tables = {"contradiction": found.contradictions, "change": found.changes, "unmatched": found.unmatched}
    made = []
    for kind, table in {**tables, "regression": found.table}.items():
        known = table.astype(object).where(table.notna() & ~table.isin([np.inf]), None)
        made += [{"kind": kind, **row} for row in known.to_dict("records")]
    return made
