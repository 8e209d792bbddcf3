"""Right and wrong answers to the exercises of lesson 12."""

COEFFICIENT = "sum(member in clique for clique in cliques) // 2"
RIGHT_SIDE = "- len(cliques) // 2"
SOLVER = "return best if times[best] < solver else None"
KEPT = "if bound + r <= best - 1}"

RIGHT = {
    "odd-cycle": {
        "loops": (
            "def my_violation(cliques, y):\n    total = 0\n    for member, value in y.items():\n        k = 0\n"
            "        for clique in cliques:\n            if member in clique:\n                k += 1\n"
            "        total += (k // 2) * value\n    return total - (len(cliques) - 1) / 2"
        ),
        "NumPy": (
            "def my_violation(cliques, y):\n    names = list(y)\n"
            "    matrix = np.array([[name in clique for name in names] for clique in cliques], dtype=int)\n"
            "    left = np.floor(matrix.sum(axis=0) / 2) @ np.array([y[name] for name in names])\n"
            "    return left - np.floor(len(cliques) / 2)"
        ),
        "a defaultdict and fractions": (
            "def my_violation(cliques, y):\n    counts = defaultdict(int)\n    for clique in cliques:\n"
            "        for member in clique:\n            counts[member] += 1\n"
            "    total = sum(Fraction(y[member]) * (count // 2) for member, count in counts.items())\n"
            "    return total - Fraction(len(cliques) // 2)"
        ),
        "int for the floor": {COEFFICIENT: "int(sum(member in clique for clique in cliques) / 2)"},
    },
    "first-try": {
        "a loop": (
            "def my_first_try(methods, solver):\n    best, least = None, solver\n"
            "    for name, (share, cost) in methods.items():\n"
            "        time = Fraction(cost) + Fraction(100 - share, 100) * solver\n"
            "        if time < least:\n            best, least = name, time\n    return best"
        ),
        "the gain": (
            "def my_first_try(methods, solver):\n"
            "    gain = {name: share * solver - 100 * cost for name, (share, cost) in methods.items()}\n"
            "    best = max(gain, key=gain.get)\n    return best if gain[best] > 0 else None"
        ),
        "NumPy": (
            "def my_first_try(methods, solver):\n    names = list(methods)\n"
            "    table = np.array([methods[name] for name in names])\n"
            "    gain = table[:, 0] * solver - 100 * table[:, 1]\n"
            "    return np.str_(names[gain.argmax()]) if gain.max() > 0 else None"
        ),
        "with None among the choices": (
            "def my_first_try(methods, solver):\n    times = {None: 100 * solver}\n"
            "    for name in methods:\n        share, cost = methods[name]\n"
            "        times[name] = 100 * cost + (100 - share) * solver\n    return min(times, key=times.get)"
        ),
    },
    "reduced-costs": {
        "a list": {
            "{variable for variable, r in reduced.items() " + KEPT: (
                "[variable for variable, r in reduced.items() if bound + r <= best - 1]"
            )
        },
        "a loop": (
            "def my_filter(bound, best, reduced):\n    kept = set()\n    for name in reduced:\n"
            "        if not bound + reduced[name] > best - 1:\n            kept.add(name)\n    return kept"
        ),
        "rounded up": {KEPT: "if math.ceil(bound + r) < best}", "    return": "    import math\n    return"},
        "a frozenset, and keys": (
            "def my_filter(bound, best, reduced):\n"
            "    return {k: r for k, r in reduced.items() if Fraction(r) <= best - 1 - Fraction(bound)}.keys()"
        ),
        "a tolerance": {KEPT: "if bound + r <= best - 1 + 1e-9}"},
    },
}

WRONG = {
    "odd-cycle": {
        "the coefficients are not rounded": {COEFFICIENT: "sum(member in clique for clique in cliques) / 2"},
        "the coefficients are rounded up": {COEFFICIENT: "(sum(member in clique for clique in cliques) + 1) // 2"},
        "the right side is not rounded": {RIGHT_SIDE: "- len(cliques) / 2"},
        "the right side is rounded up": {RIGHT_SIDE: "- (len(cliques) + 1) // 2"},
        "coefficients of 1": {COEFFICIENT: "1"},
        "coefficients of 0 and 1": {COEFFICIENT: "int(sum(member in clique for clique in cliques) > 1)"},
        "two sets exactly": {COEFFICIENT: "int(sum(member in clique for clique in cliques) == 2)"},
        "not halved": {COEFFICIENT: "sum(member in clique for clique in cliques)", RIGHT_SIDE: "- len(cliques)"},
        "the other sign": {"    return sum(": "    return -sum(", RIGHT_SIDE: "+ len(cliques) // 2"},
        "never negative": {
            "    return sum(coefficients[member] * y[member] for member in y) - len(cliques) // 2": (
                "    return max(0, sum(coefficients[member] * y[member] for member in y) - len(cliques) // 2)"
            )
        },
        "the answer of the pentagon": "def my_violation(cliques, y):\n    return 0.5",
        "two, as in the text": {RIGHT_SIDE: "- 2"},
        "the last set is left out": {"for clique in cliques)": "for clique in cliques[:-1])"},
        "a set is changed": {"    coefficients =": "    cliques[0].clear()\n    coefficients ="},
        "yes or no": {RIGHT_SIDE: "> len(cliques) // 2"},
    },
    "first-try": {
        "the strongest": {"best = min(times, key=times.get)": "best = max(methods, key=lambda name: methods[name][0])"},
        "the cheapest": {"best = min(times, key=times.get)": "best = min(methods, key=lambda name: methods[name][1])"},
        "without the price": {"cost + (100 - share)": "(100 - share)"},
        "the share of the wrong side": {"(100 - share) / 100": "share / 100"},
        "never None": {SOLVER: "return best"},
        "a tie goes to the method": {"times[best] < solver": "times[best] <= solver"},
        "the word None": {"else None": 'else "None"'},
        "shares without a per cent": {"(100 - share) / 100": "(1 - share)"},
        "the time": {SOLVER: "return times[best]"},
        "price for each puzzle decided": {"cost + (100 - share) / 100 * solver": "cost / max(share, 1)"},
        "the first method": {"best = min(times, key=times.get)": "best = next(iter(times))"},
        "the argument is changed": {"    best =": "    methods.pop(next(iter(methods)))\n    best ="},
        "ten milliseconds, as in the text": {"times[best] < solver": "solver > 30"},
    },
    "reduced-costs": {
        "best in place of best - 1": {KEPT: "if bound + r <= best}"},
        "less than best": {KEPT: "if bound + r < best}"},
        "less than best - 1": {KEPT: "if bound + r < best - 1}"},
        "without the bound": {KEPT: "if r <= best - 1}"},
        "reduced costs of 0": {KEPT: "if r == 0}"},
        "what is excluded": {KEPT: "if bound + r > best - 1}"},
        "everything": {KEPT: "}"},
        "nothing": "def my_filter(bound, best, reduced):\n    return set()",
        "a number": {
            "return {variable for variable, r in reduced.items() " + KEPT: (
                "return sum(bound + r <= best - 1 for r in reduced.values())"
            )
        },
        "the argument is changed": (
            "def my_filter(bound, best, reduced):\n    for name in list(reduced):\n"
            "        if bound + reduced[name] > best - 1:\n            del reduced[name]\n    return set(reduced)"
        ),
        "rounded down": {KEPT: "if (bound + r) // 1 <= best - 1}"},
        "a dict": {"{variable for": "{variable: r for"},
    },
}
