"""The commands explain and rate: what they print, their JSON, exit codes and errors."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

import sudoku_models as sm
from sudoku_models import cli


def run(*arguments: str, stdin: str | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, list(arguments), input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def objects(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_all_steps_are_displayed() -> None:
    code, out, _ = run("explain", "small:1")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].startswith("1. hidden single: in box 1 the digit 1 fits only in (2, 2), because ")
    assert lines[-1] == "Every cell has its digit."
    assert len(lines) == 12
    assert run("explain", "small:1", "--all")[1] == out


def test_the_next_step_alone() -> None:
    code, out, _ = run("explain", "top95:1", "--next")
    assert code == 0
    assert out.splitlines()[-1] == "Stopped after 1 step, as asked."
    assert len(out.splitlines()) == 2


@pytest.mark.parametrize("cell", ["r1c2", "R1C2", "(1, 2)", "1,2"])
def test_a_cell(cell: str) -> None:
    code, out, _ = run("explain", "top95:1", "--cell", cell, "--json")
    *steps, end = objects(out)
    assert code == 0
    assert {"cell": [1, 2], "digit": 1} in steps[-1]["puts"]
    assert end == {"name": "top95:1", "solved": False, "reason": "The cell (1, 2) has its digit."}


def test_json_has_a_line_for_each_step_and_one_for_the_end() -> None:
    code, out, _ = run("explain", "-", "--json", stdin=sm.load("small:1").line())
    *steps, end = objects(out)
    assert code == 0
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    assert {"technique", "because", "sentence", "weight", "puts", "removes"} <= steps[0].keys()
    assert end["solved"] is True


def test_smallest_sets() -> None:
    code, out, _ = run("explain", "small:1", "--by", "smus", "--next")
    assert code == 0
    assert out.startswith("1. smallest set of ")


@pytest.mark.parametrize("by", ["mus", "smus"])
def test_a_time_limit_ends_with_the_steps_so_far(by: str) -> None:
    code, out, _ = run("explain", "." * 625, "--by", by, "--time-limit", "0.1")
    assert code == 1
    assert out.splitlines()[-1] == "Stopped at the time limit of 0.1 s."


def test_what_is_not_solved_is_exit_code_1() -> None:
    code, out, _ = run("explain", "several:13")
    assert code == 1
    assert "still open" in out.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("explain", "small:1", "--cell", "c3"), "--cell takes a row and a column, such as r3c5, not 'c3'"),
        (("explain", "small:1", "--cell", "r5c1"), "there is no cell (5, 1) on a 4x4 board"),
        (("explain", "small:1", "--cell", "r1c3"), "holds a given"),
        (("explain", "small:1", "--next", "--all"), "exclude each other"),
        (("explain", "small:1", "--by", "magic"), "unknown method of explanation 'magic'"),
        (("explain", "no such puzzle"), "unknown puzzle"),
        (("rate", "no such puzzle"), "unknown puzzle"),
    ],
)
def test_bad_input_is_a_sentence_and_exit_code_2(arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


def test_rate() -> None:
    code, out, _ = run("rate", "mccaffrey")
    assert code == 0
    assert out == "mccaffrey: hard, rating 2.8 (claiming), 58 steps\n"


def test_rate_a_corpus_as_json() -> None:
    code, out, _ = run("rate", "small", "--json")
    found = objects(out)
    assert code == 0
    assert [each["name"] for each in found] == list(sm.corpus("small"))
    assert all(each["solved"] and each["level"] == "easy" for each in found)
    keys = ("puzzle", "name", "by", "level", "rating", "on_published_scale", "hardest", "steps", "solved", "reason")
    assert tuple(found[0]) == keys


def test_a_rating_that_is_not_reached_is_reported() -> None:
    code, out, _ = run("rate", "hardest11:6", "--time-limit", "1e-9")
    assert code == 3
    assert out == "hardest11:6: hard, rating at least 0.0 (no step), 0 steps: time limit of 1e-09 s\n"
