"""The levels in the menu of new games, on a phone: those that are measured, each with what it needs."""

from sudoku_models.explain.difficulty import LEVELS, levels_on
from sudoku_models.puzzles.board import Board


def test_the_menu_offers_the_levels_of_a_size_and_the_header_names_the_one_that_was_made(serve_board, open_player):
    player = open_player(serve_board("mccaffrey").address, viewport={"width": 390, "height": 844})
    player.do("new")
    menu = player.root.locator(".smb-new")
    for size in ("6", "4", "25", "9"):
        menu.get_by_label("Size").select_option(size)
        shown = menu.locator("[data-level]").all_inner_texts()
        levels = levels_on(Board.of_size(int(size)))
        assert [text.split("\n") for text in shown] == [[name.capitalize(), LEVELS[name].needs] for name in levels]
    menu.get_by_label("Size").select_option("9")
    box = menu.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert all(menu.locator("[data-level]").nth(k).bounding_box()["height"] >= 44 for k in range(6))
    assert not menu.evaluate("each => each.scrollWidth > each.clientWidth")
    menu.locator("[data-level=medium]").press("Enter")
    player.waits("board.querySelector('.smb-title').textContent === 'A medium 9x9 puzzle'")
