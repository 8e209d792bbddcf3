"""What was solved by what: the interface, the engine, its options and its threads, for each backend and solver."""

import json

import pandas as pd

from ..comparisons import labelled
from .page import Cell, Row, Table

__all__ = ["solved_by", "solved_by_table"]

FACTS = ["interface", "engine", "options"]


def solved_by(rows: pd.DataFrame) -> pd.DataFrame:
    """The facts about each solver, and the largest number of threads that was seen in its cases.

    Returns:
        A row for each solver, with its backends where the facts are the same. Rows that were measured before these
        columns existed are left out. `threads` is what was asked for, and `threads_used` what was seen, as a lower
        bound; see `threads.running_threads`.

    >>> from sudoku_models.benchmark.sample import rows
    >>> facts = {"interface": "plain highspy", "engine": "HiGHS 1.13.1", "options": '{"threads": 1}'}
    >>> table = solved_by(rows(["highs"], [[0.1], [0.2]], threads_used=1, **facts))
    >>> table[["solver", "backends", "engine", "threads_used", "cases"]].to_dict("records")
    [{'solver': 'highs', 'backends': 'pulp', 'engine': 'HiGHS 1.13.1', 'threads_used': 1, 'cases': 2}]
    """
    table = labelled(rows)
    known = table[table["interface"].notna()]
    solver = known["solver"].astype(str) + known["presolve"].eq("off").map({True: ", no presolve", False: ""})
    named = known.assign(solver=solver)
    groups = named.groupby(["solver", *FACTS], dropna=False, observed=True)
    made = groups.agg(
        backends=("backend", lambda column: ", ".join(sorted(column.unique()))),
        threads=("threads", "max"),
        threads_used=("threads_used", "max"),
        cases=("solver", "size"),
    )
    return made.reset_index()


def solved_by_table(facts: pd.DataFrame) -> Table:
    """The table for the page, from that of `solved_by`."""
    heads = ["solver", "on", "interface", "engine", "options", "threads asked for", "threads seen", "cases"]
    rows = [
        Row(
            row["solver"],
            [
                Cell(row["backends"], is_prose=True),
                Cell(row["interface"], is_prose=True),
                Cell(row["engine"], is_prose=True),
                Cell(_options(row["options"]), is_prose=True),
                Cell(f"{row['threads']}"),
                Cell("-" if pd.isna(row["threads_used"]) else f"{row['threads_used']}"),
                Cell(f"{row['cases']:,}"),
            ],
        )
        for row in facts.to_dict("records")
    ]
    caption = "What was solved by what; options that are not listed have the engine's defaults, beside the time limit"
    return Table(caption, heads, rows)


def _options(text: str) -> str:
    """Options as they are read most easily.

    >>> _options('{"mip_rel_gap": 0.0, "options": ["presolve off"]}')
    'mip_rel_gap = 0.0, options = ["presolve off"]'
    """
    return ", ".join(f"{name} = {json.dumps(value)}" for name, value in json.loads(text).items())
