"""A copy is the same model and independent of the first; every kind of edit is seen when the model is read."""

import pulp
import pyomo.environ as pyo
import pytest
from pyomo.core.expr.relational_expr import NotEqualExpression

from sudoku_models.backends import BACKENDS, new_backend, plain
from sudoku_models.backends.pyomo import PyomoBackend
from sudoku_models.errors import UnsupportedError


def rich_model(backend):
    """Every verb once."""
    m = new_backend(backend)
    x, y = m.int_vars("x", "abc", 1, 4), m.bool_vars("y", [1, 2])
    m.add(m.sum(x.values()) <= 8, "sum")
    m.add(x["a"] + 2 * y[1] >= 2, "two")
    m.not_equal(x["a"], x["b"], "a is not b")
    m.all_different(x.values(), "differ")
    m.exclude([(x["a"], 1), (x["b"], 2)], "not 1, 2")
    m.exclude([(v, 2) for v in x.values()], "two are not 2", at_least=2)
    m.table([x["a"], x["b"] + 1], [(1, 2), (2, 2), (3, 4)], "pairs")
    m.table([x["a"] + x["b"], y[1]], [(2, 1)], "not two ones", allowed=False)
    m.implies((y[2], 0), x["a"] >= 2, "large")
    m.element([7, x["a"] + x["b"], 5], 2 * x["c"] - 1, x["a"], "element")
    m.inverse([x["a"], x["b"]], [x["c"], x["a"] - 1], "inverse")
    m.circuit(x.values(), "tour")
    m.cumulative([x["a"], x["b"] + x["c"]], [3, 2], [1, 2], 3, "machine")
    m.fix(x["c"], 3)
    m.minimize(2 * x["a"] + x["b"] - y[1] + 7)
    return m


@pytest.fixture(params=BACKENDS)
def m(request):
    return rich_model(request.param)


def test_a_copy_reads_the_same(m):
    copy, same = m.copy()
    assert plain(copy) == plain(m)
    assert [id(same[id(row)]) for row in m.constraints()] == list(map(id, copy.constraints()))
    assert list(map(str, copy.variables)) == list(map(str, m.variables))
    assert [copy.column(x) for x in copy.variables] == list(range(len(m.variables)))


def test_edits_of_a_copy_leave_the_first_as_it_was(m):
    before = plain(m)
    copy, same = m.copy()
    x = copy.variables
    copy.add(x[0] + x[1] <= 3, "more")
    copy.free()
    copy.fix(x[0], 2)
    copy.minimize(x[1])
    for row, said in m.logic():
        if said.name not in ("two are not 2", "large"):
            copy.forget([same[id(row)]])
    copy.forget([same[id(m.constraints()[0])]])
    copy.int_vars("z", [1], 0, 5)
    assert plain(m) == before


def test_edits_of_the_first_leave_a_copy_as_it_was(m):
    copy, _ = m.copy()
    before = plain(copy)
    m.add(m.variables[0] <= 3, "more")
    m.free()
    m.forget([m.constraints()[0]])
    m.minimize(m.variables[1])
    assert plain(copy) == before


def test_a_copy_of_a_copy_can_free_its_variables(m):
    copy, _ = m.copy()[0].copy()
    copy.free()
    m.free()
    assert plain(copy) == plain(m)


def test_names_stay_taken_in_a_copy(m):
    from sudoku_models.errors import InputError

    copy, _ = m.copy()
    with pytest.raises(InputError, match="'sum'"):
        copy.add(copy.variables[0] <= 3, "sum")
    copy.bool_vars("x", "abc")
    assert len({str(x) for x in copy.variables}) == len(copy.variables)


# -- what is read ----------------------------------------------------------------------------------------------------


def test_a_record_is_the_same_object_as_long_as_its_constraint_is_the_same(m):
    before = plain(m)
    m.bounds()
    m.load([float(k) for k in range(len(m.variables))])
    m.fix(m.variables[0], 2)
    assert all(one is other for one, other in zip(before.records, m.records, strict=True))
    after = plain(m)
    assert (after.domains, after.minimised) == (before.domains, before.minimised)
    assert after.bounds() != before.bounds()


VERBS = {
    "a constraint": lambda m: m.add(m.variables[0] <= 3, "new"),
    "an inequality": lambda m: m.not_equal(m.variables[1], m.variables[2], "new"),
    "a table": lambda m: m.table([m.variables[1], m.variables[2]], [(1, 2)], "new"),
    "an implication": lambda m: m.implies(m.variables[3], m.variables[0] <= 3, "new"),
    "a reified comparison": lambda m: m.holds(m.variables[0] <= 3, "new"),
    "a cut": lambda m: m.exclude([(m.variables[0], 2)], "new"),
    "a variable": lambda m: m.int_vars("z", [1], 0, 1),
    "an objective": lambda m: m.minimize(m.variables[0]),
    "a constant": lambda m: m.minimize(2 * m.variables[0] + m.variables[1] - m.variables[3] + 8),
    "forgotten": lambda m: m.forget([m.constraints()[0]]),
    "retired": lambda m: m.retire([m.logic()[0][0]]),
    "freed": lambda m: m.free(),
}


@pytest.mark.parametrize("edit", VERBS.values(), ids=VERBS)
def test_every_verb_is_seen(m, edit):
    before = plain(m)
    edit(m)
    assert plain(m) != before


def pulp_row(m):
    return m.native.constraints()[0]


PULP = {
    "right-hand side": lambda m: pulp_row(m).changeRHS(5),
    "constant": lambda m: setattr(pulp_row(m), "constant", -5),
    "coefficient": lambda m: pulp_row(m).expr.update({m.variables[0]: 3}),
    "new term": lambda m: pulp_row(m).addInPlace(m.variables[4]),
    "sense": lambda m: setattr(pulp_row(m), "sense", pulp.LpConstraintEQ),
    "lower bound": lambda m: setattr(m.variables[0], "lowBound", 0),
    "no upper bound": lambda m: setattr(m.variables[0], "upBound", None),
    "bounds": lambda m: m.variables[0].bounds(2, 3),
    "category": lambda m: setattr(m.variables[0], "cat", pulp.LpContinuous),
    "maximise": lambda m: setattr(m.native, "sense", pulp.LpMaximize),
    "objective": lambda m: m.native.setObjective(m.variables[0] + 0),
    "objective in place": lambda m: m.native.objective.addterm(m.variables[0], 1),
    "added": lambda m: m.native.addConstraint(m.variables[0] >= 2),
    "deleted": lambda m: m.native._constraints.popitem(),
    "new variable": lambda m: m.native.addConstraint(m.native.add_variable("w", 0, 1) >= 0),
    "new variable in place": lambda m: pulp_row(m).expr.update({m.native.add_variable("w", 0, 1): 1}),
}


@pytest.mark.parametrize("edit", PULP.values(), ids=PULP)
def test_every_edit_of_a_pulp_model_is_seen(edit):
    m = rich_model("pulp")
    before = plain(m)
    edit(m)
    after = plain(m)
    assert after != before
    assert len(after.domains) == len(m.variables)
    assert plain(m).records  # it can still be read
    assert len(m.bounds()[0]) == len(m.copy()[0].variables) == len(m.variables)


def pyomo_model():
    n = pyo.ConcreteModel()
    n.x = pyo.Var([1, 2, 3], domain=pyo.Integers, bounds=(0, 3))
    n.p, n.q = pyo.Param(initialize=1, mutable=True), pyo.Param([1, 2], initialize=2, mutable=True)
    n.named = pyo.Expression(expr=n.x[1] + n.x[2])
    n.plain = pyo.Constraint(expr=n.x[1] + n.x[2] <= 4)
    n.mutable = pyo.Constraint(expr=n.p * n.x[1] <= 3)
    n.right = pyo.Constraint(expr=n.x[1] <= n.q[1])
    n.indexed = pyo.Constraint([1, 2], rule=lambda n, k: n.x[k] <= n.x[k + 1] + 2)
    n.by_name = pyo.Constraint(expr=n.named <= 5)
    n.differ = pyo.LogicalConstraint(expr=NotEqualExpression((n.x[1], n.x[2] + n.p)))
    n.block = pyo.Block([1, 2], rule=lambda b, k: setattr(b, "row", pyo.Constraint(expr=n.x[k] <= 2)))
    n.goal = pyo.Objective(expr=n.x[1] + n.p * n.x[3])
    return n


PYOMO = {
    "added": lambda n: setattr(n, "mine", pyo.Constraint(expr=n.x[1] >= 1)),
    "deleted": lambda n: n.del_component(n.plain),
    "deleted item": lambda n: n.indexed.__delitem__(1),
    "deactivated": lambda n: n.plain.deactivate(),
    "deactivated item": lambda n: n.indexed[2].deactivate(),
    "deactivated component": lambda n: n.indexed.deactivate(),
    "deactivated block": lambda n: n.block.deactivate(),
    "deactivated block item": lambda n: n.block[1].deactivate(),
    "deactivated logic": lambda n: n.differ.deactivate(),
    "set_value": lambda n: n.plain.set_value(n.x[1] + n.x[2] <= 5),
    "set_value of an item": lambda n: n.indexed[1].set_value(n.x[1] <= 2),
    "set_value to the same": lambda n: n.indexed[1].set_value(n.x[1] == n.x[2]),
    "logic": lambda n: n.differ.set_value(NotEqualExpression((n.x[1], n.x[2]))),
    "parameter": lambda n: n.p.set_value(2),
    "indexed parameter": lambda n: n.q.__setitem__(1, 3),
    "named expression": lambda n: n.named.set_value(n.x[1] + 2 * n.x[2]),
    "setlb": lambda n: n.x[1].setlb(1),
    "setub": lambda n: n.x[1].setub(None),
    "domain": lambda n: setattr(n.x[1], "domain", pyo.Reals),
    "fix": lambda n: n.x[1].fix(2),
    "new variable": lambda n: setattr(n, "w", pyo.Var()),
    "new variable in a block": lambda n: setattr(n.block[1], "w", pyo.Var([1, 2])),
    "objective": lambda n: n.goal.set_value(n.x[2]),
    "sense": lambda n: n.goal.set_sense(pyo.maximize),
    "no objective": lambda n: n.goal.deactivate(),
}


@pytest.mark.parametrize("edit", PYOMO.values(), ids=PYOMO)
def test_every_edit_of_a_pyomo_model_is_seen(edit):
    n = pyomo_model()
    m = PyomoBackend(n)
    before = plain(m)
    assert plain(m) == before
    edit(n)
    after = plain(m)
    assert after != before
    assert len(after.domains) == len(m.variables)
    copy, _ = m.copy()
    assert plain(copy) == plain(m)


def test_unfixing_and_bounds_with_parameters_are_seen():
    n = pyomo_model()
    n.x[1].fix(1)
    n.x[2].setub(n.p + 2)
    m = PyomoBackend(n)
    first = plain(m)
    n.p = 0
    second = plain(m)
    n.x[1].unfix()
    assert len({first.text(), second.text(), plain(m).text()}) == 3
    assert second.domains != first.domains
    assert plain(m).bounds() != second.bounds()


def test_a_changed_expression_never_looks_like_one_before():
    n = pyomo_model()
    m = PyomoBackend(n)
    sides = set()
    for k in range(200):  # an id is used again at once
        n.plain.set_value(n.x[1] + n.x[2] <= k)
        sides.add(m.records[0].upper)
    assert len(sides) == 200


CPSAT = {
    "added": lambda n: n.add(n.get_int_var_from_proto_index(0) >= 2),
    "right-hand side": lambda n: set_domain(n.proto.constraints[0].linear, [0, 5]),
    "cleared": lambda n: n.proto.constraints[0].clear_linear(),
    "condition": lambda n: n.proto.constraints[1].enforcement_literal.append(3),
    "a tuple": lambda n: n.proto.constraints[table_of(n)].table.values.append(1),
    "a part of a table": lambda n: set_domain(n.proto.constraints[table_of(n) + 1].linear, [0, 5]),
    "a part of a cut": lambda n: set_domain(n.proto.constraints[5].linear, [0, 5]),
    "domain": lambda n: set_domain(n.proto.variables[0], [1, 3]),
    "gap": lambda n: set_domain(n.proto.variables[0], [1, 1, 3, 4]),
    "new variable": lambda n: n.new_int_var(0, 1, "w"),
    "objective": lambda n: n.minimize(n.get_int_var_from_proto_index(0)),
    "maximise": lambda n: n.maximize(n.get_int_var_from_proto_index(0)),
    "no objective": lambda n: n.clear_objective(),
}


def table_of(n):
    """The index of the second constraint that is a table; the first is a cut."""
    return [k for k, each in enumerate(n.proto.constraints) if each.has_table()][1]


def set_domain(proto, domain):
    proto.domain.clear()
    proto.domain.extend(domain)


@pytest.mark.parametrize("edit", ["a tuple", "a part of a table", "a part of a cut"])
def test_a_constraint_of_several_parts_of_which_one_was_edited_is_refused(edit):
    m = rich_model("cpsat")
    plain(m)
    CPSAT[edit](m.native)
    with pytest.raises(UnsupportedError, match="edited in place"):
        plain(m)


@pytest.mark.parametrize("edit", [each for each in CPSAT if not each.startswith("a ")])
def test_every_edit_of_a_cpsat_model_is_seen(edit):
    m = rich_model("cpsat")
    before = plain(m)
    CPSAT[edit](m.native)
    after = plain(m)
    assert after != before
    assert len(after.domains) == len(m.variables)
    assert plain(m.copy()[0]).domains == after.domains
