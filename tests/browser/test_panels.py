"""The panels of the page of `play`, and what the browser keeps for the player: games and settings."""

import json
import re
import time
from typing import Any

import pytest

import sudoku_models as sm

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect

EASY = "12..34122143432."
EASY_SOLVED = "1234341221434321"
TWO_SOLUTIONS = ".2.4.4.221434321"
FORGET = """() => [localStorage, sessionStorage].forEach((each) => Object.keys(each)
    .filter((name) => name.startsWith("sudoku-models:")).forEach((name) => each.removeItem(name)))"""
ON_TOP = """(each) => { const { left, top, width, height } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }"""


@pytest.fixture
def begun(play: Any) -> Any:
    """The page of `play` with an easy puzzle, in a browser that has kept nothing."""
    play.opens(TWO_SOLUTIONS)
    play.page.evaluate(FORGET)
    play.opens(EASY)
    opened = list(sm.Puzzle.parse(EASY).values)
    waits(play, lambda: opened == givens_of(kept(play, "playing")), "the puzzle is not kept")
    return play


def kept(player: Any, what: str) -> Any:
    """What the browser keeps under a name, or None."""
    text = player.page.evaluate(
        "(name) => (name === 'playing' ? sessionStorage : localStorage)[`sudoku-models:${name}`]", what
    )
    return text and json.loads(text)["value"]


def givens_of(game: dict[str, Any] | None) -> list[int]:
    """The givens of a game that is kept."""
    return [max(-number, 0) for number in json.loads(game["text"])["start"]] if game else []


def games(player: Any) -> list[dict[str, Any]]:
    """The games that can go on."""
    names = player.page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('sudoku-models:game:'))")
    return [kept(player, name.removeprefix("sudoku-models:")) for name in names]


def waits(player: Any, condition: Any, what: str) -> None:
    until = time.monotonic() + 120
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


def test_a_game_comes_back_after_a_reload_and_goes_on_from_the_list_or_is_removed(begun: Any) -> None:
    enters(begun, 1, 3, "3")
    enters(begun, 1, 4, "4")
    seconds = kept(begun, "playing")["seconds"]
    reload(begun)
    begun.sees_digits("1234" + EASY[4:])
    waits(begun, lambda: kept(begun, "playing")["seconds"] >= seconds, "the clock begins anew")
    begun.press("Control+z")
    begun.sees_digits("123." + EASY[4:])
    assert begun.root.locator(".smb-offer").is_hidden()  # without a question
    waits(begun, lambda: kept(begun, "playing")["digits"] == 1, "the game is not kept")
    begun.opens(TWO_SOLUTIONS)
    panel = begun.section("games")
    expect(panel.locator(".smb-saved")).to_have_count(1)
    panel.get_by_role("button", name=re.compile("^Continue")).click()
    begun.sees_digits("123." + EASY[4:])
    expect(panel).to_be_hidden()  # the board is what is wanted now
    begun.section("games")
    expect(panel.locator(".smb-saved")).to_have_count(0)  # the game on the board is not in the list
    begun.opens(TWO_SOLUTIONS)
    panel = begun.section("games")
    panel.get_by_role("button", name=re.compile("^Remove")).click()
    expect(panel.locator(".smb-saved")).to_have_count(0)
    assert games(begun) == []


def test_a_game_with_marks_alone_is_kept_as_it_is_left_and_one_that_is_empty_is_not(begun: Any) -> None:
    enters(begun, 1, 3, "3")
    begun.press("Control+z")
    waits(begun, lambda: games(begun) == [], "there is a game without anything in it")
    begun.press("Shift+Digit4", "Control+Digit3")
    begun.waits("cell(2).ariaLabel.includes('marks')")
    waits(begun, lambda: [game["digits"] for game in games(begun)] == [0], "the marks are not kept")
    look = begun.cell(1, 3).get_attribute("aria-label")
    begun.opens(TWO_SOLUTIONS)
    begun.section("games").get_by_role("button", name=re.compile("^Continue")).click()
    expect(begun.cell(1, 3)).to_have_attribute("aria-label", look)


def test_a_game_that_is_solved_is_told_once_and_listed_once(begun: Any) -> None:
    for _ in range(2):
        begun.cell(1, 1).focus()
        begun.types(EASY_SOLVED)
        expect(begun.root.locator(".smb-finish")).to_be_visible()
        waits(begun, lambda: kept(begun, "solved") and games(begun) == [], "the solved game is not kept")
        assert begun.box(".smb-status")["width"] <= 1  # for a screen reader only
        expect(begun.section("games").locator(".smb-solved > li")).to_have_count(1)
        begun.press("Escape")
        begun.do("restart")
        begun.sees_digits(EASY)


def test_a_puzzle_that_is_pasted_on_a_phone_is_seen(begun: Any) -> None:
    before = begun.page.viewport_size
    begun.page.set_viewport_size({"width": 390, "height": 844})
    begun.waits("board.dataset.sheets === 'true'")
    try:
        begun.paste("." * 80)
        begun.hears("80 cells", "bad")
        assert begun.root.locator(".smb-status").evaluate(ON_TOP)
        begun.opens(TWO_SOLUTIONS)
        expect(begun.root.locator("[data-panel=puzzle]")).to_be_hidden()
    finally:  # for the tests that follow on this page
        begun.page.set_viewport_size(before)


def test_a_game_that_is_solved_is_not_to_be_continued_but_comes_back(begun: Any) -> None:
    begun.cell(1, 1).focus()
    begun.types(EASY_SOLVED)
    begun.sees_digits(EASY_SOLVED)
    waits(begun, lambda: games(begun) == [], "there is a game to go on with")
    waits(begun, lambda: kept(begun, "playing")["digits"] == EASY.count("."), "the solved board is not kept")
    reload(begun)
    begun.sees_digits(EASY_SOLVED)


def test_damaged_games_are_left_out_and_the_panel_says_so(begun: Any) -> None:
    begun.page.evaluate("""() => {
        localStorage["sudoku-models:game:a"] = "nothing";
        localStorage["sudoku-models:game:b"] = '{"version": 99, "value": {}}';
        localStorage["sudoku-models:settings"] = '{"version": 1, "value": {"theme": "none", "hurt": 1}}';
    }""")
    reload(begun)
    begun.sees_digits(EASY)
    expect(begun.section("games")).to_contain_text("cannot be read")
    enters(begun, 1, 3, "3")
    assert begun.page.errors == []


# -- the panels -------------------------------------------------------------------------------------------------------


def test_symbols_and_settings_are_there_after_a_reload_until_the_usual_ones_are_wanted(begun: Any) -> None:
    begun.change("Values shown as", "letters")
    begun.waits("cell(0).innerText === 'A'")
    expect(begun.cell(1, 1)).to_have_attribute("aria-label", "row 1, column 1, box 1, given A")
    grounds = {}
    for theme in ("light", "auto", "dark"):
        begun.change("Theme", theme)
        begun.waits(f"board.dataset.theme === '{'dark' if theme == 'dark' else 'light'}'")
        grounds[theme] = begun.root.evaluate("root => getComputedStyle(root).backgroundColor")
    assert grounds["light"] == grounds["auto"] != grounds["dark"]
    begun.section("settings").get_by_label("Rows and columns are numbered").click()
    waits(begun, lambda: (kept(begun, "settings") or {}).get("numbers") is False, "the settings are not kept")
    reload(begun)
    begun.waits("board.dataset.theme === 'dark' && board.dataset.numbers === 'false' && cell(1).innerText === 'B'")
    begun.do("usual-settings", "settings")
    begun.waits("board.dataset.theme === 'light' && board.dataset.numbers === 'true' && cell(1).innerText === '2'")
    expect(begun.section("settings").get_by_label("Rows and columns are numbered")).to_be_checked()
