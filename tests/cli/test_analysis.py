"""`allowed` and `unique` on the command line: what they say, exit codes, JSON, errors, and Ctrl-C."""

import json

import pytest
from typer.testing import CliRunner

import sudoku_models as sm
from sudoku_models import cli

UNIQUE = "1.....2..3.....4"
NO_SOLUTION = "12....3........4"


def run(*arguments, stdin=None):
    result = CliRunner().invoke(cli.app, list(arguments), input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_allowed_draws_the_values():
    ran = run("allowed", "several:13")
    assert ran.exit_code == 0
    assert "12 4 | 3 12" in ran.stdout
    assert "several:13: complete, by assignment x pulp x highs in 3 solves. Highs showed 20 values" in ran.stdout
    assert ran.stderr == ""


@pytest.mark.parametrize("method", ["milp", "cpsat", "enumerate"])
def test_allowed_as_json(method):
    (said,) = map(json.loads, run("allowed", "several:13", "--method", method, "--json").stdout.splitlines())
    assert (said["status"], said["total"], said["method"]) == ("complete", 20, method)
    assert said["values"][3] == [[1, 2], [3], [4], [1, 2]]


def test_allowed_exit_codes():
    assert run("allowed", UNIQUE).exit_code == 0
    assert run("allowed", NO_SOLUTION).exit_code == 1
    assert run("allowed", "several:30", "-m", "enumerate", "-n", "3").exit_code == 3
    assert run("allowed", "mccaffrey", "-t", "0.000001").exit_code == 3
    assert run("allowed", "-", stdin=f"{UNIQUE}\n{NO_SOLUTION}\n").exit_code == 1


def test_unique_reports_it():
    ran = run("unique", UNIQUE)
    assert ran.exit_code == 0
    assert "All 5 methods agree: exactly one solution" in ran.stdout
    for way in ("no-good cut", "allowed values", "least agreement", "enumeration"):
        assert way in ran.stdout


def test_unique_shows_where_two_solutions_differ():
    ran = run("unique", "several:13")
    assert ran.exit_code == 1
    assert "Two solutions differ in 4 cells: " in ran.stdout
    assert "With 1 more given the first of them is the only one: " in ran.stdout
    assert "more given" not in run("unique", "several:13", "--no-extra").stdout


def test_unique_exit_codes():
    assert run("unique", NO_SOLUTION).exit_code == 1
    assert run("unique", "mccaffrey", "-t", "0.000001").exit_code == 3
    assert run("unique", "-", "--no-extra", stdin=f"{UNIQUE}\n{NO_SOLUTION}\n").exit_code == 1


def test_unique_as_json():
    ran = run("unique", "several:13", "--json", "--method", "enumeration", "-w", "no-good cut", "--solver", "cpsat")
    (said,) = map(json.loads, ran.stdout.splitlines())
    assert (said["unique"], said["agree"]) == (False, True)
    assert [(way["name"], way["solves"]) for way in said["ways"]] == [("enumeration", 1), ("no-good cut", 2)]
    assert said["extra_givens"]["status"] == "smallest"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("allowed", "mccafrey"), "did you mean 'mccaffrey'"),
        (("allowed", UNIQUE, "--method", "mlip"), "did you mean 'milp'"),
        (("allowed", UNIQUE, "--solver", "cpsat"), "is a CP solver"),
        (("allowed", UNIQUE, "-t", "-1"), "positive number"),
        (("unique", UNIQUE, "--method", "luck"), "unknown method 'luck'"),
        (("unique", UNIQUE, "--solver", "hihgs"), "did you mean 'highs'"),
        (("unique", UNIQUE, "-t", "0"), "positive number"),
    ],
)
def test_errors_are_sentences(arguments, words):
    ran = run(*arguments)
    assert ran.exit_code == 2
    assert words in ran.stderr
    assert ran.stdout == ""


@pytest.mark.parametrize("command", ["allowed", "unique"])
def test_ctrl_c(command, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sm.SudokuModel, "ask", stop)
    assert run(command, UNIQUE).exit_code == 130
