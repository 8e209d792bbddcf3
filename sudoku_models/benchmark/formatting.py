"""Figures as text: times with their unit, bounds with their sign, a dash where nothing is known; and contrasts."""

import math
from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd

from .protocol import MEASURED
from .verdicts import FASTER, FEWER, MORE, NOT_ASKED, SAME, SILENT, SLOWER

HEADS = ["contrast", "corpora", "measure", "A over B", "95 % interval", "verdict on A", "p", "drift"]
HEADS += ["puzzles", "A faster", "A slower", "open A", "open B", "disturbed"]
"""Headings of `table`."""
NOTHING = "-"
NOT_ENDED = "not ended"
UNKNOWN = "unknown"


def seconds(value: float | None, is_bound: bool = False) -> str:
    """A time with three digits and its unit.

    >>> seconds(0.01234), seconds(1.5), seconds(10, True), seconds(float("nan")), seconds(float("inf"))
    ('12.3 ms', '1.5 s', '> 10 s', '-', 'not ended')
    """
    if value is None or math.isnan(value):
        return NOTHING
    if value == math.inf:
        return NOT_ENDED
    text = f"{1000 * value:.3g} ms" if value < 0.9995 else f"{value:.3g} s" if value < 999.5 else f"{value:,.0f} s"
    return f"> {text}" if is_bound else text


def percent(value: float | None) -> str:
    """A share that is rounded to 0 or 100 only where it is that.

    >>> percent(100), percent(99.97), percent(33.333), percent(0), percent(0.01)
    ('100 %', '> 99.9 %', '33.3 %', '0 %', '< 0.1 %')
    """
    if value is None or math.isnan(value):
        return NOTHING
    if 0 < value < 0.05:
        return "< 0.1 %"
    if 99.95 <= value < 100:
        return "> 99.9 %"
    return f"{value:.1f}".removesuffix(".0") + " %"


def ratio(value: float | None, is_bound: bool = False) -> str:
    """A factor.

    >>> ratio(2.0), ratio(12345.6), ratio(3.14159, True)
    ('2x', '12,346x', '> 3.14x')
    """
    if value is None or math.isnan(value):
        return NOTHING
    text = f"{value:.3g}x" if value < 999.5 else f"{value:,.0f}x"
    return f"> {text}" if is_bound else text


def between(low: float, high: float) -> str:
    """A factor that lies between two, or an interval of one.

    >>> between(2.0, 2.0), between(100, math.inf), between(0.0, 1.5), between(2.0, 3.0), between(0.0, math.inf)
    ('2x', '> 100x', '< 1.5x', '2x to 3x', 'unknown')
    """
    if low == high or math.isnan(low):
        return ratio(low)
    if high == math.inf:
        return ratio(low, is_bound=True) if low else UNKNOWN
    return f"{ratio(low)} to {ratio(high)}" if low else f"< {ratio(high)}"


def plural(count: int, what: str) -> str:
    """A number of things.

    >>> plural(1, "case"), plural(1200, "case")
    ('1 case', '1,200 cases')
    """
    return f"{count:,} {what}{'s' * (count != 1)}"


def answers(results: pd.DataFrame) -> list[str]:
    """The answer to each question of a protocol.

    >>> from sudoku_models.benchmark import Contrast, Protocol, contrasts
    >>> from sudoku_models.benchmark import made_up
    >>> table = made_up(["highs", "cbc"], [[0.1 * k, 0.2 * k] for k in range(1, 9)])
    >>> question = Contrast("engines", "Which is faster?", {"solver": ("highs",)}, {"solver": ("cbc",)}, "proved")
    >>> print(*answers(contrasts(table, Protocol((question,)))))
    engines: Which is faster? A (assignment x pulp x highs) is faster than B (assignment x pulp x cbc): 0.5x, with the \
interval 0.5x, in the time until the claim, building included.
    """
    made = []
    for row in results.to_dict("records"):
        a, b = f"A ({row['a']})", f"B ({row['b']})"
        both = f"A ({row['a']}) and B ({row['b']})"
        says = {
            FASTER: f"{a} is faster than {b}",
            SLOWER: f"{a} is slower than {b}",
            MORE: f"{a} decides more in time than {b}",
            FEWER: f"{a} decides fewer in time than {b}",
            SAME: f"{both} cannot be told apart, because {row['why']}",
            NOT_ASKED: f"This is not asked, because {row['why']}",
        }.get(row["verdict"], f"{both} are not compared, because {row['why']}")
        known = "" if row["verdict"] in SILENT else _known(row)
        apart = f", which includes the interface of {row['not_apart']}" if row["not_apart"] else ""
        made.append(f"{row['contrast']}: {row['question']} {says}{known}, in {MEASURED[row['measure']]}{apart}.")
    return made


def table(results: pd.DataFrame) -> list[list[str]]:
    """Contrasts as rows of text under `HEADS`; a question that has no verdict has no ratio."""
    made = []
    for row in results.to_dict("records"):
        figures = [between(row["ratio"], row["ratio_at_most"]), between(row["ratio_low"], row["ratio_high"])]
        counts = [f"{row[name]:,}" for name in ("puzzles", "faster", "slower", "open_a", "open_b", "disturbed")]
        time = "all" if row["measure"] == "proved" else row["measure"].replace("_", " ")
        shown = [NOTHING, NOTHING] if row["verdict"] in SILENT else figures
        last = [row["verdict"], p_value(row["p_holm"]), ratio(row["drift"]), *counts]
        made.append([row["contrast"], row["corpora"], time, *shown, *last])
    return made


def p_value(p: float) -> str:
    """A probability.

    >>> p_value(0.0123), p_value(1e-9), p_value(math.nan)
    ('0.012', '< 0.0001', '-')
    """
    return NOTHING if math.isnan(p) else f"{p:.2g}" if p >= 1e-4 else "< 0.0001"


def _known(row: Mapping[Hashable, Any]) -> str:
    """The figures of a contrast: how many puzzles each side decides, or the ratio with its interval."""
    if math.isnan(row["ratio"]):
        a, b = (row["puzzles"] - row[f"open_{side}"] for side in "ab")
        return f": {a} and {b} of {row['puzzles']} puzzles, {row['faster']} only by A and {row['slower']} only by B"
    interval = between(row["ratio_low"], row["ratio_high"])
    return f": {between(row['ratio'], row['ratio_at_most'])}, with the interval {interval}"
