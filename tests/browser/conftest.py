"""A real browser, a board that `play` serves, and JupyterLab with a board in a notebook."""

import json
import math
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

import sudoku_models as sm

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # there is no network
]
SECONDS = 30.0
"""How long anything may take to be seen, on a loaded machine."""


class Player:
    """The hands and eyes of a player: a board on a page."""

    def __init__(self, page: Any, place: str) -> None:
        self.page, self.place = page, place
        self.root = page.locator(".smb").first

    def waits(self, what: str) -> None:
        """Wait until something is so, in the words of the page: `cell(k)` is a cell, `board` is the board."""
        names = "const board = document.querySelector('.smb'), cell = (k) => board.querySelector(`[data-cell='${k}']`);"
        self.page.wait_for_function(f"() => {{ {names} return {what}; }}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def cell(self, row: int, column: int) -> Any:
        return self.root.locator(f"[data-cell='{(row - 1) * self.size + column - 1}']")

    @property
    def size(self) -> int:
        return self.root.locator("[role=row]").count()

    @property
    def digits(self) -> str:
        """What the cells show, row by row, as a puzzle is written."""
        shown = self.root.locator("[data-cell]").evaluate_all(
            "cells => cells.map((cell) => Number(cell.dataset.value))"
        )
        return sm.Puzzle(sm.Board.of_size(math.isqrt(len(shown))), tuple(shown)).line()

    def sees_digits(self, digits: str) -> None:
        """Wait until the board shows these digits."""
        until = time.monotonic() + SECONDS
        while self.digits != digits:
            assert time.monotonic() < until, f"the board shows {self.digits}, not {digits}: {self.said}"
            time.sleep(0.05)

    @property
    def said(self) -> str:
        return self.root.locator(".smb-status").inner_text()

    def hears(self, words: str, tone: str | None = None) -> None:
        """Wait until the board says a sentence with these words."""
        status = self.root.locator(".smb-status")
        if tone:
            expect(status).to_have_attribute("data-tone", tone)
        expect(status).to_contain_text(re.compile(words))

    def sees_badge(self, words: str) -> None:
        expect(self.root.locator(".smb-badge")).to_contain_text(re.compile(words))

    def section(self, name: str) -> Any:
        """A panel, opened: explain, puzzle, design, settings, games, model or help."""
        panel = self.root.locator(f"section[data-panel={name}]")
        if not panel.is_visible():
            self.root.locator(f"[data-opens={name}]").press("Enter")
            panel.wait_for()
        return panel

    def do(self, name: str, section: str = "") -> None:
        """Press a button; in a panel, if it is there.

        By its key, because a sentence that comes meanwhile may move it away from under the pointer.
        """
        found = (self.section(section) if section else self.root).locator(f"[data-do={name}]").first
        if not section and found.evaluate("each => Boolean(each.closest('.smb-menu[hidden]'))"):
            self.root.locator("[data-do=more]").press("Enter")
        panel = found.evaluate("each => each.closest('section[data-panel][hidden]')?.dataset.panel")
        if panel:
            self.section(panel)
        found.press("Enter")

    def change(self, label: str, value: str) -> None:
        """Change a setting."""
        control = self.section("settings").get_by_label(label)
        if control.evaluate("control => control.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
            control.blur()

    def paste(self, text: str) -> None:
        self.section("puzzle").get_by_label("Paste a puzzle").fill(text)
        self.do("paste", "puzzle")

    def opens(self, digits: str) -> None:
        """Open a puzzle by pasting it, with the usual settings.

        The page reads the text before it sends it. The digits may be there already, so wait for a new sentence too.
        """
        self.root.locator(".smb-status").evaluate("status => { status.dataset.text = ''; }")
        self.paste(digits)
        self.sees_digits(digits)
        self.waits("board.querySelector('.smb-status').dataset.text")

    def types(self, digits: str) -> None:
        """Type a whole grid with the keyboard alone, into the cells that are blank."""
        n = self.size
        shown = self.digits
        self.press("Control+Home")
        for k, digit in enumerate(digits):
            if shown[k] == ".":
                self.press(digit)
            self.press(*["ArrowRight"] if (k + 1) % n else ["Home", "ArrowDown"])


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("there is no browser: install the Debian package chromium, or another of " + ", ".join(BROWSERS))
    global expect
    playwright.expect.set_options(timeout=1e3 * SECONDS)
    expect = playwright.expect
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


def open_page(browser: Any, address: str, **options: Any) -> Any:
    """A page that notes what it loads and what goes wrong."""
    page = browser.new_context(accept_downloads=True, **options).new_page()
    page.set_default_timeout(1e3 * SECONDS)
    page.asked, page.failed, page.errors = [], [], []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("requestfailed", lambda request: page.failed.append(request.url))
    page.on("console", lambda said: page.errors.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(address)
    return page


@pytest.fixture(scope="module")
def play(browser: Any, serve_board: Callable[..., Any]) -> Iterator[Player]:
    """The page of `sudoku-models play`."""
    served = serve_board("mccaffrey")
    page = open_page(browser, served.address)
    player = Player(page, "play")
    player.served = served
    player.root.wait_for()
    yield player
    page.context.close()


@pytest.fixture(scope="module")
def lab(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    """A notebook in JupyterLab, with a board in its second cell."""
    pytest.importorskip("jupyterlab", reason="JupyterLab is in the extra 'lab'")
    home = tmp_path_factory.mktemp("lab")
    sources = [
        "import sudoku_models as sm",
        "board = sm.BoardWidget('mccaffrey')\nboard",
        "print(board.position.line(), board.puzzle.line())",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python", "language": "python"}
    nbformat.write(book, home / "board.ipynb")
    with _jupyterlab(home) as (address, token):
        page = open_page(
            browser, f"{address}/lab/tree/board.ipynb?token={token}", viewport={"width": 1500, "height": 1100}
        )
        page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.isReady", timeout=6e4)
        page.evaluate("() => jupyterapp.commands.execute('notebook:run-all-cells')")
        player = Player(page, "lab")
        player.root.wait_for()
        yield player
        page.context.close()


class _jupyterlab:
    """A JupyterLab of its own, that reads and writes nothing of the user's."""

    def __init__(self, home: Path) -> None:
        self.home, self.token = home, secrets.token_hex()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        quiet = home / "settings" / "@jupyterlab" / "apputils-extension"
        quiet.mkdir(parents=True)
        (quiet / "notification.jupyterlab-settings").write_text(
            json.dumps({"fetchNews": "false", "checkForUpdates": False})
        )

    def __enter__(self) -> tuple[str, str]:
        names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
        environment = {**os.environ, **{name: str(self.home / name.lower()) for name in names}}
        environment["PYTHONPATH"] = str(Path(sm.__file__).parents[1])
        options = {
            "ServerApp.ip": "127.0.0.1",
            "ServerApp.port": self.port,
            "ServerApp.port_retries": 0,
            "ServerApp.root_dir": self.home,
            "IdentityProvider.token": self.token,
            "LabApp.expose_app_in_browser": True,
            "LabServerApp.user_settings_dir": self.home / "settings",
            "LabServerApp.workspaces_dir": self.home / "workspaces",
        }
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--log-level=CRITICAL"]
        command += [f"--{name}={value}" for name, value in options.items()]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        address = f"http://127.0.0.1:{self.port}"
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{address}/api", timeout=5).close()
                return address, self.token
            except OSError:
                assert self.process.poll() is None, "JupyterLab has not started"
                time.sleep(0.1)
        raise AssertionError("JupyterLab does not answer")

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


@pytest.fixture(scope="module", params=["play", "lab"])
def player(request: pytest.FixtureRequest) -> Player:
    """A board on each of the two pages, one after the other."""
    found: Player = request.getfixturevalue(request.param)
    return found
