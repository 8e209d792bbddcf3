"""The kinds of boards."""

import pytest

from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.corpora import corpus
from sudoku_models.puzzles.kinds import kinds_of
from sudoku_models.puzzles.rules import AntiKnight, KillerCage, Thermometer

NINE = Board.of_size(9)


@pytest.mark.parametrize(
    ("board", "kinds"),
    [
        (NINE, ("usual",)),
        (Board.with_boxes(3, 2), ("usual",)),
        (Board.latin(7), ("Latin square",)),
        (NINE.diagonal(), ("X-sudoku",)),
        (NINE.windoku().disjoint(), ("windoku", "disjoint groups")),
        (Board.jigsaw("1122112233443443"), ("jigsaw",)),
        (NINE.with_rules(KillerCage(3, "r1c1 r1c2"), KillerCage(3, "r2c1 r2c2")), ("killer",)),
        (
            NINE.diagonal().with_rules(AntiKnight(), Thermometer("r1c1 r1c2")),
            ("X-sudoku", "anti-knight", "thermometer"),
        ),
    ],
    ids=str,
)
def test_the_kinds_of_a_board(board: Board, kinds: tuple[str, ...]) -> None:
    assert kinds_of(board) == kinds


def test_a_corpus_has_the_kinds_of_its_puzzles() -> None:
    assert corpus("top95").kinds == ("usual",)
    assert corpus("killer").kinds == ("killer", "X-sudoku")
    assert corpus("windoku").kinds == ("windoku", "X-sudoku")
    assert {"thermometer", "arrow", "sandwich", "renban", "even", "quadruple"} <= set(corpus("clues").kinds)
