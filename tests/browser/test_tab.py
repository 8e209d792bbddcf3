"""The board's page without a server, in a real browser. In place of Pyodide, its worker asks this process, which has
the same `TabBoard`: by requests that a worker waits for, so that a long task holds it up as it does in a browser."""

import functools
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sudoku_models.board.tab.playing import TabBoard
from sudoku_models.board.tab.writing import write
from sudoku_models.runtime import platform

playwright = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'")
expect = playwright.expect

PYTHON = """
const ask = (words) => {
  const request = new XMLHttpRequest();
  request.open("POST", "/python", false);
  request.send(JSON.stringify(words));
  return JSON.parse(request.responseText);
};
const plain = ([text, buffers]) => [text, [...buffers].map((each) => [...new Uint8Array(each)])];
export async function loadPyodide({ packages }) {
  if ((await fetch("/loaded")).status !== 200) throw new Error("it was not there");
  const TabBoard = (post, waiting) => {
    const tell = (posts) => posts.forEach((text) => post(text, { toJs: () => [] }));
    tell(ask({ begin: waiting.map(plain) }));
    return { receive: (text, buffers) => tell(ask({ receive: plain([text, buffers]) })) };
  };
  return { pyimport: () => ({ TabBoard }), toPy: (value) => Object.assign([...value], { destroy: () => {} }) };
}
"""


class Site:
    """A static folder with the page, and Python behind its worker.

    Attributes:
        loaded: Python is there as soon as this is set; `fails` says that it will never be.
        answers: Commands are answered while this is set.
        heard: The commands, in the order in which they came.
    """

    def __init__(self, folder: Path) -> None:
        self.loaded, self.answers = threading.Event(), threading.Event()
        self.answers.set()
        self.fails, self.heard, self.posts = False, list[dict[str, Any]](), list[str]()
        self.board: Any = None
        write(folder / "play", "../python.mjs")
        (folder / "python.mjs").write_text(PYTHON, encoding="utf-8")
        site = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                if self.path != "/loaded":
                    super().do_GET()
                    return
                site.loaded.wait(60)
                self.send_error(404) if site.fails else self._reply([])

            def do_POST(self) -> None:
                words = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                self._reply(site.perform(**words))

            def _reply(self, content: Any) -> None:
                body = json.dumps(content).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        handler = functools.partial(Handler, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.handle_error = lambda *_: None  # type: ignore[method-assign]  # a page that was left
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/play/index.html"

    def perform(self, begin: Any = None, receive: Any = None) -> list[str]:
        """What `TabBoard` posts for the commands, also when a task has ended."""
        self.posts.clear()
        commands = [(text, [bytes(each) for each in buffers]) for text, buffers in begin or [receive] if text]
        self.heard += [json.loads(text) for text, _ in commands]
        self.answers.wait(60)
        if begin is not None:
            self.board = TabBoard(lambda text, buffers: self.posts.append(text), commands)
        else:
            self.board.receive(*commands[0])
        assert self.board.session.wait(30)
        return [*self.posts]

    def end(self) -> None:
        self.loaded.set()
        self.answers.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv(platform.VARIABLE, "threads,processes,programs")
    found = Site(tmp_path)
    yield found
    found.end()


@pytest.fixture
def player(site: Site, open_player: Any) -> Any:
    return open_player(site.address, viewport={"width": 1100, "height": 800})


def test_it_is_played_before_python_is_there_and_goes_on_with_it(site: Site, player: Any) -> None:
    player.hears("while Python is loaded")
    player.cell(1, 1).focus()
    player.press("5", "ArrowRight", "6", "Backspace", "1")
    assert player.digits.startswith("516")
    player.cell(2, 1).focus()
    player.press("6")
    site.loaded.set()
    player.hears("6 clashes", "warning")  # said of the last digit: all were entered in their order
    assert player.digits.startswith("516")
    assert site.board.session.game.position.line() == player.digits
    entered = [command for command in site.heard if command["do"] in ("enter", "erase")]
    assert [command.get("digit") for command in entered] == [5, 6, None, 1, 6]
    assert [command["cells"] for command in entered] == [[[1, 1]], *[[[1, 2]]] * 3, [[2, 1]]]
    player.do("undo")
    player.do("hint")
    player.hears("wrong: row 1, column 1")
    assert not player.page.errors
    assert not player.page.failed


def test_a_reload_shows_the_game_at_once_and_what_is_entered_then_comes_after_it(site: Site, player: Any) -> None:
    site.loaded.set()
    player.section("puzzle").locator("[data-part=collection] [data-name]").first.click()
    player.hears("givens")
    player.root.locator("[data-cell][data-value='0']").first.focus()
    player.press("1")
    expect(player.root.locator("[data-do=undo]")).to_be_enabled()
    player.change("Theme", "dark")
    player.page.wait_for_function("() => sessionStorage['sudoku-models:shown']?.includes('\"undo\":true')")
    shown, name = player.digits, player.root.locator(".smb-title").inner_text()
    site.loaded.clear()
    player.page.reload()
    player.root.wait_for()
    assert player.digits == shown
    expect(player.root).to_have_attribute("data-theme", "dark")
    expect(player.root.locator(".smb-title")).to_have_text(name)
    player.root.locator("[data-cell][data-value='0']").first.focus()
    player.press("2")
    after = player.digits
    assert after != shown
    site.loaded.set()
    player.sees_digits(after)
    player.waits("!board.querySelector('.smb-status').textContent.includes('while Python')")
    assert site.board.session.game.position.line() == after == player.digits
    player.do("undo")
    player.do("undo")
    player.sees_digits(site.board.session.game.puzzle.line())


def test_a_task_that_does_not_hear_of_a_cancel_is_ended_with_its_worker(site: Site, player: Any) -> None:
    site.loaded.set()
    player.cell(1, 1).focus()
    player.press("5")
    player.page.wait_for_function("() => sessionStorage['sudoku-models:shown']?.includes('\"undo\":true')")
    shown = player.digits
    site.answers.clear()
    player.do("hint")
    with player.reloads():
        player.page.evaluate("() => document.querySelectorAll('.smb-busy').forEach((each) => { each.hidden = false; })")
        player.root.locator(".smb-busy [data-do=cancel]").press("Enter")
    site.answers.set()
    player.sees_digits(shown)
    player.do("hint")
    player.hears("wrong: row 1, column 1")


def test_without_python_the_page_says_so(site: Site, player: Any) -> None:
    site.fails = True
    site.loaded.set()
    lost = player.page.locator("#lost")
    expect(lost).to_contain_text("Python has not started (it was not there)")
    assert player.said == ""
    site.fails = False
    with player.reloads():
        lost.get_by_role("button", name="Try again").click()
    player.waits("!board.querySelector('.smb-status').textContent.includes('while Python')")
    expect(lost).to_be_hidden()
