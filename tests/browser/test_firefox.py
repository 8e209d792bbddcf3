"""The board in Firefox: it is played by keys and mouse, and its popovers and panels open and close."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

firefox = pytest.importorskip("firefox", reason="websocket-client is in the extra 'dev'")
pytestmark = pytest.mark.skipif(firefox.FIREFOX is None, reason="there is no Firefox: the Debian package firefox-esr")

BADGE = "document.querySelector('.smb-badge')?.textContent.includes('one solution')"
FIRST = "document.querySelector('[data-cell=\"0\"]')"
SHEET = "document.querySelector('iframe.smb-sheet')"
OPEN = "document.querySelector('.smb-menu:popover-open')"


def test_the_board_is_played_in_firefox(serve_board: Callable[..., Any], tmp_path: Path) -> None:
    browser = firefox.Firefox(tmp_path)
    try:
        browser.open(serve_board("mccaffrey").address)
        browser.waits(BADGE)
        browser.click("[data-cell='0']")
        browser.press("7")
        browser.waits(f"{FIRST}.dataset.value === '7'")
        browser.press("Control+z")
        browser.waits(f"{FIRST}.dataset.value === '0'")
        browser.press(".", "3", ".")
        browser.waits(f"{FIRST}.ariaLabel.endsWith('marks 3')")

        browser.click("[data-do='more']")
        browser.waits(OPEN)
        browser.click("[data-opens='settings']")
        browser.waits("document.querySelector('section[data-panel=settings]').checkVisibility()")
        browser.click("[data-do='close-settings']")
        browser.waits("!document.querySelector('section[data-panel=settings]').checkVisibility()")
        browser.press("5")  # the keys go on
        browser.waits(f"{FIRST}.dataset.value === '5'")

        browser.click("[data-do='more']")
        browser.waits(OPEN)
        browser.press("Escape")
        browser.waits(f"!{OPEN} && document.activeElement.dataset.do === 'more'")
        browser.click("[data-do='more']")
        browser.waits(OPEN)
        browser.click("[data-cell='1']")
        browser.waits(f"!{OPEN}")

        browser.click("[data-do='more']")
        browser.waits(OPEN)
        browser.click("[data-do='print']")
        browser.waits(f"{SHEET}?.contentDocument.querySelectorAll('[data-cell]').length === 81")
    finally:
        browser.close()
