"""The panels of the page in a real browser."""

import re
from pathlib import Path
from typing import Any

import pytest
from keeping import EASY, TWO_SOLUTIONS, begin, kept, reload, waits

import sudoku_models as sm

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect

PANELS = ("explain", "puzzle", "design", "settings", "games", "model", "help")


@pytest.fixture
def begun(play: Any) -> Any:
    return begin(play)


# -- settings ---------------------------------------------------------------------------------------------------------


def test_settings_are_there_after_a_reload_until_the_usual_ones_are_wanted(begun: Any) -> None:
    begun.change("Theme", "dark")
    begun.section("settings").get_by_label("Rows and columns are numbered").click()
    waits(begun, lambda: (kept(begun, "settings") or {}).get("numbers") is False, "the settings are not kept")
    reload(begun)
    begun.waits("board.dataset.theme === 'dark' && board.dataset.numbers === 'false'")
    begun.do("usual-settings", "settings")
    begun.waits("board.dataset.theme === 'light' && board.dataset.numbers === 'true'")
    expect(begun.section("settings").get_by_label("Rows and columns are numbered")).to_be_checked()


# -- explaining -------------------------------------------------------------------------------------------------------


@pytest.fixture
def explained(play: Any) -> Any:
    """A puzzle with the list of its steps."""
    play.opens(sm.load("mccaffrey").line())
    play.do("explain", "explain")
    play.section("explain").locator("[data-step]").first.wait_for()
    yield play
    play.do("leave-path")
    play.section("explain").locator("[data-step]").first.wait_for(state="hidden")


def test_the_steps_are_a_list_to_walk_through(explained: Any) -> None:
    panel = explained.section("explain")
    steps = panel.locator("[data-step]")
    count = steps.count() - 1  # and the end
    assert count >= 81 - 27
    now = panel.locator("[aria-current=step]")
    expect(now).to_have_attribute("data-step", "0")
    steps.nth(30).click()
    expect(now).to_have_attribute("data-step", "30")
    explained.press("ArrowDown", "ArrowDown")
    expect(now).to_have_attribute("data-step", "32")
    explained.press("End")
    expect(now).to_have_attribute("data-step", f"{count}")
    explained.sees_digits(sm.build("mccaffrey").solve().grid.line())
    box, item = panel.locator(".smb-step-list").bounding_box(), now.bounding_box()
    assert box["y"] <= item["y"] + 1
    assert item["y"] + item["height"] <= box["y"] + box["height"] + 1  # it is in view
    explained.press("Home")
    expect(now).to_have_attribute("data-step", "0")


# -- puzzles ----------------------------------------------------------------------------------------------------------


def test_links_hold_the_puzzle_and_open_it(begun: Any) -> None:
    part = begun.section("puzzle").locator("[data-part=share]")
    asked = len(begun.page.asked)
    for kind, start in (("sudokupad", "https://sudokupad.app/"), ("f-puzzles", "https://f-puzzles.com/")):
        part.locator(f"[data-do=share-{kind}]").press("Enter")
        expect(part.get_by_label("The link")).to_have_value(re.compile(f"^{start}"))
        expect(part.get_by_role("link")).to_have_attribute("href", re.compile(f"^{start}"))
    link = part.get_by_label("The link").input_value()
    part.locator("[data-do=share-fragment]").press("Enter")
    expect(part.get_by_label("The link")).to_have_value(re.compile("#puzzle="))
    fragment = part.get_by_label("The link").input_value()
    assert len(begun.page.asked) == asked or all("127.0.0.1" in url for url in begun.page.asked[asked:])
    begun.opens(TWO_SOLUTIONS)
    begun.paste(link)
    begun.sees_digits(EASY)
    begun.opens(TWO_SOLUTIONS)
    begun.page.evaluate("(hash) => { location.hash = hash; }", fragment.partition("#")[2])
    begun.sees_digits(EASY)
    assert "#" not in begun.page.url


def test_many_puzzles_are_printed_to_a_file(begun: Any) -> None:
    part = begun.section("puzzle").locator("[data-part=sheets]")
    part.get_by_label("How many").fill("2")
    part.get_by_label("Their size").select_option("4")
    with begun.page.expect_download() as download:
        part.locator("[data-do=sheets]").press("Enter")
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")


# -- models -----------------------------------------------------------------------------------------------------------


def test_two_models_are_compared_side_by_side(begun: Any) -> None:
    panel = begun.section("model")
    panel.locator("[data-part=compare] summary").press("Enter")
    begun.do("compare")
    table = panel.get_by_role("table", name="Comparison")
    table.wait_for()
    expect(table.get_by_role("row")).to_have_count(8)
    shares = table.locator(".smb-bar").evaluate_all(
        "all => all.map((each) => Number(each.style.getPropertyValue('--part')))"
    )
    assert len(shares) == 12
    assert all(max(pair) in (0, 1) for pair in zip(shares[::2], shares[1::2], strict=True))


# -- all panels -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("theme", "viewport"), [("light", (1280, 800)), ("dark", (390, 844))])
def test_axe_finds_nothing_with_each_panel_open(desk: Any, theme: str, viewport: tuple[int, int]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is in the extra 'dev'").Axe()
    board = desk(sm.load("mccaffrey"), viewport, theme=theme)
    found = {}
    for name in PANELS:
        panel = board.section(name)
        for summary in panel.locator("summary").all():
            summary.press("Enter")
        all_found = axe.run(board.page, ".smb", {"resultTypes": ["violations"]}).response["violations"]
        found[name] = [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in all_found]
    assert found == {name: [] for name in PANELS}
