"""The pictures of a report, as SVG in the colours of its page."""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd

from . import curves
from .comparisons import comparisons, time_table
from .growth import costs, has_scale, panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Picture", "pictures"]

INKS = {
    "#000000": "ink",
    "#1a1a1a": "ink",
    "#ffffff": "paper",
    "#8a8a8a": "muted",
    "#b0b0b0": "rule",
    "#0072b2": "blue",
    "#e69f00": "orange",
    "#009e73": "green",
    "#d55e00": "red",
    "#cc79a7": "purple",
    "#56b4e9": "sky",
}
"""The colours of the figures -> the colours of the page that replace them, so that both are dark in a dark scheme."""


@dataclass(frozen=True)
class Picture:
    """A figure of the page: its corpus (empty means all), its title, how to read it, and the figure as SVG."""

    corpus: str
    title: str
    how: str
    svg: str


def pictures(rows: pd.DataFrame, measure: str) -> Iterator[Picture]:
    """Performance profile, cactus plot and scatter plot of each comparison; and cost against the size of the board."""
    from ..plots import performance
    from ..plots.labels import HIGHLIGHTED
    from ..plots.scale import Panel
    from ..plots.scale import scale as draw_scale

    if has_scale(rows):
        drawn = [Panel(corpus, panel) for corpus, panel in panels(costs(rows)).items()]
        yield Picture(
            "",
            "Processor time until the proof against the size of the board",
            "An open triangle is a board on which the configuration did not end. Both axes are logarithmic; the grey "
            "line has the slope of n^3, the growth of the binaries of the assignment model.",
            _svg(lambda figure: draw_scale(drawn, len(drawn) + 1, figure), 3.4 * (len(drawn) + 1), 3.0),
        )
    for key, of_it in comparisons(rows).items():
        times = time_table(of_it, measure)
        if not len(times.seconds):
            continue
        names = times.notable(HIGHLIGHTED)
        profile, cactus = curves.performance_profile(of_it, measure), curves.cactus(of_it, measure)
        yield Picture(
            key.corpus,
            f"Performance profile: {key}",
            "The height of a curve at a factor is the share of the cases on which that configuration took at most so "
            "many times as long as the fastest one. The factor is to the fastest of all configurations, so two curves "
            "show how each compares with the best, and not how they compare with each other.",
            _svg_of(partial(performance.performance_profile, profile, names), 9.5, 4.0),
        )
        yield Picture(
            key.corpus,
            f"Cactus plot: {key}",
            "Each configuration has its cases sorted by their time; at 50 is the time of its 50th. Lower and farther "
            "to the right is better. A curve that stops early leaves the rest of the cases open.",
            _svg_of(partial(performance.cactus, cactus, key.time_limit, names), 9.5, 4.0),
        )
        if len(times.ranking) > 1:
            x, y = times.ranking[:2]
            points = curves.scatter(of_it, x, y, measure)
            yield Picture(
                key.corpus,
                f"{x} against {y}: {key}",
                "A point is a case; above the diagonal the configuration on the horizontal axis was the faster. The "
                "bands are factors of 2 and 10. Open marks did not end, and their true point is farther out.",
                _svg_of(partial(performance.scatter, points, x, y, key.time_limit), 5.6, 5.6),
            )


def _svg_of(draw: "Callable[..., Axes]", width: float, height: float) -> str:
    return _svg(lambda figure: draw(ax=figure.subplots()), width, height)


def _svg(draw: "Callable[[Figure], object]", width: float, height: float) -> str:
    """A figure as SVG for the page: the same for the same rows, in the colours of the page, with text as text."""
    from matplotlib import style
    from matplotlib.figure import Figure

    with style.context(["default", {"svg.hashsalt": "sudoku-models", "svg.fonttype": "none"}]):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r"\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}", svg)
    for colour, name in INKS.items():
        svg = svg.replace(f": {colour}", f": var(--{name})")
    return re.sub(r'<svg([^>]*?) (?:width|height)="[^"]*"([^>]*?) (?:width|height)="[^"]*"', r"<svg\1\2", svg, count=1)
