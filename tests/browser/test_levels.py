"""The menu of new games, on a phone: kinds, sizes and the levels that are measured; and the shipped puzzles."""

import pytest

from sudoku_models.board.collection import counts, games
from sudoku_models.explain.difficulty import LEVELS

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def player(serve_board, open_player):
    return open_player(serve_board("mccaffrey").address, viewport=PHONE)


def test_the_menu_offers_the_levels_of_a_kind_and_a_size_and_the_header_names_what_was_made(player):
    player.do("new")
    menu = player.root.locator(".smb-new")
    for kind, game in games().items():
        menu.locator(f"[data-kind={kind}]").click()
        for size in ("4", "16", "9"):
            menu.get_by_label("Size").select_option(size)
            shown = [text.split("\n") for text in menu.locator("[data-level]").all_inner_texts()]
            if kind != "classic":
                assert shown.pop(0)[0] == "Any level"
            assert shown == [[name.capitalize(), LEVELS[name].needs] for name in game["sizes"][size]]
    menu.locator("[data-kind=classic]").click()
    box = menu.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert all(menu.locator("[data-level]").nth(k).bounding_box()["height"] >= 44 for k in range(6))
    assert not menu.evaluate("each => each.scrollWidth > each.clientWidth")
    menu.locator("[data-level=medium]").press("Enter")
    player.waits("board.querySelector('.smb-title').textContent === 'Medium sudoku'")
    player.do("new")
    menu.locator("[data-kind=killer]").click()
    menu.locator("[data-level=hard]").click()
    player.waits("board.querySelector('.smb-title').textContent === 'Hard killer'")


@pytest.mark.parametrize("kind", ["arrow", "jigsaw"])
def test_the_shipped_puzzles_are_listed_with_pictures_and_open(player, kind):
    player.do("new")
    player.root.locator(".smb-new [data-do=collection]").click()
    part = player.root.locator("[data-part=collection]")
    part.get_by_label("Kind").select_option(kind)
    level, count = next(iter(counts()[kind]["levels"].items()))
    part.locator("[data-name]").nth(min(count, 12) - 1).wait_for()
    player.waits("[...board.querySelectorAll('.smb-collection img')].every((each) => each.naturalWidth)")
    first = part.locator("[data-name]").first
    number = first.get_attribute("data-name").split(":")[1]
    first.click()
    player.waits(f"board.querySelector('.smb-title').textContent.endsWith(', puzzle {number}')")
    player.waits(f"board.querySelector('.smb-about').textContent.startsWith('{level.capitalize()}')")
    assert not part.is_visible()
