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

STEADY = "!board.getAnimations({ subtree: true }).some((each) => each.constructor.name === 'CSSTransition')"
"""The colours of the cells, which change in a few frames, are there."""

RUN = """(index) => { const book = jupyterapp.shell.currentWidget.content;
    book.widgets[index].model.sharedModel.setSource("SOURCE");
    book.activeCellIndex = index;
    return jupyterapp.commands.execute("notebook:run-cell"); }"""


def solution(name: str) -> tuple[str, str]:
    """A puzzle that ships and its solution, as lines of digits."""
    puzzle = sm.load(name)
    grid = sm.build(puzzle, "all_different", "cpsat").solve("cpsat").grid
    assert grid
    return puzzle.line(), grid.line()


def test_a_puzzle_is_loaded_and_played_to_the_end_with_the_keyboard_alone(player: Any) -> None:
    corpus, number = ("easy50", 3) if player.place == "play" else ("small", 5)
    puzzle, grid = solution(f"{corpus}:{number}")
    section = player.section("puzzle")
    section.get_by_role("combobox", name="Collection").select_option(corpus)
    section.get_by_label("Number", exact=True).fill(f"{number}")
    player.do("open")
    player.sees_digits(puzzle)
    player.sees_badge("Exactly one solution")
    if player.place == "play":
        player.page.evaluate("document.activeElement.blur()")
        for _ in range(60):
            player.press("Tab")
            if player.page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
                break
    else:
        player.cell(1, 1).focus()
    player.types(grid)
    player.sees_digits(grid)
    player.hears("Solved: this is a solution of the puzzle. Congratulations!", "good")
    expect(player.root).to_have_attribute("data-finished", "true")


def test_a_full_board_that_is_no_solution_is_not_congratulated(player: Any) -> None:
    player.opens(EASY)
    player.cell(1, 3).focus()
    player.types("1243341221434321")
    player.hears("Every cell has a digit, but this is no solution", "bad")
    expect(player.root).to_have_attribute("data-finished", "false")


def test_a_clash_is_marked_and_named_and_undo_and_redo_follow(player: Any) -> None:
    player.opens(EASY)
    player.cell(1, 3).focus()
    player.press("2")
    player.hears("2 clashes", "warning")
    clashing = player.root.locator("[role=gridcell].is-clash")
    expect(clashing.nth(1)).to_be_visible()
    expect(player.cell(1, 3)).to_have_attribute("aria-label", re.compile(", clashes"))
    player.press("Control+z")
    player.sees_digits(EASY)
    player.waits("!board.querySelector('.is-clash')")
    player.press("Control+y")
    player.sees_digits(EASY[:2] + "2" + EASY[3:])
    player.do("undo")
    player.sees_digits(EASY)
    player.do("redo")
    player.sees_digits(EASY[:2] + "2" + EASY[3:])
    player.press("Delete")
    player.do("undo")
    player.do("undo")
    player.sees_digits(EASY)
    expect(player.root.locator("[data-do=undo]")).to_be_disabled()


def test_givens_stay_and_in_the_strict_mode_a_clash_is_not_taken(player: Any) -> None:
    player.opens(EASY)
    player.cell(1, 1).focus()
    player.press("4")
    player.hears("given")
    player.change("Entering", "refuse")
    player.cell(1, 3).click()
    player.press("2")
    player.hears("2")
    player.press("3")
    player.sees_digits(EASY[:2] + "3" + EASY[3:])
    player.change("Entering", "mark")


def test_values_are_picked_and_marks_written_and_filled_in(player: Any) -> None:
    player.opens(EASY)
    player.cell(1, 3).click()
    player.press("Enter")
    player.root.get_by_role("dialog").get_by_role("button", name="3", exact=True).click()
    player.sees_digits(EASY[:2] + "3" + EASY[3:])
    player.opens("1.......3......4")
    player.cell(1, 2).focus()
    player.press(".", "2", "4", ".")
    player.waits("cell(1).ariaLabel.includes('marks 2 4')")
    player.do("write_marks", "explain")
    player.waits("cell(2).ariaLabel.includes('marks 2 3 4')")
    player.do("clear_marks", "explain")
    player.waits("!board.querySelector('.smb-marks')")


def test_each_kind_of_hint(player: Any) -> None:
    puzzle, grid = solution("small:3")
    player.opens(puzzle)
    first = puzzle.index(".")
    row, column = first // 4 + 1, first % 4 + 1
    player.cell(row, column).click()
    player.do("hint-allowed", "explain")
    player.hears(f"Row {row}, column {column} holds {grid[first]} in every solution, which is proved")
    player.do("hint-allowed-everywhere")
    player.hears("Allowed values of every cell")
    player.do("hint-step")
    player.hears("single|locked|pair")
    expect(player.root.locator(".is-reason").first).to_be_visible()
    player.do("take_step")
    player.hears("The step is done")
    assert player.digits != puzzle
    player.do("hint-reveal")
    # Until a puzzle is proved to have one solution, a digit of one is not said to be that of all.
    player.hears("holds|can hold" if player.digits[first] == "." else "holds|can hold|already|digit")
    player.opens(puzzle)
    player.cell(row, column).focus()
    wrong = next(d for d in "1234" if d != grid[first])
    player.press(wrong)
    player.do("hint-wrong", "explain")
    player.hears(f"One digit is wrong: row {row}, column {column}", "warning")
    expect(player.cell(row, column)).to_have_attribute("aria-label", re.compile(", wrong"))


def test_a_step_shows_its_reason_on_the_board(player: Any) -> None:
    """In box 1 the 2 fits only in one cell, because of the 2 in row 2; the 1 fills another one."""
    player.opens("1.....2..3.....4")
    player.do("hint")
    player.hears("in box 1 the digit 2 fits only in row 1, column 2")
    expect(player.root.locator(".is-ground")).to_have_count(2)
    marked = player.root.locator(".is-ground").evaluate_all("cells => cells.map((cell) => Number(cell.dataset.cell))")
    assert marked == [0, 6]
    expect(player.cell(2, 3)).to_have_attribute("aria-label", re.compile(", given 2, the step rests on it$"))
    drawn = player.root.locator("path.smb-unit").evaluate(
        "path => { const b = path.getBBox(); return [b.x, b.y, b.width]; }"
    )
    assert drawn == [0, 0, 2]
    player.do("take_step")
    player.waits("!board.querySelector('.is-ground') && !board.querySelector('.smb-unit').getAttribute('d')")


def test_with_corner_marks_the_values_show_the_marks_of_the_chosen_cell(player: Any) -> None:
    player.opens("1.......3......4")
    player.cell(1, 2).focus()
    player.press(".", "2")
    value = player.root.get_by_role("toolbar", name="Values").get_by_role("button", name="corner mark 2")
    player.waits("board.querySelector('.smb-pad [data-digit=\"2\"]').ariaPressed === 'true'")
    player.press("Enter")
    picked = player.root.get_by_role("dialog").get_by_role("button", name="2", exact=True)
    expect(picked).to_have_attribute("aria-pressed", "true")
    picked.click()
    player.waits("board.querySelector('.smb-picker [data-digit=\"2\"]').ariaPressed === 'false'")
    player.press("Escape", "ArrowRight", "4", "ArrowLeft")
    player.waits("cell(2).ariaLabel.includes('marks 4')")
    expect(value).to_have_attribute("aria-pressed", "false")
    player.press(".")
    expect(player.root.locator(".smb-pad [aria-pressed]")).to_have_count(0)


def test_a_solver_can_be_chosen_or_named(player: Any) -> None:
    player.opens(EASY)
    section = player.section("model")
    assert section.get_by_label("Solver").locator("option").all_inner_texts()[-1] == "another …"
    section.get_by_label("Solver").select_option("")
    section.get_by_label("Its name").fill("nobody")
    player.do("solve")
    player.hears("nobody", "bad")
    section.get_by_label("Solver").select_option("cpsat")
    section.get_by_label("Its name").wait_for(state="hidden")
    player.do("solve")
    player.hears("Solved by assignment x pyomo x cpsat; the grid was checked$", "good")
    section.get_by_label("Solver").select_option("highs")


def test_the_messages_and_the_board_stay_visible_beside_a_panel(play: Any) -> None:
    play.opens(EASY)
    last = play.section("model").get_by_role("button").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    for part in (".smb-title", ".smb-messages", ".smb-board"):
        expect(play.root.locator(part)).to_be_in_viewport(ratio=1)
    play.page.evaluate("scrollTo(0, 0)")


def test_a_puzzle_with_two_solutions_is_designed_and_the_player_is_warned(player: Any) -> None:
    section = player.section("design")
    section.get_by_label("Size").select_option("4")
    player.do("empty")
    player.sees_digits("." * 16)
    player.cell(1, 1).focus()
    for k, digit in enumerate(TWO_SOLUTIONS):
        if digit != ".":
            player.press(digit)
        player.press(*["ArrowRight"] if (k + 1) % 4 else ["Home", "ArrowDown"])
    player.sees_digits(TWO_SOLUTIONS)
    player.sees_badge("Not unique: exactly 2 solutions")
    player.do("design")
    player.waits("board.dataset.design === 'false'")
    player.hears("Not unique: exactly 2 solutions", "warning")
    player.do("design")
    player.waits("board.dataset.design === 'true'")
    player.cell(1, 1).focus()
    player.press("1")
    player.sees_badge("Exactly one solution, which is proved")
    player.press("4", "Control+z")
    player.do("design")
    player.waits("board.dataset.design === 'false'")
    player.hears("Play: the givens stand|Exactly one solution")


def test_a_game_is_saved_and_goes_on_with_its_history(player: Any, tmp_path: Path) -> None:
    player.opens("1...............")
    player.cell(1, 2).focus()
    player.press("2", "ArrowRight", "3")
    player.sees_digits("123.............")
    section = player.section("puzzle")
    with player.page.expect_download() as download:
        player.do("save")
    path = tmp_path / "game.json"
    download.value.save_as(path)
    assert json.loads(path.read_text())["format"] == "sudoku_models game"
    player.opens(EASY)
    section.get_by_label("Open a file").set_input_files(path)
    player.sees_digits("123.............")
    player.hears("2 moves")
    player.do("undo")
    player.sees_digits("12..............")


def test_one_file_comes_of_a_board_that_is_shown_twice(lab: Any) -> None:
    lab.opens(EASY)
    lab.page.evaluate(RUN.replace("SOURCE", "board"), 2)
    views = lab.page.locator(".smb")
    views.nth(1).wait_for()
    note = "function () { if (this.download) kept.push(this.download); }"
    lab.page.evaluate(f"window.kept = []; HTMLAnchorElement.prototype.click = {note}")
    for which in (1, 0):
        views.nth(which).locator("[data-do=save]").evaluate("button => button.click()")
        lab.hears("is saved as")  # what is told comes after the file
        assert lab.page.evaluate("kept.splice(0)") == ["pasted-text.json"]
        views.nth(which).locator("[data-do=write_marks]").evaluate("button => button.click()")
        lab.hears("has its marks")
    lab.page.evaluate("delete HTMLAnchorElement.prototype.click")
    lab.page.evaluate(RUN.replace("SOURCE", "print(board.position.line(), board.puzzle.line())"), 2)
    views.nth(1).wait_for(state="detached")


def test_bad_and_huge_text_is_answered_with_a_message_and_the_game_stays(player: Any, tmp_path: Path) -> None:
    player.opens(EASY)
    player.paste("this is no puzzle")
    player.hears(".", "bad")
    player.paste('{"format": "sudoku_models game", "version": 1, "board": {"boxes": [99, 99]}}')
    player.hears("damaged", "bad")
    player.paste("<img src=x onerror=\"document.title='hurt'\">")
    player.hears(".", "bad")
    huge = tmp_path / "huge.txt"
    huge.write_bytes(b"1" * (17 * 1024**2))
    player.section("puzzle").get_by_label("Open a file").set_input_files(huge)
    player.hears("huge.txt has 17,825,792 bytes; up to 16,777,216 are read", "bad")
    large = tmp_path / "large.txt"
    large.write_text("\n".join([EASY + " " * 600] * 1_000))  # 617 kB, so that it is sent in parts
    player.section("puzzle").get_by_label("Open a file").set_input_files(large)
    player.hears("1,?000 puzzles were read")
    assert "hurt" not in player.page.title()
    player.opens(EASY)


def test_symbols_and_themes(player: Any) -> None:
    player.opens(EASY)
    player.change("Values shown as", "letters")
    player.waits("cell(0).innerText === 'A'")
    expect(player.cell(1, 1)).to_have_attribute("aria-label", "row 1, column 1, box 1, given A")
    player.change("Values shown as", "own")
    player.change("Signs, one for each value", "🐶🐱🐭🐹")
    player.waits("cell(1).innerText === '🐱'")
    player.cell(1, 3).focus()
    player.press("3")
    player.sees_digits(EASY[:2] + "3" + EASY[3:])
    player.change("Values shown as", "digits")
    grounds = {}
    for theme in ("dark", "light", "auto"):
        player.change("Theme", theme)
        seen = "dark" if theme == "dark" else "light"
        player.waits(f"board.dataset.theme === '{seen}'")
        grounds[theme] = player.root.evaluate("root => getComputedStyle(root).backgroundColor")
    assert grounds["light"] == grounds["auto"] != grounds["dark"]


def test_the_field_for_symbols_of_ones_own_stays_until_they_are_entered(player: Any) -> None:
    player.opens(EASY)
    player.change("Values shown as", "own")
    field = player.section("settings").get_by_label("Signs, one for each value")
    field.fill("wx")
    player.page.evaluate("document.querySelector('.smb [data-do=restart]').click()")
    player.hears("as it was at the start|at the start")
    assert field.is_visible()
    assert field.input_value() == "wx"
    field.fill("w x y z")
    field.blur()
    player.waits("cell(0).innerText === 'w'")
    player.change("Values shown as", "own")
    player.change("Values shown as", "digits")
    player.waits("cell(0).innerText === '1'")
    player.change("Values shown as", "own")
    player.change("Theme", "dark")
    player.waits("board.dataset.theme === 'dark'")
    assert field.is_visible()
    player.change("Theme", "auto")
    player.change("Values shown as", "digits")
    player.waits("board.dataset.theme === 'light'")
    field.wait_for(state="hidden")


def test_sixteen_digits(player: Any) -> None:
    puzzle, grid = solution("large:2")
    section = player.section("puzzle")
    section.get_by_role("combobox", name="Collection").select_option("large")
    section.get_by_label("Number", exact=True).fill("2")
    player.do("open")
    player.sees_digits(puzzle)
    expect(player.root.locator("[role=gridcell]")).to_have_count(256)
    blank = next(k for k, ch in enumerate(puzzle) if ch == "." and grid[k].isalpha())
    player.cell(blank // 16 + 1, blank % 16 + 1).focus()
    player.press(grid[blank])
    player.sees_digits(puzzle[:blank] + grid[blank] + puzzle[blank + 1 :])
    box = player.root.locator("[role=grid]").bounding_box()
    assert box["width"] == pytest.approx(box["height"], abs=2)


def test_symbols_that_are_keys_of_the_board_can_be_typed(player: Any) -> None:
    player.opens(EASY)
    player.change("Values shown as", "own")
    player.change("Signs, one for each value", "0 . m 3")
    player.waits("cell(0).innerText === '0'")
    player.cell(1, 3).focus()
    player.press(".")
    player.sees_digits(EASY[:2] + "2" + EASY[3:])
    player.press("m")
    player.sees_digits(EASY[:2] + "3" + EASY[3:])
    player.press("0")
    player.sees_digits(EASY[:2] + "1" + EASY[3:])
    player.press("Backspace")
    player.sees_digits(EASY)
    player.change("Values shown as", "digits")
    player.waits("cell(0).innerText === '1'")


def test_the_board_alone_is_printed(player: Any) -> None:
    player.opens(EASY)
    player.do("hint")
    player.hears("single|house")
    player.waits("board.querySelector('.is-ground')")
    player.do("print")
    sheet = player.page.frame_locator("iframe.smb-sheet")
    assert sheet.locator("[data-cell]").count() == 16
    assert sheet.locator("button, [tabindex]").count() == 0
    printed = "document.querySelector('iframe.smb-sheet').contentWindow.dispatchEvent(new Event('afterprint'))"
    player.page.evaluate(printed)  # a browser without a screen does not print
    assert player.page.evaluate("document.activeElement.dataset.do") == "more"
    if player.place == "play":
        player.page.emulate_media(media="print")
        try:
            assert not player.root.locator("[data-do=undo]").is_visible()
            assert player.root.locator("[role=grid]").is_visible()
            assert not player.root.locator("path.smb-unit").is_visible()
            marked = player.root.locator(".is-ground").first
            assert marked.evaluate("cell => getComputedStyle(cell).outlineStyle") == "none"
            assert len(re.findall(rb"/Type\s*/Page\b", player.page.pdf())) == 1
        finally:  # for the tests that follow on this page
            player.page.emulate_media(media="screen")


def test_solve_prints_the_size_of_the_model_and_the_time(player: Any) -> None:
    puzzle, grid = solution("hardest11:1")
    player.opens(puzzle)
    player.do("solve", "model")
    player.sees_digits(grid)
    player.hears("Solved by assignment x pyomo x highs; the grid was checked", "good")
    expect(player.section("model").get_by_role("row").nth(1)).to_contain_text("729")
    player.do("restart")
    player.sees_digits(puzzle)


def test_while_a_long_solve_goes_on_the_board_is_played_and_the_solve_can_be_cancelled(player: Any) -> None:
    puzzle, grid = solution("large:2")
    player.opens(puzzle)
    section = player.section("model")
    section.get_by_label("Formulation").select_option("pairwise")
    player.do("solve")
    player.root.locator(".smb-busy").wait_for()
    blank = puzzle.index(".")
    player.cell(blank // 16 + 1, blank % 16 + 1).click()
    player.press(grid[blank])
    player.sees_digits(puzzle[:blank] + grid[blank] + puzzle[blank + 1 :])
    began = time.monotonic()
    player.do("cancel")
    player.root.locator(".smb-busy").wait_for(state="hidden")
    assert time.monotonic() - began < 5
    section.get_by_label("Formulation").select_option("assignment")


def test_the_local_search_shows_its_cost(player: Any) -> None:
    puzzle, grid = solution("small:5")
    player.opens(puzzle)
    player.section("model").get_by_label("Seed").fill("1")
    player.do("search", "model")
    player.sees_digits(grid)
    player.root.locator("svg.smb-costs").wait_for()
    player.do("search-again")
    player.root.locator(".smb-busy").wait_for(state="hidden")
    player.hears("seed 2")


def violations(player: Any, axe: Any) -> list[str]:
    """What axe-core finds serious or critical on the whole page, with all panels of the board open."""
    player.root.evaluate("root => root.querySelectorAll('[data-panel]').forEach((each) => { each.hidden = false; })")
    where = ".smb" if player.place == "lab" else None  # JupyterLab's own are not for us to judge
    found = axe.run(player.page, where, {"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{each['impact']}: {each['help']}: {each['nodes'][0]['html'][:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


def test_axe_finds_no_serious_violation_in_light_and_dark_and_on_a_phone(player: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is in the extra 'dev'").Axe()
    player.opens(EASY)
    player.cell(1, 3).click()
    player.press("2")
    player.hears("clashes")
    player.do("write_marks", "explain")
    usual = player.page.viewport_size
    for theme in ("light", "dark"):
        player.change("Theme", theme)
        player.waits(f"board.dataset.theme === '{theme}'")
        for width in (usual["width"], 390)[: 2 if player.place == "play" else 1]:
            player.page.set_viewport_size({**usual, "width": width})
            player.waits(STEADY)
            assert violations(player, axe) == [], (theme, width)
    player.page.set_viewport_size(usual)
    player.change("Theme", "auto")


@pytest.mark.parametrize("width", [320, 390, 800])
def test_no_panel_is_wider_than_the_window(play: Any, width: int) -> None:
    play.opens(EASY)
    usual = play.page.viewport_size
    play.page.set_viewport_size({"width": width, "height": 844})
    names = play.root.locator("[data-panel]").evaluate_all("all => all.map((each) => each.dataset.panel)")
    assert names == ["explain", "puzzle", "design", "settings", "games", "model", "help"]
    wide = {}
    for name in names:
        play.section(name)
        wide[name] = play.page.evaluate("document.documentElement.scrollWidth")
    play.page.set_viewport_size(usual)
    assert wide == dict.fromkeys(names, width)


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


def expect_text(player: Any, locator: Any, text: str) -> None:
    until = time.monotonic() + 20
    while locator.inner_text().strip() != text:
        assert time.monotonic() < until, locator.inner_text()
        time.sleep(0.05)


def expect_enabled(player: Any, name: str) -> None:
    player.waits(f"""!board.querySelector("[data-do='{name}']").disabled""")
