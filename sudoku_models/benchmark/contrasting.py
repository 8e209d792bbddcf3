"""Contrasts: the questions of a study, written down before it runs, and which of two sides its rows show to be faster.

A protocol is a TOML file::

    title = "Which formulation?"

    [[contrast]]
    name = "cp-sat-formulations"
    question = "Is the binary formulation slower than all_different on CP-SAT?"
    measure = "solver"                      # proved, solved, solver or processor; without it solver and proved
    corpora = ["clues17", "top95"]          # puzzles are pooled, and drawn within each corpus; without this all
    a = {formulation = "assignment", backend = "cpsat"}
    b = {formulation = "all_different", backend = "cpsat"}

The table `run` says what is measured; see `description`. A side is the rows that have these values; a list means any of
its values. Any column may be named, and `configuration` and `setting` (a number from 1). Each side has one
configuration. The puzzles of the controls are in no contrast.

The time of a puzzle on one side is the median over its isomorphs of the median over the repeats, and the ratio is that
of A over B. Only puzzles and isomorphs that both sides have count. An open case stays a bound throughout.
"""

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ..errors import InputError, UnknownNameError
from .bootstrap import FEWEST, Bootstrap
from .comparisons import CASE, MEASUREMENT, finished, labelled
from .description import CONTROLS, check_table, check_tables, read_toml
from .rows import COLUMNS
from .statistics import holm, of_itself, paired

FASTER, SLOWER, SAME, NOT_TRUSTED = "faster", "slower", "cannot be told apart", "not trusted"
SIGNIFICANT = 0.05
DRAWS = 10_000

MEASURED = {
    "proved": "the time until the claim, building included",
    "solved": "the time until the first solution, building included",
    "solver": "the time of the solver alone, to find a solution and no other",
    "processor": "the processor time until the claim, building included",
}
"""The measures of a contrast."""
BOTH = ("solver", "proved")
"""Those of a contrast that names none. The first says what a modeller can carry elsewhere, and the second how long it
takes here."""

FILTERED = (*COLUMNS, "configuration", "setting")
PROTOCOL = {"title": str, "run": dict, "contrast": list}
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
        measure: A name in `MEASURED`; empty for the solver alone and for all of the time, side by side.
        corpora: The corpora; empty means all.
    """

    name: str
    question: str
    a: Side
    b: Side
    measure: str = ""
    corpora: tuple[str, ...] = ()


@dataclass(frozen=True)
class Protocol:
    """The contrasts of a study, its title, and how often to draw."""

    contrasts: tuple[Contrast, ...]
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
    return Protocol(asked, content.get("title", ""))


def _contrast(table: dict[str, Any]) -> Contrast:
    """One table `contrast`, whose keys and types were checked."""
    if missing := [key for key in ("name", "question", "a", "b") if not table.get(key)]:
        raise InputError(f"a contrast needs its {missing[0]}; {table.get('name', 'one of them')!r} has none")
    UnknownNameError.check("measure", [table["measure"]] if "measure" in table else [], MEASURED)
    sides = {side: _side(table[side], f"side {side} of the contrast {table['name']!r}") for side in "ab"}
    if sides["a"] == sides["b"]:
        raise InputError(f"both sides of the contrast {table['name']!r} are the same")
    return Contrast(**{**table, **sides, "corpora": tuple(table.get("corpora", ()))})


def _side(values: Mapping[str, Any], where: str) -> Side:
    UnknownNameError.check(f"column in {where}", values, FILTERED)
    return {column: tuple(value) if isinstance(value, list) else (value,) for column, value in values.items()}


def contrasts(table: pd.DataFrame, protocol: Protocol) -> pd.DataFrame:
    """The result of each contrast.

    Args:
        table: Rows of a benchmark.
        protocol: What to compare.

    Returns:
        For each contrast a row with its measure; where it names none, one for the solver alone and one for all of the
        time. `a` and `b` are the configurations. The median over the puzzles of the time of A over that of B lies
        between `ratio` and `ratio_at_most`, which are equal unless open cases matter; `ratio_low` to `ratio_high` is
        its interval of 95 %, by the hierarchical bootstrap, with puzzles drawn within their corpora. A was `faster` and
        `slower` on so many of the `puzzles`; `neither` counts those where that is unknown. `open_a` and `open_b` count
        the puzzles whose time is open. `p` is that of an exact sign test over the puzzles, `p_holm` corrected for the
        number of rows. `noise` is how far the noisier side differs from itself between repeats (`of_itself`), and
        `noise_a` and `noise_b` say it of each; `seconds_a` and `seconds_b` are the medians over the puzzles.
        `not_apart` names the sides, "A", "B", whose library does not tell the time of the solver apart from its own.
        The `verdict` is about A: "faster" or "slower" when the interval excludes 1, the ratio is outside the noise, and
        p_holm is below 0.05; "not trusted" when a side gave a wrong answer or crashed, be it in a control; otherwise
        "cannot be told apart"; and `why`.

    Raises:
        InputError: When a side selects no row or several configurations, when both sides have a row in common, or when
            they differ in the time limit or the setting.

    >>> from sudoku_models.benchmark import made_up
    >>> table = made_up(["highs", "cbc"], [[0.1 * k, 0.2 * k] for k in range(1, 9)])
    >>> question = Contrast("engines", "Is HiGHS faster?", {"solver": ("highs",)}, {"solver": ("cbc",)}, "proved")
    >>> contrasts(table, Protocol((question,)))[["puzzles", "ratio", "faster", "verdict"]].to_dict("records")
    [{'puzzles': 8, 'ratio': 0.5, 'faster': 8, 'verdict': 'faster'}]
    """
    table = labelled(table)
    table = table[table["corpus"] != CONTROLS].reset_index(drop=True)
    results = []
    for each in protocol.contrasts:
        chosen = {name: _select(table, each, name, side) for name, side in (("a", each.a), ("b", each.b))}
        if (chosen["a"] & chosen["b"]).any():
            raise InputError(f"both sides of the contrast {each.name!r} select the same rows; make them exclusive")
        sides = {name: table[rows] for name, rows in chosen.items()}
        _check_pair(each, *sides.values())
        about: dict[str, Any] = {"contrast": each.name, "question": each.question}
        about |= {name: rows["configuration"].iat[0] for name, rows in sides.items()}
        about["corpora"] = ", ".join(table.loc[chosen["a"] | chosen["b"], "corpus"].unique())
        whys = [f"{name.upper()} {why}" for name, rows in sides.items() if (why := rows["distrusted"].max())]
        for measure in [each.measure] if each.measure else BOTH:
            whole = [name.upper() for name, rows in sides.items() if rows["translate_seconds"].isna().all()]
            figures = compared(sides["a"], sides["b"], measure, protocol.draws)
            notes = {"not_apart": ", ".join(whole) if measure == "solver" else "", "why": "; ".join(whys)}
            results.append({**about, "measure": measure, **figures, **notes})
    for row, p in zip(results, holm([row["p"] for row in results]), strict=True):
        row["p_holm"] = p
        row["verdict"], row["why"] = (NOT_TRUSTED, row["why"]) if row["why"] else judged(row)
    return pd.DataFrame(results)


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


def compared(ours: pd.DataFrame, theirs: pd.DataFrame, measure: str, draws: int = DRAWS) -> dict[str, Any]:
    """The ratio of two sides on the cases that both have, with its interval; puzzles are drawn within each corpus.

    Args:
        ours, theirs: The rows of A, and those of B.
        measure: A name in `MEASURED`.
        draws: How often the puzzles are drawn.

    >>> from sudoku_models.benchmark import made_up
    >>> found = compared(made_up(["highs"], [[0.1]] * 6), made_up(["cbc"], [[0.2]] * 6), "proved")
    >>> found["ratio"], found["seconds_a"], found["p"]
    (0.5, 0.1, 0.03125)
    """
    both = _bounds(ours, measure).add_suffix("_a").join(_bounds(theirs, measure).add_suffix("_b"), how="outer")
    ends = both[["most_a", "most_b"]]
    both = both[ends.groupby(level=["corpus", *CASE]).transform("count").gt(0).all(axis=1)]
    index = both.index.droplevel("corpus")
    strata = both.index.to_frame().drop_duplicates("puzzle")["corpus"].tolist()
    bootstrap = Bootstrap(index, draws, strata)
    sides = {side: bootstrap.measured(both[f"least_{side}"], both[f"most_{side}"]) for side in "ab"}
    noise = of_itself(both[["most_a", "most_b"]].set_axis(index))
    return {
        **paired(bootstrap, sides["a"], sides["b"]),
        **{f"open_{name}": int(np.isinf(side.puzzles.at_most).sum()) for name, side in sides.items()},
        **{f"seconds_{name}": float(np.median(side.puzzles.at_most)) for name, side in sides.items() if len(both)},
        **{f"noise_{name}": noise.get(f"most_{name}", math.nan) for name in sides},
        "noise": max(noise.values(), default=math.nan),
    }


def _bounds(rows: pd.DataFrame, measure: str) -> pd.DataFrame:
    """The lower and upper bound of each measured time; puzzles are named with their corpus."""
    most = finished(rows, measure)
    if measure == "processor":
        least = rows["processor_seconds"].astype(float).fillna(0.0)
    else:
        least = most.where(np.isfinite(most), rows["time_limit"])
    names = rows["corpus"].astype(str) + " " + rows["puzzle"].astype(str)
    index = pd.MultiIndex.from_frame(rows[["corpus", *MEASUREMENT]].assign(puzzle=names))
    found = pd.DataFrame({"least": least.to_numpy(float), "most": most.to_numpy(float)}, index)
    return found[~index.duplicated()]


def judged(row: Mapping[str, Any]) -> tuple[str, str]:
    """The verdict on A, and the reason why it is not a stronger one.

    Args:
        row: What `compared` returns, with `p_holm`.

    >>> from sudoku_models.benchmark import made_up
    >>> found = compared(made_up(["highs"], [[0.1]] * 6), made_up(["cbc"], [[0.2]] * 6), "proved")
    >>> judged({**found, "p_holm": 0.03})[0], judged({**found, "p_holm": 0.06})
    ('faster', ('cannot be told apart', 'p = 0.06, corrected for the number of comparisons'))
    """
    if row["puzzles"] < FEWEST:
        return SAME, "fewer than six puzzles are too few"
    if row["ratio_low"] <= 1 <= row["ratio_high"]:
        return SAME, "the interval includes 1"
    if row["ratio"] <= row["noise"] and row["ratio_at_most"] >= 1 / row["noise"]:
        return SAME, f"within the noise, {row['noise']:.3g}x"
    if row["p_holm"] >= SIGNIFICANT:
        return SAME, f"p = {row['p_holm']:.2g}, corrected for the number of comparisons"
    return (FASTER if row["ratio_high"] < 1 else SLOWER), ""


def _listed(column: pd.Series) -> str:
    found = sorted({str(each) for each in column.dropna().unique()})
    return ", ".join(repr(each) for each in found[:10]) + (f" and {len(found) - 10} more" if len(found) > 10 else "")
