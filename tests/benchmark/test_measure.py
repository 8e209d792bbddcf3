"""One case, measured: the truth about the puzzle, times that add up, and faults that are told."""

from collections.abc import Sequence

import pytest

import sudoku_models as sm
from sudoku_models import FORMULATIONS, benchmark
from sudoku_models.benchmark import Case, Configuration
from sudoku_models.benchmark.measure import PROVING, measure
from sudoku_models.benchmark.serialization import serialize
from sudoku_models.inference.relaxation import has_single_point
from sudoku_models.models import SudokuModel
from sudoku_models.models.solver_model import Cut
from sudoku_models.solvers import GAVE_UP, TIME_LIMIT, Outcome


def case(name: str, configuration: Configuration, seed: int = 0, time_limit: float = 20.0, **more: object) -> Case:
    puzzle = sm.load(name)
    solutions = sm.corpus(name.partition(":")[0] if ":" in name else "named").entry(name).solutions
    return Case("some", puzzle, seed, configuration, time_limit, **{"solutions": solutions, **more})  # type: ignore[arg-type]


HIGHS = Configuration("assignment", "pulp", "highs", None, "on")
CONFIGURATIONS = [
    HIGHS,
    Configuration("pairwise", "pyomo", "highs", "cliques", "off"),
    Configuration("all_different", "cpsat", "cpsat", None, "off"),
    Configuration("all_different", "pulp", "choco", None, ""),
    Configuration("mixed", "pulp", "cbc", "indicators+cliques", "on"),
]


@pytest.mark.slow
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
def test_a_unique_puzzle_is_solved_and_proved_and_the_times_add_up(
    configuration: Configuration, mccaffrey: sm.Puzzle
) -> None:
    row = measure(case("mccaffrey", configuration))
    assert (row["status"], row["solved"], row["proved"], row["failed"]) == ("unique", True, True, False)
    grid = sm.Grid(mccaffrey.board, tuple(map(int, row["grid"])))
    assert mccaffrey.violations(grid) == []
    steps = [row[f"{step}_seconds"] or 0.0 for step in ("build", "rewrite", "translate", "solve")]
    assert row["solved_seconds"] == pytest.approx(sum(steps))
    assert row["proved_seconds"] == pytest.approx(row["solved_seconds"] + row["prove_seconds"])
    assert row["case_seconds"] > row["proved_seconds"]
    assert (row["rewrite_seconds"] is None) == (configuration.rewrite is None)
    assert set(row) <= set(benchmark.COLUMNS)


def test_a_linear_model_is_looked_at_before_and_after_presolve() -> None:
    row = measure(case("mccaffrey", HIGHS))
    assert (row["variables"], row["constraints"], row["nonzeros"]) == (729, 324, 2916)
    assert row["presolved_variables"] < 729
    assert row["lp_single_point"] is has_single_point(sm.build(sm.load("mccaffrey")))


def test_a_csp_has_no_presolve_to_report() -> None:
    row = measure(case("mccaffrey", CONFIGURATIONS[2]))
    assert row.get("presolved_variables") is None
    assert row["conflicts"] is not None
    assert row["nodes"] is None


@pytest.mark.slow
def test_puzzles_with_no_and_with_several_solutions_are_distinguished() -> None:
    found = {entry.solutions: entry.name for entry in sm.corpus("several").entries if entry.puzzle.board.size == 9}
    for solutions, status in (("0", "infeasible"), ("2", "several")):
        row = measure(case(found[solutions], CONFIGURATIONS[2]))
        assert (row["status"], row["proved"]) == (status, True)


def test_an_isomorph_is_measured_under_the_name_of_its_puzzle(mccaffrey: sm.Puzzle) -> None:
    row = measure(case("mccaffrey", HIGHS, seed=3))
    assert (row["puzzle"], row["seed"], row["status"]) == ("mccaffrey", 3, "unique")
    assert mccaffrey.violations(sm.Grid(mccaffrey.board, tuple(map(int, row["grid"])))) != []


def test_a_solution_is_passed_on_before_its_proof_begins() -> None:
    passed: list[dict[str, object]] = []
    row = measure(case("mccaffrey", HIGHS), lambda row: passed.append(dict(row)))
    assert [each["status"] for each in passed] == [PROVING, "unique"]
    assert passed[0]["grid"] == row["grid"]
    assert passed[0]["solved_seconds"] == row["solved_seconds"]
    assert (passed[0]["proved"], "proved_seconds" in passed[0]) == (False, False)


@pytest.mark.parametrize("says", [GAVE_UP, TIME_LIMIT])
def test_a_solver_that_ends_early_without_an_answer_gave_up_whatever_it_says(
    monkeypatch: pytest.MonkeyPatch, says: str
) -> None:
    def early(self: object, *_: object) -> Outcome:
        return Outcome(sm.Status.UNKNOWN, "it stopped before it had an answer", stopped_by=says)

    monkeypatch.setattr(SudokuModel, "run", early)
    row = measure(case("mccaffrey", HIGHS))
    assert (row["status"], row["failed"], row["reason"]) == ("gave up", True, "it stopped before it had an answer")


@pytest.mark.parametrize("says", [GAVE_UP, TIME_LIMIT])
def test_a_solver_that_ends_early_in_the_proof_gave_up_and_its_solution_counts(
    monkeypatch: pytest.MonkeyPatch, says: str
) -> None:
    run = SudokuModel.run

    def early(self: SudokuModel, solver: str, time_limit: float, cuts: Sequence[Cut] = ()) -> Outcome:
        if cuts:
            return Outcome(sm.Status.UNKNOWN, "it stopped before it had an answer", stopped_by=says)
        return run(self, solver, time_limit)

    monkeypatch.setattr(SudokuModel, "run", early)
    row = measure(case("mccaffrey", HIGHS))
    assert (row["status"], row["failed"], row["solved"], row["proved"]) == ("gave up", True, True, False)
    assert row["reason"].startswith("a solution was found, and in the proof it stopped")


def test_a_limit_that_is_reached_is_no_answer_and_no_failure() -> None:
    row = measure(case("hardest11:1", Configuration("pairwise", "pulp", "highs", "big_m", "off"), time_limit=0.05))
    assert (row["status"], row["solved"], row["proved"], row["failed"]) == ("time limit", False, False, False)
    assert row.get("solved_seconds") is None


@pytest.mark.slow
def test_a_proof_against_the_known_number_of_solutions_is_wrong() -> None:
    row = measure(case("mccaffrey", HIGHS, solutions="2"))
    assert (row["status"], row["failed"], row["proved"]) == ("wrong", True, False)
    assert "known to have 2 solutions" in row["reason"]


@pytest.mark.slow
def test_a_formulation_without_its_rows_gives_a_wrong_grid_and_the_row_reports_it() -> None:
    def rowless(m, puzzle):  # type: ignore[no-untyped-def]
        x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
        for unit in puzzle.board.units[9:]:
            m.all_different([x[i] for i in unit.cells], unit.name)
        return x

    configuration = Configuration("rowless", "pulp", "cpsat", None, "on")
    try:
        row = measure(case("mccaffrey", configuration, serialized=serialize("rowless", rowless)))
    finally:
        del FORMULATIONS["rowless"]
    assert (row["status"], row["failed"], row["solved"]) == ("wrong", True, False)
    assert "breaks the rules" in row["reason"]
