"""The pictures at the heads of the lessons: complete, small, and readable by day and by night."""

import re
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PICTURES = sorted((NOTEBOOKS / "images").glob("lesson-[0-9][0-9].svg"))
SVG = "{http://www.w3.org/2000/svg}"


def test_each_picture_heads_its_lesson_and_each_lesson_that_shows_one_has_it() -> None:
    """And says the same to those who do not see it, in the notebook and in the picture itself."""
    shown = {}
    for path in sorted((NOTEBOOKS / "solutions").glob("*.ipynb")):
        head = nbformat.read(path, 4).cells[0].source
        shown |= {f"lesson-{path.name[:2]}.svg": alt for alt in re.findall(r"!\[([^\]]+)\]\(images/lesson-", head)}
    assert shown == {path.name: ElementTree.parse(path).findtext(f"{SVG}title") for path in PICTURES}


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_a_picture_is_small_and_complete(path: Path) -> None:
    words = path.read_text(encoding="utf-8")
    root = ElementTree.fromstring(words)
    assert root.get("role") == "img"
    assert root.get("viewBox") == "0 0 720 200"
    assert re.fullmatch(r"[^\n\[\]]{40,260}\.", root.findtext(f"{SVG}title") or "")
    assert len(words.encode()) <= 12_000
    assert not re.search(r"href|url\(|@import|@font-face|<script|<image|nan|inf\b", words)
    assert re.findall(r"https?://\S+?\"", words) == ['http://www.w3.org/2000/svg"']


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_the_words_of_a_picture_can_be_read_on_a_light_and_on_a_dark_page(path: Path) -> None:
    root = ElementTree.parse(path).getroot()
    light, _, dark = (root.findtext(f"{SVG}style") or "").partition("@media(prefers-color-scheme:dark)")
    fills = dict(re.findall(r"\.([\w-]+){fill:(#\w{6})}", light))
    used = {kind for text in root.iter(f"{SVG}text") for kind in (text.get("class") or "").split()} & fills.keys()
    assert used
    assert root[2].get("class") == "f-paper"  # the ground, below all else
    for scheme in (fills, fills | dict(re.findall(r"\.([\w-]+){fill:(#\w{6})}", dark))):
        assert min(contrast(scheme[kind], scheme["f-paper"]) for kind in used - {"f-paper"}) >= 3


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, as the guidelines for web pages define it."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
