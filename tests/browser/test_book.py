"""The pages of the book in a browser: in the dark, on paper, on a phone; their search, their players, and axe-core."""

import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import open_page
from test_course_in_a_tab import serving

SITE = os.environ.get("SUDOKU_MODELS_SITE", "")
PAGES = ("02_make_not_equal_linear", "15_play_and_explore", "gallery", "reference/browser")
"""Pages with plots, boards, formulas, code, tables and screenshots."""
OF_THE_THEME = {"landmark-unique", "scrollable-region-focusable", "empty-table-header"}
"""What axe-core says of Furo, of code that scrolls (browsers let it have the focus), and of tables by pandas."""

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not SITE, reason="SUDOKU_MODELS_SITE names no built book")]
Opener = Callable[..., Any]


@pytest.fixture(scope="module")
def book(browser: Any) -> Iterator[Opener]:
    """Open a page of the book; the options are those of a browser's context."""
    with serving(Path(SITE)) as server:
        pages = []

        def opener(name: str, **options: Any) -> Any:
            pages.append(open_page(browser, f"{server}/{name}", **options))
            return pages[-1]

        yield opener
        for page in pages:
            page.context.close()


def white_squares(page: Any, side: int = 12) -> int:
    """How many squares of a page, of so many pixels, are bright all over."""
    image = pytest.importorskip("PIL.Image", reason="Pillow comes with Matplotlib")
    numpy = pytest.importorskip("numpy")
    grey = numpy.asarray(image.open(io.BytesIO(page.screenshot(full_page=True))).convert("L"))
    high, wide = (length // side for length in grey.shape)
    squares = grey[: high * side, : wide * side].reshape(high, side, wide, side)
    return int((squares.min(axis=(1, 3)) > 200).sum())


@pytest.mark.parametrize("name", PAGES)
def test_in_the_dark_nothing_is_a_white_box_and_in_the_light_no_picture_is_changed(book: Opener, name: str) -> None:
    page = book(f"{name}.html", color_scheme="dark")
    assert white_squares(page) == 0
    page.emulate_media(color_scheme="light")
    assert white_squares(page) > 1000
    filters = "() => [...document.images].map((each) => getComputedStyle(each).filter)"
    assert {*page.evaluate(filters)} <= {"none"}
    page.evaluate("localStorage.theme = 'dark'")  # the page's own switch
    page.reload()
    assert white_squares(page) == 0
    page.emulate_media(media="print")
    assert {*page.evaluate(filters)} <= {"none"}


def test_on_paper_there_is_nothing_to_press(book: Opener) -> None:
    page = book("12_cut_and_branch.html")
    pressed = page.locator("button, input, summary, a.try, .skip-to-content, .back-to-top")
    assert pressed.filter(visible=True).count() > 5
    page.emulate_media(media="print")
    assert pressed.filter(visible=True).all_inner_texts() == []


def test_on_a_phone_a_wide_figure_says_that_it_scrolls(book: Opener) -> None:
    page = book("13_benchmark_formulations.html", viewport={"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    figures = page.locator("div.cell_output").filter(has=page.locator("img"))
    found = figures.evaluate_all(
        """all => all.map((each) => {
            const scrolls = (part) =>
                part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX === "auto";
            const says = getComputedStyle(each, "::before").content !== "none";
            return [[each, ...each.querySelectorAll("*")].some(scrolls), says];
        })"""
    )
    assert [True, True] in found
    assert [scrolls for scrolls, says in found if scrolls != says] == []


def test_the_search_finds_the_lesson_and_then_the_function(book: Opener) -> None:
    page = book("search.html?q=unique")
    page.locator("#search-results li").nth(1).wait_for()
    first = page.locator("#search-results li > a").evaluate_all("links => links.map((a) => a.getAttribute('href'))")
    assert first[0].startswith("07_decide_uniqueness.html")
    assert first[1].endswith("#sudoku_models.uniqueness")


@pytest.mark.parametrize("name", ["01_state_a_problem", "12_cut_and_branch"])
def test_a_player_begins_with_its_first_node_on_the_finished_tree_in_grey(book: Opener, name: str) -> None:
    player = book(f"{name}.html").locator(".sm-player").first
    assert player.locator("p").inner_text().startswith("Node 1 of ")
    number = int(player.locator("input").get_attribute("max")) + 1
    assert player.locator("g[opacity] rect").filter(visible=True).count() == number
    everything = player.locator("svg rect[rx]").filter(visible=True).count()
    assert everything == number + 1


@pytest.mark.in_turn
@pytest.mark.parametrize("name", ["index", "02_make_not_equal_linear", "glossary", "api/models"])
def test_axe_finds_nothing_else_than_what_the_theme_does(book: Opener, name: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is in the extra 'dev'").Axe()
    for scheme in ("light", "dark"):
        page = book(f"{name}.html", color_scheme=scheme)
        found = axe.run(page, None, {"resultTypes": ["violations"]}).response["violations"]
        assert {each["id"]: each["nodes"][0]["html"] for each in found if each["id"] not in OF_THE_THEME} == {}
