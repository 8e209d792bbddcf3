"""The two views of the page, Play and the Lab: what is where, and that the switch changes nothing else."""

from collections.abc import Callable
from typing import Any

import pytest
from conftest import LAB

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect

EASY = "12..34122143432."
MENU = ("puzzle", "games", "settings", "help")
SEEN = "all => all.filter((each) => each.checkVisibility()).map((each) => each.dataset.opens ?? each.dataset.panel)"
OUTSIDE = """(all) => all.filter((each) => {
    if (!each.checkVisibility() || !each.offsetWidth) return false;
    each.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return Math.min(left, top, innerWidth - right, innerHeight - bottom) < -1;
}).map((each) => each.ariaLabel || each.textContent)"""
"""What cannot be brought into the window whole."""
CONTROLS = "button, input, select, textarea, summary"


def seen(player: Any, selector: str) -> list[str]:
    found: list[str] = player.root.locator(selector).evaluate_all(SEEN)
    return found


def test_the_switch_shows_the_lab_or_hides_it_and_the_game_is_as_it_was(desk: Callable[..., Any]) -> None:
    player = desk(EASY)
    player.cell(1, 3).focus()
    player.press("3", "ArrowRight", ".", "4", "Control+3", "Alt+2", "Shift+ArrowDown")
    player.waits("cell(3).ariaLabel.includes('coloured')")
    marked = "[...board.querySelectorAll('[data-cell]')].map((cell) => cell.ariaLabel + cell.className)"

    def game() -> Any:
        board = player.board
        shown = player.root.evaluate(f"board => {marked}")
        at = player.box(".smb-grid")
        entry = player.root.get_attribute("data-entry")
        return shown, at, entry, board.values, board.marks, board.centres, board.colors, board.status["undo"]

    before, sent = game(), len(player.commands)
    assert (seen(player, "[data-opens]"), seen(player, "[data-panel]")) == ([], [])
    for opened in LAB[:2]:  # first Explain, then the one that was open last
        player.do("view")
        assert (seen(player, "[data-opens]"), seen(player, "[data-panel]")) == ([*LAB], [opened])
        assert game() == before
        player.section(LAB[1])
        assert seen(player, "[data-panel]") == [LAB[1]]
        assert not player.root.locator(".smb-pad").is_visible()
        player.do("view")
        assert (seen(player, "[data-opens]"), seen(player, "[data-panel]")) == ([], [])
        assert game() == before
    assert [each for each in player.commands[sent:] if each["do"] != "autosave"] == []  # of the moves
    for _ in range(4):
        player.do("undo")
    player.sees_digits(EASY)


def test_each_panel_is_opened_and_closed_with_the_keyboard_alone(desk: Callable[..., Any]) -> None:
    player = desk(EASY)

    def reach(button: str) -> None:
        """By Tab to its toolbar, and by arrows to the button."""
        selector = f"document.querySelector('{button}')"
        player.cell(1, 1).focus()
        for key, place in (("Tab", f"{selector}.parentElement.closest('[role]')"), ("ArrowRight", selector)):
            for _ in range(20):
                if player.page.evaluate(f"{place}.contains(document.activeElement)"):
                    break
                player.press(key)
        assert player.page.evaluate(f"{selector} === document.activeElement"), button

    for name in (*MENU, "", *LAB):
        if not name:
            reach("[data-do=view]")
            player.press("Enter")
            player.root.locator("[data-do=close-explain]").press("Escape")
            continue
        if name in MENU:
            reach("[data-do=more]")
            player.press("Enter")
            player.root.locator(".smb-menu:popover-open").wait_for()
            while not player.page.evaluate(f"document.activeElement.matches('[data-opens={name}]')"):
                assert player.page.evaluate("document.activeElement.matches('.smb-menu *')"), name
                player.press("Tab")
        else:
            reach(f"[data-opens={name}]")
        player.press("Enter")
        expect(player.root.locator(f"section[data-panel={name}]")).to_be_visible()
        assert seen(player, "[data-panel]") == [name]
        player.root.locator(f"[data-do=close-{name}]").focus()
        player.press("Escape")
        assert seen(player, "[data-panel]") == []
        assert player.page.evaluate("document.activeElement.dataset.do") == ("more" if name in MENU else f"open-{name}")


@pytest.mark.parametrize("window", [(1440, 900), (390, 844), (844, 390)])
def test_nothing_lies_outside_the_window(desk: Callable[..., Any], window: tuple[int, int]) -> None:
    player = desk("mccaffrey", window)
    for view in ("play", "lab"):
        assert player.root.get_attribute("data-view") == view
        shown = player.root.locator(".smb-header > *, .smb-grid, .smb-controls button, .smb-openers button")
        assert (view, shown.evaluate_all(OUTSIDE)) == (view, [])
        assert player.page.evaluate("[scrollX, scrollY]") == [0, 0]  # without scrolling
        player.do("view")
    for opener, content in (("more", ".smb-menu"), ("new", ".smb-header .smb-popover")):
        player.do(opener)
        player.settles()
        assert (opener, player.root.locator(f"{content} :is({CONTROLS})").evaluate_all(OUTSIDE)) == (opener, [])
        player.press("Escape")
    for name in (*MENU, *LAB):
        panel = player.section(name)
        for summary in panel.locator("summary").all():
            summary.press("Enter")
        player.settles()
        assert (name, panel.locator(CONTROLS).evaluate_all(OUTSIDE)) == (name, [])
        assert player.page.evaluate("document.documentElement.scrollWidth") == window[0]
        player.press("Escape")
