"""How the contrasts of a protocol are written: as rows of a table, and as sentences."""

import math
from collections.abc import Mapping
from typing import Any

import pandas as pd

from ..contrasts import FASTER, SAME, SLOWER
from ..protocol import MEASURED
from .formatting import between, interval_of_ratio, number, percent, plural, ratio

__all__ = ["HEADS", "TESTED", "excluded", "sentences", "written", "written_by_corpus"]

HEADS = ("A over B", "geometric mean", "puzzles", "A faster", "A slower", "neither", "open A", "open B")
TESTED = ("verdict on A", "p", "noise")


def written(results: pd.DataFrame) -> list[list[str]]:
    """The rows of the main table: the name of the contrast, then `TESTED` and `HEADS`; intervals below."""
    return [[row["contrast"], *_tested(row), *_figures(row)] for row in results.to_dict("records")]


def written_by_corpus(by_corpus: pd.DataFrame) -> list[list[str]]:
    """The rows of the table by corpus: the names of contrast and corpus, then `HEADS`."""
    return [[f"{row['contrast']}, {row['corpora']}", *_figures(row)] for row in by_corpus.to_dict("records")]


def sentences(results: pd.DataFrame) -> list[str]:
    """The answer to each question.

    >>> from sudoku_models.benchmark.contrasts import contrasts
    >>> from sudoku_models.benchmark.protocol import Contrast, Protocol
    >>> from sudoku_models.benchmark.sample import rows
    >>> table = rows(["highs", "cbc"], [[0.1 * k, 0.2 * k] for k in range(1, 9)])
    >>> question = Contrast("engines", "Which is faster?", {"solver": ("highs",)}, {"solver": ("cbc",)})
    >>> print(*sentences(contrasts(table, Protocol((question,))).results))
    engines: Which is faster? A (assignment x pulp x highs) is faster than B (assignment x pulp x cbc): 0.5x, with the \
interval 0.5x to 0.5x, in the time until the proof, building included.
    """
    made = []
    for row in results.to_dict("records"):
        a, b = f"A ({row['a']})", f"B ({row['b']})"
        says = {
            FASTER: f"{a} is faster than {b}",
            SLOWER: f"{a} is slower than {b}",
            SAME: f"{a} and {b} cannot be told apart, because {row['why']}",
        }[row["verdict"]]
        known = "" if math.isnan(row["ratio"]) else f": {between(row['ratio'], row['ratio_at_most'])}"
        if not math.isnan(row["low"]):
            known += f", with the interval {interval_of_ratio(row['low'], row['high'])}"
        made.append(f"{row['contrast']}: {row['question']} {says}{known}, in {MEASURED[row['measure']]}.")
    return made


def excluded(counts: pd.DataFrame) -> list[str]:
    """What was left out, by rule."""
    return [
        f"Excluded for {row['rule']}: {number(row['rows'])} of {plural(row['of'], 'row')} "
        f"({percent(100 * row['rows'] / row['of'])})."
        for row in counts.to_dict("records")
    ] or ["The protocol excludes nothing."]


def _figures(row: Mapping[str, Any]) -> list[str]:
    counts = ("puzzles", "faster", "slower", "neither", "open_a", "open_b")
    ratio_below = _above(row, "ratio", "low", "high"), _above(row, "mean_ratio", "mean_low", "mean_high")
    return [*ratio_below, *(number(row[name]) for name in counts)]


def _above(row: Mapping[str, Any], name: str, low: str, high: str) -> str:
    """A ratio, and its interval on a second line."""
    if math.isnan(row[name]):
        return "-"
    interval = "" if math.isnan(row[low]) else f"\n{interval_of_ratio(row[low], row[high])}"
    return between(row[name], row[f"{name}_at_most"]) + interval


def _tested(row: Mapping[str, Any]) -> list[str]:
    p = f"{row['p_holm']:.2g}" if row["p_holm"] >= 1e-4 else "< 0.0001"
    return [row["verdict"], p, ratio(row["noise"])]
