"""What a notebook shows of a result: a short text, and a page with the picture, in which texts are escaped."""

import json
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pulp
import pytest

import sudoku_models as sm
from sudoku_models.models.results import Result
from sudoku_models.solvers import Status


def knapsack(m: Any) -> dict[int, Any]:
    x: dict[int, Any] = m.bool_vars("x", range(30))
    m.add(m.sum(x.values()) <= 7, "at most seven")
    m.maximize(m.sum(x.values()))
    return x


@pytest.fixture(scope="module")
def results() -> list[Any]:
    model = sm.build("small:1", backend="pulp")
    problem = sm.Problem(knapsack)
    unsolvable = sm.build("several:7", backend="pulp")
    return [
        *(model.solve(), model.solve(time_limit=1e-9), unsolvable.solve()),
        *(problem.solve(), problem.solve(time_limit=1e-9)),
        *(sm.count_solutions(name, backend="pulp") for name in ("small:1", "several:7", "several:22")),
        sm.Problem(lambda m: m.bool_vars("y", "ab")).count_solutions("highs"),
        problem,
    ]


def test_every_result_has_a_short_text_and_a_page(results: list[Any]) -> None:
    for each in [*results, sm.corpus("top95"), sm.corpus("killer")]:
        assert len(repr(each)) < 250
        assert "\n" not in repr(each)
        assert repr(each).startswith(f"<{type(each).__name__} ")
        page = each._repr_html_().replace("&nbsp;", " ")
        assert len(page) < 250_000
        ElementTree.fromstring(f"<div>{page}</div>")


def test_the_picture_of_a_solution_is_shown(results: list[Any]) -> None:
    answer, count = results[0], results[5]
    assert answer.grid._repr_html_() in answer._repr_html_()
    assert answer.grid._repr_html_() in count._repr_html_()
    assert sm.load("top95:1").html() in sm.corpus("top95")._repr_html_()


def test_reasons_are_escaped(results: list[Any]) -> None:
    for each in results[:-1]:
        assert "<script>" not in replace(each, reason="<script>")._repr_html_()


def test_a_problem_shows_its_columns_and_constraints_by_kind_as_they_stand() -> None:
    lp = pulp.LpProblem("mixed", pulp.LpMaximize)
    b, n = lp.add_variable("b", 0, 1, "Integer"), lp.add_variable("n", 0, 9, "Integer")
    x, y = lp.add_variable("x"), lp.add_variable("y", 0, 1)
    lp += x + y + b + n <= 4
    lp += x - y == 0
    problem = sm.Problem(lp)
    summary = problem.summary()
    assert summary is not None
    assert summary.columns == {"binary": 1, "integer": 1, "continuous": 2}
    assert (summary.rows, summary.objective) == ({"inequality": 1, "equation": 1}, "")
    problem.m.not_equal(b, n, "b and n differ")
    lp.setObjective(x + y)
    summary = problem.summary()
    assert summary is not None
    assert (summary.rows, summary.objective) == ({"inequality": 1, "equation": 1, "not_equal": 1}, "maximise")
    lp.constraints()[1].sense = 7
    assert "<Problem" in repr(problem)  # which cannot be read


def test_a_result_shows_first_what_is_not_zero_and_how_far_it_is_from_the_bound() -> None:
    values = {f"x{k}": int(k > 47) for k in range(50)}
    result = Result(Status.UNKNOWN, None, None, "stopped", incumbent=values, incumbent_objective=-4.0, bound=-5.0)
    assert result.gap == 0.25
    table = result.table(10)
    assert [row[0] for row in table.rows] == ["x48", "x49", *(f"x{k}" for k in range(8))]
    assert result.as_dict()["incumbent"] == values
    assert json.dumps(replace(result, incumbent_objective=0.0).as_dict(), allow_nan=False)
