"""Right and wrong answers to the exercises of lesson 18."""

COUNT = """
def my_breaks(matches):
    where = {}
    for r, home, away in matches:
        where.setdefault(home, {})[r] = "H"
        where.setdefault(away, {})[r] = "A"
    return {team: sum(1 for r in rounds if rounds.get(r + 1) == rounds[r]) for team, rounds in where.items()}
"""

PATTERNS = """
def my_breaks(matches):
    row = {}
    for r, home, away in sorted(matches):
        row[home] = row.get(home, "") + "H"
        row[away] = row.get(away, "") + "A"
    return {team: sum(a == b for a, b in zip(text, text[1:])) for team, text in row.items()}
"""

ARRAYS = """
def my_breaks(matches):
    teams = sorted({team for _, *both in matches for team in both})
    first = min(r for r, _, _ in matches)
    at_home = np.zeros((len(teams), len({r for r, _, _ in matches})), dtype=int)
    for r, home, _ in matches:
        at_home[teams.index(home), r - first] = 1
    return dict(zip(teams, (np.diff(at_home) == 0).sum(axis=1)))
"""

DEFAULTS = """
def my_breaks(matches):
    found, before = defaultdict(int), {}
    for r, home, away in sorted(matches):
        for team, place in ((home, 1), (away, 0)):
            found[team] += before.get(team) == place
            before[team] = place
    return found
"""

ROWS = """
def no_three_in_a_row(m, home, teams, rounds):
    for team in teams:
        for k in range(len(rounds) - 2):
            three = m.sum(home[team, r] for r in rounds[k : k + 3])
            m.add(three LOW, f"{team} {k} low")
            m.add(three HIGH, f"{team} {k} high")
"""


def rows(low: str = ">= 1", high: str = "<= 2") -> str:
    """A whole other answer about three in a row."""
    return ROWS.replace("LOW", low).replace("HIGH", high)


AWAY = """
def no_three_in_a_row(m, home, teams, rounds):
    away = m.bool_vars("away", home)
    for key in home:
        m.add(home[key] + away[key] == 1, f"away {key}")
    for side, x in (("home", home), ("away", away)):
        for team in teams:
            for a, b, c in zip(rounds, rounds[1:], rounds[2:]):
                m.add(x[team, a] + x[team, b] + x[team, c] <= 2, f"{side} {team} {a}")
"""

TABLES = """
def no_three_in_a_row(m, home, teams, rounds):
    for t in teams:
        for a, b, c in zip(rounds, rounds[1:], rounds[2:]):
            m.table([home[t, a], home[t, b], home[t, c]], [(0, 0, 0), (1, 1, 1)], f"{t} {a}", allowed=False)
"""

CLUBS = '["Ants", "Bees", "Cats", "Dogs", "Elks", "Foxes"]'
ANTS, BEES, CATS = (f"the {club}' stadium is closed in rounds {r}" for club, r in
                    (("Ants", "2 and 3"), ("Bees", "2 and 3"), ("Cats", "1 and 2")))  # fmt: skip
DOGS, FOXES = "Dogs against Cats in round 2", "Foxes against Dogs in round 2"
FIFTH, ELKS = "Bees against Ants in round 5", "Elks against Foxes in round 1"

REVERSED = """
small_conflict = list(SMALL)
for name in reversed(list(SMALL)):
    rest = {w: SMALL[w] for w in small_conflict if w != name}
    if sm.Problem(league(CLUBS, rest), "cpsat").solve("cpsat").status is sm.Status.INFEASIBLE:
        small_conflict.remove(name)
"""


def these(*names: str) -> str:
    """An answer that lists names."""
    return f"small_conflict = {set(names)!r}"


def read(change: str) -> str:
    """The best compromise, changed afterwards; `best` is a list of triples."""
    return f"""
def define(m):
    y, home, _ = rules(m, CLUBS)
    lost = m.bool_vars("lost", list(SMALL))
    for name, wish in SMALL.items():
        m.implies((lost[name], 0), wish.define(m, y, home), name)
    m.minimize(m.dot([WEIGHTS[name] for name in SMALL], lost.values()))
    return y

best = matches_of(sm.Problem(define, "cpsat").solve("cpsat").values, CLUBS)
compromise = {change}
"""


def weighted(weights: str, options: str = "") -> str:
    """The best schedule for other weights or other rules."""
    return f"""
def define(m):
    y, home, _ = rules(m, CLUBS{options})
    kept = m.bool_vars("kept", list(SMALL))
    for name, wish in SMALL.items():
        m.implies(kept[name], wish.define(m, y, home), name)
    m.maximize(m.dot([{weights} for name in SMALL], kept.values()))
    return y

compromise = matches_of(sm.Problem(define, "cpsat").solve("cpsat").values, CLUBS)
"""


RIGHT = {
    "count-breaks": {
        "a dict of rounds for each team": COUNT,
        "a text for each team, of sorted matches": PATTERNS,
        "a NumPy array": ARRAYS,
        "a defaultdict": DEFAULTS,
    },
    "three-in-a-row": {
        "sums of slices": rows(),
        "strict by one": rows("- 1 >= 0", "- 2 <= 0"),
        "a binary for away": AWAY,
        "tables": TABLES,
        "with redundant constraints": rows() + "            m.add(three <= 3, f'{team} {k} more')\n",
    },
    "minimal-wishes": {
        "left out from the end, a list": REVERSED,
        "a pair": these(ANTS, BEES),
        "another pair": f"small_conflict = {[DOGS, FOXES]!r}",
        "four": f"small_conflict = {(CATS, FOXES, FIFTH, ELKS)!r}",
        "five": these(ANTS, CATS, DOGS, FIFTH, ELKS),
    },
    "best-compromise": {
        "minimise what is lost": read("best"),
        "tuples in a tuple": read("tuple(best)"),
        "lists": read("[list(match) for match in best]"),
        "a set": read("set(best)"),
        "NumPy rounds": read("[(np.int64(r), h, a) for r, h, a in best]"),
        "weights as floats": weighted("10.0 * WEIGHTS[name]"),
    },
}

WRONG = {
    "count-breaks": {
        "only home matches": {"| {(away, r): False for r, _, away in matches}": ""},
        "two rounds later": {"r + 1": "r + 2"},
        "breaks and changes exchanged": {" is at_home[team, r]:": " is (not at_home[team, r]):"},
        "all rounds with a successor": {".get((team, r + 1)) is at_home[team, r]": ".get((team, r + 1)) is not None"},
        "each break counted twice": {"+= 1": "+= 2"},
        "home breaks only": {".get((team, r + 1)) is at_home[team, r]": ".get((team, r + 1)) and at_home[team, r]"},
        "the sum": {"return breaks": "return sum(breaks.values())"},
        "teams without a break left out": {"return breaks": "return {t: b for t, b in breaks.items() if b}"},
        "the order of the matches taken for that of the rounds": PATTERNS.replace("sorted(matches)", "matches"),
        "the rounds begin with 1": PATTERNS.replace("sorted(matches)", "[x for x in sorted(matches) if x[0] <= 11]"),
        "sorted in place": PATTERNS.replace("    row = {}", "    matches.sort()\n    row = {}"),
        "the real season's numbers": COUNT.replace("in matches:", "in real:"),
        "cyclic": PATTERNS.replace("text[1:])", "text[1:] + text[0])"),
        "one round too few": PATTERNS.replace("zip(text, text[1:])", "zip(text[1:], text[2:])"),
    },
    "three-in-a-row": {
        "home only": rows(low=">= 0"),
        "away only": rows(high="<= 3"),
        "two in a row": rows(high="<= 1"),
        "equal": rows(low="== 1"),
        "the last rounds left out": {"rounds[:-2]": "rounds[:-3]"},
        "the first rounds left out": {"rounds[:-2]": "rounds[1:-2]"},
        "four in a row": {" + home[team, r + 2]": "", "<= 2": "<= 1"},
        "the first team only": {"for team in teams:": "for team in teams[:1]:"},
        "every third round": {"rounds[:-2]": "rounds[:-2:3]"},
        "rounds counted from 1": {"for r in rounds[:-2]:": "for r in range(1, len(rounds) - 1):"},
        "nothing stated": "def no_three_in_a_row(m, home, teams, rounds):\n    pass\n",
        "the sum over all rounds": ROWS.replace("rounds[k : k + 3]", "rounds")
        .replace("LOW", ">= 1")
        .replace("HIGH", "<= len(rounds) - 1"),
        "the names occur twice": {"{team} not three times away": "not three times away"},
        "a number": "no_three_in_a_row = 3",
    },
    "minimal-wishes": {
        "all": these(ANTS, BEES, CATS, DOGS, FOXES, FIFTH, ELKS),
        "none": "small_conflict = set()",
        "one wish": these(ANTS),
        "a pair that can hold": these(ANTS, CATS),
        "one too many": these(ANTS, BEES, ELKS),
        "a conflict within four": these(CATS, FOXES, FIFTH, DOGS, ELKS),
        "one of five missing": these(ANTS, CATS, DOGS, FIFTH),
        "a name with a slip": these(ANTS, "the Bees' stadium is closed in rounds 2 or 3"),
        "the wishes and not their names": "small_conflict = [*SMALL.values()]",
        "a sentence": f"small_conflict = {ANTS!r}",
        "a number": "small_conflict = 2",
        "left out when it is feasible": {"if not sm": "if sm"},
    },
    "best-compromise": {
        "the last match left out": read("sorted(best)[:-1]"),
        "home and away exchanged": read("[(r, a, h) for r, h, a in best]"),
        "a match missing": read("best[1:]"),
        "a match twice": read("[*best, best[0]]"),
        "rounds from 0": read("[(r - 1, h, a) for r, h, a in best]"),
        "the keys of y": read("[(h, a, r) for r, h, a in best]"),
        "without wishes": "compromise = matches_of("
        'sm.Problem(league(CLUBS, {}), "cpsat").solve("cpsat").values, CLUBS)',
        "weights turned around": weighted("(5 - WEIGHTS[name]) ** 3"),
        "two breaks": weighted("WEIGHTS[name]", ", most=3"),
        "the weight": "compromise = 5",
        "the names": "compromise = [*SMALL]",
        "a dict of values": read("{match: 1 for match in best}"),
        "two clubs exchanged": read(
            "[(r, *({'Ants': 'Cats', 'Cats': 'Ants'}.get(t, t) for t in two)) for r, *two in best]"
        ),
    },
}
