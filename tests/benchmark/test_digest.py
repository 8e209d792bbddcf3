"""A digest is the same for the same thing, wherever it is, and another for any change."""

import subprocess
import sys
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
