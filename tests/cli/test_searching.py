"""The command that searches: what it prints, its exit codes, its errors, and Ctrl-C."""

import json
import signal
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sudoku_models as sm
from sudoku_models.cli import app, searching

NO_SOLUTION = "12....3........4"


def run(*arguments, stdin=None):
    result = CliRunner().invoke(app, ["search", *arguments], input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_a_solution_is_drawn():
    said = run("small:1", "--seed", "3")
    assert said.exit_code == 0
    grid = sm.corpus("small").entry("small:1").solution
    assert sm.load("small:1").draw(grid) in said.stdout
    assert "small:1: solved: annealing found a solution after" in said.stdout
    assert "(seed 3, " in said.stdout
    assert "new try" not in said.stdout
    assert said.stderr == ""


@pytest.mark.parametrize("method", ["annealing", "progressive"])
def test_an_approximation_reports_it(method):
    said = run(NO_SOLUTION, "--method", method, "--steps", "2000")
    assert said.exit_code == 3
    assert "unknown: approximate: cost 4; stopped by the step limit after 2,000 steps" in said.stdout
    assert "infeasible" not in said.stdout
    assert "no solution" not in said.stdout
    assert "( ) marks a digit that breaks a rule" in said.stdout
    assert said.stdout.count("(") > 2
    assert " has two " in said.stdout
    assert "To try again, use --seed 2" in said.stdout


def test_many_violations_are_not_all_printed():
    said = run("mccaffrey", "--method", "progressive", "--steps", "50")
    assert said.exit_code == 3
    assert "more\n" in said.stdout
    assert len(said.stdout.splitlines()) < 30


def test_clashing_givens_are_named():
    said = run("11..............", "--steps", "500")
    assert said.exit_code == 3
    assert "row 1 has the given 1 twice: in (1, 1) and (1, 2)" in said.stdout


def test_as_json():
    said = run("small:1", "--json")
    (told,) = [json.loads(line) for line in said.stdout.splitlines()]
    assert (told["puzzle"], told["status"], told["cost"], told["seed"]) == ("small:1", "solved", 0, 1)
    assert told["givens"] == sm.load("small:1").line()
    assert sm.is_solution(sm.load("small:1"), sm.Puzzle.parse(told["grid"]).as_grid())
    (told,) = [json.loads(line) for line in run(NO_SOLUTION, "--steps", "500", "--json").stdout.splitlines()]
    assert (told["status"], told["cost"], told["stopped_by"], told["steps"]) == ("unknown", 4, "step limit", 500)


def test_the_same_seed_and_steps_print_the_same_grid():
    first, again, other = (
        json.loads(run("mccaffrey", "--steps", "2000", "--seed", seed, "--json").stdout) for seed in "112"
    )
    assert first["grid"] == again["grid"] != other["grid"]


def test_several_puzzles_end_with_the_worst_code(tmp_path: Path):
    file = tmp_path / "two.txt"
    file.write_text(f"{NO_SOLUTION}\n{sm.load('small:1').line()}\n", encoding="utf-8")
    said = run(str(file), "--steps", "5000", "--json")
    assert [json.loads(line)["status"] for line in said.stdout.splitlines()] == ["unknown", "solved"]
    assert said.exit_code == 3
    assert run("-", "--steps", "5000", stdin=f"{sm.load('small:1').line()}\n").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("small:1", "--method", "anneling"), "did you mean 'annealing'?"),
        (("small:1", "--time-limit", "0"), "positive number of seconds"),
        (("small:1", "--steps", "0"), "at least 1"),
        (("no-such-puzzle",), "unknown puzzle"),
        (("small:1", "--seed", "two"), "seed"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments, words):
    said = run(*arguments)
    assert said.exit_code == 2
    assert words in said.stderr
    assert said.stdout == ""


def test_help_has_examples_and_exit_codes():
    said = " ".join(run("--help").stdout.split())
    assert "3 approximate" in said
    assert "sudoku-models search mccaffrey" in said


def test_ctrl_c_prints_the_best_so_far(monkeypatch):
    """Pressed when the progress is shown for the first time."""
    monkeypatch.setattr(searching, "_show_cost", lambda *_: signal.raise_signal(signal.SIGINT))
    said = run("hardest11:1", "--time-limit", "30")
    assert said.exit_code == 130
    assert "unknown: approximate: cost" in said.stdout
    assert "interrupted after" in said.stdout
