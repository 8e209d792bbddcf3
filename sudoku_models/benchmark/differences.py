"""Two folders of results, compared, as after another version, library or machine: what has changed.

A case is a puzzle or one of its isomorphs, and the same in both when its corpus, the digest of its puzzle, its isomorph
and its limit are; so a puzzle that was renamed is found, and one that was edited is another one. Repeats are no cases:
beside the times, of which medians are compared, the repeat with the median time stands for a case. Where a folder has
several settings, that with the most rows of a configuration is compared (of equal ones the last), and the others are
listed, as is all that only one has.

Two folders were measured at different times, and a machine that was slower in one of them is slower in all of it. No
interval knows of that. The ratio of the fixed piece of work that is timed beside each case does: on the same kind of
processor, a ratio no farther from 1 is a drift.
"""

import json
import math
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

from ..errors import InputError
from .comparisons import finished, labelled
from .contrasting import compared
from .description import CONTROLS
from .formatting import between, p_value, plural, ratio
from .protocol import BOTH
from .rows import KEY, mark_contradicted, read
from .verdicts import DISTURBED, FASTER, NOT_ASKED, NOT_TRUSTED, SAME, SILENT, SLOWER, corrected, judged

OLD, NEW = SIDES = "old", "new"
ALL_CORPORA = "all corpora"
"""In the column of the corpus: a row about all of them, with puzzles drawn within each."""
DRAWS = 1_000
GROUP = ["corpus", "time_limit", "configuration"]
CASE = [*GROUP, "key", "seed"]
SIZES = ("variables", "constraints", "nonzeros")
SOLVED_BY = ("engine", "interface", "options", "formulation_digest")
NEEDED = ("cpu", "distrusted", "proved", "solver_seconds", "proved_seconds", "translate_seconds", "outside_load")
"""Columns, beside those that name a case, that are needed for each group."""
MACHINE = ("cpu", "cores", "memory_gib", "system", "python", "machine", "commit", "software")

HEADS = ["corpus", "configuration", "measure", "new over old", "95 % interval", "verdict on new", "p", "drift"]
HEADS += ["processor", "lost", "gained"]
"""Headings of `lines`."""
WORDS = {
    FASTER: "new is faster in",
    SLOWER: "new is slower in",
    SAME: "old and new cannot be told apart in",
    NOT_TRUSTED: "a side is not trusted in",
    DISTURBED: "others were at work in",
    NOT_ASKED: "there are too few puzzles in",
}


@dataclass(frozen=True)
class Regressions:
    """Two folders of results, compared.

    Attributes:
        table: A row for each measure of each configuration on each corpus, and on all corpora; see `regressions`.
        contradictions: A row for each puzzle whose answers cannot all be true: `old` and `new` count them, with `why`.
        changes: What differs between the machines and versions: `what`, `old`, `new`.
        unmatched: The `cases` that only one folder has, or that are in another setting, with `why`.
    """

    table: pd.DataFrame
    contradictions: pd.DataFrame
    changes: pd.DataFrame
    unmatched: pd.DataFrame

    def fails(self, above: float | None = None) -> bool:
        """Whether answers contradict each other; or something is slower by more than a factor, or no longer trusted.

        Where others have disturbed the clock, the processor time is asked in its place.

        Args:
            above: The factor; None asks for the answers only.
        """
        if len(self.contradictions) or above is None:
            return bool(len(self.contradictions))
        table = self.table
        slower = (table["verdict"] == SLOWER) & (table["ratio"] > above)
        slower |= (table["verdict"] == DISTURBED) & (table["ratio_processor"] > above)
        lost_trust = table["distrusted_new"].ne("") & table["distrusted_old"].eq("")
        return bool((slower | lost_trust).any())


Source: TypeAlias = str | os.PathLike[str] | pd.DataFrame


def regressions(old: Source, new: Source, draws: int = DRAWS) -> Regressions:
    """Compare two folders of results: whether each configuration has become faster or slower, on the cases of both.

    Args:
        old, new: The folders, or their rows.
        draws: How often the bootstrap draws the puzzles.

    Returns:
        The comparison. Its `table` has the columns of `contrasting.contrasts`, with `new` in the place of A and `old`
        of B: `ratio` is the median over the puzzles of the new time over the old one, for the solver alone and for all
        of the time, and the `verdict` is about the new one. `p_holm` is corrected for the number of configurations on
        the corpus. `lost` and `gained` count the cases that are proved in one only, `statuses` all changes of a status;
        `ratio_memory` and `ratio_processor` are medians over the cases, the latter over those that are proved in both;
        `changed` tells what is new in the model and what solves it. `drift` is the larger one of that between repeats,
        and on the same kind of processor of `ratio_machine`, that of the fixed piece of work. `contradictions` counts
        the puzzles on which its answers contradict each other. The controls are checked, and not timed.

    Raises:
        InputError: When a folder has no results, or the two have no case in common.

    >>> from sudoku_models.benchmark import made_up
    >>> before, after = (made_up(["highs", "cbc"], [[0.1, time]] * 8) for time in (0.2, 0.4))
    >>> found = regressions(before, after)
    >>> found.table.query("measure == 'proved'")[["configuration", "ratio", "verdict"]].to_numpy().tolist()
    [['assignment x pulp x highs', 1.0, 'cannot be told apart'], ['assignment x pulp x cbc', 2.0, 'slower']]
    >>> found.fails(), found.fails(above=1.5)
    (False, True)
    """
    rows = pd.concat([_prepared(old, OLD), _prepared(new, NEW)], ignore_index=True)
    own = contradicted(rows, ["configuration", "corpus", "key"])
    chosen = rows[rows["is_compared"]]
    used = chosen[chosen["corpus"] != CONTROLS]
    used = used[used.groupby(CASE, sort=False)["side"].transform("nunique") == 2]
    if used.empty:
        raise InputError(f"{_named(old, OLD)} and {_named(new, NEW)} have no case of a configuration in common")
    table = pd.DataFrame(_compared(used, own, draws))
    for _, family in table.groupby(["corpus", "time_limit", "measure"], dropna=False):
        table.loc[family.index, "p_holm"] = corrected(family["puzzles"].tolist(), family["p"].tolist())
    table[["verdict", "why"]] = [judged(row) for row in table.to_dict("records")]
    puzzles = _told(contradicted(rows, ["corpus", "key"]), rows)
    return Regressions(table, puzzles, _changes(chosen), _unmatched(rows))


def _prepared(source: Source, side: str) -> pd.DataFrame:
    """The rows of a side with what identifies a puzzle, `key`, and whether their setting is compared."""
    table = mark_contradicted(source) if isinstance(source, pd.DataFrame) else read(source)
    if table.empty:
        raise InputError(f"there are no rows in {_named(source, side)}")
    table = labelled(table.sort_values(["started", *KEY], kind="stable", ignore_index=True))
    names, key = table["puzzle"].astype(str), table["puzzle_digest"].fillna("").astype(str)
    key = key.where(key != "", names)
    is_one = names.groupby([table["corpus"], key]).transform("nunique") == 1  # else a corpus has it under two names
    count = table.groupby([*GROUP, "setting"])["started"].agg(["size", "max"]).sort_values(["size", "max"])
    most = count.reset_index().drop_duplicates(GROUP, keep="last").set_index(GROUP)["setting"]
    chosen = most.reindex(pd.MultiIndex.from_frame(table[GROUP])).to_numpy()
    key = key.where(is_one, key + " " + names)
    return table.assign(key=key, side=side, is_compared=table["setting"].eq(chosen))


def _named(source: Source, side: str) -> str:
    return side if isinstance(source, pd.DataFrame) else os.fspath(source)


# -- times -------------------------------------------------------------------------------------------------------------


def _compared(used: pd.DataFrame, contradictions: pd.DataFrame, draws: int) -> Iterator[dict[str, Any]]:
    """A row for each configuration and measure: over all corpora, if there are several, and on each.

    Args:
        used: The rows of cases that both sides have.
        contradictions: The puzzles on which a configuration contradicts itself.
        draws: How often the puzzles are drawn.
    """
    both, several = _cases(used), used.groupby("configuration")["corpus"].nunique() > 1
    columns = [*GROUP, "side", "seed", "repeat", "outside_seconds", *NEEDED, *SOLVED_BY]
    used = used[columns].assign(puzzle=pd.factorize(used["key"])[0])
    for by in (["configuration"], GROUP):
        cases_of = dict(iter(both.groupby(by, sort=False)))
        for key, rows in used.groupby(by, sort=False):
            name, (corpus, limit) = key[-1], (ALL_CORPORA, math.nan) if by != GROUP else key[:2]
            if by != GROUP and not several[name]:
                continue
            sides = {side: rows[rows["side"] == side] for side in SIDES}
            its = contradictions[contradictions["configuration"] == name]
            count = int((its["corpus"].eq(corpus) | (corpus == ALL_CORPORA)).sum())
            about = {"corpus": corpus, "time_limit": limit, "configuration": name, "contradictions": count}
            about |= _beside_times(cases_of[key], sides, len(its))
            is_one_kind = {*sides[OLD]["cpu"].dropna()} == {*sides[NEW]["cpu"].dropna()}
            machine = math.exp(abs(math.log(about["ratio_machine"]))) if is_one_kind else math.nan
            untold = ", ".join(side for side in SIDES if sides[side]["translate_seconds"].isna().all())
            for measure in BOTH:
                found = compared(sides[NEW], sides[OLD], measure, draws)
                for figure, new, old in (("open", "open_new", "open_old"), ("seconds", "new_seconds", "old_seconds")):
                    found[new], found[old] = found.pop(f"{figure}_a"), found.pop(f"{figure}_b")
                found["drift"] = float(np.fmax(found["drift"], machine))
                yield {**about, **found, "not_apart": untold if measure == "solver" else ""}


def _cases(used: pd.DataFrame) -> pd.DataFrame:
    """The repeat with the median time of each case; the columns have the names of the sides."""
    work = used[["calibration_before_seconds", "calibration_after_seconds"]].astype(float).mean(axis=1)
    known = used[[*CASE, "side", "status", *SIZES, "memory_peak", "processor_seconds"]]
    known = known.assign(work=work, seconds=finished(used, "proved")).sort_values("seconds", kind="stable")
    groups = known.groupby([*CASE, "side"], sort=False)
    middle = known[groups.cumcount() == groups["status"].transform("size") // 2]
    old, new = (middle[middle["side"] == side].drop(columns="side") for side in SIDES)
    return old.merge(new, on=CASE, suffixes=("_old", "_new"))


def _beside_times(cases: pd.DataFrame, sides: dict[str, pd.DataFrame], contradictions: int) -> dict[str, Any]:
    """What differs in one configuration beside its times."""
    proved = {side: np.isfinite(cases[f"seconds_{side}"]) for side in SIDES}
    pairs = cases.loc[cases["status_old"] != cases["status_new"], ["status_old", "status_new"]].value_counts()
    bad = {f"distrusted_{side}": str(its["distrusted"].max()) for side, its in sides.items()}
    whys = [f"{name.removeprefix('distrusted_')} {why}" for name, why in bad.items() if why]
    whys += [f"its answers contradict each other on {contradictions} of the puzzles"] if contradictions else []

    def ratio_of(name: str) -> pd.Series:
        old, new = (cases[f"{name}_{side}"].astype(float) for side in SIDES)
        return new / old.replace(0, np.nan)

    return {
        "cases": len(cases),
        "lost": int((proved[OLD] & ~proved[NEW]).sum()),
        "gained": int((proved[NEW] & ~proved[OLD]).sum()),
        "statuses": ", ".join(f"{one} -> {other}: {number}" for (one, other), number in sorted(pairs.items())),
        "ratio_memory": float(ratio_of("memory_peak").median()),
        "ratio_processor": float(ratio_of("processor_seconds")[proved[OLD] & proved[NEW]].median()),
        "ratio_machine": float(ratio_of("work").median()),
        "changed": "; ".join(_model_changes(cases, sides)),
        **bad,
        "why": "; ".join(whys),
    }


def _model_changes(cases: pd.DataFrame, sides: dict[str, pd.DataFrame]) -> Iterator[str]:
    """The size of the model, where it differs on a case, as medians; and the engine, its options and so on."""
    for name in SIZES:
        old, new = (cases[f"{name}_{side}"].astype(float) for side in SIDES)
        if (old != new)[old.notna() & new.notna()].any():
            yield f"{name} {old.median():g} -> {new.median():g}"
    for name in SOLVED_BY:
        before, after = (" or ".join(_texts(sides[side][name].dropna().unique())) or "-" for side in SIDES)
        if before != after:
            yield f"{name.replace('_', ' ')} {before} -> {after}"


def _texts(values: Iterable[Any]) -> list[str]:
    return sorted({*map(str, values)} - {""})


# -- answers -----------------------------------------------------------------------------------------------------------


def contradicted(rows: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """The groups of rows whose answers cannot all be true.

    Each answer says that a puzzle has so many solutions at least and at most; different grids of one isomorph are two.
    An answer that is wrong on one side, and right on the other, is a contradiction, too.

    Args:
        rows: Rows of both sides, with the columns `side` and `configuration`.
        by: The columns of what has one number of solutions: the puzzle, or a configuration and the puzzle.

    Returns:
        The columns `by` of each such group, and `why`.

    >>> from sudoku_models.benchmark import made_up
    >>> rows = [made_up(["highs"], [[0.1]], status=answer) for answer in ("unique", "several")]
    >>> table = pd.concat(rows, ignore_index=True).assign(side=[OLD, NEW], configuration="one")
    >>> contradicted(table, ["corpus", "puzzle"]).to_numpy().tolist()
    [['sample', 'sample:1', 'at least 2 and at most 1 solutions']]
    """
    status, is_good, solved = rows["status"], ~rows["failed"].astype(bool), rows["solved"].astype(bool)
    counted = rows["solutions"].astype(float).fillna(0.0).where(rows["count"].fillna("") != "", 0.0)
    least = status.map({"several": 2.0, "unique": 1.0}).fillna(np.maximum(solved, counted))
    most = status.map({"infeasible": 0.0, "unique": 1.0}).fillna(np.inf).where(status != "counted", counted)
    ends = rows[by].assign(least=least.where(is_good, 0.0), most=most.where(is_good, np.inf))
    found = ends.groupby(by).agg(least=("least", "max"), most=("most", "min"))
    grids = rows.loc[is_good & solved & rows["grid"].fillna("").ne(""), [*by, "seed", "grid"]].drop_duplicates()
    two = grids.loc[grids.duplicated([*by, "seed"]), by].drop_duplicates().set_index(by).index
    found.loc[two, "least"] = found.loc[two, "least"].clip(lower=2.0)
    found = found[found["least"] > found["most"]]
    whys = {key: f"at least {row.least:g} and at most {row.most:g} solutions" for key, row in found.iterrows()}
    cases, is_wrong = [*dict.fromkeys([*by, "configuration"])], status == "wrong"
    for side, other in (SIDES, SIDES[::-1]):
        wrong = rows.loc[is_wrong & (rows["side"] == side), cases].drop_duplicates()
        right = rows.loc[is_good & (solved | rows["proved"].astype(bool)) & (rows["side"] == other), cases]
        both_wrong = rows.loc[is_wrong & (rows["side"] == other), cases].drop_duplicates()
        alone = wrong.merge(right.drop_duplicates()).merge(both_wrong, how="left", indicator=True)
        for key in alone.loc[alone["_merge"] == "left_only", by].itertuples(index=False, name=None):
            whys.setdefault(key, f"an answer is wrong in {side} only")
    return pd.DataFrame([(*key, why) for key, why in whys.items()], columns=[*by, "why"])


def _told(puzzles: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    """The contradictions with the names of the puzzles, and how often each side has given which answer."""
    made = []
    for corpus, key, why in puzzles.itertuples(index=False):
        of_it = rows[(rows["corpus"] == corpus) & (rows["key"] == key)]
        number = of_it["solutions"].astype(str).where(of_it["status"] == "counted", "")
        counts = (of_it["status"].astype(str) + " " + number).str.strip().groupby(of_it["side"]).value_counts()
        said = {
            side: ", ".join(f"{answer}: {n}" for (of, answer), n in sorted(counts.items()) if of == side)
            for side in SIDES
        }
        made.append({"corpus": corpus, "puzzle": of_it["puzzle"].iat[0], **said, "why": why})
    return pd.DataFrame(made, columns=["corpus", "puzzle", *SIDES, "why"])


# -- what is not compared ----------------------------------------------------------------------------------------------


def _changes(rows: pd.DataFrame) -> pd.DataFrame:
    """What differs between the machines, the versions and the commits of the rows that are compared."""
    values: dict[str, dict[str, set[str]]] = {}
    for side, known in rows[rows["cpu"].notna()].groupby("side"):
        for name in MACHINE:
            values.setdefault(name, {})[side] = {*_texts(known[name].dropna().unique())}
        for text in known["versions"].dropna().unique():
            for library, version in json.loads(text).items():
                values.setdefault(library, {}).setdefault(side, set()).add(version)
    made = [
        {"what": what, **{side: ", ".join(sorted(of.get(side, ()))) for side in SIDES}} for what, of in values.items()
    ]
    return pd.DataFrame([each for each in made if each[OLD] != each[NEW]], columns=["what", OLD, NEW])


def _unmatched(rows: pd.DataFrame) -> pd.DataFrame:
    """The cases that are not compared, because only one side has them or they are in another setting."""
    cases = rows.drop_duplicates([*CASE, "side", "is_compared"])
    chosen = cases[cases["is_compared"]]
    alone = chosen[~chosen.duplicated(CASE, keep=False)]
    numbers = (
        pd.concat([alone, cases[~cases["is_compared"]]]).groupby(["side", "is_compared", *GROUP], sort=False).size()
    )
    made = []
    for (side, is_compared, corpus, limit, name), number in numbers.items():
        other = NEW if side == OLD else OLD
        others = chosen.loc[chosen["side"] == other, GROUP]
        same = others[(others["corpus"] == corpus) & (others["configuration"] == name)]
        why = f"{other} does not have these cases"
        if not is_compared:
            why = "another setting"
        elif name not in {*others["configuration"]}:
            why = f"{other} has no such configuration"
        elif corpus not in {*others["corpus"]}:
            why = f"{other} has no such corpus"
        elif len(same) and limit not in {*same["time_limit"]}:
            why = f"{other} has another time limit"
        made.append((side, corpus, limit, name, number, why))
    return pd.DataFrame(made, columns=["side", *GROUP, "cases", "why"])


# -- as text, and for scripts -------------------------------------------------------------------------------


def warnings(found: Regressions) -> list[str]:
    """What is to be read before the ratios: contradictions, what has changed, and what is not compared.

    >>> from sudoku_models.benchmark import made_up
    >>> before, after = (made_up(["highs"], [[0.1]], python=version) for version in ("3.11", "3.13"))
    >>> warnings(regressions(before, after))
    ['python: 3.11 -> 3.13.']
    """
    said = [
        f"Contradiction on {row.puzzle} of {row.corpus}: old {row.old or '-'}; new {row.new or '-'}; {row.why}."
        for row in found.contradictions.itertuples()
    ]
    said += [f"{row.what}: {row.old or '-'} -> {row.new or '-'}." for row in found.changes.itertuples()]
    for (side, why), rows in found.unmatched.groupby(["side", "why"], sort=False):
        names = rows["configuration"].unique()
        some = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        said.append(f"Not compared: {plural(int(rows['cases'].sum()), 'case')} of the {side} folder ({why}): {some}.")
    return said


def sentences(found: Regressions) -> list[str]:
    """How many comparisons have which verdict, for each measure.

    >>> from sudoku_models.benchmark import made_up
    >>> before, after = (made_up(["highs"], [[time]] * 8) for time in (0.1, 0.4))
    >>> sentences(regressions(before, after))[1]
    'Of 1 comparison of all of the time, new is slower in 1.'
    """
    said = []
    for measure, rows in found.table.groupby("measure", sort=False):
        counts = rows["verdict"].value_counts()
        verdicts = ", ".join(f"{words} {counts[verdict]}" for verdict, words in WORDS.items() if verdict in counts)
        what = "all of the time" if measure == "proved" else "the time of the solver alone"
        said.append(f"Of {plural(len(rows), 'comparison')} of {what}, {verdicts}.")
    return said


def lines(found: Regressions, most: int = 20) -> list[list[str]]:
    """The comparisons as rows of text under `HEADS`: all if they are few, else those with a difference.

    >>> from sudoku_models.benchmark import made_up
    >>> before, after = (made_up(["highs"], [[time]] * 8) for time in (0.1, 0.4))
    >>> lines(regressions(before, after))[1][2:6]
    ['all', '4x', '4x', 'slower']
    """
    table, made = found.table, []
    if len(table) > most:
        table = table[table["verdict"].isin([FASTER, SLOWER, NOT_TRUSTED]) | (table["lost"] + table["gained"] > 0)]
    for row in table.to_dict("records"):
        figures = [between(row["ratio"], row["ratio_at_most"]), between(row["ratio_low"], row["ratio_high"])]
        shown = ["-", "-"] if row["verdict"] in SILENT else figures
        measure = "all" if row["measure"] == "proved" else row["measure"]
        last = [p_value(row["p_holm"]), ratio(row["drift"]), ratio(row["ratio_processor"]), row["lost"], row["gained"]]
        made.append([*map(str, [row["corpus"], row["configuration"], measure, *shown, row["verdict"], *last])])
    return made


def records(found: Regressions) -> list[dict[str, Any]]:
    """Everything for scripts: rows whose `kind` is "contradiction", "change", "unmatched" or "regression".

    What is unknown, or infinite because cases were open, is None.

    >>> from sudoku_models.benchmark import made_up
    >>> found = regressions(made_up(["highs"], [[0.1]] * 8), made_up(["highs"], [[0.2]] * 8))
    >>> [(row["kind"], row["ratio"], row["drift"]) for row in records(found)][1]
    ('regression', 2.0, None)
    """
    tables = {"contradiction": found.contradictions, "change": found.changes, "unmatched": found.unmatched}
    made = []
    for kind, table in {**tables, "regression": found.table}.items():
        known = table.astype(object).where(table.notna() & ~table.isin([np.inf]), None)
        made += [{"kind": kind, **row} for row in known.to_dict("records")]
    return made
