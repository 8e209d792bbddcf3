"""Lesson 13, benchmarking: open cases, a benchmark to correct, a performance profile."""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

from ...models.validation import short
from ..agreement import Slips, must_agree
from ..exercise import Wrong
from ..judges import call_unchanged, must_be_callable

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
    cases.append(([0.0, 0.5, None], 10))  # an instant is no open case
    for _ in range(20):
        times = [rng.choice([None, *(round(10 ** rng.uniform(-3, 0.6), 3) for _ in range(3))]) for _ in range(6)]
        cases.append((times, rng.choice([5, 10, 60])))
    return cases


def score_open_cases(answer: Any) -> str:
    """Both means, on lists of times with and without open cases."""
    cases = _timings()
    must_agree(answer, scores, cases, SCORE_SLIPS)
    some = sum(None in seconds for seconds, _ in cases)
    return f"your function agrees on all {len(cases)} lists of times, {some} of them with open cases"


# -- a benchmark to correct --------------------------------------------------------------------------------------------

Rows = list[dict[str, Any]]


def winners(rows: Rows) -> dict[str, str]:
    """For each corpus, the configuration with the smallest PAR2 over the puzzles that all its configurations have.

    >>> winners(_rows("easy", A=[1, 2], B=[3, None]))
    {'easy': 'A'}
    """
    return {corpus: min(means, key=lambda name: means[name]) for corpus, means in _means(rows).items()}


def _means(rows: Rows) -> dict[str, dict[str, float]]:
    found = {}
    for corpus in dict.fromkeys(row["corpus"] for row in rows):
        ours = [row for row in rows if row["corpus"] == corpus]
        times: dict[str, dict[str, float]] = {}
        for row in ours:
            times.setdefault(row["configuration"], {})[row["puzzle"]] = _penalised(row)
        common = set.intersection(*map(set, times.values()))
        found[corpus] = {name: fmean(each[puzzle] for puzzle in common) for name, each in times.items()}
    return found


def _penalised(row: Mapping[str, Any]) -> float:
    ended = row["seconds"] is not None and row["correct"]
    return float(row["seconds"] if ended else 2 * row["limit"])


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


def _tables() -> list[tuple[str, Rows]]:
    """These tables, and mixed ones without ties."""
    rng = random.Random(1991)
    every = list(TABLES)
    while len(every) < 40:
        rows: Rows = []
        for corpus in ("easy", "hard")[: rng.randint(1, 2)]:
            a, b, c = ([rng.choice([None, rng.randint(1, 80) / 8, 0.125]) for _ in range(4)] for _ in "ABC")
            rows += _rows(corpus, [("A", 1)], A=a, B=[*b[:3], "-"], C=c)
        limits = {row["puzzle"]: rng.choice([10, 20, 60]) for row in rows}
        rows = [row | {"limit": limits[row["puzzle"]]} for row in rows]
        if all(len(set(means.values())) == 3 for means in _means(rows).values()):
            every.append(("all of these things are mixed", rows))
    return every


def mend_a_benchmark(answer: Any) -> str:
    """Each of the first tables has one problem, which the sentence describes."""
    must_be_callable(answer, "rows")
    tables = _tables()
    for what, rows in tables:
        got, want = call_unchanged(answer, [rows]), winners(rows)
        if not isinstance(got, Mapping):
            raise Wrong(f"the function must return a dict, the corpus -> its winner, not {short(got)}")
        if dict(got) != want:
            means = "; ".join(
                f"{corpus}: {', '.join(f'{name} {mean:.4g}' for name, mean in each.items())}"
                for corpus, each in _means(rows).items()
            )
            raise Wrong(
                f"of a table in which {what} your function says {short(dict(got))}, and it should say {want}; PAR2 in "
                f"seconds is {means}"
            )
    tried = "open cases, wrong grids, missing puzzles, two corpora, and limits that differ"
    return f"your function finds the winners of {len(tables)} tables, with {tried}"


# -- a performance profile ---------------------------------------------------------------------------------------------

Times = Mapping[str, Seconds]
"""Configuration -> its time for each case, in the same order for all."""


def profile(times: Times, name: str, factor: float) -> float:
    """The share of all cases that a configuration ends within a factor of the fastest one of the case.

    >>> profile({"A": [1, 2, 8, None], "B": [2, 4, 4, 5]}, "A", 2)
    0.75
    """
    return sum(_within(case, name, factor) for case in _cases(times)) / len(_cases(times))


def _cases(times: Times) -> list[dict[str, float | None]]:
    return [dict(zip(times, case, strict=True)) for case in zip(*times.values(), strict=True)]


def _within(case: Mapping[str, float | None], name: str, factor: float, strictly: bool = False) -> bool:
    t, ended = case[name], [other for other in case.values() if other is not None]
    if t is None:
        return False
    return t < factor * min(ended) if strictly else t <= factor * min(ended)


def _over(some: Callable[[Mapping[str, float | None], str], bool]) -> Callable[[Times, str, float], float]:
    """The same share, of those cases only."""

    def share(times: Times, name: str, factor: float) -> float:
        chosen = [case for case in _cases(times) if some(case, name)]
        return sum(_within(case, name, factor) for case in chosen) / len(chosen)

    return share


PROFILE_SLIPS: Slips = {
    "divides by the cases that this configuration ended": _over(lambda case, name: case[name] is not None),
    "leaves out the cases that none ended": _over(lambda case, name: any(t is not None for t in case.values())),
    "leaves out the cases that some left open": _over(lambda case, name: None not in case.values()),
    "counts only what is faster than the factor allows": lambda times, name, factor: fmean(
        _within(case, name, factor, strictly=True) for case in _cases(times)
    ),
    "takes the factor for seconds": lambda times, name, factor: fmean(
        t is not None and t <= factor for t in times[name]
    ),
    "counts the cases, and does not divide": lambda times, name, factor: (
        profile(times, name, factor) * len(_cases(times))
    ),
}


def _profiles() -> list[tuple[Times, str, float]]:
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


def profile_by_hand(answer: Any) -> str:
    """The share at one factor, on tables with open cases and with cases that none ended."""
    cases = _profiles()
    must_agree(answer, profile, cases, PROFILE_SLIPS)
    return f"your function agrees on {len(cases)} points of profiles, with open cases, ties, and cases that none ended"
