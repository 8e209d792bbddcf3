"""Right and wrong answers to the exercises of lesson 17."""

CLIQUES = """
def my_cliques(board):
    found = []

    def grow(clique, candidates, excluded):
        if not candidates and not excluded:
            found.append(frozenset(clique))
        for cell in sorted(candidates):
            grow([*clique, cell], candidates & board.peers[cell], excluded & board.peers[cell])
            candidates = candidates - {cell}
            excluded = excluded | {cell}

    grow([], frozenset(board.cells), frozenset())
    return found
"""

TABLE = """
    def holds(self, digits):
        return abs(digits[0] - digits[1]) == 1

    def define(self, m, cells):
        pairs = [(d, e) for d in range(1, 5) for e in range(1, 5) if abs(d - e) == 1]
        m.table([cells.value(i) for i in self.cells], pairs, self.label("pair"))


def my_rules():
    return [MyRule("r1c1 r2c2")]
"""
HEAD = """
@dataclass(frozen=True)
class MyRule(CellRule):
    cells: tuple[sm.Cell, ...]
"""
SUM = """
    def holds(self, digits):
        return digits[0] + digits[1] == digits[2] + digits[3]

    def define(self, m, cells):
        a, b, c, d = map(cells.value, self.cells)
        m.add(a + b == c + d, self.label("sums"))


def my_rules():
    return (MyRule("r1c1 r2c2 r3c3 r4c4"), MyRule("r1c2 r2c1 r3c4 r4c3"))
"""
EVEN = """
    def holds(self, digits):
        return np.bool_(sum(d % 2 for d in digits) == 1)

    def define(self, m, cells):
        m.add(m.sum(cells.holds(i, d) for i in self.cells for d in (1, 3)) == 1, self.label("one odd"))


def my_rules():
    return [MyRule("r1c1 r2c3 r3c4")]
"""

HULL = """
def my_no_dot(m, y, i, j, digits):
    import itertools

    def dot(d, e):
        return abs(d - e) == 1 or d == 2 * e or e == 2 * d

    for size in range(1, len(digits) + 1):
        for ours in itertools.combinations(digits, size):
            theirs = [e for e in digits if all(dot(d, e) for d in ours)]
            if theirs:
                terms = [y[i, d] for d in ours] + [y[j, e] for e in theirs]
                m.add(m.sum(terms) <= 1, f"{ours} in {i} and {theirs} in {j}")
"""

RIGHT = {
    "killer-cages": {
        "other labels and an explicit sum": {
            "d * y[i, d] for i in cells for d in digits": "int(d) * y[i, d] for d in digits for i in cells"
        },
        "cuts besides": {
            "        for d in digits:\n": '        m.add(m.sum(y[i, d] for i in cells for d in digits) == len(cells), f"all of {cells}")\n'  # noqa: E501
            "        for d in digits:\n",
        },
        "pairs of cells": {
            'm.add(m.sum(y[i, d] for i in cells) <= 1, f"{d} at most once in {cells}")': "for i, j in combinations(cells, 2):\n"  # noqa: E501
            '                m.add(y[i, d] + y[j, d] <= 1, f"{d} in {i} and {j} of {cells}")',
        },
        "the allowed sets": {
            "for total, cells in cages:": "for total, cells in cages:\n        m.table([m.dot(digits, [y[i, d] for d in digits]) "  # noqa: E501
            "for i in cells], [c for c in product(digits, repeat=len(cells)) if sum(c) == total and len(set(c)) == len(c)], "  # noqa: E501
            'f"table {cells}")',
        },
    },
    "forgotten-difference": {
        "a grid": {
            "second_grid = min(found - {": "second_grid = sm.Puzzle.parse(min(found - {",
            "forgetful)})": "forgetful)})).as_grid()",
        },
        "a list": {"second_grid = min(": "second_grid = list(map(int, min(", "forgetful)})": "forgetful)})))"},
        "rows of NumPy": {
            "second_grid = min(": "second_grid = np.array([*map(int, min(",
            "forgetful)})": "forgetful)}))]).reshape(6, 6)",
        },
        "another one": {"second_grid = min(": "second_grid = max("},
        "as rows of text": {
            "forgetful)})": "forgetful)})\nsecond_grid = [second_grid[k : k + 6] for k in range(0, 36, 6)]"
        },
    },
    "knight-cliques": {
        "Bron and Kerbosch": CLIQUES,
        "frozensets": {"set(clique)": "frozenset(clique)"},
        "lists": {"set(clique)": "list(clique)"},
        "a set": {
            "[set(clique) for clique in nx.find_cliques(graph)]": "{frozenset(clique) for clique in nx.find_cliques(graph)}"  # noqa: E501
        },
        "from peers": {
            "for unit in board.units:\n        graph.add_edges_from(combinations(unit.cells, 2))": "for i in board.cells:\n"  # noqa: E501
            "        graph.add_edges_from((i, j) for j in board.peers[i])",
        },
    },
    "no-dot": {
        "all cliques": HULL,
        "conflicts besides": {
            "    for d in digits:": "    for d, e in product(digits, digits):\n        if (d, e) not in pairs:\n"
            '            m.add(y[i, d] + y[j, e] <= 1, f"not {d} in {i} and {e} in {j}")\n    for d in digits:',
        },
        "the package's rewrite": {
            "abs(d - e) != 1 and d != 2 * e and e != 2 * d": "not (d - e in (1, -1) or d / e in (2, 0.5))",
        },
        "integers from 0 to 1": {"m.bool_vars(": "m.int_vars(", ", pairs)\n": ", pairs, 0, 1)\n"},
        "NumPy": {"for d in digits for e in digits if": "for d in np.array(digits) for e in np.array(digits) if"},
    },
    "own-rule": {
        "a table": HEAD + TABLE,
        "sums, as a tuple": HEAD + SUM,
        "odd digits, with NumPy": HEAD + EVEN,
        "on other cells": {'"r1c1 r1c2 r2c2 r2c3"': '"r4c4 r3c3 r2c2"'},
        "two rules": {'MyRule("r1c1 r1c2 r2c2 r2c3")': 'MyRule("r1c1 r1c2 r1c3"), MyRule("r4c1 r3c1 r2c1")'},
        "a single rule": {'[MyRule("r1c1 r1c2 r2c2 r2c3")]': 'MyRule("r1c1 r1c2 r2c2 r2c3")'},
    },
}

WRONG = {
    "killer-cages": {
        "the sum alone": {'m.add(m.sum(y[i, d] for i in cells) <= 1, f"{d} at most once in {cells}")': "pass"},
        "different digits alone": {
            'm.add(m.sum(d * y[i, d] for i in cells for d in digits) == total, f"the sum of {cells}")': "pass"
        },
        "a sum of at most": {"== total": "<= total"},
        "a sum of at least": {"== total": ">= total"},
        "a sum of one more": {"== total": "== total + 1"},
        "exactly once": {"<= 1": "== 1"},
        "at most twice": {"<= 1": "<= 2"},
        "the last digit is left out": {"for d in digits:": "for d in digits[:-1]:"},
        "the first digit is left out": {"for d in digits:": "for d in digits[1:]:"},
        "the last cage is left out": {"in cages:": "in cages[:-1]:"},
        "the first cage is left out": {"in cages:": "in cages[1:]:"},
        "the last cell is left out": {"in cages:": "in cages:\n        cells = cells[:-1]"},
        "neighbours only": {
            'm.add(m.sum(y[i, d] for i in cells) <= 1, f"{d} at most once in {cells}")': "for i, j in zip(cells, cells[1:]):\n"  # noqa: E501
            '                m.add(y[i, d] + y[j, d] <= 1, f"{d} in {i} and {j} of {cells}")',
        },
        "cages of a unit only": {"for d in digits:": "for d in digits if len({r for r, c in cells}) == 1 else ():"},
        "the cells are not weighted": {"d * y[i, d]": "y[i, d]"},
        "the cages are emptied": {"for total, cells in cages:": "while cages:\n        total, cells = cages.pop()"},
        "one label for all": {'f"{d} at most once in {cells}"': '"differ"'},
        "nothing": "def my_cages(m, y, cages):\n    pass",
    },
    "forgotten-difference": {
        "the solution": "second_grid = '614235532641421356365124256413143562'",
        "any grid": "second_grid = '123456456123231564564231312645645312'",
        "35 digits": {"forgetful)})": "forgetful)})[:-1]"},
        "a digit of 7": "second_grid = '7' + '14235532641421356365124256413143562'",
        "a list of grids": {"second_grid = min(": "second_grid = sorted("},
        "the number of grids": "second_grid = 5",
        "all ones": "second_grid = '1' * 36",
        "rows are right": "second_grid = '123456' * 6",
        "two rows are exchanged": "second_grid = '532641614235421356365124256413143562'",
        "None": "second_grid = None",
        "the puzzle": "second_grid = forgetful",
    },
    "knight-cliques": {
        "small cliques are left out": {"nx.find_cliques(graph)]": "nx.find_cliques(graph) if len(clique) >= 4]"},
        "the units": "def my_cliques(board):\n    return [set(unit.cells) for unit in board.units]",
        "rows, columns and boxes": {"in board.units:": "in board.units[: 3 * board.size]:"},
        "the last unit is left out": {"in board.units:": "in board.units[:-1]:"},
        "the first unit is left out": {"in board.units:": "in board.units[1:]:"},
        "pairs": "def my_cliques(board):\n    return [set(pair) for unit in board.units for pair in combinations(unit.cells, 2)]",  # noqa: E501
        "neighbours in a unit": {"combinations(unit.cells, 2)": "zip(unit.cells, unit.cells[1:])"},
        "the largest only": {
            "[set(clique) for clique in nx.find_cliques(graph)]": "[max(map(set, nx.find_cliques(graph)), key=len)]"
        },
        "those further than units": {
            "nx.find_cliques(graph)]": "nx.find_cliques(graph) if set(clique) not in [set(u.cells) for u in board.units]]",  # noqa: E501
        },
        "large ones": {"nx.find_cliques(graph)]": "nx.find_cliques(graph) if len(clique) > 4]"},
        "each twice": {
            "[set(clique) for clique in nx.find_cliques(graph)]": "[set(c) for c in nx.find_cliques(graph)] * 2"
        },
        "also parts": {
            "[set(clique) for clique in nx.find_cliques(graph)]": "[set(c) for c in nx.enumerate_all_cliques(graph)]"
        },
        "their number": {"[set(clique) for clique in nx.find_cliques(graph)]": "len(list(nx.find_cliques(graph)))"},
        "cells counted from 0": {"set(clique)": "{(r - 1, c - 1) for r, c in clique}"},
        "independent sets": {"nx.find_cliques(graph)": "nx.find_cliques(nx.complement(graph))"},
        "the first": {"for clique in nx.find_cliques(graph)]": "for clique in nx.find_cliques(graph)][:1]"},
        "for this board": "def my_cliques(board):\n    return [set(K) for K in maximal]",
    },
    "no-dot": {
        "conflicts": "def my_no_dot(m, y, i, j, digits):\n    for d in digits:\n        for e in digits:\n"
        "            if abs(d - e) == 1 or d == 2 * e or e == 2 * d:\n"
        '                m.add(y[i, d] + y[j, e] <= 1, f"{d} in {i}, {e} in {j}")',
        "supports": "def my_no_dot(m, y, i, j, digits):\n    for a, b in ((i, j), (j, i)):\n        for d in digits:\n"
        "            ok = [e for e in digits if abs(d - e) != 1 and d != 2 * e and e != 2 * d]\n"
        '            m.add(y[a, d] <= m.sum(y[b, e] for e in ok), f"{d} in {a} beside {b}")',
        "white dots only": {" and d != 2 * e and e != 2 * d": ""},
        "black dots only": {"abs(d - e) != 1 and ": ""},
        "one way round": {" and e != 2 * d": ""},
        "upwards only": {"abs(d - e) != 1": "d - e != 1"},
        "one of the cells": {
            'm.add(m.sum(z[pair] for pair in pairs if pair[1] == d) == y[j, d], f"{d} in {j} beside {i}")': "pass",
        },
        "at most": {"== y[i, d]": "<= y[i, d]", "== y[j, d]": "<= y[j, d]"},
        "at least": {"== y[i, d]": ">= y[i, d]", "== y[j, d]": ">= y[j, d]"},
        "the last digit is left out": {"    for d in digits:": "    for d in digits[:-1]:"},
        "nine digits": {"for d in digits for e in digits": "for d in range(1, 10) for e in range(1, 10)"},
        "six digits": {"    pairs =": "    digits = digits[:6]\n    pairs ="},
        "the digits are changed": {"    pairs =": "    digits.reverse()\n    pairs ="},
        "own variables in y": {"    for d in digits:": "    y.update(z)\n    for d in digits:"},
        "the same dot twice": {"abs(d - e) != 1": "abs(d - e) > 2"},
        "nothing": "def my_no_dot(m, y, i, j, digits):\n    pass",
    },
    "own-rule": {
        "too weak": {
            "enumerate(zip(self.cells, self.cells[1:])):\n            low": "enumerate(zip(self.cells[:2], self.cells[1:2])):\n            low"  # noqa: E501
        },
        "too strong": {"map(cells.value, (i, j) if k % 2 == 0 else (j, i))": "map(cells.value, (i, j))"},
        "by two": {"low + 1 <= high": "low + 2 <= high"},
        "the other way round": {"(i, j) if k % 2 == 0 else (j, i)": "(j, i) if k % 2 == 0 else (i, j)"},
        "holds the other way round": {"(k % 2 == 0)": "(k % 2 == 1)"},
        "everything holds": {"return all(": "return True or all("},
        "nothing holds": {"return all(": "return False and all("},
        "nothing is defined": {'m.add(low + 1 <= high, self.label(f"step {k}"))': "pass"},
        "the last step is left out": {"zip(digits, digits[1:])": "zip(digits, digits[1:-1])"},
        "a rule of the package": 'def my_rules():\n    return [KillerCage(5, "r1c1 r1c2")]',
        "no rule": "def my_rules():\n    return []",
        "the class": {'[MyRule("r1c1 r1c2 r2c2 r2c3")]': "[MyRule]"},
        "cells of another board": {"r2c2 r2c3": "r2c2 r5c3"},
        "a rule in place of the function": {"def my_rules():\n    return [": "my_rules = ["},
        "prints": {'return [MyRule("r1c1 r1c2 r2c2 r2c3")]': 'print(MyRule("r1c1 r1c2 r2c2 r2c3"))'},
    },
}
