"""The strength: known shares come out, a limit is "not known", and samples and processes change nothing."""

import dataclasses
import json
import signal
import time
from contextlib import suppress
from itertools import pairwise

import psutil
import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError, SolverError, UnknownNameError, WrongGridError
from sudoku_models.inference import methods
from sudoku_models.inference.strength import Attempt, Row, StrengthComparison, strength
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
    compared = strength(corpus, KNOWN[corpus], time_limit=60)
    assert {row.method.name: round(100 * row.share) for row in compared} == KNOWN[corpus]
    assert all(row.not_known == 0 for row in compared)


@pytest.mark.slow
def test_puzzles_with_17_givens_agree_with_published_results():
    """T. Dillon's benchmark over all 49,158: 44.5 % by naked and hidden singles, 76.0 % with locked candidates."""
    compared = strength("clues17", ["hidden", "locked"], sample=2000)
    assert len(compared.puzzles) == 2000
    assert 100 * compared["hidden"].share == pytest.approx(44.5, abs=3)
    assert 100 * compared["locked"].share == pytest.approx(76.0, abs=3)


def test_each_set_of_rules_finishes_what_a_weaker_one_finishes():
    compared = strength("easy50", ["naked", "hidden", "locked", "shaving"])
    sets = [{k for k, attempt in enumerate(row.attempts) if attempt.finished} for row in compared]
    assert [len(finished) for finished in sets] == [12, 40, 44, 50]
    assert all(below < above for below, above in pairwise(sets))


def test_a_limit_is_not_known_and_never_not_finished():
    compared = strength("hardest11", ["lp:assignment"], time_limit=1e-9)
    (row,) = compared
    assert (row.finished, row.not_known, row.share, row.most) == (0, 11, 0, 1)
    assert row.percent() == "0 to 100 %"
    assert "0 to 100 %" in str(compared)


def test_a_row_counts_and_times():
    row = Row(
        methods.METHODS["naked"],
        (Attempt(True, 0.001), Attempt(None, 1.0), Attempt(False, 0.003), Attempt(False, 0.002)),
    )
    assert (row.finished, row.not_known, row.share, row.most) == (1, 1, 0.25, 0.5)
    assert (row.median_ms, row.total_ms) == (pytest.approx(2.5), pytest.approx(1006))
    assert row.cells() == ["naked singles", "1", "25 to 50 %", "1", "2.5", "> 1,006", "> 0.0"]
    told = row.as_dict()
    assert (told["not_known"], told["median_is_bound"], told["total_is_bound"]) == (1, False, True)


def test_a_median_that_the_limit_leaves_open_is_a_bound():
    """Of four attempts two have only taken longer than a second: the median of the times is longer than that."""
    row = Row(
        methods.METHODS["naked"], (Attempt(True, 0.001), Attempt(None, 1.0), Attempt(None, 1.0), Attempt(False, 0.003))
    )
    assert row.median_ms == pytest.approx(501.5)
    assert row.median_is_bound
    assert row.cells()[-3:-1] == ["> 501.5", "> 2,004"]
    assert row.as_dict()["median_is_bound"] is True
    shown = StrengthComparison("made up", (), 4, 1, 1.0, (row,))
    assert "> 501.5" in str(shown)
    assert "<td>&gt; 501.5</td>" in shown._repr_html_()


def test_times_that_are_all_known_are_no_bounds():
    row = Row(methods.METHODS["naked"], (Attempt(True, 0.001), Attempt(False, 0.003)))
    assert row.cells()[-3:-1] == ["2.0", "4"]
    assert (row.median_is_bound, row.total_is_bound) == (False, False)


def made_up(figures):
    """A comparison of methods with these shares of ten puzzles, and milliseconds of processor time."""
    rows = [
        Row(methods.METHODS[name], tuple(Attempt(k < tenths, 1.0, ms / 1000) for k in range(10)))
        for name, (tenths, ms) in figures.items()
    ]
    return StrengthComparison("made up", (), 10, 1, 1.0, tuple(rows))


def test_the_front_has_what_no_other_method_beats():
    compared = made_up({"naked": (0, 1), "hidden": (4, 2), "locked": (6, 5), "bounds": (4, 3), "domain": (6, 9)})
    assert [row.method.name for row in compared.front()] == ["hidden", "locked"]
    told = [(line[0], line[2], line[3]) for line in compared.prices().rows]
    assert told == [
        ("naked singles", "1.0", "-"),
        ("+ hidden singles", "2.0", "yes"),
        ("bounds consistency", "3.0", "-"),
        ("+ locked candidates", "5.0", "yes"),
        ("domain consistency", "9.0", "-"),
    ]
    assert compared.as_dict()["front"] == ["hidden", "locked"]


def test_processor_time_is_measured_and_not_that_of_waiting(monkeypatch):
    finishes = methods.Rules.finishes
    monkeypatch.setattr(methods.Rules, "finishes", lambda *arguments: time.sleep(0.2) or finishes(*arguments))
    [row] = strength("small", ["naked"], sample=2)
    assert row.total_ms > 400
    assert 0 < row.processor_ms < 150


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


def test_any_puzzles_will_do():
    assert strength(sm.corpus("small"), ["shaving"]).title == "small: 6 puzzles"
    assert strength("1... ..2. .3.. ...4", ["shaving"])["shaving"].finished == 1
    assert strength([sm.load("mccaffrey")], ["shaving"]).title == "mccaffrey: 1 puzzle"
    mixed = [sm.load("small:1"), sm.load("mccaffrey"), sm.load("small:6")]
    assert strength(mixed, ["lp:assignment"])["lp:assignment"].finished == 3
    assert [row.method.name for row in strength(mixed, "naked")] == ["naked"]
    assert strength(mixed, ["naked"]).title == "puzzles: 3 puzzles"


def test_a_grid_that_breaks_a_rule_is_an_error(monkeypatch):
    wrong = sm.Puzzle.parse("1234 3412 2143 4322").as_grid()
    monkeypatch.setattr(methods.Rules, "finishes", lambda *_: True)
    monkeypatch.setattr(methods.Rules, "grid", lambda _: wrong)
    with pytest.raises(WrongGridError, match=r"the method .locked. fixed .* breaks the rules"):
        strength([sm.Puzzle.parse(".... .... .... ....")], ["locked"])


def test_ctrl_c_keeps_the_rows_that_are_done():
    def press(done, total, what):
        if done == 14:
            signal.raise_signal(signal.SIGINT)

    compared = strength("hardest11", ["naked", "hidden"], progress=press)
    assert [row.method.name for row in compared] == ["naked"]
    assert compared.stopped_by == "interrupted"


def test_progress_counts_every_try():
    said = []
    strength("small", ["naked", "shaving"], progress=lambda *what: said.append(what))
    assert [done for done, _, _ in said] == list(range(1, 13))
    assert said[-1] == (12, 12, "shaving")


def test_bad_input_is_refused_in_a_sentence():
    with pytest.raises(UnknownNameError, match="did you mean 'top95'"):
        strength("top59")
    with pytest.raises(UnknownNameError, match="method 'hiden'; did you mean 'hidden'"):
        strength("top95", ["hiden"])
    with pytest.raises(InputError, match="a sample must have at least 1 puzzle, not 0"):
        strength("top95", sample=0)
    with pytest.raises(InputError, match="at least 1 process"):
        strength("top95", jobs=0)
    with pytest.raises(InputError, match="positive number of seconds"):
        strength("top95", time_limit=0)
    with pytest.raises(InputError, match="there is no puzzle"):
        strength([])


def test_it_is_available_as_a_table_as_html_and_as_data():
    compared = strength("small", ["naked", "shaving"])
    lines = str(compared).splitlines()
    assert lines[0].strip() == "small: 6 puzzles"
    assert lines[2].split()[:2] == ["method", "finished"]
    assert len(lines) == 6
    page = compared._repr_html_()
    assert page.count("<tr") == 3
    assert "forward checking" in page
    told = json.loads(json.dumps(compared.as_dict()))
    assert [row["name"] for row in told["rungs"]] == ["naked", "shaving"]
    assert told["rungs"][1]["finished"] == compared["shaving"].finished
    assert repr(compared) == "<StrengthComparison of 2 methods, small: 6 puzzles>"


def test_a_worker_process_that_dies_is_reported_with_its_method():
    def kill_workers(done, total, what):
        for child in psutil.Process().children():
            with suppress(psutil.NoSuchProcess):  # killed at the attempt before
                child.kill()

    with pytest.raises(SolverError, match=r"worker process ended .*, at the method 'shaving'; use jobs=1"):
        strength("top95", ["shaving"], jobs=2, progress=kill_workers)


def test_one_puzzle_or_its_name_is_enough():
    puzzle = sm.load("mccaffrey")
    for given in (puzzle, "mccaffrey", [puzzle], ["mccaffrey"], ("mccaffrey", [puzzle])):
        found = strength(given, "hidden")
        assert (found.name, found.puzzles) == ("mccaffrey", (puzzle,))


@pytest.mark.timed
def test_the_limit_of_one_puzzle_is_for_preparing_reasoning_and_proving(monkeypatch):
    """Each of the three is slow here; all are stopped by the limit of the puzzle."""
    puzzle = sm.load("small:1")

    def slow(*_):
        until = time.monotonic() + 5
        while time.monotonic() < until:
            check_deadline()
            time.sleep(0.01)

    def slow_start(board):
        slow()
        return methods.Rules()

    slow_method = dataclasses.replace(methods.METHODS["naked"], start=slow_start)
    start = time.monotonic()
    with monkeypatch.context() as patch:
        patch.setitem(methods.METHODS, "naked", slow_method)
        assert [row.not_known for row in strength([puzzle, puzzle], "naked", time_limit=0.2)] == [2]
    monkeypatch.setattr(methods.Rules, "finishes", lambda *_: True)
    monkeypatch.setattr(methods.Rules, "grid", slow)
    assert strength(puzzle, "naked", time_limit=0.2)["naked"].not_known == 1
    assert time.monotonic() - start < 2


def test_ctrl_c_ends_the_worker_processes():
    def press(done, total, what):
        if done == 12:
            signal.raise_signal(signal.SIGINT)

    before = set(psutil.Process().children())
    compared = strength("hardest11", ["naked", "shaving"], jobs=2, progress=press)
    assert [row.method.name for row in compared] == ["naked"]
    assert compared.stopped_by == "interrupted"
    assert set(psutil.Process().children()) == before


def test_what_is_no_collection_is_refused():
    with pytest.raises(InputError, match="neither a puzzle nor a collection"):
        sm.strength(3)
