"""Lesson 18, schedule a league: home and away, wishes that cannot hold together, a best compromise."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any

from ...puzzles.cell_names import listed
from ..answers import must_fit
from ..exercise import Function, Wrong
from ..judges import conflict
from ..league import Triple
from ..league import count_breaks as breaks_of
from ..models import best_of_native

# -- home and away -----------------------------------------------------------------------------------------------------

Rounds = list[list[tuple[str, str]]]
"""Who meets whom: for each round its pairs."""


def circle(teams: Sequence[str]) -> Rounds:
    """The rounds of the circle method: one team stands still, and the others go round.

    >>> circle("abcd")
    [[('a', 'd'), ('b', 'c')], [('a', 'c'), ('d', 'b')], [('a', 'b'), ('c', 'd')]]
    """
    first, *others = teams
    found = []
    for _ in others:
        line = [first, *others]
        found.append([(line[k], line[-1 - k]) for k in range(len(line) // 2)])
        others = [others[-1], *others[:-1]]
    return found


@cache
def _plans() -> tuple[tuple[str, Rounds], ...]:
    """Plans of 4, 6 and 8 teams, each with its description."""
    rng = random.Random(18)
    plans = [("a plan of four teams", circle("ABCD"))]
    for teams in ("ABCDEF", CLUBS, "ABCDEFGH"):
        rounds = circle(rng.sample([*teams], len(teams)))
        plans.append((f"a plan of {len(teams)} teams", rounds))
        plans.append(
            (f"a plan of {len(teams)} teams with its rounds in another order", rng.sample(rounds, len(rounds)))
        )
    return tuple(plans)


def fewest_breaks(rounds: Rounds) -> int:
    """The smallest number of breaks, round by round over all choices of the home teams.

    >>> fewest_breaks(circle("abcdef"))
    4
    """
    best = {frozenset(teams): 0 for teams in product(*rounds[0])}
    for pairs in rounds[1:]:
        choices = list(map(frozenset, product(*pairs)))
        n = 2 * len(pairs)
        best = {
            now: min(breaks + n - len(now ^ before) for before, breaks in best.items()) for now in choices
        }  # who is in one of two sets of home teams only has no break
    return min(best.values())


def home_and_away(answer: Function) -> str:
    """A plain model that finds home and away for the pairs of each round, with as few breaks as possible."""
    numbers = []
    for name, rounds in _plans():
        keys = [(team, r) for r, pairs in enumerate(rounds, 1) for pair in pairs for team in pair]
        returned = answer([list(pairs) for pairs in rounds])
        home = best_of_native(returned, keys, "pairs (team, round)", "home", f"for {name}")
        for r, pairs in enumerate(rounds, 1):
            for i, j in pairs:
                if ((i, r) in home) == ((j, r) in home):
                    where = "at home" if (i, r) in home else "away"
                    raise Wrong(f"for {name}, {rounds}, {i} meets {j} in round {r}, and your model has both {where}")
        breaks = sum(r > 1 and ((i, r) in home) == ((i, r - 1) in home) for i, r in keys)
        fewest = fewest_breaks(rounds)
        if breaks > fewest:
            raise Wrong(f"for {name}, {rounds}, your model has {breaks} breaks, and {fewest} are possible")
        numbers.append(fewest)
    return f"one team of each match is at home, and the breaks are as few as possible: {listed(numbers)}"


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
    ANTS: (1, ("Ants", (2, 3))),
    BEES: (2, ("Bees", (2, 3))),
    CATS: (2, ("Cats", (1, 2))),
    DOGS: (1, (2, "Dogs", "Cats")),
    FOXES: (4, (2, "Foxes", "Dogs")),
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

_any_conflict = conflict(WISHES, CONFLICTS, "wishes")


def minimal_wishes(answer: Any) -> Any:
    """A minimal conflict of at least three wishes."""
    praise = _any_conflict(answer)
    if len({*answer}) < 3:
        raise Wrong(
            "this is a minimal conflict, but a pair; find one of at least three wishes, which holds no such pair"
        )
    return praise


LEAST_WEIGHT, FEWEST_BREAKS = 2, 8
"""With two breaks for each club: the smallest weight to give up, and then the fewest breaks; a test computes them."""


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
        if number > 2:
            yield f"{team} have {number} breaks, and two are allowed"
    for team in CLUBS:
        places = "".join("H" if home == team else "A" for _, home, away in sorted(matches) if team in (home, away))
        if "HHH" in places or "AAA" in places:
            yield f"{team} play {places}, three times in a row"


def best_compromise(answer: Any) -> str:
    """A schedule of the six clubs without a flaw; it gives up as little weight as possible, and then has few breaks."""
    form = ({1, 2, 3, 4, 5}, {*CLUBS}, {*CLUBS})
    must_fit(answer, [form], "the answer must be a list of matches (round, home, away) of the six clubs in 5 rounds")
    matches = [(int(k), home, away) for k, home, away in answer]
    for sentence in flaws(matches):
        raise Wrong(f"this is no schedule of the league: {sentence}")
    lost, breaks = given_up(matches), sum(breaks_of(matches).values())
    weight = sum(WISHES[name][0] for name in lost)
    if weight > LEAST_WEIGHT:
        up = f"it gives up wishes of weight {weight}, such as {lost[0]!r}"
        raise Wrong(f"the schedule is right, but {up}; less will do")
    if breaks > FEWEST_BREAKS:
        raise Wrong(
            f"the schedule gives up a weight of {weight}, the least possible; but it has {breaks} breaks: fewer do"
        )
    least = f"it gives up wishes of weight {weight}, the least possible, and has {breaks} breaks"
    return f"{least}: no schedule that gives up so little has fewer. Given up: {'; '.join(lost)}"
