"""Lesson 28, from data to a decision: check a table, the trade-off curve, what may be said, change little.

## check-table: Check a table

1. Go through the rows with their numbers, and ask of each value what the text says it must be. What does Python do
   with a text that is no number?
2. Convert in a `try`, and remember the identifiers that you have seen. Every comparison with the number `nan` is
   false, so ask whether the value lies inside the interval, and not whether it lies outside.
3. for k, row in enumerate(rows, 2): try: inside = 46 <= float(row["latitude"]) <= 49.5; except (TypeError,
   ValueError): inside = False; if not inside: found[k] = f"latitude: {row['latitude']!r}". The others likewise; int()
   for the population.

## trade-off-curve: The whole curve

1. Ask for the best plan without a limit. Which limit makes the next call find another point?
2. The second number is whole, so the next limit is one less than the one that was found. The loop ends when there is
   no plan. A point may be dominated by a later one: that has the same first number, and a smaller second one.
3. limit = None; while (point := best(limit)) is not None: points.append(point); limit = point[1] - 1. At the end
   leave out each point that is followed by one with the same first number.

## may-be-said: What may be said

1. For each sentence ask: of which people does it speak, of which kind of distance, and who says so?
2. Look for one case in which the sentence is false: a plan of the curve, a table with other figures, a town between
   two depots. If you find one, the sentence is false.
3. Four are true. If each population is at most 10 % too high or too low, the largest factor by which one changes is at
   most 1.1 / 0.9 times the smallest; so the average, too, changes by a factor of at most 1.1 / 0.9.

## few-changes: Change little

1. Begin with the model of the lesson. Which binaries say that a published depot is closed?
2. The number of published depots that are closed is the sum of 1 - y[b] over the published ones. The number of depots
   stays.
3. prob += pulp.lpSum(y.values()) == len(published); prob += y[wanted] == 1; prob += pulp.lpSum(1 - y[b] for b in
   published) <= most. Return prob, y.
"""

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from sudoku_models.course.answers import as_python, must_be_unchanged, must_fit
from sudoku_models.course.exams import Asked, question, table
from sudoku_models.course.exercise import Function, Wrong
from sudoku_models.course.judges import verdicts
from sudoku_models.course.models import best_of_native
from sudoku_models.models.validation import short

# -- a check of a table ------------------------------------------------------------------------------------------------

Row = dict[str, Any]
Case = tuple[str, tuple[tuple[Any, ...], ...], dict[int, frozenset[str]]]
"""A description, the values of each row, and the columns at fault by the number of the line."""

TOWNS: tuple[tuple[str, str, str, str, str], ...] = (
    ("2761369", "Vienna", "48.20849", "16.37208", "1691468"),
    ("2766429", "Sankt Pölten", "48.20762", "15.63725", "21911"),
    ("2766447", "Sankt Peter", "46.62978", "14.34016", "20320"),
    ("2766444", "Sankt Peter", "47.05", "15.46667", "15187"),
    ("2780741", "Dornbirn", "47.41427", "9.74195", "49278"),
    ("2764786", "Spittal an der Drau", "46.8", "13.5", "12880"),
)
COLUMNS = "geonameid", "name", "latitude", "longitude", "population"


def _rows(towns: Iterable[Sequence[Any]] = TOWNS) -> list[Row]:
    return [dict(zip(COLUMNS, town, strict=True)) for town in towns]


DAMAGES: tuple[tuple[str, Any], ...] = (
    ("geonameid", ""),
    ("geonameid", None),
    ("geonameid", "2761369"),
    ("name", ""),
    ("name", None),
    ("latitude", ""),
    ("latitude", None),
    ("latitude", "47,2"),
    ("latitude", "47 12 30"),
    ("latitude", "nan"),
    ("latitude", "inf"),
    ("latitude", "-47.2"),
    ("latitude", "45.999"),
    ("latitude", "49.501"),
    ("latitude", "4720849"),
    ("longitude", ""),
    ("longitude", None),
    ("longitude", "E 15.4"),
    ("longitude", "nan"),
    ("longitude", "-inf"),
    ("longitude", "-15.4"),
    ("longitude", "8.999"),
    ("longitude", "17.501"),
    ("population", ""),
    ("population", None),
    ("population", "unknown"),
    ("population", "about 12000"),
    ("population", "21.911 "),
    ("population", "nan"),
    ("population", "0"),
    ("population", "-21911"),
    ("population", "21911.5"),
)
"""One value of a row each; the second column is what stands there instead."""


@cache
def _tables() -> tuple[Case, ...]:
    """Tables without a fault, with one, and with several."""
    clean: list[tuple[str, Sequence[Sequence[Any]]]] = [
        ("a table without a fault, with two towns of one name", TOWNS),
        ("an empty table", ()),
        ("a table of one town", TOWNS[:1]),
        ("a table without a fault whose coordinates lie on the border", [("7", "Corner", "46", "17.5", "1")]),
        (
            "a table without a fault on the other border",
            [("8", "Å", "49.5", "9.0", "10"), ("9", "B", "49.5", "9.0", "10")],
        ),
    ]
    found: list[Case] = [(what, tuple(map(tuple, rows)), {}) for what, rows in clean]
    places = random.Random(28)
    for column, value in DAMAGES:
        k = places.randrange(1, len(TOWNS))
        rows = [list(town) for town in TOWNS]
        rows[k][COLUMNS.index(column)] = value
        what = f"a table whose line {k + 2} has {value!r} as {column}"
        found.append((what, tuple(map(tuple, rows)), {k + 2: frozenset({column})}))
    swapped = [town if k != 1 else (*town[:2], town[3], town[2], town[4]) for k, town in enumerate(TOWNS)]
    both = frozenset({"latitude", "longitude"})
    found.append(("a table whose line 3 has its coordinates exchanged", tuple(swapped), {3: both}))
    first = [("1", "", "47", "14", "100"), *TOWNS]
    found.append(("a table whose first line of data, line 2, has no name", tuple(first), {2: frozenset({"name"})}))
    last = [*TOWNS, ("1", "Linz", "48.3", "14.3", "")]
    found.append(("a table whose last line has no population", tuple(last), {8: frozenset({"population"})}))
    twice = [*TOWNS, TOWNS[4], TOWNS[4]]
    repeated = frozenset({"geonameid"})
    found.append(("a table with one town three times", tuple(twice), {8: repeated, 9: repeated}))
    again = [*TOWNS, ("1", "", "47", "14", "100"), ("1", "Wels", "48.2", "14", "100")]
    bad = {8: frozenset({"name"}), 9: repeated}
    found.append(("a table whose line 9 has the geonameid of the faulty line 8", tuple(again), bad))
    many = [*TOWNS[:2], ("1", "", "47", "14", "100"), TOWNS[2], ("2", "Wels", "nan", "14", "0")]
    faults = {4: frozenset({"name"}), 6: frozenset({"latitude", "population"})}
    found.append(("a table with faults in lines 4 and 6", tuple(map(tuple, many)), faults))
    return tuple(found)


def check_table(answer: Function) -> str:
    """The lines at fault, and no others, each with a sentence that names a column at fault."""
    for what, rows, expected in _tables():
        given, before = _rows(rows), _rows(rows)
        returned = answer(given)
        returned = as_python(list(returned) if hasattr(returned, "__next__") else returned)
        must_be_unchanged(before, given, "the table that it was given")
        demand = f"for {what} your function must return a dict from the numbers of lines to sentences"
        found = _sentences(returned, demand)
        for line in sorted(expected):
            if line not in found:
                raise Wrong(f"{what}: your function says nothing about line {line}; it names {_lines(found)}")
            if not any(column in found[line] for column in expected[line]):
                columns = " or ".join(sorted(expected[line]))
                said = short(found[line])
                raise Wrong(f"{what}: the sentence on line {line} must name the column, {columns}, and it is {said}")
        for line in sorted(found.keys() - expected.keys()):
            said = short(found[line])
            reality = "is without a fault" if line in range(2, len(rows) + 2) else "is not there"
            raise Wrong(f"{what}: your function says {said} of line {line}, which {reality}")
    return f"your check names the faulty lines of {len(_tables())} tables, and no others"


def _sentences(returned: Any, demand: str) -> dict[int, str]:
    """A dict of sentences, also from pairs; a line may have several."""
    if isinstance(returned, Mapping):
        returned = list(returned.items())
    must_fit(returned, [(int, object)], demand)
    found: dict[int, str] = {}
    for line, said in returned:
        text = " ".join(map(str, said)) if isinstance(said, list | tuple | set | frozenset) else str(said)
        found[int(line)] = f"{found.get(int(line), '')} {text}".strip()
    return found


def _lines(found: Collection[int]) -> str:
    return f"line{'s' * (len(found) > 1)} {', '.join(map(str, sorted(found)))}" if found else "no line"


# -- the trade-off curve -----------------------------------------------------------------------------------------------

Point = tuple[int, int]
MOST_CALLS = 3000
"""More than any instance needs, and less than there are limits."""


class _TooManyCalls(BaseException):
    """Ends the loop of an answer; no `except Exception` catches it."""


def curve_of(points: Iterable[Point]) -> set[Point]:
    """The points that no other point dominates.

    >>> sorted(curve_of([(3, 5), (4, 5), (4, 2), (3, 6)]))
    [(3, 5), (4, 2)]
    """
    every = set(points)
    return {p for p in every if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in every)}


@cache
def _clouds() -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """Plans as pairs of numbers, each set with its description."""
    rng = random.Random(281)
    found: list[tuple[str, list[Point]]] = [
        ("with the plans (3, 5), (4, 5), (4, 2)", [(3, 5), (4, 5), (4, 2)]),
        ("without any plan", []),
        ("with one plan, (7, 0)", [(7, 0)]),
        ("with one plan, (0, 7)", [(0, 7)]),
        ("with the plans (3, 5), (3, 4) and (3, 2)", [(3, 5), (3, 4), (3, 2)]),
        ("with the plans (3, 2), (5, 2) and (9, 2)", [(3, 2), (5, 2), (9, 2)]),
        ("with the plans (0, 2) and (1, 0)", [(0, 2), (1, 0)]),
        (
            "with the plans (10, 900000), (11, 899999), (40, 3) and (41, 0)",
            [(10, 900000), (11, 899999), (40, 3), (41, 0)],
        ),
        ("with the plans (1, 4), (2, 3), (3, 2), (4, 1), (5, 0)", [(k, 5 - k) for k in range(1, 6)]),
        ("with the plans (0, 10), (6, 6), (10, 0), where no weights choose (6, 6)", [(0, 10), (6, 6), (10, 0)]),
    ]
    for k in range(30):
        high = rng.choice((4, 9, 30, 10**6))
        points = [(rng.randint(0, high), rng.randint(0, high)) for _ in range(rng.randint(2, 25))]
        found.append((f"number {k + 1} of the random ones, with {len(points)} plans,", points))
    return tuple((what, tuple(points)) for what, points in found)


def trade_off_curve(answer: Function) -> str:
    """All non-dominated points and no others, from the answers of a solver with a limit on the second number."""
    numbers = 0
    for what, points in _clouds():
        calls: list[Any] = []

        def best(limit: Any = None, points: Sequence[Point] = points, calls: list[Any] = calls) -> Point | None:
            calls.append(limit)
            if len(calls) > MOST_CALLS:
                raise _TooManyCalls
            inside = [p for p in points if limit is None or p[1] <= limit]
            return min(inside, key=lambda p: (p[0], -p[1])) if inside else None

        case = f"for a solver {what}"
        try:
            returned = answer(best)
            returned = as_python(list(returned) if hasattr(returned, "__next__") else returned)
        except _TooManyCalls:
            last = ", ".join(map(str, calls[-3:]))
            raise Wrong(
                f"{case} your function has asked {MOST_CALLS} times and goes on; the last limits were {last}"
            ) from None
        must_fit(returned, [(float, float)], f"{case} your function must return a list of pairs of numbers")
        found, wanted = {tuple(p) for p in returned}, curve_of(points)
        for p in sorted(found - wanted):
            if p not in points:
                raise Wrong(f"{case} your curve has the point {p}, and there is no such plan")
            better = min(q for q in wanted if q[0] <= p[0] and q[1] <= p[1])
            raise Wrong(f"{case} your curve has the point {p}, which {better} dominates")
        for p in sorted(wanted - found):
            raise Wrong(f"{case} your curve lacks the point {p}, which no plan dominates")
        numbers += len(wanted)
    return f"your curve is complete for {len(_clouds())} solvers, with {numbers} points, and has no other point"


# -- what may be said --------------------------------------------------------------------------------------------------

SENTENCES: dict[str, tuple[bool, str]] = {
    "a": (
        False,
        "the table holds 3.67 million people in 58 towns, and Austria had 8.8 million in 2018; nothing is known of the others",
    ),
    "b": (True, "this is what `measures` computes: towns of the table, straight lines, the nearest depot"),
    "c": (
        False,
        "B has fewer people beyond 60 km, and A a shorter average: neither is at least as good as the other in both",
    ),
    "d": (True, "each limit was asked, and the solver claims that below the last one there is no plan"),
    "e": (
        False,
        "plan (60, 6) of the three plans (0, 10), (60, 6), (100, 0) is on the curve, and no weights choose it",
    ),
    "f": (
        True,
        "the largest factor of a population is at most 1.1 / 0.9 times the smallest, so the average changes by at most that",
    ),
    "g": (False, "with 10 % fewer people in Linz alone, another plan has the shortest average"),
    "h": (False, "with a limit of 55 km B has more people beyond it than A: the towns near 60 km decide"),
    "i": (
        False,
        "model 2 pays nothing for a longer way within 60 km, or beyond, so it may assign a town to a depot that is not "
        "its nearest",
    ),
    "j": (True, "the solver's claim is about the model; roads, rents and people outside the table are not in it"),
}
"""Whether each sentence of the exercise may be said, and why; the notebook computes the numbers in it."""

may_be_said = verdicts(
    SENTENCES, "you have separated what the model says from what it does not say, and who says so, in ten sentences"
)


# -- a new plan near the old one ---------------------------------------------------------------------------------------

Instance = tuple[str, dict[str, int], dict[tuple[str, str], int], list[str], str, int]


def _map(rng: Random, places: Mapping[str, tuple[int, int]]) -> dict[tuple[str, str], int]:
    return {(a, b): abs(x - z) + abs(y - w) for a, (x, y) in places.items() for b, (z, w) in places.items()}


@cache
def _instances() -> tuple[Instance, ...]:
    """Towns, distances, the published depots, the wanted one, and how many may be closed."""
    rng = random.Random(282)
    line = {name: (k, 0) for k, name in enumerate(("Ash", "Birch", "Cedar", "Elm", "Fir", "Oak"))}
    people = {"Ash": 10, "Birch": 1, "Cedar": 1, "Elm": 1, "Fir": 1, "Oak": 10}
    alone = {**dict.fromkeys(people, 0), "Ash": 5}
    flat = _map(rng, line)
    found: list[Instance] = [
        ("six towns on a line, and no change is allowed", people, flat, ["Birch", "Elm"], "Elm", 0),
        ("six towns on a line, and one change is allowed", people, flat, ["Birch", "Elm"], "Cedar", 1),
        ("six towns on a line, and two changes are allowed", people, flat, ["Birch", "Elm"], "Ash", 2),
        ("six towns on a line, and more changes than depots are allowed", people, flat, ["Birch"], "Oak", 5),
        ("six towns on a line, with people in one only", alone, flat, ["Ash", "Fir", "Oak"], "Elm", 2),
        ("six towns, all but one with a depot", people, flat, [*people][:5], "Elm", 0),
    ]
    for k in range(14):
        names = rng.sample(["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Lime", "Oak"], rng.randint(5, 8))
        places = {name: (rng.randint(0, 30), rng.randint(0, 30)) for name in names}
        population = {name: rng.choice((0, rng.randint(1, 20), rng.randint(50, 90))) for name in names}
        published = rng.sample(names, rng.randint(1, 3))
        most = rng.randint(0, len(published))
        wanted = rng.choice(names if most else published)
        allowed = "one change is" if most == 1 else f"{most} changes are"
        what = f"number {k + 1} of the random maps, where {allowed} allowed"
        found.append((what, population, _map(rng, places), published, wanted, most))
    return tuple(found)


def person_km(population: Mapping[str, int], distance: Mapping[tuple[str, str], int], plan: Collection[str]) -> int:
    """The sum over the towns of population times the distance to the nearest depot."""
    return sum(people * min(distance[a, b] for b in plan) for a, people in population.items())


def few_changes(answer: Function) -> str:
    """A best plan among those with the wanted depot, as many depots as before, and few of them closed."""
    for what, population, distance, published, wanted, most in _instances():
        given = (dict(population), dict(distance), list(published), wanted, most)
        returned = answer(*given)
        must_be_unchanged((population, distance, published), given[:3], "what it was given")
        case = f"for {what} (published: {', '.join(published)}; wanted: {wanted})"
        plan = best_of_native(returned, [*population], "towns", "y", case)
        opened = ", ".join(sorted(plan)) or "nothing"
        if len(plan) != len(published):
            raise Wrong(f"{case} your model opens {opened}: {len(plan)} depots, and there must be {len(published)}")
        if wanted not in plan:
            raise Wrong(f"{case} your model opens {opened}, without {wanted}")
        closed = [b for b in published if b not in plan]
        if len(closed) > most:
            raise Wrong(f"{case} your model opens {opened}, so it closes {', '.join(closed)}: more than {most}")
        every = map(set, combinations(population, len(published)))
        allowed = [each for each in every if wanted in each and len({*published} - each) <= most]
        least = min(person_km(population, distance, each) for each in allowed)
        here = person_km(population, distance, plan)
        if here > least:
            better = next(each for each in allowed if person_km(population, distance, each) == least)
            raise Wrong(
                f"{case} your model opens {opened}, with {here} person-km; {', '.join(sorted(better))} is allowed "
                f"and has {least}"
            )
    return f"your plans keep what is published and are best for {len(_instances())} maps, compared with all plans"


# -- examination -------------------------------------------------------------------------------------------------------


@question(2, 2, 2)
def a_curve_by_hand(rng: Random) -> Asked:
    while True:
        plans = {f"P{k}": (rng.randint(10, 30), rng.randint(0, 20)) for k in range(1, 8)}
        found = {name for name, p in plans.items() if p in curve_of(plans.values())}
        chosen = {name for name in found if _some_weights_choose(plans[name], [plans[each] for each in found])}
        if len({*plans.values()}) == 7 and len(found) >= 4 and len(found - chosen) == 1:
            break
    shown = table(["plan", "cost", "people far away"], [[name, *p] for name, p in plans.items()])
    (missed,) = found - chosen
    listed = ", ".join(sorted(found))
    return Asked(
        "Seven plans, each with a cost and a number of people far away (in thousands); both should be small: "
        f"{shown}A plan is dominated if another is no worse in both numbers, and better in one. Which are not? Which of these can no weighted sum of the two numbers choose, whatever "
        "its positive weights? How does the epsilon-constraint method find it?",
        f"Not dominated: **{listed}**. **{missed}** lies above the line between two others of them, so each weighted "
        f"sum prefers one of these two. The smallest cost with at most {plans[missed][1]} thousand people far away is "
        f"{plans[missed][0]}: that of {missed}.",
        (found, missed),
    )


def _some_weights_choose(p: Point, points: Iterable[Point]) -> bool:
    """Whether p has the smallest value of cost + t * people for some t > 0, together with others perhaps.

    >>> [_some_weights_choose(p, [(0, 10), (6, 6), (10, 0)]) for p in [(0, 10), (6, 6), (10, 0)]]
    [True, False, True]
    """
    low, high = 0.0, float("inf")
    for a, b in points:
        if b < p[1]:
            high = min(high, (a - p[0]) / (p[1] - b))
        elif b > p[1]:
            low = max(low, (p[0] - a) / (b - p[1]))
        elif a < p[0]:
            return False
    return low <= high and high > 0


@question(2, 2, 2)
def one_change(rng: Random) -> Asked:
    while True:
        names = "ABCDE"
        at = dict(zip(names, sorted(rng.sample(range(40), 5)), strict=True))
        people = {name: rng.randint(1, 9) for name in names}
        distance = {(a, b): abs(at[a] - at[b]) for a in names for b in names}
        value = {each: person_km(people, distance, each) for each in combinations(names, 2)}
        published = min(value, key=value.__getitem__)
        wanted = rng.choice([name for name in names if name not in published])
        with_it = [each for each in value if wanted in each]
        near = [each for each in with_it if {*each} & {*published}]
        (best, second, *_), (best_near, other) = (sorted(some, key=value.__getitem__) for some in (with_it, near))
        if best not in near and value[best] < value[second] and value[best_near] < value[other]:
            break
    shown = table(["town", "km", "people"], [[name, at[name], people[name]] for name in names])
    return Asked(
        f"Five towns on a road: {shown}The depots {published[0]} and {published[1]} are published. Now {wanted} must "
        "have one, and there are still two depots. Which plan has the fewest person-km if one published depot must stay, "
        "and which if both may be closed? Write the constraint that limits the changes.",
        f"One stays: **{' and '.join(best_near)}**, {value[best_near]} person-km. Both may be closed: **{' and '.join(best)}**, "
        f"{value[best]}. The constraint: (1 - y[{published[0]}]) + (1 - y[{published[1]}]) <= 1.",
        (set(best_near), value[best_near], value[best]),
    )
