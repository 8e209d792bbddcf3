"""Answers of two sides that cannot all be true: another number of solutions, or a wrong grid on one side only."""

import numpy as np
import pandas as pd

OLD, NEW = "old", "new"
"""The sides."""


def contradicted(rows: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """The groups of rows whose answers cannot all be true.

    Each answer says that a puzzle has so many solutions at least and at most; different grids of one isomorph are two.
    An answer that is wrong on one side, and right on the other, is a contradiction, too.

    Args:
        rows: Rows of both sides, with the columns `side` and `configuration`.
        by: The columns of what has one number of solutions: the puzzle, or a configuration and the puzzle.

    Returns:
        The columns `by` of each such group, and `why`.

    >>> from sudoku_models.benchmark import made_up
    >>> rows = [made_up(["highs"], [[0.1]], status=answer) for answer in ("unique", "several")]
    >>> table = pd.concat(rows, ignore_index=True).assign(side=[OLD, NEW], configuration="one")
    >>> contradicted(table, ["corpus", "puzzle"]).to_numpy().tolist()
    [['sample', 'sample:1', 'at least 2 and at most 1 solutions']]
    """
    found = _ranges(rows, by)
    found = found[found["least"] > found["most"]]
    whys = {key: f"at least {row.least:g} and at most {row.most:g} solutions" for key, row in found.iterrows()}
    for key, side in _wrong_on_one(rows, by):
        whys.setdefault(key, f"an answer is wrong in {side} only")
    return pd.DataFrame([(*key, why) for key, why in whys.items()], columns=[*by, "why"])


def _ranges(rows: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """How many solutions there are, according to all answers together: `least`, `most`."""
    status, is_good = rows["status"], ~rows["failed"].astype(bool)
    counted = rows["solutions"].astype(float).fillna(0.0).where(rows["count"].fillna("") != "", 0.0)
    least = status.map({"several": 2.0, "unique": 1.0}).fillna(np.maximum(rows["solved"].astype(float), counted))
    most = status.map({"infeasible": 0.0, "unique": 1.0}).fillna(np.inf).where(status != "counted", counted)
    ends = rows[by].assign(least=least.where(is_good, 0.0), most=most.where(is_good, np.inf))
    found = ends.groupby(by).agg(least=("least", "max"), most=("most", "min"))
    has_grid = is_good & rows["solved"].astype(bool) & rows["grid"].fillna("").ne("")
    grids = rows[has_grid].groupby([*by, "seed"])["grid"].nunique().groupby(level=by).max()
    found["least"] = np.maximum(found["least"], grids.reindex(found.index).fillna(0.0).clip(upper=2.0))
    return found


def _wrong_on_one(rows: pd.DataFrame, by: list[str]) -> list[tuple[tuple[str, ...], str]]:
    """The groups in which a configuration is wrong on one side, and has an answer and no wrong one on the other."""
    answered = ~rows["failed"].astype(bool) & (rows["solved"].astype(bool) | rows["proved"].astype(bool))
    cases = [*dict.fromkeys([*by, "configuration"])]
    marked = rows[[*cases, "side"]].assign(wrong=rows["status"].eq("wrong"), answered=answered)
    both = marked.groupby([*cases, "side"])[["wrong", "answered"]].any()
    wrong, has = (
        both[name].unstack("side", fill_value=False).reindex(columns=[OLD, NEW], fill_value=False) for name in both
    )
    found = []
    for side, other in ((OLD, NEW), (NEW, OLD)):
        places = wrong.index[wrong[side] & ~wrong[other] & has[other]].to_frame()[by]
        found += [(key, side) for key in places.itertuples(index=False, name=None)]
    return found


def told(puzzles: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """The contradictions with the names of the puzzles, and how often each side has given which answer.

    Args:
        puzzles: The result of `contradicted` by "corpus" and "key".
        rows: Its rows.
    """
    made = []
    for corpus, key, why in puzzles.itertuples(index=False):
        of_it = rows[(rows["corpus"] == corpus) & (rows["key"] == key)]
        row = {"corpus": corpus, "puzzle": of_it["puzzle"].iat[0]}
        for side in (OLD, NEW):
            its = of_it[of_it["side"] == side]
            number = its["solutions"].astype(str).where(its["status"] == "counted", "")
            counts = (its["status"].astype(str) + " " + number).str.strip().value_counts()
            row[side] = ", ".join(f"{answer}: {count}" for answer, count in sorted(counts.items()))
        made.append({**row, "why": why})
    return pd.DataFrame(made, columns=["corpus", "puzzle", OLD, NEW, "why"])
