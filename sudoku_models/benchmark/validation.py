"""Cross-validation of answers, which finds a wrong one even where the number of solutions is not known.

Of two proofs that contradict each other, one comes with grids, and the validator has checked these: "unique" is refuted
by two solutions, and "infeasible" by one.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["mark_contradicted"]

PUZZLE = ["corpus", "puzzle", "puzzle_digest"]


def mark_contradicted(table: "pd.DataFrame") -> "pd.DataFrame":
    """The rows, in which an answer that other rows contradict has failed, with the status "wrong".

    A puzzle has two solutions when a configuration has found a second one, or when two configurations have found
    different ones in one orientation. All isomorphs of a puzzle have the same number of solutions.

    Args:
        table: Rows of a benchmark.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = rows(["highs", "cpsat"], [[0.1, 0.2]])
    >>> table["status"] = ["unique", "several"]
    >>> mark_contradicted(table)[["status", "reason"]].to_dict("records")[0]
    {'status': 'wrong', 'reason': "the answer is 'unique', but another configuration found two solutions"}
    """
    import pandas as pd

    puzzles = pd.MultiIndex.from_frame(table[PUZZLE].fillna(""))
    orientations = [puzzles, table["seed"].to_numpy()]
    found = table["solved"].astype(bool) & ~table["failed"].astype(bool)
    different = table["grid"].where(found).groupby(orientations).transform("nunique") > 1
    several = found & ((table["status"] == "several") | different)
    table = table.copy()
    for answer, against, what in (("unique", several, "two solutions"), ("infeasible", found, "a solution")):
        wrong = (table["status"] == answer) & puzzles.isin(puzzles[against.to_numpy()])
        table.loc[wrong, "status"] = "wrong"
        table.loc[wrong, "reason"] = f"the answer is {answer!r}, but another configuration found {what}"
        table.loc[wrong, ["solved", "proved"]] = False
        table.loc[wrong, "failed"] = True
    return table
