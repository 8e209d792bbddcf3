"""Right and wrong answers to the exercises of lesson 16."""

LOOP = """
def my_propagate(clauses, literals=()):
    true = list(literals)
    while True:
        if any(-v in true for v in true):
            return None
        new = set()
        for clause in clauses:
            if any(v in true for v in clause):
                continue
            free = [v for v in clause if -v not in true]
            if len(free) == 0:
                return None
            if len(free) == 1:
                new.add(free[0])
        if not new:
            return true
        true += sorted(new)
"""

CHECKER = """
def my_check(clauses, proof):
    known = [tuple(clause) for clause in clauses]
    for line in proof.strip().split("\\n"):
        words = line.split()
        if not words or words[0] == "d":
            continue
        step = tuple(map(int, words))[:-1]
        if my_propagate([*known, *((-v,) for v in step)]) is not None:
            return False
        known.append(step)
    return () in known
"""

VERIFY = """
def my_verify(puzzle, grids, clauses, proof):
    seen = []
    for grid in grids:
        if not sm.is_solution(puzzle, grid) or grid in seen:
            return np.bool_(False)
        seen.append(grid)
    own = {frozenset(clause) for clause in clauses_of(puzzle)}
    own |= {frozenset(blocking(puzzle, grid.values)) for grid in grids}
    if {frozenset(clause) for clause in clauses} != own:
        return np.bool_(False)
    return np.bool_(my_check(clauses, proof))
"""

CERTIFY = """
def grid_of(puzzle, model):
    n, true = puzzle.board.size, set(model)
    cells = [*clauses_of(puzzle)][: n * n]
    return sm.Grid(puzzle.board, tuple(next((v - 1) % n + 1 for v in cell if v in true) for cell in cells))


def my_certify(puzzle):
    clauses = list(clauses_of(puzzle))
    grids = []
    while True:
        solver = Cadical195(bootstrap_with=clauses, with_proof=True)
        found = solver.solve()
        model = solver.get_model() if found else None
        proof = None if found else solver.get_proof()
        solver.delete()
        if not found:
            return [grids, "\\n".join(proof) + "\\n"]
        grids.append(grid_of(puzzle, model))
        clauses.append(blocking(puzzle, grids[-1].values))
"""

RIGHT = {
    "exactly-one": {
        "an array of pairs": {"[list(literals), *pairs]": "[np.array(literals, dtype=int), *map(np.array, pairs)]"},
        "tuples": {"[list(literals), *pairs]": "(tuple(literals), *map(tuple, pairs))"},
        "sets": {"[list(literals), *pairs]": "{frozenset(literals), *map(frozenset, pairs)}"},
        "both orders": {
            "for b in literals[:k]]": "for b in literals[:k]] + [[-b, -a] for a in literals for b in literals if a < b]"
        },
        "nested loops": "def my_exactly_one(literals):\n    clauses = [[v for v in literals]]\n"
        "    for i in range(len(literals)):\n        for j in range(i + 1, len(literals)):\n"
        "            clauses.append([-literals[i], -literals[j]])\n    return clauses",
    },
    "unit-propagation": {
        "passes": LOOP,
        "frozenset": {
            "return None if any(-literal in true for literal in true) else true": "return None if any(-literal "
            "in true for literal in true) else frozenset(true)"
        },
        "NumPy": {
            "return None if any(-literal in true for literal in true) else true": "return None if any(-literal "
            "in true for literal in true) else np.array(sorted(true), dtype=int)"
        },
        "tuples of literals": {"true, before = set(literals), None": "true, before = {*literals}, -1"},
    },
    "rup-checker": {
        "assumed as units": CHECKER,
        "NumPy": {
            "            return True": "            return np.True_",
            "    return False\n": "    return np.False_\n",
        },
        "all steps to the end": {
            "        if not clause:\n            return True\n": "",
            "    return False": "    return [] in known",
        },
        "with deletions": {
            'if line.startswith("d"):\n            continue': 'if line.startswith("d"):\n'
            "            gone = sorted(map(int, line.split()[1:-1]))\n"
            "            known = [each for each in known if len(each) < 2 or sorted(each) != gone]\n            continue",  # noqa: E501
        },
    },
    "unmask-forgeries": {
        "with loops and NumPy": VERIFY,
        "the clauses that were given": {"my_check(own, proof)": "my_check(clauses, proof)"},
        "as text": {
            "sorted(map(sorted, clauses)) == sorted(map(sorted, own))": "{str(sorted(c)) for c in clauses} == "
            "{str(sorted(c)) for c in own}",
        },
        "one after the other": {
            "return sorted(map(sorted, clauses)) == sorted(map(sorted, own)) and my_check(own, proof)": ""
            "if sorted(map(sorted, clauses)) != sorted(map(sorted, own)):\n        return False\n    return my_check(own, proof)",  # noqa: E501
        },
    },
    "certified-count": {
        "a solver for each solution": CERTIFY,
        "a tuple of grids": {"return grids, solver.get_proof()": "return tuple(grids), tuple(solver.get_proof())"},
        "the proof as text": {"solver.get_proof()": '"".join(line + "\\n" for line in solver.get_proof())'},
        "the package": "def my_certify(puzzle):\n    made = sm.certify(puzzle)\n    return list(made.solutions), made.proof",  # noqa: E501
    },
}

WRONG = {
    "exactly-one": {
        "at least one": {"[list(literals), *pairs]": "[list(literals)]"},
        "at most one": {"[list(literals), *pairs]": "pairs"},
        "neighbours only": {"for b in literals[:k]": "for b in literals[max(k - 1, 0) : k]"},
        "the first pair only": {"[list(literals), *pairs]": "[list(literals), *pairs[:1]]"},
        "the last pair is left out": {"[list(literals), *pairs]": "[list(literals), *pairs[:-1]]"},
        "a literal is not negated": {"[-a, -b]": "[-a, b]"},
        "negated twice": {"[-a, -b]": "[a, b]"},
        "by absolute value": {"[-a, -b]": "[-abs(a), -abs(b)]"},
        "the last literal is left out": {"[list(literals), *pairs]": "[list(literals)[:-1], *pairs]"},
        "one clause": {"[list(literals), *pairs]": "[list(literals) + [v for pair in pairs for v in pair]]"},
        "nothing for the empty list": {
            "return [list(literals), *pairs]": "return [list(literals), *pairs] if literals else []"
        },
        "a new variable": {"[list(literals), *pairs]": "[[*literals, 99], *pairs]"},
        "the literals are changed": {"pairs =": "literals.sort()\n    pairs ="},
        "with the 0 of DIMACS": {"[list(literals), *pairs]": "[[*clause, 0] for clause in [literals, *pairs]]"},
        "text": {"[list(literals), *pairs]": '" ".join(map(str, literals))'},
        "for three literals": "def my_exactly_one(literals):\n    a, b, c = literals\n"
        "    return [[a, b, c], [-a, -b], [-a, -c], [-b, -c]]",
    },
    "unit-propagation": {
        "one pass": {"while before != len(true):": "for _ in range(1):"},
        "two passes": {"while before != len(true):": "for _ in range(2):"},
        "no conflict of a clause": {"            if not left:\n                return None\n": ""},
        "no conflict of two literals": {"None if any(-literal in true for literal in true) else true": "true"},
        "never None": {
            "return None if": "return set() if",
            "                return None": "                return true",
        },
        "clauses of two": {"len(left) == 1": "len(left) <= 2"},
        "the negated literal": {"true.add(left[0])": "true.add(-left[0])"},
        "true literals are left out": {"-literal not in true]": "-literal not in true and literal not in true]"},
        "signs are ignored": {"if -literal not in true]": "if literal not in true]"},
        "without the first literals": {"set(literals), None": "set(), None"},
        "what was found only": {"else true": "else true - set(literals)"},
        "the last clause is left out": {"in clauses:": "in clauses[:-1]:"},
        "the clauses are shortened": {
            "left = [literal for literal in clause if -literal not in true]": "for literal in list(clause):\n"
            "                if -literal in true:\n                    clause.remove(literal)\n            left = clause",  # noqa: E501
        },
        "the number of literals": {"else true": "else len(true)"},
        "positive literals only": {"else true": "else {literal for literal in true if literal > 0}"},
    },
    "rup-checker": {
        "no empty clause is needed": (
            "def my_check(clauses, proof):\n"
            "    known = list(clauses)\n"
            "    for line in proof.splitlines():\n"
            "        if line.startswith('d'):\n"
            "            continue\n"
            "        clause = [int(word) for word in line.split()[:-1]]\n"
            "        if my_propagate(known, [-each for each in clause]) is not None:\n"
            "            return False\n"
            "        if not clause:\n"
            "            return True\n"
            "        known.append(clause)\n"
            "    return my_propagate(known) is None\n"
        ),
        "accepts everything": "def my_check(clauses, proof):\n    return True",
        "refuses everything": "def my_check(clauses, proof):\n    return False",
        "steps are not checked": {"if my_propagate(known, [-literal for literal in clause]) is not None:": "if False:"},
        "the last step only": {"if my_propagate(": "if not clause and my_propagate("},
        "the first step only": {"known.append(clause)": "return True"},
        "steps are not added": {"known.append(clause)": "pass"},
        "not negated": {"[-literal for literal in clause]": "clause"},
        "the first literal is not negated": {
            "[-literal for literal in clause]": "[-literal for literal in clause[1:]]"
        },
        "without an end": {
            "    return False\n": "    return True\n",
            "        if not clause:\n            return True\n": "",
        },
        "an empty proof": {"known = list(clauses)": "known = list(clauses)\n    if not proof:\n        return True"},
        "deletions are added": {
            'if line.startswith("d"):\n            continue': 'line = line.removeprefix("d ")\n'
            "        if False:\n            continue",
            "if my_propagate(known, [-literal for literal in clause]) is not None:": "if False:",
        },
        "a deletion is a failure": {
            'if line.startswith("d"):\n            continue': 'if line.startswith("d"):\n            return False'
        },
        "the steps backwards": {"proof.splitlines()": "proof.splitlines()[::-1]"},
        "the first clause is left out": {"list(clauses)": "list(clauses[1:])"},
        "with the 0": {"line.split()[:-1]": "line.split()"},
        "the clauses are changed": {"known = list(clauses)": "known = clauses"},
        "text": {"return True": 'return "accepted"'},
        "the proof alone": {"list(clauses)": "[]"},
    },
    "unmask-forgeries": {
        "any grids": {"not all(sm.is_solution(puzzle, grid) for grid in grids) or ": ""},
        "grids twice": {" or len(set(grids)) < len(grids)": ""},
        "one solution is enough": {"not all(sm": "not any(sm"},
        "any clauses": {
            "sorted(map(sorted, clauses)) == sorted(map(sorted, own)) and ": "",
            "my_check(own": "my_check(clauses",
        },
        "any further clauses": {
            "sorted(map(sorted, clauses)) == sorted(map(sorted, own))": "set(map(tuple, own)) <= set(map(tuple, clauses))",  # noqa: E501
            "my_check(own": "my_check(clauses",
        },
        "as many clauses": {
            "sorted(map(sorted, clauses)) == sorted(map(sorted, own))": "len(clauses) == len(own)",
            "my_check(own": "my_check(clauses",
        },
        "by absolute value": {
            "sorted(map(sorted, clauses)) == sorted(map(sorted, own))": "sorted(sorted(map(abs, c)) for c in clauses) == "  # noqa: E501
            "sorted(sorted(map(abs, c)) for c in own)",
            "my_check(own": "my_check(clauses",
        },
        "any proof": {" and my_check(own, proof)": ""},
        "without the grids": {", *(blocking(puzzle, grid.values) for grid in grids)]": "]"},
        "the first grid only": {"for grid in grids)]": "for grid in grids[:1])]"},
        "accepts everything": "def my_verify(puzzle, grids, clauses, proof):\n    return True",
        "refuses everything": "def my_verify(puzzle, grids, clauses, proof):\n    return False",
        "the clauses are sorted in place": {"own = [": "clauses.sort()\n    own = ["},
        "one solution at most": {"    own = [": "    if len(grids) > 1:\n        return False\n    own = ["},
        "at least one solution": {"    own = [": "    if not grids:\n        return False\n    own = ["},
        "None": {"return sorted": "sorted"},
    },
    "certified-count": {
        "one solution": {"while solver.solve():": "if solver.solve():"},
        "two solutions": {"while solver.solve():": "while solver.solve() and len(grids) < 2:"},
        "no proof": {"solver.get_proof()": "[]"},
        "the empty clause alone": {"solver.get_proof()": '["0"]'},
        "the last grid is left out": {"return grids,": "return grids[:-1],"},
        "a grid twice": {"return grids,": "return grids + grids[:1],"},
        "a proof for a single solution": 'def my_certify(puzzle):\n    return [sm.build(puzzle).solve().grid], ["0"]',
        "half of the proof": {"solver.get_proof()": "solver.get_proof()[::2]"},
        "the number": {"return grids,": "return len(grids),"},
        "grids as text": {"return grids,": "return [grid.line() for grid in grids],"},
        "the grids alone": {"return grids, solver.get_proof()": "return grids"},
        "the other order": {"return grids, solver.get_proof()": "return solver.get_proof(), grids"},
        "not excluded": {
            "while solver.solve():": "for _ in range(3):\n            solver.solve()",
            "            solver.add_clause(blocking(puzzle, grids[-1].values))\n": "",
        },
        "the proof of another puzzle": {"solver.get_proof()": 'sm.certify("small:1").proof'},
    },
}
