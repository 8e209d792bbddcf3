"""A model that is read as plain data and stated anew is the same model."""

import json

import pytest

import sudoku_models as sm
from sudoku_models.backends import BACKENDS, new_backend
from sudoku_models.course.grading.plain_models import add_to, changes, expression, rebuilt, snapshot, whole
from sudoku_models.formulations import FORMULATIONS
from sudoku_models.models.problem import Problem

PUZZLE = sm.Puzzle.parse("1... .... ..2. ....")


def over(plain):
    return json.loads(json.dumps(plain))


def constraints(plain):
    """The rows of a model, without their order and names of columns."""
    return sorted(map(repr, plain["rows"])), [column[1:] for column in plain["columns"]], sorted(plain["fixed"])


@pytest.mark.parametrize("backend", sorted(BACKENDS))
@pytest.mark.parametrize("formulation", sorted(FORMULATIONS))
def test_every_formulation_is_the_same_model_again(formulation, backend):
    plain = over(whole(sm.build(PUZZLE, formulation, backend).m))
    assert constraints(whole(rebuilt(plain))) == constraints(plain)


def every_verb(m):
    x = m.int_vars("x", range(4), 0, 3)
    y = m.int_vars("y", range(4), 0, 3)
    b = m.bool_vars("b", "pq")
    m.add(x[0] + 2 * x[1] - x[2] <= 5, "a row")
    m.add(x[0] + x[3] >= 1, "another")
    m.not_equal(x[0], x[1] + 1, "differ")
    m.all_different([x[0], x[1], x[2] + 1], "all differ")
    m.exclude([(x[0], 1), (x[1], 2)], "not this")
    m.table([x[0], y[0]], [(0, 1), (1, 2), (2, 3)], "pairs")
    m.table([x[3]], [(2,)], "not two", allowed=False)
    m.implies([b["p"], (b["q"], 0)], x[2] <= 1, "if")
    m.element([3, y[1], 1, 2], x[2], y[2], "element")
    m.inverse(x.values(), y.values(), "inverse")
    m.cumulative(x.values(), [1, 1, 2, 1], [1, 1, 1, 1], 2, "tasks")
    m.fix(b["q"], 0)
    m.maximize(x[0] + 2 * y[3] - b["p"] + 1)
    return {**{("x", k): v for k, v in x.items()}, **{("b", k): v for k, v in b.items()}}


@pytest.mark.parametrize("backend", sorted(BACKENDS))
def test_every_kind_of_constraint_is_the_same_again(backend):
    m = new_backend(backend)
    every_verb(m)
    plain = over(whole(m))
    again = whole(rebuilt(plain))
    assert constraints(again) == constraints(plain)
    assert again["objective"] == plain["objective"]


@pytest.mark.parametrize("backend", sorted(BACKENDS))
def test_what_was_added_is_told_apart_from_what_was_there(backend):
    def first(m):
        x = m.int_vars("x", "abc", 1, 3)
        m.add(x["a"] + x["b"] == 4, "there")
        return x

    there = new_backend(backend)
    x, before = first(there), snapshot(there)
    z = there.bool_vars("z", "q")
    there.add(x["a"] + z["q"] <= 3, "new")
    there.fix(x["c"], 2)
    here = new_backend(backend)
    first(here)
    columns = add_to(here, over(changes(there, before)))
    assert constraints(whole(here)) == constraints(whole(there))
    assert here.column(expression(here, [[3], [1], 0], columns)) == 3
    assert changes(there, snapshot(there))["rows"] == []


def test_a_removed_row_is_removed():
    there, here = new_backend("pulp"), new_backend("pulp")
    rows = {}
    for m in (there, here):
        x = m.int_vars("x", "ab", 1, 3)
        rows[m] = [m.add(x["a"] + x["b"] == k, f"sum {k}") for k in (3, 4, 5)]
    before = snapshot(there)
    there.forget([rows[there][1]])
    add_to(here, over(changes(there, before)))
    assert [row[-1] for row in whole(here)["rows"]] == ["sum 3", "sum 5"]


def test_solutions_are_the_same():
    original = Problem(lambda m: sm.build(PUZZLE, "all_different", "pulp").m and every_verb(m))
    made = {}

    def again(m):
        columns = add_to(m, over({**whole(original.m), "columns": whole(original.m)["columns"]}))
        made.update(enumerate(columns))
        return {key: m.variables[columns[original.m.column(v)]] for key, v in original.variables.items()}

    def found(problem):
        return sorted(map(repr, (sorted(each.items(), key=repr) for each in problem.solutions(100))))

    assert found(Problem(again)) == found(Problem(every_verb))
