"""The course in a browser tab: the built book, any static file server, and no network.

`sphinx-build -D pyodide_folder=FOLDER` builds a book that needs no network; `SUDOKU_MODELS_SITE` names it.
"""

import functools
import hashlib
import http.server
import json
import os
import shutil
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import learner
import nbformat
import pytest
from conftest import open_page

import sudoku_models as sm
from sudoku_models.course.exercises import find
from sudoku_models.course.lessons import BEGIN, END

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect

SITE = os.environ.get("SUDOKU_MODELS_SITE", "")
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
LESSONS = (20, 0, 16, 5, 23)
WRONG = 2
"""Wrong answers of each exercise that are tried."""
MINUTE = 60e3
PYTHON = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "core.tar.gz", "packages.tar.gz")
"""The files of Python that a lesson loads, without the small ones."""

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not SITE, reason="SUDOKU_MODELS_SITE names no built book")]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serving(folder: Path, handler: type[Quiet] = Quiet) -> Iterator[str]:
    """The address of a static file server."""
    served = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder))
    threading.Thread(target=served.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{served.server_port}"
    served.shutdown()
    served.server_close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of the book, in a folder of a server that knows nothing about it."""
    with serving(Path(SITE).parent) as server:
        yield f"{server}/{Path(SITE).name}"


class Visitor:
    """Somebody with nothing but a browser."""

    def __init__(self, browser: Any, address: str) -> None:
        self.address = address
        self.page = open_page(browser, f"{address}/index.html")
        self.page.set_default_timeout(MINUTE)

    def opens(self, notebook: str) -> None:
        self.page.goto(f"{self.address}/lite/notebooks/index.html?path={notebook}")
        self.is_ready()

    def is_ready(self) -> None:
        self.page.locator(".jp-CodeCell").first.wait_for()

    def has_run(self) -> None:
        """Wait until no cell runs or waits; the text of cells that are out of sight counts too."""
        prompts = "[...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].map((each) => each.textContent)"
        self.page.wait_for_function(f"() => !{prompts}.some((text) => text.includes('*'))", timeout=5 * MINUTE)

    def uploads(self, notebook: Any, name: str) -> None:
        """Put a notebook into the browser's storage, as a student who brings work along does."""
        self.page.goto(f"{self.address}/lite/tree/index.html")
        self.page.locator(".jp-DirListing-item").first.wait_for()
        content = nbformat.writes(notebook).encode()
        with self.page.expect_file_chooser() as chooser:
            self.page.locator("[data-command='filebrowser:upload'], [title*='Upload']").first.click()
        chooser.value.set_files({"name": name, "mimeType": "application/json", "buffer": content})
        self.page.locator(".jp-DirListing-itemText", has_text=name).wait_for()

    def runs_all(self) -> None:
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.locator("[data-command='runmenu:run-all']").click()
        self.page.locator(".jp-InputPrompt", has_text="*").first.wait_for(state="attached")
        self.has_run()

    def takes_home(self) -> Any:
        """The notebook, by the button of the toolbar."""
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name="Download my work").click()
        return nbformat.read(download.value.path(), 4)


@pytest.fixture
def visitor(browser: Any, address: str) -> Iterator[Visitor]:
    """A visitor with a page of their own: should the browser end a page, it is not the page of the next test too."""
    visitor = Visitor(browser, address)
    yield visitor
    visitor.page.context.close()


def lesson_files(lesson: int) -> tuple[Any, Any]:
    """The learner's notebook of a lesson, and the solved one."""
    (path,) = NOTEBOOKS.glob(f"{lesson:02}_*.ipynb")
    return nbformat.read(path, 4), nbformat.read(NOTEBOOKS / "solutions" / path.name, 4)


def answered(lesson: int, site: str) -> tuple[Any, dict[str, str]]:
    """The site's notebook with answers typed into it, wrong ones first; and what each check cell should say."""
    solved = {cell.id: cell.source for cell in lesson_files(lesson)[1].cells}
    (path,) = (Path(site) / "lite" / "files").glob(f"{lesson:02}_*.ipynb")
    notebook, expected = nbformat.read(path, 4), {}
    table = json.loads((NOTEBOOKS / "_book" / "not_in_a_tab.json").read_text("utf-8"))
    needs = [needs for part in table.values() for needs in part.get(path.name, {}).values()]
    shown_only = {cell for cells in needs for cell in cells}
    cells: list[Any] = []
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if not name.startswith("check-") or cell.id in shown_only:
            if name and cell.id not in shown_only:  # a part of an answer
                lines = solved[cell.id].split("\n")
                cell.source = "\n".join(line for line in lines if line.strip() not in (BEGIN, END))
            cells.append(cell)
            continue
        answer, check = cells.pop(), cell
        right = answer.source
        _, tried = learner.table()[name.removeprefix("check-")]
        wrong = [each for each in tried if each.kind == "wrong"][:WRONG]
        for k, (kind, source) in enumerate(
            [*(("wrong", learner.written(right, each.lines)) for each in wrong), ("right", right)]
        ):
            one, two = nbformat.from_dict(dict(answer)), nbformat.from_dict(dict(check))
            one.id, two.id = f"{answer.id}-{k}", f"{check.id}-{k}"
            one.source = source
            cells += [one, two]
            expected[two.id] = kind
    notebook.cells = cells
    return notebook, expected


def shown(cell: Any) -> str:
    return "".join(
        "".join(output.get("text", "")) + "".join(output.get("data", {}).get("text/plain", ""))
        for output in cell.get("outputs", [])
    )


@pytest.mark.in_turn
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_runs_from_the_first_cell_to_the_last_and_answers_are_judged(visitor: Visitor, lesson: int) -> None:
    notebook, expected = answered(lesson, SITE)
    assert {find(lesson_exercise).lesson for lesson_exercise in exercises_of(notebook)} == {lesson}
    name = f"mine_{lesson:02}.ipynb"
    visitor.uploads(notebook, name)
    visitor.opens(name)
    visitor.runs_all()
    home = visitor.takes_home()
    code = [cell for cell in home.cells if cell.cell_type == "code"]
    failed = {cell.id: shown_error(cell) for cell in code if shown_error(cell)}
    assert failed == {}
    assert all(cell.execution_count for cell in code if cell.source.strip())
    said = {cell.id: shown(cell) for cell in code if cell.id in expected}
    assert {name: text for name, text in said.items() if text.partition(":")[0].strip() != expected[name]} == {}
    assert set(said) == set(expected)
    visitor.opens(name)  # a reload
    assert [cell.source for cell in visitor.takes_home().cells] == [cell.source for cell in home.cells]


def exercises_of(notebook: Any) -> set[str]:
    graded = (cell.metadata.get("nbgrader", {}).get("grade_id", "") for cell in notebook.cells)
    return {name.removeprefix("check-") for name in graded if name.startswith("check-")}


def shown_error(cell: Any) -> str:
    return "".join(
        f"{output.ename}: {output.evalue}" for output in cell.get("outputs", []) if output.output_type == "error"
    )


def test_the_front_page_starts_the_first_lesson_with_one_click(visitor: Visitor) -> None:
    visitor.page.goto(f"{visitor.address}/index.html")
    visitor.page.get_by_role("link", name="Start lesson 0 in the browser").click()
    visitor.is_ready()
    assert "00_one_puzzle_three_models" in visitor.page.url


COUNT_LOADED = """new MutationObserver((_, observer) => {
  if (!document.querySelector("#loading.corner")) return;
  observer.disconnect();
  const files = performance.getEntriesByType("resource");
  window.loaded = files.reduce((sum, each) => sum + each.decodedBodySize, 0);
}).observe(document, { attributes: true, childList: true, subtree: true });"""
"""Counts the bytes that a page has loaded when the lesson is seen; what is loaded later does not count."""


def test_a_page_says_what_is_loading_and_how_much_until_the_lesson_is_there(browser: Any, address: str) -> None:
    page = open_page(browser, f"{address}/index.html", color_scheme="dark")
    page.set_default_timeout(2 * MINUTE)
    page.add_init_script(COUNT_LOADED)
    page.goto(f"{address}/lite/notebooks/index.html?path=00_one_puzzle_three_models.ipynb", wait_until="commit")
    note = page.locator("#loading.whole")
    note.wait_for()
    expect(note).to_contain_text("MB")
    total = note.locator("progress").evaluate_all("bars => bars.map((bar) => bar.max)")
    ground = note.evaluate("note => getComputedStyle(note).backgroundColor.match(/\\d+/g).map(Number)")
    assert max(ground) < 64
    assert note.bounding_box()["height"] == page.viewport_size["height"]
    page.locator(".jp-Cell").first.wait_for()
    note.wait_for(state="detached")
    page.locator("#loading").wait_for(state="detached")
    loaded = page.evaluate("window.loaded")
    python = sum((Path(SITE) / "lite" / "static" / "pyodide" / name).stat().st_size for name in PYTHON)
    assert [loaded, python] == [pytest.approx(size, rel=0.1) for size in total]
    page.wait_for_function("document.querySelector('.jp-MarkdownCell img').naturalWidth > 0")  # never if broken
    with page.expect_popup() as opened:
        page.locator(".jp-MarkdownCell a[href*='glossary']").first.click()
    assert opened.value.url.startswith(f"{address}/glossary.html")
    server = address.rpartition("/")[0]
    assert [url for url in page.asked if url.startswith("http") and not url.startswith(server)] == []
    page.context.close()


def test_each_lesson_has_a_button_that_opens_it(visitor: Visitor) -> None:
    for path in NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"):
        visitor.page.goto(f"{visitor.address}/{path.stem}.html")
        target = visitor.page.get_by_role("link", name="Try it in the browser").first.get_attribute("href")
        assert target == f"lite/notebooks/index.html?path={path.name}"
        assert (Path(SITE) / "lite" / "notebooks" / "index.html").exists()
        assert (Path(SITE) / "lite" / "files" / path.name).exists()


def test_a_puzzle_is_played_to_the_end_without_a_server(open_player: Any, address: str) -> None:
    player = open_player(f"{address}/play/index.html")
    player.sees_badge("Exactly one solution")
    solution = sm.count_solutions(player.digits, limit=2).grids[0]
    player.cell(1, 1).focus()
    player.types(solution.line())
    expect(player.root).to_have_attribute("data-finished", "true")
    assert player.page.failed == []
    assert all(url.startswith((address, "data:", "blob:")) for url in player.page.asked)
    player.page.reload()
    player.sees_digits(solution.line())


class Elsewhere(Quiet):
    """A public address of Pyodide: another host, whose files any page may fetch."""

    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


ASK = """(address) => new Promise((resolve, reject) => {
  const code = `import { loadPyodide } from "${address}";
    onmessage = async ({ data }) => {
      try { postMessage((await loadPyodide()).runPython(data)); } catch (error) { postMessage(String(error)); }
    };
    postMessage("ready");`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
  worker.onerror = (error) => reject(new Error(error.message));
  worker.onmessage = ({ data }) => {
    if (data === "ready") worker.postMessage(`
import sys
from importlib.util import find_spec
before = find_spec("upper") is not None and "upper" not in sys.modules
import upper.inner
f"{before} {upper.WORD} {upper.inner.lower.WORD}"`);
    else resolve(data);
  };
})"""


def test_packages_of_a_public_address_are_fetched_when_they_are_imported(browser: Any, tmp_path: Path) -> None:
    python, public = Path(SITE) / "lite" / "static" / "pyodide", tmp_path / "public"
    shutil.copytree(python, tmp_path / "site")
    public.mkdir()
    for file in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
        (tmp_path / "site" / file).rename(public / file)
    with serving(tmp_path / "site", Elsewhere) as site, serving(public, Elsewhere) as elsewhere:
        packages = {}
        for name, depends in (("upper", ["lower"]), ("lower", [])):
            with zipfile.ZipFile(public / f"{name}.whl", "w") as wheel:
                wheel.writestr(f"{name}/__init__.py", f"WORD = {name!r}\n")
                wheel.writestr(f"{name}/inner.py", "import lower\n")
            packages[name] = {
                "name": name,
                "version": "1",
                "file_name": f"{elsewhere}/{name}.whl",
                "sha256": hashlib.sha256((public / f"{name}.whl").read_bytes()).hexdigest(),
                "install_dir": "site",
                "imports": [name],
                "depends": depends,
            }
        lock = json.loads((python / "pyodide-lock.json").read_text())
        (tmp_path / "site" / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": packages}))
        (tmp_path / "site" / "site.mjs").write_text(f'export const PYODIDE = "{elsewhere}/";\n')
        page = open_page(browser, f"{site}/site.mjs")
        assert page.evaluate(ASK, f"{site}/start.mjs") == "True upper lower"
        page.context.close()
