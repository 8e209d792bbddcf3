"""The board on the page of `play`: what a player does, and what is to be seen."""

import re
from pathlib import Path
from typing import Any

import pytest

import sudoku_models as sm
from sudoku_models.board.game import Game
from sudoku_models.board.saving import text_of
from sudoku_models.puzzles.drawing import drawing
from sudoku_models.puzzles.formats.lz_string import compressed
from sudoku_models.puzzles.graphics import Caption
from sudoku_models.puzzles.rules import AntiKnight, KillerCage, LittleKiller, Thermometer, WhiteDot

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect

EASY = "12..34122143432."
TWO_SOLUTIONS = ".2.4.4.221434321"
RULES = sm.Board.of_size(4).with_rules(
    KillerCage(5, [(1, 1), (1, 2)]),
    Thermometer([(2, 1), (3, 2), (4, 3)]),
    WhiteDot([(3, 3), (3, 4)]),
    LittleKiller(6, [(1, 3), (2, 2), (3, 1)]),
    AntiKnight(),
)


def solution(name: str) -> tuple[str, str]:
    """A puzzle that ships and its solution, as lines of digits."""
    puzzle = sm.load(name)
    grid = sm.build(puzzle, "all_different", "cpsat").solve("cpsat").grid
    assert grid
    return puzzle.line(), grid.line()


def test_a_puzzle_is_loaded_and_played_to_the_end_with_the_keyboard_alone(play: Any) -> None:
    first = play.section("puzzle").locator("[data-part=collection] [data-name]").first
    puzzle, grid = solution(first.get_attribute("data-name"))
    first.press("Enter")
    play.sees_digits(puzzle)
    play.sees_badge("Exactly one solution")
    play.page.evaluate("document.activeElement.blur()")
    for _ in range(60):
        play.press("Tab")
        if play.page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    play.types(grid)
    play.sees_digits(grid)
    play.hears("Solved: this is a solution of the puzzle. Congratulations!", "good")
    expect(play.root).to_have_attribute("data-finished", "true")
    expect(play.root.locator(".smb-finish")).to_contain_text("without a hint")


def test_digits_clash_are_undone_and_pressed_and_marks_are_written(play: Any) -> None:
    play.opens(EASY)
    play.cell(1, 3).focus()
    play.press("2")
    play.hears("2 clashes", "warning")
    clashing = play.root.locator("[role=gridcell].is-clash")
    expect(clashing.nth(1)).to_be_visible()
    expect(play.cell(1, 3)).to_have_attribute("aria-label", re.compile(", clashes"))
    play.press("Control+z")
    play.sees_digits(EASY)
    play.waits("!board.querySelector('.is-clash')")
    play.do("redo")
    play.sees_digits(EASY[:2] + "2" + EASY[3:])
    play.do("check")
    play.hears("wrong: row 1, column 3")
    play.cell(1, 3).focus()
    play.press("Delete", "Control+z", "Control+z")
    play.sees_digits(EASY)
    expect(play.root.locator("[data-do=undo]")).to_be_disabled()
    play.cell(1, 3).click()
    play.root.get_by_role("button", name="enter 3").click()
    play.sees_digits(EASY[:2] + "3" + EASY[3:])
    play.opens("1.......3......4")
    play.cell(1, 2).focus()
    play.press(".", "2", "4", ".")
    play.waits("cell(1).ariaLabel.includes('marks 2 4')")
    play.do("write_marks", "explain")
    play.waits("cell(2).ariaLabel.includes('marks 2 3 4')")
    play.do("clear_marks", "explain")
    play.waits("!board.querySelector('.smb-marks')")


def test_a_puzzle_with_two_solutions_is_designed_and_the_player_is_warned(play: Any) -> None:
    section = play.section("design")
    section.get_by_label("Size").select_option("4")
    play.do("empty")
    play.sees_digits("." * 16)
    play.cell(1, 1).focus()
    for k, digit in enumerate(TWO_SOLUTIONS):
        if digit != ".":
            play.press(digit)
        play.press(*["ArrowRight"] if (k + 1) % 4 else ["Home", "ArrowDown"])
    play.sees_digits(TWO_SOLUTIONS)
    play.sees_badge("Not unique: exactly 2 solutions")
    play.do("design")
    play.waits("board.dataset.design === 'false'")
    play.hears("Not unique: exactly 2 solutions", "warning")
    play.do("design")
    play.waits("board.dataset.design === 'true'")
    play.cell(1, 1).focus()
    play.press("1")
    play.sees_badge("Exactly one solution, which is confirmed")
    play.press("4", "Control+z")
    play.do("design")
    play.waits("board.dataset.design === 'false'")
    play.hears("Play: the givens stand|Exactly one solution")


def test_a_game_is_saved_as_a_file_and_files_are_opened_or_refused(play: Any, tmp_path: Path) -> None:
    play.opens("1...............")
    play.cell(1, 2).focus()
    play.press("2", "ArrowRight", "3")
    play.sees_digits("123.............")
    choose = play.section("puzzle").get_by_label("Open a file")
    with play.page.expect_download() as download:
        play.do("save")
    game, huge, large = (tmp_path / name for name in ("game.json", "huge.txt", "large.txt"))
    download.value.save_as(game)
    play.opens(EASY)
    play.paste("<img src=x onerror=\"document.title='hurt'\">")
    play.hears(".", "bad")
    choose.set_input_files(game)
    play.sees_digits("123.............")
    play.hears("2 moves")
    play.do("undo")
    play.sees_digits("12..............")
    huge.write_bytes(b"1" * (17 * 1024**2))
    choose.set_input_files(huge)
    play.hears("huge.txt has 17,825,792 bytes; up to 16,777,216 are read", "bad")
    large.write_text("\n".join([EASY + " " * 600] * 1_000))  # 617 kB, so that it is sent in parts
    choose.set_input_files(large)
    play.hears("1,?000 puzzles were read")
    assert "hurt" not in play.page.title()


def test_a_link_of_sudokupad_shows_its_words_as_text_and_is_shared_as_text(play: Any) -> None:
    hostile = "<img src=x onerror=document.title='hurt'>"
    words = hostile.replace("'", "\\'")
    plain = f"{{ce:[[,,,],[,{{v:3}},,],[,,,],[,,,]],metadata:{{t:'Fish',author:'Me',rules:'{words}'}}"
    plain += ",l:[{wp:[[0.5,0.5],[1.5,0.5]],c:E6261F,th:8}]}"
    play.paste(f"https://sudokupad.app/scl{compressed(plain)}")
    play.sees_digits(".....3..........")
    play.hears("1 line", "warning")  # what was left out
    expect(play.root.locator(".smb-title")).to_have_text("Fish")
    expect(play.root.locator(".smb-about")).to_contain_text("by Me")
    expect(play.root.locator(".smb-rules p").first).to_have_text(hostile)
    play.do("share-fragment", "puzzle")
    shared = play.section("puzzle").get_by_label("Link or code")
    expect(shared).to_have_value(re.compile("^#puzzle="))
    text = shared.input_value()
    play.opens("1...............")
    play.paste(text)
    expect(play.root.locator(".smb-title")).to_have_text("Fish")
    assert "hurt" not in play.page.title()


def test_the_board_alone_is_printed(play: Any) -> None:
    play.opens(EASY)
    play.cell(1, 3).focus()
    play.press("3")
    play.waits("cell(2).dataset.value === '3'")
    for stage in ("1 of 4: look at", "2 of 4: look at", "3 of 4", "because|only"):
        play.do("hint")
        play.hears(stage)
    play.waits("board.querySelector('.is-ground')")
    play.do("print")
    sheet = play.page.frame_locator("iframe.smb-sheet")
    assert sheet.locator("[data-cell]").count() == 16
    assert sheet.locator("button, [tabindex]").count() == 0
    shown = "cells => cells.map((cell) => cell.innerText || '.').join('')"  # of what is not hidden
    assert sheet.locator("[data-cell]").evaluate_all(shown) == EASY
    printed = "document.querySelector('iframe.smb-sheet').contentWindow.dispatchEvent(new Event('afterprint'))"
    play.page.evaluate(printed)  # a browser without a screen does not print
    assert play.page.evaluate("document.activeElement.dataset.do") == "more"
    play.page.emulate_media(media="print")
    try:
        assert not play.root.locator("[data-do=undo]").is_visible()
        assert play.root.locator("[role=grid]").is_visible()
        assert not play.root.locator("path.smb-unit").is_visible()
        marked = play.root.locator(".is-ground").first
        assert marked.evaluate("cell => getComputedStyle(cell).outlineStyle") == "none"
        assert len(re.findall(rb"/Type\s*/Page\b", play.page.pdf())) == 1
    finally:  # for the tests that follow on this page
        play.page.emulate_media(media="screen")


def test_while_a_long_solve_goes_on_the_board_is_played_and_the_solve_can_be_cancelled(play: Any) -> None:
    puzzle, grid = solution("large:2")
    play.opens(puzzle)
    section = play.section("model")
    section.get_by_label("Formulation").select_option("pairwise")
    play.do("solve")
    play.root.locator(".smb-busy").wait_for()
    blank = puzzle.index(".")
    play.cell(blank // 16 + 1, blank % 16 + 1).click()
    play.press(grid[blank])
    play.sees_digits(puzzle[:blank] + grid[blank] + puzzle[blank + 1 :])
    play.do("cancel")
    play.root.locator(".smb-busy").wait_for(state="hidden")
    section.get_by_label("Formulation").select_option("assignment")


def opens_rules(player: Any, board: sm.Board) -> None:
    player.paste(text_of(Game(sm.Puzzle(board, (0,) * len(board.cells), "with rules"))))
    expect(player.root.locator(".smb-title")).to_contain_text("With rules")
    player.sees_digits("." * len(board.cells))


def test_rules_are_drawn_and_told_and_what_breaks_one_is_marked_and_named(play: Any, every_rule: sm.Puzzle) -> None:
    opens_rules(play, RULES)
    drawn = play.root.locator(".smb-drawn")
    assert sorted(drawn.locator("text").all_text_contents()) == ["5", "6"]
    assert drawn.locator("circle").count() == 2
    assert play.root.locator(".smb-rules p").count() == 5
    expect(play.root.locator(".smb-rules")).to_contain_text("Cells a knight's move apart have different digits")
    expect(play.cell(1, 1)).to_have_attribute("aria-label", re.compile(", in killer cage 5 with r1c2, "))
    play.cell(1, 1).focus()
    play.press("1", "ArrowRight", "2")
    play.hears("2 clashes: killer cage 5 on r1c1 r1c2 does not hold", "warning")
    play.waits("cell(0).classList.contains('is-clash') && cell(1).classList.contains('is-clash')")
    play.press("4")
    play.waits("!board.querySelector('.is-clash')")
    opens_rules(play, every_rule.board)
    captions = [each.text for each in drawing(every_rule.board).elements if isinstance(each, Caption)]
    assert sorted(play.root.locator(".smb-drawn text").all_text_contents()) == sorted(captions)
    assert not play.page.errors
