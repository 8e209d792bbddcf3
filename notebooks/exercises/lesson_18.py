"""Lesson 18, schedule a league: home and away, wishes that cannot hold together, a best compromise.

## home-and-away: Who plays at home?

1. A binary for each team and round says whether the team is at home. Which equation does each match give, and which
   inequalities does each break?
2. home[i, r] + home[j, r] == 1 for each pair of round r. A break variable of team i in round r must be 1 when both of
   home[i, r - 1] and home[i, r] are 1, and when both are 0. Minimise the sum of the break variables.
3. problem = pulp.LpProblem("venues", pulp.LpMinimize); home[i, r] = problem.add_variable(name, cat="Binary"); then
   problem += home[i, r] + home[j, r] == 1, problem += home[i, r - 1] + home[i, r] - b <= 1, and with + b the same
   sum >= 1. Return problem, home.

## minimal-wishes: A conflict of three or more

1. The loop of the lesson, begun with all wishes in their order, ends with a pair. What it finds depends on the order,
   and on the wishes with which it begins.
2. A minimal conflict of at least three wishes contains no pair that is a conflict. So find the pairs first, and begin
   with a set of wishes that contains none of them, but is still infeasible.
3. There are three pairs. Leave out the Bees' stadium and Dogs receive Cats (or the Bees' stadium and Foxes receive
   Dogs), and run the loop of the lesson with the wishes that remain.

## best-compromise: Find a best compromise

1. There are two goals, and the first is more important. One objective can hold both, if its factors are chosen so that
   no saving of breaks is worth a wish.
2. Begin with y, b, kept = soft_rules(m, CLUBS, SMALL, most=2). There are at most 12 breaks, so a wish of weight 1 must
   count more than 12 breaks.
3. m.minimize(m.sum(b.values()) - 100 * m.dot([WEIGHTS[name] for name in kept], kept.values())), and return y.
   `matches_of` reads the matches from the values.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations, product
from random import Random
from typing import Any

from sudoku_models.course.answers import must_fit
from sudoku_models.course.exams import Asked, question, values
from sudoku_models.course.exercise import Function, Wrong
from sudoku_models.course.exercises.league import Triple
from sudoku_models.course.exercises.league import count_breaks as breaks_of
from sudoku_models.course.judges import conflict
from sudoku_models.course.models import best_of_native
from sudoku_models.puzzles.cell_names import listed

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
DOGS = "Dogs receive Cats in round 2"
FOXES = "Foxes receive Dogs in round 2"
BEES_ANTS = "Bees receive Ants in round 5"
ELKS = "Elks receive Foxes in round 1"

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


# -- examination -------------------------------------------------------------------------------------------------------


@question(1, 1, 2)
def breaks(rng: Random) -> Asked:
    pattern = "".join(rng.choice("HA") for _ in range(10))
    found = sum(a == b for a, b in pairwise(pattern))
    three = [k + 1 for k in range(8) if len(set(pattern[k : k + 3])) == 1]
    return Asked(
        f"A team plays at home (H) and away (A) in this order: {pattern}. How many breaks has it? Which three rounds in "
        "a row are of one kind? State for binaries h[r] (1 at home) what a break is, and that no three rounds in a row are of one kind.",
        f"**{found}** breaks. Of one kind: {', '.join(f'{k} to {k + 2}' for k in three) or 'none'}. With b[r] for a break between rounds r and "
        "r + 1: b[r] >= h[r] + h[r+1] - 1 and b[r] >= 1 - h[r] - h[r+1]; no three in a row: 1 <= h[r] + h[r+1] + h[r+2] <= 2.",
        (found, three),
    )


@question(3, 3)
def patterns_of_a_league(rng: Random) -> Asked:
    splits = [(("A", "B"), ("C", "D")), (("A", "C"), ("B", "D")), (("A", "D"), ("B", "C"))]
    wanted = rng.random() < 0.5
    while True:
        patterns = {team: "".join(rng.choice("HA") for _ in range(3)) for team in "ABCD"}
        meets = {
            pair: [r + 1 for r in range(3) if patterns[pair[0]][r] != patterns[pair[1]][r]]
            for pair in combinations("ABCD", 2)
        }
        fits = {split: [r for r in meets[split[0]] if r in meets[split[1]]] for split in splits}
        ways = [order for order in permutations(splits) if all(r in fits[split] for r, split in enumerate(order, 1))]
        if len(set(patterns.values())) == 4 and wanted == bool(ways):
            break
    said = "; ".join(f"{' and '.join(map('-'.join, split))}: {rounds or 'none'}" for split, rounds in fits.items())
    shown = [
        ", ".join(f"round {r}: {' '.join(map('-'.join, split))}" for r, split in enumerate(order, 1)) for order in ways
    ]
    return Asked(
        f"Four teams meet once each in three rounds, with these patterns of home (H) and away (A): {values(patterns)}. In "
        "which rounds can each pair meet? Is there a schedule with these patterns?",
        f"A pair can meet where one plays at home and the other away: {values({'-'.join(p): rs for p, rs in meets.items()})}. The pairs "
        f"that play in one round, and the rounds in which both can: {said}. "
        + (f"**Yes**: {shown[0]}." if ways else "**No**: these three cannot be put into three different rounds."),
        (meets, len(ways)),
    )
