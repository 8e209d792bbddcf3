"""What the browser keeps for the player, on the page of `play`: games that come back, and statistics."""

import json
import random
import re
import statistics
from typing import Any

import pytest
from keeping import EASY, EASY_SOLVED, TWO_SOLUTIONS, begin, enters, games, kept, reload, waits

from sudoku_models.board import page as page_of_board

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
    waits(begun, lambda: kept(begun, "playing")["digits"] == EASY.count("."), "the solved board is not kept")
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


def test_a_level_that_becomes_known_late_is_written_into_the_records_of_its_puzzle(desk: Any) -> None:
    page = with_storage(desk)
    page.add_script_tag(content=(page_of_board.HERE / "autosave.js").read_text(encoding="utf-8"))
    records = [{"id": "a", "level": ""}, {"id": "b", "level": ""}, {"id": "a", "level": "easy"}]
    learn = """([status, records]) => {
        const kept = { status, records: () => records, place: { write: (name, found) => { records = found; } } };
        Keeper.prototype.learn.call(kept);
        return records;
    }"""
    assert page.evaluate(learn, [{"id": "a", "level": ""}, records]) == records
    known = page.evaluate(learn, [{"id": "a", "level": "hard"}, records])
    assert [each["level"] for each in known] == ["hard", "", "easy"]
