"""Sheets can be solved from the paper: they have all givens, and say the rules once on a page."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.generation import Generated
from sudoku_models.generation.sheets import pages, write_pdf
from sudoku_models.puzzles.rules import AntiKnight, KillerCage, Sandwich

FOUR = sm.Board.of_size(4)
CAGE = KillerCage(3, [(1, 1), (1, 2)])


@pytest.fixture(scope="module")
def batch() -> list[Generated]:
    return list(sm.generate_many(5, 4, seed=1))


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


def test_every_given_and_every_solution_is_printed(batch: list[Generated]) -> None:
    assert len(list(pages(batch, per_page=2))) == 3 + 1
    *puzzles, solutions = pages(batch, per_page=2)
    boards = [ax for page in puzzles for ax in page.axes]
    for found, solved in ((boards, False), (solutions.axes, True)):
        for ax, made in zip(found, batch, strict=True):
            assert made.puzzle
            assert len(ax.texts) == (16 if solved else made.clues)
            bold = [text.get_text() for text in ax.texts if text.get_fontweight() == "bold"]
            assert bold == [str(d) for d in made.puzzle.givens.values()]


@pytest.mark.slow
@pytest.mark.parametrize("per_page", [1, 5, 12])
def test_boards_stay_on_the_page_and_apart(batch: list[Generated], per_page: int) -> None:
    (figure, *_) = pages((batch * 3)[:per_page], per_page)
    boxes = [ax.get_position() for ax in figure.axes]
    assert len(boxes) == per_page
    for k, one in enumerate(boxes):
        assert min(one.x0, one.y0) > 0
        assert max(one.x1, one.y1) < 1
        assert all(not one.overlaps(other) for other in boxes[:k])


def test_what_cannot_be_written_is_reported(batch: list[Generated], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        write_pdf(batch, tmp_path)
    with pytest.raises(InputError, match="1 to 12 puzzles"):
        write_pdf(batch, tmp_path / "a.pdf", per_page=13)
    with pytest.raises(InputError, match="no puzzle to print"):
        write_pdf([replace(batch[0], puzzle=None)], tmp_path / "a.pdf")


def test_rules_are_said_once_on_a_page_with_the_numbers_of_their_puzzles(batch: list[Generated]) -> None:
    puzzles, solutions = pages([with_board(batch[0], FOUR.with_rules(CAGE))] * 3)
    assert sum("Killer cage" in text for text in sentences(puzzles)) == 1
    assert not any("Killer cage" in text for text in sentences(solutions))
    boards = [FOUR.with_rules(CAGE, AntiKnight()), FOUR, FOUR.with_rules(AntiKnight())]
    page, _ = pages([with_board(batch[0], board) for board in boards])
    assert any(text.startswith("1, 3. Cells a knight's move apart") for text in sentences(page))
    assert any(text.startswith("1. Killer cage") for text in sentences(page))


def test_digits_fit_into_small_cells_and_numbers_of_rules_are_smaller(batch: list[Generated]) -> None:
    boards = [FOUR.with_rules(CAGE), FOUR.with_rules(Sandwich(5, [(1, c) for c in range(1, 5)]))]
    page, *_ = pages([with_board(batch[0], board) for board in boards], solutions=False)
    wide, small = (max(text.get_fontsize() for text in ax.texts if not text.get_gid()) for ax in page.axes)
    assert small < wide
    assert all(text.get_fontsize() < wide for text in page.axes[0].texts if text.get_gid())
