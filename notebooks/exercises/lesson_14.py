"""Lesson 14, evidence: pairs and their sign test, many questions, a claim that turns, claims, your own comparison.

## compare-in-pairs: Compare in pairs

1. An open case is longer than the limit. Against which times is it certainly the slower one?
2. Put math.inf in the place of None; then a puzzle counts for the smaller of its two times, and for neither if they are
   equal. n is the number of puzzles that count, and p the formula of the sign test.
3. wins = sum(s < t for s, t in pairs) and losses = sum(s > t for s, t in pairs); p = min(1, 2 * sum(math.comb(n, k) for
   k in range(min(wins, losses) + 1)) / 2**n).

## correct-for-many: Correct for many questions

1. Go through the values from the smallest to the largest, and remember where each of them stood.
2. The k-th smallest, counted from 0, is multiplied by m - k and cut off at 1. The result is this, or the result before
   it if that is larger.
3. for k, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])): largest = max(largest, min(1, (len(ps) - k) *
   ps[i])), and corrected[i] = largest.

## find-a-claim-that-turns: Find a claim that turns

1. Ask every question first, each pair on the first list and each pair on the second. Which values of p are corrected
   together?
2. found = [my_pairs(times[a], times[b]) for times in (first, second) for a, b in pairs], then my_holm of all their p. The
   pair k has its answers in the places k and k + len(pairs).
3. A claim turns if found[k][0] > found[k][1] on one list and not on the other, and both corrected p are below 0.05. Put
   the one that is faster on the first list first.

## which-claim-holds: Which claim holds?

1. Ask of each claim: the same puzzles, the same machine, one difference only, enough puzzles, and is every time that it
   needs known?
2. Two of the claims hold. Compute the sign test for the two claims about how often one is faster; a puzzle that A left
   open and B ended is one on which B was faster.
3. sign_test(45, 5) for a, and for b, with the five open puzzles, sign_test(6, 5). Each of the reasons from 'chance' to
   'not measured' is the answer to one claim.

## measure-your-own: Measure a formulation of your own

1. Begin with the assignment model, and change one thing that keeps its solutions: leave out units that follow from
   others, or add a constraint that every solution satisfies.
2. Register the function with sm.register(name, function). Two configurations are enough: your formulation and
   'assignment', both on 'pulp' with 'highs', on six puzzles of 'easy50'.
3. benchmark.configurations(['assignment', name], backends=['pulp'], solvers=['highs']), then
   benchmark.study([('easy50', puzzles)], ..., time_limit=5), and measured(study, a folder), which returns the rows.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import Wrong
from sudoku_models.course.judges import function, verdicts
from sudoku_models.course.models import must_be_right
from sudoku_models.errors import InputError
from sudoku_models.formulations import BUILT_IN
from sudoku_models.puzzles.known_solutions import known_puzzles

# -- pairs -------------------------------------------------------------------------------------------------------------

Seconds = Sequence[float | None]
"""The time on each puzzle; None where the limit was reached."""


def _pairs(
    p: Callable[[int, int, int], float],
    wins: Callable[[float, float], bool] = lambda s, t: s < t,
    losses: Callable[[float, float], bool] = lambda s, t: s > t,
) -> Callable[[Seconds, Seconds], tuple[int, int, float]]:
    """How often A is the faster, how often B, and p of these two and the number of all puzzles."""

    def compare(a: Seconds, b: Seconds) -> tuple[int, int, float]:
        times = [[math.inf if t is None else t for t in both] for both in zip(a, b, strict=True)]
        won, lost = sum(wins(*both) for both in times), sum(losses(*both) for both in times)
        return won, lost, p(won, lost, len(times))

    return compare


def _p(wins: int, losses: int, n: int, sides: int = 2, most: float = 1) -> float:
    return min(most, sides * sum(math.comb(n, k) for k in range(min(wins, losses) + 1)) / 2.0**n)


def sign_test(wins: int, losses: int, n: int = 0) -> float:
    """The p of a sign test, without ties."""
    return _p(wins, losses, wins + losses)


pairs = _pairs(sign_test)
"""On how many puzzles A is the faster, on how many B, and the p of a sign test.

>>> pairs([1, 2, None, None], [2, 2, 5, None])
(1, 1, 1.0)
"""


def _ended(a: Seconds, b: Seconds) -> tuple[int, int, float]:
    both = [(s, t) for s, t in zip(a, b, strict=True) if s is not None and t is not None]
    return pairs([s for s, _ in both], [t for _, t in both])


def duels() -> list[tuple[Seconds, Seconds]]:
    """Times of two configurations, with ties and open cases on either side and on both."""
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


compare_in_pairs = function(
    pairs,
    duels,
    "your function agrees on {n} comparisons, with ties and with puzzles that one or both left open",
    mistakes={
        "leaves out the puzzles that one left open": _ended,
        "counts a tie, and a puzzle that both left open, as a win of B": _pairs(sign_test, losses=lambda s, t: s >= t),
        "counts a tie, and a puzzle that both left open, as a win of A": _pairs(sign_test, wins=lambda s, t: s <= t),
        "takes one side of the distribution": _pairs(lambda wins, losses, n: _p(wins, losses, wins + losses, sides=1)),
        "does not cut p off at 1": _pairs(lambda wins, losses, n: _p(wins, losses, wins + losses, most=math.inf)),
        "takes one term of the sum": _pairs(
            lambda wins, losses, n: min(1.0, 2 * math.comb(wins + losses, wins) / 2.0 ** (wins + losses))
        ),
        "counts ties and puzzles that both left open in n": _pairs(_p),
        "returns the two numbers in the other order": lambda a, b: pairs(b, a),
    },
)

# -- many questions ----------------------------------------------------------------------------------------------------


def _stepwise(factor: Callable[[int, int], int], rising: bool = True, most: float = 1) -> Any:
    """A correction that multiplies the k-th smallest of m values, k from 0, by a factor of m and k."""

    def corrected(ps: Sequence[float]) -> tuple[float, ...]:
        found, largest = [0.0] * len(ps), 0.0
        for k, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
            value = min(most, factor(len(ps), k) * ps[i])
            largest = max(largest, value) if rising else value
            found[i] = largest
        return tuple(found)

    return corrected


holm = _stepwise(lambda m, k: m - k)
"""Holm's correction, in the order of the argument.

>>> holm([0.5, 0.0625, 0.25])
(0.5, 0.1875, 0.5)
"""


def _hochberg(ps: Sequence[float]) -> tuple[float, ...]:
    """The correction of Benjamini and Hochberg, for another purpose: the share of false discoveries."""
    found, smallest = [0.0] * len(ps), 1.0
    ranked = sorted(range(len(ps)), key=lambda i: ps[i])
    for k, i in reversed(list(enumerate(ranked, 1))):
        smallest = min(smallest, len(ps) / k * ps[i])
        found[i] = smallest
    return tuple(found)


def questions() -> list[tuple[list[float]]]:
    """Lists of p, with ties."""
    rng = random.Random(1979)
    cases = [([0.5, 0.0625, 0.25],), ([0.015625, 0.25, 0.03125, 0.0234375],), ([0.25],), ([0.125, 0.125, 0.75, 0.125],)]
    return cases + [
        ([rng.randint(1, 256) / 256 / rng.choice([1, 8]) for _ in range(rng.randint(2, 7))],) for _ in range(26)
    ]


correct_for_many = function(
    holm,
    questions,
    "your function agrees on {n} lists of p, also where values are equal or would exceed 1",
    mistakes={
        "multiplies every p by their number (Bonferroni)": _stepwise(lambda m, k: m),
        "lets a value become smaller than the one before it": _stepwise(lambda m, k: m - k, rising=False),
        "does not cut off at 1": _stepwise(lambda m, k: m - k, most=math.inf),
        "multiplies the smallest by m - 1": _stepwise(lambda m, k: m - k - 1),
        "returns the values in ascending order": lambda ps: tuple(sorted(holm(ps))),
        "does not sort": lambda ps: tuple(min(1.0, (len(ps) - k) * p) for k, p in enumerate(ps)),
        "corrects for false discoveries (Benjamini and Hochberg)": _hochberg,
        "returns the values as they are": tuple,
    },
)

# -- a claim that turns ------------------------------------------------------------------------------------------------

Configurations = tuple[str, str]
Times = Mapping[str, Seconds]
"""Configuration -> its time on each puzzle of a list."""
SIGNIFICANT = 0.05


def _turning(
    correct: Callable[[Sequence[float]], Sequence[float]] = holm,
    compare: Callable[[Seconds, Seconds], tuple[int, int, float]] = pairs,
    lists_apart: bool = False,
    turns: Callable[[list[bool], list[bool]], bool] = lambda was_a, is_sure: was_a[0] != was_a[1] and all(is_sure),
    in_order: bool = True,
) -> Callable[[Times, Times, Sequence[Configurations]], set[Configurations]]:
    """The claims that turn, by the division of each pair on each list, and by the corrected p of all of them."""

    def claims(first: Times, second: Times, asked: Sequence[Configurations]) -> set[Configurations]:
        found = [[compare(times[a], times[b]) for a, b in asked] for times in (first, second)]
        ps = [[p for *_, p in each] for each in found]
        corrected = [*map(correct, ps)] if lists_apart else [correct([*ps[0], *ps[1]])[k:] for k in (0, len(asked))]
        turned = set()
        for k, (a, b) in enumerate(asked):
            was_a = [each[k][0] > each[k][1] for each in found]
            if turns(was_a, [each[k] < SIGNIFICANT for each in corrected]):
                turned.add((a, b) if was_a[0] or not in_order else (b, a))
        return turned

    return claims


turning = _turning()
"""The claims (A, B) such that A is faster on the first list, and B on the second.

>>> turning({"A": [1] * 9, "B": [2] * 9}, {"A": [None] * 9, "B": [2] * 9}, [("B", "A")])
{('A', 'B')}
"""


def two_lists() -> list[tuple[Times, Times, list[Configurations]]]:
    """Two lists of puzzles, on which some configurations are faster on one, on both or on none, and the pairs asked."""
    rng = random.Random(2)
    one, other = [500, 500, *range(30, 180, 10)], [*range(11, 181, 10)]  # faster on 15 of 17, with the larger median
    first: Times = {"A": one, "B": other}
    cases: list[tuple[Times, Times, list[Configurations]]] = [(first, {"A": other, "B": one}, [("A", "B")])]
    for _ in range(60):
        names = "ABCD"[: rng.randint(2, 4)]
        both: list[dict[str, list[float | None]]] = []
        for n in (rng.randint(10, 20), rng.randint(10, 20)):
            slow = dict(zip(names, rng.sample(range(6), len(names)), strict=True))
            times = {name: [rng.randint(1, 5) + slow[name] for _ in range(n)] for name in names}
            both.append({name: [None if t > 8 else t for t in of] for name, of in times.items()})
        asked = [*combinations(names, 2)]
        cases.append((both[0], both[1], rng.sample(asked, rng.randint(1, len(asked)))))
    return cases


find_a_claim_that_turns = function(
    turning,
    two_lists,
    "your function finds the claims that turn, and no others, on {n} pairs of lists; on the rows of the study two do",
    returns=([(str, str)], "a list of pairs (A, B)"),
    mistakes={
        "does not correct p": _turning(list),
        "corrects the questions of each list apart": _turning(lists_apart=True),
        "multiplies every p by their number (Bonferroni)": _turning(_stepwise(lambda m, k: m)),
        "leaves out the puzzles that one left open": _turning(compare=_ended),
        "returns claims that hold on both lists too": _turning(turns=lambda was_a, is_sure: all(is_sure)),
        "takes a claim that is supported on the first list only": _turning(
            turns=lambda was_a, is_sure: was_a[0] != was_a[1] and is_sure[0]
        ),
        "takes a division that may be chance": _turning(turns=lambda was_a, is_sure: was_a[0] != was_a[1]),
        "returns the two as they stand in pairs": _turning(in_order=False),
    },
)

# -- claims ------------------------------------------------------------------------------------------------------------

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

which_claim_holds = verdicts(
    CLAIMS, "all eight are right; a claim needs the same puzzles, one setting, one difference, and enough of them"
)

# -- your own comparison -----------------------------------------------------------------------------------------------

NEEDED = 6
"""With fewer puzzles, not even a win on all of them is significant."""


def measure_your_own(formulation: Any, results: Any) -> str:
    """A correct formulation, and rows that compare it with a built-in one, all else equal."""
    must_be_right(formulation)
    if not {"formulation", "solver", "proved_seconds", "versions"} <= set(getattr(results, "columns", ())):
        raise Wrong("the second answer must be the table that benchmark.read returns")
    from sudoku_models.benchmark import labelled, time_table  # late: they load pandas

    try:
        table, rows = time_table(results), labelled(results)
    except InputError as error:
        raise Wrong(str(error)) from None
    mine, others = (rows[rows["formulation"].isin(BUILT_IN) == is_built_in] for is_built_in in (False, True))
    if mine.empty or others.empty:
        which = "no formulation of your own" if mine.empty else "no built-in formulation"
        raise Wrong(f"{which} was measured: the rows are of {', '.join(sorted(set(rows['formulation'])))}")
    if mine["failed"].all():  # a single failure may be due to the solver, because the formulation is correct
        raise Wrong(f"every case of your formulation failed; the first reason is: {mine['reason'].iat[0]}")
    same = ["backend", "solver", "presolve"]
    alike = mine[["configuration", *same]].merge(others[["configuration", *same]], on=same)
    if alike.empty:
        raise Wrong("your formulation and a built-in one must have the same backend, solver and presolve")
    own, other = (str(alike[f"configuration_{side}"].iat[0]) for side in "xy")
    for name in (own, other):
        if name in table.left_out:
            raise Wrong(f"{name} is not compared: it {table.left_out[name]}")
    if (n := table.seconds.index.get_level_values("puzzle").nunique()) < NEEDED:
        chance = f"even {n} of {n} may be chance, with p = {min(1, 2 / 2**n):.2g}"
        raise Wrong(f"the benchmark has {n} puzzles; {chance}. Take {NEEDED} or more")
    _must_be_registered(formulation, mine)
    right = f"your formulation accepts the solutions of {len(known_puzzles())} known puzzles and nothing else"
    unchecked = "Whether it is new, and what follows from the rows, was not checked: you have printed it"
    return f"{right}, and the rows compare it, {own}, with {other} on {n} puzzles. {unchecked}"


def _must_be_registered(formulation: Any, mine: Any) -> None:
    """Check that the rows are of this function: by its text, which is in their digest, whatever it was rewritten to."""
    from sudoku_models.benchmark.cases import of_formulation

    if of_formulation(formulation) not in set(mine["formulation_digest"].dropna()):
        of = f"the rows of {mine['formulation'].iat[0]!r} are of a function with another text than yours"
        raise Wrong(f"{of}; register your function under this name, and measure it again in a new folder")


# -- examination -------------------------------------------------------------------------------------------------------


@question(2, 2, 2)
def signs_and_holm(rng: Random) -> Asked:
    tests = {name: (wins, 10) for name, wins in zip("ABC", rng.sample(range(6, 11), 3), strict=True)}
    p = {
        name: min(1.0, 2 * sum(math.comb(n, k) for k in range(wins, n + 1)) / 2**n) for name, (wins, n) in tests.items()
    }
    adjusted, largest = {}, 0.0
    for k, name in enumerate(sorted(p, key=lambda name: p[name])):
        largest = max(largest, min(1.0, (3 - k) * p[name]))
        adjusted[name] = largest
    found = {name for name in p if adjusted[name] < 0.05}
    return Asked(
        "Three solvers are compared with a fourth on 10 puzzles each, in pairs. They are faster on "
        f"{', '.join(f'{wins} ({name})' for name, (wins, _) in tests.items())} of 10. Give the two-sided p-value of the sign test "
        "for each (a calculator is allowed), adjust by Holm, and say for which the difference is significant at 5 %.",
        f"p: {', '.join(f'{name} {each:.4f}' for name, each in p.items())}. Adjusted: "
        f"{', '.join(f'{name} {adjusted[name]:.4f}' for name in p)}. Significant: **{', '.join(sorted(found)) or 'none'}**.",
        found,
    )
