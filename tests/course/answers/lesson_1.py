"""Right and wrong answers to the exercises of lesson 1."""

HEAD = "def is_consistent(assignment, borders):\n"
MODEL = "def colouring_with_binaries(m, regions, borders, k):\n"
EACH = '        m.add(m.sum(y[r, c] for c in colours) == 1, f"{r} has a colour")'
BOTH = 'm.add(y[r, c] + y[s, c] <= 1, f"{r} and {s} do not both have colour {c}")'
RETURN = "    return y"
FULL = "poor = {r: {1, 2, 3} for r in regions}\n"

RIGHT = {
    "pairs-of-16": {
        "a number": "pairs_of_16 = 4992",
        "as NumPy": "pairs_of_16 = np.int32(4992)",
        "a float": "pairs_of_16 = 256 * 39 / 2",
        "a fraction": "pairs_of_16 = Fraction(256 * 39, 2)",
        "by the package": "pairs_of_16 = len(sm.Board.of_size(16).pairs)",
    },
    "consistent": {
        "a loop": HEAD
        + """    for r, s in borders:
        if r in assignment and s in assignment and assignment[r] == assignment[s]:
            return False
    return True
""",
        "with get": HEAD
        + """    for r, s in borders:
        colour = assignment.get(r)
        if colour is not None and colour == assignment.get(s):
            return False
    return True
""",
        "not any": HEAD + "    return not any(assignment.get(r, r) == assignment.get(s, s) for r, s in borders)\n",
        "by NumPy": HEAD
        + """    colours = [(assignment[r], assignment[s]) for r, s in borders if r in assignment and s in assignment]
    return np.all([a != b for a, b in colours])
""",
        "counted": HEAD
        + """    clashes = 0
    for border in borders:
        colours = {assignment[region] for region in border if region in assignment}
        known = [region for region in border if region in assignment]
        clashes += len(known) == 2 and len(colours) == 1
    return clashes == 0
""",
    },
    "colour-with-binaries": {
        "loops": MODEL
        + """    y = {}
    y = m.bool_vars("colour", [(region, c) for region in regions for c in range(1, k + 1)])
    for region in regions:
        m.add(m.sum([y[region, c] for c in range(1, k + 1)]) == 1, ("one", region))
    for n, (r, s) in enumerate(borders):
        for c in range(1, k + 1):
            m.add(1 - y[r, c] >= y[s, c], f"border {n}, colour {c}")
    return y
""",
        "redundant constraints": {
            RETURN: '    m.add(m.sum(y.values()) == len(regions), "as many colours as regions")\n    return y'
        },
        "integers from 0 to 1": {
            'm.bool_vars("y", [(r, c) for r in regions for c in colours])': (
                'm.int_vars("y", [(r, c) for r in regions for c in colours], 0, 1)'
            )
        },
        "another container": {RETURN: "    return OrderedDict(y)"},
        "more keys": {RETURN: '    y["more"] = m.bool_vars("more", [1])[1]\n    m.fix(y["more"], 0)\n    return y'},
    },
    "order-regions": {
        "another order": 'order = ["WA", "NT", "SA", "Q", "NSW", "V", "T"]',
        "a tuple": 'order = "SA", "V", "NSW", "Q", "NT", "WA", "T"',
        "an array": 'order = np.array(["SA", "NT", "Q", "NSW", "V", "WA", "T"])',
        "keys of a dict": 'order = dict.fromkeys(["SA", "NT", "WA", "Q", "NSW", "V", "T"]).keys()',
    },
    "poor-domains": {
        "two colours for another triangle": FULL + 'poor |= {r: {1, 2} for r in ("Q", "NT", "SA")}',
        "lists": 'poor = {r: [1, 2, 3] for r in regions} | {r: [2, 3] for r in ("SA", "V", "NSW")}',
        "tuples and frozen sets": (
            'poor = {r: (1, 2, 3) for r in regions} | {r: frozenset([1, 3]) for r in ("SA", "Q", "NSW")}'
        ),
        "arrays": 'poor = {r: np.arange(1, 4) for r in regions} | {r: np.array([1, 2]) for r in ("WA", "NT", "SA")}',
        "a defaultdict": (
            'poor = defaultdict(set)\nfor r in regions:\n    poor[r] = {1, 2} if r in ("WA", "NT", "SA") else {1, 2, 3}'
        ),
    },
}

WRONG = {
    "pairs-of-16": {
        "the 9x9 board": "pairs_of_16 = 810",
        "peers of one cell": "pairs_of_16 = 39",
        "each pair twice": "pairs_of_16 = 256 * 39",
        "units": "pairs_of_16 = 48 * 120",
        "units, each pair twice": "pairs_of_16 = 48 * 16 * 15",
        "the box counted whole": "pairs_of_16 = 256 * 45 // 2",
        "without boxes": "pairs_of_16 = 256 * 30 // 2",
        "81 cells": "pairs_of_16 = 81 * 39 // 2",
        "all pairs of cells": "pairs_of_16 = 256 * 255 // 2",
        "one off": "pairs_of_16 = 4991",
        "a text": 'pairs_of_16 = "4992"',
    },
    "consistent": {
        "it returns at the first border": HEAD
        + "    for r, s in borders:\n        return assignment.get(r, r) != assignment.get(s, s)\n    return True\n",
        "it returns at the first border with two colours": HEAD
        + "    for r, s in borders:\n        if r in assignment and s in assignment:\n"
        "            return assignment[r] != assignment[s]\n    return True\n",
        "regions without a colour are alike": {
            "if r in assignment and s in assignment": "",
            "assignment[r] != assignment[s]": "assignment.get(r) != assignment.get(s)",
        },
        "every region must have a colour": {
            "assignment[r] != assignment[s] for r, s in both": (
                "(r, s) in both and assignment[r] != assignment[s] for r, s in borders"
            )
        },
        "only complete assignments": {"return all(": "return len(assignment) == 7 and all("},
        "any for all": {"return all(": "return any("},
        "equal for different": {"!=": "=="},
        "the same object": {"assignment[r] != assignment[s]": "assignment[r] is not assignment[s]"},
        "the last border is left out": {"for r, s in borders if": "for r, s in borders[:-1] if"},
        "the first border is left out": {"for r, s in borders if": "for r, s in borders[1:] if"},
        "the borders of the lesson": {
            "def is_consistent(assignment, borders):": (
                "lesson_borders = borders\n\ndef is_consistent(assignment, borders):\n    borders = lesson_borders"
            )
        },
        "always True": HEAD + "    return True\n",
        "always False": HEAD + "    return False\n",
        "neighbours in the list": HEAD
        + "    colours = list(assignment.values())\n    return all(a != b for a, b in zip(colours, colours[1:]))\n",
        "all colours different": HEAD + "    return len(set(assignment.values())) == len(assignment)\n",
        "nothing for True": HEAD + "    for r, s in borders:\n"
        "        if assignment.get(r, r) == assignment.get(s, s):\n"
        "            return False\n",
        "the number of clashes": {
            "return all(assignment[r] != assignment[s] for": "return sum(assignment[r] == assignment[s] for"
        },
        "the assignment is filled": HEAD + "    for r, s in borders:\n"
        "        if assignment.setdefault(r, r) == assignment.setdefault(s, s):\n"
        "            return False\n    return True\n",
        "the borders are used up": HEAD + "    while borders:\n        r, s = borders.pop()\n"
        "        if assignment.get(r, r) == assignment.get(s, s):\n"
        "            return False\n    return True\n",
        "sides are exchanged": HEAD
        + "    return all(assignment.get(r, r) != assignment.get(s, s) for r, s in borders if r < s)\n",
        "a missing region is an error": HEAD + "    return all(assignment[r] != assignment[s] for r, s in borders)\n",
        "no end": HEAD + "    while True:\n        pass\n",
        "not a function": "is_consistent = True",
    },
    "colour-with-binaries": {
        "a region may have no colour": {"== 1, f": "<= 1, f"},
        "a region may have several": {"== 1, f": ">= 1, f"},
        "no constraint for a region": {EACH: "        pass"},
        "a region is left out": {"for r in regions:": "for r in regions[1:]:"},
        "no constraint for a border": {BOTH: "pass"},
        "the first border is left out": {"for r, s in borders:": "for r, s in borders[1:]:"},
        "the last border is left out": {"for r, s in borders:": "for r, s in borders[:-1]:"},
        "the last colour is left out": {"        for c in colours:": "        for c in range(1, k):"},
        "the first colour is left out": {"        for c in colours:": "        for c in range(2, k + 1):"},
        "one of the two, always": {"<= 1, f": "== 1, f"},
        "both may": {"<= 1, f": "<= 2, f"},
        "neither may": {"<= 1, f": "<= 0, f"},
        "three colours, always": {"range(1, k + 1)": "range(1, 4)"},
        "colours from 0": {"range(1, k + 1)": "range(k)"},
        "the map of the lesson": {
            "(m, regions, borders, k):": "(m, regions, borders, k, regions_here=regions, borders_here=borders):",
            "    colours = range": "    regions, borders = regions_here, borders_here\n    colours = range",
        },
        "a colour for the first region": {RETURN: "    m.fix(y[regions[0], 1], 1)\n    return y"},
        "logic": {BOTH: 'm.not_equal(y[r, c], y[s, c], f"{r}, {s}, {c}")'},
        "integers": MODEL + '    x = m.int_vars("x", regions, 1, k)\n    for r, s in borders:\n'
        '        m.not_equal(x[r], x[s], f"{r}, {s}")\n    return x\n',
        "larger domains": {'m.bool_vars("y", ': 'm.int_vars("y", ', "for c in colours])": "for c in colours], 0, 2)"},
        "keys exchanged": {"[(r, c) for": "[(c, r) for", "y[r, c]": "y[c, r]", "y[s, c]": "y[c, s]"},
        "a name that is used twice": {'f"{r} has a colour"': '"it has a colour"'},
        "the regions are used up": {EACH: EACH + "\n    regions.clear()"},
        "nothing is returned": {RETURN: "    pass"},
        "every colour is used": {
            RETURN: (
                '    for c in colours:\n        m.add(m.sum(y[r, c] for r in regions) >= 1, f"{c} is used")\n'
                "    return y"
            )
        },
    },
    "order-regions": {
        "the alphabet": "order = list(regions)",
        "backwards": "order = regions[::-1]",
        "T first": 'order = ["T", "SA", "NT", "Q", "NSW", "V", "WA"]',
        "T last but one": 'order = ["SA", "NT", "Q", "NSW", "V", "T", "WA"]',
        "the worst": 'order = ["WA", "Q", "V", "T", "NT", "NSW", "SA"]',
        "SA late": 'order = ["WA", "NT", "Q", "NSW", "V", "SA", "T"]',
        "six regions": 'order = ["SA", "NT", "Q", "NSW", "V", "WA"]',
        "one twice": 'order = ["SA", "NT", "Q", "NSW", "V", "WA", "T", "T"]',
        "an index": "order = [3, 1, 2, 0, 5, 6, 4]",
        "a text": 'order = "SA NT Q NSW V WA T"',
        "jumps": 'order = ["SA", "WA", "NSW", "NT", "V", "Q", "T"]',
    },
    "poor-domains": {
        "nothing taken": FULL,
        "two values": FULL + 'poor |= {r: {1, 2} for r in ("WA", "SA")}',
        "no triangle": FULL + 'poor |= {r: {1, 2} for r in ("WA", "NT", "Q")}',
        "different colours": FULL + 'poor |= {"WA": {1, 2}, "NT": {1, 3}, "SA": {2, 3}}',
        "the same region three times": FULL + 'poor["SA"] = set()',
        "one colour": FULL + 'poor |= {"SA": {1}, "WA": {1, 2}}',
        "two colours for all": "poor = {r: {1, 2} for r in regions}",
        "four values": FULL + 'poor |= {r: {1, 2} for r in ("WA", "NT", "SA", "T")}',
        "a region is left out": "poor = {r: {1, 2} for r in regions[:3]}",
        "colours from 0": "poor = {r: {0, 1, 2} for r in regions}",
        "another colour in its place": FULL + 'poor |= {r: {1, 2, 4} for r in ("WA", "NT", "SA")}',
        "a colour twice": FULL + 'poor |= {r: [1, 2, 2] for r in ("WA", "NT", "SA")}',
        "T is poor": FULL + 'poor |= {r: {1, 2} for r in ("WA", "T", "SA")}',
        "numbers of colours": "poor = dict.fromkeys(regions, 2)",
    },
}
