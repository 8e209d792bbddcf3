"""What a notebook shows of a result: a short text, and a page with the picture, in which texts are escaped."""

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

import sudoku_models as sm


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
    for each in results:
        assert "<script>" not in replace(each, reason="<script>")._repr_html_()
