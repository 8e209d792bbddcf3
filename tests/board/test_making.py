"""Making a puzzle: it is of the kind and the level that were asked for."""

import pytest

import sudoku_models as sm
from sudoku_models.board.commands import carry_out
from sudoku_models.board.making import generated, make
from sudoku_models.puzzles.game_kinds import GAMES, kind_of


def test_a_puzzle_is_made_with_its_proof(session):
    make(session, size=6, level="easy", seed="4")
    assert session.wait(300)
    assert session.game.puzzle == sm.generate(6, "easy", "4").puzzle
    assert session.badge.text.startswith("Exactly one solution, which is confirmed")
    assert generated(print, 4, "beginner", "1", "classic", 300).met
    assert {sm.generate(4, minimal=True, seed=seed).level for seed in range(3)} == {"beginner"}


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_of_each_kind_is_made_and_says_so(session, kind):
    make(session, size=4, seed="4", kind=kind)
    assert session.wait(300)
    assert kind_of(session.game.board) == kind
    assert session.game.name == f"{'Beginner sudoku' if kind == 'classic' else GAMES[kind].title}, seed 4"
    assert session.badge.tone == "good"


def test_a_game_of_a_kind_and_a_level_has_it(session):
    carry_out(session, {"do": "random", "kind": "killer", "level": "hard", "seed": "1"})
    assert session.wait(300)
    assert (kind_of(session.game.board), session.game.level) == ("killer", "hard")
    carry_out(session, {"do": "random", "kind": "kilelr"})
    assert "did you mean 'killer'" in session.message.text


def test_what_is_made_can_be_cancelled(session):
    before = session.game.puzzle
    carry_out(session, {"do": "random", "kind": "arrow", "size": 16})
    assert session.busy
    carry_out(session, {"do": "cancel"})
    assert not session.busy
    assert session.wait(300)
    assert session.game.puzzle == before
