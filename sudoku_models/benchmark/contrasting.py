"""Contrasts: the questions of a study, written down before it runs, and which of two sides its rows show to be faster.

A protocol is a TOML file::

    title = "Which formulation?"

    [exclude]                               # rows that do not count; without a rule all do
    failed = true                           # a crash, a wrong answer; without this rule it is an open case
    load_above_jobs = 0.5                   # the load at its start was more than this above the cases side by side
    calibration_outside = [0.8, 1.25]       # the calibration task took so much less or more after it than before

    [[contrast]]
    name = "cp-sat-formulations"
    question = "Is the binary formulation slower than all_different on CP-SAT?"
    measure = "solver"                      # proved (the default), solved, solver or processor
    corpora = ["clues17", "top95"]          # puzzles are pooled, and drawn within each corpus; without this all
    a = {formulation = "assignment", backend = "cpsat"}
    b = {formulation = "all_different", backend = "cpsat"}

The table `run` says what is measured; see `description`. A side is the rows that have these values; a list means any of
its values. Any column may be named, and `configuration` and `setting` (a number from 1). Each side has one
configuration.

The time of a puzzle on one side is the median over its isomorphs of the median over the repeats, and the ratio is that
of A over B. Only puzzles and isomorphs that both sides have count. An open case stays a bound throughout.
"""

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ..errors import InputError, UnknownNameError
from .bootstrap import FEWEST, Bootstrap
from .comparisons import CASE, MEASUREMENT, finished, labelled, reached
from .description import NUMBER, check_table, check_tables, read_toml
from .rows import COLUMNS
from .statistics import holm, of_itself, paired, side_by_side

FASTER, SLOWER, SAME = "faster", "slower", "cannot be told apart"
SIGNIFICANT = 0.05
ANY = "any of these"
DRAWS = 10_000

MEASURED = {
    "proved": "the time until the proof, building included",
    "solved": "the time until the first solution, building included",
    "solver": "the time of the solver alone, to solve and to prove",
    "processor": "the processor time until the proof, building included",
}
"""The measures of a contrast."""

FILTERED = (*COLUMNS, "configuration", "setting")
PROTOCOL = {"title": str, "run": dict, "exclude": dict, "contrast": list}
EXCLUDE = {"failed": bool, "load_above_jobs": NUMBER, "calibration_outside": list}
CONTRAST = {"name": str, "question": str, "measure": str, "corpora": list, "a": dict, "b": dict}
"""Name -> the type of its value, in the tables of a protocol."""

Side = Mapping[str, tuple[Any, ...]]


@dataclass(frozen=True)
class Contrast:
    """One question: which of A and B is the faster.

    Attributes:
        name: A short name.
        question: The question in words.
        a, b: The two sides: column -> its values.
        measure: A name in `MEASURED`.
        corpora: The corpora; empty means all.
    """

    name: str
    question: str
    a: Side
    b: Side
    measure: str = "proved"
    corpora: tuple[str, ...] = ()


@dataclass(frozen=True)
class Protocol:
    """The contrasts of a study, its rules of exclusion (the table `exclude`), its title, and how often to draw."""

    contrasts: tuple[Contrast, ...]
    exclude: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    draws: int = DRAWS


def load_protocol(file: str | os.PathLike[str]) -> Protocol:
    """Read a protocol.

    Raises:
        InputError: When it cannot be read, or something in it is missing, unknown or of another type.

    >>> import tempfile
    >>> from pathlib import Path
    >>> text = '''[[contrast]]
    ... name = "engines"
    ... question = "Is HiGHS faster than CBC?"
    ... a = {solver = "highs"}
    ... b = {solver = ["cbc"]}'''
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "protocol.toml"
    ...     _ = path.write_text(text)
    ...     load_protocol(path).contrasts[0].b
    {'solver': ('cbc',)}
    """
    content = read_toml(file)
    check_table(content, PROTOCOL, "the protocol")
    asked = tuple(_contrast(each) for each in check_tables(content.get("contrast"), CONTRAST, "[[contrast]]"))
    names = [each.name for each in asked]
    if twice := {name for name in names if names.count(name) > 1}:
        raise InputError(f"two contrasts are called {min(twice)!r}; give each a name of its own")
    exclude = content.get("exclude", {})
    check_table(exclude, EXCLUDE, "[exclude]")
    limits = exclude.get("calibration_outside", [1.0, 1.0])
    if len(limits) != 2 or not all(isinstance(each, NUMBER) for each in limits) or not 0 < limits[0] <= 1 <= limits[1]:
        raise InputError(f"[exclude]: calibration_outside is a pair around 1 such as [0.8, 1.25], not {limits!r}")
    return Protocol(asked, exclude, content.get("title", ""))


def _contrast(table: dict[str, Any]) -> Contrast:
    """One table `contrast`, whose keys and types were checked."""
    if missing := [key for key in ("name", "question", "a", "b") if not table.get(key)]:
        raise InputError(f"a contrast needs its {missing[0]}; {table.get('name', 'one of them')!r} has none")
    UnknownNameError.check("measure", [table.get("measure", "proved")], MEASURED)
    sides = {side: _side(table[side], f"side {side} of the contrast {table['name']!r}") for side in "ab"}
    if sides["a"] == sides["b"]:
        raise InputError(f"both sides of the contrast {table['name']!r} are the same")
    return Contrast(**{**table, **sides, "corpora": tuple(table.get("corpora", ()))})


def _side(values: Mapping[str, Any], where: str) -> Side:
    UnknownNameError.check(f"column in {where}", values, FILTERED)
    return {column: tuple(value) if isinstance(value, list) else (value,) for column, value in values.items()}


@dataclass(frozen=True)
class Contrasts:
    """The results of the contrasts of a protocol.

    Attributes:
        results: A row for each contrast; see `contrasts`.
        excluded: A row for each rule of exclusion, and one for all: how many `rows` it excluded, of how many `of`.
    """

    results: pd.DataFrame
    excluded: pd.DataFrame


def contrasts(table: pd.DataFrame, protocol: Protocol) -> Contrasts:
    """The result of each contrast.

    Args:
        table: Rows of a benchmark.
        protocol: What to compare, and what to leave out.

    Returns:
        In `results`, `a` and `b` are the configurations. The median over the puzzles of the time of A over that of B
        lies between `ratio` and `ratio_at_most`, which are equal unless open cases matter; `ratio_low` to `ratio_high`
        is its interval of 95 %, by the hierarchical bootstrap, with puzzles drawn within their corpora. A was `faster`
        and `slower` on so many of the `puzzles`; `neither` counts those where that is unknown. `open_a` and `open_b`
        count the puzzles whose time is open, `excluded_a` and `excluded_b` the rows left out. `p` is that of an exact
        sign test over the puzzles, `p_holm` corrected for the number of contrasts. `noise` is how far the noisier side
        differs from itself between repeats (`of_itself`). The `verdict` is about A: "faster" or "slower" when the
        interval excludes 1, the ratio is outside the noise, and p_holm is below 0.05; otherwise "cannot be told
        apart", and `why`.

    Raises:
        InputError: When a side selects no row or several configurations, when both sides have a row in common, or when
            they differ in the time limit or the setting.

    >>> from sudoku_models.benchmark import made_up
    >>> table = made_up(["highs", "cbc"], [[0.1 * k, 0.2 * k] for k in range(1, 9)])
    >>> question = Contrast("engines", "Is HiGHS faster?", {"solver": ("highs",)}, {"solver": ("cbc",)})
    >>> contrasts(table, Protocol((question,))).results[["puzzles", "ratio", "faster", "verdict"]].to_dict("records")
    [{'puzzles': 8, 'ratio': 0.5, 'faster': 8, 'verdict': 'faster'}]
    """
    table = labelled(table)
    rules = _rules(table, protocol.exclude)
    is_excluded = np.logical_or.reduce([np.zeros(len(table), bool), *rules.values()])
    results = []
    for each in protocol.contrasts:
        sides = {name: _select(table, each, name, side) for name, side in (("a", each.a), ("b", each.b))}
        if (sides["a"] & sides["b"]).any():
            raise InputError(f"both sides of the contrast {each.name!r} select the same rows; make them exclusive")
        _check_pair(each, *(table[chosen] for chosen in sides.values()))
        about = {"contrast": each.name, "question": each.question, "measure": each.measure}
        about |= {name: table.loc[chosen, "configuration"].iat[0] for name, chosen in sides.items()}
        left_out = {f"excluded_{name}": int((chosen & is_excluded).sum()) for name, chosen in sides.items()}
        corpora = [*table.loc[sides["a"] | sides["b"], "corpus"].unique()]
        ours, theirs = (table[chosen & ~is_excluded] for chosen in sides.values())
        figures = _figures(ours, theirs, each.measure, protocol.draws)
        results.append({**about, "corpora": ", ".join(corpora), **figures, **left_out})
    for row, p in zip(results, holm([row["p"] for row in results]), strict=True):
        row["p_holm"] = p
        row["verdict"], row["why"] = _verdict(row)
    counts = {**rules, ANY: is_excluded} if rules else {}
    excluded = [{"rule": rule, "rows": int(found.sum()), "of": len(table)} for rule, found in counts.items()]
    return Contrasts(pd.DataFrame(results), pd.DataFrame(excluded))


def _rules(table: pd.DataFrame, exclude: Mapping[str, Any]) -> dict[str, npt.NDArray[np.bool_]]:
    """Each rule in words, and the rows that it excludes. A row of which the figure is not known stays."""
    rules: dict[str, npt.NDArray[np.bool_]] = {}
    if exclude.get("failed"):
        rules["failed"] = table["failed"].to_numpy(bool)
    if (above := exclude.get("load_above_jobs")) is not None:
        jobs = {setting: max(1, side_by_side(rows)) for setting, rows in table.groupby("setting")}
        busy = table["load"].to_numpy(float) > table["setting"].map(jobs).to_numpy() + above
        rules[f"load more than {above:g} above the cases side by side"] = busy
    if outside := exclude.get("calibration_outside"):
        low, high = outside
        before, after = (table[f"calibration_{when}_seconds"].to_numpy(float) for when in ("before", "after"))
        ratio = after / before
        rules[f"calibration after over before outside {low:g} to {high:g}"] = (ratio < low) | (ratio > high)
    return rules


def _select(table: pd.DataFrame, contrast: Contrast, name: str, side: Side) -> npt.NDArray[np.bool_]:
    """The rows of one side."""
    for corpus in contrast.corpora:
        if not (table["corpus"] == corpus).any():
            raise InputError(f"the contrast {contrast.name!r} is about the corpus {corpus!r}, of which there is no row")
    within = table["corpus"].isin(contrast.corpora or table["corpus"].unique()).to_numpy(bool)
    chosen = np.logical_and.reduce([within, *(table[column].isin(values) for column, values in side.items())])
    if not chosen.any():
        known = "; ".join(f"{column} is one of {_listed(table.loc[within, column])}" for column in side)
        raise InputError(f"side {name} of the contrast {contrast.name!r} selects no row: {known}")
    return np.asarray(chosen, bool)


def _check_pair(contrast: Contrast, ours: pd.DataFrame, theirs: pd.DataFrame) -> None:
    """Check that each side has one configuration, and that both have the same limit and setting."""
    for name, rows in (("a", ours), ("b", theirs)):
        if (rows.groupby("corpus")["configuration"].nunique() > 1).any():
            raise InputError(
                f"side {name} of the contrast {contrast.name!r} has more than one configuration: "
                f"{_listed(rows['configuration'])}; select one"
            )
    for column in ("time_limit", "setting"):
        both = pd.concat([ours[["corpus", column]], theirs[["corpus", column]]])
        if (both.groupby("corpus")[column].nunique() > 1).any():
            raise InputError(
                f"the rows of the contrast {contrast.name!r} differ in the {column} ({_listed(both[column])}), and are "
                f"not comparable; select one on both sides, as in {{{column} = {both[column].iat[0]:g}}}"
            )


def _figures(ours: pd.DataFrame, theirs: pd.DataFrame, measure: str, draws: int) -> dict[str, Any]:
    """The ratio of two sides on the cases that both have, with its interval; puzzles are drawn within each corpus."""
    both = _bounds(ours, measure).add_suffix("_a").join(_bounds(theirs, measure).add_suffix("_b"), how="outer")
    ends = both[["most_a", "most_b"]]
    both = both[ends.groupby(level=["corpus", *CASE]).transform("count").gt(0).all(axis=1)]
    index = both.index.droplevel("corpus")
    strata = both.index.to_frame().drop_duplicates("puzzle")["corpus"].tolist()
    bootstrap = Bootstrap(index, draws, strata)
    sides = {side: bootstrap.measured(both[f"least_{side}"], both[f"most_{side}"]) for side in "ab"}
    return {
        **paired(bootstrap, sides["a"], sides["b"]),
        **{f"open_{name}": int(np.isinf(side.puzzles.at_most).sum()) for name, side in sides.items()},
        "noise": max(of_itself(both[["most_a", "most_b"]].set_axis(index)).values(), default=math.nan),
    }


def _bounds(rows: pd.DataFrame, measure: str) -> pd.DataFrame:
    """The lower and upper bound of each measured time; puzzles are named with their corpus."""
    if measure == "processor":
        known = rows["processor_seconds"].astype(float)
        most, least = known.where(reached(rows, "proved") & known.notna(), np.inf), known.fillna(0.0)
    else:
        if measure == "solver":
            spent = rows["solve_seconds"].astype(float) + rows["prove_seconds"].astype(float).fillna(0.0)
            most = spent.where(reached(rows, "proved") & spent.notna(), np.inf)
        else:
            most = finished(rows, measure)
        least = most.where(np.isfinite(most), rows["time_limit"])
    names = rows["corpus"].astype(str) + " " + rows["puzzle"].astype(str)
    index = pd.MultiIndex.from_frame(rows[["corpus", *MEASUREMENT]].assign(puzzle=names))
    found = pd.DataFrame({"least": least.to_numpy(float), "most": most.to_numpy(float)}, index)
    return found[~index.duplicated()]


def _verdict(row: Mapping[str, Any]) -> tuple[str, str]:
    """The verdict on A, and the reason why it is not a stronger one."""
    if row["puzzles"] < FEWEST:
        return SAME, "fewer than six puzzles are too few"
    if row["ratio_low"] <= 1 <= row["ratio_high"]:
        return SAME, "the interval includes 1"
    if row["ratio"] <= row["noise"] and row["ratio_at_most"] >= 1 / row["noise"]:
        return SAME, f"within the noise, {row['noise']:.3g}x"
    if row["p_holm"] >= SIGNIFICANT:
        return SAME, f"p = {row['p_holm']:.2g}, corrected for the number of contrasts"
    return (FASTER if row["ratio_high"] < 1 else SLOWER), ""


def _listed(column: pd.Series) -> str:
    found = sorted({str(each) for each in column.dropna().unique()})
    return ", ".join(repr(each) for each in found[:10]) + (f" and {len(found) - 10} more" if len(found) > 10 else "")
