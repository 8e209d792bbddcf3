"""A board whose kernel does not answer or has ended, and the picture of a board in a saved notebook."""

import re
from typing import Any

import psutil
import pytest
from keeping import waits

expect = pytest.importorskip("playwright.sync_api", reason="there is no Playwright: see the extra 'dev'").expect


# -- the kernel of a notebook -----------------------------------------------------------------------------------------


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
    waits(board, lambda: board.root.get_attribute("data-lost") is None, "the message stays")


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
    still = lab.page.locator(".smb-picture")
    expect(still).to_be_hidden()  # beside the live board
    lab.page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
    lab.page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    lab.cell(1, 1).click()
    lab.press("7")
    expect(lab.root.locator(".smb-lost")).to_contain_text("The notebook's kernel has ended")
    lab.page.reload()
    lab.page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.isReady", timeout=6e4)
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
            "() => Object.keys(localStorage).some((name) => name.startsWith('sudoku-models:game:'))"
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
