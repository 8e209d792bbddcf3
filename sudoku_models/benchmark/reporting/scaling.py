"""The part of a report on how cost grows with the board: figures, and sentences on the exponents."""

from collections.abc import Callable, Iterator
from functools import partial

import pandas as pd

from ..comparisons import COMPARISON, Comparison
from ..growth import COSTS, TOTAL, costs
from .figures import Picture, svg
from .formatting import listed, number, seconds

__all__ = ["of_scale", "sentences"]

COLUMNS = 3
SIDE, HEIGHT = 3.4, 3.0
"""Inches of a panel."""
NEGLIGIBLE = 2e-4
"""Seconds; a step that takes less is no step of that configuration, such as translating CP-SAT's own model."""

FOLLOWS = {
    "more slowly": "more slowly than the nonzeros",
    "as the nonzeros": "as the nonzeros, as far as the interval says,",
    "faster": "faster than the nonzeros",
}
"""`growth.exponents`'s word -> how a sentence says it."""

HOW = (
    "Both axes are logarithmic, so that a power of n is a line; the grey line has the slope of n^3, the growth of the "
    "binaries of the assignment model. A colour is a formulation, a dash with its marker an engine; the engines alone "
    "have the same model without this package and without a modelling library. "
)
OPEN = (
    "An open triangle is a board on which the configuration did not end: it was stopped at the limit of time or memory "
    "after so much processor time. "
)


def of_scale(table: pd.DataFrame) -> Iterator[Picture]:
    """The figures of results with boards of several sizes: the whole cost, then each cost of each corpus."""
    from ...plots.scale import Panel
    from ...plots.scale import scale as draw

    sizes = costs(table)
    if sizes.empty:
        return
    parts = _by_title(sizes)
    whole = [Panel(title, values(rows, TOTAL)) for title, rows in parts.items()]
    numbers = sizes[["corpus", "configuration", "size", TOTAL, "end"]]
    yield Picture(
        "scale",
        "Processor time against the size of the board, until the proof",
        f"How to read it: {OPEN}{HOW}",
        _svg(partial(draw, whole), len(whole)),
        numbers,
        _at_a_glance(sizes),
    )
    for k, (title, rows) in enumerate(parts.items(), 1):
        each = [Panel(name, values(rows, cost), _unit(cost)) for cost, name in COSTS.items() if cost != TOTAL]
        yield Picture(
            f"scale-costs-{k}",
            f"Each cost against the size of the board, {title}",
            f"How to read it: {HOW}Times are by the clock; a board on which a step did not end has no mark. From 5,000 "
            "columns on the package runs HiGHS in a process of its own, whose memory and start are counted.",
            _svg(partial(draw, each), len(each)),
            rows[["configuration", "size", *COSTS, "end"]],
            _at_a_glance(rows, "nonzeros"),
        )


def sentences(grown: pd.DataFrame) -> list[str]:
    r"""What `growth.exponents` says, as sentences.

    >>> from sudoku_models.benchmark.growth import exponents
    >>> from sudoku_models.benchmark.sample import rows
    >>> def board(n):
    ...     return rows(["highs"], [[0.1]], size=n, nonzeros=4 * n**3, processor_seconds=n**3 / 1e4)
    >>> found = sentences(exponents(pd.concat(map(board, (9, 16, 25, 36)))))
    >>> print(found[0], found[-1], sep="\n")
    sample: The nonzeros grow as n^3.0 with assignment x pulp x highs.
    sample: The largest boards that ended are 36x36, with assignment x pulp x highs.
    """
    made = []
    for title, rows in _by_title(grown).items():
        found = [*_about_nonzeros(rows), *_about_time(rows)]
        if rows["ended"].notna().any():
            largest = int(rows["ended"].max())
            names = rows.loc[rows["ended"] == largest, "configuration"].tolist()
            found.append(f"The largest boards that ended are {largest}x{largest}, with {listed(names, len(names))}.")
        made += [f"{title}: {sentence}" for sentence in found]
    return made


def _about_nonzeros(rows: pd.DataFrame) -> list[str]:
    """The exponents of the nonzeros, to one decimal, each with its configurations."""
    known = rows[rows["nonzeros_exponent"].notna()]
    powers = [
        f"n^{power:.1f} with {listed(group['configuration'].tolist(), len(group))}"
        for power, group in known.groupby(known["nonzeros_exponent"].round(1))
    ]
    return [f"The nonzeros grow as {'; as '.join(powers)}."] if powers else []


def _about_time(rows: pd.DataFrame) -> list[str]:
    found = []
    for how, sentence in FOLLOWS.items():
        group = rows[rows["follows"] == how]
        names = [
            f"{row['configuration']} (exponent {row[f'{TOTAL}_exponent']:.1f}, "
            f"{row[f'{TOTAL}_low']:.1f} to {row[f'{TOTAL}_high']:.1f})"
            for row in group.to_dict("records")
        ]
        if names:
            found.append(f"The processor time until the proof grows {sentence} with {listed(names, len(names))}.")
    return found


def _by_title(table: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The rows of each comparison, by its corpus, or by all that it shares where a corpus has several comparisons."""
    if table.empty:
        return {}
    groups = {Comparison(*key): rows for key, rows in table.groupby(COMPARISON, sort=False)}
    corpora = [comparison.corpus for comparison in groups]
    return {
        comparison.corpus if corpora.count(comparison.corpus) == 1 else str(comparison): rows
        for comparison, rows in groups.items()
    }


def values(rows: pd.DataFrame, cost: str) -> pd.DataFrame:
    """One cost as a panel draws it; only the whole cost has open marks."""
    value = rows[cost]
    if cost.endswith("_seconds"):
        value = value.where(value >= NEGLIGIBLE)
    return rows.assign(value=value, is_open=(rows["end"] != "") & (cost == TOTAL) & value.notna())


def _unit(cost: str) -> str:
    return "s" if cost.endswith("_seconds") else "MiB" if cost.startswith("memory") else ""


def _svg(draw: Callable[..., object], panels: int) -> str:
    columns = min(COLUMNS, panels + 1)
    rows = -(-(panels + 1) // columns)
    return svg(lambda figure: draw(columns=columns, figure=figure), SIDE * columns, HEIGHT * rows)


def _at_a_glance(sizes: pd.DataFrame, cost: str = TOTAL) -> pd.DataFrame:
    """A row for each configuration, a column for each size."""
    several = sizes["corpus"].nunique() > 1
    made: dict[str, dict[str, str]] = {}
    for row in sizes.to_dict("records"):
        name = f"{row['corpus']}: {row['configuration']}" if several else row["configuration"]
        value = row[cost]
        text = number(value) if cost == "nonzeros" else seconds(value, is_bound=row["end"] != "")
        made.setdefault(name, {})[f"{row['size']}x{row['size']}"] = text
    columns = [f"{n}x{n}" for n in sorted(sizes["size"].unique())]
    return pd.DataFrame([{"configuration": name, **{n: of.get(n, "-") for n in columns}} for name, of in made.items()])
