"""Right and wrong answers to the exercises of lesson 3."""

PYOMO = """
def my_assignment(puzzle):
    import pyomo.environ as pyo

    n = puzzle.board.size
    model = pyo.ConcreteModel()
    model.y = pyo.Var(range(1, n + 1), range(1, n + 1), range(1, n + 1), domain=pyo.Binary)
    model.rules = pyo.ConstraintList()
    for r, c in puzzle.board.cells:
        model.rules.add(sum(model.y[r, c, d] for d in range(1, n + 1)) == 1)
    for unit in puzzle.board.units:
        for d in range(1, n + 1):
            model.rules.add(sum(model.y[r, c, d] for r, c in unit.cells) == 1)
    for (r, c), d in puzzle.givens.items():
        model.y[r, c, d].fix(1)
    return model
"""

PULP = """
def my_assignment(puzzle):
    import pulp

    problem, y = pulp.LpProblem("mine"), {}
    for r, c in puzzle.board.cells:
        for d in puzzle.board.digits:
            y[r, c, d] = problem.add_variable(f"y_{r}_{c}_{d}", 0, 1, pulp.LpInteger)
    for r, c in puzzle.board.cells:
        problem += pulp.lpSum(y[r, c, d] for d in puzzle.board.digits) == 1
    for unit in puzzle.board.units:
        for d in puzzle.board.digits:
            problem += pulp.lpSum(y[r, c, d] for r, c in unit.cells) == 1
    for (r, c), d in puzzle.givens.items():
        problem += y[r, c, d] == 1
    return problem, y
"""

MADE = """    problem, y = pulp.LpProblem("mine"), {}
    for r, c in puzzle.board.cells:
        for d in puzzle.board.digits:
            y[r, c, d] = problem.add_variable(f"y_{r}_{c}_{d}", 0, 1, pulp.LpInteger)
"""
PULP_NESTED = PULP.replace("y[r, c, d]", "y[r][c][d]").replace(
    MADE.replace("y[r, c, d]", "y[r][c][d]"),
    """    problem, digits = pulp.LpProblem("mine"), puzzle.board.digits
    y = problem.add_variable_dicts("y", (digits, digits, digits), cat=pulp.LpBinary)
""",
)
PULP_BY_CELL = PULP.replace("y[r, c, d]", "y[r, c][d]").replace(
    MADE.replace("y[r, c, d]", "y[r, c][d]"),
    """    problem = pulp.LpProblem("mine")
    y = problem.add_variable_dicts("y", (puzzle.board.cells, puzzle.board.digits), cat=pulp.LpBinary)
""",
)

FIRST = 'm.add(m.sum(y[(k, k), d] for k in range(1, n + 1)) == 1, f"the falling diagonal has a {d}")'
SECOND = 'm.add(m.sum(y[(k, n + 1 - k), d] for k in range(1, n + 1)) == 1, f"the rising diagonal has a {d}")'

DIAGONALS_IN_PYOMO = PYOMO.replace("my_assignment", "with_diagonals").replace(
    "    for (r, c), d in",
    """    for d in range(1, n + 1):
        model.rules.add(sum(model.y[k, k, d] for k in range(1, n + 1)) == 1)
        model.rules.add(sum(model.y[k, n + 1 - k, d] for k in range(1, n + 1)) == 1)
    for (r, c), d in""",
)

RIGHT = {
    "count-equations": {
        "one product": {"n * n + 3 * n * n": "4 * n**2"},
        "as a NumPy number": {"n * n + 3 * n * n": "np.int64(4 * n * n)"},
        "as a float": {"n * n + 3 * n * n": "4.0 * n * n"},
        "counted on a board": """
def equations_of(n):
    cells, units, digits = n * n, 3 * n, n
    total = 0
    for _ in range(cells):
        total += 1
    for _ in range(units):
        total += digits
    return total
""",
    },
    "assignment": {
        "in Pyomo": PYOMO,
        "in PuLP": PULP,
        "in PuLP, with nested dicts": PULP_NESTED,
        "in PuLP, with a dict of dicts": PULP_BY_CELL,
        "each digit at most once in a unit": {
            "m.add(m.sum(y[i, d] for i in unit.cells) == 1": "m.add(m.sum(y[i, d] for i in unit.cells) <= 1"
        },
        "each cell at least one digit, and each unit each digit at most once": {
            "m.sum(y[i, d] for d in board.digits) == 1": "m.sum(y[i, d] for d in board.digits) >= 1",
            "m.sum(y[i, d] for i in unit.cells) == 1": "m.sum(y[i, d] for i in unit.cells) <= 1",
        },
        "the givens as constraints": {"m.fix(y[i, d], 1)": 'm.add(y[i, d] == 1, f"given {i}")'},
        "with redundant pairs": {
            "    return y": """    for i, j in board.pairs:
        for d in board.digits:
            m.add(m.sum([y[i, d], y[j, d]]) <= 1, f"{i} and {j} are not both {d}")
    return y"""
        },
        "without one row, which the others imply": {"in board.units:": "in board.units[1:]:"},
        "a defaultdict": {"return y": "found = defaultdict(int)\n    found.update(y)\n    return found"},
    },
    "drop-units": {
        "a tuple": 'dropped = ("row 1", "row 4", "row 8", "column 2", "column 5", "column 7")',
        "a set": 'dropped = {"row 2", "row 5", "row 7", "column 3", "column 4", "column 9"}',
        "as NumPy": 'dropped = np.array(["row 3", "row 6", "row 9", "column 3", "column 6", "column 9"])',
        "three boxes of a band": 'dropped = ["box 1", "box 2", "box 3", "row 4", "row 7", "column 1"]',
        "a comprehension": 'dropped = [f"{kind} {k}" for kind in ("row", "column") for k in (1, 4, 7)]',
    },
    "read-a-row": {
        "a list": 'which = ["box", 6, 2]',
        "NumPy numbers": 'which = ("box", np.int64(6), np.int32(2))',
        "floats": 'which = ("box", 6.0, 2.0)',
        "computed": """
r, c = 4, 7
which = ("box", 3 * ((r - 1) // 3) + (c - 1) // 3 + 1, 2)
""",
    },
    "add-diagonals": {
        "loops": """
def with_diagonals(m, puzzle):
    y = my_assignment(m, puzzle)
    n = puzzle.board.size
    for d in range(1, n + 1):
        down, up = [], []
        for k in range(n):
            down.append(y[(k + 1, k + 1), d])
            up.append(y[(n - k, k + 1), d])
        m.add(m.sum(down) == 1, f"down {d}")
        m.add(m.sum(up) == 1, f"up {d}")
    return y
""",
        "each digit at most once": {"== 1": "<= 1"},
        "in Pyomo": DIAGONALS_IN_PYOMO,
        "all cells filtered": {
            SECOND: "rising = [y[i, d] for i in puzzle.board.cells if sum(i) == n + 1]\n        "
            'm.add(m.sum(rising) == 1, f"rising {d}")'
        },
    },
}

WRONG = {
    "count-equations": {
        "three kinds only": {"n * n + 3 * n * n": "3 * n * n"},
        "one for each unit": {"n * n + 3 * n * n": "n * n + 3 * n"},
        "the number for 9": {"n * n + 3 * n * n": "324"},
        "one too many": {"n * n + 3 * n * n": "4 * n * n + 1"},
        "the number of variables": {"n * n + 3 * n * n": "n**3"},
        "nine digits on every board": {"n * n + 3 * n * n": "n * n + 27 * n"},
        "two kinds": {"n * n + 3 * n * n": "n * n + 2 * n * n"},
        "no cells, no digits": {"n * n + 3 * n * n": "n + 3 * n"},
        "a number instead of a function": "equations_of = 324",
        "a table of two sizes": {"n * n + 3 * n * n": "{4: 64, 9: 324}[n]"},
        "text": {"n * n + 3 * n * n": "str(4 * n * n)"},
        "nothing is returned": {"return n * n + 3 * n * n": "n * n + 3 * n * n"},
    },
    "assignment": {
        "no boxes": {"in board.units:": "in board.units[: 2 * board.size]:"},
        "boxes alone": {"in board.units:": "in board.units[2 * board.size :]:"},
        "no cells": {"for i in board.cells:": "for i in []:"},
        "cells at most one digit, units too": {"== 1": "<= 1"},
        "cells and units at least": {"== 1": ">= 1"},
        "cells two digits": {"m.sum(y[i, d] for d in board.digits) == 1": "m.sum(y[i, d] for d in board.digits) == 2"},
        "no givens": {"puzzle.givens.items()": "{}.items()"},
        "the first given is left out": {"puzzle.givens.items()": "list(puzzle.givens.items())[1:]"},
        "givens fixed to 0": {"m.fix(y[i, d], 1)": "m.fix(y[i, d], 0)"},
        "no digit 1": {"for d in board.digits:\n            m.add": "for d in board.digits[2:]:\n            m.add"},
        "9x9 only": {"board.digits": "range(1, 10)"},
        "early return": {"    for i, d in puzzle": "    return y\n    for i, d in puzzle"},
        "a further rule": {"    return y": '    m.add(y[board.cells[0], 1] == 1, "more")\n    return y'},
        "returns nothing": {"return y": "return None"},
        "a model for the empty board": {
            "puzzle.givens.items()": "sm.Puzzle(board, (0,) * len(board.cells)).givens.items()"
        },
        "continuous": PYOMO.replace("pyo.Binary", "pyo.UnitInterval"),
        "continuous in PuLP": PULP.replace("pulp.LpInteger", "pulp.LpContinuous"),
        "PuLP, nested dicts, and a row short": PULP_NESTED.replace(
            "return problem, y", "del y[1]\n    return problem, y"
        ),
        "PuLP without the variables": PULP.replace("return problem, y", "return problem"),
    },
    "drop-units": {
        "three of one band": 'dropped = ["row 1", "row 2", "row 3", "column 1", "column 4", "column 7"]',
        "five": {', "column 9"': ""},
        "seven": {'"column 9"': '"column 9", "box 9"'},
        "one twice": {'"column 9"': '"column 6"'},
        "boxes and rows of all bands": 'dropped = ["box 1", "box 4", "box 7", "row 1", "row 4", "row 7"]',
        "six boxes": 'dropped = ["box 1", "box 2", "box 3", "box 4", "box 5", "box 6"]',
        "six rows": 'dropped = [f"row {k}" for k in range(1, 7)]',
        "two of a band": 'dropped = ["row 1", "row 2", "row 4", "row 7", "column 1", "column 4"]',
        "none": "dropped = []",
        "one name as text": 'dropped = "row 1"',
        "numbers": "dropped = [3, 6, 9, 3, 6, 9]",
        "a unit that does not exist": {'"column 9"': '"column 10"'},
        "other spelling": {"row 3": "Row 3"},
        "a row, a column and a box of each": 'dropped = ["row 1", "row 4", "column 1", "column 4", "box 1", "box 9"]',
    },
    "read-a-row": {
        "the box in the middle": {"6": "5"},
        "number and digit exchanged": {"6, 2": "2, 6"},
        "a row": {'"box", 6': '"row", 4'},
        "a column": {'"box", 6': '"column", 7'},
        "a cell": {'"box", 6, 2': '"cell", 4, 7'},
        "boxes counted by columns": {"6": "8"},
        "counted from 0": {"6, 2": "5, 1"},
        "the first number is the digit": {"6, 2": "6, 4"},
        "two things": {"6, 2": "6"},
        "text": 'which = "box 6 has a 2"',
        "another box of the band": {"6": "4"},
    },
    "add-diagonals": {
        "the falling one only": {SECOND: "pass"},
        "the rising one only": {FIRST: "pass"},
        "the falling one twice": {"n + 1 - k), d]": "k), d]"},
        "the centre does not count": {"for k in range(1, n + 1))": "for k in range(1, n + 1) if 2 * k != n + 1)"},
        "the centre does not count, at most once": {
            "for k in range(1, n + 1)) == 1": "for k in range(1, n + 1) if 2 * k != n + 1) <= 1"
        },
        "the centre does not count on the falling one": {
            FIRST: FIRST.replace("n + 1)) == 1", "n + 1) if 2 * k != n + 1) <= 1")
        },
        "the centre does not count on the rising one": {
            SECOND: SECOND.replace("n + 1)) == 1", "n + 1) if 2 * k != n + 1) <= 1")
        },
        "off by one": {"n + 1 - k": "n - k"},
        "the first cell left out": {"range(1, n + 1)": "range(2, n + 1)"},
        "the last cell left out": {"range(1, n + 1)": "range(1, n)"},
        "at least once": {"== 1": ">= 0"},
        "two of each digit": {"== 1": "== 2"},
        "one digit only": {"puzzle.board.digits": "[1]"},
        "two digits only": {"puzzle.board.digits": "[1, 2]"},
        "on 4x4 only": {"y, n = my_assignment(m, puzzle), puzzle.board.size": "y, n = my_assignment(m, puzzle), 4"},
        "on 9x9 only": {"y, n = my_assignment(m, puzzle), puzzle.board.size": "y, n = my_assignment(m, puzzle), 9"},
        "early return": {"        " + SECOND: "        return y"},
        "no assignment": {
            "my_assignment(m, puzzle)": 'm.bool_vars("y", product(puzzle.board.cells, puzzle.board.digits))',
            "    y, n =": "    from itertools import product\n\n    y, n =",
        },
        "returns nothing": {"return y": "return None"},
        "a number": "with_diagonals = 48",
        "continuous": DIAGONALS_IN_PYOMO.replace("pyo.Binary", "pyo.PercentFraction"),
    },
}
