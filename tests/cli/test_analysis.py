"""The commands allowed and unique: results, exit codes, JSON, errors, and Ctrl-C."""

import pytest
from running import refused, run

from sudoku_models.models.problem import Problem

UNIQUE = "1.....2..3.....4"
NO_SOLUTION = "12....3........4"


@pytest.mark.parametrize("method", ["milp", "cpsat", "enumerate"])
def test_allowed_lists_the_values(method: str) -> None:
    (found,) = run("allowed", "several:13", "--method", method, "--json").objects
    assert (found["status"], found["total"], found["method"]) == ("complete", 20, method)
    assert found["values"][3] == [[1, 2], [3], [4], [1, 2]]
    assert "12 4 | 3 12" in run("allowed", "several:13", "--method", method).out


def test_allowed_exit_codes() -> None:
    assert run("allowed", UNIQUE).code == 0
    assert run("allowed", NO_SOLUTION).code == 1
    assert run("allowed", "mccaffrey", "-t", "0.000001").code == 3
    assert run("allowed", "-", stdin=f"{UNIQUE}\n{NO_SOLUTION}\n").code == 1


def test_unique_decides_and_names_the_cells_that_differ() -> None:
    ran = run("unique", UNIQUE)
    assert ran.code == 0
    assert "All 5 methods agree: exactly one solution" in ran.out
    ran = run("unique", "several:13")
    assert ran.code == 1
    assert "Two solutions differ in 4 cells: " in ran.out
    assert "With 1 more given" in ran.out


def test_unique_exit_codes() -> None:
    assert run("unique", NO_SOLUTION).code == 1
    assert run("unique", "mccaffrey", "-t", "0.000001").code == 3
    assert run("unique", "-", stdin=f"{UNIQUE}\n{NO_SOLUTION}\n").code == 1


def test_unique_as_json() -> None:
    methods = ("--method", "enumeration", "--method", "no-good cut")
    (found,) = run("unique", "several:13", "--json", *methods).objects
    assert (found["unique"], found["agree"]) == (False, True)
    assert found["extra_givens"]["status"] == "smallest"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("allowed", UNIQUE, "--method", "mlip"), "'milp'"),
        (("allowed", UNIQUE, "-t", "-1"), "positive"),
        (("unique", UNIQUE, "--method", "luck"), "'luck'"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], word: str) -> None:
    assert word in refused(*arguments)


@pytest.mark.parametrize("command", ["allowed", "unique"])
def test_ctrl_c(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Problem, "ask", stop)
    assert run(command, UNIQUE).code == 130
