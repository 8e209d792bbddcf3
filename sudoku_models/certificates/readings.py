"""The verifier's own statement of each rule, which shares no code with `puzzles.rules`.

A rule is stated as a *reading*: what has to be remembered of the digits while they are read in the order of its cells.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import CertificateError

Record = Mapping[str, Any]
"""A rule as `certificate.json` has it."""


@dataclass(frozen=True)
class Reading:
    """A rule on a sequence of digits.

    Attributes:
        start: What is remembered before the first digit.
        step: What is remembered after a digit: `step(before, position, digit)`; None when the rule is broken.
        ends: Whether the rule holds when all digits are read.
        less: A reading that remembers less and allows more, for when there is too much to remember.
    """

    start: Any
    step: Callable[[Any, int, int], Any]
    ends: Callable[[Any], bool] = lambda _: True
    less: "Reading | None" = None

    def allows(self, digits: Collection[int]) -> bool:
        """Whether the rule holds for these digits.

        >>> reading_of({"rule": "Thermometer"}, 3).allows([1, 4, 6])
        True
        """
        found = self.start
        for position, digit in enumerate(digits):
            found = self.step(found, position, digit)
            if found is None:
                return False
        return self.ends(found)


RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "Thermometer": lambda d, e: d < e,
    "GreaterThan": lambda d, e: d > e,
    "WhiteDot": lambda d, e: d + 1 == e or e + 1 == d,
    "BlackDot": lambda d, e: d + d == e or e + e == d,
    "XMark": lambda d, e: d + e == 10,
    "VMark": lambda d, e: d + e == 5,
    "Clone": lambda d, e: d == e,
}
"""The rules by name that each digit and the one after it are in a relation."""
ALL_GIVEN = {
    "AllDotsGiven": ("WhiteDot", "BlackDot"),
    "AllWhiteDotsGiven": ("WhiteDot",),
    "AllBlackDotsGiven": ("BlackDot",),
    "AllXVGiven": ("XMark", "VMark"),
}
"""The rules that neighbours are in no such relation unless a mark says so."""


def check_stated(name: str) -> None:
    """Check that the verifier knows a rule.

    Raises:
        CertificateError: When there is no statement of the rule.
    """
    if name not in {*RELATIONS, *READINGS, *ALL_GIVEN, "AntiKnight", "AntiKing"}:
        raise CertificateError(
            f"the verifier has no statement of the rule {name}; add one to READINGS in certificates/readings.py"
        )


def reading_of(rule: Record, length: int) -> Reading:
    """The reading of a rule on so many cells.

    Raises:
        CertificateError: When there is no statement of the rule.
    """
    name = rule["rule"]
    check_stated(name)
    return neighbours(RELATIONS[name]) if name in RELATIONS else READINGS[name](rule, length)


def neighbours(related: Callable[[int, int], bool]) -> Reading:
    """Each digit is in this relation with the one after it. The last digit is remembered."""
    return Reading(0, lambda last, k, d: d if k == 0 or related(last, d) else None)


def _sum(rule: Record, _: int) -> Reading:
    total = rule["total"]
    return Reading(0, lambda so_far, k, d: so_far + d if so_far + d <= total else None, lambda found: found == total)


def _cage(rule: Record, length: int) -> Reading:
    """The sum so far, and the digits so far as bits."""
    total = rule["total"]
    anything = Reading(0, lambda *_: 0)
    if not rule["different"]:
        return _sum(rule, length)

    def step(before: tuple[int, int], _: int, d: int) -> tuple[int, int] | None:
        so_far, seen = before
        if seen & 1 << d or (total is not None and so_far + d > total):
            return None
        return (0 if total is None else so_far + d), seen | 1 << d

    less = anything if total is None else _sum(rule, length)
    return Reading((0, 0), step, lambda end: total is None or end[0] == total, less)


def _arrow(rule: Record, _: int) -> Reading:
    """The number in the circle or pill, and then what is still missing from it."""
    pill = rule.get("pill", 1)
    return Reading(0, lambda x, k, d: 10 * x + d if k < pill else x - d if d <= x else None, lambda x: x == 0)


def _sandwich(rule: Record, length: int) -> Reading:
    """Which of 1 and n were seen, and the sum between them."""

    def step(before: tuple[str, int], _: int, d: int) -> tuple[str, int] | None:
        seen, so_far = before
        if d in (1, length):
            mark = "1" if d == 1 else "n"
            return None if mark in seen else ("".join(sorted(seen + mark)), so_far)
        so_far += d if len(seen) == 1 else 0
        return (seen, so_far) if so_far <= rule["total"] else None

    return Reading(("", 0), step, lambda end: end == ("1n", rule["total"]))


def _renban(_: Record, length: int) -> Reading:
    """The digits so far as bits: different, and so many within so short a span are consecutive."""

    def step(seen: int, _: int, d: int) -> int | None:
        after = seen | 1 << d
        return after if after != seen and after // (after & -after) < 1 << length else None

    return Reading(0, step)


def _palindrome(_: Record, length: int) -> Reading:
    """The digits of the first half that are still to be repeated."""

    def step(half: tuple[int, ...], k: int, d: int) -> tuple[int, ...] | None:
        if k < length // 2:
            return (*half, d)
        if 2 * k + 1 == length:
            return half
        return half[:-1] if half[-1] == d else None

    return Reading((), step)


def _skyscraper(rule: Record, _: int) -> Reading:
    """The tallest digit, and how many were seen."""

    def step(before: tuple[int, int], _: int, d: int) -> tuple[int, int]:
        return (d, before[1] + 1) if d > before[0] else before

    return Reading((0, 0), step, lambda end: end[1] == rule["visible"])


def _quadruple(rule: Record, _: int) -> Reading:
    """The digits that are still missing."""

    def step(left: tuple[int, ...], _: int, d: int) -> tuple[int, ...]:
        return left[: left.index(d)] + left[left.index(d) + 1 :] if d in left else left

    return Reading(tuple(rule["digits"]), step, lambda left: not left)


def _between(_: Record, length: int) -> Reading:
    """The first digit, and whether those after it are below or above it, with the farthest of them."""

    def step(before: tuple[int, int], k: int, d: int) -> tuple[int, int] | None:
        first, far = before
        if k == 0:
            return d, d
        if k == length - 1:
            return before if (d - far) * (far - first) > 0 else None
        if d == first or (d - first) * (far - first) < 0:
            return None
        return first, d if abs(d - first) > abs(far - first) else far

    return Reading((0, 0), step)


def _first_against_others(less: bool) -> Callable[[Record, int], Reading]:
    def step(first: int, k: int, d: int) -> int | None:
        return d if k == 0 else first if (first < d if less else first > d) else None

    return lambda *_: Reading(0, step)


def _x_sum(rule: Record, length: int) -> Reading:
    """How many digits the first one counts, and what the sum still lacks."""

    def step(before: tuple[int, int], k: int, d: int) -> tuple[int, int] | None:
        count, missing = (d, rule["total"]) if k == 0 else before
        missing -= d if k < count else 0
        return (count, missing) if missing >= 0 and count <= length else None

    return Reading((0, 0), step, lambda end: end[1] == 0)


def _region_sums(rule: Record, _: int) -> Reading:
    """The part, its sum so far, and the sum of the first part."""
    ends = {sum(rule["lengths"][: k + 1]) - 1 for k in range(len(rule["lengths"]))}

    def step(before: tuple[int, int | None], k: int, d: int) -> tuple[int, int | None] | None:
        so_far, first = before[0] + d, before[1]
        if k not in ends:
            return so_far, first
        return (0, so_far) if first is None or first == so_far else None

    return Reading((0, None), step)


def _entropic(rule: Record, _: int) -> Reading:
    """The last two digits."""
    third = rule["digits"] // 3

    def step(last: tuple[int, ...], _: int, d: int) -> tuple[int, ...] | None:
        return None if any((d - 1) // third == (e - 1) // third for e in last) else (*last, d)[-2:]

    return Reading((), step)


def _indexer(rule: Record, length: int) -> Reading:
    """The digits so far up to its place, then where its number has to be."""
    k_of = rule["place"] - 1

    def step(before: tuple[int, ...], k: int, d: int) -> tuple[int, ...] | None:
        if k > k_of:
            return None if k + 1 == before[0] and d != k_of + 1 else before
        every = (*before, d if k == k_of else int(d == k_of + 1))
        if k < k_of:
            return every
        if d > length or (d <= k and not every[d - 1]) or (d == k + 1 and d != k_of + 1):
            return None
        return (d,)

    return Reading((), step)


def _zipper(_: Record, length: int) -> Reading:
    """The digits of the first half that wait for their partners, then the sum."""

    def step(before: tuple[int, ...], k: int, d: int) -> tuple[int, ...] | None:
        if 2 * k + 1 < length:
            return (*before, d)
        if 2 * k + 1 == length:
            return (d, *before)
        if 2 * k == length:
            return (before[-1] + d, *before[:-1])
        return before[:-1] if before[0] == before[-1] + d else None

    return Reading((), step)


READINGS: dict[str, Callable[[Record, int], Reading]] = {
    "Even": lambda *_: Reading(0, lambda _, k, d: 0 if d % 2 == 0 else None),
    "Odd": lambda *_: Reading(0, lambda _, k, d: 0 if d % 2 == 1 else None),
    "Whisper": lambda rule, _: neighbours(lambda d, e: max(d, e) - min(d, e) >= rule["least"]),
    "KillerCage": _cage,
    "LittleKiller": _sum,
    "Arrow": _arrow,
    "Sandwich": _sandwich,
    "Renban": _renban,
    "Palindrome": _palindrome,
    "Skyscraper": _skyscraper,
    "Quadruple": _quadruple,
    "OneOf": lambda rule, _: Reading(0, lambda _, k, d: 0 if d in rule["digits"] else None),
    "Between": _between,
    "Minimum": _first_against_others(less=True),
    "Maximum": _first_against_others(less=False),
    "XSum": _x_sum,
    "RegionSums": _region_sums,
    "Entropic": _entropic,
    "Indexer": _indexer,
    "Zipper": _zipper,
}
"""The other rules on cells by name."""
