"""Lesson 13, benchmarking: open cases, a benchmark to correct, a performance profile.

## score-open-cases: Score the open cases

1. Both are means over all cases. What stands in the place of an open case in each of them?
2. In PAR2 an open case counts 2 * limit. In the shifted mean it counts the limit: take the mean of the logarithms of t
   + 0.01, then the exponential, and subtract 0.01.
3. statistics.fmean(2 * limit if t is None else t for t in seconds) is the first. The second has the same form, with
   math.log(... + 0.01) inside, and math.exp(...) - 0.01 around it.

## mend-a-benchmark: Mend a benchmark

1. Treat one corpus at a time. Which time does a row count, and which puzzles may be compared?
2. A row counts its seconds if it ended with a correct grid, and otherwise twice its own limit. Collect these by
   configuration and puzzle, and keep the puzzles that all configurations of the corpus have.
3. times.setdefault(row['configuration'], {})[row['puzzle']] = ..., then common = set.intersection(*map(set,
   times.values())), and the configuration with the smallest mean over common.

## profile-by-hand: Compute a performance profile

1. Go through the cases one by one: zip(*times.values()) gives the times of all configurations for each case.
2. In a case, the fastest time is the smallest of those that are not None. The configuration counts if its own time is
   not None and at most factor times the fastest. Divide by the number of all cases.
3. For the case k, t = times[configuration][k], and ended = [each[k] for each in times.values() if each[k] is not None].
   Look at ended only where t is not None.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Any

from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import Wrong
from sudoku_models.course.judges import function

# -- open cases --------------------------------------------------------------------------------------------------------

Seconds = Sequence[float | None]
"""The time of each case; None where the limit was reached."""


def _scores(
    par: float = 2, of_open: float = 1, shift: float = 0.01, off: float = 0.01
) -> Callable[[Seconds, float], tuple[float, float]]:
    """PAR2 and the shifted geometric mean, or with other multiples of the limit and another shift."""

    def scores(seconds: Seconds, limit: float) -> tuple[float, float]:
        logs = [math.log((of_open * limit if t is None else t) + shift) for t in seconds]
        return fmean(par * limit if t is None else t for t in seconds), math.exp(fmean(logs)) - off

    return scores


scores = _scores()
"""PAR2 and the shifted geometric mean.

>>> [round(score, 6) for score in scores([0.01, 0.07, None], 10)]
[6.693333, 0.242068]
"""


def _ended(seconds: Seconds) -> list[float]:
    return [t for t in seconds if t is not None]


def timings() -> list[tuple[Seconds, float]]:
    """Lists of times, and their limits."""
    rng = random.Random(2007)
    cases: list[tuple[Seconds, float]] = [([0.01, 0.07], 10), ([0.02, None, 0.1, 3.0], 10), ([None, None], 5)]
    cases.append(([0.0, 0.5, None], 10))  # an instant is no open case
    for _ in range(20):
        times = [rng.choice([None, *(round(10 ** rng.uniform(-3, 0.6), 3) for _ in range(3))]) for _ in range(6)]
        cases.append((times, rng.choice([5, 10, 60])))
    return cases


score_open_cases = function(
    scores,
    timings,
    "your function agrees on all {n} lists of times, with and without open cases",
    mistakes={
        "leaves the open cases out": lambda s, limit: scores(_ended(s), limit),
        "leaves the open cases out of PAR2": lambda s, limit: (
            fmean(t or 0 for t in _ended(s)),
            scores(s, limit)[1],
        ),
        "leaves the open cases out of the shifted mean": lambda s, limit: (
            scores(s, limit)[0],
            scores(_ended(s), limit)[1],
        ),
        "counts an open case as the limit in PAR2": _scores(par=1),
        "counts an open case twice in the shifted mean": _scores(of_open=2),
        "does not take the shift off again": _scores(off=0),
        "does not shift": _scores(shift=0, off=0),
        "returns the two in the other order": lambda s, limit: scores(s, limit)[::-1],
    },
)

# -- a benchmark to correct --------------------------------------------------------------------------------------------

Rows = list[dict[str, Any]]


def means(rows: Rows) -> dict[str, dict[str, float]]:
    """For each corpus the PAR2 of its configurations, over the puzzles that all of them have."""
    found = {}
    for corpus in dict.fromkeys(row["corpus"] for row in rows):
        times: dict[str, dict[str, float]] = {}
        for row in (row for row in rows if row["corpus"] == corpus):
            ended = row["seconds"] is not None and row["correct"]
            seconds = row["seconds"] if ended else 2 * row["limit"]
            times.setdefault(row["configuration"], {})[row["puzzle"]] = seconds
        common = set.intersection(*map(set, times.values()))
        found[corpus] = {name: fmean(each[puzzle] for puzzle in common) for name, each in times.items()}
    return found


def winners(rows: Rows) -> dict[str, str]:
    """For each corpus, the configuration with the smallest PAR2.

    >>> winners(_rows("easy", A=[1, 2], B=[3, None]))
    {'easy': 'A'}
    """
    return {corpus: min(of, key=lambda name: of[name]) for corpus, of in means(rows).items()}


def _rows(corpus: str, wrong: Sequence[tuple[str, int]] = (), limit: float = 10, **times: Sequence[Any]) -> Rows:
    """Rows of one corpus; a time "-" stands for a puzzle that the configuration did not run on."""
    return [
        {"corpus": corpus, "puzzle": f"{corpus}:{k}", "configuration": name, "seconds": t, "limit": limit}
        | {"correct": None if t is None else (name, k) not in wrong}
        for name, seconds in times.items()
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
        "there are two corpora, on which different configurations are the better",
        [*_rows("easy", A=[1.0, 1.0], B=[2.0, 2.0]), *_rows("hard", A=[9.0, 9.0], B=[3.0, 3.0])],
    ),
    (
        "the first corpus and the last have one row each",
        [*_rows("easy", A=[1.0]), *_rows("hard", A=[9.0, 9.0], B=[3.0, 3.0]), *_rows("rated", B=[2.0])],
    ),
    (
        "the two corpora have different limits",
        [*_rows("easy", limit=2, A=[0.5, None], B=[1.5, 1.5]), *_rows("hard", limit=60, A=[1.0, None], B=[50.0, 50.0])],
    ),
    (
        "A leaves open a puzzle that had a smaller limit than the other",
        [*_rows("hard", limit=60, A=[1.0, "-"], B=[8.0, "-"]), *_rows("hard", limit=4, A=["-", None], B=["-", 3.5])],
    ),
    (
        "A leaves open a puzzle that had a larger limit than the other",
        [*_rows("hard", limit=4, A=[1.0, "-"], B=[3.0, "-"]), *_rows("hard", limit=60, A=["-", None], B=["-", 50.0])],
    ),
]
"""A description of each table, and its rows."""


def _tables() -> list[tuple[Rows]]:
    """These tables, and mixed ones without ties."""
    rng = random.Random(1991)
    every = [rows for _, rows in TABLES]
    while len(every) < 40:
        rows: Rows = []
        for corpus in ("easy", "hard")[: rng.randint(1, 2)]:
            a, b, c = ([rng.choice([None, rng.randint(1, 80) / 8, 0.125]) for _ in range(4)] for _ in "ABC")
            rows += _rows(corpus, [("A", 1)], A=a, B=[*b[:3], "-"], C=c)
        limits = {row["puzzle"]: rng.choice([10, 20, 60]) for row in rows}
        rows = [row | {"limit": limits[row["puzzle"]]} for row in rows]
        if all(len(set(of.values())) == 3 for of in means(rows).values()):
            every.append(rows)
    return [(rows,) for rows in every]


def _another_winner(got: Any, want: dict[str, str], rows: Rows) -> Wrong:
    what = next((what for what, special in TABLES if special == rows), "all of these things are mixed")
    par = {corpus: {name: round(mean, 4) for name, mean in of.items()} for corpus, of in means(rows).items()}
    says = f"of a table in which {what} your function says {got}, and it should say {want}"
    return Wrong(f"{says}; PAR2 in seconds is {par}")


mend_a_benchmark = function(
    winners,
    _tables,
    "your function finds the winners of {n} tables, with open cases, wrong grids, missing puzzles, two corpora, and "
    "limits that differ",
    returns=({str: str}, "a dict, the corpus -> its winner"),
    objection=_another_winner,
)

# -- a performance profile ---------------------------------------------------------------------------------------------

Times = Mapping[str, Seconds]
"""Configuration -> its time for each case, in the same order for all."""


def _profile(
    counts: Callable[[float | None, list[float | None]], bool] = lambda t, case: True,
    within: Callable[[float, float], bool] = lambda t, most: t <= most,
) -> Callable[[Times, str, float], float]:
    """The share of all cases, or of those that count, that a configuration ends within a factor of the fastest one."""

    def profile(times: Times, name: str, factor: float) -> float:
        cases = [(t, list(case)) for t, case in zip(times[name], zip(*times.values(), strict=True), strict=True)]
        cases = [(t, case) for t, case in cases if counts(t, case)]
        return sum(t is not None and within(t, factor * min(_ended(case))) for t, case in cases) / len(cases)

    return profile


profile = _profile()
"""The share of all cases that a configuration ends within a factor of the fastest one of the case.

>>> profile({"A": [1, 2, 8, None], "B": [2, 4, 4, 5]}, "A", 2)
0.75
"""


def profiles() -> list[tuple[Times, str, float]]:
    """Times in eighths of a second and factors that are powers of 2, so that products are exact."""
    rng = random.Random(2002)
    first: Times = {"A": [1, 2, 8, None], "B": [2, 4, 4, 5]}
    cases: list[tuple[Times, str, float]] = [(first, name, factor) for factor in (1, 1.5, 2, 100) for name in "AB"]
    cases += [({"A": [1, None, 6, None], "B": [2, None, 3, 4], "C": [4, None, 7, 9]}, name, 2) for name in "ABC"]
    for _ in range(25):
        eighths = [None, *range(1, 40, rng.randint(1, 9))]
        times = {name: [k and k / 8 for k in rng.choices(eighths, k=5)] for name in "ABC"}
        cases.append((times, rng.choice("ABC"), rng.choice([1, 1.5, 2, 4])))
    return cases


profile_by_hand = function(
    profile,
    profiles,
    "your function agrees on {n} points of profiles, with open cases, ties, and cases that none ended",
    mistakes={
        "divides by the cases that this configuration ended": _profile(lambda t, case: t is not None),
        "leaves out the cases that none ended": _profile(lambda t, case: bool(_ended(case))),
        "leaves out the cases that some left open": _profile(lambda t, case: None not in case),
        "counts only what is faster than the factor allows": _profile(within=lambda t, most: t < most),
        "takes the factor for seconds": lambda times, name, factor: fmean(
            t is not None and t <= factor for t in times[name]
        ),
        "counts the cases, and does not divide": lambda times, name, factor: (
            profile(times, name, factor) * len(times[name])
        ),
    },
)


# -- examination -------------------------------------------------------------------------------------------------------


@question(1, 2, 1)
def mean_scores(rng: Random) -> Asked:
    limit = rng.choice((60, 100))
    times: list[float | None] = [rng.choice((1, 2, 5, 10, 20, 40)) for _ in range(4)]
    times += [None] * rng.randint(1, 2)
    rng.shuffle(times)
    par = sum(2 * limit if each is None else each for each in times) / len(times)
    shifted = math.exp(sum(math.log((limit if each is None else each) + 10) for each in times) / len(times)) - 10
    return Asked(
        f"With a limit of {limit} s a method needs, in seconds, {', '.join('open' if each is None else str(each) for each in times)} "
        "on these puzzles. Compute PAR2 and, with a calculator, the geometric mean shifted by 10 s with open cases at the limit. What does the second "
        "say about the true mean?",
        f"PAR2 = **{par:.2f}** s. Shifted geometric mean = **{shifted:.2f}** s, a lower bound: an open case would have taken longer.",
        (par, shifted),
    )
