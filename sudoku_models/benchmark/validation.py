"""Cross-validation of answers, which finds a wrong one even where the number of solutions is not known.

Of two proofs that contradict each other, one comes with grids, and the validator has checked these: "unique" is refuted
by two solutions, and "infeasible" by one.
"""

from typing import TYPE_CHECKING, Any

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
    import numpy as np

    puzzles = _numbers(table, PUZZLE)
    found = table["solved"].astype(bool) & ~table["failed"].astype(bool)
    two = set(puzzles[(found & (table["status"] == "several")).to_numpy()]) | _with_different_grids(
        table, puzzles, found
    )
    solved = set(puzzles[found.to_numpy()])
    for answer, against, what in (("unique", two, "two solutions"), ("infeasible", solved, "a solution")):
        wrong = (table["status"] == answer) & np.isin(puzzles, [*against])
        if wrong.any():
            table = table.assign(**{name: table[name].astype("str") for name in ("status", "reason")})
            table.loc[wrong, "status"] = "wrong"
            table.loc[wrong, "reason"] = f"the answer is {answer!r}, but another configuration found {what}"
            table.loc[wrong, ["solved", "proved"]] = False
            table.loc[wrong, "failed"] = True
    return table


def _with_different_grids(table: "pd.DataFrame", puzzles: Any, found: "pd.Series") -> set[int]:
    """The puzzles of which two grids were found in one orientation."""
    grids = table.loc[found, ["seed", "grid"]].assign(puzzle=puzzles[found.to_numpy()]).drop_duplicates()
    return set(grids.loc[grids.duplicated(["puzzle", "seed"]), "puzzle"])


def _numbers(table: "pd.DataFrame", columns: list[str]) -> Any:
    """A number for each row, the same for rows that are the same in these columns; what is missing is the same too."""
    return table.groupby(columns, sort=False, observed=True, dropna=False).ngroup().to_numpy()
