"""Rules that are drawn on the board: by dragging, by pressing a side, and with the keyboard alone."""

import re
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.board.designing import pieces
from sudoku_models.board.messages import Message
from sudoku_models.board.sources import puzzle_of
from sudoku_models.board.view import Highlights
from sudoku_models.puzzles.rules import Even, KillerCage, Thermometer, WhiteDot

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect


def drag(player: Any, *cells: tuple[int, int], halfway: Any = None) -> None:
    """Drag over cells, as a hand does: in small steps; `halfway` is called after the second cell."""
    mouse = player.page.mouse
    for k, cell in enumerate(cells):
        box = player.cell(*cell).bounding_box()
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
        if k == 0:
            mouse.down()
        if k == 1 and halfway:
            halfway()
    mouse.up()


def chosen(player: Any, kind: str) -> None:
    player.section("design").locator(f"[data-kind='{kind}']").click()


def rules(player: Any) -> tuple[Any, ...]:
    """The rules of the board, once Python has answered."""
    player.settles()
    player.settles()
    found: tuple[Any, ...] = player.board.puzzle.board.rules
    return found


def rules_board(player: Any) -> sm.Board:
    rules(player)
    board: sm.Board = player.board.puzzle.board
    return board


def test_a_cage_and_a_thermometer_are_dragged_seen_undone_and_shared(desk: Any) -> None:
    player = desk(sm.Board.of_size(4), (1366, 768))
    chosen(player, "KillerCage")
    drag(player, (1, 1), (1, 2), (2, 2))
    question = player.root.locator(".smb-ask")
    expect(question.get_by_label("Sum of the cage")).to_be_focused()
    player.page.keyboard.type("99")
    player.press("Enter")
    expect(question.get_by_label("Sum of the cage")).to_have_value("99")  # refused, and asked again
    player.page.keyboard.type("7")
    player.press("Enter")
    expect(question).to_have_count(0)
    cage = KillerCage(7, [(1, 1), (1, 2), (2, 2)])
    expect(player.root.locator(".smb-over .smb-drawn text")).to_have_text("7")
    chosen(player, "Thermometer")
    drag(player, (3, 1), (4, 2), (4, 3), (4, 4), (4, 3))  # and back by one
    thermometer = Thermometer([(3, 1), (4, 2), (4, 3)])
    expect(player.root.locator(".smb-under .smb-drawn circle")).to_have_count(1)
    assert rules(player) == (cage, thermometer)
    player.press("Control+z")
    expect(player.root.locator(".smb-under .smb-drawn circle")).to_have_count(0)
    player.press("Control+y")
    expect(player.root.locator(".smb-under .smb-drawn circle")).to_have_count(1)
    player.section("design").locator("[data-do=share-fragment]").click()
    link = player.section("design").get_by_label("Link or code")
    expect(link).to_be_visible()
    shared = puzzle_of(link.input_value())
    assert shared is not None
    assert shared.board.rules == (cage, thermometer)
    assert player.page.errors == []


def test_a_sum_is_changed_on_its_cage(desk: Any) -> None:
    """Dragged over again in any order, or pressed twice, a cage is asked for its sum; Escape keeps the tool."""
    player = desk(sm.Board.of_size(4), (1366, 768))
    chosen(player, "KillerCage")
    drag(player, (1, 1), (1, 2), (2, 2))
    player.press("7", "Enter")
    question = player.root.locator(".smb-ask")
    for total, reach in (
        ("8", lambda: drag(player, (2, 2), (1, 2), (1, 1))),
        ("9", lambda: player.cell(2, 2).dblclick()),
    ):
        player.press("Escape")
        expect(player.section("design").locator("[data-kind=KillerCage]")).to_have_attribute("aria-checked", "true")
        reach()
        expect(question.locator("input")).to_have_value(str(int(total) - 1))
        player.press(total, "Enter")
        expect(player.root.locator(".smb-over .smb-drawn text")).to_have_text(total)
    player.cell(2, 2).dblclick()
    before = player.box(".smb-ask input")
    player.press("9", "9", "Enter")
    expect(question.locator("[data-tone=bad]")).to_be_visible()
    assert player.box(".smb-ask input")["left"] == before["left"]
    expect(player.root.locator("[aria-selected=true]")).to_have_count(3)
    player.press("Escape")
    assert rules(player) == (KillerCage(9, [(1, 1), (1, 2), (2, 2)]),)


def test_what_cannot_all_hold_is_listed_each_with_its_cells_and_nothing_moves(desk: Any) -> None:
    player = desk(sm.Board.of_size(4).with_rules(Thermometer([(1, 1), (2, 1)])), (1366, 768))
    panel = player.section("design")
    places = set()
    for words in (0, 8, 16, 24):
        player.board.session.say(Message("neither " * words))
        player.board.session.changed()
        player.show()
        player.hears("neither" if words else "^$")
        places.add(player.box("section[data-panel=design]")["top"])
    assert len(places) == 1
    cage, given = ((1, 1), (1, 2)), ((4, 4),)
    named = [("Cage", cage), ("Given", given)]
    player.board.session.highlights = Highlights(digits=given, units=[cage], named=named)
    player.board.session.changed()
    player.show()
    all_frames = player.root.locator(".smb-unit").get_attribute("d")
    player.root.locator(".smb-message summary").click()
    for k, (name, cells) in enumerate(named):
        item = player.root.locator(".smb-message").get_by_role("button", name=name)
        item.hover() if k else item.focus()
        expect(player.root.locator(".smb-cell.is-reason")).to_have_count(len(cells))
        expect(player.cell(4, 4)).not_to_have_class(re.compile("is-ground"))
    panel.locator("[data-kind=Even]").focus()
    player.page.mouse.move(1, 1)
    expect(player.root.locator(".smb-unit")).to_have_attribute("d", all_frames)
    expect(player.cell(4, 4)).to_have_class(re.compile("is-ground"))
    player.cell(1, 1).click()
    expect(player.root.locator(".smb-message details")).to_be_visible()
    player.press("2")
    expect(player.root.locator(".smb-message details")).to_be_hidden()


@pytest.mark.parametrize("late", ["in a drag", "in a number", "at the end"])
def test_eight_cages_are_typed_while_the_answers_come_late(desk: Any, late: str) -> None:
    """The answer to a cage comes while the next one is dragged, while its sum is typed, or when all are drawn."""
    player = desk(sm.Board.of_size(9), (1366, 768))
    chosen(player, "KillerCage")
    cages = [KillerCage(total, [(row, 1), (row, 2), (row, 3)]) for row, total in enumerate(range(11, 19), 1)]
    for k, cage in enumerate(cages):
        goes = k > 0 and player.let_go
        drag(player, *cage.cells, halfway=goes if late == "in a drag" else None)
        first, second = str(cage.total)
        player.press(first)
        if goes and late == "in a number":
            goes()
        player.press(second)
        if k == 0 or late != "at the end":
            player.hold()
        player.press("Enter")
    player.let_go()
    expect(player.root.locator(".smb-over .smb-drawn text")).to_have_count(8)
    assert rules(player) == tuple(cages)
    assert player.board.puzzle.givens == {}


def test_a_late_refusal_waits_until_the_next_cage_is_drawn(desk: Any) -> None:
    player = desk(sm.Board.of_size(4), (1366, 768))
    question = player.root.locator(".smb-ask input")
    chosen(player, "KillerCage")
    drag(player, (1, 1), (1, 2))
    player.hold()
    player.press("9", "9", "Enter")
    drag(player, (2, 1), (2, 2))
    player.press("4")
    player.let_go()
    expect(question).to_have_value("4")
    player.press("Enter")
    expect(question).to_have_value("99")
    player.press("6", "Enter")
    expect(question).to_have_count(0)
    assert {*rules(player)} == {KillerCage(4, [(2, 1), (2, 2)]), KillerCage(6, [(1, 1), (1, 2)])}
    assert player.board.puzzle.givens == {}


def test_a_jigsaw_of_five_is_drawn(desk: Any) -> None:
    player = desk(sm.Board.of_size(9), (1366, 768))
    panel = player.section("design")
    panel.get_by_label("Size").select_option("5")
    player.do("empty")
    chosen(player, "Region")
    regions = ["11111", "23333", "22344", "25544", "25554"]
    cells = {k: [(r, c) for r in range(1, 6) for c in range(1, 6) if regions[r - 1][c - 1] == k] for k in "12345"}
    drag(player, *cells["1"][:4])
    player.hears("5", "bad")
    player.cell(1, 5).click(modifiers=["Control"])  # what was drawn is still chosen
    panel.locator("[data-do=make-rule]").click()
    for k, path in (
        ("2", [(2, 1), (3, 1), (4, 1), (5, 1), (4, 1), (3, 1), (3, 2)]),
        ("3", [(2, 2), (2, 3), (3, 3), (2, 3), (2, 4), (2, 5)]),
    ):
        drag(player, *path)
        assert len(pieces(rules_board(player))) == int(k)
    drag(player, (3, 4), (3, 5), (4, 5), (5, 5), (4, 5), (4, 4))  # and the last one is left over
    assert [{*piece.cells} for piece in pieces(rules_board(player))] == [{*cells[k]} for k in "12345"]
    expect(player.root.locator(".smb-thick")).to_have_attribute("d", re.compile("."))
    assert player.page.errors == []


def test_words_are_kept_as_they_are_typed(desk: Any) -> None:
    player = desk(sm.Board.of_size(4), (1366, 768))
    panel = player.section("design")
    for what, label in (("title", "Title"), ("author", "Author"), ("rules", "Rules in words")):
        panel.get_by_label(label, exact=True).fill(f"My {what}")  # and the field is not left
        player.waits(f"document.activeElement.value === 'My {what}'")
        for _ in range(100):
            player.settles()
            if getattr(player.board.session.game.about, what) == f"My {what}":
                break
        assert getattr(player.board.session.game.about, what) == f"My {what}"
    expect(player.root.locator(".smb-title")).to_have_text("My title")


def test_on_a_smaller_board_a_cell_that_looks_chosen_takes_the_digit(desk: Any) -> None:
    player = desk(sm.Board.of_size(9), (1366, 768))
    panel = player.section("design")
    player.cell(8, 2).click()
    panel.get_by_label("Size").select_option("7")
    expect(panel.locator("[data-do=empty]")).to_contain_text("7")
    panel.locator("[data-do=empty]").click()
    expect(player.root.locator("[role=row]")).to_have_count(7)
    expect(player.root.locator("[aria-selected=true]")).to_have_attribute("data-cell", "0")
    player.press("5")
    expect(player.cell(1, 1)).to_have_attribute("data-value", "5")


def test_rules_are_pressed_made_with_the_keyboard_changed_and_removed(desk: Any) -> None:
    player = desk(sm.Board.of_size(4), (1366, 768))
    panel = player.section("design")
    chosen(player, "WhiteDot")
    box = player.cell(1, 1).bounding_box()
    player.page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2)
    chosen(player, "Even")
    player.cell(4, 4).click()
    assert rules(player) == (WhiteDot([(1, 1), (1, 2)]), Even([(4, 4)]))
    panel.locator("[data-kind=Even]").focus()
    player.press("ArrowRight", "Home", "ArrowRight")
    expect(panel.locator("[data-kind=KillerCage]")).to_have_attribute("aria-checked", "true")
    player.cell(2, 1).focus()
    player.press("Shift+ArrowRight")
    panel.locator("[data-do=make-rule]").press("Enter")
    player.page.keyboard.type("3")
    player.press("Enter")
    expect(panel.locator(".smb-rule-list li")).to_have_count(3)
    panel.get_by_role("button", name="Change killer cage 3").press("Enter")
    player.page.keyboard.type("30")
    player.press("Enter")
    player.hears("No digits from 1 to 4 satisfy", "bad")
    panel.get_by_role("button", name="Change killer cage 3").press("Enter")
    player.page.keyboard.type("7")
    player.press("Enter")
    expect(panel.get_by_role("button", name="Remove killer cage 7")).to_be_visible()
    panel.get_by_role("button", name="Remove even").press("Enter")
    expect(panel.locator(".smb-rule-list li")).to_have_count(2)
    assert rules(player) == (WhiteDot([(1, 1), (1, 2)]), KillerCage(7, [(2, 1), (2, 2)]))
    player.do("design")
    expect(panel.locator("[data-part=draw]")).to_be_hidden()
    drag(player, (1, 1), (1, 2))
    assert len(rules(player)) == 2  # a puzzle that is played keeps its rules
