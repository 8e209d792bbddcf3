"""One default for everything that has one; several engines where the first does not end: claims, limits, processes."""

import sys
import time
from contextlib import suppress
from dataclasses import replace
from functools import partial

import cloudpickle
import psutil
import pytest

import sudoku_models as sm
from sudoku_models.errors import DisagreementError, UnsupportedError
from sudoku_models.models import side_by_side
from sudoku_models.models.counting import Configuration, solve
from sudoku_models.models.counting_loop import CountRequest
from sudoku_models.models.results import Count
from sudoku_models.puzzles.rules import KillerCage
from sudoku_models.runtime.limits import Deadline, Limits
from sudoku_models.solvers import Feature, Status, cpsat

cloudpickle.register_pickle_by_value(sys.modules[__name__])  # a process cannot import a module of tests
EASY = "top95:1"
CAGES = sm.Puzzle(sm.Board.of_size(4).with_rules(KillerCage(5, ((1, 1), (1, 2)))), (1, *[0] * 7, 2, *[0] * 7))
LITTLE_KILLER = sm.Puzzle.parse(
    ".LittleKiller~20~R1C4.LittleKiller~10~R1C5.LittleKiller~21~R1C6.LittleKiller~5~R2C9.LittleKiller~12~R3C9"
    ".LittleKiller~13~R8C1.LittleKiller~16~R7C1.LittleKiller~31~R9C3.LittleKiller~15~R9C4.LittleKiller~16~R9C5"
)  # CP-SAT needs search
LACKING, LATE = "it cannot take this", "it reaches the time limit"
NAMES = "all_different", "pulp", "cpsat"
TRUE = 6  # solutions of CAGES
ONE_OF_EACH = [NAMES, ("assignment", "pulp", "highs"), ("all_different", "pulp", "cadical")]


@pytest.mark.parametrize(
    ("puzzle", "given", "usual"),
    [
        (EASY, {}, ("assignment", "highs")),
        ("killer:1", {}, ("all_different", "cpsat")),
        ("large:2", {}, ("all_different", "cpsat")),
        ("killer:1", {"solver": "cadical"}, ("all_different", "cadical")),
        ("killer:1", {"solver": "highs"}, ("assignment", "highs")),
        ("killer:1", {"formulation": "pairwise"}, ("pairwise", "cpsat")),
        ("killer:1", {"rewrite": "big_m"}, ("assignment", "highs")),
        (EASY, {"solver": "cpsat"}, ("assignment", "cpsat")),
        (EASY, {"features": [Feature.ENUMERATION]}, ("all_different", "cpsat")),
    ],
    ids=str,
)
def test_what_is_left_open_is_chosen_by_the_puzzle(puzzle, given, usual):
    chosen = Configuration.usual(sm.load(puzzle), **given)
    assert (chosen.formulation, chosen.solver) == usual


def test_whatever_has_a_default_has_the_same_one():
    answer, count, allowed = solve(CAGES), sm.count_solutions(CAGES), sm.allowed_values(CAGES)
    usual = Configuration.usual(CAGES)
    assert (answer.stats.formulation, answer.stats.solver) == (count.stats.formulation, count.stats.solver)
    assert allowed.how == " x ".join(usual.names) == " x ".join((count.stats.formulation, count.stats.backend, "cpsat"))
    assert count.checked_by == allowed.checked_by == "cadical"
    assert sm.build(CAGES).usual_solver == "cpsat"
    assert sm.build(CAGES, "all_different", "pulp", "indicators").usual_solver == "highs"
    decided = sm.uniqueness(CAGES, ["no-good cut"])
    assert decided.methods[0].how == "all_different x pulp x cpsat"
    assert sm.generate(4, rules="killer", seed=1, time_limit=None).proof == "Glucose, confirmed by CP-SAT"


def request_of(**options):
    return CountRequest.of(Limits(None, 10), options)


def counted(post, puzzle, names, left, limit, at_least, *, numbers):
    """What an engine claims in the tests: a number of solutions by its name; None for one that does not end."""
    number = numbers[names[2]]
    if number is None:
        post(3)
        time.sleep(3600)
    if number == LACKING:
        raise UnsupportedError(number)
    real = sm.count_solutions(puzzle, *names, limit, cross_check=False)
    if number == LATE:
        return replace(real, value=0, status="unknown", solutions=(), stopped_by="time limit")
    return replace(real, value=number, solutions=real.grids[:number])


def workers():
    """The processes of engines that still run; those of other tests may have ended without being waited for."""
    found = set()
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # also of one that has ended
            if "serving" in " ".join(each.cmdline()):
                found.add(each)
    return found


def run(numbers, seconds=None, **options):
    before, others = sm.count_solutions(CAGES, *NAMES, limit=1, cross_check=False), workers()
    task, deadline = partial(counted, numbers=numbers), Deadline(seconds)
    found: Count = side_by_side.count(task, CAGES, NAMES, deadline, before, request_of(**options))
    assert workers() <= others  # those of other tests may still be there
    return found


def test_one_engine_of_each_paradigm_takes_part():
    assert side_by_side.rivals(NAMES) == ONE_OF_EACH


@pytest.mark.parametrize(
    "lost", ["cpsat", *(pytest.param(each, marks=pytest.mark.slow) for each in ("highs", "cadical"))]
)
def test_the_first_claim_is_confirmed_by_another_engine_whichever_does_not_end(lost):
    numbers = dict.fromkeys(("cpsat", "highs", "cadical"), TRUE) | {lost: None}
    found = run(numbers)
    assert (found.value, found.status) == (TRUE, "exact")
    assert {found.stats.solver, found.checked_by} == {*numbers} - {lost}


def test_without_a_cross_check_one_claim_is_enough_and_an_engine_that_cannot_take_it_is_left_out():
    found = run({"cpsat": None, "highs": LACKING, "cadical": TRUE}, cross_check=False)
    assert (found.value, found.status, found.checked_by) == (TRUE, "exact", "")


@pytest.mark.slow
def test_engines_that_contradict_each_other_are_an_error():
    with pytest.raises(DisagreementError):
        run({"cpsat": TRUE, "highs": TRUE - 1, "cadical": None})


def test_a_claim_that_nobody_confirms_in_time_is_not_exact():
    found = run({"cpsat": TRUE, "highs": LATE, "cadical": LACKING}, seconds=1000)
    assert (found.value, found.status, found.stopped_by) == (TRUE, "at least", "time limit")


def test_an_engine_that_does_not_stop_at_the_limit_is_ended(monkeypatch):
    monkeypatch.setattr(side_by_side, "GRACE", 0.1)
    found = run({"cpsat": None, "highs": None, "cadical": None}, seconds=0.1)
    assert (found.value, found.status) == (1, "at least")


def test_ctrl_c_ends_the_processes_and_keeps_what_is_known():
    def interrupt(number):
        raise KeyboardInterrupt

    found = run({"cpsat": None, "highs": None, "cadical": None}, progress=interrupt)
    assert (found.value, found.status, found.stopped_by) == (1, "at least", "interrupted")


@pytest.mark.slow
def test_what_cp_sat_does_not_settle_with_little_work_is_given_to_all(monkeypatch):
    monkeypatch.setattr(cpsat, "EFFORT", 0.01)
    count, answer = sm.count_solutions(LITTLE_KILLER), solve(LITTLE_KILLER)
    assert (count.value, count.status) == (1, "exact")
    assert count.stats.solver != count.checked_by
    assert (answer.status, answer.grid) == (Status.SOLVED, count.grids[0])


def test_without_processes_one_engine_answers(monkeypatch):
    monkeypatch.setattr(cpsat, "EFFORT", 0.01)
    monkeypatch.setenv("SUDOKU_MODELS_WITHOUT", "processes")
    assert Configuration.usual(LITTLE_KILLER).tried_first(LITTLE_KILLER) == "cpsat"
    assert solve(LITTLE_KILLER).stats.solver == "cpsat"
