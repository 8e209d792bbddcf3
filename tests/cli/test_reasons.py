"""The commands explain, rate, search and strength: results, JSON, exit codes, errors and Ctrl-C."""

import signal
from contextlib import nullcontext
from pathlib import Path

import pytest
from running import refused, run

import sudoku_models as sm
from sudoku_models.cli import console
from sudoku_models.explain.difficulty import LEVELS
from sudoku_models.models.counting import count_solutions
from sudoku_models.puzzles.rules import KillerCage, Thermometer, WhiteDot

NO_SOLUTION = "12....3........4"


# -- conflict ----------------------------------------------------------------------------------------------------------


def test_a_conflict_in_a_file(tmp_path: Path) -> None:
    def too_much(m):
        x = m.int_vars("x", "ab", 0, 9)
        m.add(x["a"] + x["b"] >= 5, "at least five")
        m.add(x["a"] <= 2, "a is small")
        m.add(2 * x["b"] <= 4, "b is small")
        return x

    path = sm.Problem(too_much, "pulp").write(tmp_path / "model.lp")
    ran = run("conflict", str(path))
    assert ran.code == 0
    [found] = run("conflict", str(path), "--smallest", "--json").objects
    assert len(found["members"]) == 3
    assert all(each["solution"] and each["name"] in ran.out for each in found["members"])
    small = sm.Problem(lambda m: m.int_vars("x", "ab", 0, 9), "pulp").write(tmp_path / "small.mps")
    assert run("conflict", str(small)).code == 1
    refused("conflict", str(tmp_path / "none.mps"))


def test_a_conflict_of_a_puzzle_is_minimal() -> None:
    """What it names has no solution, and without any of it there is one."""
    board = sm.Board.latin(4).with_rules(KillerCage(3, "r1c1 r1c2"), Thermometer("r3c1 r3c2"), WhiteDot("r1c2 r1c3"))
    puzzle = sm.Puzzle(board, (0, 0, 4, *[0] * 13))
    [found] = run("conflict", puzzle.text(), "--json").objects
    parts = {str(part): part for part in (*board.plain.units, *board.rules)}
    digits = {f"{d} in r{i[0]}c{i[1]}": i for i, d in puzzle.givens.items()}
    named = [*found["rules"], *found["givens"]]
    assert all(name in run("conflict", puzzle.text()).out for name in named)

    def solutions(without: str = "") -> int:
        chosen = [parts[name] for name in found["rules"] if name != without]
        units = tuple(part for part in chosen if isinstance(part, sm.Unit))
        rules = tuple(part for part in chosen if not isinstance(part, sm.Unit))
        held = {digits[name] for name in found["givens"] if name != without}
        values = tuple(puzzle.givens[i] if i in held else 0 for i in board.cells)
        return count_solutions(sm.Puzzle(sm.Board(4, units, None, rules), values), limit=1).value

    assert solutions() == 0
    assert [solutions(name) for name in named] == [1] * len(named)
    assert run("conflict", "small:1").code == 1
    refused("conflict", "small:1", "--smallest")


# -- explain and rate --------------------------------------------------------------------------------------------------


def test_all_steps_are_printed_or_as_many_as_are_asked_for() -> None:
    ran = run("explain", "small:1")
    lines = ran.out.splitlines()
    assert (ran.code, len(lines)) == (0, 12)
    assert lines[0].startswith("1. hidden single: in box 1 the digit 1 fits only in r2c2, because ")
    ran = run("explain", "top95:1", "--limit", "1")
    assert (ran.code, len(ran.out.splitlines())) == (0, 2)


@pytest.mark.parametrize("cell", ["r1c2", "R1C2", "(1, 2)", "1,2"])
def test_a_cell(cell: str) -> None:
    ran = run("explain", "top95:1", "--cell", cell, "--json")
    *steps, end = ran.objects
    assert ran.code == 0
    assert {"cell": [1, 2], "digit": 1} in steps[-1]["puts"]
    assert end == {"name": "top95:1", "solved": False, "reason": "The cell r1c2 has its digit."}


def test_json_has_a_line_for_each_step_and_one_for_the_end() -> None:
    ran = run("explain", "-", "--json", stdin=sm.load("small:1").line())
    *steps, end = ran.objects
    assert ran.code == 0
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    assert {"technique", "because", "sentence", "weight", "puts", "removes"} <= steps[0].keys()
    assert end["solved"] is True


def test_an_explanation_without_a_solution_is_exit_code_1() -> None:
    assert run("explain", "several:13").code == 1
    ran = run("explain", "." * 625, "--by", "mus", "--time-limit", "0.1")
    assert ran.code == 1
    assert "time limit" in ran.out


def test_rate() -> None:
    ran = run("rate", "mccaffrey")
    assert (ran.code, ran.out) == (0, "mccaffrey: medium, rating 2.8 (claiming), 58 steps\n")
    found = run("rate", "small", "--json").objects
    assert [each["name"] for each in found] == list(sm.corpus("small"))
    assert all(each["solved"] and each["level"] in LEVELS for each in found)
    ran = run("rate", "hardest11:6", "--time-limit", "1e-9")
    assert ran.code == 3
    assert "rating at least 0.0" in ran.out
    assert run("rate", "several:13").code == 1


# -- search ------------------------------------------------------------------------------------------------------------


def test_a_solution_is_drawn() -> None:
    ran = run("search", "small:1", "--seed", "3")
    assert (ran.code, ran.err) == (0, "")
    assert sm.load("small:1").draw(sm.corpus("small").entry("small:1").solution) in ran.out


@pytest.mark.parametrize("method", ["annealing", "progressive"])
def test_an_approximation_proves_nothing_and_its_violations_are_marked(method: str) -> None:
    ran = run("search", NO_SOLUTION, "--method", method, "--steps", "2000")
    assert ran.code == 3
    assert "approximate: cost 4" in ran.out
    assert "infeasible" not in ran.out
    assert "no solution" not in ran.out
    assert ran.out.count("(") > 2
    assert len(run("search", "mccaffrey", "--method", method, "--steps", "50").out.splitlines()) < 30
    assert "row 1 has the given 1 twice" in run("search", "11..............", "--steps", "500").out


def test_search_as_json_with_several_puzzles_and_the_worst_code() -> None:
    two = f"{NO_SOLUTION}\n{sm.load('small:1').line()}\n"
    ran = run("search", "-", "--steps", "5000", "--json", stdin=two)
    open_one, solved = ran.objects
    assert (open_one["status"], open_one["cost"], open_one["stopped_by"]) == ("unknown", 4, "step limit")
    assert (solved["status"], solved["cost"], solved["seed"]) == ("solved", 0, 1)
    assert sm.is_solution(sm.load("small:1"), sm.Puzzle.parse(solved["grid"]).as_grid())
    assert ran.code == 3


def test_ctrl_c_prints_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pressed when the progress is shown for the first time; the second puzzle is skipped."""
    pressed = nullcontext(lambda *_: signal.raise_signal(signal.SIGINT))
    monkeypatch.setattr(console, "progress_after_a_second", lambda *_: pressed)
    ran = run("search", "hardest11", "--time-limit", "30", "--json")
    assert ran.code == 130
    assert [each["stopped_by"] for each in ran.objects] == ["interrupted"]


# -- strength ----------------------------------------------------------------------------------------------------------


def test_a_table_for_each_corpus() -> None:
    ran = run("strength", "easy50", "hardest11", "--method", "hidden", "--method", "locked")
    assert (ran.code, ran.err) == (0, "")
    lines = [line.split() for line in ran.out.splitlines()]
    assert ["easy50:", "50", "puzzles"] in lines
    assert ["hardest11:", "11", "puzzles"] in lines
    shares = [line[3:6] for line in lines if line[:3] == ["+", "hidden", "singles"]]
    assert shares == [["40", "80", "%"], ["1", "9", "%"]]


def test_integral_relaxations_by_logic_and_as_json() -> None:
    ran = run("strength", "hardest11", "--integral")
    assert ran.code == 0
    assert ["all", "11", "4", "36", "%", "-"] in [line.split() for line in ran.out.splitlines()]
    (data,) = run("strength", "easy50", "--sample", "3", "--integral", "--json").objects
    assert data["groups"][-1]["integral"] == 3
    assert run("strength", "hardest11", "--sample", "2", "--integral", "--time-limit", "0.000001").code == 3


def test_strength_as_json_has_a_line_for_each_corpus_or_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("\n".join(sm.load(f"easy50:{k}").line() for k in (1, 2, 3)), encoding="utf-8")
    found = run("strength", "small", "top95", str(file), "--method", "naked", "--sample", "3", "--json").objects
    assert [(each["corpus"], each["puzzles"], each["of"]) for each in found] == [
        ("small", 3, 6),
        ("top95", 3, 95),
        ("mine", 3, 3),
    ]
    assert {"name", "median_ms", "total_ms", "processor_ms"} <= {*found[1]["methods"][0]}


def test_the_picture_is_written(tmp_path: Path) -> None:
    picture = tmp_path / "strength.png"
    assert run("strength", "small", "--method", "naked", "--plot", str(picture)).code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ("explain small:1 --cell c3", "'c3'"),
        ("search small:1 --method anneling", "'annealing'"),
        ("search small:1 --time-limit 0", "positive"),
        ("strength small --integral --method naked", "exclude"),
        ("strength small --plot strength.gif", ".svg"),
        ("strength small small small small small small small --plot strength.svg", "at most 6"),
    ],
)
def test_bad_input_is_refused_before_the_work(arguments: str, word: str) -> None:
    assert word in refused(*arguments.split())
