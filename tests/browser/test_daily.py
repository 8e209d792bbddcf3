"""The puzzle of the day in a browser: it is opened from the menu, solved by keys, told at the finish, and counted."""

import datetime
import json
from collections.abc import Callable
from typing import Any

import pytest
from conftest import Player, open_page

from sudoku_models.puzzles.corpora import entry_of

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect

NOW = datetime.datetime(2026, 11, 23, 20, 0, tzinfo=datetime.UTC)  # in Auckland it is Tuesday the 24th
BEFORE = [{"day": f"2026-11-{day}", "seconds": 600, "hints": hints} for day, hints in ((23, 0), (22, 2), (12, 0))]


def test_the_puzzle_of_the_day_is_solved_and_counts_for_the_streak(
    browser: Any, serve_board: Callable[..., Any]
) -> None:
    page = open_page(browser, serve_board("top95:1").address, timezone_id="Pacific/Auckland")
    player = Player(page)
    player.root.wait_for()
    page.evaluate("days => { localStorage['sudoku-models:days'] = days; }", json.dumps({"version": 1, "value": BEFORE}))
    page.clock.install(time=NOW)
    with player.reloads():
        page.reload()
    player.do("new")
    player.do("daily")
    expect(player.root.locator(".smb-title")).to_have_text("Puzzle of the day, 24 November 2026")
    expect(player.root.locator(".smb-about")).to_contain_text("Easy")
    entry = entry_of("day:2026-11-24")
    player.sees_digits(entry.puzzle.line())
    player.cell(1, 1).focus()
    player.types(entry.solution.line())
    finish = player.root.locator(".smb-finish")
    expect(finish).to_contain_text("without a hint, easy")
    expect(finish).to_contain_text("3 days in a row")
    expect(finish).to_contain_text("Hardest technique: hidden single")
    expect(finish.get_by_role("button", name="Puzzle of the day")).to_be_hidden()
    panel = player.section("games")
    expect(panel).to_contain_text("3 days in a row; the longest was 3 days")
    days = panel.get_by_role("toolbar", name="last 30 days").get_by_role("button")
    expect(days).to_have_count(30)
    assert "solved in" in days.last.get_attribute("aria-label")
    assert "2 hints" in days.nth(27).get_attribute("aria-label")
    expect(panel.get_by_role("table", name="Statistics")).to_contain_text("9 \u00d7 9, easy")
    days.nth(28).click()  # a past day can be played, but does not count any more
    player.sees_digits(entry_of("day:2026-11-23").puzzle.line())
    page.evaluate('localStorage[\'sudoku-models:days\'] = \'{"version": 1, "value": [{"day": 7}]}\'')
    with player.reloads():
        page.reload()
    expect(player.section("games")).to_contain_text("cannot be read")
    assert page.errors == []
    page.context.close()
