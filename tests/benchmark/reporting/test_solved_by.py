"""The report says what was solved by what."""

import pandas as pd

from sudoku_models.benchmark import sample
from sudoku_models.benchmark.reporting.page import markup
from sudoku_models.benchmark.reporting.solved_by import solved_by, solved_by_table

OURS = {
    "interface": "this package, highspy",
    "engine": "HiGHS 1.13.1",
    "options": '{"presolve": "choose", "threads": 1}',
}
STOCK = {
    "interface": "PuLP: prob.solve(HiGHS)",
    "engine": "HiGHS 1.13.1",
    "options": '{"threads": 1}',
    "backend": "stock",
}
ROWS = pd.concat(
    [
        sample.rows(["highs"], [[0.1], [0.2]], threads_used=1, **OURS),
        sample.rows(["highs"], [[0.1]], threads_used=2, **{**OURS, "backend": "pyomo"}),
        sample.rows(["highs"], [[0.1]], presolve="off", **{**OURS, "options": '{"presolve": "off", "threads": 1}'}),
        sample.rows(["pulp:HiGHS"], [[0.1]], **STOCK),
        sample.rows(["glpk"], [[0.1]]),  # measured before there were these columns
    ],
    ignore_index=True,
)


def test_solvers_are_told_apart_by_interface_and_options_and_backends_are_joined() -> None:
    found = solved_by(ROWS).set_index("solver")
    assert list(found.index) == ["highs", "highs, no presolve", "pulp:HiGHS"]
    assert found["backends"].tolist() == ["pulp, pyomo", "pulp", "stock"]
    assert found["cases"].tolist() == [3, 1, 1]
    assert found["threads_used"].tolist()[0] == 2


def test_the_page_names_interface_engine_options_and_threads() -> None:
    text = markup(solved_by_table(solved_by(ROWS)))
    for part in (
        "this package, highspy",
        "PuLP: prob.solve(HiGHS)",
        "HiGHS 1.13.1",
        "presolve = &#34;off&#34;",
        "threads",
    ):
        assert part in text


def test_rows_from_before_have_no_table() -> None:
    assert solved_by(ROWS[ROWS["solver"] == "glpk"]).empty
