"""Boards in words."""

import pytest

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.board_words import FURTHER_WORDS, board_in_words, kinds_of
from sudoku_models.puzzles.corpora import corpus
from sudoku_models.puzzles.rules import AllWhiteDotsGiven, AntiKing, AntiKnight, KillerCage, Thermometer

NINE = Board.of_size(9)


@pytest.mark.parametrize(
    ("words", "board"),
    [
        ("9", NINE),
        ("3x2", Board.with_boxes(3, 2)),
        ("latin:7", Board.latin(7)),
        ("jigsaw:1122112233443443", Board.jigsaw("1122112233443443")),
        ("diagonal", NINE.diagonal()),
        ("disjoint+antiknight+antiking", NINE.disjoint().with_rules(AntiKnight(), AntiKing())),
        ("latin:5+nonconsecutive", Board.latin(5).with_rules(AllWhiteDotsGiven())),
    ],
)
def test_words_are_a_board(words: str, board: Board) -> None:
    assert board_in_words(words) == board


@pytest.mark.parametrize("word", FURTHER_WORDS)
def test_every_word_changes_the_board(word: str) -> None:
    assert board_in_words(word) != NINE


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "the words of a board are a size such as 9, boxes such as 2x3, latin:7, jigsaw:REGIONS, diagonal"),
        ("2by2", "the first one cannot be '2by2'"),
        ("9+diagonals", "unknown word for a board 'diagonals'; did you mean 'diagonal'"),
        ("latin:5+windoku", "has no boxes, so it has no windows"),
        ("jigsaw:123", "need one symbol for each cell"),
        ("diagonal+diagonal", "2 units have the name 'diagonal 1'"),
        ("999999999x999999999", "the largest board has 64 digits"),
    ],
)
def test_a_word_that_is_not_known_is_refused(words: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("+", r"\+")):
        board_in_words(words)


@pytest.mark.parametrize(
    ("board", "kinds"),
    [
        (NINE, ("usual",)),
        (Board.latin(7), ("Latin square",)),
        (NINE.diagonal(), ("X-sudoku",)),
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
