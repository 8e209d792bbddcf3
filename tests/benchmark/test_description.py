"""A run is measured as it is described, in Python or in TOML."""

from collections import Counter
from itertools import combinations, groupby, product
from operator import attrgetter
from pathlib import Path
from statistics import mean

import pytest

import sudoku_models as sm
from sudoku_models import benchmark
from sudoku_models.benchmark import Study, configurations, load_study, study
from sudoku_models.errors import InputError
from sudoku_models.puzzles.corpora import corpus

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


def test_shards_are_about_equal_share_every_case_and_keep_the_cases_of_an_isomorph_together() -> None:
    """Each shard is as long as another one but for one isomorph, and has puzzles of all strata."""
    tables = [{"corpus": "top95", "sample": 13}, {"corpus": "rated", "sample": 26}]
    for some, repeats, number in product((FOUR, ONE), (1, 3), (1, 2, 3, 7)):
        described = study(tables, some, 5.0, seeds=[0, 1], repeats=repeats)
        shards = [[*described.cases((k + 1, number))] for k in range(number)]
        assert sorted(case.key for shard in shards for case in shard) == sorted(case.key for case in described)
        sizes = [*map(len, shards)]
        assert max(sizes) - min(sizes) <= len(some) * repeats
        together = [{(case.corpus, case.puzzle.name, case.seed) for case in shard} for shard in shards]
        assert sum(map(len, together)) == len(set().union(*together))
        assert {case.corpus for shard in shards for case in shard} == {"top95", "rated"}
        for shard in shards:
            blocks = [[*block] for _, block in groupby(shard, attrgetter("block"))]
            alone = Counter(block[0].repeat for block in blocks)
            assert all(len(block) >= 100 for block in blocks if alone[block[0].repeat] > 1)
            for block in blocks:
                of_isomorph = Counter((case.corpus, case.puzzle.name, case.seed) for case in block)
                assert set(of_isomorph.values()) == {len(some)}
                assert 0.4 < sum(case.corpus == "rated" for case in block) / len(block) < 0.9


def test_a_table_has_the_puzzles_of_its_kind_and_within_its_ranges() -> None:
    entries, within = corpus("effort").entries, (1, 300)
    kinds = {entry.kind for entry in entries if entry.kind}
    for kind in sorted(kinds):
        taken = benchmark.Puzzles(corpus="effort", kind=kind).stratum().entries
        assert taken == tuple(entry for entry in entries if entry.kind == kind)
    taken = benchmark.Puzzles(corpus="effort", effort=within, size=9).stratum().entries
    of_9x9 = [entry for entry in entries if entry.puzzle.board.size == 9]
    assert taken == tuple(each for each in of_9x9 if each.effort is not None and 1 <= each.effort < 300)
    assert kinds
    assert taken


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
    boards = {"problem": "boards", "sizes": [4]}
    tables = [{**boards, "name": "empty", "sizes": [9, 4], "parameters": {"share": 0.0}}, boards]
    cases = list(study(tables, ONE, memory_limit=2.0))
    assert Counter(case.corpus for case in cases) == {"empty": 2, "boards": 1}
    assert {case.solutions for case in cases} == {""}
    assert sorted(len(case.puzzle.givens) for case in cases) == [0, 0, 8]
    assert {case.memory_limit for case in cases} == {2 * 1024**3}
    with pytest.raises(InputError, match="from 0 to 1"):
        study([{**boards, "parameters": {"share": 2.0}}], ONE)
    with pytest.raises(InputError, match="memory limit"):
        study(["small"], ONE, memory_limit=0)
    with pytest.raises(InputError, match="at least one configuration"):
        study(["small"], [])
    for table in (
        {"corpus": "small", "smaple": 3},
        {"corpus": "small", "sizes": [4]},
        {"corpus": "small", "skip": -1},
    ):
        with pytest.raises(InputError):
            study([table], ONE)


def test_the_number_of_cases_of_each_stratum_is_that_of_its_cases() -> None:
    chosen = configurations(["assignment"], backends=["pulp"], solvers=["highs", "cpsat"])
    tables = [{"corpus": "small", "repeats": 2, "time_limit": 3}, {"corpus": "hardest11", "leave_out": ["highs"]}]
    found = study(tables, chosen, seeds=[1, 2], controls=True)
    cases = [*found]
    numbers = Counter(case.corpus for case in cases)
    assert {each.name: found.number(each) for each in found.strata} == numbers
    assert len(found) == len(cases)
