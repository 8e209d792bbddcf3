"""The board fits its window: on every screen the whole grid and the pad are to be seen without scrolling."""

from collections.abc import Callable
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.board.view import ExplainedPath

WINDOWS = [(1920, 1080), (1280, 800), (768, 1024), (844, 390), (390, 844), (320, 568)]


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


def test_grid_and_pad_are_inside_the_window(board: Any) -> None:
    for width, height in WINDOWS:
        check_window(board, width, height)


def check_window(board: Any, width: int, height: int) -> None:
    board.resize(width, height)
    for part in (".smb-grid", ".smb-pad", ".smb-kinds", ".smb-tools"):
        box = board.box(part)
        assert is_inside(box, {"left": 0, "top": 0, "right": width, "bottom": height}), (part, box)
    assert board.page.evaluate("document.documentElement.scrollWidth") == width
    assert board.root.locator(".smb-controls button:visible").evaluate_all(COVERED) == []
    grid = board.box(".smb-grid")
    assert grid["width"] == pytest.approx(grid["height"], abs=1)


@pytest.mark.parametrize("size", [16])
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


def test_on_a_phone_the_board_and_the_step_are_on_the_screen_together(desk: Callable[..., Any]) -> None:
    player = desk("mccaffrey", (390, 844))
    player.section("explain")
    player.settles()
    player.board.session.open_path(ExplainedPath(sm.explain("mccaffrey"), "techniques", list("123456789")))
    player.board._show()
    player.show()
    window = {"left": 0, "top": 0, "right": 390, "bottom": 844}
    for part in (".smb-grid", ".smb-path .smb-sentence", ".smb-path [data-do=next]"):
        assert is_inside(player.box(part), window), part
    assert not player.root.locator(".smb-controls").is_visible()
