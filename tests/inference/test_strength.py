"""The strength: known shares come out, a limit is "not known", and samples and processes change nothing."""

import dataclasses
import signal
import time
from contextlib import suppress
from itertools import pairwise

import psutil
import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError, SolverError, UnknownNameError, WrongGridError
from sudoku_models.inference.methods import METHODS
from sudoku_models.inference.strength import Attempt, MethodResult, StrengthComparison, strength
from sudoku_models.puzzles.corpora import draw
from sudoku_models.runtime.limits import check_deadline

KNOWN = {
    "easy50": {"hidden": 80, "domain": 92, "lp:assignment": 100},
    "top95": {"hidden": 0, "domain": 16, "lp:assignment": 31},
    "hardest11": {"hidden": 9, "domain": 18, "lp:assignment": 36, "shaving": 82},
}
"""Percent, as published for these corpora."""


@pytest.mark.slow
@pytest.mark.parametrize("corpus", KNOWN)
def test_known_shares_come_out(corpus):
    compared = strength(corpus, KNOWN[corpus], time_limit=600)
    assert {row.method.name: round(100 * row.share) for row in compared} == KNOWN[corpus]
    assert all(row.not_known == 0 for row in compared)


@pytest.mark.slow
def test_puzzles_with_17_givens_agree_with_published_results():
    """T. Dillon's benchmark over all 49,158: 44.5 % by naked and hidden singles, 76.0 % with locked candidates."""
    compared = strength("clues17", ["hidden", "locked"], sample=1000)
    assert len(compared.puzzles) == 1000
    assert 100 * compared["hidden"].share == pytest.approx(44.5, abs=3)
    assert 100 * compared["locked"].share == pytest.approx(76.0, abs=3)


def test_each_set_of_rules_finishes_what_a_weaker_one_finishes():
    compared = strength("easy50", ["naked", "hidden", "locked", "shaving"])
    sets = [{k for k, attempt in enumerate(row.attempts) if attempt.finished} for row in compared]
    assert [len(finished) for finished in sets] == [12, 40, 44, 50]
    assert all(below < above for below, above in pairwise(sets))


def test_a_limit_is_not_known_and_never_not_finished():
    (row,) = compared = strength("hardest11", ["lp:assignment"], time_limit=1e-9)
    assert (row.finished, row.not_known, row.share, row.most) == (0, 11, 0, 1)
    assert row.percent() == "0 to 100 %"
    assert "0 to 100 %" in str(compared)


@pytest.mark.parametrize(
    ("attempts", "percent", "median", "cells"),
    [
        ([(True, 0.001), (None, 1.0), (False, 0.003), (False, 0.002)], "25 to 50 %", (2.5, False), ["2.5", "> 1,006"]),
        (
            [(True, 0.001), (None, 1.0), (None, 1.0), (False, 0.003)],
            "25 to 75 %",
            (501.5, True),
            ["> 501.5", "> 2,004"],
        ),
        ([(True, 0.001), (False, 0.003)], "50 %", (2.0, False), ["2.0", "4"]),
    ],
)
def test_times_are_bounds_where_the_limit_leaves_them_open(attempts, percent, median, cells):
    row = MethodResult(METHODS["naked"], tuple(Attempt(*each) for each in attempts))
    assert row.percent() == percent
    assert row.median_ms == (pytest.approx(median[0]), median[1])
    assert row.cells()[4:6] == cells
    assert row.as_dict()["median_is_bound"] is median[1]
    page = StrengthComparison("made up", (), 4, 1, 1.0, (row,))._repr_html_()
    assert cells[0].replace(">", "&gt;") in page


def test_the_front_has_what_no_other_method_beats():
    """Methods with these shares of ten puzzles, and milliseconds of processor time."""
    figures = {"naked": (0, 1), "hidden": (4, 2), "locked": (6, 5), "bounds": (4, 3), "domain": (6, 9)}
    rows = [
        MethodResult(METHODS[name], tuple(Attempt(k < tenths, 1.0, ms / 1000) for k in range(10)))
        for name, (tenths, ms) in figures.items()
    ]
    compared = StrengthComparison("made up", (), 10, 1, 1.0, tuple(rows))
    assert [row.method.name for row in compared.front()] == ["hidden", "locked"]
    assert [line[-1] for line in compared.table().rows] == ["-", "yes", "yes", "-", "-"]
    assert compared.as_dict()["front"] == ["hidden", "locked"]


def naked_but(monkeypatch, infer):
    """The method "naked" is replaced by another."""
    monkeypatch.setitem(METHODS, "naked", dataclasses.replace(METHODS["naked"], start=lambda _: infer))


def test_processor_time_is_measured_and_not_that_of_waiting(monkeypatch):
    naked_but(monkeypatch, lambda *_: time.sleep(0.2))
    [row] = strength("small", ["naked"], sample=2)
    assert row.total_ms > 400
    assert 0 < row.processor_ms < 150


def test_a_grid_that_breaks_a_rule_is_an_error(monkeypatch):
    wrong = sm.Puzzle.parse("1234 3412 2143 4322").as_grid()
    naked_but(monkeypatch, lambda *_: lambda _: wrong)
    with pytest.raises(WrongGridError, match=r"the method .naked. fixed .* breaks the rules"):
        strength([sm.Puzzle.parse(".... .... .... ....")], ["naked"])


def test_the_limit_of_one_puzzle_is_for_preparing_reasoning_and_proving(monkeypatch):
    """Each of the three is slow here; all are stopped by the limit of the puzzle."""

    def slow(*_):
        while True:
            check_deadline()
            time.sleep(0.01)

    with monkeypatch.context() as patch:
        patch.setitem(METHODS, "naked", dataclasses.replace(METHODS["naked"], start=slow))
        assert [row.not_known for row in strength([sm.load("small:1")] * 2, "naked", time_limit=0.2)] == [2]
    for infer in (slow, lambda *_: slow):
        naked_but(monkeypatch, infer)
        assert strength("small:1", "naked", time_limit=0.2)["naked"].not_known == 1


def test_a_sample_is_drawn_with_its_seed_and_keeps_the_order():
    puzzles = list(sm.corpus("top95").values())
    some = draw(puzzles, 10, seed=4)
    assert len(set(some)) == 10
    assert some == draw(puzzles, 10, seed=4) != draw(puzzles, 10, seed=5)
    assert [puzzles.index(puzzle) for puzzle in some] == sorted(puzzles.index(puzzle) for puzzle in some)
    assert draw(puzzles, 200, seed=1) == draw(puzzles, None, seed=1) == puzzles
    compared = strength("top95", ["naked"], sample=10, seed=4)
    assert compared.puzzles == tuple(some)
    assert compared.title == "top95: 10 of 95 puzzles, drawn with seed 4"


def test_several_processes_give_the_same_result():
    alone, together = (strength("hardest11", ["locked", "shaving"], jobs=jobs) for jobs in (1, 2))
    assert [[t.finished for t in row.attempts] for row in alone] == [
        [t.finished for t in row.attempts] for row in together
    ]


def test_progress_counts_every_attempt_and_ctrl_c_keeps_the_rows_that_are_done():
    counted = []

    def press(*progress):
        counted.append(progress)
        if len(counted) == 14:
            signal.raise_signal(signal.SIGINT)

    compared = strength("hardest11", ["naked", "hidden"], progress=press)
    assert [row.method.name for row in compared] == ["naked"]
    assert compared.stopped_by == "interrupted"
    assert [done for done, _, _ in counted] == list(range(1, 15))
    assert counted[-1] == (14, 22, "+ hidden singles")


def test_bad_input_is_refused_in_a_sentence():
    for name, options, error, words in (
        ("top59", {}, UnknownNameError, "did you mean 'top95'"),
        ("top95", {"sample": 0}, InputError, "a sample must have at least 1 puzzle, not 0"),
        ("top95", {"jobs": 0}, InputError, "at least 1 process"),
        ([], {}, InputError, "there is no puzzle"),
        (3, {}, InputError, "neither a puzzle nor a collection"),
    ):
        with pytest.raises(error, match=words):
            strength(name, **options)


def test_a_worker_process_that_dies_is_reported_with_its_method():
    def kill_workers(done, total, what):
        for child in psutil.Process().children():
            with suppress(psutil.NoSuchProcess):  # killed at the attempt before
                child.kill()

    with pytest.raises(SolverError, match=r"worker process ended .*, at the method 'shaving'; use jobs=1"):
        strength("top95", ["shaving"], jobs=2, progress=kill_workers)


def test_ctrl_c_ends_the_worker_processes():
    def press(done, total, what):
        if done == 12:
            signal.raise_signal(signal.SIGINT)

    before = set(psutil.Process().children())
    assert strength("top95", ["shaving"], jobs=2, progress=press).stopped_by == "interrupted"
    assert set(psutil.Process().children()) == before
