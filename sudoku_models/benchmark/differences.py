"""What differs between two sides beside their times: machines, versions, the cases that only one of them has."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from .contradicting import NEW, OLD
from .statistics import BUSY

GROUP = ["corpus", "time_limit", "configuration"]
MACHINE = ("cpu", "cores", "memory_gib", "system", "python", "machine", "commit", "software")
SIZES = ("variables", "constraints", "nonzeros")
SOLVED_BY = ("engine", "interface", "options", "formulation_digest")


def changes(rows: pd.DataFrame) -> pd.DataFrame:
    """What differs between the machines, the versions and the commits of the rows that are compared."""
    sides: dict[str, dict[str, set[str]]] = {}
    for side in (OLD, NEW):
        known = rows[(rows["side"] == side) & rows["cpu"].notna()]
        values = {name: {*known[name].dropna().astype(str)} - {""} for name in MACHINE if name in known}
        for text in known["versions"].dropna().unique():
            for library, version in json.loads(text).items():
                values.setdefault(library, set()).add(version)
        sides[side] = values
    names = dict.fromkeys([*sides[OLD], *sides[NEW]])
    told = [{"what": name, **{side: ", ".join(sorted(sides[side].get(name, ()))) for side in sides}} for name in names]
    return pd.DataFrame([each for each in told if each[OLD] != each[NEW]], columns=["what", OLD, NEW])


def unmatched(rows: pd.DataFrame) -> pd.DataFrame:
    """The cases that are not compared, because only one side has them or they are in another setting."""
    made = []
    for side, other in ((OLD, NEW), (NEW, OLD)):
        its, others = (rows[(rows["side"] == each) & rows["is_compared"]] for each in (side, other))
        case = [*GROUP, "key", "seed"]
        there = pd.MultiIndex.from_frame(others[case])
        alone = its[~pd.MultiIndex.from_frame(its[case]).isin(there)]
        for (corpus, limit, name), cases in alone.groupby(GROUP, sort=False):
            same = others[(others["corpus"] == corpus) & (others["configuration"] == name)]
            missing = [
                what for what, value in (("configuration", name), ("corpus", corpus)) if value not in {*others[what]}
            ]
            why = f"{other} has no such {missing[0]}" if missing else f"{other} does not have these cases"
            if not missing and len(same) and limit not in {*same["time_limit"]}:
                why = f"{other} has another time limit"
            made.append((side, corpus, limit, name, len(cases[["key", "seed"]].drop_duplicates()), why))
        rest = rows[(rows["side"] == side) & ~rows["is_compared"]]
        for (corpus, limit, name), cases in rest.groupby(GROUP, sort=False):
            made.append((side, corpus, limit, name, len(cases[["key", "seed"]].drop_duplicates()), "another setting"))
    return pd.DataFrame(made, columns=["side", *GROUP, "cases", "why"])


def beside_times(both: pd.DataFrame, old: pd.DataFrame, new: pd.DataFrame) -> dict[str, Any]:
    """What differs in one configuration beside its times.

    Args:
        both: The measurements that both sides have, their columns with the names of the sides.
        old, new: The rows of each side.
    """
    pairs = both.loc[both["status_old"] != both["status_new"], ["status_old", "status_new"]].value_counts()
    proved = {side: both[f"proved_{side}"].astype(bool) for side in (OLD, NEW)}
    work = {side: _fixed_work(both, side) for side in (OLD, NEW)}
    loads = {side: rows["outside_load"].astype(float) for side, rows in ((OLD, old), (NEW, new))}
    return {
        "lost": int((proved[OLD] & ~proved[NEW]).sum()),
        "gained": int((proved[NEW] & ~proved[OLD]).sum()),
        "statuses": ", ".join(f"{a} -> {b}: {number}" for (a, b), number in sorted(pairs.items())),
        "ratio_memory": _ratio(both, "memory_peak"),
        "ratio_processor": _ratio(both[proved[OLD] & proved[NEW]], "processor_seconds"),
        "ratio_machine": float((work[NEW] / work[OLD]).median()),
        **{f"{side}_busy_percent": 100 * float((load > BUSY).mean()) for side, load in loads.items()},
        "changed": "; ".join(_model_changes(both, old, new)),
    }


def _ratio(both: pd.DataFrame, column: str) -> float:
    """The median of the new value over the old one."""
    old, new = (both[f"{column}_{side}"].astype(float) for side in (OLD, NEW))
    return float((new / old.replace(0, np.nan)).median())


def _fixed_work(both: pd.DataFrame, side: str) -> pd.Series:
    """The seconds of the fixed piece of work, the mean of those before and after the case."""
    work: pd.Series = (
        both[[f"calibration_{when}_seconds_{side}" for when in ("before", "after")]].mean(axis=1).replace(0, np.nan)
    )
    return work


def _model_changes(both: pd.DataFrame, old: pd.DataFrame, new: pd.DataFrame) -> Iterator[str]:
    """The size of the model, where it differs on a case, as medians; and the engine, its options and so on."""
    for name in SIZES:
        before, after = (both[f"{name}_{side}"].astype(float) for side in (OLD, NEW))
        if (before.notna() & after.notna() & (before != after)).any():
            yield f"{name} {before.median():g} -> {after.median():g}"
    for name in SOLVED_BY:
        values = [" or ".join(sorted({*rows[name].dropna().astype(str)} - {""})) for rows in (old, new)]
        if values[0] != values[1]:
            yield f"{name.replace('_', ' ')} {values[0] or '-'} -> {values[1] or '-'}"
