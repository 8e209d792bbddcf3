"""The figures of a report, as SVG, each with the numbers that it draws and a short table of them."""

import io
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd

from .. import curves
from ..comparisons import Comparison, labelled, time_table
from ..noise import noise_curves
from ..statistics import VIRTUAL_BEST
from .formatting import percent, ratio, seconds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Picture", "of_comparison", "of_sizes", "svg"]

FACTORS = (1, 2, 5, 10, 100)
QUANTILES = (25, 50, 75, 90, 100)


@dataclass(frozen=True)
class Picture:
    """A figure of a report.

    Attributes:
        name: The name of its file, without the ending.
        title: Its title.
        how: How to read it.
        svg: The figure; it is the same for the same rows.
        numbers: The table that it draws.
        glance: A few numbers of it, as text.
        is_square: Whether it is as wide as it is high.
    """

    name: str
    title: str
    how: str
    svg: str
    numbers: pd.DataFrame
    glance: pd.DataFrame
    is_square: bool = False


def of_comparison(comparison: Comparison, rows: pd.DataFrame, measure: str, stem: str) -> Iterator[Picture]:
    """The figures of one comparison: performance profile, cactus plot, and one configuration against another."""
    from ...plots import performance
    from ...plots.labels import HIGHLIGHTED

    times, limit = time_table(rows, measure), comparison.time_limit
    if not len(times.seconds):
        return
    notable = times.notable(HIGHLIGHTED)
    profile = curves.performance_profile(rows, measure)
    yield Picture(
        f"{stem}-profile",
        f"Performance profile, {comparison.corpus}",
        "How to read it: take a factor on the horizontal axis; the height of a curve is the share of the cases on "
        "which that configuration took at most so many times as long as the fastest one. The left edge shows how often "
        "it was the fastest itself, the right edge how many cases it ended at all: a case that did not end within the "
        "limit never counts. The factor is to the fastest of all configurations, so two curves show how each compares "
        "with the best, and not how they compare with each other.",
        _svg(partial(performance.performance_profile, profile, notable), 9.5, 4.0),
        profile,
        _profile_at_a_glance(profile, notable),
    )
    cactus = curves.cactus(rows, measure)
    yield Picture(
        f"{stem}-cactus",
        f"Cactus plot, {comparison.corpus}",
        "How to read it: each configuration has its cases sorted by their time; at 50 is the time of its 50th. So the "
        "curve shows how many cases it would end under a limit of so many seconds for each: lower and farther to the "
        "right is better. A curve that stops early leaves the rest of the cases open. The virtual best takes for each "
        "case the configuration that was the fastest there.",
        _svg(partial(performance.cactus, cactus, limit, notable), 9.5, 4.0),
        cactus[cactus["seconds"] < math.inf],
        _cactus_at_a_glance(cactus, [VIRTUAL_BEST, *notable]),
    )
    yield from _noise(comparison, rows, stem)
    for k, (x, y) in enumerate(_pairs(times.ranking), 1):
        points = curves.scatter(rows, x, y, measure)
        yield Picture(
            f"{stem}-scatter-{k}",
            f"{x} against {y}, {comparison.corpus}",
            "How to read it: a point is a case; above the diagonal the configuration on the horizontal axis was the "
            "faster. The bands are factors of 2 and of 10. Open marks are on the dashed line of the limit: these cases "
            "did not end, and their true point is farther out.",
            _svg(partial(performance.scatter, points, x, y, limit), 5.6, 5.6),
            points,
            _scatter_at_a_glance(points, x, y),
            is_square=True,
        )


def _noise(comparison: Comparison, rows: pd.DataFrame, stem: str) -> Iterator[Picture]:
    """How far repeats differ, if there are any."""
    from ...plots import performance

    numbers = noise_curves(rows)
    if numbers.empty:
        return
    curves_of = numbers.rename(columns={"step": "configuration"})

    def draw(ax: "Axes") -> "Axes":
        performance.performance_profile(curves_of, ax=ax)
        ax.set(xlabel="longest over shortest of the repeats of a case", ylabel="cases within that ratio")
        return ax

    yield Picture(
        f"{stem}-noise",
        f"Noise, {comparison.corpus}",
        "How to read it: take a ratio on the horizontal axis; the height of a curve is the share of the cases whose "
        "longest and shortest measurement differ by at most that much, for each step, for the total, and for the total "
        "divided by the time of a calibration task. Nothing but chance and the state of the machine differs between "
        "them. The curves end at 99 % of the cases.",
        _svg(draw, 9.5, 4.0),
        numbers,
        _noise_at_a_glance(numbers),
    )


def of_sizes(table: pd.DataFrame, measure: str) -> Iterator[Picture]:
    """The cost against the size of the board, for each limit and setting that has boards of several sizes."""
    from ...plots import performance

    rows = labelled(table)
    kinds = rows[["time_limit", "threads", "setting"]].drop_duplicates()
    for limit, threads, setting in kinds.itertuples(index=False, name=None):
        is_kind = (rows["time_limit"] == limit) & (rows["threads"] == threads) & (rows["setting"] == setting)
        if rows.loc[is_kind, "size"].nunique() < 2:
            continue
        numbers = curves.cost_by_size(rows[is_kind], measure)
        if numbers["size"].nunique() < 2:
            continue
        also = "" if len(kinds) == 1 else f", limit {limit:g} s, {threads} threads, setting {setting}"
        yield Picture(
            "size" if len(kinds) == 1 else f"size-{limit:g}s-{threads}-threads-setting-{setting}",
            f"Cost against the size of the board{also}",
            "How to read it: a mark is the median of a configuration on the puzzles of one corpus and size. Solid "
            "lines join sizes of one corpus; dotted ones lead from corpus to corpus only to guide the eye, as their "
            "puzzles differ in more than their size. An open triangle is a median that is larger than its point.",
            _svg(partial(performance.cost_by_size, numbers, limit), 9.5, 4.0),
            numbers,
            _sizes_at_a_glance(numbers),
        )


def _svg(draw: "Callable[..., Axes]", width: float, height: float) -> str:
    return svg(lambda figure: draw(ax=figure.subplots()), width, height)


def svg(draw: "Callable[[Figure], object]", width: float, height: float) -> str:
    """A figure as SVG, with text as text, and without a date or a random name in it.

    Args:
        draw: Draws on the figure.
        width, height: Inches.

    >>> ">here<" in svg(lambda figure: figure.text(0.5, 0.5, "here"), 1, 1)
    True
    """
    from matplotlib import style
    from matplotlib.figure import Figure

    with style.context(["default", {"svg.hashsalt": "sudoku-models", "svg.fonttype": "none"}]):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return re.sub(r"\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}", text.getvalue())


def _pairs(ranking: list[str]) -> list[tuple[str, str]]:
    """The pairs to draw: the best against the second, the best of another formulation, the best without presolve."""
    if len(ranking) < 2:
        return []
    best, *others = ranking
    model = best.partition(" x ")[0]
    elsewhere = next((name for name in others if name.partition(" x ")[0] != model), None)
    switched = best.removesuffix(", no presolve") if "no presolve" in best else f"{best}, no presolve"
    against = [others[0], elsewhere, switched if switched in others else None]
    return [(best, name) for name in dict.fromkeys(against) if name]


def _profile_at_a_glance(numbers: pd.DataFrame, names: list[str]) -> pd.DataFrame:
    made = []
    for name in names:
        curve = numbers[numbers["configuration"] == name]
        within = {k: percent(100 * curve.loc[curve["ratio"] <= k, "share"].max()) for k in FACTORS}
        factors = {f"within {k}x": share for k, share in within.items() if k > 1}
        ended = percent(100 * curve["share"].max())
        made.append({"configuration": name, "fastest": within[1], **factors, "ended": ended})
    return pd.DataFrame(made)


def _noise_at_a_glance(numbers: pd.DataFrame) -> pd.DataFrame:
    made = []
    for step, curve in numbers.groupby("step", sort=False):
        found = curve.set_index(curve["share"].round(2))["ratio"]
        made.append({"step": step, **{f"{q} % of the cases": ratio(found[q / 100]) for q in (25, 50, 75, 90)}})
    return pd.DataFrame(made)


def _cactus_at_a_glance(numbers: pd.DataFrame, names: list[str]) -> pd.DataFrame:
    made = []
    for name in names:
        times = numbers.loc[numbers["configuration"] == name, "seconds"].to_numpy()
        ranks = {f"{q} % of {len(times)}": math.ceil(q / 100 * len(times)) for q in QUANTILES}
        made.append({"configuration": name, **{title: seconds(times[k - 1]) for title, k in ranks.items()}})
    return pd.DataFrame(made)


def _scatter_at_a_glance(numbers: pd.DataFrame, x: str, y: str) -> pd.DataFrame:
    both = numbers[~numbers["x_censored"] & ~numbers["y_censored"]]
    made = []
    for name, ours, theirs in ((x, "x", "y"), (y, "y", "x")):
        factor = both[f"{theirs}_seconds"] / both[f"{ours}_seconds"]
        made.append(
            {
                "configuration": name,
                "faster, below 2x": str(int(factor.between(1, 2, "neither").sum())),
                "2x to 10x": str(int(factor.between(2, 10, "left").sum())),
                "10x or more": str(int((factor >= 10).sum())),
                "only it ended": str(int((~numbers[f"{ours}_censored"] & numbers[f"{theirs}_censored"]).sum())),
                "neither": str(int((numbers["x_censored"] & numbers["y_censored"]).sum())),
            }
        )
    return pd.DataFrame(made)


def _sizes_at_a_glance(numbers: pd.DataFrame) -> pd.DataFrame:
    boards = numbers[["size", "corpus"]].drop_duplicates().sort_values("size", kind="stable")
    made: dict[str, dict[str, str]] = {}
    for row in numbers.to_dict("records"):
        board = f"{row['size']}x{row['size']} ({row['corpus']})"
        made.setdefault(row["configuration"], {})[board] = seconds(row["seconds"], row["is_bound"])
    columns = [f"{size}x{size} ({corpus})" for size, corpus in boards.itertuples(index=False, name=None)]
    return pd.DataFrame(
        [{"configuration": name, **{board: of.get(board, "-") for board in columns}} for name, of in made.items()]
    )
