"""The table of the first-fail claim: what Choco's search says, held against propagation that does not search."""

import json
import signal

import pytest

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.errors import InputError, NotInstalledError, UnknownNameError
from sudoku_models.inference.first_fail import FirstFail, Record, Search
from sudoku_models.inference.first_fail import first_fail as search
from sudoku_models.inference.strength import strength

needs_choco = pytest.mark.skipif("choco" not in solvers.installed(), reason="Choco is not installed")


@pytest.mark.slow
@needs_choco
@pytest.mark.parametrize("corpus", ["easy50", "hardest11"])
def test_what_needs_no_search_is_what_the_methods_of_consistency_finish(corpus, monkeypatch):
    """The methods use our own filter here, and the statistics are those of Choco's search."""
    monkeypatch.setattr("sudoku_models.inference.methods.find_spec", lambda name: None)
    found = {record.consistency: record for record in search(corpus).records}
    compared = strength(corpus, ["bounds", "domain"])
    assert found["AC"].no_search == compared["domain"].share
    assert found["BC"].no_search == compared["bounds"].share


@pytest.mark.slow
@needs_choco
def test_domain_consistency_backtracks_less():
    strong, weak = search("top95", sample=12).records
    assert (strong.consistency, weak.consistency) == ("AC", "BC")
    assert strong.no_search <= strong.no_backtrack
    assert weak.no_backtrack <= strong.no_backtrack
    assert sum(each.backtracks for each in strong.searches) < sum(each.backtracks for each in weak.searches)
    assert all(each.first_seconds > 0 and each.proof_seconds > 0 for each in strong.searches)


@needs_choco
def test_no_backtrack_is_more_than_no_search():
    """A guess that is right at once is no propagation, and no backtrack either."""
    strong, _ = search("easy50").records
    assert (strong.no_search, strong.no_backtrack) == (0.92, 0.96)
    lucky = [each for each in strong.searches if each.backtracks == 0 and each.nodes > 1]
    assert len(lucky) == 2


@needs_choco
def test_a_puzzle_without_a_solution_or_with_several_is_decided_too():
    several = sm.corpus("several")
    none, two = several["several:7"], several["several:13"]
    (record, _) = search([[none, two]]).records
    assert (record.searches[0].found, record.searches[0].first_seconds) == (False, None)
    assert record.searches[0].proof_seconds > 0
    assert record.searches[1].first_seconds > 0
    assert record.searches[1].proof_seconds > 0
    assert record.not_known == 0


@needs_choco
@pytest.mark.parametrize("limit", [1e-6, 0.001])
def test_a_time_limit_is_not_known(limit):
    found = search([("one", [sm.load("large:18")])], time_limit=limit)
    assert [record.not_known for record in found.records] == [1, 1]
    (record, _) = found.records
    assert (record.searches[0].found, record.searches[0].proved) == (None, False)
    assert record.cells()[3:6] == ["0 to 100 %", "0 to 100 %", "-"]
    assert [cell[:2] for cell in record.cells()[6:]] == ["> ", "-", "1"]
    assert found.verdict == "Most puzzles need no search with AC: not known of one (0 to 100 %)."
    assert "Where the time limit leaves one open" in str(found)
    assert "at least (&gt;=) or more than (&gt;)" in found._repr_html_()


def test_a_record_counts_only_known_results():
    tries = (Search(1, 0, 0.002, 0.001, 1), Search(9, 4, 0.006, 0.02, 8), Search(3, 0, 0.004, 0.003, 2))
    record = Record("made up", 5, "AC", tries)
    assert (record.no_search, record.no_backtrack) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert record.not_known == 0
    assert record.cells() == ["made up", "3", "AC", "33 %", "67 %", "0 / 4", "4.0 / 6.0", "3.0 / 20.0", "-"]
    told = record.as_dict()
    assert (told["largest_proof_seconds"], told["largest_proof_seconds_is_bound"]) == (0.02, False)


def test_a_proof_that_the_limit_cut_short_counts_as_longer_and_is_not_left_out():
    """The known proofs took 1 and 3 ms, so the median is the longer of them, and the largest is not known."""
    cut = Search(9, 4, 0.006, 0.01, 8, proved=False)
    record = Record("made up", 5, "AC", (Search(1, 0, 0.002, 0.001, 1), cut, Search(3, 0, 0.004, 0.003, 2)))
    assert record.not_known == 1
    assert record.cells()[5:] == ["0 / 4", "4.0 / 6.0", "3.0 / > 10.0", "1"]
    told = record.as_dict()
    assert (told["median_proof_seconds"], told["median_proof_seconds_is_bound"]) == (0.003, False)
    assert (told["largest_proof_seconds"], told["largest_proof_seconds_is_bound"]) == (0.01, True)


def test_a_search_that_the_limit_cut_short_is_a_bound_where_it_moves_the_middle():
    cut = Search(40, 26, 1.0, 0.0, 0, found=None, proved=False)
    record = Record("made up", 5, "AC", (cut, Search(3, 2, 0.004, 0.003, 2)))
    assert record.cells()[3:] == ["0 %", "0 %", ">= 14 / >= 26", "> 502.0 / > 1,000.0", "> 1.5 / > 3.0", "1"]
    told = record.as_dict()
    assert (told["median_backtracks_is_bound"], told["largest_backtracks_is_bound"]) == (True, True)


def test_the_verdict_is_open_where_the_limit_leaves_it_open():
    """A search that was cut short at its root may need none; one that has backtracked does need it."""
    at_root, later = (Search(n, k, 1.0, 0.0, 0, found=None, proved=False) for n, k in ((1, 0), (7, 3)))
    solved = Search(1, 0, 0.002, 0.001, 1)
    verdicts = [FirstFail((Record("c", 2, "AC", pair),), 1.0).verdict for pair in ((at_root, solved), (later, solved))]
    assert verdicts == [
        "Most puzzles need no search with AC: not known of c (50 to 100 %).",
        "Most puzzles need no search with AC: not true of c (50 %).",
    ]


@needs_choco
def test_ctrl_c_keeps_the_records_that_are_done():
    def press(done, total, what):
        if done == 15:
            signal.raise_signal(signal.SIGINT)

    found = search(["hardest11", "small"], progress=press)
    assert [(record.corpus, record.consistency) for record in found.records] == [("hardest11", "AC")]
    assert found.stopped_by == "interrupted"


@needs_choco
def test_it_is_available_as_a_table_as_html_and_as_data():
    found = search(["easy50", ("mine", [sm.load("hardest11:2")])], sample=3, seed=2)
    assert [record.corpus for record in found.records] == ["easy50", "easy50", "mine", "mine"]
    assert found.verdict == "Most puzzles need no search with AC: true of easy50 (67 %); not true of mine (0 %)."
    lines = str(found).splitlines()
    assert lines[-1] == found.verdict
    assert any(line.split()[:2] == ["the", "claim"] and line.split()[-2:] == ["104", "5"] for line in lines)
    assert found._repr_html_().count("<tr>") == 6
    told = json.loads(json.dumps(found.as_dict()))
    assert told["records"][0]["puzzles"] == 3
    assert "4 records" in repr(found)
    assert "time limit" not in str(found)


def test_without_choco_the_error_names_the_package_to_install(monkeypatch):
    monkeypatch.setattr("sudoku_models.solvers.registry.find_spec", lambda name: None)
    with pytest.raises(NotInstalledError, match='pip install "pychoco'):
        search("easy50")


@needs_choco
def test_bad_input_is_refused_in_a_sentence():
    with pytest.raises(UnknownNameError, match="did you mean 'top95'"):
        search("top59")
    with pytest.raises(InputError, match="no corpus"):
        search([])
    with pytest.raises(InputError, match="at least 1 puzzle"):
        search("top95", sample=0)


@needs_choco
def test_one_puzzle_or_its_name_is_enough():
    puzzle = sm.load("small:1")
    for asked in (puzzle, "small:1", [puzzle], ["small:1"], ("small:1", [puzzle])):
        records = search(asked).records
        assert {record.corpus for record in records} == {"small:1"}
        assert [len(record.searches) for record in records] == [1, 1]
