"""One case, measured: the truth about the puzzle, times that add up, and faults that are told."""

from dataclasses import replace

import pytest
from solvers_in_cases import no_rows

import sudoku_models as sm
from sudoku_models import FORMULATIONS, benchmark
from sudoku_models.benchmark import Case, Contender
from sudoku_models.benchmark.cases import serialize
from sudoku_models.benchmark.measuring import PROVING, measure
from sudoku_models.models.sudoku_model import SudokuModel
from sudoku_models.solvers import GAVE_UP, TIME_LIMIT, Status


def case(name: str, configuration: Contender, seed: int = 0, time_limit: float = 20.0, **more: object) -> Case:
    solutions = sm.corpus(name.partition(":")[0] if ":" in name else "named").entry(name).solutions
    return Case("some", sm.load(name), seed, configuration, time_limit, **{"solutions": solutions, **more})  # type: ignore[arg-type]


HIGHS = Contender("assignment", "pulp", "highs", None, "on")
CPSAT = Contender("all_different", "cpsat", "cpsat", None, "off")
CONFIGURATIONS = [
    HIGHS,
    CPSAT,
    Contender("pairwise", "pyomo", "highs", "cliques", "off"),
    Contender("all_different", "pulp", "choco", None, ""),
    Contender("mixed", "pulp", "cbc", "indicators+cliques", "on"),
    Contender("assignment", "stock", "pulp:HiGHS"),
]


@pytest.mark.slow
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
def test_a_unique_puzzle_is_solved_and_proved_and_the_times_add_up(
    configuration: Contender, mccaffrey: sm.Puzzle
) -> None:
    row = measure(case("mccaffrey", configuration))
    assert (row["status"], row["solved"], row["proved"], row["failed"]) == ("unique", True, True, False), row["reason"]
    grid = sm.Grid(mccaffrey.board, tuple(map(int, row["grid"])))
    assert mccaffrey.violations(grid) == []
    steps = [row[f"{step}_seconds"] or 0.0 for step in ("build", "rewrite", "translate", "solve")]
    assert min(steps) >= 0
    assert row["solved_seconds"] == pytest.approx(sum(steps))
    assert row["proved_seconds"] == pytest.approx(row["solved_seconds"] + row["prove_seconds"])
    assert row["solve_seconds"] < row["solver_seconds"] <= row["solve_seconds"] + row["prove_seconds"]
    assert row["case_seconds"] > row["proved_seconds"]
    assert row["processor_seconds"] > 0
    assert (row["rewrite_seconds"] is None) == (configuration.rewrite is None)
    assert row["engine"]
    assert set(row) <= set(benchmark.COLUMNS)


def test_the_size_and_the_search_are_those_of_the_solver() -> None:
    row = measure(case("mccaffrey", HIGHS))
    assert (row["variables"], row["constraints"], row["nonzeros"]) == (729, 324, 2916)
    assert (row["nodes"], row["conflicts"]) != (None, None)


@pytest.mark.slow
def test_puzzles_with_no_and_with_several_solutions_are_distinguished() -> None:
    found = {entry.solutions: entry.name for entry in sm.corpus("several").entries if entry.puzzle.board.size == 9}
    for solutions, status in (("0", "infeasible"), ("2", "several")):
        row = measure(case(found[solutions], CPSAT))
        assert (row["status"], row["proved"]) == (status, True)


def test_an_isomorph_is_measured_under_the_name_of_its_puzzle(mccaffrey: sm.Puzzle) -> None:
    row = measure(case("mccaffrey", HIGHS, seed=3))
    assert (row["puzzle"], row["seed"], row["status"]) == ("mccaffrey", 3, "unique")
    assert mccaffrey.violations(sm.Grid(mccaffrey.board, tuple(map(int, row["grid"])))) != []


def test_a_solution_is_passed_on_before_its_proof_begins() -> None:
    passed: list[dict[str, object]] = []
    row = measure(case("mccaffrey", HIGHS), lambda row: passed.append(dict(row)))
    assert [each["status"] for each in passed] == [PROVING]
    assert passed[0]["grid"] == row["grid"]
    assert passed[0]["solved_seconds"] == row["solved_seconds"]
    assert passed[0]["proved"] is False


@pytest.mark.parametrize("in_proof", [False, True])
@pytest.mark.parametrize("says", [GAVE_UP, TIME_LIMIT])
def test_a_solver_that_ends_early_without_an_answer_gave_up_whatever_it_says(
    monkeypatch: pytest.MonkeyPatch, says: str, in_proof: bool
) -> None:
    solve, solved = SudokuModel.solve, list[object]()

    def early(self: SudokuModel, solver: str, time_limit: float) -> object:
        answer = solve(self, solver, time_limit)
        if self.puzzle.board.size == 9:
            solved.append(answer)
        if len(solved) <= in_proof:
            return answer
        return replace(answer, status=Status.UNKNOWN, grid=None, reason="it stopped early", stopped_by=says)

    monkeypatch.setattr(SudokuModel, "solve", early)
    row = measure(case("mccaffrey", HIGHS))
    assert (row["status"], row["failed"], row["solved"], row["proved"]) == ("gave up", True, in_proof, False)
    assert row["reason"].endswith("it stopped early")


def test_a_limit_that_is_reached_is_no_answer_and_no_failure() -> None:
    row = measure(case("hardest11:1", Contender("pairwise", "pulp", "highs", "big_m", "off"), time_limit=0.05))
    assert (row["status"], row["solved"], row["proved"], row["failed"]) == ("time limit", False, False, False)
    assert row.get("solved_seconds") is None


def test_a_solver_that_lies_gives_a_wrong_answer() -> None:
    """The known number of solutions refutes a proof, and the validator a grid."""
    row = measure(case("mccaffrey", HIGHS, solutions="2"))
    assert (row["status"], row["failed"], row["proved"]) == ("wrong", True, False)
    assert "known to have 2 solutions" in row["reason"]
    configuration = Contender("rowless", "pulp", "cpsat", None, "on")
    try:
        row = measure(case("mccaffrey", configuration, serialized=serialize("rowless", no_rows)))
    finally:
        del FORMULATIONS["rowless"]
    assert (row["status"], row["failed"], row["solved"]) == ("wrong", True, False)
    assert "breaks the rules" in row["reason"]


@pytest.mark.slow
def test_all_solutions_are_counted_by_the_method_of_the_configuration() -> None:
    for method, solver in (("cuts", "highs"), ("partition", "highs"), ("enumerate", "cpsat")):
        row = measure(case("several:8", Contender("assignment", "pulp", solver, None, "on", count=method)))
        assert (row["status"], row["solutions"], row["proved"], row["failed"]) == ("counted", 2, True, False)
        assert row["proved_seconds"] > row["build_seconds"]
    row = measure(case("several:8", Contender("assignment", "pulp", "highs", None, "on", count="cuts"), solutions="3"))
    assert (row["status"], row["failed"]) == ("wrong", True)
