"""Lesson 14, evidence: pairs and their sign test, many questions, claims, your own comparison."""

import math
import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...errors import InputError
from ...models.validation import short
from ...puzzles.known_solutions import known_puzzles
from ..agreement import Slips, must_agree
from ..exercise import Wrong
from ..judges import must_be_right

if TYPE_CHECKING:
    import pandas as pd

    from ...benchmark.comparisons import TimeTable

# -- pairs -------------------------------------------------------------------------------------------------------------

Seconds = Sequence[float | None]
"""The time on each puzzle; None where the limit was reached."""


def pairs(a: Seconds, b: Seconds) -> tuple[int, int, float]:
    """On how many puzzles A is the faster, on how many B, and the p of a sign test.

    >>> pairs([1, 2, None, None], [2, 2, 5, None])
    (1, 1, 1.0)
    """
    wins, losses = _wins(a, b), _wins(b, a)
    return wins, losses, _p(wins, losses)


def _wins(a: Seconds, b: Seconds) -> int:
    return sum(s is not None and (t is None or s < t) for s, t in zip(a, b, strict=True))


def _p(wins: int, losses: int, n: int | None = None, sides: int = 2) -> float:
    n = wins + losses if n is None else n
    return min(1.0, sides * sum(math.comb(n, k) for k in range(min(wins, losses) + 1)) / 2.0**n)


def _ended(a: Seconds, b: Seconds) -> tuple[Seconds, Seconds]:
    """The puzzles that both ended."""
    both = [(s, t) for s, t in zip(a, b, strict=True) if s is not None and t is not None]
    return [s for s, _ in both], [t for _, t in both]


def _uncapped(a: Seconds, b: Seconds) -> tuple[int, int, float]:
    wins, losses, _ = pairs(a, b)
    n = wins + losses
    return wins, losses, 2 * sum(math.comb(n, k) for k in range(min(wins, losses) + 1)) / 2**n


def _one_term(a: Seconds, b: Seconds) -> tuple[int, int, float]:
    wins, losses, _ = pairs(a, b)
    n = wins + losses
    return wins, losses, min(1.0, 2 * math.comb(n, min(wins, losses)) / 2**n)


def _counted(wins: int, n: int) -> tuple[int, int, float]:
    """All puzzles that are no wins are losses."""
    return wins, n - wins, _p(wins, n - wins)


PAIR_SLIPS: Slips = {
    "leaves out the puzzles that one left open": lambda a, b: pairs(*_ended(a, b)),
    "counts a tie, and a puzzle that both left open, as a win of B": lambda a, b: _counted(_wins(a, b), len(a)),
    "counts a tie, and a puzzle that both left open, as a win of A": lambda a, b: _counted(
        len(a) - _wins(b, a), len(a)
    ),
    "takes one side of the distribution": lambda a, b: (*pairs(a, b)[:2], _p(_wins(a, b), _wins(b, a), sides=1)),
    "does not cut p off at 1": _uncapped,
    "takes one term of the sum": _one_term,
    "counts ties and puzzles that both left open in n": lambda a, b: (
        *pairs(a, b)[:2],
        _p(_wins(a, b), _wins(b, a), len(a)),
    ),
    "returns the two numbers in the other order": lambda a, b: pairs(b, a),
}


def _duels() -> list[tuple[Seconds, Seconds]]:
    rng = random.Random(1710)
    cases: list[tuple[Seconds, Seconds]] = [
        ([1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6, 7]),
        ([1, 2, 3, None, 5, None, 1], [2, 1, 3, 4, None, None, 2]),
        ([1, 3], [3, 1]),
        ([None, None], [None, None]),
    ]
    for _ in range(36):
        n = rng.randint(3, 14)
        a, b = ([rng.choice([None, *range(1, 9)]) for _ in range(n)] for _ in "ab")
        cases.append((a, b))
    return cases


def compare_in_pairs(answer: Any) -> str:
    """The three numbers, with ties and open cases on either side and on both."""
    cases = _duels()
    must_agree(answer, pairs, cases, PAIR_SLIPS)
    return f"your function agrees on {len(cases)} comparisons, with ties and with puzzles that one or both left open"


# -- many questions ----------------------------------------------------------------------------------------------------


def holm(ps: Sequence[float]) -> tuple[float, ...]:
    """Holm's correction, in the order of the argument.

    >>> holm([0.5, 0.0625, 0.25])
    (0.5, 0.1875, 0.5)
    """
    return _stepwise(ps)


def _stepwise(ps: Sequence[float], rising: bool = True, most: float = 1, off: int = 0) -> tuple[float, ...]:
    corrected, largest = [0.0] * len(ps), 0.0
    for k, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        value = min(most, (len(ps) - k - off) * ps[i])
        largest = max(largest, value) if rising else value
        corrected[i] = largest
    return tuple(corrected)


def _hochberg(ps: Sequence[float]) -> tuple[float, ...]:
    """The correction of Benjamini and Hochberg, for another purpose: the share of false discoveries."""
    corrected, smallest = [0.0] * len(ps), 1.0
    ranked = sorted(range(len(ps)), key=lambda i: ps[i])
    for k, i in reversed(list(enumerate(ranked, 1))):
        smallest = min(smallest, len(ps) / k * ps[i])
        corrected[i] = smallest
    return tuple(corrected)


HOLM_SLIPS: Slips = {
    "multiplies every p by their number (Bonferroni)": lambda ps: tuple(min(1.0, len(ps) * p) for p in ps),
    "lets a value become smaller than the one before it": lambda ps: _stepwise(ps, rising=False),
    "does not cut off at 1": lambda ps: _stepwise(ps, most=math.inf),
    "multiplies the smallest by m - 1": lambda ps: _stepwise(ps, off=1),
    "returns the values in ascending order": lambda ps: tuple(sorted(holm(ps))),
    "does not sort": lambda ps: tuple(min(1.0, (len(ps) - k) * p) for k, p in enumerate(ps)),
    "corrects for false discoveries (Benjamini and Hochberg)": _hochberg,
    "returns the values as they are": tuple,
}


def _questions() -> list[tuple[list[float]]]:
    rng = random.Random(1979)
    cases = [([0.5, 0.0625, 0.25],), ([0.015625, 0.25, 0.03125, 0.0234375],), ([0.25],), ([0.125, 0.125, 0.75, 0.125],)]
    return cases + [
        ([rng.randint(1, 256) / 256 / rng.choice([1, 8]) for _ in range(rng.randint(2, 7))],) for _ in range(26)
    ]


def correct_for_many(answer: Any) -> str:
    """Holm's correction, with ties, with values over 1, and with ones that would fall below the one before."""
    cases = _questions()
    must_agree(answer, holm, cases, HOLM_SLIPS)
    return f"your function agrees on {len(cases)} lists of p, also where values are equal or would exceed 1"


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


# -- your own comparison -----------------------------------------------------------------------------------------------

BUILT_IN = ("pairwise", "assignment", "assignment_reduced", "all_different", "mixed")
NEEDED = 6
"""With fewer puzzles, not even a win on all of them is significant."""


def measure_your_own(formulation: Any, results: Any) -> str:
    """A correct formulation, and rows that compare it with a built-in one, all else equal."""
    must_be_right(formulation)
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
            f"the benchmark has {n} puzzle{'s' * (n != 1)}; even {n} of {n} may be chance, with "
            f"p = {min(1, 2 / 2**n):.2g}. Take {NEEDED} or more"
        )
    _must_be_registered(formulation, mine)
    return (
        f"your formulation accepts the solutions of {len(known_puzzles())} known puzzles and nothing else, and the "
        f"rows compare it, {own}, with {other} on {n} puzzles. Whether it is new, and what follows from the "
        "rows, was not checked: you have printed it"
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
    """Check that the rows are of this function: by its text, which is in their digest, whatever it was rewritten to."""
    from ...benchmark.digest import of_formulation

    if of_formulation(formulation) not in set(mine["formulation_digest"].dropna()):
        name = mine["formulation"].iat[0]
        raise Wrong(
            f"the rows of {name!r} are of a function with another text than yours; register your function under this "
            "name, and measure it again in a new folder"
        )
