"""Right and wrong answers to the exercises of lesson 2."""

PAIRS = "for i, j in board.pairs:"
NAME = 'f"{i} and {j} differ"'
HAND = "    for k, (i, j) in enumerate(puzzle.board.pairs):"
ABOVE, BELOW = "problem += x[i] - x[j] >= 1 - n * (1 - z)", "problem += x[j] - x[i] >= 1 - n * z"
FIX = "        x[i].lowBound = x[i].upBound = d"
RANK = 'm.add(x[i] == 1 + sum(above), f"rank of {i} in {unit}")'
RETURN = "    return x"
M = "def smallest_M(p, q, r, s):\n    "

PYOMO = """
def big_m_by_hand(puzzle):
    n, cells = puzzle.board.size, puzzle.board.cells
    model = pyo.ConcreteModel()
    model.x = pyo.Var(cells, domain=pyo.Integers, bounds=(1, n))
    model.z = pyo.Var(range(len(puzzle.board.pairs)), domain=pyo.Binary)
    model.rows = pyo.ConstraintList()
    for k, (i, j) in enumerate(puzzle.board.pairs):
        model.rows.add(model.x[i] - model.x[j] >= 1 - n * (1 - model.z[k]))
        model.rows.add(model.x[j] - model.x[i] >= 1 - n * model.z[k])
    for i, d in puzzle.givens.items():
        model.x[i].fix(d)
    return model
"""
SQUARES = """
def my_pairwise(m, puzzle):
    n = puzzle.board.size
    h, w = puzzle.board.box
    cells = [(r, c) for r in range(1, n + 1) for c in range(1, n + 1)]
    x = m.int_vars("digit", cells, 1, n)
    for a, (r, c) in enumerate(cells):
        for s, t in cells[a + 1 :]:
            same_box = (r - 1) // h == (s - 1) // h and (c - 1) // w == (t - 1) // w
            if r == s or c == t or same_box:
                m.not_equal(x[r, c], x[s, t], f"r{r}c{c} is not r{s}c{t}")
    for cell in puzzle.givens:
        m.add(x[cell] == puzzle.givens[cell], f"given in {cell}")
    return x
"""
TWO_BINARIES = """
def ranks_alone(m, puzzle):
    board = puzzle.board
    x = m.int_vars("x", board.cells, 1, board.size)
    larger = m.bool_vars("larger", [(i, j) for pair in board.pairs for i, j in (pair, pair[::-1])])
    for i, j in board.pairs:
        m.add(larger[i, j] + larger[j, i] == 1, f"{i} or {j}")
    for k, unit in enumerate(board.units):
        for i in unit.cells:
            m.add(m.sum(larger[i, j] for j in unit.cells if j != i) == x[i] - 1, f"{k}: {i}")
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
    return x
"""
UNIT_SUMS = """
def ranks_alone(m, puzzle):
    board = puzzle.board
    x = m.int_vars("x", board.cells, 1, board.size)
    for unit in board.units:
        m.add(m.sum(x[i] for i in unit.cells) == sum(board.digits), f"{unit}")
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
    return x
"""

RIGHT = {
    "count-pairs": {
        "a number": "pairs = 810",
        "as NumPy": "pairs = np.int32(810)",
        "a float": "pairs = 81 * 20 / 2",
        "a fraction": "pairs = Fraction(1620, 2)",
        "by the package": 'pairs = len(sm.load("easy50:1").board.pairs)',
    },
    "pairwise": {
        "by rows, columns and boxes": SQUARES,
        "pairs turned round": {"m.not_equal(x[i], x[j],": "m.not_equal(x[j], x[i],"},
        "an ordered dict": {RETURN: "    return OrderedDict(x)"},
        "a redundant sum": {RETURN: '    m.add(m.sum(x.values()) >= len(x), "at least all ones")\n    return x'},
        "names as pairs": {NAME: '("differ", i, j)'},
    },
    "smallest-m": {
        "the other order": M + "return 1 + max(q - r, s - p)\n",
        "by enumeration": M
        + "return 1 + max(abs(a - b) for a in range(p, q + 1) for b in range(r, s + 1) if a != b)\n",
        "as NumPy": M + "return np.int64(max(s - p, q - r) + 1)\n",
        "a float": M + "return float(max(s - p, q - r)) + 1.0\n",
        "a fraction": M + "return Fraction(max(s - p, q - r) + 1)\n",
    },
    "big-m-by-hand": {
        "in Pyomo": PYOMO,
        "all variables on the left": {ABOVE: "problem += x[i] - x[j] - n * z >= 1 - n"},
        "as less or equal": {BELOW: "problem += x[i] - x[j] - n * z <= -1"},
        "the binary the other way round": {
            ABOVE: "problem += x[i] - x[j] >= 1 - n * z",
            BELOW: "problem += x[j] - x[i] >= 1 - n * (1 - z)",
        },
        "twice the rows": {ABOVE: "problem += 2 * x[i] - 2 * x[j] >= 2 - 2 * n * (1 - z)"},
        "givens as constraints": {FIX: "        problem += x[i] == d"},
    },
    "ranks-alone": {
        "two binaries for a pair": TWO_BINARIES,
        "the sum of the library": {"1 + sum(above)": "1 + m.sum(above)"},
        "x on the right": {"x[i] == 1 + sum(above)": "m.sum(above) == x[i] - 1"},
        "unit sums as well": {
            "    for i, d in puzzle": (
                "    for unit in board.units:\n"
                '        m.add(m.sum(x[i] for i in unit.cells) == sum(board.digits), f"{unit}")\n'
                "    for i, d in puzzle"
            )
        },
        "givens as constraints": {"m.fix(x[i], d)": 'm.add(x[i] == d, f"given in {i}")'},
    },
}

WRONG = {
    "count-pairs": {
        "both ends": "pairs = 1620",
        "units": "pairs = 27 * 36",
        "all pairs": "pairs = 81 * 80 // 2",
        "peers of one cell": "pairs = 20",
        "without boxes": "pairs = 81 * 16 // 2",
        "a box counted whole": "pairs = 81 * 24 // 2",
        "one off": "pairs = 811",
        "a text": 'pairs = "810"',
        "units, both ends": "pairs = 27 * 72",
        "two numbers": "pairs = [810, 1620]",
    },
    "pairwise": {
        "the first pair is left out": {PAIRS: "for i, j in board.pairs[1:]:"},
        "the last pair is left out": {PAIRS: "for i, j in board.pairs[:-1]:"},
        "no boxes": {PAIRS: "for i, j in [(i, j) for i, j in board.pairs if i[0] == j[0] or i[1] == j[1]]:"},
        "no rows": {PAIRS: "for i, j in [(i, j) for i, j in board.pairs if i[0] != j[0]]:"},
        "no columns": {PAIRS: "for i, j in [(i, j) for i, j in board.pairs if i[1] != j[1]]:"},
        "every pair twice": {PAIRS: "for i, j in [*board.pairs, *((j, i) for i, j in board.pairs)]:"},
        "all pairs of cells": {PAIRS: "for i, j in [(i, j) for i in board.cells for j in board.cells if i < j]:"},
        "nine digits, always": {"board.cells, 1, board.size)": "board.cells, 1, 9)"},
        "digits from 0": {"board.cells, 1, board.size)": "board.cells, 0, board.size)"},
        "digits to n - 1": {"board.cells, 1, board.size)": "board.cells, 1, board.size - 1)"},
        "no givens": {"        m.fix(x[i], d)": "        pass"},
        "a given is left out": {"puzzle.givens.items():": "list(puzzle.givens.items())[1:]:"},
        "the givens of the lesson": {"puzzle.givens.items()": 'sm.load("easy50:1").givens.items()'},
        "one name for all": {NAME: '"they differ"'},
        "an order in place of a difference": {f"m.not_equal(x[i], x[j], {NAME})": f"m.add(x[i] <= x[j] - 1, {NAME})"},
        "all-different": {
            PAIRS: "for unit in board.units:",
            f"m.not_equal(x[i], x[j], {NAME})": 'm.all_different([x[i] for i in unit.cells], f"{unit}")',
        },
        "all-different as well": {
            RETURN: '    m.all_different([x[i] for i in board.units[0].cells], "row 1")\n    return x'
        },
        "nothing is returned": {RETURN: "    pass"},
        "a further constraint": {RETURN: '    m.add(x[1, 1] <= x[2, 2], "in order")\n    return x'},
    },
    "smallest-m": {
        "one too small": {"return max(s - p, q - r) + 1": "return max(s - p, q - r)"},
        "one too large": {"return max(s - p, q - r) + 1": "return max(s - p, q - r) + 2"},
        "one side": {"max(s - p, q - r)": "s - p"},
        "the other side": {"max(s - p, q - r)": "q - r"},
        "the smaller side": {"max(": "min("},
        "the whole range": {"max(s - p, q - r)": "max(q, s) - min(p, r)"},
        "the number of digits": {"max(s - p, q - r) + 1": "q"},
        "the size of the first domain": {"max(s - p, q - r) + 1": "q - p + 1"},
        "the larger domain": {"max(s - p, q - r)": "max(q - p, s - r)"},
        "the sum of both sides": {"max(s - p, q - r)": "(s - p) + (q - r)"},
        "nine": {"max(s - p, q - r) + 1": "9"},
        "very large": {"max(s - p, q - r) + 1": "1000"},
        "no number": {"max(s - p, q - r) + 1": 'float("nan")'},
        "nothing": {"return max(s - p, q - r) + 1": "pass"},
        "True": {"return max(s - p, q - r) + 1": "return True"},
        "as text": {"return max(s - p, q - r) + 1": "return str(max(s - p, q - r) + 1)"},
    },
    "big-m-by-hand": {
        "M is one too small": {"n * (1 - z)": "(n - 1) * (1 - z)", "1 - n * z": "1 - (n - 1) * z"},
        "M is one too small in one row": {"1 - n * z": "1 - (n - 1) * z"},
        "M is one too large": {"n * (1 - z)": "(n + 1) * (1 - z)", "1 - n * z": "1 - (n + 1) * z"},
        "M is one too large in one row": {"1 - n * z": "1 - (n + 1) * z"},
        "M is 4 or 9": {"n * (1 - z)": "(4 if n == 4 else 9) * (1 - z)", "1 - n * z": "1 - (4 if n == 4 else 9) * z"},
        "M is 100": {"n * (1 - z)": "100 * (1 - z)", "1 - n * z": "1 - 100 * z"},
        "M is 9": {"n * (1 - z)": "9 * (1 - z)", "1 - n * z": "1 - 9 * z"},
        "only one row": {BELOW: "pass"},
        "only the other row": {ABOVE: "pass"},
        "the same side twice": {BELOW: "problem += x[j] - x[i] >= 1 - n * (1 - z)"},
        "0 in place of 1": {"problem += x[i] - x[j] >= 1 -": "problem += x[i] - x[j] >= 0 -"},
        "the first pair is left out": {HAND: HAND.replace("pairs", "pairs[1:]")},
        "no boxes": {
            HAND: "    lines = [(i, j) for i, j in puzzle.board.pairs if i[0] == j[0] or i[1] == j[1]]\n"
            "    for k, (i, j) in enumerate(lines):"
        },
        "no givens": {FIX: "        pass"},
        "givens are lower bounds": {FIX: "        x[i].lowBound = d"},
        "z is continuous": {'f"z_{k}", cat="Binary"': 'f"z_{k}", 0, 1'},
        "one z for all": {
            HAND: '    z = problem.add_variable("z", cat="Binary")\n' + HAND,
            '        z = problem.add_variable(f"z_{k}", cat="Binary")\n': "",
        },
        "x is continuous": {', cat="Integer")': ")"},
        "digits from 0": {'f"x_{r}_{c}", 1, n': 'f"x_{r}_{c}", 0, n'},
        "the problem alone": {"return problem, x": "return problem"},
        "disjunctions": "def big_m_by_hand(puzzle):\n    return by_pyomo.pairwise(puzzle)\n",
        "assignment": (
            "def big_m_by_hand(puzzle):\n    from sudoku_models.formulations.textbook import pyomo\n\n"
            "    return pyomo.assignment(puzzle)\n"
        ),
    },
    "ranks-alone": {
        "unit sums without binaries": UNIT_SUMS,
        "unit sums, and idle binaries": {
            RANK: "pass",
            "        for i in unit.cells:": (
                '        m.add(m.sum(x[i] for i in unit.cells) == sum(board.digits), f"{unit}")\n'
                "        for i in unit.cells:"
            ),
        },
        "nothing": {RANK: "pass"},
        "rows only": {"in board.units:": "in board.units[: board.size]:"},
        "no boxes": {"in board.units:": "in board.units[: 2 * board.size]:"},
        "the first unit is left out": {"in board.units:": "in board.units[1:]:"},
        "the first cell of each unit is left out": {"for i in unit.cells:": "for i in unit.cells[1:]:"},
        "at most the rank": {"x[i] == 1": "x[i] <= 1"},
        "at least the rank": {"x[i] == 1": "x[i] >= 1"},
        "ranks from 0": {"1 + sum(above)": "sum(above)"},
        "ranks from 2": {"1 + sum(above)": "2 + sum(above)"},
        "z where 1 - z is meant": {"1 - z[j, i]": "z[j, i]"},
        "big-M rows as well": {
            "    for i, d in puzzle": (
                "    n = board.size\n    for i, j in board.pairs:\n"
                '        m.add(x[i] - x[j] >= 1 - n * (1 - z[i, j]), f"{i} over {j}")\n'
                '        m.add(x[j] - x[i] >= 1 - n * z[i, j], f"{i} under {j}")\n    for i, d in puzzle'
            )
        },
        "not equal as well": {
            "    for i, d in puzzle": (
                '    for i, j in board.pairs:\n        m.not_equal(x[i], x[j], f"{i}, {j}")\n    for i, d in puzzle'
            )
        },
        "a row that is right": {
            "    for i, d in puzzle": (
                "    n = board.size\n    for i, j in board.pairs:\n        if i[0] == j[0] == 1:\n"
                '            m.add(x[i] - x[j] >= 1 - n * (1 - z[i, j]), f"{i} over {j}")\n'
                '            m.add(x[j] - x[i] >= 1 - n * z[i, j], f"{i} under {j}")\n    for i, d in puzzle'
            )
        },
        "no givens": {"        m.fix(x[i], d)": "        pass"},
        "z is an integer to 2": {'m.bool_vars("z", board.pairs)': 'm.int_vars("z", board.pairs, 0, 2)'},
        "z is continuous": {
            'm.bool_vars("z", board.pairs)': (
                '{p: m.native.add_variable(f"z{k}", 0, 1) for k, p in enumerate(board.pairs)}'
            )
        },
        "nothing is returned": {RETURN: "    pass"},
    },
}
