"""Contrasts: which of two sides of a question is shown to be faster by the rows of a study.

`protocol` says what a contrast is. The puzzles of the controls are in none.

The time of a puzzle on one side is the median over its isomorphs of the median over the repeats, and the ratio is that
of A over B. Only puzzles and isomorphs that both sides have count. An open case stays a bound throughout. Where many
stay open, ask by `in_time` who decides more, and by `par2` what an open case costs when it counts twice the limit.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from ..errors import InputError
from .bootstrap import interval
from .comparisons import MEASUREMENT, by_case, finished, labelled
from .description import CONTROLS
from .protocol import DRAWS, PAR2, Contrast, Protocol, Side
from .rows import SLACK
from .statistics import between_repeats, paired
from .verdicts import BUSY, IN_TIME, PROCESSOR, judge, sign_test

PUZZLE = ["corpus", "puzzle"]
Sides: TypeAlias = Mapping[str, pd.DataFrame]
"""The cases of each side, "a" and "b", or its puzzles: with the bounds `least` and `most`, and the `limit`."""


def contrasts(table: pd.DataFrame, protocol: Protocol) -> pd.DataFrame:
    """The result of each contrast.

    Args:
        table: Rows of a benchmark.
        protocol: What to compare.

    Returns:
        For each contrast a row with its measure; where it names none, one for the solver alone and one for all of the
        time. `a` and `b` are the configurations. The median over the puzzles of the time of A over that of B lies
        between `ratio` and `ratio_at_most`, which are equal unless open cases matter; `ratio_low` to `ratio_high` is
        its interval of 95 %, by a bootstrap of puzzles within their corpora. For `par2` it is the ratio of two means,
        and for `in_time` there is none. A was `faster` and `slower` on so many of the `puzzles`, or has ended alone and
        not ended alone; `neither` counts the others. `open_a` and `open_b` count the puzzles whose time is open. `p` is
        that of an exact sign test over the puzzles, and `p_holm` corrected for the number of rows that are asked: one
        with too few puzzles for the number of all rows is "not asked", and has none (`verdicts.too_few`). `spread` is
        how far two repeats of a case differ, and `drift` how far whole repeats do (`statistics`), on the side where
        that is more; `seconds_a` and `seconds_b` are the medians over the puzzles, or the means. `disturbed` counts the
        measurements beside which others used more of the core than the protocol's `quiet`, of all `measurements`.
        `not_apart` names the sides, "A", "B", whose library does not tell the time of the solver apart from its own.
        The `verdict` is about A, by the rules of `verdicts.judged`, and `why` says what a stronger one lacks. It is
        "not trusted" when a side gave a wrong answer or crashed, be it in a control.

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
        for measure in each.measures:
            whole = [name.upper() for name, rows in sides.items() if rows["translate_seconds"].isna().all()]
            figures = compared(sides["a"], sides["b"], measure, protocol.draws, protocol.quiet)
            notes = {"not_apart": ", ".join(whole) if measure == "solver" else "", "why": "; ".join(whys)}
            results.append({**about, **figures, **notes})
    judge(results)
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


def compared(
    ours: pd.DataFrame, theirs: pd.DataFrame, measure: str, draws: int = DRAWS, quiet: float = BUSY
) -> dict[str, Any]:
    """Two sides on the cases that both have: the ratio with its interval; puzzles are drawn within each corpus.

    Args:
        ours, theirs: The rows of A, and those of B.
        measure: A name in `MEASURED`.
        draws: How often the puzzles are drawn.
        quiet: The share of its core from which on others have disturbed a case.

    >>> from sudoku_models.benchmark import made_up
    >>> found = compared(made_up(["highs"], [[0.1]] * 6), made_up(["cbc"], [[0.2]] * 6), "proved")
    >>> found["ratio"], found["seconds_a"], found["p"]
    (0.5, 0.1, 0.03125)
    """
    sides = {"a": _measured(ours, measure, quiet), "b": _measured(theirs, measure, quiet)}
    cases = {name: by_case(side) for name, side in sides.items()}
    common = cases["a"].index.intersection(cases["b"].index, sort=False)
    for name, side in sides.items():
        if len(common) < len(cases[name]):
            sides[name] = side[side.index.droplevel("repeat").isin(common)]
        cases[name] = cases[name].reindex(common)
    puzzles = {name: each.groupby(level=PUZZLE, sort=False).median() for name, each in cases.items()}
    found = {
        "measure": measure,
        **_OTHER.get(measure, _median_ratio)(cases, puzzles, draws),
        **{f"open_{name}": int(np.isinf(each["most"]).sum()) for name, each in puzzles.items()},
    }
    one, other = (between_repeats(side["most"]) for side in sides.values())
    found |= {name: float(np.fmax(one[name], other[name])) for name in one}
    found["disturbed"] = sum(int(side["disturbed"].sum()) for side in sides.values())
    return {**found, "measurements": sum(map(len, sides.values()))}


def disturbed(rows: pd.DataFrame, quiet: float) -> pd.Series:
    """Whether others have disturbed each measurement, as `rows.is_disturbed` says of one."""
    return (rows["outside_load"].astype(float) - quiet) * rows["outside_seconds"].astype(float) > SLACK


def _measured(rows: pd.DataFrame, measure: str, quiet: float) -> pd.DataFrame:
    """The lower and upper bound of each measured time, its limit, and whether others have disturbed it."""
    most = finished(rows, "proved" if measure in _OTHER else measure)
    least = most.where(np.isfinite(most), rows["time_limit"])
    if measure == PROCESSOR:  # an open case has taken at least that
        least = rows["processor_seconds"].astype(float).fillna(0.0)
    figures = {"least": least, "most": most, "limit": rows["time_limit"], "disturbed": disturbed(rows, quiet)}
    index = pd.MultiIndex.from_frame(rows[["corpus", *MEASUREMENT]])
    found = pd.DataFrame({name: values.to_numpy(float) for name, values in figures.items()}, index)
    return found[~index.duplicated()]


def _median_ratio(cases: Sides, puzzles: Sides, draws: int) -> dict[str, Any]:
    """The median of the ratio over the puzzles."""
    medians = {f"seconds_{name}": float(each["most"].median()) for name, each in puzzles.items()}
    return {**paired(puzzles["a"], puzzles["b"], puzzles["a"].index.get_level_values("corpus"), draws), **medians}


def _par2(cases: Sides, puzzles: Sides, draws: int) -> dict[str, Any]:
    """The ratio of the means over the puzzles, of which each has the mean over its isomorphs."""
    costs = [each["most"].where(np.isfinite(each["most"]), 2 * each["limit"]) for each in cases.values()]
    one, other = (each.groupby(level=PUZZLE, sort=False).mean() for each in costs)
    a, b = one.to_numpy(float), other.to_numpy(float)
    strata = one.index.get_level_values("corpus")
    low, high = interval(strata, lambda drawn: a[drawn].mean(axis=1) / b[drawn].mean(axis=1), draws=draws)
    ends = {"ratio": float(one.mean() / other.mean()), "ratio_low": low, "ratio_high": high}
    seconds = {"seconds_a": float(one.mean()), "seconds_b": float(other.mean())}
    return {**_counted(a < b, a > b), **ends, "ratio_at_most": ends["ratio"], **seconds}


def _in_time(cases: Sides, puzzles: Sides, draws: int) -> dict[str, Any]:
    """How many puzzles only one side has ended."""
    a, b = (np.isfinite(each["most"].to_numpy(float)) for each in puzzles.values())
    return {**_counted(a & ~b, b & ~a), **dict.fromkeys(("ratio", "ratio_at_most", "ratio_low", "ratio_high"), np.nan)}


_OTHER = {IN_TIME: _in_time, PAR2: _par2}


def _counted(is_faster: npt.NDArray[np.bool_], is_slower: npt.NDArray[np.bool_]) -> dict[str, Any]:
    puzzles, faster, slower = len(is_faster), int(is_faster.sum()), int(is_slower.sum())
    neither = puzzles - faster - slower
    counts = {"puzzles": puzzles, "faster": faster, "slower": slower, "neither": neither}
    return {**counts, "p": sign_test(faster, slower)}


def _listed(column: pd.Series) -> str:
    found = sorted({str(each) for each in column.dropna().unique()})
    return ", ".join(repr(each) for each in found[:10]) + (f" and {len(found) - 10} more" if len(found) > 10 else "")
