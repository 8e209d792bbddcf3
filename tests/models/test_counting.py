"""Counts are judged by ground truth that two independent solvers confirmed, and by symmetry."""

import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.errors import (
    CertificateError,
    DisagreementError,
    InputError,
    UnknownNameError,
    UnsupportedError,
)
from sudoku_models.models import counting_loop, sudoku_model
from sudoku_models.puzzles.isomorphs import isomorph
from sudoku_models.solvers import Outcome
from sudoku_models.solvers.highs import HighsSession

SEVERAL = sm.corpus("several").entries
SMALL_COUNTS = [entry for entry in SEVERAL if int(entry.solutions) <= 21]


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(
            entry, id=f"{entry.name}={entry.solutions}", marks=[pytest.mark.slow] * (int(entry.solutions) > 20)
        )
        for entry in SMALL_COUNTS
    ],
)
def test_cuts_in_highs_count_the_truth(entry):
    found = sm.count_solutions(entry.puzzle, backend="pulp")
    assert (str(found.value), found.status, found.checked_by) == (entry.solutions, "exact", "cpsat")
    assert all(sm.is_solution(entry.puzzle, grid) for grid in found.grids)


@pytest.mark.parametrize("entry", SEVERAL, ids=lambda entry: f"{entry.name}={entry.solutions}")
@pytest.mark.parametrize("solver", ["cpsat", "choco", "cadical", "glucose"])
def test_enumeration_counts_the_truth(entry, solver):
    found = sm.count_solutions(
        entry.puzzle, "all_different", "pulp", solver, limit=None, method="enumerate", cross_check=False
    )
    assert (str(found.value), found.status) == (entry.solutions, "exact")


def test_the_limit_is_no_proof_and_uniqueness_is_three_valued(unique4, infeasible4):
    found = sm.count_solutions(sm.load("several:21"), limit=3)
    assert (found.value, found.status, found.stopped_by) == (3, "at least", "limit")
    assert (found.prove_seconds, found.is_unique) == (None, False)
    for puzzle, options, status, is_unique in (
        (unique4, {"limit": 1}, "at least", None),
        (unique4, {"limit": 2}, "exact", True),
        (unique4, {"time_limit": 1e-6}, "unknown", None),
        (infeasible4, {}, "exact", False),
    ):
        found = sm.count_solutions(puzzle, **options)
        assert (found.status, found.is_unique) == (status, is_unique)


def replace_answers(monkeypatch, session, answer):
    """Let `answer(number, real)` answer the calls of a solver's session, counted from 1."""
    real, calls = session.solve, []

    def solve(self, time_limit=None):
        calls.append(time_limit)
        return answer(len(calls), lambda: real(self, time_limit))

    monkeypatch.setattr(session, "solve", solve)


def test_a_solver_that_proves_too_early_is_caught_by_the_cross_check(monkeypatch):
    """HiGHS has been wrong about "infeasible" before; here it is made to be."""
    lie = Outcome(sm.Status.INFEASIBLE, "a lie")
    replace_answers(monkeypatch, HighsSession, lambda k, real: lie if k == 3 else real())
    with pytest.raises(DisagreementError, match="only 2 solutions, but CP-SAT found one more"):
        sm.count_solutions(sm.load("several:21"))


def test_an_interruption_reports_what_is_known(monkeypatch):
    def interrupted(k, real):
        if k == 5:
            raise KeyboardInterrupt
        return real()

    replace_answers(monkeypatch, HighsSession, interrupted)
    found = sm.count_solutions(sm.load("several:21"))
    assert (found.value, found.status, found.stopped_by) == (4, "at least", "interrupted")


@pytest.mark.parametrize(
    ("backend", "solver", "method"),
    [
        ("pulp", "highs", "cuts"),
        ("pulp", "highs", "partition"),
        ("pyomo", "cpsat", "cuts"),
        ("pyomo", "cpsat", "enumerate"),
    ],
)
def test_times_are_parts_of_the_whole_that_do_not_overlap(backend, solver, method):
    start = time.perf_counter()
    found = sm.count_solutions(sm.load("several:21"), "all_different", backend, solver, method=method)
    whole = time.perf_counter() - start
    stats = found.stats
    parts = [stats.build_seconds, stats.rewrite_seconds, stats.translate_seconds, stats.solve_seconds]
    parts += [found.prove_seconds, found.check_seconds]
    assert all(part >= 0 for part in parts)
    assert sum(parts) <= whole
    assert stats.solve_seconds + found.prove_seconds <= sum(found.seconds)  # the model was read before the first solve


def test_givens_that_clash_are_named():
    puzzle = sm.Puzzle.parse("1..1 .... .... ....")
    (clash,) = puzzle.clashes()
    counted, allowed = sm.count_solutions(puzzle), sm.allowed_values(puzzle)
    assert (counted.value, counted.status, allowed.status) == (0, "exact", "complete")
    assert clash in counted.reason
    assert clash in allowed.reason


def test_times_are_summed_over_the_solves(monkeypatch):
    outcomes = []

    def note(k, real):
        outcomes.append(real())
        return outcomes[-1]

    replace_answers(monkeypatch, HighsSession, note)
    found = sm.count_solutions(sm.load("several:21"), backend="pulp", cross_check=False)
    assert found.stats.translate_seconds == pytest.approx(sum(each.translate_seconds for each in outcomes))
    assert found.prove_seconds == outcomes[-1].solve_seconds
    solving = sum(each.solve_seconds for each in outcomes)
    assert found.stats.solve_seconds + found.prove_seconds == pytest.approx(solving)
    assert found.stats.search["nodes"] == sum(each.search["nodes"] for each in outcomes)


def test_bad_options_are_refused(unique4):
    for options in ({"limit": 0}, {"time_limit": 0}, {"time_limit": -1}, {"method": "guess"}, {"at_least": 5}):
        with pytest.raises(InputError):
            sm.count_solutions(unique4, **options)
    with pytest.raises(InputError, match="cannot enumerate"):
        sm.count_solutions(unique4, solver="highs", method="enumerate")
    for count in (sm.count_solutions, sm.allowed_values, sm.uniqueness):
        with pytest.raises(UnknownNameError, match="option 'progres'; did you mean 'progress'"):
            count(unique4, progres=print)
    with pytest.raises(UnknownNameError, match="choco:AC_REGIN"):
        sm.count_solutions(unique4, solver="choco:XC")


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    entry=st.sampled_from([entry for entry in SEVERAL if int(entry.solutions) <= 15]),
    seed=st.integers(0, 2**32),
    way=st.sampled_from([
        ("assignment", "pulp", "highs"), ("all_different", "pyomo", "cpsat"), ("pairwise", "cpsat", "choco"),
        ("assignment", "pulp", "cadical"),
    ]),
)  # fmt: skip
def test_isomorphs_have_equally_many_solutions(entry, seed, way):
    found = sm.count_solutions(isomorph(entry.puzzle, seed), *way, cross_check=False)
    assert (str(found.value), found.status) == (entry.solutions, "exact")


def test_the_published_counts_of_the_extra_data(extra):
    import csv

    lines = (extra / "classic9" / "multi.txt").read_text().splitlines()
    puzzles = [line.split()[0] for line in lines if line and not line.startswith("#")]
    truth = list(csv.DictReader((extra / "classic9" / "multi.truth.csv").read_text().splitlines()))
    known = [(p, int(t["n_solutions_cap10000"])) for p, t in zip(puzzles, truth, strict=True)]
    sample = [*[(p, count) for p, count in known if count < 600][::12], known[290]]
    assert known[290][1] == 492
    for puzzle, count in sample:
        found = sm.count_solutions(
            sm.Puzzle.parse(puzzle), "all_different", "cpsat", "cpsat", method="enumerate", cross_check=False
        )
        assert (found.value, found.status) == (count, "exact")
    for puzzle, count in [(p, count) for p, count in known if count <= 5]:
        assert sm.count_solutions(sm.Puzzle.parse(puzzle), backend="pulp").value == count


# -- certificates -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "value"), [("small:1", 1), ("several:7", 0), ("several:18", 6)])
def test_a_count_is_confirmed_by_a_certificate(name: str, value: int) -> None:
    count = sm.count_solutions(name, backend="pulp", cross_check="certificate")
    assert (count.value, count.status, count.checked_by) == (value, "exact", "certificate")
    assert count.certificate is not None
    assert set(count.certificate.solutions) == set(count.grids)
    count.certificate.verify()


def test_a_certificate_is_attached_beside_another_confirmation() -> None:
    count = sm.build("small:1", "pairwise", "cpsat").count_solutions("cpsat", certificate=True)
    assert (count.checked_by, count.certificate is None) == ("highs", False)
    assert count.as_dict()["certificate"]["steps"] == count.certificate.steps
    assert sm.count_solutions("several:18", backend="pulp", limit=2, certificate=True).certificate is None


def test_a_count_that_is_too_small_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that claims too early that there are no more."""
    real = counting_loop.Tally.is_full

    def lie(tally: Any) -> bool:
        tally.is_proved = len(tally.found) >= 2
        return tally.is_proved or real(tally)

    monkeypatch.setattr(counting_loop.Tally, "is_full", lie)
    monkeypatch.setattr(counting_loop.Tally, "stop", lambda *_: None)
    with pytest.raises(DisagreementError, match="further solution"):
        sm.count_solutions("several:18", backend="pulp", cross_check="certificate", method="cuts")


def test_only_the_rules_of_a_puzzle_are_certified() -> None:
    model = sm.build("small:1", "all_different", "cpsat")
    model.exclude(model.solve("cpsat").grid)
    with pytest.raises(UnsupportedError, match="cuts of its own"):
        model.count_solutions("cpsat", certificate=True)
    edited = sm.build("several:18", "all_different", "cpsat")
    edited.native.add(edited.variables[1, 1] != 1)
    with pytest.raises(UnsupportedError, match="constraints"):
        edited.count_solutions("cpsat", cross_check="certificate")
    with pytest.raises(UnsupportedError, match="for puzzles"):
        sm.Problem(lambda m: m.int_vars("x", "ab", 1, 2)).count_solutions("cpsat", certificate=True)
    with pytest.raises(InputError, match="'certificate', not 'proof'"):
        sm.count_solutions("small:1", cross_check="proof")


@pytest.mark.parametrize("cross_check", ["certificate", False])
def test_a_certificate_that_takes_too_long_proves_nothing(cross_check: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_time(*_: Any, **__: Any) -> None:
        raise CertificateError("there is no proof within 1 second")

    monkeypatch.setattr(sudoku_model, "verified_certificate", no_time)
    count = sm.count_solutions("small:1", backend="pulp", cross_check=cross_check, certificate=True)
    assert count.status == ("at least" if cross_check else "exact")
    assert count.certificate is None
    assert "there is no certificate: there is no proof within 1 second" in count.reason
