"""A run is measured as it is described, in Python or in TOML, and a description with a mistake in it is refused."""

from collections import Counter
from itertools import combinations, groupby, islice
from operator import attrgetter
from pathlib import Path
from statistics import mean

import pytest

import sudoku_models as sm
from sudoku_models import benchmark
from sudoku_models.benchmark import Study, configurations, load_study, study
from sudoku_models.benchmark.baselines import BASELINES, STOCK
from sudoku_models.errors import InputError
from sudoku_models.puzzles.corpora import corpus, data_folder

FOUR = benchmark.configurations(["all_different", "assignment"], None, ["pulp"], ["highs", "cpsat"])
ONE = FOUR[:1]

TEXT = """
[run]
time_limit = 5.0
seeds = [1, 2]
repeats = 3

[[run.puzzles]]
name = "rated below 7"
corpus = "rated"
rating = [0.0, 7.0]
sample = 4

[[run.puzzles]]
corpus = "large"
size = 16
time_limit = 2.0
repeats = 1

[[run.puzzles]]
corpus = "top95"
skip = 90

[[run.configurations]]
formulations = ["assignment", "all_different"]
backends = ["pulp"]
solvers = ["highs", "cpsat"]

[[run.configurations]]
formulations = ["all_different"]
backends = ["cpsat", "pulp"]
solvers = ["cpsat"]
"""


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "protocol.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_every_stratum_is_measured_with_its_own_limit_isomorphs_and_repeats(tmp_path: Path) -> None:
    found = load_study(written(tmp_path, TEXT))
    assert list(map(str, found.configurations)) == [
        "assignment x pulp x highs",
        "assignment x pulp x cpsat",
        "all_different, indicators x pulp x highs",
        "all_different x pulp x cpsat",
        "all_different x cpsat x cpsat",
    ]
    cases = [case for case in found if case.corpus != "controls"]
    of = {name: [case for case in cases if case.corpus == name] for name in ("rated below 7", "large", "top95")}
    assert [len(some) for some in of.values()] == [4 * 2 * 3 * 5, 3 * 2 * 1 * 5, 5 * 2 * 3 * 5]
    assert len(found) == len([*found]) == len({case.key for case in found})
    ratings = {entry.name: entry.rating for entry in corpus("rated").entries}
    assert all(ratings[case.puzzle.name] < 7 for case in of["rated below 7"])
    assert {case.puzzle.board.size for case in of["large"]} == {16}
    assert {case.puzzle.name for case in of["top95"]} == {f"top95:{k}" for k in range(91, 96)}
    assert {case.time_limit for case in of["large"]} == {2.0}
    assert {case.time_limit for case in of["top95"]} == {5.0}
    assert [case.repeat for case in cases] == sorted(case.repeat for case in cases)
    assert {case.solutions for case in cases} == {"1"}


def test_a_block_has_puzzles_of_all_strata_with_every_configuration_in_an_order_of_chance() -> None:
    """So neither what changes with the hours nor what another case leaves behind is mistaken for a difference."""
    tables = [{"corpus": "top95", "sample": 60}, {"corpus": "rated", "sample": 120}]
    described = study(tables, FOUR, 5.0, seeds=[0, 1], repeats=3)
    cases = [*described]
    assert [case.key for case in described] == [case.key for case in cases]
    assert [case.block for case in cases] == sorted(case.block for case in cases)
    blocks = [[*block] for _, block in groupby(cases, attrgetter("block"))]
    places = []
    for block in blocks:
        assert len({case.repeat for case in block}) == 1
        of_puzzle = Counter((case.corpus, case.puzzle.name, case.seed) for case in block)
        assert set(of_puzzle.values()) == {4}, "every configuration is there"
        places += [k / len(block) for k, case in enumerate(block) if case.configuration == ONE[0]]
        if len(block) == max(map(len, blocks)):
            share = sum(case.corpus == "rated" for case in block) / len(block)
            assert 0.45 < share < 0.9, "two thirds of the puzzles are of this corpus"
    assert abs(mean(places) - 0.5) < 0.05
    for first, second in combinations(range(3), 2):
        orders = [[case.puzzle.name for case in cases if case.repeat == k] for k in (first, second)]
        assert orders[0] != orders[1]
        assert sorted(orders[0]) == sorted(orders[1])


def test_a_protocol_has_controls_of_the_sizes_of_its_puzzles(tmp_path: Path) -> None:
    found = load_study(written(tmp_path, TEXT))
    controls = [case for case in found if case.corpus == "controls"]
    assert {case.puzzle.board.size for case in controls} == {9, 16}
    for size in (9, 16):
        of_size = [case for case in controls if case.puzzle.board.size == size]
        assert Counter(case.configuration for case in of_size) == dict.fromkeys(found.configurations, 3)
        assert len({case.solutions for case in of_size} & {"0", "2"}) == 2


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (TEXT, "title = 'nothing'", "has no table [run]"),
        (TEXT, "[run]\nseeds = [1]", "no table [[run.puzzles]]"),
        ("seeds = [1, 2]", "seeds = 2", "seeds must be a list, not 2"),
        ('solvers = ["cpsat"]', 'solvers = "cpsat"', "solvers must be a list, not 'cpsat'"),
        ("sample = 4", "sample = true", "sample must be a whole number, not True"),
        ("repeats = 3", "repetitions = 3", "'repetitions'"),
        ("skip = 90", "skipped = 90", "number 3 'skipped'"),
        ('solvers = ["cpsat"]', 'solver = ["cpsat"]', "number 2 'solver'"),
        ('corpus = "rated"', "", "names no corpus"),
        ("rating = [0.0, 7.0]", "rating = [0.0, 1.0]", "no puzzles in 'rated below 7'"),
        ("skip = 90", 'name = "large"', "two strata are called 'large'"),
        ("repeats = 3", "repeats = 0", "at least once"),
        ("time_limit = 5.0", "time_limit = -5.0", "time limit"),
        ("= 5.0", "= five", "cannot be read"),
        ('"top95"', '"top59"', "top95"),
        ('"highs"', '"high"', "highs"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(InputError) as told:
        load_study(written(tmp_path, TEXT.replace(old, new, 1)))
    assert says in str(told.value)


def of_texts(*texts: str, name: str = "one") -> Study:
    return study([("mine", [sm.Puzzle.parse(text, name=name) for text in texts])], ONE)


def test_puzzles_of_your_own_have_names_of_their_own() -> None:
    cases = list(of_texts("1... ..2. .3.. ...4", "1... ..2. .3.. ....", name=""))
    assert [case.identity()["puzzle"] for case in cases] == ["1.....2..3.....4", "1.....2..3......"]
    assert {case.identity()["corpus"] for case in cases} == {"mine"}
    boards = [sm.Board.of_size(4).with_rules(sm.rules.KillerCage(total, "r1c1 r1c2")) for total in (3, 4)]
    cases = list(study([("mine", [sm.Puzzle(board, (0,) * 16) for board in boards])], ONE))
    assert len({case.puzzle.name for case in cases}) == len({case.key for case in cases}) == 2
    with pytest.raises(InputError, match="two different puzzles of 'mine' are called 'one'"):
        of_texts("1... ..2. .3.. ...4", "1... ..2. .3.. ...3")


def test_a_file_of_puzzles_is_a_corpus(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("1.....2..3.....4\n", encoding="utf-8")
    (case,) = study([str(file)], ONE)
    assert (case.corpus, case.puzzle.line()) == ("mine", "1.....2..3.....4")


def test_boards_are_described_by_their_sizes() -> None:
    tables = [{"name": "empty", "boards": [9, 4]}, {"name": "half full", "boards": [4], "share": 0.5}]
    cases = list(study(tables, ONE, memory_limit=2.0))
    assert {case.puzzle.name for case in cases} == {"empty 4x4", "empty 9x9", "half full 4x4"}
    assert sorted(case.solutions for case in cases) == ["", ">=2", ">=2"]
    assert sorted(len(case.puzzle.givens) for case in cases) == [0, 0, 8]
    assert {case.memory_limit for case in cases} == {2 * 1024**3}
    with pytest.raises(InputError, match="from 0 to 1"):
        study([{"boards": [4], "share": 2.0}], ONE)
    with pytest.raises(InputError, match="memory limit"):
        study(["small"], ONE, memory_limit=0)
    with pytest.raises(InputError, match="at least one configuration"):
        study(["small"], [])


@pytest.mark.parametrize("name", ["classic/full", "boards/protocol", "counting"])
def test_the_descriptions_that_ship_can_be_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BASELINES[STOCK, "cpmpy"], "libraries", ("a_library_that_nobody_has",))
    text = (data_folder() / "benchmark" / f"{name}.toml").read_text(encoding="utf-8")
    found = load_study(written(tmp_path, text.replace("49", "25")))
    assert len(list(islice(found, 20))) == 20
    assert len(found) >= 30
    assert any(each.solver == "cpmpy" for each in found.configurations) == (name == "classic/full")


def test_the_number_of_cases_of_each_stratum_is_that_of_its_cases() -> None:
    chosen = configurations(["assignment"], backends=["pulp"], solvers=["highs", "cpsat"])
    tables = [{"corpus": "small", "repeats": 2, "time_limit": 3}, {"corpus": "hardest11", "leave_out": ["highs"]}]
    found = study(tables, chosen, seeds=[1, 2], controls=True)
    cases = [*found]
    numbers = Counter(case.corpus for case in cases)
    assert {each.name: found.number(each) for each in found.strata} == numbers
    assert len(found) == len(cases)
