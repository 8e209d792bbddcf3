"""Every reader against brute force: small native models in each library's own spelling, read back as plain data.

What is read must have exactly the solutions of the native model; what cannot be read is an error that names it.
"""

import random
from itertools import product
from math import inf

import numpy as np
import pulp
import pyomo.environ as pyo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from pyomo.core.expr.relational_expr import NotEqualExpression

from sudoku_models import rewrites
from sudoku_models.backends import Implication, Linear, Table, Term, columns_of, plain
from sudoku_models.backends.cpsat import CpSatBackend
from sudoku_models.backends.pulp import PulpBackend
from sudoku_models.backends.pyomo import PyomoBackend
from sudoku_models.errors import InputError, UnsupportedError
from sudoku_models.models.satisfaction import is_satisfied
from sudoku_models.solvers import Status, find

SEEDS = st.integers(0, 2**32)
BOUNDS = st.lists(st.tuples(st.integers(-2, 2), st.integers(0, 3)), min_size=2, max_size=3)


def grid(bounds):
    """Every assignment within the bounds (low, width)."""
    return list(product(*(range(low, low + width + 1) for low, width in bounds)))


def read_back(m):
    """The solutions of the plain data that the backend reads."""
    rows = m.read(m.constraints())
    lower, upper = m.bounds()
    every = product(*(range(int(low), int(high) + 1) for low, high in zip(lower, upper, strict=True)))
    return [values for values in every if all(is_satisfied(row, np.array(values, dtype=float)) for row in rows)]


def solved_by(m, solver):
    """Whether there is a solution; linear solvers get a rewritten copy. None when the solver refuses the model."""
    if solver == "choco" and not all(map(columns_of, m.read(m.constraints()))):
        return None  # rows without variables are a matter of its own tests
    try:
        if solver == "highs":
            m, _ = m.copy()
            rewrites.apply(m, "big_m")
        return find(solver).session(m).solve().status is Status.SOLVED
    except UnsupportedError:
        return None


def expression(rng, terms, constant=True):
    """A linear expression over library objects, in an odd order, with variables that may repeat or cancel."""
    total = rng.choice([0, 0, 2, -1]) if constant else 0
    for _ in range(rng.randint(1, 4)):
        x, c = rng.choice(terms), rng.choice([1, 1, -1, 2, 0, -3])
        total = rng.choice([lambda t, x, c: t + c * x, lambda t, x, c: x * c + t, lambda t, x, c: t - (-c) * x])(
            total, x, c
        )
    return total


# -- PuLP --------------------------------------------------------------------------------------------------------------


def pulp_value(e, point):
    return sum(c * point[x.name] for x, c in e.items()) + e.constant


def pulp_constraint(rng, native, xs, k):
    """Add one constraint in one of PuLP's spellings; returns a test of a point, by hand."""
    left = pulp.LpAffineExpression(expression(rng, xs))
    right = rng.choice([rng.randint(-3, 4), expression(rng, xs)])
    sense = rng.choice([-1, 0, 1])
    kind = rng.choice(["operator", "+=", "LpConstraint", "changeRHS", "in place", "named tuple", "empty"])
    if kind == "empty":
        left = pulp.LpAffineExpression(0)
        right = rng.choice([-1, 0, 1])
    both = pulp.LpAffineExpression(left - right)
    if kind == "LpConstraint":
        row = pulp.LpConstraint(both, sense, f"row {k}", rhs=0)
    else:
        row = left <= right if sense == -1 else left >= right if sense == 1 else left == right
    if kind == "+=":
        native += row
    elif kind == "named tuple":
        native += row, f"row {k}"
    else:
        native.addConstraint(row)
    if kind == "changeRHS":
        both = pulp.LpAffineExpression(dict(row.expr), constant=-(rhs := rng.randint(-3, 3)))
        row.changeRHS(rhs)
    elif kind == "in place":
        row.expr[xs[0]] = row.expr.get(xs[0], 0) + 1
        both = pulp.LpAffineExpression(dict(row.expr), constant=row.constant)

    def test(point):
        value = pulp_value(both, point)
        return value * sense >= 0 if sense else value == 0

    return test


@settings(deadline=None, max_examples=150)
@given(seed=SEEDS, bounds=BOUNDS, adopt=st.booleans())
def test_pulp_is_read_as_it_is(seed, bounds, adopt):
    rng = random.Random(seed)
    native = pulp.LpProblem("fuzz", rng.choice([pulp.LpMinimize, pulp.LpMaximize]))
    m = None if adopt else PulpBackend(native)
    xs = [native.add_variable(f"x{k}", low, low + width, "Integer") for k, (low, width) in enumerate(bounds)]
    native.addConstraint(pulp.lpSum(xs) >= -100, "all")
    tests = [pulp_constraint(rng, native, xs, k) for k in range(rng.randint(1, 3))]
    native.setObjective(pulp.LpAffineExpression(expression(rng, xs)))
    m = m or PulpBackend(native)
    m.take_up()
    order = [next(k for k, x in enumerate(xs) if x is v) for v in m.variables]  # == would make a constraint
    truth = {
        tuple(values[k] for k in order)
        for values in grid(bounds)
        if all(test({x.name: v for x, v in zip(xs, values, strict=True)}) for test in tests)
    }
    assert set(read_back(m)) == truth
    copy, _ = m.copy()
    assert set(read_back(copy)) == truth
    objective = m.objective()
    for values in truth:
        point = {x.name: v for x, v in zip(m.variables, values, strict=True)}
        mine = 0 if objective is None else objective.sign * evaluate(objective, values)
        assert mine == pytest.approx(pulp_value(native.objective, point))
    if seed % 5 == 0:
        for solver in ("highs", "cpsat"):
            assert solved_by(m, solver) in (None, bool(truth)), solver


def evaluate(term, values):
    return sum(c * values[k] for k, c in zip(term.columns, term.coefficients, strict=True)) + term.constant


# -- Pyomo -------------------------------------------------------------------------------------------------------------


def pyomo_relation(rng, block, xs):
    e, f = expression(rng, xs), rng.choice([rng.randint(-3, 4), block.p, expression(rng, xs)])
    if rng.random() < 0.2:
        e = e + block.named
    kind = rng.choice(["==", "<=", ">=", "range", "inequality", "tuple", "two"])
    e = e + 0 * xs[0] if isinstance(e, int) else e
    if kind == "==":
        return e == f
    if kind == "<=":
        return e <= f
    if kind == ">=":
        return e >= f
    low, high = sorted([rng.randint(-3, 3), rng.randint(-3, 3)])
    if kind == "range":
        return pyo.inequality(low, e, high)
    if kind == "inequality":
        return pyo.inequality(body=e, upper=block.p)
    return (low, e, high) if kind == "tuple" else (e, f)


def pyomo_logic(rng, block, xs):
    """A logical constraint, and a test of the point that its variables hold."""
    a, b = rng.sample(xs, 2)
    c, k = rng.randint(-2, 3), rng.choice([1, 2])
    e = a - b if rng.random() < 0.5 else a + block.p - 2 * b
    others = [(rng.choice(xs), rng.randint(-3, 4)) for _ in range(rng.randint(1, 3))]
    spelled = rng.choice(
        [
            lambda x, v: NotEqualExpression((x, v)),
            lambda x, v: NotEqualExpression((v, x)),
            lambda x, v: pyo.lnot(x == v),
            lambda x, v: NotEqualExpression((2 * x + 1, 2 * v + 1)),
            lambda x, v: NotEqualExpression((x, v + 0.0)),
        ]
    )
    value = pyo.value
    return rng.choice(
        [
            (NotEqualExpression((e, c)), lambda: value(e) != c),
            (pyo.lnot(e == c), lambda: value(e) != c),
            (pyo.lnot(a == b), lambda: value(a) != value(b)),
            (pyo.all_different(a, b, c), lambda: len({value(a), value(b), c}) == 3),
            (pyo.all_different(a + 1, b - a, -b), lambda: len({value(a + 1), value(b - a), value(-b)}) == 3),
            (pyo.all_different(*xs), lambda: len(set(map(value, xs))) == len(xs)),
            (pyo.atleast(k, *(spelled(x, v) for x, v in others)), lambda: sum(value(x) != v for x, v in others) >= k),
            (pyo.atleast(2, NotEqualExpression((a, 0)), NotEqualExpression((0 * b + 1, 2))), lambda: value(a) != 0),
            (
                pyo.atleast(2, NotEqualExpression((a, 0)), NotEqualExpression((a, 1))),
                lambda: (value(a) != 0) + (value(a) != 1) >= 2,
            ),
        ]
    )


def fuzzed_pyomo(rng, bounds):
    native = pyo.ConcreteModel()
    native.x = pyo.Var(range(len(bounds)), domain=pyo.Integers)
    xs = list(native.x.values())
    for x, (low, width) in zip(xs, bounds, strict=True):
        x.setlb(low)
        x.setub(low + width)
    native.p = pyo.Param(initialize=1, mutable=True)
    native.named = pyo.Expression(expr=xs[0] - xs[1])
    tests = []
    native.inner = pyo.Block([1, 2])
    for block in rng.sample([native, native.inner[1], native.inner[2]], 2):
        block.rows, block.p_logic = pyo.ConstraintList(), pyo.LogicalConstraintList()
        for _ in range(rng.randint(0, 2)):
            try:
                row = block.rows.add(pyomo_relation(rng, native, xs))
            except ValueError:  # Pyomo itself refuses bounds that are no constants
                continue
            tests.append((row, lambda row=row: within(row)))
        for _ in range(rng.randint(0, 2)):
            relation, test = pyomo_logic(rng, native, xs)
            tests.append((block.p_logic.add(relation), test))
    if tests and rng.random() < 0.3:
        row, _ = tests.pop()
        row.deactivate()
    if rng.random() < 0.2:
        native.inner[2].deactivate()
        gone = [id(row) for row in native.inner[2].component_data_objects((pyo.Constraint, pyo.LogicalConstraint))]
        tests = [(row, test) for row, test in tests if id(row) not in gone]
    native.goal = pyo.Objective(expr=expression(rng, xs) + native.p, sense=rng.choice([pyo.minimize, pyo.maximize]))
    native.p = rng.randint(-1, 2)
    native.named = xs[1] + rng.choice([0, 1])
    fixed = rng.random() < 0.3
    if fixed:
        xs[0].fix(bounds[0][0])
    return native, xs, [test for _, test in tests]


def within(row):
    body = pyo.value(row.body)
    return (row.lb is None or row.lb <= body) and (row.ub is None or body <= row.ub)


@settings(deadline=None, max_examples=200)
@given(seed=SEEDS, bounds=BOUNDS)
def test_pyomo_is_read_as_it_is(seed, bounds):
    native, xs, tests = fuzzed_pyomo(random.Random(seed), bounds)
    truth, goals = set(), {}
    was_fixed = xs[0].fixed
    for values in grid(bounds):
        if was_fixed and values[0] != bounds[0][0]:
            continue
        for x, value in zip(xs, values, strict=True):
            x.set_value(value)
        if all(test() for test in tests):
            truth.add(values)
            goals[values] = pyo.value(native.goal)
    if was_fixed:
        xs[0].fix(bounds[0][0])
    m = PyomoBackend(native)
    assert set(read_back(m)) == truth
    copy, _ = m.copy()
    assert set(read_back(copy)) == truth
    objective = m.objective()
    for values, goal in goals.items():
        assert objective.sign * evaluate(objective, values) == pytest.approx(goal)
    native.goal.deactivate()
    if seed % 5 == 0:
        for solver in ("highs", "cpsat", "choco", "cadical"):
            assert solved_by(m, solver) in (None, bool(truth)), solver


# -- CP-SAT ------------------------------------------------------------------------------------------------------------


def cpsat_constraint(rng, native, xs, bs, name):
    a, b = rng.sample(xs, 2)
    literals = [rng.choice([x, ~x]) for x in rng.choices(bs, k=rng.randint(0, 3))]
    low, high = sorted([rng.randint(-3, 3), rng.randint(-3, 3)])
    values = [rng.randint(-2, 3), rng.randint(-2, 3)]
    e = cp_model.LinearExpr.sum([0 * a, expression(rng, xs + bs)])
    add = rng.choice(
        [
            lambda: native.add(e == low),
            lambda: native.add(e <= b + low),
            lambda: native.add(low <= e),
            lambda: native.add(a < b),
            lambda: native.add(e != low),
            lambda: native.add(a != b),
            lambda: native.add_linear_constraint(e, low, high),
            lambda: native.add_linear_expression_in_domain(e, cp_model.Domain.from_intervals([[low, high]])),
            lambda: native.add_linear_expression_in_domain(e, cp_model.Domain.from_values(values)),
            lambda: native.add_linear_expression_in_domain(
                e, cp_model.Domain.from_intervals([[cp_model.INT_MIN, low], [low + 2, low + 4]])
            ),
            lambda: native.add_all_different([a, b, 1 - a, low]),
            lambda: native.add_all_different(xs),
            lambda: native.add_all_different([]),
            lambda: native.add_forbidden_assignments([1 - a, b], [values]),
            lambda: native.add_forbidden_assignments([2 * a, low], [values]),
            lambda: native.add_forbidden_assignments([a, a], [values]),
            lambda: native.add_forbidden_assignments([a, b], [values, values[::-1]]),
            lambda: native.add_forbidden_assignments([a, b], []),
            lambda: native.add_allowed_assignments([a, b], [values, (0, 0)]),
            lambda: native.add_bool_or(literals),
            lambda: native.add_bool_and(literals),
            lambda: native.add_at_most_one(literals),
            lambda: native.add_exactly_one(literals),
            lambda: native.add_bool_xor(literals),
            lambda: native.add_implication(bs[0], rng.choice([bs[1], ~bs[1]])),
            lambda: native.add_bool_and(literals).only_enforce_if(bs[0], ~bs[1]),
            lambda: native.add_bool_or(literals).only_enforce_if(~bs[0]),
            lambda: native.add(a >= low).only_enforce_if(bs[0]),
            lambda: native.add(e == low).only_enforce_if(bs[0], ~bs[1]),
            lambda: native.add(e != low).only_enforce_if(~bs[1]),
            lambda: native.add_linear_expression_in_domain(e, cp_model.Domain.from_values(values)).only_enforce_if(
                bs[0]
            ),
            lambda: native.add_linear_expression_in_domain(e, cp_model.Domain.from_values(values).complement()),
            lambda: native.add_allowed_assignments([a, 2 * b + 1, low], [(*values, low), (0, 1, low)]),
            lambda: native.add_max_equality(a, [b, low]),
            lambda: native.add_abs_equality(a, b),
            lambda: native.add_multiplication_equality(a, [b, b]),
            lambda: native.add(True),
            lambda: native.add(False),
        ]
    )
    add()
    native.proto.constraints[len(native.proto.constraints) - 1].name = name


def enumerated(native):
    """Every solution, by CP-SAT's own enumeration of the untouched model."""

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            found.add(tuple(self.value(native.get_int_var_from_proto_index(k)) for k in range(number)))

    found, number = set(), len(native.proto.variables)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.keep_all_feasible_solutions_in_presolve = True
    plain = native.clone()
    plain.clear_objective()
    assert solver.solve(plain, Collect()) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return found


@settings(deadline=None, max_examples=300)
@given(seed=SEEDS, bounds=BOUNDS)
def test_cpsat_is_read_as_it_is(seed, bounds):
    rng = random.Random(seed)
    native = cp_model.CpModel()
    xs = [native.new_int_var(low, low + width, f"x{k}") for k, (low, width) in enumerate(bounds)]
    if rng.random() < 0.3:
        xs.append(native.new_int_var_from_domain(cp_model.Domain.from_values([-1, 0, 2]), "gap"))
    bs = [native.new_bool_var(f"b{k}") for k in range(2)]
    for k in range(rng.randint(1, 2)):
        cpsat_constraint(rng, native, xs, bs, f"row {k}")
    goal = expression(rng, xs + bs) + rng.choice([0, 0.5]) * xs[0]
    rng.choice([native.minimize, native.maximize])(goal)
    truth = enumerated(native)
    m = CpSatBackend(native)
    try:
        found = set(read_back(m))
    except UnsupportedError as error:
        assert "'row " in str(error)  # noqa: PT017  it names the constraint
        return
    assert found == truth
    copy, _ = m.copy()
    assert set(read_back(copy)) == truth
    objective = m.objective()
    if truth and objective.columns:
        best = max if objective.sign < 0 else min
        solver = cp_model.CpSolver()
        solver.solve(native)
        mine = best(objective.sign * evaluate(objective, values) for values in truth)
        assert mine == pytest.approx(solver.objective_value)
    native.clear_objective()
    if seed % 5 == 0:
        for solver in ("highs", "choco", "cadical"):
            assert solved_by(m, solver) in (None, bool(truth)), solver


# -- What is not taken is named ----------------------------------------------------------------------------------------


def model(**parts):
    native = pyo.ConcreteModel()
    native.x = pyo.Var([1, 2], domain=pyo.Integers, bounds=(0, 2))
    for name, part in parts.items():
        setattr(native, name, part(native))
    return PyomoBackend(native)


@pytest.mark.parametrize(
    ("rule", "match"),
    [
        (lambda n: pyo.lor(n.x[1] == 0, n.x[1] * n.x[2] == 1), "'rule'"),
        (lambda n: pyo.lnot(n.z >= 0.5), "'rule'"),
        (lambda n: pyo.lor(n.z < 0.5, n.x[1] == 0), "'rule'"),
        (lambda n: NotEqualExpression((n.x[1] * n.x[2], 1)), "'rule' is not linear"),
    ],
)
def test_logic_of_pyomo_that_is_not_taken_is_named(rule, match):
    m = model(z=lambda n: pyo.Var(bounds=(0, 1)), rule=lambda n: pyo.LogicalConstraint(expr=rule(n)))
    with pytest.raises(UnsupportedError, match=match):
        rewrites.apply(m)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (
            lambda n: pyo.implies(n.x[1] == 1, n.x[2] <= 0),
            Implication(((0, 1),), Linear((1,), (1,), -inf, 0, "rule"), "rule"),
        ),
        (
            lambda n: pyo.implies(pyo.land(n.x[1] == 1, 2 * n.x[2] == 4), n.x[1] >= n.x[2]),
            Implication(((0, 1), (1, 2)), Linear((1, 0), (1, -1), -inf, 0, "rule"), "rule"),
        ),
        (lambda n: n.x[1] + n.x[2] <= 3, Implication((), Linear((0, 1), (1, 1), -inf, 3, "rule"), "rule")),
        (
            lambda n: pyo.implies(n.x[1] == 1, NotEqualExpression((n.x[2], 1))),
            Table((Term((0,), (1,)), Term((1,), (1,), -1)), ((1, 0),), False, "rule"),
        ),
    ],
)
def test_implications_of_pyomo_are_read(rule, expected):
    m = model(rule=lambda n: pyo.LogicalConstraint(expr=rule(n)))
    assert m.read(m.constraints()) == [expected]
    truth = {point for point in product(range(3), repeat=2) if is_satisfied(expected, np.array(point, dtype=float))}
    assert set(read_back(m)) == truth
    for solver in ("cpsat", "choco", "cadical"):
        found: set = set()
        find(solver).session(m).enumerate(lambda values, found=found: found.add(tuple(map(int, values))) or True)
        assert found == truth, solver
    assert solved_by(m, "highs")


def test_parameters_without_a_value_are_named():
    m = model(p=lambda n: pyo.Param(mutable=True), rule=lambda n: pyo.Constraint(expr=n.p * n.x[1] <= 1))
    with pytest.raises(InputError, match="'rule'"):
        m.read(m.constraints())


def test_a_fixed_variable_without_a_value_is_named():
    m = model()
    m.native.x[1].fixed = True
    with pytest.raises(InputError, match=r"x\[1\] is fixed"):
        m.bounds()


def test_assumptions_of_cpsat_are_not_dropped():
    native = cp_model.CpModel()
    native.add_assumption(native.new_bool_var("a"))
    with pytest.raises(UnsupportedError, match="assumptions"):
        CpSatBackend(native).constraints()


def test_gaps_in_a_domain_of_cpsat_are_constraints():
    native = cp_model.CpModel()
    x = native.new_int_var_from_domain(cp_model.Domain.from_values([0, 3]), "x")
    m = CpSatBackend(native)
    assert [(type(said), said.tuples) for _, said in m.logic()] == [(Table, ((1,), (2,)))]
    assert read_back(m) == [(0,), (3,)]
    before = plain(m)
    m.fix(x, 3)
    assert plain(m).domains == before.domains
    assert plain(m).bounds() != before.bounds()
    m.free()
    assert plain(m) == before


def test_global_constraints_of_a_cp_model_are_read():
    native = cp_model.CpModel()
    x = [native.new_int_var(0, 3, f"x{k}") for k in range(4)]
    native.add_element(x[0], [2 * x[1], 3, x[2] + 1], x[3])
    native.add_inverse([x[0], x[1], x[2]], [x[0], x[1], x[2]])
    tasks = [native.new_fixed_size_interval_var(x[0], 2, "a"), native.new_interval_var(x[1], 1, x[1] + 1, "b")]
    tasks.append(native.new_interval_var(x[2], 1, x[3], "c"))
    native.add_no_overlap(tasks[:2])
    native.add_cumulative(tasks, [1, 2, 1], 2)
    m = CpSatBackend(native)
    kinds = [type(record).__name__ for record in m.read(m.constraints())]
    assert kinds == ["Element", "Inverse", *["Linear"] * 3, "Cumulative", "Cumulative"]
    inverses = [p for p in product(range(3), repeat=3) if all(p[p[i]] == i for i in range(3)) and len({*p}) == 3]
    apart = [(*p, p[2] + 1) for p in inverses if not p[0] <= p[1] < p[0] + 2]
    assert set(read_back(m)) == {p for p in apart if p[3] == (2 * p[1], 3, p[2] + 1)[p[0]]} != set()


@pytest.mark.parametrize("forbidden", [(0, 0, 7), (2, 1, 7), (3, 0, 7), (2, 0, 8), (2, 3, 7)])
def test_a_forbidden_tuple_of_a_cp_model_is_read_even_if_no_value_can_take_it(forbidden):
    native = cp_model.CpModel()
    x, y = (native.new_int_var(0, 2, name) for name in "xy")
    native.add_forbidden_assignments([2 * x, 1 - y, 7], [forbidden])
    expected = {(x, y) for x, y in product(range(3), repeat=2) if (2 * x, 1 - y, 7) != forbidden}
    assert set(read_back(CpSatBackend(native))) == expected


def test_enforced_sums_of_a_cp_model_are_read():
    native = cp_model.CpModel()
    x, y = (native.new_int_var(0, 2, name) for name in "xy")
    on, off = (native.new_bool_var(name) for name in ("on", "off"))
    native.add(x + y == 2).only_enforce_if(on, ~off)
    native.add(x - y <= 0).only_enforce_if(off)
    every = product(range(3), range(3), range(2), range(2))
    expected = {v for v in every if (v[0] + v[1] == 2 or not v[2] or v[3]) and (v[0] <= v[1] or not v[3])}
    assert set(read_back(CpSatBackend(native))) == expected
