"""The puzzles that ship, their ground truth, and puzzles read from files."""

import csv
import json
import re
from pathlib import Path

import pytest

from sudoku_models.errors import InputError, UnknownNameError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.corpora import Corpus, corpora, corpus, load, puzzles, read_puzzles, titles
from sudoku_models.puzzles.puzzle import Puzzle, is_solution
from sudoku_models.puzzles.rules import RULES

each_corpus = pytest.mark.parametrize("found", corpora(), ids=lambda found: found.name)

# What ships


def test_the_corpora_have_as_many_puzzles_as_their_list_says() -> None:
    assert {found.name: len(found) for found in corpora()} == {name: number for name, (_, number) in titles().items()}
    assert len(puzzles()) == sum(map(len, corpora())) > 6000


@each_corpus
def test_the_stored_solution_of_every_unique_puzzle_is_a_solution(found: Corpus) -> None:
    for entry in found.entries:
        assert re.fullmatch(r"(>=)?\d+", entry.solutions), entry.name
        assert entry.solutions == "0" or not entry.puzzle.clashes(), entry.name
        assert (entry.solution is not None) == (entry.solutions == "1"), entry.name
        if entry.solution:
            assert is_solution(entry.puzzle, entry.solution), entry.name


@each_corpus
def test_no_puzzle_of_a_corpus_is_there_twice_but_one(found: Corpus) -> None:
    """Project Euler has one grid twice."""
    seen: dict[Puzzle, list[str]] = {}
    for name, puzzle in found.items():
        seen.setdefault(puzzle, []).append(name)
    twice = [names for names in seen.values() if len(names) > 1]
    assert twice == ([["easy50:9", "easy50:41"]] if found.name == "easy50" else [])


@pytest.mark.parametrize(
    ("name", "file", "sources"),
    [
        ("killer", "killer", {"sigh", "demystify"}),
        ("jigsaw", "jigsaw", {"sigh"}),
        ("xsudoku", "xsudoku", {"sigh", "kudoku"}),
        ("windoku", "windoku", {"sigh"}),
        ("antiknight", "antiknight_etc", {"sigh"}),
    ],
)
def test_the_variants_are_the_public_ones(extra: Path, name: str, file: str, sources: set[str]) -> None:
    """The givens and the solution of every puzzle that may ship."""
    with (extra / "variants" / f"{file}.truth.csv").open(encoding="utf-8", newline="") as truth:
        solutions = {row["puzzle_id"]: row["solution"] for row in csv.DictReader(truth)}
    lines = (extra / "variants" / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
    public = {
        (tuple(puzzle["givens"]), tuple(map(int, solutions[puzzle["id"]].split())))
        for puzzle in map(json.loads, lines)
        if puzzle["id"].partition("-")[0] in sources
    }
    assert public <= {(entry.puzzle.values, entry.solution.values) for entry in corpus(name).entries if entry.solution}


def test_the_rated_puzzles_have_their_published_rating(extra: Path) -> None:
    with (extra / "classic9" / "rated.csv").open(encoding="utf-8", newline="") as file:
        public = [(row["puzzle"], float(row["sukaku_explainer_rating"])) for row in csv.DictReader(file)]
    assert [(entry.puzzle.line(), entry.rating) for entry in corpus("rated").entries] == public


def test_the_variants_of_the_generator_have_every_rule() -> None:
    boards = [puzzle.board for puzzle in corpus("variants").values()]
    generated = {kind for kind in RULES.values() if kind.generated and kind.iss}
    assert {type(rule) for board in boards for rule in board.rules} >= generated
    assert {"diagonal", "window", "group", "region"} <= {unit.kind for board in boards for unit in board.units}
    assert {board.size for board in boards} == {4, 5, 6, 9}


# Names


@each_corpus
def test_every_puzzle_is_loaded_by_its_name(found: Corpus) -> None:
    for entry in found.entries:
        assert load(entry.name) is entry.puzzle
        assert entry.name == entry.puzzle.name
    if found.name != "named":
        assert list(found) == [f"{found.name}:{k}" for k in range(1, len(found) + 1)]


@pytest.mark.parametrize("name", ["top95:0", "top95:96", "top95:-1", "top95:", "top95:first", "top95:01"])
def test_an_unknown_name_is_answered_with_what_there_is(name: str) -> None:
    with pytest.raises(InputError, match=f"there is no puzzle '{name}': top95 has top95:1 to top95:95"):
        load(name)
    with pytest.raises(UnknownNameError, match=r"did you mean 'mccaffrey'.*CORPUS:k"):
        load("mccafrey")


# Files


def test_puzzles_of_a_file_are_named_after_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(f"# mine\n{load('top95:1').line()} hard\n\n{load('mccaffrey')}\n", encoding="utf-8")
    for given in (path, str(path)):
        found = read_puzzles(given)
        assert found == [load("top95:1"), load("mccaffrey")]
        assert [puzzle.name for puzzle in found] == ["mine.txt:1", "mine.txt:2"]


def test_the_board_of_a_file_can_be_given(tmp_path: Path) -> None:
    path = tmp_path / "tall.txt"
    path.write_text("." * 36 + "\n")
    assert read_puzzles(path)[0].board == Board.with_boxes(2, 3)
    assert read_puzzles(path, Board.with_boxes(3, 2))[0].board == Board.with_boxes(3, 2)


def test_a_file_without_puzzles_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "comments.txt"
    path.write_text("# nothing yet\n")
    with pytest.raises(InputError, match=r"there is no puzzle in .*comments\.txt; write one puzzle per line"):
        read_puzzles(path)


# Public ground truth that does not ship


def public_truth(extra: Path, name: str) -> dict[str, tuple[str, str]]:
    """For each puzzle of a file its number of solutions, and the only one if there is one."""
    with (extra / "classic9" / f"{name}.truth.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lines = (extra / "classic9" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    cells = [line for line in lines if line and not line.startswith("#")]
    return {line: (row["n_solutions_cap10000"], row["solution"]) for line, row in zip(cells, rows, strict=True)}


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("easy50", "euler50"), ("top95", "top95"), ("hardest11", "named_hard"), ("clues17", "royle17_part")],
)
def test_the_ground_truth_that_ships_is_the_public_one(ours: str, theirs: str, extra: Path) -> None:
    truth = public_truth(extra, theirs)
    for entry in corpus(ours).entries:
        assert entry.solution, entry.name
        assert truth[entry.puzzle.line()] == (entry.solutions, entry.solution.line()), entry.name


def test_every_public_9x9_file_is_read(extra: Path) -> None:
    """The number of puzzles in each file is that of the rows in its table of ground truth."""
    files = sorted((extra / "classic9").glob("*.txt"))
    assert files
    for path in files:
        with path.with_suffix(".truth.csv").open(encoding="utf-8", newline="") as file:
            truth = list(csv.DictReader(file))
        found = read_puzzles(path)
        assert len(found) == len(truth), path.name
        for puzzle, row in zip(found, truth, strict=True):
            if row["solution"]:
                assert is_solution(puzzle, Puzzle.parse(row["solution"]).as_grid()), row["puzzle_id"]
