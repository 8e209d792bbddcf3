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


def test_what_a_cell_can_hold_is_said_with_its_candidates(told: list[str]) -> None:
    assert not [sentence for sentence in told if "has a digit" in sentence]


def test_a_link_within_a_cell_of_two_candidates_names_both() -> None:
    with cells_in_words():
        (ring,) = (step.sentence for step in explain("rated:990").steps if step.name == "XY-ring")
    assert "then r9c3 is 7 (r9c3 can only be 3 or 7)" in ring
    for cell, digit, of, low, high in re.findall(r"(r\dc\d) is (\d) \((r\dc\d) can only be (\d) or (\d)\)", ring):
        assert cell == of
        assert digit in (low, high)
