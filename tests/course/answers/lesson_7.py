"""Right and wrong answers to the exercises of lesson 7."""

MINIMISE = "m.minimize(m.sum(y[i, grid[i]] for i in grid.board.cells))"
ROW = 'm.add(m.sum(g[i] for i in chosen.board.cells if h[i] != chosen[i]) >= 1, f"not solution {k}")'

RIGHT = {
    "add-a-given": {
        "NumPy numbers": "given = (tuple(np.array([1, 3])), np.int64(5))",
        "lists": "given = [[1, 3], 5]",
        "fractions": "given = ((Fraction(1), Fraction(3)), Fraction(5))",
        "an array for the cell": "given = (np.array([1, 3]), 5)",
        "the last one": {"next(singles)": "[*singles][-1]"},
    },
    "objective-loop": {
        "frozen sets": {"return {i: {d": "return {i: frozenset({d", "not in unseen} for i": "not in unseen}) for i"},
        "sorted lists of NumPy integers, in an ordered dict": {
            "return {i: {d for d in puzzle.board.digits if (i, d) not in unseen} for i in puzzle.board.cells}": (
                "return OrderedDict((i, np.array([d for d in puzzle.board.digits if (i, d) not in unseen]))"
                " for i in puzzle.board.cells)"
            )
        },
        "with CP-SAT": {'"assignment", "pulp"': '"assignment", "cpsat"', 'solve("highs")': 'solve("cpsat")'},
        "a maximum": {"m.minimize(m.sum(-y[value]": "m.maximize(m.sum(y[value]"},
        "a new model for each solve": """
def my_allowed(puzzle):
    seen = {i: set() for i in puzzle.board.cells}
    while True:
        model = sm.build(puzzle, "assignment", "pulp")
        new = [y for (i, d), y in model.variables.items() if d not in seen[i]]
        if new:
            model.m.minimize(model.m.dot([-1] * len(new), new))
        grid = model.solve().grid
        if grid is None or all(grid[i] in seen[i] for i in seen):
            return seen
        for i in seen:
            seen[i].add(grid[i])
""",
    },
    "least-agreement": {
        "blank cells are enough": {"for i in grid.board.cells": "for i in grid.board.cells if i[0] > 0"},
        "with a factor": {"y[i, grid[i]]": "2 * y[i, grid[i]]"},
        "fewer agreements are more differences": """
def my_agreement(m, y, grid):
    terms = []
    for (i, d), variable in y.items():
        if grid[i] != d:
            terms.append(variable)
    m.maximize(m.sum(terms))
""",
        "a dot product": """
def my_agreement(m, y, grid):
    agree = [y[i, grid[i]] for i in grid.board.cells]
    m.minimize(m.dot(np.ones(len(agree)), agree))
""",
        "a constant more": {
            "m.sum(y[i, grid[i]] for i in grid.board.cells)": "m.sum(y[i, grid[i]] for i in grid.board.cells) + 1"
        },
    },
    "state-hitting-set": {
        "integers from 0 to 1": {
            'm.bool_vars("g", chosen.board.cells)': 'm.int_vars("given", chosen.board.cells, 0, 1)'
        },
        "only the cells that differ": {
            "chosen.board.cells)": "[i for i in chosen.board.cells if any(h[i] != chosen[i] for h in others)])",
            "for i in chosen.board.cells if h[i]": "for i in g if h[i]",
        },
        "loops": """
def my_hitting_set(m, chosen, others):
    given = m.bool_vars("given", list(chosen.board.cells))
    number = 0
    for other in others:
        number += 1
        differ = []
        for cell in chosen.board.cells:
            if other[cell] != chosen[cell]:
                differ.append(given[cell])
        m.add(m.sum(differ) >= 1, number)
    m.minimize(m.sum([given[cell] for cell in given]))
    return OrderedDict(given)
""",
        "with a redundant row": {"return g": 'm.add(m.sum(g.values()) >= 1, "at least one"); return g'},
        "the number as a variable": {
            "m.minimize(m.sum(g.values()))": 'z = m.int_vars("z", [0], 0, 81)[0]\n'
            '    m.add(z >= m.sum(g.values()), "z")\n    m.minimize(z)'
        },
    },
    "fool-the-swap-test": {
        "another puzzle": 'fooling = sm.load("several:14")',
        "five solutions": 'fooling = sm.load("several:16")',
        "a text": 'fooling = sm.load("several:12").line()',
        "a given is taken out": """
puzzle = sm.load("several:8")
fooling = sm.Puzzle(puzzle.board, tuple(puzzle.values))
""",
    },
}

WRONG = {
    "add-a-given": {
        "no solution has it": "given = ((1, 3), 9)",
        "all solutions have it": {"== 1": "== 5"},
        "several solutions have it": {"== 1": "== 2"},
        "a given that is there": "given = next(iter(sm.load('several:16').givens.items()))",
        "the digit alone": "given = 5",
        "the cell alone": "given = (1, 3)",
        "flat": "given = (1, 3, 5)",
        "counted from 0": "given = ((0, 3), 5)",
        "digit and cell exchanged": "given = (5, (1, 3))",
        "no digit": "given = ((1, 3), 0)",
        "a text": "given = 'r1c3=5'",
        "column and row exchanged": "given = ((3, 1), 5)",
        "the digit in a list": "given = ((1, 3), [5])",
    },
    "objective-loop": {
        "the package's function": """
def my_allowed(puzzle):
    return dict(sm.allowed_values(puzzle).values)
""",
        "the package's function, imported": """
def my_allowed(puzzle):
    from sudoku_models.models.allowed_values import allowed_values
    return allowed_values(puzzle, method="sat", cross_check=False).values
""",
        "a list of all solutions": """
def my_allowed(puzzle):
    grids = sm.count_solutions(puzzle, "assignment", "pulp", limit=None, cross_check=False).grids
    return {i: {grid[i] for grid in grids} for i in puzzle.board.cells}
""",
        "a solver's list of all solutions": """
def my_allowed(puzzle):
    sm.build(puzzle).solve()
    grids = sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", None, method="enumerate").grids
    return {i: {grid[i] for grid in grids} for i in puzzle.board.cells}
""",
        "one solve for each value": """
def my_allowed(puzzle):
    model = sm.build(puzzle, "assignment", "pulp")
    values = {i: set() for i in puzzle.board.cells}
    for (i, d), y in model.variables.items():
        model.m.minimize(model.m.dot([-1], [y]))
        if (grid := model.solve("highs").grid) and grid[i] == d:
            values[i].add(d)
    return values
""",
        "the sign": {"-y[value]": "y[value]"},
        "one solve": {"unseen -= shown": "unseen -= shown; break"},
        "it ends one solve early": {"if not shown:": "if len(shown) < 2:"},
        "it ends when few are new": {"if not shown:": "if len(shown) < 4:"},
        "a puzzle without a solution": {" if answer.grid else set()": ""},
        "the candidates": {"if (i, d) not in unseen}": "}"},
        "what was not seen": {"(i, d) not in unseen": "(i, d) in unseen"},
        "a cell is left out": {
            "not in unseen} for i in puzzle.board.cells}": "not in unseen} for i in puzzle.board.cells[1:]}"
        },
        "blank cells only": {
            "not in unseen} for i in puzzle.board.cells}": (
                "not in unseen} for i in puzzle.board.cells if i not in puzzle.givens}"
            )
        },
        "a digit is left out": {"for d in puzzle.board.digits": "for d in puzzle.board.digits[:-1]"},
        "counted from 0": {"{d for d": "{d - 1 for d"},
        "the pairs": {"return {i": "return unseen\n    return {i"},
        "a value is seen too soon": {"unseen = set(y)": "unseen = set(y) - {((1, 1), 1)}"},
        "nothing": "def my_allowed(puzzle):\n    pass\n",
        "the same objective again and again": {"unseen -= shown": "pass"},
    },
    "least-agreement": {
        "the sign": {"y[i, grid[i]]": "-y[i, grid[i]]"},
        "a maximum": {"minimize": "maximize"},
        "the first cell is left out": {"for i in grid.board.cells": "for i in grid.board.cells[1:]"},
        "the last cell is left out": {"for i in grid.board.cells": "for i in grid.board.cells[:-1]"},
        "the first row only": {"for i in grid.board.cells": "for i in grid.board.cells if i[0] == 1"},
        "the diagonal only": {"for i in grid.board.cells": "for i in grid.board.cells if i[0] == i[1]"},
        "later cells cost more": {"m.sum(y[i, grid[i]] for": "m.sum((i[0] + i[1]) * y[i, grid[i]] for"},
        "all binaries": {"y[i, grid[i]] for i in grid.board.cells": "y.values()"},
        "digits for binaries": {"y[i, grid[i]]": "grid[i] * y[i, grid[i]]"},
        "another digit": {"y[i, grid[i]]": "y[i, grid[i] % grid.board.size + 1]"},
        "a cut instead": {
            MINIMISE: "m.add(m.sum(y[i, grid[i]] for i in grid.board.cells) <= len(grid.board.cells) - 1, 'no')"
        },
        "a cut as well": {
            MINIMISE: f"{MINIMISE}\n    m.add(m.sum(y[i, grid[i]] for i in grid.board.cells) <= 15, 'no')"
        },
        "a value is fixed": {MINIMISE: f"{MINIMISE}\n    m.fix(y[(1, 1), grid[1, 1]], 1)"},
        "no objective": {MINIMISE: "m.sum(y[i, grid[i]] for i in grid.board.cells)"},
        "binaries are taken out of y": {MINIMISE: "m.minimize(m.sum(y.pop((i, grid[i])) for i in grid.board.cells))"},
        "a number": "my_agreement = 81",
    },
    "state-hitting-set": {
        "a cell counts once for each other solution": {
            "m.minimize(m.sum(g.values()))": "m.minimize(m.sum(g[i] for h in others for i in g if h[i] != chosen[i]))"
        },
        "integers from 0 to 9": {'m.bool_vars("g", chosen.board.cells)': 'm.int_vars("g", chosen.board.cells, 0, 9)'},
        "where they agree": {"h[i] != chosen[i]": "h[i] == chosen[i]"},
        "the first solution is left out": {"enumerate(others)": "enumerate(others[1:])"},
        "the last solution is left out": {"enumerate(others)": "enumerate(others[:-1])"},
        "exactly one": {">= 1": "== 1"},
        "at most one": {">= 1": "<= 1"},
        "two": {">= 1": ">= 2"},
        "no objective": {"m.minimize(m.sum(g.values()))": "pass"},
        "a maximum": {"minimize": "maximize"},
        "later cells cost more": {"m.sum(g.values())": "m.sum((9 * i[0] + i[1]) ** 2 * g[i] for i in g)"},
        "digits": {"m.sum(g.values())": "m.sum(chosen[i] ** 3 * g[i] for i in g)"},
        "all cells": {ROW: 'm.add(m.sum(g.values()) >= len(g), f"all {k}")'},
        "the first cells are left out": {
            "for i in chosen.board.cells if h[i]": "for i in chosen.board.cells[8:] if h[i]"
        },
        "nothing is returned": {"return g": "pass"},
        "the list is emptied": {"return g": "others.clear(); return g"},
        "numbers as keys": {"return g": "return dict(enumerate(g.values()))"},
        "the same name for all": {'f"not solution {k}"': '"not this one"'},
        "one at least, for all of them together": {
            "for k, h in enumerate(others):": "for k, h in enumerate(others[:1]):",
        },
        "in pairs": {"return g": "return {(i, chosen[i]): x for i, x in g.items()}"},
        "a list": {"return g": "return list(g)"},
    },
    "fool-the-swap-test": {
        "the name of a puzzle with many solutions": 'fooling = "several:31"',
        "a name that is none": 'fooling = "several:999"',
        "two solutions that differ in four cells": 'fooling = sm.load("several:10")',
        "many solutions": 'fooling = sm.load("several:31")',
        "nearly unique": 'fooling = sm.load("several:13")',
        "one solution": 'fooling = sm.load("mccaffrey")',
        "no solution": 'fooling = sm.load("several:7")',
        "the empty 4x4": 'fooling = sm.Puzzle.parse("." * 16)',
        "no puzzle": 'fooling = "123"',
        "a number": "fooling = 3",
        "a function": {"fooling = next(each for each in with_two if swap_test(each))": "fooling = swap_test"},
        "not fooled": {"if swap_test(each)": "if not swap_test(each)"},
        "a list of puzzles": {"fooling = next(each for each in with_two if swap_test(each))": "fooling = with_two"},
        "a full grid": 'fooling = sm.build("mccaffrey").solve().grid',
    },
}
