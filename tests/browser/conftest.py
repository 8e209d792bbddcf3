"""A real browser, a board that `play` serves, and JupyterLab with a board in a notebook."""

import json
import math
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
import pytest
from notebook_server import JupyterLab

import sudoku_models as sm
from sudoku_models.board import page as page_of_board
from sudoku_models.board import tab

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",  # there is no network
]
SECONDS = 120.0
"""How long anything may take to be seen, on a loaded machine."""


LAB = ("explain", "model", "design")
"""The panels of the Lab; the others are in the menu More."""


class Player:
    """The hands and eyes of a player: a board on a page."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.root = page.locator(".smb").first

    def waits(self, what: str) -> None:
        """Wait until something is so, in the words of the page: `cell(k)` is a cell, `board` is the board.

        A page that is being loaded again has no board for a moment; there nothing is so.
        """
        names = "const board = document.querySelector('.smb'), cell = (k) => board.querySelector(`[data-cell='${k}']`);"
        self.page.wait_for_function(f"() => {{ {names} return Boolean(board && ({what})); }}")

    @contextmanager
    def reloads(self) -> Iterator[None]:
        """What is done in the block loads the page again; after it the board of the new page is there."""
        self.page.evaluate("window.isOld = true")
        yield
        self.page.wait_for_function("() => !window.isOld")
        self.root.wait_for()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def cell(self, row: int, column: int) -> Any:
        return self.root.locator(f"[data-cell='{(row - 1) * self.size + column - 1}']")

    @property
    def size(self) -> int:
        return self.root.locator("[role=grid] [role=row]").count()

    @property
    def digits(self) -> str:
        """What the cells show, row by row, as a puzzle is written."""
        shown = self.root.locator("[data-cell]").evaluate_all(
            "cells => cells.map((cell) => Number(cell.dataset.value))"
        )
        return sm.Puzzle(sm.Board.of_size(math.isqrt(len(shown))), tuple(shown)).line()

    def sees_digits(self, digits: str) -> None:
        """Wait until the board shows these digits; the page may be loaded again meanwhile."""
        from playwright.sync_api import TimeoutError as TimedOut

        values = "[...board.querySelectorAll('[data-cell]')].map((cell) => Number(cell.dataset.value))"
        expected = [*sm.Puzzle.parse(digits).values]
        try:
            self.waits(f"String({values}) === String({expected})")
        except TimedOut as error:
            raise AssertionError(f"the board shows {self.digits}, not {digits}: {self.said}") from error

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

    def box(self, selector: str) -> dict[str, float]:
        """Where an element is: left, right, top, bottom, width, height."""
        found: dict[str, float] = self.root.locator(selector).first.evaluate(BOX)
        return found

    def section(self, name: str) -> Any:
        """A panel, opened: explain, puzzle, design, settings, games, model or help."""
        panel = self.root.locator(f"section[data-panel={name}]")
        if not panel.is_visible():
            opener = self.root.locator(f"[data-opens={name}]")
            if not opener.is_visible():
                self.root.locator("[data-do=view]" if name in LAB else "[data-do=more]").press("Enter")
            if not panel.is_visible():  # the Lab opens one by itself
                opener.press("Enter")
            panel.wait_for()
        return panel

    def do(self, name: str, section: str = "") -> None:
        """Press a button; in a panel, if it is there.

        By its key, because a sentence that comes meanwhile may move it away from under the pointer.
        """
        found = (self.section(section) if section else self.root).locator(f"[data-do={name}]").first
        if not section and found.evaluate("each => Boolean(each.closest('.smb-menu:not(:popover-open)'))"):
            self.root.locator("[data-do=more]").press("Enter")
        panel = found.evaluate("each => each.closest('section[data-panel][hidden]')?.dataset.panel")
        if panel:
            self.section(panel)
        found.press("Enter")

    def change(self, label: str, value: str) -> None:
        """Change a setting."""
        panel = self.section("settings")
        control = panel.get_by_label(label).and_(panel.locator("select, input, textarea"))
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


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Not even import these tests in the core lane, unless they are named: all are slow, and Playwright is large."""
    is_named = any("browser" in str(each) for each in config.args)
    return True if config.option.markexpr == "not slow" and not is_named else None


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
    player = Player(page)
    player.served = served
    player.root.wait_for()
    yield player
    page.context.close()


@pytest.fixture
def open_player(browser: Any) -> Iterator[Callable[..., Player]]:
    """Opens a page with a board: `open_player(address, viewport=...)`."""
    pages: list[Any] = []

    def start(address: str, **options: Any) -> Player:
        pages.append(open_page(browser, address, **options))
        player = Player(pages[-1])
        player.root.wait_for()
        return player

    yield start
    for page in pages:
        page.context.close()


class Desk(Player):
    """A board whose Python is in this process, on a page without a kernel: quick to make, in any size.

    Attributes:
        board: The widget. After a change of it from Python, `show` it.
        commands: The commands that the page has sent.
    """

    def __init__(
        self, browser: Any, puzzle: Any, html: dict[str, str], options: dict[str, Any], **settings: Any
    ) -> None:
        self.board = sm.BoardWidget(puzzle, **settings)
        self.commands: list[dict[str, Any]] = []
        self.board.send = lambda content, buffers=None: self.messages.append(content)
        self.board.session.send = self.board.send
        self.messages: list[dict[str, Any]] = []
        page = browser.new_context(**options).new_page()
        page.set_default_timeout(1e3 * SECONDS)
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.expose_function("python", self._answer)
        page.set_content(DESK.format(**html, state=json.dumps(self.state()).replace("</", "<\\/")))
        super().__init__(page)
        self.root.wait_for()
        self.settles()

    def state(self) -> dict[str, Any]:
        """The traits."""
        names = [name for name, trait in sm.BoardWidget.class_traits(sync=True).items() if not name.startswith("_")]
        return {name: getattr(self.board, name) for name in names if trait_is_plain(getattr(self.board, name))}

    def _answer(self, command: dict[str, Any]) -> dict[str, Any]:
        self.commands.append({key: value for key, value in command.items() if key != "id"})
        self.messages.clear()
        if command["do"] == "ready":  # nothing is counted yet
            self.messages.append({"received": command["id"]})
        else:
            self.board._receive(None, dict(command), [])
        return {"traits": self.state(), "messages": [*self.messages]}

    def show(self) -> None:
        """Let the page follow a change that was made in Python."""
        self.page.evaluate("state => take(state)", self.state())
        self.settles()

    def gets(self, **traits: Any) -> None:
        """Let the page show traits that this board does not have."""
        self.page.evaluate("state => take(state)", traits)
        self.settles()

    def hold(self) -> None:
        """From now on the answers of Python wait, as those of a slow server."""
        self.page.evaluate("window.held = new Promise((go) => { window.letGo = go; }); 0")

    def let_go(self) -> None:
        """Let the answers come that wait, and the next ones too."""
        self.page.evaluate("window.letGo(); window.held = undefined; 0")
        self.settles()

    def settles(self) -> None:
        """Wait until the page has its sizes."""
        self.page.evaluate(TWO_FRAMES)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})
        self.settles()
        self.settles()


BOX = "each => each.getBoundingClientRect().toJSON()"
TWO_FRAMES = """() => new Promise((on) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(on, 20))); })"""


def trait_is_plain(value: Any) -> bool:
    return isinstance(value, bool | str | int | list | dict)


DESK = """<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Sudoku</title>
<style>body {{ margin: 0; background: #fff; }}</style><style>{style}</style></head>
<body {place}><main><h1 style="position: absolute; clip-path: inset(50%)">Sudoku</h1><div id="host"></div></main>
<script type="module">
{model}
const traits = {state};
let tell, queue = Promise.resolve();
const post = (content) => tell({{ data: {{ text: JSON.stringify(content), buffers: [] }} }});
window.take = (state) => {{
  const isNew = ([name, value]) => JSON.stringify(traits[name]) !== JSON.stringify(value);
  const changed = Object.entries(state).filter(isNew);
  post({{ traits: Object.fromEntries(changed) }});
}};
const worker = {{
  addEventListener: (type, listener) => {{ tell = listener; }},
  postMessage: ({{ text }}) => {{
    queue = queue.then(async () => {{
      const answer = await window.python(JSON.parse(text));
      await window.held;
      take(answer.traits);
      answer.messages.forEach((message) => post({{ message }}));
    }});
  }},
}};
const model = new Model(traits, worker);
{script}
board.render({{ model, el: document.getElementById("host") }});
</script></body></html>"""
"""A page with the script of the board, and the model of the page without a server, whose worker is this process.

The braces of what is filled in are not touched.
"""


@pytest.fixture(scope="module")
def desk(browser: Any) -> Iterator[Callable[..., Desk]]:
    """Makes boards on pages without a kernel: `desk(puzzle, viewport=(width, height), alone=True, options={})`."""
    made: list[Desk] = []
    script = page_of_board.script().replace("export default", "const board =").replace("</", "<\\/")
    model = (Path(tab.__file__).parent / "model.js").read_text(encoding="utf-8").replace("export ", "")

    def make(
        puzzle: Any,
        viewport: tuple[int, int] = (1280, 800),
        *,
        alone: bool = True,
        options: Any = None,
        **settings: Any,
    ) -> Desk:
        html = {
            "script": script,
            "model": model,
            "style": page_of_board.style(),
            "place": "data-alone" if alone else "",
        }
        size = {"width": viewport[0], "height": viewport[1]}
        made.append(Desk(browser, puzzle, html, {"viewport": size, **(options or {})}, **settings))
        return made[-1]

    yield make
    for each in made:
        each.page.context.close()
        each.board.close()


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
    with JupyterLab(home) as (address, token):
        page = open_page(
            browser, f"{address}/lab/tree/board.ipynb?token={token}", viewport={"width": 1500, "height": 1100}
        )
        page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.isReady", timeout=3e5)
        page.evaluate("() => jupyterapp.commands.execute('notebook:run-all-cells')")
        player = Player(page)
        player.root.wait_for()
        yield player
        page.context.close()
