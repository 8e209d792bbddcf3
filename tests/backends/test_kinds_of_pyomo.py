"""Each kind of constraint of a Pyomo model, against brute force by its meaning in Python.

What is read must have exactly these solutions, for each solver that takes it, also rewritten; values come back to the
native variables, Boolean ones too; and an edit of `native` is noticed.
"""

import random
from itertools import product

import pyomo.environ as pyo
import pytest
from kinds import Kinds
from pyomo.gdp import Disjunct, Disjunction

import sudoku_models as sm
from sudoku_models.backends.pyomo import PyomoBackend
from sudoku_models.errors import UnsupportedError
from sudoku_models.models.satisfaction import is_satisfied

kind = KINDS = Kinds()
"""A kind is a function of a new model with integers x, Boolean y; it returns a test of (x1, x2, y1, y2, y3)."""


@kind("lor, land, lnot")
def _(n):
    n.rule = pyo.LogicalConstraint(expr=pyo.lor(pyo.land(n.y[1], n.y[2]), pyo.lnot(pyo.lor(n.y[3], n.y[1]))))
    return lambda a, b, p, q, r: (p and q) or not (r or p)


@kind("a clause")
def _(n):
    n.rule = pyo.LogicalConstraint(expr=pyo.lor(n.y[1], ~n.y[2], n.y[3]))
    return lambda a, b, p, q, r: p or not q or r


@kind("xor and equivalence")
def _(n):
    n.one = pyo.LogicalConstraint(expr=n.y[1].xor(n.y[2]))
    n.two = pyo.LogicalConstraint(expr=pyo.equivalent(n.y[2], pyo.lnot(n.y[3])))
    return lambda a, b, p, q, r: p != q and q == (not r)


@kind("implication of a comparison")
def _(n):
    n.rule = pyo.LogicalConstraint(expr=n.y[1].implies(n.x[1] + n.x[2] <= 2))
    return lambda a, b, p, q, r: not p or a + b <= 2


@kind("equivalence with a comparison")
def _(n):
    n.rule = pyo.LogicalConstraint(expr=pyo.equivalent(n.y[1], pyo.inequality(1, n.x[1] - n.x[2], 2)))
    return lambda a, b, p, q, r: bool(p) == (1 <= a - b <= 2)


@kind("strict comparison")
def _(n):
    n.rule = pyo.LogicalConstraint(expr=pyo.lor(n.y[1], n.x[1] < n.x[2]))
    return lambda a, b, p, q, r: p or a < b


@kind("exactly, atleast, atmost")
def _(n):
    n.one = pyo.LogicalConstraint(expr=pyo.exactly(2, n.y[1], n.y[2], n.y[3], n.x[1] == 1))
    n.two = pyo.LogicalConstraint(expr=pyo.atmost(1, n.y[1], n.x[2] >= 2))
    n.three = pyo.LogicalConstraint(expr=pyo.lnot(pyo.atleast(2, n.y[1], n.y[2])))
    return lambda a, b, p, q, r: p + q + r + (a == 1) == 2 and p + (b >= 2) <= 1 and p + q < 2


@kind("a number of true ones that is a variable")
def _(n):
    n.rule = pyo.LogicalConstraint(expr=pyo.exactly(n.x[1], n.y[1], n.y[2], n.x[2] == 3))
    return lambda a, b, p, q, r: p + q + (b == 3) == a


@kind("all different under a condition")
def _(n):
    n.rule = pyo.LogicalConstraint(expr=pyo.implies(n.y[1], pyo.all_different(n.x[1], n.x[2], 2)))
    return lambda a, b, p, q, r: not p or len({a, b, 2}) == 3


@kind("a list, with skipped and inactive ones")
def _(n):
    n.rule = pyo.LogicalConstraint(
        [1, 2, 3], rule=lambda m, k: pyo.LogicalConstraint.Skip if k == 2 else m.y[k].implies(m.x[1] >= k)
    )
    n.more = pyo.LogicalConstraintList()
    n.more.add(pyo.lor(n.y[2], n.y[3]))
    n.more.add(pyo.land(n.y[1], n.y[2])).deactivate()
    n.block = pyo.Block([1, 2], rule=lambda b, k: setattr(b, "c", pyo.Constraint(expr=n.x[k] <= k + 1)))
    n.block[1].deactivate()
    return lambda a, b, p, q, r: (not p or a >= 1) and (not r or a >= 3) and (q or r) and b <= 3


@kind("binaries of Boolean variables")
def _(n):
    n.z = pyo.Var(domain=pyo.Binary)
    n.y[2].associate_binary_var(n.z)
    n.row = pyo.Constraint(expr=n.x[1] >= 2 * n.z)
    n.rule = pyo.LogicalConstraint(expr=pyo.lor(n.y[1], n.y[2]))
    return lambda a, b, p, q, r: a >= 2 * q and (p or q)


@kind("absolute values")
def _(n):
    n.p = pyo.Param(initialize=2, mutable=True)
    n.row = pyo.Constraint(expr=abs(n.x[1] - 2) + n.p * abs(n.x[2] - n.x[1]) <= 3)
    n.far = pyo.Constraint(expr=1 - abs(n.x[1] - n.x[2]) <= 0)
    return lambda a, b, p, q, r: abs(a - 2) + 2 * abs(b - a) <= 3 and abs(a - b) >= 1


@kind("an absolute value that is equal")
def _(n):
    n.e = pyo.Expression(expr=-2 * abs(n.x[1] - 2))
    n.row = pyo.Constraint(expr=n.e + n.x[2] == -1)
    return lambda a, b, p, q, r: -2 * abs(a - 2) + b == -1


@kind("domains with gaps")
def _(n):
    n.x[1].domain = pyo.RangeSet(0, 4, 2)
    n.row = pyo.Constraint(expr=n.x[1] >= n.x[2])
    return lambda a, b, p, q, r: a in (0, 2) and a >= b


@kind("disjunction")
def _(n):
    n.d = Disjunct([1, 2])
    n.d[1].c = pyo.Constraint(expr=n.x[1] + n.x[2] <= 1)
    n.d[2].c = pyo.Constraint(expr=n.x[1] - n.x[2] == 2)
    n.d[2].l = pyo.LogicalConstraint(expr=pyo.lor(n.y[1], n.y[2]))
    n.either = Disjunction(expr=[n.d[1], n.d[2]])
    n.chosen = pyo.LogicalConstraint(expr=pyo.equivalent(n.y[3], n.d[1].indicator_var))
    return lambda a, b, p, q, r: a + b <= 1 if r else a - b == 2 and (p or q)


@kind("disjunction that is no xor, with a deactivated disjunct")
def _(n):
    n.d = Disjunct([1, 2, 3])
    n.d[1].c = pyo.Constraint(expr=n.x[1] <= 1)
    n.d[2].c = pyo.Constraint(expr=n.x[2] >= 2)
    n.either = Disjunction(expr=[n.d[1], n.d[2], n.d[3]], xor=False)
    n.d[3].deactivate()
    n.one = pyo.LogicalConstraint(expr=pyo.equivalent(n.y[1], n.d[1].indicator_var))
    n.two = pyo.LogicalConstraint(expr=pyo.equivalent(n.y[2], n.d[2].indicator_var))
    return lambda a, b, p, q, r: (p or q) and (not p or a <= 1) and (not q or b >= 2)


@kind("nested disjunctions")
def _(n):
    n.d = Disjunct([1, 2])
    n.d[1].inner = Disjunct([1, 2])
    n.d[1].inner[1].c = pyo.Constraint(expr=n.x[1] == 0)
    n.d[1].inner[2].c = pyo.Constraint(expr=n.x[1] == 3)
    n.d[1].either = Disjunction(expr=[n.d[1].inner[1], n.d[1].inner[2]])
    n.d[2].c = pyo.Constraint(expr=n.x[2] >= n.x[1] + 2)
    n.either = Disjunction(expr=[n.d[1], n.d[2]])
    n.one = pyo.LogicalConstraint(expr=pyo.equivalent(n.y[1], n.d[1].indicator_var))
    n.two = pyo.LogicalConstraint(expr=pyo.equivalent(n.y[2], n.d[1].inner[1].indicator_var))
    n.three = pyo.LogicalConstraint(expr=pyo.equivalent(n.y[3], n.d[1].inner[2].indicator_var))
    return lambda a, b, p, q, r: (q != r and a == (0 if q else 3)) if p else b >= a + 2


def made(name):
    native = pyo.ConcreteModel()
    native.x = pyo.Var([1, 2], domain=pyo.Integers, bounds=(0, 3))
    native.y = pyo.BooleanVar([1, 2, 3])
    test = KINDS[name](native)
    points = set(product(range(4), range(4), range(2), range(2), range(2)))
    return native, points, {point for point in points if test(*point)}


def variables(native):
    return {f"{family.name}{k}": family[k] for family in (native.x, native.y) for k in family}


def problem(native):
    return sm.Problem(lambda m: variables(native), backend=PyomoBackend(native))


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_is_read_as_it_means(name):
    native, points, truth = made(name)
    assert 0 < len(truth) < len(points)
    one = problem(native)
    model, columns = one.look(), list(one.columns.values())
    ends = [range(int(low), int(high) + 1) for low, high in zip(model.lower, model.upper, strict=True)]
    found = [v for v in product(*ends) if all(is_satisfied(each, v) for each in model.records)]
    assert {tuple(v[k] for k in columns) for v in found} == truth
    assert len(found) == len(truth)  # the indicators are determined
    assert all(a is b for a, b in zip(one.m.records, one.m.records, strict=True))
    again = one.solve("cpsat")
    point = tuple(int(pyo.value(x)) for x in variables(native).values())
    assert point == tuple(again.values.values())
    assert point in truth


@pytest.mark.parametrize("name", KINDS)
def test_each_solver_finds_the_solutions_of_each_kind(name):
    native, points, truth = made(name)
    for solver in ("cpsat", "choco", "cadical"):
        count = problem(native).count_solutions(solver, cross_check=False)
        assert (count.value, count.status) == (len(truth), "exact"), solver
    rng = random.Random(name)
    for rewrite in (None, "gdp_hull"):
        if rewrite and "no xor" in name:
            with pytest.raises(UnsupportedError, match="'either'"):
                problem(native).rewritten(rewrite)
            continue
        model = problem(native).rewritten(rewrite)
        for some, status in ((truth, "SOLVED"), (points - truth, "INFEASIBLE")):
            for point in rng.sample(sorted(some), min(4, len(some))):
                model.m.free()
                for (k, x), value in zip(model.variables.items(), point, strict=True):
                    if model.m.declared(model.columns[k])[0] <= value <= model.m.declared(model.columns[k])[1]:
                        model.m.fix(x, value)
                    else:
                        status = "INFEASIBLE"
                assert model.solve("highs").status.name == status, (rewrite, point)


def random_logic(rng, n, depth):
    """A logical expression, and its truth at a point."""
    if not depth or rng.random() < 0.2:
        k, v = rng.choice([1, 2]), rng.randint(0, 3)
        return rng.choice(
            [
                (n.y[k], lambda *p: bool(p[1 + k])),
                (n.y[3], lambda *p: bool(p[4])),
                (n.x[k] <= v, lambda *p: p[k - 1] <= v),
                (n.x[k] == v, lambda *p: p[k - 1] == v),
                (n.x[1] + v > n.x[2], lambda *p: p[0] + v > p[1]),
                (abs(n.x[1] - n.x[2]) <= v, lambda *p: abs(p[0] - p[1]) <= v),
            ]
        )
    parts = [random_logic(rng, n, depth - 1) for _ in range(rng.randint(2, 3))]
    (e, f), (one, other) = [part[0] for part in parts[:2]], [part[1] for part in parts[:2]]
    every, number, tests = [part[0] for part in parts], rng.randint(0, 3), [part[1] for part in parts]
    return rng.choice(
        [
            (pyo.lnot(e), lambda *p: not one(*p)),
            (pyo.land(*every), lambda *p: all(test(*p) for test in tests)),
            (pyo.lor(*every), lambda *p: any(test(*p) for test in tests)),
            (pyo.xor(e, f), lambda *p: one(*p) != other(*p)),
            (pyo.equivalent(e, f), lambda *p: one(*p) == other(*p)),
            (pyo.implies(e, f), lambda *p: not one(*p) or other(*p)),
            (pyo.exactly(number, *every), lambda *p: sum(test(*p) for test in tests) == number),
            (pyo.atleast(number, *every), lambda *p: sum(test(*p) for test in tests) >= number),
            (pyo.atmost(n.x[1], *every), lambda *p: sum(test(*p) for test in tests) <= p[0]),
        ]
    )


@pytest.mark.parametrize("seed", range(15))
def test_mixtures_of_logic_have_the_solutions_of_their_meaning(seed):
    rng = random.Random(seed)
    native, points, _ = made("a clause")
    native.del_component("rule")
    native.rules, tests = pyo.LogicalConstraintList(), []
    native.d = Disjunct([1, 2])
    for block in (native, native, native.d[1], native.d[2]):
        expression, test = random_logic(rng, native, 3)
        block.add_component(
            "mixed" if block is not native else f"mixed{len(tests)}", pyo.LogicalConstraint(expr=expression)
        )
        tests.append(test)
    native.either = Disjunction(expr=[native.d[1], native.d[2]], xor=rng.random() < 0.5)
    truth = {p for p in points if tests[0](*p) and tests[1](*p) and (tests[2](*p) or tests[3](*p))}
    for solver in ("cpsat", "choco", "cadical", "highs"):
        limit = 2 if solver == "highs" else None
        count = problem(native).count_solutions(solver, limit=limit, cross_check=False)
        found = {tuple(each.values()) for each in count.solutions}
        assert found <= truth if limit and len(truth) >= limit else found == truth, solver


def test_edits_of_a_model_with_disjunctions_are_noticed():
    native, points, _ = made("disjunction")
    one = problem(native)

    def number():
        return one.count_solutions("cpsat", limit=None, cross_check=False).value

    number()
    native.d[1].deactivate()
    assert number() == sum(a - b == 2 and bool(p or q) and not r for a, b, p, q, r in points)
    native.d[2].c.set_value(native.x[1] == 1)
    native.y[1].fix(False)
    assert number() == sum(a == 1 and bool(q) and not p and not r for a, b, p, q, r in points)
    solution = one.solve("highs").values
    one.exclude(solution)
    assert number() == sum(a == 1 and bool(q) and not p and not r for a, b, p, q, r in points) - 1
    one.solve("cpsat")
    assert native.y[2].value is True
