"""The board behind the page."""

from pathlib import Path

import pytest

from sudoku_models import Puzzle
from sudoku_models.board.game import Game
from sudoku_models.board.saving import text_of
from sudoku_models.board.server.kernel import show


def test_a_new_game_begins_and_a_saved_one_goes_on(unique4: Puzzle) -> None:
    game = Game(unique4)
    new = show(text_of(game))
    assert new.position == unique4
    assert "goes on" not in new.message
    game.put((1, 2), 2)
    board = show(text_of(game))
    assert board.position.line() == "12....2..3.....4"
    assert "goes on, with 1 move" in board.message
    for each in (new, board):
        each.close()


@pytest.mark.slow
def test_no_program_can_be_named_as_a_solver(unique4: Puzzle, tmp_path: Path) -> None:
    program, made = tmp_path / "program", tmp_path / "made"
    program.write_text(f"#!/bin/sh\ntouch {made}\n")
    program.chmod(0o755)
    board = show(text_of(Game(unique4)))
    for backend in ("pyomo", "pulp", "cpsat"):
        for solver in (f"{program}", f"asl:{program}", f"nl:{program}", f"COIN_CMD:{program}"):
            board.ask("solve", backend=backend, solver=solver)
            assert board.wait(30)
            assert f"unknown solver {solver!r}" in board.message
    board.close()
    assert not made.exists()
