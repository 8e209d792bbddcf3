"""The three methods count the same, and the rows that ship are right."""

import pytest

import sudoku_models as sm
from sudoku_models import benchmark
from sudoku_models.benchmark.counting import COUNTERS, Counter
from sudoku_models.errors import InputError


@pytest.fixture(scope="module")
def published():  # type: ignore[no-untyped-def]
    return benchmark.published_counts()


@pytest.mark.slow
def test_every_method_counts_the_solutions_that_are_known() -> None:
    entry = sm.corpus("several").entry("several:21")
    table = benchmark.measure_counts([entry.puzzle], time_limit=60.0)
    assert table["method"].tolist() == [counter.method for counter in COUNTERS]
    assert set(table["status"]) == {"exact"}
    assert set(table["solutions"].astype(str)) == {entry.solutions}
    assert (table["processor_seconds"] > 0).all()


@pytest.mark.slow
def test_a_count_that_reaches_its_limit_is_a_lower_bound() -> None:
    (row,) = benchmark.measure_counts([sm.load("several:30")], COUNTERS[:1], 0.2).to_dict("records")
    assert row["status"] in ("at least", "unknown")
    assert 0 <= row["solutions"] < 288
    assert row["first_seconds"] > 0


def test_a_limit_must_be_a_positive_number() -> None:
    with pytest.raises(InputError, match="time limit must be"):
        benchmark.measure_counts([], time_limit=0.0)


def test_a_solver_that_is_not_installed_is_left_out() -> None:
    assert benchmark.measure_counts([sm.load("several:21")], [Counter("cuts", "assignment", "pulp", "absent")]).empty


def test_the_puzzles_are_those_of_the_rows_with_2_to_10_000_solutions(published) -> None:  # type: ignore[no-untyped-def]
    puzzles = {puzzle.name: puzzle.line() for puzzle in benchmark.counting_puzzles()}
    assert dict(zip(published["puzzle"], published["givens"], strict=True)) == puzzles
    truths = published.drop_duplicates("puzzle")["truth"].tolist()
    assert truths == sorted(truths)
    assert (truths[0], truths[-1]) == (2, 9981)


def test_the_rows_agree_with_each_other_and_with_the_corpora(published) -> None:  # type: ignore[no-untyped-def]
    exact = published["status"] == "exact"
    assert (published["solutions"] == published["truth"])[exact].all()
    assert (published["solutions"] < published["truth"])[~exact].all()
    assert exact[published["method"] == "enumerate"].all()
    for name, entry in ((entry.name, entry) for entry in sm.corpus("several").entries):
        assert set(published.loc[published["puzzle"] == name, "truth"].astype(str)) <= {entry.solutions}


@pytest.mark.slow
def test_choco_confirms_the_largest_count() -> None:
    largest = benchmark.counting_puzzles()[-1]
    count = sm.count_solutions(largest, "all_different", "pulp", "choco", limit=None, cross_check=False)
    assert (count.value, count.status) == (9981, "exact")
