"""The page of `play` in a real browser: windows, a class, other pages, and the end of the server."""

import contextlib
import http.server
import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import psutil
import pytest

import sudoku_models as sm
from sudoku_models.board.files import link

playwright = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'")
expect, Error = playwright.expect, playwright.Error

EASY = "12..34122143432."
PLAYED = EASY[:2] + "3" + EASY[3:]
TAKEN_BACK = 120.0
"""Seconds in which a process ends, on a loaded machine."""


@pytest.fixture(autouse=True)
def _others_are_closed(play: Any) -> Iterator[None]:
    """Whatever a test has opened, the next one begins with one window."""
    yield
    for page in play.page.context.pages:
        if page is not play.page:
            with contextlib.suppress(Error):  # it may be closing
                page.close(run_before_unload=True)


def another(play: Any, context: Any = None, address: str = "") -> Any:
    """Another window, of the same browser or of another one."""
    other = type(play)((context or play.page.context).new_page())
    other.served = play.served
    other.page.goto(address or play.served.address)
    other.root.wait_for()
    return other


def workers(play: Any) -> set[int]:
    """The processes of boards."""
    return {each.pid for each in psutil.Process(play.served.process.pid).children()}


def waits_for_workers(play: Any, wanted: set[int]) -> None:
    until = time.monotonic() + TAKEN_BACK
    while workers(play) - wanted:
        assert time.monotonic() < until, f"the processes {workers(play) - wanted} of a board that was closed go on"
        play.page.wait_for_timeout(50)


def enters(player: Any) -> None:
    """A game with one move."""
    player.opens(EASY)
    player.cell(1, 3).focus()
    player.press("3")
    player.sees_digits(PLAYED)
    player.waits("!board.querySelector(\"[data-do='undo']\").disabled")


def test_the_page_loads_nothing_from_elsewhere_and_nothing_goes_wrong_on_it(play: Any) -> None:
    enters(play)
    origin = play.served.origin
    elsewhere = [url for url in play.page.asked if not url.startswith((f"{origin}/", "blob:", "data:", "about:"))]
    assert elsewhere == []
    assert play.page.failed == []
    assert play.page.errors == []
    assert play.page.title() == "Sudoku"
    assert play.page.url == f"{origin}/"
    assert play.page.context.cookies() == []
    token = play.served.address.partition("#key=")[2]
    assert [url for url in play.page.asked if token in url.partition("#")[0]] == []


def waits_until_kept(player: Any, digits: int) -> None:
    """Wait until the browser has kept the game with so many digits of the player."""
    playing = "Object.entries(sessionStorage).find(([name]) => name.endsWith(':playing'))"
    player.page.wait_for_function(f"() => JSON.parse({playing}?.[1] ?? '{{}}').value?.digits === {digits}")


def test_a_game_is_left_without_a_question_and_comes_back_and_a_duplicate_has_a_board_of_its_own(play: Any) -> None:
    play.opens(EASY)
    before = workers(play)
    with play.page.expect_popup() as popup:  # it gets a copy of what the tab has stored, as a duplicate does
        play.page.evaluate("window.open(location.href)")
    other = type(play)(popup.value)
    other.root.wait_for()
    asked: list[str] = []
    other.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    enters(other)
    assert play.digits == EASY
    waits_until_kept(other, 1)
    other.page.goto("about:blank")
    other.page.go_back()
    other.root.wait_for()
    other.sees_digits(PLAYED)
    other.press("Control+z")
    other.sees_digits(EASY)
    assert asked == []
    other.page.close(run_before_unload=True)
    waits_for_workers(play, before)


def test_a_reload_right_after_a_move_loses_nothing(play: Any) -> None:
    enters(play)
    waits_until_kept(play, 1)
    play.cell(1, 4).focus()
    play.press("4")
    play.cell(4, 4).focus()
    play.press("1")
    with play.reloads():
        play.page.reload()
    play.sees_digits(PLAYED[:3] + "4" + PLAYED[4:-1] + "1")
    play.press("Control+z")
    play.sees_digits(PLAYED[:3] + "4" + PLAYED[4:])


def test_a_design_is_a_design_after_a_reload(play: Any) -> None:
    play.section("design").locator("[data-do=design]").click()
    play.cell(4, 4).focus()
    play.press("1")
    expect(play.cell(4, 4)).to_have_attribute("data-given", "true")
    playing = "Object.entries(sessionStorage).find(([name]) => name.endsWith(':playing'))"
    play.page.wait_for_function(f"() => JSON.parse({playing}?.[1] ?? '{{}}').value?.design")
    with play.reloads():
        play.page.reload()
    expect(play.root.locator("[data-panel=design]")).to_be_visible()
    expect(play.root).to_have_attribute("data-design", "true")
    play.press("Control+z")
    expect(play.cell(4, 4)).to_have_attribute("data-value", "0")
    play.press("Control+y")
    expect(play.cell(4, 4)).to_have_attribute("data-given", "true")


def test_a_design_is_kept_when_another_puzzle_takes_its_place(play: Any) -> None:
    play.do("design-own", "")
    play.section("design").get_by_label("Size").select_option("4")
    play.do("empty")
    play.sees_digits("." * 16)
    play.cell(4, 4).focus()
    play.press("1")
    play.do("empty")
    play.sees_digits("." * 16)
    play.root.locator(".smb-offer [data-do=go-on]").click()
    play.sees_digits("." * 15 + "1")
    expect(play.root).to_have_attribute("data-design", "true")
    play.cell(1, 1).focus()
    play.press("2")
    play.sees_digits("2" + "." * 14 + "1")
    play.opens(EASY)
    with play.reloads():
        play.page.reload()
    kept = play.section("games").get_by_role("button", name=re.compile("^Continue.* design .* [12] given"))
    expect(kept).to_have_count(2)  # as it was when it was replaced first, and now
    kept.first.click()
    play.sees_digits("2" + "." * 14 + "1")
    expect(play.root).to_have_attribute("data-design", "true")


def test_a_class_walks_among_the_steps_that_the_teacher_has_opened(
    browser: Any, serve_board: Callable[..., Any], open_player: Callable[..., Any]
) -> None:
    served = serve_board("--class", "12..34122143432.")
    of_class = served.then.split()[-1]
    teacher, students = open_player(served.address), open_player(of_class)
    students.cell(1, 3).focus()
    students.press("3")
    teacher.sees_digits(PLAYED)
    for player in (teacher, students):
        player.do("view")
        player.root.locator("[data-do=more]").press("Enter")
    for name in ("hint", "new", "open-puzzle", "open-model", "open-games"):
        expect(students.root.locator(f"[data-do={name}]")).to_be_hidden()
        expect(teacher.root.locator(f"[data-do={name}]")).to_be_visible()
    expect(students.root.locator("[data-opens=explain]")).to_be_visible()
    for player in (teacher, students):
        player.press("Escape")
    teacher.do("explain", "explain")
    steps = "section[data-panel=explain] ol button"
    for player in (teacher, students):
        expect(player.root.locator(".smb-path")).to_be_visible()
        expect(player.root.locator(steps)).to_have_count(1)
    expect(students.root.locator("[data-do=next]")).to_be_disabled()
    teacher.root.locator("[data-do=next]").press("Enter")
    expect(students.root.locator(steps)).to_have_count(2)
    students.root.locator("[data-do=first]").press("Enter")
    expect(teacher.root.locator(".smb-step-of")).to_have_text("step 1 of 3")
    students.root.locator("[data-do=last]").press("Enter")
    expect(teacher.root.locator(".smb-step-of")).to_have_text("step 2 of 3")
    with students.reloads():
        students.page.reload()
    expect(students.root.locator(steps)).to_have_count(2)
    kept = students.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert "hidden single" not in kept
    assert "values" not in kept
    teacher.do("show_solution", "explain")
    students.waits("board.dataset.finished === 'true'")
    assert teacher.page.errors == students.page.errors == []


@pytest.fixture
def elsewhere(play: Any) -> Iterator[Callable[[str], str]]:
    """Serves a page on another port of this machine: the address of a page with this content."""
    pages: list[str] = []

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = self.path[1:].isdecimal() and int(self.path[1:]) < len(pages)
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(pages[int(self.path[1:])].encode() if found else b"")

        def log_message(self, *values: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def put(content: str) -> str:
        pages.append(f"<!DOCTYPE html><title>Another page</title>{content}")
        return f"http://127.0.0.1:{server.server_port}/{len(pages) - 1}"

    yield put
    server.shutdown()
    server.server_close()


ATTACKS = [
    "fetch('{board}/page', {{ method: 'POST', mode: 'no-cors', credentials: 'include' }})",
    "fetch('{board}/page', {{ method: 'POST', mode: 'cors', headers: {{ Authorization: 'token x' }} }})",
    "new Promise((done) => {{ const f = document.createElement('iframe'); f.name = 'f'; f.onload = done;"
    " document.body.append(f); const form = document.createElement('form'); form.method = 'post';"
    " form.target = 'f'; form.action = '{board}/page'; document.body.append(form); form.submit(); }})",
    "new Promise((done) => {{ const s = document.createElement('script'); s.src = '{board}/start.js';"
    " s.onload = () => {{ throw new Error('it has run'); }}; s.onerror = done; document.body.append(s); }})",
    "navigator.sendBeacon('{board}/page?token=x')",
    "window.open('{board}/', '_blank')",
]


def test_another_page_can_neither_start_nor_end_a_board(play: Any, elsewhere: Callable[[str], str]) -> None:
    play.opens(EASY)
    before = workers(play)
    board = play.served.origin
    for attack in ATTACKS:
        page = play.page.context.new_page()
        page.goto(elsewhere("<body>"))
        act = attack.format(board=board)
        page.evaluate(f"() => Promise.resolve({act}).catch(() => 0).then(() => 0)")
        page.wait_for_timeout(200)
        assert workers(play) <= before  # and that of `play` still has its game, as is seen below
        for each in play.page.context.pages:
            if each is not play.page:
                each.close()
    enters(play)


def test_a_link_opens_a_board_when_the_player_presses_the_button(play: Any, elsewhere: Callable[[str], str]) -> None:
    address = f"{play.served.origin}/{link(sm.Puzzle.parse(EASY))}"
    wrong, page = play.page.context.new_page(), play.page.context.new_page()
    wrong.goto(f"{play.served.origin}/#key=guess")
    expect(wrong.locator("#lost")).to_contain_text("last address")
    page.goto(address)
    expect(page.locator("#lost span")).to_have_text("A board is open in another window.")
    expect(page.get_by_role("button", name="Open one here too")).to_be_visible()
    page.goto(elsewhere(f"<a href='{address}'>Sudoku</a>"))
    page.get_by_text("Sudoku", exact=True).click()
    expect(page.locator("#lost span")).to_have_text("Another page has led here.")
    before = workers(play)
    page.get_by_role("button", name="Open the board").click()
    other = type(play)(page)
    other.root.wait_for()
    other.sees_digits(EASY)
    page.close(run_before_unload=True)
    waits_for_workers(play, before)


def test_when_the_server_has_ended_the_page_reports_it(play: Any) -> None:
    code, _, errors = play.served.end()
    assert (code, errors) == (130, "")
    lost = play.page.locator("#lost")
    lost.wait_for()
    assert "sudoku-models play" in lost.inner_text()
    assert not lost.get_by_role("button").is_visible()
