"""Questions on the core course: lessons 0 to 6, and 18."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from random import Random

from ...puzzles.board import Board
from .question import Asked, braces, question, table, values

SIZES = ((2, 2), (2, 3), (3, 3), (2, 5), (3, 4), (4, 4))
"""Height and width of the boxes of a board."""
MAPS = (
    "AB BC CD DA AC BE DE",
    "AB BC CD DE EA BE",
    "AB AC AD BC CD BE DE",
    "AB BC CA CD DE EC",
    "AB BC CD DA DE EA BE",
)
"""Pairs of regions that touch."""


# -- lessons 0 and 1 ---------------------------------------------------------------------------------------------------


@question(lesson=0, points=4)
def three_sizes(rng: Random) -> Asked:
    height, width = rng.choice(SIZES)
    board = Board.with_boxes(height, width)
    n, found = board.size, (len(board.pairs), board.size**3, len(board.units) * board.size + board.size**2)
    return Asked(
        f"A Sudoku has {n} rows, {n} columns and {n} boxes of {height} by {width} cells, and no givens. How many "
        "inequalities has the pairwise model? How many binaries and how many equations has the assignment model?",
        f"A cell has {n - 1} peers in its row, {n - 1} in its column and {(height - 1) * (width - 1)} more in its box, "
        f"so there are {n * n} * {2 * (n - 1) + (height - 1) * (width - 1)} / 2 = **{found[0]}** inequalities. There is "
        f"a binary for each cell and digit: {n}³ = **{found[1]}**. Each cell has one digit ({n * n} equations), and each "
        f"of the {len(board.units)} units has each digit once ({len(board.units)} * {n}): **{found[2]}**.",
        found,
    )


@question(lesson=0, points=4)
def weaker_rule(rng: Random) -> Asked:
    n = rng.choice((3, 4))
    total = n * (n + 1) // 2
    least, most = n, n * n
    found = sum(sum(row) == total and len(set(row)) < n for row in product(range(1, n + 1), repeat=n))
    shown = next(row for row in product(range(1, n + 1), repeat=n) if sum(row) == total and len(set(row)) < n)
    return Asked(
        f'A student replaces "the {n} cells of a row hold different digits" (1 to {n}) by "the digits of a row add up to '
        f'{total}". Does each rule follow from the other? Give a row that tells them apart. How many such rows are there?',
        f"Different digits 1 to {n} add up to {total}; the sum does not make them different: for example {shown}. Of the "
        f"rows with digits 1 to {n}, whose sums are {least} to {most}, **{found}** have this sum and a repeated digit.",
        found,
    )


@question(lesson=1, points=4)
def state_it(rng: Random) -> Asked:
    names = "abc"
    found: list[tuple[int, ...]] = []
    while not 2 <= len(found) <= 6:
        total, gap = rng.randint(7, 12), rng.randint(1, 3)
        every = (each for each in product(range(1, 6), repeat=3) if sum(each) == total)
        found = [(a, b, c) for a, b, c in every if a < b and c - a >= gap]
    return Asked(
        f"Three numbers a, b, c from 1 to 5 add up to {total}; a is less than b, and c is at least {gap} more than a. State "
        "this as a constraint satisfaction problem: variables, domains, constraints. Then list all its solutions.",
        f"Variables {', '.join(names)}, each with the domain {{1, ..., 5}}; constraints a + b + c = {total}, a < b, "
        f"c - a >= {gap}. Solutions (a, b, c), **{len(found)}** in all: {found}.",
        found,
    )


@question(lesson=1, points=6)
def colours(rng: Random) -> Asked:
    letters = rng.sample("ABCDE", 5)
    edges = [tuple(sorted(letters["ABCDE".index(end)] for end in edge)) for edge in rng.choice(MAPS).split()]
    nodes = sorted({end for edge in edges for end in edge})

    def ways(k: int) -> int:
        every = (dict(zip(nodes, colour, strict=True)) for colour in product(range(k), repeat=len(nodes)))
        return sum(all(each[a] != each[b] for a, b in edges) for each in every)

    fewest = next(k for k in range(1, 6) if ways(k))
    return Asked(
        f"On a map, these regions touch: {', '.join(f'{a}-{b}' for a, b in sorted(edges))}. What is the smallest number of "
        "colours with which touching regions differ, and how many such colourings are there with so many named colours?",
        f"With {fewest - 1} colours there is none, with **{fewest}** there are **{ways(fewest)}**, counted by trying all "
        f"{fewest}^{len(nodes)} = {fewest ** len(nodes)} assignments.",
        (fewest, ways(fewest)),
    )


def _ordered(rng: Random) -> tuple[dict[str, list[int]], list[tuple[str, str]]]:
    """Three variables with domains, and two comparisons between them, which have a solution."""
    while True:
        domains = {name: sorted(rng.sample(range(1, 7), rng.randint(3, 4))) for name in "xyz"}
        less = rng.choice(([("x", "y"), ("y", "z")], [("y", "x"), ("x", "z")], [("x", "z"), ("y", "z")]))
        if _consistent(domains, less):
            return domains, less


def _consistent(domains: dict[str, list[int]], less: list[tuple[str, str]]) -> list[dict[str, int]]:
    every = (dict(zip(domains, each, strict=True)) for each in product(*domains.values()))
    return [each for each in every if all(each[a] < each[b] for a, b in less)]


@question(lesson=1, points=6)
def nodes_of_a_tree(rng: Random) -> Asked:
    tried: list[dict[str, int]] = []

    def visit(chosen: dict[str, int]) -> bool:
        if len(chosen) == len(domains):
            return True
        name = list(domains)[len(chosen)]
        for value in domains[name]:
            child = chosen | {name: value}
            tried.append(child)
            if all(child[a] < child[b] for a, b in less if a in child and b in child) and visit(child):
                return True
        return False

    while len(tried) < 7:
        tried.clear()
        domains, less = _ordered(rng)
        visit({})
    walk = "; ".join(values(each) for each in tried)
    return Asked(
        f"Domains: {values({name: set(each) for name, each in domains.items()})}. Constraints: "
        f"{', '.join(f'{a} < {b}' for a, b in less)}. Backtracking assigns x, then y, then z, each from its smallest value "
        "up, and tests a constraint as soon as both of its variables have values. Draw the tree to the first solution. "
        "How many assignments does it try, the last one included?",
        f"It tries **{len(tried)}**: {walk}. The last is the solution.",
        len(tried),
    )


@question(lesson=1, points=4)
def forward_checking(rng: Random) -> Asked:
    domains, less = _ordered(rng)
    name = rng.choice([end for pair in less for end in pair])
    value = rng.choice(domains[name])
    left = {}
    for other, domain in domains.items():
        keeps = [(a, b) for a, b in less if {a, b} == {name, other}]
        left[other] = {
            v for v in domain if all({name: value, other: v}[a] < {name: value, other: v}[b] for a, b in keeps)
        }
    left[name] = {value}
    empty = [other for other in left if not left[other]]
    return Asked(
        f"Domains: {values({other: set(each) for other, each in domains.items()})}. Constraints: "
        f"{', '.join(f'{a} < {b}' for a, b in less)}. Forward checking has just assigned {name} = {value}. What is left of "
        "each domain? Does it go on, or back?",
        f"Only the domains of variables that share a constraint with {name} change: {values(left)}. "
        + (f"The domain of {empty[0]} is empty: it goes **back**." if empty else "No domain is empty: it goes **on**."),
        left,
    )


# -- lesson 2 ----------------------------------------------------------------------------------------------------------


def _domains(rng: Random) -> tuple[int, int, int, int]:
    p, r = rng.randint(0, 4), rng.randint(0, 4)
    return p, p + rng.randint(2, 6), r, r + rng.randint(2, 6)


def _lost(p: int, q: int, r: int, s: int, m: int) -> list[tuple[int, int]]:
    """The pairs of different values that the two big-M rows forbid."""
    every = [(a, b) for a in range(p, q + 1) for b in range(r, s + 1) if a != b]
    return [(a, b) for a, b in every if not any(a - b >= 1 - m * (1 - z) and b - a >= 1 - m * z for z in (0, 1))]


ROWS = "a - b >= 1 - M (1 - z) and b - a >= 1 - M z"


@question(lesson=2, points=4)
def smallest_big_m(rng: Random) -> Asked:
    p, q, r, s = _domains(rng)
    found = next(m for m in range(100) if not _lost(p, q, r, s, m))
    return Asked(
        f"a is an integer from {p} to {q}, b one from {r} to {s}, and z is binary. The rows {ROWS} shall say that a and b "
        "differ. Which M is the smallest that loses no pair? Say why.",
        f"For a > b, z must be 1, and the second row reads M >= a - b + 1, which is {q - r + 1} at most"
        f"{'' if q > r else ' (no pair has a > b)'}; for a < b, z must be 0, and the first reads M >= b - a + 1: {s - p + 1} at most"
        f"{'' if s > p else ' (no pair has a < b)'}. So M = **{found}**.",
        found,
    )


@question(lesson=2, points=4)
def pairs_lost(rng: Random) -> Asked:
    while True:
        p, q, r, s = _domains(rng)
        right = next(m for m in range(100) if not _lost(p, q, r, s, m))
        m = right - rng.randint(1, 2)
        if m >= 1 and len(found := _lost(p, q, r, s, m)) <= 8:
            break
    return Asked(
        f"a is an integer from {p} to {q}, b one from {r} to {s}, and z is binary. Somebody has written {ROWS} with M = {m}. "
        "Which pairs (a, b) with different values does the model forbid?",
        f"Those with |a - b| > M - 1 = {m - 1}: **{found}**. The smallest right M is {right}.",
        found,
    )


@question(lesson=2, points=6)
def what_the_relaxation_knows(rng: Random) -> Asked:
    m = rng.choice((9, 16, 20, 100))
    a, b = rng.sample(range(1, 10), 2)
    low, high = Fraction(1 - (b - a), m), 1 - Fraction(1 - (a - b), m)
    low, high = max(low, Fraction(0)), min(high, Fraction(1))
    return Asked(
        f"The digits are fixed: a = {a}, b = {b}. In the LP relaxation of {ROWS}, with M = {m}, which values may z have? "
        "Does the relaxation know which digit is larger?",
        f"The first row gives z <= 1 - (1 - ({a - b}))/{m}, the second z >= (1 - ({b - a}))/{m}; with 0 <= z <= 1 that is "
        f"**{low} <= z <= {high}**. "
        + ("z is settled." if low == high else "It does not: z is not settled, though both digits are."),
        (low, high),
    )


@question(lesson=2, points=4)
def switch_a_row(rng: Random) -> Asked:
    top, k = rng.randint(8, 15), rng.randint(2, 6)
    rows: dict[str, tuple[str, Callable[[int, int], bool]]] = {
        "A": (f"x <= {k} + {top - k} z", lambda x, z: x <= k + (top - k) * z),
        "B": (f"x <= {top} - {top - k} z", lambda x, z: x <= top - (top - k) * z),
        "C": (f"x <= {k} z", lambda x, z: x <= k * z),
        "D": (f"x >= {k + 1} - {k + 1} z", lambda x, z: x >= k + 1 - (k + 1) * z),
        "E": (f"x <= {top + 5} - {top + 5 - k} z", lambda x, z: x <= top + 5 - (top + 5 - k) * z),
    }
    every = list(product(range(top + 1), (0, 1)))
    right = {name for name, (_, row) in rows.items() if all(row(x, z) == (z == 0 or x <= k) for x, z in every)}
    shuffled = rng.sample(sorted(rows), len(rows))
    found = {str(i + 1) for i, name in enumerate(shuffled) if name in right}
    best = str(shuffled.index("B") + 1)
    return Asked(
        f'x is an integer from 0 to {top}, z is binary. Which of these rows say exactly "if z = 1, then x <= {k}", and which '
        f"of those is the tightest? {'; '.join(f'({i + 1}) {rows[name][0]}' for i, name in enumerate(shuffled))}.",
        f"Right are **{', '.join(sorted(found))}**; tightest is {best}, whose bound for z = 0 is that of the domain.",
        found,
    )


# -- lesson 3 ----------------------------------------------------------------------------------------------------------


@question(lesson=3, points=4)
def average_of_permutations(rng: Random) -> Asked:
    one, other = rng.sample(list(permutations(range(3))), 2)
    share = Fraction(rng.randint(1, 4), 5)
    matrix = [[share * (one[r] == c) + (1 - share) * (other[r] == c) for c in range(3)] for r in range(3)]
    as_rows = [tuple(c + 1 for c in each) for each in (one, other)]
    return Asked(
        "An LP solver returns this point for the rows and columns of a 3x3 Latin square's first digit (row r, column c: the "
        f"share of the digit in that cell): {table(['', 1, 2, 3], [[r + 1, *matrix[r]] for r in range(3)])}"
        "Does it satisfy all equations? Write it as a weighted average of placements of the digit. What follows for its "
        "being a vertex?",
        f"Each row and column adds up to 1. It is {share} times the placement with columns {as_rows[0]} in rows 1 to 3, and "
        f"{1 - share} times {as_rows[1]}. So it is **no vertex**: vertices of this polytope are integral.",
        {(share, as_rows[0]), (1 - share, as_rows[1])},
    )


@question(lesson=3, points=6)
def read_an_lp_file(rng: Random) -> Asked:
    while True:
        gain, need = ([rng.randint(lo, hi) for _ in range(4)] for lo, hi in ((4, 12), (2, 7)))
        room, (i, j) = rng.randint(8, 13), sorted(rng.sample(range(1, 5), 2))

        def worth(each: tuple[int, ...], gain: list[int] = gain) -> int:
            return sum(g * x for g, x in zip(gain, each, strict=True))

        fits = [
            each
            for each in product((0, 1), repeat=4)
            if sum(n * x for n, x in zip(need, each, strict=True)) <= room and each[i - 1] + each[j - 1] <= 1
        ]
        best = max(map(worth, fits))
        if sum(worth(each) == best for each in fits) == 1:
            break
    found = max(fits, key=worth)

    def sum_of(factors: list[int]) -> str:
        return " + ".join(f"{f} x{k}" for k, f in enumerate(factors, 1))

    return Asked(
        f"Read this LP file, say in words what it models, and find its optimum.\n\n    Maximize obj: {sum_of(gain)}\n    "
        f"Subject To\n    room: {sum_of(need)} <= {room}\n    not_both: x{i} + x{j} <= 1\n    Binary\n    x1 x2 x3 x4\n    End\n",
        f"Choose among four things of the given worth and size, as much worth as fits into {room}, things {i} and {j} not "
        f"both. Of the {len(fits)} feasible choices the best is x = **{found}**, worth **{best}**.",
        (found, best),
    )


# -- lesson 4 ----------------------------------------------------------------------------------------------------------


def _different(domains: dict[str, set[int]]) -> dict[str, set[int]]:
    """What is left of the domains of variables that are all different."""
    every = [each for each in product(*domains.values()) if len(set(each)) == len(each)]
    return {name: {each[k] for each in every} for k, name in enumerate(domains)}


@question(lesson=4, points=6)
def hall_sets(rng: Random) -> Asked:
    while True:
        pair = set(rng.sample(range(1, 7), 2))
        domains = {name: pair | set() for name in "ab"}
        domains |= {name: set(rng.sample(range(1, 7), rng.randint(3, 4))) for name in "cde"}
        order = rng.sample(sorted(domains), 5)
        domains = {name: domains[other] for name, other in zip("abcde", order, strict=True)}
        left, first = (
            _different(domains),
            {name: each if each == pair else each - pair for name, each in domains.items()},
        )
        if all(left.values()) and left == first != domains:  # no second Hall set is needed
            break
    return Asked(
        f"Five variables are all different: {values(domains)}. Name a Hall set, and give the domains after filtering to "
        "domain consistency.",
        f"The two variables with the domain {braces(pair)} are a Hall set: no other variable can have these values. After "
        f"filtering, each remaining value occurs in some solution: **{values(left)}**.",
        left,
    )


@question(lesson=4, points=6)
def bounds_or_domains(rng: Random) -> Asked:
    while True:
        k = rng.randint(2, 5)
        pair = {k, k + 2}
        domains = {"a": pair, "b": pair, "c": {k, k + 1, k + 2}, "d": set(rng.sample(range(1, 9), rng.randint(4, 5)))}
        full, loose = _different(domains), {name: set(range(min(d), max(d) + 1)) for name, d in domains.items()}
        while True:  # each bound must have a support among the values between the bounds
            kept = _different(loose)
            tight = {}
            for name, domain in domains.items():
                inside = [v for v in domain if v in kept[name]]
                tight[name] = set(range(min(inside), max(inside) + 1)) if inside else set()
            if tight == loose or not all(tight.values()):
                break
            loose = tight
        weak = {name: {v for v in domain if v in loose[name]} for name, domain in domains.items()}
        if all(full.values()) and all(weak.values()) and full != weak != domains:
            break
    return Asked(
        f"Four variables are all different: {values(domains)}. Which values remain after filtering to bounds consistency, "
        "which after filtering to domain consistency?",
        f"Bounds consistency looks only at the smallest and largest values, with everything between them allowed: "
        f"**{values(weak)}**. Domain consistency removes also what lies inside: **{values(full)}**.",
        (weak, full),
    )


@question(lesson=4, points=4)
def arc_consistency(rng: Random) -> Asked:
    while True:
        domains, less = _ordered(rng)
        solutions = _consistent(domains, less)
        left = {name: {each[name] for each in solutions} for name in domains}
        if left != {name: set(each) for name, each in domains.items()}:
            break
    return Asked(
        f"Domains: {values({name: set(each) for name, each in domains.items()})}. Constraints: "
        f"{', '.join(f'{a} < {b}' for a, b in less)}. Propagate until nothing changes. What is left?",
        f"**{values(left)}**. (The constraints form a tree, so each value that is left is part of a solution.)",
        left,
    )


@question(lesson=4, points=4)
def bounds_of_a_sum(rng: Random) -> Asked:
    low = {name: rng.randint(0, 4) for name in "xyz"}
    high = {name: low[name] + rng.randint(2, 6) for name in "xyz"}
    total = sum(low.values()) + rng.randint(1, 3)
    every = [each for each in product(*(range(low[n], high[n] + 1) for n in "xyz")) if sum(each) == total]
    left = {name: (min(e[k] for e in every), max(e[k] for e in every)) for k, name in enumerate("xyz")}
    shown = ", ".join(f"{name} in {low[name]}..{high[name]}" for name in "xyz")
    return Asked(
        f"x + y + z = {total}, with {shown}. Which bounds has each variable after propagation?",
        "The most that a variable can be is the sum less the least of the others, and the other way round: **"
        + ", ".join(f"{name} in {a}..{b}" for name, (a, b) in left.items())
        + "**.",
        left,
    )


# -- lesson 5 ----------------------------------------------------------------------------------------------------------


@question(lesson=5, points=4)
def cut_off_a_solution(rng: Random) -> Asked:
    found = [rng.randint(0, 1) for _ in range(5)]
    left = " + ".join(f"(1 - x{k})" if one else f"x{k}" for k, one in enumerate(found, 1))
    forgotten = rng.choice((0, 1))
    kept = sum(one != forgotten for one in found)
    return Asked(
        f"A model with five binaries has the solution x = {tuple(found)}. Write a linear row that excludes it and no other "
        f"point. How many of the 32 points does the row exclude if you forget the binaries that are {forgotten}?",
        f"At least one binary must differ: **{left} >= 1**. A row over the other {kept} binaries excludes every point that "
        f"agrees with the solution on those: 2^{5 - kept} = **{2 ** (5 - kept)}**"
        + (" (the empty sum is never 1, so that no point is left)." if kept == 0 else "."),
        (left, 2 ** (5 - kept)),
    )


@question(lesson=5, points=4)
def how_many_solves(rng: Random) -> Asked:
    solutions, limit = rng.randint(2, 9), rng.randint(2, 9)
    solves = min(solutions + 1, limit)
    end = (
        f"at least {limit}"
        if solutions >= limit
        else f"exactly {solutions}, if the last claim of infeasibility is right"
    )
    return Asked(
        f"A loop solves a model, excludes the solution by a cut, and solves again, until there is none or {limit} solutions "
        f"are found. The model has {solutions} solutions. How often does it call the solver, and what may it say at its end?",
        f"Each solution takes one call, and one more finds that there is none unless the limit of {limit} is reached first: "
        f"**{solves}** calls. It may say: {end}.",
        solves,
    )


@question(lesson=5, points=6)
def what_is_known(rng: Random) -> Asked:
    kinds = {
        "a grid, then infeasible; a solver of another paradigm says the same": "one solution, confirmed by two paradigms",
        "a grid, then the time limit": "at least one solution; whether there is another is not known",
        "infeasible; a solver of another paradigm finds a grid that obeys all rules": "at least one solution: the first claim is refuted by the grid",
        "two grids that obey all rules": "at least two solutions, and no proof is needed",
        "the time limit": "nothing",
        "infeasible, by one solver": "a claim that there is no solution, which nothing has confirmed yet",
    }
    chosen = rng.sample(sorted(kinds), 4)
    return Asked(
        "A loop solves a puzzle, excludes the grid that was found, and solves again. What is known about the number of solutions "
        "when these are the answers, in order? "
        + " ".join(f"({k}) {each.capitalize()}." for k, each in enumerate(chosen, 1)),
        " ".join(f"({k}) **{kinds[each].capitalize()}**." for k, each in enumerate(chosen, 1)),
        [kinds[each] for each in chosen],
    )


# -- lessons 6 and 18 --------------------------------------------------------------------------------------------------


@question(lesson=6, points=6)
def queens(rng: Random) -> Asked:
    n = rng.choice((4, 5, 6))
    row, column = rng.randint(1, n), rng.randint(1, n)
    placed = [
        each
        for each in permutations(range(1, n + 1))
        if each[row - 1] == column and all(abs(each[i] - each[j]) != j - i for i, j in combinations(range(n), 2))
    ]
    return Asked(
        f"Model {n} queens on a {n}x{n} board that do not attack each other, with one integer variable for each row and three "
        f"all-different constraints. One queen stands in row {row}, column {column}. How many solutions are left?",
        f"q[r] is the column of the queen in row r; all different are q[r], q[r] + r and q[r] - r. With q[{row}] = {column} "
        f"there are **{len(placed)}**" + (f": {placed}." if placed else "."),
        len(placed),
    )


@question(lesson=6, points=6)
def latin_squares(rng: Random) -> Asked:
    first: tuple[int, ...] = (1, 2, 3, 4)
    second: tuple[int, ...] = ()
    while not second or any(a == b for a, b in zip(first, second, strict=True)):
        second = tuple(rng.sample(first, 4))
    rows = list(permutations(first))
    ends = [
        (c, d) for c, d in product(rows, repeat=2) if all(len({first[k], second[k], c[k], d[k]}) == 4 for k in range(4))
    ]
    given = Counter((r, k + 1, row[k]) for pair in ends for r, row in enumerate(pair, 3) for k in range(4))
    fewest = min(given.values())
    return Asked(
        f"A Latin square of order 4 begins with the rows {first} and {second}. How many ways are there to complete it? Give "
        "a given (row, column, digit) that leaves as few as possible, but one at least.",
        f"**{len(ends)}** ways, with the rows 3 and 4: {ends}. The best givens leave {fewest}, for example "
        f"{min(each for each in given if given[each] == fewest)}.",
        (len(ends), fewest),
    )


def _holds(rule: str, x: int, y: int) -> bool:
    """Whether a rule such as "x + y <= 7" holds."""
    left, sign, right = rule.rsplit(" ", 2)
    one = {"x": x, "y": y, "x + y": x + y}[left]
    other = y if right == "y" else int(right)
    return {"<=": one <= other, ">=": one >= other, "<": one < other, ">": one > other}[sign]


@question(lesson=6, points=6)
def minimal_conflicts(rng: Random) -> Asked:
    while True:
        rules = {}
        for name in "ABCDE":
            x, k = rng.choice("xy"), rng.randint(2, 6)
            rules[name] = rng.choice(
                (f"{x} >= {k}", f"{x} <= {k}", f"x + y <= {k + 3}", f"x + y >= {k + 3}", "x < y", "x > y")
            )
        allowed = {
            name: {at for at in product(range(8), repeat=2) if _holds(rule, *at)} for name, rule in rules.items()
        }

        def holds(names: tuple[str, ...], allowed: dict[str, set[tuple[int, ...]]] = allowed) -> bool:
            return bool(set.intersection(*(allowed[name] for name in names)))

        sets = [each for k in range(1, 6) for each in combinations("ABCDE", k) if not holds(each)]
        found = [each for each in sets if not any(set(other) < set(each) for other in sets)]
        if 1 <= len(found) <= 3 and all(len(each) >= 2 for each in found) and len(set(rules.values())) == 5:
            break
    return Asked(
        f"x and y are integers from 0 to 7. The rules {', '.join(f'{name}: {rule}' for name, rule in rules.items())} cannot "
        "all hold. Find every minimal set of rules that contradict each other. Is there a single rule that could be dropped to mend all?",
        f"Minimal sets: **{', '.join(braces(each) for each in found)}**. In all of them: "
        f"{braces(set.intersection(*map(set, found))) if set.intersection(*map(set, found)) else 'no rule, so one is not enough'}.",
        {frozenset(each) for each in found},
    )


@question(lesson=18, points=4)
def breaks(rng: Random) -> Asked:
    pattern = "".join(rng.choice("HA") for _ in range(10))
    found = sum(a == b for a, b in pairwise(pattern))
    three = [k + 1 for k in range(8) if len(set(pattern[k : k + 3])) == 1]
    return Asked(
        f"A team plays at home (H) and away (A) in this order: {pattern}. How many breaks has it? Which three rounds in "
        "a row are of one kind? State for binaries h[r] (1 at home) what a break is, and that no three rounds in a row are of one kind.",
        f"**{found}** breaks. Of one kind: {', '.join(f'{k} to {k + 2}' for k in three) or 'none'}. With b[r] for a break between rounds r and "
        "r + 1: b[r] >= h[r] + h[r+1] - 1 and b[r] >= 1 - h[r] - h[r+1]; no three in a row: 1 <= h[r] + h[r+1] + h[r+2] <= 2.",
        (found, three),
    )


@question(lesson=18, points=6)
def patterns_of_a_league(rng: Random) -> Asked:
    splits = [(("A", "B"), ("C", "D")), (("A", "C"), ("B", "D")), (("A", "D"), ("B", "C"))]
    wanted = rng.random() < 0.5
    while True:
        patterns = {team: "".join(rng.choice("HA") for _ in range(3)) for team in "ABCD"}
        meets = {
            pair: [r + 1 for r in range(3) if patterns[pair[0]][r] != patterns[pair[1]][r]]
            for pair in combinations("ABCD", 2)
        }
        fits = {split: [r for r in meets[split[0]] if r in meets[split[1]]] for split in splits}
        ways = [order for order in permutations(splits) if all(r in fits[split] for r, split in enumerate(order, 1))]
        if len(set(patterns.values())) == 4 and wanted == bool(ways):
            break
    said = "; ".join(f"{' and '.join(map('-'.join, split))}: {rounds or 'none'}" for split, rounds in fits.items())
    shown = [
        ", ".join(f"round {r}: {' '.join(map('-'.join, split))}" for r, split in enumerate(order, 1)) for order in ways
    ]
    return Asked(
        f"Four teams meet once each in three rounds, with these patterns of home (H) and away (A): {values(patterns)}. In "
        "which rounds can each pair meet? Is there a schedule with these patterns?",
        f"A pair can meet where one plays at home and the other away: {values({'-'.join(p): rs for p, rs in meets.items()})}. The pairs "
        f"that play in one round, and the rounds in which both can: {said}. "
        + (f"**Yes**: {shown[0]}." if ways else "**No**: these three cannot be put into three different rounds."),
        (meets, len(ways)),
    )
