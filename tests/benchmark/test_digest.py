"""A digest is the same for the same thing, wherever it is, and another for any change."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import sudoku_models as sm
from sudoku_models import FORMULATIONS, benchmark, formulations
from sudoku_models.benchmark import digest

TEXT = "def mine(m, puzzle):\n    return rules(m, puzzle)\n\n\ndef rules(m, puzzle):\n    return {}\n"


def of_file(file: Path, text: str) -> str:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    benchmark.load_plugin(file)
    try:
        return digest.of_formulation(formulations.find("mine"))
    finally:
        for name in ("mine", "rules"):
            del FORMULATIONS[name]


def test_a_formulation_is_the_same_in_another_folder_and_another_when_a_function_beside_it_changes(
    tmp_path: Path,
) -> None:
    first = of_file(tmp_path / "a" / "mine.py", TEXT)
    assert of_file(tmp_path / "b" / "theirs.py", TEXT) == first
    assert of_file(tmp_path / "a" / "mine.py", TEXT.replace("{}", "dict()")) != first


def test_the_files_that_it_imports_from_its_folder_are_a_part_of_it(tmp_path: Path) -> None:
    """Directly, through each other in a circle, from a package, and inside a function; others are not."""
    text = "import one\nfrom pack.deep import rule\n\n\n" + TEXT.replace("return {}", "import late; return {}")
    files = {
        "one.py": "import two\nimport json\n",
        "two.py": "import one\n",
        "late.py": "x = 1\n",
        "pack/__init__.py": "from . import other\n",
        "pack/other.py": "y = 1\n",
        "pack/deep.py": "rule = 1\n",
        "json.py.txt": "not imported\n",
        "beside.py": "z = 1\n",
    }
    (tmp_path / "pack").mkdir()
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    before = of_file(tmp_path / "mine.py", text)
    for name, content in files.items():
        (tmp_path / name).write_text(f"{content}# changed\n", encoding="utf-8")
        is_covered = name not in ("json.py.txt", "beside.py")
        assert (of_file(tmp_path / "mine.py", text) != before) is is_covered, name
        (tmp_path / name).write_text(content, encoding="utf-8")
    assert of_file(tmp_path / "mine.py", text) == before


@pytest.mark.slow
def test_a_formulation_that_was_typed_has_the_same_digest_in_another_process() -> None:
    program = """
from sudoku_models.benchmark import digest
class Rules:
    def __call__(self, m, puzzle):
        return m.int_vars("x", puzzle.board.cells, 1, 9)
print(digest.of_formulation(Rules()), digest.of_formulation(lambda m, puzzle: {}))
"""
    said = {subprocess.check_output([sys.executable, "-c", program], text=True, timeout=60) for _ in range(2)}
    assert len(said) == 1
    first, second = said.pop().split()
    assert first != second


def test_the_board_is_a_part_of_the_puzzle_and_its_name_is_not() -> None:
    flat, tall = (sm.Puzzle(sm.Board.with_boxes(*box), (1, *(0,) * 35)) for box in ((2, 3), (3, 2)))
    assert digest.of_puzzle(flat) != digest.of_puzzle(tall)
    assert digest.of_puzzle(flat) == digest.of_puzzle(sm.Puzzle(flat.board, flat.values, "a name"))


def test_the_rules_of_the_board_are_a_part_of_the_puzzle_in_any_order() -> None:
    usual = sm.Board.of_size(4)
    cage, thermometer = sm.rules.KillerCage(3, "r1c1 r1c2"), sm.rules.Thermometer("r1c1 r1c2")
    boards = [usual, usual.with_rules(cage), usual.with_rules(thermometer), usual.with_rules(cage, thermometer)]
    digests = [digest.of_puzzle(sm.Puzzle(board, (0,) * 16)) for board in boards]
    assert len(set(digests)) == 4
    assert digest.of_puzzle(sm.Puzzle(usual.with_rules(thermometer, cage), (0,) * 16)) == digests[-1]


def test_a_rule_of_the_users_own_is_a_part_of_the_puzzle() -> None:
    ones, others = (sm.Board.of_size(4).with_rules(Same(cells)) for cells in (((1, 1),), ((2, 2),)))
    assert digest.of_puzzle(sm.Puzzle(ones, (0,) * 16)) != digest.of_puzzle(sm.Puzzle(others, (0,) * 16))


@dataclass(frozen=True)
class Same(sm.rules.CellRule):
    """A rule of a user."""

    cells: tuple[sm.Cell, ...]
