"""One row a case: the columns, reading them, and comparing their answers.

`storage` has the files. Rows are added and never changed.
"""

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from ..errors import InputError
from .storage import parts

KEY = (
    "corpus",
    "puzzle",
    "puzzle_digest",
    "seed",
    "repeat",
    "formulation",
    "formulation_digest",
    "rewrite",
    "backend",
    "solver",
    "presolve",
    "search",
    "count",
    "time_limit",
    "software",
)
"""The columns that identify a case. A puzzle or a formulation that is changed under its name has another digest, and
with other versions or another source of this package the software has another one."""

SETTING = ("cpu", "cores", "system", "python", "versions", "software")
"""These must be equal where times are compared: the kind of machine, and the versions."""

SEARCH = ("nodes", "lp_iterations", "backtracks", "fails", "branches", "conflicts", "propagations")

SLACK = 0.05
"""Seconds of other work that are not noticed: the system counts in hundredths, and a case may take a few of them."""

ENDING = ("started", "failed", "outside_load", "outside_seconds")
_TEXT = ("corpus", "puzzle", "formulation", "rewrite", "backend", "solver", "presolve", "search", "count", "problem")
_RESULT = ("status", "reason", "note", "grid")
_SOLVED_BY = ("interface", "engine", "options")
_ENVIRONMENT = ("machine", "cpu", "system", "python", "versions", "commit")
_DIGESTS = ("puzzle_digest", "formulation_digest", "software", "protocol_digest", "measures_digest")
_MODEL = ("variables", "constraints", "nonzeros")
_WHOLE = ("seed", "repeat", "solver_seed", "block", "size", "clues", "solutions", *_MODEL, "cores", "warm_ups")
_TIMES = (
    "build",
    "rewrite",
    "translate",
    "solve",
    "prove",
    "solver",
    "solved",
    "proved",
    "processor",
    "case",
    "outside",
)
_CALIBRATION = ("calibration_before", "calibration_after")
_NUMBERS = ("time_limit", "memory_peak", "memory_gib", "outside_load")

COLUMNS: dict[str, str] = {
    **dict.fromkeys(KEY, ""),  # first, in this order
    **dict.fromkeys((*_TEXT, *_RESULT, *_DIGESTS, *_SOLVED_BY), "string"),
    **dict.fromkeys(("solved", "proved", "failed"), "bool"),
    **dict.fromkeys((f"{what}_seconds" for what in (*_TIMES, *_CALIBRATION)), "float64"),
    **dict.fromkeys(_NUMBERS, "float64"),
    **dict.fromkeys((*_WHOLE, *SEARCH, *(f"proof_{what}" for what in SEARCH)), "int64"),
    "started": "timestamp",
    **dict.fromkeys(_ENVIRONMENT, "string"),
}
"""name -> Arrow type; any column may be null where it does not apply or is unknown. Times in seconds, memory in MiB.

`solver_seconds` is the time of the solver alone, to solve and to prove, or to count: `solve_seconds`, and the part of
`prove_seconds` that is not spent on the cut, on passing it to the solver, and on checking what comes back.
`protocol_digest` is that of the protocol, empty without one, `measures_digest` that of the code that defines what
the times are, and `software` that of the versions and of the package as far as it takes part in a measurement.
`problem` is "sudoku" or another problem, `block` the number of the block in which the case was measured, `solver_seed`
the seed that its solver got (missing where it takes none), and `outside_load` the cores that were busy with other work
than the run's own while the case was measured."""


def as_table(rows: Iterable[Mapping[str, Any]]) -> Any:
    """Rows as an Arrow table with all columns; what a row does not have is null.

    >>> as_table([{"puzzle": "top95:1"}, {}])["puzzle"].to_pylist()
    ['top95:1', None]
    """
    import pyarrow as pa

    times = {"timestamp": pa.timestamp("us", tz="UTC")}
    schema = pa.schema([(name, times.get(kind) or pa.type_for_alias(kind)) for name, kind in COLUMNS.items()])
    return pa.Table.from_pylist([dict(row) for row in rows], schema=schema)


def read(folder: str | os.PathLike[str]) -> Any:
    """All rows of a folder of results as a table of pandas, one a case and setting, in the order of their start.

    Of a case that was run again in its setting the last row counts; the row of a lost worker, whose setting is unknown,
    counts where no other came after it. An answer that another row contradicts is "wrong" (`mark_contradicted`).
    Files that are damaged are left out with a warning.

    Raises:
        InputError: When there are no results.
    """
    found = [_encoded(part) for part in parts(Path(folder), COLUMNS)]
    if not found:
        make = f"sudoku-models bench run --corpus top95 --out {folder}"
        raise InputError(f"there are no results in {folder}; they are made with: {make}")
    import pyarrow as pa

    joined = pa.concat_tables(found)
    del found  # so that the columns can be freed one by one
    joined = joined.unify_dictionaries()
    table = joined.to_pandas(split_blocks=True, self_destruct=True, use_threads=False)
    del joined
    whole = [name for name, kind in COLUMNS.items() if kind == "int64"]
    table[whole] = table[whole].astype("Int64")  # whole numbers that may be missing
    table = table.sort_values("started", kind="stable", ignore_index=True)
    is_replaced = table.duplicated([*KEY, *SETTING], keep="last")
    is_replaced |= table["cpu"].isna() & table.duplicated([*KEY], keep="last")
    return mark_contradicted(table[~is_replaced].reset_index(drop=True))


def _encoded(table: Any) -> Any:
    """A table of Arrow whose columns of few different texts, and long ones, are dictionaries."""
    for name in (*_ENVIRONMENT, "options"):
        table = table.set_column(table.schema.get_field_index(name), name, table[name].dictionary_encode())
    return table


def is_disturbed(row: Mapping[str, Any], quiet: float | None) -> bool:
    """Whether others used more than this share of its core while a case was measured.

    `SLACK` seconds more do not count. Where their load is not known, as for a case that was killed, it counts as none.

    >>> is_disturbed({"outside_load": 0.3, "outside_seconds": 2.0}, 0.1)
    True
    """
    load, seconds = row.get("outside_load") or 0.0, row.get("outside_seconds") or 0.0
    return quiet is not None and (load - quiet) * seconds > SLACK


def keys(folder: Path, quiet: float | None = None) -> dict[bytes, bool]:
    """The digests of the keys of the cases that have a row, and whether each failed according to its last row.

    With `quiet`, a row that is disturbed does not count.
    """
    last: dict[bytes, tuple[Any, Any]] = {}
    for table in parts(folder, (*KEY, *ENDING)):
        columns = table.to_pydict()
        values = zip(*(columns[name] for name in KEY), strict=True)
        endings = zip(*(columns[name] for name in ENDING), strict=True)
        for key, ending in zip(values, endings, strict=True):
            row, digest = dict(zip(ENDING, ending, strict=True)), key_digest(key)
            if digest not in last or last[digest][0] <= row["started"]:
                last[digest] = row["started"], None if is_disturbed(row, quiet) else row["failed"]
    return {digest: failed for digest, (_, failed) in last.items() if failed is not None}


def key_digest(key: Sequence[Any]) -> bytes:
    """A digest of a key, because there may be millions of them.

    >>> len(key_digest(("top95", "top95:1", 0)))
    16
    """
    return hashlib.blake2b(repr(tuple(key)).encode(), digest_size=16).digest()


def mark_contradicted(table: Any) -> Any:
    """The rows, in which an answer that other rows contradict has failed, with the status "wrong".

    This finds a wrong answer even where the number of solutions is not known. Of two proofs that contradict each other,
    one comes with grids, and the validator has checked these: "unique" is refuted by two solutions, and "infeasible" by
    one. A puzzle has two solutions when a configuration has found a second one, or when two configurations have found
    different ones of one isomorph. All isomorphs of a puzzle have the same number of solutions.

    >>> from sudoku_models.benchmark import made_up
    >>> table = made_up(["highs", "cpsat"], [[0.1, 0.2]])
    >>> table["status"] = ["unique", "several"]
    >>> mark_contradicted(table)[["status", "reason"]].to_dict("records")[0]
    {'status': 'wrong', 'reason': "the answer is 'unique', but another configuration found two solutions"}
    """
    names = ["corpus", "puzzle", "puzzle_digest"]
    puzzle = table.groupby(names, sort=False, observed=True, dropna=False).ngroup()
    found = table["solved"].astype(bool) & ~table["failed"].astype(bool)
    grids = table.loc[found, ["seed", "grid"]].assign(puzzle=puzzle[found])
    grids = grids[grids["grid"].fillna("") != ""].drop_duplicates()
    two = {*puzzle[found & (table["status"] == "several")], *grids.loc[grids.duplicated(["puzzle", "seed"]), "puzzle"]}
    contradicted = (("unique", two, "two solutions"), ("infeasible", {*puzzle[found]}, "a solution"))
    for answer, against, what in contradicted:
        wrong = (table["status"] == answer) & puzzle.isin(against)
        if wrong.any():
            table = table.copy()
            table.loc[wrong, "reason"] = f"the answer is {answer!r}, but another configuration found {what}"
            table.loc[wrong, "status"] = "wrong"
            table.loc[wrong, ["solved", "proved"]] = False
            table.loc[wrong, "failed"] = True
    return table


def made_up(
    solvers: Sequence[str],
    seconds: Sequence[Sequence[float | None]],
    corpus: str = "sample",
    time_limit: float = 10.0,
    **columns: Any,
) -> Any:
    """Example rows, in which each solver has the given time on each puzzle, to try a table or a figure with.

    Args:
        solvers: Names; each is a configuration.
        seconds: For each puzzle the time of each solver until the proof, half of which is the time to the solution;
            None where the limit was reached before any solution.
        corpus: The name of the corpus; the puzzles are its 1, 2, ...
        time_limit: The limit in seconds.
        columns: Further columns, one value for all rows; the cases start one minute after another.

    >>> made_up(["highs", "cpsat"], [[0.1, None]])[["puzzle", "solver", "status", "proved"]].to_dict("records")[1]
    {'puzzle': 'sample:1', 'solver': 'cpsat', 'status': 'time limit', 'proved': False}
    """
    import pandas as pd

    whole = {name: 0 for name, kind in COLUMNS.items() if kind == "int64"}
    common = {"corpus": corpus, "formulation": "assignment", "backend": "pulp", "time_limit": time_limit}
    common |= {"puzzle_digest": "", "formulation_digest": "", "software": ""}
    common |= {"size": 9, "clues": 25, "failed": False, "reason": "made up", "grid": ""}
    common |= {"machine": "sample", "cpu": "sample", "cores": 2, "system": "sample", "python": "sample", "commit": ""}
    common |= {"rewrite": "", "presolve": "", "search": "", "count": "", "note": "", "versions": "{}"}
    common |= {"problem": "sudoku", "outside_load": 0.0}
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
    parts |= {"solver_seconds": time - 0.002, "proved_seconds": time}
    return {**build, **parts, "status": "unique", "solved": True, "proved": True}
