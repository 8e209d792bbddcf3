"""The tables of the page about models of other kinds, from what `data/benchmark/models/measure.py` has measured."""

import math
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

ROWS = Path(__file__).parents[2] / "data" / "benchmark" / "models" / "rows.csv"


@cache
def models() -> pd.DataFrame:
    """The rows of the models of other kinds, by model and way; of several repeats that with the least work."""
    rows = pd.read_csv(ROWS).sort_values("processor_seconds")
    return rows.drop_duplicates(["family", "size", "way"]).set_index(["family", "size", "way"]).sort_index()


def model_rows(size: str) -> str:
    """The rows of a table of the models of a size."""
    lines = []
    for family in models().index.unique("family"):
        ways = models().loc[family, size]
        first = ways.iloc[0]
        cells = [f"{family.replace('_', ' ')}", f"{first['columns']:,.0f}", f"{first['non_zeros']:,.0f}"]
        cells += [_model_cell(ways, way) for way in ("pulp", "pulp_gap0", "here", "before", "pyomo", "mathopt")]
        two = ways.reindex(["pulp", "here"])
        cells += [_both(row, "again_") for _, row in two.iterrows()]
        cells += [f"{peak:.0f}" for peak in two["peak_mb"]]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def models_setup() -> str:
    """Where and when the models of other kinds were measured."""
    rows = models()
    (cpu,), (cores,), (python,) = (rows[name].unique() for name in ("cpu", "cores", "python"))
    limit, load = rows["limit"].max(), rows["load"].median()
    return f"{cpu.strip()} with {cores} cores, {python}; a limit of {limit:.0f} s; a median load of {load:.1f}"


def _model_cell(ways: pd.DataFrame, way: str) -> str:
    """The seconds of a model with a way, and what its answer is worth."""
    if way not in ways.index:
        return ""
    row = ways.loc[way]
    if "exit code" in row["status"]:
        return "failed"
    if math.isnan(row["objective"]):
        return f"none in {row['limit']:.0f} s"
    certainty = f" {row['certainty']}" if isinstance(row["certainty"], str) else ""
    return f"{_both(row)}{certainty}"


def _both(row: Any, which: str = "") -> str:
    """The seconds of the clock, and in brackets those of the processor; empty when it was not asked."""
    clock, processor = row[f"{which}seconds"], row[f"{which}processor_seconds"]
    return "" if math.isnan(clock) else f"{_short(clock)} ({_short(processor)})"


def _short(seconds: float) -> str:
    """Two digits, or all before the point."""
    return f"{seconds:.0f}" if seconds >= 10 else f"{seconds:.2g}"
