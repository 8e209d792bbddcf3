"""What people write in the verbs, on each backend: it means the same everywhere, or is an error that says why."""

import numpy as np
import pulp
import pytest

from sudoku_models import Problem
from sudoku_models.backends import BACKENDS, AllDifferent, Linear, new_backend
from sudoku_models.errors import InputError, UnsupportedError
from sudoku_models.solvers import find


@pytest.fixture(params=BACKENDS)
def m(request):
    return new_backend(request.param)


class Label:
    """Any object may be a label."""

    def __str__(self):
        return "a label in words"


@pytest.mark.parametrize(
    ("lower", "upper", "match"),
    [
        (5, 1, "lower bound 5 is above the upper bound 1"),
        (0.5, 3, "lower bound must be .* not 0.5"),
        (0, 3.7, "upper bound must be .* not 3.7"),
        ("1", 3, "lower bound .* not '1'"),
        (1, None, "upper bound .* not None"),
        (float("nan"), 3, "lower bound .* not nan"),
        (0, float("inf"), "upper bound .* not inf"),
        (-(10**30), 3, "lower bound .* not -1000"),
    ],
)
def test_bounds_that_are_none_are_refused(m, lower, upper, match):
    with pytest.raises(InputError, match=match) as error:
        m.int_vars("cars", "ab", lower, upper)
    assert "'cars'" in str(error.value)
    assert m.variables == []


@pytest.mark.parametrize(("lower", "upper"), [(np.int64(1), np.float64(3)), (1.0, 3), (True, 3)])
def test_whole_numbers_of_any_type_are_bounds(m, lower, upper):
    m.int_vars("x", "a", lower, upper)
    assert m.declared(0) == (1, 3)


@pytest.mark.parametrize("value", [0, 7, None, "2", float("nan")])
def test_a_variable_is_fixed_within_its_domain(m, value):
    x = m.int_vars("x", "a", 1, 3)["a"]
    with pytest.raises(InputError, match="cannot be fixed"):
        m.fix(x, value)
    assert m.bounds() == ([1], [3])


def test_native_bounds_are_rounded_inward():
    m = new_backend("pulp")
    x = m.int_vars("x", "ab", 0, 9)
    x["a"].lowBound, x["a"].upBound = 0.5, 3.7
    assert m.bounds() == ([1, 0], [3, 9])
    assert m.declared(0) == (1, 3)
    x["b"].cat = pulp.LpContinuous
    x["b"].lowBound = 0.5
    assert m.bounds()[0] == [1, 0.5]
    x["a"].lowBound = 3.2
    with pytest.raises(InputError, match="no value is left for x_a"):
        m.bounds()


@pytest.mark.parametrize("relation", [True, False, np.True_, None, "x", 3])
def test_what_is_no_comparison_is_refused_by_name(m, relation):
    m.int_vars("x", "ab", 1, 3)
    with pytest.raises(InputError, match="'my rule'"):
        m.add(relation, "my rule")
    assert m.constraints() == []
    m.add(m.variables[0] <= 2, "my rule")  # the name was not used up


def test_one_name_is_for_one_constraint(m):
    x = m.int_vars("x", "ab", 1, 3)
    m.add(x["a"] <= 2, "mine")
    with pytest.raises(InputError, match="already has a constraint named 'mine'"):
        m.add(x["b"] <= 2, "mine")
    cut = m.exclude([(x["a"], 1)], "cut")
    with pytest.raises(InputError, match="already has a constraint named 'cut'"):
        m.all_different(x.values(), "cut")
    m.forget([cut])
    m.not_equal(x["a"], x["b"], "cut")
    assert [row.name for row in m.read(m.constraints())] == ["mine", "cut"]


def test_labels_are_any_object(m):
    x = m.int_vars("x", "ab", 1, 3)
    labels = [Label() for _ in range(2)]
    m.add(x["a"] <= 2, labels[0])
    m.not_equal(x["a"], x["b"], labels[1])
    read = m.read(m.constraints())
    assert [row.label is label for row, label in zip(read, labels, strict=True)] == [True, True]
    assert {row.name for row in read} == {"a label in words"}
    copy, _ = m.copy()
    assert [row.label is label for row, label in zip(copy.read(copy.constraints()), labels, strict=True)] == [
        True,
        True,
    ]


def test_names_that_a_library_writes_alike_are_two_constraints(m):
    x = m.int_vars("x", ["a b", "a_b", "a-b", "amb", "ä", "a\nb"], 1, 3)
    assert len({str(v) for v in x.values()}) == 6
    m.bool_vars("x", ["a b"])
    assert len({str(v) for v in m.variables}) == 7
    for name in ("a b", "a_b", "a+b"):
        m.add(x["a b"] + x["a_b"] <= 5, name)
    assert [row.name for row in m.read(m.constraints())] == ["a b", "a_b", "a+b"]
    outcome = find("cbc").session(m).solve() if m.name == "pulp" else find("highs").session(m).solve()
    assert outcome.values is not None


@pytest.mark.parametrize("right", [0, 1, -1])
@pytest.mark.parametrize("sense", ["==", "<=", ">="])
@pytest.mark.parametrize("solver", ["highs", "cpsat"])
def test_empty_sums_are_numbers(m, solver, sense, right):
    x = m.int_vars("x", "a", 1, 3)
    m.add(x["a"] >= 2, "one row")
    for k, total in enumerate((m.sum([]), m.dot([], []))):
        m.add(total == right if sense == "==" else total <= right if sense == "<=" else total >= right, f"empty {k}")
    read = m.read(m.constraints())
    assert all(isinstance(row, Linear) for row in read)
    assert len(read) == 3
    outcome = find(solver).session(m).solve(10)
    assert str(outcome.status) == ("solved" if eval(f"0 {sense} {right}") else "infeasible")


@pytest.mark.parametrize("solver", ["highs", "cpsat"])
def test_short_sums_and_sets_are_taken(m, solver):
    x = m.int_vars("x", "abc", 1, 3)
    m.add(m.sum([x["a"]]) >= 2, "one")
    m.add(m.sum([2, x["b"], 1]) <= 4, "numbers among them")
    m.add(m.dot([2, 3, -2], [x["a"], x["c"], x["a"]]) >= 8, "repeated")
    m.all_different([], "none")
    m.all_different([x["a"]], "one alone")
    m.exclude([(x["a"], 9)], "never taken")
    m.not_equal(x["b"] + x["c"], 3, "of sums")
    assert AllDifferent in map(type, m.read(m.constraints()))
    ready, _ = m.copy()
    if solver == "highs":
        from sudoku_models import rewrites

        rewrites.apply(ready, "big_m")
    a, b, c = find(solver).session(ready).solve(10).values[:3]
    assert a >= 2
    assert b == 1
    assert 3 * c >= 8
    assert b + c != 3


def test_abstract_models_are_refused():
    import pyomo.environ as pyo

    import sudoku_models.rewrites.pyomo_transformations  # noqa: F401

    abstract = pyo.AbstractModel()
    abstract.x = pyo.Var([1, 2], domain=pyo.Integers, bounds=(1, 3))
    with pytest.raises(InputError, match="create_instance"):
        pyo.TransformationFactory("sudoku_models.linear").apply_to(abstract)


def test_a_rewrite_declares_its_backends():
    from sudoku_models import rewrites

    m = new_backend("pulp")
    m.not_equal(*m.int_vars("x", "ab", 1, 3).values(), "differ")
    with pytest.raises(InputError, match=r"'gdp_hull' does not work on the backend 'pulp'.*'pyomo'"):
        rewrites.apply(m, "gdp_hull")
    with pytest.raises(UnsupportedError, match="'gdp_hull' is for MILP solvers, and 'choco' is a CP solver"):
        rewrites.check_paradigm("indicators+gdp_hull", "choco", "CP")
    rewrites.check_paradigm("indicators+big_m", "choco", "CP")


SPELLINGS = {
    "a * b": lambda a, b: a * b <= 3,
    "abs": lambda a, b: abs(a) <= 3,
    "a < b": lambda a, b: a < b,
    "a > b": lambda a, b: a > b,
    "a / 3": lambda a, b: a / 3 <= 1,
    "if": lambda a, b: a <= 1 if a == b else b <= 1,
    "chain": lambda a, b: 1 <= a <= 2,
    "chain of sums": lambda a, b: 1 <= a + b <= 2,
    "chain of variables": lambda a, b: a == b == 2,
    "or": lambda a, b: (a <= 1) or (b <= 1),
    "max": lambda a, b: max(a, b) <= 2,
    "sorted": lambda a, b: sorted([a, b])[0] <= 2,
    "+": lambda a, b: (a <= 1) + (b <= 1) >= 1,
    "!=": lambda a, b: a != b,
}
TAKEN = {
    "pulp": ["a / 3"],
    "pyomo": ["a / 3", "abs"],
    "cpsat": ["a < b", "a > b", "!=", "if"],  # to CP-SAT, a == b is true for one and the same variable
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_each_spelling_is_taken_or_explained(m, spelling):
    from sudoku_models.backends.refusals import explained
    from sudoku_models.errors import SudokuModelsError

    x = m.int_vars("x", "ab", 1, 3)

    def state():
        try:
            m.add(SPELLINGS[spelling](x["a"], x["b"]), "mine")
        except SudokuModelsError:
            raise
        except Exception as error:
            raise explained(error) from error
        m.read(m.constraints())

    if spelling in TAKEN[m.name]:
        state()
    else:
        with pytest.raises(SudokuModelsError):
            state()


@pytest.mark.parametrize(
    "spelling",
    [
        lambda x, y: x**2 <= 3,
        lambda x, y: 2**x <= 3,
        lambda x, y: x % 2 == 1,
        lambda x, y: x // 2 == 1,
        lambda x, y: 3 / x == 1,
        lambda x, y: x / y == 1,
        lambda x, y: round(x) <= 2,
        lambda x, y: int(x) <= 2,
    ],
)
@pytest.mark.parametrize("backend", ["pulp", "pyomo", "cpsat"])
def test_other_operators_and_functions_are_refused_with_a_sentence(backend, spelling):
    def statement(m):
        x = m.int_vars("x", "ab", 1, 3)
        m.add(spelling(x["a"], x["b"]), "mine")
        return x

    with pytest.raises(UnsupportedError, match=r"linear|cannot divide"):
        Problem(statement, backend).solve("highs")
