"""Comparing every formulation x backend x solver: the verdict is three-valued, and a lie or a failure is seen."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.errors import InputError, NotInstalledError, UnknownNameError, WrongGridError
from sudoku_models.models import Count
from sudoku_models.models.comparison import Comparison

compare_module = import_module("sudoku_models.models.comparison")  # the package has the function under this name
BUILT_IN = ["pairwise", "assignment", "all_different", "mixed"]
BACKENDS = ["pyomo", "pulp", "cpsat"]
FOUR_CONFIGURATIONS: dict[str, Any] = {
    "formulations": ["assignment", "all_different"],
    "backends": ["pulp"],
    "solvers": ["highs", "cpsat"],
}

Spoil = Callable[[Count], Count]


@pytest.fixture
def spoil(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str, Spoil], None]:
    """Put something else in place of the count of one formulation and solver."""
    honest = compare_module.count_solutions

    def put(formulation: str, solver: str, change: Spoil) -> None:
        def count(puzzle: sm.Puzzle, f: str, b: str, s: str, **options: Any) -> Count:
            counted = honest(puzzle, f, b, s, **options)
            return change(counted) if (f, s) == (formulation, solver) else counted

        monkeypatch.setattr(compare_module, "count_solutions", count)

    return put


# -- the verdict -------------------------------------------------------------------------------------------------------


def test_all_configurations_agree_on_a_puzzle_with_one_solution(unique4: sm.Puzzle) -> None:
    comparison = sm.compare(unique4, BUILT_IN)
    configurations = [(f, b, s) for f in BUILT_IN for b in BACKENDS for s in solvers.installed()]
    assert comparison.agree is True
    assert comparison.verdict == (
        f"All {len(configurations)} configurations agree: exactly 1 solution, and the same grid"
    )
    assert [(row.formulation, row.backend, row.solver) for row in comparison.rows] == configurations
    for row in comparison.rows:
        assert row.count is not None, row
        (grid,) = row.count.grids
        assert unique4.violations(grid) == [], row.configuration


@pytest.mark.parametrize(
    ("name", "options", "agree", "verdict"),
    [
        ("several:7", {}, True, "All 4 configurations agree: no solution"),
        ("several:13", {}, True, "All 4 configurations agree: exactly 2 solutions, and the same grids"),
        # though the three grids of each configuration are other ones
        ("several:30", {"limit": 3}, True, "All 4 configurations agree: at least 3 solutions, the limit"),
        ("small:1", {"time_limit": 1e-9}, None, "UNKNOWN: 4 of 4 configurations did not end: assignment x pulp x hi"),
    ],
)
def test_the_verdict_is_three_valued(name: str, options: dict[str, Any], agree: bool | None, verdict: str) -> None:
    comparison = sm.compare(name, **FOUR_CONFIGURATIONS, **options)
    assert comparison.agree is agree
    assert comparison.verdict.startswith(verdict)


OTHER_GRID = sm.Puzzle.parse("2143 4312 1234 3421").as_grid()
LATE = {"status": "at least", "stopped_by": solvers.TIME_LIMIT, "reason": "highs reached the time limit"}


@pytest.mark.parametrize(
    ("name", "row", "change", "agree", "words"),
    [
        (
            "small:1",
            ("assignment", "highs"),
            LATE,
            None,
            "UNKNOWN: 1 of 4 configurations did not end: assignment x pulp x highs (highs reached the time limit); "
            "the other 3 agree: exactly 1 solution, and the same grid",
        ),
        ("small:1", ("assignment", "cpsat"), {**LATE, "stopped_by": solvers.INTERRUPTED}, None, "2 were not tried"),
        (
            "several:13",
            ("all_different", "highs"),
            {"value": 1, "solutions": ()},
            False,
            " counts 2 (exact), all_different x pulp x highs counts 1 (exact)",
        ),
        (
            "small:1",
            ("all_different", "cpsat"),
            {"solutions": (OTHER_GRID,)},
            False,
            " and all_different x pulp x cpsat give different grids",
        ),
        (
            "several:30",
            ("assignment", "cpsat"),
            {"status": "exact", "stopped_by": ""},
            False,
            "counts 10 (at least), assignment x pulp x cpsat counts 10 (exact)",
        ),
    ],
    ids=["late", "interrupted", "one too few", "another grid", "a proof against a limit"],
)
def test_one_row_that_is_late_or_wrong_is_seen(
    spoil: Callable[[str, str, Spoil], None],
    name: str,
    row: tuple[str, str],
    change: dict[str, Any],
    agree: bool | None,
    words: str,
) -> None:
    spoil(*row, lambda count: replace(count, **change))
    comparison = sm.compare(name, **FOUR_CONFIGURATIONS)
    assert comparison.agree is agree
    assert words in comparison.verdict
    is_interrupted = change.get("stopped_by") == solvers.INTERRUPTED
    assert len(comparison.rows) == (2 if is_interrupted else 4)


def test_four_different_counts_disagree(unique4: sm.Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    honest, values = compare_module.count_solutions, iter(range(1, 5))

    def count(*asked: Any, **options: Any) -> Count:
        return replace(honest(*asked, **options), value=next(values))

    monkeypatch.setattr(compare_module, "count_solutions", count)
    assert sm.compare(unique4, **FOUR_CONFIGURATIONS).agree is False


def test_a_wrong_grid_is_a_row_with_its_error(unique4: sm.Puzzle, spoil: Callable[[str, str, Spoil], None]) -> None:
    def wrong(_: Count) -> Count:
        raise WrongGridError("highs returned a grid that breaks the rules: row 4 has two 3s")

    spoil("assignment", "highs", wrong)
    comparison = sm.compare(unique4, **FOUR_CONFIGURATIONS)
    assert comparison.agree is False
    first, *rest = comparison.rows
    assert first.count is None
    assert first.error == "highs returned a grid that breaks the rules: row 4 has two 3s"
    assert all(row.count and row.count.value == 1 and not row.error for row in rest)  # the others were still asked
    assert comparison.verdict == f"NOT AGREED: 1 of 4 configurations failed; assignment x pulp x highs: {first.error}"
    assert first.cells()[-1] == "error"


@pytest.mark.slow
def test_no_import_is_part_of_a_measured_time() -> None:
    """In a new process, whose clock jumps by years at each import in the main thread."""
    code = """
import sys, threading, time
from sudoku_models.runtime import limits
jumped = [0.0]
limits._clock = lambda: time.perf_counter() + jumped[0]
class Slow:
    def find_spec(self, *_):
        jumped[0] += 1e8 * (threading.current_thread() is threading.main_thread())
sys.meta_path.insert(0, Slow())
import sudoku_models as sm
before = jumped[0]
rows = sm.compare("small:1", ["pairwise", "all_different"]).rows
counts = [sm.count_solutions("small:1", backend="pulp", solver=name) for name in ("highs", "cpsat")]
methods = sm.uniqueness("small:1").methods
stats = [row.count.stats for row in rows]
names = ("build_seconds", "rewrite_seconds", "translate_seconds", "solve_seconds")
times = [getattr(each, name) for each in stats for name in names]
times += [row.count.prove_seconds for row in rows] + [t for row in rows for t in row.count.seconds]
times += [each.check_seconds for each in counts] + [each.seconds for each in methods]
assert jumped[0] > before and len(times) > 200
print(max(filter(None, times)) < 1e8)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert ran.stdout.strip() == "True", ran.stderr


# -- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "error"),
    [
        ({"formulations": []}, InputError),
        ({"limit": 0}, InputError),
        ({"time_limit": 0.0}, InputError),
        ({"solvers": ["GUROBI_CMD"]}, NotInstalledError),
    ],
    ids=str,
)
def test_what_cannot_be_compared_is_an_error_and_no_row(
    unique4: sm.Puzzle, names: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        sm.compare(unique4, **{**FOUR_CONFIGURATIONS, **names})


def test_progress_is_reported_before_each_configuration_and_names_are_checked_first(unique4: sm.Puzzle) -> None:
    reported: list[Any] = []

    def progress(*what: Any) -> None:
        reported.append(what)

    for bad in ({"formulations": ["assignment", "nope"]}, {"backends": ["pulp", "nope"]}, {"solvers": ["highs", "no"]}):
        with pytest.raises(UnknownNameError):
            sm.compare(unique4, **{**FOUR_CONFIGURATIONS, **bad}, progress=progress)
    assert reported == []
    sm.compare(unique4, **FOUR_CONFIGURATIONS, progress=progress)
    assert [(k, of) for k, of, _ in reported] == [(0, 4), (1, 4), (2, 4), (3, 4)]
    assert reported[3][2] == "all_different x pulp x cpsat"


# -- how it is shown --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def four_configurations() -> Comparison:
    return sm.compare(sm.load("several:13"), **FOUR_CONFIGURATIONS)


def test_the_html_is_escaped(four_configurations: Comparison) -> None:
    html = four_configurations._repr_html_()
    assert html.count("<tr>") == 1 + 4
    assert html.count("<td>") == 4 * html.count("<th>")
    assert four_configurations.verdict in html
    hostile = replace(
        four_configurations, verdict="<script>", rows=(replace(four_configurations.rows[0], formulation="<b>"),)
    )
    assert "<script>" not in hostile._repr_html_()
    assert "<b>" not in hostile._repr_html_()


def test_the_plain_data_goes_through_json_and_keeps_everything(four_configurations: Comparison) -> None:
    data = json.loads(json.dumps(four_configurations.as_dict()))
    assert (data["puzzle"], data["givens"]) == ("several:13", sm.load("several:13").line())
    assert (data["agree"], data["verdict"]) == (True, four_configurations.verdict)
    for row, plain in zip(four_configurations.rows, data["rows"], strict=True):
        assert (plain["formulation"], plain["backend"], plain["solver"]) == (row.formulation, row.backend, row.solver)
        assert row.count is not None
        assert plain["count"]["grids"] == [grid.line() for grid in row.count.grids]
        assert plain["count"]["stats"]["variables"] == row.count.stats.variables
        assert plain["error"] == ""
