"""A schedule of a league as a chart: a row for each team, a column for each round, home matches filled."""

from collections.abc import Iterable

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from .style import INK, MUTED, PALETTE, axes

__all__ = ["home_away"]


def home_away(matches: Iterable[tuple[int, str, str]], ax: Axes | None = None) -> Axes:
    """Draw who plays at home when.

    A thick line between two columns marks a break: two home matches, or two away matches, one after the other. The
    number of a team's breaks stands at the end of its row.

    Args:
        matches: The round (from 1), the home team and the away team of each match.
        ax: Where to draw; a new figure when left out.

    >>> import matplotlib.pyplot as plt
    >>> ax = home_away([(1, "Linz", "Graz"), (2, "Linz", "Graz")])
    >>> [text.get_text() for text in ax.texts if text.get_text().isdigit()]
    ['1', '1']
    >>> plt.close(ax.figure)
    """
    matches = list(matches)
    at_home = {(home, k): True for k, home, _ in matches} | {(away, k): False for k, _, away in matches}
    teams, last = sorted({team for team, _ in at_home}), max(k for k, _, _ in matches)
    ax = axes(ax, 2.2 + 0.3 * last, 0.7 + 0.3 * len(teams))
    for row, team in enumerate(teams):
        for k in range(1, last + 1):
            _cell(ax, k, row, at_home.get((team, k)))
        breaks = [k for k in range(2, last + 1) if at_home.get((team, k)) is at_home.get((team, k - 1)) is not None]
        for k in breaks:
            ax.plot([k - 0.5, k - 0.5], [row - 0.42, row + 0.42], color=PALETTE["red"], linewidth=4)
        ax.text(last + 0.75, row, str(len(breaks)), va="center", fontsize=9, color=INK)
    ax.set(xlim=(0.4, last + 1.3), ylim=(len(teams) - 0.4, -0.6))
    ax.set_xticks(range(1, last + 1), [str(k) for k in range(1, last + 1)], fontsize=8)
    ax.set_yticks(range(len(teams)), teams, fontsize=9)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def _cell(ax: Axes, k: int, row: int, at_home: bool | None) -> None:
    """A filled cell with an H for a home match, an empty one for an away match."""
    if at_home is None:
        return
    colour = PALETTE["blue"] + "66" if at_home else "none"
    ax.add_patch(Rectangle((k - 0.46, row - 0.42), 0.92, 0.84, facecolor=colour, edgecolor=MUTED, linewidth=0.5))
    if at_home:
        ax.text(k, row, "H", ha="center", va="center", fontsize=8, color=INK)
