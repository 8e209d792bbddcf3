"""How the page looks: high contrast, explained steps with arrows, the projector, and what axe-core finds."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from sudoku_models.board.view import ExplainedPath, Highlights
from sudoku_models.explain import explain
from sudoku_models.puzzles.cell_names import cells_in_words

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect

EASY = "12..34122143432."
STEPS = "1.....2..3.....4"
NO_FULL_SCREEN = "() => { Element.prototype.requestFullscreen = () => Promise.reject(new Error('not here')); }"


def explained(player: Any, puzzle: str, at: int = 0, by: str = "techniques", limit: int | None = None) -> Any:
    """Open the explanation of a puzzle at a step, in words, as the board asks for it."""
    with cells_in_words():
        found = explain(puzzle, by, limit=limit)
    walk = ExplainedPath(found, by, [f"{d}" for d in player.board.session.game.board.digits])
    player.board.session.open_path(walk)
    walk.go(at)
    player.board._show()
    player.show()
    player.root.locator(".smb-path").wait_for()
    return found


@pytest.fixture
def player(desk: Callable[..., Any]) -> Any:
    return desk(EASY)


def outline(player: Any, row: int, column: int) -> str:
    """The line around a cell: its style, width and colour."""
    found: str = player.cell(row, column).evaluate(
        """cell => { const style = getComputedStyle(cell);
            return ["Style", "Width", "Color"].map((name) => style[`outline${name}`]).join(" "); }"""
    )
    return found


def test_with_high_contrast_what_is_marked_is_marked_by_lines_in_the_colours_of_the_system(player: Any) -> None:
    player.page.emulate_media(forced_colors="active")
    system = player.page.evaluate(
        """() => { const probe = document.body.appendChild(document.createElement("i"));
        const of = (name) => { probe.style.color = name; return getComputedStyle(probe).color; };
        return Object.fromEntries(["Highlight", "CanvasText", "LinkText"].map((name) => [name, of(name)])); }"""
    )
    player.cell(1, 3).click()
    assert outline(player, 1, 3) == f"solid 5px {system['Highlight']}"  # chosen, and with the focus
    player.cell(1, 4).click(modifiers=["Shift"])
    assert outline(player, 1, 4) == f"solid 3px {system['Highlight']}"
    assert outline(player, 2, 4).startswith("none")
    player.cell(1, 3).click()
    player.press("2", "ArrowDown")
    player.waits("cell(1).classList.contains('is-clash')")
    assert outline(player, 1, 2) == f"double 3px {system['CanvasText']}"
    player.board.session.highlights = Highlights(wrong=[(4, 4)], reason=[(1, 4)], digits=[(3, 1)])
    player.board._show()
    player.show()
    assert outline(player, 4, 4) == f"double 3px {system['CanvasText']}"
    assert outline(player, 1, 4) == f"solid 2px {system['LinkText']}"
    assert outline(player, 3, 1) == f"dashed 2px {system['LinkText']}"
    thick = player.root.locator(".smb-thick").evaluate("line => getComputedStyle(line).stroke")
    assert thick == system["CanvasText"]


def test_the_steps_of_an_explanation_are_walked_through_in_its_bar(desk: Callable[..., Any]) -> None:
    player = desk(STEPS)
    found = explained(player, STEPS)
    count = len(found.steps)
    path = player.root.locator(".smb-path")
    expect(path).to_contain_text(f"step 1 of {count}")
    expect(path.locator(".smb-sentence")).not_to_be_empty()
    expect(player.root.locator(".smb-controls")).to_be_hidden()
    assert player.page.evaluate("document.activeElement.dataset.do") == "next"
    assert path.locator("[data-do=first]").is_disabled()
    player.press("ArrowRight", "ArrowRight")
    expect(path).to_contain_text(f"step 3 of {count}")
    expect(player.root.locator(".smb-live")).to_contain_text(re.compile(f"^step 3 of {count}: "))
    player.press("ArrowLeft")
    expect(path).to_contain_text(f"step 2 of {count}")
    player.press("End")
    expect(path).to_contain_text("Solved")
    assert path.locator("[data-do=last]").is_disabled()
    assert "." not in player.digits
    player.do("first")
    expect(path).to_contain_text(f"step 1 of {count}")
    player.do("leave_path")
    path.wait_for(state="hidden")
    assert player.digits == STEPS
    assert player.page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"


def test_a_chain_is_drawn_as_arrows_from_candidate_to_candidate(desk: Callable[..., Any]) -> None:
    player = desk("top95:10")
    found = explained(player, player.board.puzzle)
    at = next(k for k, step in enumerate(found.steps) if step.name == "alternating chain")
    player.board.session.go(at)
    player.board._show()
    player.show()
    links = player.board.highlights["links"]
    arrows = player.root.locator(".smb-link")
    assert arrows.count() == len(links) == len(found.steps[at].links)
    for kind in ("strong", "weak"):
        assert player.root.locator(f".smb-link.is-{kind}").count() == sum(link[4] == kind for link in links)
    dashes = {
        kind: player.root.locator(f".smb-link.is-{kind}").first.evaluate(
            "each => getComputedStyle(each).strokeDasharray"
        )
        for kind in ("strong", "weak")
    }
    assert dashes["strong"] == "none" != dashes["weak"]
    assert all("url" in arrow.get_attribute("marker-end") for arrow in arrows.all())
    boxes = "all => all.map((each) => each.getBoundingClientRect().toJSON())"
    rings = player.root.locator(".smb-link-end").evaluate_all(boxes)
    marks = player.root.locator(".smb-marks > *").evaluate_all(boxes)
    for ring in rings:  # there is a mark in the middle of each
        x, y = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
        assert any(m["left"] - 2 <= x <= m["right"] + 2 and m["top"] - 2 <= y <= m["bottom"] + 2 for m in marks)
    player.do("leave_path")
    player.waits("!board.querySelector('.smb-link')")


@pytest.mark.parametrize(("theme", "viewport"), [("light", (1280, 800)), ("dark", (390, 844))])
def test_axe_finds_nothing(desk: Callable[..., Any], theme: str, viewport: tuple[int, int]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is in the extra 'dev'").Axe()
    player = desk(EASY, viewport, theme=theme)
    problems: list[str] = []

    def look(where: str, but: str = "nothing") -> None:
        player.page.evaluate("document.getAnimations().forEach((each) => each.finish())")
        found = axe.run(player.page, None, {"resultTypes": ["violations"]}).response["violations"]
        all_found = [f"{where}: {each['help']}: {each['nodes'][0]['html'][:300]}" for each in found]
        problems.extend(each for each in all_found if but not in each)

    for name in ("explain", "puzzle", "design", "settings", "games", "model", "help"):
        for summary in player.section(name).locator("summary").all():
            summary.press("Enter")
        look(name)
    player.board.mark((1, 3), 3)
    player.board.mark((1, 4), 4, "centre")
    for color in range(1, 10):
        player.board.color(((color - 1) // 4 + 1, (color - 1) % 4 + 1), color)
    player.show()
    player.do("new")
    look("new game")
    player.press("Escape")
    player.root.locator("[data-kind=color]").click()
    look("colours")
    player.press("/", "4")
    player.settles()
    look("highlight", but="contrast")  # what is dimmed is to be dim
    player.press("/")
    explained(player, EASY)
    look("explanation")
    player.page.evaluate(NO_FULL_SCREEN)
    player.root.locator(".smb-path [data-do=projector]").click()
    look("projector")
    assert problems == []
