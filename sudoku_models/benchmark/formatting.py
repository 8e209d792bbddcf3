"""Figures as text: times with their unit, bounds with their sign, a dash where nothing is known; and contrasts."""

import math

import pandas as pd

from .contrasting import FASTER, MEASURED, NOT_TRUSTED, SAME, SLOWER

HEADS = ["contrast", "corpora", "time", "A over B", "95 % interval", "A is", "p", "noise"]
HEADS += ["puzzles", "A faster", "A slower"]
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

    >>> from sudoku_models.benchmark.contrasting import Contrast, Protocol, contrasts
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
        says = {
            FASTER: f"{a} is faster than {b}",
            SLOWER: f"{a} is slower than {b}",
            SAME: f"{a} and {b} cannot be told apart, because {row['why']}",
            NOT_TRUSTED: f"{a} and {b} are not compared, because {row['why']}",
        }[row["verdict"]]
        known = "" if math.isnan(row["ratio"]) else f": {between(row['ratio'], row['ratio_at_most'])}"
        if not math.isnan(row["ratio_low"]):
            known += f", with the interval {between(row['ratio_low'], row['ratio_high'])}"
        apart = f", which includes the interface of {row['not_apart']}" if row["not_apart"] else ""
        made.append(f"{row['contrast']}: {row['question']} {says}{known}, in {MEASURED[row['measure']]}{apart}.")
    return made


def table(results: pd.DataFrame) -> list[list[str]]:
    """Contrasts as rows of text under `HEADS`."""
    made = []
    for row in results.to_dict("records"):
        p = f"{row['p_holm']:.2g}" if row["p_holm"] >= 1e-4 else "< 0.0001"
        figures = between(row["ratio"], row["ratio_at_most"]), between(row["ratio_low"], row["ratio_high"])
        counts = [f"{row[name]:,}" for name in ("puzzles", "faster", "slower")]
        time = "all" if row["measure"] == "proved" else row["measure"]
        made.append([row["contrast"], row["corpora"], time, *figures, row["verdict"], p, ratio(row["noise"]), *counts])
    return made
