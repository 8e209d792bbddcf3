"""Pictures for verdicts, as SVG."""

import io
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

__all__ = ["svg"]


def svg(draw: Callable[[Any, Any], object], width: float = 4.2, height: float = 3.6) -> str:
    """A drawing of `sudoku_models.plots` as SVG, the same text for the same drawing.

    Matplotlib is imported here, because most verdicts need no picture.

    Args:
        draw: Is called with the module `plots` and an empty `Axes`.
        width: The width in inches.
        height: The height in inches.

    Returns:
        An element `<svg>`; an empty text where matplotlib is not installed.

    >>> picture = svg(lambda plots, ax: plots.coloured_map({"WA": 1, "NT": 1}, ax=ax))
    >>> picture.startswith("<svg"), picture.rstrip().endswith("</svg>"), "NT 1" in picture
    (True, True, True)
    """
    if find_spec("matplotlib") is None:
        return ""
    import matplotlib
    from matplotlib.figure import Figure

    from .. import plots

    figure, text = Figure(figsize=(width, height)), io.StringIO()
    draw(plots, figure.add_axes((0, 0, 1, 1)))
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "verdict"}):
        figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]
