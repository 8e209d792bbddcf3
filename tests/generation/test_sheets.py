"""Sheets of puzzles with rules can be solved from the paper: they show and say the rules."""

from collections.abc import Iterator
from dataclasses import replace

import matplotlib.pyplot as plt
import pytest

import sudoku_models as sm
from sudoku_models.generation.results import Generated
from sudoku_models.generation.sheets import pages
from sudoku_models.puzzles.rules import AntiKnight, KillerCage, Sandwich

pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def made() -> Generated:
    return sm.generate(4, seed=1)


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


def with_board(made: Generated, board: sm.Board) -> Generated:
    """The same puzzle on another board."""
    assert made.puzzle
    assert made.solution
    return replace(made, puzzle=sm.Puzzle(board, made.puzzle.values), solution=sm.Grid(board, made.solution.values))


def sentences(figure: plt.Figure) -> list[str]:
    return [text.get_text() for text in figure.texts]


FOUR = sm.Board.of_size(4)
CAGE = KillerCage(3, [(1, 1), (1, 2)])


def test_a_rule_of_all_puzzles_is_said_once_on_a_page_and_not_with_the_solutions(made):
    puzzles, solutions = pages([with_board(made, FOUR.with_rules(CAGE))] * 3)
    assert sum("Killer cage" in text for text in sentences(puzzles)) == 1
    assert not any("Killer cage" in text for text in sentences(solutions))
    assert all(not ax.get_xlabel() for ax in puzzles.axes)


def test_a_rule_of_some_puzzles_is_said_with_their_numbers(made):
    boards = [FOUR.with_rules(CAGE, AntiKnight()), FOUR, FOUR.with_rules(AntiKnight())]
    page, _ = pages([with_board(made, board) for board in boards])
    assert any(text.startswith("1, 3. Cells a knight's move apart") for text in sentences(page))
    assert any(text.startswith("1. Killer cage") for text in sentences(page))


@pytest.mark.parametrize("per_page", [1, 4, 12])
def test_the_digits_fit_into_cells_that_clues_outside_make_smaller(made, per_page):
    row = Sandwich(5, [(1, c) for c in range(1, 5)])
    boards = [FOUR, FOUR.with_rules(row)]
    page, *_ = pages([with_board(made, board) for board in boards], per_page, solutions=False)
    sizes = [max(text.get_fontsize() for text in ax.texts) for ax in page.axes]
    assert len(sizes) < 2 or sizes[1] < sizes[0]


def test_the_numbers_of_rules_stay_smaller_than_digits(made):
    page, _ = pages([with_board(made, FOUR.with_rules(CAGE))])
    sizes = {text.get_text(): text.get_fontsize() for text in page.axes[0].texts if text.get_gid()}
    assert sizes["3"] < min(text.get_fontsize() for text in page.axes[0].texts if not text.get_gid())
