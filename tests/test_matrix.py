"""One suite over formulations x backends x solvers: every way gives the truth, and a time limit is never a proof."""

import pytest

import sudoku_models as sm
from sudoku_models import solvers

INSTALLED = [*solvers.installed(everything=True), "choco:BC"]
WAYS = [(f, b, s) for f in sm.FORMULATIONS for b in sm.BACKENDS for s in INSTALLED]


def count(puzzle, way, **options):
    formulation, backend, solver = way
    return sm.count_solutions(puzzle, formulation, backend, solver, cross_check=False, **options)


@pytest.mark.parametrize("way", WAYS, ids="-".join)
class TestEveryWay:
    def test_solves_a_4x4(self, way, unique4):
        found = count(unique4, way)
        assert (found.value, found.status) == (1, "exact")
        assert sm.is_solution(unique4, found.grids[0])

    def test_proves_that_a_4x4_has_no_solution(self, way, infeasible4):
        found = count(infeasible4, way)
        assert (found.value, found.status) == (0, "exact")

    def test_counts_a_4x4_with_two_solutions(self, way):
        entry = sm.corpus("several").entry("several:13")
        found = count(entry.puzzle, way)
        assert (str(found.value), found.status) == (entry.solutions, "exact")
        assert len(set(found.grids)) == found.value
        assert all(sm.is_solution(entry.puzzle, grid) for grid in found.grids)

    @pytest.mark.slow
    def test_proves_that_the_9x9_has_one_solution(self, way, mccaffrey):
        truth = sm.corpus("named").entry("mccaffrey").solution
        found = count(mccaffrey, way)
        assert (found.value, found.status) == (1, "exact")
        assert found.grids == (truth,)

    @pytest.mark.slow
    def test_a_time_limit_in_the_middle_is_not_a_proof(self, way):
        puzzle = sm.load("several:35")  # 1,026 solutions: nothing here finds them all by cuts in the time allowed
        found = count(puzzle, way, time_limit=0.05, limit=None)
        assert found.status == ("at least" if found.value else "unknown")
        assert found.stopped_by == "time limit"
        assert found.value < 1026
        assert "time limit" in found.reason or "stopped" in found.reason

    def test_no_time_at_all_is_unknown(self, way, unique4):
        found = count(unique4, way, time_limit=1e-6)
        assert (found.value, found.status, found.stopped_by) == (0, "unknown", "time limit")
