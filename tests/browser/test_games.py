"""A game in a browser: it is solved by keys, and told at the finish."""

from typing import Any

import pytest

from sudoku_models.puzzles.corpora import entry_of

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect


def test_a_game_is_finished(serve_board: Any, open_player: Any) -> None:
    player = open_player(serve_board("easy50:4").address)
    player.cell(1, 1).focus()
    player.types(entry_of("easy50:4").solution.line())
    finish = player.root.locator(".smb-finish")
    expect(finish).to_contain_text("without a hint")


def test_check_marks_a_wrong_digit(desk: Any) -> None:
    player = desk("12.. 3412 2143 432.")
    player.board.session.game.put((1, 3), 4)
    player.board._show()
    player.show()
    player.root.get_by_role("toolbar", name="Moves").get_by_role("button", name="Check").click()
    assert player.commands[-1] == {**player.commands[-1], "do": "hint", "kind": "wrong"}
