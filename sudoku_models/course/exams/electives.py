"""Questions on the electives: proofs and explanations, search and relaxation, measuring, rules, and practice."""

import math
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random

from .question import Asked, braces, question, table, values

Clause = tuple[int, ...]


# -- proofs and explanations -------------------------------------------------------------------------------------------


@question(lesson=7, points=4)
def hitting_set(rng: Random) -> Asked:
    while True:
        sets = [set(rng.sample(range(1, 8), rng.randint(2, 3))) for _ in range(5)]
        every = (each for k in range(1, 6) for each in combinations(range(1, 8), k))
        found = next(each for each in every if all(set(each) & one for one in sets))
        if len(found) >= 2:
            break
    return Asked(
        "Five other grids satisfy a puzzle without givens; they differ from the wanted grid in these cells: "
        f"{', '.join(map(braces, sets))} (numbers stand for cells). How many givens exclude all five at least, and which?",
        f"A given excludes a grid when the grid differs there, so the givens must meet each set. **{len(found)}** are enough, "
        f"such as {braces(found)}, and no smaller set meets all five. As a model: minimise the sum of g[c], with one row "
        '"sum over the set >= 1" for each grid.',
        len(found),
    )


@question(lesson=7, points=4)
def allowed_values(rng: Random) -> Asked:
    while True:
        solutions = sorted(rng.sample(list(permutations((1, 2, 3, 4))), rng.randint(2, 4)))
        allowed = {f"x{k + 1}": {each[k] for each in solutions} for k in range(4)}
        if any(len(each) < 4 for each in allowed.values()):
            break
    fewest = _fewest_that_show_all(solutions)
    return Asked(
        f"A model with four variables, each with the domain 1 to 4, has these solutions: {', '.join(map(str, solutions))}. Which values "
        "are allowed for each variable? A loop asks for a solution with a value that was not seen yet, until there is none. How often "
        "does it call the solver, if it is lucky?",
        f"**{values(allowed)}**. {fewest} solutions are enough to show them all, and one more call finds that no other value is left: "
        f"**{fewest + 1}** calls.",
        (allowed, fewest + 1),
    )


def _fewest_that_show_all(solutions: list[tuple[int, ...]]) -> int:
    every = {(k, v) for each in solutions for k, v in enumerate(each)}
    sizes = range(1, len(solutions) + 1)
    return next(
        n
        for n in sizes
        if any({(k, v) for e in some for k, v in enumerate(e)} == every for some in combinations(solutions, n))
    )


@question(lesson=8, points=4)
def singles(rng: Random) -> Asked:
    while True:
        cells = {f"c{k}": set(rng.sample(range(1, 6), rng.randint(1, 4))) for k in range(1, 6)}
        fits = any(all(d in cells[f"c{k}"] for k, d in enumerate(each, 1)) for each in permutations(range(1, 6)))
        naked = {name: min(each) for name, each in cells.items() if len(each) == 1}
        places = {d: [name for name in cells if d in cells[name]] for d in range(1, 6)}
        found = {at[0]: d for d, at in places.items() if len(at) == 1 and at[0] not in naked}
        if fits and len(found) == 1 and len(naked) == 1:
            break
    return Asked(
        f"Five cells of a unit must hold 1 to 5, with these candidates: {values(cells)}. Which naked singles are there, and which "
        "hidden singles that are not naked? Which constraint of the model is the reason for each kind?",
        f"Naked: **{values(naked)}**, since a cell holds a digit. Hidden: **{values(found)}**, since the digit must stand somewhere "
        "in the unit.",
        (naked, found),
    )


@question(lesson=8, points=6)
def add_up_equations(rng: Random) -> Asked:
    factors = (rng.choice((-2, -1, 2)), rng.choice((-2, -1, 1, 2)), 1)
    rows = [(rng.randint(1, 3), rng.choice((-2, -1, 1, 2))) for _ in range(2)]
    while (third := tuple(-sum(f * row[k] for f, row in zip(factors, rows, strict=False)) for k in (0, 1))) == (0, 0):
        rows[1] = (rng.randint(1, 3), rng.choice((-2, -1, 1, 2)))
    sides = [rng.randint(-3, 6) for _ in range(2)]
    total = rng.randint(1, 4)
    sides.append(total - sum(f * b for f, b in zip(factors, sides, strict=False)))
    shown = "; ".join(
        f"({k}) {_sum(each)} = {b}" for k, (each, b) in enumerate(zip([*rows, third], sides, strict=True), 1)
    )
    return Asked(
        f"Prove by a linear combination that these equations have no solution: {shown}.",
        f"{' + '.join(f'({f}) * ({k})' for k, f in enumerate(factors, 1))} gives 0 = **{total}**. Other multiples of these factors "
        "do the same, and anybody can check them without a solver.",
        (factors, total),
    )


def _sum(factors: tuple[int, ...]) -> str:
    """A sum as it is written by hand.

    >>> _sum((1, -2)), _sum((0, 3)), _sum((-1, 1))
    ('x - 2 y', '3 y', '-x + y')
    """
    text = ""
    for factor, name in zip(factors, "xy", strict=True):
        if factor:
            sign = (" - " if factor < 0 else " + ") if text else "-" * (factor < 0)
            text += sign + (name if abs(factor) == 1 else f"{abs(factor)} {name}")
    return text


def _propagated(clauses: list[Clause]) -> tuple[set[int], bool]:
    """The literals that unit propagation makes true, and whether it finds an empty clause."""
    true: set[int] = set()
    while True:
        for clause in clauses:
            left = [each for each in clause if -each not in true]
            if not left:
                return true, True
            if len(left) == 1 and left[0] not in true:
                true.add(left[0])
                break
        else:
            return true, False


def _literal(number: int) -> str:
    return f"{'not ' if number < 0 else ''}{'abcde'[abs(number) - 1]}"


def _clauses(clauses: list[Clause]) -> str:
    return ", ".join(f"({' or '.join(map(_literal, clause))})" for clause in clauses)


def _random_clauses(rng: Random, number: int) -> list[Clause]:
    found: set[Clause] = set()
    while len(found) < number:
        one, other = sorted(rng.sample(range(1, 6), 2))
        found.add((rng.choice((-1, 1)) * one, rng.choice((-1, 1)) * other))
    return rng.sample(sorted(found), number)


@question(lesson=16, points=4)
def unit_propagation(rng: Random) -> Asked:
    while True:
        clauses = [(rng.choice((-1, 1)) * rng.randint(1, 5),), *_random_clauses(rng, 6)]
        true, fails = _propagated(clauses)
        if len(true) >= 3 and not fails:
            break
    return Asked(
        f"Propagate these clauses: {_clauses(clauses)}. Which literals become true?",
        f"**{', '.join(sorted(map(_literal, true)))}**; then each clause has a true literal, or at least two that are open.",
        true,
    )


@question(lesson=16, points=6)
def step_of_a_proof(rng: Random) -> Asked:
    while True:
        clauses = _random_clauses(rng, 6)
        steps = rng.sample([*_random_clauses(rng, 6), (1,), (-2,), (3,)], 3)
        kinds = []
        for step in steps:
            follows = all(
                any((x > 0) == at[abs(x) - 1] for x in step)
                for at in product((False, True), repeat=5)
                if all(any((x > 0) == at[abs(x) - 1] for x in clause) for clause in clauses)
            )
            kinds.append((_propagated([*clauses, *((-x,) for x in step)])[1], follows))
        if len(set(kinds)) >= 2 and any(checked for checked, _ in kinds):
            break
    said = {
        (True, True): "is accepted",
        (False, True): "follows, but is not accepted as one step",
        (False, False): "does not follow",
    }
    return Asked(
        f"A formula has the clauses {_clauses(clauses)}. Which of these could be the next step of a proof by reverse unit "
        f"propagation: {'; '.join(f'({k}) {_clauses([step])}' for k, step in enumerate(steps, 1))}?",
        "Add the negation of the step and propagate; the step is accepted when a clause becomes empty. "
        + " ".join(f"({k}) **{said[kind]}**." for k, kind in enumerate(kinds, 1)),
        kinds,
    )


# -- search and relaxation ---------------------------------------------------------------------------------------------


@question(lesson=10, points=4)
def change_of_a_swap(rng: Random) -> Asked:
    rows = [rng.sample(range(1, 5), 4) for _ in range(4)]
    row, (i, j) = rng.randrange(4), sorted(rng.sample(range(4), 2))

    def cost(grid: list[list[int]]) -> int:
        units = [[each[c] for each in grid] for c in range(4)]
        units += [[grid[r + a][c + b] for a in (0, 1) for b in (0, 1)] for r in (0, 2) for c in (0, 2)]
        return sum(4 - len(set(unit)) for unit in units)

    swapped = [[*each] for each in rows]
    swapped[row][i], swapped[row][j] = swapped[row][j], swapped[row][i]
    before, after = cost(rows), cost(swapped)
    return Asked(
        f"Local search on a 4x4 Sudoku keeps the rows right and counts missing digits in columns and boxes. The grid is {rows}. "
        f"What is its cost, and how does it change when the cells {i + 1} and {j + 1} of row {row + 1} are swapped? Could "
        "a descent, which takes only swaps that lower the cost, make this one?",
        f"Cost **{before}**, after the swap {after}: a change of **{after - before}**, so it **could{'' if after < before else ' not'}**.",
        (before, after - before),
    )


@question(lesson=11, points=4)
def relaxation_or_propagation(rng: Random) -> Asked:
    k, n = rng.randint(2, 3), rng.randint(4, 5)
    names = "abcde"[:n]
    return Asked(
        f"{n} variables {', '.join(names)} with the domain 1 to {k} each shall be pairwise different. What does forward checking "
        "find before it has assigned anything, what domain consistency of one all-different constraint, and what the LP "
        "relaxation of the assignment model?",
        f"Forward checking: **nothing**. All-different: **a failure**, {n} variables share {k} values. The LP: also **infeasible**: "
        f"adding the {n} equations of the variables gives {n}, adding the rows of the {k} values gives at most {k}.",
        (n, k),
    )


@question(lesson=12, points=4)
def violated_cut(rng: Random) -> Asked:
    parts = [Fraction(rng.randint(5, 10), 20) for _ in range(5)]
    total = sum(parts)
    edges = [(k, (k + 1) % 5) for k in range(5)]
    broken = [(a + 1, b + 1) for a, b in edges if parts[a] + parts[b] > 1]
    return Asked(
        "Five binaries x1 to x5 exclude each other along a circle: x1 + x2 <= 1, ..., x5 + x1 <= 1. The relaxation returns "
        f"({', '.join(map(str, parts))}). Does this point satisfy the edges? State the odd-cycle inequality, derive it, and say "
        "whether it cuts the point off.",
        f"Violated edges: {broken or 'none'}. All five rows added and halved: x1 + ... + x5 <= 5/2, rounded down, for "
        f"binaries: x1 + ... + x5 <= 2. The point has the sum **{total}**, so it is {'**cut off**' if total > 2 else '**not cut off**'}.",
        (broken, total > 2),
    )


@question(lesson=12, points=6)
def fix_by_reduced_cost(rng: Random) -> Asked:
    bound, best = rng.randint(20, 30), rng.randint(33, 40)
    costs = {f"x{k}": Fraction(rng.randint(0, 40), 2) for k in range(1, 6)}
    found = {name for name, cost in costs.items() if bound + cost >= best}
    return Asked(
        f"In a minimisation over binaries with whole costs the relaxation has the value {bound}, with x1 to x5 at 0 and the reduced "
        f"costs {values(costs)}. A solution of cost {best} is known. Which binaries may be fixed to 0, if only better solutions "
        "are of interest, and why?",
        f"A solution with x_k = 1 costs at least {bound} + reduced cost. Fixed are those for which this is {best} or more, or, "
        f"costs being whole, more than {best - 1}: **{', '.join(sorted(found | {n for n, c in costs.items() if bound + c > best - 1})) or 'none'}**.",
        found | {n for n, c in costs.items() if bound + c > best - 1},
    )


# -- generating, measuring ---------------------------------------------------------------------------------------------


@question(lesson=9, points=6)
def minimal_puzzle(rng: Random) -> Asked:
    grids = [
        each
        for each in product(permutations((1, 2, 3)), repeat=3)
        if all(len({row[c] for row in each}) == 3 for c in range(3))
    ]
    while True:
        grid = rng.choice(grids)
        givens = rng.sample([(r, c) for r in range(3) for c in range(3)], rng.randint(3, 4))

        def count(cells: list[tuple[int, int]], grid: tuple[tuple[int, ...], ...] = grid) -> int:
            return sum(all(each[r][c] == grid[r][c] for r, c in cells) for each in grids)

        needless = [cell for cell in givens if count([each for each in givens if each != cell]) == 1]
        left = count([each for each in givens if each not in needless])
        if count(givens) == 1 and needless:
            break
    shown = ", ".join(f"({r + 1}, {c + 1}) = {grid[r][c]}" for r, c in sorted(givens))
    return Asked(
        f"A Latin square of order 3 has the givens {shown} (row, column), and one solution. Which givens can go, each alone, so "
        "that it still has one? Can all of those go together?",
        f"**{sorted((r + 1, c + 1) for r, c in needless)}**. Without all of them there "
        + (
            "is still one solution, so they can go together: **yes**."
            if left == 1
            else f"are {left} solutions: **no**. Each removal has to be tested after the ones before."
        ),
        {(r + 1, c + 1) for r, c in needless},
    )


@question(lesson=13, points=4)
def scores(rng: Random) -> Asked:
    limit = rng.choice((60, 100))
    times: list[float | None] = [rng.choice((1, 2, 5, 10, 20, 40)) for _ in range(4)]
    times += [None] * rng.randint(1, 2)
    rng.shuffle(times)
    par = sum(2 * limit if each is None else each for each in times) / len(times)
    shifted = math.exp(sum(math.log((limit if each is None else each) + 10) for each in times) / len(times)) - 10
    return Asked(
        f"With a limit of {limit} s a method needs, in seconds, {', '.join('open' if each is None else str(each) for each in times)} "
        "on these puzzles. Compute PAR2 and, with a calculator, the geometric mean shifted by 10 s with open cases at the limit. What does the second "
        "say about the true mean?",
        f"PAR2 = **{par:.2f}** s. Shifted geometric mean = **{shifted:.2f}** s, a lower bound: an open case would have taken longer.",
        (par, shifted),
    )


@question(lesson=14, points=6)
def signs_and_holm(rng: Random) -> Asked:
    tests = {name: (wins, 10) for name, wins in zip("ABC", rng.sample(range(6, 11), 3), strict=True)}
    p = {
        name: min(1.0, 2 * sum(math.comb(n, k) for k in range(wins, n + 1)) / 2**n) for name, (wins, n) in tests.items()
    }
    adjusted, largest = {}, 0.0
    for k, name in enumerate(sorted(p, key=lambda name: p[name])):
        largest = max(largest, min(1.0, (3 - k) * p[name]))
        adjusted[name] = largest
    found = {name for name in p if adjusted[name] < 0.05}
    return Asked(
        "Three solvers are compared with a fourth on 10 puzzles each, in pairs. They are faster on "
        f"{', '.join(f'{wins} ({name})' for name, (wins, _) in tests.items())} of 10. Give the two-sided p-value of the sign test "
        "for each (a calculator is allowed), adjust by Holm, and say for which the difference is significant at 5 %.",
        f"p: {', '.join(f'{name} {each:.4f}' for name, each in p.items())}. Adjusted: "
        f"{', '.join(f'{name} {adjusted[name]:.4f}' for name in p)}. Significant: **{', '.join(sorted(found)) or 'none'}**.",
        found,
    )


# -- rules -------------------------------------------------------------------------------------------------------------


@question(lesson=17, points=4)
def cages(rng: Random) -> Asked:
    cells, total = rng.choice((2, 3)), 0
    while not (found := [each for each in combinations(range(1, 10), cells) if sum(each) == total]) or len(found) > 4:
        total = rng.randint(cells * (cells + 1) // 2, cells * (19 - cells) // 2)
    always = set.intersection(*map(set, found))
    return Asked(
        f"A killer cage of {cells} cells adds up to {total}, with different digits 1 to 9. Which sets of digits are possible, and "
        "which digits must occur? How many fillings of the cells, in order, have this sum and a repeated digit?",
        f"**{', '.join(map(braces, found))}**; certain: {braces(always) if always else 'none'}. With a repeated digit: "
        f"**{sum(sum(each) == total and len(set(each)) < cells for each in product(range(1, 10), repeat=cells))}** fillings.",
        {frozenset(each) for each in found},
    )


@question(lesson=24, points=6)
def hull_of_a_rule(rng: Random) -> Asked:
    n, gap = rng.choice((3, 4)), rng.choice((1, 2))
    pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1) if b - a >= gap]
    left = ({a for a, _ in pairs}, {b for _, b in pairs})
    return Asked(
        f"Two cells with the digits 1 to {n} shall have b - a >= {gap}. In binaries y[a], z[b], state it (i) by one row over the "
        "digits' values, (ii) by one row for each pair of digits that conflict, (iii) by rows over sums of digits. Which is "
        "strongest? Which digits can never occur?",
        f"(i) sum b z[b] - sum a y[a] >= {gap}. (ii) y[a] + z[b] <= 1 for each of the {n * n - len(pairs)} pairs with b - a < {gap}. "
        f"(iii) for each digit d: y[d] + ... + y[{n}] + z[1] + ... + z[d + {gap - 1}] <= 1, since a >= d forces b >= d + {gap}. "
        f"(iii) implies both others. Never: a in **{braces(set(range(1, n + 1)) - left[0])}**, b in "
        f"**{braces(set(range(1, n + 1)) - left[1])}**.",
        left,
    )


# -- practice ----------------------------------------------------------------------------------------------------------


@question(lesson=20, points=6)
def one_machine(rng: Random) -> Asked:
    jobs = {name: (rng.randint(0, 6), rng.randint(2, 5)) for name in "ABC"}

    def end(order: tuple[str, ...]) -> int:
        now = 0
        for name in order:
            now = max(now, jobs[name][0]) + jobs[name][1]
        return now

    best = min(permutations(jobs), key=end)
    latest = end(best)
    (a, b), horizon = rng.sample(sorted(jobs), 2), latest + rng.randint(2, 5)
    least_m = horizon - jobs[a][0]
    shown = table(["job", "release", "duration"], [[name, *each] for name, each in jobs.items()])
    return Asked(
        f"One machine does these jobs, one at a time: {shown}Find the shortest makespan. In the disjunctive model with the "
        f"horizon {horizon}, by which all jobs must end, state the row that is switched on when {b} comes before {a}, with a right M.",
        f"Makespan **{latest}**, for example {' '.join(best)}. The row: s[{a}] >= s[{b}] + {jobs[b][1]} - M (1 - z). At worst s[{b}] "
        f"is {horizon} - {jobs[b][1]} and s[{a}] its release {jobs[a][0]}: M = **{least_m}** is enough.",
        (latest, least_m),
    )


@question(lesson=20, points=4)
def enough_workers(rng: Random) -> Asked:
    tasks = {f"t{k}": (s := rng.randint(0, 5), s + rng.randint(2, 4), rng.randint(1, 3)) for k in range(1, 5)}
    profile = [
        sum(need for start, end, need in tasks.values() if start <= t < end)
        for t in range(max(end for _, end, _ in tasks.values()))
    ]
    shown = table(["task", "start", "end", "workers"], [[name, *each] for name, each in tasks.items()])
    return Asked(
        f"Tasks need workers from their start up to their end, but not at their end any more: {shown}How many workers are needed at each "
        "time, and at most? State the cumulative "
        "constraint for a capacity C by time-indexed binaries.",
        f"From time 0 on: {profile}; at most **{max(profile)}**. With y[t, k] = 1 when task k starts at t: for each time u, the sum "
        "over tasks k and starts t with t <= u < t + duration of workers[k] y[t, k] is at most C.",
        max(profile),
    )


@question(lesson=21, points=6)
def dual_of_a_plan(rng: Random) -> Asked:
    while True:
        gains = [rng.randint(3, 9) for _ in range(2)]
        rows = [[rng.randint(1, 4) for _ in range(2)] for _ in range(2)]
        rooms = [rng.randint(6, 16) for _ in range(2)]
        determinant = rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]
        if determinant:
            x = [
                Fraction(rooms[0] * rows[1][1] - rooms[1] * rows[0][1], determinant),
                Fraction(rows[0][0] * rooms[1] - rows[1][0] * rooms[0], determinant),
            ]
            y = [
                Fraction(gains[0] * rows[1][1] - gains[1] * rows[1][0], determinant),
                Fraction(rows[0][0] * gains[1] - rows[0][1] * gains[0], determinant),
            ]
            if min(*x, *y) > 0:
                break
    value = gains[0] * x[0] + gains[1] * x[1]
    lines = "; ".join(f"{row[0]} x1 + {row[1]} x2 <= {room}" for row, room in zip(rows, rooms, strict=True))
    return Asked(
        f"Maximise {gains[0]} x1 + {gains[1]} x2 subject to {lines}; x >= 0. Write the dual. Both rows are tight at the optimum: find "
        "both solutions, and say what one more unit of the first right-hand side is worth.",
        f"Dual: minimise {rooms[0]} y1 + {rooms[1]} y2 with {rows[0][0]} y1 + {rows[1][0]} y2 >= {gains[0]}, {rows[0][1]} y1 + "
        f"{rows[1][1]} y2 >= {gains[1]}, y >= 0. x = ({x[0]}, {x[1]}), y = (**{y[0]}**, **{y[1]}**), both of value **{value}**. One "
        f"more unit is worth {y[0]}, as long as the same rows stay tight.",
        (tuple(x), tuple(y), value),
    )


@question(lesson=22, points=6)
def best_pattern(rng: Random) -> Asked:
    roll = rng.randint(16, 24)
    widths = sorted(rng.sample(range(4, 11), 3))
    prices = [Fraction(rng.randint(4, 10), 10) / (roll // w) for w in widths]  # a roll of one width is worth 1 at most
    every = [
        each
        for each in product(*(range(roll // w + 1) for w in widths))
        if sum(n * w for n, w in zip(each, widths, strict=True)) <= roll
    ]
    worth = {each: sum((n * p for n, p in zip(each, prices, strict=True)), Fraction(0)) for each in every}
    best = max(worth.values())
    found = [each for each in every if worth[each] == best]
    return Asked(
        f"In cutting stock with rolls of width {roll}, the master's prices of the widths {widths} are {', '.join(map(str, prices))}. "
        "Find the best pattern. Does it enter the master, and which bound on the relaxation do these prices prove, if the master's value is z?",
        f"Best worth **{best}**, for example the numbers {found[0]}. Its reduced cost is 1 - {best} = {1 - best}: "
        + (
            f"it **enters**, and the prices divided by {best} are dual feasible: the bound is z / ({best})."
            if best > 1
            else "**nothing enters**, so z is the value of the whole relaxation."
        ),
        best,
    )


@question(lesson=23, points=4)
def reads_another_row(rng: Random) -> Asked:
    low = rng.randint(1, 3)
    high = low + rng.randint(2, 4)
    left = [x for x in range(high + 4) if x <= high]
    return Asked(
        f"In a model with an integer x from 0 to {high + 3}, a student adds `{low} <= x <= {high}` to a PuLP problem. Python reads "
        f"this as `({low} <= x) and (x <= {high})`, and the first part, a constraint object, counts as true. Which values of x does "
        "the model allow? How would you notice, and how is it written rightly?",
        f"Only the second part is added: x in **{left}**. Print the model, or ask for a solution with x = 0 and see it accepted. "
        f"Write two rows, or bounds: x >= {low}; x <= {high}.",
        left,
    )


@question(lesson=19, points=4)
def two_ways_to_write_it(rng: Random) -> Asked:
    n = rng.choice((3, 4, 5, 6))
    pairs = math.comb(n, 2)
    found = (n + pairs, 2 * pairs, n * n, 2 * n)
    return Asked(
        f"{n} integers from 1 to {n} shall be all different. How many variables and rows has (i) the model with an order binary and "
        "two big-M rows for each pair, (ii) the model with a binary for each integer and value?",
        f"(i) {n} + {pairs} = **{found[0]}** variables and 2 * {pairs} = **{found[1]}** rows; (ii) {n}² = **{found[2]}** binaries, "
        f"and **{found[3]}** rows: one for each integer and one for each value.",
        found,
    )
