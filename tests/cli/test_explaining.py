"""The commands explain and rate: what they print, their JSON, exit codes and errors."""

import pytest
from running import refused, run

import sudoku_models as sm


def test_all_steps_are_printed_or_as_many_as_are_asked_for() -> None:
    ran = run("explain", "small:1")
    lines = ran.out.splitlines()
    assert ran.code == 0
    assert lines[0].startswith("1. hidden single: in box 1 the digit 1 fits only in (2, 2), because ")
    assert lines[-1] == "Every cell has its digit."
    assert len(lines) == 12
    ran = run("explain", "top95:1", "--limit", "1")
    assert (ran.code, len(ran.out.splitlines())) == (0, 2)
    assert "Stopped after 1 step" in ran.out


@pytest.mark.parametrize("cell", ["r1c2", "R1C2", "(1, 2)", "1,2"])
def test_a_cell(cell: str) -> None:
    ran = run("explain", "top95:1", "--cell", cell, "--json")
    *steps, end = ran.objects
    assert ran.code == 0
    assert {"cell": [1, 2], "digit": 1} in steps[-1]["puts"]
    assert end == {"name": "top95:1", "solved": False, "reason": "The cell (1, 2) has its digit."}


def test_json_has_a_line_for_each_step_and_one_for_the_end() -> None:
    ran = run("explain", "-", "--json", stdin=sm.load("small:1").line())
    *steps, end = ran.objects
    assert ran.code == 0
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    assert {"technique", "because", "sentence", "weight", "puts", "removes"} <= steps[0].keys()
    assert end["solved"] is True


def test_smallest_sets() -> None:
    ran = run("explain", "small:1", "--by", "smus", "--limit", "1")
    assert ran.code == 0
    assert ran.out.startswith("1. smallest set of ")


def test_a_time_limit_ends_with_the_steps_so_far() -> None:
    ran = run("explain", "." * 625, "--by", "mus", "--time-limit", "0.1")
    assert ran.code == 1
    assert "Stopped at the time limit of 0.1 s" in ran.out


def test_a_puzzle_that_is_not_solved_is_exit_code_1() -> None:
    ran = run("explain", "several:13")
    assert ran.code == 1
    assert "still open" in ran.out.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("explain", "small:1", "--cell", "c3"), "takes a row and a column"),
        (("explain", "small:1", "--cell", "r5c1"), "there is no cell (5, 1)"),
        (("explain", "small:1", "--cell", "r1c3"), "holds a given"),
        (("explain", "small:1", "--by", "magic"), "unknown method of explanation 'magic'"),
        (("rate", "no such puzzle"), "unknown puzzle"),
    ],
)
def test_bad_input_is_refused(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused(*arguments)


def test_rate() -> None:
    ran = run("rate", "mccaffrey")
    assert (ran.code, ran.out) == (0, "mccaffrey: hard, rating 2.8 (claiming), 58 steps\n")
    found = run("rate", "small", "--json").objects
    assert [each["name"] for each in found] == list(sm.corpus("small"))
    assert all(each["solved"] and each["level"] == "easy" for each in found)
    assert {"puzzle", "by", "rating", "on_published_scale", "hardest", "steps", "reason"} <= {*found[0]}
    ran = run("rate", "hardest11:6", "--time-limit", "1e-9")
    assert ran.code == 3
    assert "rating at least 0.0" in ran.out
