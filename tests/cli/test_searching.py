"""The command that searches: what it prints, its exit codes, its errors, and Ctrl-C."""

import signal
from contextlib import nullcontext
from pathlib import Path

import pytest
from running import refused, run

import sudoku_models as sm
from sudoku_models.cli import common

NO_SOLUTION = "12....3........4"


def test_a_solution_is_drawn():
    ran = run("search", "small:1", "--seed", "3")
    assert (ran.code, ran.err) == (0, "")
    assert sm.load("small:1").draw(sm.corpus("small").entry("small:1").solution) in ran.out
    assert "small:1: solved: annealing found a solution after" in ran.out
    assert "(seed 3, " in ran.out


@pytest.mark.parametrize("method", ["annealing", "progressive"])
def test_an_approximation_reports_it(method):
    ran = run("search", NO_SOLUTION, "--method", method, "--steps", "2000")
    assert ran.code == 3
    assert "unknown: approximate: cost 4; stopped by the step limit after 2,000 steps" in ran.out
    assert "infeasible" not in ran.out
    assert "no solution" not in ran.out
    assert "( ) marks a digit that breaks a rule" in ran.out
    assert ran.out.count("(") > 2
    assert "To try again, use --seed 2" in ran.out


def test_violations_are_printed_but_not_too_many_and_clashing_givens_are_named():
    ran = run("search", "mccaffrey", "--method", "progressive", "--steps", "50")
    assert "more\n" in ran.out
    assert len(ran.out.splitlines()) < 30
    assert "row 1 has the given 1 twice" in run("search", "11..............", "--steps", "500").out


def test_as_json_several_puzzles_and_the_worst_code(tmp_path: Path):
    file = tmp_path / "two.txt"
    file.write_text(f"{NO_SOLUTION}\n{sm.load('small:1').line()}\n", encoding="utf-8")
    ran = run("search", str(file), "--steps", "5000", "--json")
    open_one, solved = ran.objects
    assert (open_one["status"], open_one["cost"], open_one["stopped_by"]) == ("unknown", 4, "step limit")
    assert (solved["status"], solved["cost"], solved["seed"]) == ("solved", 0, 1)
    assert sm.is_solution(sm.load("small:1"), sm.Puzzle.parse(solved["grid"]).as_grid())
    assert ran.code == 3
    assert run("search", "-", "--steps", "5000", stdin=f"{sm.load('small:1').line()}\n").code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("small:1", "--method", "anneling"), "did you mean 'annealing'?"),
        (("small:1", "--time-limit", "0"), "positive number of seconds"),
        (("small:1", "--steps", "0"), "at least 1"),
        (("no-such-puzzle",), "unknown puzzle"),
    ],
)
def test_bad_input_is_refused(arguments, words):
    assert words in refused("search", *arguments)


def test_ctrl_c_prints_the_best_so_far(monkeypatch):
    """Pressed when the progress is shown for the first time."""
    pressed = nullcontext(lambda *_: signal.raise_signal(signal.SIGINT))
    monkeypatch.setattr(common, "progress_after_a_second", lambda *_: pressed)
    ran = run("search", "hardest11:1", "--time-limit", "30")
    assert ran.code == 130
    assert "unknown: approximate: cost" in ran.out
    assert "interrupted after" in ran.out
