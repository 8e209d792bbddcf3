"""How the tables of a report are written: their columns, headings and formatting."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..growth import COSTS
from ..noise import STEPS
from .formatting import between, bounded, interval_of_ratio, number, percent, ratio, seconds, span

__all__ = ["TABLES", "View"]

Row = Mapping[str, Any]
Column = tuple[str, Callable[[Row], str]]


@dataclass(frozen=True)
class View:
    """A table of a report: its title, its description, and its columns beside the configuration."""

    title: str
    about: str
    columns: tuple[Column, ...]


def _cases(row: Row) -> str:
    return number(row["cases"]) if row["cases"] == row["run"] else f"{number(row['cases'])} of {number(row['run'])}"


def _median(row: Row) -> str:
    """The median, and its interval on a second line."""
    interval = span(row)
    return bounded(row, "median") + (f"\n{interval}" if interval != "-" else "")


def _par2(row: Row) -> str:
    low, high = (seconds(row[f"par2_{end}_seconds"]) for end in ("low", "high"))
    return seconds(row["par2_seconds"]) + (f"\n{low} to {high}" if low != "-" else "")


def _times_the_best(row: Row) -> str:
    interval = "" if math.isnan(row["ratio_low"]) else f"\n{interval_of_ratio(row['ratio_low'], row['ratio_high'])}"
    return between(row["ratio"], row["ratio_at_most"]) + interval


def _p(row: Row) -> str:
    return f"{row['p_holm']:.2g}" if row["p_holm"] >= 1e-4 else "< 0.0001"


def _board(size: float | None) -> str:
    return "-" if size is None or math.isnan(size) else f"{size:.0f}x{size:.0f}"


def _exponent(row: Row, name: str) -> str:
    """An exponent, and its interval on a second line."""
    value, low, high = (row[f"{name}_{what}"] for what in ("exponent", "low", "high"))
    return "-" if math.isnan(value) else f"{value:.2f}\n{low:.2f} to {high:.2f}"


def _of(name: str, write: Callable[[Any], str]) -> Callable[[Row], str]:
    return lambda row: write(row[name])


def _noise(row: Row, step: str) -> str:
    """The median ratio, and the 90th percentile on a second line."""
    median, high = row[f"{step}_median"], row[f"{step}_p90"]
    return "-" if math.isnan(median) else f"{ratio(median)}\n{ratio(high)}"


def _numbers(*names: str) -> tuple[Column, ...]:
    return tuple((name.replace("_", " "), _of(name, number)) for name in names)


SUMMARY = View(
    "Results",
    "The best first, by PAR2. Under a median and a PAR2 is its interval of 95 % by the hierarchical bootstrap.",
    (
        ("cases", _cases),
        ("proved", _of("proved_percent", percent)),
        ("solved", _of("solved_percent", percent)),
        ("median", _median),
        ("shifted geom. mean", lambda row: bounded(row, "shifted_mean")),
        ("PAR2", _par2),
        ("PAR10", _of("par10_seconds", seconds)),
        ("fastest", lambda row: percent(row.get("fastest_percent", math.nan))),
        ("building", lambda row: percent(row["build_percent"], row["build_is_bound"] is True)),
        ("failed", lambda row: number(row["failed"] or None)),
    ),
)

TABLES = {
    "against_best": View(
        "Each configuration against the best",
        "On how many puzzles it was faster and slower; neither, where that is unknown, as when both left a puzzle "
        "open; and the median of its time over that of the best, or its bounds, and under it an interval of 95 % by "
        "the hierarchical bootstrap. p is that of an exact sign test, corrected for the number of configurations "
        "after Holm. The best was chosen by these cases, which favours it.",
        (
            *_numbers("puzzles", "faster", "slower", "neither"),
            ("times the best", _times_the_best),
            ("p", _p),
        ),
    ),
    "noise": View(
        "Noise",
        "The longest over the shortest time of the repeats of each case that ended: the median over the cases, and "
        "under it the 90th percentile, for each step, for the total, and for the total divided by the time of a "
        "calibration task that ran before and after the case; steps below 0.1 ms are left out. Itself: the "
        "configuration compared with itself, one repeat with another, in the median over the puzzles; a smaller "
        "difference between two configurations cannot be told from noise.",
        (
            *_numbers("cases", "repeats"),
            *((title, partial(_noise, step=step)) for step, title in STEPS.items()),
            ("itself", _of("itself", ratio)),
        ),
    ),
    "parts": View(
        "Where the time goes",
        "Medians. Rewriting makes logical constraints linear; translating passes the model to the solver. A dash: "
        "there is no such step, or the library runs the solver itself and does not report it separately.",
        tuple((name, _of(f"{name}_seconds", seconds)) for name in ("build", "rewrite", "translate", "solve", "prove")),
    ),
    "sizes": View(
        "Sizes",
        "Medians, as the solver sees the model, and a linear one after the presolve of HiGHS. LP single "
        "point: the share of the cases in which the LP relaxation has one point only, so that nothing is left to "
        "search.",
        (
            *_numbers("variables", "constraints", "nonzeros"),
            *((f"{name}, presolved", _of(f"presolved_{name}", number)) for name in ("variables", "constraints")),
            ("nonzeros, presolved", _of("presolved_nonzeros", number)),
            ("LP single point", _of("lp_single_point_percent", percent)),
        ),
    ),
    "memory": View(
        "Memory",
        "Medians in MiB: resident before building, at the peak, and the difference; the largest peak; and the peak of "
        "a program that the solver starts.",
        (
            ("before", _of("memory_before", number)),
            ("peak", _of("memory_peak", number)),
            ("added", _of("memory_added", number)),
            ("largest peak", _of("largest_peak", number)),
            ("solver's program", _of("program_memory_peak", number)),
        ),
    ),
    "search": View(
        "Search",
        "Medians of the solvers' own counts, in the search for the solution and in the proof. A case that did not end "
        "counts as more than any that did; a dash means that a solver has no such count. Solvers count differently: "
        "compare the configurations of one solver.",
        tuple(
            (f"{name.replace('lp_', 'LP ')}{where}", _of(f"{prefix}{name}", number))
            for prefix, where in (("", ""), ("proof_", ", proof"))
            for name in ("nodes", "lp_iterations", "backtracks", "fails", "branches", "conflicts")
        ),
    ),
    "exponents": View(
        "How cost grows with the size of the board",
        "The exponent of a power law, over the sizes from 9x9 on that ended, with an interval of 95 % that is not a "
        "bootstrap but that of the t distribution, so that it knows nothing of puzzles and repeats: of the nonzeros "
        "against n, and of every other cost against the nonzeros, where 1 is in proportion. The line is by "
        "least squares in logarithms; a dash means fewer than three sizes, or times below a millisecond. It describes "
        "the measured sizes and says nothing of larger ones.",
        (
            ("ended up to", lambda row: _board(row["ended"])),
            ("open from", lambda row: _board(row["open_from"]) + (f"\n{row['end']}" if row["end"] else "")),
            ("nonzeros, power of n", lambda row: _exponent(row, "nonzeros")),
            ("processor time, power of nonzeros", lambda row: _exponent(row, "processor_seconds")),
            ("grows", lambda row: row["follows"] or "-"),
            *(
                (name, partial(_exponent, name=cost))
                for cost, name in COSTS.items()
                if cost not in ("nonzeros", "processor_seconds")
            ),
        ),
    ),
    "costs": View(
        "Costs by the size of the board",
        "Medians. Memory is the peak without what the process held before. A case that did not end has the times of "
        "the steps that it ended, and the processor time until it was stopped.",
        (
            ("board", lambda row: _board(row["size"])),
            ("end", lambda row: row["end"] or "proved"),
            ("nonzeros", _of("nonzeros", number)),
            *(
                (what.replace("proved", "total"), _of(f"{what}_seconds", seconds))
                for what in ("build", "rewrite", "translate", "solve", "prove", "proved", "processor")
            ),
            ("memory (MiB)", _of("memory_added", number)),
        ),
    ),
    "isomorphs": View(
        "Isomorphs",
        "The slowest orientation of a puzzle over its fastest: how much the time depends on the orientation. A ratio "
        "is a bound where an orientation did not end; unknown are the puzzles of which none did.",
        (
            *_numbers("puzzles", "seeds", "unknown"),
            ("median ratio", lambda row: ratio(row["median_ratio"], row["median_is_bound"])),
            ("largest ratio", lambda row: ratio(row["largest_ratio"], row["largest_is_bound"])),
        ),
    ),
    "failures": View(
        "Failures",
        "Over all rows, compared or not. Killed: it did not keep to its limit. Gave up: it ended before its limit "
        "without an answer. Wrong: a grid that breaks a rule, or a proof that contradicts the known number of "
        "solutions or another configuration. Unsupported: the solver does not take the constraints of the formulation.",
        (
            ("kind", _of("status", str)),
            ("cases", _of("cases", number)),
            ("first", _of("first", str)),
            ("reason of the first", _of("reason", str)),
        ),
    ),
}
"""name -> how it is written; each name is a function of `statistics`, `tables`, `noise` or `growth`."""
