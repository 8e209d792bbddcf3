"""Each kind of constraint of a `CpModel`, against brute force: its meaning in Python, and OR-Tools' own enumeration.

What is read must have exactly these solutions, for each solver that takes it, also rewritten; and an edit of what a
constraint depends on is noticed.
"""

import random
from itertools import product
from math import prod

import pytest
from kinds import Kinds
from ortools.sat.python import cp_model

import sudoku_models as sm
from sudoku_models.backends.cpsat import CpSatBackend
from sudoku_models.backends.cpsat_reading import set_domain
from sudoku_models.errors import UnsupportedError
from sudoku_models.models.satisfaction import is_satisfied


class Case:
    """A model: variables by name, constraints, and tests of points, by hand. A name that occurs again is the same."""

    def __init__(self):
        self.native = cp_model.CpModel()
        self.variables, self.tests, self._asked = {}, [], []

    def ints(self, names, low, high):
        return [self.variable(name, range(low, high + 1)) for name in names]

    def bools(self, names):
        return [self.variable(f"b{name}", range(2)) for name in names]

    def variable(self, name, values):
        self._asked.append(name)
        if name not in self.variables:
            domain = cp_model.Domain.from_values(list(values))
            self.variables[name] = self.native.new_int_var_from_domain(domain, name)
        return self.variables[name]

    def state(self, kind):
        """Add the constraint of a kind, and its test."""
        self._asked = []
        test = KINDS[kind](self, self.native)
        self.tests.append((self._asked, test))

    def every(self):
        """Every point."""
        domains = []
        for x in self.variables.values():
            ends = list(x.proto.domain)
            domains.append([d for low, high in zip(ends[::2], ends[1::2], strict=True) for d in range(low, high + 1)])
        return domains

    def points(self):
        """Every point, and those that pass all tests."""
        points = set(product(*self.every()))
        return points, {point for point in points if self.passes(dict(zip(self.variables, point, strict=True)))}

    def passes(self, values):
        return all(test(*(values[name] for name in asked)) for asked, test in self.tests)


def truncated(a, b):
    return abs(a) // abs(b) * (1 if a * b >= 0 else -1)


def apart(*tasks):
    """No two of the tasks (start, size, is present) overlap."""
    here = [(start, size) for start, size, is_here in tasks if is_here]
    return all(s + p <= t or t + q <= s for k, (s, p) in enumerate(here) for t, q in here[:k])


def fits(capacity, *tasks):
    """The demands (start, size, demand, is present) fit at each time."""
    here = [task[:3] for task in tasks if task[3] and task[1]]
    return capacity >= 0 and all(sum(d for s, p, d in here if s <= t < s + p) <= capacity for t, _, _ in here)


kind = KINDS = Kinds()


@kind("max")
def _(c, n):
    z, x, y = c.ints("zxy", -2, 2)
    n.add_max_equality(z, [x, 2 * y - 1, 0])
    return lambda z, x, y: z == max(x, 2 * y - 1, 0)


@kind("min")
def _(c, n):
    z, x, y = c.ints("zxy", -2, 2)
    n.add_min_equality(z + 1, [x, y])
    return lambda z, x, y: z + 1 == min(x, y)


@kind("abs")
def _(c, n):
    z, x, y = c.ints("zxy", -3, 3)
    n.add_abs_equality(z, x - 2 * y)
    return lambda z, x, y: z == abs(x - 2 * y)


@kind("max, if")
def _(c, n):
    z, x, y = c.ints("zxy", 0, 2)
    (b,) = c.bools("b")
    n.add_max_equality(z, [x, y]).only_enforce_if(~b)
    return lambda z, x, y, b: b or z == max(x, y)


@kind("xor")
def _(c, n):
    a, b, d, e = c.bools("abde")
    n.add_bool_xor([a, ~b, d, e])
    return lambda a, b, d, e: (a + 1 - b + d + e) % 2 == 1


@kind("xor, if")
def _(c, n):
    a, b, d, e = c.bools("abde")
    n.add_bool_xor([a, b, d]).only_enforce_if(e)
    return lambda a, b, d, e: not e or (a + b + d) % 2 == 1


@kind("product")
def _(c, n):
    z, x, y = c.ints("zxy", -3, 3)
    n.add_multiplication_equality(z, [x + 1, y])
    return lambda z, x, y: z == (x + 1) * y


@kind("square")
def _(c, n):
    x = c.variable("x", [-3, -1, 2])
    (z,) = c.ints("z", 0, 9)
    n.add_multiplication_equality(z, [x, x])
    return lambda x, z: z == x * x


@kind("product of three")
def _(c, n):
    z, x, y, w = c.ints("zxyw", 0, 3)
    n.add_multiplication_equality(z, [x, y, w])
    return lambda z, x, y, w: z == x * y * w


@kind("product with a large domain")
def _(c, n):
    (b,) = c.bools("b")
    x = c.variable("x", [*range(-1, 2), 50_000])
    z = c.variable("z", [*range(-2, 3), 50_000])
    n.add_multiplication_equality(z, [b, x])
    c.native.add(x <= 40_000)
    return lambda b, x, z: z == b * x and x <= 40_000


@kind("division")
def _(c, n):
    z, x = c.ints("zx", -4, 4)
    y = c.variable("divisor", range(1, 5))
    n.add_division_equality(z, x - 1, y)
    return lambda z, x, y: z == truncated(x - 1, y)


@kind("modulo")
def _(c, n):
    (x,) = c.ints("x", -4, 4)
    y = c.variable("divisor", range(1, 4))
    (z,) = c.ints("z", 1, 3)
    n.add_modulo_equality(z - 2, x, y)
    return lambda x, y, z: z - 2 == x - y * truncated(x, y)


@kind("product, if")
def _(c, n):
    z, x, y = c.ints("zxy", 0, 2)
    (b,) = c.bools("b")
    n.add_multiplication_equality(z, [x, y]).only_enforce_if(b)
    return lambda z, x, y, b: not b or z == x * y


@kind("automaton")
def _(c, n):
    x = c.ints("ghij", 0, 2)
    n.add_automaton(x, 0, [0, 2], [(0, 0, 0), (0, 1, 1), (1, 2, 2), (2, 2, 2), (2, 0, 0)])

    def accepted(*word):
        state = 0
        for letter in word:
            state = {(0, 0): 0, (0, 1): 1, (1, 2): 2, (2, 2): 2, (2, 0): 0}.get((state, letter))
        return state in (0, 2)

    return accepted


@kind("optional intervals apart")
def _(c, n):
    s, t, u = c.ints("stu", 0, 3)
    a, b = c.bools("ab")
    one = n.new_optional_fixed_size_interval_var(s, 2, a, "one")
    two = n.new_optional_fixed_size_interval_var(t, 1, ~b, "two")
    n.add_no_overlap([one, two, n.new_fixed_size_interval_var(u, 2, "three")])
    return lambda s, t, u, a, b: apart((s, 2, a), (t, 1, not b), (u, 2, True))


@kind("intervals with a variable size apart")
def _(c, n):
    s, p, e, t = c.ints("spet", 0, 3)
    one = n.new_interval_var(s, p, e, "one")
    n.add_no_overlap([one, n.new_fixed_size_interval_var(t, 2, "two"), n.new_fixed_size_interval_var(3, 0, "none")])
    return lambda s, p, e, t: s + p == e and p >= 0 and apart((s, p, True), (t, 2, True), (3, 0, True))


@kind("optional interval with a variable size")
def _(c, n):
    s, p, e = c.ints("spe", -1, 2)
    (a,) = c.bools("a")
    n.new_optional_interval_var(s, p, e, a, "one")
    return lambda s, p, e, a: not a or (s + p == e and p >= 0)


@kind("cumulative, optional")
def _(c, n):
    s, t, u = c.ints("stu", 0, 2)
    a, b = c.bools("ab")
    tasks = [
        n.new_optional_fixed_size_interval_var(s, 2, a, "one"),
        n.new_optional_fixed_size_interval_var(t, 1, b, "two"),
        n.new_fixed_size_interval_var(u, 2, "three"),
    ]
    n.add_cumulative(tasks, [2, 1, 1], 2)
    return lambda s, t, u, a, b: fits(2, (s, 2, 2, a), (t, 1, 1, b), (u, 2, 1, True))


@kind("cumulative of variables")
def _(c, n):
    s, e, t, p, d = c.ints("setpd", 0, 2)
    (k,) = c.ints("k", -1, 2)
    tasks = [n.new_interval_var(s, p, e, "one"), n.new_fixed_size_interval_var(t, 2, "two")]
    n.add_cumulative(tasks, [d, d], k)
    return lambda s, e, t, p, d, k: s + p == e and p >= 0 and fits(k, (s, p, d, True), (t, 2, d, True))


@kind("intervals apart, if")
def _(c, n):
    s, t, u = c.ints("stu", 0, 3)
    (a,) = c.bools("a")
    tasks = [n.new_fixed_size_interval_var(x, 2, "task") for x in (s, t)]
    n.add_no_overlap(tasks).only_enforce_if(a)
    n.add_cumulative([*tasks, n.new_fixed_size_interval_var(u, 1, "task")], [1, 1, 1], 2).only_enforce_if(~a)
    return lambda s, t, u, a: apart((s, 2, 1), (t, 2, 1)) if a else fits(2, (s, 2, 1, 1), (t, 2, 1, 1), (u, 1, 1, 1))


@kind("boxes")
def _(c, n):
    x, y, u, v = c.ints("xyuv", 0, 2)
    (a,) = c.bools("a")
    wide = [n.new_fixed_size_interval_var(x, 2, "x"), n.new_optional_fixed_size_interval_var(u, 1, a, "u")]
    high = [n.new_fixed_size_interval_var(y, 1, "y"), n.new_fixed_size_interval_var(v, 2, "v")]
    n.add_no_overlap_2d(wide, high)
    return lambda x, y, u, v, a: apart((x, 2, 1), (u, 1, a)) or apart((y, 1, 1), (v, 2, 1))


@kind("reservoir")
def _(c, n):
    s, t, u = c.ints("stu", 0, 2)
    (a,) = c.bools("a")
    n.add_reservoir_constraint_with_active([s, t, u], [2, -1, 1], [1, a, 1], 0, 2)

    def test(s, t, u, a):
        events = [(s, 2), (u, 1), *[(t, -1)] * a]
        return all(0 <= sum(change for time, change in events if time <= now) <= 2 for now, _ in events)

    return test


@kind("circuit")
def _(c, n):
    arcs = [(i, j) for i in range(3) for j in range(3) if i != j]
    literals = c.bools([f"{i}{j}" for i, j in arcs])
    n.add_circuit([(i + 1, j + 1, x) for (i, j), x in zip(arcs, literals, strict=True)])
    return lambda *used: (
        [a for a, x in zip(arcs, used, strict=True) if x] in ([(0, 1), (1, 2), (2, 0)], [(0, 2), (1, 0), (2, 1)])
    )


@kind("sum with gaps, if")
def _(c, n):
    x, y = c.ints("xy", 0, 4)
    (b,) = c.bools("b")
    domain = cp_model.Domain.from_intervals([[0, 1], [3, 4], [7, 9]])
    n.add_linear_expression_in_domain(x + y, domain).only_enforce_if(b)
    return lambda x, y, b: not b or x + y in (0, 1, 3, 4, 7, 8, 9)


@kind("sum with wide gaps")
def _(c, n):
    x, y = c.ints("xy", 0, 4)
    n.add_linear_expression_in_domain(1000 * x + y, cp_model.Domain.from_intervals([[2, 1001], [3003, 99_999]]))
    return lambda x, y: 2 <= 1000 * x + y <= 1001 or 1000 * x + y >= 3003


@kind("domain with wide gaps")
def _(c, n):
    x = c.variable("x", [0, 1, 40_000])
    (y,) = c.ints("y", 0, 1)
    n.add(x >= y)
    return lambda x, y: x >= y


@kind("table, if")
def _(c, n):
    x, y = c.ints("xy", 0, 3)
    (b,) = c.bools("b")
    n.add_allowed_assignments([x, y + 1], [(0, 2), (3, 1), (2, 2)]).only_enforce_if(b)
    return lambda x, y, b: not b or (x, y + 1) in ((0, 2), (3, 1), (2, 2))


@kind("table of literals")
def _(c, n):
    a, b, d = c.bools("abd")
    n.add_allowed_assignments([a, b, d], [(0, 1, 1), (1, 0, 0), (1, 1, 1)])
    return lambda a, b, d: (a, b, d) in ((0, 1, 1), (1, 0, 0), (1, 1, 1))


@kind("forbidden tuples, if")
def _(c, n):
    x, y = c.ints("xy", 0, 2)
    (b,) = c.bools("b")
    n.add_forbidden_assignments([x, y], [(0, 2), (1, 1)]).only_enforce_if(b)
    return lambda x, y, b: not b or (x, y) not in ((0, 2), (1, 1))


@kind("all different, if")
def _(c, n):
    x, y, z = c.ints("xyz", 0, 2)
    (b,) = c.bools("b")
    n.add_all_different([x, y + 1, z]).only_enforce_if(b)
    return lambda x, y, z, b: not b or len({x, y + 1, z}) == 3


@kind("element, if")
def _(c, n):
    x, y, z = c.ints("xyz", 0, 3)
    (b,) = c.bools("b")
    n.add_element(x, [y, 2, 0], z).only_enforce_if(b)
    return lambda x, y, z, b: not b or (0 <= x < 3 and [y, 2, 0][x] == z)


@kind("exactly one, if")
def _(c, n):
    a, b, d, e = c.bools("abde")
    n.add_exactly_one([a, ~b, d]).only_enforce_if(e)
    return lambda a, b, d, e: not e or a + 1 - b + d == 1


@kind("hints and strategies, which are no constraints")
def _(c, n):
    x, y = c.ints("xy", 0, 2)
    n.add(x + y != 2)
    n.add_hint(x, 1)
    n.add_decision_strategy([y, x], cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
    return lambda x, y: x + y != 2


def made(*names):
    case = Case()
    for name in names:
        case.state(name)
    return case


def problem(case):
    return sm.Problem(lambda m: case.variables, backend=CpSatBackend(case.native))


def satisfying(model, width):
    """The points of the first columns that satisfy the records, with the one value of each further column."""
    ends = list(zip(model.lower, model.upper, strict=True))
    assert all(low == high for low, high in ends[width:])
    every = product(*(range(int(low), int(high) + 1) for low, high in ends))
    return {point[:width] for point in every if all(is_satisfied(each, point) for each in model.records)}


def enumerated(case):
    """Every solution, by CP-SAT's own enumeration of the untouched model."""

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            found.add(tuple(self.value(x) for x in case.variables.values()))

    found = set()
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.keep_all_feasible_solutions_in_presolve = True
    assert solver.solve(case.native, Collect()) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return found


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_is_read_as_it_means(name):
    case = made(name)
    points, truth = case.points()
    assert truth == enumerated(case)
    assert 0 < len(truth) < len(points)
    if "wide" not in name and "large" not in name:
        assert satisfying(problem(case).look(), len(case.variables)) == truth


@pytest.mark.parametrize("name", KINDS)
def test_each_solver_finds_the_solutions_of_each_kind(name):
    case = made(name)
    points, truth = case.points()
    for solver in ("cpsat", "choco", "cadical"):
        try:
            count = problem(case).count_solutions(solver, cross_check=False)
        except UnsupportedError:
            assert (solver, "large" in name or "wide" in name) == ("cadical", True)
            continue
        assert (count.value, count.status) == (len(truth), "exact"), solver
    model, rng = problem(case).rewritten(), random.Random(name)
    for some, status in ((truth, "SOLVED"), (points - truth, "INFEASIBLE")):
        for point in rng.sample(sorted(some), min(5, len(some))):
            model.m.free()
            for x, value in zip(model.variables.values(), point, strict=True):
                model.m.fix(x, value)
            assert model.solve("highs").status.name == status, point


@pytest.mark.parametrize("seed", range(12))
def test_mixtures_of_kinds_have_the_solutions_that_or_tools_enumerates(seed):
    rng = random.Random(seed)
    names = [name for name in KINDS if "wide" not in name and "large" not in name]
    while True:
        case = made(*rng.sample(names, rng.choice([2, 3, 4])))
        if prod(map(len, case.every())) < 30_000 and 0 < len(case.points()[1]) < 2_000:
            break
    truth = case.points()[1]
    assert truth == enumerated(case)
    for solver in ("cpsat", "choco", "cadical"):
        count = problem(case).count_solutions(solver, limit=None, cross_check=False)
        assert {tuple(each.values()) for each in count.solutions} == truth, solver
    case.native.minimize(sum(rng.randint(-3, 3) * x for x in case.variables.values()))
    best = {solver: problem(case).solve(solver).objective for solver in ("cpsat", "highs")}
    assert best["cpsat"] == best["highs"]


def test_an_edit_of_what_a_constraint_depends_on_is_noticed():
    case = made("product", "cumulative, optional")
    one = problem(case)
    rows = one.m.records
    assert all(a is b for a, b in zip(one.m.records, rows, strict=True))
    one_of_two_steps = case.native.proto.constraints[1].interval
    one_of_two_steps.size.offset = one_of_two_steps.end.offset = 1
    set_domain(case.variables["x"].proto, [-4, -2])
    case.tests[1] = (
        case.tests[1][0],
        lambda s, t, u, a, b: fits(2, (s, 1, 2, a), (t, 1, 1, b), (u, 2, 1, True)),
    )
    assert {tuple(each.values()) for each in one.solutions(limit=5, solver="cpsat")} <= case.points()[1]
    assert one.count_solutions("choco", limit=None, cross_check=False).value == len(case.points()[1])


@pytest.mark.parametrize("seed", range(10))
def test_an_objective_is_that_of_or_tools_with_its_sign_and_its_constant(seed: int) -> None:
    """CP-SAT gets the `CpModel` itself, HiGHS what is read of it."""
    rng, model = random.Random(seed), cp_model.CpModel()
    x = [model.new_int_var(rng.randint(-3, 0), rng.randint(1, 4), f"x{k}") for k in range(4)]
    most = model.new_int_var(-20, 20, "most")
    model.add_max_equality(most, [x[0], x[1] - x[2]])
    model.add(x[0] + 2 * x[1] - x[3] <= rng.randint(0, 5))
    goal = sum(rng.randint(-4, 4) * each for each in x) + rng.randint(-9, 9) + 2 * most
    (model.maximize if rng.random() < 0.5 else model.minimize)(goal)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    for name in ("cpsat", "highs"):
        found = sm.Problem(model).solve(name)
        assert found.objective == found.bound == pytest.approx(solver.objective_value), name
