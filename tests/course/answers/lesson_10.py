"""Right and wrong answers to the exercises of lesson 10."""

COST = """
def my_cost(puzzle, grid):
    total = 0
    for unit in puzzle.board.units:
        total += 2 * (len(unit.cells) - len({grid[i] for i in unit.cells}))
    for i in puzzle.givens:
        if grid[i] != puzzle.givens[i]:
            total += 8
    return total
"""

CHANGE = """
def my_change(puzzle, digits, a, b):
    mine = {}
    for unit in puzzle.board.units:
        if a in unit.cells or b in unit.cells:
            for i in unit.cells:
                mine[i] = digits[i]

    def of(held):
        units = [unit for unit in puzzle.board.units if a in unit.cells or b in unit.cells]
        total = sum(2 * (len(unit.cells) - len({held[i] for i in unit.cells})) for unit in units)
        return total + sum(8 for i in (a, b) if i in puzzle.givens and held[i] != puzzle.givens[i])

    return of({**mine, a: mine[b], b: mine[a]}) - of(mine)
"""

START = """
def my_start(puzzle, rng):
    n = puzzle.board.size
    values = {}
    for box in puzzle.board.units[-n:]:
        rest = [d for d in range(1, n + 1) if d not in [puzzle.givens.get(i) for i in box.cells]]
        for i in box.cells:
            values[i] = puzzle.givens[i] if i in puzzle.givens else rest.pop(rng.randrange(len(rest)))
    return sm.Grid(puzzle.board, [values[i] for i in puzzle.board.cells])
"""

LEAST_PULP = """
import pulp

def my_least(puzzle):
    n, cells, digits = puzzle.board.size, puzzle.board.cells, puzzle.board.digits
    problem = pulp.LpProblem("least", pulp.LpMinimize)
    keys = [(i, d) for i in cells for d in digits]
    y = {(i, d): pulp.LpVariable(f"y_{i[0]}_{i[1]}_{d}", cat="Binary") for i, d in keys}
    lines = puzzle.board.units[:-n]
    s = {(k, d): pulp.LpVariable(f"s_{k}_{d}", 0, n, cat="Integer") for k in range(len(lines)) for d in digits}
    problem += pulp.lpSum(2 * v for v in s.values())
    for i in cells:
        problem += pulp.lpSum(y[i, d] for d in digits) == 1
    for d in digits:
        for box in puzzle.board.units[-n:]:
            problem += pulp.lpSum(y[i, d] for i in box.cells) == 1
        for k, u in enumerate(lines):
            problem += s[k, d] >= pulp.lpSum(y[i, d] for i in u.cells) - 1
    for i, d in puzzle.givens.items():
        problem += y[i, d] == 1
    return problem, y
"""

LEAST_BOTH = """
def my_least(m, puzzle):
    board, n = puzzle.board, puzzle.board.size
    y = m.bool_vars("y", [(i, d) for i in board.cells for d in board.digits])
    lines = board.units[: 2 * n]
    more = m.int_vars("more", [(k, d) for k in range(2 * n) for d in board.digits], 0, n)
    none = m.bool_vars("none", [(k, d) for k in range(2 * n) for d in board.digits])
    for i in board.cells:
        m.add(m.sum(y[i, d] for d in board.digits) == 1, f"cell {i}")
    for d in board.digits:
        for k, box in enumerate(board.units[2 * n :]):
            m.add(m.sum(y[i, d] for i in box.cells) == 1, f"box {k} digit {d}")
        for k, u in enumerate(lines):
            m.add(m.sum(y[i, d] for i in u.cells) == 1 + more[k, d] - none[k, d], f"line {k} digit {d}")
    for i, d in puzzle.givens.items():
        m.add(y[i, d] == 1, f"given {i}")
    m.minimize(m.sum([*more.values(), *none.values()]))
    return y
"""

RIGHT = {
    "grid-cost": {
        "with sets": COST,
        "as NumPy": {"return total + sum": "return np.int64(total) + sum"},
        "as a float": {"return total + sum": "return 0.5 * 2 * total + sum"},
        "with min and max": {
            "total += sum(1 for d in puzzle.board.digits if held[d] == 0)": "for d in puzzle.board.digits:\n"
            "            total += max(1 - held[d], 0)",
            "total += sum(times - 1 for times in held.values())": "total += sum(max(t - 1, 0) for t in held.values())",
        },
        "with a function of its own": "def of(unit, grid):\n"
        "    return len(unit.cells) - len({grid[i] for i in unit.cells})"
        "\n\n\ndef my_cost(puzzle, grid):\n    wrong = [i for i, d in puzzle.givens.items() if grid[i] != d]\n"
        "    return 2 * sum(of(unit, grid) for unit in puzzle.board.units) + 8 * len(wrong)",
    },
    "swap-change": {
        "a difference of two costs": CHANGE,
        "as NumPy": {"return change": "return np.int32(change)"},
        "with get": {"{digits[i] for i in unit.cells}": "{digits.get(i) for i in unit.cells}"},
        "swapped and swapped back": "def my_change(puzzle, digits, a, b):\n"
        "    units = [u for u in puzzle.board.units if a in u.cells or b in u.cells]\n\n    def part():\n"
        "        wrong = sum(digits[i] != puzzle.givens[i] for i in (a, b) if i in puzzle.givens)\n"
        "        return 8 * wrong - 2 * sum(len({digits[i] for i in u.cells}) for u in units)\n\n"
        "    before = part()\n    digits[a], digits[b] = digits[b], digits[a]\n    after = part()\n"
        "    digits[a], digits[b] = digits[b], digits[a]\n    return after - before",
    },
    "complete-boxes": {
        "one digit after the other": START,
        "with sample": {
            "rng.shuffle(lacking)": "lacking = rng.sample(lacking, len(lacking))",
        },
        "digits of NumPy": {"tuple(digits[i] for i in": "tuple(np.int64(digits[i]) for i in"},
        "the cells are shuffled": {"rng.shuffle(lacking)": "rng.shuffle(blank)"},
        "from text": {
            "return sm.Grid(puzzle.board, tuple(digits[i] for i in puzzle.board.cells))": "text = ''.join("
            "str(digits[i]) for i in puzzle.board.cells)\n    return sm.Puzzle.parse(text, puzzle.board).as_grid()",
        },
    },
    "break-the-neighbourhood": {
        "within a column": {"a[0] == b[0]": "a[1] == b[1]"},
        "one group by hand": "my_swaps = [((1, 2), (1, 3)), ((1, 3), (1, 4)), ((2, 1), (2, 2)), ((2, 2), (2, 4)), "
        "((3, 1), (3, 3)), ((3, 3), (3, 4)), ((4, 1), (4, 2)), ((4, 2), (4, 3))]",
        "lists": {"(a, b) for": "[list(a), list(b)] for"},
        "an array": {"my_swaps = [": "my_swaps = np.array([", "a[0] == b[0]]": "a[0] == b[0]])"},
        "sets of cells": {"(a, b) for": "{a, b} for"},
        "a set of pairs": {"my_swaps = [": "my_swaps = {", "a[0] == b[0]]": "a[0] == b[0]}"},
    },
    "least-cost": {
        "plain PuLP": LEAST_PULP,
        "surplus and missing": LEAST_BOTH,
        "givens as rows": {"m.fix(y[i, d], 1)": 'm.add(y[i, d] == 1, f"given {i}")'},
        "other names and a sum": {"m.minimize(m.dot([2] * len(s), s.values()))": "m.minimize(2 * m.sum(s.values()))"},
        "a redundant row": {"    m.minimize(": '    m.add(m.sum(y.values()) == n * n, "all cells")\n    m.minimize('},
        "a bound on the surplus": {"0, n)": "0, n - 1)"},
        "boxes at most once": {"for i in box.cells) == 1": "for i in box.cells) <= 1"},
        "cells at most one digit": {"for d in board.digits) == 1": "for d in board.digits) <= 1"},
    },
}

WRONG = {
    "grid-cost": {
        "missing digits only": {"total += sum(times - 1 for times in held.values())": "pass"},
        "surplus digits only": {"total += sum(1 for d in puzzle.board.digits if held[d] == 0)": "pass"},
        "no givens": {"return total + sum(8 for i, d in puzzle.givens.items() if grid[i] != d)": "return total"},
        "a given costs 1": {"sum(8 for": "sum(1 for"},
        "a given costs 9": {"sum(8 for": "sum(9 for"},
        "givens that are kept": {"grid[i] != d)": "grid[i] == d)"},
        "the first unit is left out": {"puzzle.board.units": "puzzle.board.units[1:]"},
        "the last unit is left out": {"puzzle.board.units": "puzzle.board.units[:-1]"},
        "no boxes": {"puzzle.board.units": "puzzle.board.units[: 2 * puzzle.board.size]"},
        "the last digit is left out": {"puzzle.board.digits if": "range(1, puzzle.board.size) if"},
        "nine digits on each board": {"in puzzle.board.digits if": "in range(1, 10) if"},
        "repeated digits, not surplus cells": {"sum(times - 1 for times in": "sum(times > 1 for times in"},
        "returns after the first unit": {"    return total + sum": "        return total + sum"},
        "prints it": {"return total + sum": "print(total) or sum"},
        "returns nothing": {"return total + sum": "total + sum"},
        "the package's cost": "def my_cost(puzzle, grid):\n    return cost(puzzle, grid)",
        "the lesson's own grid": "def my_cost(puzzle, grid):\n    return 444",
        "pops the givens": {
            "return total + sum(8 for i, d in puzzle.givens.items() if grid[i] != d)": "while puzzle.givens:\n"
            "        i, d = puzzle.givens.popitem()\n        total += 8 * (grid[i] != d)\n    return total",
        },
        "no function": "my_cost = 444",
    },
    "swap-change": {
        "the sign": {"return change": "return -change"},
        "the sign of the units": {"2 * (len(before) - len(now))": "2 * (len(now) - len(before))"},
        "half of the units' change": {"2 * (len(before)": "(len(before)"},
        "no givens": {"if i in puzzle.givens:": "if False:"},
        "one of the two givens": {"for i in (a, b):": "for i in (a,):"},
        "a given costs 1": {"8 * ((after": "1 * ((after"},
        "a given that is left": {" - (digits[i] != puzzle.givens[i])": ""},
        "units of the first cell only": {"(a in unit.cells) != (b in unit.cells)": "a in unit.cells"},
        "no boxes": {"in puzzle.board.units:": "in puzzle.board.units[: 2 * puzzle.board.size]:"},
        "the last unit is left out": {"in puzzle.board.units:": "in puzzle.board.units[:-1]:"},
        "the digits are changed": {"p, q =": "digits[a], digits[b] = digits[b], digits[a]\n    q, p ="},
        "a cell is erased": {"return change": "digits.pop(a)\n    return change"},
        "not put back": {"return change": "digits.update(after)\n    return change"},
        "both costs, over all units": "def my_change(puzzle, digits, a, b):\n    cells = puzzle.board.cells\n"
        "    old = sm.Grid(puzzle.board, tuple(digits[i] for i in cells))\n"
        "    new = sm.Grid(puzzle.board, tuple(digits[{a: b, b: a}.get(i, i)] for i in cells))\n"
        "    return cost(puzzle, new) - cost(puzzle, old)",
        "on a copy": {"p, q =": "digits = dict(digits)\n    p, q ="},
        "returns nothing": {"return change": "change"},
        "zero": "def my_change(puzzle, digits, a, b):\n    return 0",
    },
    "complete-boxes": {
        "givens are not kept": {"dict(puzzle.givens)": "{}"},
        "the order of the digits": {"rng.shuffle(lacking)": "pass"},
        "a generator of its own": {"rng.shuffle(lacking)": "random.Random(1).shuffle(lacking)"},
        "the global generator": {"rng.shuffle(lacking)": "random.shuffle(lacking)"},
        "one box at random": {"rng.shuffle(lacking)": "box is puzzle.board.units[-1] and rng.shuffle(lacking)"},
        "one place is never moved": {
            "rng.shuffle(lacking)": "tail = lacking[1:]\n        rng.shuffle(tail)\n"
            "        lacking = lacking[:1] + tail",
        },
        "rows, not boxes": {"puzzle.board.units[-puzzle.board.size :]": "puzzle.board.units[: puzzle.board.size]"},
        "a box is left out": {
            "puzzle.board.units[-puzzle.board.size :]": "puzzle.board.units[-puzzle.board.size + 1 :]",
        },
        "any digits": {
            "lacking = sorted(set(puzzle.board.digits) - {digits[i] for i in box.cells if i in puzzle.givens})": ""
            "lacking = [rng.choice(puzzle.board.digits) for _ in blank]",
        },
        "the solution": "def my_start(puzzle, rng):\n    return sm.build(puzzle).solve().grid",
        "the givens are changed": {"dict(puzzle.givens)": "puzzle.givens"},
        "returns the dict": {
            "return sm.Grid(puzzle.board, tuple(digits[i] for i in puzzle.board.cells))": "return digits"
        },
        "one digit too low": {"tuple(digits[i] for": "tuple(digits[i] % puzzle.board.size + 1 for"},
    },
    "break-the-neighbourhood": {
        "inside boxes": {"a[0] == b[0]": "((a[0] - 1) // 2, (a[1] - 1) // 2) == ((b[0] - 1) // 2, (b[1] - 1) // 2)"},
        "all pairs": {" if a[0] == b[0]": ""},
        "the first row only": {"a[0] == b[0]": "a[0] == b[0] == 1"},
        "the last row is left out": {"a[0] == b[0]": "a[0] == b[0] < 4"},
        "with givens": {"if i not in target.givens": ""},
        "cells counted from 0": {"(a, b) for": "((a[0] - 1, a[1] - 1), (b[0] - 1, b[1] - 1)) for"},
        "a cell with itself": {"(a, b) for": "(a, a) for"},
        "none": "my_swaps = []",
        "rows and columns": {"a[0] == b[0]": "a[0] == b[0] or a[1] == b[1]"},
        "digits in place of cells": "my_swaps = [(1, 2), (3, 4)]",
        "a text": 'my_swaps = "rows"',
        "triples": {"(a, b) for": "(a, b, a) for"},
        "a cell that is not there": "my_swaps = [((1, 2), (1, 5))]",
    },
    "least-cost": {
        "surplus counts 1": {"[2] *": "[1] *"},
        "surplus counts 4": {"[2] *": "[4] *"},
        "no columns": {"board.units[:-n], board.units[-n:]": "board.units[:n], board.units[-n:]"},
        "the first row is left out": {"board.units[:-n], board": "board.units[1:-n], board"},
        "the last column is left out": {"board.units[:-n], board": "board.units[: -n - 1], board"},
        "the last box is left out": {"board.units[-n:]\n": "board.units[-n:-1]\n"},
        "no boxes": {"for box in boxes:": "for box in ():"},
        "no givens": {"in puzzle.givens.items()": "in ()"},
        "a given is left out": {"in puzzle.givens.items()": "in list(puzzle.givens.items())[1:]"},
        "no cells": {"for i in board.cells:\n": "for i in ():\n"},
        "no minimum": {"m.minimize(m.dot([2] * len(s), s.values()))": "pass"},
        "a constant": {"m.minimize(m.dot([2] * len(s), s.values()))": "m.minimize(4 + 0 * s[next(iter(s))])"},
        "surplus minus 2": {"s[u.name, d] <= 1": "s[u.name, d] <= 2"},
        "surplus of every digit": {"s[u.name, d] <= 1": "s[u.name, d] <= 0"},
        "rows must be right": {"0, n)": "0, 0)"},
        "a surplus of at most 1": {"0, n)": "0, 1)"},
        "the last digit is free": {"for u in lines:": "for u in lines if d < n else ():"},
        "the boxes of a 4x4 board": {
            "lines, boxes = board.units[:-n], board.units[-n:]": "lines, boxes = board.units[:8], board.units[8:12]",
        },
        "fractional": {
            'y = m.bool_vars("y", [(i, d) for i in board.cells for d in board.digits])': 'y = m.int_vars("y", [(i, d) '
            "for i in board.cells for d in board.digits], 0, 2)",
            "for i in box.cells) == 1": "for i in box.cells) >= 0",
        },
        "returns the surplus": {"return y": "return s"},
        "returns nothing": {"return y": "pass"},
    },
}
