"""Entering on the page: several cells at once, the kinds of entry, highlighting, and what a screen reader is told."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from sudoku_models.explain import Candidates

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect

EASY = "12..34122143432."


def blank(desk: Callable[..., Any], *viewport: tuple[int, int], **settings: Any) -> Any:
    """An empty board of 81 cells, in play."""
    player = desk("." * 81, *viewport, **settings)
    player.cell(1, 1).focus()
    return player


def chosen(player: Any) -> list[int]:
    found: list[int] = player.root.locator("[role=gridcell][aria-selected=true]").evaluate_all(
        "cells => cells.map((cell) => Number(cell.dataset.cell))"
    )
    return found


def drag(player: Any, *cells: tuple[int, int]) -> None:
    mouse = player.page.mouse
    for step, cell in enumerate(cells):
        box = player.cell(*cell).bounding_box()
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
        if not step:
            mouse.down()
    mouse.up()


def tells(player: Any, words: str) -> None:
    live = player.root.locator(".smb-live")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(live).to_contain_text(re.compile(words))


def test_cells_are_chosen_by_mouse_and_keys_and_entered_in_every_kind_as_one_move(desk: Callable[..., Any]) -> None:
    nine = blank(desk)
    drag(nine, (1, 1), (1, 3))
    assert chosen(nine) == [0, 1, 2]
    nine.press("5")
    nine.waits("[0, 1, 2].every((k) => cell(k).dataset.value === '5')")
    nine.press("Control+z")
    nine.sees_digits("." * 81)
    moves = [command for command in nine.commands if command["do"] in ("enter", "undo")]
    assert moves == [{"do": "enter", "cells": [[1, 1], [1, 2], [1, 3]], "digit": 5, "kind": "digit"}, {"do": "undo"}]
    nine.cell(1, 1).click()
    nine.cell(3, 3).click(modifiers=["Control"])
    assert chosen(nine) == [0, 20]
    nine.cell(3, 3).click(modifiers=["Control"])
    assert chosen(nine) == [0]
    nine.cell(2, 3).click(modifiers=["Shift"])
    assert chosen(nine) == [0, 1, 2, 9, 10, 11]
    nine.press("Escape")
    assert chosen(nine) == [0]
    nine.press("Shift+ArrowRight", "Shift+ArrowDown")
    assert chosen(nine) == [0, 1, 10]
    nine.press("ArrowDown")
    assert chosen(nine) == [19]
    nine.press("Control+a")
    assert len(chosen(nine)) == 81
    expect(nine.root.get_by_role("grid")).to_have_attribute("aria-multiselectable", "true")
    nine.cell(1, 1).click()
    kinds = nine.root.get_by_role("radiogroup", name="Kind of entry")
    for kind, digit, trait, told in (
        ("Corner", "1", "marks", "marks 1"),
        ("Centre", "2", "centres", "centre marks 2"),
        ("Colour", "3", "colors", "coloured yellow"),
    ):
        nine.press(" ")
        expect(kinds.get_by_role("radio", name=kind)).to_have_attribute("aria-checked", "true")
        nine.press(digit)
        nine.waits(f"cell(0).ariaLabel.includes('{told}')")
        assert getattr(nine.board, trait)[0] == [int(digit)]
    assert nine.root.locator("[data-cell='0'] .smb-colors").count() == 1
    names = nine.root.get_by_role("toolbar", name="Values").get_by_role("button")
    assert names.first.get_attribute("aria-label") == "colour 1, red"
    assert names.count() == 9
    nine.press(" ", "Shift+Digit4", "Control+Digit5", "Alt+Digit6")
    nine.waits("cell(0).ariaLabel.endsWith('marks 1 4, centre marks 2 5, coloured yellow blue')")
    nine.press(".", "7", ".", "8")
    nine.waits("cell(0).dataset.value === '8'")


def test_a_finger_chooses_cells_by_dragging(desk: Callable[..., Any]) -> None:
    player = blank(desk, (390, 844), options={"has_touch": True})
    touch = player.page.context.new_cdp_session(player.page)
    first, last = player.box("[data-cell='0']"), player.box("[data-cell='3']")
    steps = 12
    for step in range(steps + 1):
        x = first["left"] + first["width"] / 2 + (last["left"] - first["left"]) * step / steps
        at = {"x": x, "y": first["top"] + first["height"] / 2}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": [at]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert chosen(player) == [0, 1, 2, 3]
    player.press("7")
    player.waits("cell(3).dataset.value === '7'")
    assert player.digits.startswith("7777.")


def test_a_screen_reader_is_told_and_a_pause_covers_the_board(desk: Callable[..., Any]) -> None:
    player = desk(EASY)
    pause = player.root.locator("[data-do=pause]")
    expect(pause).to_be_enabled()  # the clock runs as soon as the game is shown
    assert player.commands.count({"do": "clock", "running": True}) == 1
    board, candidates = player.board.puzzle.board, Candidates.of(player.board.puzzle).candidates
    for start, end in (("/", "/"), ("button", "Escape")):
        player.root.locator("[data-do=highlight]").click() if start == "button" else player.press(start)
        player.press("4")
        can = [int(cell.get_attribute("data-cell")) for cell in player.root.locator(".is-can").all()]
        fits = [k for k, cell in enumerate(board.cells) if EASY[k] == "." and 4 in candidates[cell]]
        assert can == fits
        assert player.root.locator(".is-dim").count() == 16 - len(fits) - EASY.count("4")
        player.hears(f"^{len(fits)} cells? can hold 4")
        player.press(end)
        assert player.root.locator(".is-can, .is-dim").count() == 0
    assert all(command["do"] != "enter" for command in player.commands)
    player.cell(1, 3).focus()
    player.press("3")
    tells(player, "^3, row 1, column 3$")
    player.press("Delete")
    tells(player, "^erased, row 1, column 3$")
    player.press(".")
    tells(player, "^enter corner marks$")
    player.press("3")
    tells(player, "^corner mark 3, row 1, column 3$")
    player.waits("cell(2).ariaLabel.endsWith('marks 3')")
    player.press("3")
    tells(player, "^corner mark 3 taken away, row 1, column 3$")
    player.press("Shift+ArrowRight", "3")
    tells(player, "^corner mark 3, 2 cells$")
    expect(player.root.locator(".smb-badge")).to_have_attribute("role", "status")
    stops = []
    player.cell(1, 3).focus()
    for _ in range(8):
        player.press("Tab")
        stops.append(
            player.page.evaluate("document.activeElement.closest('[role=toolbar], [role=radiogroup]')?.ariaLabel ?? ''")
        )
    begins = stops.index("Moves")
    assert stops[begins : begins + 4] == ["Moves", "Values", "Kind of entry", "Panels"]
    pause.click()
    player.root.locator(".smb-cover").wait_for()
    assert not player.root.get_by_role("grid").is_visible()
    assert player.board.clock["running"] is False
    before = player.digits
    player.press("4")
    player.root.locator("[data-do=resume]").click()
    player.root.get_by_role("grid").wait_for()
    assert player.digits == before
    assert player.board.clock["running"] is True
    player.board.settings = {"timer": False}
    player.show()
    expect(pause).to_be_hidden()
