"""The verdict on a comparison of two sides, and the test that it rests on; without pandas, for a plan of a run, too."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

FASTER, SLOWER, SAME = "faster", "slower", "cannot be told apart"
MORE, FEWER = "decides more in time", "decides fewer in time"
NOT_ASKED, DISTURBED, NOT_TRUSTED = "not asked", "disturbed", "not trusted"
"""Verdicts on side A."""
DIFFERENT = (FASTER, SLOWER, MORE, FEWER)
"""Those that say that there is a difference."""
SILENT = (NOT_ASKED, DISTURBED, NOT_TRUSTED)
"""Those under which no ratio is shown."""

IN_TIME, PROCESSOR = "in_time", "processor"
"""Measures that have a rule of their own."""
SIGNIFICANT = 0.05
FEWEST = 6
"""Puzzles below which there is no interval, and a sign test cannot find anything, whatever the times are."""
BUSY = 0.25
"""The share of a core that others use, from which on the machine was busy, where a protocol does not say."""
MOSTLY = 0.5
"""The share of disturbed measurements from which on the clock says nothing of a difference."""


def sign_test(wins: int, losses: int) -> float:
    """The probability of so uneven a division, to either side, of equally likely wins and losses.

    Of puzzles that only one of two sides has decided in time this is the exact test of McNemar.

    Source: Q. McNemar, "Note on the sampling error of the difference between correlated proportions or percentages",
    Psychometrika 12, 1947.

    >>> sign_test(1, 5)  # twice (1 + 6) of 64
    0.21875
    """
    n, ways, tail = wins + losses, 1, 0
    for k in range(min(wins, losses) + 1):  # of n puzzles there are so many ways to choose k
        tail += ways
        ways = ways * (n - k) // (k + 1)
    return min(1.0, 2 * tail / (1 << n))


def holm(p_values: Sequence[float]) -> list[float]:
    """The p values corrected for their number, in the same order.

    Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6,
    1979.

    >>> holm([0.04, 0.01])
    [0.04, 0.02]
    """
    corrected, largest = [0.0] * len(p_values), 0.0
    for k, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        corrected[place] = largest = max(largest, min(1.0, (len(p_values) - k) * p_values[place]))
    return corrected


def too_few(puzzles: int, questions: int) -> bool:
    """Whether so many puzzles cannot answer one of so many questions, even if one side is the faster on all of them.

    The smallest p of a sign test is then above the first step of Holm's correction.

    >>> too_few(5, 1), too_few(6, 1), too_few(9, 12), too_few(9, 13)
    (True, False, False, True)
    """
    return 2 * 0.5**puzzles * questions >= SIGNIFICANT


def corrected(puzzles: Sequence[int], p_values: Sequence[float]) -> list[float]:
    """The p values of several questions, corrected for the number of those that their puzzles can answer.

    Args:
        puzzles: The number of puzzles of each question.
        p_values: The p value of each.

    Returns:
        NaN where a question has too few puzzles for the number of all: it is not asked, and does not count.

    >>> corrected([8, 8, 4], [0.02, 0.01, 0.125])
    [0.02, 0.02, nan]
    """
    asked = [k for k, number in enumerate(puzzles) if not too_few(number, len(puzzles))]
    found = [math.nan] * len(puzzles)
    for place, p in zip(asked, holm([p_values[k] for k in asked]), strict=True):
        found[place] = p
    return found


def judged(row: Mapping[str, Any]) -> tuple[str, str]:
    """The verdict on A, and the reason why it is not a stronger one.

    A is "faster" or "slower" when its interval excludes 1, its ratio is outside the drift between repeats, and p,
    corrected for the number of questions, is below 0.05; of `in_time` only p counts. Nothing is said where the puzzles
    are too few, and of the clock where others were at work beside half of the measurements or more.

    Args:
        row: What `contrasting.compared` returns, with `p_holm`, which is NaN when there are too few puzzles; and `why`,
            where a side is not trusted.

    >>> judged({"measure": "in_time", "puzzles": 20, "faster": 9, "slower": 1, "p_holm": 0.02})
    ('decides more in time', '')
    >>> judged({"measure": "in_time", "puzzles": 20, "faster": 9, "slower": 1, "p_holm": 0.06})
    ('cannot be told apart', 'p = 0.06, corrected for the number of questions')
    """
    if row.get("why"):
        return NOT_TRUSTED, row["why"]
    if row["puzzles"] < FEWEST or math.isnan(row["p_holm"]):
        return NOT_ASKED, f"{row['puzzles']} puzzles are too few for the number of questions"
    measure, disturbed, measurements = row.get("measure"), row.get("disturbed", 0), row.get("measurements", 0)
    if measure != PROCESSOR and disturbed and disturbed >= MOSTLY * measurements:
        return DISTURBED, f"others were at work beside {disturbed:,} of {measurements:,} measurements"
    if measure != IN_TIME:
        if row["ratio_low"] <= 1 <= row["ratio_high"]:
            return SAME, "the interval includes 1"
        if row["ratio"] <= row["drift"] and row["ratio_at_most"] >= 1 / row["drift"]:
            return SAME, f"within the drift between repeats, {row['drift']:.3g}x"
        if (row["ratio_high"] < 1) != (row["faster"] > row["slower"]):
            return SAME, "the side with the smaller mean is the slower one on most puzzles"
    if row["p_holm"] >= SIGNIFICANT:
        return SAME, f"p = {row['p_holm']:.2g}, corrected for the number of questions"
    if measure == IN_TIME:
        return (MORE if row["faster"] > row["slower"] else FEWER), ""
    return (FASTER if row["ratio_high"] < 1 else SLOWER), ""


def judge(rows: Sequence[dict[str, Any]]) -> None:
    """Add p_holm, corrected for the number of these rows, the verdict, and why, to each."""
    for row, p in zip(rows, corrected([row["puzzles"] for row in rows], [row["p"] for row in rows]), strict=True):
        row["p_holm"] = p
        row["verdict"], row["why"] = judged(row)
