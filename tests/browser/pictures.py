"""The pictures of the board in notebooks/images, made anew: pytest -n0 tests/browser/pictures.py

The name of this file keeps it out of the usual run.
"""

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

IMAGES = Path(__file__).parents[2] / "notebooks" / "images"
WIDE = {"width": 1184, "height": 600}
PHONE = {"width": 390, "height": 844}
FEW_COLOURS = (64, 32)
LARGEST = 60_000


@pytest.fixture(scope="module", params=[WIDE], ids=["wide"])
def shown(play: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The page of one size, with two pixels for one, for sharp letters."""
    options = {"viewport": request.param, "device_scale_factor": 2, "has_touch": request.param is PHONE}
    page = play.page.context.browser.new_context(**options).new_page()
    page.set_default_timeout(20_000)
    page.goto(play.served.address)
    player = type(play)(page, "play")
    player.root.wait_for()
    yield player
    page.context.close()


def keep(player: Any, name: str, **options: Any) -> None:
    """Take a picture, with few colours, for then it is small; with still fewer, if it is not."""
    player.page.wait_for_timeout(900)
    raw = player.page.screenshot(**options)
    picture = Image.open(io.BytesIO(raw)).convert("RGB")
    path = IMAGES / f"board-{name}.png"
    for colours in FEW_COLOURS:
        picture.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size < LARGEST:
            return
    raise AssertionError(f"{path.name} has {path.stat().st_size:,} bytes")


def begin(player: Any, load: Callable[[Any], None], theme: str = "light") -> None:
    player.change("Theme", theme)
    player.waits(f"board.dataset.theme === '{theme}'")
    load(player)
    for section in player.root.locator("details[open] summary").all():
        section.click()
    player.page.evaluate("scrollTo(0, 0)")


def article(player: Any) -> None:
    section = player.section("puzzle")
    section.get_by_role("combobox", name="Collection").select_option("named")
    section.get_by_label(re.compile("^Name")).select_option("mccaffrey")
    player.do("open")
    player.sees_badge("Exactly one solution")


def some_digits(player: Any) -> None:
    article(player)
    player.cell(1, 1).focus()
    for row, column, digit in zip((1, 1, 2, 3, 3, 4, 7), (1, 2, 1, 1, 2, 4, 1), "7352938", strict=True):
        player.cell(row, column).focus()
        player.press(digit)
    player.cell(4, 4).focus()


def test_light_and_dark(shown: Any) -> None:
    for theme in ("light", "dark"):
        begin(shown, some_digits, theme)
        shown.cell(5, 5).focus()
        keep(shown, theme)


def test_pencil_marks(shown: Any) -> None:
    begin(shown, article)
    shown.do("write_marks", "explain")
    shown.root.locator("details[open] summary").click()
    shown.cell(2, 8).focus()
    keep(shown, "marks")


def test_a_hint(shown: Any) -> None:
    begin(shown, article)
    shown.do("hint-step", "explain")
    shown.hears(":")
    keep(shown, "hint")


def test_sixteen(shown: Any) -> None:
    def load(player: Any) -> None:
        section = player.section("puzzle")
        section.get_by_role("combobox", name="Collection").select_option("large")
        section.get_by_label("Number", exact=True).fill("4")
        player.do("open")
        player.sees_badge("one solution")

    begin(shown, load)
    shown.cell(6, 7).focus()
    keep(shown, "16", full_page=True)


@pytest.mark.parametrize("shown", [PHONE], ids=["phone"], indirect=True)
def test_on_a_phone(shown: Any) -> None:
    begin(shown, some_digits)
    keep(shown, "phone")
