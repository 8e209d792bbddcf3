"""Right and wrong answers to the exercises of lesson 19."""

ON_THE_BOARD = """
def my_sizes(n):
    board = sm.Board.of_size(n)
    pairs = {frozenset((i, j)) for i in board.cells for j in board.peers[i]}
    return {"big-M": [len(board.cells) + len(pairs), 2 * len(pairs)], "assignment": [n**3, 4 * n * n]}
"""

LOOPS = """
def my_sizes(n):
    k = int(n**0.5)
    pairs = 0
    for a in range(n * n):
        for b in range(a):
            r, c, s, d = a // n, a % n, b // n, b % n
            if r == s or c == d or (r // k, c // k) == (s // k, d // k):
                pairs += 1
    return {"assignment": (n * n * n, n * n + 3 * n * n), "big-M": (n * n + pairs, 2 * pairs)}
"""

FORMULA = """
def my_sizes(n):
    pairs = np.int64(n) ** 2 * (3 * n - 2 * np.sqrt(n) - 1) / 2
    return {"assignment": np.array([n**3, 4 * n**2]), "big-M": (n**2 + pairs, 2 * pairs)}
"""

BY_UNITS = """
def my_sizes(n):
    k = round(n ** 0.5)
    in_units = 3 * n * Fraction(n * (n - 1), 2)
    twice = 2 * n * k * Fraction(k * (k - 1), 2)
    pairs = in_units - twice
    return OrderedDict([("assignment", (n ** 3, 4 * n ** 2)), ("big-M", (n ** 2 + pairs, 2 * pairs))])
"""

NESTED = """
def my_verdict(incumbent, bound, cells):
    if incumbent is None:
        incumbent = cells
    if incumbent < cells:
        return "more than one"
    elif bound > cells - 4:
        return "one solution"
    else:
        return "unknown"
"""

CEILING = """
def my_verdict(incumbent, bound, cells):
    least = int(np.ceil(bound))
    if incumbent is not None and incumbent <= cells - 4:
        return "more than one"
    return "one solution" if least >= cells - 3 else "unknown"
"""

POSSIBLE = """
def my_verdict(incumbent, bound, cells):
    if incumbent is not None and cells - incumbent:
        return "more than one"
    possible = [a for a in range(cells - 3) if a >= bound]
    return "unknown" if possible else "one solution"
"""

ORDER = """
def my_verdict(incumbent, bound, cells):
    if bound > cells - 4:
        return "one solution"
    if incumbent is None or incumbent == cells:
        return "unknown"
    return "more than one"
"""

DOT = """
def my_cages(m, x, cages):
    for k, (total, cells) in enumerate(cages):
        inside = [x[cell] for cell in cells]
        m.add(m.dot([1] * len(inside), inside) == total, f"sum {k}")
        m.all_different(inside, f"cage {k}")
"""

PAIRS = """
def my_cages(m, x, cages):
    for k, (total, cells) in enumerate(cages):
        m.add(m.sum(x[i] for i in cells) >= total, f"at least {k}")
        m.add(m.sum(x[i] for i in cells) <= total, f"at most {k}")
        for a in range(len(cells)):
            for b in range(a):
                m.not_equal(x[cells[a]], x[cells[b]], f"{cells[a]} {cells[b]} in {k}")
"""

TABLES = """
def my_cages(m, x, cages):
    from itertools import permutations
    top = round(len(x) ** 0.5)
    for k, (total, cells) in enumerate(cages):
        fitting = [t for t in permutations(range(1, top + 1), len(cells)) if sum(t) == total]
        m.table([x[i] for i in cells], fitting, f"cage {k}")
"""

REDUNDANT = """
def my_cages(m, x, cages):
    for k, (total, cells) in enumerate(cages):
        expression = 0
        for cell in cells:
            expression = expression + x[cell]
            if len(cells) > 1:
                m.add(x[cell] <= total - 1, f"not too large {cell} {k}")
        m.add(total == expression, f"sum {k}")
        m.all_different((x[cell] for cell in cells), f"cage {k}")
"""

RIGHT = {
    "sizes-of-both": {
        "counted on the board, lists": ON_THE_BOARD,
        "loops over cells": LOOPS,
        "NumPy, floats and arrays": FORMULA,
        "counted by units, fractions": BY_UNITS,
    },
    "read-the-second-program": {
        "no incumbent is all cells": NESTED,
        "the bound rounded up": CEILING,
        "the agreements that are possible": POSSIBLE,
        "the bound first": ORDER,
    },
    "cages-on-digits": {
        "dot, numbered": DOT,
        "pairs and two inequalities": PAIRS,
        "tables": TABLES,
        "a loop with redundant constraints": REDUNDANT,
    },
}

WRONG = {
    "sizes-of-both": {
        "pairs from both ends": {"peers // 2": "peers"},
        "the box counted whole": {"(k - 1) ** 2": "(k**2 - 1)"},
        "no boxes": {" + (k - 1) ** 2": ""},
        "a cell is its own peer": {"2 * (n - 1)": "2 * n"},
        "one row for each pair": {"2 * pairs)": "pairs)"},
        "no integers": {"n**2 + pairs": "pairs"},
        "no equations of the cells": {"4 * n**2": "3 * n**2"},
        "27 units and 81 cells": {"4 * n**2": "n**2 + 27 * n"},
        "only 9x9": "def my_sizes(n):\n    return {'assignment': (729, 324), 'big-M': (891, 1620)}\n",
        "a binary for each ordered pair": {"n**2 + pairs": "n**2 + 2 * pairs"},
        "exchanged": {"(n**3, 4 * n**2)": "(4 * n**2, n**3)"},
        "boxes of three": {"round(n**0.5)": "3"},
        "a tuple": {'{"assignment": (n**3, 4 * n**2), "big-M": (n**2 + pairs, 2 * pairs)}': "(n**3, 4 * n**2)"},
    },
    "read-the-second-program": {
        "the incumbent not looked at": {"incumbent is not None and incumbent < cells": "False"},
        "the bound not looked at": {"bound > cells - 4": "False"},
        "not strict": {"bound > cells - 4": "bound >= cells - 4"},
        "the whole gap": {"bound > cells - 4": "bound >= cells"},
        "three cells": {"cells - 4": "cells - 3"},
        "five cells": {"cells - 4": "cells - 5"},
        "an incumbent of all cells is a proof": {"bound > cells - 4": "incumbent == cells or bound > cells - 4"},
        "77 for every board": {"cells - 4": "77"},
        "an incumbent is a second solution": {" and incumbent < cells": ""},
        "no incumbent is a proof": {"bound > cells - 4": "incumbent is None or bound > cells - 4"},
        "the bound rounded down": {"bound > cells - 4": "int(bound) > cells - 4"},
        "the bound rounded": {"bound > cells - 4": "round(bound) >= cells - 4"},
        "no words": {'"more than one"': "False", '"one solution"': "True", '"unknown"': "None"},
        "the exchanged verdicts": {'"more than one"': '"one solution"', '"one solution" if': '"more than one" if'},
        "a text": "my_verdict = 'unknown'",
    },
    "cages-on-digits": {
        "sums only": {'m.all_different([x[i] for i in cells], f"the digits of {cells}")': "pass"},
        "different only": {'m.add(m.sum(x[i] for i in cells) == total, f"the sum of {cells}")': "pass"},
        "at most": {"== total": "<= total"},
        "at least": {"== total": ">= total"},
        "the last cell left out": {"for i in cells) ==": "for i in cells[:-1]) =="},
        "the last cell may repeat": {"[x[i] for i in cells]": "[x[i] for i in cells[:-1]]"},
        "the last cage left out": {"in cages:": "in cages[:-1]:"},
        "the first cage only": {"in cages:": "in cages[:1]:"},
        "one more": {"== total": "== total + 1"},
        "a name for all": {"the sum of {cells}": "the sum"},
        "neighbours differ": {
            'm.all_different([x[i] for i in cells], f"the digits of {cells}")': "for a, b in zip(cells, cells[1:]):\n"
            '            m.not_equal(x[a], x[b], f"{a} {b} {total}")'
        },
        "the cages are used up": {"in cages:": "in [cages.pop() for _ in range(len(cages))]:"},
        "returns at the first cage": {'f"the digits of {cells}")': 'f"the digits of {cells}")\n        return'},
        "nothing stated": "def my_cages(m, x, cages):\n    pass\n",
        "not a function": "my_cages = None",
    },
}
