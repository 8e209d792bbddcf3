"""The board in JupyterLab: its keys, the cells of the notebook, and a kernel that does not answer or has ended."""

import re
from typing import Any

import psutil
import pytest

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect

EASY = "12..34122143432."
EASY_SOLVED = "1234341221434321"
KEYS = (
    "x c v z a b y m r 1 2 Shift+M Enter Escape h l s f d d 0 0 i i Space Escape Shift+Space Escape ArrowUp ArrowDown"
)
KEYS += " ArrowDown ArrowLeft j k Home End Shift+ArrowDown"
"""Most of them are shortcuts of JupyterLab."""


def test_jupyterlab_does_not_take_the_keys_of_the_board_and_a_game_is_played(lab: Any) -> None:
    lab.opens(EASY)
    lab.cell(2, 3).click()
    watched = """() => { const book = jupyterapp.shell.currentWidget.content;
        const cells = book.widgets.map((cell) => [cell.model.type, cell.model.sharedModel.getSource()]);
        return JSON.stringify([book.activeCellIndex, book.mode, cells]); }"""
    before = lab.page.evaluate(watched)
    lab.press(*KEYS.split())
    lab.page.wait_for_timeout(300)
    assert lab.page.evaluate(watched) == before
    assert lab.page.locator(".jp-Dialog").count() == 0
    assert lab.page.locator(".jp-Notebook .jp-Cell").count() == 3
    unsaved = "jupyterapp.shell.currentWidget.context.model.dirty"
    for place in (lab.cell(2, 3), lab.root.locator("[data-do=more]")):
        lab.page.evaluate(f"() => {{ {unsaved} = true; }}")
        place.focus()
        lab.press("Control+s")
        lab.page.wait_for_function(f"() => !{unsaved}")
    lab.opens(EASY)
    lab.cell(1, 1).focus()
    lab.types(EASY_SOLVED)
    lab.sees_digits(EASY_SOLVED)
    lab.hears("Solved: this is a solution of the puzzle. Congratulations!", "good")
    expect(lab.root).to_have_attribute("data-finished", "true")


def test_cells_of_the_notebook_see_the_board_and_the_board_follows_them(lab: Any) -> None:
    lab.opens(EASY)
    lab.cell(1, 3).focus()
    lab.press("3")
    lab.sees_digits(EASY[:2] + "3" + EASY[3:])
    lab.waits("""!board.querySelector("[data-do='undo']").disabled""")  # cells and the board's messages keep no order
    run = "(index) => { const app = jupyterapp; app.shell.currentWidget.content.activeCellIndex = index;"
    run += " return app.commands.execute('notebook:run-cell'); }"
    lab.page.evaluate(run, 2)
    expect(lab.page.locator(".jp-OutputArea-output pre").last).to_have_text(
        re.compile(f"^{EASY[:2]}3{EASY[3:]} {EASY}")
    )
    write = "(source) => jupyterapp.shell.currentWidget.content.widgets[2].model.sharedModel.setSource(source)"
    lab.page.evaluate(write, "board.put((4, 4), 1)")
    lab.page.evaluate(run, 2)
    lab.sees_digits("123.34122143432" + "1")
    lab.page.evaluate(write, "")


# -- a kernel that does not answer, or has ended ----------------------------------------------------------------------


def test_a_board_that_does_not_answer_says_so_and_takes_it_back(desk: Any) -> None:
    board = desk("1... ..2. .3.. ...4", alone=False)
    board.page.clock.install()
    board.page.evaluate(
        "() => { window.usual = window.python; window.python = () => new Promise((on) => { window.answer = on; }); }"
    )
    board.cell(1, 2).focus()
    board.press("2")
    for _ in range(13):
        board.page.clock.run_for(1000)
    expect(board.root).to_have_attribute("data-lost", "busy")
    expect(board.root.locator(".smb-lost")).to_contain_text("busy, or has ended")
    board.page.evaluate(
        """() => { window.python = window.usual; window.answer({ traits: {}, messages: [{ received: "" }] }); }"""
    )
    board.press("3")
    board.waits("!board.dataset.lost")


def run(lab: Any) -> None:
    """Run the notebook, until its board is there and has heard from Python."""
    lab.page.evaluate("() => jupyterapp.commands.execute('notebook:run-all-cells')")
    lab.root.wait_for()
    lab.waits("!board.dataset.lost && !board.querySelector('.smb-lost:not([hidden])')")
    lab.sees_badge("one solution")


def kernel_process(lab: Any) -> psutil.Process:
    """The process of the notebook's kernel."""
    name = lab.page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.id")
    return next(
        each for each in psutil.Process().children(recursive=True) if f"kernel-{name}" in " ".join(each.cmdline())
    )


def test_in_jupyterlab_a_saved_board_is_a_picture_where_no_kernel_runs(lab: Any) -> None:
    run(lab)
    still = lab.page.locator(".smb-picture")
    expect(still).to_be_hidden()  # beside the live board
    lab.page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
    lab.page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    lab.cell(1, 1).click()
    lab.press("7")
    expect(lab.root.locator(".smb-lost")).to_contain_text("The notebook's kernel has ended")
    lab.page.reload()
    lab.page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.isReady", timeout=3e5)
    expect(still).to_be_visible()
    expect(still.locator("td")).to_have_count(81)
    expect(still.locator("td").nth(2)).to_have_text("6")
    shown = lab.page.locator(".jp-OutputArea-output", has_text=re.compile("Error|Loading|BoardWidget"))
    lab.page.wait_for_timeout(500)
    assert not [each.inner_text() for each in shown.all() if each.is_visible()]
    run(lab)
    expect(still).to_be_hidden()


def test_in_jupyterlab_a_kernel_that_is_restarted_or_killed_is_told_and_the_game_can_go_on(lab: Any) -> None:
    for how in ("restart", "kill"):
        run(lab)
        if lab.root.locator("[data-do=go-on]").is_visible():
            lab.root.locator("[data-do=begin-anew]").click()
        lab.cell(1, 1).click()
        lab.press("7")
        lab.waits("""cell(0).dataset.value === '7' && !board.querySelector("[data-do='undo']").disabled""")
        lab.page.wait_for_function(
            "() => Object.entries(localStorage).some(([name, text]) =>"
            " name.startsWith('sudoku-models:game:') && JSON.parse(text).value.size === 9)"
        )
        if how == "restart":
            lab.page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
        else:
            kernel_process(lab).kill()
        expect(lab.root.locator(".smb-lost")).to_contain_text("Run the cell again")
        assert lab.root.get_attribute("data-lost") == "ended"
        if lab.page.locator(".jp-Dialog").count():
            lab.page.locator(".jp-Dialog button").last.click()
    run(lab)
    expect(lab.root.locator(".smb-offer")).to_contain_text("1 digit")
    lab.root.locator("[data-do=go-on]").click()
    lab.waits("cell(0).dataset.value === '7'")
