"""Answers held against each other, so that a wrong one is found even where the number of solutions is not known.

Two proofs that contradict each other need no judge: one of them comes with grids, and the validator has checked these.
Whoever says "unique" is refuted by two solutions, and whoever says "infeasible" by one.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["refuted"]

PUZZLE = ["corpus", "puzzle", "puzzle_digest"]


def refuted(table: "pd.DataFrame") -> "pd.DataFrame":
    """The rows, where an answer that other rows refute is a failure, with the status "wrong".

    Two solutions are known of a puzzle when a way has found a second one, or when two ways have found different ones in
    one orientation; all symmetric twins of a puzzle have equally many.

    Args:
        table: Rows of a benchmark.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = rows(["highs", "cpsat"], [[0.1, 0.2]])
    >>> table["status"] = ["unique", "several"]
    >>> refuted(table)[["status", "failed", "reason"]].to_dict("records")[0]
    {'status': 'wrong', 'failed': True, 'reason': "it says 'unique', but another way has found two solutions"}
    """
    import pandas as pd

    puzzles = pd.MultiIndex.from_frame(table[PUZZLE].fillna(""))
    orientations = [puzzles, table["seed"].to_numpy()]
    found = table["solved"].astype(bool) & ~table["failed"].astype(bool)
    different = table["grid"].where(found).groupby(orientations).transform("nunique") > 1
    several = found & ((table["status"] == "several") | different)
    table = table.copy()
    for said, against, what in (("unique", several, "two solutions"), ("infeasible", found, "a solution")):
        wrong = (table["status"] == said) & puzzles.isin(puzzles[against.to_numpy()])
        table.loc[wrong, "status"] = "wrong"
        table.loc[wrong, "reason"] = f"it says {said!r}, but another way has found {what}"
        table.loc[wrong, ["solved", "proved"]] = False
        table.loc[wrong, "failed"] = True
    return table
