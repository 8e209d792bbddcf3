"""The board fits its window: on every screen the whole grid and the pad are to be seen without scrolling."""

from collections.abc import Callable
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.board.path import Walk

WINDOWS = [
    (1920, 1080),
    (1600, 900),
    (1440, 900),
    (1280, 800),
    (1366, 768),
    (1024, 768),
    (768, 1024),
    (844, 390),
    (667, 375),
    (412, 915),
    (390, 844),
    (320, 568),
]


COVERED = """all => all.filter((each) => {
    const box = each.getBoundingClientRect();
    return !each.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 3));
}).map((each) => each.ariaLabel || each.textContent)"""
"""Buttons of which something else is seen."""


def is_inside(box: dict[str, float], outer: dict[str, float]) -> bool:
    """Whether one box is in another, to a pixel."""
    near = (box["left"] - outer["left"], box["top"] - outer["top"])
    far = (outer["right"] - box["right"], outer["bottom"] - box["bottom"])
    return min(*near, *far) >= -1


@pytest.fixture(scope="module", params=[4, 9, 16])
def board(request: pytest.FixtureRequest, desk: Callable[..., Any]) -> Any:
    return desk(sm.Board.of_size(request.param))


@pytest.mark.parametrize("window", WINDOWS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_grid_and_pad_are_inside_the_window(board: Any, window: tuple[int, int]) -> None:
    width, height = window
    board.resize(width, height)
    for part in (".smb-grid", ".smb-pad", ".smb-kinds", ".smb-tools"):
        box = board.box(part)
        assert is_inside(box, {"left": 0, "top": 0, "right": width, "bottom": height}), (part, box)
    assert board.page.evaluate("document.documentElement.scrollWidth") == width
    assert board.root.locator(".smb-controls button:visible").evaluate_all(COVERED) == []
    grid = board.box(".smb-grid")
    assert grid["width"] == pytest.approx(grid["height"], abs=1)


def test_on_a_large_screen_the_board_is_large(board: Any) -> None:
    board.resize(1920, 1080)
    assert 880 <= board.box(".smb-grid")["width"] <= 1060


def test_in_a_notebook_it_fits_the_width_of_the_output_and_most_of_the_height(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (1000, 700), alone=False)
    for width, height in ((1000, 700), (1400, 600), (600, 900)):
        player.resize(width, height)
        grid = player.box(".smb-grid")
        assert grid["right"] <= width
        assert grid["height"] <= 0.8 * height
    assert player.page.evaluate("document.activeElement === document.body")


def test_the_size_can_be_set_in_pixels_or_fits_the_window(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey")
    fits = player.box(".smb-grid")["width"]
    for pixels, width in ((30, 270), (20, 180), (0, fits)):
        player.board.settings = {"pixels": pixels}
        player.show()
        player.settles()
        assert player.box(".smb-grid")["width"] == width


@pytest.mark.parametrize("size", [16, 25])
def test_a_large_board_is_zoomed_on_a_phone(desk: Callable[..., Any], size: int) -> None:
    player = desk(sm.Board.of_size(size), (390, 844))
    player.board.session.set_design(False)
    player.board.session.write_marks()
    player.board._show()
    player.show()
    player.do("zoom")
    player.settles()
    cell = player.box("[data-cell='0']")
    assert cell["width"] >= 44
    mark = player.root.locator(".smb-marks").first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    assert mark >= 9
    frame = player.box(".smb-frame")
    assert frame["left"] >= 0
    assert frame["right"] <= 390
    assert player.page.evaluate("document.documentElement.scrollWidth") == 390
    player.cell(1, 1).focus()
    player.press("Control+End")
    player.settles()
    chosen = player.box(".is-active")
    assert is_inside(chosen, frame)


def test_on_a_phone_every_button_is_large_enough_for_a_finger(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (390, 844))
    player.do("new")
    player.do("more")
    boxes = player.root.locator("button:visible").evaluate_all(
        "all => all.map((each) => [each.dataset.do, each.offsetWidth, each.offsetHeight])"
    )
    assert len(boxes) > 20
    assert [box for box in boxes if box[1] < 44 or box[2] < 44] == []


@pytest.mark.parametrize("menu", ["new", "more"])
def test_small_windows_are_inside_the_page(desk: Callable[..., Any], menu: str) -> None:
    player = desk("mccaffrey", (320, 568))
    player.do(menu)
    box = player.box(".smb-popover:not([hidden])")
    assert box["left"] >= 0
    assert box["right"] <= 320
    assert player.page.evaluate("document.documentElement.scrollWidth") == 320


def covered(player: Any, selector: str) -> list[str]:
    """Buttons in a part of the page of which something else is seen."""
    found: list[str] = player.root.locator(f"{selector} button:visible").evaluate_all(COVERED)
    return found


@pytest.mark.parametrize("window", [(1280, 800), (1280, 720), (1920, 1080), (844, 390), (390, 844), (320, 568)])
def test_a_panel_that_is_opened_shows_its_head_and_beside_the_board_the_header_stays(
    desk: Callable[..., Any], window: tuple[int, int]
) -> None:
    player = desk("mccaffrey", window)
    for name in ("settings", "puzzle", "model", "explain", "help"):
        player.section(name)
        player.settles()
        assert covered(player, f"[data-panel={name}] .smb-panel-head") == [], name
        head = player.box(f"[data-panel={name}] .smb-panel-head")
        assert is_inside(head, {"left": 0, "top": 0, "right": window[0], "bottom": window[1]})
        if window[0] >= 1280:
            assert player.page.evaluate("document.documentElement.scrollHeight") <= window[1]
            assert (
                covered(player, ".smb-header") == covered(player, ".smb-openers") == covered(player, ".smb-pad") == []
            )


def test_on_a_phone_the_board_and_the_step_are_on_the_screen_together(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (390, 844))
    player.section("explain")
    player.settles()
    player.board.session.path._open(Walk(sm.explain("mccaffrey"), "techniques", list("123456789")))
    player.board._show()
    player.show()
    window = {"left": 0, "top": 0, "right": 390, "bottom": 844}
    for part in (".smb-grid", ".smb-path .smb-sentence", ".smb-path [data-do=next]"):
        assert is_inside(player.box(part), window), part
    assert not player.root.locator(".smb-controls").is_visible()


def test_the_values_to_choose_from_are_inside_their_window(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (390, 844), options={"has_touch": True})
    player.cell(2, 2).click()
    player.press("Enter")
    picker = player.box(".smb-picker")
    for key in player.root.locator(".smb-picker button").all():
        assert is_inside(key.evaluate("each => each.getBoundingClientRect().toJSON()"), picker)


@pytest.mark.parametrize("window", [(390, 844), (320, 568), (1280, 800)])
def test_a_running_task_and_a_long_message_move_nothing(desk: Callable[..., Any], window: tuple[int, int]) -> None:
    player = desk("mccaffrey", window)
    before = [player.box(part) for part in (".smb-grid", ".smb-pad", ".smb-openers")]
    status = {
        **player.state()["status"],
        "messages": 99,
        "text": "A sentence of many words, which takes two lines. " * 2,
    }
    busy = {"what": "the search for the next step", "progress": "step 12", "limit": 30}
    player.gets(status=status, busy=busy)
    assert player.root.locator("[data-do=cancel]").is_visible()
    assert [player.box(part) for part in (".smb-grid", ".smb-pad")] == before[:2]


def test_what_the_rules_mean_is_inside_the_window(desk: Callable[..., Any]) -> None:
    player = desk(sm.load("killer:15"), (1280, 800))
    assert player.box(".smb-rules")["bottom"] <= 800
    assert player.root.locator(".smb-rules").evaluate("each => each.scrollHeight <= each.clientHeight + 1")


@pytest.mark.parametrize("window", [(1280, 800), (1280, 720)])
def test_names_of_tools_are_whole_and_the_title_has_one_line(desk: Callable[..., Any], window: tuple[int, int]) -> None:
    player = desk(sm.Board.of_size(12), window)
    names = player.root.locator(".smb-tools .smb-name")
    assert names.evaluate_all("all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length") == 0
    title = player.root.locator(".smb-title")
    assert title.evaluate("each => each.clientHeight < 2 * parseFloat(getComputedStyle(each).lineHeight)")
