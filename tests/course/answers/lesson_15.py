"""Right and wrong answers to the exercises of lesson 15."""

FIND = "found.extend((i, d) for i, d in new.items() if d != solution[i] and old.get(i) != d)"

REPLAY = """
def my_replay(puzzle, moves):
    history = [dict(puzzle.givens)]
    at = 0
    for move in moves:
        if move[0] == "undo":
            at = max(at - 1, 0)
        elif move[0] == "redo":
            at = min(at + 1, len(history) - 1)
        else:
            after = dict(history[at])
            if move[2] == 0:
                after.pop(move[1], None)
            else:
                after[move[1]] = move[2]
            if after != history[at]:
                history[at + 1 :] = [after]
                at += 1
    return history[at]
"""

WEAKEST = """
def my_weakest(position, cell):
    for strength in list(STRENGTHS)[1:]:
        left = propagate(position.board.units, domains_of(position), strength)
        if len(left[cell]) < 2:
            return strength
    count = sm.count_solutions(position, limit=None)
    return "allowed values" if len({grid[cell] for grid in count.grids}) == 1 else None
"""

TWO = """
two = sm.Puzzle.parse(sm.load("mccaffrey").line())
solution = sm.build(two).solve().grid
values = [0 if i == (4, 5) else d for i, d in zip(two.board.cells, two.values)]
two = sm.Puzzle(two.board, tuple(values))
grids = sm.count_solutions(two, limit=None).grids
for other in grids:
    differ = [i for i in two.board.cells if other[i] != solution[i]]
    for i in differ:
        kept = [grid for grid in grids if grid[i] == solution[i]]
        if len(kept) == 2:
            both = RESULT
            values = {**dict(zip(two.board.cells, two.values)), i: solution[i]}
            found = sm.Puzzle(two.board, tuple(values.values()))
two = found
"""

RIGHT = {
    "watch-for-wrong-digits": {
        "a loop": {
            FIND: "for i in new:\n            if new[i] != solution[i] and (i not in old or old[i] != new[i]):\n"
            "                found.append((i, new[i]))",
        },
        "as lists": {
            FIND: "found.extend([list(i), d] for i, d in new.items() if d != solution[i] and old.get(i) != d)"
        },
        "NumPy": {
            FIND: "found.extend((i, np.int64(d)) for i, d in new.items() if d != solution[i] and old.get(i) != d)"
        },
        "a list of the two": {"return hear, found": "return [hear, found]"},
        "by keys": {"change.old.givens, change.new.givens": 'change["old"].givens, change["new"].givens'},
        "from the values": {
            FIND: "for i, a, b in zip(change.new.board.cells, change.old.values, change.new.values):\n"
            "            if b and a != b and b != solution[i]:\n                found.append((i, b))",
        },
    },
    "give-a-hint": {
        "a loop": {
            "return {i: min(v) for i, v in found.values.items() if len(v) == 1 and i not in found.puzzle.givens}": ""
            "hints = defaultdict(int)\n    for i in found.puzzle.board.cells:\n        if len(found.values[i]) == 1 "
            "and i not in found.puzzle.givens:\n            hints[i] = next(iter(found.values[i]))\n    return hints",
        },
        "OrderedDict and NumPy": {
            "return {i: min(v) for": "return OrderedDict((i, np.int64(min(v))) for",
            "found.puzzle.givens}": "found.puzzle.givens)",
        },
        "max and not in": {"min(v)": "max(v)"},
        "one condition": {'if found.status != "complete":': 'if found.status in ("at least", "unknown"):'},
    },
    "two-solutions": {
        "grids as a tuple": {"both = list(sm": "both = tuple(sm"},
        "grids as a set": {"both = list(sm": "both = set(sm"},
        "the other order": {"both = list(sm": "both = sorted(sm", ".grids)": ".grids, key=sm.Grid.line, reverse=True)"},
        "without the board": TWO.replace("RESULT", "kept"),
        "solved one by one": {
            "if len(both) == 2:\n        break": "if len(both) == 2:\n        both = [*both]\n        break"
        },
    },
    "replay-a-game": {
        "one list of positions": REPLAY,
        "NumPy": {"return now": "return {i: np.int64(d) for i, d in now.items()}"},
        "OrderedDict": {"return now": "return OrderedDict(now)"},
        "match": {
            'if what == "put":': 'if what not in ("undo", "redo"):',
            "cell, d = rest": "cell, d = rest[0], rest[1]",
        },
    },
    "weakest-reasoning": {
        "all solutions": WEAKEST,
        "NumPy text": {"return strength": "return np.str_(strength)"},
        "the package's names": {'("values", "bounds", "domain")': "list(STRENGTHS)[1:]"},
        "by elimination": {
            'return "allowed values" if len(sm.allowed_values(position).values[cell]) == 1 else None': ""
            'if len(sm.allowed_values(position).values[cell]) > 1:\n        return None\n    return "allowed values"',
        },
    },
}

WRONG = {
    "watch-for-wrong-digits": {
        "right digits too": {"d != solution[i] and ": ""},
        "only right digits": {"d != solution[i]": "d == solution[i]"},
        "also what stays": {" and old.get(i) != d": ""},
        "blank cells only": {"old.get(i) != d": "i not in old"},
        "filled cells only": {"old.get(i) != d": "old.get(i, d) != d"},
        "each once": {
            FIND: "found.extend((i, d) for i, d in new.items() if d != solution[i] and old.get(i) != d and "
            "(i, d) not in found)",
        },
        "the first of several": {
            FIND: "found.extend([(i, d) for i, d in new.items() if d != solution[i] and old.get(i) != d][:1])",
        },
        "digits without cells": {"((i, d) for": "(d for"},
        "the pair turned round": {"((i, d) for": "((d, i) for"},
        "cells counted from 0": {"((i, d) for": "(((i[0] - 1, i[1] - 1), d) for"},
        "column by column": {"new.items()": "sorted(new.items(), key=lambda each: each[0][::-1])"},
        "a new list each time": {
            "def hear(change):": "def hear(change):\n        found = []",
        },
        "one list for all": {
            "def my_watcher": "found = []\n\n\ndef my_watcher",
            "    found = []\n\n    def": "    def",
        },
        "old and new exchanged": {"old, new = change.old": "new, old = change.old"},
        "erasing too": {"new.items() if d": "{**dict.fromkeys(old, 0), **new}.items() if d"},
        "the list alone": {"return hear, found": "return found"},
        "nothing": {"return hear, found": "pass"},
        "returns after the first move": {FIND: f"if not found:\n            {FIND}"},
    },
    "give-a-hint": {
        "whatever the status": {'if found.status != "complete":': "if False:"},
        "unknown only": {'found.status != "complete"': 'found.status == "unknown"'},
        "never": {'found.status != "complete"': "True"},
        "givens too": {" and i not in found.puzzle.givens": ""},
        "givens only": {"i not in found.puzzle.givens": "i in found.puzzle.givens"},
        "two values too": {"len(v) == 1": "1 <= len(v) <= 2"},
        "the last cell is left out": {"found.values.items()": "list(found.values.items())[:-1]"},
        "the first only": {
            "return {i: min(v) for i, v in found.values.items() if len(v) == 1 and i not in found.puzzle.givens}": ""
            "for i, v in found.values.items():\n        if len(v) == 1 and i not in found.puzzle.givens:\n"
            "            return {i: min(v)}\n    return {}",
        },
        "sets of digits": {"min(v) for": "v for"},
        "a list of cells": {"{i: min(v) for": "[i for", "givens}": "givens]"},
        "None when not known": {"return {}": "return None"},
        "empties the values": {
            "return {i: min(v) for i, v in found.values.items() if len(v) == 1 and i not in found.puzzle.givens}": ""
            "for i in found.puzzle.givens:\n        found.values.pop(i)\n    return {i: min(v) for i, v in "
            "found.values.items() if len(v) == 1}",
        },
        "a solution": {"min(v) for": "1 for"},
    },
    "two-solutions": {
        "the puzzle itself": {"two = design.puzzle": 'two = sm.load("mccaffrey")'},
        "without one given": {"design.put(i, kept[i])": "break"},
        "one solution in the list": {"two = design.puzzle": "two, both = design.puzzle, both[:1]"},
        "the same twice": {"two = design.puzzle": "two, both = design.puzzle, [both[0], both[0]]"},
        "a third in the list": {
            "two = design.puzzle": 'two, both = design.puzzle, [*both, sm.build(sm.load("top95:1")).solve().grid]',
        },
        "the position": {"two = design.puzzle": "two = design.grid"},
        "all digits but two": {
            "two = design.puzzle": "two = sm.Puzzle(kept.board, (0, 0, *kept.values[2:]))",
        },
        "another puzzle": {"two = design.puzzle": 'two = sm.load("several:13")'},
        "a small one": {
            "two = design.puzzle": 'two = sm.Puzzle.parse("12.. ..1. 3..1 ....")\n'
            "both = list(sm.count_solutions(two, limit=None).grids)",
        },
        "text": {"two = design.puzzle": "two = design.puzzle.line()"},
        "grids as text": {"two = design.puzzle": "two, both = design.puzzle, [grid.line() for grid in both]"},
        "the number of solutions": {"two = design.puzzle": "two, both = design.puzzle, 2"},
        "an empty board": "two, both = sm.Puzzle.parse('.' * 81), []",
        "no solution": {
            "two = design.puzzle": "design.put((1, 1), kept[1, 1] % 9 + 1)\ntwo, both = design.puzzle, []",
        },
    },
    "replay-a-game": {
        "undo does nothing": {'elif what == "undo" and past:': 'elif what == "undo" and False:'},
        "redo does nothing": {'elif what == "redo" and future:': 'elif what == "redo" and False:'},
        "a new move keeps redo": {"[*past, now], after, []": "[*past, now], after, future"},
        "moves that change nothing": {"if after != now:": "if True:"},
        "redo forgets the past": {
            "past, now, future = [*past, now], future[-1], future[:-1]": "now, future = future[-1], future[:-1]"
        },
        "undo forgets the future": {"past[:-1], past[-1], [*future, now]": "past[:-1], past[-1], future"},
        "redo takes the oldest": {"future[-1], future[:-1]": "future[0], future[1:]"},
        "undo back to the start": {"past[:-1], past[-1], [*future, now]": "[], past[0], [*future, now]"},
        "0 is a digit": {"if d else {i: e for i, e in now.items() if i != cell}": ""},
        "no givens": {"dict(puzzle.givens)": "{}"},
        "the givens are changed": {
            "dict(puzzle.givens)": "puzzle.givens",
            "after = {**now, cell: d} if d else {i: e for i, e in now.items() if i != cell}": "after = dict(now)\n"
            "            after[cell] = d\n            if not d:\n                del after[cell]\n"
            "            puzzle.givens.update(after)",
        },
        "the moves are used up": {"for what, *rest in moves:": "while moves:\n        what, *rest = moves.pop(0)"},
        "the last move is left out": {"in moves:": "in moves[:-1]:"},
        "the first move is left out": {"in moves:": "in moves[1:]:"},
        "a list": {"return now": "return sorted(now.items())"},
        "blank cells are 0": {"return now": "return {i: now.get(i, 0) for i in puzzle.board.cells}"},
        "nothing": {"return now": "pass"},
    },
    "weakest-reasoning": {
        "without bounds": {'("values", "bounds", "domain")': '("values", "domain")'},
        "without values": {'("values", "bounds", "domain")': '("bounds", "domain")'},
        "without domain": {'("values", "bounds", "domain")': '("values", "bounds")'},
        "the strongest first": {'("values", "bounds", "domain")': '("domain", "bounds", "values")'},
        "never None": {"if len(sm.allowed_values(position).values[cell]) == 1 else None": ""},
        "never allowed values": {
            'return "allowed values" if len(sm.allowed_values(position).values[cell]) == 1 else None': "return None",
        },
        "two digits": {"strength)[cell]) == 1": "strength)[cell]) <= 2"},
        "any cell": {"strength)[cell]) == 1": "strength)[cell]) >= 1"},
        "the whole board": {
            "if len(propagate(position.board.units, domains_of(position), strength)[cell]) == 1": ""
            "if all(len(v) == 1 for v in propagate(position.board.units, domains_of(position), strength).values())",
        },
        "rows only": {"propagate(position.board.units,": "propagate(position.board.units[: position.board.size],"},
        "no boxes": {"propagate(position.board.units,": "propagate(position.board.units[: 2 * position.board.size],"},
        "another name": {'"allowed values" if': '"allowed" if'},
        "a number": {"return strength": "return 1"},
        "the empty text": {"else None": 'else ""'},
    },
}
