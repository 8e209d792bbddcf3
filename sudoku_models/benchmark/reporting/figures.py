"""The pictures of a report, as SVG, each with the numbers that it draws and a short table of them."""

import io
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from .. import curves
from ..comparisons import Comparison, comparisons, time_table
from ..statistics import VIRTUAL_BEST
from .formatting import percent, seconds

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Picture", "of_comparison", "of_sizes"]

FACTORS = (1, 2, 5, 10, 100)
QUANTILES = (25, 50, 75, 90, 100)


@dataclass(frozen=True)
class Picture:
    """A picture of a report.

    Attributes:
        name: The name of its file, without the ending.
        title: What it is.
        how: How to read it.
        svg: The picture; it is the same for the same rows.
        numbers: What it draws.
        glance: The same in a few figures, as text.
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
    """The pictures of one comparison: performance profile, cactus plot, and one configuration against another."""
    from ...plots import performance
    from ...plots.labels import SHOWN

    ours = time_table(rows, measure)
    if not len(ours.seconds):
        return
    shown = ours.notable(SHOWN)
    numbers = curves.performance_profile(rows, measure)
    yield Picture(
        f"{stem}-profile",
        f"Performance profile, {comparison.corpus}",
        "How to read it: take a factor on the horizontal axis; the height of a curve is the share of the cases on "
        "which that configuration took at most so many times as long as the fastest configuration. At the left edge stands how often it "
        "was the fastest itself, at the right edge how many cases it ended at all: what did not end within the limit "
        "never counts. The factor is to the fastest of all configurations, so two curves tell how each compares with the best, "
        "and not how they compare with each other.",
        _svg(lambda ax: performance.performance_profile(rows, measure, ax=ax), 9.5, 4.0),
        numbers,
        _profile_at_a_glance(numbers, shown),
    )
    numbers = curves.cactus(rows, measure)
    yield Picture(
        f"{stem}-cactus",
        f"Cactus plot, {comparison.corpus}",
        "How to read it: each configuration has its cases sorted by their time; at 50 stands the time of its 50th. So the curve "
        "tells how many cases it would end under a limit of so many seconds for each: lower and farther to the right "
        "is better. A curve that stops early leaves the rest of the cases open. The virtual best takes for each case "
        "the configuration that was the fastest there.",
        _svg(lambda ax: performance.cactus(rows, measure, ax=ax), 9.5, 4.0),
        numbers,
        _cactus_at_a_glance(numbers, [VIRTUAL_BEST, *shown], len(ours.seconds)),
    )
    for k, (x, y) in enumerate(_pairs(ours.ranking), 1):
        numbers = curves.scatter(rows, x, y, measure)
        yield Picture(
            f"{stem}-scatter-{k}",
            f"{x} against {y}, {comparison.corpus}",
            "How to read it: a point is a case; above the diagonal the configuration on the horizontal axis was the faster. The "
            "bands are factors of 2 and of 10. Open marks stand on the dashed line of the limit: these cases did not "
            "end, and their true place lies farther out.",
            _svg(_scatter(rows, x, y, measure), 5.6, 5.6),
            numbers,
            _scatter_at_a_glance(numbers, x, y),
            is_square=True,
        )


def of_sizes(table: pd.DataFrame, measure: str) -> Iterator[Picture]:
    """The cost against the size of the board, for each limit and setting that has boards of several sizes."""
    kinds: dict[tuple[float, int, int], list[pd.DataFrame]] = {}
    for comparison, rows in comparisons(table).items():
        kinds.setdefault((comparison.time_limit, comparison.threads, comparison.setting), []).append(rows)
    for (limit, threads, setting), parts in kinds.items():
        rows = pd.concat(parts)
        numbers = curves.cost_by_size(rows, measure)
        if numbers["size"].nunique() < 2:
            continue
        also = "" if len(kinds) == 1 else f", limit {limit:g} s, {threads} threads, setting {setting}"
        yield Picture(
            "size" if len(kinds) == 1 else f"size-{limit:g}s-{threads}-threads-setting-{setting}",
            f"Cost against the size of the board{also}",
            "How to read it: a mark is the median of a configuration on the puzzles of one corpus and size. Solid lines join "
            "sizes of one corpus; dotted ones lead from corpus to corpus only to guide the eye, as their puzzles "
            "differ in more than their size. An open triangle is a median that is larger than what is drawn.",
            _svg(_sizes(rows, measure), 9.5, 4.0),
            numbers,
            _sizes_at_a_glance(numbers),
        )


def _scatter(rows: pd.DataFrame, x: str, y: str, measure: str) -> "Callable[[Axes], object]":
    from ...plots import performance

    return lambda ax: performance.scatter(rows, x, y, measure, ax)


def _sizes(rows: pd.DataFrame, measure: str) -> "Callable[[Axes], object]":
    from ...plots import performance

    return lambda ax: performance.cost_by_size(rows, measure, ax=ax)


def _svg(draw: "Callable[[Axes], object]", width: float, height: float) -> str:
    """A picture as SVG, with text as text, and without a date or a random name in it."""
    from matplotlib import style
    from matplotlib.figure import Figure

    with style.context(["default", {"svg.hashsalt": "sudoku-models", "svg.fonttype": "none"}]):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure.subplots())
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return re.sub(r"\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}", text.getvalue())


def _pairs(ranking: list[str]) -> list[tuple[str, str]]:
    """Which configurations stand against each other: the two best, the best of another formulation, the best without presolve."""
    if len(ranking) < 2:
        return []
    best, *others = ranking
    stated = best.partition(" x ")[0]
    elsewhere = next((configuration for configuration in others if configuration.partition(" x ")[0] != stated), None)
    switched = best.removesuffix(", no presolve") if "no presolve" in best else f"{best}, no presolve"
    against = [others[0], elsewhere, switched if switched in others else None]
    return [(best, configuration) for configuration in dict.fromkeys(against) if configuration]


def _profile_at_a_glance(numbers: pd.DataFrame, configurations: list[str]) -> pd.DataFrame:
    made = []
    for configuration in configurations:
        curve = numbers[numbers["configuration"] == configuration]
        within = {k: curve.loc[curve["ratio"] <= k, "share"].max() for k in FACTORS}
        row = {f"within {k}x": percent(100 * share) for k, share in within.items() if k > 1}
        made.append(
            {"configuration": configuration, "fastest": percent(100 * within[1]), **row, "ended": percent(100 * curve["share"].max())}
        )
    return pd.DataFrame(made)


def _cactus_at_a_glance(numbers: pd.DataFrame, configurations: list[str], total: int) -> pd.DataFrame:
    made = []
    for configuration in configurations:
        times = numbers.loc[numbers["configuration"] == configuration, "seconds"].to_numpy()
        places = {q: math.ceil(q / 100 * total) for q in QUANTILES}
        row = {f"{q} % of {total}": seconds(times[k - 1] if k <= len(times) else math.inf) for q, k in places.items()}
        made.append({"configuration": configuration, **row})
    return pd.DataFrame(made)


def _scatter_at_a_glance(numbers: pd.DataFrame, x: str, y: str) -> pd.DataFrame:
    both = numbers[~numbers["x_censored"] & ~numbers["y_censored"]]
    made = []
    for configuration, ours, theirs in ((x, "x", "y"), (y, "y", "x")):
        factor = both[f"{theirs}_seconds"] / both[f"{ours}_seconds"]
        made.append(
            {
                "configuration": configuration,
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
    return pd.DataFrame([{"configuration": configuration, **{name: of.get(name, "-") for name in columns}} for configuration, of in made.items()])
