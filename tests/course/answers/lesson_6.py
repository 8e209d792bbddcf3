"""Right and wrong answers to the exercises of lesson 6."""

DIAGONAL_BOARD = """
def my_board(n):
    span = range(1, n + 1)
    falling = sm.Unit("falling diagonal", tuple((k, k) for k in span))
    rising = sm.Unit("rising diagonal", tuple((k, n + 1 - k) for k in span))
    return sm.Board(n, (*latin_board(n).units, falling, rising))


diagonal_squares = 8
"""
WITHOUT_WAITING = """
def no_waiting(m, slot, room):
    first = m.int_vars("first", list(TAUGHT), 1, len(SLOTS))
    for teacher in TAUGHT:
        lessons = lessons_of(teacher)
        for lesson in lessons:
            m.add(slot[lesson] - first[teacher] >= 0, f"{teacher} begins with {lesson} or before")
            m.add(slot[lesson] - first[teacher] <= len(lessons) - 1, f"{teacher} does not wait for {lesson}")


cost = 21
"""


def changed(text: str, **parts: str) -> str:
    """A text in which some of its parts are replaced; the keys say which."""
    for old, new in parts.items():
        assert PARTS[old] in text, old
        text = text.replace(PARTS[old], new)
    return text


PARTS = {
    "falling": "(k, k)",
    "rising": "(k, n + 1 - k)",
    "units": "(*latin_board(n).units, falling, rising)",
    "number": "diagonal_squares = 8",
    "early": ">= 0",
    "late": "len(lessons) - 1",
    "at_most": "<= len(lessons) - 1",
    "teachers": "for teacher in TAUGHT:",
    "lessons": "for lesson in lessons:",
    "cost": "cost = 21",
    "before": "    first = m.int_vars",
}

RIGHT = {
    "queens-on-squares": {
        "integers from 0 to 1, and loops": """
def my_queens(m, n):
    squares = []
    for r in range(1, n + 1):
        for c in range(1, n + 1):
            squares.append((r, c))
    q = m.int_vars("queen", squares, 0, 1)
    for r in range(1, n + 1):
        m.add(m.sum([q[r, c] for c in range(1, n + 1)]) == 1, ("row", r))
    for c in range(1, n + 1):
        m.add(m.sum([q[r, c] for r in range(1, n + 1)]) == 1, ("column", c))
    for k in range(-n, 2 * n + 1):
        rising = [q[s] for s in squares if sum(s) == k]
        if len(rising) > 1:
            m.add(m.sum(rising) <= 1, ("rising", k))
        falling = [q[s] for s in squares if s[0] - s[1] == k]
        if len(falling) > 1:
            m.add(m.sum(falling) <= 1, ("falling", k))
    return q
""",
        "without the diagonals of one square": {"range(2, 2 * n + 1)": "range(3, 2 * n)"},
        "pairs that attack each other": """
def my_queens(m, n):
    span = range(1, n + 1)
    q = m.bool_vars("q", [(r, c) for r in span for c in span])
    m.add(m.sum(q.values()) == n, "n queens")
    for (r, c), (s, d) in combinations(q, 2):
        if r == s or c == d or abs(r - s) == abs(c - d):
            m.add(q[r, c] + q[s, d] <= 1, f"{r} {c} {s} {d}")
    return q
""",
        "with a redundant sum, in an ordered dict": {
            "return q": 'm.add(m.sum(q.values()) == n, "n"); return OrderedDict(q)'
        },
        "at most one a line, and n queens": {
            '== 1, f"row {k}"': '<= 1, f"row {k}"',
            "return q": 'm.add(m.sum(q.values()) >= n, "n"); return q',
        },
    },
    "diagonal-squares": {
        "a NumPy integer": changed(DIAGONAL_BOARD, number="diagonal_squares = np.int64(8)"),
        "a fraction": changed(DIAGONAL_BOARD, number="diagonal_squares = Fraction(16, 2)"),
        "the diagonals first, from below": changed(
            DIAGONAL_BOARD, units="(rising, falling, *latin_board(n).units)", rising="(n + 1 - k, k)"
        ),
        "written out": """
def my_board(n):
    units = []
    for k in range(1, n + 1):
        units.append(sm.Unit(f"row {k}", tuple((k, c) for c in range(1, n + 1))))
        units.append(sm.Unit(f"column {k}", tuple((r, k) for r in range(1, n + 1))))
    units.append(sm.Unit("main", tuple((k, k) for k in range(1, n + 1))))
    units.append(sm.Unit("anti", tuple((k, n - k + 1) for k in range(n, 0, -1))))
    return sm.Board(n, tuple(units))


puzzle = sm.Puzzle.parse("12345" + 20 * ".", my_board(5))
diagonal_squares = sm.count_solutions(puzzle, backend="pulp", cross_check=False).value
""",
    },
    "no-waiting": {
        "a float": changed(WITHOUT_WAITING, cost="cost = 21.0"),
        "a NumPy number, from the last slot": changed(WITHOUT_WAITING, cost="cost = np.float64(21)")
        .replace(">= 0", "<= 0")
        .replace("<= len(lessons) - 1", ">= 1 - len(lessons)")
        .replace('"first"', '"last"'),
        "each two lessons are near": """
def no_waiting(m, slot, room):
    for teacher in TAUGHT:
        lessons = lessons_of(teacher)
        for one in lessons:
            for other in lessons:
                if one != other:
                    m.add(slot[one] - slot[other] <= len(lessons) - 1, (teacher, one, other))


cost = 21
""",
        "first and last": """
def no_waiting(m, slot, room):
    first, last = m.int_vars("first", [*TAUGHT], 1, 6), m.int_vars("last", [*TAUGHT], 1, 6)
    for t, classes in TAUGHT.items():
        m.add(last[t] - first[t] == len(classes) - 1, f"{t} has no gap")
        for c in classes:
            m.add(first[t] <= slot[c, t], f"{t} {c} first")
            m.add(last[t] >= slot[c, t], f"{t} {c} last")


cost = Fraction(21)
""",
    },
    "minimal-conflict": {
        "a list": """
conflict = ["chemistry from slot 3", "chemistry until slot 3", "a teacher has one lesson at a time"]
""",
        "another conflict, as a tuple": """
conflict = "chemistry from slot 3", "chemistry until slot 3", "rooms fit", "one lesson in a place"
""",
        "from the last name": {"for name in HURRIED": "for name in reversed(HURRIED)"},
        "the rules themselves": {
            "conflict = set(HURRIED)": "conflict = dict(HURRIED)",
            "conflict.discard": "conflict.pop",
        }
        | {"conflict - {name}": "set(conflict) - {name}"},
        "a frozen set": "conflict = frozenset({'chemistry from slot 3', 'chemistry until slot 3', "
        "'a teacher has one lesson at a time'})",
    },
}

WRONG = {
    "queens-on-squares": {
        "the rising diagonals of eight": {"if r + c == k": "if r + c == k < 17"},
        "the diagonals of eight": """
def my_queens(m, n):
    span = range(1, n + 1)
    q = m.bool_vars("q", [(r, c) for r in span for c in span])
    for k in span:
        m.add(m.sum(q[k, c] for c in span) == 1, f"row {k}")
        m.add(m.sum(q[r, k] for r in span) == 1, f"column {k}")
    for k in range(2, 17):
        m.add(m.sum(q[r, c] for r, c in q if r + c == k) <= 1, f"rising diagonal {k}")
    for k in range(-7, 8):
        m.add(m.sum(q[r, c] for r, c in q if r - c == k) <= 1, f"falling diagonal {k}")
    return q
""",
        "the falling diagonals of eight": {"if r - c == k - n - 1": "if r - c == k - n - 1 and abs(r - c) < 8"},
        "nothing for ten": {"return q": "m.add(q[1, 2] <= int(n < 10), 'no'); return q"},
        "the rows are left out": {'m.add(m.sum(q[k, c] for c in span) == 1, f"row {k}")': "pass"},
        "the columns are left out": {'m.add(m.sum(q[r, k] for r in span) == 1, f"column {k}")': "pass"},
        "a column has at most one queen, and so has a row": {"== 1": "<= 1"},
        "a line has at least one queen": {"== 1": ">= 1"},
        "the rising diagonals are left out": {"if r + c == k": "if r + c == -k"},
        "the falling diagonals are left out": {"if r - c == k - n - 1": "if r - c == 99"},
        "a falling diagonal is left out": {"if r - c == k - n - 1": "if r - c == k - n - 1 != 0"},
        "half of the falling diagonals": {"r - c == k - n - 1": "r - c == k"},
        "the last rising diagonals are left out": {"range(2, 2 * n + 1)": "range(2, 2 * n - 1)"},
        "the first diagonals are left out": {"range(2, 2 * n + 1)": "range(4, 2 * n + 1)"},
        "every diagonal holds a queen": {'<= 1, f"rising': '== 1, f"rising'},
        "two on a diagonal": {'<= 1, f"rising': '<= 2, f"rising'},
        "rows and columns of four": {"span = range(1, n + 1)": "span = range(1, 5)"},
        "counted from 0": {"span = range(1, n + 1)": "span = range(n)"},
        "integers from 0 to 9": {
            "m.bool_vars": "m.int_vars",
            "for c in span])": "for c in span], 0, 9)",
        },
        "nothing is returned": {"return q": "pass"},
        "no queen in a corner": {"return q": 'm.add(q[1, 1] <= 0, "no corner"); return q'},
        "the columns of the queens": """
def my_queens(m, n):
    rows = range(1, n + 1)
    x = m.int_vars("x", rows, 1, n)
    m.all_different(x.values(), "columns")
    return x
""",
        "the number of ways": "my_queens = 92",
    },
    "diagonal-squares": {
        "no diagonals": changed(DIAGONAL_BOARD, units="latin_board(n).units", number="diagonal_squares = 1344"),
        "only the falling one": changed(DIAGONAL_BOARD, units="(*latin_board(n).units, falling)"),
        "only the rising one": changed(DIAGONAL_BOARD, units="(*latin_board(n).units, rising)"),
        "the falling one twice": changed(DIAGONAL_BOARD, rising="(n + 1 - k, n + 1 - k)"),
        "the rising one outside": changed(DIAGONAL_BOARD, rising="(k, n - k)"),
        "of five only": changed(DIAGONAL_BOARD, rising="(k, 6 - k)"),
        "a box too": changed(
            DIAGONAL_BOARD,
            units="(*latin_board(n).units, falling, rising, sm.Unit('box', ((1, 1), (1, 2), (2, 1), (2, 2))))",
        ),
        "no rows": changed(DIAGONAL_BOARD, units="(*latin_board(n).units[n:], falling, rising)"),
        "with boxes": "def my_board(n):\n    return sm.Board.of_size(4)\ndiagonal_squares = 8\n",
        "any first row": changed(DIAGONAL_BOARD, number="diagonal_squares = 960"),
        "without the diagonals": changed(DIAGONAL_BOARD, number="diagonal_squares = 1344"),
        "one less": changed(DIAGONAL_BOARD, number="diagonal_squares = 7"),
        "a half more": changed(DIAGONAL_BOARD, number="diagonal_squares = 8.5"),
        "a list": changed(DIAGONAL_BOARD, number="diagonal_squares = [8]"),
        "nothing": "def my_board(n):\n    pass\ndiagonal_squares = 8\n",
        "a puzzle": "def my_board(n):\n    return sm.Puzzle.parse('1' + 15 * '.')\ndiagonal_squares = 8\n",
    },
    "no-waiting": {
        "the first slot is not before the others": changed(WITHOUT_WAITING, early=">= -6"),
        "one slot too many": changed(WITHOUT_WAITING, late="len(lessons)"),
        "one slot too few": changed(WITHOUT_WAITING, late="len(lessons) - 2"),
        "three for everybody": changed(WITHOUT_WAITING, late="3"),
        "not the last teacher": changed(WITHOUT_WAITING, teachers="for teacher in list(TAUGHT)[:-1]:"),
        "not the first teacher": changed(WITHOUT_WAITING, teachers="for teacher in list(TAUGHT)[1:]:"),
        "chemistry alone": changed(WITHOUT_WAITING, teachers="for teacher in ['chemistry']:"),
        "not the first lesson": changed(WITHOUT_WAITING, lessons="for lesson in lessons[1:]:"),
        "not the last lesson": changed(WITHOUT_WAITING, lessons="for lesson in lessons[:-1]:"),
        "for equal": changed(WITHOUT_WAITING, at_most="== len(lessons) - 1"),
        "the classes do not wait": changed(WITHOUT_WAITING, teachers="for teacher in CLASSES:").replace(
            "list(TAUGHT), 1", "CLASSES, 1"
        ),
        "in the order of the classes": """
def no_waiting(m, slot, room):
    for teacher in TAUGHT:
        lessons = lessons_of(teacher)
        for one, other in zip(lessons, lessons[1:]):
            m.add(slot[other] - slot[one] == 1, f"{one} {other}")


cost = 21
""",
        "from slot 1": WITHOUT_WAITING.replace("1, len(SLOTS)", "1, 1"),
        "the rooms too": changed(
            WITHOUT_WAITING, before="    m.not_equal(room['1a', 'maths'], 3, 'no')\n    first = m.int_vars"
        ),
        "the dict is emptied": changed(WITHOUT_WAITING, before="    slot = slot\n    first = m.int_vars") + "\n"
        "inner = no_waiting\ndef no_waiting(m, slot, room):\n    inner(m, slot, room)\n    slot.clear()\n",
        "the cost without the rule": changed(WITHOUT_WAITING, cost="cost = 18"),
        "too cheap": changed(WITHOUT_WAITING, cost="cost = 20"),
        "too dear": changed(WITHOUT_WAITING, cost="cost = 22"),
        "no number": changed(WITHOUT_WAITING, cost="cost = 'twenty-one'"),
        "nan": changed(WITHOUT_WAITING, cost="cost = float('nan')"),
        "nothing": "def no_waiting(m, slot, room):\n    pass\ncost = 21\n",
    },
    "minimal-conflict": {
        "all rules": "conflict = set(HURRIED)",
        "the two hours": "conflict = {'chemistry from slot 3', 'chemistry until slot 3'}",
        "the new rule alone": "conflict = {'chemistry until slot 3'}",
        "none": "conflict = set()",
        "one too many": """
conflict = {"chemistry from slot 3", "chemistry until slot 3", "a teacher has one lesson at a time"}
conflict.add("no sport in slot 3")
""",
        "the rules that may be left out": """
others = {name: {o: r for o, r in HURRIED.items() if o != name} for name in HURRIED}
conflict = {name for name in HURRIED if not sm.Problem(school(others[name])).solve("cpsat")}
""",
        "the rules that no conflict lacks": """
others = {name: {o: r for o, r in HURRIED.items() if o != name} for name in HURRIED}
conflict = {name for name in HURRIED if sm.Problem(school(others[name])).solve("cpsat")}
""",
        "the wrong way round": {"if not sm": "if sm"},
        "each is tested against all": {"conflict - {name}": "set(HURRIED) - {name}"},
        "another name": "conflict = {'chemistry from slot 3', 'lunch'}",
        "one name as a text": "conflict = 'chemistry until slot 3'",
        "a number": "conflict = 3",
        "a list of lists": "conflict = [['chemistry from slot 3', 'chemistry until slot 3']]",
        "of the other school": "conflict = {'one lesson in a place', 'home after slot 4'}",
    },
}
