"""Answers that contradict a validated grid are wrong, and no others."""

import pandas as pd
import pytest

from sudoku_models.benchmark.sample import rows
from sudoku_models.benchmark.validation import mark_contradicted

A, B = "1234", "4321"


def told(*answers: tuple[str, str], seed: int = 0) -> pd.DataFrame:
    """One puzzle, and what each configuration says of it: a status and a grid."""
    table = rows([f"solver {k}" for k in range(len(answers))], [[1.0] * len(answers)], seed=seed)
    table["status"], table["grid"] = ([each[k] for each in answers] for k in (0, 1))
    table["solved"] = table["grid"] != ""
    table["proved"] = table["status"].isin(["unique", "several", "infeasible"])
    return table


def statuses(*tables: pd.DataFrame) -> list[str]:
    return list(mark_contradicted(pd.concat(tables, ignore_index=True))["status"])


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([("unique", A), ("unique", A)], ["unique", "unique"]),
        ([("several", A), ("unique", A)], ["several", "wrong"]),
        ([("several", A), ("solved", B)], ["several", "solved"]),
        ([("unique", A), ("unique", B)], ["wrong", "wrong"]),
        ([("unique", A), ("solved", B)], ["wrong", "solved"]),
        ([("infeasible", ""), ("solved", A)], ["wrong", "solved"]),
        ([("infeasible", ""), ("unique", A)], ["wrong", "unique"]),
        ([("infeasible", ""), ("several", A)], ["wrong", "several"]),
        ([("infeasible", ""), ("infeasible", "")], ["infeasible", "infeasible"]),
        ([("infeasible", ""), ("time limit", "")], ["infeasible", "time limit"]),
    ],
    ids=str,
)
def test_a_grid_refutes_and_a_claim_does_not(answers: list[tuple[str, str]], expected: list[str]) -> None:
    assert statuses(told(*answers)) == expected


def test_symmetric_isomorphs_have_other_grids_and_equally_many_solutions() -> None:
    assert statuses(told(("unique", A)), told(("unique", B), seed=1)) == ["unique", "unique"]
    assert statuses(told(("unique", A)), told(("several", B), seed=1)) == ["wrong", "several"]


def test_a_failed_answer_contradicts_no_other() -> None:
    broken = told(("unique", A), ("several", B))
    broken.loc[1, "failed"] = True
    assert statuses(broken) == ["unique", "several"]


def test_other_puzzles_are_not_touched_and_the_rows_given_stay_as_they_are() -> None:
    other = told(("unique", A)).assign(puzzle_digest="other")
    table = pd.concat([told(("several", A), ("unique", A)), other], ignore_index=True)
    before = table.copy()
    made = mark_contradicted(table)
    assert list(made["status"]) == ["several", "wrong", "unique"]
    assert made[["failed", "solved", "proved"]].to_numpy().tolist()[1] == [True, False, False]
    assert table.equals(before)
