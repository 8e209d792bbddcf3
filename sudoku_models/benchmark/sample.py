"""Example rows, to try a table or a figure with before there are results."""

from collections.abc import Sequence
from itertools import count
from typing import Any

import pandas as pd

from .rows import COLUMNS

__all__ = ["rows"]


def rows(
    solvers: Sequence[str],
    seconds: Sequence[Sequence[float | None]],
    corpus: str = "sample",
    time_limit: float = 10.0,
    **columns: Any,
) -> pd.DataFrame:
    """A table of results in which each solver took the given time for each puzzle.

    Args:
        solvers: Names; each is a configuration.
        seconds: For each puzzle the time of each solver until the proof, half of which is the time to the solution;
            None where the limit was reached before any solution.
        corpus: The name of the corpus; the puzzles are its 1, 2, ...
        time_limit: The limit in seconds.
        columns: Further columns, one value for all rows; the cases start one minute after another.

    >>> rows(["highs", "cpsat"], [[0.1, None]])[["puzzle", "solver", "status", "proved_seconds"]].to_dict("records")[1]
    {'puzzle': 'sample:1', 'solver': 'cpsat', 'status': 'time limit', 'proved_seconds': nan}
    """
    whole = {name: 0 for name, kind in COLUMNS.items() if kind == "int64"}
    common = {"corpus": corpus, "formulation": "assignment", "backend": "pulp", "time_limit": time_limit}
    common |= {"puzzle_digest": "", "formulation_digest": "", "software": ""}
    common |= {"threads": 1, "size": 9, "clues": 25, "failed": False, "reason": "made up", "grid": ""}
    common |= {"machine": "sample", "cpu": "sample", "cores": 2, "system": "sample", "python": "sample", "commit": ""}
    common |= {"rewrite": "", "presolve": "", "count": "", "note": "", "versions": "{}"}
    begins = (pd.Timestamp(60 * minute, unit="s", tz="UTC") for minute in count())
    made = [
        {
            **whole,
            **common,
            "puzzle": f"{corpus}:{k}",
            "solver": solver,
            "started": next(begins),
            **_times(time),
            **columns,
        }
        for k, times in enumerate(seconds, 1)
        for solver, time in zip(solvers, times, strict=True)
    ]
    return pd.DataFrame(made, columns=[*COLUMNS])


def _times(time: float | None) -> dict[str, Any]:
    build = {"build_seconds": 0.001, "translate_seconds": 0.001}
    if time is None:
        return {**build, "status": "time limit", "solved": False, "proved": False}
    parts = {"solve_seconds": time / 2 - 0.002, "prove_seconds": time / 2, "solved_seconds": time / 2}
    return {**build, **parts, "status": "unique", "solved": True, "proved": True, "proved_seconds": time}
