"""Lesson 13, benchmarking: open cases, a performance profile, claims, a benchmark to correct, your own comparison."""

import copy
import math
import random
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any

from ...errors import InputError
from ...models.validation import short
from ...puzzles.known_solutions import known_puzzles
from ..agreement import Slips, must_agree
from ..exercise import Wrong, exercise
from ..judges import define, first_counterexample

if TYPE_CHECKING:
    import pandas as pd

    from ...benchmark.comparisons import TimeTable

# -- open cases --------------------------------------------------------------------------------------------------------

SHIFT = 0.01
Seconds = Sequence[float | None]
"""The time of each case; None where the limit was reached."""


def scores(seconds: Seconds, limit: float) -> tuple[float, float]:
    """PAR2 and the shifted geometric mean.

    >>> [round(score, 6) for score in scores([0.01, 0.07, None], 10)]
    [6.693333, 0.242068]
    """
    return _par(seconds, 2 * limit), _shifted(seconds, limit)


def _par(seconds: Seconds, of_open: float) -> float:
    return fmean(of_open if t is None else t for t in seconds)


def _shifted(seconds: Seconds, of_open: float, shift: float = SHIFT, off: float = SHIFT) -> float:
    return math.exp(fmean(math.log((of_open if t is None else t) + shift) for t in seconds)) - off


def _ended(seconds: Seconds) -> list[float]:
    return [t for t in seconds if t is not None]


SCORE_SLIPS: Slips = {
    "leaves the open cases out": lambda s, limit: scores(_ended(s), limit),
    "leaves the open cases out of PAR2": lambda s, limit: (_par(_ended(s), 0), _shifted(s, limit)),
    "leaves the open cases out of the shifted mean": lambda s, limit: (_par(s, 2 * limit), _shifted(_ended(s), limit)),
    "counts an open case as the limit in PAR2": lambda s, limit: (_par(s, limit), _shifted(s, limit)),
    "counts an open case twice in the shifted mean": lambda s, limit: (_par(s, 2 * limit), _shifted(s, 2 * limit)),
    "does not take the shift off again": lambda s, limit: (_par(s, 2 * limit), _shifted(s, limit, off=0)),
    "does not shift": lambda s, limit: (_par(s, 2 * limit), _shifted(s, limit, 0, 0)),
    "returns the two in the other order": lambda s, limit: scores(s, limit)[::-1],
}


def _timings() -> list[tuple[Seconds, float]]:
    rng = random.Random(2007)
    cases: list[tuple[Seconds, float]] = [([0.01, 0.07], 10), ([0.02, None, 0.1, 3.0], 10), ([None, None], 5)]
    for _ in range(20):
        times = [rng.choice([None, *(round(10 ** rng.uniform(-3, 0.6), 3) for _ in range(3))]) for _ in range(6)]
        cases.append((times, rng.choice([5, 10, 60])))
    return cases


@exercise("score-open-cases", lesson=13, title="Score the open cases")
def score_open_cases(answer: Any) -> str:
    """Both means, on lists of times with and without open cases."""
    cases = _timings()
    must_agree(answer, scores, cases, SCORE_SLIPS)
    some = sum(None in seconds for seconds, _ in cases)
    return f"your function agrees on all {len(cases)} lists of times, {some} of them with open cases"


# -- a performance profile -------------------------------------------------------------------------------------------

Times = Mapping[str, Seconds]
"""Configuration -> its time for each case, in the same order for all."""


def profile(times: Times, way: str, factor: float) -> float:
    """The share of all cases that a configuration ends within a factor of the fastest one of the case.

    >>> profile({"A": [1, 2, 8, None], "B": [2, 4, 4, 5]}, "A", 2)
    0.75
    """
    return sum(_within(case, times, way, factor) for case in _cases(times)) / len(_cases(times))


def _cases(times: Times) -> list[dict[str, float | None]]:
    return [dict(zip(times, case, strict=True)) for case in zip(*times.values(), strict=True)]


def _within(case: Mapping[str, float | None], times: Times, way: str, factor: float, strictly: bool = False) -> bool:
    t, ended = case[way], [other for other in case.values() if other is not None]
    if t is None:
        return False
    return t < factor * min(ended) if strictly else t <= factor * min(ended)


def _over(some: Callable[[Mapping[str, float | None], str], bool]) -> Callable[[Times, str, float], float]:
    """The same share, of those cases only."""

    def share(times: Times, way: str, factor: float) -> float:
        chosen = [case for case in _cases(times) if some(case, way)]
        return sum(_within(case, times, way, factor) for case in chosen) / len(chosen)

    return share


PROFILE_SLIPS: Slips = {
    "divides by the cases that this way ended": _over(lambda case, way: case[way] is not None),
    "leaves out the cases that none ended": _over(lambda case, way: any(t is not None for t in case.values())),
    "leaves out the cases that some left open": _over(lambda case, way: None not in case.values()),
    "counts only what is faster than the factor allows": lambda times, way, factor: fmean(
        _within(case, times, way, factor, strictly=True) for case in _cases(times)
    ),
    "takes the factor for seconds": lambda times, way, factor: fmean(t is not None and t <= factor for t in times[way]),
    "counts the cases, and does not divide": lambda times, way, factor: (
        profile(times, way, factor) * len(_cases(times))
    ),
}


def _profiles() -> list[tuple[Times, str, float]]:
    """Times in eighths of a second and factors that are powers of 2, so that products are exact."""
    rng = random.Random(2002)
    first: Times = {"A": [1, 2, 8, None], "B": [2, 4, 4, 5]}
    cases: list[tuple[Times, str, float]] = [(first, way, factor) for factor in (1, 1.5, 2, 100) for way in "AB"]
    cases += [({"A": [1, None, 6, None], "B": [2, None, 3, 4], "C": [4, None, 7, 9]}, way, 2) for way in "ABC"]
    for _ in range(25):
        eighths = [None, *range(1, 40, rng.randint(1, 9))]
        times = {way: [k and k / 8 for k in rng.choices(eighths, k=5)] for way in "ABC"}
        cases.append((times, rng.choice("ABC"), rng.choice([1, 1.5, 2, 4])))
    return cases


@exercise("profile-by-hand", lesson=13, title="Compute a performance profile")
def profile_by_hand(answer: Any) -> str:
    """The share at one factor, on tables with open cases and with cases that none ended."""
    cases = _profiles()
    must_agree(answer, profile, cases, PROFILE_SLIPS)
    return (
        f"your function agrees on {len(cases)} points of profiles, with open cases, ties, and cases that nobody ended"
    )


# -- claims ------------------------------------------------------------------------------------------------------------

REASONS = ("holds", "chance", "open", "pooled", "setting", "two things", "not measured")

CLAIMS = {
    "a": ("holds", "45 of 50 puzzles is far from an even division: the sign test gives p below 0.000001"),
    "b": ("chance", "6 of 11 is what a coin gives: the sign test gives p = 1"),
    "c": ("open", "the time of an open case is not known; 10 s is where it was stopped"),
    "d": ("pooled", "the 61 puzzles are of two corpora; 50 easy ones decide the median, whatever the hard ones say"),
    "e": ("setting", "C ran on another machine, and nobody knows which part of the difference is the machine's"),
    "f": ("not measured", "no case ran longer than 10 s, so these rows do not know what happens in 60 s"),
    "g": ("holds", "both had the same 11 puzzles, the same machine and the same limit; B ended 11 of them, and A 6"),
    "h": ("two things", "A and B differ in formulation and in solver, so the rows cannot say which of them it was"),
}
"""Letter -> the verdict on the claim, and why. The rows are in the notebook."""


@exercise("which-claim-holds", lesson=13, title="Which claim holds?")
def which_claim_holds(answer: Any) -> str:
    """All letters, each with one of the reasons."""
    if not isinstance(answer, Mapping) or set(answer) != set(CLAIMS):
        raise Wrong("the answer must be a dict with the letters a to h, and one of the reasons for each")
    for letter, (reason, why) in CLAIMS.items():
        if answer[letter] not in REASONS:
            raise Wrong(f"the answer for {letter} must be one of {', '.join(REASONS)}, not {short(answer[letter])}")
        if answer[letter] != reason:
            raise Wrong(f"look at {letter} again: {why}")
    return "all eight are right; a claim needs the same puzzles, one setting, one difference, and enough of them"


# -- a benchmark to correct --------------------------------------------------------------------------------------------

Rows = list[dict[str, Any]]


def winners(rows: Rows) -> dict[str, str]:
    """For each corpus, the configuration with the smallest PAR2 over the puzzles that all its configurations have.

    >>> winners(_rows("easy", A=[1, 2], B=[3, None]))
    {'easy': 'A'}
    """
    return {corpus: min(means, key=lambda way: means[way]) for corpus, means in _means(rows).items()}


def _means(rows: Rows) -> dict[str, dict[str, float]]:
    found = {}
    for corpus in dict.fromkeys(row["corpus"] for row in rows):
        ours = [row for row in rows if row["corpus"] == corpus]
        ways = dict.fromkeys(row["way"] for row in ours)
        has = {way: {row["puzzle"] for row in ours if row["way"] == way} for way in ways}
        common = set.intersection(*has.values())
        found[corpus] = {
            way: fmean(_penalised(row) for row in ours if row["way"] == way and row["puzzle"] in common) for way in ways
        }
    return found


def _penalised(row: Mapping[str, Any]) -> float:
    ended = row["seconds"] is not None and row["correct"]
    return float(row["seconds"] if ended else 2 * row["limit"])


def _rows(corpus: str, wrong: Sequence[tuple[str, int]] = (), limit: float = 10, **times: Sequence[Any]) -> Rows:
    """Rows of one corpus; a time "-" stands for a puzzle that the configuration did not run on."""
    return [
        {"corpus": corpus, "puzzle": f"{corpus}:{k}", "way": way, "seconds": t, "limit": limit}
        | {"correct": None if t is None else (way, k) not in wrong}
        for way, seconds in times.items()
        for k, t in enumerate(seconds, 1)
        if t != "-"
    ]


TABLES: list[tuple[str, Rows]] = [
    ("nothing is special", _rows("easy", A=[1.0, 2.0, 2.0], B=[2.0, 3.0, 1.5])),
    ("A is fast and leaves one of two cases open", _rows("hard", A=[1.0, None], B=[4.0, 4.0])),
    ("it matters that an open case counts twice the limit", _rows("hard", A=[1.0, None], B=[7.0, 7.0])),
    ("one of the grids of A is wrong", _rows("hard", [("A", 1)], A=[0.1, 3.0], B=[2.0, 2.0])),
    ("B ran on one puzzle only, an easy one", _rows("hard", A=[1.0, 5.0, 6.0], B=[2.0, "-", "-"])),
    (
        "there are two corpora, in which different ways are the better",
        [*_rows("easy", A=[1.0, 1.0], B=[2.0, 2.0]), *_rows("hard", A=[9.0, 9.0], B=[3.0, 3.0])],
    ),
    (
        "the two corpora have different limits",
        [*_rows("easy", limit=2, A=[0.5, None], B=[1.5, 1.5]), *_rows("hard", limit=60, A=[1.0, None], B=[50.0, 50.0])],
    ),
]
"""A description of each table, and its rows."""


def _tables() -> list[tuple[str, Rows]]:
    """These tables, and mixed ones without ties."""
    rng = random.Random(1991)
    every = list(TABLES)
    while len(every) < 40:
        rows: Rows = []
        for corpus in ("easy", "hard")[: rng.randint(1, 2)]:
            a, b, c = ([rng.choice([None, rng.randint(1, 80) / 8, 0.125]) for _ in range(4)] for _ in "ABC")
            rows += _rows(corpus, [("A", 1)], A=a, B=[*b[:3], "-"], C=c)
        if all(len(set(means.values())) == 3 for means in _means(rows).values()):
            every.append(("all of these things are mixed", rows))
    return every


@exercise("mend-a-benchmark", lesson=13, title="Mend a benchmark")
def mend_a_benchmark(answer: Any) -> str:
    """Each of the first tables has one problem, which the sentence describes."""
    if not callable(answer):
        raise Wrong(f"the answer must be a function of the rows, and this is {short(answer)}")
    tables = _tables()
    for what, rows in tables:
        got, want = answer(copy.deepcopy(rows)), winners(rows)
        if not isinstance(got, Mapping):
            raise Wrong(f"the function must return a dict, the corpus -> its winner, not {short(got)}")
        if dict(got) != want:
            means = "; ".join(
                f"{corpus}: {', '.join(f'{way} {mean:.4g}' for way, mean in each.items())}"
                for corpus, each in _means(rows).items()
            )
            raise Wrong(
                f"of a table in which {what} your function says {short(dict(got))}, and it should say {want}; PAR2 in "
                f"seconds is {means}"
            )
    faults = "open cases, wrong grids, missing puzzles and two corpora"
    return f"your function agrees on {len(tables)} tables: {faults} no longer fool it"


# -- your own comparison -----------------------------------------------------------------------------------------------

BUILT_IN = ("pairwise", "assignment", "all_different", "mixed")
NEEDED = 6
"""With fewer puzzles, not even a win on all of them is significant."""


@exercise("measure-your-own", lesson=13, title="Measure a formulation of your own", time_limit=60)
def measure_your_own(formulation: Any, results: Any) -> str:
    """A correct formulation, and rows that compare it with a built-in one, all else equal."""
    if example := first_counterexample(formulation):
        raise Wrong(example.sentence, example.puzzle, example.grid)
    found, rows = _comparison(results)
    mine = rows[~rows["formulation"].isin(BUILT_IN)]
    if mine.empty or len(mine) == len(rows):
        which = "no formulation of your own" if mine.empty else "no built-in formulation"
        raise Wrong(f"{which} was measured: the rows are of {', '.join(sorted(set(rows['formulation'])))}")
    if mine["failed"].all():  # a single failure may be due to the solver, because the formulation is correct
        raise Wrong(f"every case of your formulation failed; the first reason is: {mine['reason'].iat[0]}")
    own, other = _pair(mine, rows[rows["formulation"].isin(BUILT_IN)])
    for name in (own, other):
        if name in found.left_out:
            raise Wrong(f"{name} is not compared: it {found.left_out[name]}")
    if (n := found.seconds.index.get_level_values("puzzle").nunique()) < NEEDED:
        raise Wrong(
            f"the benchmark has {n} puzzle{'s' * (n != 1)}; even {n} of {n} would be chance with "
            f"p = {min(1, 2 / 2**n):.2g}. Take {NEEDED} or more"
        )
    _must_be_registered(formulation, mine)
    return (
        f"your formulation is right on all known puzzles, and its benchmark is a fair one: {own} against {other}, "
        f"which differ in the formulation alone, on {n} puzzles. What the rows say of it you have printed yourself"
    )


def _comparison(results: Any) -> "tuple[TimeTable, pd.DataFrame]":
    """The times and the rows of one comparison."""
    if not {"formulation", "solver", "proved_seconds", "versions"} <= set(getattr(results, "columns", ())):
        raise Wrong("the second answer must be the table that benchmark.read returns")
    from ...benchmark import labelled, time_table  # late: they load pandas

    try:
        return time_table(results), labelled(results)
    except InputError as error:
        raise Wrong(str(error)) from None


def _pair(mine: "pd.DataFrame", others: "pd.DataFrame") -> tuple[str, str]:
    """A configuration of the learner, and one that differs from it in the formulation alone."""
    same = ["backend", "solver", "presolve"]
    pairs = mine[["configuration", *same]].merge(others[["configuration", *same]], on=same)
    if pairs.empty:
        raise Wrong(
            f"{mine['configuration'].iat[0]} and {others['configuration'].iat[0]} differ in more than the "
            "formulation: run them with the same backend, solver and presolve"
        )
    return str(pairs["configuration_x"].iat[0]), str(pairs["configuration_y"].iat[0])


def _must_be_registered(formulation: Any, mine: "pd.DataFrame") -> None:
    """Check by the number of variables that the function is the one that was registered."""
    puzzle = known_puzzles()[-1][0]
    size = len(define(formulation, puzzle).m.variables)
    measured = mine[(mine["size"] == puzzle.board.size) & (mine["rewrite"] == "")]["variables"].dropna()
    if len(measured) and size not in set(measured):
        raise Wrong(
            f"your function defines {size} variables on a 9x9 board, and the one in the rows {int(measured.iat[0])}; "
            "register the function again, and measure it again in a new folder"
        )
