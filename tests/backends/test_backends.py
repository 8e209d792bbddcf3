"""One suite over the three backends: the same verbs say the same thing, and read back as the same plain data."""

import numpy as np
import pytest

from sudoku_models.backends import BACKENDS, AllDifferent, Exclude, Implication, NotEqual, Table, new_backend
from sudoku_models.errors import InputError, UnknownNameError, UnsupportedError


@pytest.fixture(params=BACKENDS)
def m(request):
    return new_backend(request.param)


def only(m):
    (constraint,) = m.read(m.constraints())
    return constraint


def linear(constraint):
    terms = sorted(zip(constraint.columns, constraint.coefficients, strict=True))
    return [(k, float(c)) for k, c in terms], constraint.lower, constraint.upper


def test_variables_have_columns_and_domains(m):
    x = m.int_vars("x", [(1, 1), (1, 2)], 1, 9)
    y = m.bool_vars("y", [((1, 1), 3)])
    assert [m.column(v) for v in (*x.values(), *y.values())] == [0, 1, 2]
    lower, upper = m.bounds()
    assert (lower, upper) == ([1, 1, 0], [9, 9, 1])
    assert all(m.is_integer(k) for k in range(3))


def test_sums_products_and_operators_are_the_same_rows(m):
    x = m.int_vars("x", "ab", 0, 5)
    m.add(m.sum(x.values()) <= 7, "sum")
    m.add(m.sum([x["a"], x["a"], x["b"]]) == 7, "twice")
    m.add(m.dot([2, -3], x.values()) >= 1, "dot")
    m.add(2 * x["a"] - 3 * x["b"] >= 1, "operators")
    read = m.read(m.constraints())
    assert [row.name for row in read] == ["sum", "twice", "dot", "operators"]
    dot = ([(0, 2), (1, -3)], 1, np.inf)
    assert list(map(linear, read)) == [([(0, 1), (1, 1)], -np.inf, 7), ([(0, 2), (1, 1)], 7, 7), dot, dot]


def test_logic_is_defined_and_named(m):
    x = m.int_vars("x", "abc", 1, 3)
    m.not_equal(x["a"], x["b"], "a is not b")
    m.all_different(x.values(), "all differ")
    m.exclude([(v, 2) for v in x.values()], "not twos")
    m.exclude([(v, 2) for v in x.values()], "two are not twos", at_least=2)
    said = [constraint for _, constraint in m.logic()]
    assert [type(c) for c in said] == [NotEqual, AllDifferent, Exclude, Exclude]
    assert [c.name for c in said] == ["a is not b", "all differ", "not twos", "two are not twos"]
    assert said[3].values == ((0, 2), (1, 2), (2, 2))
    assert (said[2].at_least, said[3].at_least) == (1, 2)


def test_tables_and_implications_are_read_back_as_they_were_defined(m):
    x, y = m.int_vars("x", "ab", 1, 3), m.bool_vars("y", "ab")
    m.table([x["a"], 2 * x["b"] - 1, x["a"] + x["b"]], [(1, 3, 3), (1, 3, 3), (2, 1, 3)], "allowed")
    m.table([x["a"]], [(2,)], "a gap", allowed=False)
    m.table([x["a"]], [], "nothing")
    m.implies([y["a"], (y["b"], 0)], x["a"] + 1 <= x["b"], "if both")
    m.implies([], x["a"] >= 1, "in any case")
    said = [constraint for _, constraint in m.logic()]
    assert [type(c) for c in said] == [Table, Table, Table, Implication, Implication]
    assert [c.name for c in said] == ["allowed", "a gap", "nothing", "if both", "in any case"]
    assert (said[0].tuples, said[0].allowed) == (((1, 3, 3), (2, 1, 3)), True)
    of = [(sorted(zip(t.columns, t.coefficients, strict=True)), t.constant) for t in said[0].terms]
    assert of == [([(0, 1)], 0), ([(1, 2)], -1), ([(0, 1), (1, 1)], 0)]
    assert (said[1].tuples, said[1].allowed, said[2].tuples) == (((2,),), False, ())
    assert said[3].conditions == ((2, 1), (3, 0))
    assert linear(said[3].row) == ([(0, 1), (1, -1)], -np.inf, -1)
    assert said[4].conditions == ()
    for label in ("allowed", "if both"):
        assert label in m.text()
        assert m.has_constraint(label, logic=True)


def test_a_sum_in_a_table_of_cpsat_has_the_range_of_its_values():
    """Other solvers get it as a variable, and some take no large bounds."""
    m = new_backend("cpsat")
    x = m.int_vars("x", "ab", -1, 3)
    m.fix(x["a"], 2)
    m.table([x["a"] + 2 * x["b"], x["a"]], [(4, 2)], "table")
    assert m.declared(2) == (-3, 9)


def test_fixed_variables_stay_variables_in_constraints(m):
    x, y = m.int_vars("x", "ab", 1, 3), m.bool_vars("y", "a")
    m.fix(x["a"], 2)
    m.fix(y["a"], 1)
    m.table([x["a"] + x["b"], x["a"]], [(3, 2)], "table")
    m.implies(y["a"], x["a"] <= x["b"], "if")
    m.add(x["a"] + x["b"] == 4, "four")
    read = m.read(m.constraints())
    [table] = [row for row in read if isinstance(row, Table)]
    [implication] = [row for row in read if isinstance(row, Implication)]
    [row] = [row for row in read if row.name == "four"]
    assert linear(row) == ([(0, 1), (1, 1)], 4, 4)
    assert [sorted(term.columns) for term in table.terms] == [[0, 1], [0]]
    assert (implication.conditions, sorted(implication.row.columns)) == (((2, 1),), [0, 1])


def test_fixing_is_undone_and_the_declared_domain_stays(m):
    x = m.int_vars("x", "ab", 1, 9)
    m.fix(x["a"], 4)
    assert m.bounds() == ([4, 1], [4, 9])
    assert m.declared(0) == (1, 9)
    m.free()
    assert m.bounds() == ([1, 1], [9, 9])


def test_forgotten_and_retired_constraints_are_not_in_force(m):
    x = m.int_vars("x", "ab", 1, 3)
    row = m.add(x["a"] + x["b"] <= 5, "row")
    logical = m.not_equal(x["a"], x["b"], "differ")
    cut = m.exclude([(x["a"], 1), (x["b"], 2)], "cut")
    m.forget([cut])
    assert [c.name for c in m.read(m.constraints())] == ["row", "differ"]
    m.retire([logical])
    assert only(m).name == "row"
    m.forget([row])
    assert m.constraints() == []


def test_an_objective_takes_the_place_of_the_one_before(m):
    x = m.int_vars("x", "ab", 1, 3)
    m.maximize(2 * x["a"] + x["b"])
    objective = m.objective()
    assert sorted(zip(objective.columns, objective.coefficients, strict=True)) == [(0, -2), (1, -1)]
    assert objective.sign == -1
    m.minimize(m.dot([-3], [x["b"]]))
    assert (m.objective().columns, m.objective().coefficients, m.objective().sign) == ((1,), (-3,), 1)


def test_values_are_loaded_and_rounded(m):
    x = m.int_vars("x", "ab", 1, 3)
    m.load([1.0000001, 2.9999999])
    assert [m.value(v) for v in x.values()] == [1, 3]


def test_unknown_backends_list_the_choices():
    with pytest.raises(UnknownNameError, match="did you mean 'pyomo'"):
        new_backend("piomo")


def test_special_ordered_sets_of_pyomo_are_never_dropped():
    import pyomo.environ as pyo

    native = pyo.ConcreteModel()
    native.x = pyo.Var([1, 2], domain=pyo.Integers, bounds=(1, 3))
    native.one = pyo.SOSConstraint(var=native.x, sos=1)
    with pytest.raises(UnsupportedError, match="'one'"):
        new_backend("pyomo").__class__(native).constraints()


@pytest.mark.parametrize("kind", ["sos1", "sos2"])
def test_special_ordered_sets_of_pulp_are_never_dropped(kind):
    m = new_backend("pulp")
    getattr(m.native, kind)["one of"] = dict.fromkeys(m.int_vars("x", "ab", 0, 3).values(), 1)
    for verb in (m.constraints, m.copy):
        with pytest.raises(UnsupportedError, match="'one of'"):
            verb()


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("keys", "words"), [([[1], [2]], "use tuples"), (["a", "b", "a"], "the key 'a' occurs twice")])
def test_keys_of_variables_are_hashable_and_different(backend, keys, words):
    m = new_backend(backend)
    with pytest.raises(InputError, match=words):
        m.int_vars("x", keys, 1, 3)
    with pytest.raises(InputError, match=words):
        m.bool_vars("y", keys)
