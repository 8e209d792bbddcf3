"""Right and wrong answers to the exercises of lesson 14."""

PAIRS = "pairs = [(math.inf if s is None else s, math.inf if t is None else t) for s, t in zip(a, b)]"
P = "return wins, losses, min(1, 2 * tail / 2**n)"
HOLM = "largest = max(largest, min(1, (len(ps) - k) * ps[i]))"
CLAIMS = """claims = {
    "a": "holds", "b": "chance", "c": "open", "d": "pooled",
    "e": "setting", "f": "not measured", "g": "holds", "h": "two things",
}
"""
ROWS = """from sudoku_models.benchmark.digest import of_formulation
from sudoku_models.benchmark.sample import rows as sample


def made_up(function, names=("assignment", "mine"), puzzles=6, solvers=("highs", "highs"), rewrite=""):
    my_rows = sample(["one", "two"], [[0.1, 0.2]] * puzzles)
    my_rows["formulation"] = [*names] * puzzles
    my_rows["solver"] = [*solvers] * puzzles
    my_rows["formulation_digest"] = ["", of_formulation(function)] * puzzles
    my_rows["rewrite"] = ["", rewrite] * puzzles
    return my_rows


"""
"""Rows without a measurement, because the judge looks at what was compared."""
MINE = ROWS + "my_rows = made_up(my_formulation{})\n"
DISTINCT = '''def my_formulation(m, puzzle):
    """Integers, and a not-equal for each pair of peers."""
    x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
    for unit in puzzle.board.units:
        m.all_different([x[i] for i in unit.cells], f"{unit} is all different")
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
    return x


'''
NO_BOXES = DISTINCT.replace("puzzle.board.units:", "puzzle.board.units[: 2 * puzzle.board.size]:")

RIGHT = {
    "compare-in-pairs": {
        "a loop over the puzzles": (
            "def my_pairs(a, b):\n    wins = losses = 0\n    for k in range(len(a)):\n"
            "        if a[k] is None and b[k] is None:\n            continue\n        if b[k] is None:\n"
            "            wins += 1\n        elif a[k] is None:\n            losses += 1\n        elif a[k] < b[k]:\n"
            "            wins += 1\n        elif b[k] < a[k]:\n            losses += 1\n"
            "    return [wins, losses, sign_test(wins, losses)]"
        ),
        "NumPy": (
            "def my_pairs(a, b):\n"
            "    s, t = (np.array([np.inf if u is None else u for u in side]) for side in (a, b))\n"
            "    w, k = np.sum(s < t), np.sum(s > t)\n    return np.array([w, k, sign_test(int(w), int(k))])"
        ),
        "fractions": {P: "return wins, losses, min(Fraction(1), Fraction(2 * tail, 2**n))"},
        "the upper tail": {
            "range(min(wins, losses) + 1)": "range(max(wins, losses), n + 1)",
        },
    },
    "correct-for-many": {
        "NumPy": (
            "def my_holm(ps):\n    ps = np.array(ps)\n    order = np.argsort(ps, kind='stable')\n"
            "    raised = np.minimum(1, ps[order] * np.arange(len(ps), 0, -1))\n    out = np.empty(len(ps))\n"
            "    out[order] = np.maximum.accumulate(raised)\n    return out"
        ),
        "by the definition": (
            "def my_holm(ps):\n    def one(p):\n"
            "        return max(min(1, sum(q >= r for q in ps) * r) for r in ps if r <= p)\n"
            "    return [one(p) for p in ps]"
        ),
        "a tuple of fractions": {"return corrected": "return tuple(map(Fraction, corrected))"},
        "pandas": (
            "def my_holm(ps):\n    series = pd.Series(ps).sort_values(kind='stable')\n"
            "    series = (series * range(len(ps), 0, -1)).clip(upper=1).cummax()\n    return series.sort_index()"
        ),
    },
    "which-claim-holds": {
        "in another order": CLAIMS + "claims = OrderedDict(sorted(claims.items(), reverse=True))",
        "a defaultdict": CLAIMS + "claims = defaultdict(str, claims)",
        "words of NumPy": CLAIMS + "claims = {np.str_(k): np.str_(v) for k, v in claims.items()}",
        "by dict": (
            "claims = dict(a='holds', b='chance', c='open', d='pooled', e='setting', f='not measured', g='holds')\n"
            "claims['h'] = 'two things'"
        ),
    },
    "measure-your-own": {
        "rows in the other order": MINE.format("") + "my_rows = my_rows[::-1]",
        "twelve puzzles": MINE.format(", puzzles=12"),
        "all-different, rewritten": DISTINCT + MINE.format(", rewrite='indicators'"),
        "against all_different": DISTINCT + MINE.format(", names=('all_different', 'mine')"),
    },
}

WRONG = {
    "compare-in-pairs": {
        "puzzles that one left open are left out": {
            "for s, t in zip(a, b)]": "for s, t in zip(a, b) if s is not None and t is not None]"
        },
        "one side": {"2 * tail": "tail"},
        "not cut off": {"min(1, 2 * tail / 2**n)": "2 * tail / 2**n"},
        "one term": {"sum(math.comb(n, k) for k in range(min(wins, losses) + 1))": "math.comb(n, min(wins, losses))"},
        "one term too few": {"range(min(wins, losses) + 1)": "range(min(wins, losses))"},
        "ties count for A": {"sum(s < t for s, t in pairs), sum": "sum(s <= t for s, t in pairs), sum"},
        "ties count for B": {"sum(s > t for": "sum(s >= t for"},
        "n counts every puzzle": {"n = wins + losses": "n = len(a)"},
        "the other order": {P: "return losses, wins, min(1, 2 * tail / 2**n)"},
        "A and B exchanged": {"sum(s < t for s, t in pairs), sum(s > t": "sum(s > t for s, t in pairs), sum(s < t"},
        "an open case takes no time": {
            "math.inf if s is None": "0 if s is None",
            "math.inf if t is None": "0 if t is None",
        },
        "p only": {P: "return min(1, 2 * tail / 2**n)"},
        "nine to two, as in the text": "def my_pairs(a, b):\n    return 9, 2, sign_test(9, 2)",
        "an argument is changed": {f"    {PAIRS}": f"    a.sort(key=str)\n    {PAIRS}"},
    },
    "correct-for-many": {
        "Bonferroni": {"(len(ps) - k) * ps[i]": "len(ps) * ps[i]"},
        "one less": {"(len(ps) - k)": "(len(ps) - k - 1)"},
        "one more": {"(len(ps) - k)": "(len(ps) - k + 1)"},
        "not cut off": {"min(1, (len(ps) - k) * ps[i])": "(len(ps) - k) * ps[i]"},
        "may fall": {HOLM: "largest = min(1, (len(ps) - k) * ps[i])"},
        "ascending": {"return corrected": "return sorted(corrected)"},
        "from the largest": {"key=lambda i: ps[i])": "key=lambda i: -ps[i])"},
        "not sorted": {"sorted(range(len(ps)), key=lambda i: ps[i])": "range(len(ps))"},
        "as they are": {"return corrected": "return ps"},
        "three, as in the text": {"(len(ps) - k)": "(3 - k)"},
        "the smallest only": {"return corrected": "return min(corrected)"},
        "the argument is changed": {"    corrected, largest": "    ps.sort()\n    corrected, largest"},
        "equal values by their place": {HOLM: HOLM.replace("ps[i]))", "ps[i])) + 1e-3 * k")},
        "yes or no": {"return corrected": "return [p < 0.05 for p in corrected]"},
    },
    "which-claim-holds": {
        "b holds": CLAIMS + "claims['b'] = 'holds'",
        "a is chance": CLAIMS + "claims['a'] = 'chance'",
        "d holds": CLAIMS + "claims['d'] = 'holds'",
        "e is two things": CLAIMS + "claims['e'] = 'two things'",
        "f is open": CLAIMS + "claims['f'] = 'open'",
        "g is open": CLAIMS + "claims['g'] = 'open'",
        "h is a setting": CLAIMS + "claims['h'] = 'setting'",
        "c holds": CLAIMS + "claims['c'] = 'holds'",
        "a letter is missing": CLAIMS + "del claims['h']",
        "a list": CLAIMS + "claims = [*claims.values()]",
        "yes and no": CLAIMS + "claims = {letter: reason == 'holds' for letter, reason in claims.items()}",
        "a set for a reason": CLAIMS + "claims['c'] = {'open'}",
    },
    "measure-your-own": {
        "five puzzles": MINE.format(", puzzles=5"),
        "another solver": MINE.format(", solvers=('cpsat', 'highs')"),
        "no formulation of one's own": MINE.format(", names=('assignment', 'all_different')"),
        "nothing to compare with": MINE.format(", names=('yours', 'mine')"),
        "another function": MINE.replace("my_formulation{}", "packing"),
        "another function, rewritten": MINE.replace("my_formulation{}", "packing, rewrite='indicators'"),
        "rows of two corpora": MINE.format("") + "my_rows['corpus'] = ['one'] * 6 + ['other'] * 6",
        "every case failed": MINE.format("")
        + (
            "mine = my_rows['formulation'] == 'mine'\n"
            "my_rows.loc[mine, ['failed', 'status', 'reason']] = True, 'error', 'it stopped'"
        ),
        "a model without boxes": NO_BOXES + MINE.format(""),
        "a model that allows empty cells": ("my_formulation = at_most_one\n" + MINE.format("")),
        "no rows": "my_rows = [1, 2, 3]",
        "a summary in place of the rows": MINE.format("") + "my_rows = benchmark.summary(my_rows)",
        "a model without givens": DISTINCT.replace("        m.fix(x[i], d)", "        pass") + MINE.format(""),
    },
}
