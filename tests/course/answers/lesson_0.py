"""Right and wrong answers to the exercises of lesson 0."""

SUMS = "def sums(m, puzzle):\n    "
NINE = "\n\n\nnine_digits = [5] * 9\n"
LOOPS = """
    x = m.int_vars("x", [(r, c) for r in range(1, 10) for c in range(1, 10)], 1, 9)
    for k in range(1, 10):
        m.add(m.sum(x[k, c] for c in range(1, 10)) == 45, f"row {k}")
        m.add(m.sum(x[r, k] for r in range(1, 10)) == 45, f"column {k}")
    for r in (1, 4, 7):
        for c in (1, 4, 7):
            m.add(m.sum(x[r + a, c + b] for a in range(3) for b in range(3)) == 45, f"box at {r}, {c}")
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
    return x
"""
NO_BOXES = LOOPS.replace("m.add(m.sum(x[r + a", "m.sum(x[r + a").replace(' == 45, f"box at {r}, {c}")', "")
"""Rows and columns only."""

RIGHT = {
    "redundant-givens": {
        "two numbers": "redundant, together = 4, True",
        "as NumPy": "redundant, together = np.int64(4), np.bool_(True)",
        "as a fraction and a float": "redundant, together = Fraction(4), 4.0 == 4",
        "by a loop": {
            "needless = [i for i in puzzle.givens if count_without([i]).is_unique]": (
                "needless = []\nfor i in puzzle.givens:\n"
                "    if count_without([i]).value == 1:\n        needless.append(i)"
            )
        },
    },
    "sums": {
        "rows, columns and boxes by loops": SUMS + LOOPS.strip() + NINE,
        "two inequalities each": {
            'm.add(m.sum(x[i] for i in unit.cells) == 45, f"{unit} adds up to 45")': (
                'm.add(m.sum(x[i] for i in unit.cells) >= 45, f"{unit} has 45 at least")\n'
                '        m.add(m.sum(x[i] for i in unit.cells) <= 45, f"{unit} has 45 at most")'
            )
        },
        "twice the sum, and givens as constraints": {
            "m.sum(x[i] for i in unit.cells) == 45": "2 * m.sum(x[i] for i in unit.cells) == 90",
            "m.fix(x[i], d)": 'm.add(x[i] == d, f"the given in {i}")',
        },
        "a redundant total": {
            "    return x": '    m.add(m.sum(x.values()) == 405, "everything adds up to 405")\n    return x'
        },
        "a variable for each total": {
            "    for unit in": '    total = m.int_vars("total", range(27), 45, 45)\n    for k, unit in',
            "puzzle.board.units:": "enumerate(puzzle.board.units):",
            "== 45, f": "== total[k], f",
        },
        "another container, and other digits": {
            "    return x": "    return OrderedDict(x)",
            "nine_digits = [5, 5, 5, 5, 5, 5, 5, 5, 5]": "nine_digits = np.array([1, 9, 1, 9, 5, 5, 5, 5, 5])",
        },
        "digits as floats": {
            "nine_digits = [5, 5, 5, 5, 5, 5, 5, 5, 5]": "nine_digits = tuple([1.0] * 4 + [9.0] * 4 + [5.0])"
        },
    },
    "rewrite-sizes": {
        "by hand": 'sizes = {"indicators": (810, 405), "pairwise+big_m": (81 + 810, 2 * 810)}',
        "lists": 'sizes = {"indicators": [810, 405], "pairwise+big_m": [891, 1620]}',
        "arrays": 'sizes = {"indicators": np.array([810, 405]), "pairwise+big_m": np.array([891.0, 1620.0])}',
        "a defaultdict": (
            'sizes = defaultdict(tuple)\nsizes["indicators"] = 810, 405\nsizes["pairwise+big_m"] = 891, 1620'
        ),
    },
}

WRONG = {
    "redundant-givens": {
        "one too few": "redundant, together = 3, True",
        "one too many": "redundant, together = 5, True",
        "those that are needed": "redundant, together = 23, True",
        "all givens": "redundant, together = 27, False",
        "none": "redundant, together = 0, True",
        "not together": "redundant, together = 4, False",
        "the cells": "redundant, together = [(2, 5), (3, 4), (7, 6), (8, 5)], True",
        "a number for True": "redundant, together = 4, 1",
        "True for a number": "redundant, together = True, True",
        "in words": 'redundant, together = "four", True',
    },
    "sums": {
        "at most": {"== 45, f": "<= 45, f"},
        "at least": {"== 45, f": ">= 45, f"},
        "one more": {"== 45, f": "== 46, f"},
        "the first unit is left out": {"puzzle.board.units:": "puzzle.board.units[1:]:"},
        "the last unit is left out": {"puzzle.board.units:": "puzzle.board.units[:-1]:"},
        "rows only": {"puzzle.board.units:": "puzzle.board.units[:9]:"},
        "columns only": {"puzzle.board.units:": "puzzle.board.units[9:18]:"},
        "boxes only": {"puzzle.board.units:": "puzzle.board.units[18:]:"},
        "no boxes": SUMS + NO_BOXES.strip() + NINE,
        "no columns": {"puzzle.board.units:": "puzzle.board.units[:9] + puzzle.board.units[18:]:"},
        "digits from 0": {"puzzle.board.cells, 1, 9)": "puzzle.board.cells, 0, 9)"},
        "digits to 10": {"puzzle.board.cells, 1, 9)": "puzzle.board.cells, 1, 10)"},
        "digits to 8": {"puzzle.board.cells, 1, 9)": "puzzle.board.cells, 1, 8)"},
        "digits to 45": {"puzzle.board.cells, 1, 9)": "puzzle.board.cells, 1, 45)"},
        "a cell of each unit is left out": {"in unit.cells)": "in unit.cells[1:])"},
        "the middle of each unit alone": {"in unit.cells) == 45": "in unit.cells[3:6]) == 15"},
        "no givens": {"        m.fix(x[i], d)": "        pass"},
        "a given is left out": {"puzzle.givens.items():": "list(puzzle.givens.items())[1:]:"},
        "givens that may be larger": {"m.fix(x[i], d)": 'm.add(x[i] >= d, f"the given in {i}")'},
        "the givens of the lesson's puzzle": {"puzzle.givens.items()": 'sm.load("mccaffrey").givens.items()'},
        "one total": {
            "    for unit in puzzle.board.units:\n": "",
            '        m.add(m.sum(x[i] for i in unit.cells) == 45, f"{unit} adds up to 45")': (
                '    m.add(m.sum(x.values()) == 405, "everything adds up to 405")'
            ),
        },
        "all-different as well": {
            "    return x": '    m.all_different([x[1, c] for c in range(1, 10)], "row 1")\n    return x'
        },
        "an order of two cells": {"    return x": '    m.add(x[1, 1] <= x[9, 9], "in order")\n    return x'},
        "an order by a further variable": {
            "    return x": (
                '    z = m.bool_vars("z", [1])[1]\n    m.add(x[1, 1] - x[9, 9] <= 8 * z, "a")\n'
                '    m.add(x[1, 2] - x[9, 9] <= 8 - 8 * z, "b")\n    return x'
            )
        },
        "nothing is returned": {"    return x": "    pass"},
        "binaries": {
            "x = m.int_vars": (
                'y = m.bool_vars("y", [(i, d) for i in puzzle.board.cells for d in range(1, 10)])\n    x = m.int_vars'
            ),
            "    return x": "    return y",
        },
        "a permutation": {"[5, 5, 5, 5, 5, 5, 5, 5, 5]": "[9, 8, 7, 6, 5, 4, 3, 2, 1]"},
        "digits with another sum": {"[5, 5, 5, 5, 5, 5, 5, 5, 5]": "[5] * 8 + [6]"},
        "eight digits": {"[5, 5, 5, 5, 5, 5, 5, 5, 5]": "[5] * 7 + [9]"},
        "a 0 and a 10": {"[5, 5, 5, 5, 5, 5, 5, 5, 5]": "[0, 10] + [5] * 7"},
        "fractions": {"[5, 5, 5, 5, 5, 5, 5, 5, 5]": "[4.5, 5.5] + [5] * 7"},
    },
    "rewrite-sizes": {
        "one row a pair": 'sizes = {"pairwise+big_m": (891, 810), "indicators": (810, 405)}',
        "without x": 'sizes = {"pairwise+big_m": (891, 1620), "indicators": (729, 405)}',
        "order binaries alone": 'sizes = {"pairwise+big_m": (810, 1620), "indicators": (810, 405)}',
        "the assignment model": 'sizes = {"pairwise+big_m": (891, 1620), "indicators": (810, 324)}',
        "no link": 'sizes = {"pairwise+big_m": (891, 1620), "indicators": (810, 243)}',
        "pairs counted by units": 'sizes = {"pairwise+big_m": (1053, 1944), "indicators": (810, 405)}',
        "a binary for each direction": 'sizes = {"pairwise+big_m": (1701, 1620), "indicators": (810, 405)}',
        "exchanged": 'sizes = {"pairwise+big_m": (810, 405), "indicators": (891, 1620)}',
        "constraints first": 'sizes = {"pairwise+big_m": (1620, 891), "indicators": (405, 810)}',
        "before the rewrite": 'sizes = {"pairwise+big_m": (81, 27), "indicators": (81, 27)}',
        "one rewrite alone": 'sizes = {"indicators": (810, 405)}',
        "variables alone": 'sizes = {"pairwise+big_m": 891, "indicators": 810}',
        "a list": "sizes = [(891, 1620), (810, 405)]",
    },
}
