"""Lesson 18, schedule a league: breaks, three in a row, wishes that cannot hold together, a best compromise."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any

from ...backends import Backend
from ...models.problem import Problem
from ...solvers import ENUMERATION, first
from ..answers import must_fit
from ..exercise import Function, Wrong
from ..judges import conflict, function
from ..league import Triple, austrian_league
from ..league import count_breaks as breaks_of
from ..models import must_have_solutions

# -- breaks ------------------------------------------------------------------------------------------------------------


@cache
def _schedules() -> dict[tuple[Triple, ...], str]:
    """Schedules to count in, each with its description; the matches of the last ones are in no order."""
    real = [(match.round, match.home, match.away) for match in austrian_league()]
    rng = random.Random(18)
    mixed = rng.sample(real, len(real))
    found = {"the first three rounds": real[:18], "the first half of the season": real[:66], "the season": real}
    found |= {"the second half of the season": real[66:], "the season with its matches shuffled": mixed}
    for k in range(3):
        turned = [(r, b, a) if rng.random() < 0.5 else (r, a, b) for r, a, b in mixed]
        found[f"schedule {k + 1} with home and away drawn at random"] = turned
    return {tuple(matches): name for name, matches in found.items()}


def _miscounted(got: dict[str, Any], want: dict[str, int], matches: list[Triple]) -> Wrong:
    name = f"for {_schedules()[tuple(matches)]}"
    if more := got.keys() - want.keys():
        return Wrong(f"{name} your dict has an entry {more.pop()!r}, and there is no such team")
    team = next(team for team in want if got.get(team) != want[team])
    places = "".join("H" if home == team else "A" for _, home, away in sorted(matches) if team in (home, away))
    counts = f"you count {got[team]}" if team in got else "your dict has no entry"
    return Wrong(f"{name} {counts} for {team}, who play {places} and have {want[team]} breaks")


count_breaks = function(
    breaks_of,
    lambda: [(list(matches),) for matches in _schedules()],
    "your function counts the breaks of {n} schedules; the real season has 36",
    returns=({str: int}, "a dict, team -> breaks"),
    objection=_miscounted,
)

# -- three in a row ----------------------------------------------------------------------------------------------------


def three_in_a_row(answer: Function) -> str:
    """With the learner's rows, a model must allow exactly the patterns without three in a row."""
    tried = 0
    for teams, rounds in ((["Graz"], range(1, 7)), (["Linz", "Wien"], range(1, 5)), (["Wien"], range(4, 9))):
        tried += _must_have_the_patterns(answer, teams, list(rounds))
    return f"your rule holds of exactly those of {tried} patterns in which nobody plays three in a row"


def _must_have_the_patterns(answer: Any, teams: list[str], rounds: list[int]) -> int:
    keys = list(product(teams, rounds))

    def define(m: Backend) -> dict[Any, Any]:
        home = m.bool_vars("home", keys)
        answer(m, dict(home), list(teams), list(rounds))
        return dict(home)

    def letters(home: frozenset[Any], team: str) -> str:
        return "".join("H" if (team, k) in home else "A" for k in rounds)

    def is_right(home: frozenset[Any]) -> bool:
        return not any(three in letters(home, team) for team in teams for three in ("HHH", "AAA"))

    def objection(home: frozenset[Any], allowed: bool) -> Wrong:
        pattern = ", ".join(f"{team} {letters(home, team)}" for team in teams)
        does = "allows" if allowed else "forbids"
        return Wrong(f"in the rounds {rounds[0]} to {rounds[-1]} your rule {does} this: {pattern}")

    every = [frozenset(key for key, one in zip(keys, p, strict=True) if one) for p in product((0, 1), repeat=len(keys))]
    right = [*filter(is_right, every)]
    count = Problem(define).count_solutions(first(ENUMERATION), limit=None, cross_check=False)
    found = (frozenset(key for key, one in solution.items() if one) for solution in count.solutions)
    must_have_solutions(found, right, objection)
    return len(every)


# -- a small league with wishes ----------------------------------------------------------------------------------------

CLUBS = ("Ants", "Bees", "Cats", "Dogs", "Elks", "Foxes")

ANTS = "the Ants' stadium is closed in rounds 2 and 3"
BEES = "the Bees' stadium is closed in rounds 2 and 3"
CATS = "the Cats' stadium is closed in rounds 1 and 2"
DOGS = "Dogs against Cats in round 2"
FOXES = "Foxes against Dogs in round 2"
BEES_ANTS = "Bees against Ants in round 5"
ELKS = "Elks against Foxes in round 1"

WISHES: dict[str, tuple[int, tuple[Any, ...]]] = {
    ANTS: (3, ("Ants", (2, 3))),
    BEES: (2, ("Bees", (2, 3))),
    CATS: (4, ("Cats", (1, 2))),
    DOGS: (2, (2, "Dogs", "Cats")),
    FOXES: (3, (2, "Foxes", "Dogs")),
    BEES_ANTS: (2, (5, "Bees", "Ants")),
    ELKS: (1, (1, "Elks", "Foxes")),
}
"""The wishes of the exercises, each with its weight: a closed stadium as (team, rounds), or a match."""

CONFLICTS = (
    {ANTS, BEES},
    {BEES, BEES_ANTS},
    {DOGS, FOXES},
    {CATS, FOXES, BEES_ANTS, ELKS},
    {ANTS, CATS, DOGS, BEES_ANTS, ELKS},
)
"""All minimal conflicts; a test finds them with the model of the lesson."""

LEAST_WEIGHT = min(
    sum(weight for name, (weight, _) in WISHES.items() if name in lost)
    for size in range(len(WISHES))
    for lost in map(set, combinations(WISHES, size))
    if all(lost & each for each in CONFLICTS)
)
"""The smallest weight of wishes that must be given up, one at least of each conflict: 5."""

minimal_wishes = conflict(WISHES, CONFLICTS, "wishes")


def given_up(matches: Sequence[Triple]) -> list[str]:
    """The wishes that a schedule does not fulfil.

    >>> len(given_up([])), len(WISHES)
    (4, 7)
    """
    at_home = {(home, k) for k, home, _ in matches}

    def holds(wish: tuple[Any, ...]) -> bool:
        return not any((wish[0], k) in at_home for k in wish[1]) if len(wish) == 2 else wish in matches

    return [name for name, (_, wish) in WISHES.items() if not holds(wish)]


def flaws(matches: Sequence[Triple]) -> Iterator[str]:
    """Sentences that say what is wrong with a schedule of the six clubs.

    >>> next(flaws([(1, "Ants", "Bees")]))
    'Ants and Cats meet 0 times'
    """
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


def best_compromise(answer: Any) -> str:
    """A schedule of the six clubs without a flaw, which gives up as little weight as possible."""
    form = ({1, 2, 3, 4, 5}, {*CLUBS}, {*CLUBS})
    must_fit(answer, [form], "the answer must be a list of matches (round, home, away) of the six clubs in 5 rounds")
    matches = [(int(k), home, away) for k, home, away in answer]
    for sentence in flaws(matches):
        raise Wrong(f"this is no schedule of the league: {sentence}")
    lost = given_up(matches)
    weight = sum(WISHES[name][0] for name in lost)
    if weight > LEAST_WEIGHT:
        up = f"it gives up wishes of weight {weight}, such as {lost[0]!r}"
        raise Wrong(f"the schedule is right, but {up}; less will do")
    return f"no schedule of this league gives up less than {weight}; yours gives up: {'; '.join(lost)}"
