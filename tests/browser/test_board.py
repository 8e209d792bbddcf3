"""The board in a real browser, on the page of `play` and in JupyterLab: what a player does, and what is to be seen."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

import sudoku_models as sm

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect

EASY = "12..34122143432."
TWO_SOLUTIONS = ".2.4.4.221434321"


def solution(name: str) -> tuple[str, str]:
    """A puzzle that ships and its solution, as lines of digits."""
    puzzle = sm.load(name)
    grid = sm.build(puzzle, "all_different", "cpsat").solve("cpsat").grid
    assert grid
    return puzzle.line(), grid.line()


def test_a_puzzle_is_loaded_and_played_to_the_end_with_the_keyboard_alone(either: Any) -> None:
    corpus, number = ("easy50", 3) if either.place == "play" else ("small", 5)
    puzzle, grid = solution(f"{corpus}:{number}")
    section = either.section("puzzle")
    section.get_by_role("combobox", name="Collection").select_option(corpus)
    section.get_by_label("Number", exact=True).fill(f"{number}")
    either.do("open")
    either.sees_digits(puzzle)
    either.sees_badge("Exactly one solution")
    if either.place == "play":
        either.page.evaluate("document.activeElement.blur()")
        for _ in range(60):
            either.press("Tab")
            if either.page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
                break
    else:
        either.cell(1, 1).focus()
    either.types(grid)
    either.sees_digits(grid)
    either.hears("Solved: this is a solution of the puzzle. Congratulations!", "good")
    expect(either.root).to_have_attribute("data-finished", "true")


def test_a_clash_is_marked_and_named_and_undo_and_redo_follow(play: Any) -> None:
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
    play.press("Control+y")
    play.sees_digits(EASY[:2] + "2" + EASY[3:])
    play.do("undo")
    play.sees_digits(EASY)
    play.do("redo")
    play.sees_digits(EASY[:2] + "2" + EASY[3:])
    play.press("Delete")
    play.do("undo")
    play.do("undo")
    play.sees_digits(EASY)
    expect(play.root.locator("[data-do=undo]")).to_be_disabled()


def test_values_are_picked_and_marks_written_and_filled_in(play: Any) -> None:
    play.opens(EASY)
    play.cell(1, 3).click()
    play.press("Enter")
    play.root.get_by_role("dialog").get_by_role("button", name="3", exact=True).click()
    play.sees_digits(EASY[:2] + "3" + EASY[3:])
    play.opens("1.......3......4")
    play.cell(1, 2).focus()
    play.press(".", "2", "4", ".")
    play.waits("cell(1).ariaLabel.includes('marks 2 4')")
    play.do("write_marks", "explain")
    play.waits("cell(2).ariaLabel.includes('marks 2 3 4')")
    play.do("clear_marks", "explain")
    play.waits("!board.querySelector('.smb-marks')")


def test_each_kind_of_hint(play: Any) -> None:
    puzzle, grid = solution("small:3")
    play.opens(puzzle)
    first = puzzle.index(".")
    row, column = first // 4 + 1, first % 4 + 1
    play.cell(row, column).click()
    play.do("hint-allowed", "explain")
    play.hears(f"Row {row}, column {column} holds {grid[first]} in every solution, which is proved")
    play.do("hint-allowed-everywhere")
    play.hears("Allowed values of every cell")
    play.do("hint-step")
    play.hears("single|locked|pair")
    expect(play.root.locator(".is-reason").first).to_be_visible()
    play.do("take_step")
    play.hears("The step is done")
    assert play.digits != puzzle
    play.do("hint-reveal")
    # Until a puzzle is proved to have one solution, a digit of one is not said to be that of all.
    play.hears("holds|can hold" if play.digits[first] == "." else "holds|can hold|already|digit")
    play.opens(puzzle)
    play.cell(row, column).focus()
    wrong = next(d for d in "1234" if d != grid[first])
    play.press(wrong)
    play.do("hint-wrong", "explain")
    play.hears(f"One digit is wrong: row {row}, column {column}", "warning")
    expect(play.cell(row, column)).to_have_attribute("aria-label", re.compile(", wrong"))


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
    play.sees_badge("Exactly one solution, which is proved")
    play.press("4", "Control+z")
    play.do("design")
    play.waits("board.dataset.design === 'false'")
    play.hears("Play: the givens stand|Exactly one solution")


def test_a_game_is_saved_and_goes_on_with_its_history(either: Any, tmp_path: Path) -> None:
    either.opens("1...............")
    either.cell(1, 2).focus()
    either.press("2", "ArrowRight", "3")
    either.sees_digits("123.............")
    section = either.section("puzzle")
    with either.page.expect_download() as download:
        either.do("save")
    path = tmp_path / "game.json"
    download.value.save_as(path)
    assert json.loads(path.read_text())["format"] == "sudoku_models game"
    either.opens(EASY)
    section.get_by_label("Open a file").set_input_files(path)
    either.sees_digits("123.............")
    either.hears("2 moves")
    either.do("undo")
    either.sees_digits("12..............")


def test_bad_and_huge_text_is_answered_with_a_message_and_the_game_stays(play: Any, tmp_path: Path) -> None:
    play.opens(EASY)
    play.paste("this is no puzzle")
    play.hears(".", "bad")
    play.paste('{"format": "sudoku_models game", "version": 3, "board": {"boxes": [99, 99]}}')
    play.hears("damaged", "bad")
    play.paste("<img src=x onerror=\"document.title='hurt'\">")
    play.hears(".", "bad")
    huge = tmp_path / "huge.txt"
    huge.write_bytes(b"1" * (17 * 1024**2))
    play.section("puzzle").get_by_label("Open a file").set_input_files(huge)
    play.hears("huge.txt has 17,825,792 bytes; up to 16,777,216 are read", "bad")
    large = tmp_path / "large.txt"
    large.write_text("\n".join([EASY + " " * 600] * 1_000))  # 617 kB, so that it is sent in parts
    play.section("puzzle").get_by_label("Open a file").set_input_files(large)
    play.hears("1,?000 puzzles were read")
    assert "hurt" not in play.page.title()
    play.opens(EASY)


def test_symbols_and_themes(play: Any) -> None:
    play.opens(EASY)
    play.change("Values shown as", "letters")
    play.waits("cell(0).innerText === 'A'")
    expect(play.cell(1, 1)).to_have_attribute("aria-label", "row 1, column 1, box 1, given A")
    play.change("Values shown as", "own")
    play.change("Signs, one for each value", "🐶🐱🐭🐹")
    play.waits("cell(1).innerText === '🐱'")
    play.cell(1, 3).focus()
    play.press("3")
    play.sees_digits(EASY[:2] + "3" + EASY[3:])
    play.change("Values shown as", "digits")
    grounds = {}
    for theme in ("dark", "light", "auto"):
        play.change("Theme", theme)
        seen = "dark" if theme == "dark" else "light"
        play.waits(f"board.dataset.theme === '{seen}'")
        grounds[theme] = play.root.evaluate("root => getComputedStyle(root).backgroundColor")
    assert grounds["light"] == grounds["auto"] != grounds["dark"]


def test_sixteen_digits(play: Any) -> None:
    puzzle, grid = solution("large:2")
    section = play.section("puzzle")
    section.get_by_role("combobox", name="Collection").select_option("large")
    section.get_by_label("Number", exact=True).fill("2")
    play.do("open")
    play.sees_digits(puzzle)
    expect(play.root.locator("[role=gridcell]")).to_have_count(256)
    blank = next(k for k, ch in enumerate(puzzle) if ch == "." and grid[k].isalpha())
    play.cell(blank // 16 + 1, blank % 16 + 1).focus()
    play.press(grid[blank])
    play.sees_digits(puzzle[:blank] + grid[blank] + puzzle[blank + 1 :])
    box = play.root.locator("[role=grid]").bounding_box()
    assert box["width"] == pytest.approx(box["height"], abs=2)


def test_the_board_alone_is_printed(play: Any) -> None:
    play.opens(EASY)
    play.do("hint")
    play.hears("single|house")
    play.waits("board.querySelector('.is-ground')")
    play.do("print")
    sheet = play.page.frame_locator("iframe.smb-sheet")
    assert sheet.locator("[data-cell]").count() == 16
    assert sheet.locator("button, [tabindex]").count() == 0
    printed = "document.querySelector('iframe.smb-sheet').contentWindow.dispatchEvent(new Event('afterprint'))"
    play.page.evaluate(printed)  # a browser without a screen does not print
    assert play.page.evaluate("document.activeElement.dataset.do") == "more"
    if play.place == "play":
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
    began = time.monotonic()
    play.do("cancel")
    play.root.locator(".smb-busy").wait_for(state="hidden")
    assert time.monotonic() - began < 5
    section.get_by_label("Formulation").select_option("assignment")


def test_jupyterlab_does_not_take_the_keys_of_the_board(lab: Any) -> None:
    lab.opens(EASY)
    lab.cell(2, 3).click()
    notebook = lab.page.locator(".jp-Notebook")
    watched = """() => { const book = jupyterapp.shell.currentWidget.content;
        const cells = book.widgets.map((cell) => [cell.model.type, cell.model.sharedModel.getSource()]);
        return JSON.stringify([book.activeCellIndex, book.mode, cells]); }"""
    before = lab.page.evaluate(watched)
    for key in (
        "x",
        "c",
        "v",
        "z",
        "a",
        "b",
        "y",
        "m",
        "r",
        "1",
        "2",
        "Shift+M",
        "Enter",
        "Escape",
        "h",
        "l",
        "s",
        "f",
    ):
        lab.press(key)
    lab.press("d", "d", "0", "0", "i", "i", "Space", "Escape", "Shift+Space", "Escape")
    lab.press("ArrowUp", "ArrowDown", "ArrowDown", "ArrowLeft", "j", "k", "Home", "End", "Shift+ArrowDown")
    lab.page.wait_for_timeout(300)
    assert lab.page.evaluate(watched) == before
    assert lab.page.locator(".jp-Dialog").count() == 0
    assert notebook.locator(".jp-Cell").count() == 3


def test_cells_of_the_notebook_see_the_board_and_the_board_follows_them(lab: Any) -> None:
    lab.opens(EASY)
    lab.cell(1, 3).focus()
    lab.press("3")
    lab.sees_digits(EASY[:2] + "3" + EASY[3:])
    expect_enabled(lab, "undo")  # the kernel has heard of it; cells and the board's messages keep no order
    run = "(index) => { const app = jupyterapp; app.shell.currentWidget.content.activeCellIndex = index;"
    run += " return app.commands.execute('notebook:run-cell'); }"
    lab.page.evaluate(run, 2)
    told = lab.page.locator(".jp-OutputArea-output pre").last
    expect_text(lab, told, f"{EASY[:2]}3{EASY[3:]} {EASY}")
    write = "(source) => jupyterapp.shell.currentWidget.content.widgets[2].model.sharedModel.setSource(source)"
    lab.page.evaluate(write, "board.put((4, 4), 1)")
    lab.page.evaluate(run, 2)
    lab.sees_digits("123.34122143432" + "1")


def expect_text(play: Any, locator: Any, text: str) -> None:
    until = time.monotonic() + 20
    while locator.inner_text().strip() != text:
        assert time.monotonic() < until, locator.inner_text()
        time.sleep(0.05)


def expect_enabled(play: Any, name: str) -> None:
    play.waits(f"""!board.querySelector("[data-do='{name}']").disabled""")
