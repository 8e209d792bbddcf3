"""Figures as text: times with their unit, bounds with their sign, and a dash where nothing is known."""

import math
from collections.abc import Mapping
from typing import Any

__all__ = [
    "between",
    "bounded",
    "interval_of_ratio",
    "listed",
    "number",
    "percent",
    "plural",
    "ratio",
    "seconds",
    "span",
]

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


def bounded(row: Mapping[str, Any], name: str) -> str:
    """The time `name` of a row of a summary.

    >>> bounded({"median_seconds": 10.0, "median_is_bound": True}, "median")
    '> 10 s'
    """
    return seconds(row.get(f"{name}_seconds"), row.get(f"{name}_is_bound") is True)


def span(row: Mapping[str, Any]) -> str:
    """The confidence interval of a row of a summary.

    >>> span({"low_seconds": 0.1, "low_is_bound": False, "high_seconds": 10.0, "high_is_bound": True})
    '100 ms to > 10 s'
    >>> span({"low_seconds": 0.1, "low_is_bound": False, "high_seconds": 0.2, "high_is_bound": False})
    '100 to 200 ms'
    """
    if math.isnan(row.get("low_seconds", math.nan)):
        return NOTHING
    low, high = bounded(row, "low"), bounded(row, "high")
    unit = low.rpartition(" ")[2]
    return f"{low.removesuffix(f' {unit}') if high.endswith(f' {unit}') and '>' not in high else low} to {high}"


def percent(value: float | None, is_bound: bool = False) -> str:
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
    text = f"{value:.1f}".removesuffix(".0") + " %"
    return f"≥ {text}" if is_bound else text


def number(value: float | None) -> str:
    """A count or a median of counts.

    >>> number(2916.0), number(0.5), number(None), number(float("inf"))
    ('2,916', '0.5', '-', 'not ended')
    """
    if value is None or math.isnan(value):
        return NOTHING
    if value == math.inf:
        return NOT_ENDED
    return f"{value:,.1f}".removesuffix(".0")


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
    """A factor that lies between two.

    >>> between(2.0, 2.0), between(100, math.inf), between(0.0, 1.5), between(2.0, 3.0), between(0.0, math.inf)
    ('2x', '> 100x', '< 1.5x', '2x to 3x', 'unknown')
    """
    if low == high:
        return ratio(low)
    if high == math.inf:
        return ratio(low, is_bound=True) if low else UNKNOWN
    return f"{ratio(low)} to {ratio(high)}" if low else f"< {ratio(high)}"


def interval_of_ratio(low: float, high: float) -> str:
    """An interval of a factor, whose upper end may be open.

    >>> interval_of_ratio(0.9, 1.25), interval_of_ratio(2.0, math.inf), interval_of_ratio(0.0, math.inf)
    ('0.9x to 1.25x', 'more than 2x', 'unknown')
    """
    if math.isnan(low):
        return NOTHING
    if high == math.inf:
        return f"more than {ratio(low)}" if low else UNKNOWN
    return f"{ratio(low)} to {ratio(high)}" if low else f"less than {ratio(high)}"


def plural(count: int, what: str) -> str:
    """A number of things.

    >>> plural(1, "case"), plural(1200, "case")
    ('1 case', '1,200 cases')
    """
    return f"{count:,} {what}{'s' * (count != 1)}"


def listed(names: list[str], most: int = 5) -> str:
    """Names in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"]), listed(["a", "b", "c"], 1)
    ('a', 'a, b and c', 'a and 2 more')
    """
    parts = [*names[:most], *([f"{len(names) - most:,} more"] if len(names) > most else [])]
    return " and ".join([*([", ".join(parts[:-1])] if len(parts) > 1 else []), *parts[-1:]])
