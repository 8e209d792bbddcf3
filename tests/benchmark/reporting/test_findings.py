"""What a report says in sentences follows from the rows, and what it warns of too."""

import pandas as pd
import pytest

from sudoku_models.benchmark import statistics, tables
from sudoku_models.benchmark.reporting.findings import findings, warnings
from sudoku_models.benchmark.sample import rows


def sentences_of(table: pd.DataFrame, measure: str = "proved") -> str:
    found = findings(statistics.summary(table, measure), statistics.against_best(table, measure), measure)
    return "\n".join(sentence for sentences in found.values() for sentence in sentences)


def warnings_of(table: pd.DataFrame, measure: str = "proved") -> str:
    return "\n".join(warnings(table, tables.environments(table), measure))


def test_the_best_the_next_and_what_a_choice_would_gain():
    """PAR2: highs (10 * 0.1 + 2 * 0.3) / 12, cpsat (10 * 0.2 + 2 * 0.1) / 12; the virtual best 1.2 / 12."""
    text = sentences_of(rows(["highs", "cpsat"], [[0.1, 0.2]] * 10 + [[0.3, 0.1]] * 2))
    assert "best of 2 configurations by PAR2 is assignment x pulp x highs: it proves 100 % of the 12 cases" in text
    assert "a median of 100 ms (95 % interval 100 to 100 ms)" in text
    assert "it takes 2x the time; it is slower on 10 and faster on 2 of 12 puzzles (sign test: p = 0.039)" in text
    assert "Fastest most often is assignment x pulp x highs (83.3 % of the cases)" in text
    assert "would have 75 % of the PAR2 of the best configuration" in text
    assert "distinguished" not in text


def test_the_best_configuration_of_each_formulation_is_named():
    table = pd.concat(
        [
            rows(["highs", "cpsat"], [[0.1, 0.4]] * 6),
            rows(["highs", "cpsat"], [[0.9, 0.3]] * 6, formulation="pairwise", rewrite="rank"),
        ]
    )
    assert (
        "The medians of the best configuration of each formulation: assignment 100 ms (pulp x highs); pairwise 300 ms "
        "(pulp x cpsat)." in sentences_of(table)
    )


def test_an_insignificant_difference_is_reported_as_such():
    text = sentences_of(rows(["highs", "cpsat", "choco"], [[0.1, 0.2, 0.9]] * 5 + [[0.2, 0.1, 0.9]] * 5))
    assert (
        "slower on 5 and faster on 5 of 10 puzzles (sign test corrected for 2 comparisons: p = 1, which may be" in text
    )
    assert "1 of the other 2 configurations cannot be distinguished from the best" in text
    few = sentences_of(rows(["highs", "cpsat", "choco"], [[0.1, 0.2, 0.9]] * 4))
    assert "4 puzzles are too few to distinguish any of 3 configurations from the best" in few


def test_open_cases_failures_and_configurations_that_are_left_out_are_named():
    table = rows(["highs", "cpsat"], [[0.1, None]] * 8)
    table.loc[table["solver"] == "cpsat", ["failed", "status"]] = [True, "crashed"]
    late = rows(["choco"], [[1.0]])
    unable = rows(["cbc"], [[None]] * 8, failed=True, status="unsupported")
    text = sentences_of(pd.concat([table, late, unable]))
    assert "1 configuration of 2 proves every case" in text
    assert "16 cases failed, of 2 configurations" in text
    assert "assignment x pulp x choco (has 1 of 8 cases so far)" in text
    assert "assignment x pulp x cbc (not supported for these puzzles)" in text


def test_the_other_measure_has_its_own_words():
    table = rows(["highs"], [[1.0]] * 6)
    table["proved_seconds"], table["status"] = None, "solved"
    assert "it solves 100 % of the 6 cases, with a median of 500 ms" in sentences_of(table, "solved")
    assert sentences_of(table) == "None of 1 configuration proves any of the 6 cases within the limit."


def test_where_nothing_is_compared_a_sentence_reports_it():
    unsupported = rows(["highs"], [[None]], failed=True, status="unsupported")
    assert sentences_of(unsupported).startswith("There is nothing to compare")


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"python": "CPython 3.99"}, "2 settings"),
        ({"time_limit": 20.0}, "sample ran with limits of 10 s and 20 s"),
        ({"machine": "another one"}, "Setting 1: its rows are from several machines: sample, another one"),
        ({"commit": "0" * 40 + "+"}, "files had changed since the commit"),
        ({"case_seconds": 200.0}, "up to 4 cases ran side by side"),
        ({"load": 2.5}, "load of up to 2.5 on 2 cores"),
    ],
    ids=lambda each: next(iter(each)) if isinstance(each, dict) else "",
)
def test_what_differs_between_rows_is_warned_of(other, words):
    alone = rows(["highs"], [[1.0]] * 8)
    assert warnings_of(alone) == ""
    assert words in warnings_of(pd.concat([alone, rows(["highs"], [[1.0]] * 8, **other)]))


def test_the_ratio_of_open_times_is_a_bound_or_unknown():
    bounded = sentences_of(rows(["highs", "cpsat"], [[0.1, None]] * 6))
    assert "on the median puzzle it takes > 100x the time" in bounded
    open_ones = [[None, None]] * 4 + [[0.1, None], [0.1, 0.2]]
    assert "how their times compare on the median puzzle is unknown" in sentences_of(
        rows(["highs", "cpsat"], open_ones)
    )


def test_a_configuration_that_was_wrong_is_warned_of():
    table = rows(["highs", "cpsat"], [[1.0, 1.0]] * 8)
    table.loc[[1, 3], ["status", "failed", "solved", "proved"]] = ["wrong", True, False, False]
    assert warnings_of(table) == "assignment x pulp x cpsat gave 2 wrong answers; do not use it, however fast it is."


def test_a_configuration_that_settles_more_than_the_givens_is_warned_of():
    table = rows(["cpsat"], [[1.0]] * 8, settled="51 cells")
    assert warnings_of(table) == (
        "assignment x pulp x cpsat settles by itself what no given settles, in 8 cases (such as 51 cells of sample:1): "
        "its solver had an easier task than the others."
    )


@pytest.mark.parametrize(("seen", "is_believed"), [(0.0101, True), (0.0105, True), (0.0125, False), (5.0, False)])
def test_a_configuration_whose_clock_runs_slow_is_warned_of(seen: float, is_believed: bool) -> None:
    table = rows(["cpsat"], [[0.01]] * 8, seen_seconds=seen)
    said = [each for each in warnings(table, tables.environments(table)) if "do not believe its times" in each]
    assert bool(said) != is_believed


def test_an_end_after_the_limit_and_few_puzzles_are_warned_of():
    text = warnings_of(rows(["highs"], [[1.0], [12.0]]))
    assert "1 case came to an end only after the limit, because building is not under it, and counts as open" in text
    assert "fewer than six puzzles a median has no interval of 95 %: sample" in text
