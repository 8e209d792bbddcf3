"""A game in a browser: it is solved by keys, told at the finish, and counted in the panel of games."""

from typing import Any

import pytest

from sudoku_models.puzzles.corpora import entry_of

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect


def test_a_game_is_finished_and_counted(serve_board: Any, open_player: Any) -> None:
    player = open_player(serve_board("easy50:4").address)
    player.cell(1, 1).focus()
    player.types(entry_of("easy50:4").solution.line())
    finish = player.root.locator(".smb-finish")
    expect(finish).to_contain_text("without a hint")
    panel = player.section("games")
    expect(panel.get_by_role("table", name="Statistics")).to_contain_text("9 \u00d7 9")
    player.page.evaluate('localStorage["sudoku-models:games"] = \'{"version": 1, "value": [{"key": 7}]}\'')
    with player.reloads():
        player.page.reload()
    expect(player.section("games")).to_contain_text("cannot be read")


def test_check_marks_a_wrong_digit(desk: Any) -> None:
    player = desk("12.. 3412 2143 432.")
    player.board.session.game.put((1, 3), 4)
    player.board._show()
    player.show()
    player.root.get_by_role("toolbar", name="Moves").get_by_role("button", name="Check").click()
    assert player.commands[-1] == {**player.commands[-1], "do": "hint", "kind": "wrong"}
