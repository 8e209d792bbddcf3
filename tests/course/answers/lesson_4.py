"""Right and wrong answers to the exercises of lesson 4."""

COPY = "domains = {i: set(digits) for i, digits in domains.items()}"
GIVENS = "    for i, d in puzzle.givens.items():\n        model.x[i].fix(d)\n"
ALL_DIFFERENT = """
def my_sudoku(puzzle):
    model = ConcreteModel()
    n = puzzle.board.size
    model.x = Var(range(1, n + 1), range(1, n + 1), domain=RangeSet(n))
    model.units = LogicalConstraintList()
    for unit in puzzle.board.units:
        model.units.add(all_different(*[model.x[r, c] for r, c in unit.cells]))
    for (r, c), d in puzzle.givens.items():
        model.x[r, c].fix(d)
    return model
""".replace("LogicalConstraintList", "pyo.LogicalConstraintList").replace(
    "def my_sudoku(puzzle):\n", "def my_sudoku(puzzle):\n    import pyomo.environ as pyo\n\n"
)
WITH_VERBS = """
def my_sudoku(m, puzzle):
    x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
    for unit in puzzle.board.units:
        m.all_different([x[i] for i in unit.cells], f"{unit} is all different")
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
    return x
"""
BY_PAIRS = """
def my_sudoku(puzzle):
    from pyomo.core.expr.relational_expr import NotEqualExpression
    from pyomo.environ import LogicalConstraintList

    model = ConcreteModel()
    model.x = Var(puzzle.board.cells, domain=RangeSet(puzzle.board.size))
    model.rules = LogicalConstraintList()
    for i, j in puzzle.board.pairs:
        model.rules.add(NotEqualExpression((model.x[i], model.x[j])))
    for i, d in puzzle.givens.items():
        model.x[i].fix(d)
    return model
"""
ROUNDS = """
def forward_checking(domains):
    new = {i: set(digits) for i, digits in domains.items()}
    for _ in range(ROUNDS):
        for i in new:
            for j in new:
                if i != j and len(new[i]) == 1:
                    new[j] = new[j] - new[i]
    return new if all(new.values()) else None
"""

RIGHT = {
    "hall-set": {
        "a list": 'hall_set = ["d", "b", "f"]',
        "a tuple": 'hall_set = ("b", "d", "f")',
        "as NumPy": 'hall_set = np.array(["b", "d", "f"])',
        "a text of three letters": 'hall_set = "bdf"',
        "a frozenset": 'hall_set = frozenset("bdf")',
    },
    "predict-candidates": {
        "a list": "left_over = [13, 13, 9]",
        "as NumPy": "left_over = np.array([13, 13, 9])",
        "NumPy numbers": "left_over = (np.int64(13), np.int32(13), np.int64(9))",
        "computed": "left_over = (15 - 2, 15 - 2, 15 - 2 - 4)",
    },
    "hide-from-bounds": {
        "three cells": 'hidden = {"a": {2, 7}, "b": {2, 7}, "c": {2, 5, 8}}',
        "the smallest": 'hidden = {"a": {1, 3}, "b": {1, 3}, "c": {1, 2, 3}}',
        "lists": "hidden = {1: [2, 7], 2: [7, 2], 3: [2, 5, 8]}",
        "as NumPy": 'hidden = {"a": np.array([1, 4]), "b": np.array([1, 4]), "c": np.array([1, 2, 3, 4])}',
        "floats that are whole": 'hidden = {"a": {1.0, 4.0}, "b": {1.0, 4.0}, "c": {1.0, 2.0, 4.0}}',
        "three cells in the Hall set": 'hidden = {k: {2, 5, 8} for k in "abc"} | {"d": set(range(1, 10))}',
        "an OrderedDict": "hidden = OrderedDict(a={3, 6}, b={3, 6}, c={3, 4, 5, 6, 7})",
    },
    "forward-checking": {
        "again and again until nothing changes": """
def forward_checking(domains):
    new = {i: set(values) for i, values in domains.items()}
    changed = True
    while changed:
        changed = False
        for i in new:
            for j in new:
                if i != j and len(new[i]) == 1 and new[j] & new[i]:
                    new[j] = new[j] - new[i]
                    changed = True
    for values in new.values():
        if not values:
            return None
    return new
""",
        "sorted lists": {"return domains if": "return {i: sorted(digits) for i, digits in domains.items()} if"},
        "a defaultdict": {COPY: "domains = defaultdict(set, {i: set(digits) for i, digits in domains.items()})"},
        "frozensets": {
            COPY: "domains = {i: frozenset(digits) for i, digits in domains.items()}",
            "domains[j] -= domains[fixed]": "domains[j] = domains[j] - domains[fixed]",
        },
        "NumPy values": {
            "return domains if": "return {i: {np.int64(d) for d in digits} for i, digits in domains.items()} if"
        },
        "a deep copy": {COPY: "import copy\n\n    domains = copy.deepcopy(domains)"},
    },
    "all-different": {
        "a list of constraints": ALL_DIFFERENT,
        "with a redundant sum": {
            "    return model": """
    @model.Constraint(range(board.size))
    def row_sum(model, k):
        return sum(model.x[i] for i in board.units[k].cells) == sum(board.digits)

    return model"""
        },
        "with a unit stated twice": {
            "range(len(board.units))": "[*range(len(board.units)), len(board.units)]",
            "board.units[k]": "board.units[k % len(board.units)]",
        },
        "bounds for the domain": {
            "    model = Concrete": "    from pyomo.environ import Integers\n\n    model = Concrete",
            "domain=RangeSet(board.size)": "domain=Integers, bounds=(1, board.size)",
        },
        "givens as constraints": {
            GIVENS: """
    from pyomo.environ import ConstraintList

    model.given = ConstraintList()
    for i, d in puzzle.givens.items():
        model.given.add(model.x[i] == d)
"""
        },
    },
}

WRONG = {
    "hall-set": {
        "two of them": 'hall_set = {"b", "d"}',
        "one more": 'hall_set = {"a", "b", "d", "f"}',
        "all": 'hall_set = set("abcdefg")',
        "one cell": 'hall_set = {"b"}',
        "none": "hall_set = set()",
        "the values": "hall_set = {2, 5, 6}",
        "another cell": 'hall_set = {"b", "d", "e"}',
        "cells and values": 'hall_set = {"b": {2, 5}, "d": {5, 6}}',
        "one twice": 'hall_set = ["b", "d", "f", "f"]',
        "capitals": 'hall_set = {"B", "D", "F"}',
        "six": 'hall_set = set("abcdef")',
        "the cells that lose": 'hall_set = {"c", "e", "g"}',
        "a list of sets": 'hall_set = [{"b", "d", "f"}]',
    },
    "predict-candidates": {
        "bounds as strong as domain": "left_over = (13, 9, 9)",
        "all like forward checking": "left_over = (13, 13, 13)",
        "nothing for forward checking": "left_over = (15, 13, 9)",
        "nothing at all": "left_over = (15, 15, 15)",
        "the ends go": "left_over = (13, 11, 9)",
        "what is removed": "left_over = (2, 2, 6)",
        "the order turned round": "left_over = (9, 13, 13)",
        "one cell forgotten": "left_over = (13, 13, 11)",
        "3 goes from one cell": "left_over = (14, 14, 10)",
        "all like domain": "left_over = (9, 9, 9)",
        "two numbers": "left_over = (13, 9)",
        "text": 'left_over = "13, 13, 9"',
    },
    "hide-from-bounds": {
        "the lesson's": 'hidden = {"a": {1, 3}, "b": {1, 3}, "c": {1, 2, 3, 4}, "d": {1, 3, 5}}',
        "the lesson's, other names": 'hidden = {"p": {1, 3}, "q": {1, 3}, "r": {1, 2, 3, 4}, "s": {1, 3, 5}}',
        "the lesson's, other order": 'hidden = {"d": {1, 3}, "c": {1, 3}, "b": {1, 2, 3, 4}, "a": {1, 3, 5}}',
        "the lesson's, shifted": 'hidden = {"a": {2, 4}, "b": {2, 4}, "c": {2, 3, 4, 5}, "d": {2, 4, 6}}',
        "the lesson's, turned round": 'hidden = {"a": {5, 3}, "b": {5, 3}, "c": {5, 4, 3, 2}, "d": {5, 3, 1}}',
        "the lesson's, stretched": 'hidden = {"a": {10, 30}, "b": {10, 30}, "c": {10, 20, 30, 40}, "d": {10, 30, 50}}',
        "the lesson's, with a cell": 'hidden = {"a": {1, 3}, "b": {1, 3}, "c": {1, 2, 3, 4}, "d": {1, 3, 5}, "e": {7}}',
        "the lesson's, as lists": 'hidden = {"a": [1, 3], "b": [3, 1], "c": [1, 2, 3, 4], "d": [1, 3, 5]}',
        "exercise 4.1": 'hidden = {"a": {2, 4}, "b": {2, 4}, "c": {1, 2, 3, 4, 5}, "d": {3}, "e": {1, 2, 3, 4, 5}}',
        "consecutive": 'hidden = {"a": {1, 2}, "b": {1, 2}, "c": {2, 3, 4}}',
        "nothing to remove": 'hidden = {"a": {1, 4}, "b": {1, 4}, "c": {2, 3}}',
        "a fixed cell": 'hidden = {"a": {3}, "b": {1, 3, 5}}',
        "too few values": 'hidden = {"a": {1, 3}, "b": {1, 3}, "c": {1, 3}}',
        "an empty domain": 'hidden = {"a": {1, 4}, "b": set()}',
        "fractions": 'hidden = {"a": {1.5, 4}, "b": {1.5, 4}, "c": {1.5, 2, 4}}',
        "nine cells": "hidden = {k: {1, 4} if k < 2 else {1, 2, 4, 9 + k} for k in range(9)}",
        "a set": "hidden = {1, 4}",
        "the cell alone": 'hidden = {"a": {1, 2, 3, 4}}',
    },
    "forward-checking": {
        "the argument itself": {COPY: "pass"},
        "a shallow copy": {COPY: "domains = dict(domains)"},
        **{
            f"{rounds} rounds": ROUNDS.replace("ROUNDS", rounds)
            for rounds in ("5", "9", "len(domains) // 2", "max(map(len, domains.values()))")
        },
        "an empty cell at the start stays": {
            "waiting = [": "empty = not all(domains.values())\n    waiting = [",
            "return domains if all(domains.values())": "return domains if empty or all(domains.values())",
        },
        "values above 9 go": {COPY: "domains = {i: {d for d in digits if d < 10} for i, digits in domains.items()}"},
        "one pass": {"if len(domains[j]) == 1:": "if False:"},
        "never None": {"return domains if all(domains.values()) else None": "return domains"},
        "an empty dict for None": {"else None": "else {}"},
        "the whole domain of any cell": {"len(domains[i]) == 1": "len(domains[i]) <= 2"},
        "from the cell itself too": {"j != fixed and ": ""},
        "does nothing": "def forward_checking(domains):\n    return dict(domains)\n",
        "returns its argument": "def forward_checking(domains):\n    return domains\n",
        "pairs too": """
def forward_checking(domains):
    unit = sm.Unit("u", tuple(domains))
    from sudoku_models.inference.propagation import propagate

    return propagate([unit], {i: frozenset(v) for i, v in domains.items()}, "domain")
""",
        "always None": "def forward_checking(domains):\n    return None\n",
        "the last cell left out": {"for i in domains if": "for i in list(domains)[:-1] if"},
        "a list of cells": {"return domains if": "return list(domains) if"},
        "stops after the first fixed cell": {
            "                    waiting.append(j)": "                    waiting.append(j)\n        break"
        },
        "a dict": "forward_checking = {}",
    },
    "all-different": {
        "rows and columns": {"range(len(board.units))": "range(2 * board.size)"},
        "boxes alone": {"range(len(board.units))": "range(2 * board.size, 3 * board.size)"},
        "the last unit left out": {"range(len(board.units))": "range(len(board.units) - 1)"},
        "the first unit left out": {"range(len(board.units))": "range(1, len(board.units))"},
        "no givens": {"puzzle.givens.items()": "{}.items()"},
        "the first given left out": {"puzzle.givens.items()": "list(puzzle.givens.items())[1:]"},
        "one digit too many": {"RangeSet(board.size)": "RangeSet(board.size + 1)"},
        "digits from 0": {"RangeSet(board.size)": "RangeSet(0, board.size - 1)"},
        "9 digits on every board": {"RangeSet(board.size)": "RangeSet(9)"},
        "nine units on every board": {"range(len(board.units))": "range(9)"},
        "by pairs": BY_PAIRS,
        "with the verbs": WITH_VERBS,
        "continuous": {"domain=RangeSet(board.size)": "bounds=(1, board.size)"},
        "the last cell of each unit left out": {".cells))": ".cells[:-1]))"},
        "returns the variables": {"return model": "return model.x"},
        "another name": {"model.x": "model.cell"},
        "initial values, not fixed": {"model.x[i].fix(d)": "model.x[i].value = d"},
    },
}
