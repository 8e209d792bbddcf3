"""The panels of the page in a real browser, what the browser keeps for the player, and kernels that have ended."""

import json
import random
import re
import statistics
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

import sudoku_models as sm
from sudoku_models.board import page as page_of_board

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect

EASY = "12..34122143432."
EASY_SOLVED = "1234341221434321"
TWO_SOLUTIONS = ".2.4.4.221434321"
PANELS = ("explain", "puzzle", "design", "settings", "games", "model", "help")
FORGET = """() => [localStorage, sessionStorage].forEach((each) => Object.keys(each)
    .filter((name) => name.startsWith("sudoku-models:")).forEach((name) => each.removeItem(name)))"""


@pytest.fixture
def begun(play: Any) -> Any:
    """The page of `play` with an easy puzzle, in a browser that has kept nothing."""
    play.opens(TWO_SOLUTIONS)
    play.page.evaluate(FORGET)
    play.opens(EASY)
    return play


def kept(player: Any, what: str) -> Any:
    """What the browser keeps under a name, or None."""
    text = player.page.evaluate(
        "(name) => (name === 'playing' ? sessionStorage : localStorage)[`sudoku-models:${name}`]", what
    )
    return text and json.loads(text)["value"]


def games(player: Any) -> list[dict[str, Any]]:
    """The games that can go on."""
    names = player.page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('sudoku-models:game:'))")
    return [kept(player, name.removeprefix("sudoku-models:")) for name in names]


def waits(player: Any, condition: Any, what: str) -> None:
    until = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < until, what
        player.page.wait_for_timeout(50)


def enters(player: Any, row: int, column: int, digit: str) -> None:
    """Enter a digit, and wait until the browser keeps the game with it."""
    expected = player.digits[: 4 * (row - 1) + column - 1] + digit + player.digits[4 * (row - 1) + column :]
    player.cell(row, column).focus()
    player.press(digit)
    player.sees_digits(expected)
    count = sum(a != b for a, b in zip(expected, EASY, strict=True))
    waits(player, lambda: (kept(player, "playing") or {}).get("digits") == count, "the game is not kept")


def reload(player: Any) -> None:
    player.page.reload()
    player.root.wait_for()


# -- a game comes back ------------------------------------------------------------------------------------------------


def test_after_a_reload_the_game_is_there_with_its_clock_and_what_can_be_undone(begun: Any) -> None:
    enters(begun, 1, 3, "3")
    enters(begun, 1, 4, "4")
    seconds = kept(begun, "playing")["seconds"]
    reload(begun)
    begun.sees_digits("1234" + EASY[4:])
    waits(begun, lambda: kept(begun, "playing")["seconds"] >= seconds, "the clock begins anew")
    begun.press("Control+z")
    begun.sees_digits("123." + EASY[4:])
    assert begun.root.locator(".smb-offer").is_hidden()  # without a question


def test_a_puzzle_without_moves_is_there_after_a_reload_too(begun: Any) -> None:
    waits(begun, lambda: kept(begun, "playing"), "the puzzle is not kept")
    reload(begun)
    begun.sees_digits(EASY)
    assert games(begun) == []


def test_a_puzzle_that_was_begun_can_go_on_when_it_is_opened_again(begun: Any) -> None:
    enters(begun, 1, 3, "3")
    begun.opens(TWO_SOLUTIONS)
    begun.opens(EASY)
    offer = begun.root.locator(".smb-offer")
    expect(offer).to_contain_text(re.compile(r"1 digit, \d:\d\d"))
    offer.locator("[data-do=go-on]").click()
    begun.sees_digits("123." + EASY[4:])
    assert offer.is_hidden()


def test_a_game_that_is_not_taken_up_stays_in_the_list_when_another_begins(begun: Any) -> None:
    enters(begun, 1, 3, "3")
    enters(begun, 1, 4, "4")
    begun.opens(TWO_SOLUTIONS)
    begun.opens(EASY)
    enters(begun, 4, 4, "1")
    waits(begun, lambda: sorted(each["digits"] for each in games(begun)) == [1, 2], "one of the games is lost")
    assert begun.root.locator(".smb-offer").is_hidden()


def test_a_game_of_the_list_goes_on_or_is_removed(begun: Any) -> None:
    enters(begun, 1, 3, "3")
    begun.opens(TWO_SOLUTIONS)
    panel = begun.section("games")
    expect(panel.locator(".smb-saved")).to_have_count(1)
    panel.get_by_role("button", name=re.compile("^Go on")).click()
    begun.sees_digits("123." + EASY[4:])
    panel.get_by_role("button", name=re.compile("^Remove")).click()
    expect(panel.locator(".smb-saved")).to_have_count(0)
    assert games(begun) == []


def test_of_many_games_the_latest_ten_are_kept(desk: Any) -> None:
    page = with_storage(desk)
    page.evaluate("""() => {
        const place = new Storage_("localStorage"); // as if this page had one
        place.place = {
          setItem(name, text) { this[name] = text; },
          getItem(name) { return this[name]; },
          removeItem(name) { delete this[name]; },
        };
        const game = { title: "", level: "", size: 9, seconds: 1, text: "{}", digits: 1 };
        for (let when = 1; when <= 30; when++) keepGame(place, `game:${when}`, { ...game, id: `${when}`, when });
        window.left = place.names("game").map((name) => place.read(name, isGame).when).sort((a, b) => a - b);
    }""")
    assert page.evaluate("window.left") == [*range(21, 31)]


def with_storage(desk: Any) -> Any:
    """A page with the functions that keep games, by their names."""
    page = desk("1... ..2. .3.. ...4").page
    page.add_script_tag(content=(page_of_board.HERE / "storage.js").read_text(encoding="utf-8"))
    return page


# -- statistics -------------------------------------------------------------------------------------------------------


def test_a_game_that_is_solved_by_hand_counts_once(begun: Any) -> None:
    begun.cell(1, 1).focus()
    begun.types(EASY_SOLVED)
    begun.sees_digits(EASY_SOLVED)
    waits(begun, lambda: (kept(begun, "games") or [{}])[0].get("solved"), "the game does not count")
    begun.press("Control+z", "Control+y")
    begun.sees_digits(EASY_SOLVED)
    enters_again = kept(begun, "games")
    assert [(each["solved"], each["size"]) for each in enters_again] == [(True, 4)]
    assert games(begun) == []  # there is nothing to go on with
    panel = begun.section("games")
    expect(panel.get_by_role("table", name="Statistics")).to_contain_text("4 \u00d7 4")
    expect(panel.get_by_role("table", name="Last games").get_by_role("row")).to_have_count(2)
    reload(begun)
    begun.sees_digits(EASY_SOLVED)
    assert kept(begun, "games") == enters_again


def test_a_game_that_a_solver_has_filled_in_does_not_count(begun: Any) -> None:
    enters(begun, 1, 3, "3")
    waits(begun, lambda: len(kept(begun, "games") or []) == 1, "the game has not begun")
    begun.do("solve", "model")
    begun.sees_digits(EASY_SOLVED)
    waits(begun, lambda: kept(begun, "games") == [], "the game counts")


def test_all_is_forgotten_after_a_question(begun: Any) -> None:
    enters(begun, 1, 3, "3")
    panel = begun.section("games")
    panel.locator("[data-do=forget]").click()
    panel.locator("[data-do=forget-no]").click()
    assert len(games(begun)) == len(kept(begun, "games")) == 1
    panel.locator("[data-do=forget]").click()
    panel.locator("[data-do=forget-yes]").click()
    expect(panel.locator(".smb-saved")).to_have_count(0)
    assert (games(begun), kept(begun, "games")) == ([], None)


def test_damaged_records_are_left_out_and_the_panel_says_so(begun: Any) -> None:
    begun.page.evaluate("""() => {
        localStorage["sudoku-models:games"] = '{"version": 1, "value": [{"title": 3}]}';
        localStorage["sudoku-models:game:a"] = "nothing";
        localStorage["sudoku-models:game:b"] = '{"version": 99, "value": {}}';
        localStorage["sudoku-models:settings"] = '{"version": 1, "value": {"theme": "none", "hurt": 1}}';
    }""")
    reload(begun)
    begun.sees_digits(EASY)
    expect(begun.section("games")).to_contain_text("cannot be read")
    enters(begun, 1, 3, "3")
    assert len(kept(begun, "games")) == 1
    assert begun.page.errors == []


def test_titles_are_shown_as_text(begun: Any) -> None:
    game = {"id": "x", "title": "<img src=x onerror=document.title='hurt'>", "level": "", "size": 4, "seconds": 1}
    game |= {"when": 1, "text": "{}", "digits": 1}
    begun.page.evaluate(
        "(text) => { localStorage['sudoku-models:game:x'] = text; }", json.dumps({"version": 1, "value": game})
    )
    reload(begun)
    expect(begun.section("games").locator(".smb-saved")).to_contain_text("<img")
    assert begun.page.title() != "hurt"


def test_without_a_storage_the_panel_says_so_and_the_board_works(desk: Any) -> None:
    board = desk("1... ..2. .3.. ...4")  # a page without an address has no storage
    expect(board.section("games")).to_contain_text("keeps nothing")
    board.cell(1, 2).focus()
    board.press("2")
    board.sees_digits("12....2..3.....4")
    assert board.page.errors == []


def test_times_and_medians(desk: Any) -> None:
    page = with_storage(desk)
    rng = random.Random(1)
    lists = [[rng.randrange(10_000) for _ in range(rng.randrange(1, 9))] for _ in range(50)]
    assert page.evaluate("(lists) => lists.map(median)", lists) == [statistics.median(each) for each in lists]
    assert page.evaluate("[0, 59, 730, 3600, 3730].map(duration)") == ["0:00", "0:59", "12:10", "1:00:00", "1:02:10"]
    game = {"size": 9, "level": "easy", "seconds": 60, "solved": True}
    found = page.evaluate(
        "statistics", [game, {**game, "seconds": 90}, {**game, "solved": False}, {**game, "size": 16}]
    )
    assert [(each["name"], each["games"], each["solved"], each["best"], each["median"]) for each in found] == [
        ("9 \u00d7 9, easy", 3, 2, 60, 75),
        ("16 \u00d7 16, easy", 1, 1, 60, 60),
    ]


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
    board.board.path = path
    board.show()
    panel = board.section("explain")
    expect(panel.locator("[data-step]")).to_have_count(301)
    first = panel.locator("[data-step='0']").evaluate_handle("each => each")
    board.board.path = {**path, "at": 250}
    board.show()
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
    board.board.report = {"rows": [row, row], "costs": [], "compared": {"left": row, "right": row}}
    board.show()
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


# -- the kernel of a notebook -----------------------------------------------------------------------------------------


def test_a_board_that_does_not_answer_says_so_and_takes_it_back(desk: Any) -> None:
    board = desk("1... ..2. .3.. ...4", alone=False)
    board.page.clock.install()
    board.page.evaluate(
        "() => { window.usual = window.python; window.python = () => new Promise((on) => { window.answer = on; }); }"
    )
    board.cell(1, 2).focus()
    board.press("2")
    for _ in range(13):
        board.page.clock.run_for(1000)
    expect(board.root).to_have_attribute("data-lost", "busy")
    expect(board.root.locator(".smb-lost")).to_contain_text("busy, or has ended")
    board.page.evaluate(
        """() => { window.python = window.usual; window.answer({ traits: {}, messages: [{ received: "" }] }); }"""
    )
    board.press("3")
    waits(board, lambda: board.root.get_attribute("data-lost") is None, "the message stays")


def run(lab: Any) -> None:
    """Run the notebook, until its board is there and has heard from Python."""
    lab.page.evaluate("() => jupyterapp.commands.execute('notebook:run-all-cells')")
    lab.root.wait_for()
    lab.waits("!board.dataset.lost && !board.querySelector('.smb-lost:not([hidden])')")
    lab.sees_badge("one solution")


def kernel_process(lab: Any) -> psutil.Process:
    """The process of the notebook's kernel."""
    name = lab.page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.id")
    return next(
        each for each in psutil.Process().children(recursive=True) if f"kernel-{name}" in " ".join(each.cmdline())
    )


def test_in_jupyterlab_a_saved_board_is_a_picture_where_no_kernel_runs(lab: Any) -> None:
    still = lab.page.locator(".smb-picture")
    expect(still).to_be_hidden()  # beside the live board
    lab.page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
    lab.page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    lab.cell(1, 1).click()
    lab.press("7")
    expect(lab.root.locator(".smb-lost")).to_contain_text("The notebook's kernel has ended")
    lab.page.reload()
    lab.page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.isReady", timeout=6e4)
    expect(still).to_be_visible()
    expect(still.locator("td")).to_have_count(81)
    expect(still.locator("td").nth(2)).to_have_text("6")
    shown = lab.page.locator(".jp-OutputArea-output", has_text=re.compile("Error|Loading|BoardWidget"))
    lab.page.wait_for_timeout(500)
    assert not [each.inner_text() for each in shown.all() if each.is_visible()]
    run(lab)
    expect(still).to_be_hidden()


def test_in_jupyterlab_a_kernel_that_is_restarted_or_killed_is_told_and_the_game_can_go_on(lab: Any) -> None:
    for how in ("restart", "kill"):
        run(lab)
        if lab.root.locator("[data-do=go-on]").is_visible():
            lab.root.locator("[data-do=begin-anew]").click()
        lab.cell(1, 1).click()
        lab.press("7")
        lab.waits("""cell(0).dataset.value === '7' && !board.querySelector("[data-do='undo']").disabled""")
        lab.page.wait_for_function(
            "() => Object.keys(localStorage).some((name) => name.startsWith('sudoku-models:game:'))"
        )
        if how == "restart":
            lab.page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
        else:
            kernel_process(lab).kill()
        expect(lab.root.locator(".smb-lost")).to_contain_text("Run the cell again")
        assert lab.root.get_attribute("data-lost") == "ended"
        if lab.page.locator(".jp-Dialog").count():
            lab.page.locator(".jp-Dialog button").last.click()
    run(lab)
    expect(lab.root.locator(".smb-offer")).to_contain_text("1 digit")
    lab.root.locator("[data-do=go-on]").click()
    lab.waits("cell(0).dataset.value === '7'")
