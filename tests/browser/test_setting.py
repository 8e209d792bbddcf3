"""Rules that are drawn on the board: by dragging, by pressing a side, and with the keyboard alone."""

from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.board.sources import puzzle_of
from sudoku_models.puzzles.rules import Even, KillerCage, Thermometer, WhiteDot

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect


def drag(player: Any, *cells: tuple[int, int]) -> None:
    """Drag over cells, as a hand does: in small steps."""
    mouse = player.page.mouse
    for k, cell in enumerate(cells):
        box = player.cell(*cell).bounding_box()
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
        if k == 0:
            mouse.down()
    mouse.up()


def chosen(player: Any, kind: str) -> None:
    player.section("design").locator(f"[data-kind='{kind}']").click()


def rules(player: Any) -> tuple[Any, ...]:
    """The rules of the board, once Python has answered."""
    player.settles()
    player.settles()
    found: tuple[Any, ...] = player.board.puzzle.board.rules
    return found


def test_a_cage_and_a_thermometer_are_dragged_seen_undone_and_shared(desk: Any) -> None:
    player = desk(sm.Board.of_size(4), (1366, 768))
    chosen(player, "KillerCage")
    drag(player, (1, 1), (1, 2), (2, 2))
    question = player.root.locator(".smb-ask")
    expect(question.get_by_label("Sum of the cage")).to_be_focused()
    player.page.keyboard.type("99")
    player.press("Enter")
    expect(question.get_by_label("Sum of the cage")).to_have_value("99")  # refused, and asked again
    player.page.keyboard.type("7")
    player.press("Enter")
    expect(question).to_have_count(0)
    cage = KillerCage(7, [(1, 1), (1, 2), (2, 2)])
    expect(player.root.locator(".smb-over .smb-drawn text")).to_have_text("7")
    chosen(player, "Thermometer")
    drag(player, (3, 1), (4, 2), (4, 3), (4, 4), (4, 3))  # and back by one
    thermometer = Thermometer([(3, 1), (4, 2), (4, 3)])
    expect(player.root.locator(".smb-under .smb-drawn circle")).to_have_count(1)
    assert rules(player) == (cage, thermometer)
    player.press("Control+z")
    expect(player.root.locator(".smb-under .smb-drawn circle")).to_have_count(0)
    player.press("Control+y")
    expect(player.root.locator(".smb-under .smb-drawn circle")).to_have_count(1)
    player.section("design").locator("[data-do=share-fragment]").click()
    link = player.section("design").get_by_label("The link")
    expect(link).to_be_visible()
    shared = puzzle_of(link.input_value())
    assert shared is not None
    assert shared.board.rules == (cage, thermometer)
    assert player.page.errors == []


def test_rules_are_pressed_made_with_the_keyboard_changed_and_removed(desk: Any) -> None:
    player = desk(sm.Board.of_size(4), (1366, 768))
    panel = player.section("design")
    chosen(player, "WhiteDot")
    box = player.cell(1, 1).bounding_box()
    player.page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2)
    chosen(player, "Even")
    player.cell(4, 4).click()
    assert rules(player) == (WhiteDot([(1, 1), (1, 2)]), Even([(4, 4)]))
    panel.locator("[data-kind=Even]").focus()
    player.press("ArrowRight", "Home", "ArrowRight")
    expect(panel.locator("[data-kind=KillerCage]")).to_have_attribute("aria-checked", "true")
    player.cell(2, 1).focus()
    player.press("Shift+ArrowRight")
    panel.locator("[data-do=make-rule]").press("Enter")
    player.page.keyboard.type("3")
    player.press("Enter")
    expect(panel.locator(".smb-rule-list li")).to_have_count(3)
    panel.get_by_role("button", name="Change killer cage 3").press("Enter")
    player.page.keyboard.type("30")
    player.press("Enter")
    player.hears("No digits from 1 to 4 satisfy", "bad")
    panel.get_by_role("button", name="Change killer cage 3").press("Enter")
    player.page.keyboard.type("7")
    player.press("Enter")
    expect(panel.get_by_role("button", name="Remove killer cage 7")).to_be_visible()
    panel.get_by_role("button", name="Remove even").press("Enter")
    expect(panel.locator(".smb-rule-list li")).to_have_count(2)
    assert rules(player) == (WhiteDot([(1, 1), (1, 2)]), KillerCage(7, [(2, 1), (2, 2)]))
    player.do("design")
    expect(panel.locator("[data-part=draw]")).to_be_hidden()
    drag(player, (1, 1), (1, 2))
    assert len(rules(player)) == 2  # a puzzle that is played keeps its rules
