"""The command line: every command on every kind of input, its exit codes, its errors, and Ctrl-C."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import sudoku_models as sm
from sudoku_models import cli, solvers
from sudoku_models.cli import solving
from sudoku_models.errors import DisagreementError
from sudoku_models.puzzles import parsing

compare = import_module("sudoku_models.models.comparison")  # the module; the package has the function under this name
COMMANDS = ["show", "solve", "count", "compare", "puzzles"]
UNIQUE = "1.....2..3.....4"
SOLUTION = "1243342143122134"
NO_SOLUTION = "12....3........4"  # no two givens clash
TWO_EQUAL = "11.............."
TWO_SOLUTIONS = "several:13"
FAST = ("-b", "pulp")  # the backend that is imported soonest
FEW_WAYS = ("-f", "all_different", "-f", "assignment", "-b", "pulp", "-s", "highs", "-s", "cpsat")


class Ran:
    """What a run of the command said."""

    def __init__(self, arguments: tuple[str, ...], stdin: str | bytes | None = None) -> None:
        result = CliRunner().invoke(cli.app, list(arguments), input=stdin)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception  # what a user would see as a traceback
        self.code, self.out, self.err = result.exit_code, result.stdout, result.stderr

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The output, one JSON object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*arguments: str, stdin: str | bytes | None = None) -> Ran:
    return Ran(arguments, stdin)


def refused(*arguments: str, stdin: str | bytes | None = None) -> str:
    """What stderr says of bad input, after everything that holds for all bad input has been checked."""
    ran = Ran(arguments, stdin)
    assert ran.code == 2, (ran.out, ran.err)
    assert ran.err.strip()
    assert "Traceback" not in ran.out + ran.err
    assert ran.out == ""
    return ran.err


@pytest.fixture(params=["name", "literal", "file", "standard input"])
def given(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str | None]:
    """A puzzle with one solution in each of the ways that a command takes it: the argument, and standard input."""
    if request.param == "name":
        return "small:1", None
    line = sm.load("small:1").line()
    if request.param == "literal":
        return line, None
    if request.param == "standard input":
        return "-", f"# from a pipe\n{line}\n"
    file = tmp_path / "one.txt"
    file.write_text(f"{line}\n", encoding="utf-8")
    return str(file), None


@pytest.fixture
def file_of_three(tmp_path: Path) -> str:
    """One puzzle with a solution, one without, one with two givens that clash."""
    file = tmp_path / "three.txt"
    file.write_text(f"# three puzzles\n{UNIQUE}\n{NO_SOLUTION}\n{TWO_EQUAL}\n", encoding="utf-8")
    return str(file)


# -- what each command takes, and what it says ------------------------------------------------------------------------


def test_show_draws_the_puzzle(given: tuple[str, str | None]) -> None:
    ran = run("show", given[0], stdin=given[1])
    assert ran.code == 0
    assert sm.load("small:1").draw() in ran.out
    assert "4x4 board with 2x2 boxes, 5 givens" in ran.out
    assert ran.err == ""


def test_show_as_json(given: tuple[str, str | None]) -> None:
    (said,) = run("show", given[0], "--json", stdin=given[1]).objects
    assert said["cells"] == sm.load("small:1").line()
    assert (said["board"], said["givens"], said["clashes"]) == ("4x4 board with 2x2 boxes", 5, [])


@pytest.mark.parametrize(
    ("backend", "words"),
    [("pyomo", "1 Var Declarations"), ("pulp", "SUBJECT TO"), ("cpsat", "constraints {")],
)
def test_show_prints_the_real_model(backend: str, words: str) -> None:
    ran = run("show", "small:1", "-f", "assignment", "-b", backend)
    assert ran.code == 0
    assert words in ran.out
    (said,) = run("show", "small:1", "-f", "assignment", "-b", backend, "--json").objects
    assert words in said["model"]


def test_show_prints_the_logic_that_stands_beside_a_pulp_model_until_it_is_rewritten() -> None:
    assert (
        "outside the LpProblem: row 1 is all different [AllDifferent]"
        in run("show", "small:1", "-f", "all_different", *FAST).out
    )
    rewritten = run("show", "small:1", "-f", "all_different", *FAST, "-r", "indicators")
    assert rewritten.code == 0
    assert "outside the LpProblem" not in rewritten.out


def test_solve_prints_the_grid(given: tuple[str, str | None]) -> None:
    puzzle = sm.load("small:1")
    ran = run("solve", given[0], *FAST, stdin=given[1])
    assert ran.code == 0
    assert puzzle.draw(sm.build(puzzle, backend="pulp").solve().grid) in ran.out
    assert "solved: HiGHS found a solution" in ran.out
    assert "assignment on pulp: 64 variables, 64 constraints" in ran.out
    assert ran.err == ""


def test_solve_as_json_gives_a_solution(given: tuple[str, str | None]) -> None:
    (said,) = run("solve", given[0], *FAST, "--json", stdin=given[1]).objects
    puzzle = sm.load("small:1")
    assert said["status"] == "solved"
    assert said["givens"] == puzzle.line()
    assert puzzle.violations(sm.Puzzle.parse(said["grid"]).as_grid()) == []
    assert said["stats"]["variables"] == 64


@pytest.mark.parametrize("solver", ["highs", "cbc", "cpsat", *(["choco:BC"] if "choco" in solvers.installed() else [])])
@pytest.mark.parametrize("backend", ["pyomo", "pulp", "cpsat"])
def test_solve_takes_every_backend_and_solver(backend: str, solver: str) -> None:
    (said,) = run("solve", UNIQUE, "-f", "all_different", "-b", backend, "-s", solver, "--json").objects
    assert (said["status"], said["grid"], said["stats"]["solver"]) == ("solved", SOLUTION, solver)


def test_solve_names_the_rewrite() -> None:
    assert "pairwise on pulp, rewritten by big_m:" in run("solve", UNIQUE, *FAST, "-f", "pairwise", "-r", "big_m").out


def test_count_prints_the_number_and_the_confirming_solver(given: tuple[str, str | None]) -> None:
    ran = run("count", given[0], *FAST, stdin=given[1])
    assert ran.code == 0
    assert "1 (exact). Highs found 1 solution and proved that there are no more; cpsat confirms it." in ran.out
    assert ran.err == ""


def test_count_as_json(given: tuple[str, str | None]) -> None:
    (said,) = run("count", given[0], *FAST, "--json", stdin=given[1]).objects
    assert (said["value"], said["status"], said["checked_by"]) == (1, "exact", "cpsat")
    assert sm.load("small:1").violations(sm.Puzzle.parse(said["grids"][0]).as_grid()) == []


def test_count_prints_every_grid_on_request() -> None:
    ran = run("count", TWO_SOLUTIONS, *FAST, "--grids", "--no-cross-check")
    *grids, last = ran.out.splitlines()
    assert last.startswith("several:13: 2 (exact).")
    assert "confirms" not in last
    puzzle = sm.load(TWO_SOLUTIONS)
    assert len(set(grids)) == 2
    assert all(sm.is_solution(puzzle, sm.Puzzle.parse(grid).as_grid()) for grid in grids)


@pytest.mark.parametrize("options", [("-s", "cpsat", "--enumerate"), ("--at-least", "4")])
def test_other_methods_of_counting_give_the_same_result(options: tuple[str, ...]) -> None:
    assert run("count", TWO_SOLUTIONS, *FAST, *options, "--json").objects[0]["value"] == 2


def test_compare_prints_a_row_for_each_configuration(given: tuple[str, str | None]) -> None:
    ran = run("compare", given[0], *FEW_WAYS, stdin=given[1])
    assert ran.code == 0
    assert "All 4 configurations agree: exactly 1 solution, and the same grid" in ran.out
    rows = [line.split()[:3] for line in ran.out.splitlines() if " pulp " in line]
    assert rows == [[f, "pulp", s] for f in ("all_different", "assignment") for s in ("highs", "cpsat")]
    assert ran.err == ""


def test_compare_as_json(given: tuple[str, str | None]) -> None:
    (said,) = run("compare", given[0], *FEW_WAYS, "--json", stdin=given[1]).objects
    assert said["agree"] is True
    assert [row["count"]["value"] for row in said["rows"]] == [1, 1, 1, 1]


def test_compare_with_all_solvers_includes_those_that_pulp_finds() -> None:
    (said,) = run("compare", UNIQUE, "-f", "assignment", *FAST, "-s", "all", "--json").objects
    assert [row["solver"] for row in said["rows"]] == solvers.installed(everything=True)
    assert said["agree"] is True


def test_puzzles_lists_the_corpora() -> None:
    ran = run("puzzles")
    assert ran.code == 0
    for corpus in sm.corpora():
        assert re.search(rf"^ *{corpus.name} +{len(corpus)} ", ran.out, re.MULTILINE)
    assert [said["corpus"] for said in run("puzzles", "--json").objects] == [corpus.name for corpus in sm.corpora()]


def test_puzzles_lists_one_corpus_with_its_ground_truth() -> None:
    assert re.search(r"several:13 +4x4 +\d+ +2 ", run("puzzles", "several").out)
    said = {each["name"]: each for each in run("puzzles", "several", "--json").objects}
    assert list(said) == list(sm.corpus("several"))
    assert said["several:13"]["solutions"] == "2"
    assert said["several:13"]["cells"] == sm.load("several:13").line()


def test_a_corpus_is_all_of_its_puzzles() -> None:
    said = run("show", "small", "--json").objects
    assert [each["puzzle"] for each in said] == list(sm.corpus("small"))


def test_a_file_is_all_of_its_puzzles(file_of_three: str) -> None:
    said = run("solve", file_of_three, *FAST, "--json").objects
    assert [each["puzzle"] for each in said] == ["three.txt:1", "three.txt:2", "three.txt:3"]
    assert [each["status"] for each in said] == ["solved", "infeasible", "infeasible"]


def test_boxes_choose_the_board() -> None:
    blank = "." * 36
    assert run("show", blank, "--json").objects[0]["board"] == "6x6 board with 2x3 boxes"
    assert run("show", blank, "--boxes", "3x2", "--json").objects[0]["board"] == "6x6 board with 3x2 boxes"


def test_words_choose_the_board() -> None:
    said = run("show", "mccaffrey", "--board", "9+diagonal", "--json").objects[0]
    assert said["board"] == "9x9 board with 3x3 boxes, diagonal 1 and diagonal 2"
    assert said["text"] == sm.Puzzle(sm.Board.of_size(9).diagonal(), sm.load("mccaffrey").values).text()
    assert (
        run("show", "." * 49, "--board", "latin:7", "--json").objects[0]["board"] == "7x7 board with rows and columns"
    )


@pytest.mark.parametrize("form", ["iss", "fpuzzles", "link"])
def test_a_variant_is_written_read_and_solved_in_every_format(form: str) -> None:
    """As an argument, and from standard input."""
    text = run("show", ".Shape~4x4.Cage~3~R1C1~R1C2.~R3C3_1~R4C4_2", "--format", form).out.strip()
    for said in (run("count", text, *FAST, "--json"), run("count", "-", *FAST, "--json", stdin=text)):
        assert said.objects[0]["value"] == sm.count_solutions(sm.Puzzle.parse(text), backend="pulp").value
    assert run("show", text, "--format", "line").out.strip() == "..........1....2"


def test_a_file_whose_name_looks_like_a_variant_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old~1.txt").write_text(UNIQUE, encoding="utf-8")
    assert run("show", "./old~1.txt", "--json").objects[0]["cells"] == UNIQUE


def test_the_corpora_are_listed_with_their_kinds() -> None:
    said = {each["corpus"]: each["kinds"] for each in run("puzzles", "--json").objects}
    assert said["top95"] == ["usual"]
    assert said["killer"] == ["killer", "X-sudoku"]
    assert said["xsudoku"] == ["X-sudoku"]
    assert "killer," in run("puzzles").out


def test_a_puzzle_written_in_letters_is_a_puzzle_and_not_a_name() -> None:
    assert run("show", "cba987654321" * 12, "--json").objects[0]["board"].startswith("12x12")


# -- exit codes -------------------------------------------------------------------------------------------------------


def test_exit_codes_of_solve(file_of_three: str) -> None:
    assert run("solve", UNIQUE, *FAST).code == 0
    assert run("solve", NO_SOLUTION, *FAST).code == 1
    late = run("solve", UNIQUE, *FAST, "-t", "1e-9")
    assert (late.code, late.out.split(":")[0]) == (3, "unknown")
    assert run("solve", file_of_three, *FAST).code == 1  # the worst of the three


def test_exit_codes_of_count() -> None:
    assert run("count", NO_SOLUTION, *FAST).code == 0
    limited = run("count", "." * 16, *FAST, "--limit", "2")
    assert (limited.code, limited.out.split(".")[0]) == (0, "at least 2 (at least)")
    late = run("count", UNIQUE, *FAST, "-t", "1e-9")
    assert (late.code, late.out.split(".")[0]) == (3, "unknown (unknown)")


def test_exit_codes_of_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("compare", NO_SOLUTION, *FEW_WAYS).code == 0
    late = run("compare", UNIQUE, *FEW_WAYS, "-t", "1e-9")
    assert late.code == 3
    assert "UNKNOWN: 4 of 4 configurations did not end" in late.out

    honest = compare.count_solutions

    def lying(puzzle: sm.Puzzle, formulation: str, *rest: Any, **options: Any) -> sm.Count:
        return honest(sm.load(TWO_SOLUTIONS) if formulation == "assignment" else puzzle, formulation, *rest, **options)

    monkeypatch.setattr(compare, "count_solutions", lying)
    disagreed = run("compare", UNIQUE, *FEW_WAYS)
    assert disagreed.code == 1
    assert "NOT AGREED" in disagreed.out


def test_a_solver_that_is_wrong_leaves_the_answer_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def contradicted(*_: Any) -> sm.Count:
        raise DisagreementError("highs says that there are no more, but cpsat finds one more")

    monkeypatch.setattr(solving, "count_solutions", contradicted)
    ran = run("count", UNIQUE)
    assert ran.code == 3  # not 1, which is a proof, and not 2, for the input is good
    assert ran.err == "error: highs says that there are no more, but cpsat finds one more\n"


def test_ctrl_c_outside_a_solve_is_exit_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solving, "solve_one", pressed)
    ran = run("solve", UNIQUE)
    assert (ran.code, ran.err) == (130, "interrupted\n")


def test_ctrl_c_ends_a_comparison_with_the_rows_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, asked = compare.count_solutions, []

    def pressed_in_the_second(*arguments: Any, **options: Any) -> sm.Count:
        asked.append(arguments)
        if len(asked) == 2:
            monkeypatch.setattr(solvers.cpsat.CpSatSession, "enumerate", interrupted)
        return honest(*arguments, **options)

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    solvers.find("cpsat")  # imported
    monkeypatch.setattr(compare, "count_solutions", pressed_in_the_second)
    ran = run("compare", UNIQUE, *FEW_WAYS)
    assert ran.code == 130
    assert len(asked) == 2
    assert "UNKNOWN: 3 of 4 configurations did not end" in ran.out
    assert "2 were not tried; the other 1 agree: exactly 1 solution" in ran.out


def test_two_equal_givens_are_infeasible_and_the_clash_is_named() -> None:
    clash = "row 1 has the given 1 twice: in (1, 1) and (1, 2)"
    solved = run("solve", TWO_EQUAL, *FAST)
    assert solved.code == 1
    assert solved.out.startswith("infeasible: HiGHS proved that there is no solution\n")
    assert clash in solved.out
    counted = run("count", TWO_EQUAL, *FAST)
    assert counted.code == 0
    assert counted.out.startswith("0 (exact).")
    assert clash in counted.out
    assert clash in run("show", TWO_EQUAL).out


# -- help -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help_shows_an_example_or_the_exit_codes(command: str | None) -> None:
    ran = run(*([command] if command else []), "--help")
    assert ran.code == 0
    said = " ".join(ran.out.split())
    assert re.search(r"Examples: sudoku-models \w+|Exit code: 0 \w+", said)


def test_help_lists_every_command() -> None:
    said = run("--help").out
    assert all(re.search(rf"│ {command} ", said) for command in COMMANDS)


def test_no_command_shows_the_help() -> None:
    ran = run()
    assert "Usage: sudoku-models" in ran.out + ran.err


# -- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "1" * 17), "there are 17 cells; a puzzle has 16 (4x4), 36 (6x6), 81 (9x9)"),
        (("solve", UNIQUE, "--boxes", "3x3"), "there are 16 cells, but a 9x9 board with 3x3 boxes has 81"),
        (("solve", "1....?..........", *FAST), "unknown character '?' (line 1, column 6)"),
        (("count", "1....7.........."), "there is a 7 (line 1, column 6), but the digits of this 4x4 board are 1 to 4"),
        (("show", "1....x.........."), "the letter 'x' (line 1, column 6) stands for 33"),
        (("show", "x" * 300), "there are 300 cells"),
        (("show", ""), "unknown puzzle, corpus or file ''"),
        (("show", "no/such/file.txt"), "unknown puzzle, corpus or file 'no/such/file.txt'"),
        (("show", "mccafrey"), "unknown puzzle, corpus or file 'mccafrey'; did you mean 'mccaffrey'?"),
        (("count", "to95"), "unknown puzzle, corpus or file 'to95'; did you mean 'top95'?"),
        (("show", "top95:96"), "there is no puzzle 'top95:96': top95 has top95:1 to top95:95"),
        (("show", "top95:first"), "there is no puzzle 'top95:first'"),
        (("puzzles", "sevral"), "unknown corpus 'sevral'; did you mean 'several'?"),
        (("show", UNIQUE, "-f", "asignment"), "unknown formulation 'asignment'; did you mean 'assignment'?"),
        (("solve", UNIQUE, "-f", "pairwize"), "unknown formulation 'pairwize'; did you mean 'pairwise'?"),
        (("compare", UNIQUE, "-f", "mixt"), "unknown formulation 'mixt'; did you mean 'mixed'?"),
        (("solve", UNIQUE, "-b", "pumo"), "unknown backend 'pumo'"),
        (("compare", UNIQUE, "-b", "pulpo"), "unknown backend 'pulpo'; did you mean 'pulp'?"),
        (("solve", UNIQUE, *FAST, "-s", "hihgs"), "unknown solver 'hihgs'; did you mean 'highs'?"),
        (("compare", UNIQUE, "-s", "cpsta"), "unknown solver 'cpsta'; did you mean 'cpsat'?"),
        (("solve", UNIQUE, *FAST, "-s", "cpsat:BC"), "unknown solver 'cpsat:BC'; did you mean 'cpsat'?"),
        (("count", UNIQUE, *FAST, "-r", "bigm"), "unknown rewrite 'bigm'; did you mean 'big_m'?"),
        (("solve", UNIQUE, *FAST, "-r", "rank+big_m"), "'rank' and 'big_m' both rewrite not_equal; choose one"),
        (
            ("solve", UNIQUE, *FAST, "-f", "pairwise", "-r", "gdp_bigm"),
            "the rewrite 'gdp_bigm' does not work on the backend 'pulp': choose the backend",
        ),
        (
            ("solve", UNIQUE, "-b", "cpsat", "-f", "mixed", "-r", "gdp_hull"),
            "the rewrite 'gdp_hull' does not work on the backend 'cpsat'",
        ),
        (
            ("count", UNIQUE, *FAST, "-s", "highs", "--enumerate"),
            "highs cannot enumerate by itself; choose the method 'cuts', or a CP or SAT solver",
        ),
        (("solve", UNIQUE, *FAST, "-s", "GUROBI_CMD"), "PuLP does not find the solver 'GUROBI_CMD' on this machine"),
        (("solve", UNIQUE, "-s", "GUROBI_CMD"), "Pyomo does not find the solver 'GUROBI_CMD' on this machine"),
        (("compare", UNIQUE, *FAST, "-s", "highs", "-s", "GUROBI_CMD"), "does not find the solver 'GUROBI_CMD'"),
        (("show", UNIQUE, "--boxes", "2by2"), "the first one cannot be '2by2'"),
        (("show", UNIQUE, "--board", "9+diagonals"), "unknown word for a board 'diagonals'; did you mean 'diagonal'?"),
        (("show", "mccaffrey", "--board", "6"), "a 6x6 board with 2x3 boxes has 36 cells, but there are 81 values"),
        (("show", "killer:1", "--board", "windoku"), "omit --board"),
        (("show", ".AntiKnight", "--board", "windoku"), "read it without another board"),
        (("solve", ".Zipper~R1C1~R1C2"), ".Zipper (line 1, column 1): this constraint is not known here"),
        (("solve", '{"grid": 1}'), "in the f-puzzles JSON: the grid must be a list, not 1"),
        (("solve", "https://f-puzzles.com/?id=abc"), "open it, and copy the long link"),
        (("show", UNIQUE, "--format", "json"), "unknown format 'json'"),
        (("show", UNIQUE, "--boxes", "0x4"), "a board needs boxes of at least 1x2 cells, not 0x4"),
        (("show", UNIQUE, "--boxes", "999x999"), "the largest board has 64 digits; 998001 are too many"),
        (("count", UNIQUE, "--limit", "0"), "the limit must be a whole number of solutions, at least 1, not 0"),
        (("compare", UNIQUE, "--limit", "0"), "the limit must be a whole number of solutions, at least 1, not 0"),
        (("count", UNIQUE, "--limit", "many"), "--limit"),
        (("count", UNIQUE, "--at-least", "5"), "at_least must be from 1 to 4, not 5"),
        (
            ("solve", UNIQUE, *FAST, "--time-limit", "-1"),
            "the time limit must be a positive number of seconds, not -1.0",
        ),
        (
            ("count", UNIQUE, *FAST, "--time-limit", "nan"),
            "the time limit must be a positive number of seconds, not nan",
        ),
        (("compare", UNIQUE, "--time-limit", "0"), "the time limit must be a positive number of seconds, not 0.0"),
        *(
            ((*command, "--time-limit", "inf"), "the time limit must be a positive number of seconds, not inf")
            for command in (
                ("solve", UNIQUE),
                ("count", UNIQUE),
                ("compare", UNIQUE),
                ("unique", UNIQUE),
                ("allowed", UNIQUE),
                ("search", UNIQUE),
                ("rate", UNIQUE),
                ("generate", "--size", "4"),
                ("ladder", "small"),
                ("bench", "run", "--corpus", "small", "--out", "nowhere"),
            )
        ),
        (("solve",), "Missing argument 'PUZZLE'"),
        (("prove", UNIQUE), "No such command 'prove'"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else "",
)
def test_bad_input_is_a_sentence_and_exit_code_2(arguments: tuple[str, ...], words: str) -> None:
    assert words in " ".join(refused(*arguments).split())


def test_choco_that_is_not_installed_has_an_installation_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_models.solvers.registry.find_spec", lambda _: None)
    assert 'python -m pip install "pychoco>=0.4,<0.5"' in refused("solve", UNIQUE, *FAST, "-s", "choco")


def test_an_unknown_consistency_of_choco() -> None:
    pytest.importorskip("pychoco", reason="the extra 'choco' is not installed")
    assert "choco:AC, choco:AC_REGIN, choco:BC, choco:DEFAULT" in refused("solve", UNIQUE, *FAST, "-s", "choco:XX")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"# no puzzle, only a comment\n", "there is no puzzle in"),
        (b"\xff\xfe\x00\x9d" * 8, "is not a text file"),
        (b"1.....2\x00..3.....4", "is not a text file: it has a zero byte"),
        (b"1.....2..3.....4\n1.....2..3.....\n", "the puzzle that starts in line 2: there are 15 cells"),
    ],
)
def test_bad_files_and_bad_standard_input(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "bad.txt"
    file.write_bytes(content)
    said = refused("solve", str(file), *FAST)
    assert words in said
    assert "line 2" in said or "bad.txt" in said
    said = refused("solve", "-", *FAST, stdin=content)
    assert words in said
    assert "line 2" in said or "standard input" in said


def test_a_huge_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "LARGEST_FILE", 100)
    file = tmp_path / "huge.txt"
    file.write_text(f"{UNIQUE}\n" * 6, encoding="utf-8")
    assert "huge.txt has 102 bytes, more than the limit of 100; split it" in refused("show", str(file))
    assert "standard input has more than 100 bytes" in refused("show", "-", stdin=f"{UNIQUE}\n" * 6)


def test_a_directory_is_not_read(tmp_path: Path) -> None:
    assert f"cannot read {tmp_path}" in refused("show", str(tmp_path))


# -- as a program: pipes and Ctrl-C -----------------------------------------------------------------------------------


def program(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "sudoku_models", *arguments]


@pytest.mark.slow
def test_a_pipe_goes_in_and_comes_out_without_colour() -> None:
    done = subprocess.run(
        program("count", "-", *FAST), input=f"{UNIQUE}\n{TWO_EQUAL}\n", capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    assert [line.split(".")[0] for line in done.stdout.splitlines()] == ["line 1: 1 (exact)", "line 2: 0 (exact)"]
    assert "\x1b" not in done.stdout
    assert done.stderr == ""


@pytest.mark.slow
def test_a_broken_pipe_causes_no_traceback() -> None:
    with subprocess.Popen(
        program("puzzles", "clues17", "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as one:
        assert one.stdout
        assert one.stderr
        assert json.loads(one.stdout.readline())["name"] == "clues17:1"
        one.stdout.close()
        assert b"Traceback" not in one.stderr.read()
        assert one.wait(timeout=30) in (0, 74)


class Terminal:
    """A terminal for a program's standard error, with a person who reads it."""

    def __init__(self) -> None:
        pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
        self._reader, self.writer = pty.openpty()
        self.shown = b""
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        while True:
            try:
                text = os.read(self._reader, 4096)
            except OSError:  # the last program that wrote to it has ended
                return
            if not text:
                return
            self.shown += text

    def close(self) -> None:
        self._thread.join(timeout=10)
        os.close(self._reader)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    it = Terminal()
    yield it
    it.close()


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.parametrize(
    "way",
    [
        ("-s", "highs"),
        ("-s", "cpsat"),
        ("-s", "cpsat", "--enumerate"),
        ("-s", "cbc"),
        ("-s", "cadical"),
        *([("-s", "choco"), ("-s", "choco", "--enumerate")] if "choco" in solvers.installed() else []),
    ],
    ids=" ".join,
)
def test_ctrl_c_reports_the_results_so_far(way: tuple[str, ...], terminal: Terminal) -> None:
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(
        program("count", "several:34", "--limit", "5000", *way),
        stdout=subprocess.PIPE,
        stderr=terminal.writer,
        env=environment,
        start_new_session=True,
    ) as counting:
        os.close(terminal.writer)
        try:
            busy_by = time.monotonic() + 60
            while b"so far" not in terminal.shown and counting.poll() is None and time.monotonic() < busy_by:
                time.sleep(0.05)
            assert b"solutions so far" in terminal.shown  # the progress bar, which also says that it is busy
            os.killpg(counting.pid, signal.SIGINT)
            pressed = time.monotonic()
            out, _ = counting.communicate(timeout=30)
            took = time.monotonic() - pressed
        finally:
            if counting.poll() is None:
                os.killpg(counting.pid, signal.SIGKILL)
    said = out.decode()
    assert counting.returncode == 130
    assert took < 5
    assert "Traceback" not in said + terminal.shown.decode(errors="replace")
    assert (found := re.match(r"several:34: at least (\d+) \(at least\)\. .* and then it was interrupted\.$", said))
    assert int(found[1]) > 0


def test_ctrl_c_still_interrupts_after_a_solve() -> None:
    code = """
import os, signal, time
import sudoku_models as sm
for solver in sm.solvers.installed():
    assert sm.build(sm.load("small:1"), backend="pulp").solve(solver)
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
    except KeyboardInterrupt:
        print(solver)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == solvers.installed()
