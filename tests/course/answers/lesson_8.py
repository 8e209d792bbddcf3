"""Right and wrong answers to the exercises of lesson 8."""

VERDICTS = {"a": "minimal", "b": "not minimal", "c": "does not force", "d": "not minimal", "e": "minimal"}


def with_verdict(letter: str, verdict: object) -> str:
    """The verdicts, one of which is changed."""
    return f"verdicts = { ({**VERDICTS, letter: verdict})!r}"


def fish(columns: str, rows: str) -> str:
    """Multipliers of columns minus rows."""
    plus = f'multipliers = {{f"4 in column {{c}}": 1 for c in {columns}}}'
    return f'{plus} | {{f"4 in row {{r}}": -1 for r in {rows}}}'


RIGHT = {
    "hidden-singles": {
        "a list of lists": {
            "return {(where[0], d) for d, where in places.items() if len(where) == 1}": (
                "return [(where[0], np.int64(d)) for d, where in places.items() if len(where) == 1]"
            )
        },
        "loops": """
def my_hidden_singles(cells, candidates):
    found = set()
    for cell in cells:
        for digit in candidates[cell]:
            others = 0
            for other in cells:
                if other != cell and digit in candidates[other]:
                    others += 1
            if others == 0:
                found.add((cell, digit))
    return found
""",
        "counted": """
def my_hidden_singles(cells, candidates):
    from collections import Counter
    count = Counter(d for i in cells for d in candidates[i])
    return frozenset((i, d) for i in cells for d in candidates[i] if count[d] == 1)
""",
        "in a defaultdict": """
def my_hidden_singles(cells, candidates):
    places = defaultdict(list)
    for i in cells:
        for d in candidates[i]:
            places[d].append(i)
    return [(i[0], d) for d, i in places.items() if len(i) == 1]
""",
    },
    "which-are-minimal": {
        "an ordered dict": f"verdicts = OrderedDict({VERDICTS!r})",
        "by keywords": """
verdicts = dict(a="minimal", b="not minimal", c="does not force", d="not minimal", e="minimal")
""",
        "a defaultdict": f"verdicts = defaultdict(str, {VERDICTS!r})",
        "NumPy texts": "words = np.array(['minimal', 'not minimal', 'does not force'])\n"
        "verdicts = {letter: words[k] for letter, k in zip('abcde', [0, 1, 2, 1, 0])}",
    },
    "not-minimal": {
        "tuples": "looks_minimal = (('row 1', 'row 2', 'column 4', 'box 1'), ((1, 1), (2, 3), (3, 2), (4, 4)))",
        "a list of lists": """
looks_minimal = [['row 1', 'row 2', 'column 4', 'box 1'], [[1, 1], [2, 3], [3, 2], [4, 4]]]
""",
        "in another order": """
looks_minimal = (['box 1', 'column 4', 'row 2', 'row 1'], [(4, 4), (3, 2), (2, 3), (1, 1)])
""",
        "an array of cells": "looks_minimal = (['row 1', 'row 2', 'column 4', 'box 1'], "
        "np.array([(1, 1), (2, 3), (3, 2), (4, 4)]))",
        "other rules": """
looks_minimal = (['row 1', 'column 3', 'column 4', 'box 4'], [(1, 1), (2, 3), (3, 2), (4, 4)])
""",
    },
    "swordfish-multipliers": {
        "twice": {": 1 for": ": 2 for", ": -1 for": ": -2 for"},
        "fractions": {": 1 for": ": Fraction(1, 3) for", ": -1 for": ": Fraction(-1, 3) for"},
        "the long names, NumPy": {
            "4 in column {c}": "column {c} has a 4",
            ": 1 for": ": np.float64(1) for",
            "4 in row {r}": "row {r} has a 4",
        },
        "with a zero, in a defaultdict": {
            "multipliers = {": "multipliers = defaultdict(int)\nmultipliers |= {",
        },
    },
    "xy-wing-multipliers": {
        "fractions": {", -1)": ", Fraction(-2, 2))"},
        "twice": {", -1)": ", -2)", ", 1)": ", 2)"},
        "floats": {", -1)": ", -1.0)", ", 1)": ", 1.0)"},
        "an ordered dict": {
            "multipliers_of_the_wing = dict": "multipliers_of_the_wing = OrderedDict()\nmultipliers_of_the_wing |= dict"
        },
    },
}

WRONG = {
    "hidden-singles": {
        "naked singles": """
def my_hidden_singles(cells, candidates):
    return {(i, min(candidates[i])) for i in cells if len(candidates[i]) == 1}
""",
        "hidden and naked singles": {
            "if len(where) == 1}": "if len(where) == 1} "
            "| {(i, min(candidates[i])) for i in cells if len(candidates[i]) == 1}"
        },
        "hidden singles that are no naked ones": {
            "if len(where) == 1}": "if len(where) == 1 and len(candidates[where[0]]) > 1}"
        },
        "at most two places": {"len(where) == 1": "len(where) <= 2"},
        "all cells": {"for i in cells if d in": "for i in candidates if d in"},
        "the last cell is left out": {"for i in cells if d in": "for i in cells[:-1] if d in"},
        "the first cell is left out": {"for i in cells if d in": "for i in cells[1:] if d in"},
        "digits to 4": {"for d in digits}": "for d in digits if d < 5}"},
        "digits to 5": {"for d in digits}": "for d in digits if d < 6}"},
        "digits of the first cell": {"*(candidates[i] for i in cells)": "candidates[cells[0]]"},
        "the digit first": {"(where[0], d)": "(d, where[0])"},
        "one for each cell": {"return {(where[0], d)": "return {where[0]: d"},
        "only the first": {"== 1}": "== 1 and d == min(e for e in places if len(places[e]) == 1)}"},
        "candidates are taken away": {
            "digits = set().union(*(candidates[i] for i in cells))": (
                "digits = candidates[cells[0]]\n    for i in cells[1:]:\n        digits |= candidates[i]"
            )
        },
        "the cells are emptied": {"len(where) == 1}": "len(where) == 1} if not cells.clear() else None"},
        "nothing": "def my_hidden_singles(cells, candidates):\n    pass\n",
    },
    "which-are-minimal": {
        "a is not": with_verdict("a", "not minimal"),
        "a does not force": with_verdict("a", "does not force"),
        "b is": with_verdict("b", "minimal"),
        "c is": with_verdict("c", "minimal"),
        "c is not": with_verdict("c", "not minimal"),
        "d is": with_verdict("d", "minimal"),
        "d does not force": with_verdict("d", "does not force"),
        "e is not": with_verdict("e", "not minimal"),
        "e does not force": with_verdict("e", "does not force"),
        "one is missing": "verdicts = {'a': 'minimal', 'b': 'not minimal', 'c': 'does not force', 'd': 'not minimal'}",
        "a list": f"verdicts = {[*VERDICTS.values()]!r}",
        "true and false": with_verdict("a", True),
        "a list for a verdict": with_verdict("a", ["minimal"]),
        "all are": "verdicts = dict.fromkeys('abcde', 'minimal')",
    },
    "not-minimal": {
        "b of the exercise before": """
looks_minimal = (['row 1', 'column 4', 'box 2'], [(1, 1), (2, 3), (3, 2), (4, 4)])
""",
        "d of the exercise before": """
looks_minimal = (['row 1', 'column 3', 'column 4', 'box 2'], [(1, 1), (2, 3), (4, 4)])
""",
        "a minimal set": "looks_minimal = (['row 1', 'column 3', 'column 4', 'box 4'], [(1, 1), (2, 3), (4, 4)])",
        "a rule can be left out": {'"box 1"]': '"box 1", "column 3"]'},
        "it does not force": {'"row 1", ': ""},
        "a digit that is needed is missing": {"(1, 1), ": ""},
        "no given there": {"(3, 2)": "(1, 2)"},
        "no such rule": {'"box 1"': '"box 5"'},
        "nothing": "looks_minimal = ([], [])",
        "rules only": "looks_minimal = ['row 1', 'column 4', 'box 2']",
        "one cell without a list": "looks_minimal = (['row 1', 'column 4', 'box 2'], (1, 1))",
        "one rule without a list": "looks_minimal = ('row 1', [(1, 1)])",
        "digits for cells": "looks_minimal = (['row 1', 'column 4', 'box 2'], [1, 2, 4])",
        "a text": "looks_minimal = 'row 1'",
        "a dict": "looks_minimal = {'rules': ['row 1'], 'cells': [(1, 1)]}",
    },
    "swordfish-multipliers": {
        "another column": fish("(3, 7, 8)", "(3, 4, 9)"),
        "another row": fish("(3, 7, 9)", "(3, 4, 8)"),
        "a column is missing": fish("(3, 7)", "(3, 4, 9)"),
        "a row is missing": fish("(3, 7, 9)", "(3, 4)"),
        "the sign": fish("(3, 7, 9)", "(3, 4, 9)").replace(": 1 ", ": -1 ").replace(": -1 for r", ": 1 for r"),
        "all plus": {": -1 for": ": 1 for"},
        "another digit": {"4 in": "5 in"},
        "a row too many": fish("(3, 7, 9)", "(3, 4, 9, 2)"),
        "a column too many": fish("(3, 7, 9, 1)", "(3, 4, 9)"),
        "half of a row": {": -1 for": ": -0.5 for"},
        "zeros": {": -1 for": ": 0 for", ": 1 for": ": 0 for"},
        "no such row": fish("(3, 7, 9)", "(3, 4, 10)"),
        "nothing": "multipliers = {}",
        "a list": "multipliers = ['4 in column 3']",
        "a text for a number": {": 1 for": ": 'one' for"},
        "infinite": {": 1 for": ": float('inf') for"},
        "of the other swordfish": "multipliers = plus | minus",
    },
    "xy-wing-multipliers": {
        "a cell is missing": {'"cell (1, 2)", ': ""},
        "another cell": {'"cell (1, 7)"': '"cell (3, 7)"'},
        "an equation is missing": {', "4 in column 7"': ""},
        "the box is missing": {'"3 in box 1", ': ""},
        "the sign": {", -1)": ", 1)"},
        "all signs": {", -1)": ", +1.0)", ", 1)": ", -1)"},
        "a column for a row": {"4 in row 3": "4 in column 3"},
        "another digit": {"5 in row 1": "6 in row 1"},
        "one equation more": {'"4 in column 7"': '"4 in column 7", "4 in row 1"'},
        "half": {", -1)": ", -0.5)"},
        "the cells alone": "multipliers_of_the_wing = dict.fromkeys(['cell (1, 2)', 'cell (1, 7)', 'cell (3, 3)'], -1)",
        "the pivot alone": 'multipliers_of_the_wing = {"cell (1, 2)": 1}',
        "no such equation": {"cell (1, 2)": "cell (0, 2)"},
        "nothing": "multipliers_of_the_wing = {}",
        "a number": "multipliers_of_the_wing = 7",
    },
}
