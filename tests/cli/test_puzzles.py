"""The commands show, solve, count, compare, equivalent, allowed, unique and puzzles: results, exit codes, errors."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from running import refused, run

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.board.sources import fragment
from sudoku_models.cli import puzzles
from sudoku_models.errors import DisagreementError
from sudoku_models.models.problem import Problem
from sudoku_models.puzzles import corpora

compare = import_module("sudoku_models.models.comparison")  # the module; the package has the function under this name
UNIQUE = "1.....2..3.....4"
NO_SOLUTION = "12....3........4"  # no two givens clash
TWO_EQUAL = "11.............."
TWO_SOLUTIONS = "several:13"
FAST = ("-b", "pulp")  # the backend that is imported soonest
FOUR = ("-f", "all_different", "-f", "assignment", "-b", "pulp", "-s", "highs", "-s", "cpsat")


@pytest.fixture
def file_of_three(tmp_path: Path) -> str:
    """One puzzle with a solution, one without, one with two givens that clash."""
    file = tmp_path / "three.txt"
    file.write_text(f"# three puzzles\n{UNIQUE}\n{NO_SOLUTION}\n{TWO_EQUAL}\n", encoding="utf-8")
    return str(file)


# -- a puzzle may be a name, its text, a file, or standard input -------------------------------------------------------


def test_a_puzzle_is_read_from_everywhere(tmp_path: Path) -> None:
    puzzle = sm.load("small:1")
    file = tmp_path / "one.txt"
    file.write_text(f"# a comment\n{puzzle.line()}\n", encoding="utf-8")
    for argument, stdin in (
        ("small:1", None),
        (puzzle.line(), None),
        (str(file), None),
        ("-", f"# from a pipe\n{puzzle.line()}\n"),
    ):
        (shown,) = run("show", argument, "--json", stdin=stdin).objects
        assert (shown["cells"], shown["board"], shown["clashes"]) == (puzzle.line(), "4x4 board with 2x2 boxes", [])
        assert puzzle.draw() in run("show", argument, stdin=stdin).out


@pytest.mark.parametrize("command", ["show", "solve", "count", "unique", "explain", "rate"])
def test_the_code_of_a_board_is_read_by_every_command(command: str, tmp_path: Path) -> None:
    puzzle = sm.Puzzle.parse("1234 3412 2143 43..", sm.Board.of_size(4).diagonal())
    file = tmp_path / "code.txt"
    file.write_text(code := fragment(puzzle), encoding="utf-8")
    answers = [
        run(command, *from_, "--json") for from_ in ((puzzle.text(),), (code,), (f"https://a.b/{code}",), (str(file),))
    ]
    answers.append(run(command, "-", "--json", stdin=code))
    known = [
        [{k: each.get(k) for k in ("cells", "givens", "status", "text", "solved")} for each in ran.objects]
        for ran in answers
    ]
    assert known == known[:1] * 5
    refused(command, code[:-20])


def test_a_corpus_and_a_file_are_all_of_their_puzzles(file_of_three: str) -> None:
    assert [each["puzzle"] for each in run("show", "small", "--json").objects] == list(sm.corpus("small"))
    solved = run("solve", file_of_three, *FAST, "--json").objects
    assert [each["puzzle"] for each in solved] == ["three.txt:1", "three.txt:2", "three.txt:3"]
    assert [each["status"] for each in solved] == ["solved", "infeasible", "infeasible"]


def test_a_file_whose_name_looks_like_a_variant_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old~1.txt").write_text(UNIQUE, encoding="utf-8")
    assert run("show", "./old~1.txt", "--json").objects[0]["cells"] == UNIQUE


@pytest.mark.parametrize("form", ["iss", "fpuzzles", "link"])
def test_a_variant_is_written_read_and_counted_in_every_format(form: str) -> None:
    text = run("show", ".Shape~4x4.Cage~3~R1C1~R1C2.~R3C3_1~R4C4_2", "--format", form).out.strip()
    for counted in (run("count", text, *FAST, "--json"), run("count", "-", *FAST, "--json", stdin=text)):
        assert counted.objects[0]["value"] == sm.count_solutions(sm.Puzzle.parse(text), backend="pulp").value
    assert run("show", text, "--format", "line").out.strip() == "..........1....2"


# -- results ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("backend", "words"), [("pyomo", "1 Var Declarations"), ("pulp", "SUBJECT TO"), ("cpsat", "constraints {")]
)
def test_show_prints_the_real_model(backend: str, words: str) -> None:
    assert words in run("show", "small:1", "-f", "assignment", "-b", backend).out
    assert words in run("show", "small:1", "-f", "assignment", "-b", backend, "--json").objects[0]["model"]


def test_solve_prints_the_grid_the_size_and_the_rewrite() -> None:
    puzzle = sm.load("small:1")
    ran = run("solve", "small:1", *FAST)
    assert puzzle.draw(sm.build(puzzle, backend="pulp").solve().grid) in ran.out
    assert "64 variables, 64 constraints" in ran.out
    assert "rewritten by big_m" in run("solve", UNIQUE, *FAST, "-f", "pairwise", "-r", "big_m").out


def test_count_prints_every_grid_on_request() -> None:
    *grids, last = run("count", TWO_SOLUTIONS, *FAST, "--grids", "--no-cross-check").out.splitlines()
    assert last.startswith("several:13: 2 (exact).")
    puzzle = sm.load(TWO_SOLUTIONS)
    assert len(set(grids)) == 2
    assert all(sm.is_solution(puzzle, sm.Puzzle.parse(grid).as_grid()) for grid in grids)


def test_compare_prints_the_verdict_the_solution_and_the_fastest_of_each_formulation_or_every_row() -> None:
    configurations = [[f, "pulp", s] for f in ("all_different", "assignment") for s in ("highs", "cpsat")]
    brief, every = (run("compare", UNIQUE, *FOUR, *more).out.splitlines() for more in ((), ("--all",)))
    assert "agree" in brief[0]
    assert "agree" in every[0]
    fastest = [line.split("PuLP")[0].split()[-1] for line in brief if " PuLP " in line]
    assert fastest == ["all_different", "assignment"]
    puzzle = sm.Puzzle.parse(UNIQUE)
    drawn = puzzle.draw(sm.count_solutions(puzzle, backend="pulp").grids[0]).splitlines()
    assert [line[: len(drawn[0])] for line in brief[2 : 2 + len(drawn)]] == drawn
    assert [line.split()[:3] for line in every if " pulp " in line] == configurations
    (compared,) = run("compare", UNIQUE, *FOUR, "--json").objects
    assert compared["agree"] is True
    assert [row["count"]["value"] for row in compared["rows"]] == [1, 1, 1, 1]


def test_compare_with_all_solvers_includes_those_that_pulp_finds() -> None:
    (compared,) = run("compare", UNIQUE, "-f", "assignment", *FAST, "-s", "all", "--json").objects
    assert [row["solver"] for row in compared["rows"]] == solvers.installed(everything=True)
    assert compared["agree"] is True


def test_equivalent_tells_formulations_apart(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def no_rules(m, puzzle):\n    return m.int_vars('x', puzzle.board.cells, 1, puzzle.board.size)\n")
    same = run("equivalent", "assignment", "pairwise", "--board", "4")
    assert (same.code, same.out.split(":")[0]) == (0, "equivalent")
    try:
        ran = run("equivalent", "assignment", "no_rules", UNIQUE, "--plugin", str(file), "--json")
    finally:
        del sm.FORMULATIONS["no_rules"]
    (found,) = ran.objects
    assert (ran.code, found["status"], found["accepted_by"]) == (1, "different", "no_rules")
    assert not sm.is_solution(sm.Puzzle.parse(UNIQUE), sm.Puzzle.parse(found["grid"]).as_grid())
    assert run("equivalent", "assignment", "pairwise", UNIQUE, "-t", "1e-9").code == 3
    assert run("equivalent", "assignment", "nothing", UNIQUE).code == 2


def test_puzzles_lists_corpora_and_their_ground_truth() -> None:
    out = run("puzzles").out
    kinds = {each["corpus"]: each["kinds"] for each in run("puzzles", "--json").objects}
    for corpus in corpora():
        assert re.search(rf"^ *{corpus.name} +{len(corpus)} ", out, re.MULTILINE)
        assert kinds[corpus.name] == list(corpus.kinds)
    listed = {each["name"]: each for each in run("puzzles", "several", "--json").objects}
    assert list(listed) == list(sm.corpus("several"))
    assert (listed["several:13"]["solutions"], listed["several:13"]["cells"]) == ("2", sm.load("several:13").line())


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
    assert run("compare", NO_SOLUTION, *FOUR).code == 0
    assert run("compare", UNIQUE, *FOUR, "-t", "1e-9").code == 3
    honest = compare.count_solutions

    def lying(puzzle: sm.Puzzle, formulation: str, *rest: Any, **options: Any) -> Any:
        return honest(sm.load(TWO_SOLUTIONS) if formulation == "assignment" else puzzle, formulation, *rest, **options)

    monkeypatch.setattr(compare, "count_solutions", lying)
    disagreed = run("compare", UNIQUE, *FOUR)
    assert disagreed.code == 1
    assert "NOT AGREED" in disagreed.out


def test_a_solver_that_is_wrong_leaves_the_answer_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def contradicted(*_: Any, **__: Any) -> None:
        raise DisagreementError("highs says that there are no more, but cpsat finds one more")

    monkeypatch.setattr(puzzles, "count_solutions", contradicted)
    assert run("count", UNIQUE).code == 3  # not 1, which is a proof, and not 2, for the input is good


def test_ctrl_c_ends_a_comparison_with_the_rows_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, asked = compare.count_solutions, []

    def pressed_in_the_second(*arguments: Any, **options: Any) -> Any:
        asked.append(arguments)
        if len(asked) == 2:
            monkeypatch.setattr(solvers.cpsat.CpSatSession, "enumerate", interrupted)
        return honest(*arguments, **options)

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    solvers.find("cpsat")  # imported
    monkeypatch.setattr(compare, "count_solutions", pressed_in_the_second)
    ran = run("compare", UNIQUE, *FOUR)
    assert (ran.code, len(asked)) == (130, 2)
    assert "3 of 4 configurations did not end" in ran.out


def test_two_equal_givens_are_infeasible_and_the_clash_is_named() -> None:
    clash = "row 1 has the given 1 twice: in r1c1 and r1c2"
    for command, code in (("solve", 1), ("count", 0), ("show", 0)):
        ran = run(command, TWO_EQUAL, *FAST)
        assert ran.code == code
        assert clash in ran.out


# -- allowed values and uniqueness -------------------------------------------------------------------------------------


def test_allowed_lists_the_values() -> None:
    (found,) = run("allowed", TWO_SOLUTIONS, "--method", "cpsat", "--json").objects
    assert (found["status"], found["total"], found["method"]) == ("complete", 20, "cpsat")
    assert "12 4 | 3 12" in run("allowed", TWO_SOLUTIONS).out


def test_exit_codes_of_allowed() -> None:
    assert run("allowed", UNIQUE).code == 0
    assert run("allowed", NO_SOLUTION).code == 1
    assert run("allowed", "mccaffrey", "-t", "0.000001").code == 3
    assert run("allowed", "-", stdin=f"{UNIQUE}\n{NO_SOLUTION}\n").code == 1


def test_unique_decides_and_names_the_cells_that_differ() -> None:
    ran = run("unique", UNIQUE)
    assert ran.code == 0
    assert "All 5 methods agree" in ran.out
    ran = run("unique", TWO_SOLUTIONS)
    assert ran.code == 1
    assert "Two solutions differ in 4 cells: " in ran.out
    assert "1 more given" in ran.out
    assert run("unique", NO_SOLUTION).code == 1
    assert run("unique", "mccaffrey", "-t", "0.000001").code == 3
    assert run("unique", "-", stdin=f"{UNIQUE}\n{NO_SOLUTION}\n").code == 1


@pytest.mark.parametrize("command", ["allowed", "unique"])
def test_ctrl_c(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Problem, "ask", stop)
    assert run(command, UNIQUE).code == 130


# -- bad input: a sentence with its essential word, and exit code 2 ----------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("show", ""), "unknown puzzle"),
        (("show", "mccafrey"), "'mccaffrey'?"),
        (("show", "top95:96"), "top95:95"),
        (("show", "killer:1", "--board", "windoku"), "omit --board"),
        (("show", UNIQUE, "--format", "json"), "unknown format"),
        (("count", UNIQUE, "--limit", "0"), "at least 1"),
        (("solve", UNIQUE, *FAST, "--time-limit", "-1"), "positive"),
        (("prove", UNIQUE), "No such command"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else "",
)
def test_bad_input(arguments: tuple[str, ...], word: str) -> None:
    assert word in refused(*arguments)


@pytest.mark.parametrize(
    "content", [b"", b" \n\n", b"# only a comment\n", b"\xff\xfe\x00\x9d" * 8, b"1.\x002..3.....4"]
)
def test_bad_files_and_bad_standard_input(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bad.txt"
    file.write_bytes(content)
    assert "bad.txt" in refused("solve", str(file), *FAST)
    assert "standard input" in refused("solve", "-", *FAST, stdin=content)
    assert "cannot read" in refused("show", str(tmp_path))
