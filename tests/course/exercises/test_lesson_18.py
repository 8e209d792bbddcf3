"""Right answers pass; typical wrong ones get a true sentence."""

from itertools import combinations

from judging import judge, objection

from sudoku_models.course.exercises import lesson_18
from sudoku_models.course.exercises.lesson_18 import CLUBS, WISHES
from sudoku_models.course.league import austrian_league, count_breaks

REAL = [(match.round, match.home, match.away) for match in austrian_league()]


def test_the_real_season():
    found = count_breaks(REAL)
    assert (sum(found.values()), found["Rapid Wien"], found["Austria Wien"], max(found.values())) == (36, 0, 0, 4)


def test_breaks():
    assert "the real season has 36" in judge("count-breaks", count_breaks)
    sentence = objection("count-breaks", lambda matches: dict.fromkeys(count_breaks(matches), 1))
    assert sentence.endswith("with 0 breaks")
    assert "for the first three rounds you count 1 for" in sentence
    without_zero = objection("count-breaks", lambda matches: {t: b for t, b in count_breaks(matches).items() if b})
    assert without_zero.endswith("has no entry for Austria Wien, who has 0 breaks")
    assert "must return a dict" in objection("count-breaks", lambda matches: 36)
    assert "no such team" in objection("count-breaks", lambda matches: {**count_breaks(matches), "Linz": 0})
    assert "changes its argument" in objection("count-breaks", lambda matches: matches.clear())


def three(low, high):
    def rule(m, home, teams, rounds):
        for team in teams:
            for k in range(len(rounds) - 2):
                s = m.sum(home[team, r] for r in rounds[k : k + 3])
                m.add(s >= low, f"{team} {k} low")
                m.add(s <= high, f"{team} {k} high")

    return rule


def test_three_in_a_row():
    assert "of 352 patterns" in judge("three-in-a-row", three(1, 2))
    assert objection("three-in-a-row", three(0, 2)) == "in the rounds 1 to 6 your rule allows this: Graz AAAAAA"
    assert "your rule forbids this: Graz AAH" in objection("three-in-a-row", three(2, 2))


def test_rounds_that_are_not_there():
    def from_one(m, home, teams, rounds):
        for r in range(1, len(rounds) - 1):
            m.add(home[teams[-1], r + 3] <= 1, f"{r}")

    sentence = objection("three-in-a-row", lambda m, home, teams, rounds: home[teams[0], 99])
    assert sentence.endswith("your function asks for home[('Graz', 99)], which is not there")
    assert "asks for home[('Graz', 7)]" in objection("three-in-a-row", from_one)


def test_conflicts_of_wishes():
    pair = [name for name in WISHES if name.endswith("rounds 2 and 3")]
    assert "these 2 wishes" in judge("minimal-wishes", pair)
    assert "not a minimal one" in objection("minimal-wishes", set(WISHES))
    assert "there is a schedule with all" in objection("minimal-wishes", pair[:1])
    assert "an empty set is no conflict" in objection("minimal-wishes", [])
    assert "there is no wish 'rain'" in objection("minimal-wishes", {"rain"})


def test_there_are_conflicts_of_several_sizes():
    minimal: list[frozenset[str]] = []
    for size in range(1, len(WISHES) + 1):
        for names in map(frozenset, combinations(WISHES, size)):
            if not any(found <= names for found in minimal) and not lesson_18._can_hold(names):
                minimal.append(names)
    assert sorted(map(len, minimal)) == [2, 2, 2, 4, 5]
    weights = {name: weight for name, (weight, _) in WISHES.items()}
    hitting = [
        sum(weights[name] for name in names)
        for size in range(len(WISHES))
        for names in combinations(WISHES, size)
        if all(found & set(names) for found in minimal)
    ]
    assert lesson_18.least_weight() == min(hitting) == 5


def best():
    problem = lesson_18.Problem(lesson_18._league(WISHES, soft=True), "cpsat")
    return sorted((k, a, b) for (a, b, k), one in problem.solve("cpsat").values.items() if one)


def test_a_best_compromise():
    matches = best()
    assert "gives up less than 5" in judge("best-compromise", matches)
    assert [*lesson_18.faults(matches)] == []
    assert "no schedule of the league: Ants and" in objection("best-compromise", matches[1:])
    assert "none of this league" in objection("best-compromise", [(b, k, a) for k, a, b in matches])
    assert "must be a list of matches" in objection("best-compromise", 5)
    assert "must be a triple" in objection("best-compromise", ["Ants"])
    exchanged = dict(zip(CLUBS, CLUBS[1:] + CLUBS[:1], strict=True))
    others = [(k, exchanged[a], exchanged[b]) for k, a, b in matches]
    assert "less will do" in objection("best-compromise", others)
