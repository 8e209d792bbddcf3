"""The panels of the page in a real browser."""

import re
from pathlib import Path
from typing import Any

import pytest
from keeping import EASY, EASY_SOLVED, TWO_SOLUTIONS, begin, kept, reload, waits

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


def test_every_switch_is_a_setting(desk: Any) -> None:
    board = desk("1... ..2. .3.. ...4")
    switches = board.section("settings").locator("[role=switch]")
    expect(switches).to_have_count(7)  # six, and whether the board fits the window
    for k in range(7):
        before = dict(board.board.settings)
        switches.nth(k).click()
        board.settles()
        after = board.board.settings
        assert [name for name in after if after[name] != before[name]], k
    board.do("usual-settings", "settings")
    waits(board, lambda: board.board.settings == board.board.choices["usual"], "the settings are not the usual ones")


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


def test_the_steps_can_be_copied_also_where_the_clipboard_is_refused(explained: Any) -> None:
    panel = explained.section("explain")
    origin = re.match(r"http://[^/]*", explained.page.url)[0]
    explained.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=origin)
    explained.do("path-text")
    expect(panel.locator(".smb-copied .smb-note")).to_have_text("Copied.")
    text = explained.page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"(?m)^1\. ", text)
    explained.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
    panel.locator("[data-do=copy]").click()
    expect(panel.locator(".smb-copied .smb-note")).to_contain_text("press Ctrl C")
    assert explained.page.evaluate("getSelection().toString() || document.activeElement.value") == text


def test_a_long_list_is_not_built_again_for_each_step(desk: Any) -> None:
    board = desk(sm.load("mccaffrey"))
    steps = [{"name": f"step {k}", "sentence": "because " * 12, "weight": 1.2, "cells": [k % 81]} for k in range(300)]
    path = {"by": "techniques", "at": 0, "count": 300, "solved": True, "reason": "", "steps": steps}
    board.gets(path=path)
    panel = board.section("explain")
    expect(panel.locator("[data-step]")).to_have_count(301)
    first = panel.locator("[data-step='0']").evaluate_handle("each => each")
    board.gets(path={**path, "at": 250})
    expect(panel.locator("[aria-current=step]")).to_have_attribute("data-step", "250")
    assert panel.locator("[data-step='0']").evaluate("(each, first) => each === first", first)
    assert panel.locator("[data-step][tabindex='0']").count() == 1  # one tab stop


# -- puzzles ----------------------------------------------------------------------------------------------------------


def test_a_file_that_is_dropped_on_the_board_is_opened(begun: Any) -> None:
    begun.root.locator("[role=grid]").evaluate(
        """(grid, text) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], "two.txt", { type: "text/plain" }));
            for (const type of ["dragover", "drop"]) {
                grid.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
            }
        }""",
        TWO_SOLUTIONS,
    )
    begun.sees_digits(TWO_SOLUTIONS)


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


def test_a_puzzle_of_a_collection_by_number_or_by_chance(begun: Any) -> None:
    section = begun.section("puzzle")
    section.get_by_label("Collection").select_option("small")
    section.get_by_label("Number", exact=True).fill("2")
    begun.do("open")
    begun.sees_digits(sm.load("small:2").line())
    section.get_by_label("Collection").select_option("several")
    begun.do("any")
    begun.waits("board.querySelectorAll('[data-cell]').length === 81")


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


@pytest.mark.parametrize("width", [320, 390, 800, 1280, 1920])
def test_the_tables_of_models_are_not_cut_off(desk: Any, width: int) -> None:
    board = desk(sm.load("mccaffrey"), (width, 900))
    row = {
        "configuration": "assignment_reduced x pyomo x highs",
        "rewrite": "indicators",
        "status": "no solution",
        "search": "",
    }
    row |= {"size": [12_345_678, 1_234_567, 12_345_678], "build": 12_345.6, "translate": 12_345.6, "solve": 123_456.7}
    board.gets(report={"rows": [row, row], "costs": [], "compared": {"left": row, "right": row}})
    panel = board.section("model")
    panel.locator("[data-part=compare] summary").press("Enter")
    cut = panel.locator(":is(td, th, table, .smb-cards, .smb-bar)").evaluate_all(
        """all => all.filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1)
            .map((each) => each.outerHTML)"""
    )
    assert cut == []
    assert board.page.evaluate("document.documentElement.scrollWidth") == width


# -- all panels -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [(1280, 800), (390, 844)])
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


def test_no_panel_speaks_in_the_words_of_developers(desk: Any) -> None:
    board = desk(sm.load("mccaffrey"))
    for name in PANELS:
        text = board.section(name).inner_text().lower()
        assert not re.search(
            r"\b(trait|command|widget|error|null|undefined|nan|techniques of people|looks and entering)\b", text
        ), name


# -- a game from its beginning to its end -----------------------------------------------------------------------------


def test_the_clock_runs_when_a_game_is_shown_but_not_in_a_design_or_a_notebook(desk: Any) -> None:
    assert desk("mccaffrey").board.clock["running"]
    design = desk(sm.Board.of_size(4))
    assert not design.board.clock["running"]
    assert not design.root.locator("[data-do=pause]").is_visible()
    assert not desk("mccaffrey", alone=False).board.clock["running"]


def test_the_end_of_a_game_tells_time_and_hints_and_offers_another(desk: Any) -> None:
    board = desk(EASY)
    end = board.root.locator(".smb-finish")
    expect(end).to_be_hidden()
    board.types(EASY_SOLVED)
    expect(end).to_contain_text("Without a hint", ignore_case=True)
    assert board.root.locator("[role=grid]").is_visible()
    end.get_by_role("button", name="New game").click()
    expect(board.root.locator(".smb-new")).to_be_visible()
    board.press("Escape")
    board.do("undo")
    expect(end).to_be_hidden()


def test_a_game_that_comes_back_covers_the_board_until_it_is_there(begun: Any) -> None:
    begun.cell(1, 3).click()
    begun.press("3")
    waits(begun, lambda: (kept(begun, "playing") or {}).get("digits") == 1, "the game is not kept")
    begun.page.add_init_script("""window.seen = [];
        new MutationObserver(() => {
            const board = document.querySelector(".smb-board");
            if (board && document.querySelector(".smb-main")) {
                const digits = [...board.querySelectorAll("[data-cell]")].map((each) => each.dataset.value).join("");
                if (getComputedStyle(board).visibility !== "hidden") window.seen.push(digits);
            }
        }).observe(document, { subtree: true, childList: true, attributes: true });""")
    reload(begun)
    begun.sees_digits("123." + EASY[4:])
    begun.waits("getComputedStyle(board.querySelector('.smb-board')).visibility === 'visible'")
    digits = ("123." + EASY[4:]).replace(".", "0")
    assert set(begun.page.evaluate("window.seen.filter((each) => each)")) == {digits}


def test_the_sizes_and_levels_of_new_games_are_the_same_in_the_header_and_in_the_panel(desk: Any) -> None:
    board = desk("mccaffrey")
    menu = board.root.locator(".smb-new button").evaluate_all(
        "all => all.map((each) => [each.dataset.size, each.dataset.level])"
    )
    part = board.section("puzzle").locator("[data-part=new]")
    offered = []
    for size in part.get_by_label("Size").locator("option").evaluate_all("all => all.map((each) => each.value)"):
        part.get_by_label("Size").select_option(size)
        levels = part.get_by_label("Level").locator("option").evaluate_all("all => all.map((each) => each.value)")
        offered += [[size, level] for level in levels]
    assert menu == offered
