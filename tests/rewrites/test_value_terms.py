"""The terms of tables, under every rewrite: integers, selectors, sums, multiples and numbers."""

import pytest
from hypothesis import given, settings
from tables import TABLES, allowed_points, every_solution, selecting, tables

from sudoku_models import rewrites
from sudoku_models.backends import BACKENDS, new_backend
from sudoku_models.errors import UnsupportedError


@settings(max_examples=20, deadline=None)
@given(tables())
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_table_of_integers_keeps_exactly_its_tuples(backend, name, table):
    width, tuples, allowed = table
    m = new_backend(backend)
    x = m.int_vars("x", range(width), 1, 3)
    m.table(x.values(), tuples, "table", allowed)
    used, _ = rewrites.apply(m, name)
    assert (used, m.logic()) == (name, [])
    assert every_solution(m, list(x.values())) == allowed_points(width, tuples, allowed)


@settings(max_examples=20, deadline=None)
@given(tables(1, 3))
@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_selectors_keeps_exactly_its_tuples(name, table):
    width, tuples, allowed = table
    m, y, sums = selecting(width)
    m.table(sums, tuples, "table", allowed)
    before = len(m.variables)
    rewrites.apply(m, name)
    found = every_solution(m, [x for each in y for x in each.values()])
    digits = {tuple(point[3 * j : 3 * j + 3].index(1) + 1 for j in range(width)) for point in found}
    assert digits == allowed_points(width, tuples, allowed)
    if width == 2 and name != "tuple_hull":
        assert len(m.variables) == before, "the binaries of the model are the indicators"


@pytest.mark.parametrize("name", TABLES)
def test_terms_may_be_sums_multiples_and_numbers(name):
    m = new_backend("pulp")
    x, b = m.int_vars("x", "ab", 0, 2), m.bool_vars("b", [0])
    m.table([x["a"] + x["b"], 3 - 2 * x["a"], 1 - b[0], 7], [(2, 1, 0, 7), (3, 1, 1, 7), (2, 3, 1, 8)], "table")
    rewrites.apply(m, name)
    assert every_solution(m, [*x.values(), b[0]]) == {(1, 1, 1), (1, 2, 0)}


@pytest.mark.parametrize("name", TABLES)
def test_a_given_or_a_missing_digit_of_a_cell_is_kept(name):
    """As in `assignment_reduced`: a cell may lack some digits, have only one, or be a number."""
    m = new_backend("pulp")
    y, one = m.bool_vars("y", [1, 3]), m.bool_vars("one", [2])
    m.add(m.sum(y.values()) == 1, "a digit")
    m.add(m.sum(one.values()) == 1, "the only digit")
    m.table([y[1] + 3 * y[3], 2 * one[2], 2], [(1, 2, 2), (2, 2, 2), (3, 3, 2)], "table")
    before = len(m.variables)
    rewrites.apply(m, name)
    assert every_solution(m, [*y.values(), *one.values()]) == {(1, 0, 1)}
    assert len(m.variables) == before or name != "table_conflicts"


@pytest.mark.parametrize(
    ("name", "width", "allowed"),
    [("table_conflicts", 2, True), ("tuple_hull", 2, False), ("table_supports", 2, False)],
)
def test_what_is_too_large_is_refused_by_its_name(name, width, allowed):
    m = new_backend("pulp")
    x = m.int_vars("x", range(width), 1, 400)
    m.table(x.values(), [(k, k) for k in range(1, 401)], "equal", allowed)
    with pytest.raises(UnsupportedError, match="'equal'"):
        rewrites.apply(m, name)


@pytest.mark.parametrize("name", TABLES)
def test_a_sum_of_two_cells_has_their_sums_as_values(name):
    m, y, sums = selecting(2)
    m.table([sums[0] + sums[1] + 1], [(4,), (9,)], "sum")
    binaries = [x for each in y for x in each.values()]
    copy, _ = m.copy()
    rewrites.apply(copy, name)
    assert len(copy.variables) == len(binaries) + 5 + (name == "tuple_hull")  # and the only tuple
    found = every_solution(copy, [copy.variables[m.column(x)] for x in binaries])
    assert found == every_solution(m, binaries)
    assert len(found) == 2


@pytest.mark.parametrize(
    ("high", "total"),
    [(3, lambda x: 0.5 * x["a"]), (None, lambda x: x["a"] + x["b"]), (10**7, lambda x: x["a"] + x["b"])],
    ids=["a fraction", "no bound", "a large bound"],
)
def test_terms_without_a_list_of_whole_values_are_refused_by_name(high, total):
    m = new_backend("pulp")
    x = m.int_vars("x", "ab", 0, 9)
    x["a"].upBound = high
    m.table([total(x)], [(1,)], "sum")
    with pytest.raises(UnsupportedError, match="'sum'"):
        rewrites.apply(m)
