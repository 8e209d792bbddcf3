"""The sentences of techniques: what a reader of any of them may expect."""

import re

import pytest

from sudoku_models import explain
from sudoku_models.puzzles.cell_names import cells_in_words

PUZZLES = ["rated:990", "top95:10", "hardest11:3", "hardest11:7", "killer:1", "small:2"]
CELL = r"\(\d+, \d+\)|r\d+c\d+"
LIST = re.compile(rf"(?:{CELL})(?:(?:, | and | or )(?:{CELL}))+")


def sentences(name: str) -> list[str]:
    found = [step.sentence for step in explain(name, limit=70).steps]
    with cells_in_words():
        return found + [step.sentence for step in explain(name, limit=70).steps]


@pytest.fixture(scope="module", params=PUZZLES)
def told(request: pytest.FixtureRequest) -> list[str]:
    return sentences(request.param)


def test_no_list_names_a_cell_twice(told: list[str]) -> None:
    for sentence in told:
        for some in LIST.findall(sentence):
            cells = re.findall(CELL, some)
            assert len(cells) == len({*cells}), sentence
