"""Right and wrong answers to the exercises of lesson 11."""

LP = '''def my_unit_lp(domains):
    """By matchings: the number of permutations that fit."""
    from itertools import permutations

    candidates = [(i, d) for i in domains for d in sorted(domains[i])]
    values = sorted({d for digits in domains.values() for d in digits})
    rows = []
    for i in domains:
        rows.append([1.0 if cell == i else 0.0 for cell, _ in candidates])
    for d in values:
        rows.append([1.0 if value == d else 0.0 for _, value in candidates])
    fillings = 0
    for p in permutations(values):
        fillings += all(d in domains[i] for i, d in zip(domains, p))
    return rows, fillings == 1
'''
DICT = "new_names = {1: 1, 2: 4, 3: 5, 4: 2, 5: 6, 6: 3}"
LOCKED = '''def my_locked_candidates(units, domains):
    """One digit at a time, with lists."""
    left = dict((i, list(digits)) for i, digits in domains.items())
    changed = True
    while changed:
        changed = False
        for u in units:
            for v in units:
                for d in range(1, 10):
                    places = [i for i in u.cells if d in left[i]]
                    if places and all(i in v.cells for i in places):
                        for i in v.cells:
                            if i not in places and d in left[i]:
                                left[i].remove(d)
                                changed = True
    return left
'''
TIE = '        m.add(m.dot([*digits, -1], [*(y[i, d] for d in digits), x[i]]) == 0, f"cell {i} is its digit")\n'
SAME = "                    if places <= set(v.cells):"

RIGHT = {
    "unit-lp": {
        "by enumeration, with floats": LP,
        "an array of NumPy": {
            "return matrix, all(len(digits) == 1 for digits in left.values())": (
                "return np.array(matrix), np.all([len(digits) == 1 for digits in left.values()])"
            )
        },
        "fractions and a number for True": {
            "[int(i == j) for": "[Fraction(int(i == j)) for",
            "all(len(digits) == 1 for digits in left.values())": "int(all(len(d) == 1 for d in left.values()))",
        },
        "the rows in another order, as tuples": {"return matrix,": "return tuple(map(tuple, matrix[::-1])),"},
        "domain consistency": {'"values")': '"domain")'},
    },
    "rename-digits": {
        "found by trying": (
            "from itertools import permutations\n\n"
            "for p in permutations(range(1, 7)):\n"
            "    new_names = dict(zip(range(1, 7), p))\n"
            "    named = sm.Puzzle(badly_named.board, tuple(new_names.get(d, 0) for d in badly_named.values))\n"
            "    left = propagate(named.board.units, domains_of(named), 'bounds')\n"
            "    if all(len(digits) == 1 for digits in left.values()):\n"
            "        break\n"
        ),
        "upside down": "new_names = {1: 6, 2: 3, 3: 2, 4: 5, 5: 1, 6: 4}",
        "numbers of NumPy": "new_names = dict(zip(np.arange(1, 7), np.array([1, 4, 5, 2, 6, 3])))",
        "an ordered dict of fractions": (
            f"{DICT}\nnew_names = OrderedDict((d, Fraction(k)) for d, k in new_names.items())"
        ),
        "floats": f"{DICT}\nnew_names = {{float(d): float(k) for d, k in new_names.items()}}",
    },
    "locked-candidates": {
        "lists and loops": LOCKED,
        "a defaultdict": {
            "domains, before = {i: set(digits) for i, digits in domains.items()}, None": (
                "original, before = domains, None\n    domains = defaultdict(set)\n"
                "    domains.update({i: set(digits) for i, digits in original.items()})"
            )
        },
        "a board at a time, units in the other order": {"for u in units:": "for u in reversed(units):"},
        "the cells that are left over": {"domains[i].discard(d)": "domains[i] = {e for e in domains[i] if e != d}"},
        "all digits": {"set().union(*(domains[i] for i in u.cells)):": "{d for i in u.cells for d in domains[i]}:"},
    },
    "heard-givens": {
        "cells with at most one digit, which is implied": {
            "m.add(m.sum(y[i, d] for d in digits) == 1": "m.add(m.sum(y[i, d] for d in digits) <= 1"
        },
        "no rows for the last digit, which are implied": {"        for d in digits:": "        for d in digits[:-1]:"},
        "a row less, which is implied": {"for unit in board.units:": "for unit in board.units[1:]:"},
        "units at most once": {"for i in unit.cells) == 1, f": "for i in unit.cells) <= 1, f"},
        "givens on both": {"        m.fix(y[i, d], 1)": "        m.fix(y[i, d], 1)\n        m.fix(x[i], d)"},
        "givens as rows": {"m.fix(y[i, d], 1)": 'm.add(y[i, d] == 1, f"the given of {i}")'},
        "binaries as integers": {
            'm.bool_vars("y", [(i, d) for i in board.cells for d in digits])': (
                'm.int_vars("y", [(i, d) for i in board.cells for d in digits], 0, 1)'
            )
        },
        "another container, other names": {"return x": "numbers = OrderedDict(x)\n    return numbers"},
        "two inequalities for the tie": {
            '        m.add(m.dot([*digits, -1], [*(y[i, d] for d in digits), x[i]]) == 0, f"cell {i} is its digit")': (
                "        total = [*digits, -1], [*(y[i, d] for d in digits), x[i]]\n"
                '        m.add(m.dot(*total) <= 0, f"cell {i} is at least its digit")\n'
                '        m.add(m.dot(*total) >= 0, f"cell {i} is at most its digit")'
            )
        },
    },
}

WRONG = {
    "unit-lp": {
        "no rows of the cells": {"matrix += [[": "matrix = [["},
        "no rows of the values": {"    matrix += [[int(d == e) for _, e in candidates] for d in values]\n": ""},
        "the last value is left out": {"for d in values]": "for d in values[:-1]]"},
        "the first cell is left out": {"for i in domains]": "for i in list(domains)[1:]]"},
        "by rank": {
            "all(len(digits) == 1 for digits in left.values())": (
                "np.linalg.matrix_rank(np.array(matrix)) == len(candidates)"
            )
        },
        "always a single point": {"all(len(digits) == 1 for digits in left.values())": "True"},
        "never a single point": {"all(len(digits) == 1 for digits in left.values())": "False"},
        "only the domains that are given": {"left.values())": "domains.values())"},
        "values of the digits as coefficients": {"int(d == e)": "d * (d == e)"},
        "rows upside down, one for each candidate": {"return matrix,": "return list(zip(*matrix)),"},
        "rows only": {"return matrix, all(len(digits) == 1 for digits in left.values())": "return matrix"},
        "the argument is emptied": {"    return matrix,": "    domains.popitem()\n    return matrix,"},
        "one extra row": {"return matrix,": "return [*matrix, [1] * len(candidates)],"},
        "no function": "my_unit_lp = [[1]]",
    },
    "rename-digits": {
        "the names as they are": "new_names = {d: d for d in range(1, 7)}",
        "upside down": "new_names = {d: 7 - d for d in range(1, 7)}",
        "two digits with one name": "new_names = {1: 1, 2: 1, 3: 5, 4: 2, 5: 6, 6: 3}",
        "a digit without a name": "new_names = {1: 1, 2: 4, 3: 5, 4: 2, 5: 6}",
        "names from 0": "new_names = {d - 1: k - 1 for d, k in {1: 1, 2: 4, 3: 5, 4: 2, 5: 6, 6: 3}.items()}",
        "the inverse": "new_names = {k: d for d, k in {1: 1, 2: 4, 3: 5, 4: 2, 5: 6, 6: 3}.items()}",
        "shifted by one": "new_names = {d: d % 6 + 1 for d in range(1, 7)}",
        "a list": "new_names = [1, 4, 5, 2, 6, 3]",
        "two exchanged": "new_names = {1: 1, 2: 4, 3: 5, 4: 2, 5: 3, 6: 6}",
        "the example of the text": "new_names = {1: 3, 2: 1, 3: 2, 4: 4, 5: 5, 6: 6}",
    },
    "locked-candidates": {
        "line to box only": {SAME: "                    if v.kind == 'box' and places <= set(v.cells):"},
        "box to line only": {SAME: "                    if u.kind == 'box' and places <= set(v.cells):"},
        "no columns": {SAME: "                    if 'column' not in (u.kind, v.kind) and places <= set(v.cells):"},
        "no box to row": {
            SAME: "                    if (u.kind, v.kind) != ('box', 'row') and places <= set(v.cells):"
        },
        "no box to column": {
            SAME: "                    if (u.kind, v.kind) != ('box', 'column') and places <= set(v.cells):"
        },
        "no row to box": {
            SAME: "                    if (u.kind, v.kind) != ('row', 'box') and places <= set(v.cells):"
        },
        "one pass": {"while before != domains:": "for _ in range(1):"},
        "places that meet": {"if places <= set(v.cells):": "if places & set(v.cells):"},
        "a unit that holds the places": {"if places <= set(v.cells):": "if places >= set(v.cells):"},
        "all but one of the places": {"if places <= set(v.cells):": "if len(places - set(v.cells)) <= 1:"},
        "the first unit is left out": {"for u in units:": "for u in units[1:]:"},
        "the last unit is left out": {"for v in units:": "for v in units[:-1]:"},
        "removes from the first unit": {"for i in set(v.cells) - places:": "for i in set(u.cells) - set(v.cells):"},
        "the argument is changed": {
            "domains, before = {i: set(digits) for i, digits in domains.items()}, None": "before = None"
        },
        "a set of the argument is changed": {
            "{i: set(digits) for i, digits in domains.items()}, None": "dict(domains), None"
        },
        "the domains as they are": "def my_locked_candidates(units, domains):\n    return domains",
        "domain consistency": (
            "def my_locked_candidates(units, domains):\n"
            "    return propagate(units, {i: frozenset(digits) for i, digits in domains.items()}, 'domain')"
        ),
        "early return": {
            "                            domains[i].discard(d)": (
                "                            domains[i].discard(d)\n                        return domains"
            )
        },
        "naked singles too": {
            "    return domains": (
                "    return propagate(units, {i: frozenset(digits) for i, digits in domains.items()}, 'values')"
            )
        },
    },
    "heard-givens": {
        "givens on x only": {"m.fix(y[i, d], 1)": "m.fix(x[i], d)"},
        "half of the givens on x only": {
            "        m.fix(y[i, d], 1)": "        m.fix(x[i], d) if d < 6 else m.fix(y[i, d], 1)"
        },
        "y is returned": {"return x": "return y"},
        "no tie": {TIE: ""},
        "a tie of one side": {"x[i]]) == 0": "x[i]]) <= 0"},
        "no givens": {"        m.fix(y[i, d], 1)": "        pass"},
        "a band is left out": {"for unit in board.units:": "for unit in board.units[board.box[0]:]:"},
        "no boxes": {"for unit in board.units:": "for unit in board.units[:2 * board.size]:"},
        "the last two digits are left out in units": {"        for d in digits:": "        for d in digits[:-2]:"},
        "digits from 0": {'"x", board.cells, 1, board.size)': '"x", board.cells, 0, board.size - 1)'},
        "all_different": (
            "def my_model(m, puzzle):\n"
            '    x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)\n'
            "    for unit in puzzle.board.units:\n"
            '        m.all_different([x[i] for i in unit.cells], f"{unit} is all different")\n'
            "    for i, d in puzzle.givens.items():\n        m.fix(x[i], d)\n    return x"
        ),
        "nothing is returned": {"    return x": "    pass"},
        "9x9 only": {"board, digits = puzzle.board, puzzle.board.digits": "board, digits = puzzle.board, range(1, 10)"},
        "no function": "my_model = 81",
    },
}
