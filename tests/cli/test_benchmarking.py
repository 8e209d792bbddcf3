"""The commands of the benchmark: what they print, write and refuse."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from running import refused, run

from sudoku_models import FORMULATIONS, benchmark
from sudoku_models.benchmark import contenders
from sudoku_models.benchmark.rows import as_table
from sudoku_models.benchmark.storage import Writer
from sudoku_models.solvers import registry

RUN = ["bench", "run", "-C", "small", "-n", "1", "-f", "all_different", "-b", "pulp", "-s", "cpsat"]
RIGHT = (Path(__file__).parents[1] / "data" / "my_formulation.py").read_text(encoding="utf-8")
PROTOCOL = """[run]
seeds = [0, 1]
[[run.puzzles]]
corpus = "small"
sample = 1
[[run.configurations]]
formulations = ["all_different"]
backends = ["pulp"]
solvers = ["highs", "cpsat"]

[[contrast]]
name = "engines"
question = "Is HiGHS faster than CP-SAT?"
a = {solver = "highs"}
b = {solver = "cpsat"}
"""


@pytest.fixture(autouse=True)
def table_as_it_was() -> Iterator[None]:
    before = set(FORMULATIONS)
    yield
    for name in set(FORMULATIONS) - before:
        del FORMULATIONS[name]


@pytest.fixture(scope="module")
def protocol(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("protocol") / "protocol.toml"
    file.write_text(PROTOCOL, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def results(protocol: Path) -> Path:
    """The results of the protocol, of which one half is measured first."""
    half, whole = run("bench", "run", str(protocol), "-o", str(protocol.parent), "--shard", "1/2"), None
    whole = run("bench", "run", str(protocol), "-o", str(protocol.parent))
    assert (half.code, whole.code) == (0, 0)
    assert "2 configurations, 4 puzzles: 10 cases" in whole.err  # with three controls
    assert "seconds if the puzzles are easy" in whole.err
    first, rest, before = (int(n) for n in re.findall(r"(\d+) (?:cases measured|were there)", half.out + whole.out))
    assert (first, first + rest) == (before, 10)
    assert 0 < first < 10
    assert f"sudoku-models bench report {protocol.parent}" in whole.out
    return protocol.parent


@pytest.mark.slow
def test_a_protocol_is_measured_reported_and_answered(results: Path, tmp_path: Path) -> None:
    table = benchmark.read(results)
    assert sorted(table.loc[table["corpus"] == "small", "seed"]) == [0, 0, 1, 1]
    report = run("bench", "report", str(results), "-m", "solved", "-C", "small", "-o", str(tmp_path / "here"))
    assert report.code == 0
    assert "the best of 2 configurations by PAR2 is all_different" in report.out
    assert "Fewer than six puzzles" in report.out
    page = tmp_path / "here" / "index.html"
    assert report.out.splitlines()[-1] == str(page)
    assert page.exists()
    answers = run("bench", "contrasts", str(results))
    assert answers.code == 0
    assert "Is HiGHS faster than CP-SAT?" in answers.out
    found = run("bench", "contrasts", str(results), "-p", str(results / "protocol.toml"), "--json").objects
    assert [(row["contrast"], row["measure"]) for row in found] == [("engines", "solver"), ("engines", "proved")]
    assert [(row["puzzles"], row["ratio_low"]) for row in found] == [(1, None)] * 2


@pytest.mark.slow
def test_two_folders_are_compared(results: Path, tmp_path: Path) -> None:
    same = run("bench", "diff", str(results), str(results), "--fail-above", "1.1")
    assert same.code == 0
    assert "there are too few puzzles in 2" in same.out
    other = tmp_path / "other"
    table = benchmark.read(results)
    is_one = (table["corpus"] == "small") & (table["solver"] == "cpsat") & (table["seed"] == 0)
    table.loc[is_one, "status"] = "several"
    with Writer(other) as writer:
        writer.add(as_table(table.astype(object).where(table.notna(), None).to_dict("records")))
    differs = run("bench", "diff", str(results), str(other))
    assert differs.code == 1
    assert differs.out.startswith("Contradiction on small:")
    found = run("bench", "diff", str(results), str(other), "--json")
    assert found.code == 1
    assert [row["kind"] for row in found.objects] == ["contradiction"] + ["regression"] * 4
    assert {row["verdict"] for row in found.objects[1:]} == {"not trusted"}
    assert "there are no results in" in refused("bench", "diff", str(results), str(tmp_path / "missing"))


def test_a_dry_run_names_the_configurations_and_writes_nothing(tmp_path: Path) -> None:
    done = run(*RUN[:-2], "-s", "highs,cpsat", "-o", str(tmp_path), "--dry-run")
    assert done.code == 0
    named = [
        "small: ",
        "controls: ",
        "all_different, indicators x pulp x highs: HiGHS 1.",
        "all_different x pulp x cpsat: CP-SAT 9.",
    ]
    assert [line[: len(name)] for line, name in zip(done.out.splitlines(), named, strict=True)] == named
    assert list(tmp_path.iterdir()) == []


def test_configurations_isomorphs_and_repeats_are_options(tmp_path: Path) -> None:
    names = ["all_different x cpsat x cpsat", "all_different, pairwise+rank x pulp x highs, no presolve"]
    chosen = [part for name in names for part in ("-c", name)]
    more = ["--seeds", "1,2", "--repeats", "3", "--dry-run", "-o", str(tmp_path)]
    done = run("bench", "run", "-C", "small", "-n", "2", *chosen, *more)
    assert done.code == 0
    assert "small: 2 puzzles, 2 isomorphs, 3 times" in done.out
    assert [line.partition(": ")[0] for line in done.out.splitlines()[2:]] == names


def test_a_dry_run_says_which_questions_have_too_few_puzzles(protocol: Path, tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(PROTOCOL.replace("sample = 1", "sample = 2"), encoding="utf-8")
    done = run("bench", "run", str(file), "-o", str(tmp_path / "out"), "--dry-run")
    assert done.code == 0
    assert "engines: 2 puzzles, too few" in done.out
    assert "fewer than 7 puzzles" in done.err
    file.write_text(PROTOCOL.replace("sample = 1", "").replace("small", "hardest11"), encoding="utf-8")
    enough = run("bench", "run", str(file), "-o", str(tmp_path / "out"), "--dry-run")
    assert enough.out.splitlines()[-1] == "engines: 11 puzzles"
    file.write_text(PROTOCOL.replace('a = {solver = "highs"}', 'a = {solvr = "highs"}'), encoding="utf-8")
    assert "solvr" in refused("bench", "run", str(file), "-o", str(tmp_path / "out"), "--dry-run")


@pytest.mark.slow
def test_a_plan_counts_what_is_left(results: Path, protocol: Path, tmp_path: Path) -> None:
    command = ["bench", "run", str(protocol), "--dry-run", "-o"]
    assert "10 cases, of which this run measures 0\n" in run(*command, str(results)).err
    assert "4 puzzles: 10 cases\n" in run(*command, str(tmp_path)).err
    shards = [run(*command, str(tmp_path), "--shard", f"{k}/2").err for k in (1, 2)]
    assert sum(int(re.search(r"run measures (\d+)", each + " run measures 10")[1]) for each in shards) == 10


def test_a_run_for_a_cluster_is_described_where_a_library_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "find_spec", lambda name: None if name == "pychoco" else find_spec(name))
    monkeypatch.setattr(contenders, "_why_not", contenders._why_not.__wrapped__)
    command = [
        "bench",
        "run",
        "-C",
        "small",
        "-n",
        "1",
        "-f",
        "all_different",
        "-b",
        "pulp",
        "-s",
        "choco",
        "-o",
        str(tmp_path / "out"),
    ]
    plan = run(*command, "--dry-run")
    assert plan.code == 0
    assert "all_different x pulp x choco: not on this machine" in plan.out
    ran = run(*command)
    assert (ran.code, ran.out) == (2, "")
    assert "nothing was measured. choco on pulp: " in ran.err
    assert "pychoco" in ran.err
    assert "rows" not in ran.err


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["-C", "no-such-corpus"], "no-such-corpus"),
        (["--shard", "2"], "--shard takes two numbers"),
        (["--shard", "3/2"], "no shard 3 of 2"),
        (["--shard", "9/9"], "at most 4"),
        (["no.toml"], "--corpus"),
        (["-c", "all_different x cpsat x cpsat"], "one by one"),
        (["--seeds", "1,x"], "--seeds"),
    ],
)
def test_bad_input_is_refused(more: list[str], what: str, tmp_path: Path) -> None:
    assert what in refused(*RUN, "-o", str(tmp_path / "out"), *more)
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_without_any_choice_a_first_look_is_measured(tmp_path: Path) -> None:
    done = run("bench", "run", "-s", "highs,cpsat", "-o", str(tmp_path))
    assert done.code == 0
    table = benchmark.read(tmp_path)
    assert set(table["corpus"]) == {"top95", "controls"}
    assert not table["failed"].any()
    assert len(table) < 50


@pytest.mark.slow
def test_a_formulation_of_your_own_is_checked_and_measured_beside_the_others(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(RIGHT, encoding="utf-8")
    command = ["bench", "run", "-C", "small", "-n", "1", "-f", "at_most_once,assignment", "-b", "pulp,pyomo"]
    done = run(*command, "-s", "highs", "-p", str(file), "-o", str(tmp_path / "results"))
    assert done.code == 0
    assert "checked: at_most_once accepts every solution and nothing else" in done.err
    table = benchmark.read(tmp_path / "results")
    table = table[table["corpus"] != "controls"]
    assert set(table["status"]) == {"unique"}
    assert len(table.groupby(["formulation", "backend", "solver"])) == len(table) == 4


def test_a_wrong_formulation_does_not_run_and_its_counterexample_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    wrong = RIGHT.replace("in board.units", "in board.units[4:]").replace("at_most_once", "rowless")
    file.write_text(wrong, encoding="utf-8")
    message = refused(*RUN[:-6], "-b", "pulp", "-p", str(file), "-o", str(tmp_path / "results"))
    assert "row 1 has two" in message
    assert not (tmp_path / "results").exists()


def test_a_protocol_or_a_folder_that_does_not_fit_is_refused(results: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    for text, what in (
        (PROTOCOL.replace('"cpsat"}', '"cbc"}'), "selects no row"),
        ("title = 'x'", "[[contrast]]"),
    ):
        other.write_text(text, encoding="utf-8")
        assert what in refused("bench", "contrasts", str(results), "--protocol", str(other))
    assert "cannot be read" in refused("bench", "contrasts", str(tmp_path))
    assert "did you mean 'small'" in refused("bench", "report", str(results), "-C", "smal")
    assert "did you mean 'proved'" in refused("bench", "report", str(results), "-m", "prove")
    assert "choose a folder with --out" in refused("bench", "report", str(results), "-o", __file__)
    assert "sudoku-models bench run" in refused("bench", "report", str(tmp_path))
