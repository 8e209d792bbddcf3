"""The commands of the benchmark: what they print, write and refuse."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sudoku_models import FORMULATIONS, benchmark
from sudoku_models.benchmark import runner
from sudoku_models.cli import app

RUN = ["bench", "run", "-c", "small", "-n", "1", "-f", "all_different", "-b", "pulp", "-s", "cpsat"]


@pytest.fixture(autouse=True)
def table_as_it_was() -> Iterator[None]:
    before = set(FORMULATIONS)
    yield
    for name in set(FORMULATIONS) - before:
        del FORMULATIONS[name]


def invoke(*arguments: str) -> tuple[int, str, str]:
    ended = CliRunner().invoke(app, [*arguments])
    return ended.exit_code, ended.stdout, ended.stderr


@pytest.mark.slow
def test_a_run_leaves_rows_and_says_what_comes_next(tmp_path: Path) -> None:
    code, said, plan = invoke(*RUN, "-o", str(tmp_path), "--seed", "0-1")
    assert code == 0
    assert "1 configuration, 1 puzzle, 2 orientations: 2 cases" in plan
    assert "2 cases measured; 0 left." in said
    assert f"sudoku-models bench report {tmp_path}" in said
    assert benchmark.read(tmp_path)["seed"].tolist() == [0, 1]
    code, said, _ = invoke(*RUN, "-o", str(tmp_path), "--seed", "0-2", "--json")
    counts = json.loads(said)
    assert counts.pop("disturbed") in (0, 1)  # other programs may be running beside the test
    assert counts == {
        "folder": str(tmp_path),
        "total": 3,
        "before": 2,
        "done": 1,
        "failed": 0,
        "left": 0,
        "interrupted": False,
    }


@pytest.mark.slow
def test_cases_that_were_measured_beside_other_programs_are_told(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(runner, "OTHERS", -100.0)  # any load is too large
    code, _, told = invoke(*RUN, "-o", str(tmp_path), "--repeat", "2")
    assert code == 0
    assert "1 configuration, 1 puzzle, 1 orientation, 2 times: 2 cases" in told
    assert "warning: 2 of the 2 cases were measured while other programs were running" in told
    table = benchmark.read(tmp_path)
    assert table["repeat"].tolist() == [0, 1]
    assert (table["seen_seconds"] > 0).all()


@pytest.mark.slow
def test_puzzles_of_a_file_run_under_its_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("1.....2..3.....4\n", encoding="utf-8")
    code, _, _ = invoke(
        "bench", "run", "-c", str(file), "-f", "assignment", "-b", "pulp", "-s", "highs", "-o", str(tmp_path)
    )
    assert code == 0
    assert benchmark.read(tmp_path)["corpus"].tolist() == ["mine"]


def test_a_dry_run_names_the_configurations_and_writes_nothing(tmp_path: Path) -> None:
    code, said, _ = invoke(*RUN[:-2], "-s", "highs,cpsat", "-o", str(tmp_path), "--dry-run")
    assert code == 0
    named = ["all_different, indicators x pulp x highs: HiGHS 1.", "all_different x pulp x cpsat: CP-SAT 9."]
    assert [line[: len(name)] for line, name in zip(said.splitlines(), named, strict=True)] == named
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["-s", "hihgs"], "did you mean 'highs'"),
        (["-r", "rank", "-f", "assignment"], "'rank' fits none of the other names"),
        (["--seed", "a-b"], "--seed takes numbers"),
        (["-c", "no-such-corpus"], "no-such-corpus"),
        (["--time-limit", "0"], "time limit must be a positive number"),
        (["--presolve", "maybe"], "unknown presolve 'maybe'"),
    ],
)
def test_bad_input_is_a_sentence_and_exit_code_2(more: list[str], what: str, tmp_path: Path) -> None:
    code, _, said = invoke(*RUN, "-o", str(tmp_path), *more)
    assert code == 2
    assert what in " ".join(said.split())


RIGHT = (Path(__file__).parents[1] / "data" / "my_formulation.py").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_formulation_of_your_own_is_checked_and_measured_beside_the_others(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(RIGHT, encoding="utf-8")
    command = ["bench", "run", "-c", "small", "-n", "1", "-f", "at_most_once,assignment", "-b", "pulp,pyomo"]
    code, _, said = invoke(*command, "-s", "highs,cpsat", "-p", str(file), "-o", str(tmp_path / "results"))
    assert code == 0
    assert "checked: at_most_once accepts every solution and nothing else" in said
    table = benchmark.read(tmp_path / "results")
    assert set(table["status"]) == {"unique"}
    configurations = {(row.formulation, row.backend, row.solver) for row in table.itertuples()}
    assert configurations == {
        (f, b, s) for f in ("at_most_once", "assignment") for b in ("pulp", "pyomo") for s in ("highs", "cpsat")
    }


def test_a_wrong_formulation_does_not_run_and_its_counter_example_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(
        RIGHT.replace("in board.units", "in board.units[4:]").replace("at_most_once", "rowless"), encoding="utf-8"
    )
    code, _, said = invoke(*RUN[:-6], "-b", "pulp", "-p", str(file), "-o", str(tmp_path / "results"))
    assert code == 2
    assert "row 1 has two" in said
    assert not (tmp_path / "results").exists()


def test_a_plugin_that_ends_its_process_does_not_end_the_tool(tmp_path: Path) -> None:
    file = tmp_path / "gone.py"
    file.write_text("import os; os._exit(0)", encoding="utf-8")
    code, _, said = invoke(*RUN, "-p", str(file), "-o", str(tmp_path / "results"))
    assert code == 2
    assert "gone.py: its process ended with exit code 0 before an answer" in " ".join(said.split())
    assert not (tmp_path / "results").exists()


@pytest.mark.slow
def test_a_check_is_repeated_with_its_seed_and_says_what_is_settled(tmp_path: Path) -> None:
    file = tmp_path / "fixed.py"
    file.write_text(RIGHT.replace("    return y\n", FIXES_TOP95), encoding="utf-8")
    command = ["bench", "run", "-c", "small", "-n", "1", "-f", "assignment", "-b", "pulp", "-s", "highs"]
    code, _, said = invoke(*command, "-p", str(file), "--check-seed", "41", "-o", str(tmp_path), "--dry-run")
    assert code == 0
    assert "(seed 41)" in said
    assert "settled by the formulation, though by no given: 1 cell and" in " ".join(said.split())


FIXES_TOP95 = """
    if puzzle.name == "top95:1":
        import sudoku_models as sm

        grid = sm.build(puzzle, "all_different", "cpsat").solve("cpsat").grid
        i = next(i for i in board.cells if i not in puzzle.givens)
        m.fix(y[i, grid[i]], 1)
    return y
"""


@pytest.mark.slow
def test_a_case_beyond_its_memory_is_a_row_that_says_so(tmp_path: Path) -> None:
    code, said, _ = invoke(*RUN, "--memory", "20M", "-o", str(tmp_path))
    assert code == 3
    assert "1 of all failed" in said
    (row,) = benchmark.read(tmp_path).to_dict("records")
    assert "memory limit" in row["reason"]


@pytest.mark.parametrize("size", ["much", "0G", "-1G", "10"])
def test_a_size_that_is_none_is_refused(size: str, tmp_path: Path) -> None:
    code, _, said = invoke(*RUN, "-o", str(tmp_path), f"--memory={size}")
    assert code == 2
    assert "--memory takes a size such as 500M or 2G" in " ".join(said.split())


PROTOCOL = """[[contrast]]
name = "engines"
question = "Is HiGHS faster than CP-SAT?"
a = {solver = "highs"}
b = {solver = "cpsat"}
"""


def test_contrasts_are_printed_as_a_table_and_as_json(results: Path, tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(PROTOCOL, encoding="utf-8")
    code, said, _ = invoke("bench", "contrasts", str(results), "--protocol", str(file))
    assert code == 0
    assert "verdict on A" in said
    assert "Is HiGHS faster than CP-SAT?" in said
    code, said, _ = invoke("bench", "contrasts", str(results), "-p", str(file), "--json")
    assert code == 0
    (row,) = map(json.loads, said.splitlines())
    assert (row["table"], row["contrast"], row["puzzles"]) == ("contrasts", "engines", 1)


@pytest.mark.parametrize(
    ("text", "what"),
    [(PROTOCOL.replace("cpsat", "cbc"), "selects no row"), (PROTOCOL.replace("{solver", "{sovler"), "did you mean")],
)
def test_a_protocol_that_does_not_fit_is_refused(results: Path, tmp_path: Path, text: str, what: str) -> None:
    file = tmp_path / "study.toml"
    file.write_text(text, encoding="utf-8")
    code, _, said = invoke("bench", "contrasts", str(results), "--protocol", str(file))
    assert code == 2
    assert what in " ".join(said.split())


def test_without_a_protocol_the_one_in_the_folder_is_meant(results: Path) -> None:
    code, _, said = invoke("bench", "contrasts", str(results))
    assert code == 2
    assert "protocol.toml cannot be read" in "".join(said.split("\n")).replace("  ", " ")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    assert invoke(*RUN[:-2], "-s", "highs,cpsat", "-o", str(folder))[0] == 0
    return folder


@pytest.mark.slow
def test_a_report_says_what_was_found_and_where_the_page_is(results: Path, tmp_path: Path) -> None:
    code, said, _ = invoke("bench", "report", str(results))
    assert code == 0
    assert "The best of 2 configurations by PAR2 is all_different" in said
    assert "warning: With fewer than six puzzles" in said
    page = results / "report" / "index.html"
    assert said.splitlines()[-1] == str(page)
    assert page.exists()
    code, said, _ = invoke("bench", "report", str(results), "-m", "solved", "-c", "small", "-o", str(tmp_path / "here"))
    assert code == 0
    assert "it solves 100 %" in said
    assert {each.name for each in (tmp_path / "here").iterdir()} == {"index.html", "figures", "tables"}


@pytest.mark.slow
def test_a_report_prints_its_tables_as_json(results: Path, tmp_path: Path) -> None:
    code, said, _ = invoke("bench", "report", str(results), "--json", "-o", str(tmp_path))
    assert code == 0
    lines = [json.loads(line) for line in said.splitlines()]
    summary = [line for line in lines if line["table"] == "summary"]
    assert [line["configuration"] for line in summary][-1] == "virtual best"
    assert {line["proved_percent"] for line in summary} == {100}
    assert {"parts", "sizes", "memory", "search", "environments"} <= {line["table"] for line in lines}
    assert (tmp_path / "index.html").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["-c", "smal"], "did you mean 'small'"),
        (["-m", "prove"], "did you mean 'proved'"),
        (["-o", __file__], "choose a folder with --out"),
    ],
)
def test_a_report_refuses_bad_input_in_a_sentence(more: list[str], what: str, results: Path) -> None:
    code, _, said = invoke("bench", "report", str(results), *more)
    assert code == 2
    assert what in " ".join(said.split())


def test_a_folder_without_results_says_how_to_get_some(tmp_path: Path) -> None:
    code, said, told = invoke("bench", "report", str(tmp_path))
    assert (code, said) == (2, "")
    assert f"there are no results in {tmp_path}" in told
    assert "sudoku-models bench run" in told
