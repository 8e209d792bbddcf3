"""Right and wrong answers to the exercises of lesson 9."""

COUNT = 'sm.count_solutions(less, "all_different", "cpsat", "cpsat", limit=2, cross_check=False).value'
PART = 'm.add(m.sum(chosen[i] for i in part) >= 1, f"part {k} has a given")'

RIGHT = {
    "dig": {
        "with the function of the lesson": "my_dig = dig",
        "a dict of givens": """
def my_dig(grid, order):
    left = {i: grid[i] for i in grid.board.cells}
    for cell in list(order):
        d = left.pop(cell)
        less = sm.Puzzle(grid.board, tuple(left.get(i, 0) for i in grid.board.cells))
        count = sm.count_solutions(less, "assignment", "cpsat", "cpsat", limit=2, cross_check=False)
        if count.value != 1:
            left[cell] = d
    return sm.Puzzle(grid.board, tuple(left.get(i, 0) for i in grid.board.cells))
""",
        "a second solution, by HiGHS": """
def my_dig(grid, order):
    puzzle = sm.Puzzle(grid.board, grid.values)
    model = sm.build(puzzle, "assignment", "pulp")
    model.exclude(grid)
    for i in order:
        less = without(puzzle, [i])
        model.reset(less)
        model.exclude(grid)
        if not model.solve("highs"):
            puzzle = less
    return puzzle
""",
        "levels first, then a proof": {f"if {COUNT} == 1": f'if sm.level(less) != "hard" or {COUNT} == 1'},
    },
    "dig-symmetric": {
        "opposite cells from the package": {
            "for r, c in order:": "cells = grid.board.cells\n    for i in order:",
            "[(r, c), (n + 1 - r, n + 1 - c)]": "[i, cells[opposite(grid.board, cells.index(i))]]",
        },
        "each pair once": {
            "for r, c in order:": "done = set()\n    for r, c in order:\n"
            "        if (r, c) in done:\n            continue\n        done |= {(r, c), (n + 1 - r, n + 1 - c)}"
        },
        "a set of cells": {"[(r, c), (n + 1 - r, n + 1 - c)]": "{(r, c), (1 - r + n, 1 - c + n)}"},
        "at most one solution": {".value == 1": ".value <= 1"},
    },
    "needed": {
        "a list": {"found = set()": "found = []", "found.add(i)": "found.append(i)"},
        "a list of lists": {"return found": "return [list(i) for i in found]"},
        "NumPy": {"return found": "return np.array(sorted(found))"},
        "a frozen set": """
def my_needed(puzzle):
    less = {i: without(puzzle, {i}) for i in puzzle.givens}
    return frozenset(i for i in less if sm.count_solutions(less[i], "assignment", "cpsat", "cpsat", 2).value == 2)
""",
    },
    "hit-every-part": {
        "integers from 0 to 1": {
            'm.bool_vars("chosen", grid.board.cells)': 'm.int_vars("chosen", grid.board.cells, 0, 1)'
        },
        "loops": """
def my_hitting_set(m, grid, parts):
    given = m.bool_vars("given", list(grid.board.cells))
    for part in parts:
        m.add(m.sum([given[cell] for cell in sorted(part)]) >= 1, tuple(sorted(part)))
    m.minimize(m.sum([given[cell] for cell in grid.board.cells]))
    return OrderedDict(given)
""",
        "a redundant row": {"return chosen": 'm.add(m.sum(chosen.values()) >= 1, "some"); return chosen'},
        "fewest is most left out": {"m.minimize(m.sum(": "m.maximize(m.sum(-1 * x for x in "},
    },
    "careless": {
        "a text": 'careless_puzzle = "1..............."',
        "the empty 4x4": "careless_puzzle = empty",
        "from a family of puzzles": 'careless_puzzle = sm.load("several:10")',
        "dug without a proof": "careless_puzzle = without(full, random.Random(0).sample(grid.board.cells, 51))",
    },
}

WRONG = {
    "dig": {
        "a test by level": {f"if {COUNT} == 1": 'if sm.level(less) != "hard"'},
        "naked singles only": {f"if {COUNT} == 1": 'if sm.level(less) == "easy"'},
        "no test": {f"if {COUNT} == 1": "if True"},
        "by the number of givens": {f"if {COUNT} == 1": "if len(less.givens) >= 10"},
        "at least one solution": {".value == 1": ".value >= 1"},
        "the test the wrong way round": {".value == 1": ".value != 1"},
        "against the full grid": {"without(puzzle, [i])": "without(sm.Puzzle(grid.board, grid.values), [i])"},
        "it ends at the first given that stays": {
            "            puzzle = less": "            puzzle = less\n        else:\n            break"
        },
        "the first cell is left out": {"for i in order": "for i in order[1:]"},
        "the last cells are left out": {"for i in order": "for i in order[:-12]"},
        "in the order of the board": {"for i in order": "for i in grid.board.cells"},
        "from the end": {"for i in order": "for i in reversed(order)"},
        "a solution is enough": {COUNT: 'len({sm.build(less, "assignment", "pulp").solve().grid, grid})'},
        "the grid": {"return puzzle": "return grid"},
        "the grid as a puzzle": {"return puzzle": "return sm.Puzzle(grid.board, grid.values)"},
        "nothing": {"return puzzle": "pass"},
        "the order is emptied": {"for i in order:": "while order:\n        i = order.pop(0)"},
        "the first digit is changed": {"return puzzle": "return sm.Puzzle(grid.board, (*puzzle.values[1:], 0))"},
    },
    "dig-symmetric": {
        "without symmetry": {"[(r, c), (n + 1 - r, n + 1 - c)]": "[(r, c)]"},
        "in a mirror": {"(n + 1 - r, n + 1 - c)": "(r, n + 1 - c)"},
        "along a diagonal": {"(n + 1 - r, n + 1 - c)": "(c, r)"},
        "a quarter turn": {"(n + 1 - r, n + 1 - c)": "(c, n + 1 - r)"},
        "an index off by one": {"(n + 1 - r, n + 1 - c)": "(n - r, n - c)"},
        "a board of 4": {"n = grid.board.size": "n = 4"},
        "a test by level": {f"if {COUNT} == 1": 'if sm.level(less) != "hard"'},
        "no test": {f"if {COUNT} == 1": "if True"},
        "at least one solution": {".value == 1": ".value >= 1"},
        "the middle stays": {
            "        less =": "        if 2 * r == 2 * c == n + 1:\n            continue\n        less =",
        },
        "only the upper half of the order": {"in order": "in order[: len(order) // 4]"},
        "in the order of the board": {"in order": "in grid.board.cells"},
        "from the end": {"in order": "in order[::-1]"},
        "nothing": {"return puzzle": "pass"},
        "the order is sorted": {"n = grid.board.size": "n = grid.board.size\n    order.sort()"},
        "the board of the lesson": {"return puzzle": "return without(full, [])"},
    },
    "needed": {
        "all givens": "def my_needed(puzzle):\n    return set(puzzle.givens)\n",
        "none": "def my_needed(puzzle):\n    return set()\n",
        "the other way round": {".value > 1": ".value == 1"},
        "at least one": {".value > 1": ".value >= 1"},
        "a test by level": {f"if {COUNT} > 1": 'if sm.level(less) == "hard"'},
        "the first given is left out": {"for i in puzzle.givens": "for i in list(puzzle.givens)[1:]"},
        "the last given is left out": {"for i in puzzle.givens": "for i in list(puzzle.givens)[:-1]"},
        "it stops at the first": {"found.add(i)": "found.add(i); break"},
        "the givens so far are taken out too": {"        if sm": "        puzzle = less\n        if sm"},
        "a number": {"return found": "return len(found)"},
        "true": {"return found": "return found == set(puzzle.givens)"},
        "all cells": {"return found": "return found | set(puzzle.board.cells)"},
        "the digits": {"found.add(i)": "found.add(puzzle.givens[i])"},
        "counted from 0": {"found.add(i)": "found.add((i[0] - 1, i[1] - 1))"},
        "a limit of one": {"limit=2": "limit=1"},
        "nothing": {"return found": "pass"},
    },
    "hit-every-part": {
        "a cell counts once for each part": {
            "m.minimize(m.sum(chosen.values()))": "m.minimize(m.sum(chosen[i] for part in parts for i in part))"
        },
        "at most two": {
            "return chosen": "[m.add(m.sum(chosen[i] for i in p) <= 2, f'few {k}') for k, p in enumerate(parts)]; "
            "return chosen"
        },
        "integers from 0 to 9": {
            'm.bool_vars("chosen", grid.board.cells)': 'm.int_vars("chosen", grid.board.cells, 0, 9)'
        },
        "exactly one": {">= 1": "== 1"},
        "at most one": {">= 1": "<= 1"},
        "two": {">= 1": ">= 2"},
        "none": {">= 1": ">= 0"},
        "the first part is left out": {"enumerate(parts)": "enumerate(parts[1:])"},
        "the last part is left out": {"enumerate(parts)": "enumerate(parts[:-1])"},
        "large parts are left out": {"enumerate(parts)": "enumerate(p for p in parts if len(p) < 7)"},
        "no objective": {"m.minimize(m.sum(chosen.values()))": "pass"},
        "a maximum": {"minimize": "maximize"},
        "later cells cost more": {"m.sum(chosen.values())": "m.sum((i[0] * i[1]) ** 2 * x for i, x in chosen.items())"},
        "digits": {"m.sum(chosen.values())": "m.sum(2 ** grid[i] * x for i, x in chosen.items())"},
        "cells of parts only": {"grid.board.cells)": "sorted({i for part in parts[:2] for i in part}))"},
        "nothing is returned": {"return chosen": "pass"},
        "the parts are emptied": {"return chosen": "parts.clear(); return chosen"},
        "a part is changed": {"return chosen": "parts[0].pop(); return chosen"},
        "numbers as keys": {"return chosen": "return dict(enumerate(chosen.values()))"},
        "the same name for all": {'f"part {k} has a given"': '"a given"'},
    },
    "careless": {
        "one solution": 'careless_puzzle = sm.load("mccaffrey")',
        "one solution, of few givens": 'careless_puzzle = sm.load("top95:1")',
        "no solution": 'careless_puzzle = sm.Puzzle.parse("11.. .... .... ....")',
        "a full grid as a puzzle": "careless_puzzle = full",
        "a grid": "careless_puzzle = grid",
        "a number": "careless_puzzle = 17",
        "no puzzle": 'careless_puzzle = "1..."',
        "16 by 16": 'careless_puzzle = sm.Puzzle.parse("." * 256)',
        "a function": "careless_puzzle = without",
        "a list": "careless_puzzle = [empty]",
    },
}
