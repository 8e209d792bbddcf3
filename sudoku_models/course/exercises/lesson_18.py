"""Lesson 18, schedule a league: breaks, three in a row, wishes that cannot hold together, a best compromise."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any

from ...backends import Backend
from ...models.problem import Problem
from ...models.validation import short
from ..exercise import Wrong
from ..judges import as_python, call_unchanged, must_be_callable
from ..league import Triple, austrian_league
from ..league import count_breaks as breaks_of

Wish = tuple[Any, ...]
"""("closed", team, rounds) or ("match", home, away, round)."""


# -- breaks ------------------------------------------------------------------------------------------------------------


@cache
def seasons() -> tuple[tuple[str, tuple[Triple, ...]], ...]:
    """Schedules to count in, each with its description; the matches of the last ones are in no order."""
    real = [(match.round, match.home, match.away) for match in austrian_league()]
    rng = random.Random(18)
    mixed = rng.sample(real, len(real))
    found = [("the first three rounds", real[:18]), ("the first half of the season", real[:66]), ("the season", real)]
    found += [("the second half of the season", real[66:]), ("the season with its matches shuffled", mixed)]
    for k in range(3):
        turned = [(r, b, a) if rng.random() < 0.5 else (r, a, b) for r, a, b in mixed]
        found.append((f"schedule {k + 1} with home and away drawn at random", turned))
    return tuple((name, tuple(matches)) for name, matches in found)


def count_breaks(answer: Any) -> str:
    """On the real season, parts of it, and schedules drawn at random, it must count what is counted here."""
    must_be_callable(answer)
    for name, matches in seasons():
        got, want = call_unchanged(answer, [list(matches)]), breaks_of(matches)
        if not isinstance(got, dict):
            raise Wrong(f"your function must return a dict, team -> breaks, and for {name} it returns {short(got)}")
        if missing := sorted(want.keys() - got.keys()):
            raise Wrong(f"for {name} your dict has no entry for {missing[0]}, who has {_breaks(want[missing[0]])}")
        if more := sorted(map(str, got.keys() - want.keys())):
            raise Wrong(f"for {name} your dict has an entry {more[0]!r}, and there is no such team")
        for team, number in want.items():
            if isinstance(got[team], bool) or got[team] != number:
                raise Wrong(f"for {name} you count {short(got[team])} for {team}: {_pattern(matches, team)}")
    return f"your function counts the breaks of {len(seasons())} schedules; the real season has {_total()}"


def _breaks(number: int) -> str:
    return f"{number} break" + "s" * (number != 1)


def _total() -> int:
    return sum(breaks_of((match.round, match.home, match.away) for match in austrian_league()).values())


def _pattern(matches: Sequence[Triple], team: str) -> str:
    """What a team plays, and its breaks, as a sentence."""
    places = ["H" if home == team else "A" for _, home, away in sorted(matches) if team in (home, away)]
    rounds = sorted(k for k, home, away in matches if team in (home, away))
    return f"from round {rounds[0]} on they play {''.join(places)}, with {_breaks(breaks_of(matches)[team])}"


# -- three in a row ----------------------------------------------------------------------------------------------------


def three_in_a_row(answer: Any) -> str:
    """With the learner's rows, a model must allow exactly the patterns without three in a row."""
    must_be_callable(answer)
    tried = 0
    for teams, rounds in ((["Graz"], range(1, 7)), (["Linz", "Wien"], range(1, 5)), (["Wien"], range(4, 9))):
        allowed = _allowed(answer, teams, list(rounds))
        for pattern in product((0, 1), repeat=len(teams) * len(rounds)):
            parts = [pattern[k * len(rounds) : (k + 1) * len(rounds)] for k in range(len(teams))]
            wanted = not any(_has_three(part) for part in parts)
            tried += 1
            if (pattern in allowed) is not wanted:
                rows = ", ".join(f"{team} {_letters(part)}" for team, part in zip(teams, parts, strict=True))
                verb = "forbids" if wanted else "allows"
                raise Wrong(f"in the rounds {rounds[0]} to {rounds[-1]} your rule {verb} this: {rows}")
    return f"your rule holds of exactly those of {tried} patterns in which nobody plays three in a row"


def _allowed(answer: Any, teams: list[str], rounds: list[int]) -> set[tuple[int, ...]]:
    def define(m: Backend) -> dict[Any, Any]:
        home = m.bool_vars("home", [(team, k) for team in teams for k in rounds])
        try:
            answer(m, dict(home), list(teams), list(rounds))
        except KeyError as error:
            raise Wrong(
                f"with teams {teams} and rounds {rounds} your function asks for home[{error}], which is not there"
            ) from None
        return home

    count = Problem(define, "cpsat").count_solutions("cpsat", limit=None, cross_check=False)
    return {tuple(as_python(part) for part in solution.values()) for solution in count.solutions}


def _has_three(part: Sequence[int]) -> bool:
    return any(len({*part[k : k + 3]}) == 1 for k in range(len(part) - 2))


def _letters(part: Iterable[int]) -> str:
    return "".join("AH"[k] for k in part)


# -- a small league with wishes ----------------------------------------------------------------------------------------

CLUBS = ("Ants", "Bees", "Cats", "Dogs", "Elks", "Foxes")

WISHES: dict[str, tuple[int, Wish]] = {
    "the Ants' stadium is closed in rounds 2 and 3": (3, ("closed", "Ants", (2, 3))),
    "the Bees' stadium is closed in rounds 2 and 3": (2, ("closed", "Bees", (2, 3))),
    "the Cats' stadium is closed in rounds 1 and 2": (4, ("closed", "Cats", (1, 2))),
    "Dogs against Cats in round 2": (2, ("match", "Dogs", "Cats", 2)),
    "Foxes against Dogs in round 2": (3, ("match", "Foxes", "Dogs", 2)),
    "Bees against Ants in round 5": (2, ("match", "Bees", "Ants", 5)),
    "Elks against Foxes in round 1": (1, ("match", "Elks", "Foxes", 1)),
}
"""The wishes of the exercises, each with its weight."""


def _league(names: Iterable[str], soft: bool = False) -> Any:
    """Six clubs that meet once, with at most one break each, and these wishes."""
    rounds = range(1, len(CLUBS))

    def define(m: Backend) -> dict[Any, Any]:
        y = m.bool_vars("y", [(a, b, k) for a in CLUBS for b in CLUBS if a != b for k in rounds])
        for a, b in combinations(CLUBS, 2):
            m.add(m.sum(y[a, b, k] + y[b, a, k] for k in rounds) == 1, f"{a} {b}")
        home = {(a, k): m.sum(y[a, b, k] for b in CLUBS if a != b) for a in CLUBS for k in rounds}
        for a, k in home:
            m.add(m.sum(y[a, b, k] + y[b, a, k] for b in CLUBS if a != b) == 1, f"{a} in {k}")
        broken = m.bool_vars("break", [(a, k) for a, k in home if k > 1])
        for a, k in broken:
            m.add(home[a, k - 1] + home[a, k] - broken[a, k] <= 1, f"HH {a} {k}")
            m.add(home[a, k - 1] + home[a, k] + broken[a, k] >= 1, f"AA {a} {k}")
        for a in CLUBS:
            m.add(m.sum(broken[a, k] for k in rounds if k > 1) <= 1, f"breaks of {a}")
        kept = m.bool_vars("kept", list(names)) if soft else {}
        for name in names:
            kind, *what = WISHES[name][1]
            wish = m.sum(home[what[0], k] for k in what[1]) == 0 if kind == "closed" else y[tuple(what)] == 1
            m.implies(kept[name], wish, name) if soft else m.add(wish, name)
        if soft:
            m.maximize(m.dot([WISHES[name][0] for name in kept], kept.values()))
        return y

    return define


_NO_NAMES = "without any wish there is a schedule, so an empty set is no conflict"


@cache
def _can_hold(names: frozenset[str]) -> bool:
    return bool(Problem(_league(sorted(names)), "cpsat").solve("cpsat"))


def minimal_wishes(answer: Any) -> str:
    """Any set of wishes that cannot hold together, and can as soon as one of them is left out."""
    names = _names(answer)
    if _can_hold(frozenset(names)):
        raise Wrong("there is a schedule with all of these wishes, so they are no conflict" if names else _NO_NAMES)
    for name in sorted(names):
        if not _can_hold(frozenset(names - {name})):
            raise Wrong(f"this is a conflict, but not a minimal one: without {name!r} it is still a conflict")
    return f"these {len(names)} wishes cannot hold together, and can as soon as any one of them is left out"


def _names(answer: Any) -> set[str]:
    if not isinstance(answer, set | frozenset | list | tuple | dict):
        raise Wrong(f"the answer must be a set of names of wishes, and this is {short(answer)}")
    if unknown := [name for name in answer if name not in WISHES]:
        raise Wrong(f"there is no wish {short(unknown[0])}; the names are the keys of SMALL")
    return set(answer)


# -- a best compromise -------------------------------------------------------------------------------------------------


def given_up(matches: Sequence[Triple]) -> list[str]:
    """The wishes that a schedule does not fulfil.

    >>> len(given_up([])), len(WISHES)
    (4, 7)
    """
    played = set(matches)
    at_home = {(home, k) for k, home, _ in matches}

    def holds(kind: str, *what: Any) -> bool:
        if kind == "closed":
            return not any((what[0], k) in at_home for k in what[1])
        home, away, k = what
        return (k, home, away) in played

    return [name for name, (_, wish) in WISHES.items() if not holds(*wish)]


def faults(matches: Sequence[Triple]) -> Iterator[str]:
    """Sentences that say what is wrong with a schedule of the six clubs.

    >>> next(faults([(1, "Ants", "Bees")]))
    'Ants and Cats meet 0 times'
    """
    for k, home, away in matches:
        if home not in CLUBS or away not in CLUBS or home == away or k not in range(1, 6):
            yield f"round {short(k)} has a match {short(home)} - {short(away)}, which is none of this league"
            return
    meetings = Counter(frozenset((home, away)) for _, home, away in matches)
    for a, b in combinations(CLUBS, 2):
        if meetings[frozenset((a, b))] != 1:
            yield f"{a} and {b} meet {meetings[frozenset((a, b))]} times"
    playing = Counter((team, k) for k, home, away in matches for team in (home, away))
    for team, k in product(CLUBS, range(1, 6)):
        if playing[team, k] != 1:
            yield f"{team} have {playing[team, k]} matches in round {k}"
    for team, number in breaks_of(matches).items():
        if number > 1:
            yield f"{team} have {number} breaks, and one is allowed"


@cache
def least_weight() -> int:
    """The smallest weight of wishes that must be given up.

    >>> least_weight()
    5
    """
    best = Problem(_league(WISHES, soft=True), "cpsat").solve("cpsat")
    kept: float = best.objective
    return sum(weight for weight, _ in WISHES.values()) - round(kept)


def best_compromise(answer: Any) -> str:
    """A schedule of the six clubs without a fault, which gives up as little weight as possible."""
    matches = _matches(answer)
    for sentence in faults(matches):
        raise Wrong(f"this is no schedule of the league: {sentence}")
    lost = given_up(matches)
    weight = sum(WISHES[name][0] for name in lost)
    if weight > least_weight():
        raise Wrong(
            f"the schedule is right, but it gives up wishes of weight {weight}, such as {lost[0]!r}; less will do"
        )
    return f"no schedule of this league gives up less than {weight}; yours gives up: {'; '.join(lost)}"


def _matches(answer: Any) -> list[Triple]:
    """The matches of an answer, as triples."""
    if isinstance(answer, str | dict) or not isinstance(answer, Iterable):
        raise Wrong(f"the answer must be a list of matches (round, home, away), and this is {short(answer)}")
    found = [tuple(match) if isinstance(match, list | tuple) else match for match in answer]
    for match in found:
        if not isinstance(match, tuple) or len(match) != 3:
            raise Wrong(f"a match must be a triple (round, home, away), and this is {short(match)}")
    return [(k, home, away) for k, home, away in found]
