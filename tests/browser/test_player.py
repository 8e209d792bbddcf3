"""The player of steps in a browser: its keys, its buttons, several on a page, and what is seen without a script."""

from pathlib import Path
from typing import Any

import pytest
from conftest import open_page

from sudoku_models import plots

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect
DOTS = [[f"<circle cx='{10 * k}' cy='9' r='4'/>" for k in range(1, n + 1)] for n in range(1, 5)]
FILMS = [plots.Player(name, DOTS, [f"{name} {k}" for k in range(1, 5)], 60, 20) for name in ("one", "two", "one")]


@pytest.fixture(scope="module")
def page_of_players(tmp_path_factory: pytest.TempPathFactory) -> str:
    file: Path = tmp_path_factory.mktemp("players") / "page.html"
    body = "".join(film._repr_html_() for film in FILMS)
    file.write_text(
        f"<!doctype html><html lang='en'><title>Players</title><main>{body}</main></html>", encoding="utf-8"
    )
    return file.as_uri()


def test_keys_and_buttons_move_one_player_and_not_the_others(browser: Any, page_of_players: str) -> None:
    page = open_page(browser, page_of_players)
    players = page.locator(".sm-player")
    first, other = players.nth(0), players.nth(2)
    said = first.locator("p")
    expect(said).to_have_text("one 1")
    first.locator("input").focus()
    for key, words, dots in (("ArrowRight", "2", 2), ("End", "4", 4), ("ArrowLeft", "3", 3), ("Home", "1", 1)):
        page.keyboard.press(key)
        expect(said).to_have_text(f"one {words}")
        expect(first.locator("circle:visible")).to_have_count(dots)
    first.get_by_label("next step").click()
    expect(said).to_have_text("one 2")
    expect(first.locator("input")).to_have_attribute("aria-valuetext", "step 2 of 4")
    page.keyboard.press("ArrowRight")  # on a button too
    expect(said).to_have_text("one 3")
    first.get_by_label("previous step").click()
    page.clock.install()
    first.locator("input").focus()
    page.keyboard.press(" ")
    expect(first.get_by_role("button", name="pause")).to_be_visible()
    page.clock.run_for(10_000)
    expect(said).to_have_text("one 4")
    expect(first.get_by_role("button", name="play")).to_be_visible()
    expect(other.locator("p")).to_have_text("one 1")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is in the extra 'dev'").Axe()
    found = axe.run(page, None, {"resultTypes": ["violations"]}).response["violations"]
    assert [each["id"] for each in found if each["id"] != "page-has-heading-one"] == []
    assert page.errors == []
    assert [each for each in page.asked if each.startswith("http")] == []
    page.context.close()


def test_a_reader_who_prefers_calm_pages_has_no_play_button_and_without_a_script_the_end_is_seen(
    browser: Any, page_of_players: str
) -> None:
    page = open_page(browser, page_of_players, reduced_motion="reduce")
    first = page.locator(".sm-player").first
    expect(first.get_by_role("button")).to_have_count(2)
    first.locator("input").press(" ")
    expect(first.locator("p")).to_have_text("one 1")
    page.context.close()
    page = open_page(browser, page_of_players, java_script_enabled=False)
    first = page.locator(".sm-player").first
    expect(first.locator("p")).to_have_text("one 4")
    expect(first.get_by_role("img", name="one")).to_be_visible()
    expect(first.get_by_role("button")).to_have_count(0)
    page.context.close()
