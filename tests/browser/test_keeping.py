"""What the browser keeps for the player, on the page of `play`: games that come back, and statistics."""

import re
from typing import Any

import pytest
from keeping import EASY, EASY_SOLVED, TWO_SOLUTIONS, begin, enters, games, kept, reload, waits

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect


@pytest.fixture
def begun(play: Any) -> Any:
    return begin(play)


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


def test_a_game_of_the_list_goes_on_or_is_removed(begun: Any) -> None:
    enters(begun, 1, 3, "3")
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
    waits(begun, lambda: kept(begun, "playing")["digits"] == EASY.count("."), "the solved board is not kept")
    reload(begun)
    begun.sees_digits(EASY_SOLVED)
    assert kept(begun, "games") == enters_again


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
