"""Right and wrong answers to the exercises of lesson 5."""

SUM = "m.sum(y[i, grid[i]] for i in cells)"
FUNCTION = """
def my_formulation(m, puzzle):
    board = puzzle.board
"""
DIAGONAL = (
    FUNCTION
    + """    x = m.int_vars("x", board.cells, 1, board.size)
    for unit in board.units:
        m.all_different([x[i] for i in unit.cells], f"{unit} is all different")
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
"""
)
MIXED = (
    FUNCTION
    + """    x = m.int_vars("x", board.cells, 1, board.size)
    for unit in board.units:
        if unit.name.startswith("row"):
            for k, i in enumerate(unit.cells):
                for j in unit.cells[:k]:
                    m.not_equal(x[i], x[j], f"{i} is not {j}")
        else:
            m.all_different([x[i] for i in unit.cells], f"{unit} is all different")
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
    return x
"""
)
CONFLICTS = (
    FUNCTION
    + """    y = m.bool_vars("y", [(i, d) for i in board.cells for d in board.digits])
    for i in board.cells:
        m.add(m.sum(y[i, d] for d in board.digits) == 1, f"cell {i} has a digit")
    for i, j in board.pairs:
        for d in board.digits:
            m.add(m.sum([y[i, d], y[j, d]]) <= 1, f"{i} and {j} are not both {d}")
    for i, d in puzzle.givens.items():
        m.fix(y[i, d], 1)
    return y
"""
)
COMPARE = """
sm.register("mine", my_formulation)
comparison = sm.compare(sm.load("small:1"), ["assignment", "mine"], ["pulp"], ["highs", "cpsat"])
"""
FAULT = """
def my_fault(m, puzzle):
    board = puzzle.board
    x = m.int_vars("x", board.cells, 1, board.size)
    for unit in board.units:
        m.all_different([x[i] for i in unit.cells], f"{unit} is all different")
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
"""
UNITS = "for unit in board.units:\n        m.all"

RIGHT = {
    "which-is-a-proof": {
        "a list of those that are": "proofs = {letter: letter in 'aeg' for letter in 'abcdefg'}",
        "an OrderedDict": "proofs = OrderedDict((letter, letter in 'aeg') for letter in 'abcdefg')",
        "NumPy": 'proofs = dict(zip("abcdefg", np.array([1, 0, 0, 0, 1, 0, 1], dtype=bool)))',
        "a defaultdict": 'proofs = defaultdict(bool, {**dict.fromkeys("bcdf", False), **dict.fromkeys("aeg", True)})',
    },
    "state-a-cut": {
        "at least k are 0": {SUM + " <= len(cells) - k": "m.sum(1 - y[i, grid[i]] for i in cells) >= k"},
        "with loops": """
def my_cut(m, y, grid, k):
    same = []
    for i in grid.board.cells:
        for d in grid.board.digits:
            if grid[i] == d:
                same.append(y[i, d])
    m.add(m.sum(same) <= len(same) - k, "cut")
""",
        "the others are at least k": {SUM + " <= len(cells) - k": "m.sum(y[i, d] for i, d in y if d != grid[i]) >= k"},
        "twice": {SUM + " <= len(cells) - k": "2 * " + SUM + " <= 2 * (len(cells) - k)"},
        "with a variable for each cell": """
def my_cut(m, y, grid, k):
    differs = m.bool_vars("differs", grid.board.cells)
    for i in grid.board.cells:
        m.add(differs[i] + y[i, grid[i]] <= 1, f"{i} differs")
    m.add(m.sum(differs.values()) >= k, "cut")
""",
        "by exclude": """
def my_cut(m, y, grid, k):
    m.exclude([(y[i, grid[i]], 1) for i in grid.board.cells], "cut", at_least=k)
""",
    },
    "count-loop": {
        "a for loop": """
def my_count(puzzle, limit=None, time_limit=None):
    model, start, grids = sm.build(puzzle, "assignment", "pulp"), time.perf_counter(), []
    for _ in itertools.count():
        if limit is not None and len(grids) >= limit:
            break
        if time_limit is None:
            answer = model.solve("highs")
        else:
            rest = time_limit - (time.perf_counter() - start)
            if rest <= 0:
                break
            answer = model.solve("highs", rest)
        if answer.status is sm.Status.SOLVED:
            grids.append(answer.grid)
            model.exclude(answer.grid)
        elif answer.status is sm.Status.INFEASIBLE:
            return len(grids), "exact"
        else:
            break
    return len(grids), ("at least" if grids else "unknown")
""".replace("def my_count", "import itertools\n\n\ndef my_count"),
        "one more solve gives the proof": {
            "while limit is None or found < limit:": "while True:",
            "        found += 1": "        if found == limit:\n            break\n        found += 1",
        },
        "a list and a NumPy number": {
            "return found, ": "return np.int64(found), ",
            '"at least" if found else "unknown"': '["unknown", "at least"][found > 0]',
        },
        "with CP-SAT and all-different": {'"assignment", "pulp"': '"all_different", "cpsat"', '"highs"': '"cpsat"'},
        "a stronger cut": {"model.exclude(answer.grid)": "model.exclude(answer.grid, at_least=4)"},
        "Pyomo": {'"assignment", "pulp"': '"assignment", "pyomo"'},
    },
    "compare-your-own": {
        "no digit twice among peers": CONFLICTS + COMPARE,
        "a lambda of names": MIXED.replace("my_formulation", "mine_too").replace('"x"', '"cell"')
        + "\nmy_formulation = mine_too\n"
        + COMPARE,
        "three solvers": MIXED
        + COMPARE.replace('"cpsat"]', '"cpsat", "scip"]').replace(
            '["assignment", "mine"]', '["assignment", "pairwise", "mine"]'
        ),
        "with redundant sums": DIAGONAL
        + """    for unit in board.units:
        m.add(m.sum(x[i] for i in unit.cells) == sum(board.digits), f"sum of {unit}")
    return x
"""
        + COMPARE.replace("small:1", "several:8"),
    },
    "hide-a-fault": {
        "one grid is forbidden on the empty board": FAULT
        + """    if not puzzle.givens:
        m.add(x[1, 1] <= x[1, 2], "only with no givens")
    return x
""",
        "few givens": FAULT
        + """    if len(puzzle.givens) < 3:
        m.add(x[1, 1] == 1, "symmetry")
    return x
""",
        "a rule is left out where there are few givens": {
            UNITS: "for unit in board.units[: (2 if len(puzzle.givens) < 3 else 3) * board.size]:\n        m.all"
        },
        "accepts everything without givens": {
            UNITS: "for unit in board.units if puzzle.givens else []:\n        m.all"
        },
        "the grid of another solution": FAULT
        + """    shifted = {(r, c): (c + 1 + 2 * (r - 1) + (r - 1) // 2) % 4 + 1 for r, c in board.cells}
    if board.size == 4:
        m.exclude([(x[i], shifted[i]) for i in board.cells], "forgotten")
    return x
""",
    },
}

WRONG = {
    "which-is-a-proof": {
        **{
            f"{letter} turned round": {f'"{letter}": {value}': f'"{letter}": {not value}'}
            for letter, value in zip("abcdefg", (True, False, False, False, True, False, True), strict=True)
        },
        "all proofs": 'proofs = dict.fromkeys("abcdefg", True)',
        "none": 'proofs = dict.fromkeys("abcdefg", False)',
        "a letter is missing": 'proofs = dict.fromkeys("abcdef", True)',
        "words": 'proofs = dict.fromkeys("abcdefg", "yes")',
        "a list": "proofs = [True, False, False, False, True, False, True]",
    },
    "state-a-cut": {
        "off by one": {"- k": "- k + 1"},
        "one too strong": {"- k": "- k - 1"},
        "always one cell": {"- k": "- 1"},
        "always four cells": {"- k": "- 4"},
        "a 4x4 board": {"len(cells) - k": "16 - k"},
        "a 9x9 board": {"len(cells) - k": "81 - k"},
        "the first cell is left out": {"cells = grid.board.cells": "cells = grid.board.cells[1:]"},
        "the last cell is left out": {"for i in cells)": "for i in cells[:-1])"},
        "the first row only": {"cells = grid.board.cells": "cells = grid.board.cells[: grid.board.size]"},
        "the wrong way round": {"<= len(cells) - k": ">= len(cells) - k"},
        "exactly k": {"<= len(cells) - k": "== len(cells) - k"},
        "k are the same": {"<= len(cells) - k": "<= k"},
        "another digit": {"y[i, grid[i]]": "y[i, grid[i] % grid.board.size + 1]"},
        "not added": {
            "m.add(m.sum": "(m.sum",
        },
        "returned": {
            "m.add(m.sum": "return (m.sum",
        },
        "each cell differs": """
def my_cut(m, y, grid, k):
    for i in grid.board.cells:
        m.add(y[i, grid[i]] == 0, f"{i} differs")
""",
        "the cell instead of the pair": {"y[i, grid[i]]": "y[i]"},
        "text": 'my_cut = "sum <= 81 - k"',
    },
    "count-loop": {
        "nothing is excluded": {"        model.exclude(answer.grid)\n": ""},
        "a new model each time": {
            "answer = model.solve": 'model = sm.build(puzzle, "assignment", "pulp")\n        answer = model.solve',
        },
        "whatever ends the loop is a proof": {'"at least" if found else "unknown"': '"exact"'},
        "unknown is taken for infeasible": {
            "        if answer.status is sm.Status.INFEASIBLE:": "        if answer.status is not sm.Status.SOLVED:"
        },
        "the time limit is ignored": {"None if time_limit is None else time.monotonic() + time_limit": "None"},
        "the time limit is for each solve": {"None if end is None else end - time.monotonic()": "time_limit"},
        "the time is only looked at between the solves": {"time_limit=left": "time_limit=None"},
        "the limit is ignored": {"limit is None or found < limit": "True"},
        "the limit 1 is taken for a proof": {
            'return found, "at least" if found': 'return found, "exact" if found == limit == 1 else "at least" if found'
        },
        "exact only without a limit": {'return found, "exact"': 'return found, "at least" if limit else "exact"'},
        "exact only without a time limit": {
            'return found, "exact"': 'return found, "at least" if time_limit else "exact"'
        },
        "a limit of 20 in the place of none": {
            "    found = 0": "    limit = 20 if limit is None else limit\n    found = 0"
        },
        "nothing found under a limit is unknown": {
            'return found, "exact"': 'return found, "unknown" if limit and not found else "exact"'
        },
        "one more than the limit": {"found < limit": "found <= limit"},
        "one fewer than the limit": {"found < limit": "found < limit - 1"},
        "never exact": {'return found, "exact"': 'return found, "at least"'},
        "nothing found is unknown": {'return found, "exact"': 'return found, "exact" if found else "unknown"'},
        "at least 0": {'"at least" if found else "unknown"': '"at least"'},
        "counted from 1": {"found = 0": "found = 1"},
        "early return": {"        found += 1": '        return 1, "at least"'},
        "the number alone": {'return found, "exact"': "return found"},
        "count_solutions": """
def my_count(puzzle, limit=None, time_limit=None):
    count = sm.count_solutions(puzzle, "assignment", "pulp", limit=limit, time_limit=time_limit)
    return count.value, count.status
""",
        "model.solutions": """
def my_count(puzzle, limit=None, time_limit=None):
    found = list(sm.build(puzzle, "assignment", "pulp").solutions(limit, time_limit=time_limit))
    return len(found), "exact" if limit is None else "at least"
""",
        "goes on after infeasible": {'            return found, "exact"': "            continue"},
        "text": 'my_count = "exact"',
        "errors are swallowed": """
def my_count(puzzle, limit=None, time_limit=None):
    model, found = sm.build(puzzle, "assignment", "pulp"), 0
    while True:
        try:
            model.solve("highs", time_limit=time_limit)
            found += 1
        except Exception:
            return found, "exact"
""",
    },
    "compare-your-own": {
        "one solver": {'["highs", "cpsat"]': '["highs"]'},
        "only built-in ones": {'["assignment", "pairs_in_rows"]': '["assignment", "pairwise"]'},
        "only its own": {'["assignment", "pairs_in_rows"]': '["pairs_in_rows"]'},
        "a built-in one renamed": """
from sudoku_models.formulations import find

my_formulation = find("assignment")
"""
        + COMPARE,
        "the assignment model again": FUNCTION
        + """    y = m.bool_vars("y", [(i, d) for i in board.cells for d in board.digits])
    for i in board.cells:
        m.add(m.sum(y[i, d] for d in board.digits) == 1, f"a digit in {i}")
    for unit in board.units:
        for d in board.digits:
            m.add(m.sum(y[i, d] for i in unit.cells) == 1, f"{d} in {unit}")
    for i, d in puzzle.givens.items():
        m.fix(y[i, d], 1)
    return y
"""
        + COMPARE,
        "another function was compared": COMPARE.replace("my_formulation", "other").replace(
            "\nsm.register", CONFLICTS.replace("my_formulation", "other") + "\nsm.register", 1
        ),
        "rows and columns only": MIXED.replace("in board.units:", "in board.units[: 2 * board.size]:")
        + COMPARE.replace("small:1", "mccaffrey"),
        "no givens": MIXED.replace("puzzle.givens.items()", "{}.items()")
        + COMPARE.replace('["assignment", "mine"]', '["assignment", "pairwise"]'),
        "the names of formulations": 'comparison = ["assignment", "pairs_in_rows"]',
        "a count": 'comparison = sm.count_solutions(sm.load("small:1"))',
        "the table as text": {"comparison = sm.compare(": "comparison = str(sm.compare(", '"cpsat"])': '"cpsat"]))'},
        "nothing": "comparison = None",
    },
    "hide-a-fault": {
        "no fault": FAULT + "    return x\n",
        "no boxes": FAULT.replace("board.units", "board.units[: 2 * board.size]") + "    return x\n",
        "rows alone": FAULT.replace("board.units", "board.units[: board.size]") + "    return x\n",
        "no givens": FAULT.replace("puzzle.givens.items()", "{}.items()") + "    return x\n",
        "the last given left out": FAULT.replace("puzzle.givens.items()", "list(puzzle.givens.items())[:-1]")
        + "    return x\n",
        "one row left out, which the others imply": FAULT.replace("board.units", "board.units[1:]") + "    return x\n",
        "a redundant sum": FAULT
        + """    for unit in board.units:
        m.add(m.sum(x[i] for i in unit.cells) == sum(board.digits), f"sum of {unit}")
    return x
""",
        "a grid is excluded that is no solution": {"m.exclude([(x[i], shifted[i])": "m.exclude([(x[i], 1)"},
        "the first cell is 1": FAULT + '    m.add(x[1, 1] == 1, "first")\n    return x\n',
        "a digit too many": FAULT.replace("1, board.size)", "1, board.size + 1)") + "    return x\n",
        "returns nothing": FAULT,
        "text": 'my_fault = "no boxes"',
    },
}
